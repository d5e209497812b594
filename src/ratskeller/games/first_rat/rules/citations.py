"""The rule that each event of First Rat follows from, so that a line of the log can be looked up.

One rule a type, or one a cause: an event's `cause` says which of several rules brought it about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.games.first_rat.rules import state

RULES: Final[Mapping[type[GameEvent], str | Mapping[str, str]]] = {
    state.TileLaid: "FR-02",
    state.StripLaid: "FR-03",
    state.ItemStocked: "FR-05",
    state.ComicStocked: "FR-05",
    state.TurnBegan: "FR-06",
    state.MoveSkipped: "FR-18",
    state.Spent: {
        "shortcut": "FR-15",
        "booth": "FR-40",
        "part": "FR-50",
        "discount": "FR-53",
        "donation": "FR-50",
    },
    state.RatMoved: {
        "plain": "FR-10",
        "neil": "FR-65",
        "lola": "FR-66",
        "legs": "FR-62",
        "colours": "FR-63",
        "free": "FR-60",
        "shortcut": "FR-15",
        "launchpad": "FR-14",
    },
    state.MouldTaken: "FR-17",
    state.TollPaid: "FR-16",
    state.MovingDone: {"goods": "FR-20", "launchpad": "FR-14"},
    state.GoodsLeft: "FR-20",
    state.ExtraChosen: "FR-23",
    state.DrinkUsed: "FR-24",
    state.DrinkSaved: "FR-24",
    state.Gained: {
        "space": "FR-20",
        "light": "FR-21",
        "pack": "FR-23",
        "arnold": "FR-67",
        "drink": "FR-24",
    },
    state.LightMoved: "FR-26",
    state.BulbsLost: "FR-26",
    state.BurrowMoved: "FR-27",
    state.MarkerPlaced: {
        "thruster": "FR-50",
        "cargo": "FR-50",
        "cockpit": "FR-50",
        "provisions": "FR-50",
        "lights": "FR-26",
        "stored_food": "FR-30",
        "rocket": "FR-52",
    },
    state.MarkerMissing: {"lights": "FR-51", "stored_food": "FR-30", "rocket": "FR-52"},
    state.ComicTaken: "FR-28",
    state.ComicDeclined: "FR-28",
    state.TokenPlaced: "FR-64",
    state.RatRaised: {"nursery": "FR-29", "launchpad": "FR-25"},
    state.RatLetSleep: "FR-29",
    state.AwardTaken: "FR-25",
    state.ItemTaken: {"bought": "FR-40", "stolen": "FR-41", "free": "FR-68"},
    state.RatSentHome: "FR-41",
    state.BoothsPassed: "FR-40",
    state.TurnEnded: "FR-06",
    state.RattronautSeated: {"plain": "FR-54", "neil": "FR-65"},
    state.LastRoundSet: {"rocket": "FR-80", "markers": "FR-80"},
    state.ExtraRoundBegan: "FR-51",
    state.GameOver: {"rocket": "FR-80", "markers": "FR-80", "stuck": "FR-83"},
}
