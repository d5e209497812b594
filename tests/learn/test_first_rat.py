"""What the trainer makes of First Rat: small weights, and points promise a win."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import jax
import msgspec
import numpy as np

from ratskeller import games
from ratskeller.core.chance import past_chance
from ratskeller.games.first_rat.rules.state import Options
from ratskeller.games.parts import game_batch, game_planes
from ratskeller.learn.recipe import recipe_of
from tests.batch.replays import compiled

GAME: Any = games.find("first_rat")
MOST_BYTES = 2_000_000


def test_the_weights_of_the_recipe_stay_below_two_megabytes() -> None:
    recipe = recipe_of(GAME, 2)
    for seats in GAME.meta.seats:
        state = past_chance(GAME, GAME.start(seats, Options()), random.Random(1))
        width = game_planes(GAME)(np, GAME.conceal(state, 0)).size
        sizes = [width, *[recipe.width] * recipe.depth, GAME.index_size + seats]
        weights = sum((a + 1) * b for a, b in pairwise(sizes))
        assert 2 * weights < MOST_BYTES, seats


def test_points_promise_a_win_and_all_promises_add_up_to_nothing() -> None:
    engine = game_batch(GAME, 3)
    start = past_chance(GAME, GAME.start(3, Options()), random.Random(1))
    ahead = msgspec.structs.replace(start, awards=(0, 2, 0))
    tables = jax.tree.map(lambda *each: np.stack(each), engine.pack(start), engine.pack(ahead))
    promise = np.asarray(compiled(engine.promise)(tables))
    assert np.allclose(promise.sum(-1), 0)
    assert promise[1, 1] > promise[0, 1] + 0.05
    assert promise[1, 0] < promise[0, 0]
