"""The knife of the woodcutter: smooth lines, lines that taper, and rows of cuts.

Woodcut lines are never of one width; they swell and run out.  These functions turn a few points
into path data that does the same, so that tails and hatchings need no gradient and no stroke.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ratskeller.draw.svg import number

Point: TypeAlias = tuple[float, float]


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return path data of a Catmull-Rom curve through all the points."""
    count = len(points)
    if count < 2:
        raise ValueError("a curve needs two points at least")
    last = count if closed else count - 1
    start = points[0]
    pieces = [f"M{start[0]:.2f} {start[1]:.2f}"]
    for at in range(last):
        before, here, there, after = (
            _point(points, at + step, closed=closed) for step in (-1, 0, 1, 2)
        )
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        pieces.append(_cubic(first, second, there))
    return "".join(pieces) + ("Z" if closed else "")


def taper(points: Sequence[Point], thick: float, thin: float, *, steps: int = 3) -> str:
    """Return a closed outline that follows the points and narrows from thick to thin (widths)."""
    spine = _sample(points, steps)
    last = len(spine) - 1
    left: list[Point] = []
    right: list[Point] = []
    for at, (x, y) in enumerate(spine):
        normal = _normal(spine[max(0, at - 1)], spine[min(last, at + 1)])
        half = (thick + (thin - thick) * at / last) / 2
        left.append((x + normal[0] * half, y + normal[1] * half))
        right.append((x - normal[0] * half, y - normal[1] * half))
    tip = f"A{thin / 2:.2f} {thin / 2:.2f} 0 0 0 {right[-1][0]:.2f} {right[-1][1]:.2f}"
    back = smooth(right[::-1]).partition("C")[2]
    return f"{smooth(left)}{tip}C{back}Z"


def cut(start: Point, end: Point, width: float, bend: float = 0.0) -> str:
    """Return one cut of the knife: a wedge, wide at the start, that runs out to nothing."""
    normal = _normal(start, end)
    middle = (
        (start[0] + end[0]) / 2 + normal[0] * bend,
        (start[1] + end[1]) / 2 + normal[1] * bend,
    )
    half = width / 2
    a = (start[0] + normal[0] * half, start[1] + normal[1] * half)
    b = (start[0] - normal[0] * half, start[1] - normal[1] * half)
    return (
        f"M{a[0]:.2f} {a[1]:.2f}Q{middle[0]:.2f} {middle[1]:.2f} {end[0]:.2f} {end[1]:.2f}"
        f"Q{middle[0]:.2f} {middle[1]:.2f} {b[0]:.2f} {b[1]:.2f}Z"
    )


def cuts(
    edge: tuple[Point, Point],
    way: Point,
    count: int,
    width: float,
    bend: float = 0.0,
) -> str:
    """Return a row of cuts that start on an edge and run out along a way, longest in the middle."""
    (x1, y1), (x2, y2) = edge
    pieces: list[str] = []
    for at in range(count):
        share = at / (count - 1) if count > 1 else 0.5
        reach = 0.55 + 0.45 * math.sin(math.pi * (0.15 + 0.7 * share))
        start = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
        end = (start[0] + way[0] * reach, start[1] + way[1] * reach)
        pieces.append(cut(start, end, width, bend))
    return "".join(pieces)


def polar(radius: float, degrees: float, centre: Point = (0.0, 0.0)) -> Point:
    """Return the point at an angle; 0 is right and, as y grows downwards, 90 is below."""
    turn = math.radians(degrees)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle around a point."""
    left, top = number(x - width / 2), number(y - height / 2)
    across, down = number(width), number(height)
    return f"M{left} {top}h{across}v{down}h-{across}Z"


def polygon(corners: Iterable[Point]) -> str:
    """Return a closed shape with straight sides."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def _cubic(first: Point, second: Point, end: Point) -> str:
    return (
        f"C{first[0]:.2f} {first[1]:.2f} {second[0]:.2f} {second[1]:.2f} {end[0]:.2f} {end[1]:.2f}"
    )


def _point(points: Sequence[Point], at: int, *, closed: bool) -> Point:
    if closed:
        return points[at % len(points)]
    return points[min(max(at, 0), len(points) - 1)]


def _sample(points: Sequence[Point], steps: int) -> list[Point]:
    spine: list[Point] = []
    for at in range(len(points) - 1):
        corners = [_point(points, at + step, closed=False) for step in (-1, 0, 1, 2)]
        spine.extend(_catmull(corners, step / steps) for step in range(steps))
    return [*spine, points[-1]]


def _catmull(corners: Sequence[Point], t: float) -> Point:
    p0, p1, p2, p3 = corners
    x, y = (
        0.5
        * (
            2 * p1[axis]
            + (p2[axis] - p0[axis]) * t
            + (2 * p0[axis] - 5 * p1[axis] + 4 * p2[axis] - p3[axis]) * t**2
            + (3 * p1[axis] - p0[axis] - 3 * p2[axis] + p3[axis]) * t**3
        )
        for axis in (0, 1)
    )
    return x, y


def _normal(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    return -dy / length, dx / length
