"""A tracker reaches the roof: who is out, when, and what becomes of house, trackers and cards."""

from __future__ import annotations

from typing import Literal

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import (
    AT_HOME,
    SET_ASIDE,
    HandDiscarded,
    HouseCrossed,
    HouseLeft,
    Options,
    State,
)
from tests.rules import rule
from tests.rules.pied_piper.positions import (
    activate,
    below,
    cards,
    characters,
    events,
    gap,
    idle,
    line_of,
    play,
    possible,
    ranks,
    settle,
)

Elimination = Literal["after_card", "immediate"]
BOTH: tuple[Elimination, ...] = ("after_card", "immediate")
EITHER_WAY = pytest.mark.parametrize("elimination", BOTH)

# --- the roof ----------------------------------------------------------------------------------


@rule("PP-02")
@pytest.mark.parametrize(("level", "roof", "flees"), [(5, 7, 0), (6, 7, 1), (6, 8, 0), (7, 8, 1)])
def test_a_player_is_out_on_the_seventh_floor_or_by_option_above_it(
    level: int, roof: Literal[7, 8], flees: bool
) -> None:
    state = position(
        active=2, levels=[level], roof=roof, line=["red F1"], hand=["S1"], where={"red": 0}
    )
    state = activate(state, "S1>1")
    assert state.levels[0] == level + 1
    assert state.out == ((0,) if flees else ())


@rule("PP-02")
def test_without_an_option_the_roof_is_level_7() -> None:
    assert Options().roof == 7


@rule("PP-02")
def test_a_move_after_which_somebody_flees_is_to_be_confirmed() -> None:
    state = position(active=2, levels=[6], line=["red F1"], hand=["S1", "F2"], where={"red": 0})
    state = play(state, "S1>1")
    caution = GAME.caution(GAME.conceal(state, 2), GAME.parse("F2>4"))
    assert caution
    assert (caution.rule, caution.args) == ("PP-02", {"seats": "0"})


@rule("PP-12")
def test_all_who_flee_by_one_move_are_to_be_confirmed() -> None:
    """Seat 1 would send the rat through two houses: a neighbour's, and then its own."""
    full = [6, 6, 0, 0, 0]
    state = position(5, active=1, levels=full, line=["red F2"], hand=["S1", "F1"], where={"red": 0})
    state = play(state, "S1>1")
    caution = GAME.caution(GAME.conceal(state, 1), GAME.parse("F1>4"))
    assert caution
    assert (caution.rule, caution.args) == ("PP-02", {"seats": "0 1"})
    assert GAME.caution(GAME.conceal(position(hand=["F1"]), 0), GAME.parse("F1>1")) is None


@rule("PP-13")
def test_with_two_players_the_loser_is_to_be_confirmed() -> None:
    state = position(
        2, active=0, levels=[6, 6], line=["red F1"], hand=["F1", "S1"], where={"red": 0}
    )
    state = play(state, "S1>1")
    caution = GAME.caution(GAME.conceal(state, 0), GAME.parse("F1>4"))
    assert caution
    assert (caution.rule, caution.args) == ("PP-13", {"seats": "0"})


@rule("PP-04")
def test_a_finalist_on_the_roof_stands_on_the_roof_and_no_higher() -> None:
    state = position(
        3,
        active=2,
        levels=[6, 6, 0],
        line=["red M"],
        hand=["F2"],
        where={"red": 0, "blue": 0, "green": 0},
    )
    assert activate(state, "F2>1").levels == (7, 7, 0)


# --- when the roof is checked ------------------------------------------------------------------


def two_houses(elimination: Elimination, *, seats: int = 3) -> State:
    """One card leads the red rat through house 0, which is full then, and through house 1."""
    return position(
        seats,
        active=2,
        levels=[6, 3, 4, 4, 4][:seats],
        line=["red F2"],
        hand=["S1"],
        where={"red": 0},
        elimination=elimination,
    )


@rule("PP-10")
def test_after_card_the_later_house_still_gets_its_rat() -> None:
    state = activate(two_houses("after_card"), "S1>1")
    assert state.levels == (7, 4, 4)
    assert ranks(state) == (3, 2, 1)  # level with seat 2, who holds the tracker


@rule("PP-10", "PP-19")
def test_immediate_ends_the_game_before_the_later_house_is_reached() -> None:
    state = activate(two_houses("immediate"), "S1>1")
    assert state.levels == (7, 3, 4)
    assert ranks(state) == (3, 1, 2)
    assert gap(state, "red") == 1  # the gap just reached


