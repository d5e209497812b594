"""Crumbs in words; a language without a catalogue shows the English sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ratskeller.core.game import GameEvent, Outcome, View
from ratskeller.words.speech import GameWords
from tests.crumbs import State, Take, Taken


class CrumbsWords(GameWords[State, Take]):
    title = "Crumbs"
    blurb = "Take the last crumb!"

    def seat_name(self, seat: int) -> str:
        return f"Mouse {seat + 1}"

    def event(self, event: GameEvent, names: Sequence[str], viewer: int | None) -> str:
        assert isinstance(event, Taken)
        return f"{names[event.seat]} takes {event.crumbs}."

    def ending(
        self, outcome: Outcome, names: Sequence[str], viewer: Any = None, view: Any = None
    ) -> str:
        return f"{names[outcome.winners[0]]} takes the last crumb and wins."

    def ask(self, view: View[State], names: Sequence[str] | None = None) -> str:
        return "Take one, two or three crumbs."

    def action(self, view: View[State], action: Take) -> str:
        return f"Take {action.crumbs}"


WORDS = CrumbsWords
