"""First Rat: a refusal cites a rule that is broken, says what is true, and advises what is allowed.

Single positions first, one for each mistake that was once made; then thousands of forbidden things
from whole matches, against a plain list of what each rule forbids that shares no code with the
engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, Final, TypeAlias

import pytest

from ratskeller.core.conformance import settings
from ratskeller.core.game import Refusal, refusal_of
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules import state as table
from ratskeller.games.first_rat.rules.state import (
    CHEESE,
    GOODS,
    LAUNCHPAD,
    LOLA,
    NEIL,
    NO_COMIC,
    NO_KIND,
    NO_RAT,
    NURSERY,
    RATS,
    RATWOMAN,
    ROCKET_SHIP,
    START,
    SUPER_RATS,
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
from ratskeller.games.first_rat.words.game_words import FirstRatWords
from tests.games.walks import walk
from tests.lengths import often
from tests.refused import Attempt, attempts
from tests.rules import rule
from tests.rules.first_rat.players import homely
from tests.rules.first_rat.positions import N, R, do, options, position, refusal


def refused(state: State, text: str) -> Refusal:
    """What is said to an action that is typed."""
    return refusal_of(GAME, state, state.mover, GAME.parse(text))


def scoring(**fields: Any) -> State:
    """Seat 0 in step 4, after a rat has moved to space 3."""
    return position((3, N, N, N), phase=table.SCORE, walked=(2, 0, 0, 0), **fields)


# --- single positions --------------------------------------------------------------------------


@rule("FR-50", "FR-53")
def test_too_few_goods_even_at_a_discount_are_told_by_the_reduced_price() -> None:
    state = scoring(goods="2 soda 3 vinegar", comics="discount")
    short = Refusal("FR-50", "goods_short", {"kind": table.VINEGAR, "have": 3, "need": 4})
    assert refused(state, "thruster-vinegar") == short
    assert refused(state, "thruster") == short
    assert GAME.why_not(GAME.conceal(state, 0), ("track:thruster",)) == short


@rule("FR-53")
def test_the_full_price_is_not_named_while_the_discount_makes_a_part_payable() -> None:
    state = scoring(goods="2 soda 4 vinegar", comics="discount")
    assert options(state) == ["thruster-vinegar", "end"]
    assert refused(state, "thruster") == Refusal("FR-53", "take_discount")
    assert refused(state, "thruster-tin") == Refusal("FR-53", "wrong_discount")


@rule("FR-28")
def test_a_discount_of_this_very_turn_is_refused_by_the_rule_of_the_library() -> None:
    fresh = 1 << table.DISCOUNT
    state = scoring(goods="2 soda 5 vinegar", comics="discount", fresh=fresh)
    assert options(state) == ["thruster", "end"]
    assert refused(state, "thruster-vinegar") == Refusal(
        "FR-28", "not_yet", {"comic": table.DISCOUNT}
    )


@rule("FR-20")
@pytest.mark.parametrize("text", ["end", "drink", "donate", "pass", "buy drink"])
def test_what_comes_later_is_refused_because_collecting_is_due(text: str) -> None:
    alone = do(position((1, N, N, N), drinks=1, goods="10 cheese"), "a>6")
    assert options(alone) == ["take", "leave 6"]
    assert refused(alone, text) == Refusal("FR-20", "take_or_leave")
    company = do(position((1, 8, N, N), drinks=1, goods="10 cheese"), "a>3")
    assert "b>10" not in options(company)
    together = do(position((1, 10, N, N), drinks=1, goods="10 cheese"), "a>3")
    assert "b>13" in options(together)
    assert refused(together, text) == Refusal("FR-20", "collect_or_move")


@rule("FR-20")
def test_the_step_line_says_collecting_as_soon_as_no_rat_may_move() -> None:
    words = FirstRatWords(GAME, "en")
    alone = do(position((1, N, N, N)), "a>6")
    assert words.ask(GAME.conceal(alone, 0)).startswith("Step 2")
    assert words.ask(GAME.conceal(alone, 1)).startswith("Step 2")
    together = do(position((1, 10, N, N)), "a>3")
    assert words.ask(GAME.conceal(together, 1)).startswith("Step 1")


@rule("FR-10", "FR-19")
def test_once_neil_has_gone_alone_no_plain_rat_is_sent_to_its_twin() -> None:
    state = do(position((3, START, START, N), tokens={"neil": 0}), "a>20")
    went_alone = Refusal("FR-10", "went_alone", {"rat": 0, "limit": 3})
    assert refused(state, "b>2") == went_alone
    assert refused(state, "c>2") == went_alone


@rule("FR-19")
def test_a_twin_is_advised_only_where_it_can_do_the_same() -> None:
    state = position((3, START, START, N))
    assert refused(state, "c>2") == Refusal("FR-19", "same_rat", {"rat": 2})
    assert refused(state, "c>7") == Refusal("FR-10", "too_far", {"limit": 5})


@rule("FR-18")
def test_whoever_has_nobody_awake_is_told_so_and_not_that_moving_is_over() -> None:
    state = position((R, R, N, N), phase=table.SCORE, drinks=1)
    for text in ("a>5", "c>5", "take", "drink", "buy drink", "pass", "raise"):
        assert refused(state, text) == Refusal("FR-18", "nobody_awake"), text


@rule("FR-40")
def test_a_rat_that_stood_at_a_booth_already_buys_nothing() -> None:
    state = do(position((9, 1, N, N), goods="12 cheese"), "b>2", "take")
    assert state.phase == table.SCORE
    assert refused(state, "buy pack:green") == Refusal(
        "FR-40", "booth_closed", {"booth": table.HAMSTER}
    )
    passed = do(position((8, N, N, N), goods="12 cheese"), "a>9", "take", "pass")
    assert refused(passed, "buy pack:green") == Refusal("FR-40", "booths_over")


@rule("FR-29", "FR-25")
def test_waking_by_the_wrong_word_is_answered_with_the_question() -> None:
    nursery = do(position((5, N, N, N), burrow="M_bot"), "a>6", "take", "up")
    assert refused(nursery, "rat") == Refusal("FR-29", "raise_or_not")
    launch = position((26, 5, N, N))
    launch = do(launch, "a>27", "take") if "take" in options(do(launch, "a>27")) else launch
    assert launch.phase == table.REWARD
    assert refused(launch, "raise") == Refusal("FR-25", "choose_reward")


@rule("FR-83")
def test_after_an_end_by_standing_still_its_own_rule_is_cited() -> None:
    state = position((R, N, N, N), phase=table.OVER, ending="stuck")
    assert refusal(state, "end") == ("FR-83", "over")


@rule("FR-50")
def test_nobody_is_told_to_build_without_goods() -> None:
    assert refused(scoring(), "pass") == Refusal("FR-50", "only_end")
    assert refused(scoring(goods="10 cheese"), "pass") == Refusal("FR-50", "choose_track")


# --- what each rule forbids --------------------------------------------------------------------
# Plain predicates on a position and a forbidden action. They know the rulebook, not the engine.

Forbids: TypeAlias = Callable[[State, Any], object]


def spaces(state: State) -> tuple[int, ...]:
    return state.rats[RATS * state.mover : RATS * (state.mover + 1)]


def has(state: State, comic: int) -> int:
    """Whether the mover has a comic, of this turn or not."""
    return state.comics[state.mover] >> comic & 1


def stock(state: State, kind: int) -> int:
    return state.goods[GOODS * state.mover + kind]


def landed(state: State) -> list[int]:
    return [space for n, space in enumerate(spaces(state)) if state.walked[n]]


def has_stood(state: State) -> bool:
    return not any(state.walked)


def colour(state: State, space: int) -> int:
    return GAME.tables.faces[state.path[space]].colour


def is_token(state: State, token: int, n: int) -> bool:
    return state.tokens[token] == RATS * state.mover + n


def limit(state: State, n: int, *, company: bool) -> int:
    """How far a rat may go (FR-10, FR-62, FR-65, FR-66)."""
    if not company and is_token(state, NEIL, n):
        return LAUNCHPAD
    most = 3 + has(state, table.LEGS) if company else 5
    return most + (2 if is_token(state, LOLA, n) else 0)


@cache
def ways(origin: int) -> list[tuple[int, int, int]]:
    """Every way on from a space: where it ends, its shortcuts, its steps."""
    found = []
    stack = [(origin, 0, 0)]
    while stack:
        space, via, steps = stack.pop()
        if steps:
            found.append((space, via, steps))
        if space < LAUNCHPAD:
            stack.append((space + 1, via, steps + 1))
        for number, pipe in enumerate(GAME.tables.box.shortcuts.values()):
            if pipe.entrance == space:
                stack.append((pipe.exit, via | 1 << number, steps + 1))
    return found


def is_payable(state: State, via: int) -> bool:
    owed: Counter[int] = Counter()
    for number, pipe in enumerate(GAME.tables.box.shortcuts.values()):
        free = (pipe.colour == "yellow" and has(state, table.YELLOW_SHORTCUTS)) or (
            pipe.colour == "red" and has(state, table.RED_SHORTCUTS)
        )
        if via >> number & 1 and not free:
            owed[GAME.tables.shortcut_kinds[number]] += 1
    return all(stock(state, kind) >= amount for kind, amount in owed.items())


def walks(state: State, action: Any) -> bool:
    """Whether it is a walk of a rat that stands on Start or path and has not moved, in step 1."""
    return (
        isinstance(action, Move)
        and state.phase == table.MOVE
        and spaces(state)[action.rat] < LAUNCHPAD
        and not state.walked[action.rat]
    )


def goes_too_far(state: State, action: Any) -> bool:
    if not walks(state, action):
        return False
    most = limit(state, action.rat, company=not has_stood(state))
    steps = [steps for end, _, steps in ways(spaces(state)[action.rat]) if end == action.space]
    return not steps or min(steps) > most


def somebody_went_alone(state: State, action: Any) -> bool:
    return isinstance(action, Move) and any(
        steps > limit(state, n, company=True) for n, steps in enumerate(state.walked)
    )


def takes_a_wrong_way(state: State, action: Any) -> bool:
    """A way that is none, or is not payable; or too long, and another is short enough."""
    if not walks(state, action):
        return False
    most = limit(state, action.rat, company=not has_stood(state))
    there = [
        (via, steps) for end, via, steps in ways(spaces(state)[action.rat]) if end == action.space
    ]
    mine = [steps for via, steps in there if via == action.via]
    if not mine or not is_payable(state, action.via):
        return True
    if not any(steps <= most and is_payable(state, via) for via, steps in there):
        return any(steps <= most for _, steps in there)
    return min(mine) > most


def differs_in_colour(state: State, action: Any) -> bool:
    others = [space for space in landed(state) if space != LAUNCHPAD]
    return (
        walks(state, action)
        and action.space != LAUNCHPAD
        and any(colour(state, space) != colour(state, action.space) for space in others)
    )


def differs_too_much(state: State, action: Any) -> bool:
    mixed = {table.GREEN, table.ORANGE}
    return differs_in_colour(state, action) and any(
        colour(state, space) != colour(state, action.space)
        and not {colour(state, space), colour(state, action.space)} <= mixed
        for space in landed(state)
        if space != LAUNCHPAD
    )


def stands_in_the_way(state: State, action: Any) -> bool:
    return walks(state, action) and action.space in spaces(state)


def debtors(state: State) -> list[int]:
    """Rats that stand where another of their seat has landed."""
    return [
        n for n, space in enumerate(spaces(state)) if not state.walked[n] and space in landed(state)
    ]


def has_a_twin(state: State, action: Any) -> bool:
    """A plain rat on Start, though another plain one with a lower number waits there."""
    if not isinstance(action, Move | TakeComic) or action.rat == NO_RAT:
        return False
    plain = [
        n
        for n, space in enumerate(spaces(state))
        if space == START and RATS * state.mover + n not in state.tokens
    ]
    return action.rat in plain[1:]


def collects_from(state: State) -> list[int]:
    return [space for space in landed(state) if space < LAUNCHPAD and not state.left >> space & 1]


def neglects_collecting(state: State, action: Any) -> bool:
    if state.phase == table.MOVE and not has_stood(state):
        if isinstance(action, Leave):
            return action.space not in collects_from(state)
        return not isinstance(action, Move | Collect)
    if state.phase == table.COLLECT:
        return not isinstance(action, Collect) and not (
            isinstance(action, Leave) and action.space in collects_from(state)
        )
    return False


def neglects_extra(state: State, action: Any) -> bool:
    kinds = {GAME.tables.faces[state.path[space]].kind for space in collects_from(state)}
    return state.phase == table.EXTRA and not (isinstance(action, Extra) and action.kind in kinds)


def neglects(phase: int, *answers: type) -> Forbids:
    """Whether a question is asked, and this is no answer to it."""
    return lambda state, action: state.phase == phase and not isinstance(action, answers)


def booth_of(item: int) -> int:
    return table.HAMSTER if item < 5 else table.FROG if item == 5 else table.CROW


def came_to_booth(state: State, item: int) -> int:
    """The mover's rat that ended its move of this turn at the booth of an item, or -1."""
    where = GAME.tables.booth_spaces[booth_of(item)]
    for n, space in enumerate(spaces(state)):
        if state.walked[n] and space == where:
            return n
    return -1


