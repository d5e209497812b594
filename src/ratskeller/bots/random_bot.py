"""The bot that plays anything: the floor that every other bot is measured from."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ratskeller.bots import Budget
from ratskeller.core.game import AnyView, GameAction


class RandomBot:
    def choose(
        self,
        view: AnyView,  # noqa: ARG002
        legal: Sequence[GameAction],
        budget: Budget,  # noqa: ARG002
        rng: random.Random,
    ) -> GameAction:
        return rng.choice(legal)
