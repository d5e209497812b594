"""Less noise in results: what chance gave a seat is taken off again (AIVAT's idea, Burch and others 2018).

At a chance event the evaluator says what each outcome would be worth to each seat. What came up less the
expectation is luck: its mean is 0 by construction, whatever the evaluator thinks, since every outcome counts
by its weight, or comes up as often in a sample. So results without it have the same mean, and vary the less the more the evaluator knows. Here
it may be any: where there is a network, it judges, since it is quick. It sees the whole table, as nobody at
it does: these are sums about bots, and advice to nobody.

What an outcome is worth shows later, and hangs on later draws. All outcomes of a draw are followed through
the same imagined futures, so that they differ by nothing else. What really came later has no part in them:
else it would be counted here and again at its own draw.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ratskeller.coach.evaluators import Evaluator, TurnJudge, network_of
from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, AnyGame, GameAction, GameState, Mover

_COMPARED: Final = 10  # outcomes of a draw; a throw of dice has more


class ChanceEvent(NamedTuple):
    """A chance event of a match."""

    state: GameState
    outcome: GameAction


class LuckCounter:
    """Adds up the luck of every seat in a match, by imagined luck that the match knows nothing of. Of draws that
    matches share, such as a deal, it says the same if they imagine the same.
    """

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Any,
        imagined: random.Random,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.game, self.seats, self.imagined = game, seats, imagined
        self.evaluator = evaluator or luck_judge(game, seats, options)
        self._draws: list[ChanceEvent] = []

    def watch(self, state: GameState, mover: Mover | None, action: GameAction) -> None:
        """Take note of what happens next in a state."""
        if mover == CHANCE:
            self._draws.append(ChanceEvent(state, action))

    def luck(self) -> list[float]:
        """By seat, in all that was watched."""
        found = list(lucks(self.game, self.evaluator, self.imagined, self._draws))
        return [math.fsum(one[seat] for one in found) for seat in range(self.seats)]


def luck_judge(game: AnyGame, seats: int, options: Any) -> Evaluator:
    """Who says what luck was worth in such a match."""
    return network_of(game, seats, options) or TurnJudge(game)


def lucks(
    game: AnyGame, evaluator: Evaluator, imagined: random.Random, draws: Sequence[ChanceEvent]
) -> Iterator[list[float]]:
    """Of each draw, by seat, what came is worth more than could be expected."""
    futures, due = [], []
    for draw in draws:  # what comes later has no say in what is imagined of this one
        futures.append(imagined.getrandbits(64))
        due.append(_due(game, draw.state, imagined))
    known = [list({draw.outcome: 0, **of_draw}) for draw, of_draw in zip(draws, due, strict=True)]
    ways = [
        (game.play(draw.state, one), future)
        for draw, outcomes, future in zip(draws, known, futures, strict=True)
        for one in outcomes
    ]
    shares = iter(evaluator.shown(*zip(*ways, strict=True)) if ways else ())
    for draw, weights, outcomes in zip(draws, due, known, strict=True):
        worth = {one: next(shares) for one in outcomes}
        yield [
            worth[draw.outcome][seat]
            - math.fsum(weight * worth[one][seat] for one, weight in weights.items())
            / sum(weights.values())
            for seat in range(draw.state.seats)
        ]


def _due(game: AnyGame, state: GameState, imagined: random.Random) -> Mapping[GameAction, int]:
    """What a draw could bring, by weight. Of too much, what it brings at other times: what came had no say
    in that, either.
    """
    due = {one: weight for one, weight in zip(*game.odds(state), strict=True) if weight}
    if len(due) <= _COMPARED:
        return due
    return Counter(roll(game, state, imagined) for _ in range(_COMPARED))
