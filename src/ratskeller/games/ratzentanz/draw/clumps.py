"""Walls, gardens and water of the map: marks that touch are one clump, and a clump is one stroke."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from ratskeller.draw.pen import Point
from ratskeller.games.ratzentanz.draw.layout import CELL

Clump: TypeAlias = list[Point]
"""Marks that touch, in cells of the map, in reading order."""

_NEAR: Final = (0.26, 0.51)
"""Marks this far apart, in cells, touch: one character along, one line of text down."""


def clumps(points: Iterable[Point], *, across: bool = False) -> list[Clump]:
    """Return the marks in clumps of those that touch; with `across`, only along a line."""
    left = sorted(points, key=lambda point: point[::-1])
    found: list[Clump] = []
    while left:
        clump, edge = [left[0]], [left.pop(0)]
        while edge:
            here = edge.pop()
            near = [one for one in left if _touch(here, one, across=across)]
            left = [one for one in left if one not in near]
            clump += near
            edge += near
        found.append(sorted(clump, key=lambda point: point[::-1]))
    return found


def _touch(one: Point, other: Point, *, across: bool = False) -> bool:
    dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
    return (dx <= _NEAR[0] and dy == 0) or (dx == 0 and dy <= _NEAR[1] and not across)


def strokes(clump: Clump) -> str:
    """Return strokes along every straight run of touching marks; a lone mark is a short stroke."""
    pieces: list[str] = []
    for along, aside in ((0, 1), (1, 0)):
        reach = _NEAR[along]
        ordered = sorted(clump, key=lambda point: (point[aside], point[along]))
        start = ordered[0]
        for here, there in zip(ordered, [*ordered[1:], None], strict=True):
            if there and there[aside] == here[aside] and there[along] - here[along] <= reach:
                continue
            if start != here:
                pieces.append(_stroke(start, here))
            start = there or start
    return "".join(pieces) or _stroke(clump[0], (clump[0][0] + 0.1, clump[0][1]))


def _stroke(start: Point, end: Point) -> str:
    return f"M{start[0] * CELL:g} {start[1] * CELL:g}L{end[0] * CELL:g} {end[1] * CELL:g}"


def ends(clump: Clump) -> list[Point]:
    """Return where a piece of wall ends or turns: there it has a tower."""
    found = []
    for here in clump:
        near = [one for one in clump if one != here and _touch(here, one)]
        if len(near) == 1 or (
            len(near) == 2 and near[0][0] != near[1][0] and near[0][1] != near[1][1]
        ):
            found.append(here)
    return found


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
