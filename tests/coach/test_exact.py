"""The coach against what can be counted out: last turns, and players of whom it is known who is better."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from ratskeller import games
from ratskeller.bots.turns import Actions, Scope, best_turns
from ratskeller.coach.analysis import _Coach, _Stretch, _stretches, analyse
from ratskeller.coach.evaluators import evaluator_of, measured, won
from ratskeller.coach.findings import SURE, OwnChoice
from ratskeller.coach.judging import SeatJudge
from ratskeller.core.game import AnyGame
from tests.coach.matches import finished

pytestmark = pytest.mark.heavy
EVERYTHING = Scope(beam=100_000, turns=100_000)
BOTS = {"pied_piper": "net", "first_rat": "greedy", "ratzentanz": "greedy"}


def last_turn(game_id: str, seed: int) -> tuple[_Stretch, _Coach]:
    """The turn that ended a match, and a coach of who played it."""
    match = finished(game_id, 2, seed, BOTS[game_id])
    game = match.game
    evaluator = evaluator_of(game, 2, game.meta.options())
    *_, last = (
        one for one in _stretches(match, whole_turns=evaluator.whole_turns) if one.mover >= 0
    )
    return last, _Coach(game, SeatJudge(game, evaluator, last.mover), 0)


def counted_out(game: AnyGame, stretch: _Stretch) -> dict[Actions, float]:
    """Every way to play the turn that ends the match, with the share of the win that it brings."""
    turns, _ = best_turns(game, lambda *_: 0.0, stretch.before, stretch.mover, EVERYTHING)
    ends = {turn: won(game, end) for turn, end in turns.items()}
    return {turn: shares[stretch.mover] for turn, shares in ends.items() if shares is not None}


@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_last_turns_are_judged_as_they_can_be_counted_out(game_id: str, seed: int) -> None:
    stretch, coach = last_turn(game_id, seed)
    exact = counted_out(coach.game, stretch)
    found = coach.find(stretch, 0.5)
    assert isinstance(found, OwnChoice)
    shares = won(coach.game, stretch.after)
    assert shares is not None
    assert found.after == pytest.approx(shares[stretch.mover])
    best = max(exact.values())
    assert found.after + found.loss >= best - SURE * found.error - 1e-9
    view = coach.game.conceal(stretch.before, stretch.mover)
    for share in (0.0, 1.0):
        turn = next((turn for turn, one in exact.items() if one == share), None)
        if turn is not None and best == 1:
            judged = coach.judge.judge(view, turn, random.Random(1))
            assert judged.worth == share
            assert judged.loss.mean == pytest.approx(best - share)
            assert judged.loss.error == pytest.approx(0)  # both are ends: nothing is left to doubt


def test_the_better_player_loses_less_by_a_decision() -> None:
    losses = [
        fmean(analyse(finished("pied_piper", 2, seed, bot), seed % 2).loss for seed in (1, 2))
        for bot in ("random", "greedy", "net")
    ]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 3 * losses[-1]


@pytest.mark.parametrize("game_id", games.shelf())
def test_every_game_has_had_its_chances_measured(game_id: str) -> None:
    found = measured(games.find(game_id))
    assert found.sharpness != 1
    assert set(found.tempo) <= {str(seats) for seats in games.find(game_id).meta.seats}
    assert all(tempo > 0 for tempo in found.tempo.values())
