r"""Where everything lies on the drawn map of Ratzentanz, worked out from the town and nothing else.

One cell of `town.txt` is 100 units wide and high, and a1 has its middle at (0, 0). The town keeps
the middle of the sheet; above and below it is the rim, with a desk for every nest at its own corner:

    +---------------------------------------------------------------+
    | desk of the      the title of the map          desk of the    |
    | upper left nest                                upper right    |
    |   /--- wall -----------------------------------------\        |
    |  nest=gate=alley ...                        gate=nest         |
    |   \--------------------------------------------------/        |
    | desk              Piper and cat, outside              desk    |
    +---------------------------------------------------------------+

On a desk stand its owner's name and spare rats, and the larder with one slot for each kind of food.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final

from ratskeller.draw.pen import Point
from ratskeller.games.ratzentanz.rules.state import KINDS, Kind, Square
from ratskeller.games.ratzentanz.rules.town import BUILDING, Town

CELL: Final = 100.0
PLATE: Final = 66.0
"""Side of an alley square."""
HOUSE: Final = 43.0
"""From the middle of a building's outermost cell to its wall."""
RIM: Final = 196.0
"""Height of the strips above and below the map."""
DESK: Final = 560.0
SLOT: Final = 77.0
"""From one slot of a larder to the next."""

_MARGIN: Final = 96.0
_NARROWEST: Final = 1560.0
"""Two desks and the dice between them need this much room."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, in board units."""


class Layout:
    """The measures of one town."""

    def __init__(self, town: Town) -> None:
        self.town = town

    # --- the sheet ---

    @cached_property
    def map_box(self) -> Box:
        """Return the part of the sheet that the town fills."""
        cells = [point for group in self.town.cells for point in group]
        spots = [*cells, *(point for _, point in self.town.scenery)]
        left = min(x for x, _ in cells) * CELL - _MARGIN
        right = max(x for x, _ in cells) * CELL + _MARGIN
        wide = max(right - left, _NARROWEST)
        middle = (left + right) / 2
        return (
            middle - wide / 2,
            min(y for _, y in spots) * CELL - 30,
            middle + wide / 2,
            max(y for _, y in spots) * CELL + 30,
        )

    @property
    def box(self) -> Box:
        """Return the whole sheet."""
        left, top, right, bottom = self.map_box
        return left, top - RIM, right, bottom + RIM

    @property
    def view_box(self) -> tuple[float, float, float, float]:
        """Return left, top, width and height of the picture."""
        left, top, right, bottom = self.box
        return left, top, right - left, bottom - top

    @property
    def middle(self) -> float:
        """Return the x in the middle of the sheet."""
        left, _, right, _ = self.box
        return (left + right) / 2

    def rim(self, *, below: bool) -> float:
        """Return the y in the middle of a strip."""
        _, top, _, bottom = self.box
        return bottom - RIM / 2 if below else top + RIM / 2

    # --- squares ---

    def centre(self, square: Square) -> Point:
        """Return the middle of a square."""
        return _scaled(self.town.centre(square))

    def standing(self, square: Square) -> Point:
        """Return where rats gather on a square: in a nest a little further from the gate."""
        x, y = self.centre(square)
        if self.is_storeroom(square):
            return x, y + 27 + self.sunk(square)
        if square not in self.town.nests:
            return x, y
        dx, dy = self.outward(square)
        return x + 13 * dx, y + 13 * dy

    def is_storeroom(self, square: Square) -> bool:
        """Whether a square is one of the six storerooms."""
        return self.town.marks[square].isdigit()

    def sunk(self, storeroom: Square) -> float:
        """Return how much lower a storeroom stands that is entered from above, under its gable."""
        return 14.0 if self.outward(storeroom)[1] > 0.5 else 0.0

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

    def cat(self, storeroom: Square) -> Point:
        """Return where the cat lies who locks a storeroom: on its threshold."""
        x, y = self.centre(storeroom)
        dx, dy = self.outward(storeroom)
        return x - dx * 52, y - dy * 66 + (2 if dy else 16)

    # --- the rim; a corner is a nest's number, clockwise from the upper left ---

    def desk(self, corner: int) -> Box:
        """Return the desk of a nest."""
        left, top, right, bottom = self.box
        on_the_right, below = corner in (1, 2), corner in (2, 3)
        start = right - 22 - DESK if on_the_right else left + 22
        head = bottom - RIM + 4 if below else top + 18
        return start, head, start + DESK, head + RIM - 22

    def sign(self, corner: int) -> Point:
        """Return the middle of the sign with the owner's name."""
        left, top, right, _ = self.desk(corner)
        return (right - 154 if corner in (1, 2) else left + 154), top + 38

    def lantern(self, corner: int) -> Point:
        """Return where the lantern hangs that says: this is your desk."""
        x, y = self.sign(corner)
        return (x - 171 if corner in (1, 2) else x + 171), y

    def spare(self, corner: int) -> Point:
        """Return the middle of the row of spare rats."""
        left, top, right, _ = self.desk(corner)
        return (left + 110 if corner in (1, 2) else right - 110), top + 40

    def slot(self, corner: int, kind: Kind) -> Point:
        """Return a slot of the larder."""
        left, top, right, _ = self.desk(corner)
        first = left + 46 if corner in (1, 2) else right - 46 - (KINDS - 1) * SLOT
        return first + (kind - 1) * SLOT, top + 124

    def threat(self, corner: int) -> Point:
        """Return where a desk says with which throws its nest can be robbed.

        As long as there is nothing to rob, the owner's throw for the start lies there.
        """
        left, top, right, _ = self.desk(corner)
        return (right - 48 if corner in (1, 2) else left + 48), top + 124

    def outside(self, *, cat: bool) -> Point:
        """Return where Piper and cat wait for their first symbol, on the lower strip."""
        return self.middle + (92 if cat else -92), self.rim(below=True) + 4


def _scaled(point: Point) -> Point:
    return point[0] * CELL, point[1] * CELL
