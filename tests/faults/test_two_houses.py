"""Two houses with one database: people at one table by different processes, and one of the two dies."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from ratskeller.server.messages import Update
from tests.databases import Databases
from tests.faults.servers import SOUND, Birth, Nursery, kill
from tests.server.harness import Line, Person, answering, free_port, together
from tests.statements import statement

pytestmark = pytest.mark.heavy


class House:
    """One of several houses."""

    def __init__(self, nursery: Nursery, address: str) -> None:
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        self._process = nursery.start(Birth(port, address, SOUND))
        self._people: list[Person] = []

    def person(self, other: Person | None = None) -> Person:
        """Somebody whose lines lead to this house: somebody new, or who was at another before."""
        self._people.append(Person(self.base))
        if other:
            self._people[-1].http.cookies = other.http.cookies
        return self._people[-1]

    async def die(self) -> None:
        await kill(self._process)

    async def close(self) -> None:
        await self.die()
        for person in self._people:
            await person.http.aclose()


@asynccontextmanager
async def two_houses(nursery: Nursery, address: str) -> AsyncIterator[tuple[House, House]]:
    houses = House(nursery, address), House(nursery, address)
    try:
        for house in houses:
            await answering(house.base)
        yield houses
    finally:
        for house in houses:
            await house.close()


async def turn(mover: Line, other: Line, rng: random.Random) -> None:
    """Play until the other one is asked, who sees every entry as it is made."""
    while mover.now.legal or mover.now.held:
        answer = await mover.move(rng)
        assert isinstance(answer, Update), answer
        if mover.now.status == "over":
            break
    await other.until(lambda one: len(one.log) == len(mover.log))
    assert [line.entry for line in other.log] == [line.entry for line in mover.log]


@statement("S29")
def test_people_at_one_table_by_two_houses_play_on_when_one_dies(
    cradle: Nursery, shelf: Databases
) -> None:
    async def story() -> None:
        rng = random.Random(3)
        async with two_houses(cradle, shelf.new()) as (first, second):
            ada, ben = first.person(), second.person()
            made = await ada.lay("me", "open", name="ada")
            assert (await ben.join(made, "ben")).status_code < 300
            table = made["table"]
            async with ben.line(table) as there:
                async with ada.line(table) as here:
                    await together(here, there)
                    heard = len(there.heard)
                    for _ in range(3):
                        mover, other = (here, there) if here.now.legal else (there, here)
                        await turn(mover, other, rng)
                    await there.ask(type="chat", text="hello")
                    await here.until(lambda one: bool(one.chat))
                    assert all(b'"type":"update"' in one for one in there.heard[heard:])
                    await first.die()
                await there.until(lambda one: not all(seat.online for seat in one.now.seats))
                async with second.person(ada).line(table) as here:
                    assert [line.text for line in here.chat] == ["hello"]
                    await together(here, there)
                    for _ in range(2):
                        mover, other = (here, there) if here.now.legal else (there, here)
                        await turn(mover, other, rng)

    asyncio.run(story())


def test_bots_are_driven_by_a_house_that_lives(cradle: Nursery, shelf: Databases) -> None:
    async def story() -> None:
        rng = random.Random(5)
        async with two_houses(cradle, shelf.new()) as (first, second):
            ada = first.person()
            table = (await ada.lay("me", "bot:random", "bot:random"))["table"]
            async with ada.line(table) as line:
                if await line.asked():
                    await line.move(rng)
            await first.die()
            async with second.person(ada).line(table) as line:
                for _ in range(4):
                    if await line.asked():
                        await line.move(rng)
                bots = {entry.by for entry in line.log if entry.by.startswith("bot:")}
                assert bots == {"bot:random"}

    asyncio.run(story())
