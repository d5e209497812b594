"""Matches are spread over several devices, and what is learned does not hang on how many there are."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np
import pytest

from ratskeller import games
from ratskeller.learn.devices import UnevenMatches
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.trainer import Trainer
from tests.learn.spread import DEVICES, ITERATIONS, MATCHES

pytestmark = pytest.mark.heavy

LAST_DIGITS = 1e-6
"""Four devices add sums up in another order than one. Weights are near 1 and have 7 digits; a step is 0.004."""


def test_four_devices_and_one_learn_the_same(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.learn.spread", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lying = json.loads(done.stdout.splitlines()[-1])
    assert lying["tables"]
    assert all(row == [DEVICES, MATCHES, MATCHES // DEVICES] for row in lying["tables"])
    assert all(row == [DEVICES, 2, 2] for row in lying["past"])  # two networks, whole on each

    for other in ("one", "moved"):
        assert np.allclose(curve(tmp_path / "four"), curve(tmp_path / other), atol=2e-5)
        pairs = list(zip(leaves(tmp_path / "four"), leaves(tmp_path / other), strict=True))
        assert len(pairs) > 40
        for mine, theirs in pairs:
            if np.issubdtype(mine.dtype, np.floating):
                assert np.allclose(mine, theirs, rtol=0, atol=LAST_DIGITS)
            else:  # who stands where
                assert np.array_equal(mine, theirs)


def curve(run: Path) -> list[list[float]]:
    """All but the seconds; and the numbers of a yardstick that was not laid."""
    lines = (run / "curve.csv").read_text().splitlines()[1:]
    assert len(lines) == ITERATIONS
    return [[float(value) for value in line.split(",")[2:6]] for line in lines]


def leaves(run: Path) -> list[np.ndarray]:
    """All that the next iteration hangs on, but for the seconds, which come last."""
    with np.load(run / "checkpoint.npz") as found:
        return [found[str(number)] for number in range(len(found.files) - 1)]


def test_matches_that_devices_cannot_share_are_refused_with_a_sentence(tmp_path: Path) -> None:
    three = [jax.devices()[0]] * 3
    with pytest.raises(UnevenMatches, match="64 matches cannot be shared out evenly among 3"):
        Trainer(games.find("pied_piper"), 2, TrainingRecipe(matches=64), tmp_path, three)
