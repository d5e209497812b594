"""How a state changes: small helpers that all steps of a turn share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.games.first_rat.rules.state import (
    GOODS,
    NURSERY,
    RATS,
    START,
    Comic,
    Event,
    Kind,
    RatRaised,
    Spent,
    State,
)
from ratskeller.games.first_rat.rules.tables import Needs

Record: TypeAlias = Callable[[Event, State], None] | None
"""Told each event with the state right after it. `steps` passes one, `play` does not."""


def works(state: State, comic: Comic) -> bool:
    """Whether the mover has a comic that was not taken in this very turn (FR-28)."""
    return bool((state.comics[state.mover] & ~state.fresh) >> comic & 1)


def spend(state: State, needs: Needs, reason: Any, source: int, record: Record) -> State:
    """The mover gives goods back to the supply, which has no end (FR-32)."""
    seat = state.mover
    goods = list(state.goods)
    for kind, amount in needs:
        goods[GOODS * seat + kind] -= amount
        if record and amount:
            state = replace(state, goods=tuple(goods))
            record(Spent(seat, kind, amount, reason, source), state)
    return replace(state, goods=tuple(goods))


def has(state: State, kind: Kind, amount: int) -> bool:
    return state.goods[GOODS * state.mover + kind] >= amount


def sleeper(state: State) -> int:
    """The mover's first rat in the Nursery, or -1."""
    first = RATS * state.mover
    for rat in range(first, first + RATS):
        if state.rats[rat] == NURSERY:
            return rat
    return -1


def wake(state: State, reason: Any, record: Record) -> State:
    """A rat of the mover leaves the Nursery for Start (FR-25, FR-29)."""
    rat = sleeper(state)
    state = replace(state, rats=put(state.rats, rat, START))
    if record:
        record(RatRaised(rat, reason), state)
    return state
