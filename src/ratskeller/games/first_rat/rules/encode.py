"""A view of First Rat as numbers: all there is, since everything is open.

Seats are counted from the viewer's own; a spectator looks from seat 0. Goods and rounds know no
limit in the rules, so their numbers stop at one that no decision can tell from a higher one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from ratskeller.core.encoding import Span, flags, padded, turned
from ratskeller.core.game import Seat, View
from ratskeller.games.first_rat.rules.state import (
    BOOTHS,
    CAPS,
    COMICS,
    GOODS,
    LAUNCHPAD,
    NO_RAT,
    OVER,
    PACKS,
    RATS,
    RATTRONAUT,
    ROCKET_SHIP,
    ROCKET_STRIP,
    SUPER_RATS,
    TRACKS,
    Rat,
    State,
)
from ratskeller.games.first_rat.rules.tables import Tables, tables_of

_HEAP = 255  # of one good, of mouldy cheese, of apple cores
_ROUNDS = 1000
_SPACES = LAUNCHPAD + 1
_ENDINGS = ("", "rocket", "markers", "stuck")
_PACKS, _CAPS, _COMICS, _BOOTHS = len(PACKS), len(CAPS), len(COMICS), len(BOOTHS)


def spans(tables: Tables, seats: int) -> tuple[Span, ...]:
    """What the numbers are."""
    setup = tables.box.setup
    markers = setup.markers + setup.extra_markers
    drinks = setup.drinks[seats - 2]
    named = len(tables.free_slots[seats]) - 1
    tracks = [
        span
        for name in TRACKS[RATTRONAUT + 1 :]
        for span in (
            Span(f"{name}: whose marker on each space but the last + 1, 0 none", named, seats),
            Span(f"{name}: markers on the last space, by seat", seats, markers),
        )
    ]
    return (
        Span("viewer's seat + 1, 0 a spectator", 1, seats),
        Span("the last bulb lights a space", 1, 1),
        Span("tile of each space, 0 none", _SPACES, len(tables.faces) - 1),
        Span("strip of each track + 1, 0 none", len(TRACKS), ROCKET_STRIP + 1),
        Span("space of each rat", seats * RATS, ROCKET_SHIP),
        Span("rat with each token + 1, 0 none", SUPER_RATS, seats * RATS),
        Span("goods", seats * GOODS, _HEAP),
        Span("mouldy cheese", seats, _HEAP),
        Span("awards", seats, setup.awards),
        Span("light marker", seats, tables.light_end),
        Span("burrow marker", seats, len(tables.nodes) - 1),
        Span("backpacks", seats * _PACKS, 1),
        Span("bottle caps", seats * _CAPS, 1),
        Span("comics", seats * _COMICS, 1),
        Span("energy drinks", seats, drinks),
        Span("empty drinks", seats, drinks),
        Span("backpacks for sale", _PACKS, setup.copies),
        Span("drinks for sale", 1, drinks),
        Span("bottle caps for sale", _CAPS, 1),
        Span("comics in the Library", _COMICS, 1),
        Span("markers left", seats, markers),
        Span("rats in the Rocket + 1, in the order of boarding", seats * RATS, seats * RATS),
        *tracks,
        Span("round", 1, _ROUNDS),
        Span("whose turn", 1, seats - 1),
        Span("phase", 1, OVER),
        Span("last round, 0 open", 1, _ROUNDS),
        Span("turns without a move", 1, 3 * seats),
        Span("ending", 1, len(_ENDINGS) - 1),
        Span("steps of the mover's rats", RATS, LAUNCHPAD),
        Span("spaces not collected from", _SPACES, 1),
        Span("kind of the extra + 1, 0 none", 1, GOODS + 2),
        Span("apple cores to walk", 1, _HEAP),
        Span("booths still open", _BOOTHS, 1),
        Span("comics taken this turn", _COMICS, 1),
    )


def encode(view: View[State]) -> tuple[int, ...]:
    """The numbers of a view, in the order of `spans`."""
    state, viewer = view.seen, view.viewer
    seats, own = state.seats, viewer or 0
    named = len(tables_of(state).free_slots[seats]) - 1
    return (
        0 if viewer is None else viewer + 1,
        state.lit,
        *state.path,
        *[strip + 1 for strip in state.strips],
        *turned(state.rats, own * RATS),
        *[_rat(rat, own, seats) for rat in state.tokens],
        *[min(amount, _HEAP) for amount in turned(state.goods, own * GOODS)],
        *[min(amount, _HEAP) for amount in turned(state.mouldy, own)],
        *turned(state.awards, own),
        *turned(state.light, own),
        *turned(state.burrow, own),
        *_flags_of_each(turned(state.packs, own), _PACKS),
        *_flags_of_each(turned(state.caps, own), _CAPS),
        *_flags_of_each(turned(state.comics, own), _COMICS),
        *turned(state.drinks, own),
        *turned(state.empties, own),
        *state.shelf_packs,
        state.shelf_drinks,
        *flags(state.shelf_caps, _CAPS),
        *flags(state.library, _COMICS),
        *turned(state.markers, own),
        *padded([_rat(rat, own, seats) for rat in state.tracks[RATTRONAUT]], seats * RATS),
        *chain.from_iterable(_markers(track, named, own, seats) for track in state.tracks[1:]),
        min(state.round, _ROUNDS),
        (state.mover - own) % seats,
        state.phase,
        min(state.last_round, _ROUNDS),
        state.still,
        _ENDINGS.index(state.ending),
        *state.walked,
        *flags(state.left, _SPACES),
        state.extra + 1,
        min(state.cores, _HEAP),
        *flags(state.booths, _BOOTHS),
        *flags(state.fresh, _COMICS),
    )


def _rat(rat: Rat, own: Seat, seats: int) -> int:
    return 0 if rat == NO_RAT else (rat - own * RATS) % (seats * RATS) + 1


def _flags_of_each(masks: Sequence[int], count: int) -> chain[int]:
    return chain.from_iterable(flags(mask, count) for mask in masks)


def _markers(track: Sequence[Seat], named: int, own: Seat, seats: int) -> tuple[int, ...]:
    """Whose marker lies on each space; on the last one, which has room for all, how many of each."""
    first = [(seat - own) % seats + 1 for seat in track[:named]]
    last = [track[named:].count(seat) for seat in range(seats)]
    return (*padded(first, named), *turned(last, own))
