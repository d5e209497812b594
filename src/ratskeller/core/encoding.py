"""A view as numbers, for programs that learn: small helpers that the games' `encode` share.

Every number is a whole one from 0 to a bound. What can be missing is shifted by one, so that 0 says
"none"; seats are counted from the viewer's, so that a program learns every seat as its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from msgspec import Struct


class Span(Struct, frozen=True):
    """A run of the numbers: what they tell, how many there are, and the highest they can be."""

    name: str
    count: int
    high: int


class Pointing(NamedTuple):
    """Which answers of a network point at a place, as with a finger, and what it is told of each place.

    So what is learned of a place when one piece goes there holds for all that may go there.
    """

    columns: tuple[tuple[int, ...], ...]  # of each place: where the row of planes tells of it
    known: tuple[tuple[float, ...], ...]  # of each place, once for all: numbers around 0
    fingers: int  # that point: a piece that may go there, another one that may be put there
    aims: tuple[tuple[int, int] | None, ...]  # of each answer: finger and place; no two alike


def bounds(spans: Iterable[Span]) -> tuple[int, ...]:
    """The highest value of each number."""
    return tuple(span.high for span in spans for _ in range(span.count))


def turned(values: Sequence[int], by: int) -> tuple[int, ...]:
    """The values from entry `by` on, then those before it: what belongs to the viewer first."""
    return (*values[by:], *values[:by])


def flags(mask: int, count: int) -> list[int]:
    """The bits of a mask, lowest first."""
    return [mask >> bit & 1 for bit in range(count)]


def rows_of(xp: ModuleType, sights: Sequence[Mapping[str, Sequence[int]]]) -> dict[str, Any]:
    """Some sights, which are plain lists by name, as arrays by name with a row for each."""
    return {name: xp.asarray([sight[name] for sight in sights]) for name in sights[0]}


def padded(values: Sequence[int], length: int) -> tuple[int, ...]:
    """The values, then zeros up to a length."""
    assert len(values) <= length
    return (*values, *(0,) * (length - len(values)))