@rule("PP-10")
def test_after_card_is_what_a_table_gets_that_chooses_nothing() -> None:
    assert Options().elimination == "after_card"


@rule("PP-10")
@pytest.mark.parametrize(
    "line", ["red F2", "red F1", "red B1"], ids=["double step", "two forward", "back"]
)
def test_where_more_than_two_stay_both_ways_of_checking_lead_to_the_same(line: str) -> None:
    def outcome(elimination: Elimination) -> tuple[object, ...]:
        state = position(
            5,
            active=2,
            levels=[6, 3, 4, 4, 6],
            line=[line],
            hand=["+1"],
            where={"red": 0, "blue": 1},
            elimination=elimination,
        )
        state = activate(state, "+1>1")
        return state.levels, state.ring, state.where, state.out, state.holders

    assert outcome("after_card") == outcome("immediate")


@rule("PP-10")
def test_after_card_both_houses_are_walked_through_before_the_first_is_left() -> None:
    state = play(two_houses("after_card", seats=4), "S1>1")
    told = [e for e in events(state, idle(state)) if isinstance(e, HouseCrossed | HouseLeft)]
    assert [type(event) for event in told] == [HouseCrossed, HouseCrossed, HouseLeft]
    state = play(two_houses("immediate", seats=4), "S1>1")
    told = [e for e in events(state, idle(state)) if isinstance(e, HouseCrossed | HouseLeft)]
    assert [type(event) for event in told] == [HouseCrossed, HouseLeft, HouseCrossed]


# --- several at once ---------------------------------------------------------------------------


@rule("PP-12", "PP-67")
def test_of_three_full_houses_the_first_two_on_the_way_are_left_and_the_third_stays() -> None:
    state = position(
        4, active=3, levels=[6, 6, 6, 5], line=["red F2"], hand=["+1"], where={"red": 0}
    )
    state = activate(state, "+1>1")
    assert state.out == (0, 1)
    assert state.ring == (2, 3)
    assert state.levels == (7, 7, 7, 5)
    assert ranks(state) == (4, 3, 2, 1)


@rule("PP-12")
def test_with_one_player_too_many_only_the_first_of_two_full_houses_is_left() -> None:
    state = position(3, active=1, levels=[6, 6, 5], line=["red F2"], hand=["S1"], where={"red": 0})
    state = activate(state, "S1>1")
    assert state.out == (0,)
    assert ranks(state) == (3, 2, 1)  # on the roof is worse than below it


@rule("PP-12")
def test_on_a_way_back_the_order_is_the_one_walked() -> None:
    state = position(3, active=0, levels=[5, 6, 6], line=["red B1"], hand=["+1"], where={"red": 0})
    state = activate(state, "+1>1")
    assert state.out == (2,)
    assert ranks(state) == (1, 2, 3)


@rule("PP-12", "PP-66")
def test_two_finalists_on_the_roof_are_level_and_the_trackers_decide() -> None:
    state = position(3, active=2, levels=[6, 6, 6], line=["red F2"], hand=["+1"], where={"red": 0})
    assert ranks(activate(state, "+1>1")) == (3, 2, 1)


@rule("PP-12", "PP-16")
def test_an_active_player_who_falls_second_loses_the_tracker_just_claimed() -> None:
    state = position(
        5, active=1, levels=[6, 6, 0, 0, 0], line=["red F2"], hand=["S1"], where={"red": 0}
    )
    state = activate(state, "S1>1")
    assert state.out == (0, 1)
    assert state.holders == (SET_ASIDE, SET_ASIDE, AT_HOME, AT_HOME, AT_HOME)


# --- the house ---------------------------------------------------------------------------------


@rule("PP-14")
def test_the_gaps_on_both_sides_of_a_left_house_become_one() -> None:
    state = position(
        levels=[0, 6, 0, 0],
        line=["red S1"],
        hand=["F1"],
        where={"red": 0, "blue": 1, "green": 2, "yellow": 0, "piper": 3},
    )
    state = activate(state, "F1>1")
    assert state.ring == (0, 2, 3)
    assert [gap(state, rat) for rat in ("red", "blue", "green")] == [2, 2, 2]
    assert (gap(state, "yellow"), gap(state, "piper")) == (0, 3)


