"""Repeated, late and lost messages; lines that break. Servers that die are in `tests/faults`."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from ratskeller.bots import FALLBACK
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.messages import Denial
from ratskeller.server.store import Writer
from tests.server.harness import PATIENCE, pair, running
from tests.statements import statement


@statement("S26")
def test_the_same_request_twice_is_answered_twice_and_done_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            async with pair(house) as two:
                line, table = two.mover, two.table
                wish = {"type": "choose", "version": line.version, "action": 0, "request": "same"}
                first = await line.ask(**wish)
                count = (two.entries, len(table.playing().drafted))
                await line.send(**wish)
                raw = await line.connection.recv()
                assert json.loads(raw)["request"] == "same"
                assert raw.encode() == next(h for h in line.heard if b'"same"' in h)
                other = {**wish, "action": 1}
                refusal = await line.ask(**other)
                assert refusal.rule == "TB-16"
                assert (two.entries, len(table.playing().drafted)) == count
                said = {"type": "chat", "text": "hello", "request": "talk"}
                await line.ask(**said)
                await line.send(**said)
                await line.connection.recv()
                assert len(table.chat) == 1
                assert first.request == "same"
            table.requests.answers.clear()  # as after a restart: only the store remembers
            async with line.person.line(table.row.id) as line:
                again = await line.ask(**wish)
                assert type(again).__name__ == "Whole"
                refusal = await line.ask(**other)
                assert refusal.rule == "TB-16"
                assert (two.entries, len(table.playing().drafted)) == count

    asyncio.run(story())


@statement("S27")
def test_a_stale_move_is_refused_with_the_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house, pair(house) as two:
            line, old, entries = two.mover, two.mover.version, two.entries
            for version in (old - 1, old + 1, 0, -5):
                refusal = await line.ask(type="choose", version=version, action=0)
                assert (refusal.rule, refusal.version) == ("TB-06", old)
                whole = await line.next()
                assert type(whole).__name__ == "Whole"
                assert whole.version == old
            assert two.entries == entries
            assert type(await line.choose(0)).__name__ == "Update"
            async with line.person.line(two.table.row.id, greet=False) as line:
                await line.send(type="undo", version=old, request="early")
                assert (await line.next()).rule in ("TB-06", "TB-28")

    asyncio.run(story())


@pytest.mark.parametrize(
    "question",
    [{"type": "foresee", "action": 0}, {"type": "hint", "stage": 1}],
    ids=["foresee", "hint"],
)
def test_a_stale_question_is_refused_and_disturbs_nothing(
    tmp_path: Path, question: dict[str, Any]
) -> None:
    """A page asks what is under the pointer; a whole would end what it shows of others' moves."""

    async def story() -> None:
        async with running(tmp_path / "house.db") as house, pair(house) as two:
            line = two.mover
            refusal = await line.ask(**question, version=line.version - 1)
            assert (refusal.rule, refusal.version) == ("TB-06", line.version)
            heard = len(line.heard)
            await line.settle()
            assert len(line.heard) == heard + 1, "more than the answer to the ping"

    asyncio.run(story())


@statement("S33")
@pytest.mark.parametrize("away", [1.0, 60.0, 86_400.0])
def test_a_half_made_turn_survives_a_broken_line(tmp_path: Path, away: float) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random", confirm=True)
            async with ada.line(made["table"]) as line:
                await line.until(lambda one: bool(one.now.legal))
                await line.choose(0)
                assert line.now.drafted == 1
                before = (line.parts, line.log, line.now.legal, line.now.held, line.now.banner)
                line.connection.transport.abort()
            house.clock.offset += away
            async with ada.line(made["table"]) as line:
                assert len(line.heard) == 1, "one message tells all"
                after = (line.parts, line.log, line.now.legal, line.now.held, line.now.banner)
                assert after == before
                assert line.now.drafted == 1
                rng = random.Random(1)
                await line.move(rng)

    asyncio.run(story())


@statement("S34")
def test_versions_have_no_gaps_and_a_gap_is_answered_with_the_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house, pair(house) as two:
            one, other = two.mover, two.waiter
            rng = random.Random(8)
            for _ in range(10):  # the shortest matches of two have a few more
                mover = one if one.now.legal else other
                await mover.move(rng)
                for line in (one, other):
                    await line.settle()
            # `Line.next` fails at a gap. A client that missed something asks for the whole
            # with the end of the log it has.
            have = one.log[len(one.log) // 2].entry
            full = list(one.log)
            version = one.version
            await one.ask(type="hello", log_after=have)
            assert one.version == version
            assert one.log == [entry for entry in full if entry.entry > have]

    asyncio.run(story())


def test_trouble_with_the_disk_is_said_and_nothing_is_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house, pair(house) as two:
            line, count = two.mover, two.entries
            writing = house.house.store.writing

            def broken() -> None:
                raise StoreTrouble("the disk is full")

            monkeypatch.setattr(house.house.store, "writing", broken)
            refusal = await line.choose(0)
            assert refusal.rule == "TB-24"
            assert two.entries == count
            lay = await line.person.post(
                "/api/tables", game="pied_piper", seats=[{"kind": "me"}] * 2
            )
            assert lay.status_code in (400, 503)
            monkeypatch.setattr(house.house.store, "writing", writing)
            await line.settle()
            assert type(await line.choose(0)).__name__ == "Update"

    asyncio.run(story())


def test_what_was_written_before_the_line_to_the_store_broke_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house, pair(house) as two:
            commit = Writer.commit

            async def commit_and_break(writer: Writer) -> None:
                await commit(writer)
                monkeypatch.setattr(Writer, "commit", commit)
                raise StoreTrouble("the line is cut")

            monkeypatch.setattr(Writer, "commit", commit_and_break)
            answer = await two.mover.ask(type="chat", text="hello")
            assert not isinstance(answer, Denial)
            for line in (two.mover, two.waiter):
                await line.until(lambda one: [said.text for said in one.chat] == ["hello"])
            assert type(await two.mover.choose(0)).__name__ == "Update"

    asyncio.run(story())


def test_a_bot_that_thinks_for_ever_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db", bot_seconds=0.001) as house:
            house.house.thinker.fallback_seconds = PATIENCE
            ada = house.person()
            made = await ada.lay("me", "bot:adelheid")  # thinks far longer than that
            async with ada.line(made["table"]) as line:
                while not any(entry.by == f"bot:{FALLBACK}" for entry in line.log):
                    if line.now.legal:
                        await line.move(random.Random(1))
                    else:
                        await line.next()

    asyncio.run(story())
    assert any("took too long" in record.message for record in caplog.records)
