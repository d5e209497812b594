"""Ratzentanz's choices in words: questions, labels, and who would lose what."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    DOUBLE,
    FLUTE,
    PIPER,
    First,
    Options,
)
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords
from tests.games.ratzentanz import own
from tests.games.ratzentanz.speakers import EN, NAMES, by_appetite, effects, label
from tests.games.walks import walk
from tests.rules.ratzentanz.positions import do, doubled, number, thrown

# --- questions ---


def test_the_mover_is_asked_with_both_dice_named() -> None:
    state = thrown(4, CAT, {"0.1": "b4"})
    assert EN.ask(own(state)) == "4 and the cat: which die comes first?"
    assert EN.ask(own(do(state, "symbol"))).endswith("which storeroom shall the cat guard?")
    assert EN.ask(own(do(state, "number"))) == "4 and the cat: walk a rat exactly 4 steps."
    assert EN.ask(GAME.conceal(state, 1), NAMES[:2]) == (
        "Ada has thrown 4 and the cat and is choosing."
    )
    assert EN.ask(GAME.conceal(state, None)).startswith("Red gang has thrown")


def test_a_double_asks_for_one_rat_or_two() -> None:
    state = doubled(3, {"0.1": "b4", "0.2": "k4"})
    assert EN.ask(own(state)) == "3 and 2x: 6 steps with one rat, or 3 with each of two."
    after = do(state, "1>b7")
    assert EN.ask(own(after)) == "3 and 2x: the second half, with another rat."


def test_where_only_a_sacrifice_is_left_it_is_said() -> None:
    state = number(2, {"0.1": "h2"}, piper="h1")
    assert EN.ask(own(state)).endswith("only a sacrifice is left. Sacrifice or pass?")
    assert label(state, "pass") == "Pass: no sacrifice"


# --- labels and effects ---


def test_the_order_of_the_dice_is_labelled_with_what_they_show() -> None:
    state = thrown(4, CAT, {"0.1": "b4"})
    assert EN.action(own(state), First("number")) == "First the number: 4"
    assert EN.action(own(state), First("symbol")) == "First the symbol: the cat"
    assert EN.action(own(replace(state, symbol=DOUBLE)), First("symbol")).endswith("2x")


def test_a_walk_is_labelled_with_rat_steps_and_place() -> None:
    state = number(3, {"0.1": "a1", "0.2": "b4*3"})
    assert label(state, "1>c2") == "Rat in your nest: 3 steps to the bakery"
    assert label(state, "2>b1") == "Rat in alley b4 with cheese: 3 steps to the north-west gate"
    assert label(state, "2>b1", "de") == (
        "Ratte in der Gasse b4 mit Käse: 3 Schritte zum Tor im Nordwesten"
    )
    assert label(number(2, {"0.1": "c4"}), "1>d5>l9") == (
        "Rat in alley c4: 2 steps to the north-west canal entrance, "
        "then to the south-east canal entrance"
    )


def test_the_rat_that_runs_on_is_told_from_its_equal() -> None:
    state = do(doubled(2, {"0.1": "c4", "0.2": "l9"}), "1>d5>l9")
    labels = [EN.action(own(state), action) for action in GAME.legal(state)]
    assert len(set(labels)) == len(labels)
    assert any(
        text.startswith("Rat at the south-east canal entrance, running on") for text in labels
    )


def test_handling_a_chip_names_both_kinds() -> None:
    state = number(3, {"0.1": "b4*3"}, lying={"b4": "2"})
    assert label(state, "1*0") == "Rat in alley b4 with cheese: leave cheese, then walk"
    assert label(state, "1*2") == "Rat in alley b4 with cheese: leave cheese, take ham, then walk"


def test_sacrifices_are_marked_in_labels_and_effects() -> None:
    state = number(3, {"0.1": "b4*3"}, piper="b6")
    assert label(state, "1>x") == "Sacrifice! Rat in alley b4 with cheese: 3 steps, past the Piper"
    assert effects(state, "1>x") == [
        "You sacrifice a rat in alley b4: it leaves cheese there and follows the Piper."
    ]


@pytest.mark.parametrize(
    ("language", "marked"),
    [("en", "acrifi"), ("fr", "acrifi"), ("de", "pfer"), ("zh-Hant", "犧牲")],
)
def test_sacrifices_are_marked_in_every_language(language: str, marked: str) -> None:
    state = number(3, {"0.1": "b4*3"}, piper="b6")
    assert marked in label(state, "1>x", language)
    assert marked in effects(state, "1>x", language)[0]


def test_a_chip_that_comes_home_is_foreseen_up_to_the_win() -> None:
    state = number(3, {"0.1": "c2*3"}, lying={"a1": "12"})
    assert effects(state, "1>a1") == ["You bring cheese home.", "Your nest: 2 → 3 of 4 kinds."]
    again = number(3, {"0.1": "c2*2"}, lying={"a1": "12"})
    assert effects(again, "1>a1")[-1] == "That kind is there already and does not count again."
    winning = number(3, {"0.1": "c2*3"}, lying={"a1": "124"})
    assert effects(winning, "1>a1")[-1] == "You win with 4 kinds of food in your nest!"


def test_a_game_given_to_another_is_foreseen() -> None:
    state = number(3, {"0.1": "o13*3"}, lying={"o13": "124"})
    assert effects(state, "1*0") == [
        "The yellow nest: 3 → 4 of 4 kinds.",
        "In your turn bo wins with 4 kinds of food in the nest!",
    ]


def test_what_a_rat_may_take_and_that_it_may_run_on_is_foreseen() -> None:
    state = number(6, {"0.1": "a1"}, lying={"c5": "64"})
    assert effects(state, "1>c5") == ["Then you may take fish or bread."]
    running = doubled(2, {"0.1": "c4", "0.2": "k4"})
    assert effects(running, "1>d5>l9") == ["Then this rat may run on."]


def test_mirrored_rats_are_foreseen() -> None:
    state = number(1, {"0.1": "f1", "1.1": "j2", "1.2": "j2", "0.2": "f12"})
    assert effects(state, "1>f2>j2") == [
        (
            "The other rats on the stairs move along: one of your rats to the south-east stairs and "
            "2 yellow rats to the north-west stairs."
        )
    ]


def test_what_the_flute_will_take_is_foreseen_before_the_walk() -> None:
    state = do(thrown(1, FLUTE, {"0.1": "b4", "1.1": "k4*1"}), "number")
    assert effects(state, "1>b5") == [
        (
            "The flute sounds, and 2 rats are lost: one of your rats in alley b5 and a yellow rat in "
            "alley k4 (left behind: grain)."
        )
    ]


def test_cat_and_piper_say_what_they_close_and_open() -> None:
    cat = do(thrown(1, CAT, {"0.1": "b4", "1.1": "h2*1"}, cat="c5"), "symbol")
    assert label(cat, "cat>h2") == "The cat guards the storeroom of grain"
    assert effects(cat, "cat>h2") == [
        "Locked in: a yellow rat with grain.",
        "Open again: the storeroom of bread.",
    ]
    piper = do(thrown(1, PIPER, {"0.1": "b4"}, piper="h1"), "symbol")
    assert label(piper, "piper>d4") == "The Pied Piper to alley d4"
    assert effects(piper, "piper>d4") == [
        "Closed: the north-west canal entrance.",
        "Open again: the storeroom of grain.",
    ]


def test_calling_home_and_sending_away_are_labelled_apart() -> None:
    state = do(thrown(1, BACK, {"0.1": "b4*3", "1.1": "a1*2"}), "symbol")
    assert state.phase == CALL_HOME
    assert label(state, "0.1>home") == "Rat in alley b4 with cheese: back to your nest"
    assert label(state, "1.1>home") == "Send away a yellow rat with ham"
    assert label(state, "pass") == "Pass: call nobody home"
    assert effects(state, "1.1>home") == [
        "A yellow rat is sent away from your nest to the yellow nest and leaves ham behind.",
        "Your nest: 0 → 1 of 4 kinds.",
    ]


def test_taking_a_chip_where_one_surfaced_ends_the_run() -> None:
    state = do(doubled(2, {"0.1": "c4", "0.2": "k4"}, lying={"l9": "3"}), "1>d5>l9")
    assert effects(state, "*3") == ["Then this rat does not run on."]
    assert label(state, "*0") == "Take nothing"


def test_labels_are_unique_wherever_a_match_leads(words: RatzentanzWords) -> None:
    for state, _ in walk(GAME, 2, Options(turn_cap=400), seed=8, choose=by_appetite):
        if state.phase and (legal := GAME.legal(state)):
            labels = {words.action(own(state), action) for action in legal}
            assert len(labels) == len(legal)
