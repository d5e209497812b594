"""The Piper and the cat: the two that rats look out for."""

from __future__ import annotations

from typing import Final

from ratskeller.draw.pen import cut, cuts, taper
from ratskeller.draw.svg import Element, el, path
from ratskeller.draw.symbol import Symbol, symbol

PIPER_WIDTH: Final = 110.0
PIPER_HEIGHT: Final = 130.0
CAT_WIDTH: Final = 120.0
CAT_HEIGHT: Final = 90.0


def figure_symbols() -> tuple[Symbol, ...]:
    """Return ``piper``, ``cat`` (asleep) and ``cat-awake``."""
    return (
        symbol("piper", PIPER_WIDTH, PIPER_HEIGHT, _piper()),
        symbol("cat", CAT_WIDTH, CAT_HEIGHT, (*_loaf(), *_closed_eyes())),
        symbol("cat-awake", CAT_WIDTH, CAT_HEIGHT, (*_loaf(), *_open_eyes())),
    )


# --- the Piper ----------------------------------------------------------------------------------

_CLOAK: Final = """
    M44 54 C32 60 20 82 13 114 C20 118 28 119 34 117 C40 121 50 121 56 118 C62 121 71 121 77 117
    C82 118 86 116 89 113 C86 88 77 62 64 54 C58 58 50 58 44 54 Z"""
_STRIPES: Final = """
    M47 56 C40 72 35 94 34 117 C28 119 20 118 13 114 C20 82 32 60 44 54 Z
    M52 57 C51 76 53 98 56 118 C62 121 71 121 77 117 C75 96 69 74 60 56 Z"""
_HAT: Final = "M36 38 C36 28 32 14 20 4 C36 4 54 12 66 34 C58 40 46 42 36 38 Z"
_BRIM: Final = (
    "M27 41 C34 33 60 28 77 33 C80 34 80 37 77 38 C64 38 50 42 38 46 C31 47 25 45 27 41 Z"
)
_FACE: Final = """
    M42 43 C41 50 44 56 50 60 L57 67 L60 59 C64 57 66 55 66.5 52 L70 50.5 C71 49 69 46 67 43
    C67 40 66 38 65 37 C57 38 49 40 42 43 Z"""
_FEATHER: Final = "M38 30 C26 33 12 28 5 17 C2 24 6 38 20 41 C28 42 35 38 38 30 Z"


def _piper() -> tuple[Element, ...]:
    return (
        path("M40 114 L36 124 C34 128 37 129.5 41 129 L54 126 L52 114 Z "
             "M62 114 L62 125 C62 129 66 129.5 70 128.5 L85 124 L74 114 Z",
             "line fill-soot", stroke_width=2.6),
        path(_CLOAK, "line fill-ochre", stroke_width=3.2),
        path(_STRIPES, "fill-rust"),
        path("M47 56 C40 72 35 94 34 117 M52 57 C51 76 53 98 56 118 M60 56 C69 74 75 96 77 117",
             stroke_width=1.8),
        path(_CLOAK, stroke_width=3.2),
        path(cuts(((18, 112), (26, 88)), (8, 2), 5, 2.4), "fill-ink"),
        path(cuts(((60, 118), (72, 116)), (-2, -14), 4, 2.4), "fill-ink"),
        path(_FACE, "line fill-flesh", stroke_width=2.6),
        path("M55 47 C57.5 49.5 61 49.5 63 47", "line line-den", stroke_width=2.2),
        path(cuts(((44, 46), (48, 57)), (5, 1), 3, 1.8), "fill-den"),
        path("M50 60 L57 67 L60 59 C57 58 53 57 50 60 Z", "line fill-rust", stroke_width=1.8),
        path(_FEATHER, "line fill-moss", stroke_width=2.4),
        path("M38 30 C28 36 16 34 8 24 M27 35 L20 39 M24 34.5 L22 28 M18 32 L12 34",
             stroke_width=1.6),
        path(_HAT, "line fill-plum", stroke_width=3),
        path(_BRIM, "line fill-plum", stroke_width=3),
        path(cuts(((40, 36), (28, 9)), (7, 0), 5, 2.2, 1), "fill-paper"),
        *_flute(),
    )  # fmt: skip


