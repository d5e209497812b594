r"""The bot that looks to the end of its own turn and takes what its evaluation likes best.

It imagines a world that its view allows, tries the ways of playing its turn there, and values what
it finds where its turn ends or chance comes in. Each game says in `bot.evaluate(state, seat)` what
a position is worth.

The decisions of a turn are looked at layer by layer:

    first decision     a      b      c        each position remembers by which first decisions it
                      / \    / \     |        can be reached, so that two orders of the same moves
    second           .   \  /   .    .        are looked at once
                          ab
    turn ends             ab = the best that a and b can come to?

A turn with more positions than the budget allows is thinned out: of each layer only the positions
go on that the evaluation likes best, some for each of the first decisions where those are few. A
game with many moves of which few are worth a second look can say so: `bot.WIDTH` positions go on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeAlias

from ratskeller.bots import Budget, Evaluate
from ratskeller.bots.worth import squash
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat
from ratskeller.games.parts import game_judging

_NODES: Final = 20_000  # positions for one decision, where the budget leaves it open
_LAYERS: Final = 8  # a layer gets this share of the budget; few turns are longer
_WORLDS: Final = 6  # it judges in that many and takes the mean: one could be an odd one

Layer: TypeAlias = dict[GameState, int]
"""Positions with a bit mask of the first decisions that lead to them."""


class GreedyBot:
    def __init__(self, game: AnyGame, evaluate: Evaluate | None = None) -> None:
        self.game = game
        judging = game_judging(game)
        self.evaluate = evaluate or judging.evaluate
        self.width, self.scale = judging.width, judging.scale

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        assert view.viewer is not None
        if len(legal) == 1:
            return legal[0]
        values = self.values(self.game.imagine(view, rng), legal, view.viewer, budget)
        best = max(values)
        return rng.choice([a for a, value in zip(legal, values, strict=True) if value == best])

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[float]:
        """The mean of what it can reach in a few worlds that the view allows."""
        assert view.viewer is not None
        totals = [0.0] * len(legal)
        for _ in range(_WORLDS):
            world = self.game.imagine(view, rng)
            values = self.values(world, legal, view.viewer, budget)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
        return [squash(total / (self.scale * _WORLDS)) for total in totals]

    def leanings(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[float]:
        """What it can reach, in one world as when it chooses, in the log-odds of a win."""
        assert view.viewer is not None
        values = self.values(self.game.imagine(view, rng), legal, view.viewer, budget)
        return [value / self.scale for value in values]

    def values(
        self, world: GameState, legal: Sequence[GameAction], seat: Seat, budget: Budget
    ) -> list[float]:
        """For each legal action the best value the seat can reach by its own decisions."""
        game = self.game
        layer: Layer = {}
        for number, action in enumerate(legal):
            _reach(layer, game.play(world, action), 1 << number)
        best = [-float("inf")] * len(legal)
        allowed = budget.nodes or _NODES
        nodes = allowed - len(legal)
        size = int(min(self.width, max(1, allowed // _LAYERS)))
        while layer:
            open_ends = self._settle(layer, seat, best, go_on=nodes > 0)
            if len(open_ends) > size:
                open_ends = self._thin_out(open_ends, seat, best, size)
            layer = {}
            for state, firsts in open_ends.items():
                for action in game.legal(state):
                    _reach(layer, game.play(state, action), firsts)
                    nodes -= 1
        return best

    def _settle(self, layer: Layer, seat: Seat, best: list[float], *, go_on: bool) -> Layer:
        """Value the positions where the turn is over, or all if it cannot go on; the others."""
        to_act = self.game.to_act
        open_ends: Layer = {}
        for state, firsts in layer.items():
            if go_on and to_act(state) == seat:
                open_ends[state] = firsts
            else:
                _raise(best, firsts, self.evaluate(state, seat))
        return open_ends

    def _thin_out(self, layer: Layer, seat: Seat, best: list[float], size: int) -> Layer:
        """The positions that promise most. What goes no further counts as it stands."""
        values = {state: self.evaluate(state, seat) for state in layer}
        ranked = sorted(layer, key=values.__getitem__, reverse=True)
        kept = set(_first(ranked, size, values))
        # So many for each first decision, where these are few. Else a die that is carried out first
        # would never be followed up to the better use of the other.
        share = size // len(best)
        for number in range(len(best) if share else 0):
            of_this = [state for state in ranked if layer[state] >> number & 1]
            kept.update(_first(of_this, share, values))
        for state in ranked:
            if state not in kept:
                _raise(best, layer[state], values[state])
        return {state: layer[state] for state in ranked if state in kept}


def _first(
    ranked: Sequence[GameState], count: int, values: dict[GameState, float]
) -> Sequence[GameState]:
    """The best so many, and who is as good as the last of them: where a thing stands is no merit."""
    if len(ranked) <= count:
        return ranked
    least = values[ranked[count - 1]]
    return [state for state in ranked if values[state] >= least]


def _reach(layer: Layer, state: GameState, firsts: int) -> None:
    layer[state] = layer.get(state, 0) | firsts


def _raise(best: list[float], firsts: int, value: float) -> None:
    """Note a value for every first decision that leads to it."""
    while firsts:
        number = firsts.bit_length() - 1
        firsts &= ~(1 << number)
        best[number] = max(best[number], value)