@rule("PP-14")
@pytest.mark.parametrize(
    ("first", "second", "levels", "reached"),
    [
        ("F1", "F1", (0, 7, 1, 0), 3),  # on through house 2
        ("F1", "B1", (1, 7, 0, 0), 0),  # back: house 1 is gone, so through house 0
        ("F1", "F2", (0, 7, 1, 1), 0),
    ],
)
def test_the_second_action_happens_in_the_smaller_ring(
    first: str, second: str, levels: tuple[int, ...], reached: int
) -> None:
    state = position(levels=[0, 6, 0, 0], line=[f"red {first}"], hand=[second], where={"red": 1})
    state = activate(state, f"{second}>1")
    assert (state.levels, gap(state, "red")) == (levels, reached)


@rule("PP-14")
@pytest.mark.parametrize(
    ("second", "levels", "reached"), [("B1", (1, 7, 0, 0), 0), ("F1", (0, 7, 1, 0), 3)]
)
def test_after_a_move_back_the_rat_stands_in_the_merged_gap(
    second: str, levels: tuple[int, ...], reached: int
) -> None:
    state = position(levels=[0, 6, 0, 0], line=["red B1"], hand=[second], where={"red": 2})
    state = activate(state, f"{second}>1")
    assert (state.levels, gap(state, "red")) == (levels, reached)


@rule("PP-14")
def test_the_last_house_of_the_ring_can_go_and_the_first_follows() -> None:
    state = position(levels=[0, 0, 0, 6], line=["red F1"], hand=["F1"], where={"red": 3, "blue": 3})
    state = activate(state, "F1>1")
    assert state.levels == (1, 0, 0, 7)
    assert (gap(state, "blue"), gap(state, "red")) == (0, 1)


@rule("PP-14", "PP-24")
@EITHER_WAY
def test_figures_met_by_a_merge_do_not_join_a_moving_group(elimination: Elimination) -> None:
    state = position(
        5,
        active=2,
        levels=[6, 0, 0, 0, 0],
        line=["blue M"],
        hand=["F2"],
        where={"blue": 0, "red": 1, "green": 0, "yellow": 4},
        elimination=elimination,
    )
    state = activate(state, "F2>1")
    assert state.levels == (7, 2, 0, 0, 0)
    assert (gap(state, "blue"), gap(state, "green"), gap(state, "red")) == (2, 2, 1)


@rule("PP-14", "PP-24")
@EITHER_WAY
def test_a_house_left_on_the_way_back_does_not_bend_the_way(elimination: Elimination) -> None:
    state = position(
        5,
        active=2,
        levels=[0, 0, 0, 0, 6],
        line=["blue B1"],
        hand=["+1"],
        where={"blue": 0, "red": 4, "green": 0},
        elimination=elimination,
    )
    state = activate(state, "+1>1")
    assert state.levels == (0, 0, 0, 1, 7)
    assert gap(state, "blue") == 3
    assert gap(state, "red") == gap(state, "green") == 0


# --- the trackers ------------------------------------------------------------------------------


@rule("PP-15")
def test_the_tracker_goes_to_the_player_whose_turn_it_is_whoever_laid_the_card() -> None:
    # The older card, laid by seat 1, leads through house 0.
    state = position(active=3, levels=[6], line=["red F1@1"], hand=["S1"], where={"red": 0})
    assert activate(state, "S1>1").holders == (3, AT_HOME, AT_HOME, AT_HOME)


def holders_when_seat_0_flees(*, active: int, first_tracker: int) -> tuple[int, ...]:
    """Seat 1 has fled before, and `first_tracker` is the seat that holds its tracker."""
    state = position(
        5,
        active=active,
        out=[1],
        held={1: first_tracker},
        levels=[6],
        line=["red F1"],
        hand=["S1"],
        where={"red": 0},
    )
    return activate(state, "S1>1").holders


@rule("PP-15")
def test_all_trackers_the_victim_held_go_along() -> None:
    holders = holders_when_seat_0_flees(active=3, first_tracker=0)
    assert holders == (3, 3, AT_HOME, AT_HOME, AT_HOME)


@rule("PP-15")
def test_trackers_held_by_others_stay_where_they_are() -> None:
    holders = holders_when_seat_0_flees(active=3, first_tracker=4)
    assert holders == (3, 4, AT_HOME, AT_HOME, AT_HOME)


@rule("PP-16")
def test_who_flees_in_the_own_turn_takes_all_trackers_out_of_the_game() -> None:
    holders = holders_when_seat_0_flees(active=0, first_tracker=0)
    assert holders == (SET_ASIDE, SET_ASIDE, AT_HOME, AT_HOME, AT_HOME)


