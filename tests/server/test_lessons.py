"""A lesson at a table: it says what is new, waits for its move, answers any other, and ends in a free match."""

from __future__ import annotations

import asyncio
import random
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller import games
from ratskeller.core.archive import verify
from ratskeller.core.game import GameAction
from ratskeller.core.match import LUCK, AnyMatch
from ratskeller.server.admin import TakeBack, carry_out
from ratskeller.server.audit import audit
from ratskeller.server.messages import Denial
from ratskeller.words import LANGUAGES
from ratskeller.words.lessons import Lesson
from ratskeller.words.speech import game_words
from tests.games.test_lessons import each_lesson
from tests.server import harness
from tests.server.harness import Line, running


def number_of(line: Line, notations: tuple[str, ...]) -> int:
    """Where in the list one of the moves stands that go on."""
    return next(n for n, offer in enumerate(line.now.legal) if offer.notation in notations)


async def taught(line: Line, lesson: Lesson) -> list[str]:
    """Make every move of a lesson, and another one before it where there is one; what was answered."""
    answers = []
    for step, following in zip_longest(lesson.moves, lesson.moves[1:]):
        if step.they:
            continue
        assert await line.asked()
        others = [n for n, offer in enumerate(line.now.legal) if offer.notation not in step.play]
        if others:
            before = line.version
            said: Any = await line.choose(others[0])
            assert isinstance(said, Denial)
            assert (said.rule, said.version) == ("TB-39", before)
            assert said.text.endswith(step.otherwise or step.text)
            answers.append(said.text)
        assert not step.text or line.now.lesson.said[-1].text == step.text
        assert not line.now.lesson.free
        assert line.now.lesson.further is None
        number = number_of(line, step.play)
        goes_on = bool(following and following.play and not following.text)
        assert bool(line.now.legal[number].rest) == goes_on, "one press, and one thing said"
        await line.choose(number)
    return answers


async def play_on(line: Line, rng: random.Random) -> None:
    """A few moves of one's own, whatever they are; then everybody has had enough."""
    for _ in range(4):
        if await line.asked():
            await line.move(rng)
    await line.ask(type="abandon", agree=True)
    await line.until(lambda one: one.now.status == "over")


@pytest.mark.heavy
@pytest.mark.parametrize("language", LANGUAGES)
@each_lesson
def test_a_lesson_is_given_and_the_match_goes_on_freely(
    tmp_path: Path, game_id: str, lesson_id: str, language: str
) -> None:
    async def story() -> None:
        lesson = game_words(games.find(game_id), language).course().lesson(lesson_id)
        assert lesson
        async with running(tmp_path / "tables.db") as house:
            ada = house.person()
            made = await ada.lay(game=game_id, lesson=lesson_id, name="Ada")
            async with ada.line(made["table"], language=language) as line:
                assert line.now.lesson.title == lesson.title
                assert await taught(line, lesson)
                await line.asked()
                assert line.now.lesson.free
                lessons = game_words(games.find(game_id), language).course().lessons
                after = lessons[lessons.index(lesson) + 1 :]
                further = (after[0].id, after[0].title) if after else None
                assert line.now.lesson.further == further
                said = [remark.text for remark in line.now.lesson.said]
                assert said == [step.text for step in lesson.steps if step.text]
                await play_on(line, random.Random(7))
                assert line.now.lesson is None
            page = await ada.http.get("/matches")
            assert made["table"] in page.text
            assert 'id="record"' not in page.text, "a lesson counts for a record"
            match = house.house.tables[made["table"]].playing()
            assert verify(match).problems == ()

    asyncio.run(story())


