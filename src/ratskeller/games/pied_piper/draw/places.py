"""The two sheets of The Pied Piper: the square, and the shelf on which one's own hand lies.

    house:2  gap:2  slot:0                    to press, to focus, to light
    floor:2:5  roof:2  sky:2  sign:2  level:2  trade:2
    lantern:2  trophies:2  left:2  raisers:2
                                              anchors on a house, from eyes to trackers taken
    nail:0:1                                  where the newer card of the first Character hangs
    deck:action  discard:action  deck:character  discard:character
    shelf:0 .. shelf:6                        the hand, at half a card's width from each other

Houses and gaps bear the numbers of the game, wherever in the ring they stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from ratskeller.draw.board import Board, Place
from ratskeller.draw.palette import TONES
from ratskeller.draw.pen import Point, polar, polygon
from ratskeller.draw.pieces import pieces
from ratskeller.draw.posters import poster_symbols
from ratskeller.draw.svg import el, path
from ratskeller.draw.symbol import Symbol, symbol
from ratskeller.draw.town import (
    FLOORS_HEIGHT,
    GROUND_HEIGHT,
    HOUSE_HEIGHT,
    ROOF_HEIGHT,
    Front,
    town_symbols,
)
from ratskeller.games.pied_piper.draw.cards import (
    card_symbols,
    floor_symbols,
    house_symbols,
    pile_symbols,
)
from ratskeller.games.pied_piper.draw.danger import TAG_HEIGHT, TAG_WIDTH, danger_symbols
from ratskeller.games.pied_piper.draw.square import (
    EDGE,
    NAIL_ROWS,
    PILE_ROW,
    PILES,
    Ring,
    Spot,
    SquarePlan,
    at_house,
    background,
    cut_to,
    frame,
    gap_angle,
    heading,
    house_angle,
    plan_of,
    view_box,
)
from ratskeller.games.pied_piper.rules.state import HAND, SLOTS

SHELF: Final = 2 * HAND - 1
"""Spots on the shelf: hands of one to four kinds of cards all lie in the middle of it."""
_CARD_PITCH: Final = 232.0
_CLEAR: Final = 6.0
"""How far what hangs on a roof keeps from the frame of the square."""


def square_board(ring: Ring, seats: int, labels: Mapping[str, str]) -> Board:
    """Return the market square, the first house of the ring below; `labels` are the names of places
    in the reader's language.
    """
    square = _square(ring, seats)
    places = (replace(place, label=labels.get(place.id, "")) for place in square.places)
    return replace(square, places=tuple(places))


@cache
def _square(ring: Ring, seats: int) -> Board:
    plan = plan_of(len(ring))
    front = plan.front
    return Board(
        background=background(ring, (house for house in ring if house >= seats)),
        places=(
            *_house_places(ring, front),
            *_gap_places(ring),
            *_slot_places(plan),
            *_pile_places(plan),
        ),
        symbols=_symbols(front),
        view_box=view_box(len(ring)),
    )


def _symbols(front: Front) -> tuple[Symbol, ...]:
    runners = (f"rat-run-{tone.name}" for tone in TONES)
    sitters = (f"rat-sit-{tone.name}" for tone in TONES)
    return (
        *pieces([*runners, *sitters, "piper"]),
        _house_front(front),
        *town_symbols(front),
        *house_symbols(),
        *danger_symbols(),
        *card_symbols(),
        *floor_symbols(),
        *pile_symbols(),
        *poster_symbols(),
    )


def _house_front(front: Front) -> Symbol:
    """Return a frame without ink around the floors of a house: it only bears the words for it."""
    frame = el("rect", width=front.width, height=FLOORS_HEIGHT, fill="none")
    return symbol("house-front", front.width, FLOORS_HEIGHT, (frame,))


@cache
def hand_board() -> Board:
    """Return the shelf below the square on which one's own cards lie."""
    places = tuple(
        Place(
            id=f"shelf:{at}",
            shape="",
            region="hand",
            x=(at - (SHELF - 1) / 2) * _CARD_PITCH / 2,
            scale=2.08,
        )
        for at in range(SHELF)
    )
    plank = path(f"M{-EDGE} 92H{EDGE}", "line line-timber", stroke_width=5)
    return Board(
        background=(plank,),
        places=places,
        symbols=card_symbols(),
        view_box=(-EDGE, -106, 2 * EDGE, 206),
    )


# --- around the square --------------------------------------------------------------------------


