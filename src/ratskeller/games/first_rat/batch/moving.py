"""Step 1: which moves can be completed to a legal set, and what a move does (`rules.moving`).

Moves are masks of the spaces where they end, by rat and chain: `[..., 4, chains]`. What is asked of all of them is
whether every rat that then stands where another has landed can move on (FR-13). There are two cases.

*Nobody else owes a move.* Then one rat pushes the next, until one lands where nobody stands: a relay. Which chains
carry one on from each rat is a set of chains (`relays`).

*Another rat owes a move already.* Then at most one more is left, and the two go their own ways: all pairs of
chains are tried (`moves_in_debt`). That is seldom, and costs too much for all.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.choice import for_few, worked_out
from ratskeller.batch.nibbles import bits_set, highest_bit
from ratskeller.games.first_rat.batch.atlas import (
    ANYWHERE,
    PACES,
    PATH,
    PURSE_BITS,
    PURSE_GUARDS,
    PURSE_MOST,
    SPACES,
    Atlas,
)
from ratskeller.games.first_rat.batch.table import (
    COLOUR_PLANES,
    Packed,
    RatFamily,
    entry,
    first_of,
    has,
    in_columns,
    looked_up,
    set_of,
    shown_at,
    united,
    with_entry,
)
from ratskeller.games.first_rat.rules.moving import (
    ALONE,
    LEGS_EXTRA,
    LOLA_EXTRA,
    MOULD_CHEESE,
    TOGETHER,
)
from ratskeller.games.first_rat.rules.state import (
    CHEESE,
    GREEN,
    LAUNCHPAD,
    LEGS,
    LOLA,
    MATERIALS,
    NEIL,
    NO_TOLL,
    ORANGE,
    RATS,
    START,
    TWO_COLOURS,
    YELLOW_SHORTCUTS,
)

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

RAT: Final = np.arange(RATS)
OTHERS: Final = RAT[:, None] != RAT  # [4, 4] every rat but oneself


class Going(NamedTuple):
    """What the moves of a seat hang on."""

    spaces: Array  # [..., 4]
    waiting: Array  # [..., 4] whether it has not moved, and can
    landed: Array  # mask
    standing: Array  # mask of spaces of the path where rats wait
    owes: Array  # [..., 4]
    first: Array  # nobody has moved yet
    far: Array  # one went too far to have company
    fits: Array  # mask of spaces where more may land
    kin: Array  # [..., 4] mask of spaces that go with the one where a rat stands
    together: Array  # [..., 4] place of its pace in company
    alone: Array  # [..., 4] and by itself


# --- what is asked of the table ------------------------------------------------------------------


def going(table: Packed, row: RatFamily) -> Going:
    spaces, walked = row.rats, table.walked
    moved = walked > 0
    waiting = ~moved & (spaces < LAUNCHPAD)
    bit = 1 << spaces
    landed = united(jnp.where(moved, bit, 0))
    own = RATS * table.mover[..., None] + RAT
    neil, lola = (table.tokens[..., token, None] == own for token in (NEIL, LOLA))
    lola_extra = LOLA_EXTRA * lola
    together = TOGETHER + LEGS_EXTRA * (row.comics >> LEGS & 1)[..., None] + lola_extra
    alone = jnp.where(neil, LAUNCHPAD, ALONE + lola_extra)
    kin = kin_of(table.path, spaces, has(row.comics, TWO_COLOURS))
    company = united(jnp.where(moved, ~kin, 0))  # what does not go with all that have landed
    return Going(
        spaces=spaces,
        waiting=waiting,
        landed=landed,
        standing=united(jnp.where(waiting, bit, 0)) & PATH,
        owes=waiting & (landed[..., None] >> spaces & 1 != 0),
        first=~moved.any(-1),
        far=(walked > together).any(-1),
        fits=ANYWHERE & ~landed & ~company,
        kin=kin,
        together=pace_place(together),
        alone=pace_place(alone),
    )


def pace_place(limit: Array) -> Array:
    """The place of a pace in the atlas: the last is as far as one likes."""
    return jnp.minimum(limit - TOGETHER, len(PACES) - 1)


def kin_of(path: Array, spaces: Array, mixed: Array) -> Array:
    """Where rats may land along with one that lands on each space (FR-11, FR-14, FR-63)."""
    colour = shown_at(path, COLOUR_PLANES, spaces)
    mask = alike(path, colour)
    both = (colour == GREEN) | (colour == ORANGE)
    other = alike(path, jnp.where(colour == GREEN, ORANGE, GREEN))
    mask = jnp.where(both & mixed[..., None], mask | other, mask)
    return jnp.where(spaces == LAUNCHPAD, ANYWHERE, mask | 1 << LAUNCHPAD)


def alike(path: Array, colour: Array) -> Array:
    """The spaces of a colour."""
    mask = jnp.full_like(colour, PATH)
    for bit, plane in enumerate(COLOUR_PLANES):
        mask &= ~(path[..., plane, None] ^ -(colour >> bit & 1))
    return mask


def is_twin(table: Packed, row: RatFamily) -> Array:
    """Whether another rat on Start stands for each (FR-19), `[..., 4]`."""
    own = RATS * table.mover[..., None] + RAT
    carries = (table.tokens[..., None, :] == own[..., None]).any(-1)
    plain = (row.rats == START) & ~carries
    return plain & ~first_of(plain)


def purse_of(row: RatFamily) -> Array:
    """The materials of a seat in one word; more than can be spent at once counts as that."""
    parts = [
        jnp.minimum(row.goods[..., kind], PURSE_MOST) << PURSE_BITS * n
        for n, kind in enumerate(MATERIALS)
    ]
    return parts[0] | parts[1] | parts[2] | parts[3]


def pays(purse: Array, toll: Array) -> Array:
    return (purse | PURSE_GUARDS) - toll & PURSE_GUARDS == PURSE_GUARDS


# --- what is legal -------------------------------------------------------------------------------


def legal_moves(atlas: Atlas, table: Packed, row: RatFamily) -> Array:
    """Every move that can be completed to a legal set, `[..., 4, chains]`, as if it were the time."""
    go = worked_out(going(table, row))
    may = go.waiting & ~is_twin(table, row) & ~go.far[..., None]
    purse, free = purse_of(row), row.comics >> YELLOW_SHORTCUTS & 3
    tolls = tolls_of(atlas, free)
    payable = pays(purse[..., None], tolls)
    far = walks(atlas, atlas.reach, go, jnp.where(go.first[..., None], go.alone, go.together))
    near = walks(atlas, atlas.reach, go, go.together)
    relays = relays_of(atlas, go) & set_of(payable)[..., None]
    moves = (far & ~go.standing[..., None, None]) | pushes(atlas, go, near, relays[..., None, :])

    def in_debt(rows: tuple[Going, Array, Array, Array]) -> tuple[Array, tuple[Any, ...]]:
        go, purse, free, _ = rows
        moves = moves_in_debt(atlas, go, purse, tolls_of(atlas, free))
        return go.far & False, (go, purse, free, moves)

    owes = go.owes.any(-1)
    *_, moves = for_few(owes, in_debt, (go, purse, free, moves))
    moves &= go.fits[..., None, None]
    return jnp.where(may[..., None] & payable[..., None, :], moves, 0)


def tolls_of(atlas: Atlas, free: Array) -> Array:
    """What each chain costs, `[..., chains]`."""
    return looked_up(atlas.tolls, free[..., None] * atlas.chains + np.arange(atlas.chains))


def walks(atlas: Atlas, constants: Any, go: Going, pace: Array) -> Array:
    """Where each rat gets by each chain, `[..., 4, chains]`."""
    place = (pace * SPACES + go.spaces)[..., None] * atlas.chains
    return looked_up(constants, place + np.arange(atlas.chains))


def pushes(atlas: Atlas, go: Going, near: Array, relays: Array) -> Array:
    """Moves that end where another rat waits that can move on; `relays` are sets of chains, `[..., n, o]`."""
    place = go.spaces[..., None] * atlas.chains + np.arange(atlas.chains)
    goes_on = relays[..., None] & looked_up(atlas.begun, place)[..., None, :, :] != 0
    there = jnp.where(go.waiting, 1 << go.spaces, 0)[..., None, :, None]
    return near & PATH & united(jnp.where(goes_on, there, 0), -2)


def edges_of(atlas: Atlas, go: Going) -> Array:
    """The chains by which one rat may land where another waits, `[..., from, to]`."""
    place = (go.together * SPACES + go.spaces)[..., None] * SPACES + go.spaces[..., None, :]
    room = (go.fits[..., None] & go.kin)[..., None] >> go.spaces[..., None, :] & 1
    return jnp.where((room != 0) & go.waiting[..., None, :], looked_up(atlas.edges, place), 0)


def relays_of(atlas: Atlas, go: Going) -> Array:
    """From each rat on, the chains by which it and those ahead can move on, `[..., 4]`."""
    open_to = (go.fits & ~go.standing)[..., None] & go.kin
    onward = walks(atlas, atlas.onward, go, go.together)
    alone, edges = set_of(onward & open_to[..., None] != 0), edges_of(atlas, go)
    found = alone
    for _ in range(RATS - 2):
        found = alone | united(edges & found[..., None, :])
    return found


def moves_in_debt(atlas: Atlas, go: Going, purse: Array, tolls: Array) -> Array:
    """The moves where one or two rats owe one. Whoever owes alone begins a relay. Beside another that owes, at
    most a third is left: where one may land without barring that other's way, and which chains for it and the
    third leave it one.
    """
    chain = np.arange(atlas.chains)
    near = walks(atlas, atlas.reach, go, go.together)
    onward = walks(atlas, atlas.onward, go, go.together)
    debtor = go.owes[..., None, :] & OTHERS  # [..., n, x]
    third = go.waiting[..., None, :] & OTHERS & ~debtor  # [..., n, p]
    beside = debtor.any(-1)  # [..., n]
    waits = jnp.where(go.waiting, 1 << go.spaces, 0)[..., None, :]
    room = go.fits[..., None] & ~united(jnp.where(OTHERS, waits, 0))

    def of(which: Array, rows: Array) -> Array:
        """What holds of the one rat, `[..., n, chains]`."""
        return united(jnp.where(which[..., None], rows[..., None, :, :], 0), -2)

    direct = of(debtor, near) & room[..., None]
    last = of(third, onward) & room[..., None]
    both = debtor[..., :, None] & third[..., None, :]
    pushing = united(united(jnp.where(both, edges_of(atlas, go)[..., None, :, :], 0)))
    by_push = jnp.where(pushing[..., None] >> chain & 1 != 0, last, 0)
    paid = pays(purse[..., None, None], tolls[..., :, None] + tolls[..., None, :])[..., None, :, :]
    by_itself = united(jnp.where(paid, direct[..., None, :], 0))
    anyhow = united(jnp.where(paid, (direct | by_push)[..., None, :], 0))
    several = bits_set(anyhow) > 1
    allows = jnp.where(several, ANYWHERE, jnp.where(anyhow != 0, ~anyhow, 0))
    ways = (by_itself != 0) & (last != 0) & (bits_set(by_itself | last) > 1)
    relays = jnp.where(
        beside[..., None],
        jnp.where(third, set_of(ways)[..., None], 0),
        (relays_of(atlas, go) & set_of(pays(purse[..., None], tolls))[..., None])[..., None, :],
    )
    steps = near & ~go.standing[..., None, None] & jnp.where(beside[..., None], allows, ANYWHERE)
    return steps | pushes(atlas, go, near, relays)


# --- moving --------------------------------------------------------------------------------------


def walk(
    atlas: Atlas, table: Packed, row: RatFamily, due: Array, rat: Array, chain: Array, space: Array
) -> tuple[Packed, RatFamily]:
    """Pay for the shortcuts, walk, pay those who are there already (FR-15, FR-16)."""
    free = row.comics >> YELLOW_SHORTCUTS & 3
    toll = looked_up(atlas.tolls, free * atlas.chains + chain)
    paid = toll[..., None] >> PURSE_BITS * np.arange(len(MATERIALS)) & PURSE_MOST
    paid = jnp.concatenate([jnp.zeros_like(paid[..., :1]), paid], axis=-1)
    origin = entry(row.rats, rat)
    steps = space - origin - looked_up(atlas.saved, chain)
    row = row._replace(
        rats=with_entry(row.rats, rat, space, due),
        goods=jnp.where(due[..., None], row.goods - paid, row.goods),
    )
    table = table._replace(walked=with_entry(table.walked, rat, steps, due))
    works = has(row.comics & ~table.fresh, NO_TOLL)
    return pay_tolls(table, row, due & (space < LAUNCHPAD) & ~works, space)


def pay_tolls(table: Packed, row: RatFamily, due: Array, space: Array) -> tuple[Packed, RatFamily]:
    """One cheese to the owner of each foreign rat there (FR-16); whoever has too little takes pieces of
    mouldy cheese, and three good ones with each (FR-17).
    """
    seats = table.rows.shape[-2]
    foreign = (jnp.arange(seats) != table.mover[..., None]) & due[..., None]
    there = in_columns(table.rows).rats == space[..., None, None]
    owed = (there & foreign[..., None]).sum(-1)  # [..., seats]
    count = owed.sum(-1)
    cheese = row.goods[..., CHEESE]
    moulds = (jnp.maximum(count - cheese, 0) + MOULD_CHEESE - 1) // MOULD_CHEESE
    change = MOULD_CHEESE * moulds - count
    column = np.arange(table.rows.shape[-1]) == RATS + CHEESE
    rows = jnp.where(column, table.rows + owed[..., None], table.rows)
    goods = row.goods + jnp.where(np.arange(row.goods.shape[-1]) == CHEESE, change[..., None], 0)
    return table._replace(rows=rows), row._replace(goods=goods, mouldy=row.mouldy + moulds)


class Halt(NamedTuple):
    """Whether anything is to be decided after a move (FR-85); else it is clear what follows."""

    collects: Array
    walks: Array
    rat: Array
    chain: Array
    space: Array


def go_on(atlas: Atlas, table: Packed, row: RatFamily) -> Halt:
    """What has only one way to go is done without a question."""
    owed, goods = pressed(table, row)
    moves = legal_moves(atlas, table, row)
    count = bits_set(moves).sum((-1, -2)) + ~owed  # one may stop once nobody owes
    only = (owed | ~goods) & (count == 1)
    by_rat, by_chain = united(moves), united(moves, -2)
    mask = united(by_rat)
    return Halt(
        collects=only & ~owed,
        walks=only & owed,
        rat=jnp.where(by_rat != 0, RAT, 0).sum(-1),
        chain=jnp.where(by_chain != 0, np.arange(atlas.chains), 0).sum(-1),
        space=jnp.where(mask == 0, 0, highest_bit(mask)),
    )


def pressed(table: Packed, row: RatFamily) -> tuple[Array, Array]:
    """Whether a rat owes a move, and whether there are goods to take or leave."""
    on_path = (table.walked > 0) & (row.rats < LAUNCHPAD)
    shared = ((row.rats[..., :, None] == row.rats[..., None, :]) & OTHERS).any(-1)
    return (on_path & shared).any(-1), on_path.any(-1)
