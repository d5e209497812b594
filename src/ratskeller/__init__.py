"""Ratskeller: a table for games about rats.

>>> import ratskeller
>>> ratskeller.games.shelf()
('first_rat', 'pied_piper', 'ratzentanz')
>>> match = ratskeller.new("pied_piper", seats=4, seed=1284)
>>> match.to_act
0

`new`, `load`, `show`, `bot`, `rate`, `analyse` and `simulate` are the front door (`front`); `games` is the
shelf, a package: `games.shelf()` lists the ids, `games.find(id)` gives the rules.
"""

from __future__ import annotations

from ratskeller import games
from ratskeller.bots import Bot, Budget
from ratskeller.core.game import (
    CHANCE,
    AnyGame,
    AnyView,
    BadNotation,
    GameAction,
    Outcome,
    Refusal,
    Refused,
    View,
)
from ratskeller.core.match import BadFile, Player
from ratskeller.front import (
    BadOption,
    Match,
    RatedMove,
    analyse,
    bot,
    load,
    new,
    rate,
    seal_of,
    show,
    simulate,
)

__all__ = [
    "CHANCE",
    "AnyGame",
    "AnyView",
    "BadFile",
    "BadNotation",
    "BadOption",
    "Bot",
    "Budget",
    "GameAction",
    "Match",
    "Outcome",
    "Player",
    "RatedMove",
    "Refusal",
    "Refused",
    "View",
    "analyse",
    "bot",
    "games",
    "load",
    "new",
    "rate",
    "seal_of",
    "show",
    "simulate",
]
__version__ = "0.1.0"
