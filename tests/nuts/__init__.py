"""Nuts: everybody is dealt a secret nut, then shows or keeps it; the largest one shown wins.

Rules and nothing else: no words, no board, no terminal, no bot. The house has plain ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Struct
from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.core.encoding import Span
from ratskeller.core.game import (
    CHANCE,
    BadNotation,
    Credits,
    Game,
    GameAction,
    GameEvent,
    GameState,
    Mark,
    Meta,
    Outcome,
    PartPath,
    Refusal,
    Seat,
    Step,
    View,
)

LARGEST = 3
NONE, UNKNOWN = 0, -1


class Options(Struct, frozen=True):
    pass


class State(GameState, frozen=True):
    seats: Annotated[int, Mark.OPEN]
    decisions: Annotated[int, Mark.OPEN]  # first chance deals to each seat, then each seat plays
    shown: Annotated[tuple[int, ...], Mark.OPEN]
    nuts: Annotated[tuple[int, ...], Mark.OWNER]


class Deal(GameAction, frozen=True, tag="deal"):
    nut: int


class Show(GameAction, frozen=True, tag="show"):
    pass


class Keep(GameAction, frozen=True, tag="keep"):
    pass


class NutDealt(GameEvent, frozen=True, tag="nut_dealt"):
    seat: Seat
    nut: int


class NutShown(GameEvent, frozen=True, tag="nut_shown"):
    seat: Seat
    nut: int


class NutKept(GameEvent, frozen=True, tag="nut_kept"):
    seat: Seat


Action = Deal | Show | Keep
NOTATION: dict[str, Action] = {"show": Show(), "keep": Keep()}


class Nuts(Game[State, Action]):
    meta = Meta("nuts", "Nuts", (2, 3), 1, Options, 1, "NU", Credits(), "Made up.", 6, "NU-01")
    state_type, action_type, event_type = State, Action, NutDealt | NutShown | NutKept
    index_size = 2 + LARGEST

    def __init__(self, data: str = "") -> None:
        super().__init__(data)

    # --- the engine ---

    def start(self, seats: int, options: Any) -> State:
        return State(seats, 0, (NONE,) * seats, (NONE,) * seats)

    def to_act(self, state: State) -> int | None:
        if state.decisions < state.seats:
            return CHANCE
        return state.decisions - state.seats if state.decisions < 2 * state.seats else None

    def legal(self, state: State) -> Sequence[Action]:
        return () if self.to_act(state) in (CHANCE, None) else (Show(), Keep())

    def odds(self, state: State) -> tuple[Sequence[Action], Sequence[int]]:
        return [Deal(nut) for nut in range(1, LARGEST + 1)], (1,) * LARGEST

    def stream(self, state: State) -> str:
        return "deal"

    def play(self, state: State, action: Action) -> State:
        seat = state.decisions % state.seats
        state = replace(state, decisions=state.decisions + 1)
        if isinstance(action, Deal):
            return replace(state, nuts=put(state.nuts, seat, action.nut))
        if isinstance(action, Show):
            return replace(state, shown=put(state.shown, seat, state.nuts[seat]))
        return state

    def steps(self, state: State, action: Action) -> Iterator[Step[State]]:
        seat, after = state.decisions % state.seats, self.play(state, action)
        if isinstance(action, Deal):
            yield Step(NutDealt(seat, action.nut), after)
        elif isinstance(action, Show):
            yield Step(NutShown(seat, state.nuts[seat]), after, reveals=True)
        else:
            yield Step(NutKept(seat), after)

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state) is not None:
            return None
        ranks = tuple(1 + sum(other > nut for other in state.shown) for nut in state.shown)
        return Outcome(ranks, "largest_nut", state.shown)

    # --- secrecy ---

    def conceal(self, state: State, viewer: Seat | None) -> View[State]:
        nuts = tuple(
            nut if seat == viewer or state.shown[seat] or not nut else UNKNOWN
            for seat, nut in enumerate(state.nuts)
        )
        return View(viewer, replace(state, nuts=nuts))

    def conceal_action(self, state: State, action: Action, viewer: Seat | None) -> Action:
        hidden = isinstance(action, Deal) and viewer != state.decisions
        return Deal(UNKNOWN) if hidden else action

    def conceal_event(self, event: GameEvent, viewer: Seat | None) -> GameEvent:
        hidden = isinstance(event, NutDealt) and viewer != event.seat
        return replace(event, nut=UNKNOWN) if hidden else event

    def imagine(self, view: View[State], rng: random.Random) -> State:
        nuts = (rng.randint(1, LARGEST) if nut == UNKNOWN else nut for nut in view.seen.nuts)
        return replace(view.seen, nuts=tuple(nuts))

    def scramble(self, state: State, viewer: Seat | None, rng: random.Random) -> State:
        nuts = (
            nut if seat == viewer or state.shown[seat] or not nut else rng.randint(1, LARGEST)
            for seat, nut in enumerate(state.nuts)
        )
        return replace(state, nuts=tuple(nuts))

    # --- people ---

    def why_not_start(self, seats: int, options: Any) -> Refusal | None:
        return None if seats in self.meta.seats else Refusal("NU-01", "seats")

    def why_not(self, view: View[State], path: Sequence[str]) -> Refusal | None:
        if self.to_act(view.seen) != view.viewer:
            return Refusal("NU-02", "not_your_turn")
        paths = {self.path(view.seen, action) for action in self.legal(view.seen)}
        return None if not path or tuple(path) in paths else Refusal("NU-03", "show_or_keep")

    def path(self, state: State, action: Action) -> PartPath:
        return (f"nut:{self.notation(action)}",)

    def notation(self, action: Action) -> str:
        return f"deal {action.nut}" if isinstance(action, Deal) else type(action).__name__.lower()

    def parse(self, text: str) -> Action:
        if text.startswith("deal ") and text[5:].isdecimal():
            return Deal(int(text[5:]))
        if text not in NOTATION:
            raise BadNotation("Type show or keep.")
        return NOTATION[text]

    # --- for machines ---

    def index(self, action: Action) -> int:
        if isinstance(action, Deal):
            return 1 + action.nut
        return int(isinstance(action, Keep))

    def from_index(self, index: int) -> Action:
        return (Show(), Keep())[index] if index < 2 else Deal(index - 1)

    def encode(self, view: View[State]) -> tuple[int, ...]:
        state, first = view.seen, view.viewer or 0
        shown = (state.shown[(first + n) % state.seats] for n in range(state.seats))
        own = NONE if view.viewer is None else state.nuts[view.viewer]
        return own, *shown, (state.decisions - first) % state.seats, state.decisions // state.seats

    def spans(self, seats: int) -> tuple[Span, ...]:
        return (
            Span("my nut", 1, LARGEST),
            Span("shown", seats, LARGEST),
            Span("decisions, counted from me", 1, seats - 1),
            Span("rounds", 1, 2),
        )

    def pieces(self, state: State) -> Mapping[str, Any]:
        return {}

    def turns(self, state: State) -> int:
        return max(0, state.decisions - state.seats)


GAME = Nuts()
