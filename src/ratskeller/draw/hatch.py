"""Six hatches, one for each tone, so that nothing is told apart by colour alone.

A pattern cannot inherit the tone of the shape it fills, so a hatched shape is drawn twice: once
in its flat ink, once with the hatch cut out of it in the colour of the paper.
"""

from __future__ import annotations

from typing import Final

from ratskeller.draw.palette import TONES
from ratskeller.draw.svg import Element, el, path

SIZE: Final = 12
"""Width and height of one tile, in board units."""

_LINES: Final[dict[str, str]] = {
    "waves": "M-1 7C1 4.5 2 4 3 4C6 4 6 8 9 8C10 8 11 7.5 13 5",
    "upright": "M3 -1V13M9 -1V13",
    "slanting": "M-1 13L13 -1M-1 1L1 -1M11 13L13 11",
    "cross": "M-1 13L13 -1M-1 1L1 -1M11 13L13 11M-1 -1L13 13M-1 11L1 13M11 -1L13 1",
}
_DOTS: Final = ((3, 3), (9, 9))


def hatch_defs() -> tuple[Element, ...]:
    """Return the six patterns ``hatch-plain`` … ``hatch-cross``."""
    return tuple(_pattern(tone.hatch) for tone in TONES)


def hatched(d: str, hatch: str, class_: str = "fill-tone") -> tuple[Element, Element]:
    """Return a shape in its flat ink and its hatch on top."""
    return path(d, class_), el("path", d=d, fill=f"url(#hatch-{hatch})")


def _pattern(name: str) -> Element:
    return el(
        "pattern",
        _marks(name),
        id=f"hatch-{name}",
        width=SIZE,
        height=SIZE,
        patternUnits="userSpaceOnUse",
    )


def _marks(name: str) -> tuple[Element, ...]:
    if name == "plain":
        return ()
    if name == "dots":
        # Dark dots: the paper has only 2.7:1 on ochre, the den has 5:1 by day and more at night.
        return tuple(el("circle", class_="fill-den", cx=x, cy=y, r=1.7) for x, y in _DOTS)
    return (path(_LINES[name], "line line-paper", stroke_width=1.8),)
