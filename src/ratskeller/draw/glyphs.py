"""Six glyphs, one for each tone, drawn to be read at 16 px: one bold mass each, no inner detail."""

from __future__ import annotations

from typing import Final

from ratskeller.draw.palette import TONES
from ratskeller.draw.svg import Element, el, path

SIZE: Final = 24
"""Side of the glyph's own square."""

OUTLINES: Final[dict[str, str]] = {
    "circle": "M12 2.8A9.2 9.2 0 1 1 12 21.2A9.2 9.2 0 1 1 12 2.8Z",
    "star": "M12 1.6L15 8.5L22.5 9.2L16.8 14.2L18.5 21.5L12 17.6L5.5 21.5L7.2 14.2L1.5 9.2L9 8.5Z",
    "triangle": "M12 2.4L22.2 20.8H1.8Z",
    "leaf": "M21.5 2.5C22.5 12 18.5 20 9.5 19.5C8 19.4 6.9 18.9 6.2 18.3L3.4 21.8L1.8 20.4L4.7 17"
    "C1.5 9.5 8.5 3 21.5 2.5Z",
    "crescent": "M14.4 1.8A10.2 10.2 0 1 0 22.2 15.4A7.2 7.2 0 1 1 14.4 1.8Z",
    "square": "M3.4 3.4H20.6V20.6H3.4Z",
}


def glyph_symbols() -> tuple[Element, ...]:
    """Return the symbols ``glyph-circle`` … ``glyph-square``, coloured by the tone around them."""
    return tuple(
        el(
            "symbol",
            path(OUTLINES[tone.glyph], "line fill-tone", stroke_width=2),
            id=f"glyph-{tone.glyph}",
            viewBox=f"0 0 {SIZE} {SIZE}",
        )
        for tone in TONES
    )


def glyph(name: str, x: float, y: float, size: float, angle: float = 0.0) -> Element:
    """Return a glyph drawn in place, centred on a point; its outline scales with it."""
    turn = f"translate({x:g} {y:g}) rotate({angle:g}) scale({size / SIZE:.4g}) translate(-12 -12)"
    return path(OUTLINES[name], "line fill-tone", stroke_width=2, transform=turn)
