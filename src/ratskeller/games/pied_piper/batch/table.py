"""The table of The Pied Piper in numbers, and how it is read off a state of the product.

Houses are counted round the square, so that "the next" is the next number; with two seats the second
player's house is at place 2 and the neutral ones at 1 and 3:

    seats            3: 0 1 2      4: 0 1 2 3      5: 0 1 2 3 4      2: 0 . 1 .
    places                                                              0 1 2 3

A gap bears the number of the house on its right. Words hold a nibble for each figure, place or
kind (`batch.nibbles`). What a perfect memory knows beside the table (`shuffled`, `since` and so on) decides
nothing, so no engine keeps it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.luck import Luck
from ratskeller.batch.nibbles import packed
from ratskeller.core.game import Seat
from ratskeller.games.pied_piper.rules.state import (
    AT_HOME,
    NO_FIGURE,
    NOWHERE,
    SET_ASIDE,
    SLOTS,
    UNKNOWN,
    Box,
    Laid,
    Options,
    State,
)

try:
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

MOST: Final = 15  # cards of one kind: as many as a nibble holds
NONE: Final = 7  # no figure on a slot, no gap of a figure
ENDINGS: Final = ("", "two_left", "roof", "turn_cap")

# The trackers: who holds one. From HELD on a seat does.
HOME: Final = 0
ASIDE: Final = 1
HELD: Final = 2

# A laid card: seven bits for each slot. 0: there is none.
CARD_BITS: Final = 7
CARD: Final = 0b1111111
KIND: Final = 0b111  # kind + 1
BY: Final = 3  # who laid it, from this bit on
DOWN: Final = 1 << 6  # it lies face down

# Options: the bits of their code.
RUGRATS: Final = 1
SECRET: Final = 2
IMMEDIATE: Final = 4
HIGH_ROOF: Final = 8

LOW_ROOF: Final = Options().roof


class Packed(NamedTuple):
    """Many matches: each number is an array, one entry a match."""

    options: Array  # bits
    phase: Array  # PLACE, ORDER or OVER: chance has always played
    active: Array  # seat
    turn: Array
    to_place: Array
    used: Array  # slot + 1; 0 none
    hid: Array  # 0 or 1
    ending: Array  # a place in ENDINGS

    ring: Array  # a bit for each place whose house stands
    where: Array  # a nibble for each figure: its gap, or NONE
    levels: Array  # a nibble for each place
    holders: Array  # a nibble for each seat's tracker
    fled: Array  # a nibble for each place: 1 for who fled first, 0 for who is still there

    line: Array  # a nibble for each slot: its figure, or NONE
    older: Array  # the first card under each slot, CARD_BITS each
    newer: Array  # the second
    character_deck: Array  # a nibble for each figure
    character_discard: Array

    hands: tuple[Array, ...]  # for each seat a nibble for each kind of card
    deck: Array
    discard: Array

    luck: Luck


def places(seats: int) -> int:
    """Houses at the start."""
    return 4 if seats == 2 else seats


def place_of(seat: Seat, seats: int) -> int:
    """Where a seat's house stands; of seats 2 and 3 of two those that belong to nobody."""
    return (0, 2, 1, 3)[seat] if seats == 2 else seat


def code_of(options: Options) -> int:
    immediate = options.elimination == "immediate"
    return (
        RUGRATS * options.rugrats
        | SECRET * options.secret
        | IMMEDIATE * immediate
        | HIGH_ROOF * (options.roof != LOW_ROOF)
    )


def why_not_packed(box: Box) -> str:
    """Why a box does not fit into nibbles; "" where it does."""
    if max(*box.actions, box.rat_cards, box.piper_cards) > MOST:
        return f"the batch engine of The Pied Piper takes at most {MOST} cards of a kind"
    return ""


def pack(state: State) -> Packed:
    """A whole state at a decision or at the end, without luck."""
    seats = state.seats
    round_the_square = [0] * places(seats)
    levels, fled = list(round_the_square), list(round_the_square)
    for seat in range(seats):
        levels[place_of(seat, seats)] = state.levels[seat]
        if seat in state.out:
            fled[place_of(seat, seats)] = state.out.index(seat) + 1
    gaps = [NONE if gap == NOWHERE else place_of(gap, seats) for gap in state.where]
    tokens = {AT_HOME: HOME, SET_ASIDE: ASIDE}
    holders = [tokens[h] if h in tokens else h + HELD for h in state.holders]
    numbers = {
        "options": code_of(state.options),
        "phase": state.phase,
        "active": state.active,
        "turn": state.turn,
        "to_place": state.to_place,
        "used": state.used + 1,
        "hid": int(state.hid),
        "ending": ENDINGS.index(state.ending),
        "ring": sum(1 << place_of(house, seats) for house in state.ring),
        "where": packed(gaps),
        "levels": packed(levels),
        "holders": packed(holders),
        "fled": packed(fled),
        "line": packed([NONE if figure == NO_FIGURE else figure for figure in state.line]),
        "older": _row(state, 0),
        "newer": _row(state, 1),
        "character_deck": packed(state.character_deck),
        "character_discard": packed(state.character_discard),
        "deck": packed(state.deck[:UNKNOWN]),
        "discard": packed(state.discard[:UNKNOWN]),
    }
    words: dict[str, Any] = {name: np.int32(number) for name, number in numbers.items()}
    hands: Any = tuple(np.int32(packed(hand[:UNKNOWN])) for hand in state.hands)
    none: Any = np.uint32(0)
    return Packed(**words, hands=hands, luck=Luck(none, none, none))


def _row(state: State, position: int) -> int:
    """The older or the newer cards of all slots."""
    return sum(
        _card(cards[position]) << CARD_BITS * slot
        for slot, cards in zip(range(SLOTS), state.laid, strict=True)
        if position < len(cards)
    )


def _card(laid: Laid) -> int:
    return laid.card + 1 | laid.seat << BY | DOWN * laid.face_down
