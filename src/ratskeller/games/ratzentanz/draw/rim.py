"""The rim of the map: its title, desks for the players, and who waits outside the walls."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from ratskeller.draw.glyphs import glyph
from ratskeller.draw.hatch import hatched
from ratskeller.draw.palette import Tone
from ratskeller.draw.pen import cut, cuts
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol, symbol
from ratskeller.draw.town import Front, town_symbols
from ratskeller.games.ratzentanz.draw.dice import number_dice
from ratskeller.games.ratzentanz.draw.food import SEAT_TONES
from ratskeller.games.ratzentanz.draw.layout import DESK, RIM, SLOT, Layout
from ratskeller.games.ratzentanz.rules.state import (
    KINDS,
)

_WOOD: Final = (
    (46.0, 66.0), (98.0, 112.0), (150.0, 58.0), (196.0, 122.0), (252.0, 78.0), (300.0, 120.0),
    (352.0, 56.0), (398.0, 116.0), (446.0, 72.0), (500.0, 112.0),
)  # fmt: skip
SIGN: Final = (298.0, 58.0)


@cache
def rim_symbols() -> tuple[Symbol, ...]:
    """Return signs, lantern and marks."""
    lantern = next(one for one in town_symbols(Front(7, 138, 2)) if one.id == "lantern")
    return (
        *number_dice(),
        *pieces(["piper", "cat", "cat-awake", "rat-sit-red"]),
        symbol("bars", 132, 106, _bars()),
        symbol("spell", 150, 150, _spell()),
        *(_sign(tone) for tone in SEAT_TONES),
        Symbol(id="threat", width=84, height=76, drawing=_threat(),
               caption=Caption(y=15, size=30, width=78, bold=True)),
        lantern,
    )  # fmt: skip


def rim(layout: Layout, corners: Iterable[int]) -> tuple[Element, ...]:
    """Return the still parts of the rim: the title, a desk at these corners, the hill."""
    taken = set(corners)
    drawn = [
        part
        for corner in range(len(layout.town.nests))
        for part in (_desk if corner in taken else _wood)(layout, corner)
    ]
    return (*drawn, *_title(layout), *_hill(layout))


# --- desks --------------------------------------------------------------------------------------


def _desk(layout: Layout, corner: int) -> tuple[Element, ...]:
    """Return a plank with the larder's six niches; empty where nobody plays."""
    left, top, _, _ = layout.desk(corner)
    x, y = layout.slot(corner, 1)
    shelf = f"M{x - 40:g} {y + 37:g}h{(KINDS - 1) * SLOT + 80:g}"
    grain = cuts(((left + 3, top + 16), (left + 3, top + 60)), (46, 1), 4, 2.2)
    grain += cuts(((left + DESK - 3, top + 104), (left + DESK - 3, top + 150)), (-50, -1), 4, 2.2)
    return (
        el("rect", class_="line line-timber fill-ground", x=left, y=top, width=DESK,
           height=RIM - 26, rx=10, stroke_width=2.4),
        path(grain, "fill-cobble"),
        path(shelf, "line line-timber", stroke_width=5),
        path(shelf, "line", stroke_width=1.4, transform="translate(0 3)"),
    )  # fmt: skip


def _wood(layout: Layout, corner: int) -> tuple[Element, ...]:
    """Return trees at a corner where nobody sits."""
    left, top, _, _ = layout.desk(corner)
    return tuple(
        use("hamelin-bush", left + x, top + y + 14, 44, 32)
        if at % 4 == 3
        else use("hamelin-tree", left + x, top + y, 48, 58)
        for at, (x, y) in enumerate(_WOOD)
    )


def _sign(tone: Tone) -> Symbol:
    """Return a hanging sign: the glyph of a seat, its hatch, and room for a name."""
    w, h = SIGN
    board = f"M6 4L{w - 5} 3Q{w - 2} 3 {w - 2} 7L{w - 3} {h - 7}Q{w - 3} {h - 3} {w - 7} {h - 3}L7 {h - 3}Q3 {h - 3} 3 {h - 7}L3 7Q3 4 6 4Z"
    return Symbol(
        id=f"sign-{tone.name}",
        width=w,
        height=h,
        drawing=(
            path(board, "line fill-paper", stroke_width=2.8),
            group(*hatched(f"M4 5H58V{h - 4}H4Z", tone.hatch),
                  path(f"M58 4V{h - 4}", "line", stroke_width=2.2),
                  el("circle", class_="line fill-paper", cx=31, cy=h / 2, r=20, stroke_width=2),
                  glyph(tone.glyph, 31, h / 2, 29),
                  class_=f"tone-{tone.name}"),
            path(board, "line", stroke_width=2.8),
        ),
        caption=Caption(x=29, size=30, width=222, bold=True),
    )  # fmt: skip


