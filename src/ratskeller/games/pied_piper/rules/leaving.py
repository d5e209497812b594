"""Who flees, what becomes of house, trackers and hand, and how the game ends."""

from __future__ import annotations

from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.core.game import Seat
from ratskeller.games.pied_piper.rules.counts import EMPTY, sum_of
from ratskeller.games.pied_piper.rules.state import (
    KINDS,
    OVER,
    SET_ASIDE,
    GameOver,
    HandDiscarded,
    HouseLeft,
    Played,
    Record,
    State,
    TrackersClaimed,
    TrackersSetAside,
    Way,
)


def leave_full_houses(state: State, way: Way, record: Record) -> State:
    """Whoever's tracker is at the roof flees (PP-02), house by house until the game is over."""
    seats, roof, levels = state.seats, state.options.roof, state.levels
    for house, _ in way:
        if house < seats and levels[house] == roof:
            state = leave(state, house, way, record)
            if state.phase == OVER:
                return state
    return state


def leave(state: State, seat: Seat, way: Way, record: Record) -> State:
    """A player flees: house, trackers and hand go; with two left the game is over (PP-19)."""
    if state.seats == 2:  # the loser's house stays, nothing is discarded (PP-13, PP-19)
        return finish(replace(state, out=(seat,)), "roof", record)
    state = remove_house(state, seat, way, record)
    state = claim_trackers(state, seat, record)
    state = discard_hand(state, seat, record)
    if len(state.out) == state.seats - 2:
        return finish(state, "two_left", record)
    return state


def remove_house(state: State, seat: Seat, way: Way, record: Record) -> State:
    """The gaps on both sides become one, and so do the figures in them (PP-14)."""
    ring = state.ring
    following = ring[(ring.index(seat) + 1) % len(ring)]
    state = replace(
        state,
        ring=tuple([house for house in ring if house != seat]),
        where=tuple([following if gap == seat else gap for gap in state.where]),
        out=(*state.out, seat),
    )
    if record:
        full = sum(house < state.seats and at_roof(state, house) for house, _ in way)
        record(HouseLeft(seat, state.active, "several" if full > 1 else "full"), state)
    return state


def at_roof(state: State, seat: Seat) -> bool:
    return state.levels[seat] == state.options.roof


def claim_trackers(state: State, seat: Seat, record: Record) -> State:
    """The player whose turn it is gets the victim's tracker and those the victim held (PP-15);
    nobody does if that player is out (PP-16, PP-17).
    """
    claimed = tuple([s for s, holder in enumerate(state.holders) if holder == seat or s == seat])
    taker = state.active if state.active not in state.out else SET_ASIDE
    holders = list(state.holders)
    for tracker in claimed:
        holders[tracker] = taker
    state = replace(state, holders=tuple(holders))
    if record:
        if taker == SET_ASIDE:
            whose = "own" if seat == state.active else "later"
            record(TrackersSetAside(claimed, whose), state)
        else:
            record(TrackersClaimed(state.active, claimed), state)
    return state


def discard_hand(state: State, seat: Seat, record: Record) -> State:
    """The hand goes face-up to the discard pile, before this turn's refill (PP-18)."""
    hand, since = state.hands[seat], state.since
    if since:
        fresh = sum(state.drawn[seat])
        shown = [Played(card, fresh) for card in range(KINDS) for _ in range(hand[card])]
        since = put(since, seat, (*since[seat], *shown))
    state = replace(
        state,
        hands=put(state.hands, seat, EMPTY),
        discard=sum_of(state.discard, hand),
        since=since,
    )
    if record:
        # In Rugrats the first card of a turn can end it for whoever laid it (PP-42).
        too_early = seat == state.active and state.options.rugrats and state.to_place > 0
        record(HandDiscarded(seat, hand, "too_early" if too_early else "out"), state, reveals=True)
    return state


def finish(state: State, reason: str, record: Record) -> State:
    state = replace(state, phase=OVER, ending=reason)
    if record:
        tie = reason == "two_left" and level_end(state)
        # From here on everything is shown (PP-37).
        record(GameOver(reason, ranks(state), "tie" if tie else reason), state, reveals=True)
    return state


def level_end(state: State) -> bool:
    """Whether the trackers of the last two stand equally high (PP-66)."""
    first, second = last_two(state)
    return state.levels[first] == state.levels[second]


def last_two(state: State) -> tuple[Seat, Seat]:
    first, second = (seat for seat in range(state.seats) if seat not in state.out)
    return first, second


def trackers_held(state: State, seat: Seat) -> int:
    """Trackers claimed, inherited ones included, one's own never (PP-66)."""
    return sum(holder == seat for holder in state.holders)


def ranks(state: State) -> tuple[int, ...]:
    """Whoever fled first is last (PP-67); of the rest the lower tracker wins, then more trackers
    held, else it is a draw (PP-19, PP-66).
    """
    places = [1] * state.seats
    for order, seat in enumerate(state.out):
        places[seat] = state.seats - order
    if state.ending == "two_left":
        first, second = last_two(state)
        standing = [(state.levels[s], -trackers_held(state, s)) for s in (first, second)]
        if standing[0] != standing[1]:
            places[second if standing[0] < standing[1] else first] = 2
    return tuple(places)
