from __future__ import annotations

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    NOWHERE,
    START,
    THROW,
    TIED_ROUNDS,
    Options,
    StartThrow,
    StartTied,
    State,
)
from tests.rules import rule
from tests.rules.ratzentanz.positions import heap, name, where

STOREROOMS = {1: "h2", 2: "m5", 3: "m9", 4: "h12", 5: "c9", 6: "c5"}


def throw_for_start(state: State, *numbers: int) -> State:
    for number in numbers:
        state = GAME.play(state, StartThrow(number))
    return state


@rule("RT-01")
def test_six_kinds_lie_in_six_storerooms_and_four_players_use_thirty_chips() -> None:
    state = GAME.start(4, Options())
    assert {kind: heap(state, square) for kind, square in STOREROOMS.items()} == {
        kind: str(kind) * 5 for kind in range(1, 7)
    }
    assert GAME.pieces(state)["chips"] == (5,) * 6


@rule("RT-02")
@pytest.mark.parametrize(("seats", "chips"), [(2, 3), (3, 4), (4, 5)])
def test_fewer_players_leave_chips_in_the_box(seats: int, chips: int) -> None:
    state = GAME.start(seats, Options())
    assert GAME.pieces(state)["chips"] == (chips,) * 6


@rule("RT-03")
@pytest.mark.parametrize(
    ("seats", "nests"),
    [(2, ("a1", "o13")), (3, ("a1", "o1", "o13")), (4, ("a1", "o1", "o13", "a13"))],
)
def test_two_players_sit_at_opposite_corners_and_three_clockwise(
    seats: int, nests: tuple[str, ...]
) -> None:
    state = GAME.start(seats, Options())
    assert tuple(where(state, f"{seat}.1") for seat in range(seats)) == nests


@rule("RT-03")
def test_five_players_find_no_nest() -> None:
    refusal = GAME.why_not_start(5, Options())
    assert refusal is not None
    assert refusal.rule == "RT-03"


@rule("RT-05")
def test_three_rats_wait_in_each_nest_and_two_are_spare() -> None:
    state = GAME.start(3, Options())
    for seat, nest in enumerate(("a1", "o1", "o13")):
        squares = [where(state, f"{seat}.{rat}") for rat in range(1, 6)]
        assert squares == [nest] * 3 + ["spare"] * 2
    assert state.piper == state.cat == NOWHERE
    assert not any(state.load)


@rule("RT-05")
def test_everybody_sees_everything() -> None:
    state = GAME.start(2, Options())
    assert GAME.conceal(state, None).seen == GAME.conceal(state, 1).seen == state


@rule("RT-04")
def test_the_highest_throw_starts_and_play_goes_clockwise() -> None:
    state = GAME.start(3, Options())
    assert GAME.to_act(state) == CHANCE
    assert GAME.stream(state) == "setup"
    state = throw_for_start(state, 2, 5, 4)
    assert (state.phase, state.seat) == (THROW, 1)
    assert GAME.stream(state) == "dice:1"


@rule("RT-04")
def test_only_the_tied_throw_again() -> None:
    state = throw_for_start(GAME.start(3, Options()), 6, 1, 6)
    assert (state.phase, state.seat, state.throws) == (START, 0, (0, -1, 0))
    state = throw_for_start(state, 2)
    assert state.seat == 2
    assert throw_for_start(state, 3).seat == 2
    tie = list(GAME.steps(state, StartThrow(2)))[-1].event
    assert tie == StartTied((0, 2))


@rule("RT-04")
def test_after_twenty_tied_rounds_the_first_of_the_tied_starts() -> None:
    state = GAME.start(2, Options())
    for _ in range(TIED_ROUNDS):
        state = throw_for_start(state, 4, 4)
    assert state.phase == START
    state = throw_for_start(state, 4, 4)
    assert (state.phase, state.seat) == (THROW, 0)


def test_the_nests_are_outside_the_gates_in_the_corners() -> None:
    assert [name(gate) for gate in GAME.ground.town.gates] == ["b1", "n1", "n13", "b13"]
