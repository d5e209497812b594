"""The 2x. Alone on the board a rat walks 2n in one go, or n and n if it surfaces in between."""

from __future__ import annotations

from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules import turn
from ratskeller.games.ratzentanz.rules.data import Box
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    DOUBLE,
    MOVE,
    OVER,
    TAKE,
    THROW,
    Handle,
    Lapsed,
    Options,
    Throw,
    Walk,
)
from ratskeller.games.ratzentanz.rules.town import parse
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS, RUNNING_ON, WHOLE, Walks
from tests.rules import rule
from tests.rules.ratzentanz.positions import (
    against,
    choices,
    do,
    doubled,
    ends,
    heap,
    load,
    number,
    position,
    sq,
    where,
)


@rule("RT-50")
def test_one_rat_walks_twice_as_far_or_two_rats_walk_once() -> None:
    state = doubled(3, {"0.1": "b4", "0.2": "h7"})
    assert "b10" in ends(state, 1, whole=True)
    assert "b7" in ends(state, 1)
    together = do(state, "1>b7", "2>h4")
    assert (where(together, "0.1"), where(together, "0.2")) == ("b7", "h4")
    assert together.seat == 1
    alone = do(state, "1>>b10")
    assert (where(alone, "0.1"), alone.seat) == ("b10", 1)


@rule("RT-50")
def test_where_n_and_2n_lead_to_the_same_square_a_die_tells_them_apart() -> None:
    """From e4 to f7 it is four steps by e7, and eight by h4 and h7."""
    state = doubled(4, {"0.1": "e4", "0.2": "h7"})
    assert "f7" in ends(state, 1) & ends(state, 1, whole=True)
    short, long = GAME.parse("1>f7"), GAME.parse("1>>f7")
    assert GAME.path(state, short) == ("rat:0.1", "sq:f7", "die:number")
    assert GAME.path(state, long) == ("rat:0.1", "sq:f7", "die:symbol")
    assert len(GAME.trace(state, short)) == 5
    assert len(GAME.trace(state, long)) == 9


@rule("RT-51")
def test_a_lone_rat_may_not_walk_half() -> None:
    state = doubled(2, {"0.1": "b4"})
    assert ends(state) == set()
    assert "b8" in ends(state, whole=True)
    assert against(state, ["rat:0.1", "sq:b6"]) == "RT-51"


@rule("RT-51")
def test_a_half_after_which_only_a_locked_rat_is_left_is_refused() -> None:
    state = doubled(2, {"0.1": "b4", "0.2": "h2"}, cat="h2")
    assert ends(state) == set()
    assert ends(doubled(2, {"0.1": "b4", "0.2": "h2"})) != set()


@rule("RT-51")
def test_a_half_is_judged_after_its_mirror_moves() -> None:
    """The Piper shuts j2. Rat 1 must not send the only other rat there, unless it runs on."""
    state = doubled(1, {"0.1": "f1"}, piper="j1")
    assert "1>f2>j2" not in choices(state)
    assert {"1>f2>f12", "1>f2>j12"} <= choices(state)
    helped = doubled(1, {"0.1": "f1", "0.2": "f12"}, piper="j1")
    assert "1>f2>j2" in choices(helped)  # rat 2 is mirrored to j12 and can walk
    shut_in = doubled(1, {"0.1": "f1", "0.2": "j2"}, piper="j1")
    assert "1>f2>j2" in choices(shut_in)  # rat 2 is mirrored from j2 to f2 and is free again
    assert ends(shut_in) == {"f2"}  # but a plain walk leaves it shut in


def with_islet() -> Ground:
    """The town with two more alley squares in a garden, f3 and g3, joined to nothing else."""
    lines = GAME.data.split("'''")[1].splitlines()
    row = next(number for number, line in enumerate(lines) if line.startswith(" 3"))
    place = lines[row].index('""')
    lines[row] = lines[row][:place] + ".---." + lines[row][place + 5 :]
    box = GAME.ground.box
    town = parse("\n".join(lines))
    return Ground(Box(town, box.symbol_faces, box.in_nest, box.chips, box.food))


