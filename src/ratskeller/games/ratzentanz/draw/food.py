"""What rats are after, as prints: six kinds of food, on a chip, on a rat's back, or sorely missed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from ratskeller.draw.palette import TONES, Tone
from ratskeller.draw.pen import cut, cuts
from ratskeller.draw.pieces import pieces
from ratskeller.draw.rats import HEIGHT, WIDTH
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Symbol, symbol
from ratskeller.games.ratzentanz.rules.state import KINDS, Kind

SEAT_TONES: Final[tuple[Tone, ...]] = TONES[:4]
"""Red, yellow, blue, green: by seat, as the seats are called."""

CHIP: Final = 92.0
PILE: Final = 124.0
"""The long side of several chips: their number stands beside a pile, and above a stack."""
STOCK: Final = (140.0, 66.0)
"""In a storeroom the number stands beside the chips, too, but within the room."""
FOOD: Final = 48.0
_RISE: Final = 32.0
"""How much higher a rat with food on its back is than one without."""


def food_symbols(names: tuple[str, ...]) -> tuple[Symbol, ...]:
    """Return `hamelin-food-1`, `chip-1`, `pile-1`, `stack-1`, `stock-1`, `lack-1` for these kinds."""
    found: list[Symbol] = []
    for kind, (outline, drawing) in enumerate(_drawn(names), start=1):
        found += (
            symbol(f"hamelin-food-{kind}", FOOD, FOOD, (_centred(drawing, FOOD),)),
            symbol(f"chip-{kind}", CHIP, CHIP, _chip(kind)),
            symbol(f"pile-{kind}", PILE, CHIP, _pile(kind)),
            symbol(f"stack-{kind}", CHIP, PILE, _stack(kind)),
            symbol(f"stock-{kind}", *STOCK, _stock(kind)),
            symbol(f"lack-{kind}", CHIP, CHIP, _lack(outline)),
        )
    return tuple(found)


@cache
def rat_symbols() -> tuple[Symbol, ...]:
    """Return the rats of all seats: at home, on their way, and with each kind of food."""
    tones = [tone.name for tone in SEAT_TONES]
    poses = [f"rat-{pose}-{tone}" for pose in ("sit", "run", "carry") for tone in tones]
    loaded = (
        symbol(f"hamelin-rat-{tone}-{kind}", WIDTH, HEIGHT + _RISE, _loaded(tone, kind))
        for tone in tones
        for kind in range(1, KINDS + 1)
    )
    return (*pieces(poses), *loaded)


def rat_symbol(tone: str, load: Kind, *, rests: bool) -> str:
    """Return the id of a rat's symbol."""
    if load:
        return f"hamelin-rat-{tone}-{load}"
    return f"rat-{'sit' if rests else 'run'}-{tone}"


def chips_symbol(kind: Kind, number: int, *, crowded: bool, stored: bool) -> str:
    """Return the id of free chips; with rats beside them their number stands above."""
    if number == 1:
        return f"chip-{kind}"
    if stored:
        return f"stock-{kind}"
    return f"stack-{kind}" if crowded else f"pile-{kind}"


def _loaded(tone: str, kind: Kind) -> tuple[Element, ...]:
    """The food stands in the basket: its lower third is behind the rim."""
    return (
        use(f"hamelin-food-{kind}", 54, 26, 74, 74),
        use(f"rat-carry-{tone}", WIDTH / 2, HEIGHT / 2 + _RISE, WIDTH, HEIGHT),
    )


# --- chips --------------------------------------------------------------------------------------


def _chip(kind: Kind) -> tuple[Element, ...]:
    middle = CHIP / 2
    return (
        el("circle", class_="fill-den", cx=middle + 1.5, cy=middle + 4, r=42),
        el("circle", class_="line fill-paper", cx=middle, cy=middle, r=41, stroke_width=3.6),
        el("circle", class_="line line-cobble", cx=middle, cy=middle, r=35, stroke_width=2),
        use(f"hamelin-food-{kind}", middle, middle, 66, 66),
    )


def _pile(kind: Kind) -> tuple[Element, ...]:
    return (
        el("circle", class_="line fill-shade", cx=40, cy=CHIP / 2 + 6, r=39, stroke_width=3),
        use(f"chip-{kind}", 44, CHIP / 2 - 2, CHIP, CHIP),
    )


def _stack(kind: Kind) -> tuple[Element, ...]:
    return (
        el("circle", class_="line fill-shade", cx=CHIP / 2 - 3, cy=PILE - 43, r=39, stroke_width=3),
        use(f"chip-{kind}", CHIP / 2, PILE - 51, CHIP, CHIP),
    )


def _stock(kind: Kind) -> tuple[Element, ...]:
    _, height = STOCK
    return (
        el("circle", class_="line fill-shade", cx=42, cy=height / 2 + 6, r=39, stroke_width=3),
        use(f"chip-{kind}", 46, height / 2 - 2, CHIP, CHIP),
    )


def _lack(outline: str) -> tuple[Element, ...]:
    """The shape of what is not there."""
    middle = CHIP / 2
    return (
        el("circle", class_="fill-ground", cx=middle, cy=middle, r=41),
        el("circle", class_="line line-soot", cx=middle, cy=middle, r=41, stroke_width=2,
           stroke_dasharray="5 6"),
        group(path(outline, "line line-soot", stroke_width=1.9, stroke_dasharray="4.5 3.2"),
              transform=f"translate({middle:g} {middle:g}) scale(1.28)"),
    )  # fmt: skip


def _centred(drawing: tuple[Element, ...], size: float) -> Element:
    return group(drawing, transform=f"translate({size / 2:g} {size / 2:g})")


# --- six kinds of food, drawn around (0, 0) and about 44 wide -----------------------------------

