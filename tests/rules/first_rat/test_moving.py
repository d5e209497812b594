"""First Rat, step 1: FR-10 to FR-19."""

from __future__ import annotations

from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import (
    COLLECT,
    MOVE,
    SCORE,
    MouldTaken,
    Move,
    MoveSkipped,
    RatMoved,
    Reward,
    Spent,
    TollPaid,
)
from tests.rules import rule
from tests.rules.first_rat.positions import (
    HOME,
    N,
    R,
    do,
    events,
    goods,
    moves,
    options,
    position,
    refusal,
)


@rule("FR-10")
def test_a_rat_alone_goes_one_to_five_spaces() -> None:
    assert moves(position((6, N, N, N))) == {"a>7", "a>8", "a>9", "a>10", "a>11"}


@rule("FR-10")
def test_two_rats_go_one_to_three_spaces_each() -> None:
    state = do(position((1, 9, N, N)), "a>4")
    assert moves(state) == {"b>10"}  # 16 is green as well, but seven spaces away
    assert do(state, "b>10").walked == (3, 1, 0, 0)


@rule("FR-10")
def test_a_rat_that_went_further_than_three_has_no_company() -> None:
    state = do(position((0, 9, N, N)), "a>4")
    assert moves(state) == set()
    assert refusal(state, "rat:1", "space:10") == ("FR-10", "went_alone")


@rule("FR-10")
def test_a_rat_moves_once_a_turn_and_only_forward() -> None:
    state = do(position((1, 9, N, N)), "a>4")
    assert refusal(state, "rat:0") == ("FR-10", "moved_already")
    assert refusal(position((6, N, N, N)), "rat:0", "space:5") == ("FR-10", "backwards")
    assert refusal(position((6, N, N, N)), "rat:0", "space:12") == ("FR-10", "too_far")


@rule("FR-10")
def test_moving_is_compulsory() -> None:
    state = position((6, N, N, N))
    assert "take" not in options(state)
    assert "end" not in options(state)
    assert refusal(state, "take") == ("FR-10", "must_move")


@rule("FR-10")
def test_up_to_four_rats_move_together() -> None:
    state = do(position((1, 8, 13, 17)), "a>4", "b>10", "c>16", "d>19")
    assert state.walked == (3, 2, 3, 2)


@rule("FR-11")
def test_rats_that_move_together_end_on_one_colour() -> None:
    state = do(position((1, 5, N, N)), "a>3")  # orange
    assert moves(state) == {"b>7"}  # 6 is white, 8 is blue
    assert refusal(state, "rat:1", "space:6") == ("FR-11", "colour")


@rule("FR-11", "FR-12")
def test_rats_that_move_together_end_on_different_spaces() -> None:
    state = do(position((1, 2, N, N)), "a>4")
    assert "b>4" not in moves(state)
    assert refusal(state, "rat:1", "space:4") == ("FR-12", "own_rat")


@rule("FR-12")
def test_no_two_rats_of_a_seat_stay_on_one_space() -> None:
    state = position((1, 5, N, N))
    assert "a>5" not in moves(state)  # b has no yellow space within three steps
    assert refusal(state, "rat:0", "space:5") == ("FR-12", "own_rat")


@rule("FR-12")
def test_start_holds_any_number_of_rats_and_the_launchpad_one() -> None:
    assert len(moves(position((0, 0, 0, 0)))) == 5
    state = do(position((25, 26, N, N)), "a>27")
    assert "b>27" not in moves(state)


@rule("FR-13")
def test_a_rat_may_land_on_another_that_still_moves_away() -> None:
    state = position((3, 4, N, N))
    assert "a>4" not in moves(state)  # b would have to reach 10, six spaces away
    state = position((3, 4, N, N), goods="1 soda")  # by way of the yellow shortcut: 5, 10
    after = do(state, "a>4")
    assert after.rats[:2] == (4, 10)  # only one way to go: taken without a question
    assert goods(after) == ""


@rule("FR-13", "FR-12")
def test_whoever_stands_in_the_way_must_move_before_anything_is_collected() -> None:
    after = do(position((22, 24, N, N)), "a>24")  # yellow; only the Launchpad fits that
    assert after.rats[:2] == (24, 27)
    assert after.walked == (2, 3, 0, 0)