def _threat() -> tuple[Element, ...]:
    """Return an eye over the numbers with which somebody can get in."""
    return (
        path("M4 12Q4 4 12 4H72Q80 4 80 12V64Q80 72 72 72H12Q4 72 4 64Z",
             "line line-rust fill-paper", stroke_width=4),
        path("M20 20C30 9 54 9 64 20C54 30 30 30 20 20Z", "line fill-eye line-den",
             stroke_width=2.2),
        el("ellipse", class_="fill-den", cx=42, cy=20, rx=4, ry=7),
    )  # fmt: skip


def _bars() -> tuple[Element, ...]:
    """Return the planks nailed across the front of the storeroom that the cat has locked."""
    up, down = "M2 84L12 98L130 22L120 8Z", "M2 22L12 8L130 84L120 98Z"
    return (
        path(up, "line fill-timber", stroke_width=4),
        path(down, "line fill-timber", stroke_width=4),
        *(el("circle", class_="fill-paper", cx=x, cy=y, r=4) for x in (14, 118) for y in (20, 86)),
    )


def _spell() -> tuple[Element, ...]:
    """Return the tune around the Piper: no rat gets past it."""
    return (
        el("circle", class_="line fill-paper", cx=75, cy=75, r=66, stroke_width=3),
        el("circle", class_="line line-plum", cx=75, cy=75, r=58, stroke_width=6,
           stroke_dasharray="16 9"),
        el("circle", class_="line line-plum", cx=75, cy=75, r=47, stroke_width=3,
           stroke_dasharray="9 9"),
    )  # fmt: skip


# --- the middle of both strips ------------------------------------------------------------------


def _title(layout: Layout) -> tuple[Element, ...]:
    """Return the title of the print on its ribbon, between two rats who have read it."""
    x, y = layout.middle, layout.rim(below=False) + 22
    ribbon = f"M{x - 150:g} {y - 36:g}H{x + 150:g}V{y + 38:g}H{x - 150:g}Z"
    seam = f"M{x - 142:g} {y - 28:g}H{x + 142:g}V{y + 30:g}H{x - 142:g}Z"
    ends = "".join(
        f"M{x + side * 138:g} {y - 18:g}H{x + side * 200:g}L{x + side * 182:g} {y + 19:g}"
        f"L{x + side * 200:g} {y + 56:g}H{x + side * 138:g}Z"
        for side in (-1, 1)
    )
    rat = use("rat-sit-red", 0, 0, 60, 50)
    return (
        path(ends, "line fill-shade", stroke_width=2.6),
        path(ribbon, "line fill-paper", stroke_width=3),
        path(seam, "line line-timber", stroke_width=1.6),
        el("text", "Hameln", class_="word word-bold", x=x, y=y + 5, font_size=37),
        el("text", "1284", class_="word", x=x, y=y + 25, font_size=20),
        group(rat, transform=f"translate({x - 98:g} {y - 60:g})"),
        group(rat, transform=f"translate({x + 98:g} {y - 60:g}) scale(-1 1)"),
    )


def _hill(layout: Layout) -> tuple[Element, ...]:
    """Return the hill outside the walls on which Piper and cat wait for their call."""
    x, y = layout.middle, layout.rim(below=True)
    foot = y + RIM / 2 - 20
    hill = (
        f"M{x - 196:g} {foot:g}C{x - 150:g} {foot - 44:g} {x - 70:g} {foot - 60:g} {x:g} "
        f"{foot - 52:g}S{x + 160:g} {foot - 40:g} {x + 196:g} {foot:g}Z"
    )
    marks = "".join(
        cut((x + dx, foot - 4), (x + dx + 8, foot - 34), 3.4, 1) for dx in range(-150, 160, 22)
    )
    return (
        path(hill, "line fill-shade", stroke_width=2.6),
        path(marks, "fill-cobble"),
        use("hamelin-tree", x - 4, foot - 76, 48, 58),
        use("hamelin-bush", x + 176, foot - 18, 44, 32),
        use("hamelin-bush", x - 178, foot - 18, 44, 32),
    )
