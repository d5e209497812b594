"""The curve of a run, `curve.csv`: a line an iteration. Reading it needs no JAX."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ratskeller.files import write_atomically

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


def cut_curve(run: Path, iteration: int) -> None:
    """The curve up to this iteration, as later ones are played again; where there is none yet, its heading.

    A line may lack its end, or be no line at all: a disk was full, or somebody pulled the plug.
    """
    file = run / CURVE
    text = file.read_text("utf-8", errors="replace") if file.exists() else ""
    whole, _, _ = text.rpartition("\n")
    kept = [line for line in whole.split("\n") if _is_of(line, iteration)]
    write_atomically(file, ("\n".join([",".join(COLUMNS), *kept]) + "\n").encode(), 0o644)


def _is_of(line: str, iteration: int) -> bool:
    """Whether it is a whole line, of this iteration or one before."""
    try:
        numbers = [float(number) for number in line.split(",")]
    except ValueError:
        return False
    return len(numbers) == len(COLUMNS) and numbers[0] <= iteration


def read_curve(run: Path) -> dict[str, Sequence[float]]:
    """The columns of the curve of a run, each as long as there are iterations."""
    with (run / CURVE).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {name: [float(row[name]) for row in rows] for name in COLUMNS}
