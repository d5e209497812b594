"""First Rat, the end: FR-80, FR-83, FR-85, and the markers of FR-51."""

from __future__ import annotations

from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import (
    MOVE,
    OVER,
    SCORE,
    ExtraRoundBegan,
    GameOver,
    LastRoundSet,
    RatMoved,
    State,
)
from tests.rules import rule
from tests.rules.first_rat.positions import (
    HOME,
    N,
    R,
    do,
    events,
    options,
    position,
    refusal,
)


def play_turn(state: State, move: str) -> State:
    """One rat moves, collects and stops; nothing else."""
    state = do(state, move, "take")
    while state.phase != SCORE:
        state = do(state, options(state)[-1])
    return do(state, "end")


@rule("FR-80")
def test_the_fourth_rat_ends_the_game_with_its_round() -> None:
    state = do(position((25, R, R, R), round=9), "a>27")
    assert LastRoundSet(0, "rocket", 9) in events(state, "end")
    state = do(state, "end")
    assert state.phase == MOVE  # the round is finished first
    state = play_turn(state, "a>1")
    assert state.phase == OVER
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.reason == "rocket"


@rule("FR-80")
def test_the_fourth_rat_of_the_last_seat_ends_the_game_at_once() -> None:
    state = do(position(HOME, (25, R, R, R), mover=1, round=9), "a>27")
    told = events(state, "end")
    assert isinstance(told[-1], GameOver)


@rule("FR-80", "FR-51")
def test_the_eighth_marker_brings_one_more_round() -> None:
    state = position((3, N, N, N), phase=SCORE, goods="10 cheese", markers=1, round=5)
    assert events(state, "donate")[-1] == LastRoundSet(0, "markers", 6)
    state = do(state, "donate", "end")
    assert state.markers == (0, 8)
    state = do(state, "a>1", "take")
    assert ExtraRoundBegan(6, 2) in events(state, "end")
    state = do(state, "end")
    assert state.round == 6
    assert state.markers == (2, 10)
    state = play_turn(play_turn(state, "a>4"), "a>2")
    assert state.phase == OVER
    assert state.ending == "markers"


@rule("FR-80")
def test_an_eighth_marker_in_the_extra_round_starts_nothing_new() -> None:
    state = position(
        HOME, (3, N, N, N), phase=SCORE, mover=1, round=6, last_round=6, ending="markers"
    )
    state = GAME.play(state, GAME.parse("end"))
    assert state.phase == OVER
    state = position(
        (3, N, N, N), phase=SCORE, goods="10 cheese", markers=1, round=6, last_round=6,
        ending="markers",
    )  # fmt: skip
    assert do(state, "donate").last_round == 6


@rule("FR-80")
def test_a_fourth_rat_before_the_extra_round_cancels_it() -> None:
    state = position((3, N, N, N), (25, R, R, R), mover=1, round=5, last_round=6, ending="markers")
    state = do(state, "a>27", "end")
    assert state.phase == OVER
    assert state.ending == "rocket"
    assert state.markers == (8, 8)


@rule("FR-80")
def test_fourth_rat_and_eighth_marker_in_one_turn_end_with_the_round() -> None:
    state = position((25, R, R, R), goods="10 cheese", markers=1, round=5)
    state = do(state, "a>27", "donate", "end")
    assert (state.last_round, state.ending) == (5, "rocket")


@rule("FR-80")
def test_an_eighth_marker_after_the_fourth_rat_changes_nothing() -> None:
    state = position(
        (3, N, N, N), phase=SCORE, goods="10 cheese", markers=1, round=5, last_round=5,
        ending="rocket",
    )  # fmt: skip
    assert do(state, "donate").last_round == 5


@rule("FR-80")
def test_nothing_can_be_done_after_the_end() -> None:
    state = position(HOME, phase=OVER, ending="rocket")
    assert GAME.to_act(state) is None
    assert refusal(state, "rat:0") == ("FR-80", "over")


@rule("FR-06")
def test_nobody_acts_out_of_turn() -> None:
    state = position(HOME)
    found = GAME.why_not(GAME.conceal(state, 1), ("rat:4",))
    assert found is not None
    assert (found.rule, found.reason) == ("FR-06", "not_your_turn")


@rule("FR-83")
def test_a_round_in_which_nobody_can_move_is_the_last() -> None:
    asleep = (R, R, N, N)
    state = position((25, R, N, N), asleep)
    state = do(state, "a>27", "award", "end", "end")
    assert state.phase == SCORE  # seat 1 stood still, but seat 0 had moved
    state = do(state, "end")
    assert state.phase == SCORE
    state = do(state, "end")
    assert state.phase == OVER
    assert state.ending == "stuck"


@rule("FR-83")
def test_an_extra_round_that_is_due_is_played_even_if_nobody_can_move() -> None:
    asleep = (R, R, N, N)
    state = position(asleep, asleep, phase=SCORE, goods="10 cheese", markers=1, still=1)
    state = do(state, "donate", "end", "end")
    assert state.phase == SCORE
    assert state.round == 2
    assert do(state, "end", "end").ending == "markers"


@rule("FR-85")
def test_the_first_move_is_asked_even_if_there_is_only_one() -> None:
    state = position((26, R, R, R))
    assert options(state) == ["a>27"]


@rule("FR-85")
def test_a_further_move_that_must_be_made_is_made() -> None:
    told = events(position((22, 24, N, N)), "a>24")
    assert [event.rat for event in told if isinstance(event, RatMoved)] == [0, 1]


@rule("FR-85")
def test_the_end_of_a_turn_is_always_asked() -> None:
    state = do(position((6, N, N, N)), "a>8", "take")
    assert options(state) == ["end"]
