"""A temperature: what looks a little worse is played often, what looks terrible hardly ever."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from bench.errors import errors
from ratskeller import games
from ratskeller.bots import Budget, UnknownBot, find_bot
from ratskeller.bots.greedy import GreedyBot
from ratskeller.bots.recipes import Recipe, RecipeBot, draw
from ratskeller.bots.worth import log_odds, squash
from tests.bots.test_levels import first_question

PIED_PIPER = games.find("pied_piper")
BEST, CLOSE, LOST = "best", "close", "lost"
DRAWS = 4000


class Certain:
    """Knows what three moves are worth."""

    def choose(self, _view: Any, legal: Any, _budget: Any, _rng: Any) -> Any:
        return legal[0]

    def judge(self, _view: Any, legal: Any, _budget: Any, _rng: Any) -> list[float]:
        return [{BEST: 0.6, CLOSE: 0.55, LOST: 0.0}[move] for move in legal]


class Silent:
    def choose(self, _view: Any, legal: Any, _budget: Any, _rng: Any) -> Any:
        return legal[0]


def drawn(**recipe: float) -> Counter[str]:
    """How often each move is played by a bot with such a recipe."""
    rng, moves = random.Random(1), [BEST, CLOSE, LOST]
    bot: Any = RecipeBot(msgspec.convert({"bot": "certain", **recipe}, Recipe), Certain())
    return Counter(bot.choose(None, moves, Budget(), rng) for _ in range(DRAWS))


def drawn_by(leanings: list[float], temperature: float) -> Counter[int]:
    """How often each of some moves is drawn, by its number."""
    rng, moves = random.Random(1), list[Any](range(len(leanings)))
    return Counter[Any](draw(moves, leanings, temperature, rng) for _ in range(DRAWS))


def test_at_hardly_any_temperature_the_best_is_played() -> None:
    assert drawn(temperature=0.0001) == {BEST: DRAWS}


def test_at_a_high_temperature_all_are_played_alike() -> None:
    found = drawn_by([0.0, 1.0, -3.0], temperature=99)
    assert all(abs(count - DRAWS / 3) < DRAWS / 30 for count in found.values())


def test_twice_the_odds_are_played_four_times_as_often_at_a_half() -> None:
    found = drawn_by([log_odds(2 / 3), log_odds(1 / 2)], temperature=0.5)
    assert found[0] / DRAWS == pytest.approx(4 / 5, abs=0.02)


def test_who_errs_as_often_by_temperature_as_by_noise_does_not_throw_the_match_away() -> None:
    warm, noisy = drawn(temperature=0.5), drawn(noise=0.6)
    assert warm[BEST] / DRAWS == pytest.approx(noisy[BEST] / DRAWS, abs=0.05)
    assert warm[LOST] == 0
    assert noisy[LOST] > DRAWS / 6


def test_worth_and_odds_go_to_and_fro_even_where_all_is_lost_or_won() -> None:
    for value in (-30.0, -2.5, 0.0, 2.5):
        assert log_odds(squash(value)) == pytest.approx(value)
    assert log_odds(0) == pytest.approx(-30)
    assert log_odds(1) == pytest.approx(30)


@pytest.mark.parametrize("bot", ["greedy@0.3", "search:60@0.3", "net@1", "guided:8@0.3"])
@pytest.mark.parametrize("game_id", games.shelf())
def test_every_bot_that_compares_moves_can_have_a_temperature(game_id: str, bot: str) -> None:
    game = games.find(game_id)
    view, legal = first_question(game)
    assert find_bot(bot, game).choose(view, legal, Budget(), random.Random(1)) in legal


@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("bot", ["greedy", "net"])
def test_a_cold_bot_plays_what_it_would_play_without_a_temperature(game_id: str, bot: str) -> None:
    game = games.find(game_id)
    view, legal = first_question(game)
    plain, cold = (find_bot(one, game) for one in (f"{bot}:50", f"{bot}:50@0.0001"))
    usual, drawn = (one.choose(view, legal, Budget(), random.Random(3)) for one in (plain, cold))
    if bot == "greedy":  # of moves that look the same either may come
        looks = GreedyBot(game).leanings(view, legal, Budget(50), random.Random(3))
        assert looks[legal.index(drawn)] == looks[legal.index(usual)] == max(looks)
    else:
        assert drawn == usual


@pytest.mark.parametrize("bot", ["random@0.3", "look@0.3"])
def test_a_bot_that_only_chooses_is_refused_in_one_sentence(bot: str) -> None:
    with pytest.raises(UnknownBot, match="does not say what each move is worth") as refused:
        find_bot(bot, PIED_PIPER)
    assert bot in str(refused.value)
    with pytest.raises(UnknownBot, match="so it cannot have a temperature"):
        RecipeBot(Recipe("silent", temperature=0.1), Silent())


def test_the_worst_errors_of_a_warm_bot_are_smaller_than_those_of_a_noisy_one() -> None:
    """Of two that lose about the same a decision, as greedy judges it."""
    warm, noisy = (errors("pied_piper", bot, 20, 0) for bot in ("greedy@0.7", "greedy~0.6"))
    assert warm.at(0.99) < noisy.at(0.99)
    assert warm.blunders > 0
