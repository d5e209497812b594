"""Why not? Every choice that leads to no action is answered with the rule that is against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from ratskeller.core.game import PartPath, Refusal, Seat, View
from ratskeller.games.ratzentanz.rules.actions import (
    CAT_FIGURE,
    NUMBER_DIE,
    PASS,
    PIPER_FIGURE,
    SACRIFICE,
    SYMBOL_DIE,
    legal_set,
    openings,
    parts_of,
)
from ratskeller.games.ratzentanz.rules.chips import count
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.moving import blockers
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    DOUBLE,
    MAX_TURN_CAP,
    MOVE,
    NO_CHIP,
    NOWHERE,
    ORDER,
    PIPER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    TAKE,
    Kind,
    Options,
    Phase,
    Rat,
    Sacrifice,
    Square,
    State,
    Symbol,
    Walk,
)
from ratskeller.games.ratzentanz.rules.town import BUILDING, CANAL, NEST, STAIRS, STOREROOMS
from ratskeller.games.ratzentanz.rules.turn import to_act
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS, RUNNING_ON, WHOLE, Pace

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
    return _BY_PHASE[state.phase](ground, state, parts)


def _order(_ground: Ground, _state: State, _parts: PartPath) -> Refusal:
    return Refusal("RT-10", "choose_die")


# --- reading parts -----------------------------------------------------------------------------


def _rat(part: str) -> tuple[Seat, Rat] | None:
    found = _RAT.fullmatch(part)
    return (int(found[1]), int(found[2])) if found else None


def _square(ground: Ground, part: str) -> Square | None:
    kind, _, name = part.partition(":")
    return ground.number_of.get(name) if kind == "sq" else None


# --- what is not asked for now -----------------------------------------------------------------

_ASKED_BY: Final[Mapping[str, tuple[Symbol, Phase]]] = {
    CAT_FIGURE: (CAT, PUT_CAT),
    PIPER_FIGURE: (PIPER, PUT_PIPER),
    SYMBOL_DIE: (BACK, CALL_HOME),
}


def _elsewhere(state: State, parts: PartPath) -> Refusal | None:
    """What belongs to the other die or to another symbol (RT-10, RT-13)."""
    if parts in ((NUMBER_DIE,), (SYMBOL_DIE,)):
        double = state.symbol == DOUBLE
        return Refusal("RT-57" if double else "RT-10", "no_order" if double else "order_settled")
    if parts[0] == NUMBER_DIE and state.phase != MOVE:
        return Refusal("RT-10", "symbol_now" if state.shares else "number_done")
    symbol, phase = _ASKED_BY.get(parts[0], (state.symbol, state.phase))
    if symbol != state.symbol:
        return Refusal("RT-13", "other_symbol", {"symbol": state.symbol})
    if phase != state.phase:
        return Refusal("RT-10", "number_now" if state.due else "symbol_done")
    return None


# --- chips after a walk ------------------------------------------------------------------------


def _take(ground: Ground, state: State, parts: PartPath) -> Refusal:
    found = _CHIP.fullmatch(parts[0])
    if not found:
        return Refusal("RT-101", "chip_or_none")
    here = state.at[state.seat * RATS + state.hand - 1]
    if found[1] != ground.town.names[here]:
        return Refusal("RT-103", "chip_elsewhere")
    return _missing(state, state.hand, int(found[2])) or Refusal("RT-100", "one_chip")


def _missing(state: State, rat: Rat, kind: Kind) -> Refusal | None:
    """No chip of this kind lies free under a rat: other rats sit on them, or there is none."""
    own = state.seat * RATS + rat - 1
    square = state.at[own]
    if count(state.lying[square], kind):
        return None
    chips = enumerate(zip(state.at, state.load, strict=True))
    if any(chip == (square, kind) and index != own for index, chip in chips):
        return Refusal("RT-105", "chip_taken", {"kind": kind})
    return Refusal("RT-104", "no_such_chip", {"kind": kind})


# --- symbols -----------------------------------------------------------------------------------


def _cat(ground: Ground, state: State, parts: PartPath) -> Refusal:
    if parts[0] == PASS:
        return Refusal("RT-16", "no_pass")
    if refusal := _elsewhere(state, parts):
        return refusal
    square = _square(ground, parts[0])
    if square not in ground.storerooms:
        return Refusal("RT-75", "not_a_storeroom")
    return Refusal("RT-75", "cat_must_move" if square == state.cat else "too_many_parts")


def _piper(ground: Ground, state: State, parts: PartPath) -> Refusal:
    if parts[0] == PASS:
        return Refusal("RT-16", "no_pass")
    if refusal := _elsewhere(state, parts):
        return refusal
    square = _square(ground, parts[0])
    if square is None or not ground.alley[square]:
        return Refusal("RT-60", "not_an_alley")
    if square in ground.town.gates:
        return Refusal("RT-60", "in_front_of_a_nest")
    if square in state.at:
        return Refusal("RT-60", "rat_there")
    return Refusal("RT-60", "piper_must_move" if square == state.piper else "too_many_parts")


def _home(ground: Ground, state: State, parts: PartPath) -> Refusal:
    called = parts[1:]
    if parts[0] == NUMBER_DIE and len(called) > 1 and called in openings(ground, state):
        who = called[0].removeprefix("rat:")
        return Refusal("RT-85", "call_home", {"move": f"{who}>home"})  # it was typed as a walk
    if refusal := _elsewhere(state, parts):
        return refusal
    chosen = _rat(parts[0])
    if chosen is None or chosen[0] >= state.seats:
        return Refusal("RT-85", "rat_or_pass")
    seat, rat = chosen
    index = seat * RATS + rat - 1
    square, load = state.at[index], state.load[index]
    nest = ground.homes[state.seats][state.seat]
    if square == NOWHERE:
        return Refusal("RT-80", "spare")
    if twin := _lower_twin(state, index):
        return _by_twin(ground, state, parts, (seat, rat), (seat, twin))
    if seat != state.seat:
        if square != nest:
            return Refusal("RT-85", "not_in_your_nest")
    elif load == NO_CHIP:
        return Refusal("RT-86", "carries_nothing")
    elif square == state.cat:
        return Refusal("RT-75", "behind_the_cat")
    elif square not in ground.way_home(nest, state.piper):
        return _cut_off(ground, state, rat, parts)
    elif SACRIFICE in parts:
        return Refusal("RT-88", "way_is_free")
    return Refusal("RT-85", "only_to_its_nest")


def _cut_off(ground: Ground, state: State, rat: Rat, parts: PartPath) -> Refusal:
    """The Piper closes every way home (RT-87, RT-88)."""
    if state.options.piper == "wall":
        return Refusal("RT-88", "piper_in_the_way")
    if parts[1:] == (SACRIFICE, SYMBOL_DIE):
        return _no_double(ground, state, rat, parts)
    return Refusal("RT-87", "piper_in_the_way")


# --- equal rats --------------------------------------------------------------------------------


def _lower_twin(state: State, index: int) -> Rat:
    """The lowest rat of that seat on the same square with the same load, if it is another."""
    first = index - index % RATS
    for other in range(first, index):
        same = state.at[other] == state.at[index] and state.load[other] == state.load[index]
        if same and not (first == state.seat * RATS and other - first + 1 == state.used):
            return other - first + 1
    return 0


def _by_twin(
    ground: Ground,
    state: State,
    parts: PartPath,
    chosen: tuple[Seat, Rat],
    twin: tuple[Seat, Rat],
) -> Refusal:
    """Of equal rats the lowest is chosen (RT-17); what it cannot do either has its own reason."""
    own, others = (f":{seat}.{rat}" for seat, rat in (chosen, twin))
    renamed = {f"{part}{own}": f"{part}{others}" for part in ("rat", "load")}
    same = tuple(renamed.get(part, part) for part in parts)
    if same in openings(ground, state) or _legal_in_this_form(ground, state, twin[1], same):
        return Refusal("RT-17", "equal_rat", {"rat": twin[1]})
    return _BY_PHASE[state.phase](ground, state, same)


def _legal_in_this_form(ground: Ground, state: State, rat: Rat, parts: PartPath) -> bool:
    """A path that ends in a die leads somewhere, too, where that form alone does."""
    if parts[-1] not in (NUMBER_DIE, SYMBOL_DIE):
        return False
    whole = parts[-1] == SYMBOL_DIE
    return any(
        isinstance(action, Walk | Sacrifice)
        and (action.rat, action.whole) == (rat, whole)
        and parts_of(ground, state, action) == parts[:-1]
        for action in legal_set(ground, state)
    )


# --- the number --------------------------------------------------------------------------------


def _move(ground: Ground, state: State, parts: PartPath) -> Refusal:
    if parts[0] == PASS:
        return Refusal("RT-11", "must_move")
    if refusal := _elsewhere(state, parts):
        return refusal
    if parts[0] == NUMBER_DIE:
        return Refusal("RT-101", "not_after_a_walk")
    chosen = _rat(parts[0])
    if chosen is None:
        return Refusal("RT-11", "rat_first")
    if chosen[0] != state.seat:
        return Refusal("RT-11", "foreign_rat")
    rat = chosen[1]
    if refusal := _mover(ground, state, rat):
        return refusal
    index = state.seat * RATS + rat - 1
    if rat not in (state.used, state.hand) and (twin := _lower_twin(state, index)):
        return _by_twin(ground, state, parts, (state.seat, rat), (state.seat, twin))
    if len(parts) == 1:
        return _nowhere(ground, state, rat)
    if parts[1].startswith(("load:", "chip:")):
        return _handle(ground, state, rat, parts)
    if parts[1] == SACRIFICE:
        return _sacrifice(ground, state, rat, parts)
    target = _square(ground, parts[1])
    if target is None:
        return Refusal("RT-20", "not_a_square")
    return _walk(ground, state, rat, target, parts)


def _mover(ground: Ground, state: State, rat: Rat) -> Refusal | None:
    """What keeps this rat from walking at all."""
    square = state.at[state.seat * RATS + rat - 1]
    if state.hand and rat != state.hand:
        return Refusal("RT-102", "other_rat_bound", {"rat": state.hand})
    if square == NOWHERE:
        return Refusal("RT-80", "spare")
    if rat == state.used and not state.runs:
        return _has_moved(ground, square)
    if square == state.cat:
        return Refusal("RT-76", "behind_the_cat")
    return None


def _has_moved(ground: Ground, square: Square) -> Refusal:
    """The first half of a 2x is walked, and the second is not for the same rat."""
    mark, doors = ground.town.marks[square], len(ground.town.links[square])
    if mark in (CANAL, STAIRS):  # it surfaced there and would run on, had it taken no chip
        return Refusal("RT-55", "has_taken")
    in_and_out = mark in (NEST, *STOREROOMS) or (mark == BUILDING and doors == 1)
    return Refusal("RT-53" if in_and_out else "RT-50", "has_moved")


def _handle(ground: Ground, state: State, rat: Rat, parts: PartPath) -> Refusal:
    index = state.seat * RATS + rat - 1
    square, load = state.at[index], state.load[index]
    chip = _CHIP.fullmatch(parts[1])
    if state.hand:
        return Refusal("RT-102", "has_handled")
    if not chip and (load == NO_CHIP or parts[1] != f"load:{state.seat}.{rat}"):
        return Refusal("RT-102", "carries_nothing")
    if square == ground.homes[state.seats][state.seat]:
        return Refusal("RT-105", "own_nest")
    if rat == state.used:
        return Refusal("RT-55", "runs_on")
    if chip:
        if chip[1] != ground.town.names[square]:
            return Refusal("RT-103", "chip_elsewhere")
        if refusal := _missing(state, rat, int(chip[2])):
            return refusal
        if int(chip[2]) == load:
            return Refusal("RT-17", "same_kind")
    if parts[:2] in openings(ground, state):
        return Refusal("RT-102", "too_many_parts")
    ways = ground.walks[state.options.walk].ways(square, state.number, blockers(ground, state))
    return Refusal("RT-51", "use_both") if ways.walks[rat] else Refusal("RT-102", "cannot_walk")


def _sacrifice(ground: Ground, state: State, rat: Rat, parts: PartPath) -> Refusal:
    if state.options.piper == "wall":
        return Refusal("RT-61", "piper_is_a_wall")
    form = parts[2:]
    if state.shares != 2 and form == (SYMBOL_DIE,):
        return _no_double(ground, state, rat, parts)
    if form and parts[:2] in openings(ground, state):
        return _other_form("RT-61", rat, parts)
    return Refusal("RT-61", "meets_nobody")


# --- walks -------------------------------------------------------------------------------------


def _walk(ground: Ground, state: State, rat: Rat, target: Square, parts: PartPath) -> Refusal:
    """Why a rat that may walk cannot get to a square, or not so."""
    form = parts[-1] if parts[-1] in (NUMBER_DIE, SYMBOL_DIE) else ""
    if form == SYMBOL_DIE and state.shares != 2:
        return _no_double(ground, state, rat, parts)
    paces = _paces(state, rat)
    if form and state.shares == 2:
        paces = paces[1:] if form == SYMBOL_DIE else paces[:1]
    elif parts[:2] in openings(ground, state):
        return _exit(ground, state, target, parts)
    refusal = _target(ground, state, rat, target, paces)
    if form and refusal.reason in ("count", "square_twice"):
        if parts[:-1] in openings(ground, state):
            return _other_form(refusal.rule, rat, parts)
        neither = _target(ground, state, rat, target, _paces(state, rat))
        return neither if neither.rule == refusal.rule else refusal
    return refusal


def _paces(state: State, rat: Rat) -> tuple[Pace, ...]:
    """n, and with an open 2x also 2n in one go."""
    if state.shares == 2:
        return state.number, state.number + WHOLE
    return (state.number + (RUNNING_ON if rat == state.used else 0),)


def _exit(ground: Ground, state: State, target: Square, parts: PartPath) -> Refusal:
    """The way to here is right, but not what follows."""
    mark = ground.town.marks[target]
    if mark in (CANAL, STAIRS) and len(parts) == 3:
        rule = "RT-30" if mark == CANAL else "RT-40"
        out = _square(ground, parts[2])
        return Refusal(rule, "another_exit" if out == target else "not_an_exit")
    if (*parts[:-1], SYMBOL_DIE) in openings(ground, state):
        return Refusal("RT-50", "half_or_whole")
    return Refusal("RT-20", "too_many_parts")


def _target(
    ground: Ground, state: State, rat: Rat, target: Square, paces: Sequence[Pace]
) -> Refusal:
    """Why a rat that may walk cannot get to a square at any of these paces."""
    square = state.at[state.seat * RATS + rat - 1]
    walks = ground.walks[state.options.walk]
    if target == square and paces[0] > RUNNING_ON:
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
    return _count(state, paces)


def _count(state: State, paces: Sequence[Pace]) -> Refusal:
    steps = state.number
    if len(paces) > 1:
        return Refusal("RT-20", "count_doubled", {"steps": steps, "double": 2 * steps})
    return Refusal("RT-20", "count", {"steps": 2 * steps if paces[0] & WHOLE else steps})


def _nowhere(ground: Ground, state: State, rat: Rat) -> Refusal:
    """A rat without any move: what is against the first place that it would get to."""
    square, paces = state.at[state.seat * RATS + rat - 1], _paces(state, rat)
    walks = ground.walks[state.options.walk]
    for pace in paces:
        for target in walks[square << PACE_BITS | pace].ends:
            return _target(ground, state, rat, target, paces)
    return Refusal("RT-20", "no_walk", {"steps": state.number})


# --- n or 2n -----------------------------------------------------------------------------------


def _no_double(ground: Ground, state: State, rat: Rat, parts: PartPath) -> Refusal:
    """Both halves in one go, and there is no whole 2x (RT-50)."""
    if parts[:-1] in openings(ground, state):
        return Refusal("RT-50", "say_single", {"move": _typed(rat, parts[1:-1], ">")})
    return Refusal("RT-50", "no_double")


def _other_form(rule: str, rat: Rat, parts: PartPath) -> Refusal:
    """With n it does not work but with 2n it does, or the other way round."""
    if parts[-1] == NUMBER_DIE:
        return Refusal(rule, "only_whole", {"move": _typed(rat, parts[1:-1], ">>")})
    return Refusal(rule, "only_half", {"move": _typed(rat, parts[1:-1], ">")})


def _typed(rat: Rat, way: PartPath, arrow: str) -> str:
    """The same move as it is typed."""
    names = ("x" if part == SACRIFICE else part.removeprefix("sq:") for part in way)
    return f"{rat}{arrow}{'>'.join(names)}"


_Judge: TypeAlias = Callable[[Ground, State, PartPath], Refusal]
_BY_PHASE: Final[Mapping[Phase, _Judge]] = {
    ORDER: _order,
    MOVE: _move,
    TAKE: _take,
    PUT_CAT: _cat,
    PUT_PIPER: _piper,
    CALL_HOME: _home,
}
