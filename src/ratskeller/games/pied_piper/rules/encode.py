"""A view of The Pied Piper as numbers: everything the viewer knows, and nothing else.

Seats and houses are counted from the viewer's own, to the right; a spectator looks from seat 0. Two
views of a match that differ have different numbers.
"""

from __future__ import annotations

from itertools import chain

from ratskeller.core.encoding import Span, flags, padded, turned
from ratskeller.core.game import Seat, View
from ratskeller.games.pied_piper.rules.counts import EMPTY
from ratskeller.games.pied_piper.rules.state import (
    AT_HOME,
    FIGURES,
    KINDS,
    OVER,
    SET_ASIDE,
    SLOTS,
    TURN_CAP,
    UNKNOWN,
    Box,
    House,
    Laid,
    Options,
    State,
)

_UNDER_EACH = 2  # Action cards under a Character
_ROOF = 8  # the higher of the two
_ENDINGS = ("", "two_left", "roof", "turn_cap")
_NO_CARD = (0, 0, 0, 0)


def spans(box: Box, seats: int) -> tuple[Span, ...]:
    """What the numbers are."""
    houses = _houses(seats)
    cards = sum(box.actions)
    characters = max(box.rat_cards, box.piper_cards)
    laid = SLOTS * _UNDER_EACH
    return (
        Span("viewer's seat + 1, 0 a spectator", 1, seats),
        Span("options: rugrats, secret, immediate, roof 8", 4, 1),
        Span("phase", 1, OVER),
        Span("whose turn", 1, seats - 1),
        Span("turns completed", 1, TURN_CAP),
        Span("cards to lay", 1, 2),
        Span("slot used + 1, 0 none", 1, SLOTS),
        Span("a card was laid face down", 1, 1),
        Span("slots that wait", SLOTS, 1),
        Span("houses that stand", houses, 1),
        Span("gap of each figure + 1, 0 none", FIGURES, houses),
        Span("levels", seats, _ROOF),
        Span("holder of each tracker + 2, 0 set aside, 1 at home", seats, seats + 1),
        Span("order of fleeing, 0 still there", seats, seats),
        Span("Character of each slot + 1, 0 none", SLOTS, FIGURES),
        Span("who laid each card under a Character + 1, 0 no card", laid, seats),
        Span("kind of each card under a Character", laid, UNKNOWN),
        Span("which of them lie face down", laid, 1),
        Span("their place in the memory + 1, 0 none", laid, cards),
        Span("Character deck", FIGURES, characters),
        Span("Character discards", FIGURES, characters),
        Span("Pipers aside", 1, characters),
        Span("hands by kind, the last unknown", seats * KINDS, cards),
        Span("deck by kind, the last unknown", KINDS, cards),
        Span("discards by kind", KINDS, cards),
        Span("reshuffled at least once", 1, 1),
        Span("deck at the reshuffle", KINDS, cards),
        Span("hands' size at the reshuffle", seats, cards),
        Span("drawn since, by kind, the last unknown", seats * KINDS, cards),
        Span("who laid each card since + 1, 0 no card", cards, seats),
        Span("kind of each card laid since", cards, UNKNOWN),
        Span("how many the seat had drawn by then", cards, cards),
        Span("ending", 1, len(_ENDINGS) - 1),
    )


def encode(box: Box, view: View[State]) -> tuple[int, ...]:
    """The numbers of a view, in the order of `spans`.

    They are as many with Rugrats, where the state's own box is smaller than that of the data.
    """
    state, viewer = view.seen, view.viewer
    seats, own = state.seats, viewer or 0
    gaps = [_house(gap, own, seats) + 1 if gap >= 0 else 0 for gap in state.where]
    fled = [state.out.index(seat) + 1 if seat in state.out else 0 for seat in range(seats)]
    return (
        0 if viewer is None else viewer + 1,
        *_options(state.options),
        state.phase,
        (state.active - own) % seats,
        state.turn,
        state.to_place,
        state.used + 1,
        int(state.hid),
        *flags(sum(1 << slot for slot in state.waiting), SLOTS),
        *flags(sum(1 << _house(house, own, seats) for house in state.ring), _houses(seats)),
        *gaps,
        *turned(state.levels, own),
        *[_holder(holder, own, seats) for holder in turned(state.holders, own)],
        *turned(fled, own),
        *[figure + 1 for figure in state.line],
        *_by_column(_under(state, own), 4, SLOTS * _UNDER_EACH),
        *state.character_deck,
        *state.character_discard,
        state.aside,
        *_from(own, state.hands),
        *state.deck,
        *state.discard,
        int(bool(state.old)),
        *(state.shuffled or EMPTY),
        *turned(state.old or (0,) * seats, own),
        *_from(own, state.drawn or (EMPTY,) * seats),
        *_by_column(_memory(state, own), 3, sum(box.actions)),
        _ENDINGS.index(state.ending),
    )


def _houses(seats: int) -> int:
    return 4 if seats == 2 else seats


def _house(house: House, own: Seat, seats: int) -> House:
    """A house (or the gap to its left) counted from one's own; the neutral ones stay 2 and 3."""
    if house < seats:
        return (house - own) % seats
    return seats + (house - seats - own) % 2


def _options(options: Options) -> tuple[int, ...]:
    immediate = options.elimination == "immediate"
    return int(options.rugrats), int(options.secret), int(immediate), int(options.roof == _ROOF)


def _holder(holder: int, own: Seat, seats: int) -> int:
    if holder == SET_ASIDE:
        return 0
    return 1 if holder == AT_HOME else 2 + (holder - own) % seats


def _under(state: State, own: Seat) -> list[tuple[int, ...]]:
    """A row for each of the two places under each Character."""
    return [
        _card(cards[place], own, state.seats) if place < len(cards) else _NO_CARD
        for cards in state.laid
        for place in range(_UNDER_EACH)
    ]


def _card(laid: Laid, own: Seat, seats: int) -> tuple[int, ...]:
    return (laid.seat - own) % seats + 1, laid.card, int(laid.face_down), laid.memo + 1


def _memory(state: State, own: Seat) -> list[tuple[int, ...]]:
    """A row for each card laid since the reshuffle; until the next one it cannot be laid again."""
    seats = state.seats
    return [
        ((seat - own) % seats + 1, played.card, played.fresh)
        for seat in turned(range(seats), own)
        for played in (state.since[seat] if state.since else ())
    ]


def _by_column(rows: list[tuple[int, ...]], columns: int, length: int) -> chain[int]:
    """The first number of every row, then the second; rows up to a length are filled with zeros."""
    return chain.from_iterable(
        padded([row[column] for row in rows], length) for column in range(columns)
    )


def _from(own: Seat, counts: tuple[tuple[int, ...], ...]) -> chain[int]:
    return chain(*counts[own:], *counts[:own])
