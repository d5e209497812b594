"""How a network gets better by what it played: proximal policy optimisation, with Adam."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ratskeller.bots.network import Hand, Layer, Network, Places, think
from ratskeller.core.encoding import Pointing
from ratskeller.learn import lacking
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.selfplay import Decision, by_seat, masked

try:
    import jax
    import jax.numpy as jnp
    from jax import Array, lax, tree
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


class Learner(NamedTuple):
    """A network that is being trained."""

    network: Network
    mean: Network  # of the gradients
    square: Network  # mean of their squares
    averaged: Network  # what is kept
    updates: Array


class TrainingReport(NamedTuple):
    """What an iteration says of itself."""

    policy_loss: Array
    value_loss: Array
    entropy: Array


def new_network(
    key: Array,
    inputs: int,
    actions: int,
    seats: int,
    recipe: TrainingRecipe,
    pointing: Pointing | None = None,
) -> Network:
    """Small answers at first: every action as likely, every seat as well off."""
    keys = iter(jax.random.split(key, recipe.depth + 2))

    def layer(inputs: int, outputs: int, scale: float) -> Layer:
        weights = jax.random.normal(next(keys), (inputs, outputs)) * scale / jnp.sqrt(inputs)
        return Layer(weights, jnp.zeros(outputs))

    width = recipe.width
    network = Network(
        layer(inputs, width, 1.4),
        tuple(layer(width, width, 1.0) for _ in range(recipe.depth - 1)),
        layer(width, actions, 0.01),
        layer(width, seats, 0.1),
    )
    if pointing is None:
        return network
    pointed = jnp.array([aim is not None for aim in pointing.aims])
    plain = network.policy._replace(weights=network.policy.weights[:, ~pointed])
    return network._replace(policy=plain, hand=_new_hand(key, recipe, pointing))


def _new_hand(key: Array, recipe: TrainingRecipe, pointing: Pointing) -> Hand:
    """What is known of places is where their features begin: else each would have to be found out."""
    asking, seeing, knowing = jax.random.split(jax.random.fold_in(key, 1), 3)
    known, features = jnp.array(pointing.known), recipe.features
    columns = len(pointing.columns[0])

    def weights(key: Array, inputs: int, outputs: int, scale: float) -> Array:
        return jax.random.normal(key, (inputs, outputs)) * scale / jnp.sqrt(inputs)

    asked = pointing.fingers * features
    return Hand(
        Layer(weights(asking, recipe.width, asked, 0.01), jnp.zeros(asked)),
        Layer(
            weights(seeing, columns, features, 1.4),
            known @ weights(knowing, known.shape[1], features, 1.4),
        ),
    )


def new_learner(network: Network) -> Learner:
    zeros = tree.map(jnp.zeros_like, network)
    return Learner(network, zeros, zeros, network, jnp.zeros((), jnp.int32))


def as_it_thinks(network: Network, recipe: TrainingRecipe) -> Network:
    """The network in the precision of its products."""
    if not recipe.half:
        return network
    half: Network = tree.map(lambda weights: weights.astype(jnp.bfloat16), network)
    return half


def learn(
    learner: Learner,
    decisions: Decision,
    advantage: Array,
    target: Array,
    key: Array,
    rate: Array,
    entropy_weight: Array,
    recipe: TrainingRecipe,
    places: Places | None,
    laid_out: Callable[[Any], Any],
) -> tuple[Learner, TrainingReport]:
    """What the network decided becomes likelier where it went better than expected, and what it expects truer."""
    own = jnp.take_along_axis(advantage, decisions.mover[..., None], axis=-1)[..., 0]
    counted = decisions.learns
    count = jnp.maximum(counted.sum(), 1)
    mean = (own * counted).sum() / count
    spread = jnp.sqrt((((own - mean) ** 2) * counted).sum() / count)
    own = (own - mean) / (spread + 1e-6)

    def loss(network: Network, part: tuple[Decision, Array, Array]) -> tuple[Array, TrainingReport]:
        return _loss(network, *part, entropy_weight, recipe, places)

    return taught(learner, (decisions, own, target), loss, key, rate, recipe, laid_out)


def taught(
    learner: Learner,
    lessons: Any,
    loss: Callable[[Network, Any], tuple[Array, TrainingReport]],
    key: Array,
    rate: Array,
    recipe: TrainingRecipe,
    laid_out: Callable[[Any], Any],
) -> tuple[Learner, TrainingReport]:
    """Several passes over lessons, `[steps, matches]` each, in minibatches of whole matches. `laid_out` spreads a
    minibatch over the devices: its matches come from all of them, and the compiler would have each device learn
    from all.
    """
    matches = tree.leaves(lessons)[0].shape[1]
    size = matches // recipe.minibatches

    def minibatch(learner: Learner, lanes: Array) -> tuple[Learner, TrainingReport]:
        part = laid_out(tree.map(lambda a: a[:, lanes], lessons))
        gradient, report = jax.grad(loss, has_aux=True)(learner.network, part)
        return adam(learner, gradient, rate, recipe), report

    def epoch(learner: Learner, key: Array) -> tuple[Learner, TrainingReport]:
        lanes = jax.random.permutation(key, matches)[: size * recipe.minibatches]
        return lax.scan(minibatch, learner, lanes.reshape(recipe.minibatches, size))

    learner, reports = lax.scan(epoch, learner, jax.random.split(key, recipe.epochs))
    share = recipe.averaged
    averaged = tree.map(lambda a, b: share * a + (1 - share) * b, learner.averaged, learner.network)
    report: TrainingReport = tree.map(jnp.mean, reports)
    return learner._replace(averaged=averaged), report


def _loss(
    network: Network,
    decisions: Decision,
    advantage: Array,
    target: Array,
    entropy_weight: Array,
    recipe: TrainingRecipe,
    places: Places | None,
) -> tuple[Array, TrainingReport]:
    liking, values = think(jnp, as_it_thinks(network, recipe), decisions.planes, places)
    chances = jax.nn.log_softmax(masked(liking, decisions.legal))
    likely = jnp.take_along_axis(chances, decisions.action[..., None], axis=-1)[..., 0]
    counted = decisions.learns.astype(jnp.float32)
    count = jnp.maximum(counted.sum(), 1)
    ratio = jnp.exp(likely - decisions.likely)
    near = jnp.clip(ratio, 1 - recipe.clip, 1 + recipe.clip)
    policy_loss = -(jnp.minimum(ratio * advantage, near * advantage) * counted).sum() / count
    value_loss = ((by_seat(values, decisions.order) - target) ** 2).mean()
    entropy = -(jnp.where(decisions.legal, jnp.exp(chances) * chances, 0).sum(-1) * counted).sum()
    entropy = entropy / count
    loss = policy_loss + recipe.value_weight * value_loss - entropy_weight * entropy
    return loss, TrainingReport(policy_loss, value_loss, entropy)


def adam(learner: Learner, gradient: Network, rate: Array, recipe: TrainingRecipe) -> Learner:
    """A step down the gradient, as long for each weight as its gradients agree."""
    norm = jnp.sqrt(sum(jnp.sum(g**2) for g in tree.leaves(gradient)))
    scale = jnp.minimum(1.0, recipe.longest / (norm + 1e-9))
    updates = learner.updates + 1
    mean = tree.map(lambda m, g: 0.9 * m + 0.1 * scale * g, learner.mean, gradient)
    square = tree.map(lambda s, g: 0.999 * s + 0.001 * (scale * g) ** 2, learner.square, gradient)
    first, second = 1 - 0.9**updates, 1 - 0.999**updates

    def moved(weights: Array, mean: Array, square: Array) -> Array:
        return weights - rate * (mean / first) / (jnp.sqrt(square / second) + 1e-8)

    network: Any = tree.map(moved, learner.network, mean, square)
    return learner._replace(network=network, mean=mean, square=square, updates=updates)
