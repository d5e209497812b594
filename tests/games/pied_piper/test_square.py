"""The market square: who stands where, what faces which way, and what can be pressed."""

from __future__ import annotations

import re
from itertools import islice, pairwise
from math import cos, radians, sin
from xml.etree import ElementTree as ET

import pytest

from ratskeller.draw.board import Board, Part, part_element, picture, seat
from ratskeller.draw.palette import TONES
from ratskeller.draw.pen import Point
from ratskeller.draw.svg import write
from ratskeller.draw.table import MAIN
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.draw.cards import (
    SEAT_INKS,
    TRADES,
    card_symbol,
    card_symbols,
    trade_symbols,
)
from ratskeller.games.pied_piper.draw.places import SHELF, hand_board, square_board
from ratskeller.games.pied_piper.draw.square import gap_angle, heading, house_angle, plan_of
from ratskeller.games.pied_piper.rules.state import FIGURES, SLOTS, UNKNOWN, Options
from tests.games.pied_piper.drawn import BOARDS, sheets_of
from tests.games.walks import walk

RINGS = ((0, 1, 2), (0, 2, 1, 3), (0, 1, 2, 3), (0, 1, 2, 3, 4))


@pytest.fixture(params=RINGS, ids=str)
def ring(request: pytest.FixtureRequest) -> tuple[int, ...]:
    found: tuple[int, ...] = request.param
    return found


def square_of(ring: tuple[int, ...]) -> Board:
    seats = 2 if ring == (0, 2, 1, 3) else len(ring)
    return square_board(ring, seats, {})


def anchor(square: Board, place: str) -> Point:
    found = square.place(place)
    return found.x, found.y


def test_an_empty_square_is_well_formed_and_obeys_the_csp(ring: tuple[int, ...]) -> None:
    text = picture(square_of(ring), [], "light", title="Square")
    root = ET.fromstring(text)
    assert "style=" not in text
    assert not re.search(r"\son[a-z]+=", text)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(ids)


def test_a_house_has_an_anchor_for_each_of_its_seven_floors(ring: tuple[int, ...]) -> None:
    places = {place.id for place in square_of(ring).places}
    floors = {place for place in places if place.startswith("floor:1:")}
    assert floors == {f"floor:1:{floor}" for floor in range(1, 8)}


def test_the_first_house_is_below_and_the_next_one_to_its_right(ring: tuple[int, ...]) -> None:
    square = square_of(ring)
    x, y = anchor(square, "house:0")
    assert y > 0
    assert abs(x) < 1e-6
    assert anchor(square, f"house:{ring[1]}")[0] > 100


def test_a_gap_lies_between_the_house_before_and_its_own(ring: tuple[int, ...]) -> None:
    houses = len(ring)
    for spot in range(houses):
        turn = gap_angle(spot, houses) - house_angle(spot, houses)
        assert turn == pytest.approx(180 / houses)
    square = square_of(ring)
    assert anchor(square, "gap:0")[0] < 0 < anchor(square, f"gap:{ring[1]}")[0]
    assert set(square.place("gap:0").neighbours) == {"house:0", f"house:{ring[-1]}"}


@pytest.mark.parametrize("houses", [3, 4, 5])
def test_figures_face_forward_and_never_stand_on_their_heads(houses: int) -> None:
    for spot in range(houses):
        direction = gap_angle(spot, houses)
        tilt, flip = heading(direction)
        forward = direction - 90
        look = (-1 if flip else 1) * cos(radians(tilt)), (-1 if flip else 1) * sin(radians(tilt))
        ahead = look[0] * cos(radians(forward)) + look[1] * sin(radians(forward))
        assert ahead > 0.5
        assert abs(tilt) <= 30


def test_everything_lies_inside_the_picture(ring: tuple[int, ...]) -> None:
    square = square_of(ring)
    left, top, width, height = square.view_box
    for place in square.places:
        assert left < place.x < left + width, place.id
        assert top < place.y < top + height, place.id


def test_all_figures_in_one_gap_stay_inside_the_picture(ring: tuple[int, ...]) -> None:
    square = square_of(ring)
    left, top, width, height = square.view_box
    for gap in ring:
        crowd = [
            Part(id=f"figure:{number}", symbol="piper", place=f"gap:{gap}")
            for number in range(min(len(ring) + 2, FIGURES))
        ]
        for name, seating in seat(square, crowd).items():
            reach = 48 * seating.scale
            assert left < seating.x - reach < seating.x + reach < left + width, name
            assert top < seating.y - reach < seating.y + reach < top + height, name


def test_neighbours_exist_and_are_mutual(ring: tuple[int, ...]) -> None:
    square = square_of(ring)
    for place in square.places:
        for other in place.neighbours:
            assert place.id in square.place(other).neighbours


def test_only_three_to_five_houses_make_a_ring() -> None:
    with pytest.raises(ValueError, match="3, 4 or 5"):
        plan_of(6)


def test_what_one_can_press_is_large_enough_on_a_phone(ring: tuple[int, ...]) -> None:
    """At 360 px a place is at least 24 px each way, and 44 where cards are played (A09)."""
    square = square_of(ring)
    pixel = square.view_box[2] / 360
    for place in square.places:
        if re.match(r"slot|deck|discard", place.id):
            _, _, width, height = box_of(place.shape)
            least = 44 if place.id.startswith("slot") else 24
            assert min(width, height) >= least * pixel, place.id


def test_no_slot_overlaps_another(ring: tuple[int, ...]) -> None:
    square = square_of(ring)
    boxes = [box_of(square.place(f"slot:{slot}").shape) for slot in range(SLOTS)]
    for (left, _, width, _), (neighbour, *_) in pairwise(boxes):
        assert left + width <= neighbour + 1e-6


