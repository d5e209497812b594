"""The course of a turn: placing, activating, cleaning up, refilling, passing on."""

from __future__ import annotations

import random

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.games.pied_piper import GAME, PiedPiper
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import (
    OVER,
    ActionsReshuffled,
    CardDrawn,
    CharacterActivated,
    CharacterDiscarded,
    CharactersReshuffled,
    CharacterTurnedUp,
    HouseCrossed,
    Options,
    TurnBegan,
)
from tests.rules import rule
from tests.rules.pied_piper.positions import (
    activate,
    below,
    cards,
    characters,
    events,
    gap,
    line_of,
    play,
    possible,
    settle,
)

# --- placing -----------------------------------------------------------------------------------


@rule("PP-33")
def test_the_very_first_turn_is_one_card_and_one_draw() -> None:
    state = play(position(turn=0, hand=["F1", "F1", "F1", "F1"]), "F1>1")
    assert GAME.to_act(state) == CHANCE
    state = play(state, "draw M")
    assert cards(state.hands[0]) == ["F1", "F1", "F1", "M"]
    assert state.active == 1


@rule("PP-33")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_the_deal_the_start_player_lays_one_card_and_the_next_player_two(seats: int) -> None:
    state = settle(GAME.start(seats, Options()))
    assert (GAME.to_act(state), GAME.turns(state)) == (0, 0)
    state = settle(play(state, possible(state)[0]))
    assert (GAME.to_act(state), GAME.turns(state)) == (1, 1)
    state = play(state, possible(state)[0])
    assert GAME.to_act(state) == 1


@rule("PP-33")
def test_the_first_turn_of_everybody_else_is_two_cards() -> None:
    state = settle(play(position(turn=0, hand=["F1"]), "F1>1"))
    state = play(state, possible(state)[0])
    assert GAME.to_act(state) == 1
    assert settle(play(state, possible(state)[0])).active == 2


@rule("PP-33")
def test_the_start_players_second_turn_is_two_cards() -> None:
    state = position(3, turn=0)
    for _ in range(1 + 2 + 2):
        state = settle(play(state, possible(state)[0]))
    assert (state.active, state.turn) == (0, 3)
    state = play(state, possible(state)[0])
    assert GAME.to_act(state) == 0


@rule("PP-63")
def test_nobody_can_pass() -> None:
    state = position(hand=["F1", "F2", "B1", "S1"])
    assert all(">" in move for move in possible(state))
    assert all(">" in move for move in possible(play(state, "F1>1")))


@rule("PP-63")
def test_a_turn_places_activates_cleans_up_refills_and_passes_on_in_this_order() -> None:
    state = position(line=["red F1"], hand=["B1", "S1"])
    told = events(state, "B1>1", "S1>4", "turn blue", "draw F1", "draw F2")
    assert [type(event).__name__ for event in told] == [
        "CardPlaced",
        "CardPlaced",
        "CharacterActivated",
        "HouseCrossed",
        "CharacterActivated",
        "HouseCrossed",
        "CharacterDiscarded",
        "CharacterTurnedUp",
        "CardDrawn",
        "CardDrawn",
        "TurnBegan",
    ]


@rule("PP-63")
def test_without_an_activation_the_turn_goes_straight_to_the_refill() -> None:
    state = play(position(hand=["F1", "F2", "B1", "S1"]), "F1>1", "F2>2")
    state = play(state, "draw M", "draw M")
    assert cards(state.hands[0]) == ["B1", "S1", "M", "M"]
    assert below(state, 1) == ["F1"]


@rule("PP-63", "PP-62")
@pytest.mark.parametrize(("active", "following"), [(0, 1), (2, 3), (4, 0)])
def test_play_passes_to_the_right(active: int, following: int) -> None:
    state = position(5, active=active, hand=["F1", "F1"])
    state = settle(play(state, "F1>1", "F1>2"))
    assert state.active == following


@rule("PP-63")
def test_the_turn_passes_over_players_who_are_out() -> None:
    state = position(5, active=1, out=[2, 3], hand=["F1", "F1"])
    assert settle(play(state, "F1>1", "F1>2")).active == 4


