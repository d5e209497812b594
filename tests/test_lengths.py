"""What is thinned by day leaves no value out, and nothing at all by night."""

from __future__ import annotations

from tests.lengths import thinned

GAMES, WAYS, THEMES = "abc", range(7), ("light", "dark")


def test_by_day_every_value_occurs_in_as_few_cases_as_possible() -> None:
    rows = thinned(GAMES, WAYS, THEMES, whole=False)
    assert len(rows) == len(WAYS)
    assert [set(column) for column in zip(*rows, strict=True)] == [
        set(GAMES),
        set(WAYS),
        set(THEMES),
    ]


def test_by_day_the_cases_are_the_same_every_time() -> None:
    assert thinned(GAMES, THEMES, whole=False) == [("a", "light"), ("b", "dark"), ("c", "light")]


def test_by_night_every_value_meets_every_other() -> None:
    rows = thinned(GAMES, WAYS, THEMES, whole=True)
    assert len(rows) == len(set(rows)) == 3 * 7 * 2
