"""How a match ended: the sentence of each way of ending, held against the log of the match."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.core.game import GameEvent
from ratskeller.games.first_rat.rules.state import (
    ROCKET_SHIP,
    SCORE,
    GameOver,
    LastRoundSet,
)
from ratskeller.games.first_rat.rules.state import (
    State as Yard,
)
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import State as Houses
from ratskeller.games.pied_piper.rules.state import TurnBegan
from ratskeller.games.ratzentanz import GAME as RATZENTANZ
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.rules.chips import collected
from ratskeller.games.ratzentanz.rules.state import BACK, Options
from ratskeller.games.ratzentanz.rules.state import State as Town
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import AnyWords, game_words
from tests.corpus import corpus, opened
from tests.kinds import as_a
from tests.rules.first_rat import positions as yard
from tests.rules.pied_piper import positions as square
from tests.rules.ratzentanz import positions as town

NAMES = ("Ada", "bo", "小明", "Dora", "Émil")


def words(game: str, language: str = "en") -> AnyWords:
    return game_words(games.find(game), language)


def said(game: str, course: Sequence[GameEvent], seats: int, viewer: int | None = None) -> str:
    deed = words(game).deed(course, NAMES[:seats], viewer)
    return deed.text if deed else ""


# --- The Pied Piper ----------------------------------------------------------------------------


def turn_with(state: Houses, move: str) -> list[GameEvent]:
    """All of a turn with this card; the other one does nothing."""
    return square.events(state, move, square.idle(square.play(state, move)))


def last_house(active: int = 2) -> list[GameEvent]:
    state = position(
        3, active=active, levels=[6, 1, 4], line=["red F1"], hand=["F2"], where={"red": 0}
    )
    return [TurnBegan(active), *turn_with(state, "F2>1")]


def test_the_last_house_is_named_with_the_card_that_filled_it() -> None:
    told = said("pied_piper", last_house(), 3)
    assert told == (
        "In 小明’s turn the red rat carries out Forward: the mill house is full, and Ada is out."
    )
    assert said("pied_piper", last_house(), 3, 2).startswith("In your turn")
    assert said("pied_piper", last_house(), 3, 0).endswith("your house is full, and you are out.")


def test_with_two_players_the_roof_is_reached_by_a_card() -> None:
    state = position(2, active=1, levels=[6, 1], line=["red F1"], hand=["S1"], where={"red": 0})
    course = [TurnBegan(1), *turn_with(state, "S1>1")]
    assert said("pied_piper", course, 2).startswith("In bo’s turn the red rat carries out Forward")
    assert said("pied_piper", course, 2).endswith("and Ada is out.")


def test_houses_that_are_full_at_once_are_counted() -> None:
    state = position(
        4, active=2, levels=[6, 0, 1, 6], line=["red B1"], hand=["+1"], where={"red": 1}
    )
    told = said("pied_piper", [TurnBegan(2), *turn_with(state, "+1>1")], 4)
    assert told.endswith("and 2 houses are full at once.")


def test_nobody_ends_a_match_whose_turns_are_used_up() -> None:
    state = position(4, turn=999, levels=[1, 5, 2, 3], hand=["F1", "F2"])
    course = [TurnBegan(0), *square.events(state, "F1>1", "F2>2")]
    assert said("pied_piper", course, 4) == ""


# --- Ratzentanz --------------------------------------------------------------------------------


def test_the_food_that_was_missing_is_named() -> None:
    state = town.number(1, {"0.1": "b1*4"}, lying={"a1": "123"})
    course = as_events(town.events(state, "1>a1"))
    food = RATZENTANZ.ground.box.food[3]
    told = said("ratzentanz", course, 2)
    assert told.startswith("Ada brings ")
    assert food in told.lower()
    assert said("ratzentanz", course, 2, 0).startswith("You bring ")


def test_food_that_comes_into_the_nest_otherwise_is_told_as_in_the_log() -> None:
    state = town.thrown(1, BACK, {"1.1": "a1*5"}, lying={"a1": "123"})
    state = town.do(state, "symbol")
    course = as_events(town.events(state, "1.1>home"))
    deed = words("ratzentanz").deed(course, NAMES[:2], None)
    assert deed is not None
    assert deed.text == words("ratzentanz").event(course[deed.number], NAMES[:2], None)
    assert "sent away" in deed.text


def test_nobody_ends_ratzentanz_at_the_last_turn() -> None:
    state = town.number(1, {"0.1": "b1*4"}, lying={"a1": "12"}, options=Options(turn_cap=9))
    course = as_events(town.events(replace(state, turn=8), "1>a1"))
    assert said("ratzentanz", course, 2) == ""


def as_events(found: Sequence[object]) -> list[GameEvent]:
    return [as_a(GameEvent, event) for event in found]


# --- First Rat ---------------------------------------------------------------------------------

R = ROCKET_SHIP


def test_the_fourth_rat_in_the_rocket_is_named() -> None:
    state = yard.do(yard.position((25, R, R, R), round=9), "a>27")
    course = [*yard.events(state, "end"), GameOver("rocket", (1, 2), (9, 8))]
    told = said("first_rat", course, 2)
    assert told == "Ada seats rat a in the rocket, the fourth: round 9 is the last."


def test_the_eighth_marker_is_named_with_its_track() -> None:
    state = yard.position((3, 28, 28, 28), phase=SCORE, goods="10 cheese", markers=1, round=5)
    course = [*yard.events(state, "donate"), GameOver("markers", (1, 2), (9, 8))]
    told = said("first_rat", course, 2)
    assert told.startswith("Ada places the eighth marker on ")
    assert told.endswith(": round 6 is an extra round.")


def test_nobody_ends_a_match_in_which_nobody_can_move() -> None:
    course = [LastRoundSet(0, "markers", 3), GameOver("stuck", (1, 2), (9, 8))]
    assert said("first_rat", course, 2) == ""


# --- whole matches -----------------------------------------------------------------------------


@pytest.mark.heavy
@pytest.mark.parametrize("game_id", ["pied_piper", "ratzentanz", "first_rat"])
def test_the_deed_of_a_stored_match_is_what_changed_the_state(game_id: str) -> None:
    """Held against the states before and after, which the sentence was not made from."""
    seen = 0
    for kept in corpus(game_id)[::4]:
        match = opened(bytes(kept.file))
        outcome = match.outcome
        if outcome is None:
            continue
        names = NAMES[: match.header.seats]
        course, states = [], [match.state_at(0)]
        for happening in match.happenings():
            for step in happening.steps:
                course.append(step.event)
                states.append(step.state)
        deed = words(game_id).deed(course, names, None)
        assert (deed is None) == (outcome.reason in ("turn_cap", "stuck"))
        if deed is None:
            continue
        seen += 1
        before, after = states[deed.number], states[deed.number + 1]
        match game_id:
            case "pied_piper":
                last = as_a(Houses, match.state)
                assert len(as_a(Houses, before).out) < len(as_a(Houses, after).out)
                assert as_a(Houses, after).out == last.out
                assert names[last.out[-1]] in deed.text or "houses" in deed.text
                assert names[as_a(Houses, after).active] in deed.text
            case "ratzentanz":
                winner = outcome.winners[0]
                ground = as_a(Ratzentanz, match.game).ground
                kinds = [collected(ground, as_a(Town, one))[winner] for one in (before, after)]
                assert kinds[0] + 1 == kinds[1] == outcome.scores[winner]  # type: ignore[index]
                assert (
                    match.state == after or as_a(Town, match.state).lying == as_a(Town, after).lying
                )
            case _:
                was, now = as_a(Yard, before), as_a(Yard, after)
                assert was.last_round != now.last_round == as_a(Yard, match.state).last_round
                assert names[was.mover] in deed.text
        for language in LANGUAGES:
            told = words(game_id, language).deed(course, names, None)
            assert told is not None
            assert told.number == deed.number
            assert "{" not in told.text
    assert seen
