"""The kit of boards in letters: a sheet of cells, lines that fit, lists that fold.

A wide character takes two cells, and nothing sticks out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

GLYPHS: Final = ("●", "★", "▲", "♣", "☾", "■")  # by tone, so that none is told by its ink alone
# Black has the terminal's own ink: black would vanish on a dark screen.
INKS: Final = ("red", "yellow", "bright_blue", "green", "magenta", "bold")
DIM: Final = "dim"
NOW: Final = "bold green"
MINE: Final = "bold cyan"


class Sheet:
    """Cells that can be written over; what leaves the sheet is not written."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.cells: list[list[tuple[str, str]]] = [[(" ", "")] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, ink: str = "") -> None:
        if not 0 <= y < len(self.cells):
            return
        row = self.cells[y]
        for letter in text:
            width = cell_len(letter)
            if width == 0 or x < 0 or x + width > self.width:
                continue
            row[x] = (letter, ink)
            if width == 2:
                row[x + 1] = ("", ink)
            x += width

    def copy(self) -> Sheet:
        other = Sheet(self.width, 0)
        other.cells = [row.copy() for row in self.cells]
        return other

    def text(self) -> Text:
        lines = []
        for row in self.cells:
            line = Text()
            for ink, cells in groupby(row, key=itemgetter(1)):
                line.append("".join([letter for letter, _ in cells]), ink or None)
            line.rstrip()
            lines.append(line)
        return Text("\n").join(lines)


def clip(text: str, width: int) -> str:
    """The text in at most `width` cells; what is cut off is marked."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"


def fit(text: Text, width: int) -> Text:
    """The text in just so many cells; what is cut off is marked."""
    text = text.copy()
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def at_right(text: str, width: int, ink: str = "") -> Text:
    line = Text(text, ink)
    line.pad_left(max(0, width - line.cell_len))
    return line


def folded(
    head: Text, items: Iterable[Text], *, width: int, indent: int, gap: int = 2
) -> Iterator[Text]:
    """A list after its head, on as many lines as it needs; further lines are indented."""
    line, space = head, 0
    for item in items:
        full = line.cell_len + space + item.cell_len > width
        if full and (space or line.cell_len > indent):
            yield line
            line, space = Text(" " * indent), 0
        line.append(" " * space).append_text(fit(item, min(item.cell_len, width - indent)))
        space = gap
    yield line
