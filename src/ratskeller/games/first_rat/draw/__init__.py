"""First Rat in ink: the drawn board."""

from ratskeller.games.first_rat.draw.board import FirstRatBoard

BOARD = FirstRatBoard
