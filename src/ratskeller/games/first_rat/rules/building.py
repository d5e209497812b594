"""Step 4: build parts of the rocket, donate cheese, end the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from ratskeller.games.first_rat.rules.changes import Record, spend, works
from ratskeller.games.first_rat.rules.scoring import board_rocket, finish, place_marker
from ratskeller.games.first_rat.rules.state import (
    CARGO,
    CHEESE,
    COCKPIT,
    DISCOUNT,
    GOODS,
    LAUNCHPAD,
    MOVE,
    NO_KIND,
    PROVISIONS,
    RATS,
    ROCKET,
    SCORE,
    STOOD_STILL,
    THRUSTER,
    Action,
    Build,
    Donate,
    EndTurn,
    ExtraRoundBegan,
    MoveSkipped,
    State,
    TurnBegan,
    TurnEnded,
)
from ratskeller.games.first_rat.rules.tables import Tables

DONATE: Final = Donate()
END_TURN: Final = EndTurn()
_ONLY_END: Final = (END_TURN,)


def legal_scores(tables: Tables, state: State) -> Sequence[Action]:
    """Whatever the mover can pay while a marker is left (FR-50, FR-51); with the discount comic
    each part is one of a material cheaper (FR-53).
    """
    seat = state.mover
    if not state.markers[seat]:
        return _ONLY_END
    goods = state.goods[GOODS * seat : GOODS * (seat + 1)]
    options: list[Action] = []
    for build, needs in tables.builds[works(state, DISCOUNT)]:
        for kind, amount in needs:
            if goods[kind] < amount:
                break
        else:
            options.append(build)
    if goods[CHEESE] >= tables.donation:
        options.append(DONATE)
    options.append(END_TURN)
    return options


def play_build(tables: Tables, state: State, action: Build, record: Record) -> State:
    """Pay for a part, with the comic less (FR-53), and mark it (FR-50). A set that it completes is marked on the Rocket track at
    once, or never, if there is no marker left (FR-52).
    """
    sets = complete_sets(state)
    reason = "part" if action.less == NO_KIND else "discount"
    state = spend(state, tables.needs[action], reason, action.part, record)
    state = place_marker(tables, state, action.part, record)
    if complete_sets(state) > sets:
        state = place_marker(tables, state, ROCKET, record)
    return state


def complete_sets(state: State) -> int:
    """How many sets of cockpit, cargo bay and thruster the mover has built (FR-52)."""
    seat, tracks = state.mover, state.tracks
    return min(tracks[THRUSTER].count(seat), tracks[CARGO].count(seat), tracks[COCKPIT].count(seat))


def play_donate(tables: Tables, state: State, _: Donate, record: Record) -> State:
    """Cheese for the provisions (FR-50)."""
    state = spend(state, ((CHEESE, tables.donation),), "donation", PROVISIONS, record)
    return place_marker(tables, state, PROVISIONS, record)


# --- from turn to turn -------------------------------------------------------------------------


def play_end_turn(tables: Tables, state: State, _: EndTurn, record: Record) -> State:
    """The Launchpad is cleared (FR-54), and the next seat is on, or the game is over (FR-80)."""
    state = board_rocket(tables, state, record)
    seat = state.mover
    if record:
        record(TurnEnded(seat), state)
    if seat + 1 < state.seats:
        return begin_turn(state, seat + 1, record)
    return end_round(tables, state, record)


def end_round(tables: Tables, state: State, record: Record) -> State:
    """After the last seat: the end (FR-80, FR-83), the extra round with two more markers for
    everybody (FR-51), or just another round.
    """
    if state.last_round == state.round:
        return finish(state, record)
    if not state.last_round and state.still >= state.seats:
        return finish(replace(state, ending="stuck"), record)
    state = replace(state, round=state.round + 1)
    if state.last_round == state.round:
        more = tables.box.setup.extra_markers
        state = replace(state, markers=tuple([left + more for left in state.markers]))
        if record:
            record(ExtraRoundBegan(state.round, more), state)
    return begin_turn(state, 0, record)


def begin_turn(state: State, seat: int, record: Record) -> State:
    """A seat without a rat on Start or path goes straight to step 4 (FR-18)."""
    first = RATS * seat
    a, b, c, d = state.rats[first : first + RATS]
    can_move = a < LAUNCHPAD or b < LAUNCHPAD or c < LAUNCHPAD or d < LAUNCHPAD
    state = replace(
        state,
        mover=seat,
        phase=MOVE if can_move else SCORE,
        still=0 if can_move else state.still + 1,
        walked=STOOD_STILL,
        left=0,
        extra=NO_KIND,
        fresh=0,
    )
    if record:
        record(TurnBegan(seat, state.round), state)
        if not can_move:
            record(MoveSkipped(seat), state)
    return state
