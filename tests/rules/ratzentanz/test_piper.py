from __future__ import annotations

import pytest
from msgspec.structs import replace

from ratskeller.core.game import Refusal
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    FLUTE,
    NEW_BLOOD,
    OVER,
    PIPER,
    PUT_PIPER,
    FlutePlayed,
    Lost,
    Options,
    Sacrifice,
)
from ratskeller.games.ratzentanz.rules.symbols import ask_piper, piper_places
from ratskeller.games.ratzentanz.rules.town import parse
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS, Walks
from tests.rules import rule
from tests.rules.ratzentanz.positions import (
    GROUND,
    against,
    choices,
    do,
    doubled,
    ends,
    happened,
    heap,
    name,
    number,
    thrown,
    where,
    why,
)

WALL = Options(piper="wall")


@rule("RT-60")
def test_the_piper_may_stand_on_ninety_three_alley_squares() -> None:
    state = do(thrown(1, PIPER, {}), "symbol")
    assert state.phase == PUT_PIPER
    places = choices(state)
    assert len(places) == 93
    assert not places & {"piper>b1", "piper>n1", "piper>n13", "piper>b13"}
    assert {"piper>h1", "piper>d4", "piper>f1", "piper>e7"} <= places  # he may shut doors
    assert "piper>c2" not in {f"piper>{name(s)}" for s in GROUND.post_of}


@rule("RT-60")
def test_he_must_move_and_no_rat_may_be_there_but_chips_may() -> None:
    rats = {"0.1": "h7", "1.1": "e4"}
    state = do(thrown(1, PIPER, rats, piper="b6", lying={"b7": "3"}), "symbol")
    places = choices(state)
    assert not places & {"piper>h7", "piper>e4", "piper>b6"}
    assert "piper>b7" in places
    assert why(state, "sq:h7") == Refusal("RT-60", "rat_there")
    assert why(state, "sq:b6") == Refusal("RT-60", "piper_must_move")
    assert why(state, "sq:b1") == Refusal("RT-60", "in_front_of_a_nest")
    assert why(state, "sq:c2") == Refusal("RT-60", "not_an_alley")


@rule("RT-60")
def test_where_no_square_is_free_he_stays() -> None:
    crowded = replace(do(thrown(1, PIPER, {}), "symbol"), at=tuple(GROUND.post_of), load=(0,) * 93)
    assert piper_places(GROUND, crowded) == []
    stays = ask_piper(GROUND, crowded, None)
    assert (stays.piper, stays.due) == (crowded.piper, False)


@rule("RT-60")
def test_a_chip_under_him_cannot_be_reached() -> None:
    state = number(2, {"0.1": "b4"}, piper="b6", lying={"b6": "3"})
    assert "b6" not in ends(state)


@rule("RT-61")
def test_passing_him_is_a_sacrifice_that_is_offered_and_never_forced() -> None:
    state = number(3, {"0.1": "c7", "0.2": "h7"}, piper="e7")
    assert ends(state, 1) == set()
    assert "1>x" in choices(state)
    assert against(state, ["rat:0.1", "sq:e5"]) == "RT-61"
    assert against(state, ["btn:pass"]) == "RT-11"
    after = do(state, "1>x")
    assert where(after, "0.1") == "spare"
    lost = happened(state, "1>x", Lost)
    assert [name(square) for square in lost.squares] == ["c7", "e7"]


@rule("RT-61")
def test_a_way_round_him_is_a_real_move_beside_the_sacrifice() -> None:
    """From e4 to h7 in six steps one can go along row 4 or along row 7."""
    state = number(6, {"0.1": "e4"}, piper="e6")
    assert "h7" in ends(state)
    assert "1>x" in choices(state)
    assert name(happened(state, "1>x", Lost).squares[-1]) == "e6"
    assert GROUND.number_of["e6"] not in GAME.trace(state, GAME.parse("1>h7"))


@rule("RT-61")
def test_a_sacrifice_needs_a_walk_of_full_length_that_meets_him() -> None:
    assert "1>x" not in choices(number(2, {"0.1": "b4"}, piper="b7"))
    assert "1>x" in choices(number(3, {"0.1": "b4"}, piper="b7"))


@rule("RT-61", "RT-75")
def test_a_walk_that_the_cat_forbids_is_no_sacrifice_either() -> None:
    """A blind alley with a storeroom at its end: he stands in it, she sits before the door."""
    town = parse("      a   b   c\n 1    .---.---1\n")
    reach = Walks(town, loops=False)[0 << PACE_BITS | 2]
    piper, cat = 1 << 1, 1 << 2
    assert reach[piper].sacrifice is True
    assert reach[piper | cat].sacrifice is False


