"""The screen: what a person sees, and what they type.

Texts are never read as markup: a player called “[red]” stays so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, Final

from msgspec import Struct
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

readline: ModuleType | None
try:
    import readline  # arrow keys at the prompt
except ImportError:  # not every system has it
    readline = None

WIDTH: Final = 80
_NARROWEST: Final = 40
_WIPE: Final = "\x1b[H\x1b[2J\x1b[3J"  # home, the screen, and the lines that scrolled out of it


class Left(Exception):
    """Nobody answers any more: the input ended."""


class Choice(Struct, frozen=True):
    """A line of a list to choose from."""

    code: str  # what could be typed instead of the number
    label: str
    effects: str = ""


class Screen:
    def __init__(self, *, color: bool = True) -> None:
        self.console = Console(
            no_color=True if not color else None, highlight=False, markup=False, emoji=False
        )
        self.console.width = max(_NARROWEST, min(WIDTH, self.console.width))

    # --- showing ---

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))

    def news(self, paragraphs: Sequence[str]) -> None:
        """What happened, one paragraph a turn."""
        for text in paragraphs:
            self.console.print(Padding(Text(text), (0, 0, 0, 2)))
        if paragraphs:
            self.console.print()

    def board(self, board: RenderableType) -> None:
        """The table, 80 columns wide on any screen: a narrow one wraps it rather than cuts it."""
        self.console.print(board, width=WIDTH, no_wrap=True, crop=False, overflow="ignore")

    def choices(self, choices: Sequence[Choice], first: int = 1) -> None:
        """A numbered list."""
        table = _grid()
        for number, choice in enumerate(choices, start=first):
            text = Text(choice.label, "bold")
            if choice.effects:
                text.append("  ").append(choice.effects, "not bold")
            table.add_row(Text(str(number), "bold cyan"), Text(choice.code, "cyan"), text)
        self.console.print(table)

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        """Short words and what is to be said of each."""
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column()
        for left, right in rows:
            table.add_row(Text(f"  {left}", "cyan"), Text(right))
        self.console.print(table)

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
        for heading in headings:
            table.add_column(Text(heading))
        for row in rows:
            table.add_row(*(Text(str(cell)) for cell in row))
        self.console.print(table)

    def line(self) -> None:
        self.console.print()

    def wipe(self) -> None:
        """Clear the screen, what scrolled out of it, and what the arrow keys would bring back:
        nothing of a hand must stay behind, nor the name of a card that lies face down.
        """
        if readline is not None:
            readline.clear_history()
        sys.stdout.write(_WIPE)
        sys.stdout.flush()

    # --- asking ---

    def ask(self, prompt: str) -> str:
        """A line from the person; raises `Left` where the input ends."""
        try:
            return input(f"{prompt} ").strip()
        except EOFError:
            raise Left from None
        except UnicodeDecodeError:  # bytes that are no text: as good as an unknown word
            return "?"


def _grid() -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", width=3, no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    return table
