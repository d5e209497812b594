"""What the mover of each match sees: the `SeenTable` of the rules, read off the words.

Other hands and the deck are not read but for how many cards they are, and a stranger's card that lies face
down is an unknown one. A test holds this against the views of the product.
"""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.batch import lacking
from ratskeller.batch.nibbles import Number, bits_set, get, packed, total
from ratskeller.games.pied_piper.batch.moving import hand_of, stands
from ratskeller.games.pied_piper.batch.table import (
    BY,
    DOWN,
    HELD,
    HIGH_ROOF,
    IMMEDIATE,
    KIND,
    LOW_ROOF,
    NONE,
    RUGRATS,
    SECRET,
    Packed,
    place_of,
    places,
)
from ratskeller.games.pied_piper.batch.turn import under
from ratskeller.games.pied_piper.rules.observe import OpenTable, SeenTable
from ratskeller.games.pied_piper.rules.state import (
    FIGURES,
    ORDER,
    PLUS,
    SLOTS,
    UNKNOWN,
    Box,
)

try:
    import jax.numpy as jnp
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


def sight(table: Packed, box: Box, seats: int) -> SeenTable:
    """What the seat whose turn it is may know."""
    hand = hand_of(table.hands, table.active)
    known = [[seen_kind(card, table.active) for card in row] for row in laid(table)]
    options = table.options
    cards = jnp.where(options & RUGRATS, packed(box.actions[:PLUS]), packed(box.actions[:UNKNOWN]))
    unseen = [
        get(cards, kind)
        - get(table.discard, kind)
        - get(hand, kind)
        - sum((card == kind + 1).astype(jnp.int32) for row in known for card in row)
        for kind in range(UNKNOWN)
    ]
    return _sight(table, seats, known, unseen)


def open_sight(table: Packed, seats: int) -> OpenTable:
    """What that seat would see if all cards lay open."""
    known = [[card & KIND for card in row] for row in laid(table)]
    order = places_from(table, own_place(table, seats), seats)
    held = [(order[place_of(s, seats)], hand) for s, hand in enumerate(table.hands)]
    if seats == 2:
        held = [(place >> 1, hand) for place, hand in held]
    others = [
        sum((jnp.where(place == n, hand, 0) for place, hand in held), jnp.zeros_like(table.deck))
        for n in range(1, seats)
    ]
    return OpenTable(
        seen=_sight(table, seats, known, [get(table.deck, kind) for kind in range(UNKNOWN)]),
        hands=jnp.stack([_row([get(h, kind) for kind in range(UNKNOWN)]) for h in others], -2),
    )


def laid(table: Packed) -> list[list[Array]]:
    """The first cards under the Characters, and the second ones."""
    return [[under(row, slot) for slot in range(SLOTS)] for row in (table.older, table.newer)]


def own_place(table: Packed, seats: int) -> Array:
    """Where the mover's house is."""
    return table.active * 2 if seats == 2 else table.active


def _sight(
    table: Packed, seats: int, known: list[list[Array]], unseen: Sequence[Array]
) -> SeenTable:
    """What the mover sees, if these are the kinds under the Characters and the cards that it does not see."""
    order = places_from(table, own_place(table, seats), seats)
    hand = hand_of(table.hands, table.active)
    first, options = laid(table)[0], table.options
    flags = [
        options & RUGRATS,
        options & SECRET,
        options & IMMEDIATE,
        options & HIGH_ROOF,
        table.to_place == 2,
        table.turn == 0,
        table.phase == ORDER,
        table.hid,
    ]
    standing = bits_set(table.ring)
    return SeenTable(
        flags=_row([(flag != 0).astype(jnp.int32) for flag in flags]),
        houses=_row([standing]),
        floors=by_place(order, [_floors(table, p, seats) for p in range(places(seats))], -1),
        held=by_place(order, [_held(table, p, seats) for p in range(places(seats))], 0),
        gaps=_row([_gap(order, get(table.where, figure)) for figure in range(FIGURES)]),
        line=_row([get(table.line, slot) for slot in range(SLOTS)]),
        older=_row(known[0]),
        newer=_row(known[1]),
        own=_row([((c != 0) & (c >> BY & 7 == table.active)).astype(jnp.int32) for c in first]),
        used=_row([(table.used == slot + 1).astype(jnp.int32) for slot in range(SLOTS)]),
        hand=_row([get(hand, kind) for kind in range(UNKNOWN)]),
        unseen=_row(unseen),
        deck=_row([total(table.deck, UNKNOWN)]),
        characters=_row([get(table.character_deck, figure) for figure in range(FIGURES)]),
        cast_off=_row([get(table.character_discard, figure) for figure in range(FIGURES)]),
    )


def places_from(table: Packed, own: Array, seats: int) -> list[Array]:
    """For each place how many houses stand from the mover's own up to it; -1 where none does."""
    count = places(seats)
    ahead = [(place - own) % count for place in range(count)]
    return [
        jnp.where(
            stands(table.ring, place),
            sum(
                (
                    jnp.where(stands(table.ring, other) & (ahead[other] < ahead[place]), 1, 0)
                    for other in range(count)
                ),
                jnp.zeros_like(own),
            ),
            -1,
        )
        for place in range(count)
    ]


def seen_kind(card: Array, mover: Array) -> Array:
    """The kind of a laid card + 1, as the mover knows it; 0 none."""
    hidden = (card & DOWN != 0) & (card >> BY & 7 != mover)
    return jnp.where(hidden, UNKNOWN + 1, card & KIND)


def by_place(order: list[Array], numbers: list[Array], none: int) -> Array:
    """A number of each place, in the order of play."""
    return _row(
        [
            sum(
                (
                    jnp.where(order[place] == n, numbers[place] - none, 0)
                    for place in range(len(order))
                ),
                jnp.full_like(order[0], none),
            )
            for n in range(len(order))
        ]
    )


def _floors(table: Packed, place: int, seats: int) -> Array:
    if seats == 2 and place & 1:  # a neutral house
        return jnp.full_like(table.levels, -1)
    roof = LOW_ROOF + (table.options & HIGH_ROOF != 0).astype(jnp.int32)
    return roof - get(table.levels, place)


def _held(table: Packed, place: int, seats: int) -> Array:
    """Trackers that the owner of a house holds."""
    owner = next((seat for seat in range(seats) if place_of(seat, seats) == place), None)
    if owner is None:
        return jnp.zeros_like(table.holders)
    return sum(
        ((get(table.holders, s) == owner + HELD).astype(jnp.int32) for s in range(seats)),
        jnp.zeros_like(table.holders),
    )


def _gap(order: list[Array], gap: Array) -> Array:
    found = sum(
        (jnp.where(gap == place, number + 1, 0) for place, number in enumerate(order)),
        jnp.zeros_like(gap),
    )
    return jnp.where(gap == NONE, -1, found - 1)


def _row(numbers: Sequence[Number]) -> Array:
    return jnp.stack([jnp.asarray(number) for number in numbers], axis=-1)
