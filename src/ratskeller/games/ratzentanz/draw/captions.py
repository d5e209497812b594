"""The words on the drawn board of Ratzentanz: what `words.part` does not name already."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from ratskeller.core.game import Seat, View
from ratskeller.draw.table import Sign
from ratskeller.games.ratzentanz.draw.food import SEAT_TONES
from ratskeller.games.ratzentanz.rules.chips import collected, count, kinds_in
from ratskeller.games.ratzentanz.rules.state import (
    DOUBLE,
    KINDS,
    NOWHERE,
    RATS,
    Heap,
    Kind,
    State,
    Symbol,
)
from ratskeller.games.ratzentanz.rules.town import ALLEY
from ratskeller.games.ratzentanz.words.dice import face_name
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Names

_COUNTS: Final = 1024  # what stands beside a name changes with few steps


class Captions:
    """Everything written on the board in one language."""

    def __init__(self, words: RatzentanzWords) -> None:
        self.words = words
        self.ground = words.ground
        self._ = words.gettext
        self.ngettext = words.ngettext
        self._tones = words.game.worn(SEAT_TONES)
        self._counted = lru_cache(_COUNTS)(self._signs)

    # --- the still sheet: it must not hang on what has happened, nor on who looks ---

    def places(self, seats: int, names: Names) -> dict[str, str]:
        """Return the names of all places that can be pressed."""
        town = self.ground.town
        labels: dict[str, str] = {}
        for square, name in enumerate(town.names):
            noun = sentence(self.words.nouns.place(square, seats, None).name)
            plain = town.marks[square] == ALLEY and square not in town.gates
            labels[f"sq:{name}"] = (
                noun if plain else self._("{place} {square}", place=noun, square=name)
            )
        for seat in range(seats):
            labels[f"larder:{seat}"] = self._("Larder ({name})", name=names[seat])
        return labels

    # --- desks ---

    def desk(self, view: View[State], seat: Seat, names: Names) -> str:
        """Return whose desk it is, and how near they are to winning."""
        told = (
            fact.text for fact in self.facts(view.seen, seat) if not fact.icon.startswith("chip-")
        )
        return self._row([names[seat], *told])

    def slot(self, view: View[State], seat: Seat, kind: Kind, names: Names) -> str:
        """Return what lies in a slot of a larder, or that it is still to be brought."""
        nest = self.ground.homes[view.seen.seats][seat]
        if count(view.seen.lying[nest], kind):
            return self.words.part(view, f"chip:{self.ground.town.names[nest]}.{kind}", names)
        return self._("Still missing: {food}", food=self.words.nouns.food("label", kind))

    def lacking(self, state: State, seat: Seat) -> Sequence[Kind]:
        """Return the kinds that do not lie in a nest."""
        heap = state.lying[self.ground.homes[state.seats][seat]]
        return [kind for kind in range(1, KINDS + 1) if not count(heap, kind)]

    def threat(self, numbers: Sequence[int]) -> str:
        """Return with which throws a nest can be robbed."""
        listed = self.words.either([str(number) for number in numbers])
        return self._("Can be robbed next turn with a {numbers}", numbers=listed)

    def throw(self, number: int) -> str:
        """Return a throw for the start."""
        return self._("Throw for the start: {number}", number=number)

    # --- dice ---

    def die(self, view: View[State], part: str, names: Names) -> str:
        """Return a die, and what of it is still to be carried out."""
        state = view.seen
        name = self.words.part(view, part, names)
        if not state.number:
            return name
        if part == "die:number":
            if not state.shares:
                return self._row([name, self._("used up")])
            if state.symbol == DOUBLE:
                halves = self.ngettext("{count} half left", "{count} halves left", state.shares)
                return self._row([name, halves])
        elif not state.due and state.symbol != DOUBLE:
            return self._row([name, self._("used up")])
        return name

    def symbol(self, symbol: Symbol) -> str:
        """Return what is written beside the symbol die."""
        return face_name(self.words, symbol)

    def button(self, view: View[State], part: str) -> str:
        """Return the word on a button."""
        if part.startswith("load:"):
            seat, rat = (int(number) for number in part.removeprefix("load:").split("."))
            kind = view.seen.load[seat * RATS + rat - 1]
            return self._("Leave here: {food}", food=self.words.nouns.food("label", kind))
        return self.words.part(view, part)

    # --- beside a player's name ---

    def facts(self, state: State, seat: Seat) -> Sequence[Sign]:
        """Return kinds at home, rats in town and spare rats."""
        kinds = collected(self.ground, state)[seat]
        larder = state.lying[self.ground.homes[state.seats][seat]]
        spare = state.at[seat * RATS : seat * RATS + RATS].count(NOWHERE)
        return self._counted(seat, kinds, state.options.kinds, larder, spare)

    def _signs(self, seat: Seat, kinds: int, needed: int, larder: Heap, spare: int) -> list[Sign]:
        tone = self._tones[seat].name
        running = self.ngettext("{count} rat in play", "{count} rats in play", RATS - spare)
        facts = [
            Sign(self._("{kinds} of {needed} kinds", kinds=kinds, needed=needed)),
            *(
                Sign(self.words.nouns.food("label", kind), f"chip-{kind}")
                for kind in kinds_in(larder)
            ),
            Sign(running, f"rat-run-{tone}", str(RATS - spare)),
        ]
        if spare:
            resting = self.ngettext("{count} spare rat", "{count} spare rats", spare)
            facts.append(Sign(resting, f"rat-sit-{tone}", str(spare)))
        return facts

    def _row(self, remarks: Sequence[str]) -> str:
        text = remarks[0]
        for remark in remarks[1:]:
            text = self._("{left}; {right}", left=text, right=remark)
        return text
