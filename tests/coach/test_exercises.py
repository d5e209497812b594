"""Exercises: composed on a view, held against the best by the worlds that the best was found in."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import pytest

from ratskeller.coach import analysis, telling
from ratskeller.coach.exercises import BadTry, Exercise, compose, loss_of, verdict_of
from ratskeller.coach.findings import OwnChoice
from ratskeller.coach.judging import Value
from ratskeller.core.match import AnyMatch, options_of
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from tests.coach.matches import finished

every_game = pytest.mark.parametrize("game_id", ["pied_piper", "ratzentanz", "first_rat"])
SEAT = 1


@cache
def choice(game_id: str, seats: int = 2) -> OwnChoice:
    """The first real decision in which something else was found to be better."""
    return next(
        one
        for one in analysis.search(finished(game_id, seats), SEAT)
        if isinstance(one, OwnChoice) and one.kind == "real" and one.best != one.played
    )


def posed(match: AnyMatch, found: OwnChoice) -> Exercise:
    return Exercise(
        game=match.game,
        options=options_of(match.game, match.header),
        view=match.game.conceal(match.state_at(found.entry - 1), SEAT),
        best=found.best,
        reasons=found.reasons,
    )


@pytest.mark.heavy
@every_game
def test_a_try_is_held_against_the_best_by_the_worlds_of_the_look_back(game_id: str) -> None:
    found = choice(game_id)
    exercise = posed(finished(game_id), found)
    # a network's last digits hang on how many positions it is asked about at once
    assert loss_of(exercise, found.played) == pytest.approx((found.loss, found.error), abs=1e-6)
    assert verdict_of(loss_of(exercise, found.played)) == found.verdict
    assert verdict_of(loss_of(exercise, found.best)) == "best"


@every_game
def test_a_turn_is_composed_decision_by_decision(game_id: str) -> None:
    found = choice(game_id)
    exercise = posed(finished(game_id), found)
    seen = [compose(exercise, found.best[:count]) for count in range(len(found.best) + 1)]
    assert [one.done for one in seen] == [*[False] * len(found.best), True]
    assert seen[0].view == exercise.view
    assert len({one.view for one in seen}) == len(seen), "each decision is seen"
    for further in exercise.game.legal(seen[-1].view.seen):
        with pytest.raises(BadTry):  # more is not asked, even if the turn goes on
            compose(exercise, (*found.best, exercise.game.notation(further)))
    with pytest.raises(BadTry):
        compose(exercise, ("nothing of the kind",))


def test_whoever_comes_to_where_the_answer_leads_has_found_it() -> None:
    found = choice("first_rat", seats=3)  # for three there is no network: whole turns are judged
    whole = posed(finished("first_rat", 3), found)
    assert len(found.best) > 1
    decisive = msgspec.structs.replace(whole, answer=found.best[:1])
    assert not compose(whole, found.best[:1]).done
    assert compose(decisive, found.best[:1])[2:] == (True, True)
    assert compose(whole, found.best).found
    played = [compose(decisive, found.played[:count]) for count in range(len(found.played) + 1)]
    assert not any(one.found for one in played)
    assert played[-1].done


def test_twin_worlds_are_one_exercise() -> None:
    match, found = finished(), choice("pied_piper")
    before = match.state_at(found.entry - 1)
    twin = match.game.scramble(before, SEAT, random.Random(3))
    assert twin != before
    exercise = posed(match, found)
    other = msgspec.structs.replace(exercise, view=match.game.conceal(twin, SEAT))
    assert loss_of(other, found.played) == loss_of(exercise, found.played)


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_a_verdict_names_the_best_only_where_the_try_counts(game_id: str, language: str) -> None:
    match, found = finished(game_id), choice(game_id)
    exercise = posed(match, found)
    words = {
        loss: telling.tried(exercise, found.played, loss, match.names, language)
        for loss in (Value(0.0, 0.0), Value(0.05, 0.05), Value(0.2, 0.05))
    }
    best = telling.turn(match.game, platform_words(language), exercise.view, exercise.best)
    right, close, worse = words.values()
    assert best in right
    assert best in close
    assert best not in worse
    assert "20" in worse
