"""Small tools on tuples: states are made of them, and change by being copied."""

from __future__ import annotations

from typing import Final, TypeVar

from ratskeller.games.pied_piper.rules.state import KINDS, Counts

EMPTY: Final = (0,) * KINDS  # no cards; of Characters there are as many kinds

Value = TypeVar("Value")


def put(values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    """The tuple with one value changed. By way of a list: a generator would cost 46 % of speed."""
    changed = [*values]
    changed[place] = value
    return tuple(changed)


def add(values: Counts, place: int, amount: int) -> Counts:
    """The counts with one of them raised or lowered."""
    changed = [*values]
    changed[place] += amount
    return tuple(changed)


def sum_of(left: Counts, right: Counts) -> Counts:
    return tuple([a + b for a, b in zip(left, right, strict=True)])
