"""What lies about in the junkyard: goods, parts of the rocket, and the five colours of the path.

Every drawing is made around (0, 0) and fits a square of 44.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import cos, pi, sin
from typing import Final, TypeAlias

from ratskeller.draw.hatch import hatched
from ratskeller.draw.pen import polygon
from ratskeller.draw.svg import Element, el, group, path
from ratskeller.draw.symbol import Caption, Symbol, symbol
from ratskeller.games.first_rat.rules.state import KINDS, TRACKS

Drawing: TypeAlias = tuple[Element, ...]

ICON: Final = 44.0
LINE: Final = 2.3
THIN: Final = 1.6


def placed(drawing: Drawing, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Element:
    """Return a drawing at a point, larger or smaller."""
    moved = f"translate({x:g} {y:g})"
    turned = f" rotate({turn:g})" if turn else ""
    sized = f" scale({scale:g})" if scale != 1.0 else ""
    return group(drawing, transform=f"{moved}{turned}{sized}")


# --- goods --------------------------------------------------------------------------------------


def _cheese(ink: str = "ochre") -> Drawing:
    return (
        path("M-20 5L13 -14C18 -10 20 -2 20 5Z", f"line fill-{ink}", stroke_width=LINE),
        path("M-20 5H20V15C20 16 19.4 16.6 18.4 16.6H-18.4C-19.4 16.6 -20 16 -20 15Z",
             f"line fill-{ink}", stroke_width=LINE),
        path("M-9 10.6A3 3 0 1 0 -9 10.7ZM10 12A2.4 2.4 0 1 0 10 12.1Z"
             "M5 -1.6A3.4 2.6 0 1 0 5 -1.5ZM16 -1A2 1.7 0 1 0 16 -.9Z", "fill-den"),
    )  # fmt: skip


def _mouldy() -> Drawing:
    fur = "M-13 -1L-15 -6M-5 -6L-7 -11M4 -11L2 -16M12 -15L13 -20M-18 16L-20 20M-8 17L-9 21M4 17V21"
    return (path(fur, stroke_width=2), *_cheese("moss"))


def _vinegar() -> Drawing:
    bottle = (
        "M-5 -20H5V-10C5 -6 12 -4 12 3V16C12 19 10 20.5 7 20.5H-7C-10 20.5 -12 19 -12 16V3"
        "C-12 -4 -5 -6 -5 -10Z"
    )
    return (
        path(bottle, "line fill-moss", stroke_width=LINE),
        path("M-6.4 -21H6.4V-14.6H-6.4Z", "line fill-timber", stroke_width=LINE),
        path("M-12 2H12V15H-12Z", "line fill-paper", stroke_width=THIN),
        path("M-6 5L0 12.5L6 5", stroke_width=2.6),
    )


def _soda() -> Drawing:
    return (
        path("M-14 -13L14 -13V18C14 20 13 20.6 11 20.6H-11C-13 20.6 -14 20 -14 18Z",
             "line fill-paper", stroke_width=LINE),
        path("M-14 -13L-10 -20H10L14 -13Z", "line fill-rust", stroke_width=LINE),
        path("M-14 9H14V17.6H-14Z", "fill-rust"),
        path("M-14 9H14", stroke_width=THIN),
        path("M-6 4C-9 4 -9.4 -1 -6 -1.4C-6 -6 1 -7.6 3 -3.6C7.6 -4.6 9 2.6 5 4Z",
             "line fill-pane", stroke_width=THIN),
        path("M-14 -13V18C-14 20 -13 20.6 -11 20.6H11C13 20.6 14 20 14 18V-13",
             stroke_width=LINE),
    )  # fmt: skip


def _tin() -> Drawing:
    return (
        path("M-14 -13V14C-14 18 -8 20.6 0 20.6C8 20.6 14 18 14 14V-13Z", "line fill-soot",
             stroke_width=LINE),
        path("M-14 -5C-9 -1 9 -1 14 -5V7C9 11 -9 11 -14 7Z", "line fill-paper",
             stroke_width=THIN),
        path("M-5 1L-2 4.6L6 -.6", "line line-rust", stroke_width=3),
        path("M-14 -13C-14 -17 -8 -19 0 -19C8 -19 14 -17 14 -13C14 -9.6 8 -7.4 0 -7.4"
             "C-8 -7.4 -14 -9.6 -14 -13Z", "line fill-pane", stroke_width=LINE),
        path("M8 -15L16 -21L19 -18L12 -10", "line fill-pane", stroke_width=THIN),
    )  # fmt: skip


def _calculator() -> Drawing:
    keys = "".join(f"M{x} {y}h5v4.4h-5Z" for y in (-3, 4, 11) for x in (-10, -2.5, 5))
    return (
        path("M-14.5 -18C-14.5 -20 -13.5 -21 -11.5 -21H11.5C13.5 -21 14.5 -20 14.5 -18V18"
             "C14.5 20 13.5 21 11.5 21H-11.5C-13.5 21 -14.5 20 -14.5 18Z", "line fill-plum",
             stroke_width=LINE),
        path("M-10 -16H10V-7H-10Z", "line fill-pane", stroke_width=THIN),
        path("M3 -14H7V-9.4M-1 -14V-9.4", stroke_width=1.6),
        path(keys, "fill-paper"),
    )  # fmt: skip


def _bulb() -> Drawing:
    glass = "M-6.5 9C-6.5 4 -14 1 -14 -7C-14 -15 -8 -20.6 0 -20.6C8 -20.6 14 -15 14 -7C14 1 6.5 4 6.5 9Z"
    return (
        path(glass, "line fill-glow", stroke_width=LINE),
        path("M-5 8L-3 -4L0 -1L3 -4L5 8", "line line-den", stroke_width=1.8),
        path("M-6.5 9H6.5V16.4L3 20.6H-3L-6.5 16.4Z", "line fill-soot", stroke_width=LINE),
        path("M-6.5 12.8H6.5", "line line-paper", stroke_width=1.5),
    )


def _core() -> Drawing:
    fruit = (
        "M-13 -15C-8 -18 -3 -16 0 -13C3 -16 8 -18 13 -15C12 -9 5.5 -6 5.5 0C5.5 7 12 9 13 16"
        "C8 21 -8 21 -13 16C-12 9 -5.5 7 -5.5 0C-5.5 -6 -12 -9 -13 -15Z"
    )
    return (
        path("M0 -13C0 -17 2 -20 4 -22", stroke_width=2.6),
        path(fruit, "line fill-enamel", stroke_width=LINE),
        path("M-13 -15C-8 -18 -3 -16 0 -13C3 -16 8 -18 13 -15C12.4 -11.6 10 -9.6 8.4 -7.6"
             "C4 -10.6 -4 -10.6 -8.4 -7.6C-10 -9.6 -12.4 -11.6 -13 -15Z", "line fill-rust",
             stroke_width=THIN),
        path("M-13 16C-12.4 12 -10.4 10 -8.6 7.8C-4 10.4 4 10.4 8.6 7.8C10.4 10 12.4 12 13 16"
             "C8 21 -8 21 -13 16Z", "line fill-rust", stroke_width=THIN),
        path("M0 -4C2 -1.6 2 1.6 0 4C-2 1.6 -2 -1.6 0 -4Z", "fill-den"),
    )  # fmt: skip


def award() -> Drawing:
    """Return a medal made of a lid and a ribbon; its points are written on it."""
    return (
        path("M-11 -4L-17 20L-8.6 15L-2 21L0 6L2 21L8.6 15L17 20L11 -4Z", "line fill-rust",
             stroke_width=LINE),
        el("circle", class_="line fill-glow", cx=0, cy=-5, r=15.4, stroke_width=LINE),
        el("circle", class_="line fill-paper", cx=0, cy=-5, r=11.4, stroke_width=1.4),
    )  # fmt: skip


GOODS_DRAWN: Final[Mapping[str, Callable[[], Drawing]]] = {
    "cheese": _cheese,
    "vinegar": _vinegar,
    "soda": _soda,
    "tin": _tin,
    "calculator": _calculator,
    "bulb": _bulb,
    "core": _core,
    "mouldy": _mouldy,
}


def ware(kind: str) -> Drawing:
    """Return one piece of a kind."""
    return GOODS_DRAWN[kind]()


# --- what score tracks are about ----------------------------------------------------------------


def _rattronaut() -> Drawing:
    return (
        el("circle", class_="line fill-paper", cx=0, cy=-2, r=18, stroke_width=LINE),
        path("M-12 -3C-12 -12 12 -12 12 -3C12 5 -12 5 -12 -3Z", "line fill-teal",
             stroke_width=2),
        path("M-7 -6C-5 -8.4 -2 -9 0 -9", "line line-paper", stroke_width=2.2),
        path("M-13 12C-6 17 6 17 13 12V20H-13Z", "line fill-ochre", stroke_width=2),
    )  # fmt: skip


def _thruster() -> Drawing:
    return (
        path("M-9 6C-12 12 -9 17 -4 21C-4 17 -2 16 0 13C2 16 4 17 4 21C9 17 12 12 9 6Z",
             "line fill-glow", stroke_width=2),
        path("M-8 -20H8V-8L15 7H-15L-8 -8Z", "line fill-soot", stroke_width=LINE),
        path("M-8 -14H8M-10 -3H10", "line line-paper", stroke_width=2),
    )  # fmt: skip


def _cargo() -> Drawing:
    return (
        path("M-18 -15H18V17H-18Z", "line fill-timber", stroke_width=LINE),
        path("M-12 -9H12V11H-12Z", "line fill-paper", stroke_width=2),
        path("M-12 -9L12 11M12 -9L-12 11", stroke_width=2.2),
    )


def _cockpit() -> Drawing:
    return (
        path("M-19 12C-19 -8 -10 -19 0 -19C10 -19 19 -8 19 12Z", "line fill-teal",
             stroke_width=LINE),
        path("M-6 -14C-11 -9 -13 -1 -13 6", "line line-paper", stroke_width=2.6),
        path("M0 -19V12", stroke_width=2),
        path("M-21 12H21V19H-21Z", "line fill-soot", stroke_width=LINE),
    )  # fmt: skip


def beacon() -> Drawing:
    """Return a construction light: a lamp on a striped board."""
    return (
        el("circle", class_="line fill-glow", cx=0, cy=-9, r=11.4, stroke_width=LINE),
        path("M-4 -13C-2 -15.6 2 -15.6 4 -13", "line line-den", stroke_width=1.8),
        path("M-19 4H19V15H-19Z", "line fill-paper", stroke_width=LINE),
        path("M-17 15L-9 4H-1L-9 15ZM1 15L9 4H17L9 15Z", "fill-rust"),
        path("M-19 4H19V15H-19ZM-12 15V21M12 15V21", stroke_width=LINE),
    )


def _provisions() -> Drawing:
    return (
        placed(_cheese(), 0, -6, 0.72),
        path("M-19 2H19L14 20H-14Z", "line fill-timber", stroke_width=LINE),
        path("M-17 8H17M-15.4 14H15.4M-8 2L-6 20M0 2V20M8 2L6 20", "line line-paper",
             stroke_width=1.3),
        path("M-19 2H19L14 20H-14Z", stroke_width=LINE),
    )  # fmt: skip


def _stored_food() -> Drawing:
    return (
        path("M-13 -10C-17 -7 -17 -3 -17 1V14C-17 19 -15 20.6 -11 20.6H11C15 20.6 17 19 17 14V1"
             "C17 -3 17 -7 13 -10Z", "line fill-pane", stroke_width=LINE),
        path("M-17 3C-9 -1 9 7 17 3V14C17 19 15 20.6 11 20.6H-11C-15 20.6 -17 19 -17 14Z",
             "fill-rust"),
        path("M-17 3C-9 -1 9 7 17 3M-17 1V14C-17 19 -15 20.6 -11 20.6H11C15 20.6 17 19 17 14V1",
             stroke_width=LINE),
        path("M-15 -20H15V-10H-15Z", "line fill-moss", stroke_width=LINE),
        path("M-8 11.4A2.4 2.4 0 1 0 -8 11.5ZM4 14A2.4 2.4 0 1 0 4 14.1ZM12 9A2 2 0 1 0 12 9.1Z",
             "fill-paper"),
    )  # fmt: skip


def _rocket() -> Drawing:
    return (
        path("M-7 12L-16 21V9L-8 2ZM7 12L16 21V9L8 2Z", "line fill-rust", stroke_width=2),
        path("M0 -22C8 -15 9.6 -3 8 13H-8C-9.6 -3 -8 -15 0 -22Z", "line fill-paper",
             stroke_width=LINE),
        path("M0 -22C3.6 -19 6 -14.6 7.2 -10H-7.2C-6 -14.6 -3.6 -19 0 -22Z", "line fill-rust",
             stroke_width=2),
        el("circle", class_="line fill-teal", cx=0, cy=-2, r=4.4, stroke_width=2),
        path("M-4 13C-5 17 -2 19 0 22C2 19 5 17 4 13Z", "line fill-glow", stroke_width=1.8),
    )  # fmt: skip


TRACKS_DRAWN: Final[Mapping[str, Callable[[], Drawing]]] = {
    "rattronaut": _rattronaut,
    "thruster": _thruster,
    "cargo": _cargo,
    "cockpit": _cockpit,
    "lights": beacon,
    "provisions": _provisions,
    "stored_food": _stored_food,
    "rocket": _rocket,
}


def track_sign(track: str) -> Drawing:
    """Return what is marked on a score track."""
    return TRACKS_DRAWN[track]()


# --- the five colours of the path ---------------------------------------------------------------


def ring(count: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """Return an outline with teeth, like a crown cap or a tyre."""
    points = (
        (radius * cos(pi * (at + turn) / count), radius * sin(pi * (at + turn) / count))
        for at, radius in ((at, outer if at % 2 else inner) for at in range(2 * count))
    )
    return polygon(points)


def _octagon(size: float) -> str:
    return polygon(
        (size * cos(pi * (2 * at + 1) / 8), size * sin(pi * (2 * at + 1) / 8)) for at in range(8)
    )


def outline(colour: str, size: float) -> str:
    """Return the silhouette of a colour: no two are alike, so none is told by its ink alone."""
    s = size
    if colour == "blue":
        return f"M0 {-s}A{s} {s} 0 1 1 -.01 {-s}Z"
    if colour == "yellow":
        return f"M{-s} {-s}H{s}V{s}H{-s}Z"
    if colour == "orange":
        return ring(14, s * 1.04, s * 0.93)
    if colour == "green":
        return _octagon(s * 1.07)
    c = s * 0.42
    return (
        f"M{-s + c} {-s}H{s - c}Q{s} {-s} {s} {-s + c}V{s - c}Q{s} {s} {s - c} {s}H{-s + c}"
        f"Q{-s} {s} {-s} {s - c}V{-s + c}Q{-s} {-s} {-s + c} {-s}Z"
    )


COLOUR_INKS: Final[Mapping[str, tuple[str, str]]] = {
    "blue": ("teal", "waves"),
    "yellow": ("ochre", "dots"),
    "orange": ("rust", "slanting"),
    "green": ("moss", "upright"),
    "white": ("enamel", "plain"),
}
"""Ink and hatch of every colour of the path."""


def swatch(colour: str, size: float) -> Drawing:
    """Return a patch of a colour in its shape, ink and hatch."""
    ink, hatch = COLOUR_INKS[colour]
    shape = outline(colour, size)
    return (*hatched(shape, hatch, f"fill-{ink}"), path(shape, stroke_width=LINE))


# --- all of them --------------------------------------------------------------------------------


@cache
def goods_symbols() -> tuple[Symbol, ...]:
    """Return `ware-<kind>`, `sign-<track>` and `award`, whose points are written on it."""
    goods = (_symbol(f"ware-{kind}", ware(kind)) for kind in (*KINDS, "mouldy"))
    signs = (_symbol(f"sign-{track}", track_sign(track)) for track in TRACKS)
    medal = Symbol(
        id="award",
        width=ICON,
        height=ICON,
        drawing=(placed(award(), ICON / 2, ICON / 2),),
        caption=Caption(y=-5, size=19, bold=True),
    )
    return (*goods, *signs, medal)


def _symbol(name: str, drawing: Drawing) -> Symbol:
    return symbol(name, ICON, ICON, (placed(drawing, ICON / 2, ICON / 2),))
