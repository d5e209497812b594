"""Figures as each language of the house writes them."""

from __future__ import annotations

import math

import pytest

from ratskeller.words.figures import decimal, percent


@pytest.mark.parametrize(
    ("language", "half", "less", "many"),
    [
        ("en", "50%", "−12.3%", "1,234.5"),
        ("fr", "50\u202f%", "−12,3\u202f%", "1\u202f234,5"),
        ("zh-Hant", "50%", "−12.3%", "1,234.5"),
        ("de", "50\u00a0%", "−12,3\u00a0%", "1.234,5"),
    ],
)
def test_figures_have_the_marks_of_the_language(
    language: str, half: str, less: str, many: str
) -> None:
    assert percent(0.5, language, 0) == half
    assert percent(-0.123, language) == less
    assert decimal(1234.5, language) == many


def test_what_has_no_end_has_its_own_sign() -> None:
    assert decimal(math.inf, "en") == "∞"
