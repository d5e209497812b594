from __future__ import annotations

import pytest

from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    TAKE,
    THROW,
    Mirrored,
    Options,
    RatMoved,
    Surfaced,
    Walked,
)
from ratskeller.games.ratzentanz.rules.town import parse
from ratskeller.games.ratzentanz.rules.walks import walks_from
from tests.rules import rule
from tests.rules.ratzentanz.positions import (
    against,
    choices,
    do,
    doubled,
    ends,
    events,
    happened,
    heap,
    load,
    name,
    number,
    sq,
    thrown,
    where,
)


@rule("RT-20")
def test_all_steps_are_walked_exactly() -> None:
    assert ends(number(2, {"0.1": "b4"})) == {"b2", "c2", "b6", "c5", "d4"}
    assert against(number(2, {"0.1": "b4"}), ["rat:0.1", "sq:b5"]) == "RT-20"


@rule("RT-20")
def test_the_walk_that_is_drawn_has_as_many_steps() -> None:
    state = number(6, {"0.1": "a1"})
    walked = happened(state, "1>c5", Walked)
    assert [name(square) for square in walked.squares] == ["a1", "b1", "b2", "b3", "b4", "b5", "c5"]
    assert GAME.trace(state, GAME.parse("1>c5")) == walked.squares


@rule("RT-21")
def test_no_square_is_entered_twice_in_one_move() -> None:
    """Round the corner building: c1, c2, b3, b2, b1 and c1 again is five steps."""
    state = number(5, {"0.1": "c1"})
    assert "c1" not in ends(state)
    assert against(state, ["rat:0.1", "sq:c1"]) == "RT-21"


@rule("RT-21")
def test_the_looser_reading_forbids_turning_back_only() -> None:
    state = number(5, {"0.1": "c1"}, options=Options(walk="no_reversal"))
    assert "c1" in ends(state)
    assert "c1" not in ends(number(2, {"0.1": "c1"}, options=Options(walk="no_reversal")))


@rule("RT-22")
def test_rats_never_stand_in_each_others_way() -> None:
    state = number(2, {"0.1": "b4", "0.2": "b5", "1.1": "b5", "1.2": "b6", "1.3": "b6"})
    after = do(state, "1>b6")
    assert {where(after, who) for who in ("0.1", "1.1", "1.2", "1.3")} == {"b5", "b6"}


@rule("RT-23")
def test_a_building_with_two_doors_is_passed_as_one_square() -> None:
    assert "b3" in ends(number(2, {"0.1": "c1"}))
    walked = happened(number(2, {"0.1": "c1"}), "1>b3", Walked)
    assert [name(square) for square in walked.squares] == ["c1", "c2", "b3"]


@rule("RT-23")
def test_a_building_with_one_door_ends_the_walk() -> None:
    assert "c7" in ends(number(1, {"0.1": "e7"}))
    assert ends(number(2, {"0.1": "e7"})) == {"e5", "f5", "e9", "f8", "g7"}


@rule("RT-23")
def test_next_turn_a_rat_leaves_by_any_door() -> None:
    inside = do(number(1, {"0.1": "c1"}), "1>c2")
    assert where(inside, "0.1") == "c2"
    assert ends(number(1, {"0.1": "c2"})) == {"c1", "b3"}
    assert ends(number(1, {"0.1": "c7"})) == {"e7"}


@rule("RT-24")
@pytest.mark.parametrize("mark", ["N", "1", "C", "@"])
def test_nest_storeroom_canal_and_stairs_end_a_walk_even_with_two_neighbours(mark: str) -> None:
    town = parse(f"      a   b   c   d\n 1    .---{mark}---.---.\n")
    assert walks_from(town, 0, 1) == [(0, 1)]
    assert walks_from(town, 0, 2) == []
    assert walks_from(town, 1, 2) == [(1, 2, 3)]
    assert walks_from(parse("      a   b   c\n 1    .---.---.\n"), 0, 2) == [(0, 1, 2)]


@rule("RT-25")
@pytest.mark.parametrize("steps", range(1, 7))
def test_every_number_leads_out_of_the_nest(steps: int) -> None:
    assert ends(number(steps, {"0.1": "a1"}))


@rule("RT-26")
def test_a_foreign_nest_is_entered_by_exact_count() -> None:
    assert "o13" in ends(number(2, {"0.1": "m13"}))
    assert "o13" not in ends(number(3, {"0.1": "m13"}))


@rule("RT-26", "RT-03")
def test_a_nest_that_nobody_plays_is_a_safe_square_like_others() -> None:
    state = number(1, {"0.1": "n1*3"})
    after = do(state, "1>o1")
    assert (where(after, "0.1"), load(after, "0.1")) == ("o1", 3)
    loose = do(number(1, {"0.1": "n1"}, lying={"o1": "5"}), "1>o1")
    assert loose.phase == TAKE


# --- canal -------------------------------------------------------------------------------------


