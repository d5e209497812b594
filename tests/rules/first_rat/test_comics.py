"""First Rat, comics and super rats: FR-60 to FR-68, alone and where they meet."""

from __future__ import annotations

from ratskeller.games.first_rat.rules.scoring import score, sheet
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    DRINK,
    EXTRA,
    OVER,
    SCORE,
    Gained,
    ItemTaken,
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
    node,
    options,
    position,
    refusal,
)


@rule("FR-60")
def test_the_yellow_comic_frees_both_yellow_shortcuts() -> None:
    state = position((4, N, N, N), comics="yellow")
    after = do(state, "a>19+Y1+Y2")
    assert goods(after) == ""
    assert "a>12+R1" not in moves(position((2, N, N, N), comics="yellow"))


@rule("FR-60")
def test_the_red_comic_frees_both_red_shortcuts() -> None:
    assert "a>12+R1" in moves(position((2, N, N, N), comics="red"))
    assert goods(do(position((13, N, N, N), comics="red", goods="1 vinegar"), "a>17+R2")) == (
        "1 vinegar"
    )


@rule("FR-60")
def test_the_grey_shortcut_is_always_paid() -> None:
    state = position((20, N, N, N), comics="red yellow")
    assert "a>24+G1" not in moves(state)
    state = position((20, N, N, N), comics="red yellow", goods="1 vinegar")
    assert goods(do(state, "a>24+G1")) == ""


@rule("FR-60", "FR-13")
def test_free_shortcuts_are_free_for_every_rat_of_the_turn() -> None:
    state = do(position((3, 13, N, N), comics="red legs"), "a>12+R1")
    assert moves(state) == {"b>20+R2"}  # 17, 18, 19, 20: four steps, white like 12


@rule("FR-61")
def test_without_toll_sharing_costs_nothing() -> None:
    state = position((6, N, N, N), (8, 0, N, N), comics="toll", goods="1 cheese")
    after = do(state, "a>8")
    assert goods(after) == "1 cheese"
    assert after.mouldy == (0, 0)


@rule("FR-61")
def test_whoever_has_no_toll_is_still_paid_by_others() -> None:
    state = position((8, N, N, N), (7, 0, N, N), comics="toll", mover=1)
    assert goods(do(state, "a>8"), 0) == "1 cheese"


@rule("FR-62")
def test_longer_legs_take_each_of_several_rats_four_spaces() -> None:
    state = do(position((0, 6, N, N), comics="legs"), "a>4")
    assert "b>10" in moves(state)
    state = do(position((0, 11, N, N), comics="legs"), "a>4")
    assert refusal(state, "rat:1", "space:16") == ("FR-62", "too_far")


@rule("FR-62")
def test_longer_legs_do_nothing_for_a_rat_alone() -> None:
    assert moves(position((6, N, N, N), comics="legs")) == {f"a>{n}" for n in range(7, 12)}


@rule("FR-62", "FR-66")
def test_lola_with_longer_legs_goes_six_in_company_and_seven_alone() -> None:
    state = position((4, 12, N, N), tokens={"lola": 0}, comics="legs")
    assert "a>11" in moves(state)
    assert "a>12" not in moves(state)
    together = do(state, "a>10")  # six steps, green
    assert "b>16" in moves(together)
    assert moves(do(state, "a>11")) == set()
    without = position((4, 12, N, N), tokens={"lola": 0})
    assert moves(do(without, "a>10")) == set()


@rule("FR-63")
def test_two_colours_mixes_green_and_orange_for_several_rats() -> None:
    state = do(position((1, 6, N, N), comics="colours"), "a>3")
    assert moves(state) == {"b>7"}
    state = do(position((1, 7, N, N), comics="colours"), "a>3")
    assert moves(state) == {"b>10"}
    state = do(position((1, 7, N, N)), "a>3")
    assert moves(state) == set()
    state = do(position((5, 6, N, N), comics="colours"), "a>7")
    assert refusal(state, "rat:1", "space:8") == ("FR-63", "mix")


@rule("FR-63")
def test_two_colours_does_not_mix_other_colours() -> None:
    state = do(position((1, 0, N, N), comics="colours"), "a>2")
    assert moves(state) == set()


@rule("FR-63", "FR-14")
def test_the_launchpad_may_join_a_mix_of_green_and_orange() -> None:
    state = do(position((22, 24, 26, N), comics="colours"), "c>27", "a>23", "b>25")
    assert state.rats[:3] == (23, 25, 27)


