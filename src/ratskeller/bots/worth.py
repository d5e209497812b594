"""What bots say a move is worth, on a scale that all of them share."""

from __future__ import annotations

import math
from typing import Any, Final, Protocol

from msgspec import Struct

from ratskeller.core.game import GameAction

_SURE: Final = 30.0  # values beyond are as good as lost or won


class Worth(Protocol):
    """A number, or something that is compared by more than its number: the larger the better."""

    def __float__(self) -> float:
        """From 0, as good as lost, to 1, as good as won."""

    def __lt__(self, other: Any, /) -> bool: ...


class Judged(Struct, frozen=True):
    """An action by its number in the legal list, and what it is worth: 1 is as good as won.

    The plan is the whole turn that it begins, as far as the bot has thought of it. Only values of moves
    that were looked at evenly can be compared.
    """

    number: int
    value: float
    plan: tuple[GameAction, ...] = ()
    even: bool = True


def squash(value: float) -> float:
    """From a value without bounds to one between 0 and 1."""
    return 1 / (1 + math.exp(-max(-_SURE, min(_SURE, value))))


def log_odds(worth: float) -> float:
    """Back from a worth between 0 and 1 to the value that `squash` made it of."""
    least = squash(-_SURE)
    return math.log(max(worth, least) / max(1 - worth, least))
