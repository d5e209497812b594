"""The width of First Rat in a terminal, and the lines that its boards and accounts share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

from ratskeller.draw import terminal
from ratskeller.draw.terminal import INKS, fit

WIDTH: Final = 100


def ink_of(seat: int, viewer: int | None) -> str:
    """The ink of a family, bold for one's own."""
    return f"bold {INKS[seat]}" if seat == viewer else INKS[seat]


def counted(text: str, count: int) -> Text:
    return Text(text if count == 1 else f"{text} ×{count}")


def folded(label: Text, items: Iterable[Text], indent: int) -> Iterator[Text]:
    """A labelled list: its lines begin where the label ends."""
    head = fit(fit(label, indent - 1), indent)
    return terminal.folded(head, items, width=WIDTH, indent=indent)
