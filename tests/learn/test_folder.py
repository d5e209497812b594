"""The folder of a run: whatever a full disk or a pulled plug leaves in it, the run goes on or says why it cannot."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest
from jax import tree

from ratskeller import games
from ratskeller.bots.network import Layer, Network
from ratskeller.learn import trainer as training
from ratskeller.learn.curve import COLUMNS, read_curve
from ratskeller.learn.ppo import TrainingReport, new_learner
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.trainer import BrokenCheckpoint, Progress, RunMismatch, RunState, Trainer

EVERY, KEPT = 2, 3
SMALL = TrainingRecipe(matches=16, minibatches=2, past_every=EVERY, past_kept=KEPT, yardstick=1000)
REPORT: Any = TrainingReport(0.1, 0.2, 1.9)  # type: ignore[arg-type]

HEAD = ",".join(COLUMNS)
LINES = [f"{number},0.5,{512 * number},0.1,0.2,1.9,nan,nan" for number in range(1, 7)]


def network_of(number: Any) -> Network:
    """All its weights are the same number."""
    layer = Layer(jnp.full((2, 2), number), jnp.full(2, number))
    return Network(layer, (), layer, layer)


def at_first(columns: int = 4) -> RunState:
    """With tables that are shown to networks in so many columns."""
    untaught = network_of(0.0)
    past = tree.map(lambda weights: jnp.stack([weights] * KEPT), untaught)
    tables = jnp.zeros((SMALL.matches, columns))
    return RunState(new_learner(untaught), past, tables, jnp.zeros((), jnp.int32), jnp.zeros(()))


def once_more(standing: RunState, _share: object) -> tuple[RunState, TrainingReport]:
    """An iteration that nobody had to compute: it leaves a network of its number."""
    iteration = standing.iteration + 1
    newest = network_of(iteration.astype(float))
    past = training.with_newest(standing.past, newest, iteration, SMALL)
    learner = standing.learner._replace(network=newest, averaged=newest)
    return standing._replace(learner=learner, past=past, iteration=iteration), REPORT


@pytest.fixture
def trainer(tmp_path: Path) -> Any:
    pretender: Any = Trainer(games.find("pied_piper"), 2, SMALL, tmp_path / "run")
    pretender.new, pretender._compiled = at_first, once_more
    return pretender


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Nothing more finds a place from now on."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    return lambda: monkeypatch.setattr(os, "fsync", full)


def names_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


# --- the recipe ----------------------------------------------------------------------------------


def test_a_recipe_is_written_once(trainer: Any) -> None:
    trainer.train(iterations=1)
    recipe = trainer.run / "recipe.json"
    before = recipe.stat()
    trainer.train(iterations=2)
    assert (recipe.stat().st_ino, recipe.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_recipe_that_found_no_place_is_not_there(
    trainer: Any, full_disk: Callable[[], None]
) -> None:
    full_disk()
    with pytest.raises(OSError, match="No space left"):
        trainer.train(iterations=1)
    assert names_in(trainer.run) == []


# --- the curve -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        pytest.param(None, [], id="missing"),
        pytest.param([""], [], id="empty"),
        pytest.param([HEAD[:20]], [], id="torn heading"),
        pytest.param([HEAD, *LINES[:2], "3"], [1, 2], id="torn line"),
        pytest.param([HEAD, *LINES[:2], f"{LINES[2][:-3]}0.1"], [1, 2], id="torn last number"),
        pytest.param([HEAD, *LINES[:2], "3,0.5", ""], [1, 2], id="short line"),
        pytest.param([HEAD, *LINES[:2], "\0\0", LINES[2], ""], [1, 2, 3], id="no line"),
        pytest.param([HEAD, *LINES, ""], [1, 2, 3], id="overlong"),
    ],
)
def test_a_run_goes_on_with_the_whole_lines_of_its_curve(
    trainer: Any, found: list[str] | None, kept: list[int]
) -> None:
    trainer.train(iterations=3)
    curve = trainer.run / "curve.csv"
    if found is None:
        curve.unlink()
    else:
        curve.write_text("\n".join(found))
    trainer.train(iterations=4)
    assert read_curve(trainer.run)["iteration"] == [*kept, 4]


def test_a_run_that_stopped_before_its_first_checkpoint_begins_its_curve_anew(trainer: Any) -> None:
    def stop(progress: Progress) -> None:
        if progress.iteration == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trainer.train(iterations=4, tell=stop)
    trainer.train(iterations=2)
    assert read_curve(trainer.run)["iteration"] == [1, 2]


# --- the checkpoint ------------------------------------------------------------------------------


def test_a_checkpoint_that_finds_no_place_leaves_the_one_before(
    trainer: Any, full_disk: Callable[[], None]
) -> None:
    standing = trainer.train(iterations=1)
    names, before = names_in(trainer.run), (trainer.run / "checkpoint.npz").read_bytes()
    full_disk()
    with pytest.raises(OSError, match="No space left"):
        trainer.save(once_more(standing, None)[0])
    assert names_in(trainer.run) == names
    assert (trainer.run / "checkpoint.npz").read_bytes() == before


def test_a_checkpoint_asks_for_nothing_but_its_arrays(
    trainer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NumPy 2.0 keeps whatever has a name as one more array, and such a run could not go on."""
    savez = np.savez

    def as_then(file: Any, **arrays: Any) -> None:
        assert all(isinstance(array, np.ndarray) for array in arrays.values())
        savez(file, **arrays)

    monkeypatch.setattr(np, "savez", as_then)
    trainer.train(iterations=1)
    assert int(trainer.train(iterations=2).iteration) == 2


@pytest.mark.parametrize(
    "damaged",
    [
        lambda whole: b"",
        lambda whole: b"rats",
        lambda whole: whole[:500],
        lambda whole: whole.replace(b"0.npy", b"x.npy"),
        lambda whole: whole.replace(b"NUMPY", b"RATSY"),
    ],
    ids=["empty", "foreign", "cut", "one missing", "one damaged"],
)
def test_a_checkpoint_that_is_not_whole_is_told(
    trainer: Any, damaged: Callable[[bytes], bytes]
) -> None:
    trainer.train(iterations=1)
    checkpoint = trainer.run / "checkpoint.npz"
    checkpoint.write_bytes(damaged(checkpoint.read_bytes()))
    with pytest.raises(BrokenCheckpoint, match=r"checkpoint\.npz cannot be read: delete it"):
        trainer.train(iterations=2)
    checkpoint.unlink()
    assert int(trainer.train(iterations=2).iteration) == 2


@pytest.mark.parametrize(
    "other",
    [lambda: at_first(5), lambda: at_first()._replace(tables=(jnp.zeros((16, 4)), jnp.zeros(16)))],
    ids=["shape", "number"],
)
def test_a_checkpoint_of_other_planes_is_another_run(
    trainer: Any, other: Callable[[], RunState]
) -> None:
    trainer.train(iterations=1)
    trainer.new = other
    with pytest.raises(RunMismatch, match="another game or recipe"):
        trainer.train(iterations=2)


# --- networks of the past ------------------------------------------------------------------------


def test_the_past_that_is_measured_against_is_the_oldest_that_is_kept(
    trainer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_MATCHES", 1)
    trainer._measure = lambda _network, other, *_: other.value.bias[0]
    standing, met = at_first(), []
    for _ in range(EVERY * KEPT * 3):
        standing, _ = once_more(standing, None)
        met.append(trainer.measure(standing)[1])
    assert met == [0, 0, 0, 0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14]
