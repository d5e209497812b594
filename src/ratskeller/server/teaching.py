"""A table where a lesson is played: what is said now, which moves go on, what the others play.

How far a lesson is follows from the match alone: so many moves are made. So it can be left and taken up
again like any match, and taking a move back takes the lesson back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ratskeller.core.game import AnyGame, GameAction, Seat
from ratskeller.core.match import LUCK, AnyMatch, TableEvent
from ratskeller.server.messages import Remark, Teaching
from ratskeller.server.refusals import refused
from ratskeller.words.languages import ENGLISH
from ratskeller.words.lessons import Course, Idea, Lesson, LessonStep
from ratskeller.words.speech import game_words

if TYPE_CHECKING:
    from ratskeller.server.table import Table

PUPIL: Final = 0
"""The seat of whoever learns."""


def find_lesson(game: AnyGame, name: str, language: str = ENGLISH) -> Lesson:
    """Raises `TableRefused` where the game has no such lesson."""
    lesson = game_words(game, language).course().lesson(name)
    if lesson is None:
        raise refused("bad_setup", problem=name[:40])
    return lesson


def lesson_of(table: Table, language: str = ENGLISH) -> Lesson | None:
    """The lesson of a table; none at most of them, and none any more once it is gone from the shelf."""
    if not table.row.lesson:
        return None
    return game_words(table.game, language).course().lesson(table.row.lesson)


def decided(lesson: Lesson, match: AnyMatch) -> int:
    """How many moves are made since the lesson begins: those of the draft too, but not what waits for a yes."""
    moves = sum(
        entry.by != LUCK and not isinstance(entry.body, TableEvent) for entry in match.entries
    )
    return moves + len(match.drafted) - match.awaits_commit - len(lesson.prelude)


def teach(table: Table, seat: Seat | None, language: str) -> Teaching | None:
    """What the pupil is told now."""
    lesson = lesson_of(table, language)
    if lesson is None or seat != PUPIL or table.match is None or table.match.over:
        return None
    course = game_words(table.game, language).course()
    made = decided(lesson, table.match)
    said = list(lesson.heard(made))
    return Teaching(
        title=lesson.title,
        said=tuple(_remark(step, course.idea(step.idea)) for _, step in said),
        fresh=sum(before <= lesson.last_own(made) for before, _ in said),
        of=sum(bool(step.text) for step in lesson.steps),
        free=lesson.move(made) is None,
        further=_further(course, lesson) if lesson.move(made) is None else None,
    )


def _further(course: Course, lesson: Lesson) -> tuple[str, str] | None:
    after = course.lessons[course.lessons.index(lesson) + 1 :]
    return (after[0].id, after[0].title) if after else None


def _remark(step: LessonStep, idea: Idea | None) -> Remark:
    return Remark(step.text, step.at, idea.rules[0] if idea else "")


def scripted(table: Table) -> GameAction | None:
    """What the lesson has another seat play now; None where its bot is free."""
    lesson = lesson_of(table)
    step = lesson.move(decided(lesson, table.playing())) if lesson else None
    return table.game.parse(step.they) if step and step.they else None


def check_choice(table: Table, seat: Seat, action: GameAction, language: str) -> None:
    """A move that the lesson does not ask for is answered: what it would do, and why not now.

    Raises `TableRefused`.
    """
    lesson = lesson_of(table, language)
    if lesson is None or seat != PUPIL:
        return
    step = lesson.move(decided(lesson, table.playing()))
    if step is None or table.game.notation(action) in step.play:
        return
    words = game_words(table.game, language)
    effects = words.effects(table.view(seat), action, table.names)
    raise refused("lesson", answer=words.in_a_row([*effects, step.otherwise or step.text]))
