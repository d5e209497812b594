"""The bot that looks to the end of its own turn and takes what its evaluation likes best.

It imagines a world that its view allows, tries every way of playing its turn there (as far as its
budget of positions goes), and values what it finds where its turn ends or chance comes in. Each
game says in `bot.evaluate(state, seat)` what a position is worth.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ratskeller import games
from ratskeller.bots import Budget, Evaluate
from ratskeller.core.game import Game, Seat, View


class GreedyBot:
    def __init__(self, game: Game[Any, Any], evaluate: Evaluate | None = None) -> None:
        self.game = game
        self.evaluate: Evaluate = evaluate or games.part(game.meta.id, "bot").evaluate

    def choose(
        self, view: View[Any], legal: Sequence[Any], budget: Budget, rng: random.Random
    ) -> Any:
        assert view.viewer is not None
        if len(legal) == 1:
            return legal[0]
        world = self.game.imagine(view, rng)
        share = max(1, budget.nodes // len(legal))
        values = [self._best(self.game.play(world, a), view.viewer, share) for a in legal]
        best = max(values)
        return rng.choice([a for a, value in zip(legal, values, strict=True) if value == best])

    def _best(self, state: Any, seat: Seat, nodes: int) -> float:
        """The best value the seat can reach by its own decisions from here."""
        if nodes <= 1 or self.game.to_act(state) != seat:
            return self.evaluate(state, seat)
        legal = self.game.legal(state)
        share = nodes // len(legal)
        return max(self._best(self.game.play(state, action), seat, share) for action in legal)
