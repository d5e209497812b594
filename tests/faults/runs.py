"""One run: people play through the proxy while houses die and are born again; then all must agree."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from ratskeller import games
from ratskeller.core.match import Entry, Header, Seated, TableEvent
from ratskeller.server.audit import audit
from ratskeller.server.company import MISSED_SECONDS
from ratskeller.server.schema import chat, entries, requests, tables
from ratskeller.server.store import REFUSED
from tests.faults.history import History, Kept, Stored
from tests.faults.people import Client, ShutOut
from tests.faults.proxy import Weather, proxy
from tests.faults.servers import MOMENTS, SOUND, Birth, Nursery, kill, lives, place_of
from tests.server.harness import GAME, PATIENCE, Person, answering, free_port

DEEDS: Final = 30  # acknowledged in one run
_LONGEST_RUN: Final = 5 * PATIENCE  # only what hangs is ended
_DEATHS: Final = 5
_COMMITS: Final = (2, 6)  # of a house that is to die
_LOOKS: Final = 20  # until all have heard of everything, even on a busy machine


class Houses:
    """The houses of a run, each on a port of its own; a dead one is followed by its like."""

    def __init__(self, nursery: Nursery, db: str, fault: str, rng: random.Random) -> None:
        self._nursery, self._db, self._fault, self._rng = nursery, db, fault, rng
        self._living: dict[int, int] = {}  # port: process
        self._doomed: set[int] = set()  # processes
        self._deaths = 0

    def ports(self) -> Sequence[int]:
        return tuple(self._living)

    def start(self, port: int) -> None:
        birth = Birth(port, self._db, self._fault)
        doomed = self._deaths < _DEATHS
        if doomed:
            birth.commits = self._rng.randint(*_COMMITS)
            birth.moment = self._rng.choice(MOMENTS)
        self._living[port] = self._nursery.start(birth)
        if doomed:
            self._doomed.add(self._living[port])

    async def watch(self) -> None:
        """Start a house wherever one has died."""
        while True:
            for port, process in list(self._living.items()):
                if not lives(process):
                    self._succeed(port, process)
            await asyncio.sleep(0.01)

    def _succeed(self, port: int, process: int) -> None:
        if self._living[port] == process:  # nobody has yet
            self._deaths += 1
            self.start(port)

    async def calm_down(self) -> None:
        """Nobody dies any more: those who were to are followed by others who go on living."""
        self._deaths = _DEATHS
        for port, process in list(self._living.items()):
            if process in self._doomed:
                await kill(process)
                self._succeed(port, process)

    async def close(self) -> None:
        for process in self._living.values():
            await kill(process)


@asynccontextmanager
async def opened(houses: Houses, count: int) -> AsyncIterator[Houses]:
    for _ in range(count):
        houses.start(free_port())
    watching = asyncio.create_task(houses.watch())
    try:
        yield houses
    finally:
        watching.cancel()
        await houses.close()


def run(nursery: Nursery, db: str, seed: int, fault: str = SOUND, houses: int = 1) -> list[str]:
    """What is wrong with the history of a run; nothing, if all is well."""

    async def bounded() -> list[str]:
        async with asyncio.timeout(_LONGEST_RUN):
            return await _run(nursery, db, random.Random(seed), fault, houses)

    return asyncio.run(bounded())


async def _run(nursery: Nursery, db: str, rng: random.Random, fault: str, count: int) -> list[str]:
    def luck() -> random.Random:
        return random.Random(rng.random())

    history, weather = History(), Weather(luck())
    houses = Houses(nursery, db, fault, luck())
    people, table = await _sit_down(nursery, db)
    async with opened(houses, count), proxy(weather, houses.ports) as line:
        clients = [
            Client(name, person, table, line.port, history) for name, person in people.items()
        ]
        living = [asyncio.create_task(_live(client, luck(), history)) for client in clients]
        try:
            await asyncio.gather(*living)
            weather.calm = True
            await houses.calm_down()
            different = await _compare(clients, houses)
        except ShutOut as no:
            return [str(no)]
        finally:
            await _end(living)
            for client in clients:
                await client.leave()
    return [*different, *history.check(stored(db)), *_audit(db)]


async def _sit_down(nursery: Nursery, db: str) -> tuple[dict[str, Person], str]:
    """Two who play and two who watch, before the weather turns and houses begin to die."""
    port = free_port()
    house = nursery.start(Birth(port, db, SOUND))
    people = {name: Person(f"http://127.0.0.1:{port}") for name in ("ada", "ben", "cleo", "dan")}
    await answering(people["ada"].base)
    made = await people["ada"].lay("me", "open", game=GAME, name="ada")
    assert (await people["ben"].join(made, "ben")).status_code < 300
    for person in people.values():
        await person.http.aclose()
    await kill(house)
    return people, made["table"]


async def _end(lives: Sequence[asyncio.Task[None]]) -> None:
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)


async def _live(client: Client, rng: random.Random, history: History) -> None:
    while history.done() < DEEDS:
        await client.act(rng)


async def _compare(clients: Sequence[Client], houses: Houses) -> list[str]:
    """What differs between what people have before their eyes and what they would see if they came anew. Where
    one house hears late of what another has written, people are given a while to agree.
    """
    looks = _LOOKS if len(houses.ports()) > 1 else 1
    while (problems := await _differences(clients, houses)) and (looks := looks - 1):
        await asyncio.sleep(MISSED_SECONDS)
    return problems


async def _differences(clients: Sequence[Client], houses: Houses) -> list[str]:
    problems = []
    for client in clients:
        had = client.view(await client.catch_up())
        for port in houses.ports():
            async with client.line(port) as fresh:
                await fresh.ask(type="hello")
                found = client.view(fresh)
            problems += [
                f"{client.name} sees {had[what]} as “{what}”, and anew {found[what]}"
                for what in had
                if had[what] != found[what]
            ]
    return problems


# --- the store --------------------------------------------------------------------------------


def stored(db: str) -> Stored:
    """What is kept of the one table of a run."""
    engine = sa.create_engine(db.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.connect() as store:
        row = store.execute(sa.select(tables)).mappings().one()
        log = store.execute(sa.select(entries.c.entry).order_by(entries.c.number)).scalars().all()
        said = store.execute(sa.select(chat.c.number, chat.c.text).order_by(chat.c.number)).all()
        done = sa.select(requests.c.request).where(requests.c.digest != REFUSED)
        asked = store.execute(done).scalars().all()
    engine.dispose()
    header = msgspec.json.decode(row["header"], type=Header)
    action: Any = games.find(header.game).action_type
    notation = games.find(header.game).notation
    made = [msgspec.json.decode(line, type=Entry[action]) for line in log]
    seated = made[0].body
    assert isinstance(seated, Seated)
    names = [header.players[number].name for number in seated.order]
    drafted = msgspec.json.decode(row["draft"], type=tuple[action, ...]) if row["draft"] else ()
    return Stored(
        entries=[
            Kept(one.number, names[one.seat], one.request, notation(one.body))
            for one in made
            if one.seat is not None and not isinstance(one.body, TableEvent)
        ],
        draft=[notation(one) for one in drafted],
        drafter=header.players[row["turn"]].name if row["turn"] is not None else "",
        chat=[(number, text) for number, text in said],
        requests=asked,
        last=len(made),
    )


def _audit(db: str) -> list[str]:
    return [problem for one in audit(place_of(db)) for problem in one.problems]
