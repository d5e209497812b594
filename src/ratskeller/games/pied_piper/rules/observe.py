"""A view of The Pied Piper for networks: planes of numbers around 0 and 1, seen from the viewer.

Whole numbers that are names (a card, a gap) say nothing to a network as they are, so they become planes.
What the game does not tell apart, the planes do not either: rats are told by where they stand and not by
their colour, and houses are counted from the viewer's own in the order of play, those that are gone left out.

There is one function for both kinds of arrays: `planes` takes the module, NumPy or JAX, and a `SeenTable`, which
`sight_of` reads off a view, and the batch engine off its words. `docs/planes.md` explains each plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any, Final, NamedTuple

from ratskeller.core.encoding import rows_of
from ratskeller.core.game import Seat, View
from ratskeller.games.pied_piper.rules.moving import basic_move, moves_of
from ratskeller.games.pied_piper.rules.state import (
    BASIC,
    FIGURES,
    KINDS,
    NO_FIGURE,
    NOWHERE,
    ORDER,
    PIPER,
    SLOTS,
    UNKNOWN,
    Options,
    State,
)

_ROOF: Final = Options().roof
_FLOORS: Final = _ROOF + 2  # how far it can be to the roof: 0 to 8
_HAND: Final = 4
_COMPANY: Final = 3  # so many rats in a gap are told apart

# What a card does with the one that lies there already. Rows: no card, each kind, an unknown one, and the
# Rugrats, where a card acts alone. Columns: each kind that could be laid, and none: the older one alone.
_NO_CARD: Final = 0
_ALONE: Final = KINDS + 1
_WAYS: Final = KINDS  # columns: the kinds a hand can hold, then "none"

Numbers = Any
"""Arrays of NumPy or of JAX."""


class SeenTable(NamedTuple):
    """What a viewer sees, as small whole numbers; any axes may come before the last."""

    flags: Numbers  # [8] rugrats, secret, immediate, roof 8; two to lay, first turn, order, hid
    houses: Numbers  # [1] that stand
    floors: Numbers  # [places] to the roof; -1 where there is no tracker
    held: Numbers  # [places] trackers that the owner holds
    gaps: Numbers  # [figures] counted from the viewer's house; -1 for who is not there
    line: Numbers  # [slots] figures
    older: Numbers  # [slots] kind + 1 of the first card under each; 0 none
    newer: Numbers  # [slots] and of the second
    own: Numbers  # [slots] whether the viewer laid the first one
    used: Numbers  # [slots]
    hand: Numbers  # [kinds] the viewer's
    unseen: Numbers  # [kinds] in other hands, in the deck, face down
    deck: Numbers  # [1] how many cards
    characters: Numbers  # [figures] in the Character deck
    cast_off: Numbers  # [figures] in its discards


class OpenTable(NamedTuple):
    """What the mover would see if all cards lay open."""

    seen: SeenTable  # cards not seen are those of the deck
    hands: Numbers  # [others, kinds] in the order of play, who fled left out


def places(seats: int) -> int:
    return 4 if seats == 2 else seats


def observe(xp: ModuleType, views: Sequence[View[State]]) -> Numbers:
    """The planes of some views, a row each."""
    return planes(xp, SeenTable(**rows_of(xp, [sight_of(view) for view in views])))


def observe_open(xp: ModuleType, states: Sequence[State]) -> Numbers:
    """The planes of some whole states, as if all cards lay open, a row each: for who imagines them."""
    seen = SeenTable(**rows_of(xp, [open_sight_of(state) for state in states]))
    hands = xp.asarray([other_hands(state) for state in states])
    return open_planes(xp, OpenTable(seen, hands))


# --- from a view ---------------------------------------------------------------------------------


def sight_of(view: View[State]) -> dict[str, list[int]]:
    """What the viewer sees, as plain lists by the names of `SeenTable`; a spectator looks from seat 0."""
    viewer = view.viewer or 0
    return _sight(view.seen, viewer, _unseen(view.seen, viewer))


def open_sight_of(state: State) -> dict[str, list[int]]:
    """The same for the mover if all cards lay open."""
    return _sight(state, state.active, list(state.deck[:UNKNOWN]))


def other_hands(state: State) -> list[list[int]]:
    """What the others hold, in the order of play from the mover on; nothing for who fled."""
    ring = _standing_from(state.ring, state.active, state.seats)
    held = [state.hands[h][:UNKNOWN] for h in ring if h < state.seats and h != state.active]
    return [*map(list, held), *([0] * UNKNOWN for _ in range(state.seats - 1 - len(held)))]


def _unseen(state: State, viewer: Seat) -> list[int]:
    """By kind the cards that the viewer sees nowhere. Hundreds of views are looked at for a decision, so what is
    laid is counted once and not once a kind.
    """
    hand = state.hands[viewer]
    of_kinds = zip(state.box.actions[:UNKNOWN], state.discard, hand, strict=False)
    unseen = [all_of_them - gone - held for all_of_them, gone, held in of_kinds]
    for cards in state.laid:
        for card in cards:
            if card.card < UNKNOWN:
                unseen[card.card] -= 1
    return unseen


def _sight(state: State, viewer: Seat, unseen: list[int]) -> dict[str, list[int]]:
    seats, levels, laid, holders = state.seats, state.levels, state.laid, state.holders
    ring = _standing_from(state.ring, viewer, seats)
    place = _places_of(ring)
    options = state.options
    roof: int = options.roof
    missing = places(seats) - len(ring)
    return {
        "flags": [
            int(flag)
            for flag in (
                options.rugrats,
                options.secret,
                options.elimination == "immediate",
                roof != _ROOF,
                state.to_place == 2,
                state.turn == 0,
                state.phase == ORDER,
                state.hid,
            )
        ],
        "houses": [len(ring)],
        "floors": [roof - levels[h] if h < seats else -1 for h in ring] + [-1] * missing,
        "held": [holders.count(house) for house in ring] + [0] * missing,
        "gaps": [place[gap] for gap in state.where],
        "line": [0 if figure == NO_FIGURE else figure for figure in state.line],
        "older": [cards[0].card + 1 if cards else _NO_CARD for cards in laid],
        "newer": [cards[1].card + 1 if len(cards) > 1 else _NO_CARD for cards in laid],
        "own": [int(bool(cards) and cards[0].seat == viewer) for cards in laid],
        "used": [int(slot == state.used) for slot in range(SLOTS)],
        "hand": list(state.hands[viewer][:UNKNOWN]),
        "unseen": unseen,
        "deck": [sum(state.deck)],
        "characters": list(state.character_deck),
        "cast_off": list(state.character_discard),
    }


def order(view: View[State]) -> list[int]:
    """For each seat how many come before it in the order of play, from the viewer on; who fled is last."""
    state = view.seen
    ring = [
        house
        for house in _standing_from(state.ring, view.viewer or 0, state.seats)
        if house < state.seats
    ]
    return [ring.index(seat) if seat in ring else state.seats - 1 for seat in range(state.seats)]


@cache
def _standing_from(ring: tuple[int, ...], viewer: Seat, seats: int) -> tuple[int, ...]:
    """The houses that stand, from the viewer's own on, or from the next where that is gone."""
    order = (0, 2, 1, 3) if seats == 2 else tuple(range(seats))
    start = order.index(viewer)
    return tuple(h for h in order[start:] + order[:start] if h in ring)


