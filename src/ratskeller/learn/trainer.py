"""Training a network for one game and number of seats: from nothing, from a network that exists, or from where
it stopped.

A run is a folder: `recipe.json`, `checkpoint.npz` (all that the next iteration hangs on), `curve.csv` (a
line an iteration) and `weights.npz` (what `bots.net` plays with). Every iteration takes its luck from its
number, so a run that was interrupted goes on to the same curve, also on another number of devices: the matches
are spread over all of them (`learn.devices`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from ratskeller.batch.engine import BatchEngine
from ratskeller.bots.network import Network
from ratskeller.bots.weights import (
    WeightsCard,
    check_card,
    check_fit,
    read_weights,
    write_weights,
)
from ratskeller.core.game import AnyGame
from ratskeller.files import write_atomically
from ratskeller.games.parts import game_batch, game_pointing
from ratskeller.learn import lacking
from ratskeller.learn.curve import CURVE, cut_curve
from ratskeller.learn.devices import DeviceLayout
from ratskeller.learn.ppo import (
    Learner,
    TrainingReport,
    as_it_thinks,
    learn,
    new_learner,
    new_network,
)
from ratskeller.learn.recipe import TrainingRecipe, going_on
from ratskeller.learn.selfplay import advantages, play_on, pointed_at, promised_share, won_against

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import Array, lax, tree
    from jax.sharding import Sharding
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

SAVED: Final = 60.0  # seconds between two checkpoints
_MATCHES: Final = 2048  # of the yardstick
_CHECKPOINT: Final = "checkpoint.npz"


class RunMismatch(ValueError):
    """A folder holds a run of something else; the message says of what."""


class BrokenCheckpoint(ValueError):
    """A checkpoint that is not whole."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} cannot be read: delete it to begin anew, or name another folder")
        self.file = file


class RunState(NamedTuple):
    """All that the next iteration hangs on."""

    learner: Learner
    past: Network  # [kept, ...] each: networks of the past
    tables: Any
    iteration: Array
    seconds: Array


class Progress(NamedTuple):
    """What is told after an iteration."""

    iteration: int
    seconds: float
    share: float  # of the run that is done
    decisions: int
    decisions_a_second: float
    report: TrainingReport
    against_random: float  # mean reward of a seat; nan where it was not looked at
    against_past: float


def with_newest(
    past: Network, network: Network, iteration: Array, recipe: TrainingRecipe
) -> Network:
    """The networks of the past after this iteration: every now and then the newest takes the oldest one's place."""
    keeping = iteration % recipe.past_every == 0
    place = iteration // recipe.past_every % recipe.past_kept
    kept: Network = tree.map(
        lambda old, new: jnp.where(keeping, old.at[place].set(new), old), past, network
    )
    return kept


