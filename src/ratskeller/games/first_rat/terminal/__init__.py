"""First Rat in letters: the board at the terminal."""

from ratskeller.games.first_rat.terminal.junkyard import draw

__all__ = ["draw"]
