"""Posters: a sheet nailed to a board that shows who is wanted, in tone, hatch and glyph."""

from __future__ import annotations

from typing import Final

from ratskeller.draw.glyphs import glyph
from ratskeller.draw.hatch import hatched
from ratskeller.draw.palette import TONES, Tone
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol

POSTER_WIDTH: Final = 108.0
POSTER_HEIGHT: Final = 128.0

_SHEET: Final = "M3 4L52 2.5L105 4L106 60L104.5 124L80 126L60 124.5L34 126L4 124.5L2 66Z"
_FRAME: Final = "M9 10H99V118H9Z M20 21V107H88V21Z"


def poster_symbols() -> tuple[Symbol, ...]:
    """Return ``poster-red`` … ``poster-black``, ``poster-piper`` and ``poster-back``."""
    return (*(_rat_poster(tone) for tone in TONES), _piper_poster(), _poster_back())


def _rat_poster(tone: Tone) -> Symbol:
    drawing = group(
        hatched(_FRAME, tone.hatch),
        path("M20 21V107H88V21Z", "line fill-paper", stroke_width=2),
        path("M9 10H99V118H9Z", "line", stroke_width=2),
        use(f"rat-sit-{tone.name}", 55, 61, 84, 70),
        glyph(tone.glyph, 21, 22, 31),
        class_=f"tone-{tone.name}",
    )
    return _poster(tone.name, (drawing,))


def _piper_poster() -> Symbol:
    diamonds = "".join(f"M{x} 12.5l4 4l-4 4l-4 -4Z" for x in (26, 40, 54, 68, 82))
    diamonds += "".join(
        f"M14.5 {y}l4 4l-4 4l-4 -4Z M93.5 {y}l4 4l-4 4l-4 -4Z" for y in (32, 52, 72)
    )
    drawing = (
        path(_FRAME, "fill-soot", fill_rule="evenodd"),
        path("M20 21V107H88V21Z", "line fill-paper", stroke_width=2),
        path("M9 10H99V118H9Z", "line", stroke_width=2),
        path(diamonds, "fill-ochre"),
        use("piper", 54, 58, 72, 85),
    )
    return _poster("piper", drawing)


def _poster(name: str, drawing: tuple[Element, ...]) -> Symbol:
    """Return a poster: sheet, drawing, a label strip for the name, a nail."""
    return Symbol(
        id=f"poster-{name}",
        width=POSTER_WIDTH,
        height=POSTER_HEIGHT,
        drawing=(
            path(_SHEET, "line fill-paper", stroke_width=2.6),
            *drawing,
            path("M-3 97H111V121H-3Z", "line fill-paper fine", stroke_width=2),
            el("circle", class_="fill-ink", cx=54, cy=7, r=4.5),
            el("circle", class_="fill-paper", cx=52.6, cy=5.6, r=1.4),
        ),
        caption=Caption(y=45, size=18.6, width=114, fine=True, bold=True),
    )


def _poster_back() -> Symbol:
    paw = (
        "M54 62C66 62 74 74 70 84C66 92 60 86 54 86C48 86 42 92 38 84C34 74 42 62 54 62Z"
        "M32 50C38 48 42 54 40 61C38 67 31 67 29 60C28 55 29 51 32 50Z"
        "M46 36C52 35 54 43 53 50C51 57 44 57 42 49C41 43 42 37 46 36Z"
        "M62 36C66 37 67 43 66 49C64 57 57 57 55 50C54 43 56 35 62 36Z"
        "M76 50C79 51 80 55 79 60C77 67 70 67 68 61C66 54 70 48 76 50Z"
    )
    return Symbol(
        id="poster-back",
        width=POSTER_WIDTH,
        height=POSTER_HEIGHT,
        drawing=(
            path(_SHEET, "line fill-soot", stroke_width=2.6),
            el("path", d="M9 10H99V118H9Z", fill="url(#hatch-cross)"),
            path("M9 10H99V118H9Z", "line line-paper", stroke_width=2.4),
            el("circle", class_="line fill-paper", cx=54, cy=64, r=37, stroke_width=2.6),
            path(paw, "fill-ink"),
        ),
    )
