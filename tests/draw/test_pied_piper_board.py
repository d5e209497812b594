"""The market square: who stands where, what shows how full a house is, and what stays hidden."""

from __future__ import annotations

import re
from math import cos, radians, sin
from typing import get_args
from xml.etree import ElementTree as ET

import pytest

from ratskeller.draw.board import Board, Part, picture, seat
from ratskeller.draw.pen import Point
from ratskeller.games.pied_piper.board import (
    CARDS,
    Card,
    Character,
    House,
    Slot,
    board,
    deck_parts,
    figure_parts,
    gap_angle,
    hand_board,
    hand_parts,
    heading,
    house_angle,
    house_parts,
    slot_parts,
)

RINGS = (3, 4, 5)
NAMES = {card: f"the {card}" for card in CARDS} | {"face_down": "a hidden card"}


def anchor(square: Board, place: str) -> Point:
    found = square.place(place)
    return found.x, found.y


def everything(houses: int, floors: int = 7) -> list[Part]:
    who: tuple[Character, ...] = get_args(Character)
    gaps = {character: at % houses for at, character in enumerate(who)}
    slots = [Slot("red", ("forward", None)), Slot("piper", ("back",)), None, Slot("black")]
    return [
        *house_parts([House(f"P{at}", floors - at, own=at == 1) for at in range(houses)], floors),
        *figure_parts(gaps),
        *slot_parts(slots, NAMES),
        *deck_parts(20, 9, "melody", "green", NAMES),
    ]


@pytest.mark.parametrize("floors", [7, 8])
@pytest.mark.parametrize("houses", RINGS)
def test_a_full_square_is_well_formed_and_obeys_the_csp(houses: int, floors: int) -> None:
    text = picture(board(houses, floors), everything(houses, floors), "light", title="Square")
    root = ET.fromstring(text)
    assert "style=" not in text
    assert not re.search(r"\son[a-z]+=", text)
    ids = {node.get("id") for node in root.iter() if node.get("id")}
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= ids


@pytest.mark.parametrize("houses", RINGS)
def test_the_square_is_drawn_the_same_way_twice(houses: int) -> None:
    first = picture(board(houses), everything(houses))
    assert first == picture(board(houses), everything(houses)[::-1])


@pytest.mark.parametrize("houses", RINGS)
def test_the_first_seat_is_below_and_the_next_one_to_its_right(houses: int) -> None:
    square = board(houses)
    x, y = anchor(square, "house:0")
    assert y > 0
    assert abs(x) < 1e-6
    assert anchor(square, "house:1")[0] > 100


@pytest.mark.parametrize("houses", RINGS)
def test_gap_i_lies_between_the_house_before_and_house_i(houses: int) -> None:
    for gap in range(houses):
        step = 180 / houses
        assert gap_angle(gap, houses) - house_angle(gap, houses) == pytest.approx(step)
    square = board(houses)
    assert anchor(square, "gap:0")[0] < 0 < anchor(square, "gap:1")[0]
    assert set(square.place("gap:0").neighbours) == {"house:0", f"house:{houses - 1}"}


@pytest.mark.parametrize("houses", RINGS)
def test_figures_face_forward_and_never_stand_on_their_heads(houses: int) -> None:
    for gap in range(houses):
        direction = gap_angle(gap, houses)
        tilt, flip = heading(direction)
        forward = direction - 90
        look = (-1 if flip else 1) * cos(radians(tilt)), (-1 if flip else 1) * sin(radians(tilt))
        ahead = look[0] * cos(radians(forward)) + look[1] * sin(radians(forward))
        assert ahead > 0.5
        assert abs(tilt) <= 30


@pytest.mark.parametrize("houses", RINGS)
def test_everything_lies_inside_the_picture(houses: int) -> None:
    square = board(houses)
    left, top, width, height = square.view_box
    for place in square.places:
        assert left < place.x < left + width, place.id
        assert top < place.y < top + height, place.id


