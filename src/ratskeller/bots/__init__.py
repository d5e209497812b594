"""Players without a pulse. A bot gets a view and the legal list, and nothing else.

It may imagine whole states that its view allows and play on those; the true state never reaches it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from ratskeller import games
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat

Evaluate: TypeAlias = Callable[[GameState, Seat], float]
"""What a position is worth to a seat; each game's `bot` module has one."""


class Budget(Struct, frozen=True):
    """How much a bot may think about one decision: positions looked at. 0: as each bot likes."""

    nodes: int = 0


class Bot(Protocol):
    """What every bot answers."""

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction: ...


class UnknownBot(LookupError):
    """There is no bot of that name."""


def bot_names() -> tuple[str, ...]:
    return ("random", "greedy", "search")


def evaluation_of(game: AnyGame) -> Evaluate:
    """What positions of this very game are worth: its owner may have changed its data."""
    module = games.part(game.meta.id, "bot")
    evaluate: Evaluate = module.judge(game) if hasattr(module, "judge") else module.evaluate
    return evaluate


def find_bot(name: str, game: AnyGame) -> Bot:
    """A bot for one game: by the id of a level, by its own name, or by a recipe.

    Raises `UnknownBot` with the names that exist.
    """
    # These import this module, and a room that only wants names should not pay for bots.
    from ratskeller.bots.levels import level_ids, recipe_of  # noqa: PLC0415
    from ratskeller.bots.recipes import Cook  # noqa: PLC0415

    recipe = recipe_of(name, game)
    if recipe is None:
        known = ", ".join([*bot_names(), *level_ids(game)])
        raise UnknownBot(f"there is no bot “{name}”; the bots are {known}")
    bot = make(recipe.bot, game)
    return Cook(recipe, bot) if recipe.nodes or recipe.noise else bot


def make(name: str, game: AnyGame) -> Bot:
    """A plain bot, without a recipe."""
    from ratskeller.bots.greedy import GreedyBot  # noqa: PLC0415
    from ratskeller.bots.random_bot import RandomBot  # noqa: PLC0415
    from ratskeller.bots.search import SearchBot  # noqa: PLC0415

    if name == "random":
        return RandomBot()
    return GreedyBot(game) if name == "greedy" else SearchBot(game)
