"""How figures move: what cards do alone and together, which houses lie on the way, who goes along."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from msgspec.structs import replace

from ratskeller.games.pied_piper.rules.leaving import leave_full_houses
from ratskeller.games.pied_piper.rules.state import (
    BACK,
    DOUBLE,
    FORWARD,
    MELODY,
    OVER,
    PIPER,
    PLUS,
    SEWER,
    Card,
    CharacterActivated,
    Figure,
    Gap,
    House,
    HouseCrossed,
    HousePassedUnder,
    Record,
    Slot,
    State,
    Way,
)

# What one card does: houses to pass (back is negative), under them or through, alone or together.
Move: TypeAlias = tuple[int, bool, bool]

_BASIC_MOVES: Final[dict[Card, Move]] = {
    FORWARD: (1, False, False),
    DOUBLE: (2, False, False),
    BACK: (-1, False, False),
    SEWER: (1, True, False),
}


def basic_move(card: Card) -> Move:
    """What a basic card does by itself (PP-65)."""
    return _BASIC_MOVES[card]


@cache
def moves_of(first: Card, second: Card) -> tuple[tuple[Move, tuple[Card, ...]], ...]:
    """What two cards do together, each action with the cards that make it.

    Two basics are two actions, the older first (PP-64). A basic with a special is one action,
    above or below alike (PP-11, PP-27). Two specials do nothing (PP-26).
    """
    if first in _BASIC_MOVES and second in _BASIC_MOVES:
        return (basic_move(first), (first,)), (basic_move(second), (second,))
    for basic, special in ((first, second), (second, first)):
        if basic in _BASIC_MOVES:
            houses, under, _ = basic_move(basic)
            if special == PLUS:  # one house more, the same way (PP-20, PP-21)
                houses += 1 if houses > 0 else -1
            return (((houses, under, special == MELODY), (first, second)),)
    return ()


@cache
def route(ring: tuple[House, ...], gap: Gap, houses: int) -> Way:
    """The houses passed from a gap and the gap reached behind each (PP-62)."""
    place, count = ring.index(gap), len(ring)
    if houses > 0:
        return tuple(
            (ring[(place + n) % count], ring[(place + n + 1) % count]) for n in range(houses)
        )
    return tuple(
        (ring[(place - n) % count], ring[(place - n) % count]) for n in range(1, 1 - houses)
    )


def act(state: State, slot: Slot, move: Move, cards: tuple[Card, ...], record: Record) -> State:
    """One action of a Character: its figure, or the group in its gap, passes houses."""
    figure = state.line[slot]
    houses, under, together = move
    gap = state.where[figure]
    group = in_gap(state, gap) if together else (figure,)  # fixed now: nobody joins (PP-24)
    if record:
        record(CharacterActivated(slot, figure, cards, acting(state, figure, group, cards)), state)
    way = route(state.ring, gap, houses)
    if under:
        return pass_under(state, group, way, record)
    return cross_houses(state, group, way, record)


def acting(state: State, figure: Figure, group: tuple[Figure, ...], cards: tuple[Card, ...]) -> str:
    """What the cards are together: for the log."""
    if MELODY in cards:
        if len(group) == 1:
            return "melody_alone"
        return "melody_elsewhere" if {BACK, SEWER} & {*cards} or figure == PIPER else "melody"
    if PLUS in cards:
        if BACK in cards:
            return "plus_back"
        if SEWER in cards:
            return "plus_sewer"
        return "around" if DOUBLE in cards and len(state.ring) == 3 else "plus"
    return "rugrats" if state.options.rugrats else "basic"


def in_gap(state: State, gap: Gap) -> tuple[Figure, ...]:
    return tuple([figure for figure, place in enumerate(state.where) if place == gap])


def moved(state: State, group: tuple[Figure, ...], gap: Gap) -> tuple[Gap, ...]:
    where = [*state.where]
    for figure in group:
        where[figure] = gap
    return tuple(where)


def pass_under(state: State, group: tuple[Figure, ...], way: Way, record: Record) -> State:
    """Through the sewer: no tracker moves (PP-20, PP-22, PP-65)."""
    if not record:
        return replace(state, where=moved(state, group, way[-1][1]))
    further = "plus" if len(way) > 1 else "alone"
    for house, gap in way:
        state = replace(state, where=moved(state, group, gap))
        record(HousePassedUnder(group, house, gap, "group" if group[1:] else further), state)
    return state


def cross_houses(state: State, group: tuple[Figure, ...], way: Way, record: Record) -> State:
    """Through houses: trackers move, and full houses are left (PP-10, PP-12, PP-13)."""
    at_once = state.seats == 2 or state.options.elimination == "immediate"
    if not (at_once or record):  # nobody looks in between: the whole way is one copy of the state
        return leave_full_houses(cross(state, group, way), way, record)
    for house, gap in way:
        doorstep = ((house, gap),)
        before, state = state, cross(state, group, doorstep)
        if record:
            record(crossing(before, state, group, house, gap), state)
        if at_once:
            state = leave_full_houses(state, doorstep, record)
            if state.phase == OVER:
                return state
    return state if at_once else leave_full_houses(state, way, record)


def cross(state: State, group: tuple[Figure, ...], way: Way) -> State:
    """Raise or lower the trackers of crossed houses: rats up, Piper down, the sum within 0 and
    the roof (PP-03, PP-04, PP-23). A neutral house has no tracker (PP-60).
    """
    seats, roof, levels = state.seats, state.options.roof, [*state.levels]
    change = change_by(group)
    for house, _ in way:
        if house < seats:
            level = levels[house] + change
            if level < 0:
                level = 0
            elif level > roof:
                level = roof
            levels[house] = level
    return replace(state, where=moved(state, group, way[-1][1]), levels=tuple(levels))


def change_by(group: tuple[Figure, ...]) -> int:
    """Rats less Pipers (PP-23, PP-29)."""
    return len(group) - 2 if PIPER in group else len(group)


def crossing(
    before: State, after: State, group: tuple[Figure, ...], house: House, gap: Gap
) -> HouseCrossed:
    """What is told of one house crossed."""
    if house >= after.seats:
        return HouseCrossed(group, house, gap, 0, 0, "neutral")
    old, new = before.levels[house], after.levels[house]
    if group == (PIPER,):
        return HouseCrossed(group, house, gap, old, new, "piper" if new < old else "empty")
    if len(group) == 1:
        return HouseCrossed(group, house, gap, old, new, "rat")
    fits = new - old == change_by(group)
    return HouseCrossed(group, house, gap, old, new, "group" if fits else "full")
