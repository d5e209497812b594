"""What The Pied Piper brings to the tests of every game's words."""

from __future__ import annotations

from collections.abc import Iterator

from ratskeller.core.game import Refusal, option_sets
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.actions import CARD_CODES, FIGURE_CODES
from ratskeller.games.pied_piper.rules.state import (
    BACK,
    BLUE,
    FORWARD,
    MELODY,
    PIPER,
    PLUS,
    RED,
    SEWER,
    SLOTS,
    UNKNOWN,
    ActionsReshuffled,
    CardDrawn,
    CardPlaced,
    CardRevealed,
    CharacterActivated,
    CharacterDiscarded,
    CharactersReshuffled,
    CharacterTurnedUp,
    Event,
    FigureEntered,
    GameOver,
    HandDiscarded,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    NothingMoved,
    Options,
    PipersReturned,
    PipersSetAside,
    State,
    TrackersClaimed,
    TrackersSetAside,
    TurnBegan,
)
from tests.games.spoken import Speech
from tests.games.walks import walk

SAMPLES: tuple[Event, ...] = (
    FigureEntered((RED,), 1),
    CharacterTurnedUp(2, PIPER),
    PipersSetAside(1),
    PipersSetAside(2),
    PipersReturned(1),
    PipersReturned(2),
    CardDrawn(1, FORWARD),
    CardDrawn(1, UNKNOWN),
    TurnBegan(1),
    CardPlaced(1, 0, RED, SEWER, face_down=False),
    CardPlaced(1, 0, PIPER, UNKNOWN, face_down=True),
    CardRevealed(3, 0, 1, MELODY),
    CardRevealed(3, 0, 1, UNKNOWN),
    CharacterActivated(0, BLUE, (FORWARD,)),
    CharacterActivated(0, BLUE, (FORWARD, PLUS)),
    HouseCrossed((RED,), 0, 1, 3, 4),
    HouseCrossed((RED, BLUE, PIPER), 1, 2, 3, 4),
    HouseCrossed((PIPER,), 2, 3, 0, 0),
    HousePassedUnder((RED,), 2, 3),
    HousePassedUnder((RED, PIPER), 2, 3),
    NothingMoved(1, RED),
    HouseLeft(1, 2),
    TrackersClaimed(1, (2,)),
    TrackersClaimed(1, (0, 2)),
    TrackersSetAside((1,)),
    TrackersSetAside((1, 2)),
    HandDiscarded(1, (2, 0, 1, 0, 0, 1, 0)),
    CharacterDiscarded(0, RED, (FORWARD, BACK)),
    CharactersReshuffled(12),
    ActionsReshuffled(30),
    GameOver("two_left", (1, 2, 3)),
    GameOver("two_left", (1, 1, 3)),
    GameOver("turn_cap", (1, 1, 1)),
    GameOver("roof", (1, 2)),
)
REFUSALS = (
    Refusal("PP-19", "over"),
    Refusal("PP-63", "not_your_turn"),
    Refusal("PP-30", "choose_order"),
    Refusal("PP-63", "card_first"),
    Refusal("PP-63", "not_a_card"),
    Refusal("PP-63", "not_in_hand", {"card": SEWER}),
    Refusal("PP-63", "not_a_character"),
    Refusal("PP-31", "same_character", {"figure": PIPER}),
    Refusal("PP-50", "one_face_down"),
    Refusal("PP-50", "no_face_down"),
    Refusal("PP-50", "which_face"),
    Refusal("PP-63", "too_many_parts"),
    Refusal("PP-62", "seats", {"seats": 6}),
    Refusal("PP-54", "variants"),
    Refusal("PP-36", "few_cards", {"cards": 9, "needed": 12}),
    Refusal("PP-36", "no_walking_cards"),
    Refusal("PP-02", "flees", {"seats": "1"}),
    Refusal("PP-02", "flees", {"seats": "2 1"}),
)
TABLES = [(seats, options) for seats in GAME.meta.seats for options in option_sets(GAME, seats)]


def all_parts(state: State) -> Iterator[str]:
    yield from (f"hand:{code}" for code in CARD_CODES)
    yield from (f"slot:{slot}" for slot in range(SLOTS))
    yield from (f"figure:{code}" for code in FIGURE_CODES)
    yield from (f"{kind}:{house}" for kind in ("house", "gap") for house in state.ring)
    yield from ("up", "down")


def questions() -> Iterator[State]:
    for options in (Options(), Options(secret=True), Options(rugrats=True)):
        yield from (state for state, _ in walk(GAME, 3, options, seed=5))


SPEECH = Speech(
    samples=SAMPLES,
    refusals=REFUSALS,
    notations=("F2>3*", "first 2"),
    tables=TABLES,
    questions=questions,
    parts=all_parts,
    every=5,
)
