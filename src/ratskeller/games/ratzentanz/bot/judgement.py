"""What a position of Ratzentanz is worth to a seat: the judgement that bots share.

Every seat is in a race: how many turns of its own will it need until enough kinds of food lie in its
nest (`pantry.py`)? The value is the logarithm of the odds in that race, so whatever holds up the
leader is worth most.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.bot.errands import Roads, in_grains
from ratskeller.games.ratzentanz.bot.pantry import Pantry, Thieves, sources_of
from ratskeller.games.ratzentanz.rules.chips import kinds_in
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    OVER,
    RATS,
    TAKE,
    Heap,
    Kind,
    Square,
    State,
)

SCALE: Final = 1.0  # the value is in log-odds already

# Dice weigh much and most turns differ little: few are compared, each over many throws, and not far
# ahead. What decides is how well a turn prepares the next one, whatever is thrown. More would be compared
# less closely: with 8 a decision loses 0.0015 ± 0.0013 more by the coach's judgement, with 12 0.0009 ± 0.0012
# (110 decisions of 24,000 positions).
SEARCH: Final = {
    "whole_turns": True,
    "later": {"beam": 2, "turns": 1},
    "ahead": 1,
    "replies": False,
    "compared": 5,
}

WIDTH: Final = 8  # walks and places are many, and few are worth a second look

# Fitted to matches of greedy (`bench.calibration`): the odds go with the ratio of the turns needed.
_WEIGHT: Final = 1.5
_ROUGHLY: Final = 5.0  # turns: who needs one turn may need five
_WON: Final = 60.0
_BURGLED: Final = 3.0  # turns that a robbery costs
_INSIDE: Final = in_grains(0.7)  # chance that a rat in a foreign nest gets away with something


class Judge:
    """What positions in one town are worth."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.roads = Roads(ground)
        self.visits = cache(self._visits)
        self.thieves = {seats: Thieves(self.roads, seats) for seats in ground.homes}
        self._pantries_of = lru_cache(maxsize=64)(self._pantries)

    def evaluate(self, state: State, seat: Seat) -> float:
        """The odds that this seat wins the race, as a logarithm."""
        if state.phase == OVER:
            return 0.0 if state.winner < 0 else _WON if state.winner == seat else -_WON
        needs = self.turns_needed(state)
        mine = needs[seat] + _ROUGHLY
        odds = [(mine / (n + _ROUGHLY)) ** _WEIGHT for s, n in enumerate(needs) if s != seat]
        return -math.log(math.fsum(odds))  # the same whoever comes first

    def turns_needed(self, state: State) -> list[float]:
        """The turns that each seat still needs, roughly."""
        ground, at, load = self.ground, state.at, state.load
        pantries = self._pantries_of(state.lying, state.cat, state.seats, state.options.kinds)
        blockers = ground.bits[state.piper] | ground.bits[state.cat]
        turns = []
        for seat, pantry in enumerate(pantries):
            first, last = seat * RATS, (seat + 1) * RATS
            if state.phase == TAKE and seat == state.seat:
                loads = _loads_after_taking(state)
                needed = min([pantry.turns(at[first:last], one, blockers) for one in loads])
            else:
                needed = pantry.turns(at[first:last], load[first:last], blockers)
            if state.lying[pantry.home]:
                needed += _BURGLED * _burglars(state, seat, self.visits(pantry.home))
            turns.append(needed)
        return turns

    def _visits(self, home: Square) -> list[float]:
        """By square: the chance that a foreign rat there robs this nest with its next throw."""
        visits = self.roads.next_throw(home)
        visits[home] = _INSIDE
        return visits

    def _pantries(
        self, lying: tuple[Heap, ...], cat: Square, seats: int, needed: int
    ) -> list[Pantry]:
        sources, thieves = sources_of(lying, cat), self.thieves[seats]
        homes = self.ground.homes[seats]
        return [Pantry(thieves, home, lying[home], sources, needed) for home in homes]


@cache
def judge_of(game: Ratzentanz) -> Judge:
    """Who knows the town of this game, which its owner may have redrawn."""
    return Judge(game.ground)


def judge(game: Ratzentanz) -> Callable[[State, Seat], float]:
    """The evaluation of positions in that town."""
    return judge_of(game).evaluate


def evaluate(state: State, seat: Seat) -> float:
    """The same for the town that comes with the house."""
    return judge(GAME)(state, seat)


def _loads_after_taking(state: State) -> list[tuple[Kind, ...]]:
    """What the mover's rats may carry when the one that has just walked has taken its chip."""
    first, walker = state.seat * RATS, state.hand - 1
    own = state.load[first : first + RATS]
    here = kinds_in(state.lying[state.at[first + walker]])
    return [(*own[:walker], kind, *own[walker + 1 :]) for kind in here]


def _burglars(state: State, seat: Seat, visits: list[float]) -> float:
    """How many rats can be expected to rob this seat in the next round."""
    expected = 0.0
    for index, square in enumerate(state.at):
        if square >= 0 and not state.load[index] and index // RATS != seat:
            expected += visits[square]
    return expected
