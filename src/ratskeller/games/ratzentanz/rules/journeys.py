"""How far places are in turns: what a network is told of the town, since a rat has to land exactly.

Steps on foot say little: beside the gate of its nest a rat may wait for a 1 longer than another needs for the way
from the middle of the town. So turns are counted, on average, for a rat that nobody hinders and nobody calls home. It
takes the throws that bring it nearer and waits out the others:

    turns[square] = 1 + mean over throws of min(turns[square], turns[best end])

This is solved from the goal outwards, nearest square first: ends that are farther away than the square itself are
never chosen. What is told are whole sixteenths, so that all kinds of arrays hold the same numbers.
"""

from __future__ import annotations

import heapq
from functools import cache
from typing import Final

from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import DOUBLE, KINDS, Square
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS, WHOLE, landings_at

SHARES: Final = 16  # of a turn
AFAR: Final = 8 * SHARES  # no place of the town that is played in is farther; nor is a spare rat

_NUMBERS: Final = range(1, 7)
_THROWS: Final = (*((n,) for n in _NUMBERS), *((n, n + WHOLE) for n in _NUMBERS))
"""The paces that each throw allows: six plain numbers, then the same with a 2x."""

Arrivals = list[list[tuple[Square, int]]]
"""By square: from where it is reached, and by which throw."""


@cache
def turns_of(ground: Ground) -> tuple[tuple[int, ...], ...]:
    """Sixteenths of turns from each square to each nest, corner by corner, then to each storeroom by kind.

    The last row is for a rat that is nowhere.
    """
    town = ground.town
    goals = [*town.nests, *(town.storeroom(kind) for kind in range(1, KINDS + 1))]
    arrivals, chances = _arrivals(ground), _chances(ground)
    found = [_turns_to(goal, arrivals, chances) for goal in goals]
    rows = [tuple(_in_shares(turns[square]) for turns in found) for square in range(len(arrivals))]
    return (*rows, (AFAR,) * len(goals))


def _in_shares(turns: float | None) -> int:
    return AFAR if turns is None else min(round(turns * SHARES), AFAR)


def _chances(ground: Ground) -> list[float]:
    """Of each throw."""
    faces = ground.box.symbol_faces
    double = faces[DOUBLE - 1] / sum(faces)
    return [(1 - double) / 6] * 6 + [double / 6] * 6


def _arrivals(ground: Ground) -> Arrivals:
    town, walks = ground.town, ground.walks["no_square_twice"]
    squares = range(len(town.names))
    landings = [[to for _, to in landings_at(town, end)] for end in squares]
    arrivals: Arrivals = [[] for _ in squares]
    for start in squares:
        for throw, paces in enumerate(_THROWS):
            ends = {end for pace in paces for end in walks[start << PACE_BITS | pace].ends}
            for square in {to for end in ends for to in landings[end]}:
                arrivals[square].append((start, throw))
    return arrivals


def _turns_to(goal: Square, arrivals: Arrivals, chances: list[float]) -> list[float | None]:
    """By square; None from where no throws lead there."""
    turns: list[float | None] = [None] * len(arrivals)
    usable = [0.0] * len(arrivals)  # chance of all throws that bring a rat nearer
    rest = [0.0] * len(arrivals)  # the turns that remain after those throws, weighed
    known = [0] * len(arrivals)  # bits of those throws
    edge = [(0.0, goal)]
    while edge:
        here, square = heapq.heappop(edge)
        if turns[square] is not None:
            continue
        turns[square] = here
        for start, throw in arrivals[square]:
            if turns[start] is None and not known[start] >> throw & 1:
                known[start] |= 1 << throw
                usable[start] += chances[throw]
                rest[start] += chances[throw] * here
                heapq.heappush(edge, ((1 + rest[start]) / usable[start], start))
    return turns
