from __future__ import annotations

from msgspec.structs import replace

from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import OVER, THROW, GameOver, Options
from tests.rules import rule
from tests.rules.ratzentanz.positions import against, do, events, number


@rule("RT-120")
def test_four_different_kinds_in_the_nest_win() -> None:
    state = do(number(1, {"0.1": "b1*4"}, lying={"a1": "123"}), "1>a1")
    assert (state.phase, state.winner) == (OVER, 0)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.scores) == ("kinds", (0,), (4, 0))
    assert against(state, ["rat:0.1"]) == "RT-120"


@rule("RT-120")
def test_equal_kinds_do_not_count_twice() -> None:
    state = do(number(1, {"0.1": "b1*3"}, lying={"a1": "1233"}), "1>a1")
    assert state.phase == THROW


@rule("RT-120")
def test_the_longer_game_needs_five_kinds() -> None:
    five = Options(kinds=5)
    four = do(number(1, {"0.1": "b1*4"}, lying={"a1": "123"}, options=five), "1>a1")
    assert four.phase == THROW
    won = do(number(1, {"0.1": "b1*4"}, lying={"a1": "1235"}, options=five), "1>a1")
    assert won.winner == 0


@rule("RT-120")
def test_a_chip_under_a_foreign_rat_does_not_count() -> None:
    state = do(number(1, {"0.1": "b1*4", "1.1": "a1*3"}, lying={"a1": "12"}), "1>a1")
    assert state.phase == THROW
    covered = do(number(1, {"0.1": "b1*4", "1.1": "a1*5"}, lying={"a1": "123"}), "1>a1")
    assert covered.winner == 0


@rule("RT-120")
def test_the_mover_wins_before_others_and_they_in_turn_order() -> None:
    """Two nests are full at once only on paper; but the order must be sure."""
    lying = {"a1": "1234", "o1": "1234", "o13": "123", "a13": "1234"}
    arriving = number(1, {"2.1": "n13*4"}, seats=4, seat=2, lying=lying)
    assert do(arriving, "1>o13").winner == 2
    leaving = number(1, {"2.1": "h7*4"}, seats=4, seat=2, lying=lying)
    assert do(leaving, "1*0").winner == 3
    last = number(1, {"3.1": "h7*4"}, seats=4, seat=3, lying={**lying, "a13": ""})
    assert do(last, "1*0").winner == 0


@rule("RT-121")
def test_own_rats_in_the_nest_do_not_matter() -> None:
    rats = {"0.1": "b1*4", "0.2": "a1", "0.3": "a1"}
    assert do(number(1, rats, lying={"a1": "123"}), "1>a1").winner == 0


@rule("RT-122")
def test_at_the_turn_cap_all_draw() -> None:
    state = number(1, {"0.1": "b1*4"}, lying={"a1": "12"}, options=Options(turn_cap=9))
    state = replace(state, turn=8)
    after = do(state, "1>a1")
    assert after.phase == OVER
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1, 1), "turn_cap")
    assert events(state, "1>a1")[-1] == GameOver("turn_cap", -1, (1, 1))
    assert against(after, ["rat:0.1"]) == "RT-122"
    assert do(replace(state, turn=7), "1>a1").phase == THROW


@rule("RT-122")
def test_a_win_in_the_last_turn_counts() -> None:
    state = number(1, {"0.1": "b1*4"}, lying={"a1": "123"}, options=Options(turn_cap=9))
    assert do(replace(state, turn=8), "1>a1").winner == 0


@rule("RT-122")
def test_the_others_rank_by_kinds_at_home() -> None:
    lying = {"a1": "123", "o1": "11", "o13": "25", "a13": "6"}
    state = do(number(1, {"0.1": "b1*4"}, seats=4, lying=lying), "1>a1")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores) == ((1, 3, 2, 3), (4, 1, 2, 1))


@rule("RT-122")
def test_a_cap_must_be_sensible() -> None:
    for turns in (0, 10_001):
        refusal = GAME.why_not_start(2, Options(turn_cap=turns))
        assert refusal is not None
        assert refusal.rule == "RT-122"
