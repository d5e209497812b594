"""+1 and Melody: what they add to a basic card, and that they do nothing without one."""

from __future__ import annotations

import pytest

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import (
    CharacterActivated,
    HouseCrossed,
    HouseLeft,
    NothingMoved,
    State,
)
from tests.rules import rule
from tests.rules.pied_piper.positions import (
    activate,
    below,
    cards,
    events,
    gap,
    idle,
    line_of,
    play,
)

PAIRS = [("+1", "+1"), ("M", "M"), ("+1", "M"), ("M", "+1")]


def red_with(first: str, second: str, *, red: int = 0, levels: tuple[int, ...] = ()) -> State:
    """The red rat with two cards, activated, alone in its gap."""
    state = position(line=[f"red {first}"], hand=[second], where={"red": red}, levels=levels)
    return activate(state, f"{second}>1")


# --- +1 ----------------------------------------------------------------------------------------


@rule("PP-27", "PP-65")
@pytest.mark.parametrize(("first", "second"), [("F2", "+1"), ("+1", "F2")])
def test_plus_one_on_a_double_step_leads_the_red_rat_through_three_houses(
    first: str, second: str
) -> None:
    state = red_with(first, second)
    assert (gap(state, "red"), state.levels) == (3, (1, 1, 1, 0))


@rule("PP-27")
@pytest.mark.parametrize(("first", "second"), [("F1", "+1"), ("+1", "F1")])
def test_plus_one_on_a_forward_leads_through_two_houses_wherever_it_lies(
    first: str, second: str
) -> None:
    state = red_with(first, second)
    assert (gap(state, "red"), state.levels) == (2, (1, 1, 0, 0))


@rule("PP-20")
@pytest.mark.parametrize(("first", "second"), [("S1", "+1"), ("+1", "S1")])
def test_plus_one_on_a_sewer_slips_under_two_houses_and_moves_no_tracker(
    first: str, second: str
) -> None:
    state = red_with(first, second)
    assert (gap(state, "red"), state.levels) == (2, (0, 0, 0, 0))


@rule("PP-21")
@pytest.mark.parametrize(("first", "second"), [("B1", "+1"), ("+1", "B1")])
def test_plus_one_on_a_back_leads_back_through_two_houses(first: str, second: str) -> None:
    state = red_with(first, second, red=1)
    assert (gap(state, "red"), state.levels) == (3, (1, 0, 0, 1))


@rule("PP-11")
@pytest.mark.parametrize(("first", "second"), [("F1", "+1"), ("+1", "F1")])
def test_a_basic_card_with_plus_one_is_one_action_with_one_check_at_its_end(
    first: str, second: str
) -> None:
    # Were the +1 a step of its own, the game would be over before house 1 is reached.
    state = position(
        3, active=2, levels=[6, 3, 4], line=[f"red {first}"], hand=[second], where={"red": 0}
    )
    state = activate(state, f"{second}>1")
    assert state.levels == (7, 4, 4)


@rule("PP-11")
def test_two_basic_cards_are_two_actions_with_a_check_between() -> None:
    state = position(3, active=2, levels=[6, 3, 4], line=["red F1"], hand=["F1"], where={"red": 0})
    assert activate(state, "F1>1").levels == (7, 3, 4)


@rule("PP-11")
def test_a_basic_card_with_a_special_activates_its_character_once_with_both_cards() -> None:
    state = play(position(line=["red M"], hand=["F1"]), "F1>1")
    told = events(state, idle(state))
    acted = [e for e in told if isinstance(e, CharacterActivated)]
    assert len(acted) == 1
    assert acted[0].cards == (5, 0)


# --- Melody ------------------------------------------------------------------------------------


@rule("PP-23", "PP-24")
@pytest.mark.parametrize(("first", "second"), [("F2", "M"), ("M", "F2")])
def test_the_blue_rats_melody_takes_piper_and_red_rat_along_but_not_the_yellow_rat_on_the_way(
    first: str, second: str
) -> None:
    state = position(
        line=[f"blue {first}"],
        hand=[second],
        where={"blue": 0, "red": 0, "piper": 0, "yellow": 1},
        levels=[2, 2, 2, 2],
    )
    state = activate(state, f"{second}>1")
    assert state.levels == (3, 3, 2, 2)  # two houses, +1 +1 -1 each
    assert [gap(state, figure) for figure in ("blue", "red", "piper")] == [2, 2, 2]
    assert gap(state, "yellow") == 1


@rule("PP-24")
def test_whoever_stands_in_the_gap_that_is_reached_is_not_charged_for() -> None:
    state = position(line=["blue M"], hand=["F1"], where={"blue": 0, "red": 1})
    state = activate(state, "F1>1")
    assert state.levels == (1, 0, 0, 0)
    assert gap(state, "red") == 1


@rule("PP-24")
def test_the_group_is_whoever_is_there_when_the_melody_acts_not_when_it_was_laid() -> None:
    # Green stands beside blue when the cards are laid, but walks away first; red arrives.
    state = position(
        line=["green F1", "blue M"],
        hand=["S1", "F1"],
        where={"green": 1, "blue": 1, "red": 0},
        active=3,
    )
    state = play(state, "S1>1", "F1>2", "first 1")
    assert gap(state, "blue") == 2
    assert gap(state, "green") == 3
    assert state.levels == (0, 2, 0, 0)