Drawing = tuple[str, tuple[Element, ...]]
"""Outline, and the print."""

_EAR: Final = "M{x} {y}c-6 -5 -6 -13 -1 -19c6 5 7 13 1 19Z"
_EARS: Final = ((-9, -2), (9.5, -2), (0, -4.5))


def _grain() -> Drawing:
    """A sheaf with a band around it."""
    straw = "M-5 5L-12 21C-5 23 5 23 12 21L5 5C12 0 14 -5 13 -9L-13 -9C-14 -5 -12 0 -5 5Z"
    ears = "".join(_EAR.format(x=x, y=y) for x, y in _EARS)
    return straw + ears, (
        path(straw, "line fill-ochre", stroke_width=2.4),
        path("M-3 8L-5 20M1 8V21M4 8L8 20M-4 3L-9 -8M0 3V-8M4 3L9 -8", stroke_width=1.4),
        path(ears, "line fill-ochre", stroke_width=2.2),
        path("M-9.5 -7V-15M0 -10V-18M9.5 -7V-15", stroke_width=1.4),
        path("M-6.5 2.5H6.5V8H-6.5Z", "line fill-rust", stroke_width=2),
    )


def _sausage() -> Drawing:
    body = (
        "M-19 -10C-21 3 -10 15 6 14C14 13.5 20 9 19 3C18 -3 11 -2 6 -1C-1 0 -5 -4 -7 -12"
        "C-9 -18 -18 -17 -19 -10Z"
    )
    return body, (
        path("M-14 -16L-19 -21M-14 -16L-11 -22M18 7L23 11M18 7L24 4", stroke_width=2.4),
        path(body, "line fill-rust", stroke_width=2.6),
        path(cuts(((-14, 5), (4, 13)), (3, -9), 5, 2.4, 1), "fill-paper"),
    )


def _ham() -> Drawing:
    body = (
        "M-20 2C-20 -10 -8 -17 3 -14C11 -12 14 -6 13 0L19 5C24 4 24 10 20 11C20 16 14 16 13 11L8 7"
    )
    body += "C3 13 -3 16 -9 15C-16 14 -20 9 -20 2Z"
    return body, (
        path(body, "line fill-rust", stroke_width=2.6),
        el("ellipse", class_="line fill-paper", cx=-10, cy=3, rx=6.5, ry=8, stroke_width=1.8),
        el("circle", class_="line fill-rust", cx=-10, cy=3, r=2.4, stroke_width=1.4),
        path(cuts(((0, -11), (9, -5)), (-3, 10), 3, 2.2, 1), "fill-paper"),
    )


def _cheese() -> Drawing:
    top = "M-21 1L13 -15C19 -11 21 -6 21 1Z"
    front = "M-21 1H21V15H-21Z"
    holes = ((-12, 8, 3.4), (1, 10, 2.4), (12, 6.5, 3.6), (9, -5, 2.8))
    return top + front, (
        path(front, "line fill-ochre", stroke_width=2.6),
        path(top, "line fill-glow", stroke_width=2.6),
        *(el("ellipse", class_="line fill-paper", cx=x, cy=y, rx=r, ry=r * 0.8, stroke_width=1.6)
          for x, y, r in holes),
    )  # fmt: skip


def _fish() -> Drawing:
    body = "M-22 1C-14 -12 4 -13 12 -2L21 -11C19 -4 19 4 22 11L12 3C4 13 -14 13 -22 1Z"
    return body, (
        path(body, "line fill-teal", stroke_width=2.6),
        path("M-10 -8C-7 -3 -7 4 -10 9.5", stroke_width=1.8),
        path("M-3 -4C-1 -1 -1 2 -3 5M3 -3C5 -1 5 2 3 4", "line line-paper", stroke_width=1.8),
        el("circle", class_="line fill-paper", cx=-14.5, cy=-2, r=2.6, stroke_width=1.6),
    )


def _apples() -> Drawing:
    one = "M0 -7C-5 -12 -15 -9 -15 1C-15 10 -8 17 0 13C8 17 15 10 15 1C15 -9 5 -12 0 -7Z"
    leaf = "M1 -10C2 -18 9 -21 15 -19C14 -12 8 -8 1 -10Z"
    return one + leaf, (
        path("M0 -6C0 -11 -2 -15 -5 -18", stroke_width=2.6),
        path(one, "line fill-moss", stroke_width=2.6),
        path(leaf, "line fill-foliage", stroke_width=2),
        path(cuts(((13, 4), (4, 13)), (-8, -5), 4, 2.4, 1), "fill-paper"),
    )


def _bread() -> Drawing:
    loaf = "M-21 7C-23 -6 -12 -13 0 -13C12 -13 23 -6 21 7C20 13 14 13 0 13C-14 13 -20 13 -21 7Z"
    return loaf, (
        path(loaf, "line fill-flesh", stroke_width=2.6),
        path("M-20 8C-10 11 10 11 20 8", "line line-timber", stroke_width=2),
        path(cut((-13, -4), (-6, 5), 5, 2) + cut((-2, -7), (4, 4), 5, 2)
             + cut((9, -7), (14, 3), 5, 2), "fill-timber"),
    )  # fmt: skip


_FOODS: Final[Mapping[str, Callable[[], Drawing]]] = {
    "grain": _grain,
    "sausage": _sausage,
    "cheese": _cheese,
    "fish": _fish,
    "apples": _apples,
    "bread": _bread,
    "ham": _ham,
}


@cache
def _drawn(names: tuple[str, ...]) -> tuple[Drawing, ...]:
    """An owner of the box may name other food, which then looks like a kind that is not in it."""
    strange = (drawn for name, drawn in _FOODS.items() if name not in names)
    return tuple((_FOODS[name] if name in _FOODS else next(strange))() for name in names)
