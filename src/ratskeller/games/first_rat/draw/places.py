"""The two sheets of First Rat: the junkyard, and the kit with what one has oneself.

To press, to focus, to light:

    space:14   burrow:R_mid   track:cockpit   shortcut:Y1   booth:frog
    shelf:library:3   shelf:hamster:0   pile:awards   row:2      named by what lies there

Anchors, which nobody can press:

    family:2   tile:14   bulb:12   light:12   bunk:2:0   peg:cockpit:0   slot:cockpit:0   porthole:3
    step:1   banner   change:2
    bin:0 .. bin:6   kit:0 .. kit:9   pocket:0 .. pocket:19      one's own kit
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from ratskeller.draw.board import Board, Place
from ratskeller.draw.pen import Point, rectangle
from ratskeller.draw.svg import Element, path
from ratskeller.games.first_rat.draw.booths import draw_booths, parasols
from ratskeller.games.first_rat.draw.burrow import burrow, earth, slate
from ratskeller.games.first_rat.draw.goods import goods_symbols
from ratskeller.games.first_rat.draw.items import bargain_symbols
from ratskeller.games.first_rat.draw.layout import (
    AWARDS,
    BANNER,
    CAVE,
    HEIGHT,
    LEGEND,
    LIBRARY,
    LINE_LENGTH,
    LINES,
    NODE,
    NODES,
    PORTHOLES,
    ROCKET_X,
    ROOMS,
    SPACES,
    STALLS,
    STAND,
    STEPS,
    TALLY_ROW,
    WIDTH,
    bulbs,
    bunks,
    family_spot,
    pipe_route,
    side_of,
    slot,
    tally_change,
    tally_row,
)
from ratskeller.games.first_rat.draw.pieces import piece_symbols, stock_symbols
from ratskeller.games.first_rat.draw.scenery import (
    cable,
    heap,
    launchpad,
    pipes,
    price_tags,
    sky,
    trail,
    unlit,
)
from ratskeller.games.first_rat.draw.tracks import laundry, legend_board, rocket, steps_board
from ratskeller.games.first_rat.rules.data import SLOTS
from ratskeller.games.first_rat.rules.state import BOOTHS, LAUNCHPAD, START, TRACKS, Space
from ratskeller.games.first_rat.rules.tables import TABLES, Tables

BINS: Final = 7
KIT: Final = 10
POCKETS: Final = 20
_BIN_PITCH: Final = 140.0
_KIT_PITCH: Final = 98.0
_POCKET_PITCH: Final = 49.0

# --- the junkyard -------------------------------------------------------------------------------


def yard_board(tables: Tables, seats: int, labels: Mapping[str, str]) -> Board:
    """Return the junkyard; `labels` are the names of places in the reader's language."""
    yard = _yard(tables.edition, seats)
    places = (replace(place, label=labels.get(place.id, "")) for place in yard.places)
    return replace(yard, places=tuple(places))


@cache
def _yard(edition: str, seats: int) -> Board:
    tables = TABLES[edition]
    return Board(
        background=_background(tables, seats),
        places=tuple(_places(tables, seats)),
        symbols=(*goods_symbols(), *bargain_symbols(), *piece_symbols()),
        view_box=(0.0, 0.0, WIDTH, HEIGHT),
        roomy=True,
    )


def _background(tables: Tables, seats: int) -> tuple[Element, ...]:
    box = tables.box
    shortcuts = tuple(box.shortcuts.values())
    hung = bulbs(box.light_string)
    exits = tuple(
        (tables.nodes[node], tables.nodes[goal])
        for node, goals in enumerate(tables.exits)
        for goal in goals
    )
    return (
        *sky(),
        *heap(),
        *laundry(box.costs),
        *rocket(),
        *earth(),
        *burrow(seats, exits),
        *slate(),
        *trail(),
        *launchpad(),
        *pipes(shortcuts),
        *cable(hung),
        *unlit(hung, tables.construction),
        *draw_booths({name: booth.price for name, booth in box.booths.items()}),
        *steps_board(),
        *legend_board(),
        *price_tags(shortcuts),
        *parasols({name: booth.space for name, booth in box.booths.items()}),
    )


def _places(tables: Tables, seats: int) -> Iterable[Place]:
    yield from _path_places(tables)
    for seat in range(seats):
        x, y = family_spot(seat, seats)
        yield Place(id=f"family:{seat}", within=f"space:{START}", shape="", region="path",
                    x=x, y=y, scale=1.2, pitch=44.0)  # fmt: skip
    yield from _light_places(tables)
    yield from _track_places()
    yield from _burrow_places(tables, seats)
    yield from _booth_places()
    yield from _sign_places(seats)


