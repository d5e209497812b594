"""The turns that are worth thinking about: the best ways to play the decisions up to somebody
else's, found layer by layer, with the most promising positions of each kept.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from ratskeller.bots import Evaluate
from ratskeller.core.game import AnyGame, GameAction, GameState, Seat

Actions: TypeAlias = tuple[GameAction, ...]
"""The decisions of a turn, in order."""


class Scope(Struct, frozen=True):
    """How widely turns are looked for."""

    beam: int  # positions of each layer that are followed up
    turns: int  # that come out


_LONGEST: Final = 40  # decisions; a turn that is longer counts as it stands


def best_turns(
    game: AnyGame, evaluate: Evaluate, state: GameState, seat: Seat, scope: Scope
) -> tuple[dict[Actions, GameState], int]:
    """Turns with the states they end in, best first, and how many positions were looked at.

    Two orders of the same decisions lead to the same state and are one turn.
    """
    to_act, looked = game.to_act, 0
    ends: dict[GameState, Actions] = {}
    layer: dict[GameState, Actions] = {state: ()}
    for _ in range(_LONGEST):
        found: dict[GameState, Actions] = {}
        for before, actions in layer.items():
            legal = game.legal(before)
            looked += len(legal)
            for action in legal:
                found.setdefault(game.play(before, action), (*actions, action))
        ends |= {end: actions for end, actions in found.items() if to_act(end) != seat}
        layer = {after: actions for after, actions in found.items() if to_act(after) == seat}
        if not layer:
            break
        if len(layer) > scope.beam:  # a judgement costs more than a move: only where it is needed
            layer = _best(layer, evaluate, seat, scope.beam)
    best = _best(ends | layer, evaluate, seat, scope.turns)
    return {actions: end for end, actions in best.items()}, looked


def _best(
    found: dict[GameState, Actions], evaluate: Evaluate, seat: Seat, count: int
) -> dict[GameState, Actions]:
    ranked = sorted(found, key=lambda end: evaluate(end, seat), reverse=True)
    return {end: found[end] for end in ranked[:count]}
