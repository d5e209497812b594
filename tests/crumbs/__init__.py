"""Crumbs: take one to three crumbs in turn; whoever takes the last one wins. The smallest game that
the house can serve: rules here, words and board in two more files, and nothing else is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from ratskeller.core.encoding import Span
from ratskeller.core.game import (
    BadNotation,
    Credits,
    GameAction,
    GameEvent,
    GameState,
    Mark,
    Meta,
    OpenGame,
    Outcome,
    PartPath,
    Refusal,
    Step,
    View,
)

CRUMBS = 12


class Options(Struct, frozen=True):
    pass


class State(GameState, frozen=True):
    seats: Annotated[int, Mark.OPEN]
    crumbs: Annotated[int, Mark.OPEN]
    mover: Annotated[int, Mark.OPEN]


class Take(GameAction, frozen=True, tag="take"):
    crumbs: int


class Taken(GameEvent, frozen=True, tag="taken"):
    seat: int
    crumbs: int


class Crumbs(OpenGame[State, Take]):
    meta = Meta(
        "crumbs", "Crumbs", (2, 3), 2, Options, 1, "CR", Credits(), "Made up.", CRUMBS, "CR-01"
    )
    state_type, action_type, event_type = State, Take, Taken
    index_size = 3

    def __init__(self, data: str = "") -> None:
        super().__init__(data)

    def start(self, seats: int, options: Any) -> State:
        return State(seats, CRUMBS, 0)

    def to_act(self, state: State) -> int | None:
        return state.mover if state.crumbs else None

    def legal(self, state: State) -> Sequence[Take]:
        return [Take(n) for n in range(1, min(3, state.crumbs) + 1)]

    def odds(self, state: State) -> tuple[Sequence[Take], Sequence[int]]:
        return (), ()

    def stream(self, state: State) -> str:
        return ""

    def play(self, state: State, action: Take) -> State:
        left = state.crumbs - action.crumbs
        return replace(state, crumbs=left, mover=(state.mover + bool(left)) % state.seats)

    def steps(self, state: State, action: Take) -> Iterator[Step[State]]:
        yield Step(Taken(state.mover, action.crumbs), self.play(state, action))

    def outcome(self, state: State) -> Outcome | None:
        ranks = tuple(1 if seat == state.mover else 2 for seat in range(state.seats))
        return None if state.crumbs else Outcome(ranks, "last_crumb")

    def why_not_start(self, seats: int, options: Any) -> Refusal | None:
        return None if seats in self.meta.seats else Refusal("CR-01", "seats")

    def why_not(self, view: View[State], path: Sequence[str]) -> Refusal | None:
        if self.to_act(view.seen) != view.viewer:
            return Refusal("CR-01", "not_your_turn")
        paths = {self.path(view.seen, action) for action in self.legal(view.seen)}
        return None if not path or tuple(path) in paths else Refusal("CR-02", "too_many")

    def path(self, state: State, action: Take) -> PartPath:
        return (f"pile:{action.crumbs}",)

    def notation(self, action: Take) -> str:
        return str(action.crumbs)

    def parse(self, text: str) -> Take:
        if text not in ("1", "2", "3"):
            raise BadNotation("Take 1, 2 or 3.")
        return Take(int(text))

    def index(self, action: Take) -> int:
        return action.crumbs - 1

    def from_index(self, index: int) -> Take:
        return Take(index + 1)

    def encode(self, view: View[State]) -> tuple[int, ...]:
        state = view.seen
        return state.crumbs, (state.mover - (view.viewer or 0)) % state.seats

    def spans(self, seats: int) -> tuple[Span, ...]:
        return Span("crumbs", 1, CRUMBS), Span("seats until it is my turn", 1, seats - 1)

    def pieces(self, state: State) -> Mapping[str, Any]:
        return {}

    def turns(self, state: State) -> int:
        return CRUMBS - state.crumbs


GAME = Crumbs()
