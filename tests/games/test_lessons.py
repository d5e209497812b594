"""Lessons are played again: every step can be reached, points at what is there, and teaches something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import reduce

import pytest

from ratskeller import games
from ratskeller.core.game import AnyGame, GameAction, GameState, foresee, watch
from ratskeller.core.match import AnyMatch, Match, Player
from ratskeller.games.parts import game_board
from ratskeller.words import LANGUAGES
from ratskeller.words.lessons import Lesson, LessonStep
from ratskeller.words.speech import game_words

PUPIL = 0
WORDS = 45  # that a remark may have at most

TAUGHT = [
    pytest.param(game_id, lesson.id, id=f"{game_id}-{lesson.id}")
    for game_id in games.shelf()
    for lesson in game_words(games.find(game_id), "en").course().lessons
]
each_lesson = pytest.mark.parametrize(("game_id", "lesson_id"), TAUGHT)
each_course = pytest.mark.parametrize("game_id", sorted({str(param.values[0]) for param in TAUGHT}))


def lesson_of(game: AnyGame, lesson_id: str, language: str = "en") -> Lesson:
    lesson = game_words(game, language).course().lesson(lesson_id)
    assert lesson
    return lesson


def begun(game: AnyGame, lesson: Lesson) -> AnyMatch:
    people = [Player("Ada"), *(Player(f"Bot {n}", lesson.partner) for n in range(1, lesson.seats))]
    options = game.meta.options(**lesson.options)
    match: AnyMatch = Match.begin(game, lesson.seats, options, people, lesson.seal, seating="fixed")
    lesson.play_prelude(match)
    assert not match.drafted, "the pupil could take back what somebody else began"
    return match


def make(match: AnyMatch, step: LessonStep, text: str) -> None:
    mover = match.to_act
    assert isinstance(mover, int)
    assert (mover == PUPIL) == bool(step.play), (step, mover)
    action = match.game.parse(text)
    assert action in match.legal(mover), f"{text} cannot be played"
    match.choose(mover, action, now=0.0)


def positions(game: AnyGame, lesson: Lesson) -> Iterator[tuple[LessonStep, AnyMatch]]:
    """Every step with the match as it is then."""
    match = begun(game, lesson)
    for step in lesson.steps:
        yield step, match
        if step.moves:
            make(match, step, step.they or step.play[0])


def seen(match: AnyMatch) -> set[str]:
    """All parts and places that the pupil sees; a place without a shape only says where parts lie."""
    view = match.view(PUPIL)
    board = game_board(match.game, "en")
    parts = {part.id for part in board.parts(view, match.names)}
    sheets = board.sheets(view, match.names).values()
    return parts | {place.id for sheet in sheets for place in sheet.places if place.shape}


@each_lesson
def test_every_step_can_be_reached_and_points_at_what_is_there(
    game_id: str, lesson_id: str
) -> None:
    game = games.find(game_id)
    for step, match in positions(game, lesson_of(game, lesson_id)):
        assert set(step.at) <= seen(match), step
        assert not step.text or step.at, step
        assert not match.over, step
        if step.play and not step.text:
            assert len(match.legal(PUPIL)) == 1, f"nobody says what to do: {step}"


@each_lesson
def test_whatever_goes_on_leads_to_the_end_of_the_lesson(game_id: str, lesson_id: str) -> None:
    game = games.find(game_id)
    lesson = lesson_of(game, lesson_id)
    reached = [begun(game, lesson)]
    for step in lesson.moves:
        named, used = {step.they, *step.play} - {""}, set()
        following = {}
        for match in reached:
            mover = match.to_act
            assert isinstance(mover, int), f"nobody can play {step}"
            going = named & {game.notation(action) for action in match.legal(mover)}
            assert going, f"none of {step} can be played"
            used |= going
            for text in going:
                further = deepcopy(match, {id(game): game})
                make(further, step, text)
                following[further.state, further.view(PUPIL).seen] = further
        assert used == named, step
        reached = list(following.values())


@each_lesson
def test_the_pupil_moves_often_and_reads_little(game_id: str, lesson_id: str) -> None:
    game = games.find(game_id)
    for language in LANGUAGES:
        lesson = lesson_of(game, lesson_id, language)
        asked = [step for step in lesson.moves if step.play]
        assert len(asked) >= 2
        assert all(step.text or step.moves for step in lesson.steps)
        assert all(len(step.text.split()) <= WORDS for step in lesson.steps)
        assert reads_in_a_row(lesson.steps) <= 4


def reads_in_a_row(steps: Sequence[LessonStep]) -> int:
    """The most remarks between two moves."""
    longest = current = 0
    for step in steps:
        current = 0 if step.moves else current + 1
        longest = max(longest, current)
    return longest


def other_choices(
    game: AnyGame, lesson: Lesson
) -> Iterator[tuple[AnyMatch, GameState, GameAction]]:
    """Whatever the pupil could play instead: the match, its whole position, and the move."""
    for step, match in positions(game, lesson):
        if not step.play:
            continue
        state = reduce(game.play, match.drafted, match.state)
        for action in match.legal(PUPIL):
            if game.notation(action) not in step.play:
                yield match, state, action


@each_lesson
def test_another_choice_does_what_is_foretold_of_it(game_id: str, lesson_id: str) -> None:
    """It is foretold from what the pupil sees, and done with all that is there."""
    game = games.find(game_id)
    for match, state, action in other_choices(game, lesson_of(game, lesson_id)):
        drafted = match.drafted
        foreseen = foresee(game, match.view(PUPIL), action)
        done = list(watch(game, game.steps(state, action), PUPIL))
        for promise, deed in zip(foreseen, done, strict=False):
            assert type(promise.event) is type(deed.event)
            assert promise.reveals or promise.event == deed.event
        assert len(foreseen) == len(done) or foreseen[-1].reveals
        assert match.drafted == drafted
        assert action in match.legal(PUPIL), "the pupil cannot go on"


@each_course
def test_every_idea_is_taught_and_stands_in_the_rules(game_id: str) -> None:
    words = game_words(games.find(game_id), "en")
    course = words.course()
    ids = [idea.id for idea in course.ideas]
    taught = {step.idea for lesson in course.lessons for step in lesson.steps if step.text}
    assert taught == set(ids)
    assert len(ids) == len(set(ids))
    written = {rule.id for rule in words.rulebook().rules}
    assert {rule for idea in course.ideas for rule in idea.rules} <= written
