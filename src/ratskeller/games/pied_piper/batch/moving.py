"""How figures move and houses are left, match by match where it is due: `rules.moving` and
`rules.leaving` as arithmetic.

Whether a full house is left at once or after the card (PP-10) makes one difference alone, since no
action passes a house twice: when two are left, at once ends the walk, while after the card the
houses that follow are charged as well. So there is one walk, and the option says whether it goes on.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.nibbles import (
    BITS,
    FULL,
    Number,
    alike,
    bits_set,
    everywhere,
    get,
    highest_bit,
    lowest_bit,
    put,
)
from ratskeller.games.pied_piper.batch.table import (
    ASIDE,
    ENDINGS,
    HELD,
    HIGH_ROOF,
    IMMEDIATE,
    LOW_ROOF,
    Packed,
    places,
)
from ratskeller.games.pied_piper.rules.state import BACK, DOUBLE, OVER, PIPER, SEWER

try:
    import jax.numpy as jnp
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

MOST_HOUSES: Final = 3  # a Double step with a +1


# --- the ring ------------------------------------------------------------------------------------


def following(ring: Array, place: Array, seats: int) -> Array:
    """The next place round the square whose house stands (PP-62)."""
    if seats == 2:  # all four stand to the end
        return place + 1 & 3
    houses = places(seats)
    ahead = (ring | ring << houses) >> place + 1
    reached = place + 1 + lowest_bit(ahead)
    return jnp.where(reached >= houses, reached - houses, reached)


def preceding(ring: Array, place: Array, seats: int) -> Array:
    """The place before it whose house stands."""
    if seats == 2:
        return place - 1 & 3
    houses = places(seats)
    behind = (ring | ring << houses) & (1 << place + houses) - 1
    reached = highest_bit(behind)
    return jnp.where(reached >= houses, reached - houses, reached)


def stands(ring: Array, place: Number) -> Array:
    return ring >> place & 1 == 1


def active_lives(table: Packed, seats: int) -> Array:
    """Whether the player whose turn it is still has a house. With two the game would be over."""
    return table.phase != OVER if seats == 2 else stands(table.ring, table.active)


# --- walking -------------------------------------------------------------------------------------


class Walk(NamedTuple):
    """An action of a Character, match by match: what one card does, or a basic and a special one."""

    due: Array
    figure: Array
    kind: Array  # of the basic card
    longer: Array  # 1 with a +1
    together: Array  # true with a Melody


def act(table: Packed, seats: int, walk: Walk) -> Packed:
    """The figure, or all in its gap, pass houses where that is due and the game goes on."""
    ring, gap = table.ring, get(table.where, walk.figure)
    # Who goes along is fixed now: nobody joins (PP-24).
    group = jnp.where(walk.together, alike(table.where, gap), FULL << BITS * walk.figure)
    change = bits_set(group) // BITS - 2 * (group >> BITS * PIPER & 1)
    houses = jnp.where(walk.kind == DOUBLE, 2, 1) + walk.longer
    back, crosses = walk.kind == BACK, walk.kind != SEWER
    due = walk.due & (table.phase != OVER)
    goes_on = (table.options & IMMEDIATE == 0) & (seats > 2)

    def pass_house(passed: Array, place: tuple[Packed, Array]) -> tuple[Packed, Array]:
        table, gap = place
        house = jnp.where(back, preceding(ring, gap, seats), gap)
        gap = jnp.where(back, house, following(ring, gap, seats))
        walking = due & (passed < houses) & (goes_on | (table.phase != OVER))
        table = move(table, seats, walking, group, gap)
        return cross(
            table, seats, walking & crosses & has_tracker(house, seats), house, change
        ), gap

    place: tuple[Packed, Array] = lax.fori_loop(0, MOST_HOUSES, pass_house, (table, gap))
    return place[0]


def cross(table: Packed, seats: int, due: Array, house: Array, change: Array) -> Packed:
    """The tracker within 0 and the roof; a full house is left (PP-02 to PP-04, PP-23)."""
    roof = LOW_ROOF + (table.options & HIGH_ROOF != 0).astype(jnp.int32)
    level = jnp.clip(get(table.levels, house) + change, 0, roof)
    full = due & (level == roof) & (table.phase != OVER)
    levels = jnp.where(due, put(table.levels, house, level), table.levels)
    return leave(table._replace(levels=levels), seats, full, house)


def move(table: Packed, seats: int, due: Array, group: Array, gap: Array) -> Packed:
    """The group into a gap. After a whole round the gap may have gone with its house (PP-14)."""
    if seats > 2:
        gap = jnp.where(stands(table.ring, gap), gap, following(table.ring, gap, seats))
    where = table.where & ~group | everywhere(gap) & group
    return table._replace(where=jnp.where(due, where, table.where))


def has_tracker(house: Array, seats: int) -> Array:
    """A neutral house has none (PP-60)."""
    return house & 1 == 0 if seats == 2 else house >= 0


# --- leaving -------------------------------------------------------------------------------------


def leave(table: Packed, seats: int, due: Array, house: Array) -> Packed:
    """Whose tracker is at the roof flees (PP-02); with two left the game is over (PP-13, PP-19)."""
    if seats == 2:
        fled = jnp.where(due, put(table.fled, house, 1), table.fled)
        return finish(table._replace(fled=fled), due, "roof")
    ring = table.ring & ~(1 << house)
    gone = alike(table.where, house)  # their gap merges with the next (PP-14)
    neighbour = following(table.ring, house, seats)
    order = seats + 1 - bits_set(table.ring)
    taker = jnp.where(stands(ring, table.active), table.active + HELD, ASIDE)  # PP-15 to PP-17
    claimed = alike(table.holders, house + HELD) | FULL << BITS * house
    hands = hands_without(table.hands, house)
    left = table._replace(
        ring=ring,
        where=table.where & ~gone | everywhere(neighbour) & gone,
        fled=put(table.fled, house, order),
        holders=table.holders & ~claimed | everywhere(taker) & claimed,
        hands=tuple(jnp.where(due, new, old) for new, old in zip(hands, table.hands, strict=True)),
        discard=table.discard + hand_of(table.hands, house),  # PP-18
    )
    return finish(_where_due(due, left, table), due & (bits_set(ring) == 2), "two_left")


def finish(table: Packed, due: Array, reason: str) -> Packed:
    return table._replace(
        phase=jnp.where(due, OVER, table.phase),
        ending=jnp.where(due, ENDINGS.index(reason), table.ending),
    )


def _where_due(due: Array, after: Packed, before: Packed) -> Packed:
    """What leaving has changed, where somebody leaves."""
    changed: dict[str, Any] = {
        name: jnp.where(due, getattr(after, name), getattr(before, name))
        for name in ("ring", "where", "fled", "holders", "discard")
    }
    return after._replace(**changed)


# --- hands ---------------------------------------------------------------------------------------


def hand_of(hands: tuple[Array, ...], seat: Array) -> Array:
    return sum(
        (jnp.where(seat == s, hand, 0) for s, hand in enumerate(hands)), jnp.zeros_like(seat)
    )


def hands_with(hands: tuple[Array, ...], seat: Array, cards: Number) -> tuple[Array, ...]:
    """The seat's hand with so many cards more."""
    return tuple(hand + jnp.where(seat == s, cards, 0) for s, hand in enumerate(hands))


def hands_without(hands: tuple[Array, ...], seat: Array) -> tuple[Array, ...]:
    """The seat's hand is empty."""
    return tuple(jnp.where(seat == s, 0, hand) for s, hand in enumerate(hands))
