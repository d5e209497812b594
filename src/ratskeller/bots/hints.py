"""A bot's judgement of a position, for a person who asks for a hint.

It is made from the person's own view and nothing else, so it can give nothing away.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from ratskeller.bots import Budget, UnknownBot
from ratskeller.bots.greedy import GreedyBot
from ratskeller.bots.levels import recipe_of
from ratskeller.bots.search import SearchBot, squash
from ratskeller.core.game import AnyGame, AnyView

_WORLDS: Final = 6  # greedy judges that many and takes the mean: one could be an odd one


class Judged(Struct, frozen=True):
    """An action by its number in the legal list, and what it is worth: 1 is as good as won."""

    number: int
    value: float


def judgement(
    bot: str, game: AnyGame, view: AnyView, legal: Sequence[Any], rng: random.Random
) -> tuple[Judged, ...]:
    """All legal actions, best first, as a bot sees them. Raises `UnknownBot`.

    A level's noise is left out: whoever asks wants to hear what it knows.
    """
    recipe = recipe_of(bot, game)
    if recipe is None:
        raise UnknownBot(bot)
    if len(legal) == 1 or recipe.bot == "random":
        return tuple(Judged(number, 0.5) for number in range(len(legal)))
    judge = _searched if recipe.bot == "search" else _compared
    return judge(game, view, legal, Budget(recipe.nodes), rng)


def _searched(
    game: AnyGame, view: AnyView, legal: Sequence[Any], budget: Budget, rng: random.Random
) -> tuple[Judged, ...]:
    """In the order in which the search would choose: by how often it came back to an action."""
    judged = SearchBot(game).judge(view, legal, budget, rng)
    order = sorted(range(len(legal)), key=judged.__getitem__, reverse=True)
    return tuple(Judged(number, judged[number].value) for number in order)


def _compared(
    game: AnyGame, view: AnyView, legal: Sequence[Any], budget: Budget, rng: random.Random
) -> tuple[Judged, ...]:
    """By the mean of what greedy can reach in a few worlds that the view allows."""
    assert view.viewer is not None
    greedy = GreedyBot(game)
    totals = [0.0] * len(legal)
    for _ in range(_WORLDS):
        world = game.imagine(view, rng)
        values = greedy.values(world, legal, view.viewer, budget)
        totals = [total + value for total, value in zip(totals, values, strict=True)]
    scale = SearchBot(game).scale * _WORLDS
    found = [Judged(number, squash(total / scale)) for number, total in enumerate(totals)]
    return tuple(sorted(found, key=lambda one: one.value, reverse=True))
