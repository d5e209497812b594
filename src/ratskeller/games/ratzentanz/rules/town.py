"""The town as a graph, read from the map in `town.txt`. Whoever can read the map can edit the town.

           a   b   c           Every square stands under a letter, in a line that bears a number.
      1    N---.---.           Three dashes join it to the next square of its line, a bar to the
               |   |           next line. A block of H is one building, and every link that meets it
      2        .   HHHHH       is a door.
               |   HHHHH
      3        .---HHHHH

`parse` refuses what cannot be read; `constraints.check` refuses a town that cannot be played in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from msgspec import Struct

from ratskeller.core.game import BadData
from ratskeller.games.ratzentanz.rules.state import KINDS, Kind, Square

SquareMark: TypeAlias = str
ALLEY: Final = "."
NEST: Final = "N"
BUILDING: Final = "H"
STAIRS: Final = "@"
CANAL: Final = "C"
STOREROOMS: Final = tuple(str(kind) for kind in range(1, KINDS + 1))

_SQUARES: Final = frozenset((ALLEY, NEST, BUILDING, STAIRS, CANAL, *STOREROOMS))
_SCENERY: Final = frozenset('#"~')
_LINKS: Final = frozenset("-|")
_PITCH: Final = 4  # columns of text from one square to the next; lines are always two apart
_LINK: Final = "-" * (_PITCH - 1)

_HEADER: Final = re.compile(r" +a( +[a-z])+ *")
_ROW: Final = re.compile(r" *(\d+) ")

Point: TypeAlias = tuple[float, float]
"""Column and line of the map, counted from 0: h7 is (7, 6). For drawing."""


class Town(Struct, frozen=True, eq=False):
    """The squares in reading order, how they are joined, and where they lie."""

    names: tuple[str, ...]
    marks: tuple[SquareMark, ...]
    links: tuple[tuple[Square, ...], ...]  # up, left, right, down; a building by its doors
    cells: tuple[tuple[Point, ...], ...]  # one cell each, but buildings may have more
    scenery: tuple[tuple[SquareMark, Point], ...]  # walls, gardens, water
    width: int  # columns
    height: int  # lines

    def all_of(self, *marks: SquareMark) -> tuple[Square, ...]:
        return tuple(square for square, mark in enumerate(self.marks) if mark in marks)

    def centre(self, square: Square) -> Point:
        cells = self.cells[square]
        return (
            sum(x for x, _ in cells) / len(cells),
            sum(y for _, y in cells) / len(cells),
        )

    @property
    def nests(self) -> tuple[Square, ...]:
        """Clockwise from the upper left."""
        upper = sorted(self.all_of(NEST), key=lambda nest: self.centre(nest)[1])
        left_to_right = [sorted(pair, key=self.centre) for pair in (upper[:2], upper[2:])]
        return (*left_to_right[0], *reversed(left_to_right[1]))

    @property
    def stairs(self) -> tuple[Square, ...]:
        """By place in the rectangle: 0 upper left, 1 lower left, 2 upper right, 3 lower right."""
        return tuple(sorted(self.all_of(STAIRS), key=self.centre))

    @property
    def gates(self) -> tuple[Square, ...]:
        """The square in front of each nest, in the order of the nests."""
        return tuple(self.links[nest][0] for nest in self.nests)

    def storeroom(self, kind: Kind) -> Square:
        return self.marks.index(str(kind))

    def passable(self, square: Square) -> bool:
        """A walk can go on from here: an alley square, or a building with a second door."""
        mark = self.marks[square]
        return mark == ALLEY or (mark == BUILDING and len(self.links[square]) > 1)


def parse(text: str) -> Town:
    """The town of a map, readable but not yet checked; raises `BadData` with line and column."""
    return _Reader(text).read()


def drawn(text: str) -> list[str]:
    """The lines of a map from its column letters on: all above them is comment."""
    lines = text.rstrip().splitlines()
    top = next((n for n, line in enumerate(lines) if _HEADER.fullmatch(line)), 0)
    return [line.rstrip() for line in lines[top:]]


def flood(town: Town, start: Square, *, without: Iterable[Square] = ()) -> dict[Square, int]:
    """Steps from a square to every other, going on only through alleys and two-door buildings."""
    closed = set(without)
    steps = {start: 0}
    edge = [start]
    while edge:
        beyond = []
        for square in edge:
            for after in town.links[square]:
                if after in steps or after in closed:
                    continue
                steps[after] = steps[square] + 1
                if town.passable(after):
                    beyond.append(after)
        edge = beyond
    return steps


# --- reading -----------------------------------------------------------------------------------


class _Reader:
    """Reads one map. A cell is (column, line) of the grid, both counted from 0."""

    def __init__(self, text: str) -> None:
        self.text = [line.rstrip() for line in text.splitlines()]
        found = [n for n, line in enumerate(self.text) if _HEADER.fullmatch(line)]
        if not found:
            raise BadData("the town has no line of column letters (a   b   c ...)")
        self.top = found[0]
        header = self.text[self.top]
        self.columns = [place for place, letter in enumerate(header) if letter != " "]
        letters = header.split()
        for number, (place, letter) in enumerate(zip(self.columns, letters, strict=True)):
            if letter != chr(ord("a") + number) or place != self.columns[0] + _PITCH * number:
                raise self.bad(self.top, place, f"the column letter {letter} is out of place")
        self.lines = self.numbered_lines()

    def bad(self, line: int, place: int, what: str) -> BadData:
        return BadData(f"town, line {line + 1}, column {place + 1}: {what}")

    def numbered_lines(self) -> list[int]:
        """The text line of each row of squares: numbered from 1, every second line."""
        lines: list[int] = []
        for number in range(self.top + 1, len(self.text)):
            if not (found := _ROW.match(self.text[number])):
                continue
            if int(found[1]) != len(lines) + 1:
                raise self.bad(number, 0, f"line {len(lines) + 1} of the town is due here")
            if lines and number != lines[-1] + 2:
                raise self.bad(number, 0, "numbered lines are two lines of text apart")
            lines.append(number)
        if not lines:
            raise BadData("the town has no numbered lines")
        return lines

    def char(self, line: int, place: int) -> str:
        if line >= len(self.text) or place >= len(self.text[line]):
            return " "
        return self.text[line][place]

    def read(self) -> Town:
        cells = self.find_squares()
        number_of = {cell: number for number, group in enumerate(cells) for cell in group}
        links = self.find_links(cells, number_of)
        scenery = self.find_scenery()
        return Town(
            names=tuple(self.name(group[0]) for group in cells),
            marks=tuple(self.mark(group[0]) for group in cells),
            links=links,
            cells=tuple(tuple((float(x), float(y)) for x, y in group) for group in cells),
            scenery=scenery,
            width=len(self.columns),
            height=len(self.lines),
        )

    def mark(self, cell: tuple[int, int]) -> str:
        return self.char(self.lines[cell[1]], self.columns[cell[0]])

    @staticmethod
    def name(cell: tuple[int, int]) -> str:
        return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"

    def find_squares(self) -> list[list[tuple[int, int]]]:
        """The cells of every square, in reading order of their first cell."""
        squares: list[list[tuple[int, int]]] = []
        taken: set[tuple[int, int]] = set()
        for row in range(len(self.lines)):
            for column in range(len(self.columns)):
                cell = (column, row)
                if cell in taken or self.mark(cell) not in _SQUARES:
                    continue
                group = self.block(cell) if self.mark(cell) == BUILDING else [cell]
                taken.update(group)
                squares.append(group)
        return squares

    def block(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        """All cells of the building that this cell belongs to."""
        group, edge = {cell}, [cell]
        while edge:
            column, row = edge.pop()
            for near in (
                (column, row - 1),
                (column - 1, row),
                (column + 1, row),
                (column, row + 1),
            ):
                if near not in group and self.between((column, row), near) == BUILDING:
                    group.add(near)
                    edge.append(near)
        return sorted(group, key=lambda found: (found[1], found[0]))

    def between(self, cell: tuple[int, int], near: tuple[int, int]) -> str:
        """What joins two neighbouring cells: `H` within a building, `-` a link, else nothing."""
        (column, row), (other_column, other_row) = sorted((cell, near))
        if min(column, row) < 0 or other_column >= len(self.columns):
            return ""
        if other_row >= len(self.lines):
            return ""
        if row == other_row:
            start, line = self.columns[column] + 1, self.lines[row]
            text = "".join(self.char(line, place) for place in range(start, start + _PITCH - 1))
        else:
            text = self.char(self.lines[row] + 1, self.columns[column])
        if text in (BUILDING, BUILDING * (_PITCH - 1)):
            return BUILDING if self.mark(cell) == self.mark(near) == BUILDING else ""
        return "-" if text in (_LINK, "|") else ""

    def find_links(
        self, cells: list[list[tuple[int, int]]], number_of: dict[tuple[int, int], Square]
    ) -> tuple[tuple[Square, ...], ...]:
        """The neighbours of every square; a link that leads nowhere is refused."""
        links: list[list[Square]] = [[] for _ in cells]
        for number, group in enumerate(cells):
            for column, row in group:
                for near in (
                    (column, row - 1),
                    (column - 1, row),
                    (column + 1, row),
                    (column, row + 1),
                ):
                    if self.between((column, row), near) != "-":
                        continue
                    if near not in number_of:
                        name = self.name((column, row))
                        raise self.bad(
                            self.lines[row], self.columns[column], f"a link of {name} ends nowhere"
                        )
                    links[number].append(number_of[near])
            if len(set(links[number])) < len(links[number]):
                raise self.bad(
                    self.lines[group[0][1]],
                    self.columns[group[0][0]],
                    f"{self.name(group[0])} is joined twice to the same square",
                )
        self.refuse_strays(number_of)
        return tuple(map(tuple, links))

    def refuse_strays(self, number_of: dict[tuple[int, int], Square]) -> None:
        """Every character below the letters is a square, a link of one, or scenery."""
        column_at = {place: column for column, place in enumerate(self.columns)}
        row_at = {line: row for row, line in enumerate(self.lines)}
        for line in range(self.top + 1, len(self.text)):
            start = self.columns[0] if line in row_at else 0
            for place in range(start, len(self.text[line])):
                char = self.text[line][place]
                if char == " " or char in _SCENERY:
                    continue
                on_grid = place in column_at and line in row_at
                if char in _LINKS:
                    fits = self.is_link(line, place, column_at, row_at, number_of)
                elif char == BUILDING:
                    fits = on_grid or self.in_block(line, place, row_at)
                else:
                    fits = on_grid and char in _SQUARES
                if not fits:
                    raise self.bad(line, place, f"“{char}” stands where it means nothing")

    def in_block(self, line: int, place: int, row_at: dict[int, int]) -> bool:
        """An H between the cells of one building; its block is drawn without gaps."""
        left = (place - self.columns[0]) // _PITCH
        if line in row_at:
            return self.between((left, row_at[line]), (left + 1, row_at[line])) == BUILDING
        return self.char(line - 1, place) == BUILDING == self.char(line + 1, place)

    def is_link(
        self,
        line: int,
        place: int,
        column_at: dict[int, int],
        row_at: dict[int, int],
        number_of: dict[tuple[int, int], Square],
    ) -> bool:
        """A dash or bar that is part of a whole link between two squares."""
        if line in row_at and place not in column_at:
            left, row = (place - self.columns[0]) // _PITCH, row_at[line]
            ends = (left, row), (left + 1, row)
        elif place in column_at and line - 1 in row_at and line + 1 in row_at:
            ends = (column_at[place], row_at[line - 1]), (column_at[place], row_at[line + 1])
        else:
            return False
        return self.between(*ends) == "-" and all(end in number_of for end in ends)

    def find_scenery(self) -> tuple[tuple[SquareMark, Point], ...]:
        return tuple(
            (char, ((place - self.columns[0]) / _PITCH, (line - self.lines[0]) / 2))
            for line in range(self.top + 1, len(self.text))
            for place, char in enumerate(self.text[line])
            if char in _SCENERY
        )
