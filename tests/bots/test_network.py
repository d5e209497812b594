"""A network with a hand: places are looked at one by one, and fingers point at what they like."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.bots.network import Hand, Layer, Network, places_of, think
from ratskeller.bots.weights import (
    ForeignWeights,
    WeightsCard,
    check_fit,
    read_weights,
    write_weights,
)
from ratskeller.core.encoding import Pointing
from ratskeller.games.parts import game_planes, game_pointing
from ratskeller.learn.ppo import new_network
from ratskeller.learn.recipe import TrainingRecipe

GAME: Any = games.find("ratzentanz")
BOARD: Final = Pointing(
    columns=((2, 5), (3, 6), (4, 7)),  # three places, of each of which two planes tell
    known=((1.0,), (0.0,), (-1.0,)),
    fingers=2,
    aims=(None, (1, 2), (0, 0), (0, 1), None, (1, 0)),  # of six answers; nobody points with 0 at 2
)
PLANES: Final = 8


def drawn_by_lot(recipe: TrainingRecipe) -> Network:
    """Weights that all say something, also those that a new network begins with at 0."""
    network = new_network(jax.random.key(3), PLANES, len(BOARD.aims), 2, recipe, BOARD)
    rng = np.random.default_rng(4)

    def strewn(weights: Any) -> Any:
        return rng.normal(size=weights.shape).astype(np.float16).astype(np.float32)

    made: Network = jax.tree.map(strewn, network)
    return made


def by_hand(network: Network, planes: Any) -> list[float]:
    """The liking of each answer, worked out alone."""
    assert network.hand is not None
    (asking, seeing), width = network.hand, network.hand.seeing.bias.shape[1]
    inner = np.maximum(planes @ network.first.weights + network.first.bias, 0)
    for layer in network.hidden:
        inner = inner + np.maximum(inner @ layer.weights + layer.bias, 0)
    plain = iter(inner @ network.policy.weights)
    liking = []
    for aim, bias in zip(BOARD.aims, network.policy.bias, strict=True):
        if aim is None:
            liking.append(next(plain) + bias)
            continue
        finger, place = aim
        told = planes[list(BOARD.columns[place])]
        seen = np.maximum(told @ seeing.weights + seeing.bias[place], 0)
        mine = slice(finger * width, (finger + 1) * width)
        asked = inner @ asking.weights[:, mine] + asking.bias[mine]
        liking.append(asked @ seen / width**0.5 + bias)
    return liking


def test_each_answer_is_liked_as_its_finger_likes_its_place() -> None:
    network, places = drawn_by_lot(TrainingRecipe(width=5, depth=2, features=4)), places_of(BOARD)
    planes = np.random.default_rng(5).normal(size=(3, PLANES)).astype(np.float32)
    likings, values = think(np, network, planes, places)
    assert likings.shape == (3, len(BOARD.aims))
    assert values.shape == (3, 2)
    for row, liking in zip(planes, likings, strict=True):
        assert liking == pytest.approx(by_hand(network, row), rel=1e-4, abs=1e-4)
    in_jax = think(jnp, network, jnp.asarray(planes), places)
    for one, other in zip((likings, values), in_jax, strict=True):
        assert np.asarray(other) == pytest.approx(one, rel=1e-4, abs=1e-4)


def test_a_new_network_likes_all_alike_and_begins_with_what_is_known_of_places() -> None:
    recipe = TrainingRecipe(width=16, depth=2, features=4)
    network = new_network(jax.random.key(3), PLANES, len(BOARD.aims), 2, recipe, BOARD)
    assert network.policy.weights.shape == (16, 2)
    assert network.policy.bias.size == len(BOARD.aims)
    assert network.hand is not None
    features = np.asarray(network.hand.seeing.bias)
    assert np.abs(features[0]).min() > 0
    assert np.array_equal(features[0], -features[2])
    assert not features[1].any()
    liking, _ = think(jnp, network, jnp.ones(PLANES), places_of(BOARD))
    assert np.abs(np.asarray(liking)).max() < 0.3
    without = new_network(jax.random.key(3), PLANES, len(BOARD.aims), 2, recipe)
    assert without.hand is None
    assert np.array_equal(without.first.weights, network.first.weights)


def test_a_hand_survives_its_file_and_is_told_of_its_places(tmp_path: Path) -> None:
    network, places = drawn_by_lot(TrainingRecipe(width=5, depth=3, features=4)), places_of(BOARD)
    card = WeightsCard(game="cheese", seats=2, rules_version=1, data_hash="")
    write_weights(tmp_path / "2.npz", card, network)
    _, copy = read_weights(tmp_path / "2.npz")
    assert isinstance(copy.hand, Hand)
    assert isinstance(copy.hand.asking, Layer)
    planes = np.ones(PLANES, np.float32)
    for one, other in zip(
        think(np, network, planes, places), think(np, copy, planes, places), strict=True
    ):
        assert np.array_equal(one, other)
    with pytest.raises(ValueError, match="points at other places"):
        think(np, copy, planes)


def damaged(whole: bytes) -> Iterator[bytes]:
    """An empty file, one array, half a file, and one bit after another turned round."""
    yield b""
    one = io.BytesIO()
    np.save(one, np.ones(3))
    yield one.getvalue()
    yield whole[: len(whole) // 2]
    for place in range(0, len(whole), 7):
        yield whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :]


def is_refused(file: Path) -> bool:
    """Every other exception goes on."""
    try:
        read_weights(file)
    except ForeignWeights as reason:
        return str(reason).startswith("2.npz holds no weights of a network: ")
    return False


def test_weights_that_are_damaged_are_refused_with_a_sentence(tmp_path: Path) -> None:
    file, card = tmp_path / "2.npz", WeightsCard(game="g", seats=2, rules_version=1, data_hash="")
    write_weights(file, card, drawn_by_lot(TrainingRecipe(width=5, depth=3, features=4)))
    refused = 0
    for content in damaged(file.read_bytes()):
        file.write_bytes(content)
        refused += is_refused(file)  # a bit that nobody reads does no harm
    assert refused > 50


def test_weights_of_too_few_layers_are_refused_with_a_sentence(tmp_path: Path) -> None:
    card = WeightsCard(game="g", seats=2, rules_version=1, data_hash="")
    np.savez(tmp_path / "2.npz", card=np.frombuffer(msgspec.json.encode(card), np.uint8))
    with pytest.raises(ForeignWeights, match="holds no weights of a network"):
        read_weights(tmp_path / "2.npz")


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_a_hand_fits_the_town_it_was_made_for_and_no_other_board(seats: int) -> None:
    begun = GAME.conceal(GAME.start(seats, GAME.meta.options()), 0)
    width, recipe = game_planes(GAME)(np, begun).size, TrainingRecipe(width=8, depth=2)
    town = game_pointing(GAME, seats)
    assert town is not None

    def made_for(pointing: Pointing) -> Network:
        made = new_network(jax.random.key(1), width, GAME.index_size, seats, recipe, pointing)
        network: Network = jax.tree.map(np.asarray, made)
        return network

    check_fit(made_for(town), GAME, seats)
    for other in (
        town._replace(columns=tuple(each[1:] for each in town.columns)),
        town._replace(columns=town.columns[1:], known=town.known[1:]),
        town._replace(fingers=town.fingers - 1),
        town._replace(aims=(*town.aims[:-1], (0, 0))),
    ):
        with pytest.raises(ForeignWeights, match="in another way"):
            check_fit(made_for(other), GAME, seats)
