"""The end of the game: two are left, ties, places, the bound."""

from __future__ import annotations

import pytest

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import AT_HOME, SET_ASIDE
from tests.rules import rule
from tests.rules.pied_piper.positions import (
    activate,
    below,
    cards,
    characters,
    gap,
    line_of,
    play,
    ranks,
    settle,
)

# In all of these the red rat leaves gap 0 through house 0, which has one floor left.


@rule("PP-19")
def test_with_two_left_the_second_action_does_not_happen() -> None:
    state = position(3, active=2, levels=[6, 1, 4], line=["red F1"], hand=["F2"], where={"red": 0})
    state = activate(state, "F2>1")
    assert GAME.to_act(state) is None
    assert (state.levels, gap(state, "red")) == ((7, 1, 4), 1)


@rule("PP-19")
def test_with_two_left_the_second_character_does_not_act() -> None:
    state = position(
        3,
        active=2,
        levels=[6, 1, 4],
        line=["red F1", "blue F1"],
        hand=["S1", "S1"],
        where={"red": 0, "blue": 1},
    )
    state = play(state, "S1>1", "S1>2", "first 1")
    assert (state.levels, gap(state, "blue")) == ((7, 1, 4), 1)


@rule("PP-19", "PP-14", "PP-15", "PP-18")
def test_the_last_elimination_is_completed() -> None:
    state = position(
        3,
        active=2,
        levels=[6, 1, 4],
        line=["red F1"],
        hand=["S1"],
        hands={0: ["M", "M", "B1", "B1"]},
        where={"red": 0, "blue": 0},
    )
    state = activate(state, "S1>1")
    assert state.ring == (1, 2)
    assert gap(state, "blue") == 1
    assert state.holders == (2, AT_HOME, AT_HOME)
    assert cards(state.discard) == ["B1", "B1", "M", "M"]


@rule("PP-19")
def test_after_the_end_nothing_is_cleaned_up_and_nobody_refills() -> None:
    state = position(3, active=2, levels=[6, 1, 4], line=["red F1"], hand=["S1"], where={"red": 0})
    state = activate(state, "S1>1")
    assert line_of(state)[0] == "red"
    assert below(state, 1) == ["F1", "S1"]
    assert characters(state.character_discard) == []
    assert len(cards(state.hands[2])) == 2
    assert GAME.legal(state) == ()


@rule("PP-19")
@pytest.mark.parametrize(("one", "two", "places"), [(1, 4, (3, 1, 2)), (4, 1, (3, 2, 1))])
def test_the_lower_tracker_wins(one: int, two: int, places: tuple[int, ...]) -> None:
    state = position(
        3, active=2, levels=[6, one, two], line=["red F1"], hand=["S1"], where={"red": 0}
    )
    assert ranks(activate(state, "S1>1")) == places


@rule("PP-19")
def test_the_lower_tracker_wins_against_any_number_of_trackers_held() -> None:
    state = position(
        4,
        active=2,
        out=[3],
        held={3: 2},
        levels=[6, 1, 2],
        line=["red F1"],
        hand=["S1"],
        where={"red": 0},
    )
    assert ranks(activate(state, "S1>1")) == (3, 1, 2, 4)


@rule("PP-19")
def test_with_three_left_the_game_goes_on() -> None:
    state = position(4, active=2, levels=[6], line=["red F1"], hand=["S1"], where={"red": 0})
    state = activate(state, "S1>1")
    assert state.out == (0,)
    assert GAME.outcome(state) is None


@rule("PP-19")
def test_when_the_game_is_over_a_move_is_refused() -> None:
    state = position(3, active=2, levels=[6], line=["red F1"], hand=["S1"], where={"red": 0})
    refusal = GAME.why_not(GAME.conceal(activate(state, "S1>1"), 2), ("hand:F1", "slot:1"))
    assert refusal
    assert (refusal.rule, refusal.reason) == ("PP-19", "over")


# --- ties --------------------------------------------------------------------------------------


