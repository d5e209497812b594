"""Cards as counts of each kind."""

from __future__ import annotations

from typing import Final

from ratskeller.games.pied_piper.rules.state import KINDS, Counts

EMPTY: Final = (0,) * KINDS  # no cards; of Characters there are as many kinds


def sum_of(left: Counts, right: Counts) -> Counts:
    return tuple([a + b for a, b in zip(left, right, strict=True)])
