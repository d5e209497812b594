"""Every walk there is, worked out once for each square and pace, then looked up.

A walk has an exact length (RT-20). Of all walks with the same start, length and end the rules care
for one thing only: is there one that avoids the Piper? So for each end we keep two sets of squares
as bit masks: `must`, what all its walks touch, and `touch`, what any of them touches. With one Piper
that is exact: the end can be reached unless he stands on a square of `must`; a rat can run into him
if he stands on a square of `touch`. The cat shuts one storeroom, as an end and as a start.

    Walks[square, pace] -> Reach[what is in the way] -> Ways: the Walk actions of each rat

Both are dicts that fill themselves. All 2,000 rows hold some 31,000 walks.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from msgspec import Struct

from ratskeller.games.ratzentanz.rules.state import NOWHERE, RATS, Square, Walk
from ratskeller.games.ratzentanz.rules.town import ALLEY, BUILDING, CANAL, STAIRS, STOREROOMS, Town

Pace = int
"""How a share of the number is walked: n, n + WHOLE (2n in one go), n + RUNNING_ON."""

WHOLE: Final = 8
RUNNING_ON: Final = 16  # the second half from where the first one surfaced (RT-52)
_WALKERS: Final = 32  # whose walks are remembered, for drawing
PACE_BITS: Final = 5  # a row's key is square << PACE_BITS | pace


def steps_of(pace: Pace) -> int:
    number = pace & 7
    return 2 * number if pace & WHOLE else number


def walks_from(
    town: Town, start: Square, steps: int, *, loops: bool = False
) -> list[tuple[Square, ...]]:
    """All walks of exactly so many steps, both ends included (RT-20).

    They pass alleys and buildings; everything else ends them (RT-23, RT-24). No square comes twice;
    with `loops` only turning back at once is forbidden (RT-21).
    """
    links, marks = town.links, town.marks
    walks: list[tuple[Square, ...]] = [(start,)]
    for step in range(steps):
        longer = []
        for walk in walks:
            here = walk[-1]
            if step and marks[here] != ALLEY and marks[here] != BUILDING:
                continue
            barred = walk[-2:-1] if loops else walk
            for after in links[here]:
                if after not in barred:
                    longer.append((*walk, after))
        walks = longer
    return walks


class Ways(Struct, frozen=True, eq=False):
    """What can be done from one square at one pace, given what is in the way."""

    walks: tuple[tuple[Walk, ...], ...]  # by rat; none has number 0
    sacrifice: bool  # a walk that would be legal without the Piper touches him (RT-61)


class WaysFrom(dict[int, Ways]):
    """The ways from one square at one pace, by the squares of `touch` that are in the way."""

    __slots__ = ("ends", "start", "touch", "walks", "whole")

    def __init__(self, walks: Walks, start: Square, pace: Pace) -> None:
        super().__init__()
        self.walks, self.start, self.whole = walks, start, bool(pace & WHOLE)
        self.ends: dict[Square, tuple[int, int]] = {}  # must, touch
        for walk in walks_from(walks.town, start, steps_of(pace), loops=walks.loops):
            end = walk[-1]
            if pace & RUNNING_ON and end == start:
                continue  # it may not go back into the square it surfaced on (RT-54)
            mask = 0
            for square in walk:
                mask |= 1 << square
            must, touch = self.ends.get(end, (mask, mask))
            self.ends[end] = must & mask, touch | mask
        # The start belongs to it because the cat may lock the rat in there.
        self.touch = 1 << start
        for _, touch in self.ends.values():
            self.touch |= touch

    def __missing__(self, in_the_way: int) -> Ways:
        cat = in_the_way & self.walks.storerooms
        piper = in_the_way ^ cat
        ends: set[Square] = set()
        sacrifice = False
        if not cat >> self.start & 1:  # else locked in (RT-76)
            for end, (must, touch) in self.ends.items():
                if cat >> end & 1:  # locked out (RT-75)
                    continue
                if touch & piper:
                    sacrifice = True
                if not must & piper:
                    ends.add(end)
        landings = [walks for end, walks in self.walks.landings[self.whole] if end in ends]
        by_rat = [tuple([walks[rat] for walks in landings]) for rat in range(RATS)]
        ways = self[in_the_way] = Ways(((), *by_rat), sacrifice)
        return ways


def _landings(town: Town, *, whole: bool) -> list[tuple[Square, tuple[Walk, ...]]]:
    """Where walks end, and for each landing from there the walk of every rat.

    The ways of all squares share these: there are millions of ways and few different walks.
    """
    return [
        (
            via if via >= 0 else to,
            tuple([Walk(rat, to, via, whole) for rat in range(1, RATS + 1)]),
        )
        for via, to in all_landings(town)
    ]


class Walks(dict[int, WaysFrom]):
    """The reach of every square and pace under one reading of RT-21."""

    def __init__(self, town: Town, *, loops: bool) -> None:
        super().__init__()
        self.town, self.loops = town, loops
        self.storerooms = sum(1 << square for square in town.all_of(*STOREROOMS))
        self.landings = [_landings(town, whole=whole) for whole in (False, True)]
        # Many walks of one rat are shown at a time: they are found together.
        self._all_from = lru_cache(_WALKERS)(partial(walks_from, town, loops=loops))

    def __missing__(self, key: int) -> WaysFrom:
        pace = key & ((1 << PACE_BITS) - 1)
        reach = self[key] = WaysFrom(self, key >> PACE_BITS, pace)
        return reach

    def ways(self, square: Square, pace: Pace, blockers: int) -> Ways:
        """What a rat can do; `blockers` has the bits of the Piper's square and of the cat's."""
        reach = self[square << PACE_BITS | pace]
        return reach[reach.touch & blockers]

    def route(self, square: Square, pace: Pace, end: Square, piper: Square) -> tuple[Square, ...]:
        """The first walk to an end that avoids the Piper, for drawing."""
        return next(
            walk
            for walk in self._all_from(square, steps_of(pace))
            if walk[-1] == end and piper not in walk
        )

    def last_route(
        self, square: Square, pace: Pace, piper: Square, cat: Square
    ) -> tuple[Square, ...]:
        """The first walk that meets the Piper, as far as his square."""
        return next(
            walk[: walk.index(piper) + 1]
            for walk in self._all_from(square, steps_of(pace))
            if piper in walk and walk[-1] != cat and not (pace & RUNNING_ON and walk[-1] == square)
        )


# --- canal and stairs --------------------------------------------------------------------------


def landings_at(town: Town, end: Square) -> list[tuple[Square, Square]]:
    """(via, to) for a walk that ends here: three other exits of canal and stairs (RT-30, RT-40)."""
    mark = town.marks[end]
    if mark not in (CANAL, STAIRS):
        return [(NOWHERE, end)]
    return [(end, out) for out in town.all_of(mark) if out != end]


def all_landings(town: Town) -> list[tuple[Square, Square]]:
    """Every (via, to) there is: plain squares first, then canals, then stairs."""
    ends = [end for end, mark in enumerate(town.marks) if mark not in (CANAL, STAIRS)]
    ends += (*town.all_of(CANAL), *town.all_of(STAIRS))
    return [landing for end in ends for landing in landings_at(town, end)]
