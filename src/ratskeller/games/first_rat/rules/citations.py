"""The rule that each event of First Rat follows from, so that a line of the log can be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.games.first_rat.rules import state

RULES: Final[Mapping[type[GameEvent], str]] = {
    state.TileLaid: "FR-02",
    state.StripLaid: "FR-03",
    state.ItemStocked: "FR-05",
    state.ComicStocked: "FR-05",
    state.TurnBegan: "FR-10",
    state.MoveSkipped: "FR-18",
    state.Spent: "FR-15",
    state.RatMoved: "FR-10",
    state.MouldTaken: "FR-17",
    state.TollPaid: "FR-16",
    state.MovingDone: "FR-13",
    state.GoodsLeft: "FR-20",
    state.ExtraChosen: "FR-23",
    state.DrinkUsed: "FR-24",
    state.DrinkSaved: "FR-24",
    state.Gained: "FR-20",
    state.LightMoved: "FR-26",
    state.BulbsLost: "FR-26",
    state.BurrowMoved: "FR-27",
    state.MarkerPlaced: "FR-50",
    state.MarkerMissing: "FR-51",
    state.ComicTaken: "FR-28",
    state.ComicDeclined: "FR-28",
    state.TokenPlaced: "FR-64",
    state.RatRaised: "FR-29",
    state.RatLetSleep: "FR-29",
    state.AwardTaken: "FR-25",
    state.ItemTaken: "FR-40",
    state.RatSentHome: "FR-41",
    state.BoothsPassed: "FR-40",
    state.TurnEnded: "FR-54",
    state.RattronautSeated: "FR-54",
    state.LastRoundSet: "FR-80",
    state.ExtraRoundBegan: "FR-80",
    state.GameOver: "FR-80",
}
