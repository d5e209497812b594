"""First Rat, step 2 up to the burrow: FR-20 to FR-26, FR-31, FR-32."""

from __future__ import annotations

import pytest

from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    BULB,
    COLLECT,
    CORE,
    DRINK,
    EXTRA,
    REWARD,
    SCORE,
    SODA,
    VINEGAR,
    AwardTaken,
    BulbsLost,
    DrinkUsed,
    Gained,
    LightMoved,
    MarkerMissing,
    MarkerPlaced,
    RatRaised,
)
from tests.rules import rule
from tests.rules.first_rat.positions import (
    N,
    R,
    do,
    events,
    goods,
    node,
    options,
    pieces,
    position,
    refusal,
)


@rule("FR-20")
def test_only_spaces_of_rats_that_moved_give_something() -> None:
    state = do(position((6, 13, N, N)), "a>10", "take")
    assert goods(state) == "1 soda"


@rule("FR-20")
def test_every_landed_space_can_be_left_as_a_whole() -> None:
    state = do(position((8, 13, N, N)), "a>10", "b>16", "leave 10")
    assert state.phase == COLLECT
    assert options(state) == ["take", "leave 16"]
    assert goods(do(state, "take")) == "1 tin"
    assert goods(do(state, "leave 16")) == ""
    assert do(state, "leave 16").phase == SCORE
    assert refusal(state, "leave", "space:10") == ("FR-20", "take_or_leave")


@rule("FR-20", "FR-25")
def test_the_launchpad_reward_cannot_be_left() -> None:
    state = do(position((24, 22, N, N)), "a>27", "b>24")
    assert options(state) == ["take", "leave 24"]
    assert do(state, "leave 24").phase == REWARD


@rule("FR-21")
def test_a_lit_space_gives_one_more() -> None:
    state = position((8, N, N, N), light=10)
    assert events(state, "a>10", "take")[1:] == [
        Gained(0, SODA, 1, "space", 10),
        Gained(0, SODA, 1, "light", 10),
    ]
    assert goods(do(position((8, N, N, N), light=9), "a>10", "take")) == "1 soda"


@rule("FR-21")
def test_bulbs_collected_now_do_not_light_this_collection() -> None:
    state = do(position((6, N, N, N), light=7), "a>8", "take")
    assert state.light[0] == 9  # two bulbs, not three
    state = do(position((6, N, N, N), light=8), "a>8", "take")
    assert state.light[0] == 11


@rule("FR-22")
@pytest.mark.parametrize(
    ("lit", "light", "sodas"), [("first", 10, 2), ("last", 10, 1), ("last", 11, 2)]
)
def test_a_space_with_two_bulbs_is_lit_by_the_one_the_option_says(
    lit: str, light: int, sodas: int
) -> None:
    state = do(position((8, N, N, N), lit=lit, light=light), "a>10", "take")
    assert goods(state) == f"{sodas} soda"


@rule("FR-23")
@pytest.mark.parametrize(
    ("pack", "origin", "landing", "total"),
    [("orange", 6, 7, "2 vinegar"), ("green", 3, 4, "2 vinegar"), ("cheese", 1, 2, "3 cheese")],
)
def test_a_backpack_adds_to_its_colour_or_kind(
    pack: str, origin: int, landing: int, total: str
) -> None:
    state = position((origin, N, N, N), packs=pack)
    assert goods(do(state, f"a>{landing}", "take")) == total


@rule("FR-23")
def test_a_backpack_for_bulbs_or_cores_adds_two_in_all() -> None:
    state = do(position((7, 13, N, N), packs="bulbs"), "a>8", "b>14", "take")
    assert state.light[0] == 2 + 2 + 2
    state = do(position((5, N, N, N), packs="cores"), "a>6", "take")
    assert node(state) == "F_bot"  # three nodes from the start


@rule("FR-23")
def test_a_backpack_of_another_colour_adds_nothing() -> None:
    state = position((6, N, N, N), packs="green bulbs cores cheese")
    assert goods(do(state, "a>7", "take")) == "1 vinegar"


@rule("FR-23")
def test_a_colour_backpack_adds_one_in_all_of_a_kind_that_is_collected() -> None:
    state = do(position((1, 6, N, N), packs="orange"), "a>3", "b>7", "take")
    assert state.phase == EXTRA
    assert options(state) == ["+vinegar", "+soda"]
    assert refusal(state, "extra:tin") == ("FR-23", "choose_kind")
    assert goods(do(state, "+soda")) == "1 vinegar 2 soda"
    assert events(state, "+vinegar")[-1] == Gained(0, VINEGAR, 1, "pack", 0)


@rule("FR-23", "FR-85")
def test_the_extra_is_not_asked_for_when_there_is_one_kind() -> None:
    state = do(position((6, 10, N, N), packs="orange"), "a>7", "b>13", "take")
    assert goods(state) == "3 vinegar"


