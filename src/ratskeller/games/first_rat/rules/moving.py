"""Step 1: one rat far, or several rats a little way to spaces of one colour.

The rats of a turn move one after another. A move may land on a space where another rat of the same
seat stands, as long as that rat still moves away: it *owes* a move. A move is offered only if all
debts that it makes or leaves can be paid (FR-13).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, TypeAlias

from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.games.first_rat.rules.changes import Record, spend, works
from ratskeller.games.first_rat.rules.collecting import COLLECT_ALL, LEAVE, play_collect
from ratskeller.games.first_rat.rules.state import (
    CHEESE,
    GOODS,
    LAST_SPACE,
    LAUNCHPAD,
    LEGS,
    LOLA,
    NEIL,
    NO_TOLL,
    RATS,
    START,
    STOOD_STILL,
    TWO_COLOURS,
    VINEGAR,
    YELLOW_SHORTCUTS,
    Action,
    Face,
    Manner,
    MouldTaken,
    Move,
    Rat,
    RatMoved,
    Space,
    State,
    TollPaid,
    Via,
)
from ratskeller.games.first_rat.rules.tables import Purse, Tables

ALONE: Final = 5  # steps of a rat that moves alone (FR-10)
TOGETHER: Final = 3  # steps of each of several
LOLA_EXTRA: Final = 2  # FR-66
LEGS_EXTRA: Final = 1  # FR-62
MOULD_CHEESE: Final = 3  # comes with a piece of mouldy cheese (FR-17)

_PATH: Final = (1 << LAUNCHPAD) - 2  # mask of spaces 1-26
_ANYWHERE: Final = (1 << LAUNCHPAD + 1) - 2  # mask of spaces 1-27


Ground: TypeAlias = tuple[Tables, tuple[int, ...], tuple[int, ...], int]
"""What does not change while a seat's rats move: the tables; `kin_of` every space; how far each
rat may go in company; the mask of shortcuts that comics free."""


def ground_of(tables: Tables, state: State) -> Ground:
    comics = state.comics[state.mover]
    kin = kin_of(tables, state.path, comics >> TWO_COLOURS & 1)
    return tables, kin, limits_together(state), comics >> YELLOW_SHORTCUTS & 3


@lru_cache(maxsize=1024)  # a match has one path
def kin_of(tables: Tables, path: tuple[Face, ...], mixed: int) -> tuple[int, ...]:
    """By space: where rats may land along with one that lands there. Spaces of its colour (FR-11),
    or of green and orange with the comic for that (FR-63); the Launchpad fits all (FR-14).
    """
    shades = [tables.shades[mixed][face] for face in path]
    masks: dict[int, int] = {}
    for shade in set(shades):
        masks[shade] = 0
        for end in range(1, LAUNCHPAD + 1):
            if shades[end] & shade:
                masks[shade] |= 1 << end
    return tuple([masks[shade] for shade in shades])


def limit_alone(state: State, rat: Rat) -> int:
    """How far a rat may go by itself; Neil as far as he likes (FR-10, FR-65, FR-66)."""
    if state.tokens[NEIL] == rat:
        return LAUNCHPAD
    return ALONE + LOLA_EXTRA if state.tokens[LOLA] == rat else ALONE


def limits_together(state: State) -> tuple[int, ...]:
    """How far each of the mover's rats may go in company (FR-10, FR-62, FR-66)."""
    lola = state.tokens[LOLA] - RATS * state.mover
    return _limits_together(state.comics[state.mover] >> LEGS & 1, lola)


@cache
def _limits_together(legs: int, lola: int) -> tuple[int, ...]:
    limit = TOGETHER + LEGS_EXTRA * legs
    return tuple(limit + LOLA_EXTRA if n == lola else limit for n in range(RATS))


def purse_of(state: State) -> Purse:
    """The mover's materials."""
    first = GOODS * state.mover + VINEGAR
    return state.goods[first : first + 4]


# --- what is legal -----------------------------------------------------------------------------


def legal_moves(tables: Tables, state: State) -> list[Action]:
    """Every move that can be completed to a legal set; once the moves made are one, stopping."""
    if state.walked == STOOD_STILL:
        return first_moves(tables, state)
    return further_moves(tables, state)


