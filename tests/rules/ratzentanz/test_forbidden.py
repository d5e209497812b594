"""Thousands of illegal actions: the rule that is cited is broken, and what is said is true.

`forbidden.py` is a second, plain list of what each rule forbids. `CLAIMS` says for each reason when its
sentence is true of a position, and `ADVICE` what it tells the reader to do instead.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from msgspec.structs import replace

from ratskeller.core.conformance import settings
from ratskeller.core.game import Refusal, refusal_of
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.chips import count
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    DOUBLE,
    MOVE,
    NO_CHIP,
    NOWHERE,
    ORDER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    START,
    TAKE,
    THROW,
    Action,
    First,
    Handle,
    Home,
    Options,
    Pass,
    PlaceCat,
    PlacePiper,
    Sacrifice,
    StartThrow,
    State,
    Take,
    Throw,
    Walk,
)
from tests.games.ratzentanz.speakers import by_malice
from tests.games.walks import walk
from tests.lengths import often
from tests.refused import Attempt, attempts_at
from tests.rules.ratzentanz import forbidden as plain
from tests.rules.ratzentanz.forbidden import broken, home_of, rat_of, stands
from tests.rules.ratzentanz.positions import GROUND, do, doubled, number, thrown

TURNS = often(90, 1000)
TRIES = 8

Judge = Callable[[State, Any, Mapping[str, Any]], bool]


def rare() -> Iterator[State]:
    """What matches at random hardly come to."""
    far = {"0.2": "b8", "0.3": "b8"}
    chips = {"l9": "2", "h7": "34"}
    taken = doubled(1, {"0.1": "d4", **far}, lying=chips)
    yield do(taken, "1>d5>l9", "*2")
    yield do(taken, "1>d5>l9", "*0")
    yield number(1, {"0.1": "h7*4", "1.1": "h7*5", **far}, lying=chips)
    yield number(1, {"0.1": "c5*4", **far}, lying={"c5": "6"}, piper="b5")
    for piper in ("sacrifice", "wall"):
        options = Options(piper=piper)
        shut_in = thrown(1, BACK, {"0.1": "c7*2", "0.2": "h7*3"}, piper="e7", options=options)
        yield do(shut_in, "symbol")


def positions() -> Iterator[tuple[State, random.Random]]:
    """Where a seat chooses, in matches of every setting: often where a 2x is open, and seldom where
    only the order of the dice is asked for.
    """
    for seed, (seats, options) in enumerate(settings(GAME)):
        rng = random.Random(seed)
        short = replace(options, turn_cap=TURNS)
        for state, _ in walk(GAME, seats, short, seed=seed, choose=by_malice):
            seldom = {THROW: 0, START: 0, ORDER: 32}.get(
                state.phase, 1 if state.symbol in (DOUBLE, BACK) else 4
            )
            if seldom and not rng.randrange(seldom):
                yield state, rng
    for seed, state in itertools.product(range(4), rare()):
        yield state, random.Random(seed)


def all_attempts() -> Iterator[Attempt[State, Action]]:
    for state, rng in positions():
        yield from attempts_at(GAME, state, state.seat, rng, TRIES)
        legal = set(GAME.legal(state))
        for _ in range(2 * TRIES):
            action = tempting(state, rng)
            if action not in legal:
                refusal = refusal_of(GAME, state, state.seat, action)
                yield Attempt(state, state.seat, action, refusal)


def tempting(state: State, rng: random.Random) -> Action:
    """What a person might try here: it often breaks one rule only."""
    rats = [index for index, square in enumerate(state.at) if square >= 0]
    mine = [index % RATS + 1 for index in rats if index // RATS == state.seat] or [1]
    rat = rng.choice(mine)
    if state.phase == MOVE:
        return rng.choice((_walk, _walk, _give_up, _change))(state, rat, rng)
    if state.phase == TAKE:
        return Take(rng.randint(0, 6))
    if state.phase == PUT_CAT:
        return PlaceCat(state.cat if state.cat >= 0 else rng.choice(GROUND.storerooms))
    if state.phase == PUT_PIPER:
        taken = [state.at[index] for index in rats if plain.TOWN.marks[state.at[index]] == "."]
        stays = [state.piper] if state.piper >= 0 else []
        return PlacePiper(rng.choice([*taken, *stays, *plain.TOWN.gates]))
    if state.phase == CALL_HOME:
        index = rng.choice(rats)
        called = Home(index // RATS, index % RATS + 1)
        return rng.choice((called, Sacrifice(rat), Walk(rat, home_of(state, state.seat))))
    return First(rng.choice(("number", "symbol")))


def _walk(state: State, rat: int, rng: random.Random) -> Action:
    """To where the steps would fit, or nearly."""
    start, whole = stands(state, rat), rng.random() < 0.5
    if start == NOWHERE:
        return Walk(rat, home_of(state, state.seat))
    end = rng.choice([*plain.ways(start, state.number * rng.choice((1, 2))), start, state.piper])
    outs = [out for out, mark in enumerate(plain.TOWN.marks) if mark == plain.TOWN.marks[end]]
    if plain.TOWN.marks[end] in plain.SHAFTS:
        return Walk(rat, rng.choice([out for out in outs if out != end]), end, whole)
    return Walk(rat, max(end, 0), whole=whole)


def _give_up(_state: State, rat: int, rng: random.Random) -> Action:
    return Sacrifice(rat, whole=rng.random() < 0.5)


def _change(_state: State, rat: int, rng: random.Random) -> Action:
    return Handle(rat, rng.randint(0, 6))


# --- what the sentences claim ------------------------------------------------------------------


def _who(state: State, action: Any) -> int:
    """The rat that it is about, of whatever seat."""
    rat: int = state.hand if isinstance(action, Take) else action.rat
    seat: int = action.seat if isinstance(action, Home) else state.seat
    return seat * RATS + rat - 1


def _load(state: State, action: Any) -> int:
    return state.load[_who(state, action)]


def _at(state: State, action: Any) -> int:
    return state.at[_who(state, action)]


def _straight(state: State, action: Walk, *, whole: bool) -> bool:
    """A walk of one half, or of both, would get there if nobody were in the way."""
    other = replace(action, whole=whole)
    steps = plain.steps_of(state, other)
    return bool(plain.allowed(state, stands(state, action.rat), steps, plain.end_of(other)))


def _meets(state: State, action: Sacrifice, *, whole: bool) -> bool:
    steps = plain.steps_of(state, replace(action, whole=whole))
    on = plain.runs_on(state, action.rat)
    return plain.meets_piper(state, stands(state, action.rat), steps, runs_on=on)


def _gets_there(state: State, action: Any, *, whole: bool) -> bool:
    if isinstance(action, Sacrifice):
        return _meets(state, action, whole=whole)
    return _straight(state, action, whole=whole)


CLAIMS: Final[Mapping[str, Judge]] = {
    "choose_die": lambda s, a, _: s.phase == ORDER,
    "order_settled": lambda s, a, _: s.phase != ORDER and s.symbol != DOUBLE,
    "no_order": lambda s, a, _: s.symbol == DOUBLE,
    "number_now": lambda s, a, _: s.phase in (MOVE, TAKE) and s.due,
    "symbol_now": lambda s, a, _: s.phase >= PUT_CAT and s.shares > 0,
    "number_done": lambda s, a, _: s.phase >= PUT_CAT and not s.shares,
    "symbol_done": lambda s, a, _: s.phase in (MOVE, TAKE) and not s.due,
    "other_symbol": lambda s, a, args: args["symbol"] == s.symbol != plain.SYMBOL_OF[type(a)],
    "no_pass": lambda s, a, _: s.phase in (PUT_CAT, PUT_PIPER),
    "chip_or_none": lambda s, a, _: s.phase == TAKE,
    "not_after_a_walk": lambda s, a, _: s.phase == MOVE,
    "no_such_chip": lambda s, a, args: not count(s.lying[_at(s, a)], args["kind"]),
    "chip_taken": lambda s, a, args: any(
        chip == (_at(s, a), args["kind"]) and index != _who(s, a)
        for index, chip in enumerate(zip(s.at, s.load, strict=True))
    ),
    "same_kind": lambda s, a, _: _load(s, a) == a.kind,
    "carries_nothing": lambda s, a, _: _load(s, a) == NO_CHIP,
    "own_nest": lambda s, a, _: _at(s, a) == home_of(s, s.seat) and a.kind > 0,
    "runs_on": lambda s, a, _: a.rat == s.used and s.runs,
    "has_handled": lambda s, a, _: a.rat == s.hand,
    "cannot_walk": lambda s, a, _: not plain.can_walk(s, _at(s, a), s.number),
    "cat_must_move": lambda s, a, _: a.square == s.cat,
    "in_front_of_a_nest": lambda s, a, _: any(
        plain.TOWN.marks[near] == "N" for near in plain.TOWN.links[a.square]
    ),
    "rat_there": lambda s, a, _: a.square in s.at,
    "piper_must_move": lambda s, a, _: a.square == s.piper,
    "rat_or_pass": lambda s, a, _: s.phase == CALL_HOME,
    "not_in_your_nest": lambda s, a, _: a.seat != s.seat and _at(s, a) != home_of(s, s.seat),
    "way_is_free": lambda s, a, _: plain.way_home(s, _at(s, a)),
    "call_home": lambda s, a, _: s.phase == CALL_HOME,
    "spare": lambda s, a, _: _at(s, a) == NOWHERE,
    "must_move": lambda s, a, _: s.phase == MOVE,
    "other_rat_bound": lambda s, a, args: args["rat"] == s.hand != a.rat,
    "has_moved": lambda s, a, _: a.rat == s.used,
    "has_taken": lambda s, a, _: (
        a.rat == s.used and _load(s, a) > 0 and plain.TOWN.marks[_at(s, a)] in plain.SHAFTS
    ),
    "equal_rat": lambda s, a, args: (
        (_load(s, a), _at(s, a))
        == (_load(s, replace(a, rat=args["rat"])), _at(s, replace(a, rat=args["rat"])))
    ),
    "piper_is_a_wall": lambda s, a, _: s.options.piper == "wall",
    "meets_nobody": lambda s, a, _: (
        not any(_meets(s, a, whole=whole) for whole in (False, True)[: s.shares])
    ),
    "use_both": lambda s, a, _: s.shares == 2 and not (isinstance(a, Walk) and a.whole),
    "surfaced_there": lambda s, a, _: s.runs and plain.end_of(a) == _at(s, a),
    "square_twice": lambda s, a, _: s.options.walk == "no_square_twice",
    "count": lambda s, a, args: (
        args["steps"] == plain.steps_of(s, a) and not _straight(s, a, whole=a.whole)
    ),
    "count_doubled": lambda s, a, args: (
        s.shares == 2
        and args == {"steps": s.number, "double": 2 * s.number}
        and not any(_straight(s, a, whole=whole) for whole in (False, True))
    ),
    "no_double": lambda s, a, _: s.shares != 2 and a.whole,
    "say_single": lambda s, a, _: s.shares != 2 and a.whole,
    "only_whole": lambda s, a, _: s.shares == 2 and not _gets_there(s, a, whole=False),
    "only_half": lambda s, a, _: s.shares == 2 and not _gets_there(s, a, whole=True),
}

CLAIMS_BY_RULE: Final[Mapping[tuple[str, str], Judge]] = {
    ("RT-75", "behind_the_cat"): lambda s, a, _: (
        s.cat == plain.end_of(a) if isinstance(a, Walk) else _at(s, a) == s.cat
    ),
    ("RT-76", "behind_the_cat"): lambda s, a, _: _at(s, a) == s.cat,
    ("RT-61", "piper_in_the_way"): lambda s, a, _: _straight(s, a, whole=a.whole),
    ("RT-62", "piper_in_the_way"): lambda s, a, _: a.to == s.piper,
    ("RT-87", "piper_in_the_way"): lambda s, a, _: not plain.way_home(s, _at(s, a)),
    ("RT-88", "piper_in_the_way"): lambda s, a, _: (
        s.options.piper == "wall" and not plain.way_home(s, _at(s, a))
    ),
}


def _said(_state: State, _action: Any, args: Mapping[str, Any]) -> list[Action]:
    return [GAME.parse(args["move"])]


# Of the actions that a sentence points to, one at least must be legal.
ADVICE: Final[Mapping[str, Callable[[State, Any, Mapping[str, Any]], list[Action]]]] = {
    "choose_die": lambda *_: [First("number")],
    "chip_or_none": lambda *_: [Take(NO_CHIP)],
    "rat_or_pass": lambda *_: [Pass()],
    "equal_rat": lambda s, a, args: [replace(a, rat=args["rat"])],
    "must_move": lambda s, a, _: _walks_of(s, range(1, 6)),
    "other_rat_bound": lambda s, a, args: _walks_of(s, [args["rat"]]),
    "has_handled": lambda s, a, _: _walks_of(s, [a.rat]),
    "has_moved": lambda s, a, _: _moves_of_others(s, a.rat),
    "has_taken": lambda s, a, _: _moves_of_others(s, a.rat),
    "not_after_a_walk": lambda s, a, _: _moves_of_others(s, 0),
    "say_single": _said,
    "only_whole": _said,
    "only_half": _said,
    "call_home": _said,
    "RT-87 piper_in_the_way": lambda s, a, _: [Sacrifice(a.rat)],
}


def _walks_of(state: State, rats: Any) -> list[Action]:
    return [a for a in GAME.legal(state) if isinstance(a, Walk) and a.rat in rats]


def _moves_of_others(state: State, rat: int) -> list[Action]:
    return [a for a in GAME.legal(state) if rat_of(a) not in (0, rat)]


# --- the tests ---------------------------------------------------------------------------------


@pytest.mark.heavy
def test_what_is_refused_breaks_the_rule_that_is_cited_and_what_is_said_is_true() -> None:
    cited: Counter[tuple[str, str]] = Counter()
    for attempt in all_attempts():
        state, _, action, refusal = attempt
        if isinstance(action, Throw | StartThrow):
            assert refusal == Refusal("TB-05", "illegal"), "chance's, and nobody's to choose"
            continue
        told = f"{GAME.notation(action)}: {refusal.rule} {refusal.reason} {refusal.args} in {state}"
        assert refusal.rule in broken(state, action), (
            f"{told}, but it breaks {broken(state, action)}"
        )
        claim = CLAIMS_BY_RULE.get((refusal.rule, refusal.reason)) or CLAIMS[refusal.reason]
        assert claim(state, action, refusal.args), f"not true: {told}"
        if advise := ADVICE.get(f"{refusal.rule} {refusal.reason}", ADVICE.get(refusal.reason)):
            advice = set(advise(state, action, refusal.args))
            assert advice & set(GAME.legal(state)), f"refused in turn: {told}"
        cited[refusal.rule, refusal.reason] += 1
    assert cited.total() > 20_000
    never = {rule for rule, _ in cited}.symmetric_difference(plain.FORBIDS)
    assert not never, f"{never} was never cited"
    never_said = set(CLAIMS) - {reason for _, reason in cited}
    assert not never_said, f"{never_said} was never said"


@pytest.mark.heavy
def test_what_is_legal_breaks_no_rule_of_the_list() -> None:
    """The list is no stricter than the engine, so that it can be trusted as a second opinion."""
    for state, rng in positions():
        legal = GAME.legal(state)
        for action in rng.sample(legal, min(len(legal), TRIES)):
            assert not broken(state, action), f"{GAME.notation(action)}: {broken(state, action)}"