@cache
def _places_of(ring: tuple[int, ...]) -> dict[int, int]:
    """Where each gap is counted from the first house; -1 for nowhere."""
    return {house: number for number, house in enumerate(ring)} | {NOWHERE: -1}


# --- planes --------------------------------------------------------------------------------------


def planes(xp: ModuleType, sight: SeenTable) -> Numbers:
    """All planes of a sight in one row, `[..., width]`, as float32."""
    parts = [part for _, part in named_planes(xp, sight)]
    return xp.concatenate(parts, axis=-1).astype(xp.float32)


def open_planes(xp: ModuleType, table: OpenTable) -> Numbers:
    """The same with all hands, `[..., width]`."""
    hands = _flat(_flat(table.hands[..., None] > xp.arange(_HAND))).astype(xp.float32)
    return xp.concatenate([planes(xp, table.seen), hands], axis=-1)


def named_planes(xp: ModuleType, sight: SeenTable) -> list[tuple[str, Numbers]]:
    """Each group of planes with its name, flat on the last axis.

    Shares are eighths and the like: compilers divide by them exactly, whatever the arrays.
    """
    count = sight.floors.shape[-1]
    ends = sight.houses[..., None]
    standing = xp.arange(count) < sight.houses
    rats, piper = _company(xp, sight, count)
    at = _one_hot(xp, _figure_gap(xp, sight.gaps, sight.line), count)  # [.., slots, places]
    is_piper = sight.line == PIPER
    rats_there = (at * rats[..., None, :]).sum(-1)
    piper_there = (at * piper[..., None, :]).sum(-1)
    change = _changes(xp, sight, at, is_piper, rats_there - piper_there, ends, count)
    floors = sight.floors[..., None, None, :]
    fatal = (floors > 0) & (change >= floors)
    change = xp.where(floors >= 0, change, 0)
    twins = (sight.line[..., :, None] == sight.line[..., None, :]) * (1 - xp.eye(SLOTS))
    stock = [_by_gap(xp, sight, counts, count) for counts in (sight.characters, sight.cast_off)]
    return [
        ("flags", sight.flags),
        ("houses that stand", _one_hot(xp, sight.houses[..., 0], count + 1)),
        ("a house stands here", standing),
        ("floors to the roof", _flat(_one_hot(xp, sight.floors, _FLOORS))),
        ("floors to the roof, as a share", xp.maximum(sight.floors, 0) / 8),
        ("trackers held", sight.held / 4),
        ("rats in the gap", _flat(rats[..., None] > xp.arange(_COMPANY))),
        ("the Piper's gap", piper),
        ("a Character's gap", _flat(at)),
        ("a Character is the Piper", is_piper),
        ("rats beside a Character", rats_there / 8),
        ("the Piper beside a Character", piper_there),
        ("a Character lies there twice", _flat(twins)),
        ("the first card under it", _flat(_one_hot(xp, sight.older, KINDS + 1))),
        ("the second card under it", _flat(_one_hot(xp, sight.newer, KINDS + 1))),
        ("the first card is one's own", sight.own),
        ("used in this turn", sight.used),
        ("what a card would do to each house", _flat(_flat(change)) / 4),
        ("a card would fill the house", _flat(_flat(fatal))),
        ("hand", _flat(sight.hand[..., None] > xp.arange(_HAND))),
        ("cards not seen", sight.unseen / 8),
        ("cards in the deck", sight.deck / 64),
        ("Character deck by gap", stock[0]),
        ("Character discards by gap", stock[1]),
    ]


