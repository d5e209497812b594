"""A refusal cites the rule that is against the move, and what it advises works."""

from __future__ import annotations

import pytest

from ratskeller.core.game import Refusal
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import BACK, CAT, FLUTE, PIPER, Options, State
from ratskeller.words import LANGUAGES
from ratskeller.words.speech import game_words
from tests.rules import rule
from tests.rules.ratzentanz.positions import (
    choices,
    do,
    doubled,
    number,
    refused,
    thrown,
    why,
)

TWO = {"0.1": "h7", "0.2": "b8"}  # far from each other, each with moves of its own


def advised(state: State, move: str) -> str:
    """The move that a refusal names instead; it is legal."""
    better = str(refused(state, move).args["move"])
    assert better in choices(state)
    return better


# --- one half, both halves ---


@rule("RT-20", "RT-50")
def test_a_square_that_takes_both_halves_is_refused_to_one_with_the_other_form() -> None:
    state = doubled(1, TWO)
    assert refused(state, "1>f7") == Refusal("RT-20", "only_whole", {"move": "1>>f7"})
    assert advised(state, "1>f7") == "1>>f7"
    assert advised(doubled(1, {"0.1": "e4", "0.2": "b8"}), "1>d5>l9") == "1>>d5>l9"


@rule("RT-20", "RT-50")
def test_a_square_that_takes_one_half_is_refused_to_both_with_the_other_form() -> None:
    state = doubled(1, TWO)
    assert refused(state, "1>>g7") == Refusal("RT-20", "only_half", {"move": "1>g7"})
    assert advised(state, "1>>g7") == "1>g7"
    assert advised(doubled(1, {"0.1": "d4", "0.2": "b8"}), "1>>d5>l9") == "1>d5>l9"


@rule("RT-50")
def test_without_a_2x_nobody_goes_both_halves_in_one_go() -> None:
    for state in (number(1, TWO), do(doubled(1, TWO), "2>b9")):
        assert refused(state, "1>>g7") == Refusal("RT-50", "say_single", {"move": "1>g7"})
        assert advised(state, "1>>g7") == "1>g7"
        assert refused(state, "1>>f7") == Refusal("RT-50", "no_double")


@rule("RT-50", "RT-61")
def test_a_sacrifice_by_both_halves_without_a_2x_is_told_of_the_single_one() -> None:
    rats = {"0.5": "h7", "0.1": "b8"}
    for state in (
        number(1, rats, piper="g7"),
        do(doubled(1, rats, piper="g7"), "1>b9"),
        do(thrown(1, BACK, {"0.5": "c7*2"}, piper="e7"), "symbol"),
    ):
        assert refused(state, "5>>x") == Refusal("RT-50", "say_single", {"move": "5>x"})
        assert advised(state, "5>>x") == "5>x"


@rule("RT-61")
def test_a_sacrifice_that_takes_the_other_share_is_told_so() -> None:
    farther = doubled(1, {"0.5": "h7", "0.1": "b8"}, piper="f7")
    assert refused(farther, "5>x") == Refusal("RT-61", "only_whole", {"move": "5>>x"})
    assert advised(farther, "5>x") == "5>>x"
    assert refused(farther, "1>x") == Refusal("RT-61", "meets_nobody")


@rule("RT-20")
def test_steps_that_do_not_fit_are_told_with_their_double_while_a_2x_is_open() -> None:
    fits_not = Refusal("RT-20", "count_doubled", {"steps": 1, "double": 2})
    assert why(doubled(1, TWO), "rat:0.1", "sq:h2") == fits_not
    single = Refusal("RT-20", "count", {"steps": 1})
    assert why(number(1, TWO), "rat:0.1", "sq:h2") == single
    assert why(do(doubled(1, TWO), "2>b9"), "rat:0.1", "sq:h2") == single
    assert refused(doubled(1, TWO), "1>h2") == refused(doubled(1, TWO), "1>>h2") == fits_not
    for language in LANGUAGES:
        text = game_words(GAME, language).refusal(fits_not)
        assert "1" in text
        assert "2" in text


@rule("RT-50")
def test_where_both_forms_work_a_die_is_asked_for() -> None:
    state = doubled(3, {"0.1": "a1", "0.2": "b8"})
    assert {"1>d1", "1>>d1"} <= choices(state)  # straight on, or round the building c2
    assert why(state, "rat:0.1", "sq:d1", "sq:h2") == Refusal("RT-50", "half_or_whole")
    assert why(state, "rat:0.1", "sq:b2", "sq:h2") == Refusal(
        "RT-20", "count_doubled", {"steps": 3, "double": 6}
    )


