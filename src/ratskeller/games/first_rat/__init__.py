"""First Rat: build a rocket from scrap, and be the first family of rats on the moon."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ratskeller.core.encoding import Span
from ratskeller.core.game import Credits, Meta, OpenGame, Refusal, View
from ratskeller.games.first_rat.rules import actions, encode, refusals, scoring, turn
from ratskeller.games.first_rat.rules.citations import RULES
from ratskeller.games.first_rat.rules.data import SEATS, default_data
from ratskeller.games.first_rat.rules.state import (
    LAST_SPACE,
    LAUNCHPAD,
    NO_RAT,
    NO_STRIP,
    OVER,
    RATS,
    RATTRONAUT,
    ROCKET_SHIP,
    SET_CAPS,
    SET_COMICS,
    SET_PACKS,
    SET_PATH,
    SET_STRIPS,
    TRACKS,
    Action,
    Event,
    Options,
    Reward,
    State,
)
from ratskeller.games.first_rat.rules.tables import make_tables, tables_of

# A turn has at most 43 decisions: 4 moves, 4 to take or leave, extra, drink, 18 in the burrow,
# reward, 3 booths, 10 markers, end. Five seats play at most 371 rounds after 54 draws: rats only go
# forward but for thefts, and items run out (docs/games/first-rat.md, section 9).
_BOUND = 5 * 371 * 43 + 54


class FirstRat(OpenGame[State, Action]):
    meta = Meta(
        id="first_rat",
        title="First Rat",
        seats=SEATS,
        minutes=60,
        options=Options,
        rules_version=1,
        rule_prefix="FR",
        credits=Credits(
            design=("Gabriele Ausiello", "Virginio Gigli"), illustration=("Dennis Lohausen",)
        ),
        provenance="The board was read from photographs; one score strip and one number of another "
        "are reconstructions.",
        bound=_BOUND,
        setup_rule="FR-01",
    )
    state_type = State
    action_type = Action
    event_type = Event
    citations = RULES
    legacy_hash = "69123562016bb0ba6507785e02b2565e123900833ae1c4a7c9a269e8d98a0714"

    def __init__(self, data: str | None = None) -> None:
        super().__init__(default_data() if data is None else data)
        self.tables = make_tables(self.data)
        self._index = actions.Index(self.tables)

    # The engine is reached without a detour: searches call these millions of times.
    to_act = staticmethod(turn.to_act)
    legal = staticmethod(turn.legal)
    odds = staticmethod(turn.odds)
    stream = staticmethod(turn.stream)
    play = staticmethod(turn.play)
    steps = staticmethod(turn.steps)
    outcome = staticmethod(scoring.outcome)
    why_not = staticmethod(refusals.why_not)
    path = staticmethod(actions.path)

    def start(self, seats: int, options: Options) -> State:
        return turn.start(self.tables, seats, options)

    def why_not_start(self, seats: int, options: Options) -> Refusal | None:  # noqa: ARG002
        """Two to five (FR-01); the solo mode's cards are not known (FR-84)."""
        if seats == 1:
            return Refusal("FR-84", "no_solo")
        return None if seats in SEATS else Refusal("FR-01", "seats", {"seats": seats})

    def caution(self, view: View[State], action: Action) -> Refusal | None:
        """Whoever launches the last rat that can move and lets the others sleep, never moves
        again (FR-18).
        """
        state = view.seen
        first = RATS * state.mover
        awake = [space for space in state.rats[first : first + RATS] if space < LAUNCHPAD]
        if action == Reward(wake=False) and not awake:
            return Refusal("FR-18", "out_of_the_race")
        return None

    # --- the faces of an action ---

    def notation(self, action: Action) -> str:
        return actions.notation(self.tables, action)

    def parse(self, text: str) -> Action:
        return actions.parse(self.tables, text)

    def index(self, action: Action) -> int:
        return self._index.of(action)

    def from_index(self, index: int) -> Action:
        return self._index.actions[index]

    @property
    def index_size(self) -> int:
        return len(self._index)

    # --- a view as numbers ---

    encode = staticmethod(encode.encode)

    def spans(self, seats: int) -> tuple[Span, ...]:
        return encode.spans(self.tables, seats)

    # --- counts ---

    def pieces(self, state: State) -> Mapping[str, Any]:
        """What never grows or shrinks; what chance has still to lay counts as there. Goods and
        mouldy cheese come from an endless supply (FR-17, FR-32): for them the events add up.
        """
        tables = tables_of(state)
        setup = tables.box.setup
        phase = state.phase
        packs = setup.backpacks[state.seats - 2] if phase <= SET_PACKS else sum(state.shelf_packs)
        caps = setup.caps if phase <= SET_CAPS else state.shelf_caps.bit_count()
        comics = setup.comics if phase <= SET_COMICS else state.library.bit_count()
        extra_round = state.ending == "markers" and state.last_round == state.round
        aside = 0 if extra_round else setup.extra_markers
        return {
            "tiles": sum(face > 0 for face in state.path) if phase > SET_PATH else LAST_SPACE,
            "strips": len(set(state.strips) - {NO_STRIP}) if phase > SET_STRIPS else len(TRACKS),
            "rats": len(state.rats),
            "rats that fly unseated": state.rats.count(ROCKET_SHIP) - len(state.tracks[RATTRONAUT]),
            "markers": tuple(
                state.markers[seat] + aside + sum(track.count(seat) for track in state.tracks[1:])
                for seat in range(state.seats)
            ),
            "backpacks": packs + sum(mask.bit_count() for mask in state.packs),
            "drinks": state.shelf_drinks + sum(state.drinks) + sum(state.empties),
            "caps": caps + sum(mask.bit_count() for mask in state.caps),
            "comics": comics + sum(mask.bit_count() for mask in state.comics),
            "caps twice": _shared(state.shelf_caps, *state.caps),
            "comics twice": _shared(state.library, *state.comics),
            "stray tokens": sum(
                rat != NO_RAT and not state.comics[rat // RATS] >> token & 1
                for token, rat in enumerate(state.tokens)
            ),
            "awards over": max(0, sum(state.awards) - setup.awards),
        }

    def turns(self, state: State) -> int:
        return (state.round - 1) * state.seats + state.mover + (state.phase == OVER)


def _shared(*masks: int) -> int:
    """How many things are in more than one place."""
    union = 0
    for mask in masks:
        union |= mask
    return sum(mask.bit_count() for mask in masks) - union.bit_count()


GAME = FirstRat()
