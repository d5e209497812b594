"""Players whose matches go where plain luck seldom does."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ratskeller.games.first_rat.rules.state import (
    LAUNCHPAD,
    NO_COMIC,
    Action,
    Build,
    Donate,
    Drink,
    Leave,
    Move,
    Steal,
    TakeComic,
)


def homely(rng: random.Random, legal: Sequence[Action]) -> Action:
    """It stays out of the rocket, steals, reads, drinks and builds: all things come to those who
    wait. One time in thirty it does as it likes.
    """
    if rng.random() > 1 / 30:
        for eager in (Steal, Build, Donate, TakeComic, Drink):
            found = [
                action
                for action in legal
                if isinstance(action, eager)
                and action not in (Drink(use=False), TakeComic(NO_COMIC))
            ]
            if found:
                return rng.choice(found)
    calm = [
        action
        for action in legal
        if not (
            isinstance(action, Leave) or (isinstance(action, Move) and action.space == LAUNCHPAD)
        )
    ]
    return rng.choice(calm or legal)