@rule("PP-31")
def test_the_two_cards_of_a_turn_go_below_two_different_characters() -> None:
    state = position(hand=["F1", "F2"])
    assert "F2>2" in possible(state)
    state = play(state, "F1>2")
    assert "F2>2" not in possible(state)
    assert {"F2>1", "F2>3", "F2>4"} <= set(possible(state))


@rule("PP-31")
def test_not_even_a_character_that_already_had_a_card_may_get_both() -> None:
    state = play(position(line=["red F1"], hand=["F2", "B1"]), "B1>1")
    assert "F2>1" not in possible(state)


@rule("PP-31")
def test_two_cards_of_the_same_rat_are_different_characters() -> None:
    state = play(position(line=["red", "red"], hand=["F1", "F2"]), "F1>1")
    assert "F2>2" in possible(state)


@rule("PP-31")
def test_a_rat_that_lies_in_the_line_twice_activates_twice() -> None:
    state = position(line=["red F1", "red F1"], hand=["F1", "F1"], where={"red": 0})
    state = play(state, "F1>1", "F1>2", "first 1")
    assert state.levels == (1, 1, 1, 1)


@rule("PP-32")
def test_a_turn_begins_with_every_kind_in_hand_below_every_character() -> None:
    state = position(line=["red F1", "yellow B1", "blue M", "green S1"], hand=["F1", "B1", "S1"])
    for code in cards(state.hands[0]):
        assert {f"{code}>{slot}" for slot in (1, 2, 3, 4)} <= set(possible(state))


@rule("PP-32")
def test_equal_cards_in_hand_are_one_action() -> None:
    state = position(hand=["F1", "F1", "F1", "M"])
    assert len(possible(state)) == 2 * 4
    assert len(possible(play(state, "F1>2"))) == 2 * 3


@rule("PP-32")
@pytest.mark.parametrize("options", [Options(), Options(secret=True), Options(rugrats=True)])
def test_no_character_carries_more_than_one_card_when_a_turn_begins(options: Options) -> None:
    rng = random.Random(32)
    for _ in range(5):
        state = GAME.start(4, options)
        while state.phase != OVER:
            if GAME.to_act(state) != CHANCE and state.to_place == 2:
                assert all(len(under) < 2 for under in state.laid)
                assert sum(state.hands[state.active]) == 4
            state = play(state, rng.choice(possible(state)))


# --- activating --------------------------------------------------------------------------------


@rule("PP-64")
def test_nothing_moves_before_both_cards_are_placed() -> None:
    state = position(line=["red F1"], hand=["F1", "S1"], where={"red": 0})
    state = play(state, "F1>1")
    assert (gap(state, "red"), state.levels) == (0, (0, 0, 0, 0))
    state = play(state, "S1>3")
    assert (gap(state, "red"), state.levels) == (2, (1, 1, 0, 0))


@rule("PP-64")
def test_one_card_alone_activates_nobody() -> None:
    state = play(position(hand=["F1", "F2"], where={"red": 0}), "F1>1", "F2>2")
    assert (gap(state, "red"), state.levels) == (0, (0, 0, 0, 0))


@rule("PP-64")
def test_the_older_card_acts_first() -> None:
    # Back and then under: house 3 is walked through. The other way round it would be house 0.
    state = position(line=["red B1"], hand=["S1"], where={"red": 0})
    assert activate(state, "S1>1").levels == (0, 0, 0, 1)
    state = position(line=["red S1"], hand=["B1"], where={"red": 0})
    assert activate(state, "B1>1").levels == (1, 0, 0, 0)


@rule("PP-64")
def test_it_does_not_matter_who_laid_the_cards() -> None:
    state = position(active=1, line=["red F1@3"], hand=["F1"], where={"red": 0})
    assert activate(state, "F1>1").levels == (1, 1, 0, 0)


@rule("PP-30")
def test_the_active_player_says_which_of_two_characters_goes_first() -> None:
    # Red walks into the gap of blue; blue's Melody takes along whoever is there by then.
    state = position(
        line=["red F1", "blue M"], hand=["F1", "S1"], where={"red": 0, "blue": 2}, active=2
    )
    state = play(state, "F1>1", "S1>2")
    assert GAME.to_act(state) == 2
    assert possible(state) == ["first 1", "first 2"]
    assert gap(play(state, "first 1"), "red") == 3
    assert gap(play(state, "first 2"), "red") == 2