@rule("FR-24")
def test_an_energy_drink_doubles_lights_and_backpacks_too() -> None:
    state = do(position((0, N, N, N), packs="cheese", light=2, drinks=1), "a>2", "take")
    assert state.phase == DRINK
    assert goods(do(state, "dry")) == "4 cheese"
    after = do(state, "drink")
    assert goods(after) == "8 cheese"
    assert (after.drinks[0], after.empties[0]) == (0, 1)
    told = events(state, "drink")
    assert told[0] == DrinkUsed(0)
    assert told[-1] == Gained(0, 0, 4, "drink", -1)


@rule("FR-24")
def test_one_drink_a_turn_and_no_more() -> None:
    state = do(position((0, N, N, N), drinks=2), "a>2", "take", "drink")
    assert state.phase == SCORE
    assert state.drinks[0] == 1
    assert refusal(state, "drink:0") == ("FR-24", "too_late_to_drink")


@rule("FR-24", "FR-25")
def test_a_drink_is_not_offered_for_the_launchpad_alone() -> None:
    state = do(position((24, N, N, R), drinks=1), "a>27")
    assert state.phase == REWARD
    state = do(position((24, 22, N, N), drinks=1), "a>27", "b>24", "take", "drink")
    assert goods(state) == "8 cheese"
    assert do(state, "award").awards[0] == 1


@rule("FR-24")
def test_a_drink_is_not_offered_when_all_is_left() -> None:
    assert do(position((0, N, N, N), drinks=1), "a>2", "leave 2").phase == SCORE


@rule("FR-25")
def test_the_launchpad_gives_an_award_or_a_rat() -> None:
    state = do(position((25, N, N, R)), "a>27")
    assert options(state) == ["rat", "award"]
    assert do(state, "award").awards == (1, 0)
    assert do(state, "rat").rats[:4] == (27, 0, N, R)
    assert refusal(state, "rat:0") == ("FR-25", "choose_reward")


@rule("FR-25", "FR-85")
def test_with_nobody_asleep_it_is_the_award() -> None:
    assert AwardTaken(0) in events(position((25, 3, R, R)), "a>27", "take")
    assert AwardTaken(0) in events(position((25, R, R, R)), "a>27")


@rule("FR-25", "FR-85")
def test_without_awards_it_is_the_rat_if_there_is_one() -> None:
    told = events(position((25, N, R, R), awards=16), "a>27")
    assert RatRaised(1, "launchpad") in told
    assert do(position((25, R, R, R), awards=16), "a>27").phase == SCORE


@rule("FR-26")
def test_construction_lights_are_marked_when_reached_or_passed() -> None:
    state = position((19, N, N, N), light=13)
    after = do(state, "a>22", "take")
    assert after.light[0] == 17
    assert pieces(after, "lights") == (0,)
    assert events(state, "a>22", "take")[2:] == [
        LightMoved(0, 13, 15),
        MarkerPlaced(0, 4, 0, 7),
        LightMoved(0, 15, 17),
    ]


@rule("FR-26")
def test_several_construction_lights_in_one_go() -> None:
    state = do(
        position((13, 19, N, N), light=14, packs="bulbs", drinks=1), "a>14", "b>22", "take", "drink"
    )
    assert state.light[0] == 30
    assert pieces(state, "lights") == (0, 0)


@rule("FR-26")
def test_bulbs_beyond_the_end_are_lost() -> None:
    state = position((19, N, N, N), light=38)
    assert events(state, "a>22", "take")[-3:] == [
        LightMoved(0, 38, 40),
        MarkerPlaced(0, 4, 0, 7),
        BulbsLost(0, 3),
    ]
    state = position((19, N, N, N), light=40)
    assert events(state, "a>22", "take")[-1] == BulbsLost(0, 5)
    assert pieces(do(state, "a>22", "take"), "lights") == ()


@rule("FR-31", "FR-51")
def test_a_light_without_a_marker_is_not_marked() -> None:
    state = position((13, N, N, N), light=14, markers=0)
    assert MarkerMissing(0, 4) in events(state, "a>14", "take")
    assert pieces(do(state, "a>14", "take"), "lights") == ()


@rule("FR-31")
def test_goods_come_first_then_the_burrow_then_the_launchpad() -> None:
    state = do(position((24, 25, N, N), burrow="F_top"), "a>26", "b>27", "take")
    assert node(state) == "R_bot"  # two cores left, and a fork before the reward
    assert do(state, "on", "on").phase == REWARD


@rule("FR-31")
def test_markers_earned_in_step_two_are_not_asked_about() -> None:
    state = do(position((13, N, N, N), light=14), "a>14", "take")
    assert state.phase == SCORE
    assert state.markers[0] == 7


@rule("FR-32")
def test_goods_have_no_end() -> None:
    state = position((9, N, N, N), goods="90 soda")
    assert goods(do(state, "a>10", "take")) == "91 soda"


@rule("FR-40", "FR-31")
def test_booths_open_after_collecting() -> None:
    state = do(position((12, N, N, N), goods="5 cheese"), "a>15", "take")
    assert state.phase == BOOTH
    assert "buy drink" in options(state)  # with the two cheese just collected


def test_the_kinds_have_their_names() -> None:
    assert (BULB, CORE) == (5, 6)
