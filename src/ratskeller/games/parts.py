"""What a game's folder holds beside its rules, with types: its board in ink and its board in letters.

Folders are found by name, so what their modules hold is taken on trust. That happens here and
nowhere else: whoever asks this file is told by the type checker where a view is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from ratskeller import games
from ratskeller.core.game import AnyGame, AnyView, GameAction
from ratskeller.draw.table import AnyBoard
from ratskeller.words.speech import AnyWords, game_words

if TYPE_CHECKING:
    from rich.text import Text


class Letters(Protocol):
    """Draws a view for a terminal: the function that a game's `terminal` names `draw`."""

    def __call__(
        self,
        view: AnyView,
        words: AnyWords,
        names: Sequence[str],
        moves: Sequence[GameAction] = (),
        /,
    ) -> Text:
        """The whole table. `moves` are the viewer's legal actions, to mark what is in reach."""


@cache
def game_board(game: AnyGame, language: str) -> AnyBoard:
    """The drawn board of a game: the class that its `draw` names `BOARD`."""
    board: AnyBoard = games.part(game.meta.id, "draw").BOARD(game_words(game, language))
    return board


def game_letters(game: AnyGame) -> Letters:
    """The board of a game in letters."""
    draw: Letters = games.part(game.meta.id, "terminal").draw
    return draw
