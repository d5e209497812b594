"""Everything of Hamelin that a rat can get into: houses, storerooms, gates and nests, stairs, grates.

Houses are seen from above; a pale yard in the middle is where rats stand, and every door is a dark
notch in the wall. Storerooms are folded down as on old town plans, so that one sees their gables.
"""

from __future__ import annotations

import math
from typing import Final

from ratskeller.draw.pen import Point, cut, cuts, polar, polygon, taper
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Symbol, symbol
from ratskeller.games.ratzentanz.draw.layout import GABLE, ROOM, STORE, Box, Layout
from ratskeller.games.ratzentanz.draw.signs import TRADES, emblem
from ratskeller.games.ratzentanz.rules.state import KINDS, Square
from ratskeller.games.ratzentanz.rules.town import CANAL, STAIRS

NEST: Final = (70.0, 76.0)
"""Half the size of a nest: along the way out of the gate, and across it."""
_YARD: Final = 47.0
"""How deep a roof is around its yard."""
_STORE_HEIGHT: Final = GABLE + 2 * ROOM + 6


def roof_symbols(layout: Layout) -> tuple[Symbol, ...]:
    """Return stairs, grate and gate, which are all alike, and a roof of every size there is."""
    sizes = {_size(box) for square in layout.buildings() for box in layout.walls(square)}
    return (
        *(symbol(_roof_id(w, h), w, h, _roof(w, h)) for w, h in sorted(sizes)),
        symbol("stairs", 96, 96, _spiral()),
        symbol("grate", 88, 88, _grate()),
        symbol("gate", 60, 124, _gate()),
        symbol("store", STORE, _STORE_HEIGHT, _store()),
    )


def roofs(layout: Layout) -> tuple[Element, ...]:
    """Return all of them."""
    town = layout.town
    return (
        *(
            group(_house(layout, square), _emblem(layout, square, trade))
            for square, trade in zip(layout.buildings(), TRADES, strict=False)
        ),
        *(_storeroom(layout, town.storeroom(kind), kind) for kind in range(1, KINDS + 1)),
        *(use("stairs", *layout.centre(square), 96, 96) for square in town.all_of(STAIRS)),
        *(use("grate", *layout.centre(square), 88, 88) for square in town.all_of(CANAL)),
        *(_nest(layout, square) for square in town.nests),
    )


# --- houses -------------------------------------------------------------------------------------


def _house(layout: Layout, square: Square) -> tuple[Element, ...]:
    drawn: list[Element] = []
    for box in layout.walls(square):
        width, height = _size(box)
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        drawn.append(use(_roof_id(width, height), *middle, width, height))
    return (*drawn, *(_door(*door) for door in layout.doors(square)))


def _emblem(layout: Layout, square: Square, trade: str) -> tuple[Element, ...]:
    """Return the sign of a house's trade on a slope that is wide enough and has no door."""
    doors = [spot for spot, _ in layout.doors(square)]
    for left, top, right, bottom in layout.walls(square):
        x, y = (left + right) / 2, (top + bottom) / 2
        deep_x, deep_y = (min(_YARD, side / 4) for side in (right - left, bottom - top))
        for spot, depth in (
            ((x, top + deep_y / 2), deep_y),
            ((left + deep_x / 2, y), deep_x),
            ((right - deep_x / 2, y), deep_x),
            ((x, bottom - deep_y / 2), deep_y),
        ):
            if depth > 36 and all(math.dist(spot, door) > 40 for door in doors):
                return (emblem(trade, *spot),)
    return ()