def _house_places(ring: Ring, front: Front) -> Iterable[Place]:
    houses = len(ring)
    eaves = -GROUND_HEIGHT - FLOORS_HEIGHT
    half = front.width / 2
    for spot, house in enumerate(ring):
        yield _house_place(spot, ring, half + 10)
        for floor in range(1, front.floors + 1):
            yield _anchor(f"floor:{house}:{floor}", spot, houses, (0, front.floor_middle(floor)))
        yield _anchor(f"roof:{house}", spot, houses, (0, eaves - ROOF_HEIGHT / 2 + 3))
        yield _anchor(f"sky:{house}", spot, houses, (0, eaves - ROOF_HEIGHT / 2 - 8))
        x, y = plan_of(houses).names[spot]
        yield Place(id=f"sign:{house}", shape="", region="house", x=x, y=y)
        for side, name in ((-1, "left"), (1, "raisers")):
            at = (side * 37, eaves - ROOF_HEIGHT / 2 + 6)
            yield _within(_anchor(f"{name}:{house}", spot, houses, at, upright=True), houses)
        yield _anchor(f"level:{house}", spot, houses, (half + 8, -20), upright=True)
        yield _anchor(f"trade:{house}", spot, houses, (-half - 8, -20), upright=True)
        yield _anchor(f"lantern:{house}", spot, houses, (-half - 16, -92), upright=True)
        trophies = _anchor(f"trophies:{house}", spot, houses, (half + 16, -88), upright=True)
        yield replace(trophies, scale=0.74, pitch=38.0)


def _house_place(spot: Spot, ring: Ring, half: float) -> Place:
    houses, house = len(ring), ring[spot]
    corners = ((-half, 6), (half, 6), (half, -HOUSE_HEIGHT), (-half, -HOUSE_HEIGHT))
    x, y = at_house(spot, houses, 0, -GROUND_HEIGHT - FLOORS_HEIGHT / 2)
    return Place(
        id=f"house:{house}",
        shape=polygon(at_house(spot, houses, *corner) for corner in corners),
        neighbours=(f"gap:{house}", f"gap:{ring[(spot + 1) % houses]}"),
        region="ring",
        x=x,
        y=y,
        angle=house_angle(spot, houses) + 90,
    )


def _anchor(name: str, spot: Spot, houses: int, at: Point, *, upright: bool = False) -> Place:
    """Return a point on a house that nobody can press: its shape is empty."""
    x, y = at_house(spot, houses, *at)
    angle = 0.0 if upright else house_angle(spot, houses) + 90
    return Place(id=name, shape="", region="house", x=x, y=y, angle=angle)


def _within(place: Place, houses: int) -> Place:
    """Return a place moved so far from the frame that a tag on it does not touch the rule."""
    left, top, right, bottom = frame(plan_of(houses))
    across, down = TAG_WIDTH / 2 + _CLEAR, TAG_HEIGHT / 2 + _CLEAR
    x = min(max(place.x, left + across), right - across)
    y = min(max(place.y, top + down), bottom - down)
    return replace(place, x=x, y=y)


def _gap_places(ring: Ring) -> Iterable[Place]:
    houses = len(ring)
    plan = plan_of(houses)
    for spot, house in enumerate(ring):
        direction = gap_angle(spot, houses)
        x, y = polar(plan.standing(direction), direction)
        tilt, flip = heading(direction)
        yield Place(
            id=f"gap:{house}",
            shape=_gap_shape(spot, houses),
            neighbours=(f"house:{house}", f"house:{ring[spot - 1]}"),
            region="ring",
            x=x,
            y=y,
            angle=tilt,
            flip=flip,
            scale=plan.figure,
            pitch=104 * plan.figure,
        )


def _gap_shape(spot: Spot, houses: int) -> str:
    """Return the lane between two houses, as far as the frame: what lights it stays on the cobbles."""
    plan = plan_of(houses)
    half = plan.width / 2 + 12
    before = (spot - 1) % houses
    near = [at_house(before, houses, -half, 8), at_house(spot, houses, half, 8)]
    far = [at_house(spot, houses, half + 12, -200), at_house(before, houses, -half - 12, -200)]
    direction = gap_angle(spot, houses)
    mouth, end = polar(plan.square, direction), polar(plan.stand + 110, direction)
    return polygon(cut_to([near[0], mouth, near[1], far[0], end, far[1]], frame(plan)))


# --- on the notice board ------------------------------------------------------------------------


def _slot_places(plan: SquarePlan) -> Iterable[Place]:
    for slot in range(SLOTS):
        middle = plan.slot_middle(slot)
        x, y = plan.on_block(middle, -35)
        yield Place(
            id=f"slot:{slot}",
            shape=plan.block_rectangle(middle, 50, plan.pitch, 304),
            neighbours=tuple(f"slot:{near}" for near in (slot - 1, slot + 1) if 0 <= near < SLOTS),
            region="line",
            x=x,
            y=y,
            scale=plan.block,
        )
        for nail, row in enumerate(NAIL_ROWS):
            x, y = plan.on_block(middle, row)
            yield Place(
                id=f"nail:{slot}:{nail}", shape="", region="line", x=x, y=y, scale=plan.block
            )


def _pile_places(plan: SquarePlan) -> Iterable[Place]:
    for name, (middle, scale) in PILES.items():
        x, y = plan.on_block(middle, PILE_ROW)
        yield Place(
            id=name,
            shape=plan.block_rectangle(middle, PILE_ROW, 80, 76),
            region="decks",
            x=x,
            y=y,
            scale=scale * plan.block,
        )
