"""Puzzles: all may solve them, what was solved is remembered, handed out and forgotten."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller.coach.exercises import compose, verdict_of
from ratskeller.coach.judging import Value
from ratskeller.coach.puzzles import puzzles_of
from ratskeller.server import puzzling
from ratskeller.server.limits import Rate
from ratskeller.server.repertoire import find_playable
from ratskeller.server.store import DAY
from ratskeller.server.thinking import Thinker
from ratskeller.words.languages import LANGUAGES
from tests.server.harness import PLENTY, Person, running
from tests.server.test_versions import restart
from tests.statements import statement

FIRST, SECOND, THIRD = "crumbs-001", "crumbs-002", "crumbs-003"


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small game that has puzzles: who takes the last crumb wins, and one takes up to three."""
    monkeypatch.setenv("RATSKELLER_GAMES", "crumbs=tests.crumbs")
    restart()
    yield
    monkeypatch.undo()
    restart()


async def ask(person: Person, name: str, kind: str, *line: str, **more: Any) -> Any:
    fields = {} if kind == "hello" else {"version": 0}
    body = {"line": line, "ask": {"type": kind, **fields}, **more}
    answer = await person.post(f"/api/puzzles/crumbs/{name}", **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_puzzle_is_solved_and_remembered(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada = house.person()
            page = await ada.http.get(f"/puzzles/crumbs/{FIRST}")
            assert page.status_code == 200
            assert f"/puzzles/crumbs/{SECOND}" in page.text, "the next of its level"
            first = await ask(ada, FIRST, "hello")
            assert [one["notation"] for one in first["now"]["legal"]] == ["1", "2", "3"]
            wrong = await ask(ada, FIRST, "commit", "2")
            assert (wrong["counts"], wrong["instead"]) == (False, [])
            assert "about 40 percentage points" in wrong["text"], "as closely as it was looked at"
            assert "ratskeller" not in ada.http.cookies, "nothing is to be remembered yet"
            right = await ask(ada, FIRST, "commit", "1")
            assert (right["counts"], right["instead"]) == (True, ["2"])
            assert "Take 1" in right["text"]
            assert "Take 2" in right["text"], "and what the next best would cost"
            listed = (await ada.http.get("/puzzles")).text
            assert "1 of 2 solved" in listed
            assert "0 of 1 solved" in listed
            eve = (await house.person().http.get("/puzzles")).text
            assert "1 of 2 solved" not in eve

    asyncio.run(story())


def test_what_was_shown_is_not_solved(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada = house.person()
            assert (await ask(ada, FIRST, "commit", "1", shown=True))["counts"]
            assert "ratskeller" not in ada.http.cookies
            assert "1 of 2 solved" not in (await ada.http.get("/puzzles")).text

    asyncio.run(story())


def test_another_answer_is_judged_by_the_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    async def judge(_self: Thinker, _exercise: Any, line: Any, _asker: Any) -> Value:
        asked.append(line)
        return Value(0.01, 0.05)

    monkeypatch.setattr(Thinker, "try_out", judge)

    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada = house.person()
            close = await ask(ada, FIRST, "commit", "3")
            assert (close["verdict"], close["counts"]) == ("close", True)
            assert "Take 1" in close["text"]
            assert asked == [("3",)]
            await ask(ada, FIRST, "commit", "1")
            await ask(ada, FIRST, "commit", "2")
            assert asked == [("3",)], "the best and the next best are known"

    asyncio.run(story())


def test_who_keeps_no_cookie_and_solves_many_leaves_room_for_those_who_play(tmp_path: Path) -> None:
    async def story() -> None:
        limits = msgspec.structs.replace(PLENTY, guests=Rate(2, 0.001))
        async with running(tmp_path / "db", limits=limits) as house:
            house.clock.stop()
            remembered = []
            for _ in range(3):
                forgetful = house.person()
                assert (await ask(forgetful, FIRST, "commit", "1"))["counts"]
                remembered.append("ratskeller" in forgetful.http.cookies)
            assert remembered == [True, True, False]
            await house.person().lay("me", "open")

    asyncio.run(story())


def test_who_cannot_be_remembered_solves_all_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        limits = msgspec.structs.replace(PLENTY, guests=Rate(0, 0.001))
        async with running(tmp_path / "db", limits=limits) as house:
            ada = house.person()
            assert (await ask(ada, FIRST, "commit", "1"))["counts"]
            assert "ratskeller" not in ada.http.cookies

    asyncio.run(story())


@pytest.mark.placed
@statement("S44")
def test_what_was_solved_is_handed_out_and_forgotten_with_its_person(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada = house.person()
            await ask(ada, SECOND, "commit", "2")
            await ask(ada, FIRST, "commit", "1")
            await ask(ada, SECOND, "commit", "2")
            file = json.loads((await ada.http.get("/matches/download")).text)
            assert file["solved"] == [FIRST, SECOND], "as they were solved last"
            store = house.house.store
            assert len(await store.solved_by(1)) == 2
            assert (await ada.post("/api/forget", sure=True)).status_code == 200
            assert await store.solved_by(1) == []

    asyncio.run(story())


@statement("S44")
def test_nothing_is_written_down_of_who_is_forgotten_while_the_coach_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada = house.person()
            await ask(ada, SECOND, "commit", "2")

            async def judge(*_asked: Any) -> Value:
                assert (await ada.post("/api/forget", sure=True)).status_code == 200
                return Value(0.01, 0.05)

            monkeypatch.setattr(Thinker, "try_out", judge)
            assert (await ask(ada, FIRST, "commit", "3"))["counts"]
            assert await house.house.store.solved_by(1) == []
            assert await house.house.store.solved_by(2) == [], "nor is there somebody new"

    asyncio.run(story())


def test_what_there_is_not_is_not_found(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada = house.person()
            for path in ("/puzzles/crumbs/crumbs-999", "/puzzles/chess/crumbs-001"):
                assert (await ada.http.get(path)).status_code == 404
            refused = await ada.post("/api/puzzles/crumbs/crumbs-999", ask={"type": "hello"})
            assert (refused.status_code, refused.json()["rule"]) == (404, "TB-25")
            assert (await ada.http.get(f"/api/puzzles/crumbs/{FIRST}/notes")).status_code == 200

    asyncio.run(story())


def test_every_puzzle_on_the_shelf_is_solved_by_its_answer_and_not_by_the_next_best() -> None:
    every = list(puzzling.every())
    assert every
    for game, one in every:
        exercise = puzzling.posed(game, one, "en").exercise
        assert compose(exercise, one.answer)[2:] == (True, True), one.id
        assert compose(exercise, one.second)[2:] == (True, False), one.id
        assert verdict_of(Value(one.gap, one.error)) == "worse", one.id


def test_unsolved_ones_come_next(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_playable("crumbs")
    first, second, third = puzzles_of(game)
    assert puzzling.after(game, first, ()) == second
    assert puzzling.after(game, second, ()) == first, "after the last comes the first"
    assert puzzling.after(game, second, {first.id}) == first, "solved before none at all"
    assert puzzling.after(game, third, ()) is None, "there is no other of its level"
    alike = (first, second, msgspec.structs.replace(third, level="easy"))
    monkeypatch.setattr(puzzling, "puzzles_of", lambda _game: alike)
    assert puzzling.after(game, first, {second.id}) == alike[2]


def test_the_puzzle_of_a_day_is_the_same_all_day_and_another_one_later() -> None:
    noon = 1_800_000_000.0 // DAY * DAY + DAY / 2
    today = puzzling.of_the_day(noon)
    assert today == puzzling.of_the_day(noon + DAY / 2 - 1)
    later = [puzzling.of_the_day(noon + day * DAY) for day in range(60)]
    assert len({one.id for found in later if found for one in found[1:]}) > 1


def test_a_house_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzling, "puzzles_of", lambda _game: ())
    assert puzzling.of_the_day(0.0) is None
    assert list(puzzling.books((), "en")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_is_in_every_language(tmp_path: Path, language: str) -> None:
    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada = house.person(**{"accept-language": language})
            listed, front = await ada.http.get("/puzzles"), await ada.http.get("/")
            (levels,) = [
                {shelf.level for shelf in book.shelves}
                for book in puzzling.books((), language)
                if book.title == "Crumbs"
            ]
            assert len(levels) == 2
            assert all(level in listed.text for level in levels)
            assert 'href="/puzzles"' in front.text
            page = await ada.http.get(f"/puzzles/crumbs/{THIRD}")
            assert f'lang="{language}"' in page.text

    asyncio.run(story())