@rule("PP-30")
def test_the_order_is_chosen_before_anything_moves() -> None:
    state = position(line=["red F1", "blue F1"], hand=["F1", "F1"], where={"red": 0, "blue": 1})
    state = play(state, "F1>1", "F1>2")
    assert state.levels == (0, 0, 0, 0)
    assert GAME.to_act(play(state, "first 2")) == CHANCE  # and it is not asked again


@rule("PP-30")
def test_the_order_is_asked_even_where_it_makes_no_difference() -> None:
    state = position(line=["red M", "blue M"], hand=["+1", "+1"])
    assert possible(play(state, "+1>1", "+1>2")) == ["first 1", "first 2"]


@rule("PP-30")
def test_one_character_finishes_both_cards_before_the_other_begins() -> None:
    state = position(line=["red F1", "blue B1"], hand=["S1", "F2"], where={"red": 0, "blue": 2})
    told = events(play(state, "S1>1", "F2>2"), "first 2")
    acted = [event.slot for event in told if isinstance(event, CharacterActivated)]
    assert acted == [1, 1, 0, 0]


@rule("PP-30")
def test_a_single_activated_character_needs_no_choice() -> None:
    state = play(position(line=["red F1", "blue F1"], hand=["F1", "S1"]), "F1>1", "S1>3")
    assert GAME.to_act(state) == CHANCE


# --- cleaning up -------------------------------------------------------------------------------


@rule("PP-34")
def test_an_activated_character_and_its_cards_are_discarded() -> None:
    state = activate(position(line=["red F1"], hand=["B1"]), "B1>1")
    assert cards(state.discard) == ["F1", "B1"]
    assert characters(state.character_discard) == ["red"]
    assert line_of(state) == ["-", "yellow", "blue", "green"]
    assert below(state, 1) == []


@rule("PP-34")
def test_a_character_with_one_card_stays_with_its_card() -> None:
    state = activate(position(line=["red F1", "blue M"], hand=["B1"]), "B1>1")
    state = settle(state)
    assert line_of(state)[1] == "blue"
    assert below(state, 2) == ["M"]


@rule("PP-34")
def test_both_characters_are_discarded_before_the_first_is_replaced() -> None:
    state = position(line=["red F1", "yellow", "blue F1"], hand=["F1", "F1"])
    told = events(state, "F1>1", "F1>3", "first 1", "turn green", "turn piper")
    order = [e for e in told if isinstance(e, CharacterDiscarded | CharacterTurnedUp | CardDrawn)]
    assert [type(event).__name__ for event in order] == [
        "CharacterDiscarded",
        "CharacterDiscarded",
        "CharacterTurnedUp",
        "CharacterTurnedUp",
    ]


@rule("PP-34", "PP-09")
@pytest.mark.parametrize("first", ["first 2", "first 4"])
def test_new_characters_take_the_empty_slots_from_left_to_right(first: str) -> None:
    state = position(line=["red", "yellow F1", "blue", "green F1"], hand=["F1", "F1"])
    state = play(state, "F1>2", "F1>4", first, "turn purple", "turn piper")
    assert line_of(state) == ["red", "purple", "blue", "piper"]


@rule("PP-09")
def test_a_replacement_lies_where_the_old_character_lay() -> None:
    state = activate(position(line=["red", "yellow F1", "blue B1"], hand=["B1"]), "B1>2")
    state = play(state, "turn purple")
    assert line_of(state) == ["red", "purple", "blue", "green"]
    assert below(state, 3) == ["B1"]


@rule("PP-34")
def test_an_empty_character_deck_is_renewed_with_the_discards_of_this_very_turn() -> None:
    # Three red rats lie in the line; so only the one activated now can be turned up again.
    state = position(line=["red F1", "red", "red", "blue"], hand=["F1"], character_deck=[])
    assert "red" not in characters(state.character_discard)
    state = activate(state, "F1>1")
    assert "turn red" in possible(state)
    assert characters(state.character_discard) == []


