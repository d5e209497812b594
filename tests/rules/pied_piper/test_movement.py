"""Figures walk round the ring: basic cards, trackers up and down."""

from __future__ import annotations

import pytest

from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import HouseCrossed, HousePassedUnder
from tests.rules import rule
from tests.rules.pied_piper.positions import activate, events, gap, play

# Every basic card beside a Sewer, which moves no tracker: (card, gap reached, levels).
BASIC = [
    ("F1", 2, (1, 0, 0, 0)),
    ("F2", 3, (1, 1, 0, 0)),
    ("B1", 0, (0, 0, 0, 1)),
    ("S1", 2, (0, 0, 0, 0)),
]


@rule("PP-65", "PP-62")
@pytest.mark.parametrize(("card", "reached", "levels"), BASIC)
def test_a_basic_card_moves_the_rat_and_raises_every_house_it_walks_through(
    card: str, reached: int, levels: tuple[int, ...]
) -> None:
    state = position(line=[f"red {card}"], hand=["S1"], where={"red": 0})
    state = activate(state, "S1>1")
    assert (gap(state, "red"), state.levels) == (reached, levels)


@rule("PP-65")
def test_back_goes_through_the_house_behind_and_ends_on_its_left() -> None:
    state = position(line=["red B1"], hand=["B1"], where={"red": 2})
    state = activate(state, "B1>1")
    assert (gap(state, "red"), state.levels) == (0, (1, 1, 0, 0))


@rule("PP-65")
def test_double_step_is_one_action_through_two_houses_that_lie_one_behind_the_other() -> None:
    state = position(line=["red F2"], hand=["S1", "F1"], where={"red": 3})
    told = events(play(state, "S1>1"), "F1>4")
    assert [e.house for e in told if isinstance(e, HouseCrossed)] == [3, 0]
    assert [e.house for e in told if isinstance(e, HousePassedUnder)] == [1]


@rule("PP-65")
def test_the_piper_in_the_sewer_lowers_nothing() -> None:
    state = position(line=["piper S1"], hand=["S1"], where={"piper": 0}, levels=[3, 3, 3, 3])
    state = activate(state, "S1>1")
    assert (gap(state, "piper"), state.levels) == (2, (3, 3, 3, 3))


@rule("PP-62")
def test_a_figure_faces_right_even_after_a_move_back() -> None:
    # Were it turned round by the Back, the Forward would lead through house 3.
    state = position(line=["red B1"], hand=["F1"], where={"red": 1})
    state = activate(state, "F1>1")
    assert (gap(state, "red"), state.levels) == (1, (2, 0, 0, 0))


@rule("PP-62")
def test_the_last_gap_is_followed_by_the_first() -> None:
    state = position(5, line=["red F1"], hand=["F1"], where={"red": 4})
    state = activate(state, "F1>1")
    assert (gap(state, "red"), state.levels) == (1, (1, 0, 0, 0, 1))


@rule("PP-65")
def test_only_the_activated_figure_moves() -> None:
    state = position(line=["red F1"], hand=["F1"], where={"red": 0, "blue": 0, "piper": 0})
    state = activate(state, "F1>1")
    assert (gap(state, "blue"), gap(state, "piper")) == (0, 0)


@rule("PP-29")
@pytest.mark.parametrize("first", ["F1", "F2", "B1", "S1", "+1", "M"])
@pytest.mark.parametrize("second", ["F1", "F2", "B1", "S1", "+1", "M"])
def test_the_piper_goes_where_a_rat_would_go_and_lowers_what_it_would_raise(
    first: str, second: str
) -> None:
    def walk(figure: str) -> tuple[int, list[int]]:
        state = position(
            5,
            line=[f"{figure} {first}"],
            hand=[second],
            where={figure: 0},
            levels=[3, 3, 3, 3, 3],
        )
        state = activate(state, f"{second}>1")
        return gap(state, figure), [level - 3 for level in state.levels]

    reached, raised = walk("red")
    assert walk("piper") == (reached, [-floors for floors in raised])


@rule("PP-61")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_rat_brings_a_tracker_to_the_first_floor(seats: int) -> None:
    state = position(seats, line=["red F1"], hand=["S1"], where={"red": 0})
    assert activate(state, "S1>1").levels[0] == 1


@rule("PP-03")
def test_the_piper_leaves_an_empty_house_at_level_0() -> None:
    state = position(line=["piper F1"], hand=["F1"], where={"piper": 0}, levels=[0, 2, 0, 0])
    assert activate(state, "F1>1").levels == (0, 1, 0, 0)


@rule("PP-03")
def test_what_the_piper_could_not_lure_is_not_saved_up() -> None:
    # The Piper passes house 0 twice at level 0, then the red rat comes.
    state = position(line=["piper F1", "red F1"], hand=["B1", "S1"], where={"piper": 0, "red": 0})
    state = play(state, "B1>1", "S1>2", "first 1")
    assert state.levels == (1, 0, 0, 0)


@rule("PP-28")
def test_three_houses_in_a_ring_of_three_lead_back_to_the_same_gap() -> None:
    state = position(3, line=["red F2"], hand=["+1"], where={"red": 1})
    state = activate(state, "+1>1")
    assert (gap(state, "red"), state.levels) == (1, (1, 1, 1))


@rule("PP-28")
def test_once_round_is_also_possible_when_only_three_of_five_houses_are_left() -> None:
    state = position(5, out=[0, 3], active=1, line=["red F2"], hand=["+1"], where={"red": 4})
    state = activate(state, "+1>1")
    assert (gap(state, "red"), state.levels) == (4, (7, 1, 1, 7, 1))
