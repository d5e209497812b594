"""Ratzentanz: steal through Hamelin, bring four kinds of food home, and beware of the flute."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ratskeller.core.encoding import Span
from ratskeller.core.game import (
    Credits,
    Meta,
    OpenGame,
    Outcome,
    PartPath,
    Refusal,
    Step,
    View,
    foresee,
)
from ratskeller.games.ratzentanz.rules import actions, chips, encode, refusals, turn
from ratskeller.games.ratzentanz.rules.citations import RULES
from ratskeller.games.ratzentanz.rules.data import default_data, read_box, read_tables
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    KINDS,
    MAX_TURN_CAP,
    NO_CHIP,
    NOWHERE,
    RATS,
    TIED_ROUNDS,
    Action,
    Event,
    Options,
    Square,
    State,
    Take,
)

_MOST_SEATS = 4
_MOST_A_TURN = 7  # a 2x: the throw, and twice handle, walk, take


class Ratzentanz(OpenGame[State, Action]):
    meta = Meta(
        id="ratzentanz",
        title="Ratzentanz",
        seats=(2, 3, 4),
        minutes=50,
        options=Options,
        rules_version=1,
        rule_prefix="RT",
        credits=Credits(
            design=("Thomas Hülsen",), illustration=("Thomas Hülsen",), layout=("Regine Wölk",)
        ),
        provenance="The town map and the faces of the symbol die are reconstructions; "
        "all else follows the rules.",
        bound=(TIED_ROUNDS + 1) * _MOST_SEATS + MAX_TURN_CAP * _MOST_A_TURN,
        setup_rule="RT-03",
    )
    state_type = State
    action_type = Action
    event_type = Event
    citations = RULES
    legacy_hash = "890111e5400814ef8bc55fcec85e9a2622885d83786e861e9cae1d76e25b1100"
    read_tables = staticmethod(read_tables)

    def __init__(self, data: str | None = None) -> None:
        super().__init__(default_data() if data is None else data)
        self.ground = Ground(read_box(self.data))

    # --- the engine: rules are functions of the ground and a state -------------------------------

    to_act = staticmethod(turn.to_act)
    stream = staticmethod(turn.stream)

    def start(self, seats: int, options: Options) -> State:
        return turn.start(self.ground, seats, options)

    def legal(self, state: State) -> Sequence[Action]:
        return turn.legal(self.ground, state)

    def odds(self, state: State) -> tuple[Sequence[Action], Sequence[int]]:
        return turn.odds(self.ground, state)

    def play(self, state: State, action: Action) -> State:
        return turn.play(self.ground, state, action)

    def steps(self, state: State, action: Action) -> Iterator[Step[State]]:
        return turn.steps(self.ground, state, action)

    def outcome(self, state: State) -> Outcome | None:
        return turn.outcome(self.ground, state)

    def trace(self, state: State, action: Action) -> tuple[Square, ...]:
        """The squares a rat goes over, for drawing."""
        return turn.trace(self.ground, state, action)

    def preferred_take(self, state: State) -> Take:
        """In TAKE: the chip that a rat sits on if nothing else is said (RT-101)."""
        return chips.preferred(self.ground, state)

    # --- people -----------------------------------------------------------------------------------

    why_not_start = staticmethod(refusals.why_not_start)

    def why_not(self, view: View[State], path: Sequence[str]) -> Refusal | None:
        return refusals.why_not(self.ground, view, path)

    def caution(self, view: View[State], action: Action) -> Refusal | None:
        return actions.caution(view.seen, action, foresee(self, view, action)[-1].state)

    def path(self, state: State, action: Action) -> PartPath:
        return actions.parts_of(self.ground, state, action)

    def notation(self, action: Action) -> str:
        return actions.notation(self.ground, action)

    def parse(self, text: str) -> Action:
        return actions.parse(self.ground, text)

    # --- machines ---------------------------------------------------------------------------------

    @cached_property
    def _catalogue(self) -> tuple[Action, ...]:
        return actions.catalogue(self.ground)

    @cached_property
    def _index(self) -> dict[Action, int]:
        return {action: number for number, action in enumerate(self._catalogue)}

    def index(self, action: Action) -> int:
        return self._index[action]

    def from_index(self, index: int) -> Action:
        return self._catalogue[index]

    @property
    def index_size(self) -> int:
        return len(self._catalogue)

    def encode(self, view: View[State]) -> tuple[int, ...]:
        return encode.encode(self.ground, view)

    def spans(self, seats: int) -> tuple[Span, ...]:
        return encode.spans(self.ground, seats)

    def pieces(self, state: State) -> Mapping[str, Any]:
        """Chips of every kind, lying or under a rat; each seat's rats, on the board or spare."""
        spare_with_chip = sum(
            square == NOWHERE and load != NO_CHIP
            for square, load in zip(state.at, state.load, strict=True)
        )
        return {
            "chips": tuple(
                sum(chips.count(heap, kind) for heap in state.lying) + state.load.count(kind)
                for kind in range(1, KINDS + 1)
            ),
            "rats": (len(state.at), len(state.load), RATS * state.seats),
            "spare rats with a chip": spare_with_chip,
        }

    def turns(self, state: State) -> int:
        return state.turn + (state.winner >= 0)


GAME = Ratzentanz()