@rule("RT-50", "RT-53", "RT-55")
@pytest.mark.parametrize(
    ("state", "first", "refusal"),
    [
        (doubled(1, TWO), ("1>g7",), Refusal("RT-50", "has_moved")),
        (doubled(1, {"0.1": "h6", "0.2": "b8"}), ("1>f5",), Refusal("RT-50", "has_moved")),
        (doubled(1, {"0.1": "e7", "0.2": "b8"}), ("1>c7",), Refusal("RT-53", "has_moved")),
        (doubled(1, {"0.1": "b1", "0.2": "b8"}), ("1>a1",), Refusal("RT-53", "has_moved")),
        (
            doubled(1, {"0.1": "d4", "0.2": "b8"}, lying={"l9": "2"}),
            ("1>d5>l9", "*2"),
            Refusal("RT-55", "has_taken"),
        ),
    ],
    ids=["alley", "two doors", "one door", "nest", "chip"],
)
def test_the_second_half_is_refused_to_the_same_rat_by_where_it_stands(
    state: State, first: tuple[str, ...], refusal: Refusal
) -> None:
    assert why(do(state, *first), "rat:0.1") == refusal


# --- chips ---


@rule("RT-104", "RT-105")
def test_a_missing_chip_is_the_same_before_a_walk_and_after_it() -> None:
    nothing = Refusal("RT-104", "no_such_chip", {"kind": 4})
    taken = Refusal("RT-105", "chip_taken", {"kind": 4})
    for other, refusal in (("h7*4", taken), ("h7", nothing), ("g7*4", nothing)):
        rats, lying = {"0.1": "h7", "1.1": other}, {"h7": "3"}
        assert refused(number(1, rats, lying=lying), "1*4") == refusal
        landed = do(number(1, {**rats, "0.1": "h6"}, lying=lying), "1>h7")
        assert refused(landed, "*4") == refusal


@rule("RT-101")
def test_a_chip_is_not_taken_by_nobody() -> None:
    assert refused(number(1, TWO, lying={"h7": "3"}), "*3") == Refusal("RT-101", "not_after_a_walk")


# --- the other die ---


@rule("RT-85")
def test_going_home_on_foot_in_back_to_the_nest_is_told_how_it_is_said() -> None:
    state = do(thrown(1, BACK, {"0.1": "h7*4", "0.2": "b1"}), "symbol")
    assert refused(state, "1>a1") == Refusal("RT-85", "call_home", {"move": "0.1>home"})
    assert advised(state, "1>a1") == "0.1>home"
    assert refused(state, "2>a1") == Refusal("RT-10", "symbol_now")
    assert why(state, "rat:0.1", "sq:h6") == Refusal("RT-85", "only_to_its_nest")


@rule("RT-10", "RT-13")
def test_calling_home_where_the_rat_would_walk_is_not_what_was_thrown() -> None:
    state = number(1, {"0.1": "b1*4"})
    assert "1>a1" in choices(state)
    assert refused(state, "0.1>home") == Refusal("RT-13", "other_symbol", {"symbol": FLUTE})
    later = do(thrown(1, BACK, {"0.1": "b1*4"}), "number")
    assert refused(later, "0.1>home") == Refusal("RT-10", "number_now")


@rule("RT-10")
def test_what_belongs_to_the_other_die_waits_or_is_over() -> None:
    for symbol, move in ((CAT, "cat>c5"), (PIPER, "piper>f7")):
        first = do(thrown(1, symbol, TWO), "symbol")
        assert refused(first, "1>g7") == Refusal("RT-10", "symbol_now")
        assert refused(first, "number") == Refusal("RT-10", "order_settled")
        assert refused(first, "pass") == Refusal("RT-16", "no_pass")
        assert refused(do(first, move), move) == Refusal("RT-10", "symbol_done")
        last = do(thrown(1, symbol, TWO), "number")
        assert refused(last, move) == Refusal("RT-10", "number_now")
        assert refused(do(last, "1>g7"), "1>h7") == Refusal("RT-10", "number_done")


@rule("RT-57")
def test_with_a_2x_no_die_is_chosen() -> None:
    assert refused(doubled(1, TWO), "symbol") == Refusal("RT-57", "no_order")


# --- equal rats ---


@rule("RT-17")
def test_an_equal_rat_is_named_only_where_that_one_may() -> None:
    state = number(1, {"0.1": "h7", "0.2": "h7"}, options=Options())
    assert refused(state, "2>g7") == Refusal("RT-17", "equal_rat", {"rat": 1})
    assert refused(state, "2>h2") == Refusal("RT-20", "count", {"steps": 1})
    assert refused(state, "2*4") == Refusal("RT-104", "no_such_chip", {"kind": 4})
