"""Ratzentanz in letters: the board at the terminal."""

from ratskeller.games.ratzentanz.terminal.table import draw

__all__ = ["draw"]