@rule("RT-61")
def test_as_a_wall_he_cannot_be_passed_at_all() -> None:
    state = number(6, {"0.1": "e4"}, piper="e6", options=WALL)
    assert not any(isinstance(action, Sacrifice) for action in GAME.legal(state))
    assert why(state, "rat:0.1", "btn:sacrifice") == Refusal("RT-61", "piper_is_a_wall")


@rule("RT-61")
def test_a_sacrifice_is_confirmed_by_name() -> None:
    state = number(3, {"0.1": "c7", "0.2": "h7"}, piper="e7")
    caution = GAME.caution(GAME.conceal(state, 0), Sacrifice(1))
    assert caution == Refusal("RT-61", "sacrifice", {"seat": 0, "rat": 1})
    assert GAME.caution(GAME.conceal(state, 0), GAME.parse("2>h4")) is None


@rule("RT-62")
def test_ending_on_his_square_is_passing_him() -> None:
    state = number(2, {"0.1": "b4"}, piper="b6")
    assert "b6" not in ends(state)
    assert "1>x" in choices(state)
    assert against(state, ["rat:0.1", "sq:b6"]) == "RT-62"


@rule("RT-63")
def test_the_lost_rats_chip_stays_where_the_move_began() -> None:
    after = do(number(2, {"0.1": "b4*3"}, piper="b6"), "1>x")
    assert (where(after, "0.1"), heap(after, "b4"), heap(after, "b6")) == ("spare", "3", "")
    room = do(number(2, {"0.1": "c5*6"}, piper="b6", lying={"c5": "6"}), "1>x")
    assert heap(room, "c5") == "66"


@rule("RT-63", "RT-120")
def test_a_thief_lost_from_a_nest_gives_the_chip_back_and_maybe_the_game() -> None:
    state = number(2, {"0.1": "o13*4"}, piper="n12", lying={"o13": "123"})
    after = do(state, "1>x")
    assert (after.phase, after.winner) == (OVER, 1)
    caution = GAME.caution(GAME.conceal(state, 0), Sacrifice(1))
    assert caution == Refusal("RT-120", "gives_the_game", {"seat": 1})


@rule("RT-64")
def test_standing_beside_him_or_surfacing_there_is_safe() -> None:
    state = do(number(1, {"0.1": "d4", "1.1": "l9", "1.2": "m10"}, piper="l10"), "1>d5>l9")
    assert [where(state, who) for who in ("0.1", "1.1", "1.2")] == ["l9", "l9", "m10"]


@rule("RT-65")
def test_in_the_second_half_the_chip_stays_where_that_half_began() -> None:
    state = do(doubled(1, {"0.1": "d4*2", "0.2": "h7"}, piper="l10"), "1>d5>l9", "1>x")
    assert (heap(state, "l9"), heap(state, "d4"), where(state, "0.1")) == ("2", "", "spare")


# --- flute -------------------------------------------------------------------------------------


@rule("RT-70")
@pytest.mark.parametrize("piper", ["", "h4"])
def test_the_flute_takes_all_rats_from_the_alleys_whoever_they_are(piper: str) -> None:
    rats = {"0.1": "b1", "0.2": "h7", "1.1": "n13", "1.2": "e5"}
    safe = {"0.3": "a1", "0.4": "c2", "0.5": "c5", "1.3": "d5", "1.4": "f2", "1.5": "o13"}
    state = thrown(1, FLUTE, {**rats, **safe}, piper=piper)
    after = do(state, "symbol")
    assert {where(after, who) for who in rats} == {"spare"}
    assert {who: where(after, who) for who in safe} == safe
    assert len(happened(state, "symbol", FlutePlayed).rats) == 4


@rule("RT-71")
def test_chips_stay_on_the_square_and_may_pile_up() -> None:
    rats = {"0.1": "h7*1", "1.1": "h7*1", "1.2": "h7*6", "1.3": "b1*2", "0.2": "c2*5"}
    after = do(thrown(1, FLUTE, rats, lying={"h7": "3"}), "symbol")
    assert (heap(after, "h7"), heap(after, "b1"), heap(after, "c2")) == ("1136", "2", "")
    assert after.load == (0, 5, *(0,) * 8)


@rule("RT-80")
def test_new_blood_gives_every_seat_one_spare_rat() -> None:
    full = {f"1.{rat}": "h7" for rat in range(1, 6)}
    after = do(thrown(1, NEW_BLOOD, {"0.1": "h7", "0.3": "c5", **full}), "symbol")
    assert [where(after, f"0.{rat}") for rat in range(1, 6)] == ["h7", "a1", "c5", "spare", "spare"]
    assert {where(after, who) for who in full} == {"h7"}
    three = do(thrown(1, NEW_BLOOD, {}, seats=3), "symbol")
    assert [where(three, f"{seat}.1") for seat in range(3)] == ["a1", "o1", "o13"]


@rule("RT-80")
def test_a_spare_rat_does_not_walk() -> None:
    assert against(number(2, {"0.1": "b4"}), ["rat:0.2"]) == "RT-80"
