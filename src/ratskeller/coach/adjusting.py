"""Less noise in results: what chance gave a seat is taken off again (AIVAT's idea, Burch and others 2018).

At a chance event the evaluator says what each outcome would be worth to each seat. What came up less the
expectation is luck: its mean is 0 by construction, whatever the evaluator thinks, since every outcome counts
by its weight. So results without it have the same mean, and vary the less the more the evaluator knows. Here
it may be any: where there is a network, it judges, since it is quick. It sees the whole table, as nobody at
it does: these are sums about bots, and advice to nobody.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, variance
from typing import Any, Final, TypeAlias

from ratskeller.coach.evaluators import Evaluator, TurnJudge, WatchedLuck, network_of
from ratskeller.core.game import CHANCE, AnyGame, GameAction, GameState, Mover

_AT_ONCE: Final = 4  # ways that chance can go on, by which outcomes are compared
_MOST: Final = 64
_FINE: Final = 0.025  # the error of one luck from where on another look is not worth its time


class LuckCounter:
    """Adds up the luck of every seat while a match is played."""

    def __init__(
        self, game: AnyGame, seats: int, options: Any, evaluator: Evaluator | None = None
    ) -> None:
        self.game = game
        self.evaluator = evaluator or network_of(game, seats, options) or TurnJudge(game)
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

    All outcomes are followed to where they show, by luck that is the same for all, until their worth is known
    well enough. What came up has no say in that, so the mean stays 0.
    """
    due = {one: weight for one, weight in zip(*game.odds(state), strict=True) if weight}
    if len(due) == 1:
        return dict.fromkeys(due, [0.0] * state.seats)
    after = [game.play(state, one) for one in due]
    looks: list[_Look] = []
    while len(looks) < _MOST:
        lots = range(seed * _MOST + len(looks), seed * _MOST + len(looks) + _AT_ONCE)
        luck = [WatchedLuck(lot) for lot in lots for _ in due]
        shares = iter(evaluator.shares(evaluator.shown(after * _AT_ONCE, luck)))
        looks += [_look(list(due.values()), [next(shares) for _ in due]) for _ in lots]
        if not any(one.used for one in luck) or _noise(list(due.values()), looks) <= _FINE**2:
            break
    return {
        one: [fmean(column) for column in zip(*of_one, strict=True)]
        for one, of_one in zip(due, zip(*looks, strict=True), strict=True)
    }


_Look: TypeAlias = list[list[float]]
"""By outcome and seat, what it is worth more than was to be expected, if chance goes on in one way."""


def _look(weights: Sequence[int], worth: _Look) -> _Look:
    total = sum(weights)
    expected = [
        math.fsum(weight * one for weight, one in zip(weights, of_seat, strict=True)) / total
        for of_seat in zip(*worth, strict=True)
    ]
    return [[one - mean for one, mean in zip(of, expected, strict=True)] for of in worth]


def _noise(weights: Sequence[int], looks: Sequence[_Look]) -> float:
    """How far luck may be off by the looks that were taken: the variance of their mean."""
    spread = (
        weight * fmean(map(variance, zip(*of_one, strict=True)))
        for weight, of_one in zip(weights, zip(*looks, strict=True), strict=True)
    )
    return math.fsum(spread) / sum(weights) / len(looks)
