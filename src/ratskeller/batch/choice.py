"""Taking one thing or another, match by match."""

from __future__ import annotations

from typing import TypeVar

from ratskeller.batch import lacking

try:
    import jax.numpy as jnp
    from jax import Array, tree
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

Row = TypeVar("Row")


def chosen(condition: Array, one: Row, other: Row) -> Row:
    """A named tuple of arrays of which each match takes its part of the one or of the other."""
    both: Row = tree.map(lambda a, b: jnp.where(condition, a, b), one, other)
    return both
