"""Rows for checking another implementation of a game: the state before, what could be done there,
what was done, the state after. States are whole: a trace is for machines, not for players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.arena.simulate import Plan, play_match
from ratskeller.bots import find_bot
from ratskeller.core.game import CHANCE, AnyGame


class Row(Struct, frozen=True):
    """One action of a match. At chance's moves `legal` lists what can be drawn."""

    before: Any
    legal: Sequence[Any]
    action: Any
    after: Any


def trace(plan: Plan, matches: int) -> Iterator[Row]:
    """The rows of the matches 0 to `matches` - 1 of a plan."""
    game = games.find(plan.game)
    bots = [find_bot(name, game) for name in plan.bots]
    options = msgspec.convert(plan.options, game.meta.options)
    for number in range(matches):
        for before, action, after in play_match(game, options, bots, plan.seed, number):
            yield Row(before, _possible(game, before), action, after)


def _possible(game: AnyGame, state: Any) -> Sequence[Any]:
    if game.to_act(state) != CHANCE:
        return game.legal(state)
    actions, weights = game.odds(state)
    return [action for action, weight in zip(actions, weights, strict=True) if weight]
