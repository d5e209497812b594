"""Random play of many matches, begun anew where one ends: for measuring, and for counting."""

from __future__ import annotations

from typing import Any

from ratskeller.batch import lacking
from ratskeller.batch.engine import BatchEngine

try:
    import jax.numpy as jnp
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

REST = 8  # decisions between two looks at who is done: a set-up costs as much as several of them


def play_at_random(
    engine: BatchEngine[Any], tables: Any, settings: Array, decisions: int
) -> tuple[Any, Array]:
    """So many legal decisions of each match, each as likely; the tables then, and how many were made.

    A match that ends waits up to `REST` decisions for its next set-up; what it waits is not counted.
    """

    def decide(run: tuple[Any, Array], _: None) -> tuple[tuple[Any, Array], None]:
        tables, made = run
        running = ~engine.over(tables)
        tables, action = engine.at_random(tables)
        return (engine.step(tables, action), made + running), None

    def bout(run: tuple[Any, Array], _: None) -> tuple[tuple[Any, Array], None]:
        tables, made = run
        run, _ = lax.scan(decide, (engine.restarted(tables, settings), made), length=REST)
        return run, None

    none = jnp.zeros(settings.shape, jnp.int32)
    (tables, made), _ = lax.scan(bout, (tables, none), length=decisions // REST)
    return tables, made.sum()
