"""What every game can put into words, and every room may ask of it.

All of it is made from a `View`, a concealed event or a refusal: words can tell a reader nothing
that the reader may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ratskeller.core.facts import Reason
from ratskeller.core.game import (
    Action,
    AnyGame,
    Game,
    GameAction,
    GameEvent,
    GameState,
    Outcome,
    Refusal,
    Seat,
    State,
    View,
)
from ratskeller.words.catalogue import Speaker
from ratskeller.words.lessons import Course, Example, Opening
from ratskeller.words.platform_words import TABLE_PREFIX, platform_words
from ratskeller.words.rulebook import Rulebook, read_rulebook

_PLAIN: Final = ("words", "draw", "terminal", "bot")  # what the room `plain` has for any game

Names: TypeAlias = Sequence[str]
"""What the players are called, by seat: as many as there are seats."""


class Character(Struct, frozen=True):
    """A level as people meet it."""

    name: str  # at the table: "Gret"
    calling: str  # "goose girl"
    manner: str  # how it plays, in one sentence


class Deed(Struct, frozen=True):
    """What brought the end of a match about."""

    number: int  # of the event it is, counted from 0 in the course that was told
    text: str  # a sentence: who did it, by which card or move


class Race(Struct, frozen=True):
    """What is counted towards the end, at one moment of a match."""

    title: str  # what it is: "Kinds of food in the nest"
    values: tuple[int | None, ...]  # by seat; None: out of the match
    goal: int | None = None  # whoever reaches it ends the match
    least: bool = False  # whoever has the least leads


class Die(Struct, frozen=True):
    """A die of a game."""

    title: str
    faces: tuple[tuple[str, int], ...]  # what each of them shows, and its weight


class Note(Struct, frozen=True):
    """What is said of a thing on the table to whoever rests on it."""

    name: str
    text: str  # what it does, in a sentence or two
    rule: str  # where it is written


class GameWords(Speaker, ABC, Generic[State, Action]):
    """A game in one language. Sentences end with a full stop, labels do not.

    Where `names` may be left out, the seats are called what `seat_name` calls them.
    """

    def __init__(self, game: Game[State, Action], language: str) -> None:
        super().__init__(package_of(game), language)
        self.game = game

    # --- the game ---

    @property
    @abstractmethod
    def title(self) -> str: ...

    @property
    @abstractmethod
    def blurb(self) -> str:
        """One sentence that invites to play."""

    def option(self, name: str) -> str:
        """The label of a table option."""
        return name

    def option_value(self, name: str, value: Any) -> str:  # noqa: ARG002
        """The label of one of its values."""
        return str(value)

    @abstractmethod
    def seat_name(self, seat: Seat) -> str:
        """What a seat is called as long as nobody's name is known."""

    def notation_help(self) -> str:
        """How moves are typed, in a sentence or two."""
        return ""

    def characters(self) -> Mapping[str, Character]:
        """Who the levels of the game's `levels.toml` are, by their ids."""
        return {}

    def course(self) -> Course:
        """What the game teaches to who plays it for the first time."""
        return Course()

    def opening(self) -> Opening | None:
        """What it is about, a turn and the end, each in a picture."""
        return None

    def examples(self) -> Sequence[Example]:
        """Pictures of rules that are easier seen than read."""
        return ()

    def notes(self, view: View[State]) -> Mapping[str, Note]:  # noqa: ARG002
        """What everything on the table is, by what the id of a part or place, or its symbol, begins with.

        A whole id comes before a symbol, and a symbol before the beginning of an id. Signs beside a name
        are looked up as `fact-<symbol>`, then by the symbol; a first one in words is the `score`, others
        `none`. Like the sheets, notes hang on seats and options only: what hides a card hides its note.
        """
        return {}

    def rulebook(self) -> Rulebook:
        """The rules in people's words; a book without rules where nobody has written any yet."""
        try:
            return read_rulebook(self.package, self.language)
        except FileNotFoundError:
            intro = platform_words(self.language)._("The rules of this game are not written yet.")
            return Rulebook(self.title, intro, ())

    # --- what happened ---

    @abstractmethod
    def event(self, event: GameEvent, names: Names, viewer: Seat | None) -> str:
        """A sentence of the log; "" where nothing is to be said. `event` is the viewer's."""

    @abstractmethod
    def ending(
        self,
        outcome: Outcome,
        names: Names,
        viewer: Seat | None = None,
        view: View[State] | None = None,
    ) -> str:
        """How it ended, in a sentence. With the last view it can say by how much."""

    def reason(self, reason: str) -> str:
        """A few words for an `Outcome.reason`, as in a list of why matches ended."""
        return reason.replace("_", " ")

    def deed(
        self,
        course: Sequence[GameEvent],  # noqa: ARG002
        names: Names,  # noqa: ARG002
        viewer: Seat | None,  # noqa: ARG002
    ) -> Deed | None:
        """What brought the end about; None where nobody did it: the turns were used up, say.

        `course` is all that happened, as the viewer may know it.
        """
        return None

    def scored(self, count: int) -> str:
        """What a result counts; points, where the game has no better word."""
        return platform_words(self.language).ngettext("{count} point", "{count} points", count)

    def race(self, view: View[State]) -> Race | None:  # noqa: ARG002
        """How far everybody is; None where nothing is counted."""
        return None

    def tally(self, event: GameEvent) -> tuple[Seat, str, int] | None:  # noqa: ARG002
        """What an event adds to what is counted of each player: who, what, how much of it."""
        return None

    def dice(self) -> tuple[Die, ...]:
        """The dice that are thrown turn after turn; none where nobody throws any."""
        return ()

    def thrown(self, event: GameEvent) -> tuple[Seat, tuple[int, ...]] | None:  # noqa: ARG002
        """Whose throw of all `dice` an event is, and the number of the face of each, from 0."""
        return None

    # --- what can be done ---

    @abstractmethod
    def ask(self, view: View[State], names: Names | None = None) -> str:
        """What is asked of the mover now, in at most 20 words."""

    @abstractmethod
    def action(self, view: View[State], action: Action) -> str:
        """The label of an action; no two legal actions of a view share one."""

    def effects(
        self,
        view: View[State],  # noqa: ARG002
        action: Action,  # noqa: ARG002
        names: Names | None = None,  # noqa: ARG002
    ) -> list[str]:
        """What an action will do, one sentence each, as far as the mover can foresee it.

        Where chance or something concealed decides, the last of them ends in a question mark.
        """
        return []

    def because(
        self,
        view: View[State],  # noqa: ARG002
        reason: Reason,  # noqa: ARG002
        names: Names | None = None,  # noqa: ARG002
    ) -> str:
        """What speaks for one turn before another, in a sentence; "" where there is none for it."""
        return ""

    def part(
        self,
        view: View[State],  # noqa: ARG002
        part_id: str,
        names: Names | None = None,  # noqa: ARG002
    ) -> str:
        """The name of a part for a screen reader: what it is, and what lies there."""
        return part_id

    def refusal(
        self, refusal: Refusal, names: Names | None = None, viewer: Seat | None = None
    ) -> str:
        """Why something cannot be done, or why it should be thought over (`Game.caution`).

        The rule id is not in the sentence: rooms show it.
        """
        platform = platform_words(self.language)
        if refusal.rule.startswith(TABLE_PREFIX):
            return platform.refusal(refusal)
        return self.game_refusal(refusal, names, viewer) or platform.against_rule(refusal.rule)

    def game_refusal(
        self,
        refusal: Refusal,  # noqa: ARG002
        names: Names | None,  # noqa: ARG002
        viewer: Seat | None,  # noqa: ARG002
    ) -> str:
        """The same for the game's own rules; "" for a reason it does not know."""
        return ""


