"""What a position of Ratzentanz is worth to a seat: the judgement that bots share.

Every seat is in a race: how many turns of its own will it need until enough kinds of food lie in its
nest? For each kind that is missing that is the cheapest errand, of a rat that carries it home or of
one that has to fetch it first (`errands.py`), from a storeroom, an alley or somebody's nest. A seat
needs the cheapest of these, no two with the same rat. The value is the logarithm of the odds in
that race, so whatever holds up the leader is worth most.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.chips import kinds_in, preferred
from ratskeller.games.ratzentanz.errands import FAR, Errand, Roads
from ratskeller.games.ratzentanz.ground import Ground
from ratskeller.games.ratzentanz.state import (
    KINDS,
    NO_CHIP,
    OVER,
    RATS,
    TAKE,
    Heap,
    Kind,
    Square,
    State,
)

SCALE: Final = 1.0  # the value is in log-odds already

# The dice weigh much: it is better to meet many throws than to look far. With a turn ahead and wider
# turns, so a tenth of the throws, the search won 49 % of 65 matches against greedy.
SEARCH: Final = {"whole_turns": True}

WIDTH: Final = 8  # walks and places are many, and few are worth a second look

_TEMPER: Final = 4.0  # turns of lead that make the odds e to 1
_WON: Final = 60.0
_LATER: Final = 1.0  # turns that an errand costs more which has to wait for a rat
_NO_RAT: Final = 3.0  # turns until new blood comes, where all rats are spare
_SPARE: Final = 0.3  # turns that each spare rat costs: fewer numbers suit the others
_IDLE: Final = 0.2  # of the next errand: an extra chip makes up for a robbery
_UNTAKEN: Final = 0.5  # turns that a chip in the paws is nearer than one that only lies there
_LOCKED: Final = 1.5  # turns until the cat leaves a storeroom
_BURGLED: Final = 3.0  # turns that a robbery costs
_INSIDE: Final = 0.7  # chance that a rat in a foreign nest gets away with something

Costs = tuple[float, ...]
"""Turns to get each kind of food home; the first entry, kind 0, means nothing."""


class Judge:
    """What positions in one town are worth."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.roads = Roads(ground)
        self.errand = cache(self._errand)
        self.visits = cache(self.roads.next_throw)
        self._larder_of = lru_cache(maxsize=64)(self._larder)

    def evaluate(self, state: State, seat: Seat) -> float:
        """The odds that this seat wins the race, as a logarithm."""
        if state.phase == OVER:
            return 0.0 if state.winner < 0 else _WON if state.winner == seat else -_WON
        needs = self.turns_needed(state)
        mine = needs[seat]
        rivals = sum([math.exp((mine - n) / _TEMPER) for s, n in enumerate(needs) if s != seat])
        return -math.log(rivals)

    def turns_needed(self, state: State) -> list[float]:
        """The turns that each seat still needs, roughly."""
        ground, lying, load = self.ground, state.lying, state.load
        homes = ground.homes[state.seats]
        if state.phase == TAKE:
            load = self._with_best_chip(state)
        larder = self._larder_of(lying, state.seats)
        blockers = ground.bits[state.piper] | ground.bits[state.cat]
        needed = state.options.kinds
        turns = []
        for seat, home in enumerate(homes):
            first = seat * RATS
            key = (seat, state.at[first : first + RATS], load[first : first + RATS], blockers)
            found = larder.known.get(key)
            if found is None:
                found = larder.known[key] = larder.turns_of(*key, state.cat, needed)
            if lying[home]:
                found += _BURGLED * _burglars(state, seat, home, self.visits(home))
            turns.append(found)
        return turns

    def _with_best_chip(self, state: State) -> tuple[Kind, ...]:
        """The loads, if the rat that has just walked takes the chip that is wanted most."""
        loads = list(state.load)
        loads[state.seat * RATS + state.hand - 1] = preferred(self.ground, state).kind
        return tuple(loads)

    def _errand(self, goal: Square, seats: int, *, loaded: bool) -> Errand:
        return Errand(self.roads, goal, seats, loaded=loaded)

    def _larder(self, lying: tuple[Heap, ...], seats: int) -> _Larder:
        return _Larder(self, lying, seats)


