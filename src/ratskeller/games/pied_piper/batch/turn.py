"""A decision in many matches of The Pied Piper, with all that follows it: `rules.turn` as arithmetic.

Every rule is computed for every match and taken where it is due. The order is that of the product:
the card is laid, Characters act, their cards make room, chance fills the line and the hand, the turn
passes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ratskeller.batch import lacking
from ratskeller.batch.choice import chosen
from ratskeller.batch.luck import Fate, Luck, repeat
from ratskeller.batch.nibbles import (
    alike,
    bits_set,
    get,
    lowest_bit,
    one_at,
    packed,
    put,
    total,
)
from ratskeller.games.pied_piper.batch.moving import (
    Walk,
    act,
    active_lives,
    finish,
    following,
    hand_of,
    hands_with,
)
from ratskeller.games.pied_piper.batch.table import (
    BY,
    CARD,
    CARD_BITS,
    DOWN,
    KIND,
    NONE,
    RUGRATS,
    SECRET,
    Packed,
    places,
)
from ratskeller.games.pied_piper.rules.state import (
    FIGURES,
    HAND,
    MELODY,
    ORDER,
    OVER,
    PIPER,
    PLACE,
    PLUS,
    RATS,
    SLOTS,
    TURN_CAP,
    UNKNOWN,
    Box,
)

try:
    import jax.numpy as jnp
    from jax import Array, lax, tree
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

# The product's index space: cards x slots x faces, then which Character goes first.
FACES: Final = 2
A_CARD: Final = SLOTS * FACES
GO_FIRST: Final = (UNKNOWN + 1) * A_CARD

# The chance points after a decision: at most two Characters and two cards.
TURN_UPS: Final = range(2)
DRAWS: Final = range(2, 4)


# --- the start -----------------------------------------------------------------------------------


def start_sites(box: Box, seats: int) -> tuple[range, range, range]:
    """The chance points of a set-up: rats, Characters (a surplus Piper costs one), cards."""
    rats = places(seats) + 1
    characters = SLOTS + max(box.piper_cards - 1, 0)
    ends = (0, rats, rats + characters, rats + characters + HAND * seats)
    return range(*ends[:2]), range(*ends[1:3]), range(*ends[2:])


def start(box: Box, seats: int, options: Array, luck: Luck, draw: Fate) -> tuple[Packed, Array]:
    """Houses, figures, the first line and the hands (PP-05 to PP-07, PP-61, PP-62)."""
    rats, characters, cards = start_sites(box, seats)
    none = jnp.zeros_like(options)
    (where, stock), rats_told = set_out(box, seats, none, rats, draw)
    (line, stock), characters_told = first_line(none, stock, characters, draw)
    full = none + packed(box.actions[:UNKNOWN])
    few = none + packed(box.actions[:PLUS])  # Rugrats is played without specials (PP-40)
    deck = jnp.where(options & RUGRATS, few, full)
    (hands, deck), cards_told = deal(seats, deck, cards, draw)
    table = Packed(
        options=options,
        phase=none + PLACE,
        active=none,
        turn=none,
        to_place=none + 1,  # PP-33
        used=none,
        hid=none,
        ending=none,
        ring=none + (1 << places(seats)) - 1,
        where=where,
        levels=none,
        holders=none,
        fled=none,
        line=line,
        older=none,
        newer=none,
        character_deck=stock,
        character_discard=none,
        hands=hands,
        deck=deck,
        discard=none,
        luck=luck,
    )
    return table, jnp.concatenate([rats_told, characters_told, cards_told], axis=-1)


Two: TypeAlias = tuple[Array, Array]


def set_out(box: Box, seats: int, none: Array, sites: range, draw: Fate) -> tuple[Two, Array]:
    """A rat for each gap; the first gets a second one, beside the Piper (PP-05, PP-62)."""
    due = none == 0

    def enter(
        town: tuple[Array, Array, Array], site: Array
    ) -> tuple[tuple[Array, Array, Array], Array]:
        where, stock, left_out = town
        rat = draw(site, left_out, len(RATS), due)
        gap = (site - sites.start) % places(seats)
        one = one_at(rat)
        return (put(where, rat, gap), stock + box.rat_cards * one, left_out - one), rat

    where = none + packed((NONE,) * PIPER + (0,))
    stock = none + packed((0,) * PIPER + (box.piper_cards,))
    (where, stock, _), told = repeat(enter, (where, stock, none + packed((1,) * PIPER)), sites)
    return (where, stock), told


def first_line(none: Array, stock: Array, sites: range, draw: Fate) -> tuple[Two, Array]:
    """Four Characters; of several Pipers the leftmost stays, until there is one (PP-07)."""

    def turn_up_first(
        town: tuple[Array, Array, Array], site: Array
    ) -> tuple[tuple[Array, Array, Array], Array]:
        line, stock, aside = town
        empty = empty_slots(line)
        due = empty != 0
        figure = draw(site, stock, FIGURES, due)
        line = jnp.where(due, put(line, lowest_bit(empty), figure), line)
        stock -= jnp.where(due, one_at(figure), 0)
        pipers = jnp.where(empty_slots(line) == 0, slots_with(line, PIPER), 0)
        surplus = pipers & pipers - 1  # all but the lowest bit
        for slot in range(SLOTS):
            line = jnp.where(surplus >> slot & 1, put(line, slot, NONE), line)
        return (line, stock, aside + bits_set(surplus)), figure

    empty_line = none + packed((NONE,) * SLOTS)
    (line, stock, aside), told = repeat(turn_up_first, (empty_line, stock, none), sites)
    return (line, stock + aside * one_at(PIPER)), told


def deal(
    seats: int, deck: Array, sites: range, draw: Fate
) -> tuple[tuple[tuple[Array, ...], Array], Array]:
    """Four cards to each seat (PP-06)."""
    due = deck >= 0

    def draw_first(
        town: tuple[tuple[Array, ...], Array], site: Array
    ) -> tuple[tuple[tuple[Array, ...], Array], Array]:
        hands, deck = town
        card = draw(site, deck, UNKNOWN, due)
        one = one_at(card)
        return (hands_with(hands, (site - sites.start) // HAND, one), deck - one), card

    return repeat(draw_first, ((jnp.zeros_like(deck),) * seats, deck), sites)


def slots_with(line: Array, figure: int) -> Array:
    """A bit for each slot that shows this figure."""
    found = alike(line, figure)
    return sum((found >> 3 * slot & 1 << slot for slot in range(1, SLOTS)), found & 1)


def empty_slots(line: Array) -> Array:
    return slots_with(line, NONE)


# --- what may be done ----------------------------------------------------------------------------


def legal_words(table: Packed) -> tuple[Array, ...]:
    """Each card of the hand under each slot not used, face down where that may be; or who is to go
    first (PP-30 to PP-32, PP-50). As bits of the product's index space.
    """
    hand = hand_of(table.hands, table.active)
    slots = 0b01010101 & ~(1 << FACES * table.used >> FACES)  # slot + 1 is kept; 0 clears nothing
    hiding = (table.options & SECRET != 0) & (table.hid == 0)
    card = jnp.where(hiding, slots * 0b11, slots)
    placing = table.phase == PLACE
    each = [
        jnp.where(placing & (get(hand, kind) > 0), card, 0).astype(jnp.uint32)
        << A_CARD * (kind % 4)
        for kind in range(UNKNOWN)
    ]
    waiting = jnp.where(table.phase == ORDER, full_slots(table), 0).astype(jnp.uint32)
    basics = each[0] | each[1] | each[2] | each[3]
    return basics, each[4] | each[5] | waiting << GO_FIRST - 32, jnp.zeros_like(basics)


def full_slots(table: Packed) -> Array:
    """A bit for each slot with two cards."""
    return sum(
        (jnp.where(under(table.newer, slot) > 0, 1 << slot, 0) for slot in range(SLOTS)),
        jnp.zeros_like(table.newer),
    )


def under(row: Array, slot: Array | int) -> Array:
    """A card of the older or the newer row; 0 where there is none."""
    return row >> CARD_BITS * slot & CARD


def kind_under(row: Array, slot: Array | int) -> Array:
    return (under(row, slot) & KIND) - 1


# --- one decision --------------------------------------------------------------------------------


def step(table: Packed, seats: int, action: Array, draw: Fate) -> tuple[Packed, Array]:
    placing, ordering = table.phase == PLACE, table.phase == ORDER
    at_once = placing & (table.options & RUGRATS != 0)  # PP-40
    slot = action >> 1 & SLOTS - 1
    table = lay(table, placing, action >> 3, slot, action & 1)
    full = full_slots(table)
    complete = placing & ~at_once & (table.to_place == 0) & (full != 0)  # PP-64
    table = turn_over(table, complete, full)
    asks = complete & (full & full - 1 != 0)  # two Characters: which goes first? (PP-30)
    resolving = (complete & ~asks) | ordering
    first = jnp.where(ordering, action - GO_FIRST, lowest_bit(full))
    second = lowest_bit(full & ~(1 << first))
    walks = [
        *walks_of(table, resolving, first),
        *walks_of(table, ordering, second),
    ]
    walks[0] = chosen(at_once, walk_at_once(table, at_once, slot, action >> 3), walks[0])
    table = walk_all(table, seats, walks)
    going_on = table.phase != OVER
    out_of_it = at_once & going_on & ~active_lives(table, seats)  # PP-42
    table = table._replace(to_place=jnp.where(out_of_it, 0, table.to_place))
    table = clean_up(table, (resolving | at_once) & going_on, at_once, full)
    table, characters = repeat(lambda table, site: turn_up(table, site, draw), table, TURN_UPS)
    ends = (placing | ordering) & going_on & ~asks & (table.to_place == 0)
    refilling = ends & active_lives(table, seats)  # PP-17
    table, cards = repeat(lambda table, site: refill(table, refilling, site, draw), table, DRAWS)
    table = table._replace(phase=jnp.where(asks, ORDER, table.phase))
    return end_turn(table, seats, ends), jnp.concatenate([characters, cards], axis=-1)


def lay(table: Packed, due: Array, card: Array, slot: Array, down: Array) -> Packed:
    """A card of the hand under a Character (PP-63)."""
    laid = (card + 1 | table.active << BY | down * DOWN) << CARD_BITS * slot
    laid = jnp.where(due, laid, 0)
    second = under(table.older, slot) > 0
    return table._replace(
        hands=hands_with(table.hands, table.active, -jnp.where(due, one_at(card), 0)),
        older=table.older | jnp.where(second, 0, laid),
        newer=table.newer | jnp.where(second, laid, 0),
        used=jnp.where(due, slot + 1, table.used),
        hid=jnp.where(due, table.hid | down, table.hid),
        to_place=jnp.where(due, table.to_place - 1, table.to_place),
    )


def turn_over(table: Packed, due: Array, full: Array) -> Packed:
    """Face-down cards of activated Characters are shown before anything moves (PP-52)."""
    shown = sum(
        (jnp.where(full >> slot & 1, DOWN << CARD_BITS * slot, 0) for slot in range(SLOTS)),
        jnp.zeros_like(full),
    )
    kept = ~jnp.where(due, shown, 0)
    return table._replace(older=table.older & kept, newer=table.newer & kept)


def walks_of(table: Packed, due: Array, slot: Array) -> tuple[Walk, Walk]:
    """What two cards do together: two basics are two actions, the older first (PP-64); a basic with a
    special is one, above or below alike (PP-11, PP-27); two specials do nothing (PP-26).
    """
    slot &= SLOTS - 1
    figure = get(table.line, slot)
    older, newer = kind_under(table.older, slot), kind_under(table.newer, slot)
    lower, higher = jnp.minimum(older, newer), jnp.maximum(older, newer)
    two_basics = higher < PLUS
    longer = (higher == PLUS).astype(jnp.int32)  # PP-20, PP-21
    first = Walk(
        due & (lower < PLUS),
        figure,
        jnp.where(two_basics, older, lower),
        longer,
        higher == MELODY,  # PP-22
    )
    second = Walk(due & two_basics, figure, newer, jnp.zeros_like(longer), two_basics & False)
    return first, second


def walk_at_once(table: Packed, due: Array, slot: Array, kind: Array) -> Walk:
    """In Rugrats the card that was laid acts by itself (PP-40, PP-41)."""
    return Walk(due, get(table.line, slot), kind, jnp.zeros_like(kind), due & False)


def walk_all(table: Packed, seats: int, walks: Sequence[Walk]) -> Packed:
    """One action after the other (PP-30)."""
    in_a_row = tree.map(lambda *each: jnp.stack(each), *walks)
    return lax.scan(lambda table, walk: (act(table, seats, walk), None), table, in_a_row)[0]


# --- the end of a turn ---------------------------------------------------------------------------


def clean_up(table: Packed, due: Array, at_once: Array, full: Array) -> Packed:
    """Cards of activated Characters and the Characters themselves make room (PP-34)."""
    cleared = jnp.where(due, full, 0)
    discard, character_discard, line = table.discard, table.character_discard, table.line
    kept = jnp.full_like(full, -1)
    for slot in range(SLOTS):
        gone = cleared >> slot & 1 == 1
        cards = one_at(kind_under(table.older, slot)) + one_at(kind_under(table.newer, slot))
        discard += jnp.where(gone, cards, 0)
        character_discard += jnp.where(gone, one_at(get(line, slot)), 0)
        line = jnp.where(gone, put(line, slot, NONE), line)
        kept = jnp.where(gone, kept & ~(CARD << CARD_BITS * slot), kept)
    return table._replace(
        discard=discard,
        character_discard=character_discard,
        line=line,
        older=table.older & kept,
        newer=table.newer & kept,
        # Rugrats: the fresh card is another card, even if it shows the same rat (PP-31, PP-41).
        used=jnp.where(at_once & (cleared != 0), 0, table.used),
    )


def turn_up(table: Packed, site: Array, draw: Fate) -> tuple[Packed, Array]:
    """A Character for the leftmost empty slot; the discards become the deck if need be (PP-34)."""
    empty = empty_slots(table.line)
    due = empty != 0
    reshuffled = due & (table.character_deck == 0)
    deck = jnp.where(reshuffled, table.character_discard, table.character_deck)
    figure = draw(site, deck, FIGURES, due)
    table = table._replace(
        character_deck=deck - jnp.where(due, one_at(figure), 0),
        character_discard=jnp.where(reshuffled, 0, table.character_discard),
        line=jnp.where(due, put(table.line, lowest_bit(empty), figure), table.line),
    )
    return table, figure


def refill(table: Packed, due: Array, site: Array, draw: Fate) -> tuple[Packed, Array]:
    """A card, up to four; the discards become the deck if need be (PP-35, PP-63)."""
    due &= total(hand_of(table.hands, table.active), UNKNOWN) < HAND
    reshuffled = due & (table.deck == 0)
    deck = jnp.where(reshuffled, table.discard, table.deck)
    card = draw(site, deck, UNKNOWN, due)
    drawn = jnp.where(due, one_at(card), 0)
    table = table._replace(
        hands=hands_with(table.hands, table.active, drawn),
        deck=deck - drawn,
        discard=jnp.where(reshuffled, 0, table.discard),
    )
    return table, card


def end_turn(table: Packed, seats: int, due: Array) -> Packed:
    """The next living player to the right, two cards to lay (PP-63); the bound (PP-68)."""
    turn = jnp.where(due, table.turn + 1, table.turn)
    capped = due & (turn == TURN_CAP)
    due &= ~capped
    to_the_right = 1 - table.active if seats == 2 else following(table.ring, table.active, seats)
    passed_on = table._replace(
        turn=turn,
        phase=jnp.where(due, PLACE, table.phase),
        active=jnp.where(due, to_the_right, table.active),
        to_place=jnp.where(due, 2, table.to_place),
        used=jnp.where(due, 0, table.used),
        hid=jnp.where(due, 0, table.hid),
    )
    return finish(passed_on, capped, "turn_cap")
