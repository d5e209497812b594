"""What a game's folder holds beside its rules, with types: its boards and its judgement.

Folders are found by name, so what their modules hold is taken on trust. That happens here and
nowhere else: whoever asks this file is told by the type checker where a view is wanted. A room
pays only for the part that it asks for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from ratskeller import games
from ratskeller.core.encoding import Pointing
from ratskeller.core.facts import PositionFact
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat

if TYPE_CHECKING:
    from rich.text import Text

    from ratskeller.batch.engine import BatchEngine
    from ratskeller.draw.table import AnyBoard
    from ratskeller.words.speech import AnyWords


class Judging(NamedTuple):
    """How positions of a game are judged and searched: what its `bot` says."""

    evaluate: Callable[[GameState, Seat], float]  # what a position is worth to a seat
    scale: float = 1.0  # the lead that makes a win likely, in the units of `evaluate`
    width: float = math.inf  # positions of a turn that greedy follows up
    search: Mapping[str, object] = {}  # what is wanted otherwise than in `bots.steps.Habits`


FactsOf: TypeAlias = Callable[[GameState, Seat], Sequence[PositionFact]]
"""What a position is made of for a seat, piece by piece: `bot.facts_of(game)`."""


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


@lru_cache(maxsize=256)
def game_board(game: AnyGame, language: str) -> AnyBoard:
    """The drawn board of a game: the class that its `draw` names `BOARD`."""
    from ratskeller.words.speech import game_words  # noqa: PLC0415  (a bot needs no words)

    board: AnyBoard = games.part(game.meta.id, "draw").BOARD(game_words(game, language))
    return board


def game_letters(game: AnyGame) -> Letters:
    """The board of a game in letters."""
    draw: Letters = games.part(game.meta.id, "terminal").draw
    return draw


def game_judging(game: AnyGame) -> Judging:
    """The judgement of this very game: its owner may have changed its data."""
    bot = games.part(game.meta.id, "bot")
    evaluate = bot.judge(game) if hasattr(bot, "judge") else bot.evaluate
    known = {"scale": "SCALE", "width": "WIDTH", "search": "SEARCH"}
    said = {name: getattr(bot, key) for name, key in known.items() if hasattr(bot, key)}
    return Judging(evaluate, **said)


def game_planes(game: AnyGame) -> Callable[[ModuleType, AnyView], Any]:
    """A view as planes for a network. It takes the module whose arrays are wanted, NumPy or JAX."""
    observe = game_rows(game)
    return lambda xp, view: observe(xp, [view])[0]


def game_rows(game: AnyGame) -> Callable[[ModuleType, Sequence[AnyView]], Any]:
    """Views of one match as rows of planes: the function that a game's `rules.observe` names `observe`, or
    that its `observe_of` makes for this very game. Many at once cost a fraction of one by one.
    """
    module = games.part(game.meta.id, "rules.observe")
    observe: Callable[[ModuleType, Sequence[AnyView]], Any] = (
        module.observe_of(game) if hasattr(module, "observe_of") else module.observe
    )
    return observe


def game_open_rows(game: AnyGame) -> Callable[[ModuleType, Sequence[GameState]], Any] | None:
    """Whole states of one match as rows of planes, as if all hidden things lay open: the function that a
    game's `rules.observe` names `observe_open`. None: nothing is hidden in it.
    """
    module = games.part(game.meta.id, "rules.observe")
    return getattr(module, "observe_open", None)


def game_plane_groups(game: AnyGame, seats: int) -> Sequence[tuple[str, int]] | None:
    """The groups of planes with their widths, where a network that learned with few seats can play with more:
    what a game's `rules.observe` says. None: it cannot.
    """
    module = games.part(game.meta.id, "rules.observe")
    if not hasattr(module, "plane_groups"):
        return None
    groups: Sequence[tuple[str, int]] = module.plane_groups(game, seats)
    return groups


@cache
def game_answers(game: AnyGame, seats: int) -> Sequence[Sequence[int]]:
    """For each seat which action of the index space each answer of a network stands for: what a game's
    `rules.observe` says where planes are turned towards the viewer. Else an answer is its action.
    """
    module = games.part(game.meta.id, "rules.observe")
    if hasattr(module, "answers"):
        meant: Sequence[Sequence[int]] = module.answers(game, seats)
        return meant
    return (range(game.index_size),) * seats


@cache
def game_pointing(game: AnyGame, seats: int) -> Pointing | None:
    """Which answers of a network point at places, and at which: what a game's `rules.observe` says where its
    board is so large that each action would have to be learned on its own. Else none does.
    """
    module = games.part(game.meta.id, "rules.observe")
    if hasattr(module, "pointing"):
        pointing: Pointing = module.pointing(game, seats)
        return pointing
    return None


def game_order(game: AnyGame) -> Callable[[AnyView], Sequence[int]]:
    """For each seat which of a network's expectations is its own: what a game's `rules.observe` says where
    planes leave somebody out. Else they go in the order of play from the viewer on.
    """
    module = games.part(game.meta.id, "rules.observe")
    if hasattr(module, "order"):
        order: Callable[[AnyView], Sequence[int]] = module.order
        return order
    return lambda view: [(s - (view.viewer or 0)) % view.seen.seats for s in range(view.seen.seats)]


def game_is_usual(game: AnyGame) -> Callable[[GameState], bool]:
    """Whether a match is played as networks learn a game, without variants: what its `rules.observe` says
    where a state does not hold the options.
    """
    module = games.part(game.meta.id, "rules.observe")
    if hasattr(module, "is_usual"):
        usual: Callable[[GameState], bool] = module.is_usual
        return usual
    options = game.meta.options()
    return lambda state: getattr(state, "options", None) == options


@cache
def game_batch(game: AnyGame, seats: int) -> BatchEngine[Any]:
    """The rules of a game as arithmetic on many matches: the class that its `batch` names `ENGINE`.

    Only whoever plays millions of matches asks for it: it needs JAX.
    """
    engine: BatchEngine[Any] = games.part(game.meta.id, "batch").ENGINE(game, seats)
    return engine


def game_facts(game: AnyGame) -> FactsOf:
    """What its judgement is made of; of a game that does not say it, nothing is known."""
    bot = games.part(game.meta.id, "bot")
    facts: FactsOf = bot.facts_of(game) if hasattr(bot, "facts_of") else lambda _state, _seat: ()
    return facts
