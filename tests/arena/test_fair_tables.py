"""The measures of fair seats and of short matches, where the answer is known."""

from __future__ import annotations

import pytest

from bench import fairness, lengths
from ratskeller.arena.pools import ThisProcess


@pytest.mark.parametrize(
    ("wins", "fair"),
    [
        ([105, 98, 100, 97], True),
        ([100, 100, 100, 100], True),
        ([45, 28, 51, 66], False),
        ([130, 90, 90, 90], False),
    ],
)
def test_wins_fit_their_share_or_they_do_not(wins: list[int], fair: bool) -> None:
    _, probability = fairness.fit(wins)
    assert (probability > fairness.LEAST) == fair


def test_the_probability_is_that_of_the_printed_tables() -> None:
    """7.815 is passed by five of a hundred, 11.345 by one: any table of chi-square says so."""
    for value, expected in ((7.815, 0.05), (11.345, 0.01)):
        # four counts around 100 with this chi-square
        away = (value * 100 / 2) ** 0.5
        found, probability = fairness.fit([100 + away, 100 - away, 100, 100])
        assert found == pytest.approx(value)
        assert probability == pytest.approx(expected, abs=1e-4)


def test_the_seats_of_random_thieves_are_counted_once_each() -> None:
    found = fairness.measure(4, 3, "random", 1, ThisProcess())
    assert sum(nest.wins for nest in found.nests) + found.draws == 3
    assert sum(place.wins for place in found.order) + found.draws == 3
    assert "chi-square" in fairness.verdict(found)


def test_lengths_are_told_as_multiples_of_the_strongest() -> None:
    weak, strong = lengths.rows("first_rat", ["random", "greedy:50"], 2, 1, ThisProcess())
    assert (weak.bot, strong.bot) == ("random", "greedy:50")
    assert strong.ratio == 1
    assert weak.ratio == pytest.approx(weak.turns.mean / strong.turns.mean)
    assert weak.fits == (weak.ratio <= lengths.AT_MOST)
    assert lengths.table([weak, strong]).row_count == 2
