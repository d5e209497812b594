"""Intervals cover what they promise, and the sequential test errs as seldom as it says."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from ratskeller.arena.intervals import Estimate, mean, share
from ratskeller.arena.sequential import SHORT_BY, STRONGER, judge

pytestmark = pytest.mark.heavy


def deal_points(rng: random.Random, chance: float) -> float:
    """Two matches of one deal that hang together: half the deals belong to whom the luck favours."""
    if rng.random() < 0.5:
        return 0.5
    return ((rng.random() < chance) + (rng.random() < chance)) / 2


def coverage(estimate: Callable[[list[float]], Estimate], chance: float, deals: int) -> float:
    rng = random.Random(f"{chance}/{deals}")
    truth = 0.25 + chance / 2
    times = 1500
    covered = 0
    for _ in range(times):
        covered += estimate([deal_points(rng, chance) for _ in range(deals)]).holds(truth)
    return covered / times


@pytest.mark.parametrize("chance", [0.5, 0.7, 0.95])
@pytest.mark.parametrize("deals", [12, 60])
def test_a_share_is_covered_in_95_of_100_cases(chance: float, deals: int) -> None:
    assert coverage(share, chance, deals) >= 0.935


@pytest.mark.parametrize("deals", [12, 60])
def test_a_mean_is_covered_in_95_of_100_cases(deals: int) -> None:
    assert 0.93 <= coverage(mean, 0.6, deals) <= 0.975


def test_an_interval_shrinks_with_the_root_of_the_deals() -> None:
    few, many = share([0.0, 1.0] * 50), share([0.0, 1.0] * 200)
    assert few.margin / many.margin == pytest.approx(2, rel=0.05)
    assert few.mean == many.mean == 0.5
    assert few.margin == pytest.approx(0.098, abs=0.003)


def test_ten_wins_of_ten_are_not_certainty() -> None:
    won = share([1.0] * 10)
    assert won.mean == won.high == 1
    assert 0.6 < won.low < 0.8
    assert share([0.5] * 10).margin > 0.1
    assert share([0.0] * 10).low == 0


def test_borrowed_deals_lean_to_what_would_be_even() -> None:
    quarter = share([0.25] * 8, even=0.25)
    assert (quarter.low + quarter.high) / 2 == pytest.approx(0.25, abs=1e-4)


def test_a_mean_uses_students_quantile() -> None:
    """2.262 for nine degrees of freedom; the values 1 to 10 have a standard error of 0.9574."""
    found = mean([float(n) for n in range(1, 11)])
    assert found.margin == pytest.approx(2.262 * 0.9574, abs=0.01)


def test_one_deal_tells_nothing_of_the_spread() -> None:
    assert mean([3.0]).holds(1e9)


# --- the sequential test -----------------------------------------------------------------------


SERIES = 1000
ERRORS = 0.05 * SERIES


def series(truth: float, seed: int, deals: int = 400) -> Iterator[float]:
    """Two matches a deal that know nothing of each other: the hardest that a rotation leaves."""
    rng = random.Random(f"{truth}/{seed}")
    for _ in range(deals):
        yield ((rng.random() < truth) + (rng.random() < truth)) / 2


CLAIMS = [STRONGER, 0.7, 0.95]


@pytest.mark.parametrize("claim", CLAIMS)
def test_who_falls_short_of_a_claim_is_hardly_ever_believed(claim: float) -> None:
    verdicts = [judge(series(claim - SHORT_BY, seed), claim).verdict for seed in range(SERIES)]
    assert verdicts.count("reached") <= ERRORS
    assert verdicts.count("not reached") >= 0.9 * SERIES


@pytest.mark.parametrize("claim", CLAIMS)
def test_who_keeps_a_claim_is_hardly_ever_missed(claim: float) -> None:
    verdicts = [judge(series(claim, seed), claim).verdict for seed in range(SERIES)]
    assert verdicts.count("not reached") <= ERRORS
    assert verdicts.count("reached") >= 0.9 * SERIES


def test_a_much_stronger_player_is_known_soon_but_not_at_once() -> None:
    trial = judge([1.0] * 100)
    assert trial.verdict == "reached"
    assert 6 <= trial.deals <= 15
    assert judge([1.0] * 4).verdict == "undecided"


def test_the_verdict_stays_when_more_deals_follow() -> None:
    points = list(series(0.7, 1))
    trial = judge(points)
    assert judge(points[: trial.deals]) == trial
    assert judge(points[: trial.deals - 1]).verdict == "undecided"


def test_nothing_played_is_nothing_known() -> None:
    assert judge([]).verdict == "undecided"
