"""Rows for checking another implementation of a game: the state before, what could be done there,
what was done, the state after. States are whole: a trace is for machines, not for players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.arena.simulate import Plan
from ratskeller.bots import find_bot
from ratskeller.core.conformance import possible
from ratskeller.core.game import GameAction, GameState


class Row(Struct, frozen=True):
    """One action of a match. At chance's moves `legal` lists what can be drawn."""

    before: GameState
    legal: Sequence[GameAction]
    action: GameAction
    after: GameState


def trace(plan: Plan, matches: int) -> Iterator[Row]:
    """The rows of the matches 0 to `matches` - 1 of a plan."""
    game = games.find(plan.game)
    bots = [find_bot(bot, game) for bot in plan.bots]
    options = msgspec.convert(plan.options, game.meta.options)
    for number in range(matches):
        positions = play_match(game, options, bots, plan.seed, number)
        for (before, _, action), (after, _, _) in pairwise(positions):
            yield Row(before, possible(game, before), action, after)
