"""Throws so far: how often each face of the dice came for everybody, beside how often it should have.

Dice lie open, so this is made of what a spectator sees, once for all viewers of a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from babel.numbers import format_decimal
from msgspec import Struct

from ratskeller.core.game import Seat
from ratskeller.core.match import AnyMatch
from ratskeller.words.languages import BY_CODE
from ratskeller.words.speech import AnyWords, Die


class CountedThrow(Struct, frozen=True):
    entry: int
    seat: Seat
    faces: tuple[int, ...]  # of each die


class FaceRow(Struct, frozen=True):
    """A face: for every seat how often it came, and how often it was to be expected."""

    label: str
    cells: tuple[tuple[int, str], ...]


class DieSheet(Struct, frozen=True):
    title: str
    rows: tuple[FaceRow, ...]
    throws: tuple[int, ...]  # of every seat


class Throws:
    """The throws of one match, as far as they have been looked up."""

    def __init__(self) -> None:
        self._found: list[CountedThrow] = []
        self._entries = 0  # so many are looked through

    def of(self, match: AnyMatch, words: AnyWords) -> Sequence[CountedThrow]:
        """All throws up to now."""
        if self._entries < len(match.entries):
            self._found += _throws(match, words, self._entries)
            self._entries = len(match.entries)
        return self._found


def _throws(match: AnyMatch, words: AnyWords, since: int) -> Iterator[CountedThrow]:
    for entry, steps in match.sightings(None, since):
        for step in steps:
            if (thrown := words.thrown(step.event)) is not None:
                yield CountedThrow(entry.number, *thrown)


def sheets(throws: Sequence[CountedThrow], seats: int, words: AnyWords) -> tuple[DieSheet, ...]:
    """One sheet for each die of the game."""
    return tuple(_sheet(die, at, throws, seats, words) for at, die in enumerate(words.dice()))


def _sheet(
    die: Die, at: int, throws: Sequence[CountedThrow], seats: int, words: AnyWords
) -> DieSheet:
    came = [(throw.seat, throw.faces[at]) for throw in throws]
    totals = tuple(sum(seat == who for who, _ in came) for seat in range(seats))
    weights = sum(weight for _, weight in die.faces)
    rows = []
    for face, (label, weight) in enumerate(die.faces):
        cells = (
            (came.count((seat, face)), _decimal(total * weight / weights, words.language))
            for seat, total in enumerate(totals)
        )
        rows.append(FaceRow(label, tuple(cells)))
    return DieSheet(die.title, tuple(rows), totals)


def _decimal(number: float, language: str) -> str:
    return format_decimal(number, "0.0", BY_CODE[language].locale)