@rule("FR-13")
def test_a_debt_that_leaves_a_choice_is_asked_for() -> None:
    state = do(position((1, 3, 9, N), goods="1 soda", comics="colours legs"), "a>3")
    assert moves(state) == {"b>4", "b>7", "b>10+Y1", "c>10", "c>13"}
    assert "take" not in options(do(state, "c>13"))
    assert "take" in options(do(state, "c>13", "b>7"))
    assert refusal(state, "take") == ("FR-12", "owes_move")
    assert refusal(state, "leave", "space:3") == ("FR-12", "owes_move")


@rule("FR-13")
def test_a_move_that_takes_away_the_only_place_of_a_rat_in_debt_is_refused() -> None:
    state = do(position((2, 5, 10, 13), goods="1 soda"), "a>5")
    assert moves(state) == {"b>11+Y1", "d>15"}  # b must go on, and 11 is its only yellow space
    assert refusal(state, "rat:2", "space:11") == ("FR-13", "cannot_finish")


@rule("FR-13", "FR-15")
def test_what_the_first_rat_pays_the_second_has_no_more() -> None:
    state = position((5, 4, N, N), goods="1 soda")
    first = do(state, "a>10+Y1")
    assert "b>10+Y1" not in moves(first)
    assert goods(first) == ""
    assert refusal(first, "rat:1", "space:16") == ("FR-10", "too_far")


@rule("FR-14")
def test_nobody_goes_past_the_launchpad() -> None:
    assert moves(position((25, N, N, N))) == {"a>26", "a>27"}
    assert refusal(position((25, N, N, N)), "rat:0", "space:29") == ("FR-14", "past_launchpad")


@rule("FR-14")
def test_the_launchpad_goes_with_any_colour() -> None:
    for space in (22, 23, 24, 25):
        assert "d>27" in moves(do(position((space - 1, N, N, 26)), f"a>{space}"))
    assert "d>27" in moves(do(position((24, N, N, 25)), "a>26"))


@rule("FR-14", "FR-11")
def test_the_launchpad_does_not_join_two_colours() -> None:
    state = do(position((20, 21, 25, N)), "c>27", "a>23")
    assert refusal(state, "rat:1", "space:24") == ("FR-11", "colour")


@rule("FR-15")
def test_a_shortcut_is_one_step_and_costs_what_it_shows() -> None:
    state = position((2, N, N, N), goods="1 calculator")
    assert "a>12+R1" in moves(state)
    assert "a>15+R1" in moves(state)
    assert "a>16+R1" not in moves(state)
    told = events(state, "a>12+R1")
    assert told == [Spent(0, 4, 1, "shortcut", 0), RatMoved(0, 2, 12, 1, 2, "shortcut")]


@rule("FR-15")
def test_without_the_resource_there_is_no_shortcut() -> None:
    state = position((2, N, N, N))
    assert moves(state) == {"a>3", "a>4", "a>5", "a>6", "a>7"}
    assert refusal(state, "rat:0", "space:12") == ("FR-15", "shortcut_unpaid")


@rule("FR-15")
def test_several_shortcuts_in_one_move_are_each_paid() -> None:
    state = position((4, N, N, N), goods="1 soda 1 tin")
    after = do(state, "a>19+Y1+Y2")  # 5, 10, 11, 19: four steps
    assert after.walked[0] == 4
    assert goods(after) == ""


@rule("FR-15")
def test_every_way_to_a_space_is_offered_and_named() -> None:
    state = position((13, N, N, N), goods="1 vinegar")
    assert {"a>17", "a>17+R2"} < moves(state)
    paths = {GAME.path(state, action) for action in GAME.legal(state)}
    assert ("rat:0", "space:17", "way:foot") in paths
    assert ("rat:0", "space:17", "way:R2") in paths
    assert ("rat:0", "space:14") in paths
    assert goods(do(state, "a>17")) == "1 vinegar"


@rule("FR-15")
def test_a_shortcut_leaves_steps_for_company_that_walking_does_not() -> None:
    state = do(position((13, 20, N, N), goods="1 vinegar"), "a>17+R2")
    assert "b>22" in moves(state)
    assert moves(do(position((13, 20, N, N), goods="1 vinegar"), "a>17")) == set()


