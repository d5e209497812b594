"""A training begins with a network that exists, and says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.bots.net import weights_of
from ratskeller.bots.network import Network, think
from ratskeller.bots.weights import ForeignWeights, WeightsCard, read_weights
from ratskeller.learn.recipe import TrainingRecipe, going_on, recipe_of, trainings
from ratskeller.learn.trainer import RunMismatch, Trainer
from tests.batch.replays import compiled

pytestmark = pytest.mark.heavy

GAME: Any = games.find("pied_piper")
SHIPPED = weights_of(GAME) / "2.npz"
STILL = TrainingRecipe(
    matches=64, steps=1, minibatches=2, epochs=1, half=False, rate=0.0, past_share=0.0, promised=1.0
)
"""One decision of each match, all by the newest network, from which nothing is learned."""


def test_the_first_policy_is_that_of_the_weights_and_the_run_goes_on_from_there(
    tmp_path: Path,
) -> None:
    trainer: Any = Trainer(GAME, 2, STILL, tmp_path, begin=SHIPPED)
    trainer._iterate = compiled(trainer._iteration)
    expected = entropy_at(trainer.engine, trainer.new().tables)
    trainer.train(iterations=1)
    trainer.train(iterations=2)
    lines = [line.split(",") for line in (tmp_path / "curve.csv").read_text().splitlines()]
    assert [line[0] for line in lines[1:]] == ["1", "2"]
    assert float(dict(zip(*lines[:2], strict=True))["entropy"]) == pytest.approx(expected, abs=1e-3)

    begun, network = read_weights(SHIPPED)
    card, kept = read_weights(tmp_path / "weights.npz")
    for mine, theirs in zip(jax.tree.leaves(kept), jax.tree.leaves(network), strict=True):
        assert mine == pytest.approx(theirs, abs=1e-3)
    assert card.iterations == begun.iterations + 2
    assert card.minutes == pytest.approx(begun.minutes, abs=0.5)
    assert card.minutes >= begun.minutes
    recipe = msgspec.convert(card.recipe, TrainingRecipe)
    assert recipe.begun == begun
    assert (recipe.promised, recipe.width) == (0, 512)

    with pytest.raises(RunMismatch, match="another game or recipe"):
        Trainer(GAME, 2, STILL, tmp_path).train(iterations=3)


def entropy_at(engine: Any, tables: Any) -> float:
    """How undecided the shipped network is on average at the first decision of some matches."""
    planes, legal = compiled(lambda t: (engine.observe(t), engine.legal(t)))(tables)
    liking = think(np, read_weights(SHIPPED)[1], np.asarray(planes))[0]
    chances = np.where(legal, np.exp(liking - liking.max(-1, keepdims=True)), 0)
    chances /= chances.sum(-1, keepdims=True)
    return float(-(chances * np.log(np.where(chances > 0, chances, 1))).sum(-1).mean())


def test_a_network_keeps_its_shape_and_what_a_position_promises_counts_no_more() -> None:
    town = games.find("ratzentanz")
    card, network = read_weights(weights_of(town) / "2.npz")
    usual = msgspec.structs.replace(recipe_of(town, 2), width=64, depth=7, features=8, again=())
    recipe = going_on(usual, card, network)
    assert (recipe.width, recipe.depth, recipe.features) == (288, 3, 48)
    assert usual.promised
    assert not recipe.promised
    rest = {"width": 64, "depth": 7, "features": 8, "promised": usual.promised, "begun": None}
    assert msgspec.structs.replace(recipe, **rest) == usual


def shipped_town() -> tuple[tuple[WeightsCard, WeightsCard, WeightsCard], Network]:
    """The cards of the three trainings that made Ratzentanz's network for two, and the network."""
    third, network = read_weights(weights_of(games.find("ratzentanz")) / "2.npz")
    second = msgspec.convert(third.recipe["begun"], WeightsCard)
    return (msgspec.convert(second.recipe["begun"], WeightsCard), second, third), network


def test_what_a_game_wants_otherwise_the_second_and_the_third_time_counts_then() -> None:
    game = games.find("ratzentanz")
    usual = recipe_of(game, 2)
    (first, second, third), network = shipped_town()
    assert [trainings(card) for card in (first, second, third)] == [1, 2, 3]
    rates = [going_on(usual, card, network).rate for card in (first, second, third)]
    assert rates == [usual.again[0]["rate"], usual.again[1]["rate"], usual.again[1]["rate"]]
    assert len({usual.rate, *rates}) == 3
    again = going_on(usual, first, network)
    assert again.minibatches == usual.again[0]["minibatches"]
    assert (again.matches, again.options) == (usual.matches, usual.options)


def test_weights_were_made_as_their_recipe_says() -> None:
    """Each of the trainings that made them is the one that the game's recipe would do today."""
    game = games.find("ratzentanz")
    usual = recipe_of(game, 2)
    (first, second, third), network = shipped_town()
    for card, recipe in (
        (first, usual),
        (second, going_on(usual, first, network)),
        (third, going_on(usual, second, network)),
    ):
        wanted = msgspec.to_builtins(recipe)
        said = {name: one for name, one in card.recipe.items() if name not in {"again", "begun"}}
        assert said == {name: wanted[name] for name in said}


def test_a_match_of_four_may_last_as_many_rounds_as_one_of_two() -> None:
    game = games.find("ratzentanz")
    two, four = (recipe_of(game, seats) for seats in (2, 4))
    assert four.options["turn_cap"] == 2 * two.options["turn_cap"]
    assert (four.width, four.again) == (two.width, two.again)


def test_a_card_keeps_the_cards_of_the_trainings_before_it() -> None:
    """The card of the second is that of the network which the third begins with."""
    first = WeightsCard(
        game="pied_piper", seats=2, rules_version=1, data_hash="", iterations=10, minutes=1.5
    )
    second = msgspec.structs.replace(
        first, iterations=30, minutes=4.0, recipe=msgspec.to_builtins(TrainingRecipe(begun=first))
    )
    again = msgspec.convert(msgspec.to_builtins(TrainingRecipe(begun=second)), TrainingRecipe)
    assert again.begun == second
    assert again.begun is not None
    assert msgspec.convert(again.begun.recipe, TrainingRecipe).begun == first


def test_weights_of_another_game_or_number_of_seats_are_no_beginning(tmp_path: Path) -> None:
    with pytest.raises(ForeignWeights, match="with 2 seats, not for pied_piper with 3"):
        Trainer(GAME, 3, STILL, tmp_path, begin=SHIPPED)
    with pytest.raises(ForeignWeights, match="not for first_rat with 2"):
        Trainer(games.find("first_rat"), 2, STILL, tmp_path, begin=SHIPPED)
    with pytest.raises(ForeignWeights, match="in another way"):
        Trainer(GAME, 2, STILL, tmp_path, begin=SHIPPED.with_name("2-open.npz"))
