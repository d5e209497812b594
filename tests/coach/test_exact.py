"""The coach against what can be counted out: last turns, and players of whom it is known who is better."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from ratskeller import games
from ratskeller.bots.turns import Actions, Scope, best_turns
from ratskeller.coach.analysis import Stretch, _Coach, analyse, stretches
from ratskeller.coach.evaluators import evaluator_of, measured
from ratskeller.coach.findings import SURE, OwnChoice
from ratskeller.coach.judging import Depth, SeatJudge
from ratskeller.core.game import AnyGame, GameState
from tests.coach.matches import finished

pytestmark = pytest.mark.heavy
EVERYTHING = Scope(beam=100_000, turns=100_000)
BOTS = {"pied_piper": "net", "first_rat": "greedy", "ratzentanz": "greedy"}


def coach_of(game: AnyGame, seat: int) -> _Coach:
    return _Coach(game, SeatJudge(game, evaluator_of(game, 2, game.meta.options()), seat), 0)


def share_of(game: AnyGame, state: GameState, seat: int) -> float | None:
    """What a seat has won, straight from the rules; None while the match goes on."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    return (outcome.ranks[seat] == 1) / outcome.ranks.count(1)


def counted_out(game: AnyGame, stretch: Stretch) -> dict[Actions, float]:
    """Every way to play a turn that ends the match, with the share of the win that it brings."""
    turns, _ = best_turns(game, lambda *_: 0.0, stretch.before, stretch.mover, EVERYTHING)
    ends = {turn: share_of(game, end, stretch.mover) for turn, end in turns.items()}
    return {turn: share for turn, share in ends.items() if share is not None}


@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("seed", [1, 2])
def test_last_turns_are_judged_as_they_can_be_counted_out(game_id: str, seed: int) -> None:
    match = finished(game_id, 2, seed, BOTS[game_id])
    whole_turns = evaluator_of(match.game, 2, match.game.meta.options()).whole_turns
    *_, last = (one for one in stretches(match, whole_turns=whole_turns) if one.mover >= 0)
    coach = coach_of(match.game, last.mover)
    found = coach.find(last, 0.5)
    assert isinstance(found, OwnChoice)
    share = share_of(match.game, last.after, last.mover)
    assert found.after == share
    best = max(counted_out(match.game, last).values())
    assert found.after + found.loss >= best - SURE * found.error
    assert found.loss <= SURE * found.error or share != best


@pytest.mark.parametrize(("seed", "entry"), [(53, 124), (95, 100)])
def test_an_ending_with_a_win_and_a_loss_in_hand_is_judged_exactly(seed: int, entry: int) -> None:
    """Two seats of The Pied Piper, and some cards end the match: what they cost can be counted out."""
    match = finished("pied_piper", 2, seed)
    game = match.game
    (stretch,) = (one for one in stretches(match, whole_turns=False) if one.entry == entry)
    after = {action: game.play(stretch.before, action) for action in game.legal(stretch.before)}
    exact = {a: share_of(game, end, stretch.mover) for a, end in after.items()}
    assert {0.0, 1.0} <= set(exact.values())
    judge = coach_of(game, stretch.mover).judge
    view = game.conceal(stretch.before, stretch.mover)
    for action, share in exact.items():
        if share is not None:
            judged = judge.judge(view, (action,), random.Random(1))
            assert judged.worth == share
            assert judged.loss.mean == pytest.approx(1 - share)
            assert judged.loss.error == 0  # both are ends: nothing is left to doubt
            assert exact[judged.best[0]] == 1


def test_the_better_player_loses_less_by_a_decision() -> None:
    glance = Depth(first=2, closer=12, outlook=2, deals=2)
    losses = [
        fmean(
            analyse(finished("pied_piper", 2, seed, bot), seed % 2, depth=glance).loss
            for seed in (1, 2)
        )
        for bot in ("random", "greedy", "net")
    ]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 3 * losses[-1]


@pytest.mark.parametrize("game_id", games.shelf())
def test_every_game_has_had_its_chances_measured(game_id: str) -> None:
    found = measured(games.find(game_id))
    seats = {str(seats) for seats in games.find(game_id).meta.seats}
    assert set(found.tempo) == set(found.sharpness) == seats
    assert all(one > 0 for one in (*found.tempo.values(), *found.sharpness.values()))
