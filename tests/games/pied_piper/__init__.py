"""What The Pied Piper shows and says."""

from __future__ import annotations

from ratskeller.core.game import View
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import State


def own(state: State) -> View[State]:
    """What the player sees whose turn it is."""
    return GAME.conceal(state, state.active)
