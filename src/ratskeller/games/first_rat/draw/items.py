"""What can be had, drawn: backpacks, energy drinks, bottle caps, the comics of the Library.

Each is one of the yard's drawings on its own ground: a backpack, a can, a crown cap, a cover.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol
from ratskeller.games.first_rat.draw.goods import ICON, LINE, THIN, Drawing, placed, ring, swatch
from ratskeller.games.first_rat.rules.state import CAPS, COMICS, PACKS, SUPER_RATS

PACK_WIDTH, PACK_HEIGHT = 58.0, 66.0
CAP: Final = 58.0
COMIC_WIDTH, COMIC_HEIGHT = 66.0, 60.0


@cache
def bargain_symbols() -> tuple[Symbol, ...]:
    """Return `pack-…`, `packs-…` (two of a kind), `can`, `can-empty`, `cap-…` and `comic-…`."""
    return (
        *(_pack(name) for name in PACKS),
        *(_packs(name) for name in PACKS),
        _can("can", empty=False),
        _can("can-empty", empty=True),
        *(_cap(name) for name in CAPS),
        *(_comic(number, name) for number, name in enumerate(COMICS)),
    )


# --- booths -------------------------------------------------------------------------------------

_PACK_SIGNS: Final[Mapping[str, Callable[[], Element]]] = {
    "orange": lambda: group(swatch("orange", 11)),
    "green": lambda: group(swatch("green", 11)),
    "bulbs": lambda: use("ware-bulb", 0, 0, 27, 27),
    "cores": lambda: use("ware-core", 0, 0, 27, 27),
    "cheese": lambda: use("ware-cheese", 0, 0, 28, 28),
}


def _pack(name: str) -> Symbol:
    """Return a backpack; what it adds is written on its flap."""
    return Symbol(
        id=f"pack-{name}",
        width=PACK_WIDTH,
        height=PACK_HEIGHT,
        drawing=(
            path("M21 10C21 2 37 2 37 10", stroke_width=3),
            path("M8 30C3 34 3 50 8 54ZM50 30C55 34 55 50 50 54Z", "line fill-timber",
                 stroke_width=2),
            path("M8 24C8 12 16 8 29 8C42 8 50 12 50 24V56C50 61 47 63.4 42 63.4H16"
                 "C11 63.4 8 61 8 56Z", "line fill-plaster", stroke_width=2.6),
            path("M8 28C20 33 38 33 50 28V24C50 12 42 8 29 8C16 8 8 12 8 24Z",
                 "line fill-timber", stroke_width=2.2),
            path("M12 9.6H46V28.6H12Z", "line fill-paper", stroke_width=1.4),
            placed((_PACK_SIGNS[name](),), 29, 46.6),
        ),
        caption=Caption(y=-13.8, size=22, bold=True),
    )  # fmt: skip


def _packs(name: str) -> Symbol:
    """Return two backpacks of a kind, one behind the other."""
    one = _pack(name)
    return Symbol(
        id=f"packs-{name}",
        width=PACK_WIDTH,
        height=PACK_HEIGHT,
        drawing=(
            use(one.id, PACK_WIDTH / 2 + 7, PACK_HEIGHT / 2 - 7, PACK_WIDTH, PACK_HEIGHT),
            use(one.id, PACK_WIDTH / 2 - 2, PACK_HEIGHT / 2 + 1, PACK_WIDTH, PACK_HEIGHT),
        ),
        caption=Caption(x=-2, y=-12.8, size=22, bold=True),
    )


def can_drawing(*, empty: bool) -> Drawing:
    """Return a can of energy drink; it doubles a yield once."""
    bolt = "M4 -13L-9 4H-1L-4 17L9 -1H1Z"
    body = "M-13 -20H13L15.4 -15V17L12 22H-12L-15.4 17V-15Z"
    if empty:
        return (
            path("M-13 -18L11 -21L15 -14L8 -4L14 6L10 21L-12 22L-15.4 12L-8 2L-15.4 -8Z",
                 "line fill-shade", stroke_width=LINE),
            path("M-8 2L8 -4M-8 2L14 6", stroke_width=THIN),
        )  # fmt: skip
    return (
        path(body, "line fill-teal", stroke_width=LINE),
        path("M-15.4 -15H15.4M-15.4 17H15.4", stroke_width=THIN),
        path(bolt, "line fill-glow", stroke_width=2),
    )


def _can(name: str, *, empty: bool) -> Symbol:
    return Symbol(
        id=name,
        width=50,
        height=56,
        drawing=(
            placed(can_drawing(empty=empty), 22, 28, 1.1),
            path("M18 33H54V57H18Z", "line fill-paper", stroke_width=2),
        ),
        caption=Caption(x=11, y=17.4, size=23, bold=True),
    )


_CAP_SIGNS: Final[Mapping[str, Callable[[], Drawing]]] = {
    "frugal": lambda: (
        use("sign-rocket", 0, 0, 40, 40),
        path("M-15 15L15 -15", "line line-paper", stroke_width=7),
        path("M-15 15L15 -15", "line line-rust", stroke_width=3.6),
    ),
    "things": lambda: (
        path("M-12 -4C-12 -13 -6 -15 0 -15C6 -15 12 -13 12 -4V11C12 14 10.6 15 8 15H-8"
             "C-10.6 15 -12 14 -12 11Z", "line fill-timber", stroke_width=LINE),
        path("M-12 -2C-6 2 6 2 12 -2M-6 5H6V11H-6Z", "line line-paper", stroke_width=1.8),
    ),
}  # fmt: skip


def _cap(name: str) -> Symbol:
    """Return a crown cap; the points for each piece are written on a slip below its sign."""
    sign = (
        placed(_CAP_SIGNS[name](), 29, 20, 0.62)
        if name in _CAP_SIGNS
        else use(f"sign-{name}", 29, 20, 27.3, 27.3)
    )
    return Symbol(
        id=f"cap-{name}",
        width=CAP,
        height=CAP,
        drawing=(
            path(ring(18, 28.4, 25.2), "line fill-ochre", stroke_width=2.2,
                 transform="translate(29 29)"),
            el("circle", class_="line fill-paper", cx=29, cy=29, r=21.6, stroke_width=1.8),
            sign,
            path("M12 34.4H46V57H12Z", "line fill-paper", stroke_width=2),
        ),
        caption=Caption(y=16.8, size=24, width=32, bold=True),
    )  # fmt: skip


# --- comics -------------------------------------------------------------------------------------


def _pipe(ink: str) -> Drawing:
    return (
        path("M-19 12H-4C2 12 4 10 4 4V-14", "line", stroke_width=15),
        path("M-19 12H-4C2 12 4 10 4 4V-14", f"line line-{ink}", stroke_width=10),
        path("M-13 5V19M-3 -4H11M-3 -11H11", stroke_width=2),
        path("M8 8L20 20M20 8L8 20", "line line-paper", stroke_width=7),
        path("M8 8L20 20M20 8L8 20", "line line-rust", stroke_width=3.4),
    )


_COMIC_SIGNS: Final[Mapping[str, Callable[[], Drawing]]] = {
    "neil": lambda: (use("sign-rattronaut", 0, 0, ICON, ICON),),
    "lola": lambda: (
        path("M-19 4C-13 4 -9 0 -6 -9L4 -9C5 -2 9 1 19 4C21 5 21 12 19 13H-19Z",
             "line fill-rust", stroke_width=LINE),
        path("M-19 13H20V18H-19Z", "line fill-paper", stroke_width=2),
        path("M-1 -4L5 -6M2 0L8 -3", "line line-paper", stroke_width=2),
        path("M-21 -12H-11M-20 -6H-13", stroke_width=2.2),
    ),
    "arnold": lambda: (
        path("M-14 -3H14V3H-14Z", "line fill-soot", stroke_width=2),
        path("M-16 -13H-9V13H-16ZM9 -13H16V13H9ZM-21 -8H-16V8H-21ZM16 -8H21V8H16Z",
             "line fill-teal", stroke_width=LINE),
    ),
    "ratwoman": lambda: (
        path("M-21 -6C-12 -13 -6 -7 0 -5C6 -7 12 -13 21 -6C21 6 13 12 5 8C2 6 -2 6 -5 8"
             "C-13 12 -21 6 -21 -6Z", "line fill-plum", stroke_width=LINE),
        path("M-14 0C-11 -4 -7 -3 -5 1C-8 4 -12 4 -14 0ZM14 0C11 -4 7 -3 5 1C8 4 12 4 14 0Z",
             "line fill-paper", stroke_width=1.8),
    ),
    "yellow": lambda: _pipe("ochre"),
    "red": lambda: _pipe("rust"),
    "toll": lambda: (
        use("ware-cheese", 0, 0, ICON, ICON),
        path("M-15 -15L15 19", "line line-paper", stroke_width=7),
        path("M-15 -15L15 19", "line line-rust", stroke_width=3.6),
    ),
    "legs": lambda: (
        path("M-6 -19L2 -19L-6 0L-9 16H-19M-6 -19L8 -4L8 16H20", stroke_width=4),
        path("M-20 12H-8V20H-20ZM7 12H21V20H7Z", "line fill-timber", stroke_width=2),
    ),
    "colours": lambda: (
        placed(swatch("green", 12), -9, 2),
        placed(swatch("orange", 12), 9, 2),
    ),
    "discount": lambda: (
        path("M-20 0L-8 -14H20V14H-8Z", "line fill-paper", stroke_width=LINE),
        el("circle", class_="line fill-den", cx=-9, cy=0, r=2.6, stroke_width=1),
        path("M-1 0H7M12 -6L15 -8V8", stroke_width=3),
    ),
}  # fmt: skip


def _comic(number: int, name: str) -> Symbol:
    """Return a comic: a stapled cover with a picture; super rats have a burst behind them."""
    is_super = number < SUPER_RATS
    ground = "fill-glow" if is_super else "fill-pane"
    burst = path(ring(12, 25, 18.5), "line fill-paper", stroke_width=1.2,
                 transform="translate(35 29.6)")  # fmt: skip
    return Symbol(
        id=f"comic-{name}",
        width=COMIC_WIDTH,
        height=COMIC_HEIGHT,
        drawing=(
            path("M5 5H63V57H5Z", "line fill-shade", stroke_width=2),
            path("M2.5 2.5H60V54.5H2.5Z", f"line {ground}", stroke_width=2.6),
            path("M9.5 2.5V54.5", stroke_width=1.6),
            path("M6 12V20M6 37V45", stroke_width=2),
            *((placed((burst,), 0, -1),) if is_super else ()),
            placed(_COMIC_SIGNS[name](), 35, 28.6, 0.72 if is_super else 0.92),
        ),
    )


def comic_sign(name: str) -> Drawing:
    """Return the picture on the cover of a comic."""
    return _COMIC_SIGNS[name]()
