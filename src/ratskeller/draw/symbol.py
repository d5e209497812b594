"""A symbol: a drawing made once and used many times, with its size and where words go on it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ratskeller.draw.svg import Element, el


class Caption(msgspec.Struct, frozen=True, kw_only=True):
    """Where the text of a part is written, from the symbol's centre."""

    x: float = 0.0
    y: float = 0.0
    size: float = 16.0
    width: float = 0.0
    """Room for the words; longer ones are set smaller.  0 means no limit."""
    least: float = 0.0
    """The smallest size for words that are too long; what does not fit then loses its end."""
    fine: bool = False
    """Fine print is left out where the picture is too narrow for it to be read."""
    bold: bool = False


class Symbol(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing in a box of its own, ``0 0 width height``, used centred on its place."""

    id: str
    width: float
    height: float
    drawing: tuple[Element, ...]
    caption: Caption = Caption()

    def element(self) -> Element:
        """Return the ``<symbol>`` for the ``<defs>`` of a board."""
        box = f"0 0 {self.width:g} {self.height:g}"
        return el("symbol", self.drawing, id=self.id, viewBox=box, overflow="visible")


def symbol(name: str, width: float, height: float, drawing: Iterable[Element]) -> Symbol:
    """Return a symbol without a caption of its own."""
    return Symbol(id=name, width=width, height=height, drawing=tuple(drawing))
