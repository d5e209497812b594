"""The Pied Piper in ink: the drawn board."""

from ratskeller.games.pied_piper.draw.board import PiedPiperBoard

BOARD = PiedPiperBoard
