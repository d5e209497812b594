from __future__ import annotations

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    DOUBLE,
    FLUTE,
    MOVE,
    NEW_BLOOD,
    ORDER,
    PIPER,
    PUT_CAT,
    PUT_PIPER,
    THROW,
    Lapsed,
    Options,
    Throw,
)
from tests.rules import rule
from tests.rules.ratzentanz.positions import (
    against,
    choices,
    do,
    doubled,
    ends,
    events,
    happened,
    number,
    position,
    thrown,
    where,
)


@rule("RT-10")
def test_both_dice_are_carried_out_in_either_order() -> None:
    state = thrown(1, FLUTE, {"0.1": "b5", "1.1": "h7"})
    assert choices(state) == {"number", "symbol"}
    saved = do(state, "number", "1>c5")
    assert (where(saved, "0.1"), where(saved, "1.1")) == ("c5", "spare")
    assert (saved.phase, saved.seat) == (THROW, 1)
    caught = do(state, "symbol")
    assert (where(caught, "0.1"), where(caught, "1.1")) == ("spare", "spare")


@rule("RT-10")
def test_one_die_is_finished_before_the_other_begins() -> None:
    state = do(thrown(1, CAT, {"0.1": "b5"}), "symbol")
    assert state.phase == PUT_CAT
    assert all(choice.startswith("cat>") for choice in choices(state))
    state = do(state, "cat>h2")
    assert (state.phase, state.due, state.shares) == (MOVE, False, 1)
    assert against(state, ["sq:h2"]) == "RT-11"


@rule("RT-11")
def test_whoever_can_walk_must() -> None:
    state = number(3, {"0.1": "b4"})
    assert "pass" not in choices(state)
    assert against(state, ["btn:pass"]) == "RT-11"


@rule("RT-11", "RT-16")
def test_where_only_a_sacrifice_is_left_one_may_pass() -> None:
    state = number(1, {"0.1": "c7"}, piper="e7")
    assert choices(state) == {"1>x", "pass"}
    passed = do(state, "pass")
    assert (where(passed, "0.1"), passed.seat) == ("c7", 1)


@rule("RT-11")
def test_a_move_past_the_piper_is_no_duty() -> None:
    walled = thrown(1, NEW_BLOOD, {"0.1": "c7"}, piper="e7", options=Options(piper="wall"))
    lapsed = happened(walled, "number", Lapsed)
    assert (lapsed.die, lapsed.rule) == ("number", "RT-11")


@rule("RT-12")
def test_the_order_may_be_chosen_so_that_the_move_is_lost() -> None:
    state = thrown(3, FLUTE, {"0.1": "b4"})
    assert choices(state) == {"number", "symbol"}
    after = do(state, "symbol")
    assert (where(after, "0.1"), after.phase, after.seat) == ("spare", THROW, 1)


@rule("RT-12")
def test_the_order_may_be_chosen_so_that_a_move_appears() -> None:
    state = do(thrown(3, NEW_BLOOD, {}), "symbol")
    assert state.phase == MOVE
    assert "1>d1" in choices(state)


@rule("RT-13")
def test_cat_and_piper_must_be_placed_and_back_to_the_nest_may_be_left() -> None:
    rats = {"0.1": "h7*4"}
    assert "pass" not in choices(do(thrown(1, CAT, rats), "symbol"))
    assert "pass" not in choices(do(thrown(1, PIPER, rats), "symbol"))
    assert choices(do(thrown(1, BACK, rats), "symbol")) == {"0.1>home", "pass"}


@rule("RT-13")
def test_new_blood_and_flute_ask_nothing() -> None:
    for symbol in (NEW_BLOOD, FLUTE):
        state = do(thrown(1, symbol, {"0.1": "c5"}), "symbol")
        assert (state.phase, state.due) == (MOVE, False)


@rule("RT-14")
def test_without_rats_the_number_lapses_and_the_symbol_is_carried_out() -> None:
    state = thrown(4, NEW_BLOOD, {"1.1": "h7"})
    lapsed = happened(state, "number", Lapsed)
    assert (lapsed.die, lapsed.rule) == ("number", "RT-14")
    assert where(do(state, "number"), "0.1") == "a1"


@rule("RT-14")
def test_a_2x_without_rats_ends_the_turn_at_once() -> None:
    state = position({"1.1": "h7"}, phase=THROW)
    assert GAME.to_act(GAME.play(state, Throw(3, DOUBLE))) == CHANCE
    assert GAME.play(state, Throw(3, DOUBLE)).seat == 1


@rule("RT-15")
def test_a_six_gives_no_second_throw() -> None:
    state = do(number(6, {"0.1": "a1"}), "1>c5")
    assert (state.phase, state.seat, state.turn) == (THROW, 1, 1)


@rule("RT-16")
def test_which_die_first_is_always_asked() -> None:
    state = position({}, phase=THROW)
    for symbol in (NEW_BLOOD, BACK, CAT, PIPER, FLUTE):
        assert GAME.play(state, Throw(2, symbol)).phase == ORDER


@rule("RT-16")
def test_back_to_the_nest_without_any_use_lapses_unasked() -> None:
    state = thrown(1, BACK, {"0.1": "c5"})
    assert happened(state, "symbol", Lapsed).die == "symbol"
    assert do(state, "symbol").phase == MOVE


@rule("RT-16")
def test_a_single_move_is_still_chosen() -> None:
    state = number(1, {"0.1": "a1"})
    assert choices(state) == {"1>b1"}


@rule("RT-17")
def test_equal_rats_are_one_choice_named_by_the_lowest() -> None:
    state = number(1, {"0.2": "b4", "0.3": "b4", "0.4": "b4*6", "0.5": "b4*6"})
    assert {choice[0] for choice in choices(state)} == {"2", "4"}
    assert against(state, ["rat:0.3"]) == "RT-17"


@rule("RT-17")
def test_equal_chips_are_one_choice_and_a_chip_is_not_swapped_for_its_like() -> None:
    state = number(1, {"0.1": "c5*6"}, lying={"c5": "6622"})
    assert {choice for choice in choices(state) if "*" in choice} == {"1*0", "1*2"}
    assert against(state, ["rat:0.1", "chip:c5.6"]) == "RT-17"


@rule("RT-17")
def test_equal_foreign_rats_are_one_choice_of_eviction() -> None:
    state = do(thrown(1, BACK, {"1.2": "a1", "1.4": "a1", "1.5": "a1*2"}), "symbol")
    assert state.phase == CALL_HOME
    assert choices(state) == {"1.2>home", "1.5>home", "pass"}
    assert against(state, ["rat:1.4"]) == "RT-17"


@rule("RT-17")
def test_a_rat_that_has_moved_is_not_like_its_twin() -> None:
    state = do(doubled(1, {"0.1": "b4", "0.2": "b5"}), "1>b5")
    assert ends(state, 1) == set()
    assert "b6" in ends(state, 2)


@pytest.mark.parametrize("symbol", [CAT, PIPER])
def test_the_phase_after_the_symbol_is_the_other_die(symbol: int) -> None:
    state = do(thrown(2, symbol, {"0.1": "b4"}), "number", "1>b6")
    assert state.phase == (PUT_CAT if symbol == CAT else PUT_PIPER)
    assert events(thrown(2, symbol, {"0.1": "b4"}), "number")
