"""The picture of Ratzentanz for the front page: rats with food, out of the gate and home.

The cat is awake on the wall, and in the gate behind them somebody plays the flute.
"""

from __future__ import annotations

from typing import Final

from ratskeller.draw.cover import HEIGHT, WIDTH
from ratskeller.draw.cover import cover as printed
from ratskeller.draw.pen import cuts
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import Element, el, path, use
from ratskeller.draw.symbol import Symbol
from ratskeller.draw.town import ROOF_HEIGHT, Front, town_symbols
from ratskeller.games.ratzentanz.draw.food import food_symbols, rat_symbols
from ratskeller.games.ratzentanz.draw.streets import street_defs, street_symbols

_WALL: Final = (176.0, 288.0)
"""Top and foot of the town wall."""
_FRONT: Final = Front(7, 138, 2)
_ROOFS: Final = ((2, 92.0, 150.0), (0, 250.0, 132.0), (3, 420.0, 146.0), (1, 556.0, 126.0))
"""Style, middle and eaves of what looks over the wall."""
_RATS: Final = (
    ("green", 3, 150.0, 328.0),
    ("red", 6, 282.0, 312.0),
    ("yellow", 4, 410.0, 328.0),
    ("blue", 2, 546.0, 312.0),
)
"""Tone, food and place in the procession."""


def cover(title: str, foods: tuple[str, ...]) -> str:
    """Return a stand-alone picture."""
    return printed(title, _scene(), _symbols(foods), defs=[street_defs()], clip="hamelin-cover")


def _symbols(foods: tuple[str, ...]) -> tuple[Symbol, ...]:
    wanted = {f"hamelin-rat-{tone}-{kind}" for tone, kind, _, _ in _RATS}
    wanted |= {f"hamelin-food-{kind}" for _, kind, _, _ in _RATS}
    wanted |= {"rat-carry", *(f"rat-carry-{tone}" for tone, _, _, _ in _RATS), "hamelin-tree"}
    wanted |= {f"roof-{style}" for style, _, _ in _ROOFS}
    drawn = (*food_symbols(foods), *rat_symbols(), *street_symbols(), *town_symbols(_FRONT))
    return (*(one for one in drawn if one.id in wanted), *pieces(["cat-awake", "piper"]))


def _scene() -> tuple[Element, ...]:
    """Return sky, town, wall and procession."""
    top, foot = _WALL
    street = f"M0 {foot:g}H{WIDTH:g}V{HEIGHT:g}H0Z"
    return (
        *_moon(),
        *(use(f"roof-{style}", x, eaves - ROOF_HEIGHT / 2 + 40, _FRONT.roof_width, 78)
          for style, x, eaves in _ROOFS),
        path(street, "fill-shade"),
        el("path", d=street, fill="url(#town-cobbles)"),
        *_rampart(top, foot),
        *_gateway(foot),
        use("cat-awake", 430, top - 46, 96, 72),
        *(use(f"hamelin-rat-{tone}-{kind}", x, y, 120, 132) for tone, kind, x, y in _RATS),
    )  # fmt: skip


def _moon() -> tuple[Element, ...]:
    return (
        el("circle", class_="line fill-glow", cx=332, cy=62, r=32, stroke_width=2.8),
        path(cuts(((312, 78), (348, 87)), (5, -21), 6, 2.6, 2), "fill-den"),
    )


def _rampart(top: float, foot: float) -> tuple[Element, ...]:
    """Return the wall with its battlements and some of its stones."""
    teeth = f"M-10 {foot:g}V{top - 16:g}" + "h26v16h18v-16" * 15 + f"V{foot:g}Z"
    stones = "".join(
        f"M{x + (row % 2) * 26:g} {top + 22 + row * 24:g}h30v-12h-30Z"
        for row in range(4)
        for x in range(20 + row * 31 % 47, 640, 118)
    )
    shade = cuts(((4, foot - 2), (636, foot - 2)), (0, -16), 60, 3)
    return (
        path(teeth, "line fill-plaster", stroke_width=3.2),
        path(f"M0 {top + 5:g}H640", "line", stroke_width=2),
        path(stones, "line line-cobble", stroke_width=2),
        path(shade, "fill-timber"),
        path(f"M0 {foot:g}H640", "line", stroke_width=3.2),
    )


def _gateway(foot: float) -> tuple[Element, ...]:
    """Return the open gate between two round towers."""
    arch = f"M84 {foot:g}V226C84 182 172 182 172 226V{foot:g}Z"
    bars = "M100 196V212M121 190V212M142 191V212M160 199V212M88 208H168"
    tower = "M{0} {1}V120H{2}V{1}Z"
    roof = "M{0} 122L{1} 52L{2} 122Z"
    drawn: list[Element] = []
    for left in (40.0, 172.0):
        right, middle = left + 44, left + 22
        drawn += (
            path(tower.format(left, foot, right), "line fill-plaster", stroke_width=3),
            path(cuts(((right - 1, 130), (right - 1, foot - 4)), (-15, 0), 14, 3), "fill-timber"),
            path(f"M{middle - 5:g} 168V150Q{middle:g} 142 {middle + 5:g} 150V168Z", "fill-den"),
            path(roof.format(left - 9, middle, right + 9), "line fill-rust", stroke_width=3),
            path(f"M{right + 8:g} 121L{middle:g} 54L{right - 8:g} 121Z", "fill-den"),
        )  # fmt: skip
    return (
        path(arch, "line fill-den", stroke_width=3.2),
        use("piper", 124, 246, 84, 99),
        path(bars, "line line-timber", stroke_width=5),
        path(f"M76 {foot:g}V226C76 172 180 172 180 226V{foot:g}", "line", stroke_width=2.4),
        *drawn,
    )
