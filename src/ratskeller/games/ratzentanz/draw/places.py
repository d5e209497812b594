"""The sheet of Ratzentanz: the town and its rim as places.

    sq:h7                 every square: to press, to light, to walk over; neighbours are its links
    larder:0  slot:0.4    the larder of a seat, and its slot for a kind of food
    sign:0  lantern:0  threat:0  throw:0  spare:0.5        the rest of its desk
    stock:h2  door:h2     in a storeroom: where its food lies, and the cat who locks it
    rim:piper  rim:cat    outside the walls

The dice lie on a sheet of their own (`dice.py`).
Seats have the same desk in every match of so many players: the sheet tells nothing of the play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from ratskeller.draw.board import Board, Place
from ratskeller.draw.pen import Point, rectangle
from ratskeller.draw.symbol import Symbol
from ratskeller.games.ratzentanz.draw.buildings import (
    house_shape,
    nest_shape,
    roof_symbols,
    roofs,
    storeroom_shape,
)
from ratskeller.games.ratzentanz.draw.food import food_symbols, rat_symbols
from ratskeller.games.ratzentanz.draw.layout import ROOM, SLOT, STORE, Layout
from ratskeller.games.ratzentanz.draw.rim import rim, rim_symbols
from ratskeller.games.ratzentanz.draw.streets import alley_marks, street_defs, street_symbols
from ratskeller.games.ratzentanz.draw.streets import ground as streets
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import KINDS, RATS, Square
from ratskeller.games.ratzentanz.rules.town import ALLEY, BUILDING, NEST

_FIGURE: Final = 0.77
_PITCH: Final = 60.0
_ROOM: Final = 0.71
"""How large rats are in a storeroom."""


def town_board(ground: Ground, seats: int, labels: Mapping[str, str]) -> Board:
    """Return the sheet for so many seats; `labels` are the names of places for the reader."""
    layout = Layout(ground.town)
    corners = [ground.town.nests.index(home) for home in ground.homes[seats]]
    places = (*_squares(layout), *_desks(layout, corners), *_outside(layout), *_stores(layout))
    return Board(
        background=(
            *(street_defs(), *streets(layout), *roofs(layout)),
            *(*alley_marks(layout), *rim(layout, corners)),
        ),
        places=tuple(replace(place, label=labels.get(place.id, "")) for place in places),
        symbols=_symbols(ground, layout),
        view_box=layout.view_box,
        roomy=True,
    )


def _symbols(ground: Ground, layout: Layout) -> tuple[Symbol, ...]:
    found = (
        *street_symbols(),
        *food_symbols(ground.box.food),
        *rat_symbols(),
        *roof_symbols(layout),
        *rim_symbols(),
    )
    return tuple({one.id: one for one in found}.values())


# --- the town -----------------------------------------------------------------------------------


def _squares(layout: Layout) -> Iterator[Place]:
    town = layout.town
    for square, name in enumerate(town.names):
        x, y = layout.standing(square)
        yield Place(
            id=f"sq:{name}",
            shape=_shape(layout, square),
            neighbours=tuple(f"sq:{town.names[near]}" for near in town.links[square]),
            region="town",
            x=x,
            y=y,
            scale=_ROOM if layout.is_storeroom(square) else _FIGURE,
            pitch=_PITCH + 5 if town.marks[square] in (NEST, BUILDING) else _PITCH,
        )


def _shape(layout: Layout, square: Square) -> str:
    mark = layout.town.marks[square]
    x, y = layout.centre(square)
    if mark == NEST:
        return nest_shape(layout, square)
    if mark == BUILDING:
        return house_shape(layout, square)
    if layout.is_storeroom(square):
        return storeroom_shape(layout, square)
    side = 78.0 if mark == ALLEY else 92.0
    return rectangle(x, y, side, side)


def _stores(layout: Layout) -> Iterator[Place]:
    """Return in every storeroom a room for its food, and the gable for the cat."""
    for kind in range(1, KINDS + 1):
        storeroom = layout.town.storeroom(kind)
        name = layout.town.names[storeroom]
        x, y = layout.stock(storeroom)
        yield Place(
            id=f"stock:{name}",
            shape=rectangle(x, y, STORE - 14, ROOM),
            neighbours=(f"sq:{name}",),
            region="town",
            x=x,
            y=y,
            scale=0.66,
            pitch=_PITCH,
        )
        yield _anchor(f"door:{name}", layout.gable(storeroom), 0.8)


# --- the rim ------------------------------------------------------------------------------------


def _desks(layout: Layout, corners: Sequence[int]) -> Iterator[Place]:
    for seat, corner in enumerate(corners):
        x, y = layout.larder(corner)
        yield Place(
            id=f"larder:{seat}",
            shape=rectangle(x, y, 2 * SLOT + 12, 3 * SLOT + 2),
            region="desk",
            x=x,
            y=y,
        )
        for kind in range(1, KINDS + 1):
            yield _anchor(f"slot:{seat}.{kind}", layout.slot(corner, kind), 0.72)
        yield _anchor(f"sign:{seat}", layout.sign(corner))
        yield _anchor(f"lantern:{seat}", layout.lantern(corner), 0.9)
        yield _anchor(f"threat:{seat}", layout.threat(corner))
        yield _anchor(f"throw:{seat}", layout.threat(corner), 0.68)
        for rat in range(1, RATS + 1):
            yield _anchor(f"spare:{seat}.{rat}", layout.spare(corner, rat), 0.58)


def _outside(layout: Layout) -> Iterator[Place]:
    yield _anchor("rim:piper", layout.outside(cat=False), 0.74)
    yield _anchor("rim:cat", layout.outside(cat=True), 0.8)


def _anchor(name: str, spot: Point, scale: float = 1.0) -> Place:
    """Return a point that nobody can press: its shape is empty."""
    return Place(id=name, shape="", region="rim", x=spot[0], y=spot[1], scale=scale)
