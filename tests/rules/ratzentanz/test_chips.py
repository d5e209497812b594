from __future__ import annotations

from ratskeller.core.game import Refusal
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    MOVE,
    OVER,
    TAKE,
    THROW,
    PutDown,
    SatOn,
    Stored,
    Take,
)
from tests.rules import rule
from tests.rules.ratzentanz.positions import (
    against,
    choices,
    do,
    ends,
    events,
    heap,
    load,
    number,
    sq,
    where,
    why,
)


def handling(state_choices: set[str]) -> set[str]:
    return {choice for choice in state_choices if "*" in choice}


@rule("RT-100")
def test_a_rat_sits_on_one_chip_and_that_chip_lies_nowhere_else() -> None:
    state = do(number(1, {"0.1": "b5"}, lying={"c5": "666"}), "1>c5", "*6")
    assert (load(state, "0.1"), heap(state, "c5")) == (6, "66")
    again = number(1, {"0.1": "b5*2"}, lying={"c5": "666"})
    assert do(again, "1>c5").phase == THROW  # whoever carries one is offered no second


@rule("RT-100")
def test_a_chip_carries_one_rat() -> None:
    state = number(1, {"0.1": "b5", "1.1": "c5*6"})
    assert do(state, "1>c5").phase == THROW


@rule("RT-101")
def test_a_rat_may_sit_on_a_chip_where_its_move_ends_and_need_not() -> None:
    for square, start in (("c5", "b5"), ("o13", "n13"), ("h7", "h6"), ("c2", "c1")):
        state = do(number(1, {"0.1": start}, lying={square: "36"}), f"1>{square}")
        assert (state.phase, choices(state)) == (TAKE, {"*0", "*3", "*6"})
        assert load(do(state, "*0"), "0.1") == 0
        assert load(do(state, "*3"), "0.1") == 3


@rule("RT-101")
def test_unless_said_otherwise_it_takes_what_its_nest_lacks() -> None:
    lying = {"h7": "136", "a1": "14"}
    state = do(number(1, {"0.1": "h6"}, lying=lying), "1>h7")
    assert GAME.preferred_take(state) == Take(3)
    full = do(number(1, {"0.1": "h6"}, lying={"h7": "14", "a1": "14"}), "1>h7")
    assert GAME.preferred_take(full) == Take(1)


@rule("RT-101")
def test_a_rat_that_arrives_with_a_chip_swaps_only_before_its_next_move() -> None:
    arrived = do(number(1, {"0.1": "b5*2"}, lying={"c5": "6"}), "1>c5")
    assert (arrived.phase, heap(arrived, "c5")) == (THROW, "6")
    later = number(1, {"0.1": "c5*2"}, lying={"c5": "6"})
    swapped = do(later, "1*6")
    assert (load(swapped, "0.1"), heap(swapped, "c5")) == (6, "2")


@rule("RT-102")
def test_before_its_walk_a_rat_leaves_takes_or_swaps() -> None:
    lying = {"h7": "35"}
    assert handling(choices(number(1, {"0.1": "h7*1"}, lying=lying))) == {"1*0", "1*3", "1*5"}
    assert handling(choices(number(1, {"0.1": "h7"}, lying=lying))) == {"1*3", "1*5"}
    state = number(1, {"0.1": "h7*1"}, lying=lying)
    assert events(state, "1*5") == [
        PutDown(0, 1, 1, sq("h7")),
        SatOn(0, 1, 5, sq("h7"), "before the walk"),
    ]
    assert heap(do(state, "1*0"), "h7") == "135"


@rule("RT-102")
def test_whoever_handled_a_chip_must_walk_next_and_handles_no_more() -> None:
    state = do(number(1, {"0.1": "h7*1", "0.2": "b4"}, lying={"h7": "3"}), "1*0")
    assert {choice[0] for choice in choices(state)} == {"1"}
    assert not handling(choices(state))
    assert against(state, ["rat:0.2"]) == "RT-102"
    assert against(state, ["rat:0.1", "chip:h7.3"]) == "RT-102"
    assert load(do(state, "1>h6"), "0.1") == 0


@rule("RT-102")
def test_only_a_rat_with_a_real_move_handles_its_chip() -> None:
    locked = number(1, {"0.1": "c5*6", "0.2": "h7"}, lying={"c5": "6"}, cat="c5")
    shut = number(1, {"0.1": "c7*2", "0.2": "h7"}, piper="e7")
    for state in (locked, shut):
        assert not handling(choices(state))
    assert against(shut, ["rat:0.1", "load:0.1"]) == "RT-102"


