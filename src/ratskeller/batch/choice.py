"""Taking one thing or another, match by match."""

from __future__ import annotations

from typing import Any, TypeVar

from ratskeller.batch import lacking

try:
    import jax.numpy as jnp
    from jax import Array, lax, tree
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

Row = TypeVar("Row")


def chosen(condition: Array, one: Row, other: Row) -> Row:
    """A named tuple of arrays of which each match takes its part of the one or of the other."""

    def part(a: Array, b: Array) -> Array:
        """What belongs to one match may be a row."""
        axes = (1,) * (jnp.ndim(b) - condition.ndim)
        return jnp.where(condition.reshape(*condition.shape, *axes), a, b)

    both: Row = tree.map(part, one, other)
    return both


def worked_out(rows: Row) -> Row:
    """The same arrays, but finished: else the compiler works them out anew for everything that is made of
    them, and takes a minute to say how.
    """
    barrier: Any = lax.optimization_barrier
    finished: Row = barrier(rows)
    return finished
