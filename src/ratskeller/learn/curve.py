"""The curve of a run, `curve.csv`: a line an iteration. Reading it needs no JAX."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

CURVE: Final = "curve.csv"

COLUMNS: Final = (
    "iteration",
    "seconds",
    "decisions",
    "policy_loss",
    "value_loss",
    "entropy",
    "against_random",  # mean reward of a seat; nan where it was not looked at
    "against_past",
)


def read_curve(run: Path) -> dict[str, Sequence[float]]:
    """The columns of the curve of a run, each as long as there are iterations."""
    with (run / CURVE).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {name: [float(row[name]) for row in rows] for name in COLUMNS}