def first_moves(tables: Tables, state: State) -> list[Action]:
    """One rat alone, or the first of several (FR-10, FR-12, FR-13)."""
    first, tokens = RATS * state.mover, state.tokens
    spaces = a, b, c, d = state.rats[first : first + RATS]
    taken = (1 << a | 1 << b | 1 << c | 1 << d) & _PATH
    purse = purse_of(state)
    chains = tables.payable(purse, state.comics[state.mover] >> YELLOW_SHORTCUTS & 3)
    options: list[Action] = []
    for n in range(RATS):
        space, rat = spaces[n], first + n
        if space > LAST_SPACE or (space == START and n and is_twin(state, rat)):
            continue
        limit = limit_alone(state, rat) if rat in tokens else ALONE
        reach = tables.reach(space, limit, chains)
        if not reach.spaces & taken:
            options += reach.moves[n]
            continue
        ground = ground_of(tables, state)
        for move, end, steps, via in reach.ways[n]:
            if not taken >> end & 1 or (
                steps <= ground[2][n]
                and completes(ground, spaces, 0, _ANYWHERE, purse, n, end, via)
            ):
                options.append(move)
    return options


def further_moves(tables: Tables, state: State) -> list[Action]:
    """Stopping, once nobody owes a move (FR-20); rats that may or must join (FR-10 to FR-13)."""
    first, walked = RATS * state.mover, state.walked
    spaces = state.rats[first : first + RATS]
    limits = limits_together(state)
    moved = landed = waiting = 0
    options: list[Action] = [COLLECT_ALL]
    far = False  # one went too far to have company
    for n in range(RATS):
        space = spaces[n]
        if walked[n]:
            moved |= 1 << n
            landed |= 1 << space
            if walked[n] > limits[n]:
                far = True
            if space < LAUNCHPAD:
                options.append(LEAVE[space])
        else:
            waiting |= 1 << space
    if far:
        return options
    owed = waiting & landed
    if owed:
        options.clear()
    ground = _, kin, _, free = ground_of(tables, state)
    fits = _ANYWHERE & ~landed
    for n in range(RATS):
        if walked[n]:
            fits &= kin[spaces[n]]
    purse = purse_of(state)
    chains = tables.payable(purse, free)
    for n in range(RATS):
        space = spaces[n]
        if walked[n] or space > LAST_SPACE or (space == START and is_twin(state, first + n)):
            continue
        reach = tables.reach(space, limits[n], chains)
        if not reach.spaces & fits:
            continue
        for move, end, _, via in reach.ways[n]:
            if fits >> end & 1 and (
                not (owed or waiting >> end & 1)
                or completes(ground, spaces, moved, fits, purse, n, end, via)
            ):
                options.append(move)
    return options


def is_twin(state: State, rat: Rat) -> bool:
    """Whether another rat on Start stands for this one: neither carries a token, and it has the
    lower number (FR-19).
    """
    if rat in state.tokens:
        return False
    for other in range(rat - rat % RATS, rat):
        if state.rats[other] == START and other not in state.tokens:
            return True
    return False


def completes(
    ground: Ground,
    spaces: tuple[Space, ...],
    moved: int,
    fits: int,
    purse: Purse,
    n: int,
    end: Space,
    via: Via,
) -> bool:
    """Whether a move can be completed to a legal set (FR-13): all rats that stand where another
    has landed can move on in turn. `moved` is the mask of rats that have moved, `fits` that of
    spaces where more may land. Rats that owe nothing need not be tried: one more landing only
    takes spaces, colours and goods away. At most three rats deep.
    """
    tables, kin, limits, free = ground
    if via:
        toll = tables.tolls[free][via]
        purse = tuple([have - pay for have, pay in zip(purse, toll, strict=True)])
    spaces = put(spaces, n, end)
    moved |= 1 << n
    fits &= kin[end] & ~(1 << end)
    for other in range(RATS):
        if moved >> other & 1 or not owes(spaces, moved, other):
            continue
        reach = tables.reach(spaces[other], limits[other], tables.payable(purse, free))
        if not reach.spaces & fits:
            return False
        for _, further, _, by in reach.ways[other]:
            if fits >> further & 1 and completes(
                ground, spaces, moved, fits, purse, other, further, by
            ):
                return True
        return False
    return True


def owes(spaces: tuple[Space, ...], moved: int, n: int) -> bool:
    """Whether a rat that has not moved stands where another has landed (FR-12)."""
    space = spaces[n]
    return any(spaces[other] == space and moved >> other & 1 for other in range(RATS))


# --- moving ------------------------------------------------------------------------------------


