"""What First Rat shows and says."""

from __future__ import annotations

from ratskeller.core.game import View
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import State


def own(state: State) -> View[State]:
    """What the player sees whose turn it is."""
    return GAME.conceal(state, state.mover)
