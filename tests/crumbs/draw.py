"""Crumbs on paper: three piles to choose from, and the crumbs that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ratskeller.core.game import View
from ratskeller.draw.board import Board, Part, Place, picture
from ratskeller.draw.pieces import pieces
from ratskeller.draw.table import Draw, GameBoard
from tests.crumbs import State, Take

_BOX = "M{0} 20h80v80h-80z"
SHEET = Board(
    background=(),
    places=tuple(
        Place(
            id=f"pile:{n}", shape=_BOX.format(100 * n - 90), x=100 * n - 50, y=60, label=f"Take {n}"
        )
        for n in (1, 2, 3)
    ),
    symbols=pieces(["die-1", "die-2", "die-3", "rat-sit"]),
    view_box=(0, 0, 300, 120),
)


class CrumbsBoard(GameBoard[State, Take]):
    def sheets(self, view: View[State], names: Sequence[str]) -> Mapping[str, Board]:
        return {"board": SHEET}

    def draws(self) -> Sequence[Draw[State]]:
        return (self._piles,)

    def _piles(self, view: View[State], names: Sequence[str]) -> list[Part]:
        piles = range(1, min(3, view.seen.crumbs) + 1)
        return [
            Part(id=f"die:{n}", symbol=f"die-{n}", place=f"pile:{n}", label=str(n)) for n in piles
        ]

    def cover(self) -> str:
        return picture(SHEET, [])


BOARD = CrumbsBoard
