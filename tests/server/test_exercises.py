"""A moment of a finished match, to be tried once more: for whom, what counts, and what is never told."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ratskeller.coach.exercises import Exercise, loss_of
from ratskeller.coach.findings import OwnChoice
from ratskeller.coach.judging import Value
from ratskeller.core.game import GameState
from ratskeller.core.match import AnyMatch
from ratskeller.draw.table import HAND
from ratskeller.games.parts import game_board
from ratskeller.server import thinking
from ratskeller.server.exercises import Exercises, Posed, hint, moment, scene_at
from ratskeller.server.limits import Rate
from ratskeller.server.messages import Choose, Commit, ExerciseWish, Hello, Hint, WhyNot
from ratskeller.server.schema import PERSON, PlayerRow
from ratskeller.server.thinking import Thinker
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.coach.matches import finished
from tests.server.harness import PLENTY, Person, Running
from tests.server.test_lookback import Coach, ask, choice, over, seat_of, whole

BEST, CLOSE, WORSE = Value(0.0, 0.0), Value(0.04, 0.05), Value(0.2, 0.05)


def decision(match: AnyMatch, seat: int) -> OwnChoice:
    """The first decision of a seat that had a choice: something else was much better."""
    for entry in match.entries:
        state, body = match.state_at(entry.number - 1), entry.body
        legal = match.game.legal(state) if match.game.to_act(state) == seat else ()
        if len(legal) > 1 and body in legal:
            played, other = body, next(one for one in legal if one != body)
            lines = ((match.game.notation(one),) for one in (played, other))  # type: ignore[arg-type]
            played_line, best = lines
            return choice(entry.number, loss=0.2, played=played_line, best=best)
    raise AssertionError("nobody had a choice")


class Attempt:
    """Somebody at a moment of a match that is over, before a judge who has made up his mind."""

    def __init__(self, house: Running, person: Person, table: str, seat: int) -> None:
        self.house, self.person, self.table, self.seat = house, person, table, seat
        self.missed: OwnChoice
        self.tries = 0
        self.loss: Value | None = WORSE
        self.go = asyncio.Event()
        self.go.set()

    async def judge(self, _exercise: Exercise, _line: Any, _asker: Any) -> Value | None:
        self.tries += 1
        await self.go.wait()
        return self.loss

    async def prepare(self, coach: Coach, monkeypatch: pytest.MonkeyPatch) -> Attempt:
        live = await self.house.house.open(self.table)
        self.missed = decision(live.playing(), self.seat)
        coach.found = (self.missed,)
        await whole(self.person, self.table, self.seat)
        monkeypatch.setattr(Thinker, "try_out", lambda _self, *args: self.judge(*args))
        return self

    @property
    def address(self) -> str:
        entry = self.missed.entry - 1
        return f"/api/tables/{self.table}/seats/{self.seat}/exercises/{entry}"

    async def ask(self, kind: str, *line: str, by: Person | None = None, **fields: Any) -> Any:
        body = {"line": line, "ask": {"type": kind, **fields}}
        return await (by or self.person).post(self.address, **body)

    async def tried(self, loss: Value | None) -> dict[str, Any]:
        self.loss = loss
        answer = await self.ask("commit", *self.missed.played, version=0)
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told


def test_a_try_is_judged_and_the_best_is_named_when_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            attempt = await Attempt(house, ada, table, seat).prepare(coach, monkeypatch)
            first = (await attempt.ask("hello")).json()
            offered = {one["notation"]: one for one in first["now"]["legal"]}
            (best,) = attempt.missed.best
            assert first["type"] == "whole"
            assert {best, *attempt.missed.played} <= offered.keys()
            named = offered[best]["label"]
            worse = await attempt.tried(WORSE)
            assert (worse["verdict"], worse["counts"]) == ("worse", False)
            assert "about 20 percentage points" in worse["text"]
            assert named not in worse["text"]
            assert worse["leads_to"]
            close = await attempt.tried(CLOSE)
            assert (close["verdict"], close["counts"]) == ("close", True)
            assert named in close["text"]
            right = await attempt.tried(BEST)
            assert (right["verdict"], right["counts"]) == ("best", True)
            assert named in right["text"]
            silent = await attempt.tried(None)
            assert (silent["verdict"], silent["counts"]) == ("", False)

    asyncio.run(story())


def test_a_decision_is_made_and_taken_back_as_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            attempt = await Attempt(house, ada, table, seat).prepare(coach, monkeypatch)
            legal = (await attempt.ask("hello")).json()["now"]["legal"]
            chosen = (await attempt.ask("choose", version=0, action=1)).json()
            assert (chosen["type"], chosen["now"]["drafted"]) == ("update", 1)
            assert chosen["now"]["held"]
            assert chosen["frames"]
            line = legal[1]["notation"]
            back = (await attempt.ask("undo", line, version=0)).json()
            assert back["now"]["legal"] == legal
            assert back["now"]["drafted"] == 0
            refused = await attempt.ask("choose", line, version=0, action=0)
            assert (refused.status_code, refused.json()["rule"]) == (400, "TB-05")
            refused = await attempt.ask("commit", version=0)
            assert (refused.status_code, refused.json()["rule"]) == (400, "TB-05")
            refused = await attempt.ask("hello", "no such thing")
            assert (refused.status_code, refused.json()["rule"]) == (400, "TB-05")
            assert attempt.tries == 0

    asyncio.run(story())


def test_hints_come_in_stages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            attempt = await Attempt(house, ada, table, seat).prepare(coach, monkeypatch)
            legal = (await attempt.ask("hello")).json()["now"]["legal"]
            best = next(one for one in legal if (one["notation"],) == attempt.missed.best)
            piece = (await attempt.ask("hint", version=0, stage=2)).json()
            assert piece["paths"] == [best["path"][:1]]
            assert best["label"] not in piece["text"]
            move = (await attempt.ask("hint", version=0, stage=3)).json()
            assert move["paths"] == [best["path"]]
            assert best["label"] in move["text"]
            astray = await attempt.ask("hint", *attempt.missed.played, version=0, stage=3)
            assert astray.json()["paths"] == []

    asyncio.run(story())


def test_only_who_may_look_back_may_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat, eve = await seat_of(house, table), house.person()
            attempt = await Attempt(house, ada, table, seat).prepare(coach, monkeypatch)
            refused = await attempt.ask("hello", by=eve)
            assert (refused.status_code, refused.json()["rule"]) == (403, "TB-07")
            page = attempt.address.replace("/api/tables", "/t").replace(f"/seats/{seat}", "")
            page = page.replace("exercises", f"lookback/{seat}")
            assert (await eve.http.get(page)).status_code == 403
            mine = await ada.http.get(page)
            assert mine.status_code == 200
            assert attempt.address in mine.text
            beside = attempt.address.replace(str(attempt.missed.entry - 1), "0")
            refused = await ada.post(beside, ask={"type": "hello"})
            assert (refused.status_code, refused.json()["rule"]) == (404, "TB-25")
            running_one = await ada.lay("me", "here", name="Ada")
            address = f"/api/tables/{running_one['table']}/seats/0/exercises/0"
            refused = await ada.post(address, ask={"type": "hello"})
            assert (refused.status_code, refused.json()["rule"]) == (409, "TB-19")

    asyncio.run(story())


def test_one_try_at_a_time_and_not_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach, limits = Coach(), msgspec.structs.replace(PLENTY, tries=Rate(1, 0.001))
        async with over(tmp_path / "db", monkeypatch, coach, limits=limits) as (house, ada, table):
            seat = await seat_of(house, table)
            attempt = await Attempt(house, ada, table, seat).prepare(coach, monkeypatch)
            attempt.go.clear()
            trying = asyncio.create_task(attempt.tried(WORSE))
            while not attempt.tries:
                await asyncio.sleep(0)
            waits = []
            for _ in range(2):  # while the first is judged, and when it was the last for now
                refused = await attempt.ask("commit", *attempt.missed.played, version=0)
                assert (refused.status_code, refused.json()["rule"]) == (429, "TB-29")
                waits.append(int(refused.headers["retry-after"]))
                attempt.go.set()
                assert (await trying)["verdict"] == "worse"
            assert waits[0] < 10 < waits[1]
            assert attempt.tries == 1

    asyncio.run(story())


def test_hands_lie_open_only_for_who_asks_in_hindsight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            attempt = await Attempt(house, ada, table, seat).prepare(coach, monkeypatch)
            live = await house.house.open(table)
            match, entry = live.playing(), attempt.missed.entry - 1
            theirs = match.game.conceal(match.state_at(entry), 1 - seat)
            board = game_board(match.game, "en")
            sheet = board.sheets(theirs, match.names)[HAND]
            places = {place.id for place in sheet.places}
            held = [one for one in board.parts(theirs, match.names) if one.place in places]
            assert held
            words = f'aria-label="{held[0].text} × {held[0].count}'
            address = f"/t/{table}/lookback/{seat}/{entry}"
            closed = (await ada.http.get(address)).text
            assert f"{address}?hands=open" in closed
            assert words not in closed
            assert words in (await ada.http.get(f"{address}?hands=open")).text

    asyncio.run(story())


def test_looking_back_leaves_the_better_one_to_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            attempt = await Attempt(house, ada, table, seat).prepare(coach, monkeypatch)
            legal = (await attempt.ask("hello")).json()["now"]["legal"]
            best = next(one for one in legal if (one["notation"],) == attempt.missed.best)
            page = (await ada.http.get(f"/t/{table}/lookback/{seat}")).text
            link = f"/t/{table}/lookback/{seat}/{attempt.missed.entry - 1}"
            assert link in page
            before, _, behind = page.partition(link)
            assert best["label"] not in before
            assert "<details>" in behind.partition(best["label"])[0], "folded away"
            assert (await ask(ada, table, seat)).status_code == 200

    asyncio.run(story())


# --- what is never told ------------------------------------------------------------------------


class Judge:
    """The coach in this very process."""

    async def try_out(self, exercise: Exercise, line: Any, _asker: Any) -> Value:
        return loss_of(exercise, line)


def posed_in(match: AnyMatch, state: GameState, missed: OwnChoice) -> Posed:
    """The exercise that a match would pose in which this was the state."""
    players = [PlayerRow(table_id="t", number=n, kind=PERSON, name=f"P{n}") for n in range(2)]
    table: Any = SimpleNamespace(players=players, player_at=players.__getitem__)
    world: Any = SimpleNamespace(
        game=match.game, header=match.header, state_at=lambda _number: state
    )
    return moment(table, world, missed, 1)


def test_twin_worlds_answer_byte_by_byte_alike() -> None:
    match = finished()
    missed = decision(match, 1)
    before = match.state_at(missed.entry - 1)
    twin = match.game.scramble(before, 1, random.Random(5))
    assert twin != before
    assert posed_in(match, before, missed) == posed_in(match, twin, missed), "nothing else is kept"
    house: Any = SimpleNamespace(limits=PLENTY, clock=lambda: 0.0, thinker=Judge())
    wishes = [
        ExerciseWish(Hello()),
        ExerciseWish(Choose(version=0, action=0)),
        ExerciseWish(WhyNot(path=("deck:action",))),
        ExerciseWish(Hint(version=0, stage=1)),
        ExerciseWish(Hint(version=0, stage=3)),
        ExerciseWish(Commit(version=0), missed.played),
    ]

    async def answers(state: GameState) -> list[bytes]:
        posed, exercises = posed_in(match, state, missed), Exercises(house)
        told = [await exercises.answer(posed, wish, "en", "ada") for wish in wishes]
        return [msgspec.json.encode(one) for one in told]

    async def story() -> None:
        assert await answers(before) == await answers(twin)

    asyncio.run(story())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_hint_is_the_idea_where_one_is_known(language: str) -> None:
    match = finished()
    missed = decision(match, 1)
    posed = posed_in(match, match.state_at(missed.entry - 1), missed)
    idea = game_words(match.game, language).course().ideas[-1]
    about = msgspec.structs.replace(posed, idea=idea.id)
    scene = scene_at(about, language)
    told = hint(about, scene, (), Hint(version=0, stage=1))
    assert idea.name in told.text
    assert told.paths == (), "what it is about, and not where"
    told = hint(posed, scene, (), Hint(version=0, stage=1))
    assert len(told.paths) == 1, "where nothing is known, where to look"


def test_a_worker_holds_a_try_against_the_best_by_the_bytes_of_a_view() -> None:
    match = finished()
    missed = decision(match, 1)
    posed = posed_in(match, match.state_at(missed.entry - 1), missed)
    exercise = posed.exercise
    found = thinking.hold_against(
        thinking._rules_of(match.game),
        msgspec.json.encode(exercise.options),
        msgspec.msgpack.encode(exercise.view),
        missed.played,
        missed.best,
    )
    assert found == loss_of(exercise, missed.played)
