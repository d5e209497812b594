"""Chips: what lies where, sitting on one, leaving one, bringing one home, and who has won.

Free chips of a square are one number, a decimal digit a kind (`Heap`); a chip under a rat is its
`load` and lies nowhere (RT-100).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    BETWEEN,
    KINDS,
    NO_CHIP,
    NO_RAT,
    OVER,
    RATS,
    Event,
    GameOver,
    Handle,
    Heap,
    Kind,
    LeftLying,
    PutDown,
    Rat,
    SatOn,
    Square,
    State,
    Stored,
    Take,
)

Record: TypeAlias = Callable[[Event, State], None] | None
"""Is told what happened, and the state right after it."""

ONE: Final[tuple[Heap, ...]] = (0, *(10**place for place in range(KINDS)))
"""One chip of each kind as a heap; of kind 0, none."""


def count(heap: Heap, kind: Kind) -> int:
    """How many chips of a kind lie in a heap."""
    return heap // ONE[kind] % 10


@cache
def kinds_in(heap: Heap) -> tuple[Kind, ...]:
    return tuple(kind for kind in range(1, KINDS + 1) if count(heap, kind))


@cache
def variety(heap: Heap) -> int:
    """Different kinds in a heap; what counts for the win (RT-120)."""
    return len(kinds_in(heap))


# --- before the walk, and after it -------------------------------------------------------------


@cache
def handles(rat: Rat, load: Kind, heap: Heap) -> tuple[Handle, ...]:
    """Leave, take or swap on a square with these free chips (RT-102, RT-106).

    A chip for one of its own kind is no swap (RT-17).
    """
    leave = (Handle(rat, NO_CHIP),) if load else ()
    return (*leave, *(Handle(rat, kind) for kind in kinds_in(heap) if kind != load))


def handle(ground: Ground, state: State, action: Handle, record: Record) -> State:
    """Leave, take or swap; the rat is bound to walk next (RT-102)."""
    index = state.seat * RATS + action.rat - 1
    square, old, new = state.at[index], state.load[index], action.kind
    state = replace(state, hand=action.rat)
    if old:
        state = _put_down(state, index, old, square)
        if record:
            record(PutDown(state.seat, action.rat, old, square), state)
    if new:
        state = _sit_on(state, index, new, square)
        if record:
            cause = _robbery(ground, state, square) or "before the walk"
            record(SatOn(state.seat, action.rat, new, square, cause), state)
    return state


@cache
def takes(heap: Heap) -> tuple[Take, ...]:
    """Sit on none, or on one of the kinds that lie here (RT-101)."""
    return (Take(NO_CHIP), *(Take(kind) for kind in kinds_in(heap)))


def take(ground: Ground, state: State, action: Take, record: Record) -> State:
    """Whoever takes a chip where it surfaced has ended its move there (RT-55, RT-101)."""
    rat = state.hand
    index = state.seat * RATS + rat - 1
    square = state.at[index]
    state = replace(state, hand=NO_RAT, phase=BETWEEN)
    if action.kind:
        state = replace(_sit_on(state, index, action.kind, square), runs=False)
        if record:
            cause = _robbery(ground, state, square) or "after the walk"
            record(SatOn(state.seat, rat, action.kind, square, cause), state)
    elif record:
        record(LeftLying(state.seat, rat, square), state)
    return state


def preferred(ground: Ground, state: State) -> Take:
    """What taking means if nothing is said: the first kind the own nest lacks, else the first."""
    lying = state.lying
    here = kinds_in(lying[state.at[state.seat * RATS + state.hand - 1]])
    nest = lying[ground.homes[state.seats][state.seat]]
    return Take(next((kind for kind in here if not count(nest, kind)), here[0]))


def _robbery(ground: Ground, state: State, square: Square) -> Literal["robbery", ""]:
    """Nobody takes chips in their own nest, so in a nest they are somebody else's (RT-108)."""
    return "robbery" if square in ground.homes[state.seats] else ""


def _sit_on(state: State, index: int, kind: Kind, square: Square) -> State:
    return replace(
        state,
        load=put(state.load, index, kind),
        lying=add(state.lying, square, -ONE[kind]),
    )


def _put_down(state: State, index: int, kind: Kind, square: Square) -> State:
    return replace(
        state,
        load=put(state.load, index, NO_CHIP),
        lying=add(state.lying, square, ONE[kind]),
    )


def store(state: State, index: int, home: Square, record: Record, *, called: bool = False) -> State:
    """A rat that comes home leaves its chip there by itself (RT-90, RT-107)."""
    kind = state.load[index]
    state = _put_down(state, index, kind, home)
    if record:
        cause: Literal["walked home", "called home"] = "called home" if called else "walked home"
        record(Stored(index // RATS, index % RATS + 1, kind, home, cause), state)
    return state


# --- the end -----------------------------------------------------------------------------------


def collected(ground: Ground, state: State) -> tuple[int, ...]:
    """Different kinds lying free in each seat's nest, whoever brought them (RT-106, RT-120)."""
    return tuple([variety(state.lying[home]) for home in ground.homes[state.seats]])


def would_win(ground: Ground, state: State, kind: Kind) -> bool:
    """Whether the mover wins by bringing home a chip of this kind now."""
    nest = state.lying[ground.homes[state.seats][state.seat]]
    return kind > 0 and variety(nest + ONE[kind]) >= state.options.kinds


def check_win(ground: Ground, state: State, record: Record) -> State:
    """After every action: enough kinds in a nest, the mover's first, then in turn (RT-120)."""
    homes, lying, seats, needed = (
        ground.homes[state.seats],
        state.lying,
        state.seats,
        state.options.kinds,
    )
    for offset in range(seats):
        seat = (state.seat + offset) % seats
        if variety(lying[homes[seat]]) >= needed:
            state = replace(state, phase=OVER, winner=seat)
            if record:
                record(GameOver("kinds", seat, ranks(ground, state)), state)
            return state
    return state


def ranks(ground: Ground, state: State) -> tuple[int, ...]:
    """The winner, then the others by kinds at home, ties allowed; at the cap all alike (RT-122)."""
    if state.winner < 0:
        return (1,) * state.seats
    kinds = collected(ground, state)

    def standing(seat: Seat) -> tuple[bool, int]:
        return seat == state.winner, kinds[seat]

    return tuple(
        1 + sum(standing(other) > standing(seat) for other in range(state.seats))
        for seat in range(state.seats)
    )
