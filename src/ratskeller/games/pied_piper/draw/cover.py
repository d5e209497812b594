"""The picture of The Pied Piper for the front page: he leaves the town, and the rats follow him.

The houses stand upright here and are those of the square: eyes in every window that is lost.
"""

from __future__ import annotations

from typing import Final

from ratskeller.draw.cover import HEIGHT, WIDTH
from ratskeller.draw.cover import cover as printed
from ratskeller.draw.pen import cuts
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Symbol
from ratskeller.draw.town import (
    FLOORS_HEIGHT,
    GROUND_HEIGHT,
    ROOF_HEIGHT,
    Front,
    facade,
    town_defs,
    town_symbols,
)

_STREET: Final = 282.0
_FRONT: Final = Front(7, 138, 2)
_HOUSES: Final = ((1, 114.0, 5), (0, 320.0, 3), (3, 526.0, 7))
"""Style, middle and lost floors."""
_RATS: Final = (
    ("purple", 72.0, 312.0),
    ("yellow", 138.0, 342.0),
    ("blue", 208.0, 308.0),
    ("red", 280.0, 342.0),
    ("green", 350.0, 310.0),
    ("black", 418.0, 340.0),
)


def cover(title: str) -> str:
    """Return a stand-alone picture."""
    return printed(title, _scene(), _symbols(), defs=[town_defs()])


def _symbols() -> tuple[Symbol, ...]:
    wanted = {"tree", "eyes-0", "eyes-1", "eyes-2", "eyes-top"}
    wanted |= {f"roof-{style}" for style, _, _ in _HOUSES}
    town = (one for one in town_symbols(_FRONT) if one.id in wanted)
    return (*pieces([*(f"rat-run-{tone}" for tone, _, _ in _RATS), "piper"]), *town)


def _scene() -> tuple[Element, ...]:
    """Return sky, town, street and procession."""
    return (
        *_moon(),
        path(f"M0 {_STREET - 6}H{WIDTH}V{HEIGHT}H0Z", "fill-shade"),
        el("path", d=f"M0 {_STREET - 6}H{WIDTH}V{HEIGHT}H0Z", fill="url(#cobbles)"),
        path(f"M0 {_STREET - 4}H{WIDTH}", "line", stroke_width=3),
        *(_house(*house) for house in _HOUSES),
        *(use("tree", x, _STREET - 26, 48, 60) for x in (217, 423)),
        *(use(f"rat-run-{tone}", x, y, 96, 80) for tone, x, y in _RATS),
        use("piper", 522, 298, 134, 158),
    )


def _moon() -> tuple[Element, ...]:
    return (
        el("circle", class_="line fill-glow", cx=424, cy=64, r=30, stroke_width=2.8),
        path(cuts(((404, 78), (438, 87)), (5, -19), 6, 2.6, 2), "fill-den"),
    )


def _house(style: int, middle: float, lost: int) -> Element:
    rows = (
        use(
            "eyes-top" if floor == _FRONT.floors else f"eyes-{(floor + style) % 3}",
            0,
            _FRONT.floor_middle(floor),
            _FRONT.width,
            _FRONT.floor_height,
        )
        for floor in range(1, lost + 1)
    )
    lifted = lost == _FRONT.floors
    eaves = -GROUND_HEIGHT - FLOORS_HEIGHT
    roof = use(
        f"roof-{style}",
        0,
        eaves - ROOF_HEIGHT / 2 + (-10 if lifted else 3),
        _FRONT.roof_width,
        ROOF_HEIGHT,
        transform=f"rotate(-5 0 {eaves:g})" if lifted else None,
    )
    return group(
        facade(_FRONT, style), rows, roof, transform=f"translate({middle:g} {_STREET - 6:g})"
    )
