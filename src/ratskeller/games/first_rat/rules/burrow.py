"""The end of step 2: the burrow with its comics and sleepers, and the Launchpad's reward.

L_top ----> Start --------> R_top ------> F_top
  ^           ^               ^             |
stored      Nursery         Library         v
food          ^               ^           F_bot
  ^           |               |             |
L_bot <---- fork <--------- fork <----------'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.games.first_rat.rules.booths import open_booths
from ratskeller.games.first_rat.rules.changes import Record, sleeper, wake
from ratskeller.games.first_rat.rules.scoring import place_marker
from ratskeller.games.first_rat.rules.state import (
    COMIC,
    COMICS,
    FORK,
    LAUNCHPAD,
    NO_COMIC,
    NURSERY,
    RAISE,
    RATS,
    REWARD,
    START,
    STORED_FOOD,
    SUPER_RATS,
    Action,
    AwardTaken,
    BurrowMoved,
    ComicDeclined,
    ComicTaken,
    Fork,
    Node,
    Raise,
    RatLetSleep,
    Reward,
    State,
    TakeComic,
    TokenPlaced,
)
from ratskeller.games.first_rat.rules.tables import LIBRARY, NO_EFFECT, NURSERY_DOOR, Tables

FORKS: Final = (Fork(up=True), Fork(up=False))
RAISES: Final = (Raise(wake=True), Raise(wake=False))
REWARDS: Final = (Reward(wake=True), Reward(wake=False))
NO_COMICS: Final = TakeComic(NO_COMIC)


def walk(tables: Tables, state: State, record: Record) -> State:
    """One node for each apple core, until there is something to decide (FR-27)."""
    seat = state.mover
    while state.cores:
        exits = tables.exits[state.burrow[seat]]
        if len(exits) > 1:
            return replace(state, phase=FORK)
        state, asked = enter(tables, state, exits[0], record)
        if asked:
            return state
    return reward(tables, state, record)


def enter(tables: Tables, state: State, node: Node, record: Record) -> tuple[State, bool]:
    """One core, one node, and what it gives each time; True if the mover must say something."""
    seat = state.mover
    origin = state.burrow[seat]
    state = replace(state, burrow=put(state.burrow, seat, node), cores=state.cores - 1)
    if record:
        record(BurrowMoved(seat, origin, node), state)
    effect = tables.effects[node]
    if effect == NO_EFFECT:
        return state, False
    if effect == LIBRARY:  # FR-28
        return (replace(state, phase=COMIC), True) if state.library else (state, False)
    if effect == NURSERY_DOOR:  # FR-29
        return (replace(state, phase=RAISE), True) if sleeper(state) >= 0 else (state, False)
    return place_marker(tables, state, STORED_FOOD, record), False  # FR-30


def play_fork(tables: Tables, state: State, action: Fork, record: Record) -> State:
    """Up the column or straight on (FR-27)."""
    exits = tables.exits[state.burrow[state.mover]]
    state, asked = enter(tables, state, exits[0 if action.up else 1], record)
    return state if asked else walk(tables, state, record)


# --- the Library -------------------------------------------------------------------------------


def legal_comics(state: State) -> Sequence[Action]:
    """Any comic that is left, a super rat's with a rat to carry its token, or none (FR-28)."""
    return comic_choices(state.library, carriers(state))


@cache
def comic_choices(library: int, rats: tuple[int, ...]) -> tuple[Action, ...]:
    options: list[Action] = []
    for comic in range(len(COMICS)):
        if library >> comic & 1:
            if comic < SUPER_RATS and rats:
                options += [TakeComic(comic, n) for n in rats]
            else:
                options.append(TakeComic(comic))
    return (*options, NO_COMICS)


def carriers(state: State) -> tuple[int, ...]:
    """The mover's rats that can carry a token: neither asleep nor in the Rocket (FR-64). Of several
    on Start that carry none, one stands for all (FR-19).
    """
    first = RATS * state.mover
    found: list[int] = []
    plain_on_start = False
    for n in range(RATS):
        space = state.rats[first + n]
        if space > LAUNCHPAD:
            continue
        if space == START and first + n not in state.tokens:
            if plain_on_start:
                continue
            plain_on_start = True
        found.append(n)
    return tuple(found)


def play_comic(tables: Tables, state: State, action: TakeComic, record: Record) -> State:
    """A comic from the Library; it works from the next turn on (FR-28). A super rat's token goes
    on a rat for good (FR-64).
    """
    seat, comic = state.mover, action.comic
    if comic == NO_COMIC:
        if record:
            record(ComicDeclined(seat), state)
        return walk(tables, state, record)
    state = replace(
        state,
        library=state.library & ~(1 << comic),
        comics=add(state.comics, seat, 1 << comic),
        fresh=state.fresh | 1 << comic,
    )
    if record:
        record(ComicTaken(seat, comic), state)
    if action.rat >= 0:
        rat = RATS * seat + action.rat
        state = replace(state, tokens=put(state.tokens, comic, rat))
        if record:
            record(TokenPlaced(comic, rat), state)
    return walk(tables, state, record)


# --- the Nursery and the Launchpad -------------------------------------------------------------


def play_raise(tables: Tables, state: State, action: Raise, record: Record) -> State:
    """A rat may leave the Nursery (FR-29)."""
    if action.wake:
        state = wake(state, "nursery", record)
    elif record:
        record(RatLetSleep(state.mover), state)
    return walk(tables, state, record)


def reward(tables: Tables, state: State, record: Record) -> State:
    """Whoever reached the Launchpad gets an award or wakes a rat; if just one of the two is to be
    had, that one; it cannot be declined (FR-25).
    """
    first = RATS * state.mover
    spaces = state.rats[first : first + RATS]
    if LAUNCHPAD in spaces:
        award = sum(state.awards) < tables.box.setup.awards
        if NURSERY in spaces:
            if award:
                return replace(state, phase=REWARD)
            state = wake(state, "launchpad", record)
        elif award:
            state = take_award(state, record)
    return open_booths(tables, state)


def play_reward(tables: Tables, state: State, action: Reward, record: Record) -> State:
    if action.wake:
        state = wake(state, "launchpad", record)
    else:
        state = take_award(state, record)
    return open_booths(tables, state)


def take_award(state: State, record: Record) -> State:
    state = replace(state, awards=add(state.awards, state.mover, 1))
    if record:
        record(AwardTaken(state.mover), state)
    return state
