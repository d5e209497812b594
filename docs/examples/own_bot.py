"""A bot of one's own against greedy, and what it thinks of a position.

python docs/examples/own_bot.py
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import ratskeller
from ratskeller import AnyGame, AnyView, Budget, GameAction


class Hasty:
    """Plays whatever leaves the fewest answers for the next decision."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        worths = self.judge(view, legal, budget, rng)
        return legal[worths.index(max(worths))]

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], _budget: Budget, rng: random.Random
    ) -> list[float]:
        world = self.game.imagine(view, rng)  # a whole state that the view allows
        return [1 / (1 + len(self.game.legal(self.game.play(world, move)))) for move in legal]


if __name__ == "__main__":
    match = ratskeller.new("pied_piper", seats=2, seed=1284)
    for move in ratskeller.rate(match, Hasty)[:3]:
        print(move)
    report = ratskeller.simulate("pied_piper", [Hasty, "greedy"], matches=20)
    print(f"wins of {report.bots[0]} and {report.bots[1]}, a return in points: {report.wins}")