def _one_hot(xp: ModuleType, numbers: Numbers, count: int) -> Numbers:
    return (numbers[..., None] == xp.arange(count)).astype(xp.float32)


def _flat(numbers: Numbers) -> Numbers:
    """The last two axes as one."""
    return numbers.reshape(*numbers.shape[:-2], -1)


def _company(xp: ModuleType, sight: SeenTable, count: int) -> tuple[Numbers, Numbers]:
    """How many rats stand in each gap, and whether the Piper does."""
    there = _one_hot(xp, sight.gaps, count)
    return there[..., :PIPER, :].sum(-2), there[..., PIPER, :]


def _figure_gap(xp: ModuleType, gaps: Numbers, line: Numbers) -> Numbers:
    return (_one_hot(xp, line, FIGURES) * gaps[..., None, :]).sum(-1)


def _by_gap(xp: ModuleType, sight: SeenTable, counts: Numbers, count: int) -> Numbers:
    """Character cards by where their figure stands, the Piper's apart."""
    there = _one_hot(xp, sight.gaps, count) * counts[..., None]
    rats = there[..., :PIPER, :].sum(-2)
    return xp.concatenate([rats / 8, counts[..., PIPER:] / 4], axis=-1)


# --- what a card would do ------------------------------------------------------------------------


