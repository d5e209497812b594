"""Looking back at a finished match: for whom, when, once, and forgotten with its person."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller.coach import analysis
from ratskeller.coach.findings import (
    VERSION,
    Analysis,
    Found,
    Others,
    Outline,
    OwnChoice,
    Stroke,
    conclude,
)
from ratskeller.core.match import Abandoned
from ratskeller.server import thinking
from ratskeller.server.change import TableChange
from ratskeller.server.house import House
from ratskeller.server.limits import Rate
from ratskeller.server.thinking import Thinker, Thought
from tests.coach.matches import finished
from tests.server.harness import PLENTY, Person, Running, running

OUTLINE = Outline(VERSION, "pied_piper", 0, 2, "network", 0, 4, 0.5, 0.01)


def choice(entry: int, *, loss: float, played: tuple[str, ...], best: tuple[str, ...]) -> OwnChoice:
    verdict: Any = "worse" if loss else "best"
    return OwnChoice(
        entry=entry, entries=1, kind="real", before=0.6, after=0.6 - loss, played=played, best=best,
        loss=loss, error=0.01, amount=-loss, amount_error=0.01, verdict=verdict,
        second=() if loss else best, lead=0.2, lead_error=0.01,
    )  # fmt: skip


class Coach:
    """One who has found everything already, and hands it out finding by finding."""

    def __init__(self, found: Sequence[Any] = (), *, waits: bool = False) -> None:
        self.found = found or (
            Stroke(1, "deal", 0.1, 0.01, 0.6),
            Others(30, 1, 1, -0.05, 0.01, 0.55),
        )
        self.asked = 0
        self.go = asyncio.Event()
        if not waits:
            self.go.set()

    async def look_back(
        self, _game: Any, file: bytes, seat: int, known: Sequence[Any], _asker: Any
    ) -> list[Found] | None:
        self.asked += 1
        self.file = file
        if not known:
            steps = len(self.found)
            return [msgspec.structs.replace(OUTLINE, seat=seat, steps=steps)]
        await self.go.wait()
        if len(known) <= len(self.found):
            return [self.found[len(known) - 1]]
        return [conclude(known[0], list(known[1:]), 1.0)]


async def first_that_comes(_self: Thinker, _game: Any, bot: str, *_: Any) -> Thought:
    """A bot that needs no worker."""
    return Thought(0, bot)


async def play_out(house: House, table_id: str) -> None:
    """Play a match to its end, whoever sits there."""
    table, rng = await house.open(table_id), random.Random(1)
    async with table.lock:
        match, happened = table.playing(), []
        while not match.over:
            seat = match.to_act
            assert seat is not None
            happened += table.choose(seat, rng.choice(match.legal(seat)), hold=False)
        await house.record(table, TableChange(happened=happened))


@asynccontextmanager
async def over(
    db: Path, monkeypatch: pytest.MonkeyPatch, coach: Coach, *seats: str, **more: Any
) -> AsyncIterator[tuple[Running, Person, str]]:
    """A house with a match that is over, and its host."""
    monkeypatch.setattr(Thinker, "look_back", staticmethod(coach.look_back))
    monkeypatch.setattr(Thinker, "choose", first_that_comes)
    async with running(db, **more) as house:
        ada = house.person()
        made = await ada.lay(*(seats or ("me", "bot:random")), name="Ada")
        await play_out(house.house, made["table"])
        yield house, ada, made["table"]


async def ask(person: Person, table: str, seat: int = 0) -> Any:
    return await person.http.post(f"/api/tables/{table}/seats/{seat}/lookback")


async def whole(person: Person, table: str, seat: int = 0) -> dict[str, Any]:
    while True:
        answer = await ask(person, table, seat)
        assert answer.status_code == 200, answer.text
        if answer.json()["analysis"]:
            found: dict[str, Any] = answer.json()
            return found
        await asyncio.sleep(0)


async def seat_of(house: Running, table: str, *, bot: bool = False) -> int:
    live = await house.house.open(table)
    return next(seat for seat in range(2) if (live.player_at(seat).kind == "bot") == bot)


def test_it_comes_finding_by_finding_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach(waits=True)
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            assert (await ask(ada, table, seat)).json()["analysis"] is None
            while (so_far := (await ask(ada, table, seat)).json())["of"] == 0:
                await asyncio.sleep(0)
            assert so_far == {"found": 0, "of": 2, "analysis": None}
            coach.go.set()
            found = await whole(ada, table, seat)
            assert found["found"] == found["of"] == 2
            assert msgspec.convert(found["analysis"], Analysis).outline.seat == seat
            asked = coach.asked
            assert asked == 4, "an outline, two findings, the whole"
        async with running(tmp_path / "db") as house:
            ada.base, again = house.base, house.person(Cookie=ada.cookie())
            assert (await whole(again, table, seat))["analysis"] == found["analysis"]
            assert coach.asked == asked, "it was found once"

    asyncio.run(story())


def test_nobody_looks_back_at_a_running_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach()
        monkeypatch.setattr(Thinker, "look_back", staticmethod(coach.look_back))
        async with running(tmp_path / "db") as house:
            ada = house.person()
            made = await ada.lay("me", "here", name="Ada")
            refused = await ask(ada, made["table"])
            assert (refused.status_code, refused.json()["rule"]) == (409, "TB-19")
            live = await house.house.open(made["table"])
            async with live.lock:
                change = TableChange(happened=live.note(Abandoned(), None))
                await house.house.record(live, change)
            refused = await ask(ada, made["table"])
            assert (refused.status_code, refused.json()["rule"]) == (409, "TB-40")
            assert coach.asked == 0

    asyncio.run(story())


def test_a_seat_is_looked_back_from_by_its_own_person_and_a_match_of_bots_by_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            eve, own = house.person(), await seat_of(house, table)
            for person, seat in ((eve, own), (ada, 1 - own), (ada, 7)):
                refused = await ask(person, table, seat)
                assert (refused.status_code, refused.json()["rule"]) == (403, "TB-07")
            assert coach.asked == 0
        bots = ("bot:random", "bot:random")
        async with over(tmp_path / "bots", monkeypatch, coach, *bots) as (house, ada, table):
            assert (await whole(house.person(), table))["of"] == 2

    asyncio.run(story())


def test_one_match_at_a_time_and_not_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach(waits=True)
        limits = msgspec.structs.replace(PLENTY, lookbacks=Rate(1, 0.001))
        async with over(tmp_path / "db", monkeypatch, coach, limits=limits) as (house, ada, table):
            other = (await ada.lay("me", "bot:random"))["table"]
            await play_out(house.house, other)
            seat, second = await seat_of(house, table), await seat_of(house, other)
            assert (await ask(ada, table, seat)).status_code == 200
            refused = await ask(ada, other, second)
            assert (refused.status_code, refused.json()["rule"]) == (429, "TB-29")
            assert refused.headers["retry-after"] == "10", "the first one is under way"
            coach.go.set()
            await whole(ada, table, seat)
            while house.house.looking._tasks:
                await asyncio.sleep(0)
            refused = await ask(ada, other, second)
            assert (refused.status_code, refused.json()["rule"]) == (429, "TB-29")
            assert refused.headers["retry-after"] != "10", "the bucket is empty"

    asyncio.run(story())


@pytest.mark.parametrize("done", [True, False], ids=["kept", "under way"])
def test_whoever_is_forgotten_takes_it_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, done: bool
) -> None:
    async def story() -> None:
        coach = Coach(waits=not done)
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            await (whole if done else ask)(ada, table, seat)
            store = house.house.store
            while done and await store.lookback(table, seat) is None:
                await asyncio.sleep(0)
            assert (await ada.post("/api/forget", sure=True)).status_code == 200
            coach.go.set()
            while house.house.looking._tasks:
                await asyncio.sleep(0)
            assert await store.lookback(table, seat) is None

    asyncio.run(story())


def test_a_log_that_was_written_anew_is_looked_at_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        coach = Coach()
        async with over(tmp_path / "db", monkeypatch, coach) as (house, ada, table):
            seat = await seat_of(house, table)
            await whole(ada, table, seat)
            live, asked = await house.house.open(table), coach.asked
            live.row.chain = "another"
            await whole(ada, table, seat)
            assert coach.asked == 2 * asked

    asyncio.run(story())


# --- the worker --------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ["pied_piper", "ratzentanz", "first_rat"])
def test_a_worker_goes_on_where_another_one_stopped(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "_LOOK_SECONDS", 0.0)  # a finding at a time
    match = finished(game_id)
    monkeypatch.setattr(thinking, "_finished", lambda *_: match)
    rules: Any = None
    known: list[Any] = []
    for _ in range(4):
        found = thinking.look_on(rules, b"", 1, msgspec.json.encode(known))
        (one,) = msgspec.json.decode(found, type=list[Found])
        known.append(one)
    through = analysis.search(match, 1)
    assert known == [next(through) for _ in range(4)], "luck hangs on the view alone"


def test_a_worker_reads_the_file_that_anybody_may_save_after_the_end() -> None:
    match = finished()
    rules = thinking._rules_of(match.game)
    read = thinking._finished(rules, match.export(0))
    assert list(read.entries) == list(match.entries)
