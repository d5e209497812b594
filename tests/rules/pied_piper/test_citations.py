"""Every line of the log cites the rule that speaks of it: whole logs of all settings are read.

`TABLE` is written from the rulebook, and `circumstance` finds the row of an event by what lay on the
table before it. Neither looks at the cause that the event carries: that is the engine's account, and
this is a second one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from ratskeller.core.conformance import settings
from ratskeller.core.course import at_random, course
from ratskeller.core.game import CHANCE
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import (
    BACK,
    DEAL,
    DOUBLE,
    FIRST_LINE,
    MELODY,
    NOWHERE,
    PIPER,
    PLUS,
    SEWER,
    TURN_CAP,
    CardDrawn,
    CardPlaced,
    CharacterActivated,
    CharacterDiscarded,
    CharacterTurnedUp,
    FigureEntered,
    GameOver,
    HandDiscarded,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    State,
    TrackersSetAside,
    TurnBegan,
)
from tests.lengths import often

pytestmark = pytest.mark.heavy

TABLE: Final[Mapping[str, Mapping[str, str]]] = {
    "FigureEntered": {"a rat for a gap": "PP-05", "one rat more": "PP-62"},
    "CharacterTurnedUp": {
        "in the first line": "PP-07",
        "after the turn's movement": "PP-34",
        "at once": "PP-41",
    },
    "PipersSetAside": {"": "PP-07"},
    "PipersReturned": {"": "PP-07"},
    "CardDrawn": {
        "dealt": "PP-01",
        "after the single card of the first turn": "PP-33",
        "up to four": "PP-63",
    },
    "TurnBegan": {
        "the start player's": "PP-06",
        "of the next to the right": "PP-63",
        "after one who is out": "PP-17",
    },
    "CardPlaced": {
        "face up": "PP-63",
        "face up, alone in the first turn": "PP-33",
        "face down": "PP-50",
        "to act at once": "PP-40",
    },
    "CardRevealed": {"": "PP-52"},
    "CharacterActivated": {
        "a basic card": "PP-64",
        "a basic card at once": "PP-40",
        "+1 with Forward or Double step": "PP-27",
        "+1 with Back": "PP-21",
        "+1 with Sewer": "PP-20",
        "+1 once around": "PP-28",
        "Melody of a rat that walks forward": "PP-24",
        "Melody with Back, with Sewer, or of the Piper": "PP-22",
        "Melody without company": "PP-25",
    },
    "HouseCrossed": {
        "one rat": "PP-65",
        "the Piper": "PP-29",
        "the Piper, and no rat lives there": "PP-03",
        "a group": "PP-23",
        "a group too many for the house": "PP-04",
        "a neutral house": "PP-60",
    },
    "HousePassedUnder": {"one figure": "PP-65", "one figure with +1": "PP-20", "a group": "PP-22"},
    "NothingMoved": {"": "PP-26"},
    "HouseLeft": {"one house is full": "PP-14", "several are full by one card": "PP-12"},
    "TrackersClaimed": {"": "PP-15"},
    "TrackersSetAside": {"of the player whose turn it is": "PP-16", "of a later victim": "PP-17"},
    "HandDiscarded": {"of whoever is out": "PP-18", "before the second card was placed": "PP-42"},
    "CharacterDiscarded": {
        "after the turn's movement": "PP-34",
        "with two special cards": "PP-26",
        "at once": "PP-41",
    },
    "CharactersReshuffled": {"": "PP-35"},
    "ActionsReshuffled": {"": "PP-35"},
    "GameOver": {
        "two are left": "PP-19",
        "two are left and level": "PP-66",
        "first on the roof": "PP-13",
        "turns used up": "PP-68",
    },
}


class Moment(NamedTuple):
    """An event, the table before it, and what the card that acts has done so far."""

    event: Any
    before: State
    acting: tuple[int, ...]  # the card or cards
    filled: int  # houses that they have brought to the roof

    @property
    def variant(self) -> bool:
        return self.before.options.rugrats


def circumstance(at: Moment) -> str:
    """The row of an event in its table."""
    match at.event:
        case FigureEntered():
            rats = PIPER - at.before.where.count(NOWHERE)
            return "one rat more" if rats == len(at.before.ring) else "a rat for a gap"
        case CharacterTurnedUp():
            later = "at once" if at.variant else "after the turn's movement"
            return "in the first line" if at.before.phase == FIRST_LINE else later
        case CardDrawn():
            later = "up to four" if at.before.turn else "after the single card of the first turn"
            return "dealt" if at.before.phase == DEAL else later
        case TurnBegan():
            fled = at.before.active in at.before.out
            later = "after one who is out" if fled else "of the next to the right"
            return "the start player's" if at.before.phase == DEAL else later
        case CardPlaced(face_down=face_down):
            if at.variant:
                return "to act at once"
            up = "face up" if at.before.turn else "face up, alone in the first turn"
            return "face down" if face_down else up
        case CharacterActivated():
            return _acting(at)
        case HouseCrossed():
            return _crossing(at)
        case HousePassedUnder(figures=figures):
            alone = "one figure with +1" if PLUS in at.acting else "one figure"
            return "a group" if len(figures) > 1 else alone
        case CharacterDiscarded(cards=cards):
            if at.variant:
                return "at once"
            special = set(cards) <= {PLUS, MELODY}
            return "with two special cards" if special else "after the turn's movement"
    return _leaving(at)


def _acting(at: Moment) -> str:
    cards, figure, before = set(at.event.cards), at.event.figure, at.before
    if MELODY in cards:
        if before.where.count(before.where[figure]) == 1:
            return "Melody without company"
        if figure == PIPER or cards & {BACK, SEWER}:
            return "Melody with Back, with Sewer, or of the Piper"
        return "Melody of a rat that walks forward"
    if PLUS in cards:
        if cards & {BACK, SEWER}:
            return "+1 with Back" if BACK in cards else "+1 with Sewer"
        around = DOUBLE in cards and len(before.ring) == 3
        return "+1 once around" if around else "+1 with Forward or Double step"
    return "a basic card at once" if at.variant else "a basic card"


def _crossing(at: Moment) -> str:
    figures, house, level = at.event.figures, at.event.house, at.event.before
    if at.before.seats == 2 and house in (2, 3):
        return "a neutral house"
    if figures == (PIPER,):
        return "the Piper" if level else "the Piper, and no rat lives there"
    if len(figures) == 1:
        return "one rat"
    rats = sum(-1 if figure == PIPER else 1 for figure in figures)
    return "a group too many for the house" if level + rats > at.before.options.roof else "a group"


def _leaving(at: Moment) -> str:
    before = at.before
    match at.event:
        case HouseLeft():
            together = before.options.elimination == "after_card" and at.filled > 1
            return "several are full by one card" if together else "one house is full"
        case TrackersSetAside():
            own = before.out[-1] == before.active
            return "of the player whose turn it is" if own else "of a later victim"
        case HandDiscarded(seat=seat):
            early = at.variant and seat == before.active and before.to_place == 1
            return "before the second card was placed" if early else "of whoever is out"
        case GameOver(reason="roof"):
            return "first on the roof"
        case GameOver(reason="turn_cap"):
            return "turns used up"
        case GameOver():
            living = {before.levels[s] for s in range(before.seats) if s not in before.out}
            return "two are left and level" if len(living) == 1 else "two are left"
    return ""


def told(state: State, rng: random.Random) -> Iterator[Moment]:
    """The whole log of a match that goes on from a state."""
    acting: tuple[int, ...] = ()
    filled = 0
    for before, mover, action in course(GAME, state, at_random(GAME, state.seats, rng)):
        for step in GAME.steps(before, action) if mover is not None else ():
            match step.event:
                case CharacterActivated(cards=cards):
                    acting, filled = cards, 0
                case HouseCrossed(after=after):
                    filled += after == state.options.roof
            yield Moment(step.event, before, acting, filled)
            before = step.state


@cache
def logs() -> list[Moment]:
    """Matches of every setting from first line to last, and one that begins near the last turn."""
    rng = random.Random("citations")
    starts = [GAME.start(seats, options) for seats, options in settings(GAME)]
    moments = [
        moment for start in starts for _ in range(often(12, 200)) for moment in told(start, rng)
    ]
    opening = next(
        state
        for state, mover, _ in course(GAME, starts[-1], at_random(GAME, starts[-1].seats, rng))
        if mover != CHANCE
    )
    return moments + list(told(replace(opening, turn=TURN_CAP - 2), rng))


def test_every_event_cites_the_rule_that_its_circumstance_is_listed_with() -> None:
    for moment in logs():
        rule = TABLE[type(moment.event).__name__][circumstance(moment)]
        assert GAME.cite(moment.event) == rule, moment


def test_every_event_is_met_in_every_circumstance() -> None:
    met = {(type(moment.event).__name__, circumstance(moment)) for moment in logs()}
    assert met == {(name, row) for name, rows in TABLE.items() for row in rows}


def test_every_cause_that_the_engine_knows_is_met() -> None:
    known = {
        (event, cause)
        for event, rule in GAME.citations.items()
        for cause in ([""] if isinstance(rule, str) else rule)
    }
    assert {(type(moment.event), moment.event.cause) for moment in logs()} == known