class _Ways(NamedTuple):
    """For each row and column of `_WAYS`: the first walk, the second, and whether all go together."""

    walk: list[list[int]]
    crosses: list[list[int]]
    again: list[list[int]]
    crosses_again: list[list[int]]
    together: list[list[int]]


def _ways() -> _Ways:
    ways = _Ways([], [], [], [], [])
    for row in range(_ALONE + 1):
        for table in ways:
            table.append([])
        for column in range(_WAYS):
            first, second, together = _walks(row, column)
            numbers = (first[0], int(first[0] and not first[1]), second[0])
            for table, number in zip(
                ways, (*numbers, int(second[0] and not second[1]), int(together)), strict=True
            ):
                table[-1].append(number)
    return ways


_Walk = tuple[int, bool]
_STAYS: Final[_Walk] = (0, False)


def _walks(row: int, column: int) -> tuple[_Walk, _Walk, bool]:
    """(houses, under them) of the first and the second walk, and whether the group goes."""
    none = column == _WAYS - 1
    if row == _ALONE:
        return _single(column) if not none else (_STAYS, _STAYS, False)
    if row in (_NO_CARD, UNKNOWN + 1):
        return _STAYS, _STAYS, False
    if none:
        return _single(row - 1)
    moves = [move for move, _ in moves_of(row - 1, column)]
    walks = [(houses, under) for houses, under, _ in moves] + [_STAYS, _STAYS]
    return walks[0], walks[1], bool(moves) and moves[0][2]


def _single(card: int) -> tuple[_Walk, _Walk, bool]:
    if card not in BASIC:
        return _STAYS, _STAYS, False
    houses, under, _ = basic_move(card)
    return (houses, under), _STAYS, False


_TABLES: Final = _ways()


def _changes(
    xp: ModuleType,
    sight: SeenTable,
    at: Numbers,
    is_piper: Numbers,
    group: Numbers,
    houses: Numbers,
    count: int,
) -> Numbers:
    """By how many floors each card under each Character would change each house, if nobody fled on the
    way: `[..., slots, ways, places]`.
    """
    rugrats = sight.flags[..., :1]
    row = _one_hot(xp, xp.where(rugrats > 0, _ALONE, sight.older), _ALONE + 1)
    # Products with ones and small whole numbers are exact in float32, and quicker than a look-up.
    walk, crosses, again, crosses_again, together = (
        (row @ xp.asarray(table, xp.float32))[..., None] for table in _TABLES
    )
    gap = (at * xp.arange(count)).sum(-1)[..., None, None]
    ends = houses[..., None]
    alone = xp.where(is_piper, -1, 1)[..., None, None]
    change = xp.where(together > 0, group[..., None, None], alone)
    first = _passed(xp, gap, walk, ends, count)
    second = _passed(xp, gap + walk, again, ends, count)
    return change * (first * crosses + second * crosses_again)


def _passed(xp: ModuleType, gap: Numbers, walk: Numbers, ends: Numbers, count: int) -> Numbers:
    """Which places are passed from a gap: forward that on its right first, back that on its left."""
    place = xp.arange(count)
    forward = xp.mod(place - gap, ends) < walk
    back = xp.mod(gap - 1 - place, ends) < -walk
    return ((forward | back) & (place < ends)).astype(xp.float32)