def oldest(past: Network, iteration: Array, recipe: TrainingRecipe) -> Network:
    """The oldest network that is kept after this iteration: its place is the next to be taken."""
    place = (iteration // recipe.past_every + 1) % recipe.past_kept
    found: Network = tree.map(lambda kept: kept[place], past)
    return found


class Trainer:
    def __init__(
        self,
        game: AnyGame,
        seats: int,
        recipe: TrainingRecipe,
        run: Path,
        devices: Sequence[jax.Device] | None = None,
        begin: Path | None = None,
    ) -> None:
        """On these devices; on all that there are unless named. `begin` names weights to begin with. Raises
        `UnevenMatches` where the matches of the recipe cannot be shared out among the devices, and
        `ForeignWeights` where those weights belong to another game or number of seats.
        """
        self.begun: Network | None = None
        if begin:
            card, self.begun = read_weights(begin)
            check_card(card, game, seats)
            check_fit(self.begun, game, seats)
            recipe = going_on(recipe, card, self.begun)
        self.game, self.seats, self.recipe, self.run = game, seats, recipe, run
        self.layout = DeviceLayout(
            devices or jax.devices(), recipe.matches, recipe.matches // recipe.minibatches
        )
        self.engine: BatchEngine[Any] = game_batch(game, seats)
        self.options = game.meta.options(**recipe.options)
        self.settings = self.engine.settings(recipe.matches, self.options)
        self._together = partial(lax.with_sharding_constraint, shardings=self.layout.learned)
        self.past_matches = int(recipe.matches * recipe.past_share)
        self._iterate = jax.jit(self._iteration)
        self._compiled: Any = None
        self._measure = jax.jit(partial(won_against, self.engine, steps=recipe.measured))

    # --- one iteration ---

    def new(self) -> RunState:
        recipe, engine, spread = self.recipe, self.engine, self.layout.spread
        luck = engine.luck(recipe.seed, recipe.matches)
        tables = jax.jit(engine.start)(*jax.device_put((self.settings, luck), spread))
        network = tree.map(jnp.asarray, self.begun) if self.begun else self._untaught(tables)
        past = tree.map(lambda w: jnp.stack([w] * recipe.past_kept), network)
        return self._laid_out(
            RunState(new_learner(network), past, tables, jnp.zeros((), jnp.int32), jnp.zeros(()))
        )

    def _untaught(self, tables: Any) -> Network:
        """A network that knows nothing yet, for the planes of these tables."""
        width = jax.eval_shape(self.engine.observe, tables).shape[-1]
        key, pointing = jax.random.key(self.recipe.seed), game_pointing(self.game, self.seats)
        return new_network(key, width, self.game.index_size, self.seats, self.recipe, pointing)

    def _luck(self, standing: RunState) -> Array:
        """The luck of the next iteration."""
        return jax.random.fold_in(jax.random.key(self.recipe.seed + 1), standing.iteration)

    def _laid_out(
        self, standing: RunState, lay: Callable[[Any, Sharding], Any] = jax.device_put
    ) -> RunState:
        """The tables spread over the devices, and all that belongs to every match the same on each."""
        same, spread = self.layout.same, self.layout.spread
        places = (same, same, spread, same, same)
        return RunState(*map(lay, standing, places))

    def _iteration(self, standing: RunState, share: Array) -> tuple[RunState, TrainingReport]:
        recipe = self.recipe
        play_key, learn_key, past_key = jax.random.split(self._luck(standing), 3)
        number = jax.random.randint(past_key, (), 0, recipe.past_kept)
        past = tree.map(lambda kept: kept[number], standing.past)
        tables, decisions, expected = play_on(
            self.engine,
            as_it_thinks(standing.learner.network, recipe),
            as_it_thinks(past, recipe),
            standing.tables,
            self.settings,
            play_key,
            steps=recipe.steps,
            past_matches=self.past_matches,
            promised=promised_share(recipe, share),
        )
        advantage, target = advantages(decisions, expected, recipe.horizon)
        rate = recipe.rate * (1 - share)
        entropy = recipe.entropy_first + (recipe.entropy_last - recipe.entropy_first) * share
        learner, report = learn(
            standing.learner,
            decisions,
            advantage,
            target,
            learn_key,
            rate,
            entropy,
            recipe,
            pointed_at(self.engine),
            self._together,
        )
        iteration = standing.iteration + 1
        kept = with_newest(standing.past, learner.network, iteration, recipe)
        after = RunState(learner, kept, tables, iteration, standing.seconds)
        return self._laid_out(after, lax.with_sharding_constraint), report

    # --- the run ---

    def train(
        self,
        *,
        minutes: float | None = None,
        iterations: int | None = None,
        tell: Callable[[Progress], None] | None = None,
        saved: Callable[[int], None] | None = None,
    ) -> RunState:
        """Train for so long, or for so many iterations in all; goes on where the folder stands. `saved` is told
        after which iteration the folder has newer weights.

        Time that was spent before an interruption counts. The clock starts when an iteration is compiled.
        Raises `RunMismatch` where the folder holds another run, and `BrokenCheckpoint` where it cannot go on.
        """
        assert minutes or iterations
        self.run.mkdir(parents=True, exist_ok=True)
        self._keep_recipe()
        standing = self._resume() or self.new()
        cut_curve(self.run, int(standing.iteration))
        if self._compiled is None:
            self._compiled = self._iterate.lower(standing, self._number(0)).compile()
        began, rested = time.monotonic() - float(standing.seconds), time.monotonic()
        while True:
            number, seconds = int(standing.iteration), time.monotonic() - began
            share = number / iterations if iterations else seconds / (60 * (minutes or 1))
            if share >= 1:
                break
            before = time.monotonic()
            standing, report = self._compiled(standing, self._number(share))
            float(report.value_loss)  # devices work while Python goes on
            spent = time.monotonic() - before
            standing = standing._replace(seconds=self._number(time.monotonic() - began))
            self._note(standing, report, share, spent, tell)
            if time.monotonic() - rested > SAVED:
                self.save(standing, saved)
                rested = time.monotonic()
        self.save(standing, saved)
        return standing

    def _number(self, number: float) -> Array:
        placed: Array = jax.device_put(np.float32(number), self.layout.same)
        return placed

    def _note(
        self,
        standing: RunState,
        report: TrainingReport,
        share: float,
        spent: float,
        tell: Callable[[Progress], None] | None,
    ) -> None:
        number = int(standing.iteration)
        random, past = float("nan"), float("nan")
        if number % self.recipe.yardstick == 0:
            random, past = self.measure(standing)
        a_turn = self.recipe.matches * self.recipe.steps
        progress = Progress(
            number,
            float(standing.seconds),
            share,
            a_turn * number,
            a_turn / spent,
            report,
            random,
            past,
        )
        line = [number, f"{progress.seconds:.1f}", a_turn * number]
        line += [f"{float(value):.5f}" for value in (*report, random, past)]
        with (self.run / CURVE).open("a", encoding="utf-8") as curve:
            curve.write(",".join(map(str, line)) + "\n")
        if tell:
            tell(progress)

    def measure(self, standing: RunState) -> tuple[float, float]:
        """The mean reward of one seat against luck, and against the oldest network that is kept."""
        matches = self.layout.whole(_MATCHES)
        settings, luck = jax.device_put(
            (self.engine.settings(matches, self.options), self.engine.luck(1284, matches)),
            self.layout.spread,
        )
        key = jax.random.key(7)
        network = standing.learner.averaged
        careless = tree.map(jnp.zeros_like, network)  # it likes everything alike
        eldest = oldest(standing.past, standing.iteration, self.recipe)
        against = [
            float(self._measure(network, other, settings, luck, key))
            for other in (careless, eldest)
        ]
        return against[0], against[1]

    # --- files ---

    def _keep_recipe(self) -> None:
        """The recipe of the run; a folder with another one is left alone."""
        file = self.run / "recipe.json"
        mine = msgspec.json.encode(self._made_for())
        if not file.exists():
            write_atomically(file, mine, 0o644)
        elif file.read_bytes() != mine:
            raise self._mismatch()

    def _mismatch(self) -> RunMismatch:
        return RunMismatch(f"{self.run} holds a run of another game or recipe; name another folder")

    def _made_for(self) -> dict[str, Any]:
        """What a run belongs to and how it goes."""
        return {
            "game": self.game.meta.id,
            "seats": self.seats,
            "rules_version": self.game.version,
            "data_hash": self.game.data_hash,
            "recipe": self.recipe,
        }

    def save(self, standing: RunState, saved: Callable[[int], None] | None = None) -> None:
        """A checkpoint and the weights; each file is whole or as it was before."""
        leaves: Any = {str(n): np.asarray(leaf) for n, leaf in enumerate(tree.leaves(standing))}
        checkpoint = BytesIO()
        np.savez(checkpoint, **leaves)
        write_atomically(self.run / _CHECKPOINT, checkpoint.getvalue(), 0o644)
        beside = self.run / "weights.part.npz"
        write_weights(beside, self.card(standing), standing.learner.averaged)
        beside.replace(self.run / "weights.npz")
        if saved:
            saved(int(standing.iteration))

    def _resume(self) -> RunState | None:
        """Where the run stopped. A recipe does not say how a game is shown to networks: where that has changed,
        so have the shapes.
        """
        file = self.run / _CHECKPOINT
        if not file.exists():
            return None
        found, fresh = _leaves_in(file), self.new()
        if [leaf.shape for leaf in found] != [leaf.shape for leaf in tree.leaves(fresh)]:
            raise self._mismatch()
        standing: RunState = tree.unflatten(tree.structure(fresh), found)
        return self._laid_out(standing)

    def card(self, standing: RunState) -> WeightsCard:
        """Iterations and minutes count from nothing on, also of a network that another run had begun."""
        before = self.recipe.begun
        return WeightsCard(
            game=self.game.meta.id,
            seats=self.seats,
            rules_version=self.game.version,
            data_hash=self.game.data_hash,
            recipe=msgspec.to_builtins(self.recipe),
            iterations=int(standing.iteration) + (before.iterations if before else 0),
            minutes=round(float(standing.seconds) / 60 + (before.minutes if before else 0), 2),
            device=self.layout.kind,
        )


def _leaves_in(checkpoint: Path) -> list[NDArray[Any]]:
    """The arrays of a checkpoint in their order. Raises `BrokenCheckpoint`."""
    try:
        with checkpoint.open("rb") as opened, np.load(opened, allow_pickle=False) as found:
            return [found[str(number)] for number in range(len(found.files))]
    except Exception:  # noqa: BLE001  what is damaged breaks zip and NumPy, each in its own way
        raise BrokenCheckpoint(checkpoint) from None
