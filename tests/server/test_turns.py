"""Thinking is shared fairly: whoever asks for much waits for their own questions (S36)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller.server.thinking import Thinker
from ratskeller.server.turns import Asker, Turns
from tests.server.harness import PLENTY, running
from tests.statements import statement


async def served(turns: Turns, askers: Sequence[Asker]) -> list[Asker]:
    """In which order those who ask at once, in this order, have a worker."""
    order: list[Asker] = []

    async def ask(asker: Asker) -> None:
        async with turns.turn(asker):
            order.append(asker)
            await asyncio.sleep(0)

    await asyncio.gather(*(ask(asker) for asker in askers))
    return order


@statement("S36")
def test_somebody_with_one_question_waits_for_one_of_another_and_not_for_all() -> None:
    greedy = [Asker("greedy", f"table {number}") for number in range(20)]
    order = asyncio.run(served(Turns(1), [*greedy, Asker("modest", "a table")]))
    assert order.index(Asker("modest", "a table")) == 1
    assert len(order) == 21, "everybody has their turn"


def test_the_tables_of_one_person_take_turns() -> None:
    asked = [Asker("ada", "one")] * 3 + [Asker("ada", "two")] * 3
    order = asyncio.run(served(Turns(1), asked))
    assert [asker.table for asker in order] == ["one", "two", "one", "two", "one", "two"]


def test_people_take_turns_however_many_tables_they_have() -> None:
    asked = [Asker("ada", number) for number in range(4)] + [Asker("ben", "one")] * 4
    order = asyncio.run(served(Turns(1), asked))
    assert [asker.person for asker in order] == ["ada", "ben"] * 4


@statement("S36")
def test_nobody_has_all_workers_at_once() -> None:
    async def story() -> None:
        turns, begun = Turns(3), 0
        end = asyncio.Event()

        async def think(person: str) -> None:
            nonlocal begun
            async with turns.turn(Asker(person, person)):
                begun += 1
                await end.wait()

        crowd = [asyncio.create_task(think("greedy")) for _ in range(9)]
        for _ in range(5):
            await asyncio.sleep(0)
        assert begun == 2
        assert turns.asked("greedy") == 9
        crowd.append(asyncio.create_task(think("modest")))
        for _ in range(5):
            await asyncio.sleep(0)
        assert begun == 3
        end.set()
        await asyncio.gather(*crowd)
        assert turns.asked("greedy") == turns.asked("modest") == 0

    asyncio.run(story())


def test_who_goes_away_leaves_the_line_and_takes_no_worker_along() -> None:
    async def story() -> None:
        turns = Turns(1)
        async with turns.turn(Asker("ada", 1)):
            gone = [asyncio.create_task(served(turns, [Asker("ben", 1)])) for _ in range(3)]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert turns.asked("ben") == 3
            for task in gone:
                task.cancel()
            await asyncio.gather(*gone, return_exceptions=True)
            assert turns.asked("ben") == 0
        assert await served(turns, [Asker("cleo", 1)] * 2) == [Asker("cleo", 1)] * 2

    asyncio.run(story())


@statement("S36")
def test_a_spare_worker_is_one_that_nobody_waits_for_and_goes_to_who_comes_next() -> None:
    async def story() -> None:
        turns = Turns(2)
        async with turns.turn(Asker("ada", 1)):
            with turns.spare() as lent:
                assert lent
                with turns.spare() as another:
                    assert not another
                waits = asyncio.create_task(served(turns, [Asker("ben", 1)]))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                assert turns.asked("ben") == 1
            with turns.spare() as again:
                assert not again, "Ben has waited for it"
            await waits
            with turns.spare() as again:
                assert again
        assert not turns.all_busy

    asyncio.run(story())


@statement("S36")
def test_bots_think_on_behalf_of_the_host_and_hints_of_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host with many tables of bots has them wait in one line, and a guest has so many hints."""
    askers: list[Asker] = []
    limits = msgspec.structs.replace(PLENTY, thoughts=1)

    turn = Turns.turn

    def noted(turns: Turns, asker: Asker) -> AbstractAsyncContextManager[None]:
        askers.append(asker)
        return turn(turns, asker)

    async def think(*_asked: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Turns, "turn", noted)
    monkeypatch.setattr(Thinker, "_ask_bot", think)

    async def story() -> None:
        async with running(tmp_path / "house.db", limits=limits) as house:
            host, ben = house.person(), house.person()
            tables = [(await host.lay("bot:greedy", "bot:greedy"))["table"] for _ in range(3)]
            owner = house.house.tables[tables[0]].row.host
            while len(askers) < 3:
                await asyncio.sleep(0)
            assert sorted(askers) == sorted(Asker(owner, table) for table in tables)
            first, second = [(await ben.lay("me", "here"))["table"] for _ in range(2)]
            async with ben.line(first) as one, ben.line(second) as two:
                for line in (one, two):
                    await line.ask(type="sit", seat=line.now.to_act)
                await one.send(type="hint", version=one.version, stage=1, request="first")
                await one.settle()
                no = await two.ask(type="hint", version=two.version, stage=1)
                assert no.rule == "TB-29"
            assert askers[-1] == Asker(house.house.tables[first].row.host, first)

    asyncio.run(story())