@rule("FR-63", "FR-23")
def test_with_both_colour_backpacks_only_one_works_in_a_mix() -> None:
    state = position((1, 8, N, N), comics="colours", packs="orange green")
    state = do(state, "a>3", "b>10", "take")
    assert goods(state) == "3 soda"  # one kind: one extra, not two


@rule("FR-63", "FR-23")
def test_in_a_mix_the_extra_may_be_of_the_other_colour() -> None:
    state = position((2, 5, N, N), comics="colours", packs="green")
    state = do(state, "a>4", "b>7", "take")  # green vinegar, orange vinegar
    assert goods(state) == "3 vinegar"
    state = position((15, 16, N, N), comics="colours", packs="orange green")
    state = do(state, "b>18", "a>16", "take")
    assert state.phase == EXTRA
    assert options(state) == ["+tin", "+calculator"]
    assert goods(do(state, "+tin")) == "2 tin 1 calculator"


@rule("FR-63", "FR-23", "FR-24")
def test_a_drink_doubles_the_one_extra_of_a_mix() -> None:
    state = position((1, 8, N, N), comics="colours", packs="orange green", drinks=1)
    assert goods(do(state, "a>3", "b>10", "take", "drink")) == "6 soda"


@rule("FR-65")
def test_neil_alone_goes_any_distance_even_to_the_launchpad() -> None:
    state = position((0, N, N, N), tokens={"neil": 0})
    assert moves(state) == {f"a>{space}" for space in range(1, 28)}
    state = do(state, "a>27", "award", "end")
    assert state.rats[0] == R


@rule("FR-65", "FR-15")
def test_neil_can_take_every_shortcut_on_his_way() -> None:
    state = position((0, N, N, N), tokens={"neil": 0}, goods="2 vinegar 1 soda 1 tin 1 calculator")
    assert len(moves(state)) == 144
    assert "a>27+Y1+Y2+G1" in moves(state)


@rule("FR-65")
def test_neil_in_company_goes_no_further_than_others() -> None:
    state = do(position((6, 13, N, N), tokens={"neil": 0}), "b>16")
    assert refusal(state, "rat:0", "space:10") == ("FR-65", "too_far")
    assert moves(do(position((7, 13, N, N), tokens={"neil": 0}), "b>16")) == {"a>10"}


@rule("FR-65", "FR-13")
def test_neil_cannot_jump_onto_a_rat_that_would_have_to_move() -> None:
    assert "a>24" not in moves(position((0, 24, N, N), tokens={"neil": 0}))


@rule("FR-65", "FR-41")
def test_neil_never_steals() -> None:
    state = do(position((8, N, N, N), tokens={"neil": 0}, goods="6 cheese"), "a>9", "take")
    assert "buy pack:green" in options(state)
    assert refusal(state, "pack:green", "steal") == ("FR-65", "neil_never_steals")
    assert do(position((8, N, N, N), tokens={"neil": 0}), "a>9", "take").phase == SCORE


@rule("FR-65", "FR-81")
def test_neil_in_the_rocket_counts_twice() -> None:
    plain = position((R, R, 3, 4), (0, 0, N, N))
    with_neil = position((R, R, 3, 4), (0, 0, N, N), tokens={"neil": 1})
    assert sheet(plain, 0)[0].points == 10 + 7
    assert sheet(with_neil, 0)[0].points == 10 + 7 * 2


@rule("FR-65", "FR-28", "FR-64")
def test_a_neil_taken_on_the_launchpad_in_the_last_turn_counts_twice() -> None:
    state = position(
        (24, 26, R, R), HOME, burrow="R_bot", library="neil", last_round=1, ending="rocket", mover=0
    )
    state = do(state, "a>26")  # b goes on to the Launchpad
    state = do(state, "take", "up", "comic neil>b")
    while state.mover == 0:
        state = do(state, options(state)[-1])
    assert sheet(state, 0)[0].points == 10 + 7 + 6 * 2


@rule("FR-66")
def test_lola_goes_seven_alone_and_five_in_company() -> None:
    assert moves(position((0, N, N, N), tokens={"lola": 0})) == {f"a>{n}" for n in range(1, 8)}
    state = position((6, 13, N, N), tokens={"lola": 0})
    assert "b>16" in moves(do(state, "a>10"))
    assert refusal(do(state, "b>16"), "rat:0", "space:12") == ("FR-66", "too_far")
    assert moves(do(state, "b>16")) == {"a>10"}