@rule("PP-24")
def test_a_figure_that_has_just_arrived_goes_along() -> None:
    state = position(
        line=["red F1", "blue M"], hand=["S1", "F1"], where={"red": 0, "blue": 2}, active=3
    )
    state = play(state, "S1>1", "F1>2", "first 1")
    assert (gap(state, "red"), gap(state, "blue")) == (3, 3)
    assert state.levels == (1, 0, 2, 0)


@rule("PP-22")
def test_a_group_in_the_sewer_moves_no_tracker() -> None:
    state = position(line=["blue M"], hand=["S1"], where={"blue": 0, "red": 0, "green": 0})
    state = activate(state, "S1>1")
    assert [gap(state, rat) for rat in ("blue", "red", "green")] == [1, 1, 1]
    assert state.levels == (0, 0, 0, 0)


@rule("PP-22")
def test_a_group_goes_back_together() -> None:
    state = position(line=["blue B1"], hand=["M"], where={"blue": 2, "red": 2})
    state = activate(state, "M>1")
    assert (gap(state, "blue"), gap(state, "red")) == (1, 1)
    assert state.levels == (0, 2, 0, 0)


@rule("PP-22", "PP-29")
def test_the_pipers_own_melody_takes_the_rats_of_his_gap_along() -> None:
    state = position(line=["piper M"], hand=["F1"], where={"piper": 0, "red": 0, "blue": 0})
    state = activate(state, "F1>1")
    assert [gap(state, figure) for figure in ("piper", "red", "blue")] == [1, 1, 1]
    assert state.levels == (1, 0, 0, 0)


@rule("PP-23")
def test_a_rat_and_the_piper_together_leave_an_empty_house_empty() -> None:
    # One after the other, Piper first, they would leave one rat behind.
    state = position(line=["red M"], hand=["F1"], where={"red": 0, "piper": 0})
    assert activate(state, "F1>1").levels == (0, 0, 0, 0)


@rule("PP-23")
def test_a_rat_and_the_piper_together_fill_no_house() -> None:
    # One after the other, rat first, they would reach the roof.
    state = position(line=["red M"], hand=["F1"], where={"red": 0, "piper": 0}, levels=[6])
    state = activate(state, "F1>1")
    assert state.levels == (6, 0, 0, 0)
    assert state.out == ()


@rule("PP-23")
def test_a_group_passes_a_house_in_one_go() -> None:
    state = position(line=["red M"], hand=["F1"], where={"red": 0, "blue": 0, "piper": 0})
    state = play(state, "F1>1")
    crossed = [event for event in events(state, idle(state)) if isinstance(event, HouseCrossed)]
    assert [(event.house, event.before, event.after) for event in crossed] == [(0, 0, 1)]
    assert crossed[0].figures == (0, 2, 6)


@rule("PP-04", "PP-23")
def test_three_rats_together_count_three_floors_but_none_above_the_roof() -> None:
    state = position(
        line=["red M"], hand=["F1"], where={"red": 0, "blue": 0, "green": 0}, levels=[6]
    )
    state = play(state, "F1>1")
    told = events(state, idle(state))
    assert [e.after for e in told if isinstance(e, HouseCrossed)] == [7]
    assert [e.seat for e in told if isinstance(e, HouseLeft)] == [0]
    three = position(line=["red M"], hand=["F1"], where={"red": 0, "blue": 0, "green": 0})
    assert activate(three, "F1>1").levels == (3, 0, 0, 0)


@rule("PP-25")
@pytest.mark.parametrize(
    ("basic", "reached", "levels"),
    [
        ("F1", 1, (1, 0, 0, 0)),
        ("F2", 2, (1, 1, 0, 0)),
        ("B1", 3, (0, 0, 0, 1)),
        ("S1", 1, (0, 0, 0, 0)),
    ],
)
def test_a_melody_for_nobody_else_leaves_the_basic_card_as_it_is(
    basic: str, reached: int, levels: tuple[int, ...]
) -> None:
    state = red_with(basic, "M")
    assert (gap(state, "red"), state.levels) == (reached, levels)


# --- specials without a basic card -------------------------------------------------------------


@rule("PP-26")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_special_cards_move_nothing(first: str, second: str) -> None:
    state = position(line=[f"red {first}"], hand=[second], where={"red": 0, "blue": 0})
    after = activate(state, f"{second}>1")
    assert (after.where, after.levels) == (state.where, state.levels)
    state = play(state, f"{second}>1")
    assert NothingMoved(0, 0) in events(state, idle(state))


@rule("PP-26")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_two_special_cards_still_use_up_the_character(first: str, second: str) -> None:
    state = position(line=[f"red {first}"], hand=[second])
    state = activate(state, f"{second}>1")
    assert sorted(cards(state.discard)) == sorted([first, second])
    assert line_of(state)[0] == "-"


@rule("PP-27")
@pytest.mark.parametrize("special", ["+1", "M"])
def test_a_special_card_that_comes_first_waits(special: str) -> None:
    state = position(hand=[special, "S1"], where={"red": 0, "blue": 0})
    after = play(state, f"{special}>1", "S1>2")
    assert (after.where, after.levels) == (state.where, state.levels)
    assert below(after, 1) == [special]


@rule("PP-27")
def test_a_special_card_does_nothing_for_another_character() -> None:
    state = position(line=["red F1", "blue"], hand=["F1", "+1"], where={"red": 0, "blue": 0})
    state = play(state, "F1>1", "+1>2")
    assert (gap(state, "red"), gap(state, "blue")) == (2, 0)
    assert GAME.outcome(state) is None
