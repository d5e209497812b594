"""The course of a game of Ratzentanz: the start, the turn, the end. Each function names its rule.

Walking is in `moving.py`, the symbols in `symbols.py`, chips and the win in `chips.py`. Every
function trusts its caller. `record`, where it is not None, is told each event with the state right
after it: `steps` passes one, `play` does not, and so both are one resolution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.core.game import CHANCE, Mover, Outcome, Step
from ratskeller.games.ratzentanz.rules import chips, moving, symbols
from ratskeller.games.ratzentanz.rules.chips import Record
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    BETWEEN,
    DOUBLE,
    KINDS,
    MOVE,
    NO_CHIP,
    NO_RAT,
    NO_SYMBOL,
    NOWHERE,
    ORDER,
    OVER,
    RATS,
    START,
    TAKE,
    THROW,
    TIED_ROUNDS,
    Action,
    DieChosen,
    Event,
    First,
    GameOver,
    Handle,
    Home,
    Options,
    Pass,
    PlaceCat,
    PlacePiper,
    Sacrifice,
    Starts,
    StartThrow,
    StartThrown,
    StartTied,
    State,
    Take,
    Throw,
    Thrown,
    TurnEnded,
    Walk,
)

trace = moving.trace

# --- the start ---------------------------------------------------------------------------------


def start(ground: Ground, seats: int, options: Options) -> State:
    """Three rats in each nest, chips in the storerooms, Piper and cat outside (RT-02, RT-05)."""
    box, town = ground.box, ground.town
    nested = box.in_nest
    lying = [0] * len(town.names)
    for kind in range(1, KINDS + 1):
        lying[town.storeroom(kind)] = box.chips[seats] * chips.ONE[kind]
    at: list[int] = []
    for home in ground.homes[seats]:
        at += [home] * nested + [NOWHERE] * (RATS - nested)
    return State(
        options=options,
        seats=seats,
        phase=START,
        seat=0,
        turn=0,
        number=0,
        symbol=NO_SYMBOL,
        shares=0,
        due=False,
        used=NO_RAT,
        runs=False,
        hand=NO_RAT,
        at=tuple(at),
        load=(NO_CHIP,) * (RATS * seats),
        lying=tuple(lying),
        piper=NOWHERE,
        cat=NOWHERE,
        throws=(0,) * seats,
        ties=0,
        winner=-1,
    )


def _start_throw(_ground: Ground, state: State, action: StartThrow, record: Record) -> State:
    """The highest throw starts; tied seats throw again (RT-04)."""
    throws = put(state.throws, state.seat, action.number)
    state = replace(state, throws=throws)
    if record:
        record(StartThrown(state.seat, action.number), state)
    if 0 in throws:
        return replace(state, seat=throws.index(0))
    highest = max(throws)
    tied = tuple(seat for seat, throw in enumerate(throws) if throw == highest)
    if len(tied) > 1 and state.ties < TIED_ROUNDS:
        again = tuple([0 if seat in tied else -1 for seat in range(state.seats)])
        state = replace(state, throws=again, seat=tied[0], ties=state.ties + 1)
        if record:
            record(StartTied(tied), state)
        return state
    state = replace(state, throws=(), ties=0, seat=tied[0], phase=THROW)
    if record:
        record(Starts(tied[0]), state)
    return state


# --- whose move, and what can be done ----------------------------------------------------------

_START_THROWS: Final = tuple(StartThrow(number) for number in range(1, 7))
_EVEN: Final = (1,) * 6
_FIRST: Final = (First("number"), First("symbol"))


def to_act(state: State) -> Mover | None:
    phase = state.phase
    if phase <= THROW:
        return CHANCE
    return None if phase == OVER else state.seat


def odds(ground: Ground, state: State) -> tuple[Sequence[Action], Sequence[int]]:
    """Chance's outcomes: one die for the start, then both."""
    if state.phase == START:
        return _START_THROWS, _EVEN
    return ground.throws, ground.throw_weights


