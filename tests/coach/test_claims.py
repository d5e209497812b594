"""The figures of the coach: those of `coach.toml` are the ones that were measured, and sums over samples say what
they should of samples whose truth is known.
"""

from __future__ import annotations

import math
import random
from pathlib import Path
from statistics import fmean

import pytest

from bench import coach, samples
from bench.chances import BINS, bins_of
from bench.coach import added_up, doubt_of, known, read_ladder, read_sums, studies
from bench.samples import Effort, Sample, Study, gather, kept
from ratskeller import games
from ratskeller.bots.levels import level_ids
from ratskeller.coach.evaluators import measured

every_game = pytest.mark.parametrize("game_id", games.shelf())


@every_game
def test_the_house_players_lose_what_was_measured(game_id: str) -> None:
    (study,) = studies("ladder", [game_id])
    means = [round(fmean(column), 4) for column in zip(*known(study), strict=True)]
    ladder = measured(games.find(game_id)).ladder
    assert list(ladder) == list(level_ids(games.find(game_id)))
    assert list(ladder.values()) == means


@every_game
def test_a_doubt_that_is_written_down_is_none_that_was_ruled_out(game_id: str) -> None:
    samples = {study.evaluator: known(study) for study in studies("doubt", [game_id])}
    for evaluator, doubt in measured(games.find(game_id)).doubt.items():
        found = doubt_of(samples[evaluator]).square
        assert found.low <= doubt**2 <= found.high


def test_doubt_is_what_sampling_does_not_explain() -> None:
    luck = random.Random(1)
    for truth in (0.0, 0.1):
        found: list[Sample] = []
        for _ in range(4000):
            right, errors = luck.uniform(0, 0.3), (luck.uniform(0, 0.05), luck.uniform(0.02, 0.08))
            said = luck.gauss(right + luck.gauss(0, truth), errors[0])
            found.append([said, errors[0], luck.gauss(right, errors[1]), errors[1]])
        assert doubt_of(found).amount == pytest.approx(truth, abs=0.02)


def test_levels_are_compared_decision_by_decision() -> None:
    """What all lose alike is no difference, however far it spreads."""
    luck = random.Random(2)
    levels = level_ids(games.find("ratzentanz"))
    found = []
    for _ in range(50):
        hard = luck.random()
        found.append([hard + 0.01 * place + luck.gauss(0, 0.005) for place in range(len(levels))])
    study = Study("ladder", "ratzentanz", 2, (), "")
    rows = list(read_ladder(study, [one[::-1] for one in found]))
    assert [row["told apart"] for row in rows] == ["", "yes", "yes", "yes", "yes"]
    assert [row["told apart"] for row in read_ladder(study, found)][1:] == ["no"] * 4


def test_seats_of_one_match_are_one_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one of two wins the other loses: no number of matches makes that sure luck."""
    monkeypatch.setattr(coach, "_SUMMED", 40)
    luck = random.Random(4)
    first = [[0.5, 0.0, 0.0, 0.0, won - 0.5, won] for won in luck.choices([0.0, 1.0], k=40)]
    second = [[0.5, 0.0, 0.0, 0.0, -one[4], 1 - one[5]] for one in first]
    study = Study("sums", "first_rat", 2, ("net", "net"), "network")
    (half,), (whole,) = (list(read_sums(study, found)) for found in (first, first + second))
    assert (half["matches"], half["seats"], whole["matches"], whole["seats"]) == (40, 40, 40, 80)
    assert whole["residual"] == "+0.0000 ± 0.0000" != half["residual"]


def test_more_samples_look_at_the_same_match_from_the_next_seat() -> None:
    (study,) = studies("sums", ["pied_piper"])
    one, other = (added_up(study, number) for number in (3, 10_003))
    assert one[-1] + other[-1] == 1
    assert one != other


def test_chances_that_come_true_lie_within_their_intervals() -> None:
    luck = random.Random(3)
    found: list[Sample] = []
    for _ in range(600):
        chance = luck.random()
        share = float(luck.random() < chance)
        bins = [[0.0] * 3 for _ in range(BINS)]
        bins[int(BINS * chance)] = [4.0, 4 * chance, 4 * share]  # four positions that hang together
        found.append([figure for one in bins for figure in one])
    bins_found = list(bins_of(found))
    assert len(bins_found) == BINS
    assert sum(one.came.low <= one.said <= one.came.high for one in bins_found) >= BINS - 2
    middle = bins_found[BINS // 2]
    assert middle.came.margin == pytest.approx(1.96 * 0.5 / math.sqrt(middle.matches), rel=0.1)


def test_a_measurement_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "FOLDER", tmp_path)
    asked: list[int] = []

    def measure(_: Study, number: int) -> Sample:
        asked.append(number)
        return [number / 3, 1.0]

    study = Study("sums", "g", 2, ("a", "b"), "judgement 1.0")
    assert gather(study, measure, Effort(3, 1)) == [[0.0, 1.0], [0.33333, 1.0], [0.66667, 1.0]]
    with study.path.open("ab") as file:
        file.write(b"[3,[0.4")  # somebody pulled the plug
    assert len(kept(study)) == 3
    other = Study("sums", "g", 2, ("a", "b"), "judgement 2.0")
    assert kept(other) == {}
    assert gather(study, measure, Effort(5, 0)) == [[0.0, 1.0], [0.33333, 1.0], [0.66667, 1.0]]
    assert asked == [0, 1, 2]
    assert len(gather(study, measure, Effort(5, 1))) == 5
    assert asked == [0, 1, 2, 3, 4]
    assert len(kept(study)) == 5
    assert len(gather(other, measure, Effort(2, 1))) == 2
    assert kept(study) == {}
