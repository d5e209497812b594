"""What each rule of Ratzentanz forbids, said a second time and plainly, for tests of refusals.

Nothing here asks the engine: walks are found by going from square to square, chips by looking. It is
slow and short, and it need not decide what is legal: only which rules a given action breaks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from ratskeller.games.ratzentanz.rules.chips import count
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    DOUBLE,
    KINDS,
    MOVE,
    NO_RAT,
    NOWHERE,
    ORDER,
    PIPER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    TAKE,
    Action,
    First,
    Handle,
    Home,
    Kind,
    Pass,
    PlaceCat,
    PlacePiper,
    Rat,
    Sacrifice,
    Square,
    State,
    Symbol,
    Take,
    Walk,
)
from tests.rules.ratzentanz.positions import GROUND, name, sq

TOWN = GROUND.town
THROUGH = (".", "H")  # alleys and buildings are passed; all else ends a walk
SHAFTS = ("C", "@")


# --- walking -----------------------------------------------------------------------------------


@cache
def ways(start: Square, steps: int) -> Mapping[Square, list[tuple[frozenset[Square], bool]]]:
    """Where a rat gets in so many steps without turning on the spot: the squares of each walk, and
    whether it steps on one of them twice.
    """
    found: dict[Square, list[tuple[frozenset[Square], bool]]] = defaultdict(list)

    def go(walk: tuple[Square, ...]) -> None:
        here = walk[-1]
        if len(walk) == steps + 1:
            found[here].append((frozenset(walk), len(set(walk)) < len(walk)))
            return
        if len(walk) > 1 and TOWN.marks[here] not in THROUGH:
            return
        for near in TOWN.links[here]:
            if len(walk) < 2 or near != walk[-2]:
                go((*walk, near))

    go((start,))
    return found


def allowed(state: State, start: Square, steps: int, end: Square) -> list[frozenset[Square]]:
    """The walks to an end, the Piper and the cat aside."""
    twice = state.options.walk == "no_reversal"
    return [squares for squares, loops in ways(start, steps).get(end, []) if twice or not loops]


def reaches(state: State, start: Square, steps: int, end: Square, *, runs_on: bool) -> bool:
    """A walk that the Piper and the cat let pass (RT-61, RT-75), not back where it surfaced (RT-54)."""
    if state.cat in (start, end) or (runs_on and start == end):
        return False
    return any(state.piper not in squares for squares in allowed(state, start, steps, end))


def can_walk(state: State, start: Square, steps: int, *, runs_on: bool = False) -> bool:
    return start != NOWHERE and any(
        reaches(state, start, steps, end, runs_on=runs_on) for end in ways(start, steps)
    )


def meets_piper(state: State, start: Square, steps: int, *, runs_on: bool) -> bool:
    """Some walk would be allowed if he were not there, and touches him (RT-61)."""
    return state.cat != start and any(
        state.piper in squares
        for end in ways(start, steps)
        if end != state.cat and not (runs_on and end == start)
        for squares in allowed(state, start, steps, end)
    )


def way_home(state: State, start: Square) -> bool:
    """Over alleys and through buildings, past the Piper's square (RT-87)."""
    reached, waiting = {start}, [start]
    while waiting:
        for near in TOWN.links[waiting.pop()]:
            if near == home_of(state, state.seat):
                return True
            if near not in reached and near != state.piper and TOWN.marks[near] in THROUGH:
                reached.add(near)
                waiting.append(near)
    return False


# --- looking -----------------------------------------------------------------------------------


def home_of(state: State, seat: int) -> Square:
    corners = {2: ("a1", "o13"), 3: ("a1", "o1", "o13"), 4: ("a1", "o1", "o13", "a13")}
    return sq(corners[state.seats][seat])


def own(state: State, rat: Rat) -> int:
    return state.seat * RATS + rat - 1


def stands(state: State, rat: Rat) -> Square:
    return state.at[own(state, rat)]


def one_door(square: Square) -> bool:
    return TOWN.marks[square] in "N123456" or (
        TOWN.marks[square] == "H" and len(TOWN.links[square]) == 1
    )


def lower_equal(state: State, index: int) -> Iterator[Rat]:
    """Rats of the same seat, square and load with a lower number (RT-17)."""
    for other in range(index - index % RATS, index):
        same = (state.at[other], state.load[other]) == (state.at[index], state.load[index])
        if same and other != own(state, state.used):
            yield other % RATS + 1


def missing(state: State, rat: Rat, kind: Kind) -> bool:
    return kind > 0 and not count(state.lying[stands(state, rat)], kind)


def under_another(state: State, rat: Rat, kind: Kind) -> bool:
    here = stands(state, rat)
    chips = enumerate(zip(state.at, state.load, strict=True))
    return any(chip == (here, kind) and index != own(state, rat) for index, chip in chips)


