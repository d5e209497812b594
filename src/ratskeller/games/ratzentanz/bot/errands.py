"""How many turns a rat needs to get somewhere, on average: what a bot knows of the town.

A rat goes only when the number suits it, since another may go instead. So from each square it takes
the throws that bring it nearer and waits out the others. A turn that ends in an alley costs more
than a turn, since the flute may come before the next one (RT-70):

    turns[square] = 1 + fear[square] + mean over throws of min(turns[square], turns[best end])

This is solved from the goal outwards, nearest square first, as in Dijkstra's algorithm: ends that
are farther away than the square itself are never chosen. One table takes about 10 ms; there is one
for each goal that is asked for.

The town is the same from every nest, and so should its distances be: they are counted in whole
grains, whose sums are exact in any order. Else what is equal would differ in the sixteenth digit, and
a bot would always put the Piper into the way of the same seat.
"""

from __future__ import annotations

import heapq
from functools import lru_cache
from typing import Final

from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import BACK, DOUBLE, Square
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS, WHOLE, Pace, Walks, landings_at

FAR: Final = 40.0  # turns to a place that cannot be reached

_GRAIN: Final = 2**20  # grains of a turn

_NUMBERS: Final = range(1, 7)
_LOST_EMPTY: Final = 3.0  # turns that a rat is worth when the flute takes it
_LOST_LOADED: Final = 6.0  # and with a chip, which stays in the alley

Throws = tuple[tuple[Pace, ...], ...]
"""Six single numbers, then six doubled ones, each with the paces it allows."""

_THROWS: Final[Throws] = (
    *((number,) for number in _NUMBERS),
    *((number, number + WHOLE) for number in _NUMBERS),
)


def in_grains(turns: float) -> float:
    """The same, but for less than a millionth of a turn."""
    return round(turns * _GRAIN) / _GRAIN


class Roads:
    """The town as a network of single walks, forwards and backwards."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.walks: Walks = ground.walks["no_square_twice"]
        town = ground.town
        self.squares = len(town.names)
        landings = [[to for _, to in landings_at(town, end)] for end in range(self.squares)]
        self.touch: list[int] = []  # by square: what a walk of a single number can touch
        self.into: list[list[tuple[Square, int]]] = [[] for _ in range(self.squares)]
        for square in range(self.squares):
            touch = 0
            for throw, paces in enumerate(_THROWS):
                ends: set[Square] = set()
                for pace in paces:
                    reach = self.walks[square << PACE_BITS | pace]
                    if not pace & WHOLE:
                        touch |= reach.touch
                    for end in reach.ends:
                        ends.update(landings[end])
                for end in ends:
                    self.into[end].append((square, throw))
            self.touch.append(touch)
        self.touch.append(0)  # which NOWHERE finds
        self.past = lru_cache(maxsize=4_000)(self._past)

    def chances(self, *, called: bool) -> tuple[tuple[float, ...], float]:
        """Of each throw; and of being called home, where that helps (RT-86)."""
        faces = self.ground.box.symbol_faces
        every = sum(faces)
        back = faces[BACK - 1] / every if called else 0.0
        double = faces[DOUBLE - 1] / every
        return (*((1 - back - double) / 6,) * 6, *(double / 6,) * 6), back

    def _past(self, square: Square, blockers: int) -> list[list[Square]]:
        """By throw: where a rat can get to, with these squares in its way."""
        ways = self.walks.ways
        return [
            sorted({walk.to for pace in paces for walk in ways(square, pace, blockers).walks[1]})
            for paces in _THROWS
        ]

    def next_throw(self, goal: Square) -> list[float]:
        """By square: the chance to come to the goal with a single number."""
        numbers = [0] * self.squares
        for square, throw in self.into[goal]:
            numbers[square] += throw < len(_NUMBERS)
        return [in_grains(count / len(_NUMBERS)) for count in numbers]


class Errand:
    """The turns to one goal, for a rat with or without a chip, at a table of so many."""

    def __init__(self, roads: Roads, goal: Square, seats: int, *, loaded: bool) -> None:
        self.roads, self.goal = roads, goal
        flute = 1 - (5 / 6) ** (seats - 1)
        fear = flute * (_LOST_LOADED if loaded else _LOST_EMPTY)
        self.fear = [fear if alley else 0.0 for alley in roads.ground.alley]
        self.chances, self.called = roads.chances(called=loaded)
        self.turns = self._solve()
        self._hindered: dict[tuple[Square, int], float] = {}

    def _solve(self) -> list[float]:
        count, chances = self.roads.squares, self.chances
        turns = [FAR] * count
        usable = [self.called] * count  # chance of all throws that bring a rat nearer
        rest = [0.0] * count  # those throws' turns, weighed
        known = [0] * count  # bits of those throws
        settled = [False] * count
        turns[self.goal] = 0.0
        edge = [(0.0, self.goal)]
        while edge:
            here, square = heapq.heappop(edge)
            if settled[square]:
                continue
            settled[square] = True
            for start, throw in self.roads.into[square]:
                if settled[start] or known[start] >> throw & 1:
                    continue
                known[start] |= 1 << throw
                usable[start] += chances[throw]
                rest[start] += chances[throw] * here
                turns[start] = (1 + self.fear[start] + rest[start]) / usable[start]
                heapq.heappush(edge, (turns[start], start))
        return [in_grains(needed) for needed in turns]

    def from_(self, square: Square, blockers: int) -> float:
        """Turns from a square, with the Piper and the cat where they are now.

        They are looked at for the next throw only: who knows where they will be then.
        """
        near = blockers & self.roads.touch[square]
        if not near or square == self.goal:
            return self.turns[square]
        key = square, near
        found = self._hindered.get(key)
        if found is None:
            found = self._hindered[key] = self._past(square, near)
        return found

    def _past(self, square: Square, blockers: int) -> float:
        stay, turns = self.turns[square], self.turns
        expected = 1 + self.fear[square]
        for chance, ends in zip(self.chances, self.roads.past(square, blockers), strict=True):
            expected += chance * min([stay, *[turns[end] for end in ends]])
        return in_grains(expected)
