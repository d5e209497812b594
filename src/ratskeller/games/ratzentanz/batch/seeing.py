"""What the mover of each match sees: the `SeenTable` of the rules, read off the tables. And what a position
promises at first sight.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.batch.moving import KIND, SeatedTown, looked_up
from ratskeller.games.ratzentanz.batch.table import (
    CARRIED,
    FIVE,
    LOOPS,
    WALL,
    Packed,
    has,
    kinds_at,
    of_seat,
)
from ratskeller.games.ratzentanz.rules.journeys import turns_of
from ratskeller.games.ratzentanz.rules.observe import GOALS, NESTS, SeenTable, answers, looks
from ratskeller.games.ratzentanz.rules.state import KINDS, NOWHERE, RATS

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


# What a position promises, in kinds at home.
_CARRIED: Final = 0.75  # a kind that the nest lacks, under a rat at the gate
_FAR: Final = 0.5  # less for the longest way
_LONGEST: Final = 24
_RAT: Final = 0.04  # a rat on the board
_KIND: Final = 0.2  # a kind more than the others have, as a share of a win


class Looks(NamedTuple):
    """How the town is seen by each seat, as constant arrays."""

    squares: Any  # [seats, squares + 1]
    kinds: Any  # [seats, 7]
    back: Any  # [seats, 6] which kind is seen as each
    way: Any  # [seats, squares + 1]
    turns: Any  # [squares + 1, goals] from squares as they are seen
    nests: Any  # [seats, seats - 1] corners of the others, in the order of play
    corner: Any  # [seats]
    answers: Any  # [seats, index_size] which action each answer of a network stands for


def looks_of(game: Ratzentanz, seats: int) -> Looks:
    ground = game.ground
    nest_of = [ground.town.nests.index(home) for home in ground.homes[seats]]
    each = [looks(ground)[nest] for nest in nest_of]
    others = [
        [look.corners[nest_of[(seat + n) % seats]] for n in range(1, seats)]
        for seat, look in enumerate(each)
    ]
    return Looks(
        squares=np.array([look.squares for look in each], np.int32),
        kinds=np.array([look.kinds for look in each], np.int32),
        back=np.array([[look.kinds.index(k) - 1 for k in range(1, KINDS + 1)] for look in each]),
        way=np.array([look.way for look in each], np.int32),
        turns=np.array(turns_of(ground), np.int32),
        nests=np.array(others, np.int32),
        corner=np.array([look.corner for look in each], np.int32),
        answers=np.array(answers(game, seats), np.int32),
    )


def sight(looks: Looks, table: Packed) -> SeenTable:
    """What the seat whose turn it is sees."""
    seats, nowhere = looks.squares.shape[0], looks.squares.shape[1] - 1
    seat = table.seat

    def seen(constants: Any, numbers: Array) -> Array:
        """How the mover sees squares or kinds, `[..., count]`."""
        return looked_up(constants, seat[..., None] * constants.shape[1] + numbers)

    def square(numbers: Array) -> Array:
        return seen(looks.squares, jnp.where(numbers < 0, nowhere, numbers))

    own = of_seat(table.at, seat, seats)
    at = square(from_seat(table.at, seat, seats))
    nests, corner = (
        seen(looks.nests, jnp.arange(seats - 1)),
        looked_up(looks.corner, seat)[..., None],
    )
    chips = jnp.where(table.chips >= CARRIED, NOWHERE, table.chips)
    flags = [
        has(table.options, FIVE),
        has(table.options, WALL),
        has(table.options, LOOPS),
        table.due,
        table.runs,
        table.shares == 2,
    ]
    return SeenTable(
        flags=jnp.stack([flag.astype(jnp.int32) for flag in flags], axis=-1),
        phase=table.phase[..., None],
        number=table.number[..., None],
        symbol=table.symbol[..., None],
        used=table.used[..., None],
        hand=table.hand[..., None],
        at=at,
        load=seen(looks.kinds, from_seat(table.load, seat, seats)),
        way=seen(looks.way, jnp.where(own < 0, nowhere, own)),
        turns=turns_from(looks, at, jnp.concatenate([jnp.maximum(corner - 1, 0), nests], axis=-1)),
        chips=square(by_seen_kind(looks, chips, seat)),
        piper=square(table.piper[..., None]),
        cat=square(table.cat[..., None]),
        nests=nests,
        corner=corner,
    )


def turns_from(looks: Looks, at: Array, corners: Array) -> Array:
    """From each rat to the nests at some corners, then to the storerooms, flat; all as they are seen."""
    rows = jnp.where(at < 0, looks.turns.shape[0] - 1, at)[..., :, None]
    storerooms = jnp.broadcast_to(jnp.arange(NESTS, GOALS), (*corners.shape[:-1], GOALS - NESTS))
    goals = jnp.concatenate([corners, storerooms], axis=-1)[..., None, :]
    return looked_up(looks.turns, rows * GOALS + goals).reshape(*at.shape[:-1], -1)


def from_seat(rows: Array, seat: Array, seats: int) -> Array:
    """Rats of all seats, the mover's first, then in the order of play."""
    turned = rows
    for number in range(1, seats):
        from_there = jnp.roll(rows, -number * RATS, axis=-1)
        turned = jnp.where((seat == number)[..., None], from_there, turned)
    return turned


def by_seen_kind(looks: Looks, chips: Array, seat: Array) -> Array:
    """The chips in the order in which the mover sees their kinds."""
    by_kind = chips.reshape(*chips.shape[:-1], KINDS, -1)
    found = by_kind
    for number, back in enumerate(looks.back):
        there = jnp.stack([by_kind[..., kind, :] for kind in back], axis=-2)
        found = jnp.where((seat == number)[..., None, None], there, found)
    return found.reshape(chips.shape)


def promise(ground: SeatedTown, looks: Looks, table: Packed) -> Array:
    """Kinds at home, kinds on the way there, and rats, against what all have on average: `[..., seats]`."""
    seats, nowhere = ground.seats, ground.atlas.squares
    shape = (*table.seat.shape, seats, RATS)
    at, load = table.at.reshape(shape), table.load.reshape(shape)
    homes = jnp.broadcast_to(np.array(ground.homes), shape[:-1])
    at_home = kinds_at(table.chips, homes)  # [..., seats, 6]
    place = jnp.arange(seats)[:, None] * (nowhere + 1) + jnp.where(at < 0, nowhere, at)
    near = 1 - jnp.minimum(looked_up(looks.way, place), _LONGEST) / _LONGEST
    worth = _CARRIED - _FAR * (1 - near)
    coming = jnp.where(load[..., None] == KIND, worth[..., None], 0.0).max(-2)  # [..., seats, 6]
    kinds = jnp.where(at_home, 1.0, coming).sum(-1) + _RAT * (at >= 0).sum(-1)
    return _KIND * (kinds - kinds.mean(-1, keepdims=True))
