"""Is one player stronger than another? A test that stops as soon as it knows.

The sequential probability ratio test (Wald 1945) of two claims about the share of points won, such
as

    H0   at most 50 %
    H1   at least 60 %

After every deal the logarithm of how much likelier the points are under H1 than under H0 is
compared with two bounds. With the normal approximation for means (the form that chess engines are
tested with) it is

    n (s1 - s0) (2 mean - s0 - s1) / (2 variance)

where n counts deals and the variance is that of the points of a deal: duplicate deals make it
small, which is what they are for. As with the intervals four deals are borrowed for the variance, so
a series of wins cannot claim certainty at once. Both errors are held at 5 %: the bounds are those of
4 %, since the approximation is a little bold after few deals (`tests/arena/test_intervals.py`
simulates both errors).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import fmean
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from ratskeller.arena.intervals import padded_variance

STRONGER: Final = 0.6
SHORT_BY: Final = 0.1  # between a claim and its opposite
_ERROR: Final = 0.04  # of both kinds; see above
_BOUND: Final = math.log((1 - _ERROR) / _ERROR)

Verdict: TypeAlias = Literal["reached", "not reached", "undecided"]


class Trial(Struct, frozen=True):
    """What a sequential test says after so many deals."""

    verdict: Verdict
    deals: int
    likelihood: float  # log of the ratio, H1 to H0


def judge(points: Iterable[float], claim: float = STRONGER) -> Trial:
    """Go through the points of the deals in their order and stop where a bound is crossed.

    The claim is that at least this share is won.

    The order is that of the deals, so the verdict does not hang on which of them ended first.
    """
    seen: list[float] = []
    ratio = 0.0
    for value in points:
        seen.append(value)
        ratio = _ratio(seen, claim)
        if abs(ratio) >= _BOUND:
            verdict: Verdict = "reached" if ratio > 0 else "not reached"
            return Trial(verdict, len(seen), round(ratio, 3))
    return Trial("undecided", len(seen), round(ratio, 3))


def _ratio(points: list[float], claim: float) -> float:
    lean = 2 * (fmean(points) - claim) + SHORT_BY
    return len(points) * SHORT_BY * lean / (2 * padded_variance(points))
