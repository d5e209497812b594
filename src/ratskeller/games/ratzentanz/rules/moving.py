"""The number: walking a rat, giving one to the Piper, and the two halves of a 2x."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.games.ratzentanz.rules import chips
from ratskeller.games.ratzentanz.rules.chips import ONE, Record
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    BETWEEN,
    CALL_HOME,
    DOUBLE,
    MOVE,
    NO_CHIP,
    NO_RAT,
    NOWHERE,
    RATS,
    TAKE,
    Action,
    Home,
    Kind,
    Lapsed,
    Lost,
    Mirrored,
    Pass,
    Passed,
    Rat,
    RatMoved,
    Sacrifice,
    Square,
    State,
    Surfaced,
    Walk,
    Walked,
)
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS, RUNNING_ON, WHOLE, Pace, Walks

PASS: Final = Pass()
_SACRIFICES: Final = tuple(Sacrifice(rat) for rat in range(RATS + 1))
_WHOLE_SACRIFICES: Final = tuple(Sacrifice(rat, whole=True) for rat in range(RATS + 1))

Mover = tuple[Rat, Square, Kind, Pace]


def blockers(ground: Ground, state: State) -> int:
    """The Piper's square and the cat's storeroom as bits."""
    return ground.bits[state.piper] | ground.bits[state.cat]


def movers(state: State) -> list[Mover]:
    """The rats that may play this share, equal ones once, by their lowest number (RT-17).

    In the second half of a 2x the rat of the first is out (RT-53), unless it surfaced (RT-52).
    A rat that handled its chip is bound to go (RT-102).
    """
    first = state.seat * RATS
    at, load, number = state.at, state.load, state.number
    if hand := state.hand:
        return [(hand, at[first + hand - 1], load[first + hand - 1], number)]
    used = state.used
    found: list[Mover] = []
    seen = set()
    for rat in (1, 2, 3, 4, 5):
        square = at[first]
        if square >= 0:
            kind = load[first]
            if rat == used:
                if state.runs:
                    found.append((rat, square, kind, number + RUNNING_ON))
            elif (square, kind) not in seen:
                seen.add((square, kind))
                found.append((rat, square, kind, number))
        first += 1
    return found


def can_move(ground: Ground, state: State) -> bool:
    """A rat can walk, or at least run into the Piper.

    Of a 2x the single share decides: a walk of 2n begins with one of n.
    """
    walks = ground.walks[state.options.walk]
    in_the_way = ground.bits[state.piper] | ground.bits[state.cat]
    wall = state.options.piper == "wall"
    for rat, square, _, pace in movers(state):
        reach = walks[square << PACE_BITS | pace]
        ways = reach[reach.touch & in_the_way]
        if ways.walks[rat] or (ways.sacrifice and not wall):
            return True
    return False


def legal(ground: Ground, state: State) -> list[Action]:
    """All walks, what may be handled before them, and sacrifices; by rat (RT-11, RT-16, RT-61)."""
    walks = ground.walks[state.options.walk]
    in_the_way = ground.bits[state.piper] | ground.bits[state.cat]
    wall = state.options.piper == "wall"
    double = state.shares == 2
    halves = first_halves(ground, state, walks, in_the_way) if double else None
    home = ground.homes[state.seats][state.seat]
    lying, bound = state.lying, state.hand
    actions: list[Action] = []
    real = False
    for rat, square, load, pace in movers(state):
        reach = walks[square << PACE_BITS | pace]
        ways = reach[reach.touch & in_the_way]
        on_foot = ways.walks[rat] if halves is None else halves[rat].walks
        both = None
        if double:
            reach = walks[square << PACE_BITS | pace + WHOLE]
            both = reach[reach.touch & in_the_way]
        if on_foot or (both and both.walks[rat]):
            real = True
            heap = lying[square]
            if (load or heap) and not bound and square != home and pace < RUNNING_ON:
                offered = chips.handles(rat, load, heap)
                if halves and not (halves[rat].sure or (both and both.walks[rat])):
                    offered = tuple(o for o in offered if chips.would_win(ground, state, o.kind))
                actions += offered
            actions += on_foot
            if both:
                actions += both.walks[rat]
        if not wall:
            if ways.sacrifice:
                actions.append(_SACRIFICES[rat])
            if both and both.sacrifice:
                actions.append(_WHOLE_SACRIFICES[rat])
    if actions and not real:
        actions.append(PASS)
    return actions


# --- the whole of a 2x -------------------------------------------------------------------------


class Halves(NamedTuple):
    """The first halves that a rat may walk."""

    walks: tuple[Walk, ...]
    sure: bool  # one of them is full whatever the rat carries; else all by winning the game


def first_halves(
    ground: Ground, state: State, walks: Walks, in_the_way: int
) -> dict[Rat, Halves] | None:
    """By rat, the n-walks after which the second n can be used; None where no walk is refused.

    While the whole 2x can be used it must be: 2n by one rat, n by two, or n and n by one that
    surfaces between. A half that wins is whole. Where no use is whole, any part will do (RT-51).
    """
    number, first = state.number, state.seat * RATS
    free: list[Rat] = []  # off the stairs and able to walk: ready whatever the others do
    climbers: list[tuple[Rat, Square]] = []  # on the stairs: a first half may mirror them
    for rat in range(1, RATS + 1):
        square = state.at[first + rat - 1]
        if square in ground.stairs:
            climbers.append((rat, square))
        elif square >= 0 and walks.ways(square, number, in_the_way).walks[rat]:
            free.append(rat)
    if len(free) > 1:
        return None

    def leaves_a_second(walk: Walk) -> bool:
        if free and free != [walk.rat]:
            return True
        shift = ground.mirrors.get((walk.via, walk.to), {})
        for rat, square in climbers:
            if rat == walk.rat:
                continue
            if walks.ways(shift.get(square, square), number, in_the_way).walks[rat]:
                return True
        if walk.via == NOWHERE:
            return False
        return bool(walks.ways(walk.to, number + RUNNING_ON, in_the_way).walks[walk.rat])

    home = ground.homes[state.seats][state.seat]
    halves: dict[Rat, Halves] = {}
    full = False
    for rat, square, load, _ in movers(state):
        wins = chips.would_win(ground, state, load)
        ways = walks.ways(square, number, in_the_way).walks[rat]
        sure = tuple([walk for walk in ways if leaves_a_second(walk)])
        if wins:
            halves[rat] = Halves(
                tuple([walk for walk in ways if walk.to == home or walk in sure]), bool(sure)
            )
        else:
            halves[rat] = Halves(sure, bool(sure))
        full = full or bool(
            halves[rat].walks or walks.ways(square, number + WHOLE, in_the_way).walks[rat]
        )
    return halves if full else None


def only_running_on(ground: Ground, state: State) -> bool:
    """The second half can be walked by the rat that surfaced, and by no other (RT-51, RT-55)."""
    walks = ground.walks[state.options.walk]
    in_the_way = blockers(ground, state)
    able = [
        rat
        for rat, square, _, pace in movers(state)
        if walks.ways(square, pace, in_the_way).walks[rat]
    ]
    return able == [state.used]


# --- playing the number ------------------------------------------------------------------------


def walk(ground: Ground, state: State, action: Walk, record: Record) -> State:
    """A rat walks, surfaces, brings its chip home, or may sit on one (RT-20, RT-30, RT-40)."""
    rat, to, via = action.rat, action.to, action.via
    seat = state.seat
    index = seat * RATS + rat - 1
    if record:
        _record_walk(ground, state, action, record)
    at = list(state.at)
    at[index] = to
    if via in ground.stairs:
        mirrored = mirror(ground, state, action)
        for moved in mirrored:
            at[moved.seat * RATS + moved.rat - 1] = moved.to
        if record and mirrored:
            record(Mirrored(mirrored), replace(state, at=tuple(at)))
    half = state.shares == 2 and not action.whole
    state = replace(
        state,
        at=tuple(at),
        shares=1 if half else 0,
        used=rat if half else NO_RAT,
        runs=half and via >= 0,
        hand=NO_RAT,
        phase=BETWEEN,
    )
    if to == ground.homes[state.seats][seat]:
        return chips.store(state, index, to, record) if state.load[index] else state
    if state.lying[to] and not state.load[index]:
        if not (state.runs and only_running_on(ground, state)):
            return replace(state, phase=TAKE, hand=rat)
    return state


def mirror(ground: Ground, state: State, action: Walk) -> tuple[RatMoved, ...]:
    """All other rats on the stairs, of every seat, make the step that the walker makes (RT-40).

    So does one that waited where the walker stepped on (RT-41). Their chips go along (RT-42).
    """
    shift = ground.mirrors[action.via, action.to]
    walker = state.seat * RATS + action.rat - 1
    return tuple(
        [
            RatMoved(index // RATS, index % RATS + 1, square, shift[square])
            for index, square in enumerate(state.at)
            if square in shift and index != walker
        ]
    )


def _record_walk(ground: Ground, state: State, action: Walk, record: Record) -> None:
    """The events on the way; what follows from the walk is told by `walk`."""
    assert record
    seat, rat, via = state.seat, action.rat, action.via
    index = seat * RATS + rat - 1
    route = trace(ground, state, action)
    cause: Literal["number", "2x", "running on"] = "2x" if state.symbol == DOUBLE else "number"
    if rat == state.used:
        cause = "running on"
    there = replace(state, at=put(state.at, index, action.to))
    if via == NOWHERE:
        record(Walked(seat, rat, route, cause), there)
        return
    record(Walked(seat, rat, route[:-1], cause), replace(state, at=put(state.at, index, via)))
    shaft: Literal["canal", "stairs"] = "canal" if via in ground.canals else "stairs"
    record(Surfaced(seat, rat, via, action.to, shaft), there)


def sacrifice(ground: Ground, state: State, action: Sacrifice, record: Record) -> State:
    """The rat becomes spare; its chip stays where this move began (RT-61, RT-63, RT-65, RT-88)."""
    seat, rat = state.seat, action.rat
    index = seat * RATS + rat - 1
    start, kind = state.at[index], state.load[index]
    route = trace(ground, state, action) if record else ()
    before, on_foot = state, state.phase == MOVE
    half = on_foot and state.shares == 2 and not action.whole
    state = replace(
        state,
        at=put(state.at, index, NOWHERE),
        load=put(state.load, index, NO_CHIP) if kind else state.load,
        lying=add(state.lying, start, ONE[kind]) if kind else state.lying,
        shares=(1 if half else 0) if on_foot else state.shares,
        due=state.due and on_foot,
        used=NO_RAT,
        runs=False,
        hand=NO_RAT,
        phase=BETWEEN,
    )
    if record:
        cause: Literal["on a walk", "running on", "called home"] = "on a walk"
        if rat == before.used:
            cause = "running on"
        elif not on_foot:
            cause = "called home"
        record(Lost(seat, rat, route, kind, cause), state)
    return state


def pass_(_ground: Ground, state: State, _action: Pass, record: Record) -> State:
    """All shares left are given up, or nobody is called home (RT-16)."""
    if state.phase == CALL_HOME:
        state = replace(state, due=False, phase=BETWEEN)
        if record:
            record(Passed(state.seat, "symbol"), state)
        return state
    state = replace(state, shares=0, used=NO_RAT, runs=False, hand=NO_RAT, phase=BETWEEN)
    if record:
        record(Passed(state.seat, "number"), state)
    return state


def lapse(state: State, record: Record) -> State:
    """No rat can walk: what is left of the number is lost (RT-11, RT-14, RT-51, RT-76)."""
    rule = why_lapsed(state)
    state = replace(state, shares=0, used=NO_RAT, runs=False)
    if record:
        record(Lapsed(state.seat, "number", rule), state)
    return state


def why_lapsed(state: State) -> str:
    if state.symbol == DOUBLE and state.shares == 1:
        return "RT-51"
    first = state.seat * RATS
    squares = {square for square in state.at[first : first + RATS] if square >= 0}
    if not squares:
        return "RT-14"
    return "RT-76" if squares == {state.cat} else "RT-11"


# --- traces ------------------------------------------------------------------------------------


def trace(ground: Ground, state: State, action: Action) -> tuple[Square, ...]:
    """The squares a rat goes over, first and last included; empty where nobody walks.

    Of all the walks that are one action it is the first; a sacrifice ends where the Piper stands.
    """
    piper = state.piper
    match action:
        case Walk(rat, to, via, whole):
            pace = _pace(state, rat, whole=whole)
            start = state.at[state.seat * RATS + rat - 1]
            walks = ground.walks[state.options.walk]
            if via == NOWHERE:
                return walks.route(start, pace, to, piper)
            return (*walks.route(start, pace, via, piper), to)
        case Sacrifice(rat, whole):
            start = state.at[state.seat * RATS + rat - 1]
            if state.phase == CALL_HOME:
                home = ground.homes[state.seats][state.seat]
                route = ground.route_home(start, home)
                return route[: route.index(piper) + 1]
            pace = _pace(state, rat, whole=whole)
            walks = ground.walks[state.options.walk]
            return walks.last_route(start, pace, piper, state.cat)
        case Home(seat, rat):
            start = state.at[seat * RATS + rat - 1]
            home = ground.homes[state.seats][seat]
            if seat == state.seat:
                return ground.route_home(start, home, piper)
            return (start, home)
    return ()


def _pace(state: State, rat: Rat, *, whole: bool) -> Pace:
    if whole:
        return state.number + WHOLE
    return state.number + RUNNING_ON if rat == state.used else state.number