def test_a_lesson_can_be_left_and_taken_up_and_nobody_else_hears_it(tmp_path: Path) -> None:
    async def story() -> None:
        lesson = game_words(games.find("pied_piper"), "en").course().lesson("first")
        assert lesson
        async with running(tmp_path / "tables.db") as house:
            ada, eve = house.person(), house.person()
            made = await ada.lay(lesson="first")
            async with ada.line(made["table"]) as line:
                assert await line.asked()
                await line.choose(number_of(line, lesson.moves[0].play))
                await line.asked()
                heard = line.now.lesson
            async with ada.line(made["table"]) as again, eve.line(made["table"]) as watching:
                assert again.now.lesson == heard
                assert heard.fresh > 0
                assert watching.now.lesson is None

    asyncio.run(story())


def test_a_move_that_waits_for_a_yes_is_not_made_yet(tmp_path: Path) -> None:
    async def story() -> None:
        lesson = game_words(games.find("pied_piper"), "en").course().lesson("first")
        assert lesson
        async with running(tmp_path / "tables.db") as house:
            ada = house.person()
            made = await ada.lay(lesson="first")
            async with ada.line(made["table"]) as line:
                assert await line.asked()
                heard = line.now.lesson
                await line.choose(number_of(line, lesson.moves[0].play), hold=True)
                assert line.now.held
                assert line.now.lesson == heard
                await line.ask(type="commit", version=line.version)
                await line.asked()
                assert line.now.lesson.fresh == len(heard.said)

    asyncio.run(story())


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Lesson:
    """The first lesson of The Pied Piper, begun where its second turn does: what was played is its prelude."""
    words = game_words(games.find("pied_piper"), "en")
    course = words.course()
    first = course.lessons[0]
    begins = next(n for n, step in enumerate(first.steps) if step.they and first.steps[n + 1].play)
    before, after = first.steps[: begins + 1], first.steps[begins + 1 :]
    prelude = tuple(step.they or step.play[0] for step in before if step.moves)
    lesson = msgspec.structs.replace(first, prelude=prelude, steps=after)
    other = msgspec.structs.replace(course, lessons=(lesson,))
    monkeypatch.setattr(type(words), "course", lambda _: other)
    return lesson


def test_a_lesson_begins_in_the_middle_of_a_match_and_never_goes_behind_it(
    tmp_path: Path, later: Lesson
) -> None:
    async def story() -> None:
        db = tmp_path / "tables.db"
        async with running(db) as house:
            ada = house.person()
            made = await ada.lay(lesson=later.id)
            match = house.house.tables[made["table"]].playing()
            assert decisions(match) == list(later.prelude)
            begun = len(match.entries)
            async with ada.line(made["table"]) as line:
                assert line.now.lesson.said[-1].text == later.steps[0].text
                assert line.now.lesson.fresh == 0
                assert line.now.drafted == 0
                said = await line.ask(type="undo", version=line.version)
                assert said.rule == "TB-03"
                await line.choose(number_of(line, later.moves[0].play))
                await line.ask(type="undo", version=line.version)
                assert line.now.lesson.said[-1].text == later.steps[0].text
            for entry in range(2, begun):
                done = await carry_out(house.house, TakeBack(made["table"], entry, "a mistake"))
                assert done.refused, f"{entry} lies in the prelude"
            cookies = ada.http.cookies
        async with running(db) as house:
            ada = house.person()
            ada.http.cookies = cookies
            async with ada.line(made["table"]) as line:
                assert line.now.lesson.said[-1].text == later.steps[0].text
                assert await taught(line, later)
            match = house.house.tables[made["table"]].playing()
            assert verify(match).problems == ()
        assert [one.problems for one in audit(harness.place_of(db))] == [()]

    asyncio.run(story())


def decisions(match: AnyMatch) -> list[str]:
    """What the seats have played."""
    bodies = [entry.body for entry in match.entries if entry.by != LUCK]
    return [match.game.notation(body) for body in bodies if isinstance(body, GameAction)]


def test_a_lesson_that_there_is_not_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "tables.db") as house:
            answer = await house.person().post("/api/tables", game="pied_piper", lesson="cooking")
            assert answer.status_code == 400
            assert "cooking" in answer.json()["text"]

    asyncio.run(story())