# --- the rest of the turn ----------------------------------------------------------------------


@rule("PP-17")
def test_the_second_action_of_a_character_happens_although_the_active_player_fled() -> None:
    state = position(levels=[6], line=["red F1"], hand=["F1"], where={"red": 0})
    state = activate(state, "F1>1")
    assert state.out == (0,)
    assert state.levels == (7, 1, 0, 0)


@rule("PP-17")
def test_the_second_character_acts_although_the_active_player_fled() -> None:
    state = position(
        levels=[6], line=["red F1", "blue F1"], hand=["S1", "S1"], where={"red": 0, "blue": 2}
    )
    state = play(state, "S1>1", "S1>2", "first 1")
    assert state.out == (0,)
    assert state.levels == (7, 0, 1, 0)


@rule("PP-17", "PP-16")
def test_trackers_of_players_who_flee_later_in_that_turn_are_set_aside_too() -> None:
    state = position(
        5,
        out=[3],
        held={3: 1},
        levels=[6, 6, 0, 7, 0],
        line=["red F1"],
        hand=["F1"],
        where={"red": 0},
    )
    state = activate(state, "F1>1")
    assert state.out == (3, 0, 1)
    assert state.holders == (SET_ASIDE, SET_ASIDE, AT_HOME, SET_ASIDE, AT_HOME)


@rule("PP-17")
def test_after_fleeing_in_the_own_turn_the_line_is_filled_but_no_hand() -> None:
    state = position(levels=[6], line=["red F1"], hand=["S1"], where={"red": 0})
    state = activate(state, "S1>1")
    assert line_of(state)[0] == "-"
    state = play(state, "turn blue")
    assert GAME.to_act(state) == 1
    assert cards(state.hands[0]) == []


@rule("PP-17")
def test_the_turn_then_passes_to_the_next_living_player() -> None:
    state = position(
        5, active=1, out=[2], levels=[0, 6], line=["red F1"], hand=["S1"], where={"red": 1}
    )
    assert settle(activate(state, "S1>1")).active == 3


# --- the cards ---------------------------------------------------------------------------------


@rule("PP-18")
def test_the_hand_of_a_player_who_is_out_is_discarded_face_up() -> None:
    state = position(
        active=2,
        levels=[6],
        line=["red F1"],
        hand=["S1"],
        hands={0: ["F2", "B1", "M", "M"]},
        where={"red": 0},
    )
    state = play(state, "S1>1")
    assert HandDiscarded(0, (0, 1, 1, 0, 0, 2, 0)) in events(state, idle(state))
    state = play(state, idle(state))
    assert cards(state.hands[0]) == []
    assert cards(state.discard) == ["F1", "F2", "B1", "S1", "M", "M"]


@rule("PP-18", "PP-35")
def test_the_hand_can_be_drawn_in_the_refill_of_the_same_turn() -> None:
    state = position(
        active=2,
        levels=[6],
        line=["red F1"],
        hand=["S1"],
        hands={0: ["M", "M", "M", "M"], 1: ["M"]},
        where={"red": 0},
        deck=[],
    )
    assert "M" not in cards(state.discard)
    state = play(activate(state, "S1>1"), "turn red")
    assert "draw M" in possible(state)


@rule("PP-18")
def test_cards_that_the_player_laid_before_stay_in_the_line() -> None:
    state = position(
        active=2, levels=[6], line=["red F1", "blue M@0"], hand=["S1"], where={"red": 0}
    )
    state = activate(state, "S1>1")
    assert below(state, 2) == ["M"]


@rule("PP-18")
def test_the_hand_goes_at_the_elimination_and_not_at_the_end_of_the_turn() -> None:
    state = position(levels=[6], active=2, line=["red F1"], hand=["F1"], where={"red": 0})
    state = play(state, "F1>1")
    told = [type(event).__name__ for event in events(state, idle(state))]
    assert told.index("HandDiscarded") < told.index("CharacterDiscarded")
    assert told[told.index("HandDiscarded") + 1] == "CharacterActivated"


@rule("PP-15", "PP-18", "PP-63")
def test_who_makes_another_player_flee_cleans_up_and_refills_as_usual() -> None:
    state = position(active=2, levels=[6], line=["red F1"], hand=["S1"], where={"red": 0})
    state = activate(state, "S1>1")
    assert characters(state.character_discard) == ["red"]
    assert GAME.to_act(state) == CHANCE
    state = settle(state)
    assert (state.active, len(cards(state.hands[2]))) == (3, 4)
