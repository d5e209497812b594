"""The cat, and Back to the nest. The flute and the Piper are in `test_piper.py`."""

from __future__ import annotations

from ratskeller.core.game import Refusal
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    MOVE,
    OVER,
    Evicted,
    Fetched,
    Lapsed,
    Options,
    Sacrifice,
    Stored,
)
from ratskeller.games.ratzentanz.rules.town import flood, parse
from tests.rules import rule
from tests.rules.ratzentanz.positions import (
    against,
    choices,
    do,
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
    why,
)

ALL_ROOMS = {"cat>h2", "cat>m5", "cat>m9", "cat>h12", "cat>c9", "cat>c5"}


@rule("RT-75")
def test_the_cat_goes_to_any_other_storeroom_even_an_empty_one() -> None:
    assert choices(do(thrown(1, CAT, {}), "symbol")) == ALL_ROOMS
    state = do(thrown(1, CAT, {}, cat="c5"), "symbol")
    assert choices(state) == ALL_ROOMS - {"cat>c5"}
    assert why(state, "sq:c5") == Refusal("RT-75", "cat_must_move")
    assert why(state, "sq:h7") == Refusal("RT-75", "not_a_storeroom")


@rule("RT-75")
def test_nobody_enters_or_leaves_a_locked_storeroom() -> None:
    assert "c5" in ends(number(1, {"0.1": "b5"}))
    locked = number(1, {"0.1": "b5", "0.2": "c5*6"}, cat="c5")
    assert "c5" not in ends(locked)
    assert ends(locked, 2) == set()
    assert against(locked, ["rat:0.1", "sq:c5"]) == "RT-75"


@rule("RT-75")
def test_the_square_in_front_of_the_cat_stays_open() -> None:
    state = number(1, {"0.1": "b4", "1.1": "b5"}, cat="c5")
    assert "b5" in ends(state)
    assert "b6" in ends(number(2, {"0.1": "b4"}, cat="c5"))


@rule("RT-75", "RT-86")
def test_back_to_the_nest_frees_nobody_from_behind_the_cat() -> None:
    alone = thrown(1, BACK, {"0.1": "c5*6"}, cat="c5")
    assert Lapsed(0, "symbol", "RT-85") in events(alone, "symbol")
    both = do(thrown(1, BACK, {"0.1": "c5*6", "0.2": "h7*1"}, cat="c5"), "symbol")
    assert choices(both) == {"0.2>home", "pass"}
    assert against(both, ["rat:0.1"]) == "RT-75"


@rule("RT-76")
def test_if_all_rats_are_locked_in_the_number_lapses() -> None:
    state = thrown(2, CAT, {"0.1": "c5", "0.2": "c5*6"}, cat="c5")
    lapsed = happened(state, "number", Lapsed)
    assert (lapsed.die, lapsed.rule) == ("number", "RT-76")
    mixed = number(2, {"0.1": "c5", "0.2": "h7"}, cat="c5")
    assert against(mixed, ["rat:0.1"]) == "RT-76"


# --- back to the nest --------------------------------------------------------------------------


@rule("RT-85")
def test_one_rat_is_fetched_or_one_turned_out_or_nothing_is_done() -> None:
    state = do(thrown(1, BACK, {"0.1": "h7*1", "1.1": "a1*2", "1.2": "h7*3"}), "symbol")
    assert choices(state) == {"0.1>home", "1.1>home", "pass"}
    assert why(state, "rat:1.2") == Refusal("RT-85", "not_in_your_nest")
    after = do(state, "0.1>home")
    assert after.phase == MOVE
    assert where(after, "1.1") == "a1"
    assert do(state, "pass").phase == MOVE


@rule("RT-86")
def test_any_own_rat_with_a_chip_can_be_fetched_wherever_it_is() -> None:
    for square in ("h7", "c5", "o13", "d5", "f2", "c2", "c7", "o1"):
        state = do(thrown(1, BACK, {"0.1": f"{square}*4", "0.2": "h7"}), "symbol")
        assert choices(state) == {"0.1>home", "pass"}
        assert why(state, "rat:0.2") == Refusal("RT-86", "carries_nothing")
        fetched = happened(state, "0.1>home", Fetched)
        assert (name(fetched.squares[0]), name(fetched.squares[-1])) == (square, "a1")


