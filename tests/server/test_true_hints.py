"""Hints tell the truth: every sentence of many of them, checked against the engine."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from bench import hints
from ratskeller import games
from ratskeller.bots.hints import judgement
from ratskeller.bots.worth import Judged
from ratskeller.core.facts import DUE, PositionFact, Reason, reasons
from ratskeller.games.parts import game_facts
from ratskeller.server import advice
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.lengths import often

BOT = "search:150"


@cache
def positions(game_id: str, count: int, seed: int) -> list[tuple[Any, int]]:
    return list(hints.positions(games.find(game_id), count, seed))


@pytest.mark.heavy
@pytest.mark.parametrize("game_id", games.shelf())
def test_no_sentence_of_a_hint_is_false_and_every_win_is_told(game_id: str) -> None:
    found = hints.examine(game_id, often(12, 200), BOT, seed=4)
    assert found.false == ()
    assert found.wins_told == found.wins
    assert found.reasons >= found.hints / 3
    assert found.first_steps >= found.hints * 0.9, "the first step says something already"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            lambda case: replace(case, best=case.state, other=case.state),
            "is at level 9 then instead of 1.",
        ),
        (lambda case: case, "is at level 8 then instead of 0."),
    ],
)
def test_a_false_sentence_is_found(wrong: Any, said: str) -> None:
    game = games.find("pied_piper")
    state, seat = positions(game.meta.id, 1, 4)[0]
    case, scene = hints.case_of(game, state, seat, BOT)
    assert hints.untrue(wrong(case), scene, [f"Your house {said}"]) == [f"Your house {said}"]
    assert hints.untrue(case, scene, ["All is well."]) == ["All is well."], "unknown is not true"


def test_a_comparison_that_the_values_do_not_bear_is_found() -> None:
    game = games.find("pied_piper")
    state, seat = positions(game.meta.id, 1, 4)[0]
    case, scene = hints.case_of(game, state, seat, BOT)
    close = replace(case, judged=(Judged(0, 0.5), Judged(1, 0.49)))
    assert hints.untrue(close, scene, ["It is much better than the next best: x."])
    assert not hints.untrue(close, scene, ["About as good is this: x."])


@pytest.mark.heavy
@pytest.mark.parametrize("game_id", games.shelf())
def test_only_the_two_best_turns_are_looked_at_evenly_and_compared(game_id: str) -> None:
    game = games.find(game_id)
    for state, seat in positions(game_id, 4, 11):
        view = game.conceal(state, seat)
        legal = list(game.legal(view.seen))
        judged = judgement(BOT, game, view, legal, random.Random(1))
        even = [one for one in judged if one.even]
        assert len(even) <= 2
        assert list(judged[: len(even)]) == even
        assert even == sorted(even, key=lambda one: one.value, reverse=True)
        assert all(one.value > 0 or not one.even for one in judged), (
            "not looked at is not worthless"
        )
        assert {one.number for one in judged} == set(range(len(legal)))
        assert all(one.plan[0] == legal[one.number] for one in judged)


@pytest.mark.heavy
def test_what_was_not_looked_at_evenly_is_not_compared() -> None:
    game = games.find("ratzentanz")
    state, seat = positions(game.meta.id, 1, 4)[0]
    _, scene = hints.case_of(game, state, seat, BOT)
    judged = (Judged(0, 0.9), Judged(1, 0.0, even=False))
    plans = [advice.plan_of(scene, one) for one in judged]
    told = advice.sentences(scene, plans, judged, advice.EXPLAIN)
    assert not [said for said in told if "next best" in said or "About as good" in said]


def test_the_second_card_is_part_of_the_plan() -> None:
    game = games.find("pied_piper")
    seen = 0
    for state, seat in positions("pied_piper", 16, 6):
        if state.to_place == 2 and not state.options.rugrats:
            case, scene = hints.case_of(game, state, seat, BOT)
            plan = advice.plan_of(scene, case.judged[0])
            assert len(plan.moves) >= 2
            assert ", then: " in advice.sentences(scene, [plan], case.judged[:1], advice.EXPLAIN)[0]
            seen += 1
    assert seen


# --- reasons -----------------------------------------------------------------------------------


def test_reasons_come_by_weight_and_only_what_speaks_for_the_turn() -> None:
    here = [
        PositionFact("a", (), 3, 1.0),
        PositionFact("b", (), 5, 9.0),
        PositionFact("c", (), 1, -2.0),
    ]
    there = [
        PositionFact("a", (), 2, 0.5),
        PositionFact("b", (), 4, 3.0),
        PositionFact("c", (), 0, 0.0),
    ]
    assert reasons(here, there) == [Reason("b", (), 5, 4), Reason("a", (), 3, 2)]
    assert reasons(here, here) == []
    assert reasons([*here, PositionFact(DUE, (), 1, 0.0)], there) == [], (
        "half a turn against a whole one"
    )


@pytest.mark.heavy
@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence_in_every_language(game_id: str, language: str) -> None:
    game = games.find(game_id)
    words = game_words(game, language)
    facts = game_facts(game)
    for state, seat in positions(game_id, 4, 2):
        view = game.conceal(state, seat)
        for fact in facts(view.seen, seat):
            if fact.name == DUE:
                continue
            for amount, instead in ((1, 0), (0, 1)):
                told = words.because(view, Reason(fact.name, fact.about, amount, instead))
                assert told[-1] in ".。", (fact, told)
                assert "{" not in told
