"""Drawn tables as tests look at them, and what a game's own tests bring to those for every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from ratskeller import games
from ratskeller.core.game import Action, GameEvent, State, View
from ratskeller.draw.beats import Beat
from ratskeller.draw.board import Board, Part
from ratskeller.draw.table import AnyBoard, GameBoard
from ratskeller.games.parts import game_board

NAMES = ("Ada", "bo & <co>", "小明", "{card}", "Zoë")
"""As nasty as names of players can be."""


Near = Callable[[Any, str, str], bool]
"""By a state, two places that follow each other on a way."""


class Drawing(Struct, frozen=True, kw_only=True):
    """What is to be known of a game's drawings: `DRAWING` in the `drawn` module of its tests.

    The kind of a part or place is what its id begins with: "card" of "card:2:0".
    """

    tables: Sequence[tuple[int, Any]]  # seats and options of the matches that are looked at
    sheets: AbstractSet[str]
    asked: AbstractSet[str]  # kinds that every match asks somebody to press
    buttons: AbstractSet[str]  # kinds that lie nowhere and are pressed as buttons
    named_by_parts: AbstractSet[str] = (
        frozenset()
    )  # kinds of places: the label is on what lies there
    beats: Mapping[type[GameEvent], Beat]  # how every kind of event is told
    near: Near  # whether one can go from a place to another, by the rules
    aside: AbstractSet[str] = frozenset()  # kinds of places where what is lost lies
    turns: bool = False  # whether the board turns, so that everybody sits below
    every: int = 1  # of a long match one position in so many is looked at


def drawing_of(game_id: str) -> Drawing:
    drawing: Drawing = import_module(f"tests.games.{game_id}.drawn").DRAWING
    return drawing


@cache
def board_of(game_id: str, language: str = "en") -> AnyBoard:
    return game_board(games.find(game_id), language)


def parts_of(view: View[State], board: GameBoard[State, Action]) -> dict[str, Part]:
    """Everything that lies on a board, by id."""
    parts = board.parts(view, NAMES[: view.seen.seats])
    found = {part.id: part for part in parts}
    assert len(found) == len(parts), "two parts share an id"
    return found


def sheets_of(view: View[State], board: GameBoard[State, Action]) -> dict[str, Board]:
    return dict(board.sheets(view, NAMES[: view.seen.seats]))


def kind_of(part: str) -> str:
    return part.partition(":")[0]
