"""Figures as a language writes them."""

from __future__ import annotations

import math

from babel.numbers import format_decimal, format_percent

from ratskeller.words.languages import BY_CODE

_HYPHEN, _MINUS = "-−"  # the tables of languages have the one, and print has the other


def decimal(value: float, language: str, digits: int = 1) -> str:
    if math.isinf(value):
        return "∞"
    found: str = format_decimal(value, f"#,##{_pattern(digits)}", BY_CODE[language].locale)
    return found.replace(_HYPHEN, _MINUS)


def percent(value: float, language: str, digits: int = 1) -> str:
    known = BY_CODE[language]
    found: str = format_percent(value, _pattern(digits) + known.percent, known.locale)
    return found.replace(_HYPHEN, _MINUS)


def _pattern(digits: int) -> str:
    return f"0.{'0' * digits}" if digits else "0"
