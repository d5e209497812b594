"""What lies beside the town: desks for the players, and where Piper and cat wait outside the walls."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from ratskeller.draw.glyphs import glyph
from ratskeller.draw.hatch import hatched
from ratskeller.draw.palette import Tone
from ratskeller.draw.pen import cut
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol, symbol
from ratskeller.draw.town import Front, town_symbols
from ratskeller.games.ratzentanz.draw.dice import number_dice
from ratskeller.games.ratzentanz.draw.food import SEAT_TONES
from ratskeller.games.ratzentanz.draw.layout import DESK, SLOT, Layout
from ratskeller.games.ratzentanz.rules.state import (
    KINDS,
)

_WOOD: Final = (
    (40.0, 60.0), (118.0, 96.0), (62.0, 158.0), (132.0, 196.0), (38.0, 250.0), (104.0, 288.0),
    (146.0, 352.0), (54.0, 372.0),
)  # fmt: skip
SIGN: Final = (156.0, 54.0)


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
        Symbol(id="threat", width=154, height=46, drawing=_threat(),
               caption=Caption(x=27, size=34, width=92, bold=True)),
        lantern,
    )  # fmt: skip


def rim(layout: Layout, corners: Iterable[int]) -> tuple[Element, ...]:
    """Return what is still: a desk at these corners, trees at the others, a mound on either side."""
    taken = set(corners)
    return (
        *(
            part
            for corner in range(len(layout.town.nests))
            for part in (_desk if corner in taken else _wood)(layout, corner)
        ),
        *_mound(*layout.outside(cat=False)),
        *_mound(*layout.outside(cat=True)),
    )


# --- desks --------------------------------------------------------------------------------------


def _desk(layout: Layout, corner: int) -> tuple[Element, ...]:
    """Return a cupboard: three shelves with two niches each between the rats and the eye."""
    left, top, _, _ = layout.desk(corner)
    width, height = DESK
    x, y = layout.larder(corner)
    shelves = "".join(
        f"M{x - SLOT - 6:g} {y + (row - 1.5) * SLOT:g}h{2 * SLOT + 12:g}"
        for row in range(KINDS // 2 + 1)
    )
    sides = "".join(
        f"M{x + side * (SLOT + 6):g} {y - 1.5 * SLOT:g}v{3 * SLOT:g}" for side in (-1, 1)
    )
    return (
        el("rect", class_="line line-timber fill-ground", x=left, y=top, width=width,
           height=height, rx=10, stroke_width=2.4),
        path(shelves + sides, "line line-timber", stroke_width=5),
        path(shelves + sides, "line", stroke_width=1.4),
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
            group(*hatched(f"M4 5H41V{h - 4}H4Z", tone.hatch),
                  path(f"M41 4V{h - 4}", "line", stroke_width=2.2),
                  el("circle", class_="line fill-paper", cx=22, cy=h / 2, r=16, stroke_width=2),
                  glyph(tone.glyph, 22, h / 2, 24),
                  class_=f"tone-{tone.name}"),
            path(board, "line", stroke_width=2.8),
        ),
        caption=Caption(x=20, size=40, width=106, bold=True),
    )  # fmt: skip


def _threat() -> tuple[Element, ...]:
    """Return an eye beside the numbers with which somebody can get in."""
    return (
        path("M4 11Q4 3 12 3H142Q150 3 150 11V35Q150 43 142 43H12Q4 43 4 35Z",
             "line line-rust fill-paper", stroke_width=4),
        path("M10 23C20 12 44 12 54 23C44 33 20 33 10 23Z", "line fill-eye line-den",
             stroke_width=2.2),
        el("ellipse", class_="fill-den", cx=32, cy=23, rx=4, ry=7),
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


# --- outside the walls --------------------------------------------------------------------------


def _mound(x: float, y: float) -> tuple[Element, ...]:
    """Return the mound on which Piper or cat waits for the call."""
    foot = y + 48
    hill = (
        f"M{x - 78:g} {foot:g}C{x - 58:g} {foot - 24:g} {x - 30:g} {foot - 30:g} {x:g} "
        f"{foot - 28:g}S{x + 62:g} {foot - 22:g} {x + 78:g} {foot:g}Z"
    )
    marks = "".join(
        cut((x + dx, foot - 3), (x + dx + 5, foot - 20), 3, 1) for dx in range(-54, 60, 18)
    )
    return (
        path(hill, "line fill-shade", stroke_width=2.6),
        path(marks, "fill-cobble"),
        use("hamelin-bush", x + 62, foot - 8, 33, 24),
    )
