"""A bot's judgement of a position, for a person who asks for a hint.

It is made from the person's own view and nothing else, so it can give nothing away.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ratskeller.bots import Bot, BotLike, Budget, WorthOf, find_bot
from ratskeller.bots.recipes import RecipeBot
from ratskeller.bots.search import SearchBot
from ratskeller.bots.worth import Judged, Worth
from ratskeller.core.game import AnyGame, AnyView, GameAction

__all__ = ["Judged", "judgement"]

_EVEN: Final = 0.5  # what a move is worth to a bot that judges none


def judgement(
    bot: BotLike, game: AnyGame, view: AnyView, legal: Sequence[GameAction], rng: random.Random
) -> tuple[Judged, ...]:
    """All legal actions, best first, as a bot sees them. Raises `UnknownBot` and `BotFailed`.

    A level's temperature and noise are left out: whoever asks wants to hear what it knows. Of a bot that judges no
    moves only its choice is known: that comes first, and all are worth the same.
    """
    player, budget = find_bot(bot, game), Budget()
    if isinstance(player, RecipeBot):
        budget, player = Budget(player.recipe.nodes), player.bot
    if isinstance(player, SearchBot) and len(legal) > 1:
        return tuple(player.consider(view, legal, budget, rng))
    if len(legal) == 1:
        return (Judged(0, _EVEN, tuple(legal)),)
    worths = _worths(player, view, legal, budget, rng)
    order = sorted(range(len(legal)), key=worths.__getitem__, reverse=True)
    even = not isinstance(worths[0], _Choice)
    return tuple(Judged(n, float(worths[n]), (legal[n],), even) for n in order)


def _worths(
    player: Bot, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
) -> Sequence[Worth]:
    judge: WorthOf | None = getattr(player, "judge", None)
    if judge is not None:
        return judge(view, legal, budget, rng)
    chosen = player.choose(view, legal, budget, rng)
    return [_Choice(chosen=action == chosen) for action in legal]


class _Choice(Struct, frozen=True, order=True):
    """What is known of a move of a bot that judges none: whether it is the one it chose."""

    chosen: bool

    def __float__(self) -> float:
        return _EVEN