@rule("RT-51")
def test_where_no_use_is_whole_half_of_it_is_played() -> None:
    """On the islet one step is possible, two are not."""
    ground = with_islet()
    state = doubled(1, {"0.1": "f3"}, ground=ground)
    walks = turn.legal(ground, state)
    assert walks == [Walk(1, sq("g3", ground))]
    after = turn.play(ground, state, walks[0])
    assert (after.phase, after.seat) == (THROW, 1)
    lapsed = [step.event for step in turn.steps(ground, state, walks[0])][1]
    assert lapsed == Lapsed(0, "number", "RT-51")


@rule("RT-51")
def test_a_half_that_wins_is_a_whole_use() -> None:
    home = {"a1": "123"}
    assert "1>a1" in choices(doubled(2, {"0.1": "c1*4"}, lying=home))
    assert "1>a1" not in choices(doubled(2, {"0.1": "c1*3"}, lying=home))
    assert "1>b3" not in choices(doubled(2, {"0.1": "c1*4"}, lying=home))


@rule("RT-51", "RT-102")
def test_nothing_is_handled_that_takes_the_only_whole_use_away() -> None:
    """A nest on the islet: one step home wins, and that is the only whole use of a doubled one."""
    ground = with_islet()
    ground.homes[2] = (sq("f3", ground), sq("o13", ground))
    lying = {"f3": "123", "g3": "35"}
    state = doubled(1, {"0.1": "g3*4"}, lying=lying, ground=ground)
    assert turn.legal(ground, state) == [Handle(1, 5), Walk(1, sq("f3", ground))]
    single = number(1, {"0.1": "g3*4"}, lying=lying, ground=ground)
    assert turn.legal(ground, single)[:3] == [Handle(1, 0), Handle(1, 3), Handle(1, 5)]


@rule("RT-51")
def test_a_sacrifice_uses_its_share_and_is_not_bound_to_the_whole() -> None:
    state = doubled(2, {"0.1": "b4"}, piper="b6")
    assert "1>x" in choices(state)
    after = do(state, "1>x")
    assert (where(after, "0.1"), after.seat) == ("spare", 1)
    two = do(doubled(2, {"0.1": "b4", "0.2": "h7"}, piper="b6"), "1>x")
    assert (two.phase, two.shares) == (MOVE, 1)
    assert ends(two, 2)
    whole = do(doubled(2, {"0.1": "b4", "0.2": "h7"}, piper="b6"), "1>>x")
    assert whole.seat == 1


@rule("RT-52")
def test_a_rat_that_surfaces_after_n_may_run_on_from_there() -> None:
    state = do(doubled(1, {"0.1": "d4", "0.2": "h7"}), "1>d5>l9")
    assert ends(state, 1) == {"l10"}
    assert where(do(state, "1>l10"), "0.1") == "l10"
    assert where(do(state, "2>h6"), "0.1") == "l9"  # or another rat takes the second half


@rule("RT-52")
def test_stairs_let_a_rat_run_on_too_and_mirror_first() -> None:
    state = do(doubled(1, {"0.1": "f1", "1.1": "j12"}), "1>f2>j2")
    assert where(state, "1.1") == "f12"
    assert choices(state) == {"1>j1"}


@rule("RT-53")
def test_in_and_out_of_a_storeroom_is_no_use_of_both_halves() -> None:
    state = do(doubled(1, {"0.1": "b5", "0.2": "h7"}), "1>c5")
    assert ends(state, 1) == set()
    assert against(state, ["rat:0.1"]) == "RT-53"
    assert "c5" not in ends(doubled(1, {"0.1": "b5"}))


@rule("RT-54")
def test_the_second_half_may_go_over_squares_of_the_first() -> None:
    state = do(doubled(5, {"0.1": "e7"}), "1>d5>d9")
    assert "e7" in ends(state)


