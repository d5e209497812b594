"""Less noise in results: what chance gave a seat is taken off again (AIVAT's idea, Burch and others 2018).

At a chance event the evaluator says what each outcome would be worth to each seat. What came up less the
expectation is luck: its mean is 0 by construction, whatever the evaluator thinks, since every outcome counts
by its weight. So results without it have the same mean, and vary the less the more the evaluator knows.
It sees the whole table, as nobody at it does: these are sums about bots, and advice to nobody.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

from ratskeller.coach.evaluators import Evaluator, WatchedLuck, evaluator_of
from ratskeller.core.chance import past_chance
from ratskeller.core.game import CHANCE, AnyGame, GameAction, GameState, Mover

_LOOKS: Final = 3  # ways that chance can go on, which the worth of an outcome is averaged over


class LuckCounter:
    """Adds up the luck of every seat while a match is played."""

    def __init__(
        self, game: AnyGame, seats: int, options: Any, evaluator: Evaluator | None = None
    ) -> None:
        self.game = game
        self.evaluator = evaluator or evaluator_of(game, seats, options)
        self.luck = [0.0] * seats
        self._events = 0

    def watch(self, state: GameState, mover: Mover | None, action: GameAction) -> None:
        """Take note of what happens next in a state."""
        if mover == CHANCE:
            self._events += 1
            luck = lucks(self.game, self.evaluator, state, self._events)[action]
            self.luck = [one + more for one, more in zip(self.luck, luck, strict=True)]


def lucks(
    game: AnyGame, evaluator: Evaluator, state: GameState, seed: int
) -> dict[GameAction, list[float]]:
    """For each outcome, by seat, what it is worth more than the draw could be expected to bring.

    A card that nobody but its owner knows is worth nothing until the owner moves: so all outcomes are played
    on until a mover can tell them apart. The luck on that way is the same for all and hangs on none of them.
    """
    due = {one: weight for one, weight in zip(*game.odds(state), strict=True) if weight}
    total, seats = sum(due.values()), range(state.seats)
    worth = {one: [0.0] * state.seats for one in due}
    looks = 0
    again = len(due) > 1
    while again and looks < _LOOKS:
        lot = seed * _LOOKS + looks
        luck = [WatchedLuck(lot) for _ in due]
        ends = _told_apart(game, evaluator, [game.play(state, one) for one in due], luck)
        ends = [evaluator.near(*one) for one in zip(ends, luck, strict=True)]
        for one, shares in zip(due, evaluator.shares(ends), strict=True):
            worth[one] = [sum(pair) for pair in zip(worth[one], shares, strict=True)]
        looks += 1
        again = any(one.used for one in luck)
    expected = [math.fsum(due[one] * worth[one][seat] for one in due) / total for seat in seats]
    return {
        one: [(worth[one][seat] - expected[seat]) / max(1, looks) for seat in seats] for one in due
    }


def _told_apart(
    game: AnyGame,
    evaluator: Evaluator,
    states: Sequence[GameState],
    luck: Sequence[random.Random],
) -> list[GameState]:
    """The same match with different draws, where whoever is to move sees a difference or it is over."""
    while True:
        states = [past_chance(game, *one) for one in zip(states, luck, strict=True)]
        movers = {game.to_act(state) for state in states}
        seen = {game.conceal(state, mover) for state in states for mover in movers}
        if len(seen) > 1 or None in movers:
            return list(states)
        (mover,) = movers
        assert mover is not None
        turns, _ = evaluator.candidates(states[0], mover)
        states = [game.play(state, turns[0][0]) for state in states]