@rule("FR-66")
def test_lolas_companions_still_go_three() -> None:
    state = do(position((5, 12, N, N), tokens={"lola": 0}), "a>10")
    assert moves(state) == set()


@rule("FR-65", "FR-66")
def test_one_rat_that_is_neil_and_lola_has_the_best_of_both() -> None:
    state = position((5, 13, N, N), tokens={"neil": 0, "lola": 0})
    assert "a>27" in moves(state)
    assert "b>16" in moves(do(state, "a>10"))


@rule("FR-67")
def test_arnold_collects_one_more_from_his_space() -> None:
    state = position((6, 10, N, N), tokens={"arnold": 0})
    assert events(state, "a>7", "b>13", "take")[1:] == [
        Gained(0, 1, 1, "space", 7),
        Gained(0, 1, 1, "arnold", 7),
        Gained(0, 1, 1, "space", 13),
    ]


@rule("FR-67")
def test_arnold_must_have_moved_and_collect() -> None:
    state = position((6, 10, N, N), tokens={"arnold": 0})
    assert goods(do(state, "b>13", "take")) == "1 vinegar"
    assert goods(do(state, "a>7", "b>13", "leave 7", "take")) == "1 vinegar"
    state = position((25, 22, N, N), tokens={"arnold": 0})
    assert goods(do(state, "a>27", "b>24", "take", "award")) == "4 cheese"


@rule("FR-67", "FR-24")
def test_a_drink_doubles_what_arnold_adds() -> None:
    state = do(position((6, N, N, N), tokens={"arnold": 0}, drinks=1), "a>7", "take")
    assert state.phase == DRINK
    assert goods(do(state, "drink")) == "4 vinegar"
    assert goods(do(state, "dry")) == "2 vinegar"


@rule("FR-67", "FR-21", "FR-23", "FR-24")
def test_arnold_light_backpack_and_drink_add_up() -> None:
    state = position((11, N, N, N), tokens={"arnold": 0}, packs="cores", light=13, drinks=1)
    told = events(state, "a>12", "take", "drink")
    gains = [(event.amount, event.reason) for event in told if isinstance(event, Gained)]
    assert gains == [(3, "space"), (1, "light"), (1, "arnold"), (2, "pack"), (7, "drink")]


@rule("FR-67")
def test_arnolds_bulbs_and_cores_are_walked_like_all_others() -> None:
    state = position((5, N, N, N), tokens={"arnold": 0})
    assert node(do(state, "a>6", "take")) == "F_top"
    assert do(position((0, N, N, N), tokens={"arnold": 0}), "a>1", "take").light[0] == 2


@rule("FR-68")
def test_ratwoman_pays_nothing_and_never_steals() -> None:
    state = do(position((8, N, N, N), tokens={"ratwoman": 0}, goods="9 cheese"), "a>9", "take")
    assert state.phase == BOOTH
    assert not any(text.startswith("steal") for text in options(state))
    assert refusal(state, "pack:green", "steal") == ("FR-68", "ratwoman_never_steals")
    assert events(state, "buy pack:green") == [ItemTaken(0, 1, "free")]
    after = do(state, "buy pack:green")
    assert goods(after) == "9 cheese"
    assert after.rats[0] == 9


@rule("FR-68")
def test_only_ratwoman_herself_shops_for_nothing() -> None:
    state = do(position((8, 3, N, N), tokens={"ratwoman": 1}), "a>9", "take")
    assert {text.split()[0] for text in options(state)} == {"steal", "pass"}


@rule("FR-65", "FR-68", "FR-41")
def test_neil_and_ratwoman_on_one_rat_shop_for_nothing_and_do_not_steal() -> None:
    state = do(position((8, N, N, N), tokens={"neil": 0, "ratwoman": 0}), "a>9", "take")
    assert {text.split()[0] for text in options(state)} == {"buy", "pass"}


def test_the_score_is_the_sum_of_the_sheet() -> None:
    state = position((R, R, 3, 4), tokens={"neil": 1}, goods="9 cheese", mouldy=1, awards=2)
    assert score(state, 0) == 10 + 14 + 2 - 2 + 6
    assert state.phase != OVER
