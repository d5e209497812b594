"""What a seat still has to fetch, and how many turns that takes: what a bot knows of a nest.

For each kind that is missing the cheapest errand counts, of a rat that carries it home or of one
that has to fetch it first (`errands.py`), from a storeroom, an alley or somebody's nest. A seat
needs the cheapest of these, no two with the same rat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import inf
from typing import Final

from ratskeller.games.ratzentanz.bot.errands import FAR, Errand, Roads
from ratskeller.games.ratzentanz.rules.chips import kinds_in
from ratskeller.games.ratzentanz.rules.state import KINDS, NOWHERE, RATS, Heap, Kind, Square

_ANY: Final = -1  # the group of whoever comes to the nest and goes for it then
_ENDLESS: Final = KINDS

_LATER: Final = 1.0  # turns that an errand costs more which has to wait for a rat
_NO_RAT: Final = 3.0  # turns until new blood comes, where all rats are spare
_SPARE: Final = 0.3  # turns that each spare rat costs: fewer numbers suit the others
_IDLE: Final = 0.2  # of the next errand: an extra chip makes up for a robbery
_UNTAKEN: Final = 0.5  # turns that a chip in the paws is nearer than one that only lies there
_LOCKED: Final = 1.5  # turns until the cat leaves a storeroom

Costs = tuple[float, ...]
"""Turns to get each kind of food home; the first entry, kind 0, means nothing."""

Ways = list[tuple[float, int]]
"""Turns to get one kind home, and by which of the groups of equal rats."""

Sources = tuple[tuple[Square, ...], Square]
"""Where a kind of food lies, and the one of these squares that the cat locks."""


class Thieves:
    """How long errands take at a table of so many."""

    def __init__(self, roads: Roads, seats: int) -> None:
        self.roads, self.seats = roads, seats
        self.empty = cache(self._empty)
        self.laden = cache(self._laden)
        self.fetch = lru_cache(maxsize=20_000)(self._fetch)

    def _empty(self, goal: Square) -> Errand:
        return Errand(self.roads, goal, self.seats, loaded=False)

    def _laden(self, goal: Square) -> Errand:
        return Errand(self.roads, goal, self.seats, loaded=True)

    def _fetch(self, start: Square, sources: Sources, home: Square, blockers: int) -> float:
        """The turns for a rat without a chip to get one from the best of these squares home."""
        at, locked = sources
        from_there = self.laden(home).turns
        return min(
            [
                self.empty(source).from_(start, blockers)
                + from_there[source]
                + (_LOCKED if source == locked else _UNTAKEN)
                for source in at
            ],
            default=FAR,
        )


class Pantry:
    """One seat's nest and what it lacks, as long as nobody moves a chip or the cat."""

    def __init__(
        self, thieves: Thieves, home: Square, heap: Heap, sources: Sequence[Sources], needed: int
    ) -> None:
        present = kinds_in(heap)
        self.home, self.sources = home, sources
        self.lacking = max(0, needed - len(present))
        self.missing = [kind for kind in range(1, KINDS + 1) if kind not in present]
        self.touch, self.fetch = thieves.roads.touch, thieves.fetch
        self.carry = thieves.laden(home).from_
        self._turns: dict[tuple[tuple[Square, ...], tuple[Kind, ...], int], float] = {}
        self._fetching: dict[tuple[Square, int], Costs] = {}

    def turns(self, at: tuple[Square, ...], load: tuple[Kind, ...], blockers: int) -> float:
        """The turns that the seat needs with its rats and their loads like this."""
        near = self.touch[self.home]
        for square in at:
            near |= self.touch[square]
        key = at, load, near & blockers
        found = self._turns.get(key)
        if found is None:
            found = self._turns[key] = self._count(*key)
        return found

    def _count(self, at: tuple[Square, ...], load: tuple[Kind, ...], blockers: int) -> float:
        missing = self.missing
        alike: dict[tuple[Square, Kind], int] = {}  # rats of a square that carry the same
        for rat in zip(at, load, strict=True):
            alike[rat] = alike.get(rat, 0) + 1
        spare = sum([count for (square, _), count in alike.items() if square < 0])
        later = _LATER if spare < RATS else _NO_RAT
        costs = self.fetching(self.home, blockers)
        ways: dict[Kind, Ways] = {kind: [(costs[kind] + later, _ANY)] for kind in missing}
        for group, (square, kind) in enumerate(alike):
            if square < 0:
                continue
            if kind in ways:
                ways[kind].append((self.carry(square, blockers), group))
            else:
                costs = self.fetching(square, blockers)
                for lacked, ways_of_it in ways.items():
                    ways_of_it.append((costs[lacked], group))
        choice = sorted([sorted(ways_of_it) for ways_of_it in ways.values()])
        free = [*alike.values(), _ENDLESS]
        needed = _cheapest(choice, self.lacking, free)
        extra = _cheapest(choice, self.lacking + 1, free) - needed
        return _SPARE * spare + needed + _IDLE * extra

    def fetching(self, start: Square, blockers: int) -> Costs:
        """The turns for a rat without a chip to get one of each kind home."""
        key = start, blockers & self.touch[start]
        found = self._fetching.get(key)
        if found is None:
            fetch, home, near = self.fetch, self.home, key[1]
            found = self._fetching[key] = tuple(
                [fetch(start, sources, home, near) for sources in self.sources]
            )
        return found


def sources_of(lying: tuple[Heap, ...], cat: Square) -> list[Sources]:
    """By kind of food: where it lies."""
    at: list[list[Square]] = [[] for _ in range(KINDS + 1)]
    for square, heap in enumerate(lying):
        if heap:
            for kind in kinds_in(heap):
                at[kind].append(square)
    return [(tuple(squares), cat if cat in squares else NOWHERE) for squares in at]


def _cheapest(choice: Sequence[Ways], count: int, free: list[int], limit: float = inf) -> float:
    """The fewest turns for so many errands for different kinds by different rats, up to a limit.

    Every kind comes with its ways, cheapest first, and the kinds come by their cheapest. So the first
    try is mostly the best, and the rest is cut off: each kind at its cheapest would be too much.
    """
    if not count:
        return 0.0
    rest = sum([ways[0][0] for ways in choice[1:count]])
    for turns, group in choice[0]:
        if turns + rest >= limit:
            break
        if free[group]:
            free[group] -= 1
            limit = min(limit, turns + _cheapest(choice[1:], count - 1, free, limit - turns))
            free[group] += 1
        if group == _ANY:
            break
    if len(choice) > count and rest + choice[count][0][0] < limit:
        return _cheapest(choice[1:], count, free, limit)
    return limit