@rule("PP-34", "PP-35")
def test_the_last_character_is_dealt_before_the_discards_are_shuffled() -> None:
    state = position(line=["red F1", "yellow F1"], hand=["F1", "F1"], character_deck=["purple"])
    state = play(state, "F1>1", "F1>2", "first 1")
    assert possible(state) == ["turn purple"]
    told = events(state, "turn purple")
    assert [type(event) for event in told] == [CharacterTurnedUp, CharactersReshuffled]


@rule("PP-35")
def test_a_character_deck_that_has_just_run_out_is_left_empty() -> None:
    state = activate(position(line=["red F1"], hand=["F1"], character_deck=["purple"]), "F1>1")
    state = play(state, "turn purple")
    assert characters(state.character_deck) == []
    assert "red" in characters(state.character_discard)


@rule("PP-08")
def test_during_play_a_second_and_a_third_piper_may_lie_in_the_line() -> None:
    state = position(line=["red F1", "piper", "blue F1"], hand=["F1", "F1"])
    state = play(state, "F1>1", "F1>3", "first 1", "turn piper", "turn piper")
    assert line_of(state) == ["piper", "piper", "piper", "yellow"]
    assert possible(state)[0].startswith("draw")


# --- refilling ---------------------------------------------------------------------------------


@rule("PP-35")
def test_an_action_deck_that_has_just_run_out_is_left_empty() -> None:
    state = position(deck=["M", "M"], hand=["F1", "F2"])
    thrown = state.discard
    state = play(state, "F1>1", "F2>2", "draw M", "draw M")
    assert cards(state.deck) == []
    assert state.discard == thrown
    assert state.active == 1


@rule("PP-35")
def test_the_action_discards_are_shuffled_between_two_draws_where_the_deck_runs_out() -> None:
    state = play(position(deck=["M"], hand=["F1", "F2"]), "F1>1", "F2>2")
    assert possible(state) == ["draw M"]
    told = events(state, "draw M")
    assert [type(event) for event in told] == [CardDrawn, ActionsReshuffled]


@rule("PP-35")
def test_the_cards_that_acted_this_turn_can_be_drawn_in_this_turns_refill() -> None:
    # All Melodies but two are in hands, so the discard pile holds none before this turn.
    state = position(deck=[], line=["red M"], hand=["M"], hands={1: ["M"], 2: ["M"], 3: ["M"]})
    assert "M" not in cards(state.discard)
    state = activate(state, "M>1")
    state = play(state, possible(state)[0])
    assert "draw M" in possible(state)
    assert cards(state.discard) == []


@rule("PP-36")
@pytest.mark.parametrize("options", [Options(), Options(rugrats=True)])
def test_the_smallest_deck_allowed_never_runs_out(options: Options) -> None:
    numbers = "forward = 6\ndouble = 6\nback = 6\nsewer = 6\nplus = 0\nmelody = 0"
    data = f"[action_cards]\n{numbers}\n[character_cards]\nrat = 1\npiper = 1\n"
    game, rng = PiedPiper(data), random.Random(36)
    assert game.why_not_start(5, options) is None
    for _ in range(10):
        state = game.start(5, options)
        while state.phase != OVER:
            moves = possible(state)
            assert moves, "there is nothing to draw"
            state = play(state, rng.choice(moves))


# --- the example of the rulebook ---------------------------------------------------------------


@rule("PP-63", "PP-64", "PP-65")
def test_the_yellow_rat_walks_through_a_house_and_back_through_the_same_house() -> None:
    state = position(line=["red", "yellow F1"], hand=["F2", "B1"], where={"yellow": 1})
    told = events(state, "F2>4", "B1>2")
    crossed = [(e.house, e.before, e.after) for e in told if isinstance(e, HouseCrossed)]
    assert crossed == [(1, 0, 1), (1, 1, 2)]
    state = play(state, "F2>4", "B1>2")
    assert gap(state, "yellow") == 1
    assert cards(state.discard) == ["F1", "B1"]
    assert characters(state.character_discard) == ["yellow"]
    told = events(state, "turn piper", "draw S1", "draw S1")
    assert told[-1] == TurnBegan(1)
    assert below(state, 4) == ["F2"]
