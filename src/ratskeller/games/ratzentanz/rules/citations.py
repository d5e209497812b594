"""The rule that each event of Ratzentanz follows from, so that a line of the log can be looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.games.ratzentanz.rules import state

RULES: Final[Mapping[type[GameEvent], str]] = {
    state.StartThrown: "RT-04",
    state.StartTied: "RT-04",
    state.Starts: "RT-04",
    state.Thrown: "RT-10",
    state.DieChosen: "RT-10",
    state.Lapsed: "RT-11",
    state.Passed: "RT-16",
    state.PutDown: "RT-102",
    state.SatOn: "RT-101",
    state.LeftLying: "RT-101",
    state.Walked: "RT-20",
    state.Surfaced: "RT-30",
    state.Mirrored: "RT-40",
    state.Stored: "RT-107",
    state.Lost: "RT-63",
    state.CatPut: "RT-75",
    state.PiperPut: "RT-60",
    state.FlutePlayed: "RT-70",
    state.Born: "RT-80",
    state.Fetched: "RT-86",
    state.Evicted: "RT-89",
    state.TurnEnded: "RT-10",
    state.GameOver: "RT-120",
}
