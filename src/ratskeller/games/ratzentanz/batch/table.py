"""The table of Ratzentanz in numbers, and how it is read off a state of the product.

Rats are where the product has them: rat r of seat s is entry 5*s + r-1 of `at` and `load`. The product counts
the chips of every square; the engine says of every chip where it is. They are few, and squares are many:

    chips   kind 1: n entries, kind 2: n entries, ...      a square, or CARRIED + the rat that sits on it

Chips of a kind are alike, so only `in_order` says whether two tables are the same.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.luck import Luck
from ratskeller.games.ratzentanz.rules.chips import count
from ratskeller.games.ratzentanz.rules.data import Box
from ratskeller.games.ratzentanz.rules.state import KINDS, RATS, Options, State

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

CARRIED: Final = 1 << 10  # more than any town has squares
MOST_FACES: Final = 42  # of the symbol die: six times as many tickets are drawn of 255

# Options: the bits of their code. Above them is the cap, so that the usual one is 0.
FIVE: Final = 1
WALL: Final = 2
LOOPS: Final = 4
CAP_AT: Final = 3
_USUAL_CAP: Final = Options().turn_cap


class Packed(NamedTuple):
    """Tables of the engine, `[...]` each unless it says otherwise; numbers and names as in `State`."""

    options: Array
    phase: Array
    seat: Array
    turn: Array
    number: Array
    symbol: Array
    shares: Array
    due: Array
    used: Array
    runs: Array
    hand: Array
    piper: Array
    cat: Array
    winner: Array
    at: Array  # [..., 5 * seats]
    load: Array  # [..., 5 * seats]
    chips: Array  # [..., 6 * n]
    luck: Luck


def code_of(options: Options) -> int:
    flags = (
        FIVE * (options.kinds == 5)
        + WALL * (options.piper == "wall")
        + LOOPS * (options.walk == "no_reversal")
    )
    return flags | (options.turn_cap ^ _USUAL_CAP) << CAP_AT


def has(options: Array, flag: int) -> Array:
    return options & flag != 0


def cap_in(options: Array) -> Array:
    return options >> CAP_AT ^ _USUAL_CAP


def why_not_packed(box: Box) -> str:
    """Why an owner's data do not fit the engine; nothing where they do."""
    if sum(box.symbol_faces) > MOST_FACES or max(box.symbol_faces) > 15:
        return f"the engine throws symbol dice of at most {MOST_FACES} faces, 15 of them alike"
    if len(box.town.names) >= CARRIED:
        return f"the engine knows towns of fewer than {CARRIED} squares"
    return ""


def pack(state: State) -> Packed:
    """A state at a decision or at the end; the luck is any."""
    word: Any = np.int32
    row: Any = partial(np.array, dtype=np.int32)
    none: Any = np.uint32(0)
    return Packed(
        options=word(code_of(state.options)),
        phase=word(state.phase),
        seat=word(state.seat),
        turn=word(state.turn),
        number=word(state.number),
        symbol=word(state.symbol),
        shares=word(state.shares),
        due=word(state.due),
        used=word(state.used),
        runs=word(state.runs),
        hand=word(state.hand),
        piper=word(state.piper),
        cat=word(state.cat),
        winner=word(state.winner),
        at=row(state.at),
        load=row(state.load),
        chips=row([place for kind in range(1, KINDS + 1) for place in _places_of(state, kind)]),
        luck=Luck(none, none, none),
    )


def _places_of(state: State, kind: int) -> list[int]:
    lying = [
        square for square, heap in enumerate(state.lying) for _ in range(heap and count(heap, kind))
    ]
    return lying + [CARRIED + rat for rat, load in enumerate(state.load) if load == kind]


def in_order(table: Packed) -> Packed:
    """The same table with the chips of each kind in order."""
    by_kind = table.chips.reshape(*table.chips.shape[:-1], KINDS, -1)
    return table._replace(chips=jnp.sort(by_kind, axis=-1).reshape(table.chips.shape))


# --- reading and writing ---------------------------------------------------------------------------


def of_seat(rows: Array, seat: Array, seats: int) -> Array:
    """The five entries of a seat, `[..., 5]`."""
    by_seat = rows.reshape(*rows.shape[:-1], seats, RATS)
    found = by_seat[..., 0, :]
    for number in range(1, seats):
        found = jnp.where((seat == number)[..., None], by_seat[..., number, :], found)
    return found


def picked(numbers: tuple[int, ...], which: Array) -> Array:
    """One of some constants, without a table in memory."""
    found = jnp.full_like(which, numbers[0])
    for place, number in enumerate(numbers[1:], start=1):
        found = jnp.where(which == place, number, found)
    return found


def entry(row: Array, which: Array) -> Array:
    """One entry of the last axis; 0 where there is no such entry."""
    here = jnp.arange(row.shape[-1]) == which[..., None]
    return jnp.where(here, row, 0).sum(-1)


def with_entry(row: Array, which: Array, number: Array | int, due: Array) -> Array:
    here = (jnp.arange(row.shape[-1]) == which[..., None]) & due[..., None]
    return jnp.where(here, jnp.asarray(number)[..., None], row)


def kinds_at(chips: Array, squares: Array) -> Array:
    """Which kinds lie free on some squares, `[..., squares, 6]`."""
    by_kind = chips.reshape(*chips.shape[:-1], 1, KINDS, -1)
    found: Array = (by_kind == squares[..., None, None]).any(-1)
    return found