@rule("RT-54")
def test_the_second_half_may_surface_again_and_then_it_ends() -> None:
    """It is six steps from a nest to the stairs, and six from one stair to the next."""
    state = do(doubled(6, {"0.1": "a1", "1.1": "j2"}), "1>f2>j12")
    assert where(state, "1.1") == "f12"
    state = do(state, "1>f12>f2")
    assert (where(state, "0.1"), where(state, "1.1"), state.seat) == ("f2", "f2", 1)


@rule("RT-54")
def test_the_second_half_may_not_go_back_into_the_square_it_surfaced_on() -> None:
    """Round a block of four alleys and back into the canal is six steps."""
    town = parse("      a   b   c\n 1    C---.---.\n          |   |\n 2        .---.\n")
    loops = Walks(town, loops=True)
    canal = 0
    assert canal in loops[canal << PACE_BITS | 6].ends
    assert canal in loops[canal << PACE_BITS | 3 + WHOLE].ends
    assert canal not in loops[canal << PACE_BITS | 6 + RUNNING_ON].ends


@rule("RT-55")
def test_whoever_takes_a_chip_where_it_surfaced_has_ended_its_move() -> None:
    lying = {"l9": "2"}
    state = do(doubled(1, {"0.1": "d4", "0.2": "h7"}, lying=lying), "1>d5>l9")
    assert (state.phase, choices(state)) == (TAKE, {"*0", "*2"})
    taken = do(state, "*2")
    assert (ends(taken, 1), load(taken, "0.1")) == (set(), 2)
    left = do(state, "*0")
    assert ends(left, 1) == {"l10"}


@rule("RT-55")
def test_whoever_runs_on_neither_takes_nor_drops() -> None:
    state = do(doubled(1, {"0.1": "d4*4", "0.2": "h7"}, lying={"l9": "2"}), "1>d5>l9")
    assert not {choice for choice in choices(state) if choice.startswith("1*")}
    assert against(state, ["rat:0.1", "load:0.1"]) == "RT-55"
    assert against(state, ["rat:0.1", "chip:l9.2"]) == "RT-55"


@rule("RT-55", "RT-51")
def test_no_chip_is_offered_where_only_running_on_uses_the_whole_2x() -> None:
    state = do(doubled(1, {"0.1": "d4"}, lying={"l9": "2"}), "1>d5>l9")
    assert (state.phase, choices(state)) == (MOVE, {"1>l10"})
    assert heap(state, "l9") == "2"


@rule("RT-56")
def test_the_first_rat_is_finished_before_the_second_begins() -> None:
    state = doubled(1, {"0.1": "b5", "0.2": "h7"}, lying={"c5": "66"})
    state = do(state, "1>c5")
    assert state.phase == TAKE
    state = do(state, "*6")
    assert (state.phase, load(state, "0.1")) == (MOVE, 6)


@rule("RT-56")
def test_a_win_in_the_first_half_ends_the_game() -> None:
    state = do(doubled(1, {"0.1": "b1*4", "0.2": "h7"}, lying={"a1": "123"}), "1>a1")
    assert (state.phase, state.winner) == (OVER, 0)


@rule("RT-56")
def test_the_second_may_be_a_rat_that_the_first_one_mirrored() -> None:
    state = do(doubled(1, {"0.1": "f1", "0.2": "f12"}), "1>f2>j2")
    assert where(state, "0.2") == "j12"
    assert ends(state, 2) == {"j13"}


@rule("RT-57")
def test_a_2x_asks_for_no_order() -> None:
    state = GAME.play(position({"0.1": "b4"}, phase=THROW), Throw(2, DOUBLE))
    assert (state.phase, state.shares, state.due) == (MOVE, 2, False)


def test_the_looser_walk_has_more_ends() -> None:
    loose = ends(doubled(3, {"0.1": "c1"}, options=Options(walk="no_reversal")), whole=True)
    assert ends(doubled(3, {"0.1": "c1"}), whole=True) < loose
