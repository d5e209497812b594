"""Two houses with one database: people at one table by different processes, and one of the two dies."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
import sqlalchemy as sa

from ratskeller.server import company, postgres
from ratskeller.server.house import House
from ratskeller.server.messages import Update
from tests.databases import Databases
from tests.faults.proxy import Weather, proxy
from tests.faults.servers import SOUND, Birth, Nursery, kill
from tests.server.harness import Line, Person, answering, free_port, running, together
from tests.statements import statement

pytestmark = pytest.mark.heavy

LIVING = sa.select(postgres.LIVING.columns(sa.column("life")).subquery())


class Houses:
    """Two houses behind one door: lines go to one and to the other by turns, as long as both live."""

    def __init__(self, nursery: Nursery, address: str) -> None:
        self._processes = {port: nursery.start(Birth(port, address, SOUND)) for port in _ports()}
        self._people: list[Person] = []
        self.door = ""
        self.last = 0  # where the last line went

    def next_ports(self) -> Sequence[int]:
        """Where the next line goes."""
        self.last = next((port for port in self._processes if port != self.last), self.last)
        return [self.last]

    def person(self) -> Person:
        self._people.append(Person(self.door))
        return self._people[-1]

    async def begin(self, port: int) -> None:
        self.door = f"http://127.0.0.1:{port}"
        for one in self._processes:
            await answering(f"http://127.0.0.1:{one}")

    async def kill(self, port: int) -> None:
        await kill(self._processes.pop(port))

    async def close(self) -> None:
        for port in list(self._processes):
            await self.kill(port)
        for person in self._people:
            await person.http.aclose()


def _ports() -> list[int]:
    return [free_port(), free_port()]


@asynccontextmanager
async def two_houses(nursery: Nursery, address: str) -> AsyncIterator[Houses]:
    weather, houses = Weather(random.Random(1)), Houses(nursery, address)
    weather.calm = True
    try:
        async with proxy(weather, houses.next_ports) as door:
            await houses.begin(door.port)
            yield houses
    finally:
        await houses.close()


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
        async with two_houses(cradle, shelf.new()) as houses:
            ada, ben = houses.person(), houses.person()
            made = await ada.lay("me", "open", name="ada")
            assert (await ben.join(made, "ben")).status_code < 300
            table = made["table"]
            async with ben.line(table) as there:
                living = houses.last
                async with ada.line(table) as here:
                    assert houses.last != living, "they come by different houses"
                    await together(here, there)
                    heard = len(there.heard)
                    for _ in range(3):
                        mover, other = (here, there) if here.now.legal else (there, here)
                        await turn(mover, other, rng)
                    await there.ask(type="chat", text="hello")
                    await here.until(lambda one: bool(one.chat))
                    assert all(b'"type":"update"' in one for one in there.heard[heard:])
                    await houses.kill(houses.last)
                await there.until(lambda one: not all(seat.online for seat in one.now.seats))
                async with ada.line(table) as here:
                    assert houses.last == living
                    assert [line.text for line in here.chat] == ["hello"]
                    await together(here, there)
                    for _ in range(2):
                        mover, other = (here, there) if here.now.legal else (there, here)
                        await turn(mover, other, rng)

    asyncio.run(story())


@statement("S29")
def test_after_a_death_the_others_need_no_more_than_two_looks(
    cradle: Nursery, shelf: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They look once a second, so play goes on within five, bots included: counted in looks and not by a clock,
    since a machine that runs tests is busy. How soon the database notices the end of a process is its own affair.
    """
    assert 2 * company.MISSED_SECONDS < 5
    monkeypatch.setattr(company, "MISSED_SECONDS", 0.02)
    look, looks = House._follow_all, list[bool]()  # whether somebody is there by another house

    async def noted(house: House, table_ids: Sequence[str]) -> None:
        await look(house, table_ids)
        looks.append(any(table.presence.elsewhere for table in house.tables.values()))

    monkeypatch.setattr(House, "_follow_all", noted)

    async def story() -> None:
        address, port = shelf.new(), free_port()
        process = cradle.start(Birth(port, address, SOUND))
        async with running(address) as here:
            ada, ben = Person(f"http://127.0.0.1:{port}"), here.person()
            await answering(ada.base)
            made = await ada.lay("me", "open", name="ada")
            await ben.join(made, "ben")
            table, kept = made["table"], here.house.store
            async with ben.line(table) as line:
                async with ada.line(table) as other:
                    await together(line, other)
                    await kill(process)
                while len(await kept._all(LIVING)) > 1:
                    await asyncio.sleep(0.01)
                looks.clear()
                await line.until(lambda one: not all(seat.online for seat in one.now.seats))
                assert looks[:2] != [True, True]
                assert await kept.claim(table)
                await kept.give_up(table)
            await ada.http.aclose()

    asyncio.run(story())


def test_bots_are_driven_by_a_house_that_lives(cradle: Nursery, shelf: Databases) -> None:
    async def story() -> None:
        rng = random.Random(5)
        async with two_houses(cradle, shelf.new()) as houses:
            ada = houses.person()
            table = (await ada.lay("me", "bot:random", "bot:random"))["table"]
            async with ada.line(table) as line:
                if await line.asked():
                    await line.move(rng)
                await houses.kill(houses.last)
            async with ada.line(table) as line:
                for _ in range(4):
                    if await line.asked():
                        await line.move(rng)
                bots = {entry.by for entry in line.log if entry.by.startswith("bot:")}
                assert bots == {"bot:random"}

    asyncio.run(story())
