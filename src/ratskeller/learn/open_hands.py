"""A network that says what a position is worth if all hands lie open, while everybody plays by what they see.

It decides nothing: nobody at a table may know what it is shown. It judges imagined worlds for who looks ahead
(`bots.net.NetBot.open_shares`), and whole tables for who takes luck off results (`coach.adjusting`). It learns
from matches that the game's own network plays against itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ratskeller.batch.choice import chosen
from ratskeller.bots.network import Network, think
from ratskeller.bots.weights import check_card, read_weights
from ratskeller.core.game import AnyGame
from ratskeller.learn import lacking
from ratskeller.learn.ppo import TrainingReport, adam, in_half, new_learner, new_network
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.selfplay import (
    Decision,
    advantages,
    by_seat,
    legal_answers,
    masked,
    meant,
    pointed_at,
    prizes,
)
from ratskeller.learn.trainer import RunState, Trainer

try:
    import jax
    import jax.numpy as jnp
    from jax import Array, lax, tree
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

NO_ANSWERS = 0


class OpenHandsTrainer(Trainer):
    """Like `Trainer`, but the network that plays stays as it is, and another one learns what to expect."""

    def __init__(
        self, game: AnyGame, seats: int, recipe: TrainingRecipe, run: Path, player: Path
    ) -> None:
        """Raises `ForeignWeights` where the player's weights are not for this game."""
        super().__init__(game, seats, recipe, run)
        card, self.player = read_weights(player)
        check_card(card, game, seats)

    def new(self) -> RunState:
        recipe, engine = self.recipe, self.engine
        luck = engine.luck(recipe.seed, recipe.matches)
        tables = jax.jit(engine.start)(*jax.device_put((self.settings, luck), self.layout.spread))
        width = jax.eval_shape(engine.observe_open, tables).shape[-1]
        key = jax.random.key(recipe.seed)
        network = new_network(key, width, NO_ANSWERS, self.seats, recipe)
        return self._laid_out(
            RunState(new_learner(network), network, tables, jnp.zeros((), jnp.int32), jnp.zeros(()))
        )

    def _iteration(self, standing: RunState, share: Array) -> tuple[RunState, TrainingReport]:
        recipe = self.recipe
        key = jax.random.fold_in(jax.random.key(recipe.seed + 1), standing.iteration)
        play_key, learn_key = jax.random.split(key)
        half = in_half if recipe.half else lambda network: network
        judge = half(standing.learner.network)
        tables, decisions = self._watched(half(self.player), judge, standing.tables, play_key)
        expected = self._expected(judge, tables)
        _, target = advantages(decisions, expected, recipe.horizon)
        rate = recipe.rate * (1 - share)
        matches = self.settings.shape[0]
        size = matches // recipe.minibatches

        def minibatch(learner: Any, lanes: Array) -> tuple[Any, Array]:
            part = decisions.planes[:, lanes], decisions.order[:, lanes], target[:, lanes]
            loss, gradient = jax.value_and_grad(_loss)(learner.network, *part, recipe)
            return adam(learner, gradient, rate, recipe), loss

        def epoch(learner: Any, key: Array) -> tuple[Any, Array]:
            lanes = jax.random.permutation(key, matches)[: size * recipe.minibatches]
            return lax.scan(minibatch, learner, lanes.reshape(recipe.minibatches, size))

        keys = jax.random.split(learn_key, recipe.epochs)
        learner, losses = lax.scan(epoch, standing.learner, keys)
        kept = recipe.averaged
        averaged = tree.map(
            lambda old, new: kept * old + (1 - kept) * new, learner.averaged, learner.network
        )
        report = TrainingReport(jnp.zeros(()), losses.mean(), jnp.zeros(()))
        standing = standing._replace(
            learner=learner._replace(averaged=averaged),
            tables=tables,
            iteration=standing.iteration + 1,
        )
        return self._laid_out(standing, lax.with_sharding_constraint), report

    def _watched(
        self, player: Network, judge: Network, tables: Any, key: Array
    ) -> tuple[Any, Decision]:
        """So many decisions of each match, as the player makes them, and what was expected before each."""
        engine, nothing = self.engine, jnp.zeros(())

        def step(tables: Any, key: Array) -> tuple[Any, Decision]:
            legal, answers = legal_answers(engine, tables)
            liking = masked(
                think(jnp, player, engine.observe(tables), pointed_at(engine))[0], legal
            )
            action = jax.random.categorical(key, liking)
            planes = engine.observe_open(tables).astype(jnp.bfloat16)
            order = engine.order(tables)
            values = by_seat(think(jnp, judge, planes)[1], order)
            after = engine.step(tables, meant(answers, action))
            over = engine.over(after)
            rewards = jnp.where(over[:, None], prizes(engine, after), 0.0)
            decision = Decision(
                planes, nothing, nothing, nothing, nothing, order, values, rewards, over, nothing
            )
            return chosen(over, engine.start(self.settings, after.luck), after), decision

        return lax.scan(step, tables, jax.random.split(key, self.recipe.steps))

    def _expected(self, judge: Network, tables: Any) -> Array:
        planes = self.engine.observe_open(tables).astype(jnp.bfloat16)
        return by_seat(think(jnp, judge, planes)[1], self.engine.order(tables))

    def measure(self, standing: RunState) -> tuple[float, float]:
        """It plays nothing, so it cannot win."""
        del standing
        return float("nan"), float("nan")


def _loss(
    network: Network, planes: Array, order: Array, target: Array, recipe: TrainingRecipe
) -> Array:
    _, values = think(jnp, in_half(network) if recipe.half else network, planes)
    return ((by_seat(values, order) - target) ** 2).mean()
