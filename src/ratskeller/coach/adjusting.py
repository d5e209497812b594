"""Less noise in results: what chance gave a seat is taken off again (AIVAT's idea, Burch and others 2018).

At a chance event the evaluator says what each outcome would be worth to each seat. What came up less the
expectation is luck: its mean is 0 by construction, whatever the evaluator thinks, since every outcome counts
by its weight, or comes up as often in a sample. So results without it have the same mean, and vary the less the more the evaluator knows. Here
it may be any: where there is a network, it judges, since it is quick. It sees the whole table, as nobody at
it does: these are sums about bots, and advice to nobody.

What an outcome is worth shows later, and hangs on later draws. Those of the deal itself are taken, for all
outcomes: sealed draws know nothing of each other, so whatever the later ones are, the mean stays 0; and luck
that is held against the draws that really came explains more of the result than against any others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ratskeller.coach.evaluators import Evaluator, TurnJudge, network_of
from ratskeller.core.chance import Seal
from ratskeller.core.course import by_seal
from ratskeller.core.game import CHANCE, AnyGame, GameAction, GameState, Mover

_COMPARED: Final = 10  # outcomes of a draw; a throw of dice has more


class ChanceEvent(NamedTuple):
    """A chance event of a match."""

    state: GameState
    outcome: GameAction
    drawn: Mapping[str, int]  # by stream: so many draws, this one included


class LuckCounter:
    """Adds up the luck of every seat in a sealed match."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Any,
        seal: Seal,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.game, self.seats, self.seal = game, seats, seal
        self.evaluator = evaluator or luck_judge(game, seats, options)
        self._drawn = Counter[str]()
        self._draws: list[ChanceEvent] = []

    def watch(self, state: GameState, mover: Mover | None, action: GameAction) -> None:
        """Take note of what happens next in a state."""
        if mover == CHANCE:
            self._drawn[self.game.stream(state)] += 1
            self._draws.append(ChanceEvent(state, action, Counter(self._drawn)))

    def luck(self) -> list[float]:
        """By seat, in all that was watched."""
        found = list(lucks(self.game, self.evaluator, self.seal, self._draws))
        return [math.fsum(one[seat] for one in found) for seat in range(self.seats)]


def luck_judge(game: AnyGame, seats: int, options: Any) -> Evaluator:
    """Who says what luck was worth in such a match."""
    return network_of(game, seats, options) or TurnJudge(game)


def lucks(
    game: AnyGame, evaluator: Evaluator, seal: Seal, draws: Sequence[ChanceEvent]
) -> Iterator[list[float]]:
    """Of each draw, by seat, what came is worth more than could be expected."""
    due = [_due(game, seal, *one) for one in enumerate(draws)]
    known = [list({draw.outcome: 0, **of_draw}) for draw, of_draw in zip(draws, due, strict=True)]
    ways = [(draw, one) for draw, of_draw in zip(draws, known, strict=True) for one in of_draw]
    after = [game.play(draw.state, one) for draw, one in ways]
    shares = iter(evaluator.shown(after, [by_seal(game, seal, draw.drawn) for draw, _ in ways]))
    for draw, weights, outcomes in zip(draws, due, known, strict=True):
        worth = {one: next(shares) for one in outcomes}
        yield [
            worth[draw.outcome][seat]
            - math.fsum(weight * worth[one][seat] for one, weight in weights.items())
            / sum(weights.values())
            for seat in range(draw.state.seats)
        ]


def _due(game: AnyGame, seal: Seal, number: int, draw: ChanceEvent) -> Mapping[GameAction, int]:
    """What a draw could bring, by weight. Of too much, what it brings in other streams: what came had no say
    in that, either.
    """
    due = {one: weight for one, weight in zip(*game.odds(draw.state), strict=True) if weight}
    if len(due) <= _COMPARED:
        return due
    outcomes, weights = list(due), list(due.values())
    streams = (f"instead of {number}/{lot}" for lot in range(_COMPARED))
    return Counter(outcomes[seal.outcome(stream, 0, weights)] for stream in streams)
