"""What a town must be like: the constraints B-01 to B-14, each with the place that breaks it.

Only counts and a few distances of the printed board are known; these constraints are what the rules
say or imply about the rest. The engine relies on those in `NEEDED`. The others an owner of the box
may waive in the data file, where the true board is different. B-15, the length of a game, can only
be played out; a test does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from ratskeller.core.game import BadData
from ratskeller.games.ratzentanz.rules.state import Square
from ratskeller.games.ratzentanz.rules.town import (
    ALLEY,
    BUILDING,
    CANAL,
    NEST,
    STAIRS,
    STOREROOMS,
    Town,
    flood,
)
from ratskeller.games.ratzentanz.rules.walks import walks_from

Complaint = tuple[Square, str]
"""A square where a constraint does not hold (-1: no place in particular), and what is wrong."""

_COUNTS: Final = (
    (NEST, 4, "nests"),
    (BUILDING, 10, "buildings"),
    (CANAL, 4, "canal entrances"),
    (STAIRS, 4, "magic stairs"),
)
_DICE: Final = range(1, 7)
_FIRST_BUILDING: Final = (3, 4)
_NEAREST: Final = 6


def check(town: Town, waived: Collection[str] = ()) -> None:
    """Raise `BadData` with the first constraint that does not hold, and the place."""
    for rule in waived:
        if rule not in CONSTRAINTS:
            raise BadData(f"there is no constraint {rule}; they run from B-01 to B-14")
        if rule in NEEDED:
            raise BadData(f"{rule} cannot be waived: the rules rely on it")
    for rule, find in CONSTRAINTS.items():
        if rule in waived:
            continue
        for place, what in find(town):
            where = f" at {town.names[place]}" if place >= 0 else ""
            raise BadData(f"town, {rule}{where}: {what}")


def _counts(town: Town) -> Iterator[Complaint]:
    """Four nests, ten buildings, six storerooms, four canals, four stairs (B-01)."""
    for mark, wanted, noun in _COUNTS:
        found = len(town.all_of(mark))
        if found != wanted:
            yield -1, f"there must be {wanted} {noun}, not {found}"
    for kind in STOREROOMS:
        found = town.marks.count(kind)
        if found != 1:
            yield -1, f"there must be one storeroom of kind {kind}, not {found}"
    reached = flood(town, town.all_of(NEST)[0])
    for square in range(len(town.names)):
        if square not in reached:
            yield square, "no way leads here from the nests"


def _first_building(town: Town) -> Iterator[Complaint]:
    """From each nest a 3 as well as a 4 leads into the first building (B-02)."""
    for nest in town.nests:
        entered = {steps: _ends(town, nest, steps, (BUILDING,)) for steps in range(1, 5)}
        if entered[1] or entered[2]:
            yield nest, "a building is nearer than 3 steps"
        if not entered[3] & entered[4]:
            yield nest, "no building can be entered with a 3 and with a 4"


def _nearest(town: Town) -> Iterator[Complaint]:
    """A 6 from the nest reaches the nearest storeroom and the nearest stairs (B-03)."""
    for nest in town.nests:
        for marks, noun in ((STOREROOMS, "storeroom"), ((STAIRS,), "stairs")):
            near = _nearest_distance(town, nest, marks)
            if near != _NEAREST:
                yield nest, f"the nearest {noun} must be 6 steps away, not {near}"
        if _nearest_distance(town, nest, (CANAL,)) <= _NEAREST:
            yield nest, "a canal entrance is nearer than 7 steps"


def _storerooms(town: Town) -> Iterator[Complaint]:
    """Storerooms have one entrance, so that one cat locks them; there are six (B-04)."""
    yield from _leaves(town, STOREROOMS, "a storeroom")


def _nests(town: Town) -> Iterator[Complaint]:
    """Each nest lies behind a gate of its own, an alley square (B-05)."""
    yield from _leaves(town, (NEST,), "a nest")
    for nest in town.all_of(NEST):
        gates = town.links[nest]
        if gates and town.marks[gates[0]] != ALLEY:
            yield nest, "the square in front of a nest must be an alley square"
        if gates and sum(town.links[other][:1] == gates for other in town.all_of(NEST)) > 1:
            yield nest, "two nests share a gate"


def _no_bottleneck(town: Town) -> Iterator[Complaint]:
    """Gates fork, and no other single alley square cuts nests or alleys off (B-06)."""
    nests, alleys = town.all_of(NEST), town.all_of(ALLEY)
    for gate in town.gates:
        if len(town.links[gate]) < 3:
            yield gate, "a gate must have two ways into the town"
    for square in alleys:
        if square in town.gates:
            continue
        reached = flood(town, nests[0], without=[square])
        for other in (*nests, *alleys):
            if other != square and other not in reached:
                yield square, f"this square alone cuts off {town.names[other]}"
                break


def _doors(town: Town) -> Iterator[Complaint]:
    """Some buildings have one door, some have two (B-07)."""
    doors = {len(town.links[building]) for building in town.all_of(BUILDING)}
    if 1 not in doors:
        yield -1, "at least one building must have one door"
    if not any(count > 1 for count in doors):
        yield -1, "at least one building must have a second door"


def _rectangle(town: Town) -> Iterator[Complaint]:
    """The stairs stand on the corners of an upright rectangle (B-08)."""
    places = {town.centre(square) for square in town.stairs}
    columns, lines = {x for x, _ in places}, {y for _, y in places}
    if len(columns) != 2 or len(lines) != 2:
        for square in town.stairs:
            x, y = town.centre(square)
            if sum(a == x for a, _ in places) != 2 or sum(b == y for _, b in places) != 2:
                yield square, "the stairs must stand on the corners of a rectangle"


def _shafts(town: Town) -> Iterator[Complaint]:
    """Canal entrances and stairs have one neighbour, so that nothing passes over them (B-09)."""
    yield from _leaves(town, (CANAL,), "a canal entrance")
    yield from _leaves(town, (STAIRS,), "a stairs square")


def _onward(town: Town) -> Iterator[Complaint]:
    """From every canal and stairs square each number can be walked (B-10)."""
    yield from _walkable(town, town.all_of(CANAL, STAIRS))


def _outward(town: Town) -> Iterator[Complaint]:
    """From every nest each number can be walked (B-11)."""
    yield from _walkable(town, town.nests)


def _mirrors(town: Town) -> Iterator[Complaint]:
    """The town is the same left and right, and the same above and below (B-12)."""
    by_cells = {frozenset(cells): square for square, cells in enumerate(town.cells)}
    for axis in (0, 1):
        image: dict[Square, Square] = {}
        for square, cells in enumerate(town.cells):
            flipped = frozenset(
                (town.width - 1 - x, y) if axis == 0 else (x, town.height - 1 - y) for x, y in cells
            )
            twin = by_cells.get(flipped)
            if twin is None or _sort(town, twin) != _sort(town, square):
                yield square, f"it has no twin {'left and right' if axis == 0 else 'up and down'}"
                return
            image[square] = twin
        for square, links in enumerate(town.links):
            if {image[near] for near in links} != set(town.links[image[square]]):
                yield square, f"its twin {town.names[image[square]]} has other neighbours"


def _fair(town: Town) -> Iterator[Complaint]:
    """Every nest is as far from everything as the others are (B-13)."""
    first, *others = town.nests
    wanted = _distances(town, first)
    for nest in others:
        if _distances(town, nest) != wanted:
            yield nest, f"its distances are not those of {town.names[first]}"


def _cover(town: Town) -> Iterator[Complaint]:
    """From every alley square cover can be reached with some number (B-14)."""
    for square in town.all_of(ALLEY):
        if not any(
            town.marks[walk[-1]] != ALLEY
            for steps in _DICE
            for walk in walks_from(town, square, steps)
        ):
            yield square, "no number leads from here to cover"


CONSTRAINTS: Final[dict[str, Callable[[Town], Iterator[Complaint]]]] = {
    "B-01": _counts,
    "B-04": _storerooms,
    "B-05": _nests,
    "B-08": _rectangle,
    "B-09": _shafts,
    "B-02": _first_building,
    "B-03": _nearest,
    "B-06": _no_bottleneck,
    "B-07": _doors,
    "B-10": _onward,
    "B-11": _outward,
    "B-12": _mirrors,
    "B-13": _fair,
    "B-14": _cover,
}
"""In the order of checking: the later ones take the earlier for granted."""

NEEDED: Final = frozenset(("B-01", "B-04", "B-05", "B-08", "B-09"))


# --- helpers -----------------------------------------------------------------------------------


def _leaves(town: Town, marks: tuple[str, ...], noun: str) -> Iterator[Complaint]:
    for square in town.all_of(*marks):
        if len(town.links[square]) != 1:
            yield square, f"{noun} must have one neighbour, not {len(town.links[square])}"


def _walkable(town: Town, squares: tuple[Square, ...]) -> Iterator[Complaint]:
    for square in squares:
        for steps in _DICE:
            if not walks_from(town, square, steps):
                yield square, f"a {steps} cannot be walked from here"


def _ends(town: Town, start: Square, steps: int, marks: tuple[str, ...]) -> set[Square]:
    ends = {walk[-1] for walk in walks_from(town, start, steps)}
    return {square for square in ends if town.marks[square] in marks}


def _nearest_distance(town: Town, start: Square, marks: tuple[str, ...]) -> int:
    return min(steps for square, steps in flood(town, start).items() if town.marks[square] in marks)


def _sort(town: Town, square: Square) -> str:
    """What a square is; storerooms are alike, whatever they hold."""
    mark = town.marks[square]
    return "storeroom" if mark in STOREROOMS else mark


def _distances(town: Town, nest: Square) -> dict[str, list[int]]:
    """How far everything is, sorted, by what it is."""
    found: dict[str, list[int]] = {}
    for square, steps in flood(town, nest).items():
        found.setdefault(_sort(town, square), []).append(steps)
    return {sort: sorted(steps) for sort, steps in found.items()}