def stream(state: State) -> str:
    return "setup" if state.phase == START else f"dice:{state.seat}"


def legal(ground: Ground, state: State) -> Sequence[Action]:
    """What the seat to act may do; empty at chance and at the end."""
    phase = state.phase
    if phase == MOVE:
        return moving.legal(ground, state)
    if phase == ORDER:
        return _FIRST
    if phase == TAKE:
        return chips.takes(state.lying[state.at[state.seat * RATS + state.hand - 1]])
    if phase <= THROW or phase >= OVER:
        return ()
    return symbols.legal(ground, state)


# --- one action --------------------------------------------------------------------------------


def play(ground: Ground, state: State, action: Action) -> State:
    return _resolve(ground, state, action, None)


def steps(ground: Ground, state: State, action: Action) -> Iterator[Step[State]]:
    recorded: list[Step[State]] = []

    def record(event: Event, state: State) -> None:
        recorded.append(Step(event, state))

    final = _resolve(ground, state, action, record)
    # What follows without an event of its own (the next phase) belongs to the last step.
    recorded[-1] = replace(recorded[-1], state=final)
    return iter(recorded)


def _resolve(ground: Ground, state: State, action: Action, record: Record) -> State:
    """Carry the action out, look for a winner (RT-120), and find the next decision."""
    after = _PLAY[type(action)](ground, state, action, record)
    if after.lying is not state.lying:
        after = chips.check_win(ground, after, record)
    return go_on(ground, after, record) if after.phase == BETWEEN else after


def _throw(_ground: Ground, state: State, action: Throw, record: Record) -> State:
    """Both dice; a 2x is part of the number, else one chooses the order (RT-10, RT-57)."""
    double = action.symbol == DOUBLE
    state = replace(
        state,
        number=action.number,
        symbol=action.symbol,
        shares=2 if double else 1,
        due=not double,
        phase=BETWEEN if double else ORDER,
    )
    if record:
        record(Thrown(state.seat, action.number, action.symbol), state)
    return state


def _first(ground: Ground, state: State, action: First, record: Record) -> State:
    """One die completely, then the other (RT-10, RT-12)."""
    state = replace(state, phase=BETWEEN)
    if record:
        record(DieChosen(state.seat, action.die), state)
    return state if action.die == "number" else symbols.carry_out(ground, state, record)


def go_on(ground: Ground, state: State, record: Record) -> State:
    """The next decision of the turn, or its end. What cannot be done lapses (RT-14, RT-16)."""
    if state.shares:
        if moving.can_move(ground, state):
            return replace(state, phase=MOVE)
        state = moving.lapse(state, record)
    if state.due:
        state = symbols.carry_out(ground, state, record)
        if state.phase != BETWEEN:
            return state
    return end_turn(ground, state, record)


def end_turn(ground: Ground, state: State, record: Record) -> State:
    """The next seat clockwise, whatever was thrown (RT-04, RT-15), up to the cap (RT-122)."""
    seat, turn = state.seat, state.turn + 1
    if turn >= state.options.turn_cap:
        state = replace(state, turn=turn, phase=OVER)
        if record:
            record(GameOver("turn_cap", -1, chips.ranks(ground, state)), state)
        return state
    state = replace(state, turn=turn, seat=(seat + 1) % state.seats, phase=THROW)
    if record:
        record(TurnEnded(seat), state)
    return state


def outcome(ground: Ground, state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    reason = "turn_cap" if state.winner < 0 else "kinds"
    return Outcome(chips.ranks(ground, state), reason, chips.collected(ground, state))


_PLAY: Final[dict[type, Callable[[Ground, State, Any, Record], State]]] = {
    StartThrow: _start_throw,
    Throw: _throw,
    First: _first,
    Handle: chips.handle,
    Walk: moving.walk,
    Sacrifice: moving.sacrifice,
    Take: chips.take,
    PlaceCat: symbols.place_cat,
    PlacePiper: symbols.place_piper,
    Home: symbols.call_home,
    Pass: moving.pass_,
}