# --- path, lights, shortcuts --------------------------------------------------------------------


def _path_places(tables: Tables) -> Iterable[Place]:
    pipes_ = [(pipe.entrance, pipe.exit) for pipe in tables.box.shortcuts.values()]
    for space, (x, y) in SPACES.items():
        near = {space - 1, space + 1}
        near |= {end for start, end in pipes_ if start == space}
        near |= {start for start, end in pipes_ if end == space}
        yield Place(
            id=f"space:{space}",
            shape=_space_shape(space, x, y),
            neighbours=tuple(f"space:{one}" for one in sorted(near) if START <= one <= LAUNCHPAD),
            region="path",
            x=x,
            y=y + STAND if START < space < LAUNCHPAD else y - 8,
            scale=1.08,
            pitch=50.0,
        )
        if START < space < LAUNCHPAD:
            yield Place(id=f"tile:{space}", shape="", region="path", x=x, y=y)
    for name, pipe in tables.box.shortcuts.items():
        _, (x, y1), (_, y2), _ = pipe_route(pipe.entrance, pipe.exit)
        yield Place(
            id=f"shortcut:{name}",
            shape=rectangle(x, (y1 + y2) / 2, 48, 52),
            region="shortcuts",
            x=x,
            y=(y1 + y2) / 2,
        )


def _space_shape(space: Space, x: float, y: float) -> str:
    if space == START:
        return rectangle(x, y - 10, 2 * CAVE - 8, 92)
    if space == LAUNCHPAD:
        return rectangle(x, y + 4, 150, 88)
    return _circle(x, y, 50)


def _circle(x: float, y: float, r: float) -> str:
    return f"M{x:g} {y - r:g}A{r:g} {r:g} 0 1 1 {x - 0.01:g} {y - r:g}Z"


def _light_places(tables: Tables) -> Iterable[Place]:
    """Return a hook for every bulb, and a spot beyond it for the pins of those who are there."""
    out = {
        position: side_of(space).out
        for space in range(START + 1, LAUNCHPAD)
        for position in tables.box.light_string[str(space)]
    }
    for position, (x, y) in bulbs(tables.box.light_string).items():
        dx, dy = out.get(position, (0.0, -1.0))
        far = 20.0 if position else 0.0
        yield Place(id=f"bulb:{position}", shape="", region="lights", x=x, y=y)
        yield Place(
            id=f"light:{position}", shape="", region="lights", x=x + far * dx, y=y + far * dy,
            scale=1.0 if position else 1.22, pitch=38.0,
        )  # fmt: skip


# --- score tracks -------------------------------------------------------------------------------


def _track_places() -> Iterable[Place]:
    for track in TRACKS:
        yield _track_place(track)
        for number in range(SLOTS):
            x, y = slot(track, number)
            last = number == SLOTS - 1
            if track == "rattronaut":
                yield _anchor(f"peg:{track}:{number}", (x + 114, y))
                yield _anchor(f"porthole:{number}", (x, y))
                yield Place(
                    id=f"slot:{track}:{number}", shape="", region="tracks", x=x, y=y,
                    scale=1.16 if last else 0.88, pitch=44.0 if last else 0.0,
                )  # fmt: skip
            else:
                yield replace(_anchor(f"peg:{track}:{number}", (x, y)), scale=1.14)
                yield Place(
                    id=f"slot:{track}:{number}", shape="", region="tracks", x=x, y=y + 18,
                    scale=1.24 if last else 1.06, pitch=26.0 if last else 0.0,
                )  # fmt: skip


def _track_place(track: str) -> Place:
    if track == "rattronaut":
        top, bottom = PORTHOLES[0][1] - 34, PORTHOLES[-1][1] + 54
        shape = rectangle(ROCKET_X + 24, (top + bottom) / 2, 230, bottom - top)
        return Place(id=f"track:{track}", shape=shape, region="tracks", x=ROCKET_X, y=66)
    x, y = LINES[track]
    return Place(
        id=f"track:{track}",
        shape=rectangle(x + LINE_LENGTH / 2, y + 43, LINE_LENGTH + 6, 94),
        region="tracks",
        x=x + 26,
        y=y + 29,
    )