def shops_wrongly(state: State, action: Any) -> bool:
    """No rat has come, the item was taken, the step is over, or the cheese does not suffice."""
    if not isinstance(action, Buy | Steal):
        return False
    is_open = state.phase == table.BOOTH and state.booths >> booth_of(action.item) & 1
    if not is_open or came_to_booth(state, action.item) < 0:
        return True
    return isinstance(action, Buy) and stock(state, CHEESE) < price(action.item)


def price(item: int) -> int:
    return (6, 7, 12)[booth_of(item)]


def has_nothing_for_sale(state: State, action: Any) -> bool:
    if not isinstance(action, Buy | Steal):
        return False
    item = action.item
    if item < 5:
        return not state.shelf_packs[item] or bool(state.packs[state.mover] >> item & 1)
    return not (state.shelf_drinks if item == 5 else state.shelf_caps >> (item - 6) & 1)


def steals_with(token: int) -> Forbids:
    def forbids(state: State, action: Any) -> bool:
        thief = came_to_booth(state, action.item) if isinstance(action, Steal) else -1
        return thief >= 0 and is_token(state, token, thief) and not state.fresh >> token & 1

    return forbids


COSTS: Final[Mapping[int, Mapping[int, int]]] = {
    table.COCKPIT: {table.TIN: 1, table.CALCULATOR: 2},
    table.CARGO: {table.TIN: 2, table.SODA: 3},
    table.THRUSTER: {table.SODA: 2, table.VINEGAR: 5},
}


