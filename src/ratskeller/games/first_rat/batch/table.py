"""The table of First Rat in numbers, and how it is read off a state of the product.

What belongs to a seat is one row of numbers; a step reads the mover's, and writes it back. The path is turned on its
side: plane b of a property is a mask of the spaces where bit b of it is set.

    path     colour 3 planes | kind 3 planes | amount 4 planes
    tracks   a word for each: the pieces on its spaces but the last, six bits each, the first lowest; 0 is none

On the last space of a track pieces lie in no order, and a row counts them: eight nibbles, one for each track.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.luck import Luck
from ratskeller.games.first_rat.rules.scoring import count_on
from ratskeller.games.first_rat.rules.state import (
    GOODS,
    RATS,
    ROCKET,
    TRACKS,
    Options,
    State,
)
from ratskeller.games.first_rat.rules.tables import tables_of

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

# Options: the bits of their code.
STANDARD: Final = 1
LAST_BULB: Final = 2

ENDINGS: Final = ("", "rocket", "markers", "stuck")
OPEN, BY_ROCKET, BY_MARKERS, STUCK = range(4)

COLOUR_PLANES: Final = range(3)
KIND_PLANES: Final = range(3, 6)
AMOUNT_PLANES: Final = range(6, 10)
PIECE_BITS: Final = 6
STRIP_BITS: Final = 4


class RatFamily(NamedTuple):
    """What a seat has, `[...]` each unless it says otherwise; numbers and names as in `State`."""

    rats: Array  # [..., 4]
    goods: Array  # [..., 5]
    mouldy: Array
    awards: Array
    light: Array
    burrow: Array
    packs: Array
    caps: Array
    comics: Array
    drinks: Array
    empties: Array
    markers: Array
    pieces: Array  # on each track, a nibble each

    # the columns, in this order
    @classmethod
    def width(cls) -> int:
        return RATS + GOODS + len(cls._fields) - 2


class Packed(NamedTuple):
    """Tables of the engine, `[...]` each unless it says otherwise; numbers and names as in `State`."""

    lit: Array
    path: Array  # [..., 10] planes
    strips: Array  # nibbles by track
    rows: Array  # [..., seats, columns] a `RatFamily` each
    tokens: Array  # [..., 4]
    shelf_packs: Array  # nibbles by kind
    shelf_drinks: Array
    shelf_caps: Array
    library: Array
    tracks: Array  # [..., 8]
    round: Array
    mover: Array
    phase: Array
    last_round: Array
    still: Array
    ending: Array  # place in `ENDINGS`
    walked: Array  # [..., 4]
    left: Array
    extra: Array
    cores: Array
    booths: Array
    fresh: Array
    luck: Luck


def code_of(options: Options) -> int:
    return STANDARD * (options.board == "standard") + LAST_BULB * (options.lit == "last")


def has(mask: Array, bit: int) -> Array:
    """Whether a bit of a mask is set, by its number."""
    return mask >> bit & 1 != 0


# --- from the product ----------------------------------------------------------------------------


def pack(state: State) -> Packed:
    """A state at a decision or at the end; the luck is any."""
    word: Any = np.int32
    row: Any = partial(np.array, dtype=np.int32)
    none: Any = np.uint32(0)
    tables = tables_of(state)
    named = len(tables.free_slots[state.seats]) - 1
    return Packed(
        lit=word(state.lit),
        path=row(planes_of([tables.faces[face] for face in state.path])),
        strips=word(sum(strip << STRIP_BITS * n for n, strip in enumerate(state.strips[:ROCKET]))),
        rows=row([_row(state, seat) for seat in range(state.seats)]),
        tokens=row(state.tokens),
        shelf_packs=word(sum(count << 4 * kind for kind, count in enumerate(state.shelf_packs))),
        shelf_drinks=word(state.shelf_drinks),
        shelf_caps=word(state.shelf_caps),
        library=word(state.library),
        tracks=row([_pieces(track[:named]) for track in state.tracks]),
        round=word(state.round),
        mover=word(state.mover),
        phase=word(state.phase),
        last_round=word(state.last_round),
        still=word(state.still),
        ending=word(ENDINGS.index(state.ending)),
        walked=row(state.walked),
        left=word(state.left),
        extra=word(state.extra),
        cores=word(state.cores),
        booths=word(state.booths),
        fresh=word(state.fresh),
        luck=Luck(none, none, none),
    )


def planes_of(faces: list[Any]) -> list[int]:
    """The planes of what lies on each space; Start and Launchpad show nothing."""
    planes = []
    for number, bits in enumerate((COLOUR_PLANES, KIND_PLANES, AMOUNT_PLANES)):
        shown = [max(face[number], 0) for face in faces]
        planes += [
            sum((n >> bit & 1) << s for s, n in enumerate(shown)) for bit in range(len(bits))
        ]
    return planes


def _pieces(track: tuple[int, ...]) -> int:
    return sum(piece + 1 << PIECE_BITS * place for place, piece in enumerate(track))


def _row(state: State, seat: int) -> list[int]:
    pieces = sum(count_on(state, seat, track) << 4 * track for track in range(len(TRACKS)))
    return [
        *state.rats[RATS * seat : RATS * (seat + 1)],
        *state.goods[GOODS * seat : GOODS * (seat + 1)],
        state.mouldy[seat],
        state.awards[seat],
        state.light[seat],
        state.burrow[seat],
        state.packs[seat],
        state.caps[seat],
        state.comics[seat],
        state.drinks[seat],
        state.empties[seat],
        state.markers[seat],
        pieces,
    ]


# --- reading and writing -------------------------------------------------------------------------


def in_columns(columns: Array) -> RatFamily:
    """The columns of rows by their names."""
    singles = range(RATS + GOODS, RatFamily.width())
    return RatFamily(
        columns[..., :RATS],
        columns[..., RATS : RATS + GOODS],
        *[columns[..., number] for number in singles],
    )


def row_of(rows: Array, seat: Array) -> RatFamily:
    return in_columns(of_seat(rows, seat))


def of_seat(rows: Array, seat: Array) -> Array:
    """What belongs to a seat, `[..., columns]`."""
    found = rows[..., 0, :]
    for number in range(1, rows.shape[-2]):
        found = jnp.where((seat == number)[..., None], rows[..., number, :], found)
    return found


def with_row(rows: Array, seat: Array, row: RatFamily) -> Array:
    """The rows with one written anew."""
    columns = jnp.concatenate(
        [row.rats, row.goods, jnp.stack(row[2:], axis=-1)], axis=-1, dtype=rows.dtype
    )
    here = jnp.arange(rows.shape[-2]) == seat[..., None]
    return jnp.where(here[..., None], columns[..., None, :], rows)


def looked_up(constants: Any, place: Array) -> Array:
    """Entries of a constant array, counted through all its axes."""
    flat = jnp.asarray(constants, jnp.int32).reshape(-1)
    return flat.at[place].get(mode="promise_in_bounds")


def entry(row: Array, which: Array) -> Array:
    """One entry of the last axis; 0 where there is no such entry."""
    return jnp.where(jnp.arange(row.shape[-1]) == which[..., None], row, 0).sum(-1)


def with_entry(row: Array, which: Array, number: Array | int, due: Array) -> Array:
    here = (jnp.arange(row.shape[-1]) == which[..., None]) & due[..., None]
    return jnp.where(here, jnp.asarray(number)[..., None], row)


def shown_at(path: Array, planes: range, spaces: Any) -> Array:
    """A property of what lies on some spaces, `[..., spaces]`."""
    bits = [path[..., plane, None] >> spaces & 1 for plane in planes]
    shown: Array = sum((bit << n for n, bit in enumerate(bits[1:], start=1)), bits[0])
    return shown


def united(masks: Array, axis: int = -1) -> Array:
    """All bits of the masks on an axis."""
    reduce: Any = lax.reduce
    found: Array = reduce(masks, np.array(0, masks.dtype), lax.bitwise_or, (axis % masks.ndim,))
    return found


def set_of(flags: Array) -> Array:
    """Flags on the last axis as the bits of a word."""
    return (flags.astype(jnp.int32) << np.arange(flags.shape[-1])).sum(-1)


def first_of(flags: Array) -> Array:
    """Of some flags on the last axis the first that is set, alone."""
    word = set_of(flags)
    lowest: Array = (word & -word)[..., None] >> np.arange(flags.shape[-1]) & 1 != 0
    return lowest