def steps_of(state: State, action: Walk | Sacrifice) -> int:
    return state.number * 2 if action.whole else state.number


def end_of(action: Walk) -> Square:
    return action.to if action.via == NOWHERE else action.via


def runs_on(state: State, rat: Rat) -> bool:
    return state.runs and rat == state.used


def walkable(state: State, action: Walk) -> bool:
    """As far as steps, Piper and cat go."""
    start, steps = stands(state, action.rat), steps_of(state, action)
    on = runs_on(state, action.rat)
    return start != NOWHERE and reaches(state, start, steps, end_of(action), runs_on=on)


# --- the whole of a 2x (RT-51) -----------------------------------------------------------------


def _mirror(square: Square, via: Square, to: Square) -> Square:
    """The same step on the stairs: the letter changes sides, the number does, or both do."""
    letter, row = name(square)[0], name(square)[1:]
    if name(via)[0] != name(to)[0]:
        letter = {"f": "j", "j": "f"}[letter]
    if name(via)[1:] != name(to)[1:]:
        row = {"2": "12", "12": "2"}[row]
    return sq(letter + row)


def _wins(state: State, kind: Kind) -> bool:
    nest = state.lying[home_of(state, state.seat)]
    kinds = {one for one in range(1, KINDS + 1) if count(nest, one)} | ({kind} if kind else set())
    return kind > 0 and len(kinds) >= state.options.kinds


def leaves_a_second(state: State, half: Walk) -> bool:
    """After this half somebody can walk the other, or the game is won."""
    index = own(state, half.rat)
    if half.to == home_of(state, state.seat) and _wins(state, state.load[index]):
        return True
    at = list(state.at)
    if half.via != NOWHERE and TOWN.marks[half.via] == "@":
        for other, square in enumerate(at):
            if square != NOWHERE and TOWN.marks[square] == "@" and other != index:
                at[other] = _mirror(square, half.via, half.to)
    at[index] = half.to
    after = replace(state, at=tuple(at))
    others = (rat for rat in range(1, RATS + 1) if rat != half.rat)
    if any(can_walk(after, stands(after, rat), state.number) for rat in others):
        return True
    return half.via != NOWHERE and can_walk(after, half.to, state.number, runs_on=True)


def _halves(state: State, rat: Rat) -> Iterator[Walk]:
    start = stands(state, rat)
    for end in ways(start, state.number) if start != NOWHERE else ():
        if TOWN.marks[end] not in SHAFTS:
            half = Walk(rat, end)
            if walkable(state, half):
                yield half
            continue
        for out in range(len(TOWN.marks)):
            if TOWN.marks[out] == TOWN.marks[end] and out != end:
                half = Walk(rat, out, end)
                if walkable(state, half):
                    yield half


def used_whole(state: State, rat: Rat) -> bool:
    """This rat can begin a use of the whole 2x."""
    start = stands(state, rat)
    return can_walk(state, start, 2 * state.number) or any(
        leaves_a_second(state, half) for half in _halves(state, rat)
    )


def _wastes_a_half(state: State, action: Action) -> bool:
    if state.phase != MOVE or state.shares != 2:
        return False
    if not any(used_whole(state, rat) for rat in range(1, RATS + 1)):
        return False
    match action:
        case Walk(_, _, _, False):
            return walkable(state, action) and not leaves_a_second(state, action)
        case Handle(rat, kind):
            index = own(state, rat)
            load = (*state.load[:index], kind, *state.load[index + 1 :])
            return not used_whole(replace(state, load=load), rat)
    return False


# --- the list ----------------------------------------------------------------------------------

SYMBOL_OF: Final[Mapping[type, Symbol]] = {PlaceCat: CAT, PlacePiper: PIPER, Home: BACK}
IN_NUMBER: Final = (MOVE, TAKE)
IN_SYMBOL: Final = (PUT_CAT, PUT_PIPER, CALL_HOME)


def _of_symbol(state: State, action: Action) -> bool:
    called = isinstance(action, Sacrifice) and state.phase == CALL_HOME
    return called or type(action) in SYMBOL_OF


def _of_number(state: State, action: Action) -> bool:
    return isinstance(action, Walk | Handle | Take | Sacrifice) and not _of_symbol(state, action)


def rat_of(action: Action) -> Rat:
    """The mover's rat that does it; 0 where none does."""
    return action.rat if isinstance(action, Walk | Handle | Sacrifice) else NO_RAT


def _two_dice(state: State, action: Action) -> bool:
    """Choose the order, then finish one die before the other (RT-10)."""
    if isinstance(action, First) or state.phase == ORDER:
        settled = state.phase != ORDER
        return state.symbol != DOUBLE and isinstance(action, First) == settled
    if state.phase in IN_NUMBER:
        return _of_symbol(state, action)
    return _of_number(state, action)


