"""Crumbs after its rules have changed: the second version of the game in `tests.crumbs`.

Whoever takes the last crumb now loses (CR-03). A match of version 1 keeps the old meaning: its
state says which version it is played by, and the one rule that changed asks it.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from ratskeller.core.game import Mark, Outcome
from tests import crumbs


class State(crumbs.State, frozen=True):
    version: Annotated[int, Mark.OPEN] = 1  # states of version 1 were written without


class Crusts(crumbs.Crumbs):
    meta = replace(crumbs.Crumbs.meta, rules_version=2)
    state_type = State

    def start(self, seats: int, options: Any) -> State:
        return State(seats, crumbs.CRUMBS, 0, self.version)

    def outcome(self, state: crumbs.State) -> Outcome | None:
        assert isinstance(state, State)
        if state.crumbs or state.version == 1:
            return super().outcome(state)
        ranks = tuple(2 if seat == state.mover else 1 for seat in range(state.seats))
        return Outcome(ranks, "last_crumb")


GAME = Crusts()
