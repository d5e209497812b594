"""The number: which rats can walk, where to, and the two halves of a 2x (`rules.moving`)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.choice import handed_on
from ratskeller.games.ratzentanz.batch.atlas import (
    BOTH,
    DOOR_BITS,
    DOORS,
    HALF,
    ON,
    PACES,
    ROW_AT,
    Atlas,
)
from ratskeller.games.ratzentanz.batch.table import (
    FIVE,
    LOOPS,
    WALL,
    Packed,
    has,
    kinds_at,
    of_seat,
    picked,
)
from ratskeller.games.ratzentanz.rules.state import KINDS, RATS

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

RAT: Final = np.arange(1, RATS + 1)
KIND: Final = np.arange(1, KINDS + 1)


class SeatedTown(NamedTuple):
    """What the rules hang on beside a table."""

    atlas: Atlas
    seats: int
    homes: tuple[int, ...]  # of each seat: a square
    nests: tuple[int, ...]  # and its number in the atlas


class NumberOffer(NamedTuple):
    """What may be done with the number."""

    handles: Array  # [..., 5, 7] whether
    walks: Array  # [..., 5, 2, words] landings as bits, by n and by 2n
    sacrifices: Array  # [..., 5, 2] whether
    lapses: Array  # [...] whether one may pass


# --- looking up ------------------------------------------------------------------------------------


def lines(atlas: Atlas, table: Packed, squares: Array, paces: Array) -> Array:
    """The lines of the atlas for rats on some squares, `[..., rats]`; behind the cat is nowhere (RT-76)."""
    nowhere = atlas.squares
    start = jnp.where((squares < 0) | (squares == table.cat[..., None]), nowhere, squares)
    reading = has(table.options, LOOPS).astype(jnp.int32)
    piper = jnp.where(table.piper < 0, nowhere, table.piper)
    place = (reading[..., None] * (nowhere + 1) + start) * (3 * PACES) + paces
    return looked_up(atlas.lines, place * (nowhere + 1) + piper[..., None])


def looked_up(constants: Any, place: Array) -> Array:
    """Entries of a constant array, counted through all its axes."""
    flat = jnp.asarray(constants).reshape(-1)
    return flat.at[place].get(mode="promise_in_bounds")


def open_doors(atlas: Atlas, cat: Array) -> Array:
    """The doors that the cat does not shut (RT-75)."""
    shut = sum(
        (jnp.where(cat == room, 2 << number, 0) for number, room in enumerate(atlas.storerooms)),
        jnp.zeros_like(cat),
    )
    return (DOORS & ~shut).astype(jnp.uint32)


def pace_of(number: Array, kind: int) -> Array:
    return jnp.maximum(number - 1, 0) + kind


# --- can anybody walk? -----------------------------------------------------------------------------


def walkers(ground: SeatedTown, table: Packed) -> tuple[Array, Array]:
    """For each of the mover's rats whether it can walk its share, and whether the Piper can get it.

    Of a 2x the rat of the first half is out (RT-53), unless it surfaced (RT-52). Nobody is in hand.
    """
    at = of_seat(table.at, table.seat, ground.seats)
    first = table.used[..., None] == RAT
    pace = jnp.where(first, ON, HALF) + pace_of(table.number, 0)[..., None]
    found = lines(ground.atlas, table, at, pace)
    doors = open_doors(ground.atlas, table.cat)[..., None]
    plays = ~first | (table.runs != 0)[..., None]
    lost = (found >> DOOR_BITS & doors != 0) & ~has(table.options, WALL)[..., None]
    return plays & (found & doors != 0), plays & lost


# --- what may be done ------------------------------------------------------------------------------


def offer(ground: SeatedTown, table: Packed) -> NumberOffer:
    """All walks, what may be handled before them, and sacrifices (RT-11, RT-16, RT-61)."""
    atlas = ground.atlas
    at, load = (of_seat(row, table.seat, ground.seats) for row in (table.at, table.load))
    bound, double = table.hand > 0, table.shares == 2
    plays = movers(table, at, load)
    first = table.used[..., None] == RAT
    on = jnp.where(first & ~bound[..., None], ON, HALF)
    pace = on + pace_of(table.number, 0)[..., None]
    doors = open_doors(atlas, table.cat)[..., None]
    half = lines(atlas, table, at, pace)
    whole = lines(atlas, table, at, pace_of(table.number, BOTH)[..., None] + jnp.zeros_like(at))
    whole = jnp.where(double[..., None], whole, 0)
    both = plays & (whole & doors != 0)
    ways = handed_on(landings(atlas, table, half, plays))
    home = picked(ground.homes, table.seat)
    nest = kinds_at(table.chips, home[..., None])[..., 0, :]
    wins = winning_kinds(table, nest)
    kept, sure, bound_to_it = full_use(ground, table, at, load, ways, both, wins, home)
    ways = jnp.where((double & bound_to_it)[..., None, None], kept, ways)
    on_foot = (ways != 0).any(-1)
    real = on_foot | both
    heap = kinds_at(table.chips, at)  # [..., 5, 6]
    handy = real & ~bound[..., None] & (at != home[..., None]) & ~first
    unsure = (double & bound_to_it)[..., None] & ~sure & ~both
    taken = heap & (load[..., None] != KIND) & (~unsure[..., None] | wins[..., None, :])
    left = (load > 0) & ~unsure
    handles = jnp.concatenate([left[..., None], taken], axis=-1) & handy[..., None]
    may_fall = plays & ~has(table.options, WALL)[..., None]
    lost = [may_fall & (line >> DOOR_BITS & doors != 0) for line in (half, whole)]
    some = [real.any(-1), lost[0].any(-1) | lost[1].any(-1)]
    return NumberOffer(
        handles=handles,
        walks=jnp.stack([ways, landings(atlas, table, whole, both)], axis=-2),
        sacrifices=jnp.stack(lost, axis=-1),
        lapses=~some[0] & some[1],
    )


def movers(table: Packed, at: Array, load: Array) -> Array:
    """The rats that may play this share, equal ones once, by their lowest number (RT-17).

    A rat that handled its chip is bound to go (RT-102).
    """
    first = table.used[..., None] == RAT
    there = (at >= 0) & ~first
    alike = (at[..., :, None] == at[..., None, :]) & (load[..., :, None] == load[..., None, :])
    earlier = RAT[:, None] > RAT[None, :]
    again = (alike & earlier & there[..., None, :]).any(-1)
    free = (there & ~again) | (first & (table.runs != 0)[..., None])
    bound = table.hand[..., None]
    return jnp.where(bound > 0, bound == RAT, free)


def landings(atlas: Atlas, table: Packed, found: Array, due: Array) -> Array:
    """The landings of some lines as bits, `[..., rats, words]`, but for the storeroom that is shut."""
    row = (found >> ROW_AT).astype(jnp.int32)[..., None] * atlas.words + jnp.arange(atlas.words)
    bits = looked_up(atlas.rows, row)
    shut = square_bit(atlas, table.cat)[..., None, :]
    return jnp.where(due[..., None], bits & ~shut, 0)


def square_bit(atlas: Atlas, square: Array) -> Array:
    """The landing on foot at a square as bits, `[..., words]`; none at canals, stairs and nowhere."""
    row = jnp.where(square < 0, atlas.squares, square)[..., None] * atlas.words
    return looked_up(atlas.at_square, row + jnp.arange(atlas.words))


def winning_kinds(table: Packed, nest: Array) -> Array:
    """Which kinds would win if they lay in a nest beside these, `[..., 6]` (RT-120)."""
    needed = 4 + has(table.options, FIVE).astype(jnp.int32)
    after = nest.sum(-1)[..., None] + ~nest
    return after >= needed[..., None]


# --- the whole of a 2x -----------------------------------------------------------------------------


def full_use(
    ground: SeatedTown,
    table: Packed,
    at: Array,
    load: Array,
    ways: Array,
    both: Array,
    wins: Array,
    home: Array,
) -> tuple[Array, Array, Array]:
    """The first halves after which the second can be used, `[..., 5, words]`; for each rat whether one
    of them is full whatever it carries; and whether one is bound to such a use (RT-51).

    While the whole 2x can be used it must be: 2n by one rat, n by two, or n and n by one that surfaces
    between. A half that wins is whole. Where no use is whole, any part will do.
    """
    atlas = ground.atlas
    doors = open_doors(atlas, table.cat)
    on_stairs = at[..., None] == jnp.array(atlas.stairs)  # [..., 5, 4]
    climbs = on_stairs.any(-1)
    stairs, canal_on, stairs_on = shafts(atlas, table, doors)  # [..., 4] each
    single = lines(atlas, table, at, pace_of(table.number, HALF)[..., None] + jnp.zeros_like(at))
    free = ~climbs & (single & doors[..., None] != 0)
    count = free.sum(-1)
    other_free = count[..., None] - free > 0  # [..., 5]
    climbers = on_stairs.sum(-2)[..., None, :] - on_stairs > 0  # [..., 5, 4] others on each stairs
    ready = []  # by the step that a walker onto the stairs makes all others make; 0 none
    for shift in range(4):
        moved = jnp.stack([stairs[..., place ^ shift] for place in range(4)], axis=-1)
        ready.append(other_free | (climbers & moved[..., None, :]).any(-1))
    leaves = jnp.where(ready[0][..., None], atlas.plain, 0)
    for number in range(4):
        through = canal_on[..., None, number, None] | ready[0][..., None]
        leaves |= jnp.where(through, atlas.by_canal[number], 0)
        leaves |= jnp.where(stairs_on[..., None, number, None], atlas.by_stairs[number], 0)
        if number:
            leaves |= jnp.where(ready[number][..., None], atlas.by_shift[number], 0)
    leaves = handed_on(leaves)
    sure = ways & leaves
    brings = (wins[..., None, :] & (load[..., None] == KIND)).any(-1)  # [..., 5]
    at_home = square_bit(atlas, home)[..., None, :]
    kept = ways & (leaves | jnp.where(brings[..., None], at_home, 0))
    full = ((kept != 0).any(-1) | both).any(-1)
    return kept, (sure != 0).any(-1), full & (count <= 1)


def shafts(atlas: Atlas, table: Packed, doors: Array) -> tuple[Array, Array, Array]:
    """From which stairs a rat can walk n, and from which canals and stairs it can run on, `[..., 4]`."""
    reading = has(table.options, LOOPS).astype(jnp.int32)
    piper = jnp.where(table.piper < 0, atlas.squares, table.piper)
    place = (reading * PACES + pace_of(table.number, 0)) * (atlas.squares + 1) + piper
    words = looked_up(atlas.shafts, 3 * place[..., None] + jnp.arange(3))  # [..., 3]
    each = words[..., None] >> jnp.arange(4, dtype=jnp.uint32) * DOOR_BITS
    able = each & doors[..., None, None] != 0
    return able[..., 0, :], able[..., 1, :], able[..., 2, :]