def _other_symbol(state: State, action: Action) -> bool:
    return SYMBOL_OF.get(type(action), state.symbol) != state.symbol


def _can_walk_at_all(state: State) -> bool:
    return any(
        can_walk(state, stands(state, rat), state.number, runs_on=runs_on(state, rat))
        for rat in range(1, RATS + 1)
        if rat != state.used or state.runs
    )


def _must_move(state: State, action: Action) -> bool:
    return isinstance(action, Pass) and state.phase == MOVE and _can_walk_at_all(state)


def _no_pass(state: State, action: Action) -> bool:
    """Only beside a sacrifice without any walk, or at back to the nest (RT-16)."""
    if not isinstance(action, Pass) or state.phase == CALL_HOME:
        return False
    return state.phase != MOVE or _can_walk_at_all(state)


def _taking(state: State, action: Action) -> bool:
    """A chip is taken when a rat has ended its move, and then nothing else is done (RT-101)."""
    return isinstance(action, Take) != (state.phase == TAKE)


def _chip_of(state: State, action: Action) -> tuple[Rat, Kind] | None:
    if isinstance(action, Take) and state.phase == TAKE:
        return state.hand, action.kind
    if isinstance(action, Handle) and state.phase == MOVE and stands(state, action.rat) >= 0:
        return action.rat, action.kind
    return None


def _nothing_there(state: State, action: Action) -> bool:
    chip = _chip_of(state, action)
    return chip is not None and missing(state, *chip) and not under_another(state, *chip)


def _not_to_be_had(state: State, action: Action) -> bool:
    """Under another rat, or in one's own nest (RT-105)."""
    chip = _chip_of(state, action)
    if chip is None or not chip[1]:
        return False
    at_home = stands(state, chip[0]) == home_of(state, state.seat)
    return at_home or (missing(state, *chip) and under_another(state, *chip))


def _handling(state: State, action: Action) -> bool:
    """Once, by the rat that goes next, and only by one that can walk (RT-102)."""
    if state.phase != MOVE or not rat_of(action):
        return False
    if state.hand and rat_of(action) != state.hand:
        return True
    if not isinstance(action, Handle):
        return False
    start = stands(state, action.rat)
    nothing = not action.kind and not state.load[own(state, action.rat)]
    steps = (state.number, 2 * state.number)[: state.shares]
    walks = any(can_walk(state, start, one, runs_on=runs_on(state, action.rat)) for one in steps)
    return bool(state.hand) or nothing or not walks


def _equal(state: State, action: Action) -> bool:
    """The lowest of equal rats stands for all; a chip for one like it is no swap (RT-17)."""
    if isinstance(action, Handle) and state.phase == MOVE:
        if action.kind and action.kind == state.load[own(state, action.rat)]:
            return True
    if isinstance(action, Home) and action.seat < state.seats and state.phase == CALL_HOME:
        return any(lower_equal(state, action.seat * RATS + action.rat - 1))
    rat = rat_of(action)
    if rat in (NO_RAT, state.used, state.hand) or state.phase not in (MOVE, CALL_HOME):
        return False
    return any(lower_equal(state, own(state, rat)))


def _spare(state: State, action: Action) -> bool:
    if isinstance(action, Home):
        if action.seat >= state.seats:
            return False
        return state.at[action.seat * RATS + action.rat - 1] == NOWHERE
    return rat_of(action) > 0 and stands(state, rat_of(action)) == NOWHERE


def _locked_in(state: State, action: Action) -> bool:
    if state.phase != MOVE or not rat_of(action):
        return False
    return stands(state, rat_of(action)) == state.cat != NOWHERE


def _cat(state: State, action: Action) -> bool:
    match action:
        case PlaceCat(square):
            return square == state.cat
        case Walk():
            return end_of(action) == state.cat
    called = _called(state, action)
    return called > 0 and stands(state, called) == state.cat != NOWHERE


def _piper_placed(state: State, action: Action) -> bool:
    if not isinstance(action, PlacePiper):
        return False
    before_a_nest = any(TOWN.marks[near] == "N" for near in TOWN.links[action.square])
    return before_a_nest or action.square in state.at or action.square == state.piper


def _past_the_piper(state: State, action: Action) -> bool:
    """A walk cannot pass him; a sacrifice must, where there are any (RT-61)."""
    if state.phase != MOVE:
        return False
    match action:
        case Walk(rat) if stands(state, rat) >= 0:
            walks = allowed(state, stands(state, rat), steps_of(state, action), end_of(action))
            return bool(walks) and all(state.piper in squares for squares in walks)
        case Sacrifice(rat) if stands(state, rat) >= 0:
            on = runs_on(state, rat)
            meets = meets_piper(state, stands(state, rat), steps_of(state, action), runs_on=on)
            return state.options.piper == "wall" or not meets
    return False


