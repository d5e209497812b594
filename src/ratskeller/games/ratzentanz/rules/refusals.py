"""Why not? Every choice that leads to no action is answered with the rule that is against it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ratskeller.core.game import PartPath, Refusal, Seat, View
from ratskeller.games.ratzentanz.rules import actions
from ratskeller.games.ratzentanz.rules.actions import openings
from ratskeller.games.ratzentanz.rules.chips import count
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.moving import blockers
from ratskeller.games.ratzentanz.rules.state import (
    CALL_HOME,
    MAX_TURN_CAP,
    NO_CHIP,
    NOWHERE,
    ORDER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    TAKE,
    Handle,
    Kind,
    Options,
    Rat,
    Square,
    State,
    Walk,
)
from ratskeller.games.ratzentanz.rules.town import CANAL, STAIRS
from ratskeller.games.ratzentanz.rules.turn import legal, to_act
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS, RUNNING_ON, WHOLE

_RAT: Final = re.compile(r"rat:([0-3])\.([1-5])")
_CHIP: Final = re.compile(r"chip:([a-z]+\d+)\.([1-6])")


def why_not_start(seats: int, options: Options) -> Refusal | None:
    """Two to four players, and a sensible cap (RT-03, RT-122)."""
    if seats not in (2, 3, 4):
        return Refusal("RT-03", "seats", {"seats": seats})
    if not 1 <= options.turn_cap <= MAX_TURN_CAP:
        return Refusal("RT-122", "turn_cap", {"turns": options.turn_cap, "most": MAX_TURN_CAP})
    return None


def why_not(ground: Ground, view: View[State], path: Sequence[str]) -> Refusal | None:
    """Why these parts lead to no action of the viewer, or None where they do."""
    state = view.seen
    mover = to_act(state)
    if mover is None:
        return Refusal("RT-120" if state.winner >= 0 else "RT-122", "over")
    if mover != view.viewer:
        return Refusal("RT-04", "not_your_turn")
    parts = tuple(path)
    if parts in openings(ground, state):
        return None
    if state.phase == ORDER:
        return Refusal("RT-10", "choose_die")
    if state.phase == TAKE:
        return _take(ground, state, parts)
    if state.phase == PUT_CAT:
        return _cat(ground, state, parts)
    if state.phase == PUT_PIPER:
        return _piper(ground, state, parts)
    if state.phase == CALL_HOME:
        return _home(ground, state, parts)
    return _move(ground, state, parts)


# --- reading parts -----------------------------------------------------------------------------


def _rat(part: str) -> tuple[Seat, Rat] | None:
    found = _RAT.fullmatch(part)
    return (int(found[1]), int(found[2])) if found else None


def _square(ground: Ground, part: str) -> Square | None:
    kind, _, name = part.partition(":")
    return ground.number_of.get(name) if kind == "sq" else None


# --- symbols and chips -------------------------------------------------------------------------


def _take(ground: Ground, state: State, parts: PartPath) -> Refusal:
    found = _CHIP.fullmatch(parts[0])
    if not found:
        return Refusal("RT-101", "chip_or_none")
    here = state.at[state.seat * RATS + state.hand - 1]
    if found[1] != ground.town.names[here]:
        return Refusal("RT-103", "chip_elsewhere")
    if not count(state.lying[here], int(found[2])):
        return Refusal("RT-104", "no_such_chip", {"kind": int(found[2])})
    return Refusal("RT-100", "one_chip")


def _cat(ground: Ground, state: State, parts: PartPath) -> Refusal:
    square = _square(ground, parts[0])
    if square not in ground.storerooms:
        return Refusal("RT-75", "not_a_storeroom")
    return Refusal("RT-75", "cat_must_move" if square == state.cat else "too_many_parts")


def _piper(ground: Ground, state: State, parts: PartPath) -> Refusal:
    square = _square(ground, parts[0])
    if square is None or not ground.alley[square]:
        return Refusal("RT-60", "not_an_alley")
    if square in ground.town.gates:
        return Refusal("RT-60", "in_front_of_a_nest")
    if square in state.at:
        return Refusal("RT-60", "rat_there")
    return Refusal("RT-60", "piper_must_move" if square == state.piper else "too_many_parts")


def _home(ground: Ground, state: State, parts: PartPath) -> Refusal:
    chosen = _rat(parts[0])
    if chosen is None or chosen[0] >= state.seats:
        return Refusal("RT-85", "rat_or_pass")
    seat, rat = chosen
    index = seat * RATS + rat - 1
    square, load = state.at[index], state.load[index]
    nest = ground.homes[state.seats][state.seat]
    if square == NOWHERE:
        return Refusal("RT-80", "spare")
    if seat != state.seat:
        if square != nest:
            return Refusal("RT-85", "not_in_your_nest")
    elif load == NO_CHIP:
        return Refusal("RT-86", "carries_nothing")
    elif square == state.cat:
        return Refusal("RT-75", "behind_the_cat")
    elif square not in ground.way_home(nest, state.piper):
        if state.options.piper == "wall":
            return Refusal("RT-88", "piper_in_the_way")
        if parts[1:] != (actions.SACRIFICE,):
            return Refusal("RT-87", "piper_in_the_way")
    if twin := _lower_twin(state, index):
        return Refusal("RT-17", "equal_rat", {"rat": twin})
    if actions.SACRIFICE in parts:
        return Refusal("RT-88", "way_is_free")
    return Refusal("RT-85", "only_to_its_nest")


def _lower_twin(state: State, index: int) -> Rat:
    """The lowest rat of that seat on the same square with the same load, if it is another."""
    first = index - index % RATS
    for other in range(first, index):
        same = state.at[other] == state.at[index] and state.load[other] == state.load[index]
        if same and not (first == state.seat * RATS and other - first + 1 == state.used):
            return other - first + 1
    return 0


# --- the number --------------------------------------------------------------------------------


def _move(ground: Ground, state: State, parts: PartPath) -> Refusal:
    if parts[0] == actions.PASS:
        return Refusal("RT-11", "must_move")
    chosen = _rat(parts[0])
    if chosen is None:
        return Refusal("RT-11", "rat_first")
    if chosen[0] != state.seat:
        return Refusal("RT-11", "foreign_rat")
    rat = chosen[1]
    if refusal := _mover(state, rat):
        return refusal
    if len(parts) == 1:
        return Refusal("RT-20", "no_walk", {"steps": state.number})
    if parts[1].startswith(("load:", "chip:")):
        return _handle(ground, state, rat, parts)
    if parts[1] == actions.SACRIFICE:
        wall = state.options.piper == "wall"
        return Refusal("RT-61", "piper_is_a_wall" if wall else "meets_nobody")
    target = _square(ground, parts[1])
    if target is None:
        return Refusal("RT-20", "not_a_square")
    if parts[:2] in openings(ground, state):
        return _exit(ground, state, target, parts)
    return _target(ground, state, rat, target)


def _mover(state: State, rat: Rat) -> Refusal | None:
    """What keeps this rat from walking at all."""
    index = state.seat * RATS + rat - 1
    square = state.at[index]
    if state.hand and rat != state.hand:
        return Refusal("RT-102", "other_rat_bound", {"rat": state.hand})
    if square == NOWHERE:
        return Refusal("RT-80", "spare")
    if rat == state.used and not state.runs:
        return Refusal("RT-53", "has_moved")
    if square == state.cat:
        return Refusal("RT-76", "behind_the_cat")
    if rat not in (state.used, state.hand) and (twin := _lower_twin(state, index)):
        return Refusal("RT-17", "equal_rat", {"rat": twin})
    return None


def _handle(ground: Ground, state: State, rat: Rat, parts: PartPath) -> Refusal:
    index = state.seat * RATS + rat - 1
    square, load = state.at[index], state.load[index]
    if state.hand:
        return Refusal("RT-102", "has_handled")
    if square == ground.homes[state.seats][state.seat]:
        return Refusal("RT-105", "own_nest")
    if rat == state.used:
        return Refusal("RT-55", "runs_on")
    kind: Kind = NO_CHIP
    if found := _CHIP.fullmatch(parts[1]):
        kind = int(found[2])
        if found[1] != ground.town.names[square]:
            return Refusal("RT-103", "chip_elsewhere")
        if kind == load:
            return Refusal("RT-17", "same_kind")
        if not count(state.lying[square], kind):
            return Refusal("RT-105", "no_such_chip", {"kind": kind})
    elif load == NO_CHIP or parts[1] != f"load:{state.seat}.{rat}":
        return Refusal("RT-102", "carries_nothing")
    if Handle(rat, kind) in legal(ground, state):
        return Refusal("RT-102", "too_many_parts")
    walks = any(isinstance(a, Walk) and a.rat == rat for a in legal(ground, state))
    return Refusal("RT-51", "use_both") if walks else Refusal("RT-102", "cannot_walk")


def _exit(ground: Ground, state: State, target: Square, parts: PartPath) -> Refusal:
    """The way to here is right, but not what follows."""
    mark = ground.town.marks[target]
    if mark in (CANAL, STAIRS) and len(parts) == 3:
        rule = "RT-30" if mark == CANAL else "RT-40"
        out = _square(ground, parts[2])
        return Refusal(rule, "another_exit" if out == target else "not_an_exit")
    return Refusal("RT-50" if state.shares == 2 else "RT-20", "too_many_parts")


def _target(ground: Ground, state: State, rat: Rat, target: Square) -> Refusal:
    """Why a rat that may walk cannot get to a square."""
    square = state.at[state.seat * RATS + rat - 1]
    pace = state.number + (RUNNING_ON if rat == state.used else 0)
    paces = (pace, pace + WHOLE) if state.shares == 2 else (pace,)
    walks = ground.walks[state.options.walk]
    if target == square and pace > RUNNING_ON:
        return Refusal("RT-54", "surfaced_there")
    for pace in paces:
        if target in walks[square << PACE_BITS | pace].ends:
            if target == state.cat:
                return Refusal("RT-75", "behind_the_cat")
            ways = walks.ways(square, pace, blockers(ground, state))
            if any(target in (walk.via, walk.to) for walk in ways.walks[rat]):
                return Refusal("RT-51", "use_both")
            rule = "RT-62" if target == state.piper else "RT-61"
            return Refusal(rule, "piper_in_the_way")
    if state.options.walk == "no_square_twice":
        looser = ground.walks["no_reversal"]
        if any(target in looser[square << PACE_BITS | pace].ends for pace in paces):
            return Refusal("RT-21", "square_twice")
    return Refusal("RT-20", "count", {"steps": state.number})
