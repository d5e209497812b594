"""The batch engine of First Rat plays what the product plays: from the set-up, and from where much can happen."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from ratskeller import games
from ratskeller.core.game import option_sets
from ratskeller.games.first_rat.batch.engine import FirstRatBatch
from ratskeller.games.first_rat.rules.state import Options
from tests.batch.replays import Runner, backward, forward, whole
from tests.batch.yards import strewn
from tests.lengths import often

GAME: Any = games.find("first_rat")
SEATS = GAME.meta.seats
EACH = often(1, 50)  # matches a setting and direction, once from the set-up and once strewn


@cache
def runner_of(seats: int) -> Runner:
    return Runner(FirstRatBatch(GAME, seats))


def all_options(seats: int) -> list[Options]:
    return list(option_sets(GAME, seats)) * EACH


@pytest.mark.parametrize("seats", SEATS)
def test_the_engine_follows_matches_of_the_product(seats: int) -> None:
    runner, options = runner_of(seats), all_options(seats)
    decisions, matches = whole(forward(runner, options, seed=seats))
    assert decisions > 50 * seats * len(options)
    strewed, others = whole(forward(runner, options, seats, strewn(GAME, seats)))
    assert strewed > 10 * seats * len(options)
    assert all(GAME.outcome(match.state) for match in (*matches, *others))


@pytest.mark.parametrize("seats", SEATS)
def test_the_product_follows_matches_of_the_engine(seats: int) -> None:
    runner, options = runner_of(seats), all_options(seats)
    decisions, _ = whole(backward(runner, options, seed=seats))
    assert decisions > 50 * seats * len(options)
    decisions, _ = whole(backward(runner, options, seats, strewn(GAME, seats + 4)))
    assert decisions > 10 * seats * len(options)