def box_of(shape: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of a rectangle."""
    found = re.fullmatch(r"M([-\d.]+) ([-\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+Z", shape)
    assert found is not None, shape
    left, top, width, height = map(float, found.groups())
    return left, top, width, height


def test_the_number_of_a_house_can_be_read_on_a_phone(ring: tuple[int, ...]) -> None:
    square = square_of(ring)
    assert square.symbol("plate").caption.size * 360 / square.view_box[2] >= 14


def test_a_card_in_hand_is_a_thumb_wide_on_a_phone() -> None:
    shelf = hand_board()
    card = shelf.symbol("action-forward")
    spot = shelf.place(f"shelf:{SHELF // 2}")
    pixel = shelf.view_box[2] / 360
    assert min(card.width, card.height) * spot.scale >= 44 * pixel


def test_the_back_of_a_card_is_not_the_back_card() -> None:
    """Once both were called `card-back`, and a Back card lay open as if it were hidden."""
    for face_down in (False, True):
        ids = [card_symbol(card, face_down=face_down) for card in range(UNKNOWN)]
        assert len(set(ids)) == UNKNOWN
        assert "card-back" not in ids
        assert {*ids, "card-back"} <= {symbol.id for symbol in card_symbols()}
    assert card_symbol(UNKNOWN) == card_symbol(UNKNOWN, face_down=True) == "card-back"


def test_a_seat_is_never_mistaken_for_a_rat() -> None:
    """Seats share inks with rats, so every seat has a sign of its own that no rat wears (A01)."""
    assert not set(TRADES) & {tone.glyph for tone in TONES}
    assert len(set(SEAT_INKS)) == len(set(TRADES)) == len(TRADES)
    grey = {re.sub(r'id="[^"]*"', "", write(one.element())) for one in trade_symbols()}
    assert len(grey) == len(TRADES)


def test_what_lights_a_gap_stays_inside_the_frame(ring: tuple[int, ...]) -> None:
    """Once the outline of an area was stroked beyond the edge of the picture."""
    square = square_of(ring)
    left, top, width, height = square.view_box
    for gap in ring:
        place = square.place(f"gap:{gap}")
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", place.shape)]
        across, down = numbers[::2], numbers[1::2]
        assert left + 10 <= min(across) < place.x < max(across) <= left + width - 10
        assert top + 10 <= min(down) < place.y < max(down) <= top + height - 10


# --- turned to its viewer ---

SEATS = range(2, 6)
WINDOW = 768 - 4.6 * 16  # px: what a window of 1366 x 768 leaves the board, either way


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_sits_below_and_the_next_house_is_to_the_right(seats: int) -> None:
    start = GAME.start(seats, Options())
    for viewer in (None, *range(seats)):
        square = sheets_of(GAME.conceal(start, viewer))[MAIN]
        mine = start.ring.index(viewer or 0)
        x, y = anchor(square, f"house:{start.ring[mine]}")
        assert y > 300
        assert abs(x) < 1e-6
        assert anchor(square, f"house:{start.ring[(mine + 1) % len(start.ring)]}")[0] > 100
        assert anchor(square, f"house:{start.ring[mine - 1]}")[0] < -100


def test_names_are_upright_and_lie_free_at_every_spot(ring: tuple[int, ...]) -> None:
    """Inside the picture, clear of all figures in the gaps beside them and of one another."""
    square = square_of(ring)
    left, top, width, height = square.view_box
    sign = square.symbol("sign")
    crowds = [
        (seating, 40 * seating.scale)
        for gap in ring
        for seating in seat(
            square,
            [
                Part(id=f"figure:{number}", symbol="piper", place=f"gap:{gap}")
                for number in range(min(len(ring) + 2, FIGURES))
            ],
        ).values()
    ]
    for house in ring:
        place = square.place(f"sign:{house}")
        assert (place.angle, place.flip) == (0, False)
        x, y = sign.width / 2, sign.height / 2
        assert left < place.x - x < place.x + x < left + width
        assert top < place.y - y < place.y + y < top + height
        for near in (f"level:{house}", f"trade:{house}"):
            shield = square.place(near)
            across = abs(shield.x - place.x) - x - 30
            down = abs(shield.y - place.y) - y - 33
            assert max(across, down) > -14, near  # over the door, the plate reaches behind them
        for seating, reach in crowds:
            aside = max(abs(seating.x - place.x) - x, abs(seating.y - place.y) - y)
            assert aside > reach / 2, (house, seating)


@pytest.mark.parametrize("language", BOARDS)
@pytest.mark.parametrize("seats", SEATS)
def test_whatever_is_written_on_the_square_can_be_read(seats: int, language: str) -> None:
    """At least 12 px high on a page of 1366 x 768, and figures at least 28 px."""
    board, names = BOARDS[language], ("Barnabas Becker", "Ben", "Cleo", "Dora", "Emil")[:seats]
    *_, state = islice((state for state, _ in walk(GAME, seats, Options(), seed=3)), 120)
    view = GAME.conceal(state, 0)
    square = board.sheets(view, names)[MAIN]
    pixels = WINDOW / max(square.view_box[2:])
    lying = {place.id for place in square.places}
    parts = [part for part in board.parts(view, names) if part.place in lying]
    where = seat(square, parts)
    for part in parts:
        scale = where[part.id].scale * pixels
        symbol = square.symbol(part.symbol)
        drawn = ET.fromstring(write(part_element(part, square, where[part.id])))
        if part.text:
            text = next(drawn.iter("text"))
            assert float(text.get("font-size", 0)) * scale >= 12, part
        if part.id.startswith("figure"):
            assert min(symbol.width, symbol.height) * scale >= 28, part
