"""Means with 95 % intervals.

The values are one a deal, never one a match: matches of a deal share their luck, so they are not
independent, and intervals over matches would be too narrow or too wide.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist, fmean, stdev
from typing import Final

from msgspec import Struct

_LEVEL: Final = 0.95
_BORROWED: Final = 4  # deals
_DIGITS: Final = 4


@cache
def quantile(level: float) -> float:
    """How many standard errors an interval reaches to either side that covers this share of all cases."""
    return NormalDist().inv_cdf((1 + level) / 2)


class Estimate(Struct, frozen=True):
    """A mean over so many deals, and the interval that covers the truth in 95 of 100 cases."""

    mean: float
    low: float
    high: float
    deals: int

    @property
    def margin(self) -> float:
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def share(values: Sequence[float], even: float = 0.5, level: float = _LEVEL) -> Estimate:
    """The mean of values between 0 and 1, such as points won; the interval covers the truth in this share
    of all cases.

    For the interval alone four deals are borrowed that went as `even` says, so that ten wins in
    ten deals do not claim certainty (Agresti and Coull 1998).
    """
    variance = padded_variance(values, even)
    return _padded_share(math.fsum(values), variance, len(values), even, level)


def share_of_wins(wins: int, deals: int, even: float) -> Estimate:
    """The same where every deal was won or lost, by their numbers alone."""
    variance = _padded_variance(wins, wins, deals, even)
    return _padded_share(wins, variance, deals, even, _LEVEL)


def _padded_share(total: float, variance: float, deals: int, even: float, level: float) -> Estimate:
    count = deals + _BORROWED
    middle = (total + _BORROWED * even) / count
    reach = quantile(level) * math.sqrt(variance / count)
    return _estimate(total / deals, max(0.0, middle - reach), min(1.0, middle + reach), deals)


def padded_variance(values: Sequence[float], even: float = 0.5) -> float:
    """The variance of values between 0 and 1 with four borrowed deals, won or lost: never 0."""
    squares = math.fsum(value * value for value in values)
    return _padded_variance(math.fsum(values), squares, len(values), even)


def _padded_variance(total: float, squares: float, deals: int, even: float) -> float:
    count = deals + _BORROWED
    middle = (total + _BORROWED * even) / count
    return (squares + _BORROWED * even - count * middle * middle) / (count - 1)


def mean(values: Sequence[float]) -> Estimate:
    """The mean of values without bounds, such as turns; one deal alone tells nothing of the spread."""
    count, middle = len(values), fmean(values)
    if count < 2:
        return _estimate(middle, -math.inf, math.inf, count)
    reach = _student(count - 1) * stdev(values) / math.sqrt(count)
    return _estimate(middle, middle - reach, middle + reach, count)


def _estimate(middle: float, low: float, high: float, deals: int) -> Estimate:
    return Estimate(round(middle, _DIGITS), round(low, _DIGITS), round(high, _DIGITS), deals)


def _student(freedom: int) -> float:
    """The quantile of Student's t, expanded around the normal one (Cornish and Fisher 1937).

    Exact to a hundredth from five degrees of freedom up; below, somewhat too small.
    """
    z = quantile(_LEVEL)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