@pytest.mark.parametrize("houses", RINGS)
def test_all_figures_in_one_gap_stay_inside_the_picture(houses: int) -> None:
    square = board(houses)
    left, top, width, height = square.view_box
    figures: tuple[Character, ...] = (*get_args(Character)[: houses + 1], "piper")
    for gap in range(houses):
        parts = figure_parts(dict.fromkeys(figures, gap))
        for name, seating in seat(square, parts).items():
            reach = 48 * seating.scale
            assert left < seating.x - reach < seating.x + reach < left + width, name
            assert top < seating.y - reach < seating.y + reach < top + height, name


@pytest.mark.parametrize("houses", RINGS)
def test_neighbours_exist_and_are_mutual(houses: int) -> None:
    square = board(houses)
    for place in square.places:
        for other in place.neighbours:
            assert place.id in square.place(other).neighbours


def test_only_three_to_five_houses_make_a_ring() -> None:
    with pytest.raises(ValueError, match="3, 4 or 5"):
        board(6)


def test_eyes_show_on_every_floor_the_tracker_has_reached() -> None:
    parts = house_parts([House("Anna", 3), House("Bo", 0), House("Cy", 7)])
    eyes = [part.id for part in parts if part.id.startswith("eyes:")]
    assert eyes[:3] == ["eyes:0:1", "eyes:0:2", "eyes:0:3"]
    assert len(eyes) == 3 + 0 + 7
    assert eyes[-1] == "eyes:2:7"


def test_the_roof_lifts_when_it_is_reached_and_not_before() -> None:
    def roof(level: int) -> str:
        parts = house_parts([House("Anna", level)])
        return next(part.place for part in parts if part.id == "roof:0")

    assert [roof(level) for level in (0, 6, 7)] == ["roof:0", "roof:0", "sky:0"]


def test_a_neutral_house_has_no_number_and_no_eyes() -> None:
    kinds = {part.id.split(":")[0] for part in house_parts([House("nobody", None)])}
    assert kinds == {"roof", "sign"}


def test_my_house_has_the_lantern() -> None:
    parts = house_parts([House("Anna", 1), House("Bo", 1, own=True)])
    assert [part.place for part in parts if part.id == "lantern"] == ["lantern:1"]


def test_two_face_down_cards_differ_in_nothing_but_their_nail() -> None:
    hidden = [part for part in slot_parts([Slot("red", (None,)), Slot("blue", (None,))], NAMES)
              if part.id.startswith("card:")]  # fmt: skip
    one, other = hidden
    assert (one.symbol, one.text, one.label) == (other.symbol, other.text, other.label)
    assert one.label == "a hidden card"


def test_the_back_of_a_card_is_not_the_card_back() -> None:
    """Once both were called ``card-back``, and a Back card lay open as if it were hidden."""
    ids = [symbol.id for symbol in board(4).symbols]
    assert len(ids) == len(set(ids))
    (_, card) = slot_parts([Slot("red", ("back",))], NAMES)
    assert card.symbol != "card-back"


def test_equal_cards_in_hand_are_one_part_with_a_count() -> None:
    hand: list[Card] = ["melody", "forward", "melody", "sewer"]
    parts = hand_parts(hand, NAMES)
    assert [(part.id, part.place, part.count) for part in parts] == [
        ("hand:forward", "hand:0", 1),
        ("hand:sewer", "hand:1", 1),
        ("hand:melody", "hand:2", 2),
    ]
    ET.fromstring(picture(hand_board(), parts))


@pytest.mark.parametrize("houses", RINGS)
def test_what_one_can_press_is_large_enough_on_a_phone(houses: int) -> None:
    """At 360 px a place is at least 24 px each way (A09)."""
    square = board(houses)
    pixel = square.view_box[2] / 360
    for place in square.places:
        if re.match(r"slot|deck|discard", place.id):
            match = re.search(r"h([\d.]+)v([\d.]+)", place.shape)
            assert match is not None
            assert min(float(match[1]), float(match[2])) >= 24 * pixel
