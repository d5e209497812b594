r"""Where everything lies on the drawn map of Ratzentanz, worked out from the town and nothing else.

One cell of `town.txt` is 100 units wide and high, and a1 has its middle at (0, 0). The town fills
the sheet from edge to edge, so that its squares are as large as can be. Outside the wall there are
only nests, and between the two of a side there is room for their desks:

    +---------------------------------------------------------------+
    | nest=|gate=alley ...                        alley=gate|=nest  |
    | desk |                                                | desk  |
    |      |                  the town                      |       |
    | Piper|                                                | cat   |
    |      |                                                |       |
    | desk |                                                | desk  |
    | nest=|gate=alley ...                        alley=gate|=nest  |
    +---------------------------------------------------------------+

On a desk stand its owner's name, next to the nest, then the spare rats, the larder with one slot for
each kind of food, and with which throws the nest can be robbed. Letters and numbers of the alleys
stand on the wall.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

from ratskeller.draw.board import WIDE
from ratskeller.draw.pen import Point
from ratskeller.games.ratzentanz.rules.state import Kind, Square
from ratskeller.games.ratzentanz.rules.town import BUILDING, Town

CELL: Final = 100.0
PLATE: Final = 73.0
"""Side of an alley square."""
HOUSE: Final = 43.0
"""From the middle of a building's outermost cell to its wall."""
DESK: Final = (160.0, 450.0)
"""Width and height of a desk."""
SLOT: Final = 73.0
"""From one slot of a larder to the next."""
STORE: Final = 112.0
"""Width of a storeroom; it has two rooms, one above the other, under a gable."""
ROOM: Final = 66.0
"""Height of a room in it."""
GABLE: Final = 46.0

_EDGE: Final = 100.0
"""From the middle of the first and the last line of squares to the edge of the sheet."""
_SIDE: Final = 140.0
"""From the middle of a nest to the edge beside it."""
_NEST: Final = 24.0
"""How much further out than its cell a nest lies."""
_SHELVES: Final = 2
"""Slots side by side in a larder."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in board units."""


