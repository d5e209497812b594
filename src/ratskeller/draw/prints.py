"""What comes off the press in numbers: cards and dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ratskeller.draw.pen import cuts
from ratskeller.draw.svg import Element, el, path
from ratskeller.draw.symbol import Caption, Symbol, symbol

CARD_WIDTH: Final = 104.0
CARD_HEIGHT: Final = 80.0
DIE: Final = 84.0

_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Pips in thirds of the face, from its middle."""


def print_symbols() -> tuple[Symbol, ...]:
    """Return ``card-back``, ``die`` (a blank one) and ``die-1`` … ``die-6``."""
    dice = tuple(symbol(f"die-{face}", DIE, DIE, _die(_PIPS[face])) for face in _PIPS)
    return (card_back(), symbol("die", DIE, DIE, _die(())), *dice)


# --- cards --------------------------------------------------------------------------------------


def card_front(name: str, ink: str, drawing: Iterable[Element]) -> Symbol:
    """Return a printed card: a border of one ink, a large symbol, room for its name below.

    The drawing is made around (0, 0) and may fill about 84 by 50.
    """
    return Symbol(
        id=name,
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        drawing=(
            *_card_sheet("fill-paper"),
            path("M8 8H96V72H8Z", f"line line-{ink}", stroke_width=3.4),
            el("g", *drawing, transform="translate(52 37)"),
        ),
        caption=Caption(y=23.5, size=14, width=80, fine=True),
    )


def card_back() -> Symbol:
    """Return the one back all cards share: a gabled house on a hatched ground."""
    house = "M30 66 V38 L26 38 L52 12 L78 38 L74 38 V66 Z"
    return symbol(
        "card-back",
        CARD_WIDTH,
        CARD_HEIGHT,
        (
            *_card_sheet("fill-soot"),
            el("path", d="M6 6H98V74H6Z", fill="url(#hatch-slanting)"),
            path("M7 7H97V73H7Z", "line line-paper", stroke_width=2.4),
            path(house, "line fill-paper", stroke_width=3),
            path("M24 39 L52 11 L80 39 L52 24 Z", "line fill-rust", stroke_width=2.6),
            path("M46 66V54C46 48 58 48 58 54V66Z", "fill-ink"),
            path("M36 42H44V49H36Z M60 42H68V49H60Z M48 29H56V37H48Z", "line fill-pane",
                 stroke_width=2),
            path("M30 53H43 M61 53H74 M31 66L42 53 M73 66L62 53", stroke_width=2),
        ),
    )  # fmt: skip


def _card_sheet(class_: str) -> tuple[Element, ...]:
    return (
        el("rect", class_=f"line {class_}", x=1.5, y=1.5, width=101, height=77, rx=7,
           stroke_width=2.6),
    )  # fmt: skip


# --- dice ---------------------------------------------------------------------------------------


def _die(pips: Iterable[tuple[int, int]]) -> tuple[Element, ...]:
    """Return a die seen a little from above and from the right, its far sides in shadow."""
    front = """
        M8 22 C8 19 9 18 12 18 L62 18 C65 18 66 19 66 22 L66 74 C66 77 65 78 62 78 L12 78
        C9 78 8 77 8 74 Z"""
    top = "M9 20 L22 7 C23 6 24 5.5 26 5.5 L74 5.5 C76 5.5 77 6 77.5 7 L65 19 Z"
    side = "M65 19 L77.5 7 C78.5 8 79 9 79 11 L79 60 C79 62 78.5 63 77.5 64 L65 77 Z"
    return (
        path(top, "line fill-paper", stroke_width=2.8),
        path(side, "line fill-shade", stroke_width=2.8),
        path(cuts(((66.5, 70), (66.5, 26)), (10, -10), 8, 2.6), "fill-ink"),
        path(front, "line fill-paper", stroke_width=3.2),
        *(
            el("ellipse", class_="fill-ink", cx=37 + 17 * x, cy=48 + 17 * y, rx=6.2, ry=5.8)
            for x, y in pips
        ),
    )
