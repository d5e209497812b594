"""The rule that each event of The Pied Piper follows from, so that a line of the log can be looked up.

Where one type of event follows from several rules, its cause says which.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.games.pied_piper.rules import state

CITED: Final[Mapping[type[GameEvent], str | Mapping[str, str]]] = {
    state.FigureEntered: {"gap": "PP-05", "second": "PP-62"},
    state.CharacterTurnedUp: {"first_line": "PP-07", "clean_up": "PP-34", "rugrats": "PP-41"},
    state.PipersSetAside: "PP-07",
    state.PipersReturned: "PP-07",
    state.CardDrawn: {"deal": "PP-01", "first_turn": "PP-33", "refill": "PP-63"},
    state.TurnBegan: {"start": "PP-06", "on_the_right": "PP-63", "after_fled": "PP-17"},
    state.CardPlaced: {
        "turn": "PP-63",
        "first_turn": "PP-33",
        "face_down": "PP-50",
        "rugrats": "PP-40",
    },
    state.CardRevealed: "PP-52",
    state.CharacterActivated: {
        "basic": "PP-64",
        "rugrats": "PP-40",
        "plus": "PP-27",
        "plus_back": "PP-21",
        "plus_sewer": "PP-20",
        "around": "PP-28",  # back to the gap where it began
        "melody": "PP-24",
        "melody_elsewhere": "PP-22",  # with Back or Sewer, or on the Piper's card
        "melody_alone": "PP-25",
    },
    state.HouseCrossed: {
        "rat": "PP-65",
        "piper": "PP-29",
        "group": "PP-23",
        "neutral": "PP-60",
        "empty": "PP-03",
        "full": "PP-04",
    },
    state.HousePassedUnder: {"alone": "PP-65", "plus": "PP-20", "group": "PP-22"},
    state.NothingMoved: "PP-26",
    state.HouseLeft: {"full": "PP-14", "several": "PP-12"},
    state.TrackersClaimed: "PP-15",
    state.TrackersSetAside: {"own": "PP-16", "later": "PP-17"},
    state.HandDiscarded: {"out": "PP-18", "too_early": "PP-42"},
    state.CharacterDiscarded: {
        "clean_up": "PP-34",
        "two_specials": "PP-26",
        "rugrats": "PP-41",
    },
    state.CharactersReshuffled: "PP-35",
    state.ActionsReshuffled: "PP-35",
    state.GameOver: {
        "two_left": "PP-19",
        "tie": "PP-66",
        "roof": "PP-13",
        "turn_cap": "PP-68",
    },
}