@cache
def judge(game: Ratzentanz) -> Callable[[State, Seat], float]:
    """The evaluation of positions in the town of this game, which its owner may have redrawn."""
    return Judge(game.ground).evaluate


def evaluate(state: State, seat: Seat) -> float:
    """The same for the town that comes with the house."""
    return judge(GAME)(state, seat)


def _burglars(state: State, seat: Seat, home: Square, visits: list[float]) -> float:
    """How many rats can be expected to rob this seat in the next round."""
    expected = 0.0
    for index, square in enumerate(state.at):
        if square >= 0 and not state.load[index] and index // RATS != seat:
            expected += _INSIDE if square == home else visits[square]
    return expected


# --- errands, by what lies where ---------------------------------------------------------------


class _Larder:
    """Where to get food, as long as nobody moves a chip."""

    def __init__(self, judge: Judge, lying: tuple[Heap, ...], seats: int) -> None:
        self.lying, self.seats = lying, seats
        self.errand, self.touch = judge.errand, judge.roads.touch
        self.homes = judge.ground.homes[seats]
        self.sources: list[list[Square]] = [[] for _ in range(KINDS + 1)]
        for square, heap in enumerate(lying):
            if heap:
                for kind in kinds_in(heap):
                    self.sources[kind].append(square)
        self.known: dict[tuple[Seat, tuple[Square, ...], tuple[Kind, ...], int], float] = {}
        self._fetching: dict[tuple[Square, Square, int, Square], Costs] = {}

    def fetching(self, start: Square, home: Square, blockers: int, cat: Square) -> Costs:
        """The turns for a rat without a chip to get one of each kind home."""
        key = start, home, blockers & self.touch[start], cat
        found = self._fetching.get(key)
        if found is None:
            found = self._fetching[key] = tuple(
                [
                    min(
                        [
                            self.errand(source, self.seats, loaded=False).from_(start, blockers)
                            + self.errand(home, self.seats, loaded=True).turns[source]
                            + (_LOCKED if source == cat else _UNTAKEN)
                            for source in sources
                            if source != home
                        ],
                        default=FAR,
                    )
                    for sources in self.sources
                ]
            )
        return found

    def turns_of(
        self,
        seat: Seat,
        at: tuple[Square, ...],
        load: tuple[Kind, ...],
        blockers: int,
        cat: Square,
        needed: int,
    ) -> float:
        """The turns of the cheapest errands that win the game, no two with the same rat."""
        home = self.homes[seat]
        present = kinds_in(self.lying[home])
        missing = [kind for kind in range(1, KINDS + 1) if kind not in present]
        errands: list[tuple[float, Kind, int]] = []
        spare = 0
        for rat, square in enumerate(at):
            if square < 0:
                spare += 1
                continue
            kind = load[rat]
            if kind != NO_CHIP and kind in missing:
                turns = self.errand(home, self.seats, loaded=True).from_(square, blockers)
                errands.append((turns, kind, rat))
                continue
            costs = self.fetching(square, home, blockers, cat)
            errands += [(costs[kind], kind, rat) for kind in missing]
        costs = self.fetching(home, home, blockers, cat)
        later = _LATER if spare < RATS else _NO_RAT
        errands += [(costs[kind] + later, kind, -1) for kind in missing]
        errands.sort()
        return _SPARE * spare + _cheapest(errands, needed - len(present))


def _cheapest(errands: list[tuple[float, Kind, int]], count: int) -> float:
    """The sum of so many errands for different kinds by different rats, and a bit of one more."""
    total = 0.0
    kinds, rats = set(), set()
    for turns, kind, rat in errands:
        if kind in kinds or rat in rats:
            continue
        kinds.add(kind)
        if rat >= 0:
            rats.add(rat)
        if len(kinds) > count:
            return total + _IDLE * turns
        total += turns
    return total
