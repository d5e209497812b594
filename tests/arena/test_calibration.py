"""Does a judgement know who will win? The measure of that, where the answer is known."""

from __future__ import annotations

import math
import random

import pytest

from bench.calibration import Judged, loss, measure, slope
from ratskeller.bots.worth import squash


def outcomes(sureness: float) -> list[Judged]:
    """Values that are so many times as sure as they should be."""
    rng = random.Random(6)
    values = [rng.gauss(0, 2) for _ in range(20_000)]
    return [(value, float(rng.random() < squash(value / sureness))) for value in values]


@pytest.mark.heavy
@pytest.mark.parametrize("sureness", [0.5, 1.0, 4.0])
def test_the_slope_undoes_what_a_judgement_is_too_sure_of(sureness: float) -> None:
    judged = outcomes(sureness)
    assert slope(judged) == pytest.approx(1 / sureness, rel=0.1)
    assert loss(judged, slope(judged)) <= min(loss(judged, 1.0), loss(judged, 0.0))


def test_who_knows_nothing_is_surprised_by_the_logarithm_of_two() -> None:
    assert loss(outcomes(1.0), 0.0) == pytest.approx(math.log(2))


@pytest.mark.heavy
def test_greedys_judgement_of_ratzentanz_knows_more_than_nothing() -> None:
    row = measure("ratzentanz", matches=6, seed=0)
    assert row.positions > 6 * 20
    assert row.best_loss < math.log(2)
