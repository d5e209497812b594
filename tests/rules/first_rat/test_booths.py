"""First Rat, step 3: FR-40 to FR-42."""

from __future__ import annotations

from ratskeller.games.first_rat.rules.state import BOOTH, SCORE, ItemTaken, RatSentHome, Spent
from tests.rules import rule
from tests.rules.first_rat.positions import N, do, events, goods, options, position, refusal


@rule("FR-40")
def test_prices_are_six_seven_and_twelve_cheese() -> None:
    state = do(position((8, N, N, N), goods="6 cheese"), "a>9", "take", "buy pack:green")
    assert goods(state) == ""
    state = do(position((12, N, N, N), goods="5 cheese"), "a>15", "take", "buy drink")
    assert goods(state) == ""
    assert state.drinks[0] == 1
    state = position((20, N, N, N), goods="9 cheese")
    assert events(state, "a>21", "take", "buy cap:rocket") == [
        Spent(0, 0, 12, "booth", 14),
        ItemTaken(0, 14, "bought"),
    ]


@rule("FR-40")
def test_too_little_cheese_buys_nothing() -> None:
    state = do(position((8, N, N, N), goods="5 cheese"), "a>9", "take")
    assert not any(text.startswith("buy") for text in options(state))
    assert refusal(state, "pack:green", "buy") == ("FR-40", "price")


@rule("FR-40")
def test_one_item_from_a_booth_and_then_it_is_closed() -> None:
    state = do(position((8, N, N, N), goods="30 cheese"), "a>9", "take", "buy pack:green")
    assert state.phase == SCORE
    assert goods(state) == "24 cheese"


@rule("FR-40")
def test_only_a_rat_that_moved_there_this_turn_can_shop() -> None:
    state = do(position((9, 2, N, N), goods="30 cheese"), "b>4", "take")
    assert state.phase == SCORE


@rule("FR-40")
def test_two_booths_in_any_order_and_passing_closes_both() -> None:
    state = do(position((13, 18, N, N), goods="30 cheese"), "a>15", "b>21", "take")
    assert {"buy drink", "steal drink", "buy cap:cargo", "steal cap:cargo"} < set(options(state))
    assert do(state, "pass").phase == SCORE
    first = do(state, "buy cap:cargo")
    assert first.phase == BOOTH
    assert {"buy drink", "steal drink", "pass"} == set(options(first))
    assert refusal(first, "cap:rocket", "buy") == ("FR-40", "booth_closed")
    assert do(state, "buy drink", "steal cap:cargo").phase == SCORE


@rule("FR-40")
def test_goods_left_behind_do_not_close_the_booth() -> None:
    assert do(position((8, N, N, N)), "a>9", "leave 9").phase == BOOTH


@rule("FR-40")
def test_an_item_is_bought_or_stolen_and_nothing_else() -> None:
    state = do(position((8, N, N, N)), "a>9", "take")
    assert refusal(state, "pack:green", "take") == ("FR-40", "buy_or_steal")


@rule("FR-41")
def test_a_thief_runs_back_to_start() -> None:
    state = position((8, 3, N, N))
    assert events(state, "a>9", "take", "steal pack:green") == [
        ItemTaken(0, 1, "stolen"),
        RatSentHome(0, 9),
    ]
    after = do(state, "a>9", "take", "steal pack:green")
    assert after.rats[:2] == (0, 3)
    assert after.packs[0] == 1 << 1


@rule("FR-41")
def test_a_token_stays_with_the_thief() -> None:
    state = position((8, N, N, N), tokens={"lola": 0, "arnold": 0}, burrow="M_top")
    after = do(state, "a>9", "take", "steal pack:green")
    assert after.rats[0] == 0
    assert after.tokens == (-1, 0, 0, -1)


@rule("FR-42")
def test_one_backpack_of_each_kind() -> None:
    state = do(position((8, N, N, N), packs="green cheese", goods="6 cheese"), "a>9", "take")
    assert "buy pack:green" not in options(state)
    assert "buy pack:orange" in options(state)
    assert refusal(state, "pack:green", "buy") == ("FR-42", "second_pack")


@rule("FR-42")
def test_drinks_and_caps_without_limit() -> None:
    state = do(position((12, N, N, N), drinks=2), "a>15", "take", "dry", "steal drink")
    assert state.drinks[0] == 3
    state = do(position((20, N, N, N), caps="cargo things"), "a>21", "take", "steal cap:rocket")
    assert state.caps[0].bit_count() == 3


@rule("FR-42")
def test_an_empty_booth_gives_nothing() -> None:
    state = do(position((12, N, N, N), shelf_drinks=0), "a>15", "take")
    assert state.phase == SCORE
    state = do(position((8, N, N, N), shelf_packs=(1, 0, 0, 0, 0)), "a>9", "take")
    assert options(state) == ["steal pack:orange", "pass"]
    assert refusal(state, "pack:green", "steal") == ("FR-42", "sold_out")
    state = position((8, N, N, N), packs="orange", shelf_packs=(1, 0, 0, 0, 0))
    assert do(state, "a>9", "take").phase == SCORE