@rule("PP-66")
@pytest.mark.parametrize(("active", "places"), [(1, (3, 1, 2)), (2, (3, 2, 1))])
def test_with_three_players_the_active_one_wins_a_tie(active: int, places: tuple[int, ...]) -> None:
    state = position(
        3, active=active, levels=[6, 2, 2], line=["red F1"], hand=["S1"], where={"red": 0}
    )
    assert ranks(activate(state, "S1>1")) == places


@rule("PP-66", "PP-16", "PP-67")
def test_with_three_players_a_tie_after_the_active_one_fled_is_a_draw() -> None:
    state = position(3, active=0, levels=[6, 2, 2], line=["red F1"], hand=["S1"], where={"red": 0})
    state = activate(state, "S1>1")
    assert state.holders == (SET_ASIDE, AT_HOME, AT_HOME)
    assert ranks(state) == (3, 1, 1)


@rule("PP-66", "PP-15")
def test_inherited_trackers_break_a_tie() -> None:
    # Seat 1 holds one tracker; seat 2 gets that of seat 0 and the one seat 0 had won.
    state = position(
        5,
        active=2,
        out=[3, 4],
        held={3: 1, 4: 0},
        levels=[6, 2, 2],
        line=["red F1"],
        hand=["S1"],
        where={"red": 0},
    )
    assert ranks(activate(state, "S1>1")) == (3, 2, 1, 5, 4)


@rule("PP-66", "PP-67")
def test_equal_levels_and_equal_trackers_are_a_draw() -> None:
    # One's own tracker does not count, or else nothing would be equal here.
    state = position(
        4,
        active=2,
        out=[3],
        held={3: 1},
        levels=[6, 2, 2],
        line=["red F1"],
        hand=["S1"],
        where={"red": 0},
    )
    state = activate(state, "S1>1")
    assert state.holders == (2, AT_HOME, AT_HOME, 1)
    assert ranks(state) == (3, 1, 1, 4)


@rule("PP-66")
def test_more_trackers_win_even_against_the_player_whose_turn_it_is() -> None:
    state = position(
        5,
        active=2,
        out=[3, 4],
        held={3: 1, 4: 1},
        levels=[6, 2, 2],
        line=["red F1"],
        hand=["S1"],
        where={"red": 0},
    )
    assert ranks(activate(state, "S1>1")) == (3, 1, 2, 5, 4)


# --- places ------------------------------------------------------------------------------------


@rule("PP-67")
def test_whoever_fled_later_has_the_better_place() -> None:
    state = position(
        5,
        active=2,
        out=[3, 1],
        levels=[6, 0, 0, 0, 3],
        line=["red F1"],
        hand=["S1"],
        where={"red": 0},
    )
    assert ranks(activate(state, "S1>1")) == (3, 4, 1, 5, 2)


@rule("PP-67", "PP-12")
def test_of_two_who_flee_by_one_card_the_one_walked_through_first_is_lower() -> None:
    # Backwards: house 0 before house 3.
    state = position(
        4, active=2, levels=[6, 0, 1, 6], line=["red B1"], hand=["+1"], where={"red": 1}
    )
    assert ranks(activate(state, "+1>1")) == (4, 1, 2, 3)


# --- the bound ---------------------------------------------------------------------------------


@rule("PP-68", "PP-67")
def test_after_a_thousand_turns_all_living_players_share_the_first_place() -> None:
    state = position(4, turn=999, out=[3], levels=[1, 5, 2], hand=["F1", "F2"])
    state = settle(play(state, "F1>1", "F2>2"))
    assert ranks(state) == (1, 1, 1, 4)
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.reason == "turn_cap"
    assert GAME.turns(state) == 1000


@rule("PP-68")
def test_one_turn_earlier_the_game_goes_on() -> None:
    state = settle(play(position(4, turn=998, hand=["F1", "F2"]), "F1>1", "F2>2"))
    assert GAME.outcome(state) is None


@rule("PP-68", "PP-19")
def test_an_elimination_in_the_last_turn_still_decides_the_game() -> None:
    state = position(
        3, turn=999, active=2, levels=[6, 1, 4], line=["red F1"], hand=["S1"], where={"red": 0}
    )
    assert ranks(activate(state, "S1>1")) == (3, 1, 2)
