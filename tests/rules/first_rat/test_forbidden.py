"""Thousands of forbidden actions: the rule that is cited is broken, what is said is true, and what is
advised is legal.

`forbidden.py` says what each rule forbids. `CLAIMS` says for each reason when its sentence is true of a
position, and `ADVICE` what it tells the reader to do instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, TypeAlias

import pytest

from ratskeller.core.conformance import settings
from ratskeller.core.game import refusal_of
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules import state as table
from ratskeller.games.first_rat.rules.state import (
    CHEESE,
    LAUNCHPAD,
    NO_COMIC,
    NO_KIND,
    NURSERY,
    RATS,
    ROCKET_SHIP,
    Action,
    Build,
    Buy,
    Collect,
    Donate,
    Drink,
    EndTurn,
    Extra,
    Fork,
    Leave,
    Move,
    PassBooths,
    Raise,
    Reward,
    State,
    Steal,
    TakeComic,
)
from tests.games.walks import walk
from tests.lengths import often
from tests.refused import Attempt, attempts
from tests.rules.first_rat.forbidden import (
    COSTS,
    FORBIDDEN,
    booth_of,
    came_to_booth,
    colour,
    debtors,
    has,
    has_stood,
    landed,
    limit,
    price,
    prices,
    spaces,
    stock,
)
from tests.rules.first_rat.players import homely
from tests.rules.first_rat.positions import N, do, position

Says: TypeAlias = Callable[[State, Any, Mapping[str, Any]], object]


def at(state: State, rat: int) -> int:
    return state.rats[rat]


def short_of(state: State, action: Any, args: Mapping[str, Any]) -> bool:
    """The price named is one that the mover could pay by, and this much of it is there."""
    kind, need = args["kind"], args["need"]
    if isinstance(action, Donate):
        priced = (kind, need) == (CHEESE, 10)
    elif action.less in COSTS[action.part]:
        full = COSTS[action.part]
        priced = need == full[kind] - (action.less == kind)
    else:
        priced = any(cost.get(kind) == need for cost in prices(state, action.part))
    return priced and args["have"] == stock(state, kind) < need


CLAIMS: Final[Mapping[str, Says]] = {
    "asleep": lambda s, a, args: (
        at(s, args["rat"]) == NURSERY and args["rat"] == RATS * s.mover + a.rat
    ),
    "launched": lambda s, a, args: (
        at(s, args["rat"]) == ROCKET_SHIP and args["rat"] == RATS * s.mover + a.rat
    ),
    "moved_already": lambda s, a, args: (
        s.walked[args["rat"] % RATS] > 0 and args["rat"] == RATS * s.mover + a.rat
    ),
    "went_alone": lambda s, _, args: (
        args["limit"] == limit(s, args["rat"] % RATS, company=True) < s.walked[args["rat"] % RATS]
    ),
    "too_far": lambda s, a, args: args["limit"] == limit(s, a.rat, company=not has_stood(s)),
    "backwards": lambda s, a, _: a.space <= spaces(s)[a.rat],
    "own_rat": lambda s, a, args: (
        at(s, args["rat"]) == args["space"] == a.space and args["rat"] != RATS * s.mover + a.rat
    ),
    "colour": lambda s, a, args: (
        args["space"] == a.space
        and args["other"] in landed(s)
        and colour(s, a.space) != colour(s, args["other"])
    ),
    "mix": lambda s, a, args: (
        args["space"] == a.space
        and args["other"] in landed(s)
        and {colour(s, a.space), colour(s, args["other"])} - {table.GREEN, table.ORANGE}
    ),
    "owes_move": lambda s, _, args: (
        args["rat"] % RATS in debtors(s) and at(s, args["rat"]) == args["space"]
    ),
    "cannot_carry": lambda s, a, args: (
        at(s, args["rat"]) > LAUNCHPAD and args["rat"] == RATS * s.mover + a.rat
    ),
    "not_in_library": lambda s, a, args: args["comic"] == a.comic and not s.library >> a.comic & 1,
    "price": lambda s, a, args: (
        args["price"] == price(a.item) and args["cheese"] == stock(s, CHEESE) < args["price"]
    ),
    "second_pack": lambda s, a, _: s.packs[s.mover] >> a.item & 1,
    "sold_out": lambda _, a, args: args["item"] == a.item,
    "booth_closed": lambda s, a, args: (
        args["booth"] == booth_of(a.item)
        and not (s.phase == table.BOOTH and s.booths >> args["booth"] & 1)
    ),
    "booths_over": lambda s, a, _: s.phase == table.SCORE and came_to_booth(s, a.item) >= 0,
    "goods_short": short_of,
    "no_marker": lambda s, _, __: not s.markers[s.mover],
    "no_discount": lambda s, _, __: not has(s, table.DISCOUNT),
    "not_yet": lambda s, _, __: s.fresh >> table.DISCOUNT & 1,
    "nobody_awake": lambda s, _, __: min(spaces(s)) > LAUNCHPAD,
    "moving_is_over": lambda s, _, __: s.phase == table.SCORE,
    "too_late_to_drink": lambda s, _, __: s.phase == table.SCORE,
}

Advice: TypeAlias = Callable[[State, Any, Any], list[Callable[[Any], bool]]]
"""Each of these must be true of something legal."""


def any_of(*types: type) -> Callable[[Any], bool]:
    return lambda action: isinstance(action, types)


def asks(*answers: Callable[[Any], bool]) -> Advice:
    return lambda _, __, ___: list(answers)


def same_field(*names: str) -> Advice:
    """Something legal that is the same in these fields."""
    return lambda _, action, __: [
        lambda other: (
            type(other) is type(action)
            and all(getattr(other, name) == getattr(action, name) for name in names)
        )
    ]


ADVICE: Final[Mapping[str, Advice]] = {
    "choose_rat": asks(any_of(Move)),
    "must_move": asks(any_of(Move)),
    "take_or_leave": asks(any_of(Collect), any_of(Leave)),
    "collect_or_move": asks(any_of(Collect), any_of(Move)),
    "choose_kind": asks(any_of(Extra)),
    "drink_or_not": asks(Drink(use=True).__eq__, Drink(use=False).__eq__),
    "choose_way": asks(Fork(up=True).__eq__, Fork(up=False).__eq__),
    "choose_comic": asks(TakeComic(NO_COMIC).__eq__, lambda a: a.comic != NO_COMIC),
    "raise_or_not": asks(Raise(wake=True).__eq__, Raise(wake=False).__eq__),
    "choose_reward": asks(Reward(wake=True).__eq__, Reward(wake=False).__eq__),
    "choose_item": asks(any_of(Buy, Steal), any_of(PassBooths)),
    "choose_track": asks(any_of(Build, Donate), any_of(EndTurn)),
    "only_end": asks(any_of(EndTurn)),
    "no_such_way": same_field("rat", "space"),
    "same_rat": lambda state, action, args: (
        same_field("space", "via") if isinstance(action, Move) else same_field("comic")
    )(state, action, args),
    "owes_move": lambda _, __, args: [
        lambda other: isinstance(other, Move) and other.rat == args["rat"] % RATS
    ],
    "take_discount": same_field("part"),
    "wrong_discount": same_field("part"),
    "choose_carrier": same_field("comic"),
    "ratwoman_never_steals": lambda _, action, __: [Buy(action.item).__eq__],
}


def near_misses(state: State) -> Iterator[Attempt[State, Action]]:
    """What people try: steps of one rat a little too far, and everything on sale or to be built."""
    tries: list[Any] = []
    if state.phase == table.MOVE:
        for n, origin in enumerate(spaces(state)):
            ahead = range(origin + 1, min(origin + 9, LAUNCHPAD + 1))
            tries += [Move(n, space) for space in ahead]
    elif state.phase == table.BOOTH:
        tries = [take(item) for take in (Buy, Steal) for item in range(table.ITEMS)]
    elif state.phase == table.SCORE:
        tries = [Build(part, less) for part in COSTS for less in (NO_KIND, *COSTS[part])]
    legal = set(GAME.legal(state))
    for action in tries:
        if action not in legal:
            said = refusal_of(GAME, state, state.mover, action)
            yield Attempt(state, state.mover, action, said)


def rehearsed() -> Iterator[State]:
    """Super rats where they seldom come: at a booth, and Neil in company."""
    for name in ("neil", "ratwoman"):
        yield do(position((8, N, N, N), tokens={name: 0}), "a>9", "take")
    yield do(position((6, 13, N, N), tokens={"neil": 0}), "b>16")


def every_attempt() -> Iterator[Attempt[State, Action]]:
    for seed in range(often(1, 12)):
        yield from attempts(GAME, seed, 2)
        yield from attempts(GAME, seed, 2, homely)
        for seats, chosen in settings(GAME):
            for state, _ in islice(walk(GAME, seats, chosen, seed, homely), 0, None, 4):
                yield from near_misses(state)
    for state in rehearsed():
        yield from near_misses(state)


@pytest.mark.heavy
def test_thousands_of_refusals_cite_a_broken_rule_say_the_truth_and_advise_what_is_legal() -> None:
    cited: Counter[str] = Counter()
    for attempt in every_attempt():
        state, _, action, said = attempt
        assert FORBIDDEN[said.rule](state, action), told(attempt)
        if said.reason in CLAIMS:
            assert CLAIMS[said.reason](state, action, said.args), told(attempt)
        for advised in ADVICE.get(said.reason, asks())(state, action, said.args):
            assert any(advised(other) for other in GAME.legal(state)), told(attempt)
        cited[said.rule] += 1
    assert sum(cited.values()) > 30_000, sum(cited.values())
    assert set(cited) == set(FORBIDDEN), "a rule was never cited"


def told(attempt: Attempt[State, Action]) -> str:
    return f"{GAME.notation(attempt.action)}: {attempt.refusal} in {attempt.state}"
