"""The still ground of Hamelin, printed from the bottom up.

Meadow and gardens, the compass of mirror lines, the canal, then the alleys over it: the canal runs
under the paving. The town wall closes it in. What has a roof is drawn by `roofs.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from string import ascii_lowercase, digits
from typing import Final

from ratskeller.draw.pen import Point, cut, cuts, polar, smooth
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Symbol, symbol
from ratskeller.games.ratzentanz.draw.clumps import clumps, ends, middle, strokes
from ratskeller.games.ratzentanz.draw.layout import CELL, PLATE, Box, Layout
from ratskeller.games.ratzentanz.rules.town import ALLEY, CANAL

WALL: Final = "#"
GARDEN: Final = '"'
WATER: Final = "~"

_LANE: Final = 34.0
_THREAD: Final = 15.0
"""Width of the canal where it is a thread."""


def street_defs() -> Element:
    """Return the patterns of cobbles, meadow and roof tiles."""
    stones = (
        "M0 5C3 -1 9 -1 12 5C15 -1 21 -1 24 5M0 5V9M12 5V8M24 5V9"
        "M-6 13C-3 7 3 7 6 13C9 7 15 7 18 13C21 7 27 7 30 13M6 13V16M18 13V16M6 0V1M18 0V1"
    )
    return el(
        "defs",
        el("pattern", path(stones, "line line-cobble", stroke_width=1.7),
           id="town-cobbles", width=24, height=16, patternUnits="userSpaceOnUse"),
        el("pattern", path("M8 14l2 -6l2 6M40 40l2 -6l2 6M56 10h5M14 46h6", "line line-cobble",
                           stroke_width=1.6),
           id="town-meadow", width=70, height=56, patternUnits="userSpaceOnUse"),
        el("pattern", path("M0 0C0 7 10 7 10 0M-5 5C-5 12 5 12 5 5M5 5C5 12 15 12 15 5",
                           "line line-den", stroke_width=1.2),
           id="town-tiles", width=10, height=10, patternUnits="userSpaceOnUse"),
    )  # fmt: skip


def street_symbols() -> tuple[Symbol, ...]:
    """Return a square of paving, a tree and a bush."""
    half = PLATE / 2
    edge = (
        f"M4 1Q{half} -1 {PLATE - 4} 1.5Q{PLATE} 2 {PLATE - 1} 6Q{PLATE + 1} {half} {PLATE - 1.5} "
        f"{PLATE - 4}Q{PLATE - 2} {PLATE} {PLATE - 6} {PLATE - 1}Q{half} {PLATE + 1} 5 "
        f"{PLATE - 1}Q1 {PLATE - 1} 1 {PLATE - 5}Q-1 {half} 1 5Q1 1 4 1Z"
    )
    crown = "M24 2C32 1 38 7 38 13C45 15 47 25 42 31C40 39 30 41 24 39C18 41 8 39 6 31C1 25 3 15 10 13C10 7 16 1 24 2Z"
    bush = "M4 25C0 18 5 11 12 12C14 4 27 3 30 10C38 8 44 16 40 25C34 29 10 29 4 25Z"
    return (
        symbol("plate", PLATE, PLATE, (
            path(edge, "fill-shade"),
            el("path", d=edge, fill="url(#town-cobbles)"),
            path(edge, "line", stroke_width=2.6),
        )),
        symbol("hamelin-tree", 48, 58, (
            path("M21 37L19 56H29L27 37Z", "line fill-timber", stroke_width=2.2),
            path(crown, "line fill-foliage", stroke_width=2.4),
            path(cuts(((40, 29), (28, 38)), (-6, -9), 5, 2.4, 1), "fill-ink"),
        )),
        symbol("hamelin-bush", 44, 32, (
            path(bush, "line fill-foliage", stroke_width=2.2),
            path(cuts(((38, 24), (22, 27)), (-5, -8), 4, 2.2, 1), "fill-ink"),
        )),
    )  # fmt: skip


def ground(layout: Layout) -> tuple[Element, ...]:
    """Return everything that lies flat, and the wall around it."""
    return (
        *_meadow(layout),
        *_canal(layout),
        *_lanes(layout),
        *_mirrors(layout),
        *(use("plate", *layout.centre(alley), PLATE, PLATE) for alley in layout.town.all_of(ALLEY)),
        *_rose(layout),
        *_gardens(layout),
        *_wall(layout),
    )


# --- meadow and gardens -------------------------------------------------------------------------


def _meadow(layout: Layout) -> tuple[Element, ...]:
    left, top, right, bottom = layout.box
    frame = {"x": left + 3, "y": top + 3, "width": right - left - 6, "height": bottom - top - 6}
    return (
        el("rect", class_="line fill-ground", rx=12, stroke_width=3.4, **frame),
        *_plots(layout),
    )


def _plots(layout: Layout) -> tuple[Element, ...]:
    """Return grass where the map has nothing at all."""
    town = layout.town
    taken = {cell for group in town.cells for cell in group}
    taken |= {(float(round(x)), float(round(y))) for _, (x, y) in town.scenery}
    plots = "".join(
        f"M{x * CELL - 50:g} {y * CELL - 50:g}h100v100h-100Z"
        for x in range(town.width)
        for y in range(town.height)
        if (float(x), float(y)) not in taken
    )
    return (el("path", d=plots, fill="url(#town-meadow)"),) if plots else ()


def _gardens(layout: Layout) -> tuple[Element, ...]:
    """Return a tree or a bush for every clump of gardens in the map."""
    groves = clumps([point for mark, point in layout.town.scenery if mark == GARDEN], across=True)
    drawn = []
    for at, clump in enumerate(sorted(groves, key=lambda clump: clump[0][::-1])):
        x, y = middle(clump)
        x += (0.14, -0.14)[round(2 * y) % 2]
        tree = at % 3 != 1
        name, width, height = ("hamelin-tree", 48.0, 58.0) if tree else ("hamelin-bush", 44.0, 32.0)
        drawn.append(use(name, x * CELL, y * CELL - (8 if tree else 0), width, height))
    return tuple(drawn)


# --- the compass --------------------------------------------------------------------------------


def _mirrors(layout: Layout) -> tuple[Element, ...]:
    """Return the rectangle of the stairs and its two mirror lines."""
    left, top, right, bottom = _stairs(layout)
    x, y = (left + right) / 2, (top + bottom) / 2
    return (
        path(f"M{left} {top}H{right}V{bottom}H{left}Z", "line line-plum", stroke_width=2,
             stroke_dasharray="2 8"),
        path(f"M{left} {y}H{right}M{x} {top}V{bottom}", "line line-plum", stroke_width=2,
             stroke_dasharray="12 8"),
    )  # fmt: skip


def _rose(layout: Layout) -> tuple[Element, ...]:
    """Return the compass rose where the mirror lines cross."""
    left, top, right, bottom = _stairs(layout)
    middle = (left + right) / 2, (top + bottom) / 2
    long, short = (
        "".join(_ray(middle, angle, reach) for angle in range(start, 360, 90))
        for start, reach in ((0, 47), (45, 31))
    )
    return (
        el("circle", class_="line line-plum", cx=middle[0], cy=middle[1], r=27, stroke_width=1.6),
        path(short, "line line-plum fill-shade", stroke_width=1.6),
        path(long, "line line-plum fill-paper", stroke_width=1.8),
    )


def _stairs(layout: Layout) -> Box:
    corners = [layout.centre(stairs) for stairs in layout.town.stairs]
    columns, lines = [x for x, _ in corners], [y for _, y in corners]
    return min(columns), min(lines), max(columns), max(lines)


def _ray(centre: Point, angle: float, reach: float) -> str:
    tip = polar(reach, angle, centre)
    a, b = polar(11, angle - 45, centre), polar(11, angle + 45, centre)
    x, y = centre
    return (
        f"M{tip[0]:.1f} {tip[1]:.1f}L{a[0]:.1f} {a[1]:.1f}L{x:.1f} {y:.1f}L{b[0]:.1f} {b[1]:.1f}Z"
    )


# --- the canal ----------------------------------------------------------------------------------


def _canal(layout: Layout) -> tuple[Element, ...]:
    """Return the thread from grate to grate, and the pools that the map shows."""
    town = layout.town
    grates = [layout.centre(square) for square in town.all_of(CANAL)]
    pools = clumps([point for mark, point in town.scenery if mark == WATER])
    banks = "".join(strokes(pool) for pool in pools)
    thread = smooth(_wavering(_around(grates)), closed=True) if len(grates) > 2 else ""
    waves = "".join(_ripples(pool) for pool in pools)
    return (
        path(banks, "line", stroke_width=49),
        path(thread, "line", stroke_width=_THREAD + 5),
        path(banks, "line line-pane", stroke_width=44),
        path(thread, "line line-pane", stroke_width=_THREAD),
        path(thread, "line line-teal", stroke_width=_THREAD - 6),
        path(waves, "line line-teal", stroke_width=4),
    )


def _ripples(pool: Sequence[Point]) -> str:
    """Return lines of waves over a pool, along its length."""
    left, right = (pick(x for x, _ in pool) * CELL for pick in (min, max))
    pieces = []
    for y in sorted({y for _, y in pool}):
        for row, dy in enumerate((-13, -2, 9)):
            start = left - 14 + 5 * row
            count = max(1, round((right - start + 8) / 24))
            pieces.append(f"M{start:g} {y * CELL + dy:g}" + "q6 -6 12 0t12 0" * count)
    return "".join(pieces)


def _around(points: Sequence[Point]) -> list[Point]:
    """Return points in the order in which one walks around their middle."""
    x, y = middle(points)
    return sorted(points, key=lambda point: math.atan2(point[1] - y, point[0] - x))


def _wavering(points: Sequence[Point]) -> list[Point]:
    """Return a closed way through the points that is nowhere quite straight."""
    way: list[Point] = []
    for at, (x, y) in enumerate(points):
        to_x, to_y = points[(at + 1) % len(points)]
        length = math.dist((x, y), (to_x, to_y)) or 1.0
        steps = max(2, round(length / 80))
        across = (-(to_y - y) / length, (to_x - x) / length)
        for step in range(steps):
            share, sway = step / steps, (0 if step == 0 else 9 if step % 2 else -9)
            way.append(
                (
                    x + (to_x - x) * share + across[0] * sway,
                    y + (to_y - y) * share + across[1] * sway,
                )
            )
    return way


# --- alleys -------------------------------------------------------------------------------------


def _lanes(layout: Layout) -> tuple[Element, ...]:
    """Return the steps between squares; steps in a row are one stroke."""
    lanes = "".join(
        f"M{a[0]:g} {a[1]:g}{'H' if a[1] == b[1] else 'V'}{b[0] if a[1] == b[1] else b[1]:g}"
        for a, b in (layout.link(*link) for link in layout.links())
    )
    return (
        path(lanes, "line", stroke_width=_LANE, stroke_linecap="butt"),
        path(lanes, "line line-shade", stroke_width=_LANE - 4.6),
        path(lanes, "line line-cobble", stroke_width=2, stroke_dasharray="1 7"),
    )


# --- the wall -----------------------------------------------------------------------------------


def _wall(layout: Layout) -> tuple[Element, ...]:
    town = layout.town
    stones = [point for mark, point in town.scenery if mark == WALL]
    pieces = clumps(stones)
    run = "".join(strokes(piece) for piece in pieces)
    gates = [middle([town.centre(nest), town.centre(gate)])
             for nest, gate in zip(town.nests, town.gates, strict=True)]  # fmt: skip
    towers = [
        point
        for piece in pieces
        for point in ends(piece)
        if all(math.dist(point, gate) > 0.7 for gate in gates)
    ]
    return (
        *(_course(run, "ink", 28), _course(run, "plaster", 22)),
        _course(run, "ink", 22, stroke_dasharray="2 12"),
        *(_course(run, "ink", 13), _course(run, "shade", 9)),
        _course(run, "cobble", 9, stroke_dasharray="2 19"),
        *(_tower(x * CELL, y * CELL) for x, y in towers),
    )


def alley_marks(layout: Layout) -> tuple[Element, ...]:
    """Return the letters and numbers of the alleys; the first and the last line begin at gates."""
    return tuple(_mark(*spot) for spot in _line_ends(layout))


def _line_ends(layout: Layout) -> Iterator[tuple[str, Point]]:
    """Return the name of each line of alleys, and where it meets the wall."""
    town = layout.town
    stones = [point for mark, point in town.scenery if mark == WALL]
    if not stones:
        return
    alleys = [(square, *town.centre(square)) for square in town.all_of(ALLEY)]
    left, right = (pick(x for x, _ in stones) * CELL for pick in (min, max))
    top, bottom = (pick(y for _, y in stones) * CELL for pick in (min, max))
    for column in sorted({x for _, x, _ in alleys}):
        letter = next(town.names[square] for square, x, _ in alleys if x == column).rstrip(digits)
        yield letter, (column * CELL, top)
        yield letter, (column * CELL, bottom)
    for line in sorted({y for _, _, y in alleys}):
        number = next(town.names[square] for square, _, y in alleys if y == line)
        yield number.lstrip(ascii_lowercase), (left, line * CELL)
        yield number.lstrip(ascii_lowercase), (right, line * CELL)


def _mark(name: str, spot: Point) -> Element:
    """Return a plaque on the wall. Its lettering is 12 pixels high in a window of 1366 by 768."""
    wide = 18 + 14 * len(name)
    return group(
        el("rect", class_="line fill-paper", x=-wide / 2, y=-16, width=wide, height=32, rx=5,
           stroke_width=2.2),
        el("text", name, class_="word word-bold", y=9, font_size=26),
        transform=f"translate({spot[0]:g} {spot[1]:g})",
    )  # fmt: skip


def _course(run: str, ink: str, width: float, **more: str) -> Element:
    """Return one layer of the wall. It has square ends, which the class `line` would round."""
    return path(run, f"fill-none line-{ink}", stroke_width=width, **more)


def _tower(x: float, y: float) -> Element:
    """Return a round tower from above, its conical roof cut on the shadow side."""
    return group(
        el("circle", class_="line fill-plaster", r=25, stroke_width=3),
        el("circle", class_="line fill-rust", r=18, stroke_width=2.4),
        path("M0 0L-17.5 -4M0 0L-11 -14M0 0L4 -17.5M0 0L15 -10M0 0L17 6M0 0L6 17M0 0L-9 15.5",
             "line", stroke_width=1.4),
        path(cut((17, 4), (1, 0), 8) + cut((10, 14), (0, 1), 8) + cut((0, 17.5), (0, 1), 7),
             "fill-ink"),
        transform=f"translate({x:g} {y:g})",
    )  # fmt: skip