def _size(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _roof_id(width: float, height: float) -> str:
    return f"roof-{width:g}-{height:g}"


def _roof(width: float, height: float) -> tuple[Element, ...]:
    """Return four slopes around a yard: two in the sun and tiled, two in the shade and cut dark."""
    deep_x, deep_y = (min(_YARD, side / 4) for side in (width, height))
    a, b, c, d = deep_x, deep_y, width - deep_x, height - deep_y
    outer = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    inner = ((a, b), (c, b), (c, d), (a, d))
    slopes = [
        polygon((outer[at], outer[(at + 1) % 4], inner[(at + 1) % 4], inner[at])) for at in range(4)
    ]
    shadow = cuts(((width - 1, 10), (width - 1, height - 6)), (-deep_x * 0.86, 0),
                  round(height / 8), 4.4)  # fmt: skip
    shadow += cuts(((8, height - 1), (width - 10, height - 1)), (0, -deep_y * 0.86),
                   round(width / 8), 4.4)  # fmt: skip
    hips = "".join(f"M{x:g} {y:g}L{p:g} {q:g}" for (x, y), (p, q) in zip(outer, inner, strict=True))
    eaves = cuts(((a + 1, b + 3), (a + 1, d - 3)), (9, 0), max(3, round((d - b) / 9)), 2.4)
    eaves += cuts(((a + 6, b + 1), (c - 3, b + 1)), (0, 9), max(3, round((c - a) / 9)), 2.4)
    return (
        path(f"M6 {height + 4:g}H{width + 4:g}V6", "line line-den", stroke_width=5),
        path("".join(slopes), "fill-rust"),
        el("path", d="".join(slopes[:1] + slopes[3:]), fill="url(#town-tiles)"),
        path(shadow, "fill-den"),
        path(hips, "line", stroke_width=2.2),
        path(polygon(outer), "line", stroke_width=3.4),
        path(polygon(inner), "line fill-plaster", stroke_width=2.8),
        path(eaves, "fill-timber"),
    )


def _door(spot: Point, way: Point, depth: float = 31) -> Element:
    """Return a dark notch in the wall with pale jambs, and its step in the alley."""
    turn = math.degrees(math.atan2(way[1], way[0]))
    d = f"{-depth:g}"
    return group(
        path(f"M{d} -13H3V13H{d}Z", "line fill-den", stroke_width=2.6),
        path(f"M{d} -16H4M{d} 16H4", "line line-plaster", stroke_width=4),
        path(f"M{d} -18.5H5.5M{d} 18.5H5.5M{d} -13H3M{d} 13H3", "line", stroke_width=1.8),
        path("M3 -17H10V17H3Z", "line fill-plaster", stroke_width=2.2),
        transform=f"translate({spot[0]:g} {spot[1]:g}) rotate({turn:g})",
    )


def house_shape(layout: Layout, square: Square) -> str:
    """Return the outline of a building, to press."""
    return "".join(
        polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
        for left, top, right, bottom in layout.walls(square)
    )


# --- storerooms ---------------------------------------------------------------------------------


def _storeroom(layout: Layout, square: Square, kind: int) -> Element:
    """Return a gable with its food painted on it over two open rooms: for the stock, and for rats."""
    x, y = layout.gable(square)
    dx, dy = layout.outward(square)
    _, floor = layout.standing(square)
    spot = (x - dx * STORE / 2, floor - 12) if dx else (x, y - GABLE / 2 if dy > 0 else floor + 38)
    return group(
        use("store", x, y - GABLE / 2 + _STORE_HEIGHT / 2, STORE, _STORE_HEIGHT),
        use(f"hamelin-food-{kind}", x, y + 2, 38, 38),
        _door(spot, (-dx, -dy), 12),
    )


def _store() -> tuple[Element, ...]:
    """Return a storeroom without its food; its rooms are parted by a beam."""
    left, right, eaves, sill = 6.0, STORE - 6, GABLE, _STORE_HEIGHT - 3
    middle, beam = STORE / 2, GABLE + ROOM
    walls = f"M{left} {eaves}H{right}V{sill}H{left}Z"
    roof = f"M0 {eaves + 3}L{middle - 3} 2Q{middle} -1 {middle + 3} 2L{STORE} {eaves + 3}L{STORE - 7} {eaves + 7}L{middle} 12L7 {eaves + 7}Z"
    return (
        path(f"M{left + 5} {sill + 3}H{right + 3}V{eaves + 6}", "line line-den", stroke_width=5),
        path(walls, "line fill-plaster", stroke_width=3),
        path(f"M{left} {beam}H{right}", "line line-timber", stroke_width=6),
        path(f"M{left} {beam - 3}H{right}M{left} {beam + 3}H{right}", "line", stroke_width=1.4),
        path(cuts(((right - 1, eaves + 12), (right - 1, sill - 2)), (-8, 0), 14, 2.6), "fill-timber"),
        path(walls, "line", stroke_width=3),
        path(f"M6 {eaves}L{middle - 3} 3Q{middle} 0 {middle + 3} 3L{STORE - 6} {eaves}Z",
             "line fill-paper", stroke_width=3),
        path(roof, "line fill-rust", stroke_width=2.8),
        path(cuts(((middle + 8, 8), (STORE - 3, eaves)), (-6, 5), 7, 2.6), "fill-den"),
    )  # fmt: skip


def storeroom_shape(layout: Layout, square: Square) -> str:
    """Return the outline of a storeroom, to press."""
    x, y = layout.gable(square)
    top, eaves, sill = y - GABLE / 2, y + GABLE / 2, y - GABLE / 2 + _STORE_HEIGHT
    half = STORE / 2
    return polygon(
        (
            (x, top - 3),
            (x + half, eaves),
            (x + half - 4, sill),
            (x - half + 4, sill),
            (x - half, eaves),
        )
    )


# --- nests and gates ----------------------------------------------------------------------------


def nest_shape(layout: Layout, square: Square) -> str:
    """Return the outline of a nest, to press."""
    (x, y), (dx, _) = layout.standing(square), layout.outward(square)
    w, h = NEST if dx else NEST[::-1]
    r = 34
    return (
        f"M{x - w + r:g} {y - h:g}H{x + w - r:g}Q{x + w:g} {y - h:g} {x + w:g} {y - h + r:g}"
        f"V{y + h - r:g}Q{x + w:g} {y + h:g} {x + w - r:g} {y + h:g}H{x - w + r:g}"
        f"Q{x - w:g} {y + h:g} {x - w:g} {y + h - r:g}V{y - h + r:g}"
        f"Q{x - w:g} {y - h:g} {x - w + r:g} {y - h:g}Z"
    )


def _nest(layout: Layout, square: Square) -> Element:
    """Return a burrow lined with straw, and the gate of the town over its mouth."""
    (x, y), (dx, dy) = layout.standing(square), layout.outward(square)
    middle = layout.centre(square)
    gate = layout.centre(layout.town.links[square][0])
    spot = ((middle[0] + gate[0]) / 2, (middle[1] + gate[1]) / 2)
    outline = nest_shape(layout, square)
    turn = math.degrees(math.atan2(dy, dx))
    return group(
        path(outline, "line fill-den", stroke_width=3),
        group(path(_straw(), "line line-ochre", stroke_width=2),
              path(_lining(), "line fill-plaster", stroke_width=2.2),
              path(_blades(), "line line-cobble", stroke_width=2),
              transform=f"translate({x:g} {y:g})" + ("" if dx else " rotate(90)")),
        use("gate", spot[0], spot[1], 60, 124,
            transform=f"rotate({turn:g} {spot[0]:g} {spot[1]:g})"),
    )  # fmt: skip


def _lining() -> str:
    w, h = NEST
    ring = [polar(1.0, angle) for angle in range(0, 360, 20)]
    wobble = (0, 3, -2, 2, 0, -3, 1, 2, -1)
    spots = [
        ((w - 11 + wobble[at % 9]) * px, (h - 11 + wobble[(at + 4) % 9]) * py)
        for at, (px, py) in enumerate(ring)
    ]
    squarish = [(1.08 * px, 1.06 * py) if at % 9 in (2, 7) else (px, py)
                for at, (px, py) in enumerate(spots)]  # fmt: skip
    return polygon(squarish)


def _straw() -> str:
    """Return blades that stick out of the lining."""
    w, h = NEST
    pieces = []
    for at, angle in enumerate(range(5, 360, 14)):
        px, py = polar(1.0, angle)
        tx, ty = polar(1.0, angle + (9 if at % 2 else -9))
        pieces.append(
            f"M{(w - 16) * px:.1f} {(h - 16) * py:.1f}L{(w - 3) * tx:.1f} {(h - 3) * ty:.1f}"
        )
    return "".join(pieces)


def _blades() -> str:
    return (
        "M-40 -30l14 -8M-30 44l16 4M20 50l16 -8M30 -44l-15 -6M-44 10l4 14M44 -8l-4 14M-8 -56l12 3"
    )


def _gate() -> tuple[Element, ...]:
    """Return two towers and the arch between them; the way into the town leads to the left."""
    return (
        path("M14 28H46V96H14Z", "line fill-plaster", stroke_width=3),
        path("M30 32V92", "line line-rust", stroke_width=9),
        path("M26 32V92M34 32V92M14 45H46M14 62H46M14 79H46", "line", stroke_width=1.5),
        *(part for y in (24.0, 100.0) for part in _turret(30, y)),
    )


def _turret(x: float, y: float) -> tuple[Element, ...]:
    spokes = "".join("M{} {}L{:.1f} {:.1f}".format(x, y, *polar(15, angle, (x, y)))
                     for angle in range(15, 360, 45))  # fmt: skip
    return (
        el("circle", class_="line fill-plaster", cx=x, cy=y, r=21, stroke_width=3),
        el("circle", class_="line fill-rust", cx=x, cy=y, r=15, stroke_width=2.4),
        path(spokes, "line", stroke_width=1.3),
        path(cut((x + 13, y + 6), (x, y), 7) + cut((x + 5, y + 14), (x, y), 7), "fill-den"),
    )


# --- stairs and grates --------------------------------------------------------------------------


def _spiral() -> tuple[Element, ...]:
    """Return a winding stair from above: a band that narrows as it goes down, cut into steps."""
    turns = [(angle, 41.0 - angle / 560 * 31) for angle in range(0, 561, 20)]
    spine = [polar(radius, angle - 90) for angle, radius in turns]
    steps = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(
            *polar(radius, angle - 90), *polar(max(radius - 18.5, 4), angle - 90)
        )
        for angle, radius in turns[:-4]
    )
    shade = "".join(
        cut(polar(radius - 1, angle - 90), polar(max(radius - 17, 4), angle - 84), 5)
        for angle, radius in turns[9:-4]
    )
    return (
        group(
            el("circle", class_="line fill-plaster", r=45, stroke_width=3.2),
            path(steps, "line", stroke_width=1.5),
            path(shade, "fill-plum"),
            path(taper(spine, 7, 5), "line fill-plum", stroke_width=1.6),
            el("circle", class_="line fill-plum", r=7, stroke_width=2),
            transform="translate(48 48)",
        ),
    )


def _grate() -> tuple[Element, ...]:
    """Return an iron grate over running water."""
    bars = "".join(
        f"M{x} {-math.sqrt(33**2 - x**2):.1f}V{math.sqrt(33**2 - x**2):.1f}"
        for x in (-22.5, -7.5, 7.5, 22.5)
    )
    return (
        group(
            el("circle", class_="line fill-shade", r=42, stroke_width=3),
            el("circle", class_="line fill-pane", r=34, stroke_width=2.6),
            path("M-24 -22q6 -6 12 0t12 0t12 0t12 0M-32 -9q8 -6 16 0t16 0t16 0t16 0M-32 4q8 -6 16 0"
                 "t16 0t16 0t16 0M-30 17q8 -6 15 0t15 0t15 0t15 0M-20 28q7 -6 13 0t13 0t13 0",
                 "line line-teal", stroke_width=4.5),
            path(bars, "line line-den", stroke_width=6),
            path(bars, "line line-soot", stroke_width=2.6),
            *(el("circle", class_="fill-ink", cx=px, cy=py, r=2.2)
              for px, py in (polar(38, angle) for angle in range(22, 360, 45))),
            transform="translate(44 44)",
        ),
    )  # fmt: skip