def discount_works(state: State) -> bool:
    return bool(has(state, table.DISCOUNT) and not state.fresh >> table.DISCOUNT & 1)


def prices(state: State, part: int) -> list[dict[int, int]]:
    """What the mover may pay for a part: one price, or one for each resource at a discount."""
    full = dict(COSTS[part])
    if not discount_works(state):
        return [full]
    return [{**full, kind: full[kind] - 1} for kind in full]


def suffices(state: State, cost: Mapping[int, int]) -> bool:
    return all(stock(state, kind) >= amount for kind, amount in cost.items())


def is_too_dear(state: State, action: Any) -> bool:
    """The price that was chosen, or every price that is to be had."""
    if isinstance(action, Donate):
        return stock(state, CHEESE) < 10
    if not isinstance(action, Build):
        return False
    cost = dict(COSTS[action.part])
    if action.less in cost and discount_works(state):
        cost[action.less] -= 1
        if not suffices(state, cost):
            return True
    return not any(suffices(state, one) for one in prices(state, action.part))


def takes_discount_wrongly(state: State, action: Any) -> bool:
    if not isinstance(action, Build):
        return False
    if action.less == NO_KIND:
        return discount_works(state)
    return not has(state, table.DISCOUNT) or action.less not in COSTS[action.part]