def _on_his_square(state: State, action: Action) -> bool:
    return isinstance(action, Walk) and action.to == state.piper


def _counts(state: State, action: Action) -> bool:
    """No walk of so many steps ends there (RT-20)."""
    if not isinstance(action, Walk) or state.phase != MOVE or stands(state, action.rat) < 0:
        return False
    return end_of(action) not in ways(stands(state, action.rat), steps_of(state, action))


def _twice(state: State, action: Action) -> bool:
    """There are such walks, but all of them step on a square twice (RT-21)."""
    if not isinstance(action, Walk) or state.phase != MOVE or stands(state, action.rat) < 0:
        return False
    start, steps, end = stands(state, action.rat), steps_of(state, action), end_of(action)
    return end in ways(start, steps) and not allowed(state, start, steps, end)


def _double(state: State, action: Action) -> bool:
    """Twice the number with 2x only, or two different rats (RT-50)."""
    if isinstance(action, Walk | Sacrifice) and action.whole and state.shares != 2:
        return True
    return _same_rat_again(state, action)


def _same_rat_again(state: State, action: Action) -> bool:
    again = rat_of(action) == state.used != NO_RAT
    return state.phase == MOVE and again and not state.runs


def _in_and_out(state: State, action: Action) -> bool:
    return _same_rat_again(state, action) and one_door(stands(state, state.used))


def _chips_on_the_way(state: State, action: Action) -> bool:
    """Who takes a chip where it surfaced does not run on; who runs on handles none (RT-55)."""
    if state.phase != MOVE or not state.used:
        return False
    stays = TOWN.marks[stands(state, state.used)] in SHAFTS and not state.runs
    if _same_rat_again(state, action):
        return stays
    return isinstance(action, Handle) and runs_on(state, action.rat)


def _back_where_it_surfaced(state: State, action: Action) -> bool:
    if not isinstance(action, Walk) or state.phase != MOVE or not runs_on(state, action.rat):
        return False
    return end_of(action) == stands(state, action.rat)


def _back_to_the_nest(state: State, action: Action) -> bool:
    """One's own rat is called, a foreign one is sent out of one's own nest (RT-85)."""
    if state.phase != CALL_HOME:
        return False
    if not isinstance(action, Home):
        return isinstance(action, Walk | Handle | Take | PlaceCat | PlacePiper)
    if action.seat >= state.seats:
        return True
    where = state.at[action.seat * RATS + action.rat - 1]
    return action.seat != state.seat and where != home_of(state, state.seat)


def _called(state: State, action: Action) -> Rat:
    """The own rat that is called home or sent off."""
    if state.phase != CALL_HOME:
        return 0
    if isinstance(action, Home):
        return action.rat if action.seat == state.seat else 0
    return action.rat if isinstance(action, Sacrifice) else 0


def _without_chip(state: State, action: Action) -> bool:
    rat = _called(state, action)
    return rat > 0 and not state.load[own(state, rat)]


def _no_way_home(state: State, action: Action) -> bool:
    rat = _called(state, action)
    return rat > 0 and isinstance(action, Home) and not way_home(state, stands(state, rat))


def _no_sacrifice_home(state: State, action: Action) -> bool:
    rat = _called(state, action)
    if not rat or stands(state, rat) == NOWHERE:
        return False
    free, wall = way_home(state, stands(state, rat)), state.options.piper == "wall"
    return (isinstance(action, Sacrifice) and (free or wall)) or (wall and not free)


FORBIDS: Final[Mapping[str, Callable[[State, Action], bool]]] = {
    "RT-10": _two_dice,
    "RT-11": _must_move,
    "RT-13": _other_symbol,
    "RT-16": _no_pass,
    "RT-17": _equal,
    "RT-20": _counts,
    "RT-21": _twice,
    "RT-50": _double,
    "RT-51": _wastes_a_half,
    "RT-53": _in_and_out,
    "RT-54": _back_where_it_surfaced,
    "RT-55": _chips_on_the_way,
    "RT-57": lambda state, action: isinstance(action, First) and state.symbol == DOUBLE,
    "RT-60": _piper_placed,
    "RT-61": _past_the_piper,
    "RT-62": _on_his_square,
    "RT-75": _cat,
    "RT-76": _locked_in,
    "RT-80": _spare,
    "RT-85": _back_to_the_nest,
    "RT-86": _without_chip,
    "RT-87": _no_way_home,
    "RT-88": _no_sacrifice_home,
    "RT-101": _taking,
    "RT-102": _handling,
    "RT-104": _nothing_there,
    "RT-105": _not_to_be_had,
}


def broken(state: State, action: Action) -> set[str]:
    """The rules that an action breaks; none where it is legal."""
    return {rule for rule, forbids in FORBIDS.items() if forbids(state, action)}