@rule("RT-102", "RT-120")
def test_the_win_check_comes_before_the_walk() -> None:
    state = number(1, {"0.1": "o13*4"}, lying={"o13": "123"})
    after = do(state, "1*0")
    assert (after.phase, after.winner) == (OVER, 1)
    caution = GAME.caution(GAME.conceal(state, 0), GAME.parse("1*0"))
    assert caution == Refusal("RT-120", "gives_the_game", {"seat": 1})


@rule("RT-103")
def test_passing_over_a_chip_does_nothing() -> None:
    state = do(number(2, {"0.1": "h5"}, lying={"h6": "3"}), "1>h7")
    assert (state.phase, heap(state, "h6")) == (THROW, "3")
    landed = do(number(1, {"0.1": "h5"}, lying={"h6": "3", "h7": "4"}), "1>h6")
    assert against(landed, ["chip:h7.4"]) == "RT-103"


@rule("RT-104")
def test_where_no_free_chip_lies_the_rat_just_stays() -> None:
    state = do(number(1, {"0.1": "b5"}), "1>c5")
    assert (where(state, "0.1"), load(state, "0.1"), state.phase) == ("c5", 0, THROW)


@rule("RT-105")
def test_a_chip_under_another_rat_cannot_be_taken() -> None:
    state = do(number(1, {"0.1": "h6", "0.2": "h7*2", "1.1": "h7*5"}, lying={"h7": "3"}), "1>h7")
    assert choices(state) == {"*0", "*3"}
    before = number(1, {"0.1": "h7", "1.1": "h7*5"}, lying={"h7": "3"})
    assert handling(choices(before)) == {"1*3"}
    assert against(before, ["rat:0.1", "chip:h7.5"]) == "RT-105"


@rule("RT-105")
def test_chips_of_the_own_nest_are_neither_sat_on_nor_carried_out() -> None:
    arriving = do(number(1, {"0.1": "b1"}, lying={"a1": "12"}), "1>a1")
    assert arriving.phase == THROW
    leaving = number(1, {"0.1": "a1"}, lying={"a1": "12"})
    assert choices(leaving) == {"1>b1"}
    assert against(leaving, ["rat:0.1", "chip:a1.1"]) == "RT-105"


@rule("RT-106")
def test_a_chip_may_be_left_on_any_square_and_is_then_everybodys() -> None:
    for square in ("h7", "c5", "d5", "f2", "c2", "o13", "o1"):
        state = do(number(1, {"0.1": f"{square}*4"}), "1*0")
        assert heap(state, square) == "4"
        assert state.phase == MOVE
    gift = do(number(1, {"0.1": "o13*4"}, lying={"o13": "1"}), "1*0", "1>n13")
    assert GAME.ground.homes[2][1] == sq("o13")
    assert heap(gift, "o13") == "14"


@rule("RT-107")
def test_at_home_the_chip_is_stored_by_itself_even_a_second_of_its_kind() -> None:
    state = number(1, {"0.1": "b1*4"}, lying={"a1": "4"})
    assert Stored(0, 1, 4, sq("a1")) in events(state, "1>a1")
    after = do(state, "1>a1")
    assert (heap(after, "a1"), load(after, "0.1"), after.phase) == ("44", 0, THROW)


@rule("RT-108")
def test_a_nest_is_robbed_of_any_free_chip_and_it_counts_no_more() -> None:
    rats = {"0.1": "n13", "0.2": "o13*6"}
    state = do(number(1, rats, lying={"o13": "123"}), "1>o13")
    assert choices(state) == {"*0", "*1", "*2", "*3"}
    robbed = do(state, "*2")
    assert heap(robbed, "o13") == "13"
    assert (load(robbed, "0.1"), load(robbed, "0.2")) == (2, 6)


@rule("RT-109")
def test_loose_chips_are_anybodys() -> None:
    for seat in (0, 1):
        state = number(1, {f"{seat}.1": "h6"}, lying={"h7": "4"}, seat=seat)
        assert load(do(state, "1>h7", "*4"), f"{seat}.1") == 4


@rule("RT-110")
def test_an_empty_storeroom_can_be_entered_and_is_safe() -> None:
    state = number(1, {"0.1": "b5"})
    assert "c5" in ends(state)
    assert not GAME.ground.alley[sq("c5")]


def test_one_chip_is_all_that_is_offered() -> None:
    state = do(number(1, {"0.1": "h6"}, lying={"h7": "3"}), "1>h7")
    assert why(state, "chip:h7.3", "chip:h7.3") == Refusal("RT-100", "one_chip")
    assert why(state, "chip:h7.4") == Refusal("RT-104", "no_such_chip", {"kind": 4})
    assert why(state, "sq:h7") == Refusal("RT-101", "chip_or_none")
