"""The symbols: new blood, back to the nest, cat, Piper and flute (`rules.symbols`)."""

from __future__ import annotations

from ratskeller.batch import lacking
from ratskeller.games.ratzentanz.batch.moving import RAT, SeatedTown, looked_up
from ratskeller.games.ratzentanz.batch.table import CARRIED, WALL, Packed, has, of_seat, picked
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    FLUTE,
    NEW_BLOOD,
    NO_CHIP,
    NOWHERE,
    PIPER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
)

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


def carry_out(ground: SeatedTown, table: Packed, due: Array) -> Packed:
    """Play the symbol, or ask what it needs to know (RT-13). What cannot be done lapses (RT-16)."""
    symbol = jnp.where(due, table.symbol, 0)
    homes, lost = calls_home(ground, table)
    asks = (
        ((symbol == BACK) & (homes.any(-1) | lost.any(-1)))
        | (symbol == CAT)
        | ((symbol == PIPER) & (sum(posts(ground, table)) != 0))
    )
    asked = jnp.where(symbol == BACK, CALL_HOME, jnp.where(symbol == CAT, PUT_CAT, PUT_PIPER))
    table = table._replace(
        phase=jnp.where(asks, asked, table.phase),
        due=jnp.where(due & ~asks, 0, table.due),
        at=new_blood(ground, table.at, symbol == NEW_BLOOD),
    )
    return flute(ground, table, symbol == FLUTE)


def new_blood(ground: SeatedTown, at: Array, due: Array) -> Array:
    """Every seat puts one spare rat on its nest, if it has one (RT-80)."""
    by_seat = at.reshape(*at.shape[:-1], ground.seats, RATS)
    spare = by_seat == NOWHERE
    before = (spare[..., None, :] & (RAT[:, None] > RAT[None, :])).any(-1)
    born = spare & ~before & due[..., None, None]
    return jnp.where(born, np.array(ground.homes)[:, None], by_seat).reshape(at.shape)


def flute(ground: SeatedTown, table: Packed, due: Array) -> Packed:
    """Every rat on an alley square becomes spare; its chip stays there (RT-70, RT-71)."""
    at = table.at
    alley = looked_up(ground.atlas.alley, jnp.where(at < 0, ground.atlas.squares, at)) != 0
    gone = alley & due[..., None]
    chips = table.chips
    for rat in range(ground.seats * RATS):
        left = (chips == CARRIED + rat) & gone[..., rat : rat + 1]
        chips = jnp.where(left, at[..., rat : rat + 1], chips)
    return table._replace(
        at=jnp.where(gone, NOWHERE, at), load=jnp.where(gone, NO_CHIP, table.load), chips=chips
    )


def posts(ground: SeatedTown, table: Packed) -> list[Array]:
    """Where the Piper may be put, as bits of the posts: no rat there, and not his own (RT-60)."""
    atlas = ground.atlas
    taken = jnp.concatenate([table.at, table.piper[..., None]], axis=-1)
    post = looked_up(atlas.post_of, jnp.where(taken < 0, atlas.squares, taken))
    free = []
    for first in range(0, len(atlas.posts), 32):
        word = jnp.full(table.piper.shape, (1 << min(32, len(atlas.posts) - first)) - 1, jnp.uint32)
        for rat in range(taken.shape[-1]):
            place = post[..., rat] - first
            inside = (place >= 0) & (place < 32)
            bit = jnp.where(inside, jnp.uint32(1) << (place & 31).astype(jnp.uint32), 0)
            word &= ~bit
        free.append(word)
    return free


def calls_home(ground: SeatedTown, table: Packed) -> tuple[Array, Array]:
    """Which rats of all seats may be sent home, `[..., 5 * seats]`: own ones with a chip, foreign ones
    out of the nest (RT-85); and which own ones only into the Piper's arms, `[..., 5]` (RT-88).

    Behind the cat there is no fetching (RT-75, RT-86). Equal rats are one choice (RT-17).
    """
    seats, squares = ground.seats, ground.atlas.squares
    shape = (*table.at.shape[:-1], seats, RATS)
    by_seat, loads = table.at.reshape(shape), table.load.reshape(shape)
    alike = (by_seat[..., :, None] == by_seat[..., None, :]) & (
        loads[..., :, None] == loads[..., None, :]
    )
    again = (alike & (RAT[:, None] > RAT[None, :])).any(-1)  # [..., seats, 5]
    home = picked(ground.homes, table.seat)
    own = jnp.arange(seats) == table.seat[..., None]
    turned_out = (by_seat == home[..., None, None]) & ~own[..., None] & ~again

    at, load = (of_seat(row, table.seat, seats) for row in (table.at, table.load))
    first = ~of_seat(again.reshape(table.at.shape), table.seat, seats)
    carries = (load > 0) & (at != table.cat[..., None]) & first
    nest = picked(ground.nests, table.seat)
    piper = jnp.where(table.piper < 0, squares, table.piper)
    way = (nest * (squares + 1) + piper)[..., None] * (squares + 1) + jnp.maximum(at, 0)
    free = looked_up(ground.atlas.ways_home, way) != 0
    fetched = (carries & free)[..., None, :] & own[..., None]
    lost = carries & ~free & ~has(table.options, WALL)[..., None]
    return (turned_out | fetched).reshape(table.at.shape), lost
