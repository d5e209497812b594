"""Large symbols for cards and dice, drawn around (0, 0) and about 80 wide and 46 high."""

from __future__ import annotations

from typing import Final

from ratskeller.draw.pen import cuts
from ratskeller.draw.svg import Element, group, path

_ARROW: Final = "M-26 -7C-14 -8 -4 -8 4 -7.5L3 -20L29 -1L3 18L4 5.5C-4 6 -14 6 -26 5.5Z"


def arrow_forward(x: float = 0.0, scale: float = 1.15) -> Element:
    """Return a green arrow to the right, cut with the grain."""
    return group(
        path(_ARROW, "line fill-moss", stroke_width=2.8),
        path(cuts(((-24, 4), (-4, 4)), (3, -8), 5, 2), "fill-paper"),
        transform=f"translate({x:g} -5) scale({scale:g})",
    )


def arrow_back() -> Element:
    """Return the arrow back; it bends, so that it is no mirrored arrow forward."""
    bent = "M30 16C32 2 24 -8 4 -7.5L5 -20L-29 -1L5 18L4 5.5C14 5 19 8 19 16C20 19 29 19 30 16Z"
    return group(
        path(bent, "line fill-rust", stroke_width=2.8),
        path(cuts(((28, 12), (20, -4)), (-7, 1), 4, 2), "fill-paper"),
        transform="translate(0 -5) scale(1.1)",
    )


def sewer() -> tuple[Element, ...]:
    """Return a grate in the ground and an arrow that comes out of it."""
    rim = (
        "M-38 -2C-38 -14 -28 -21 -15 -21C-2 -21 8 -14 8 -2C8 10 -2 17 -15 17C-28 17 -38 10 -38 -2Z"
    )
    bars = "M-30 -12V8M-20 -16V12M-10 -17V13M0 -16V12"
    return (
        path(rim, "line fill-den", stroke_width=2.8),
        path(bars, "line line-pane", stroke_width=4),
        path(bars, "line line-teal", stroke_width=1.5),
        path("M-14 -6H18L17 -16L41 -1L17 14L18 4H-14Z", "line fill-teal", stroke_width=2.6),
    )  # fmt: skip


def plus_one() -> tuple[Element, ...]:
    """Return +1 as a drawing: numbers are the same in all our languages."""
    plus = "M-25 -22H-15V-11H-4V-2H-15V9H-25V-2H-36V-11H-25Z"
    one = "M8 -13L22 -25H30V6H36V13H10V6H19V-11L12 -5Z"
    return (
        path(plus, "line fill-ochre", stroke_width=2.8),
        path(one, "line fill-ochre", stroke_width=2.8),
        path(cuts(((28, 5), (28, -18)), (-7, 3), 5, 2), "fill-den"),
    )


def melody() -> tuple[Element, ...]:
    """Return two notes and the air they shake."""
    notes = (
        "M-10 13C-10 19 -24 22 -25 14C-25 7 -15 5 -15 8L-15 -20L17 -27L17 6C17 12 3 15 2 7"
        "C2 0 12 -2 12 1V-15L-10 -10Z"
    )
    return (
        path("M-40 4C-34 -4 -30 -4 -26 2M22 -6C28 -14 33 -12 38 -6M24 6C30 -2 34 0 39 6M-40 -10"
             "C-35 -17 -30 -16 -26 -11", "line line-plum", stroke_width=2.4),
        path(notes, "line fill-plum", stroke_width=2.6),
        path(cuts(((-14, -8), (-14, 4)), (4, 0), 3, 1.8), "fill-paper"),
    )  # fmt: skip
