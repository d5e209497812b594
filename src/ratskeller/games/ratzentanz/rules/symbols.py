"""The symbols: new blood, back to the nest, cat, Piper and flute. (2x belongs to the number.)"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.games.ratzentanz.rules import chips
from ratskeller.games.ratzentanz.rules.chips import ONE, Record
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.moving import PASS, trace
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    BETWEEN,
    CALL_HOME,
    CAT,
    FLUTE,
    NEW_BLOOD,
    NO_CHIP,
    NOWHERE,
    PIPER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    Action,
    Born,
    CatPut,
    Evicted,
    Fetched,
    FlutePlayed,
    Home,
    Lapsed,
    PiperPut,
    PlaceCat,
    PlacePiper,
    RatMoved,
    Sacrifice,
    State,
    Symbol,
)


def carry_out(ground: Ground, state: State, record: Record) -> State:
    """Play the symbol, or ask what it needs to know (RT-13). What cannot be done lapses (RT-16)."""
    return _CARRY_OUT[state.symbol](ground, state, record)


def _lapse(state: State, rule: str, record: Record) -> State:
    state = replace(state, due=False, phase=BETWEEN)
    if record:
        record(Lapsed(state.seat, "symbol", rule), state)
    return state


# --- new blood and flute: nothing to choose ----------------------------------------------------


def new_blood(ground: Ground, state: State, record: Record) -> State:
    """Every seat puts one spare rat on its nest, if it has one (RT-80)."""
    homes = ground.homes[state.seats]
    at = list(state.at)
    born: list[RatMoved] = []
    for seat in range(state.seats):
        for index in range(seat * RATS, seat * RATS + RATS):
            if at[index] == NOWHERE:
                at[index] = homes[seat]
                if record:
                    born.append(RatMoved(seat, index % RATS + 1, NOWHERE, homes[seat]))
                break
    state = replace(state, at=tuple(at), due=False, phase=BETWEEN)
    if record:
        record(Born(tuple(born)) if born else Lapsed(state.seat, "symbol", "RT-80"), state)
    return state


def flute(ground: Ground, state: State, record: Record) -> State:
    """Every rat on an alley square becomes spare; its chip stays there (RT-70, RT-71)."""
    alley = ground.alley
    at, load, lying = list(state.at), list(state.load), list(state.lying)
    gone: list[RatMoved] = []
    for index, square in enumerate(state.at):
        if square >= 0 and alley[square]:
            at[index] = NOWHERE
            if record:
                gone.append(RatMoved(index // RATS, index % RATS + 1, square, NOWHERE, load[index]))
            if load[index]:
                lying[square] += ONE[load[index]]
                load[index] = NO_CHIP
    state = replace(
        state, at=tuple(at), load=tuple(load), lying=tuple(lying), due=False, phase=BETWEEN
    )
    if record:
        record(FlutePlayed(tuple(gone)), state)
    return state


# --- cat and Piper -----------------------------------------------------------------------------


def ask_cat(_ground: Ground, state: State, _record: Record) -> State:
    """She always has another storeroom to go to: there are six (RT-13, RT-75)."""
    return replace(state, phase=PUT_CAT)


def place_cat(_ground: Ground, state: State, action: PlaceCat, record: Record) -> State:
    """Nobody enters or leaves that storeroom any more (RT-75)."""
    before = state.cat
    state = replace(state, cat=action.square, due=False, phase=BETWEEN)
    if record:
        record(CatPut(before, action.square), state)
    return state


def ask_piper(ground: Ground, state: State, record: Record) -> State:
    """He must be moved; where no square is free he stays (RT-13, RT-60)."""
    if not piper_places(ground, state):
        return _lapse(state, "RT-60", record)
    return replace(state, phase=PUT_PIPER)


def piper_places(ground: Ground, state: State) -> list[PlacePiper]:
    """Alley squares without a rat, not in front of a nest, not his own (RT-60)."""
    post_of = ground.post_of
    taken = {post_of[square] for square in (*state.at, state.piper) if square in post_of}
    places = list(ground.piper_places)
    for post in sorted(taken, reverse=True):
        del places[post]
    return places


def place_piper(_ground: Ground, state: State, action: PlacePiper, record: Record) -> State:
    before = state.piper
    state = replace(state, piper=action.square, due=False, phase=BETWEEN)
    if record:
        record(PiperPut(before, action.square), state)
    return state


# --- back to the nest --------------------------------------------------------------------------


def ask_home(ground: Ground, state: State, record: Record) -> State:
    if len(calls_home(ground, state)) == 1:  # only Pass
        return _lapse(state, "RT-85", record)
    return replace(state, phase=CALL_HOME)


def calls_home(ground: Ground, state: State) -> list[Action]:
    """Fetch an own rat with a chip, or turn a foreign one out of the nest, or neither (RT-85).

    Behind the cat there is no fetching (RT-75, RT-86). Past the Piper there is none either, but
    the rat can be sacrificed (RT-87, RT-88). Equal rats are one choice (RT-17).
    """
    home = ground.homes[state.seats][state.seat]
    free = ground.way_home(home, state.piper)
    own = state.seat * RATS
    actions: list[Action] = []
    seen = set()
    for index, square in enumerate(state.at):
        load = state.load[index]
        seat, rat = index // RATS, index % RATS + 1
        key = (seat, square, load)
        if key in seen:
            continue
        seen.add(key)
        if own <= index < own + RATS:
            if not load or square == state.cat:
                continue
            if square in free:
                actions.append(Home(seat, rat))
            elif state.options.piper == "sacrifice":
                actions.append(Sacrifice(rat))
        elif square == home:
            actions.append(Home(seat, rat))
    actions.append(PASS)
    return actions


def call_home(ground: Ground, state: State, action: Home, record: Record) -> State:
    """One's own rat brings its chip (RT-90); a foreign one leaves its chip and goes (RT-89)."""
    index = action.seat * RATS + action.rat - 1
    start, kind = state.at[index], state.load[index]
    nest = ground.homes[state.seats][action.seat]
    route = trace(ground, state, action) if record else ()
    state = replace(state, at=put(state.at, index, nest), due=False, phase=BETWEEN)
    if action.seat == state.seat:
        if record:
            record(Fetched(action.seat, action.rat, route), state)
        return chips.store(state, index, nest, record, called=True)
    if kind:
        state = replace(
            state,
            load=put(state.load, index, NO_CHIP),
            lying=add(state.lying, start, ONE[kind]),
        )
    if record:
        record(Evicted(action.seat, action.rat, start, nest, kind), state)
    return state


_CARRY_OUT: Final[dict[Symbol, Callable[[Ground, State, Record], State]]] = {
    NEW_BLOOD: new_blood,
    BACK: ask_home,
    CAT: ask_cat,
    PIPER: ask_piper,
    FLUTE: flute,
}


def legal(ground: Ground, state: State) -> Sequence[Action]:
    """What can be chosen for the symbol that asks."""
    if state.phase == PUT_PIPER:
        return piper_places(ground, state)
    if state.phase == PUT_CAT:
        return ground.cat_places[state.cat]
    return calls_home(ground, state)
