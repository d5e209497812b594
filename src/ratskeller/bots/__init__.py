"""Players without a pulse. A bot gets a view and the legal list, and nothing else.

It may imagine whole states that its view allows and play on those; the true state never reaches it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from ratskeller.bots.worth import Worth
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat
from ratskeller.games.parts import game_judging

Evaluate: TypeAlias = Callable[[GameState, Seat], float]
"""What a position is worth to a seat; each game's `bot` module has one."""

HOUSE_BOTS: Final = ("random", "greedy", "search", "net", "look", "guided")

FALLBACK: Final = "greedy:200"
"""Who moves for a bot that is late or has broken: quick, and no fool."""


class Budget(Struct, frozen=True):
    """How much a bot may think about one decision: positions looked at. 0: as each bot likes."""

    nodes: int = 0


class Bot(Protocol):
    """What every bot answers. Any class with this method is one (`bots.own`)."""

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        """One of the legal actions. All luck comes from `rng`: then a match can be played again."""


class JudgingBot(Bot, Protocol):
    """A bot that can also say what it thinks of every move: hints and `rate` ask it."""

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> Sequence[Worth]:
        """What each legal action is worth to the viewer, in their order: 0 is lost, 1 is won."""


@runtime_checkable
class LeaningBot(Bot, Protocol):
    """A bot of the house that has more to say for a temperature than `judge` does (`bots.recipes`)."""

    def leanings(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> Sequence[float]:
        """How much it is for each legal action, in their order: logarithms of odds."""


WorthOf: TypeAlias = Callable[
    [AnyView, Sequence[GameAction], Budget, random.Random], Sequence[Worth]
]
"""What `JudgingBot.judge` is."""

BotLike: TypeAlias = str | Bot | type[Bot]
"""A bot's name, a bot, or a class of bots."""


class UnknownBot(LookupError):
    """There is no bot of that name; the message says which there are, or what is wrong with it."""


class BotFailed(Exception):
    """Somebody's own bot broke, or chose what is not legal; the message says which and how."""


def bot_names() -> tuple[str, ...]:
    """The bots that can be called by a plain name: those of the house, and who was invited."""
    from ratskeller.bots.own import invited  # noqa: PLC0415  (it imports this module)

    return (*HOUSE_BOTS, *invited())


def evaluation_of(game: AnyGame) -> Evaluate:
    """What positions of this very game are worth: its owner may have changed its data."""
    return game_judging(game).evaluate


def find_bot(bot: BotLike, game: AnyGame) -> Bot:
    """A bot for one game: by the id of a level, a name, an address, a recipe, or handed over.

    Raises `UnknownBot` with the names that exist, or with what is wrong with somebody's own.

    >>> from ratskeller import games
    >>> find_bot("genius", games.find("pied_piper"))
    Traceback (most recent call last):
    ratskeller.bots.UnknownBot: there is no bot “genius”; the bots are random, greedy, search, ...
    """
    # These import this module, and a room that only wants names should not pay for bots.
    from ratskeller.bots.levels import level_ids, recipe_of  # noqa: PLC0415
    from ratskeller.bots.own import watched  # noqa: PLC0415
    from ratskeller.bots.recipes import Recipe, RecipeBot  # noqa: PLC0415

    if not isinstance(bot, str):
        return watched(bot, game)
    recipe = recipe_of(bot, game)
    if recipe is None:
        known = ", ".join([*bot_names(), *level_ids(game)])
        raise UnknownBot(f"there is no bot “{bot}”; the bots are {known}, or yours by module:Class")
    plain = make(recipe.bot, game)
    return RecipeBot(recipe, plain) if recipe != Recipe(recipe.bot) else plain


def make(name: str, game: AnyGame) -> Bot:
    """A bot by its name or its address, without a recipe. Raises `UnknownBot`."""
    from ratskeller.bots.greedy import GreedyBot  # noqa: PLC0415
    from ratskeller.bots.guided import GuidedBot  # noqa: PLC0415
    from ratskeller.bots.look import LookBot  # noqa: PLC0415
    from ratskeller.bots.net import NetBot  # noqa: PLC0415
    from ratskeller.bots.own import invited, load, watched  # noqa: PLC0415
    from ratskeller.bots.random_bot import RandomBot  # noqa: PLC0415
    from ratskeller.bots.search import SearchBot  # noqa: PLC0415

    match name:
        case "random":
            return RandomBot()
        case "greedy":
            return GreedyBot(game)
        case "search":
            return SearchBot(game)
        case "net":
            return NetBot(game)
        case "look":
            return LookBot(game)
        case "guided":
            return GuidedBot(game)
        case _:
            return watched(load(invited().get(name, name)), game, name)