@rule("RT-87")
def test_the_piper_hinders_only_where_every_way_home_passes_him() -> None:
    beside = do(thrown(1, BACK, {"0.1": "b3*2"}, piper="b2"), "symbol")
    assert "0.1>home" in choices(beside)  # by the building and c1
    assert sq("b2") not in GAME.trace(beside, GAME.parse("0.1>home"))
    behind = do(thrown(1, BACK, {"0.1": "c7*2"}, piper="e7"), "symbol")
    assert choices(behind) == {"1>x", "pass"}
    assert against(behind, ["rat:0.1", "sq:a1"]) == "RT-87"


@rule("RT-87")
def test_canals_stairs_and_foreign_nests_are_no_way_home() -> None:
    """From the canal square d5 the only way is over d4, though the canal itself leads on."""
    state = do(thrown(1, BACK, {"0.1": "d5*2", "0.2": "f2*1"}, piper="d4"), "symbol")
    assert choices(state) == {"1>x", "0.2>home", "pass"}
    stairs = do(thrown(1, BACK, {"0.1": "f2*2"}, piper="f1"), "symbol")
    assert choices(stairs) == {"1>x", "pass"}
    for mark in "C@N1":
        town = parse(f"      a   b   c\n 1    .---{mark}---.\n")
        assert flood(town, 0) == {0: 0, 1: 1}
    assert flood(parse("      a   b   c\n 1    .---H---.\n"), 0) == {0: 0, 1: 1, 2: 2}


@rule("RT-88")
def test_a_rat_fetched_past_the_piper_is_lost_and_its_chip_stays() -> None:
    state = do(thrown(1, BACK, {"0.1": "c7*2", "0.2": "h7"}, piper="e7"), "symbol")
    after = do(state, "1>x")
    assert (where(after, "0.1"), heap(after, "c7"), after.phase) == ("spare", "2", MOVE)
    caution = GAME.caution(GAME.conceal(state, 0), Sacrifice(1))
    assert caution == Refusal("RT-88", "sacrifice", {"seat": 0, "rat": 1})


@rule("RT-88")
def test_a_wall_leaves_no_way_past() -> None:
    rats = {"0.1": "c7*2", "0.2": "h7*3"}
    state = do(thrown(1, BACK, rats, piper="e7", options=Options(piper="wall")), "symbol")
    assert choices(state) == {"0.2>home", "pass"}
    assert against(state, ["rat:0.1", "btn:sacrifice"]) == "RT-88"


@rule("RT-89")
def test_an_evicted_rat_leaves_its_chip_and_needs_no_free_way() -> None:
    state = thrown(1, BACK, {"1.1": "a1*5", "1.2": "a1"}, lying={"a1": "1"}, piper="n12")
    state = do(state, "symbol")
    assert state.phase == CALL_HOME
    after = do(state, "1.1>home")
    assert (where(after, "1.1"), load(after, "1.1"), heap(after, "a1")) == ("o13", 0, "15")
    assert happened(state, "1.1>home", Evicted).kind == 5
    empty = do(state, "1.2>home")
    assert (where(empty, "1.2"), where(empty, "1.1"), heap(empty, "a1")) == ("o13", "a1", "1")


@rule("RT-89", "RT-120")
def test_an_eviction_can_win() -> None:
    state = do(thrown(1, BACK, {"1.1": "a1*5"}, lying={"a1": "123"}), "symbol", "1.1>home")
    assert (state.phase, state.winner) == (OVER, 0)


@rule("RT-90")
def test_homecoming_stores_the_chip_at_once_and_can_win() -> None:
    state = do(thrown(1, BACK, {"0.1": "h7*4"}, lying={"a1": "123", "h7": "5"}), "symbol")
    assert [type(event) for event in events(state, "0.1>home")][:2] == [Fetched, Stored]
    after = do(state, "0.1>home")
    assert (after.phase, after.winner, heap(after, "a1")) == (OVER, 0, "1234")


@rule("RT-90")
def test_nothing_is_handled_before_the_homecoming() -> None:
    state = do(
        thrown(1, BACK, {"0.1": "h7*4", "0.2": "c5"}, lying={"h7": "5", "c5": "6"}), "symbol"
    )
    assert choices(state) == {"0.1>home", "pass"}
