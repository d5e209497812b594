"""Taking one thing or another, match by match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from ratskeller.batch import lacking
from ratskeller.batch.devices import on_processor

try:
    import jax.numpy as jnp
    from jax import Array, lax, tree
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

Row = TypeVar("Row")

_FEW: Final = 16  # one in so many matches


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


def handed_on(rows: Row) -> Row:
    """What one rule leaves to the next: on a processor it is finished there.

    A processor would work it out anew for every entry of every row that is made of it. A graphics card waits for
    its memory meanwhile, and fares best with one long rule.
    """
    return worked_out(rows) if on_processor() else rows


def for_few(due: Array, rule: Callable[[Row], tuple[Array, Row]], rows: Row) -> Row:
    """The rows as a rule makes them where it is due; it says for which of them it is due again.

    It is followed for a share of the matches at a time, until it is due no more: what seldom happens costs little.
    """
    count = due.size
    some = max(count // _FEW, 1)

    def flat(row: Array) -> Array:
        return row.reshape(count, *row.shape[due.ndim :])

    def some_more(run: tuple[Array, Row]) -> tuple[Array, Row]:
        due, rows = run
        (which,) = jnp.nonzero(due, size=some, fill_value=count)
        again, made = rule(tree.map(lambda row: row.at[which].get(mode="clip"), rows))

        def written(row: Array, part: Array) -> Array:
            return row.at[which].set(part, mode="drop")

        return written(due, again), tree.map(written, rows, made)

    run = (flat(due), tree.map(flat, rows))
    _, done = lax.while_loop(lambda run: run[0].any(), some_more, run)
    found: Row = tree.map(lambda row, was: row.reshape(was.shape), done, rows)
    return found
