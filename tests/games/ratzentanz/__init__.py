"""What Ratzentanz shows and says."""

from __future__ import annotations

from ratskeller.core.game import View
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import State


def own(state: State) -> View[State]:
    """What the player sees whose turn it is."""
    return GAME.conceal(state, state.seat)