class Layout:
    """The measures of one town."""

    def __init__(self, town: Town) -> None:
        self.town = town

    # --- the sheet ---

    @cached_property
    def box(self) -> Box:
        """Return the whole sheet."""
        cells = [point for group in self.town.cells for point in group]
        columns, lines = [x * CELL for x, _ in cells], [y * CELL for _, y in cells]
        wide, high = max(columns) - min(columns), max(lines) - min(lines)
        width = max(wide + 2 * _SIDE, WIDE * (high + 2 * _EDGE))
        x, y = (min(columns) + max(columns)) / 2, (min(lines) + max(lines)) / 2
        return x - width / 2, y - width / WIDE / 2, x + width / 2, y + width / WIDE / 2

    @property
    def view_box(self) -> tuple[float, float, float, float]:
        """Return left, top, width and height of the picture."""
        left, top, right, bottom = self.box
        return left, top, right - left, bottom - top

    @property
    def middle(self) -> Point:
        """Return the middle of the sheet."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    # --- squares ---

    def centre(self, square: Square) -> Point:
        """Return the middle of a square."""
        return _scaled(self.town.centre(square))

    def standing(self, square: Square) -> Point:
        """Return where rats gather on a square: in a nest further from the gate, in a store in its room."""
        x, y = self.centre(square)
        if self.is_storeroom(square):
            return x, y + (15 if self.hangs(square) else 2)
        if square not in self.town.nests:
            return x, y
        dx, dy = self.outward(square)
        return x + _NEST * dx, y + _NEST * dy

    def stock(self, storeroom: Square) -> Point:
        """Return where the food of a storeroom lies: in the room behind the one with the door."""
        x, y = self.standing(storeroom)
        return x, y + (ROOM if self.hangs(storeroom) else -ROOM)

    def gable(self, storeroom: Square) -> Point:
        """Return the middle of a storeroom's gable."""
        x, y = min(self.standing(storeroom), self.stock(storeroom), key=lambda spot: spot[1])
        return x, y - ROOM / 2 - GABLE / 2

    def hangs(self, storeroom: Square) -> bool:
        """Whether a storeroom reaches down from its door, not up: the middle of the town has room."""
        return self.centre(storeroom)[1] < self.middle[1]

    def is_storeroom(self, square: Square) -> bool:
        """Whether a square is one of the six storerooms."""
        return self.town.marks[square].isdigit()

    def outward(self, leaf: Square) -> Point:
        """Return the direction from the only neighbour of a nest or storeroom to it."""
        x, y = self.town.centre(leaf)
        gate_x, gate_y = self.town.centre(self.town.links[leaf][0])
        length = math.hypot(x - gate_x, y - gate_y) or 1.0
        return (x - gate_x) / length, (y - gate_y) / length

    def link(self, one: Square, other: Square) -> tuple[Point, Point]:
        """Return the middles of the two cells that touch where two squares are joined."""
        pairs = ((a, b) for a in self.town.cells[one] for b in self.town.cells[other])
        a, b = min(pairs, key=lambda pair: math.dist(*pair))
        return _scaled(a), _scaled(b)

    def links(self) -> list[tuple[Square, Square]]:
        """Return every step of the town once."""
        return [
            (square, near)
            for square, links in enumerate(self.town.links)
            for near in links
            if square < near
        ]

    def doors(self, building: Square) -> list[tuple[Point, Point]]:
        """Return for every door where it is in the wall, and the direction out of it."""
        found = []
        for near in self.town.links[building]:
            (x, y), (there_x, there_y) = self.link(building, near)
            length = math.dist((x, y), (there_x, there_y)) or 1.0
            way = ((there_x - x) / length, (there_y - y) / length)
            found.append(((x + way[0] * HOUSE, y + way[1] * HOUSE), way))
        return found

    def walls(self, building: Square) -> list[Box]:
        """Return a building as boxes: one if its cells fill a rectangle, else one a cell."""
        cells = self.town.cells[building]
        columns, lines = {x for x, _ in cells}, {y for _, y in cells}
        whole = len(columns) * len(lines) == len(cells)
        groups = [cells] if whole else [(cell,) for cell in cells]
        return [
            (
                min(x for x, _ in group) * CELL - HOUSE,
                min(y for _, y in group) * CELL - HOUSE,
                max(x for x, _ in group) * CELL + HOUSE,
                max(y for _, y in group) * CELL + HOUSE,
            )
            for group in groups
        ]

    def buildings(self) -> tuple[Square, ...]:
        """Return the squares with a roof."""
        return self.town.all_of(BUILDING)

    # --- beside the town; a corner is a nest's number, clockwise from the upper left ---

    def desk(self, corner: int) -> Box:
        """Return the desk of a nest, below it or above."""
        width, height = DESK
        left, _, right, _ = self.box
        start = right - 8 - width if corner in (1, 2) else left + 8
        _, nest = self.centre(self.town.nests[corner])
        head = nest - 80 - height if corner in (2, 3) else nest + 80
        return start, head, start + width, head + height

    def _row(self, corner: int, far: float) -> Point:
        """Return the middle of a row of a desk, by how far it is from the nest's end."""
        left, top, right, bottom = self.desk(corner)
        return (left + right) / 2, (bottom - far if corner in (2, 3) else top + far)

    def sign(self, corner: int) -> Point:
        """Return the middle of the sign with the owner's name."""
        return self._row(corner, 31)

    def lantern(self, corner: int) -> Point:
        """Return where the lantern hangs that says: this is your nest."""
        left, _, right, _ = self.box
        _, y = self.centre(self.town.nests[corner])
        return (right - 24 if corner in (1, 2) else left + 24), y

    def spare(self, corner: int, rat: int) -> Point:
        """Return where a spare rat waits: three in the first row, two in the second."""
        x, y = self._row(corner, 90 if rat <= 3 else 142)
        return x + 50 * (rat - 2 if rat <= 3 else rat - 4.5), y

    def slot(self, corner: int, kind: Kind) -> Point:
        """Return a slot of the larder."""
        x, y = self.larder(corner)
        row, column = divmod(kind - 1, _SHELVES)
        return x + (column - 0.5) * SLOT, y + (row - 1) * SLOT

    def larder(self, corner: int) -> Point:
        """Return the middle of a larder."""
        return self._row(corner, 281)

    def threat(self, corner: int) -> Point:
        """Return where a desk says with which throws its nest can be robbed.

        As long as there is nothing to rob, the owner's throw for the start lies there.
        """
        return self._row(corner, 420)

    def outside(self, *, cat: bool) -> Point:
        """Return where Piper and cat wait for their first symbol, between the desks of a side."""
        left, _, right, _ = self.desk(1 if cat else 0)
        return (left + right) / 2, self.middle[1]


def _scaled(point: Point) -> Point:
    return point[0] * CELL, point[1] * CELL
