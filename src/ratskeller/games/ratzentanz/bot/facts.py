"""What the judgement of Ratzentanz is made of, piece by piece: the reasons of a hint.

The judgement knows turns: how many each seat still needs. What makes them few or many is named first,
where it can be counted: kinds in the nests, food on its way, rats in the alleys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ratskeller.core.facts import PositionFact
from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.bot.judgement import Judge, judge_of
from ratskeller.games.ratzentanz.rules.chips import collected, kinds_in
from ratskeller.games.ratzentanz.rules.state import OVER, RATS, State

# In turns, roughly: what a chip at home, one on its way, and a rat in an alley are worth.
_AT_HOME: Final = 6.0
_CARRIED: Final = 2.5
_IN_ALLEY: Final = 1.2


def facts_of(game: Ratzentanz) -> Callable[[State, Seat], list[PositionFact]]:
    """The facts of positions in the town of this game."""
    judge = judge_of(game)

    def facts(state: State, seat: Seat) -> list[PositionFact]:
        return [] if state.phase == OVER else list(_facts(judge, state, seat))

    return facts


def _facts(judge: Judge, state: State, seat: Seat) -> Iterator[PositionFact]:
    ground, first = judge.ground, seat * RATS
    kinds, rivals = collected(ground, state), state.seats - 1
    own = range(first, first + RATS)
    here = kinds_in(state.lying[ground.homes[state.seats][seat]])
    carried = {state.load[rat] for rat in own if state.load[rat]} - set(here)
    exposed = sum(state.at[rat] >= 0 and ground.alley[state.at[rat]] for rat in own)
    yield PositionFact("carried", (), len(carried), _CARRIED * len(carried))
    yield PositionFact("exposed", (), exposed, -_IN_ALLEY * exposed)
    for other, turns in enumerate(judge.turns_needed(state)):
        share = 1.0 if other == seat else -1 / rivals
        yield PositionFact("kinds", (other,), kinds[other], share * _AT_HOME * kinds[other])
        yield PositionFact("turns", (other,), round(turns), -share * turns)
