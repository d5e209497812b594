"""What an action would change, and which nests can be robbed, shown before anybody moves."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.draw.board import runs
from ratskeller.games.ratzentanz.draw.foresight import reach
from ratskeller.games.ratzentanz.rules.chips import ONE, collected
from ratskeller.games.ratzentanz.rules.state import (
    FLUTE,
    MOVE,
    NOWHERE,
    ORDER,
    TAKE,
    First,
    Handle,
    Options,
    PlaceCat,
    PlacePiper,
    Sacrifice,
    State,
    Take,
    Walk,
)
from tests.games.ratzentanz import own
from tests.games.ratzentanz.drawn import (
    EN,
    TABLES,
    decisions,
    lying,
    on,
    parts_of,
    placed,
    position,
    sheet_of,
)

# --- reach ---


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_reach_is_what_the_engine_lets_rats_walk_with_each_number(
    seats: int, options: Options
) -> None:
    """For every seat, as if it had the next throw, with nothing else on the dice."""
    for state in islice(decisions(seats, options, seed=seats + 5), 0, 120, 6):
        for seat in range(seats):
            found = reach(GAME.ground, state, seat)
            for number in range(1, 7):
                thrown = replace(
                    state, seat=seat, phase=MOVE, number=number, symbol=FLUTE, shares=1, due=False,
                    hand=0, used=0, runs=False,
                )  # fmt: skip
                walks = {one.to for one in GAME.legal(thrown) if isinstance(one, Walk)}
                assert walks == {square for square, by in found.items() if number in by}


def test_the_map_of_reach_names_squares_numbers_and_their_share() -> None:
    view = own(position(at=placed(r01="h7"), cat=on("h2"), piper=on("h5")))
    within = {one.at: one for one in EN.reach(view, 0)}
    squares = reach(GAME.ground, view.seen, 0)
    assert set(within) == {f"sq:{GAME.ground.town.names[square]}" for square in squares}
    for square, numbers in squares.items():
        one = within[f"sq:{GAME.ground.town.names[square]}"]
        assert (one.text, one.share) == (runs(numbers), len(numbers) / 6)
    assert "sq:h2" not in within, "the cat locks it"
    assert "sq:h6" in within
    assert within["sq:h6"].text.startswith("1")
    assert "sq:h5" not in within, "the Piper stands there"


# --- marks and ways ---


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_marks_are_at_things_that_are_there_and_tell_the_truth(
    seats: int, options: Options
) -> None:
    told = 0
    for state in decisions(seats, options, seed=seats + 17):
        view = own(state)
        known = {place.id for place in sheet_of(view).places} | set(parts_of(view))
        for action in GAME.legal(state)[:30]:
            marks = EN.marks(view, action)
            after = GAME.play(state, action)
            assert {mark.at for mark in marks} <= known
            lost = sum(
                was != NOWHERE and now == NOWHERE
                for was, now in zip(state.at, after.at, strict=True)
            )
            assert sum(mark.text == "−1" for mark in marks) == lost
            at_home = {mark.at: mark.text for mark in marks if "/" in mark.text}
            pairs = zip(collected(GAME.ground, state), collected(GAME.ground, after), strict=True)
            assert at_home == {
                f"larder:{seat}": f"{now}/{options.kinds}"
                for seat, (was, now) in enumerate(pairs)
                if now != was
            }
            told += bool(marks)
    assert told


def test_bringing_food_home_is_marked_at_the_larder() -> None:
    state = position(
        at=placed(r01="d1"), load=(4, *(0,) * 19), lying=lying(a1=ONE[1] + ONE[2]), seat=0
    )
    (mark,) = EN.marks(own(state), Walk(1, on("a1")))
    assert (mark.at, mark.text, mark.tone) == ("larder:0", "3/4", "good")
    assert EN.trace(own(state), Walk(1, on("a1"))) == [("sq:d1", "sq:c1", "sq:b1", "sq:a1")]


def test_robbing_is_good_for_the_robber_and_a_chip_is_gained() -> None:
    state = position(at=placed(r01="o1"), lying=lying(o1=ONE[2]), phase=TAKE, hand=1, shares=0,
                     due=False)  # fmt: skip
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Take(2))}
    assert marks == {"larder:1": ("0/4", "good"), "rat:0.1": ("+1", "good")}


def test_a_sacrifice_and_the_flute_show_who_is_lost() -> None:
    state = position(at=placed(r01="h7", r02="c2", r11="h4"), piper=on("h8"))
    (mark,) = EN.marks(own(replace(state, due=False, shares=1)), Sacrifice(1))
    assert (mark.at, mark.text, mark.tone) == ("rat:0.1", "−1", "bad")
    assert EN.trace(own(state), Sacrifice(1))[0][-1] == "sq:h8"
    order = replace(state, phase=ORDER)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(order), First("symbol"))}
    assert marks == {"rat:0.1": ("−1", "bad"), "rat:1.1": ("−1", "good")}


def test_stairs_draw_the_ways_of_everybody_on_them() -> None:
    stairs = [GAME.ground.town.names[square] for square in GAME.ground.town.stairs]
    via, to = stairs[0], stairs[2]
    state = position(at=placed(r01="f1", r11=stairs[3]), number=1)
    ways = EN.trace(own(state), Walk(1, on(to), on(via)))
    assert ways[0][-2:] == (f"sq:{via}", f"sq:{to}")
    assert ways[1] == (f"sq:{stairs[3]}", f"sq:{stairs[1]}")


def test_piper_and_cat_show_where_they_go() -> None:
    state = position(cat=on("h2"))
    assert EN.trace(own(state), PlaceCat(on("c5"))) == [("door:h2", "door:c5")]
    assert EN.trace(own(state), PlacePiper(on("h7"))) == [("rim:piper", "sq:h7")]


def test_a_swap_is_marked_on_the_rat() -> None:
    state = position(at=placed(r01="h7"), load=(4, *(0,) * 19), lying=lying(h7=ONE[1]))
    (mark,) = EN.marks(own(state), Handle(1, 1))
    assert (mark.at, mark.text) == ("rat:0.1", "⇄")


# --- robbers ---


def threat(state: State, seat: Seat) -> str:
    part = parts_of(own(state)).get(f"threat:{seat}")
    return part.text if part else ""


def test_a_nest_that_can_be_robbed_next_turn_says_with_which_throw() -> None:
    state = position(at=placed(r11="c1", r21="b4", r01="b1"), lying=lying(a1=ONE[2]))
    assert threat(state, 0) == "2 4 5"
    assert parts_of(own(state))["threat:0"].label == "Can be robbed next turn with a 2, 4 or 5"


def test_an_empty_nest_an_own_rat_and_a_loaded_robber() -> None:
    assert threat(position(at=placed(r11="c1")), 0) == ""
    assert threat(position(at=placed(r01="c1"), lying=lying(a1=ONE[2])), 0) == ""
    loaded = position(at=placed(r11="c1"), load=(0,) * 5 + (3,) + (0,) * 14, lying=lying(a1=1))
    assert threat(loaded, 0) == "2 5"


def test_the_piper_and_the_cat_keep_robbers_out() -> None:
    state = position(at=placed(r11="d1"), lying=lying(a1=ONE[2]))
    assert threat(state, 0) == "3 6"
    assert threat(replace(state, piper=on("c1")), 0) == ""
    locked = position(at=placed(r11="c5"), lying=lying(a1=ONE[2]))
    assert threat(locked, 0) == "6"
    assert threat(replace(locked, cat=on("c5")), 0) == ""


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_robbers_agree_with_the_rules(seats: int, options: Options) -> None:
    """With exactly those throws another seat has a walk into the nest."""
    for state in islice(decisions(seats, options, seed=41), 0, 60, 12):
        full = replace(state, lying=tuple(heap or 1 for heap in state.lying))
        for owner in range(seats):
            nest = GAME.ground.homes[seats][owner]
            with_which = {
                number
                for number in range(1, 7)
                for robber in range(seats)
                if robber != owner
                for action in GAME.legal(
                    replace(full, phase=MOVE, seat=robber, number=number, symbol=FLUTE, shares=1,
                            used=0, runs=False, hand=0)
                )
                if isinstance(action, Walk) and action.to == nest
            }  # fmt: skip
            assert threat(full, owner) == runs(sorted(with_which))


def test_throws_are_written_as_short_as_can_be() -> None:
    assert runs([4]) == "4"
    assert runs([1, 2]) == "1 2"
    assert runs([1, 2, 3, 4, 5, 6]) == "1–6"
    assert runs([1, 3, 4, 5]) == "1 3–5"
    assert runs([1, 2, 3, 5, 6]) == "1–3 5 6"
