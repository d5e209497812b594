"""The platform's own sentences: the table's refusals and events, errors, words of the interface.

A room that needs a sentence of its own calls `_` of a `PlatformWords` with it: whatever code
outside `games/` says is kept in this package's `locale` folder, and `check` finds what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from ratskeller.core.game import Credits, Refusal, Seat
from ratskeller.core.match import (
    Abandoned,
    Covered,
    Hinted,
    Resigned,
    Returned,
    Seated,
    TableEvent,
    TakenBack,
)
from ratskeller.words.catalogue import Speaker

TABLE_PREFIX: Final = "TB-"

TABLE_REFUSALS: Final[Mapping[str, str]] = {
    "not_your_turn": "TB-01",
    "match_over": "TB-02",
    "nothing_to_undo": "TB-03",
    "read_only": "TB-04",
    "illegal": "TB-05",
    "stale": "TB-06",
    "not_your_seat": "TB-07",
    "confirm_or_undo": "TB-08",
}
"""Why the table, not the game, says no: each reason with its id."""


ROTATION: Final = "TB-31"
"""Playing again: the first seat moves on by one, where the first match drew it (FR-06, PP-06)."""


def table_citation(event: TableEvent) -> str:
    """The rule of the table that an event stands on; "" where there is none."""
    rotated = isinstance(event, Seated) and not event.drawn and event.order[0] != 0
    return ROTATION if rotated else ""


def table_refusal(reason: str) -> Refusal:
    """A refusal of the table, by its reason."""
    return Refusal(TABLE_REFUSALS[reason], reason)


class PlatformWords(Speaker):
    """What the platform says in one language."""

    def __init__(self, language: str) -> None:
        super().__init__(__package__, language)

    def refusal(self, refusal: Refusal) -> str:
        """The sentence of a table's refusal, without its id."""
        sentence = self._refusals().get(refusal.reason)
        return sentence or self.against_rule(refusal.rule)

    def against_rule(self, rule: str) -> str:
        """The sentence where nothing better is known: a room must never fall silent."""
        return self._("That is against rule {rule}.", rule=rule)

    def rotation(self) -> str:
        """What is done instead of drawing lots when people play again (`ROTATION`)."""
        return self._("When you play again, no lots are drawn: the first seat moves on by one.")

    def table_event(
        self, event: TableEvent, seat: Seat | None, names: Sequence[str], viewer: Seat | None
    ) -> str:
        """A sentence of the log about the table itself; `seat` is the one of the entry."""
        if isinstance(event, Seated):
            return self._seated(event, names)
        if isinstance(event, Abandoned) and event.reason:
            return self._(
                "The house has stopped the match; nobody wins. The reason: {reason}",
                reason=event.reason,
            )
        if isinstance(event, Abandoned):
            return self._("The match was stopped by agreement; nobody wins.")
        if isinstance(event, TakenBack):
            return self._(
                "The house has taken the match back to this point. From here on chance draws anew."
            )
        if seat is None:
            raise ValueError(f"{type(event).__name__} needs the seat it is about")
        if seat == viewer:
            return self._about_you(event)
        return self._about(event, names[seat])

    def _seated(self, event: Seated, names: Sequence[str]) -> str:
        order = self.both(names)
        if event.drawn:
            return self._("Order of play, drawn by lot: {names}.", names=order)
        if table_citation(event) == ROTATION:
            return self._("Order of play, the first seat moved on by one: {names}.", names=order)
        return self._("Order of play: {names}.", names=order)

    def _about_you(self, event: Covered | Returned | Resigned | Hinted) -> str:
        match event:
            case Covered():
                return self._("A bot plays for you now.")
            case Returned():
                return self._("You are back in your seat.")
            case Resigned():
                return self._("You have left the match; a bot takes your seat.")
            case Hinted():
                return self._("You ask for a hint.")

    def _about(self, event: Covered | Returned | Resigned | Hinted, name: str) -> str:
        match event:
            case Covered():
                return self._("A bot plays for {name} now.", name=name)
            case Returned():
                return self._("{name} is back.", name=name)
            case Resigned():
                return self._("{name} has left the match; a bot takes the seat.", name=name)
            case Hinted():
                return self._("{name} asks for a hint.", name=name)

    def _refusals(self) -> Mapping[str, str]:
        _ = self._
        return {
            "not_your_turn": _("It is not your turn."),
            "match_over": _("The match is over."),
            "nothing_to_undo": _("There is nothing to take back."),
            "read_only": _("This match can only be read, not played on."),
            "illegal": _("That is not a legal move."),
            "stale": _("The position has changed. Look again and choose anew."),
            "not_your_seat": _("This seat is not yours."),
            "confirm_or_undo": _("Your turn is complete: confirm it or take it back."),
        }

    def credits(self, makers: Credits) -> str:
        """Who made a game: a sentence for each thing that was done."""
        both = self.both
        told = (
            (makers.design, self._("Designed by {names}.", names=both(makers.design))),
            (
                makers.illustration,
                self._("Illustrated by {names}.", names=both(makers.illustration)),
            ),
            (makers.layout, self._("Layout by {names}.", names=both(makers.layout))),
        )
        return self.in_a_row(text for names, text in told if names)

    # --- errors that a person can make at the command line ---

    def unknown_game(self, game: str, known: Sequence[str]) -> str:
        games = self.both(known)
        return self._("There is no game “{game}”. On the shelf: {games}.", game=game, games=games)

    def unknown_option(self, option: str, known: Sequence[str]) -> str:
        options = self.both(known)
        return self._(
            "There is no option “{option}”. Options: {options}.", option=option, options=options
        )

    def bad_value(self, option: str, value: str, known: Sequence[str]) -> str:
        return self._(
            "“{value}” does not fit the option “{option}”. Possible: {values}.",
            value=value,
            option=option,
            values=self.either(known),
        )

    def no_file(self, path: str) -> str:
        return self._("There is no file “{path}”.", path=path)

    def bad_file(self, path: str) -> str:
        return self._("“{path}” is damaged or not a match file.", path=path)

    def bad_move(self, text: str) -> str:
        return self._("“{text}” is not a move.", text=text)

    # --- the interface ---

    def label(self, key: str) -> str:
        """A word of the interface: a button, a command, a heading. `LABELS` lists the keys."""
        return self._labels()[key]

    def _labels(self) -> Mapping[str, str]:
        _ = self._
        return {
            "confirm": _("Confirm"),
            "undo": _("Take back"),
            "restart": _("Restart turn"),
            "hint": _("Hint"),
            "moves": _("Legal moves"),
            "log": _("Log"),
            "rules": _("Rules"),
            "help": _("Help"),
            "save": _("Save"),
            "quit": _("Quit"),
            "hand": _("Your hand"),
            "options": _("Options of the table"),
            "players": _("Players"),
            "spectator": _("Spectator"),
            "why_not": _("Why not?"),
            "yes": _("yes"),
            "no": _("no"),
        }


@cache
def platform_words(language: str) -> PlatformWords:
    return PlatformWords(language)


LABELS: Final = tuple(platform_words("en")._labels())  # noqa: SLF001
