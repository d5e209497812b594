"""The rule that each event of The Pied Piper follows from, so that a line of the log can be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.games.pied_piper.rules import state

RULES: Final[Mapping[type[GameEvent], str]] = {
    state.FigureEntered: "PP-05",
    state.CharacterTurnedUp: "PP-34",
    state.PipersSetAside: "PP-07",
    state.PipersReturned: "PP-07",
    state.CardDrawn: "PP-63",
    state.TurnBegan: "PP-63",
    state.CardPlaced: "PP-63",
    state.CardRevealed: "PP-52",
    state.CharacterActivated: "PP-64",
    state.HouseCrossed: "PP-23",
    state.HousePassedUnder: "PP-65",
    state.NothingMoved: "PP-26",
    state.HouseLeft: "PP-14",
    state.TrackersClaimed: "PP-15",
    state.TrackersSetAside: "PP-16",
    state.HandDiscarded: "PP-18",
    state.CharacterDiscarded: "PP-34",
    state.CharactersReshuffled: "PP-35",
    state.ActionsReshuffled: "PP-35",
    state.GameOver: "PP-19",
}
