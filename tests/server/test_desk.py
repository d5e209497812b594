"""The desk at which many tables are written down together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ratskeller.server.chain import linked
from ratskeller.server.desk import Desk, Order, Overtaken
from ratskeller.server.schema import PlayerRow, TableRow
from ratskeller.server.store import Store

pytestmark = pytest.mark.placed

LINES = sa.Table("lines", sa.MetaData(), sa.Column("number", sa.Integer, primary_key=True))
ADD = LINES.insert()


class Watched:
    """A desk whose thread is held up, and what its database did."""

    def __init__(self, path: Path) -> None:
        engine = sa.create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False})
        LINES.create(engine)
        self.desk = Desk(engine)
        self.commits: list[int] = []
        self.answered: list[int] = []
        self.go = threading.Event()
        sa.event.listen(engine, "commit", lambda _: self.commits.append(len(self.answered)))

    async def give(self, *orders: Sequence[Order]) -> list[Any]:
        """Give orders while the thread is busy, and wait for all of them."""
        busy = self.desk.do(lambda _: self.go.wait())
        given = [self.desk.commit(one) for one in orders]
        for number, one in enumerate(given):
            one.add_done_callback(partial(self._note, number))
        self.go.set()
        await busy
        return await asyncio.gather(*given, return_exceptions=True)

    def _note(self, number: int, _: object) -> None:
        self.answered.append(number)

    async def numbers(self) -> list[int]:
        def read(connection: sa.Connection) -> list[int]:
            return list(connection.execute(sa.select(LINES.c.number)).scalars())

        return await self.desk.do(read)


@asynccontextmanager
async def watched(path: Path) -> AsyncIterator[Watched]:
    held_up = Watched(path)
    try:
        yield held_up
    finally:
        held_up.desk.close()


def line(*numbers: int) -> list[Order]:
    return [Order(ADD, [{"number": number}]) for number in numbers]


def test_orders_that_wait_are_committed_together_and_answered_afterwards(tmp_path: Path) -> None:
    async def story() -> None:
        async with watched(tmp_path / "lines.db") as held_up:
            assert await held_up.give(*(line(number) for number in range(20))) == [None] * 20
            assert held_up.commits == [0], "one commit, and nobody was answered before it"
            assert held_up.answered == list(range(20))
            assert await held_up.numbers() == list(range(20))

    asyncio.run(story())


def test_whoever_gives_an_order_that_fails_is_refused_and_nobody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with watched(tmp_path / "lines.db") as held_up:
            given = await held_up.give(line(1), line(2, 1), line(3))
            assert [type(answer) for answer in given] == [type(None), Overtaken, type(None)]
            assert await held_up.numbers() == [1, 3], "of the one that failed nothing is written"

    asyncio.run(story())


def test_whoever_waits_no_longer_disturbs_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with watched(tmp_path / "lines.db") as held_up:
            busy = held_up.desk.do(lambda _: held_up.go.wait())
            gone, there = held_up.desk.commit(line(1)), held_up.desk.commit(line(2))
            gone.cancel()
            held_up.go.set()
            await asyncio.gather(busy, there)
            assert await held_up.numbers() == [1, 2]

    asyncio.run(story())


def test_nothing_comes_between_a_question_and_the_end_of_its_transaction(tmp_path: Path) -> None:
    """Else it would be taken back with it."""

    async def story() -> None:
        store = Store(tmp_path / "house.db")
        await store.open()
        async with store.writing() as writer:
            host = await writer.new_guest("host", 0.0)
            row = TableRow(
                id="t", game="g", options="{}", created=0.0, host=host, seed="", invitation="I"
            )
            await writer.new_table(row, [PlayerRow(table_id="t", number=0, kind="open")])

        async def write() -> None:
            async with store.writing() as writer:
                await writer.add_entries("t", linked("", ["one"], 1))

        async def ask_and_give_up() -> None:
            async with store.writing() as writer:
                await writer.new_guest("nobody", 0.0)
                others.append(asyncio.create_task(write()))
                await asyncio.sleep(0)
                raise LookupError

        others: list[asyncio.Task[None]] = []
        with pytest.raises(LookupError):
            await ask_and_give_up()
        await asyncio.gather(*others)
        assert [entry.entry for entry in await store.entries("t")] == ["one"]
        assert await store.guest("nobody", 0.0) is None
        await store.close()

    asyncio.run(story())
