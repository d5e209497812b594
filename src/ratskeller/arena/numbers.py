"""Estimates as a language writes them."""

from __future__ import annotations

from typing import Final

from ratskeller.arena.intervals import Estimate
from ratskeller.words.figures import decimal, percent

_BARE: Final = "–"


def share_text(estimate: Estimate, language: str) -> str:
    """`61.5% (55.9%–66.6%)`: the mean and its interval."""
    mean, low, high = (percent(v, language) for v in (estimate.mean, estimate.low, estimate.high))
    return f"{mean} ({low}{_BARE}{high})"


def mean_text(estimate: Estimate, language: str) -> str:
    """`11.6 ± 1.7`."""
    return f"{decimal(estimate.mean, language)} ± {decimal(estimate.margin, language)}"