# --- below the ground ---------------------------------------------------------------------------


def _burrow_places(tables: Tables, seats: int) -> Iterable[Place]:
    names = tables.nodes
    for number, name in enumerate(names):
        x, y = _node(name)
        near = {names[goal] for goal in tables.exits[number]}
        near |= {names[one] for one, goals in enumerate(tables.exits) if number in goals}
        yield Place(
            id=f"burrow:{name}",
            shape=_room_shape(name) if name in ROOMS else _circle(x, y, NODE),
            neighbours=tuple(f"burrow:{one}" for one in sorted(near)),
            region="burrow",
            x=x,
            y=y,
            scale=1.06,
            pitch=42.0,
        )
    for number, (x, y) in enumerate(LIBRARY):
        yield _shelf(f"shelf:library:{number}", x, y, 66, 60)
    for seat in range(seats):
        for number, (x, y) in enumerate(bunks(seat, seats)):
            yield Place(id=f"bunk:{seat}:{number}", shape="", region="burrow", x=x, y=y - 6,
                        scale=0.88, pitch=14.0)  # fmt: skip


def _node(name: str) -> Point:
    """Return where a chamber is; those that only an edited data file has lie in the pantry."""
    return NODES.get(name, NODES["L_mid"])


def _room_shape(name: str) -> str:
    x, y, w, h = ROOMS[name]
    return f"M{x} {y}h{w}v{h}h-{w}Z"


# --- booths, awards, signs ----------------------------------------------------------------------


def _booth_places() -> Iterable[Place]:
    for booth in BOOTHS:
        stall = STALLS[booth]
        yield Place(
            id=f"booth:{booth}",
            shape=rectangle(stall.x, stall.y - 38, 92, 112),
            region="booths",
            x=stall.x,
            y=stall.y - 30,
        )
        width = {"hamster": 58.0, "frog": 54.0, "crow": 50.0}[booth]
        for number, (x, y) in enumerate(stall.shelf):
            yield _shelf(f"shelf:{booth}:{number}", x, y, width, 64)
    yield _shelf("pile:awards", *AWARDS, 60, 60)


def _shelf(name: str, x: float, y: float, width: float, height: float) -> Place:
    """Return a place without a name of its own: what lies there names it."""
    kind = name.rpartition(":")[0]
    scale = {"shelf:crow": 0.92, "shelf:frog": 1.08, "pile": 1.2}.get(kind, 1.0)
    return Place(id=name, shape=rectangle(x, y, width, height), region="things", x=x, y=y,
                 scale=scale)  # fmt: skip


def _sign_places(seats: int) -> Iterable[Place]:
    for number, at in enumerate(STEPS):
        yield _anchor(f"step:{number + 1}", at)
    yield _anchor("banner", BANNER)
    for colour, at in LEGEND.items():
        yield _anchor(f"legend:{colour}", at)
    for seat in range(seats):
        x, y = tally_row(seat, seats)
        shape = rectangle(x, y, *TALLY_ROW)
        yield Place(id=f"row:{seat}", shape=shape, region="tally", x=x, y=y)
        yield _anchor(f"change:{seat}", tally_change(seat, seats))


def _anchor(name: str, at: Point) -> Place:
    return Place(id=name, shape="", x=at[0], y=at[1])


# --- one's own kit ------------------------------------------------------------------------------


@cache
def kit_board() -> Board:
    """Return what lies before a player: goods in bins, and below them all things."""
    bins = (
        Place(id=f"bin:{at}", shape="", region="kit", x=(at - (BINS - 1) / 2) * _BIN_PITCH, y=76,
              scale=1.28)
        for at in range(BINS)
    )  # fmt: skip
    things = (
        Place(id=f"kit:{at}", shape="", region="kit", x=(at - (KIT - 1) / 2) * _KIT_PITCH, y=202,
              scale=1.5)
        for at in range(KIT)
    )  # fmt: skip
    pockets = (
        Place(id=f"pocket:{at}", shape="", region="kit",
              x=(at - (POCKETS - 1) / 2) * _POCKET_PITCH, y=202, scale=1.36)
        for at in range(POCKETS)
    )  # fmt: skip
    return Board(
        background=(path("M-490 254H490", "line line-timber", stroke_width=5),),
        places=(*bins, *things, *pockets),
        symbols=(*goods_symbols(), *bargain_symbols(), *stock_symbols()),
        view_box=(-500.0, 0.0, 1000.0, 262.0),
    )
