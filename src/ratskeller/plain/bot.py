"""A judgement that knows the end of a match and nothing before it.

So a greedy bot takes a win that its own turn can reach and plays at random otherwise, and a search
counts on what it can follow to the end.
"""

from __future__ import annotations

from collections.abc import Callable

from ratskeller.core.game import AnyGame, GameState, Seat


def judge(game: AnyGame) -> Callable[[GameState, Seat], float]:
    """1 for a match that the seat has won, -1 for a lost one, 0 while it goes on."""

    def judged(state: GameState, seat: Seat) -> float:
        outcome = game.outcome(state)
        if outcome is None:
            return 0.0
        return 1.0 if seat in outcome.winners else -1.0

    return judged
