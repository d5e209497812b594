"""What a game teaches: lessons, in which everything is explained when it is needed, and drawn examples.

A lesson is data: a deal, and a line of steps. A step says one thing about a thing on the table; the person
makes a move; another seat makes one. It is played at a table like any other, with the real rules, so a
lesson needs nothing but the game's words. An example shows a rule that is easier seen than read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from ratskeller.core.chance import NONCE_BYTES, Seal
from ratskeller.core.game import GameState, Seat
from ratskeller.core.match import PERSON, AnyMatch


class Gettext(Protocol):
    """What a text is in a language."""

    def __call__(self, text: str, /) -> str: ...


def table_of(lesson: str, table: str = "") -> str:
    """What a table is called when it is dealt: all those of a lesson the same, so that it is dealt alike."""
    return f"lesson-{lesson}" if lesson else table


class Idea(Struct, frozen=True):
    """Something that a player has to understand."""

    id: str
    name: str
    rules: tuple[str, ...]  # where it is written
    shown: tuple[str, ...] = ()  # in play: beginnings of moves, and rules; none: by its rules


class LessonStep(Struct, frozen=True, kw_only=True):
    """Something that is said, or a move, or a move that somebody is told to make."""

    text: str = ""  # at most two short sentences; none where the press before plays this, too
    idea: str = ""  # which one it teaches
    at: tuple[str, ...] = ()  # the parts and places that it points at
    play: tuple[str, ...] = ()  # the moves, in notation, that go on; the first one is meant
    otherwise: str = ""  # why another move is not for now
    they: str = ""  # the move of another seat, in notation

    @property
    def moves(self) -> bool:
        """Whether it is over when something is played."""
        return bool(self.play or self.they)


class Lesson(Struct, frozen=True, kw_only=True):
    """A first match: the person has the first seat. After its last step the match goes on freely."""

    id: str
    title: str
    seats: int
    seed: str  # of the deal: the draws are sealed as at every table, but always the same
    steps: tuple[LessonStep, ...]
    partner: str  # the level of the other seats, as soon as they may choose
    options: dict[str, Any] = {}
    prelude: tuple[str, ...] = ()  # moves of all seats, in notation, made before the pupil comes

    @property
    def seal(self) -> Seal:
        """The same draws for whoever takes it."""
        nonces = tuple(f"{number:0{2 * NONCE_BYTES}x}" for number in range(self.seats))
        return Seal(table_of(self.id), self.seed, nonces)

    def play_prelude(self, match: AnyMatch, now: float = 0.0) -> None:
        """Bring a match that was just dealt to where the lesson begins."""
        for text in self.prelude:
            mover = match.to_act
            assert mover is not None, f"nobody can play {text}"
            bot = match.header.players[match.order[mover]].bot
            by = f"bot:{bot}" if bot else PERSON
            match.choose(mover, match.game.parse(text), now=now, by=by)

    @property
    def moves(self) -> list[LessonStep]:
        return [step for step in self.steps if step.moves]

    def heard(self, decided: int) -> Iterator[tuple[int, LessonStep]]:
        """What is said until so many moves are made, each with the number of moves before it."""
        made = 0
        for step in self.steps:
            if made > decided:
                return
            if step.text:
                yield made, step
            made += step.moves

    def last_own(self, decided: int) -> int:
        """The number of the pupil's latest move among so many; -1 before the first."""
        own = (number for number, step in enumerate(self.moves[:decided]) if step.play)
        return max(own, default=-1)

    def move(self, decided: int) -> LessonStep | None:
        """What is to be played after so many moves; None where everybody is free."""
        return self.moves[decided] if decided < len(self.moves) else None


class Example(Struct, frozen=True, kw_only=True):
    """A rule as a picture: a position, and where moves are made, what the engine makes of it."""

    id: str
    rule: str
    text: str  # what is to be seen, in one or two sentences
    before: GameState
    play: tuple[str, ...] = ()  # moves in notation, those of chance too
    moments: tuple[int, int] = (0, -1)  # the two that are drawn: `before` is 0, each step one more
    at: tuple[str, ...] = ()  # the places that are drawn; none: all
    seat: Seat = 0  # who looks


class Opening(NamedTuple):
    """A game on one screen."""

    goal: Example
    turn: Example
    end: Example


class Course(Struct, frozen=True):
    """What a game teaches: its ideas, and the lessons that show them."""

    ideas: tuple[Idea, ...] = ()
    lessons: tuple[Lesson, ...] = ()

    def idea(self, name: str) -> Idea | None:
        return next((idea for idea in self.ideas if idea.id == name), None)

    def lesson(self, name: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.id == name), None)