@rule("RT-30")
def test_a_rat_surfaces_at_one_of_the_three_other_canal_squares() -> None:
    state = number(1, {"0.1": "d4", "0.2": "d5", "1.1": "l5"})
    by_canal = {choice for choice in choices(state) if choice.startswith("1>d5")}
    assert by_canal == {"1>d5>l5", "1>d5>d9", "1>d5>l9"}
    assert against(state, ["rat:0.1", "sq:d5", "sq:d5"]) == "RT-30"
    after = do(state, "1>d5>l9")
    assert (where(after, "0.1"), where(after, "0.2"), where(after, "1.1")) == ("l9", "d5", "l5")
    assert after.seat == 1
    assert happened(state, "1>d5>l9", Surfaced) == Surfaced(0, 1, sq("d5"), sq("l9"), "canal")


@rule("RT-30")
def test_back_to_the_nest_may_fetch_the_rat_that_has_just_surfaced() -> None:
    state = do(thrown(1, BACK, {"0.1": "d4*2"}), "number", "1>d5>l9")
    assert state.phase == CALL_HOME
    assert where(do(state, "0.1>home"), "0.1") == "a1"


@rule("RT-30")
def test_chips_are_offered_at_the_exit_only() -> None:
    state = number(1, {"0.1": "d4"}, lying={"d5": "1", "l9": "2"})
    assert do(state, "1>d5>l5").phase == THROW
    assert choices(do(state, "1>d5>l9")) == {"*0", "*2"}


@rule("RT-30")
def test_a_rat_may_surface_where_it_set_out() -> None:
    """From d5 to d9 it is ten steps: a doubled five."""
    state = doubled(5, {"0.1": "d5"})
    assert where(do(state, "1>>d9>d5"), "0.1") == "d5"


@rule("RT-31")
def test_a_rat_on_a_canal_square_walks_off_like_from_any_other() -> None:
    state = number(2, {"0.1": "d5"})
    assert choices(state) == {"1>c4", "1>e4"}


@rule("RT-32")
def test_the_piper_before_an_exit_does_not_shut_it() -> None:
    state = number(1, {"0.1": "d4"}, piper="l10")
    assert where(do(state, "1>d5>l9"), "0.1") == "l9"


# --- magic stairs ------------------------------------------------------------------------------

#   f2 . . . j2      the corners of the rectangle
#   .         .
#   f12 . . j12


@rule("RT-40")
@pytest.mark.parametrize(
    ("out", "others"),
    [
        ("j2", {"0.2": "j12", "1.1": "f2", "1.2": "f12"}),  # horizontally
        ("f12", {"0.2": "f2", "1.1": "j12", "1.2": "j2"}),  # vertically
        ("j12", {"0.2": "j2", "1.1": "f12", "1.2": "f2"}),  # diagonally
    ],
)
def test_all_other_rats_on_the_stairs_make_the_same_step(out: str, others: dict[str, str]) -> None:
    state = number(1, {"0.1": "f1", "0.2": "f12", "1.1": "j2", "1.2": "j12", "1.3": "f4"})
    after = do(state, f"1>f2>{out}")
    assert where(after, "0.1") == out
    assert {who: where(after, who) for who in others} == others
    assert where(after, "1.3") == "f4"
    assert len(happened(state, f"1>f2>{out}", Mirrored).rats) == 3


@rule("RT-40")
def test_the_walker_must_go_to_another_stair() -> None:
    state = number(1, {"0.1": "f1"})
    by_stairs = {choice for choice in choices(state) if choice.startswith("1>f2")}
    assert by_stairs == {"1>f2>j2", "1>f2>f12", "1>f2>j12"}
    assert against(state, ["rat:0.1", "sq:f2", "sq:f2"]) == "RT-40"
    assert against(state, ["rat:0.1", "sq:f2", "sq:d5"]) == "RT-40"


@rule("RT-41")
def test_a_rat_waiting_where_the_walker_steps_on_moves_too() -> None:
    state = number(1, {"0.1": "f1", "1.1": "f2", "0.2": "f2"})
    after = do(state, "1>f2>j12")
    assert [where(after, who) for who in ("0.1", "0.2", "1.1")] == ["j12"] * 3
    mirrored = happened(state, "1>f2>j12", Mirrored)
    assert mirrored.rats == (
        RatMoved(0, 2, sq("f2"), sq("j12")),
        RatMoved(1, 1, sq("f2"), sq("j12")),
    )


@rule("RT-42")
def test_carried_chips_go_along_and_loose_ones_stay() -> None:
    state = number(1, {"0.1": "f1", "1.1": "f12*5", "1.2": "j12"}, lying={"f12": "3", "j12": "4"})
    after = do(state, "1>f2>j2")
    assert (where(after, "1.1"), load(after, "1.1")) == ("j12", 5)
    assert (where(after, "1.2"), load(after, "1.2")) == ("f12", 0)
    assert (heap(after, "f12"), heap(after, "j12")) == ("3", "4")
    assert after.phase == THROW


@rule("RT-42")
def test_an_own_mirrored_rat_takes_nothing() -> None:
    state = number(1, {"0.1": "f1", "0.2": "f12"}, lying={"j12": "4"})
    after = do(state, "1>f2>j2")
    assert (where(after, "0.2"), after.phase) == ("j12", THROW)


@rule("RT-43")
def test_walking_off_the_stairs_moves_nobody_else() -> None:
    state = number(2, {"0.1": "f2", "1.1": "j12", "0.2": "f12"})
    after = do(state, "1>e1")
    assert (where(after, "1.1"), where(after, "0.2")) == ("j12", "f12")
    assert not any(isinstance(event, Mirrored) for event in events(state, "1>e1"))
