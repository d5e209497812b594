"""Figures as a language writes them."""

from __future__ import annotations

import math
from typing import Final

from babel.numbers import format_decimal, format_percent

from ratskeller.arena.intervals import Estimate
from ratskeller.words.languages import BY_CODE

_BARE: Final = "–"


def decimal(value: float, language: str, digits: int = 1) -> str:
    if math.isinf(value):
        return "∞"
    return format_decimal(value, f"#,##0.{'0' * digits}", BY_CODE[language].locale)


def percent(value: float, language: str) -> str:
    return format_percent(value, BY_CODE[language].percent, BY_CODE[language].locale)


def share_text(estimate: Estimate, language: str) -> str:
    """`61.5% (55.9%–66.6%)`: the mean and its interval."""
    mean, low, high = (percent(v, language) for v in (estimate.mean, estimate.low, estimate.high))
    return f"{mean} ({low}{_BARE}{high})"


def mean_text(estimate: Estimate, language: str) -> str:
    """`11.6 ± 1.7`."""
    return f"{decimal(estimate.mean, language)} ± {decimal(estimate.margin, language)}"