AnyWords: TypeAlias = GameWords[GameState, GameAction]


State_contra = TypeVar("State_contra", bound=GameState, contravariant=True)


class AnyNarrator(Protocol[State_contra]):
    """Tells one reader what happened in a match."""

    def tell(self, event: GameEvent) -> str: ...

    def ending(self, outcome: Outcome, last: State_contra | None) -> str:
        """How it ended; `last` is the last state, or None where only the outcome is known."""


class NarratedWords(GameWords[State, Action]):
    """The words of a game whose log is told by a narrator."""

    @abstractmethod
    def narrator(self, names: Names, viewer: Seat | None) -> AnyNarrator[State]:
        """Whoever tells this viewer of these players."""

    def event(self, event: GameEvent, names: Names, viewer: Seat | None) -> str:
        return self.narrator(names, viewer).tell(event)

    def ending(
        self,
        outcome: Outcome,
        names: Names,
        viewer: Seat | None = None,
        view: View[State] | None = None,
    ) -> str:
        return self.narrator(names, viewer).ending(outcome, view.seen if view else None)


def package_of(game: Game[State, Action]) -> str:
    """The package a game lives in: there its `words`, `locale` and `rulebook` are."""
    return type(game).__module__


def part_of(package: str, name: str) -> ModuleType:
    """A module of a game's folder: its `words`, `draw`, `terminal` or `bot`.

    A new game begins with its rules; for what it does not bring there is a plain one.
    """
    own = f"{package}.{name}"
    try:
        return import_module(own)
    except ModuleNotFoundError as missing:
        if missing.name != own or name not in _PLAIN:
            raise
        return import_module(f"ratskeller.plain.{name}")


@lru_cache(maxsize=256)  # tables where seats look otherwise have words of their own
def game_words(game: AnyGame, language: str) -> AnyWords:
    """The words of a game: the class that its `words` module names `WORDS`."""
    words: AnyWords = part_of(package_of(game), "words").WORDS(game, language)
    return words
