"""Information-set tree search: think about many worlds at once, and keep one tree for all of them.

Each round imagines a world that the view allows, walks down the tree with what is legal in that
world, adds a position, values it and carries the value back up. The tree is keyed by decisions only:
what chance or a hidden card brings differs from round to round, so a position's value is the mean
over what the searcher cannot know. Generic over the contract; a game adds `bot.evaluate`.

Many players: each keeps its own value, and whoever decides goes for its own. Long lists of moves are
opened gradually, best first by the game's judgement (progressive widening).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

from ratskeller import games
from ratskeller.bots import Budget, Evaluate
from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, Game, Seat, View

_NODES: Final = 4000  # positions for one decision, where the budget leaves it open
_CURIOSITY: Final = 0.5  # how much an untried move attracts
_OPEN_AT_FIRST: Final = 4  # moves considered at a fresh position
_OPEN_MORE: Final = 1.5  # times the square root of its visits


class _Node:
    """A decision reached by the same choices, whatever chance brought in between."""

    __slots__ = ("children", "offered", "order", "value", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.value = 0.0  # summed, for the seat that chose to come here
        self.offered = 0  # rounds in which its parent could have come here
        self.children: dict[Any, _Node] = {}
        self.order: dict[Any, float] = {}  # first judgement of each move, for widening


class SearchBot:
    def __init__(self, game: Game[Any, Any], evaluate: Evaluate | None = None) -> None:
        self.game = game
        module = games.part(game.meta.id, "bot")
        self.evaluate: Evaluate = evaluate or module.evaluate
        self.scale: float = getattr(module, "SCALE", 1.0)

    def choose(
        self, view: View[Any], legal: Sequence[Any], budget: Budget, rng: random.Random
    ) -> Any:
        if len(legal) == 1:
            return legal[0]
        root = self.think(view, budget, rng)
        return max(legal, key=lambda action: self._standing(root, action))

    def think(self, view: View[Any], budget: Budget, rng: random.Random) -> _Node:
        """Grow a tree until the budget of positions is spent."""
        root = _Node()
        spent = 0
        while spent < (budget.nodes or _NODES):
            spent += self._round(root, self.game.imagine(view, rng), rng)
        return root

    @staticmethod
    def _standing(root: _Node, action: Any) -> tuple[int, float]:
        node = root.children.get(action)
        return (node.visits, node.value / node.visits) if node and node.visits else (0, 0.0)

    def _round(self, root: _Node, state: Any, rng: random.Random) -> int:
        """One walk down the tree and back; how many positions it looked at."""
        game, node, way, looked = self.game, root, [], 1
        while True:
            while (mover := game.to_act(state)) == CHANCE:
                state = game.play(state, roll(game, state, rng))
            if mover is None:
                break
            legal = game.legal(state)
            looked += self._judge(node, state, legal, mover)
            action = self._select(node, legal)
            child = node.children.get(action)
            fresh = child is None
            if child is None:
                child = node.children[action] = _Node()
            way.append((child, mover))
            node, state = child, game.play(state, action)
            if fresh:
                break
        rewards = self._rewards(state, {mover for _, mover in way})
        root.visits += 1
        for child, mover in way:
            child.visits += 1
            child.value += rewards[mover]
        return looked

    def _judge(self, node: _Node, state: Any, legal: Sequence[Any], mover: Seat) -> int:
        """First judgements of moves that were not offered here before."""
        order = node.order
        new = [action for action in legal if action not in order]
        for action in new:
            order[action] = self.evaluate(self.game.play(state, action), mover)
        return len(new)

    def _select(self, node: _Node, legal: Sequence[Any]) -> Any:
        """The move with the best mix of value and neglect among those that are open."""
        order, children = node.order, node.children
        width = max(_OPEN_AT_FIRST, int(_OPEN_MORE * math.sqrt(node.visits)))
        candidates = sorted(legal, key=order.__getitem__, reverse=True)[:width]
        best, best_score = candidates[0], -math.inf
        for action in candidates:
            child = children.get(action)
            if child is None:
                return action
            child.offered += 1
            neglect = math.sqrt(math.log(child.offered + 1) / child.visits)
            score = child.value / child.visits + _CURIOSITY * neglect
            if score > best_score:
                best, best_score = action, score
        return best

    def _rewards(self, state: Any, movers: set[Seat]) -> dict[Seat, float]:
        """What a position is worth to each seat that had a say, between 0 and 1."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            share = 1 / len(outcome.winners)
            return {seat: share if seat in outcome.winners else 0.0 for seat in movers}
        return {seat: _squash(self.evaluate(state, seat) / self.scale) for seat in movers}


def _squash(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
