"""A network that says what a position is worth if all hands lie open, while everybody plays by what they see.

It decides nothing: nobody at a table may know what it is shown. It judges imagined worlds for who looks ahead
(`bots.net.NetBot.imagined`), and learns from matches that the game's own network plays against itself.

    ratskeller train pied_piper --seats 2 --minutes 7 --open-hands --out runs/pied_piper_2_open
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from ratskeller.bots.network import Network, think
from ratskeller.bots.weights import check_card, check_fit, read_weights
from ratskeller.core.game import AnyGame
from ratskeller.learn import lacking
from ratskeller.learn.ppo import TrainingReport, as_it_thinks, new_network, taught
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.selfplay import (
    advantages,
    begun_anew,
    by_seat,
    followed,
    legal_answers,
    masked,
    pointed_at,
)
from ratskeller.learn.trainer import RunState, Trainer

try:
    import jax
    import jax.numpy as jnp
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_ANSWERS: Final = 0


class WatchedDecision(NamedTuple):
    """What was seen before a decision, `[steps, matches]` each, what was expected there, and what came."""

    planes: Array  # [..., width] with all hands open
    order: Array  # [..., seats]
    values: Array  # [..., seats] by seat
    rewards: Array  # [..., seats]
    over: Array


class OpenHandsTrainer(Trainer):
    """Like `Trainer`, but the network that plays stays as it is, and another one learns what to expect."""

    def __init__(
        self, game: AnyGame, seats: int, recipe: TrainingRecipe, run: Path, player: Path
    ) -> None:
        """Raises `ForeignWeights` where the player's weights are not for this game."""
        super().__init__(game, seats, msgspec.structs.replace(recipe, width=recipe.open_width), run)
        self.watched, self.player = read_weights(player)
        check_card(self.watched, game, seats)
        check_fit(self.player, game, seats)

    def _untaught(self, tables: Any) -> Network:
        width = jax.eval_shape(self.engine.observe_open, tables).shape[-1]
        key = jax.random.key(self.recipe.seed)
        return new_network(key, width, _ANSWERS, self.seats, self.recipe)

    def _iteration(self, standing: RunState, share: Array) -> tuple[RunState, TrainingReport]:
        """Its past stays as it was: nobody plays by it."""
        recipe = self.recipe
        play_key, learn_key = jax.random.split(self._luck(standing))
        judge = as_it_thinks(standing.learner.network, recipe)
        tables, judged, expected = self._watch(judge, standing.tables, play_key)
        _, target = advantages(judged, expected, recipe.horizon)
        lessons = judged.planes, judged.order, target
        rate = recipe.rate * (1 - share)
        learner, report = taught(
            standing.learner, lessons, self._loss, learn_key, rate, recipe, self._together
        )
        iteration = standing.iteration + 1
        after = standing._replace(learner=learner, tables=tables, iteration=iteration)
        return self._laid_out(after, lax.with_sharding_constraint), report

    def _watch(self, judge: Network, tables: Any, key: Array) -> tuple[Any, WatchedDecision, Array]:
        """So many decisions of each match, as the player makes them by what it sees; the tables then, what was
        expected before each, and what is expected there.
        """
        engine, places = self.engine, pointed_at(self.engine)
        player = as_it_thinks(self.player, self.recipe)

        def foreseen(tables: Any) -> tuple[Array, Array, Array]:
            planes, order = engine.observe_open(tables).astype(jnp.bfloat16), engine.order(tables)
            return planes, order, by_seat(think(jnp, judge, planes)[1], order)

        def step(tables: Any, key: Array) -> tuple[Any, WatchedDecision]:
            legal, answers = legal_answers(engine, tables)
            liking = masked(think(jnp, player, engine.observe(tables), places)[0], legal)
            answer = jax.random.categorical(key, liking)
            after, over, rewards = followed(engine, tables, answers, answer)
            judged = WatchedDecision(*foreseen(tables), rewards, over)
            return begun_anew(engine, after, over, self.settings), judged

        tables, judged = lax.scan(step, tables, jax.random.split(key, self.recipe.steps))
        return tables, judged, foreseen(tables)[2]

    def _loss(
        self, network: Network, part: tuple[Array, Array, Array]
    ) -> tuple[Array, TrainingReport]:
        """Only expectations are learned: of a policy there is nothing to tell."""
        planes, order, target = part
        _, values = think(jnp, as_it_thinks(network, self.recipe), planes)
        loss = ((by_seat(values, order) - target) ** 2).mean()
        return loss, TrainingReport(jnp.full((), jnp.nan), loss, jnp.full((), jnp.nan))

    def measure(self, standing: RunState) -> tuple[float, float]:
        """It plays nothing, so it cannot win."""
        del standing
        return float("nan"), float("nan")

    def _made_for(self) -> dict[str, Any]:
        return super()._made_for() | {"watched": self.watched}
