"""Ratzentanz in ink: the drawn board."""

from ratskeller.games.ratzentanz.draw.board import RatzentanzBoard

BOARD = RatzentanzBoard
