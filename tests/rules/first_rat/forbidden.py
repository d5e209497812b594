"""First Rat: a plain list of what each rule forbids.

Predicates on a position and a forbidden action. They know the rulebook and share no code with the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeAlias

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
