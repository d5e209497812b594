"""The rule that each event of Ratzentanz follows from, by its cause where there are several.

So a line of the log can be looked up: the rule is the one whose text speaks of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.games.ratzentanz.rules import state

RULES: Final[Mapping[type[GameEvent], str | Mapping[str, str]]] = {
    state.StartThrown: "RT-04",
    state.StartTied: "RT-04",
    state.Starts: "RT-04",
    state.Thrown: "RT-10",
    state.DieChosen: "RT-10",
    state.Lapsed: {
        rule: rule for rule in ("RT-11", "RT-14", "RT-51", "RT-76", "RT-60", "RT-80", "RT-85")
    },
    state.Passed: {"number": "RT-11", "symbol": "RT-85"},
    state.PutDown: "RT-102",
    state.SatOn: {
        "after the walk": "RT-101",
        "before the walk": "RT-102",
        "robbery": "RT-108",
    },
    state.LeftLying: "RT-101",
    state.Walked: {"number": "RT-20", "2x": "RT-50", "running on": "RT-52"},
    state.Surfaced: {"canal": "RT-30", "stairs": "RT-40"},
    state.Mirrored: "RT-40",
    state.Stored: {"walked home": "RT-107", "called home": "RT-90"},
    state.Lost: {"on a walk": "RT-63", "running on": "RT-65", "called home": "RT-88"},
    state.CatPut: "RT-75",
    state.PiperPut: "RT-60",
    state.FlutePlayed: "RT-70",
    state.Born: "RT-80",
    state.Fetched: "RT-86",
    state.Evicted: "RT-89",
    state.TurnEnded: "RT-04",
    state.GameOver: {"kinds": "RT-120", "turn_cap": "RT-122"},
}
