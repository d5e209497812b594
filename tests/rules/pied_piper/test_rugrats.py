"""The variant Rugrats: no specials, and every card acts when it is placed."""

from __future__ import annotations

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import SET_ASIDE, Options
from tests.rules import rule
from tests.rules.pied_piper.positions import (
    below,
    cards,
    characters,
    gap,
    line_of,
    play,
    possible,
    ranks,
)


@rule("PP-40")
def test_the_special_cards_stay_in_the_box() -> None:
    deck = cards(GAME.start(4, Options(rugrats=True)).deck)
    assert len(deck) == 40
    assert "+1" not in deck
    assert "M" not in deck


@rule("PP-40")
def test_a_card_acts_when_it_is_placed_and_stays_with_its_character() -> None:
    state = position(line=["red"], hand=["F1"], where={"red": 0}, rugrats=True)
    state = play(state, "F1>1")
    assert (gap(state, "red"), state.levels) == (1, (1, 0, 0, 0))
    assert below(state, 1) == ["F1"]
    assert line_of(state)[0] == "red"


@rule("PP-40")
def test_the_second_card_of_a_character_acts_alone_the_first_does_not_act_again() -> None:
    state = position(line=["red F2"], hand=["B1"], where={"red": 0}, rugrats=True)
    state = play(state, "B1>1")
    assert (gap(state, "red"), state.levels) == (3, (0, 0, 0, 1))


@rule("PP-40", "PP-33")
def test_the_single_card_of_the_first_turn_acts_too() -> None:
    state = position(turn=0, line=["red"], hand=["F2"], where={"red": 0}, rugrats=True)
    state = play(state, "F2>1")
    assert (gap(state, "red"), state.levels) == (2, (1, 1, 0, 0))
    assert GAME.to_act(state) == CHANCE
    assert play(state, "draw F1").active == 1


@rule("PP-40", "PP-31")
def test_the_two_cards_of_a_turn_still_go_below_different_characters() -> None:
    state = play(position(hand=["F1", "F2"], rugrats=True), "F1>2")
    assert "F2>2" not in possible(state)
    assert "F2>1" in possible(state)


@rule("PP-40", "PP-30")
def test_two_completed_characters_need_no_choice_of_order() -> None:
    state = position(
        line=["red F1", "blue F1"], hand=["F1", "F1"], where={"red": 0, "blue": 2}, rugrats=True
    )
    state = play(state, "F1>1", "turn green", "F1>2")
    assert state.levels == (1, 0, 1, 0)
    assert possible(state)[0].startswith("turn")


@rule("PP-41")
def test_a_completed_character_is_replaced_before_the_second_card_is_placed() -> None:
    state = position(line=["red F1"], hand=["S1", "F1"], rugrats=True)
    state = play(state, "S1>1")
    assert cards(state.discard) == ["F1", "S1"]
    assert characters(state.character_discard) == ["red"]
    state = play(state, "turn piper")
    assert line_of(state)[0] == "piper"
    assert GAME.to_act(state) == 0


@rule("PP-41", "PP-32")
@pytest.mark.parametrize("fresh", ["red", "piper"])
def test_the_second_card_may_go_below_the_fresh_character_even_of_the_same_rat(fresh: str) -> None:
    state = position(line=["red F1"], hand=["S1", "F1"], where={"red": 0, "piper": 1}, rugrats=True)
    state = play(state, "S1>1", f"turn {fresh}", "F1>1")
    assert gap(state, fresh) == 2
    assert below(state, 1) == ["F1"]


@rule("PP-41")
def test_a_character_completed_by_the_second_card_is_replaced_before_the_refill() -> None:
    state = play(position(line=["red F1"], hand=["F1", "S1"], rugrats=True), "F1>3", "S1>1")
    assert possible(state)[0].startswith("turn")
    assert possible(play(state, possible(state)[0]))[0].startswith("draw")


@rule("PP-42")
def test_who_flees_by_the_first_card_places_no_second_and_draws_nothing() -> None:
    state = position(levels=[6], line=["red"], hand=["F1"], where={"red": 0}, rugrats=True)
    state = play(state, "F1>1")
    assert GAME.to_act(state) == 1
    assert cards(state.hands[0]) == []
    assert len(cards(state.discard)) == 3
    assert state.holders[0] == SET_ASIDE
    assert below(state, 1) == ["F1"]


@rule("PP-42", "PP-41")
def test_if_that_card_completed_a_character_it_is_replaced_first() -> None:
    state = position(levels=[6], line=["red S1"], hand=["F1"], where={"red": 0}, rugrats=True)
    state = play(state, "F1>1")
    assert line_of(state)[0] == "-"
    state = play(state, "turn blue")
    assert GAME.to_act(state) == 1
    assert cards(state.hands[0]) == []


@rule("PP-42")
def test_the_next_player_then_has_a_whole_turn() -> None:
    state = position(
        levels=[6], line=["red"], hand=["F1"], hands={1: ["S1"]}, where={"red": 0}, rugrats=True
    )
    state = play(state, "F1>1", "S1>3")
    assert GAME.to_act(state) == 1


@rule("PP-43")
def test_the_roof_is_checked_after_the_first_card_of_a_turn() -> None:
    # House 0 leaves by the first card; so blue walks back through house 3, not house 0.
    state = position(
        active=2,
        levels=[6],
        line=["red", "blue"],
        hand=["F1", "B1"],
        where={"red": 0, "blue": 1},
        rugrats=True,
    )
    state = play(state, "F1>1", "B1>2")
    assert state.out == (0,)
    assert state.levels == (7, 0, 0, 1)


@rule("PP-43", "PP-10")
def test_a_double_step_is_one_card_and_is_checked_at_its_end() -> None:
    state = position(
        3, active=2, levels=[6, 3, 4], line=["red"], hand=["F2"], where={"red": 0}, rugrats=True
    )
    assert play(state, "F2>1").levels == (7, 4, 4)


@rule("PP-43", "PP-10")
def test_by_option_a_double_step_is_checked_after_each_house() -> None:
    state = position(
        3,
        active=2,
        levels=[6, 3, 4],
        line=["red"],
        hand=["F2"],
        where={"red": 0},
        rugrats=True,
        elimination="immediate",
    )
    assert play(state, "F2>1").levels == (7, 3, 4)


@rule("PP-43", "PP-19")
def test_with_two_left_the_second_card_is_not_placed_and_nothing_replaced() -> None:
    state = position(
        3, active=2, levels=[6, 3, 4], line=["red S1"], hand=["F1"], where={"red": 0}, rugrats=True
    )
    state = play(state, "F1>1")
    assert ranks(state) == (3, 1, 2)
    assert below(state, 1) == ["S1", "F1"]