@rule("FR-16")
def test_every_foreign_rat_on_the_space_is_given_a_cheese() -> None:
    state = position((6, N, N, N), (8, 9, N, N), (8, 0, N, N), seats=3, goods="5 cheese")
    after = do(state, "a>8")
    assert goods(after) == "3 cheese"
    assert goods(after, 1) == goods(after, 2) == "3 cheese"
    assert events(state, "a>8")[1:] == [TollPaid(0, 1, 8), TollPaid(0, 2, 8)]


@rule("FR-16")
def test_nobody_pays_on_the_launchpad_or_for_passing_by() -> None:
    state = position((25, N, N, N), (26, 27, N, N), goods="1 cheese")
    assert goods(do(state, "a>27", "rat")) == "1 cheese"


@rule("FR-17")
def test_whoever_has_no_cheese_takes_a_mouldy_one_and_three_good_ones() -> None:
    state = position((6, N, N, N), (8, N, N, N))
    told = events(state, "a>8")
    assert told[1:] == [MouldTaken(0, 3), TollPaid(0, 1, 8)]
    after = do(state, "a>8")
    assert goods(after) == "2 cheese"
    assert after.mouldy == (1, 0)


@rule("FR-17")
def test_mould_is_taken_again_when_three_were_not_enough() -> None:
    rivals = [(8, 0, N, N)] * 4
    state = position((6, N, N, N), *rivals, seats=5)
    after = do(state, "a>8")
    assert after.mouldy[0] == 2
    assert goods(after) == "2 cheese"


@rule("FR-18")
def test_a_seat_without_a_rat_on_start_or_path_goes_to_step_four() -> None:
    state = position((20, N, N, N), (R, R, N, N))
    told = events(state, "a>22", "take", "end")
    assert MoveSkipped(1) in told
    after = do(state, "a>22", "take", "end")
    assert (after.mover, after.phase) == (1, SCORE)
    assert options(after) == ["end"]


@rule("FR-18")
def test_the_table_warns_whoever_puts_himself_out_of_the_race() -> None:
    state = do(position((25, R, N, N)), "a>27")
    caution = GAME.caution(GAME.conceal(state, 0), Reward(wake=False))
    assert caution is not None
    assert caution.rule == "FR-18"
    assert GAME.caution(GAME.conceal(state, 0), Reward(wake=True)) is None
    state = do(position((25, 3, N, N)), "a>27", "take")
    assert GAME.caution(GAME.conceal(state, 0), Reward(wake=False)) is None


@rule("FR-19")
def test_equal_rats_on_start_are_one_choice() -> None:
    state = position(HOME)
    assert moves(state) == {f"a>{n}" for n in range(1, 6)}
    assert refusal(state, "rat:1") == ("FR-19", "same_rat")


@rule("FR-19")
def test_rats_with_tokens_are_choices_of_their_own() -> None:
    state = position((0, 0, 0, N), tokens={"arnold": 0})
    assert {move[0] for move in moves(state)} == {"a", "b"}
    state = position((0, 0, 0, N), tokens={"arnold": 1})
    assert {move[0] for move in moves(state)} == {"a", "b"}


@rule("FR-19", "FR-10")
def test_the_second_of_two_equal_rats_can_follow_the_first() -> None:
    state = do(position(HOME), "a>2")
    assert moves(state) == set()  # 5 is yellow, but more than three spaces away
    state = do(position(HOME, comics="legs colours"), "a>3")
    assert moves(state) == {"b>4"}


@rule("FR-10")
def test_foreign_sleeping_and_flying_rats_cannot_be_moved() -> None:
    state = position((6, N, R, N))
    assert refusal(state, "rat:4") == ("FR-10", "not_your_rat")
    assert refusal(state, "rat:1") == ("FR-29", "asleep")
    assert refusal(state, "rat:2") == ("FR-54", "launched")


@rule("FR-20")
def test_landing_on_goods_leaves_the_choice_to_stop() -> None:
    state = do(position((6, N, N, N)), "a>8")
    assert options(state) == ["take", "leave 8"]
    assert state.phase == MOVE
    assert do(position((8, 13, N, N)), "a>10", "b>16", "leave 10").phase == COLLECT


def test_shared_move_objects_are_the_actions_that_the_notation_reads() -> None:
    assert Move(0, 8, 0) in GAME.legal(position((6, N, N, N)))
