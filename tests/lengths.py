"""How long the long runs are: a short run of each in `make test`, a long one in `make nightly`.

Both are the same code. What grows with the luck that is tried (laws, leaks, nonsense) asks here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, Final

NIGHTLY: Final = bool(os.environ.get("RATSKELLER_NIGHTLY"))


def often(short: int, nightly: int) -> int:
    """How often something is tried."""
    return nightly if NIGHTLY else short


def thinned(*axes: Iterable[Any], whole: bool = NIGHTLY) -> list[tuple[Any, ...]]:
    """By night every value with every other; by day as many rows as the longest axis has values,
    with every value of every axis in one of them at least.
    """
    values: list[Sequence[Any]] = [list(axis) for axis in axes]
    if whole:
        return list(product(*values))
    return [tuple(axis[row % len(axis)] for axis in values) for row in range(max(map(len, values)))]