def play_move(tables: Tables, state: State, action: Move, record: Record) -> State:
    """Pay for the shortcuts, walk, pay those who are there already (FR-15, FR-16)."""
    seat, space, via = state.mover, action.space, action.via
    rat = RATS * seat + action.rat
    origin = state.rats[rat]
    if via:
        state = pay_shortcuts(tables, state, via, record)
    steps = space - origin - tables.saved[via]
    crowded = space in state.rats
    is_first = state.walked == STOOD_STILL
    before = state
    state = replace(
        state,
        rats=put(state.rats, rat, space),
        walked=put(state.walked, action.rat, steps),
    )
    if record:
        manner = manner_of(tables, before, rat, space, via, steps)
        record(RatMoved(rat, origin, space, via, steps, manner), state)
    if space == LAUNCHPAD:
        return go_on(tables, state, record)
    if crowded and not works(state, NO_TOLL):
        state = pay_tolls(state, space, record)
    # A first rat on a space of its own: nobody owes a move, and there are goods to take or leave.
    return go_on(tables, state, record) if crowded or not is_first else state


def manner_of(tables: Tables, state: State, rat: Rat, space: Space, via: Via, steps: int) -> Manner:
    """What lets a rat that has not moved yet walk so. How far it goes comes first, then which
    colours meet, then the way: what was paid for it has a line of its own.
    """
    first = RATS * state.mover
    company = [n for n in range(RATS) if state.walked[n]]
    plain = TOGETHER if company else ALONE
    if steps > plain:
        if not company and state.tokens[NEIL] == rat:
            return "neil"
        lola = state.tokens[LOLA] == rat and steps <= plain + LOLA_EXTRA
        return "lola" if lola else "legs"
    alike = kin_of(tables, state.path, 0)[space]
    if not all(alike >> state.rats[first + n] & 1 for n in company):
        return "colours"
    if via:
        free = state.comics[state.mover] >> YELLOW_SHORTCUTS & 3
        taken = [number for number in range(len(tables.shortcuts)) if via >> number & 1]
        return "free" if any(tables.is_free(number, free) for number in taken) else "shortcut"
    return "launchpad" if space == LAUNCHPAD else "plain"


def pay_shortcuts(tables: Tables, state: State, via: Via, record: Record) -> State:
    """One of the resource shown for each shortcut, unless a comic frees it (FR-15, FR-60)."""
    free = state.comics[state.mover] >> YELLOW_SHORTCUTS & 3
    for shortcut, kind in enumerate(tables.shortcut_kinds):
        if via >> shortcut & 1 and not tables.is_free(shortcut, free):
            state = spend(state, ((kind, 1),), "shortcut", shortcut, record)
    return state


def pay_tolls(state: State, space: Space, record: Record) -> State:
    """One cheese to the owner of each foreign rat there (FR-16). Whoever has none takes a piece of
    mouldy cheese and three good ones first (FR-17).
    """
    seat = state.mover
    goods, mouldy = list(state.goods), state.mouldy
    own = GOODS * seat + CHEESE
    for rat, where in enumerate(state.rats):
        to = rat // RATS
        if where != space or to == seat:
            continue
        if not goods[own]:
            goods[own] += MOULD_CHEESE
            mouldy = put(mouldy, seat, mouldy[seat] + 1)
            if record:
                state = replace(state, goods=tuple(goods), mouldy=mouldy)
                record(MouldTaken(seat, MOULD_CHEESE), state)
        goods[own] -= 1
        goods[GOODS * to + CHEESE] += 1
        if record:
            state = replace(state, goods=tuple(goods))
            record(TollPaid(seat, to, space), state)
    return replace(state, goods=tuple(goods), mouldy=mouldy)


def go_on(tables: Tables, state: State, record: Record) -> State:
    """What has only one way to go is done without a question (FR-85)."""
    first = RATS * state.mover
    spaces = state.rats[first : first + RATS]
    goods, owed = False, False
    for n in range(RATS):
        if state.walked[n] and spaces[n] < LAUNCHPAD:
            goods = True
            owed = owed or spaces.count(spaces[n]) > 1
    if goods and not owed:  # to take them or to leave them is a choice
        return state
    options = further_moves(tables, state)
    if len(options) > 1:
        return state
    (only,) = options
    if isinstance(only, Move):
        return play_move(tables, state, only, record)
    return play_collect(tables, state, COLLECT_ALL, record)
