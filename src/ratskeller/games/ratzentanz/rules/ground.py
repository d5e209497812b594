"""The playing ground: the box and its town with all that can be worked out before the first throw.

States hold no board, so every rule is a function of the ground and a state. An edited town is
another ground; nothing here changes once it is made, but for tables that fill themselves.
"""

from __future__ import annotations

from typing import Final

from ratskeller.games.ratzentanz.rules.data import Box
from ratskeller.games.ratzentanz.rules.state import (
    KINDS,
    NOWHERE,
    SYMBOLS,
    PlaceCat,
    PlacePiper,
    Square,
    Throw,
)
from ratskeller.games.ratzentanz.rules.town import ALLEY, CANAL, STAIRS, flood
from ratskeller.games.ratzentanz.rules.walks import Walks

# Which nests are played from, by number of seats: all, the first three clockwise, or a diagonal.
_SEATED: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # RT-03


class Ground:
    def __init__(self, box: Box) -> None:
        self.box = box
        town = self.town = box.town
        squares = range(len(town.names))
        self.number_of = {name: square for square, name in enumerate(town.names)}
        self.homes = {
            seats: tuple(town.nests[nest] for nest in nests) for seats, nests in _SEATED.items()
        }
        self.alley = tuple(town.marks[square] == ALLEY for square in squares)
        # One bit a square; the last entry, which NOWHERE (-1) finds, has none.
        self.bits = (*(1 << square for square in squares), 0)
        self.storerooms = tuple(sorted(town.storeroom(kind) for kind in range(1, KINDS + 1)))
        self.canals = frozenset(town.all_of(CANAL))
        self.stairs = frozenset(town.all_of(STAIRS))
        self.mirrors = _mirrors(town.stairs)
        self.walks = {
            "no_square_twice": Walks(town, loops=False),
            "no_reversal": Walks(town, loops=True),
        }
        self._ways_home: dict[tuple[Square, Square], frozenset[Square]] = {}

        faces = box.symbol_faces
        self.throws = tuple(Throw(number, symbol) for number in range(1, 7) for symbol in SYMBOLS)
        self.throw_weights = tuple(faces[throw.symbol - 1] for throw in self.throws)
        self.cat_places = {
            cat: tuple(PlaceCat(square) for square in self.storerooms if square != cat)
            for cat in (NOWHERE, *self.storerooms)
        }
        # RT-60: any alley square but those in front of a nest
        posts = [square for square in squares if self.alley[square] and square not in town.gates]
        self.piper_places = tuple(PlacePiper(square) for square in posts)
        self.post_of = {square: number for number, square in enumerate(posts)}

    def way_home(self, home: Square, piper: Square) -> frozenset[Square]:
        """From where some way leads home that avoids the Piper's square (RT-87).

        It may pass alleys and buildings with two doors; canals, stairs and other nests are none.
        """
        key = home, piper
        found = self._ways_home.get(key)
        if found is None:
            found = self._ways_home[key] = frozenset(flood(self.town, home, without=(piper,)))
        return found

    def route_home(
        self, start: Square, home: Square, piper: Square = NOWHERE
    ) -> tuple[Square, ...]:
        """A shortest way home that avoids the Piper, for drawing."""
        distance = flood(self.town, home, without=(piper,))
        route = [start]
        while route[-1] != home:
            route.append(
                min(
                    (s for s in self.town.links[route[-1]] if s == home or self.town.passable(s)),
                    key=lambda square: distance.get(square, len(self.town.names)),
                )
            )
        return tuple(route)


def _mirrors(stairs: tuple[Square, ...]) -> dict[tuple[Square, Square], dict[Square, Square]]:
    """For each landing (via, to) on the stairs: where everybody else on them goes (RT-40).

    Places in the rectangle are two bits, right and down; the step from one corner to another is
    their exclusive or, and it is the same for all.
    """
    place = {square: number for number, square in enumerate(stairs)}
    return {
        (via, to): {square: stairs[place[square] ^ place[via] ^ place[to]] for square in stairs}
        for via in stairs
        for to in stairs
        if via != to
    }
