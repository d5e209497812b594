"""The town in letters, before anybody stands in it: five cells a column, two lines a row.

  a    b    c             ·  an alley square          ⌂  a nest
⌂────·────·───────        ≈  a canal entrance         ≡  magic stairs
     │    │               A box is a building; its doors are ∩. What stands on a square is
     ·   ┌∩──────┐        written over its field of four cells; a building's field lies within
     │   │       │        its walls. Storerooms and nests keep their field for what they are,
     ·───∩───────┘        and have a second one for rats on the free line beside it.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from ratskeller.draw.terminal import DIM, Sheet
from ratskeller.games.ratzentanz.rules.state import Square
from ratskeller.games.ratzentanz.rules.town import (
    ALLEY,
    BUILDING,
    CANAL,
    NEST,
    STAIRS,
    STOREROOMS,
    Town,
)

PITCH: Final = 5  # cells from one column of the town to the next
FIELD: Final = 4  # cells of a square; the fifth shows that the street goes on
TOP: Final = 2  # lines above the first row: letters and wall
LEFT: Final = 4  # cells before the first column, for the numbers of the rows

MARKS: Final = {ALLEY: "·", CANAL: "≈", STAIRS: "≡", NEST: "⌂"}

_DOOR: Final = "∩"
_SCENERY: Final = {"#": ("▒", DIM), '"': ('"', "dim green"), "~": ("~", "dim bright_blue")}
_MARK_INKS: Final = {ALLEY: DIM, CANAL: "bright_blue", STAIRS: "magenta", NEST: "bold"}

Cell: TypeAlias = tuple[int, int]
"""Column and line of the sheet."""


class Field(Struct, frozen=True):
    """Where something can be written."""

    x: int
    y: int
    width: int


class StreetMap(Struct, frozen=True, eq=False):
    """The empty town, and the field of each square."""

    empty: Sheet
    fields: tuple[Field, ...]  # what stands there; of storerooms and nests on the line beside
    labels: tuple[Field, ...]  # where the mark of the square is


@lru_cache(maxsize=4)
def street_map(town: Town) -> StreetMap:
    """The map of a town, drawn once."""
    return _Surveyor(town).draw()


class _Surveyor:
    def __init__(self, town: Town) -> None:
        self.town = town
        self.sheet = Sheet(LEFT + PITCH * town.width, TOP + 2 * town.height)

    def draw(self) -> StreetMap:
        self._write_axes()
        self._lay_scenery()
        squares = range(len(self.town.names))
        for square in squares:
            for other in self.town.links[square]:
                if square < other:
                    self._lay_street(square, other)
        for square in squares:
            if self.town.marks[square] == BUILDING:
                self._build(square)
            else:
                self._mark(square)
        fields = [self._field(square) for square in squares]
        labels = [self._label(square) for square in squares]
        return StreetMap(self.sheet, tuple(fields), tuple(labels))

    def _write_axes(self) -> None:
        """Letters above, numbers at both sides: a square is named as in a street atlas."""
        for column in range(self.town.width):
            self.sheet.write(LEFT + PITCH * column + 1, 0, chr(ord("a") + column), DIM)
        for row in range(self.town.height):
            self.sheet.write(0, TOP + 2 * row, f"{row + 1:2}", DIM)

    def _lay_scenery(self) -> None:
        """One character of the town's file is a quarter of a column: so it takes 5/4 of a cell."""
        for char, (column, row) in self.town.scenery:
            mark, ink = _SCENERY[char]
            start, end = (math.floor(at * PITCH + 0.5) for at in (column, column + 0.25))
            x, y = LEFT + 1 + start, TOP + round(2 * row)
            self.sheet.write(x, y, mark * (end - start), ink)

    def _at(self, cell: tuple[float, float]) -> Cell:
        """Where a cell of the town has its mark."""
        return LEFT + PITCH * round(cell[0]) + 1, TOP + 2 * round(cell[1])

    def _lay_street(self, square: Square, other: Square) -> None:
        """The line from mark to mark, by the nearest cells of the two squares."""
        pairs = [
            (abs(a[0] - b[0]) + abs(a[1] - b[1]), a, b)
            for a in self.town.cells[square]
            for b in self.town.cells[other]
            if a[0] == b[0] or a[1] == b[1]
        ]
        _, one, two = min(pairs)
        (x, y), (to_x, to_y) = sorted((self._at(one), self._at(two)))
        if y == to_y:
            self.sheet.write(x + 1, y, "─" * (to_x - x - 1), DIM)
        for line in range(min(y, to_y) + 1, max(y, to_y)):
            self.sheet.write(x, line, "│", DIM)

    def _mark(self, square: Square) -> None:
        mark = self.town.marks[square]
        if mark in MARKS:
            x, y = self._at(self.town.cells[square][0])
            self.sheet.write(x, y, MARKS[mark], _MARK_INKS[mark])

    # --- buildings ---

    def _walls(self, square: Square) -> tuple[Cell, Cell]:
        """The corners of the box; a building of one row takes the lines above and below it."""
        cells = [self._at(cell) for cell in self.town.cells[square]]
        left, right = min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 2
        top, bottom = min(y for _, y in cells), max(y for _, y in cells)
        if top == bottom:
            top, bottom = top - 1, bottom + 1
        return (left, top), (right, bottom)

    def _build(self, square: Square) -> None:
        (left, top), (right, bottom) = self._walls(square)
        inside = right - left - 1
        self.sheet.write(left, top, f"┌{'─' * inside}┐")
        for line in range(top + 1, bottom):
            self.sheet.write(left, line, f"│{' ' * inside}│")
        self.sheet.write(left, bottom, f"└{'─' * inside}┘")
        for x, y in self._doors(square):
            self.sheet.write(min(max(x, left), right), min(max(y, top), bottom), _DOOR, "yellow")

    def _doors(self, square: Square) -> list[Cell]:
        """The marks of the squares outside: the nearest cell of the wall is the door."""
        doors = []
        for other in self.town.links[square]:
            near = self._at(self.town.cells[other][0])
            if self.town.marks[other] == BUILDING:
                cells = self.town.cells[other]
                near = self._at(min(cells, key=lambda c: self._gap(square, c)))
            doors.append(near)
        return doors

    def _gap(self, square: Square, cell: tuple[float, float]) -> float:
        return min(abs(x - cell[0]) + abs(y - cell[1]) for x, y in self.town.cells[square])

    # --- fields ---

    def _label(self, square: Square) -> Field:
        x, y = self._at(self.town.cells[square][0])
        return Field(x - 1, y, FIELD)

    def _field(self, square: Square) -> Field:
        mark = self.town.marks[square]
        if mark == BUILDING:
            (left, top), (right, bottom) = self._walls(square)
            return Field(left + 1, (top + bottom) // 2, right - left - 1)
        x, y = self._at(self.town.cells[square][0])
        if mark == NEST or mark in STOREROOMS:
            return Field(x - 1, y + self._free_side(square), FIELD)
        return Field(x, y, FIELD)

    def _free_side(self, square: Square) -> int:
        """The line beside a square that no street takes: below, or above at the lower edge."""
        (_, y) = self.town.cells[square][0]
        below = any(self.town.cells[other][0][1] > y for other in self.town.links[square])
        return -1 if below or y == self.town.height - 1 else 1
