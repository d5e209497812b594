"""Pieces of terminal lines that fit: a wide character takes two cells, and nothing sticks out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text

WIDTH: Final = 100

GLYPHS: Final = ("●", "★", "▲", "♣", "☾")  # by seat
INKS: Final = ("red", "yellow", "bright_blue", "green", "magenta")
_GAP: Final = 2  # cells between the things of a list
DIM: Final = "dim"
NOW: Final = "bold green"
MINE: Final = "bold cyan"


def ink_of(seat: int, viewer: int | None) -> str:
    """The ink of a family, bold for one's own."""
    return f"bold {INKS[seat]}" if seat == viewer else INKS[seat]


def fit(text: Text, width: int) -> Text:
    """The text in just so many cells; what is cut off is marked."""
    text = text.copy()
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def at_right(text: str, width: int, ink: str = "") -> Text:
    line = Text(text, ink)
    line.pad_left(max(0, width - line.cell_len))
    return line


def counted(text: str, count: int) -> Text:
    return Text(text if count == 1 else f"{text} ×{count}")


def folded(label: Text, items: Iterable[Text], indent: int) -> Iterator[Text]:
    """A labelled list, on as many lines as it needs; further lines are indented like the first."""
    line = fit(fit(label, indent - 1), indent)
    gap = 0
    for item in items:
        if gap and line.cell_len + gap + item.cell_len > WIDTH:
            yield line
            line, gap = Text(" " * indent), 0
        line.append(" " * gap).append_text(fit(item, min(item.cell_len, WIDTH - indent)))
        gap = _GAP
    yield line