def _flute() -> tuple[Element, ...]:
    """Return the flute and the two sleeves that hold it."""
    pipe = taper(((63, 51), (84, 61), (106, 71)), 6, 9)
    return (
        path("M52 66 C58 62 66 62 73 62 L79 60 C83 60 84 64 81 66.5 C75 72 66 78 56 78 Z",
             "line fill-ochre", stroke_width=2.6),
        path(pipe, "line fill-paper", stroke_width=2.6),
        path("M83 60.5 L82 63 M90 63.5 L89 66.5 M97 66.5 L96 70", stroke_width=2.2),
        path("M74 60 C72 56 75 53.5 78 55 L81 58 C84 57.5 86 60 84 63 C81 67 76 66 74 60 Z",
             "line fill-flesh", stroke_width=2),
    )  # fmt: skip


# --- the cat ------------------------------------------------------------------------------------

_LOAF: Final = """
    M12 74 C6 52 18 32 40 30 C50 29 58 30 66 33 L64 13 C64 10 67 9 69 11 L80 21
    C85 20 92 20 97 21 L108 11 C110 9 113 10 113 13 L112 34 C117 42 117 52 112 59
    C113 66 111 72 107 77 C100 82 84 83 62 83 C40 84 18 83 12 74 Z"""


def _loaf() -> tuple[Element, ...]:
    back = cut((34, 31), (38, 47), 5, 2) + cut((46, 29.5), (49, 44), 5, 2)
    flank = cut((22, 38), (29, 51), 5, 2)
    brow = "".join(cut((x, 21), (x, y), 3.4) for x, y in ((84, 31), (89, 33), (94, 31)))
    tail = ((20, 69), (29, 74.5), (42, 75.5), (56, 73.5), (66, 68))
    return (
        path(_LOAF, "line fill-soot", stroke_width=3.2),
        path(back + flank + brow, "fill-paper"),
        path("M70 18 L71 27 L77 23 Z M107 18 L105 27 L100 23 Z", "fill-rust"),
        path("M66 36 C63 46 64 56 71 62 C80 69 99 69 107 62 C110 59 111 57 112 54",
             "line line-paper", stroke_width=1.8),
        path(taper(tail, 13, 9), "line fill-soot line-paper", stroke_width=2),
        path(cut((30, 68), (31, 80), 3) + cut((42, 69), (43, 81), 3) + cut((54, 68), (56, 79), 3),
             "fill-paper"),
        path("M76 82 C76 77 84 76 87 80 M92 80 C94 76 103 77 103 81",
             "line line-paper", stroke_width=1.8),
        path("M86.5 50 L92 50 L89.2 53.5 Z", "fill-rust"),
        path("M89.2 53.5 V56 C88 59 84.5 59 83 57.5 M89.2 56 C90.5 59 94 59 95.5 57.5",
             "line line-paper", stroke_width=1.6),
        path("M66 50 L54 47 M66 54 L54 55 M111 50 L119.5 47 M111 54 L119.5 55",
             stroke_width=1.5),
    )  # fmt: skip


def _closed_eyes() -> tuple[Element, ...]:
    return (
        path("M72 43 C75 47 80 47 83 43 M96 43 C99 47 104 47 107 43",
             "line line-paper", stroke_width=2.8),
    )  # fmt: skip


def _open_eyes() -> tuple[Element, ...]:
    almond = "M{0} 42 C{1} 35 {2} 35 {3} 42 C{2} 48 {1} 48 {0} 42 Z"
    return (
        *(
            path(almond.format(x, x + 3.5, x + 10, x + 13.5), "line line-den fill-eye",
                 stroke_width=2)
            for x in (70.5, 95)
        ),
        *(el("ellipse", class_="fill-den", cx=x, cy=41.6, rx=1.8, ry=4.6) for x in (77.2, 101.7)),
    )  # fmt: skip
