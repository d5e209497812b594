"""The trainer makes weights for every game that has an engine of its own kind; The Pied Piper's learn more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.bots.weights import check_card, read_weights
from ratskeller.learn.recipe import recipe_of
from ratskeller.learn.trainer import Trainer
from tests.batch.replays import compiled
from tests.lengths import NIGHTLY

TRAINED = {"ratzentanz": {"turn_cap": 240}, "first_rat": {}}
"""The options that a recipe trains with. By day the quicker one: what differs is compiled for half a minute."""


@pytest.mark.parametrize("game_id", list(TRAINED) if NIGHTLY else ["ratzentanz"])
def test_some_iterations_leave_weights_that_belong_to_the_game(
    tmp_path: Path, game_id: str
) -> None:
    game = games.find(game_id)
    small = msgspec.structs.replace(
        recipe_of(game, 2),
        matches=16,
        steps=8,
        minibatches=2,
        epochs=1,
        width=16,
        depth=2,
        half=False,
    )
    trainer: Any = Trainer(game, 2, small, tmp_path)
    trainer._iterate = compiled(trainer._iteration)
    standing = trainer.train(iterations=3)
    lines = (tmp_path / "curve.csv").read_text().splitlines()[1:]
    assert [line.split(",")[2] for line in lines] == ["128", "256", "384"]
    assert all(np.isfinite(leaf).all() for leaf in jax.tree.leaves(standing.learner))
    card, network = read_weights(tmp_path / "weights.npz")
    check_card(card, game, 2)
    assert network.policy.bias.size == game.index_size
    assert card.recipe["options"] == TRAINED[game_id]
