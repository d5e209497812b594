"""A process of its own for `test_devices.py`: a processor stands for four devices only if that is said before JAX starts.

It trains the same on all four, on one alone, and on one from where the four were interrupted, and prints how the
tables and the network of the four lay.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from shutil import copytree

DEVICES, MATCHES, ITERATIONS, INTERRUPTED = 4, 64, 3, 2


def main(folder: Path) -> None:
    import jax

    from ratskeller import games
    from ratskeller.learn import trainer as training
    from ratskeller.learn.recipe import TrainingRecipe
    from ratskeller.learn.trainer import Progress, Trainer

    game = games.find("pied_piper")
    small = TrainingRecipe(
        matches=MATCHES, steps=8, minibatches=2, epochs=1, width=16, depth=2,
        half=False, past_every=1, past_kept=2, rate=4e-3,
    )  # fmt: skip

    def pull_the_plug(progress: Progress) -> None:
        if progress.iteration == INTERRUPTED:
            copytree(folder / "four", folder / "moved")

    training.SAVED = -1.0  # type: ignore[misc]  # each iteration is kept
    standing = Trainer(game, 2, small, folder / "four").train(
        iterations=ITERATIONS, tell=pull_the_plug
    )
    alone = Trainer(game, 2, small, folder / "one", jax.devices()[:1])
    alone.train(iterations=ITERATIONS)
    alone.run = folder / "moved"
    alone.train(iterations=ITERATIONS)

    def lying(arrays: object) -> list[tuple[int, int, int]]:
        """On how many devices each lies, how long it is, and how long on one of them."""
        leaves: list[jax.Array] = jax.tree.leaves(arrays)
        return [
            (len(a.sharding.device_set), len(a), len(a.addressable_shards[0].data)) for a in leaves
        ]

    print(json.dumps({"tables": lying(standing.tables), "past": lying(standing.past)}))


if __name__ == "__main__":
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = (
        f"--xla_force_host_platform_device_count={DEVICES} --xla_backend_optimization_level=0"
    )
    main(Path(sys.argv[1]))
