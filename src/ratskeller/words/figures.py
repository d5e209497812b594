"""Figures as a language writes them."""

from __future__ import annotations

import math

from babel.numbers import format_decimal, format_percent

from ratskeller.words.languages import BY_CODE


def decimal(value: float, language: str, digits: int = 1) -> str:
    if math.isinf(value):
        return "∞"
    return format_decimal(value, f"#,##0.{'0' * digits}", BY_CODE[language].locale)


def percent(value: float, language: str) -> str:
    return format_percent(value, BY_CODE[language].percent, BY_CODE[language].locale)
