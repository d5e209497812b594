"""First Rat: what is said to a forbidden action, one position for each mistake that was once made."""

from __future__ import annotations

from typing import Any

import pytest

from ratskeller.core.game import Refusal, refusal_of
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules import state as table
from ratskeller.games.first_rat.rules.state import (
    START,
    State,
)
from ratskeller.games.first_rat.words.game_words import FirstRatWords
from tests.rules import rule
from tests.rules.first_rat.positions import N, R, do, options, position, refusal


def refused(state: State, text: str) -> Refusal:
    """What is said to an action that is typed."""
    return refusal_of(GAME, state, state.mover, GAME.parse(text))


def scoring(**fields: Any) -> State:
    """Seat 0 in step 4, after a rat has moved to space 3."""
    return position((3, N, N, N), phase=table.SCORE, walked=(2, 0, 0, 0), **fields)


@rule("FR-50", "FR-53")
def test_too_few_goods_even_at_a_discount_are_told_by_the_reduced_price() -> None:
    state = scoring(goods="2 soda 3 vinegar", comics="discount")
    short = Refusal("FR-50", "goods_short", {"kind": table.VINEGAR, "have": 3, "need": 4})
    assert refused(state, "thruster-vinegar") == short
    assert refused(state, "thruster") == short
    assert GAME.why_not(GAME.conceal(state, 0), ("track:thruster",)) == short


@rule("FR-53")
def test_the_full_price_is_not_named_while_the_discount_makes_a_part_payable() -> None:
    state = scoring(goods="2 soda 4 vinegar", comics="discount")
    assert options(state) == ["thruster-vinegar", "end"]
    assert refused(state, "thruster") == Refusal("FR-53", "take_discount")
    assert refused(state, "thruster-tin") == Refusal("FR-53", "wrong_discount")


@rule("FR-28")
def test_a_discount_of_this_very_turn_is_refused_by_the_rule_of_the_library() -> None:
    fresh = 1 << table.DISCOUNT
    state = scoring(goods="2 soda 5 vinegar", comics="discount", fresh=fresh)
    assert options(state) == ["thruster", "end"]
    assert refused(state, "thruster-vinegar") == Refusal(
        "FR-28", "not_yet", {"comic": table.DISCOUNT}
    )


@rule("FR-20")
@pytest.mark.parametrize("text", ["end", "drink", "donate", "pass", "buy drink"])
def test_what_comes_later_is_refused_because_collecting_is_due(text: str) -> None:
    alone = do(position((1, N, N, N), drinks=1, goods="10 cheese"), "a>6")
    assert options(alone) == ["take", "leave 6"]
    assert refused(alone, text) == Refusal("FR-20", "take_or_leave")
    company = do(position((1, 8, N, N), drinks=1, goods="10 cheese"), "a>3")
    assert "b>10" not in options(company)
    together = do(position((1, 10, N, N), drinks=1, goods="10 cheese"), "a>3")
    assert "b>13" in options(together)
    assert refused(together, text) == Refusal("FR-20", "collect_or_move")


@rule("FR-20")
def test_the_step_line_says_collecting_as_soon_as_no_rat_may_move() -> None:
    words = FirstRatWords(GAME, "en")
    alone = do(position((1, N, N, N)), "a>6")
    assert words.ask(GAME.conceal(alone, 0)).startswith("Step 2")
    assert words.ask(GAME.conceal(alone, 1)).startswith("Step 2")
    together = do(position((1, 10, N, N)), "a>3")
    assert words.ask(GAME.conceal(together, 1)).startswith("Step 1")


@rule("FR-10", "FR-19")
def test_once_neil_has_gone_alone_no_plain_rat_is_sent_to_its_twin() -> None:
    state = do(position((3, START, START, N), tokens={"neil": 0}), "a>20")
    went_alone = Refusal("FR-10", "went_alone", {"rat": 0, "limit": 3})
    assert refused(state, "b>2") == went_alone
    assert refused(state, "c>2") == went_alone


@rule("FR-19")
def test_a_twin_is_advised_only_where_it_can_do_the_same() -> None:
    state = position((3, START, START, N))
    assert refused(state, "c>2") == Refusal("FR-19", "same_rat", {"rat": 2})
    assert refused(state, "c>7") == Refusal("FR-10", "too_far", {"limit": 5})


@rule("FR-18")
def test_whoever_has_nobody_awake_is_told_so_and_not_that_moving_is_over() -> None:
    state = position((R, R, N, N), phase=table.SCORE, drinks=1)
    for text in ("a>5", "c>5", "take", "drink", "buy drink", "pass", "raise"):
        assert refused(state, text) == Refusal("FR-18", "nobody_awake"), text


@rule("FR-40")
def test_a_rat_that_stood_at_a_booth_already_buys_nothing() -> None:
    state = do(position((9, 1, N, N), goods="12 cheese"), "b>2", "take")
    assert state.phase == table.SCORE
    assert refused(state, "buy pack:green") == Refusal(
        "FR-40", "booth_closed", {"booth": table.HAMSTER}
    )
    passed = do(position((8, N, N, N), goods="12 cheese"), "a>9", "take", "pass")
    assert refused(passed, "buy pack:green") == Refusal("FR-40", "booths_over")


@rule("FR-29", "FR-25")
def test_waking_by_the_wrong_word_is_answered_with_the_question() -> None:
    nursery = do(position((5, N, N, N), burrow="M_bot"), "a>6", "take", "up")
    assert refused(nursery, "rat") == Refusal("FR-29", "raise_or_not")
    launch = position((26, 5, N, N))
    launch = do(launch, "a>27", "take") if "take" in options(do(launch, "a>27")) else launch
    assert launch.phase == table.REWARD
    assert refused(launch, "raise") == Refusal("FR-25", "choose_reward")


@rule("FR-83")
def test_after_an_end_by_standing_still_its_own_rule_is_cited() -> None:
    state = position((R, N, N, N), phase=table.OVER, ending="stuck")
    assert refusal(state, "end") == ("FR-83", "over")


@rule("FR-50")
def test_nobody_is_told_to_build_without_goods() -> None:
    assert refused(scoring(), "pass") == Refusal("FR-50", "only_end")
    assert refused(scoring(goods="10 cheese"), "pass") == Refusal("FR-50", "choose_track")