def can_carry(state: State) -> list[int]:
    return [n for n, space in enumerate(spaces(state)) if space <= LAUNCHPAD]


def carries_wrongly(state: State, action: Any) -> bool:
    if not isinstance(action, TakeComic) or not 0 <= action.comic < SUPER_RATS:
        return False
    if action.rat == NO_RAT:
        return bool(can_carry(state))
    return action.rat not in can_carry(state)


def moves_wrongly(state: State, action: Any) -> bool:
    """FR-10: one rat or several, forward, once a turn, and first of all."""
    if state.phase == table.MOVE and has_stood(state) and not isinstance(action, Move):
        return True
    if not isinstance(action, Move):
        return False
    return (
        state.phase == table.SCORE
        or state.walked[action.rat] > 0
        or action.space <= spaces(state)[action.rat] <= LAUNCHPAD
        or goes_too_far(state, action)
        or somebody_went_alone(state, action)
    )


EARLY: Final = (
    Move, Collect, Leave, Extra, Drink, Fork, TakeComic, Raise, Reward, Buy, Steal, PassBooths,
)  # fmt: skip
CHANCE_PLAYS: Final = (
    table.Tile, table.Strip, table.StockPack, table.StockCap, table.StockComic,
)  # fmt: skip

FORBIDDEN: Final[Mapping[str, Forbids]] = {
    "TB-05": lambda _, action: isinstance(action, CHANCE_PLAYS),
    "FR-10": moves_wrongly,
    "FR-11": lambda s, a: differs_in_colour(s, a) and not has(s, table.TWO_COLOURS),
    "FR-12": lambda s, a: (
        stands_in_the_way(s, a)
        or (debtors(s) and not (isinstance(a, Move) and a.rat in debtors(s)))
    ),
    "FR-13": lambda s, a: walks(s, a) and (debtors(s) or stands_in_the_way(s, a)),
    "FR-15": takes_a_wrong_way,
    "FR-18": lambda s, a: (
        s.phase == table.SCORE and min(spaces(s)) > LAUNCHPAD and isinstance(a, EARLY)
    ),
    "FR-19": has_a_twin,
    "FR-20": neglects_collecting,
    "FR-23": neglects_extra,
    "FR-24": lambda s, a: (
        neglects(table.DRINK, Drink)(s, a) or (isinstance(a, Drink) and s.phase > table.DRINK)
    ),
    "FR-25": neglects(table.REWARD, Reward),
    "FR-27": neglects(table.FORK, Fork),
    "FR-28": lambda s, a: (
        neglects(table.COMIC, TakeComic)(s, a)
        or (isinstance(a, TakeComic) and a.comic != NO_COMIC and not s.library >> a.comic & 1)
        or (isinstance(a, Build) and a.less != NO_KIND and s.fresh >> table.DISCOUNT & 1)
    ),
    "FR-29": lambda s, a: (
        neglects(table.RAISE, Raise)(s, a) or (isinstance(a, Move) and spaces(s)[a.rat] == NURSERY)
    ),
    "FR-40": lambda s, a: (
        neglects(table.BOOTH, Buy, Steal, PassBooths)(s, a) or shops_wrongly(s, a)
    ),
    "FR-42": has_nothing_for_sale,
    "FR-50": lambda s, a: neglects(table.SCORE, Build, Donate, EndTurn)(s, a) or is_too_dear(s, a),
    "FR-51": lambda s, a: isinstance(a, Build | Donate) and not s.markers[s.mover],
    "FR-53": takes_discount_wrongly,
    "FR-54": lambda s, a: isinstance(a, Move) and spaces(s)[a.rat] == ROCKET_SHIP,
    "FR-62": lambda s, a: (
        has(s, table.LEGS)
        and not has_stood(s)
        and (goes_too_far(s, a) or somebody_went_alone(s, a))
    ),
    "FR-63": lambda s, a: has(s, table.TWO_COLOURS) and differs_too_much(s, a),
    "FR-64": carries_wrongly,
    "FR-65": lambda s, a: (
        steals_with(NEIL)(s, a)
        or (goes_too_far(s, a) and is_token(s, NEIL, a.rat) and not has_stood(s))
    ),
    "FR-66": lambda s, a: (
        (goes_too_far(s, a) and is_token(s, LOLA, a.rat))
        or (somebody_went_alone(s, a) and s.tokens[LOLA] // RATS == s.mover)
    ),
    "FR-68": steals_with(RATWOMAN),
}


# --- what a sentence claims, and what it advises -----------------------------------------------

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
