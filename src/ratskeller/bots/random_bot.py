"""The bot that plays anything: the floor that every other bot is measured from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ratskeller.bots import Budget
from ratskeller.core.game import AnyView


class RandomBot:
    def choose(
        self,
        view: AnyView,  # noqa: ARG002
        legal: Sequence[Any],
        budget: Budget,  # noqa: ARG002
        rng: random.Random,
    ) -> Any:
        return rng.choice(legal)
