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


def test_who_wins_is_counted_by_nest_and_by_turns_after_the_starter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nest 2 wins three matches that 0, 1 and 2 have started; the fourth is a draw."""
    results = [
        fairness.Result(starter=number, winners=(2,) if number < 3 else (0, 1), turns=10 + number)
        for number in range(4)
    ]
    monkeypatch.setattr(fairness, "play", lambda task: results[task.number])
    found = fairness.measure(4, 4, "greedy", 1, ThisProcess())
    assert [nest.wins for nest in found.nests] == [0, 0, 3, 0]
    assert [place.wins for place in found.order] == [1, 1, 1, 0]
    assert (found.draws, found.turns_mean) == (1, 11.5)
    assert found.fair == (found.probability > fairness.LEAST)
    assert "chi-square" in fairness.verdict(found)


def test_a_match_between_four_is_played_to_its_end() -> None:
    result = fairness.play(fairness.Task(4, "random", 1, 0))
    assert result.turns > 0
    assert fairness.fit([0, 0, 0, 0]) == (0, 1)


@pytest.mark.heavy
def test_lengths_are_told_as_multiples_of_the_strongest() -> None:
    weak, strong = lengths.rows("first_rat", ["random", "greedy:50"], 2, 1, ThisProcess())
    assert (weak.bot, strong.bot) == ("random", "greedy:50")
    assert strong.ratio == 1
    assert weak.ratio == pytest.approx(weak.turns.mean / strong.turns.mean)
    assert weak.fits == (weak.ratio <= lengths.AT_MOST)
    assert lengths.table([weak, strong]).row_count == 2
