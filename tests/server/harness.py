"""A running house for tests, and people who sit at its tables.

`async with running(db) as house:` serves on a free port of the loopback; a `Person` has cookies of
their own, a `Line` is one of their sockets.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
import websockets

from ratskeller.server.app import Settings, create_app
from ratskeller.server.house import House
from ratskeller.server.limits import Limits, Rate
from ratskeller.server.messages import ToClient, Update, Whole
from ratskeller.server.places import Address
from ratskeller.server.serve import lines, listen
from ratskeller.server.table import Table

GAME = "pied_piper"
PATIENCE = 300.0
"""Seconds until something that should come at once counts as lost, on the busiest machine."""
DECODER = msgspec.json.Decoder(ToClient)
ENDLESSLY = Rate(10**9, 1)
PLENTY = Limits(
    messages=ENDLESSLY,
    tables=ENDLESSLY,
    wholes=ENDLESSLY,
    chat=ENDLESSLY,
    downloads=ENDLESSLY,
    lookbacks=ENDLESSLY,
    tries=ENDLESSLY,
    guests=ENDLESSLY,
    joins=ENDLESSLY,
    guesses=ENDLESSLY,
    sockets=10**6,
    thoughts=10**6,
)
"""For people who type faster than people do."""


def place_of(db: Path) -> Address:
    """Where the tables of a test are kept; `conftest.py` may have a database instead."""
    return db


class Clock:
    """A clock that a test can put forward, or stop."""

    def __init__(self) -> None:
        self.offset = 0.0
        self.stopped: float | None = None

    def __call__(self) -> float:
        return (time.time() if self.stopped is None else self.stopped) + self.offset

    def stop(self) -> None:
        """From now on only the test lets time pass."""
        self.stopped = time.time()


class Running:
    """A house that serves, and its insides."""

    def __init__(self, base: str, house: House, clock: Clock) -> None:
        self.base = base
        self.house = house
        self.clock = clock
        self.people: list[Person] = []

    def person(self, **headers: str) -> Person:
        self.people.append(Person(self.base, headers))
        return self.people[-1]


@asynccontextmanager
async def running(
    db: Address,
    *,
    workers: int = 1,
    bot_seconds: float = PATIENCE,
    limits: Limits = PLENTY,
    proxies: Sequence[str] = (),
    hosts: tuple[str, ...] = (),
) -> AsyncIterator[Running]:
    """A house in this very process, on a port of its own."""
    clock = Clock()
    app = create_app(
        Settings(
            db=place_of(db) if isinstance(db, Path) else db,
            workers=workers,
            bot_seconds=bot_seconds,
            clock=clock,
            limits=limits,
            hosts=hosts,
        )
    )
    listening = listen("127.0.0.1", 0, "en")
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)  # the same everywhere
    config = uvicorn.Config(
        app,
        **lines(proxies),
        log_config=None,
        access_log=False,
        ws_max_size=65536,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=int(PATIENCE),  # a busy machine keeps people waiting
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
        if serving.done():
            serving.result()
    try:
        base = f"http://127.0.0.1:{listening.getsockname()[1]}"
        house = Running(base, app.state.house, clock)
        yield house
    finally:
        for person in house.people:
            await person.http.aclose()
        server.should_exit = True
        await serving
        listening.close()


@asynccontextmanager
async def process(db: Path, port: int) -> AsyncIterator[asyncio.subprocess.Process]:
    """`ratskeller serve` as a process of its own, ready to answer; ended by its own id."""
    code = (
        "import sys; from pathlib import Path; from ratskeller.server.serve import serve; "
        "serve('127.0.0.1', int(sys.argv[1]), Path(sys.argv[2]), open_browser=False)"
    )
    served = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(port), str(db), stdout=asyncio.subprocess.DEVNULL
    )
    try:
        await answering(f"http://127.0.0.1:{port}")
        yield served
    finally:
        if served.returncode is None:
            served.terminate()
        await served.wait()


async def answering(base: str) -> None:
    """Wait until a house answers."""
    async with httpx.AsyncClient(verify=False) as client:  # see `Person`
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                await client.get(f"{base}/api/games")
            except httpx.TransportError:
                assert time.monotonic() < deadline, "the server does not start"
                await asyncio.sleep(0.02)
            else:
                return


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, base: str, headers: dict[str, str] | None = None) -> None:
        self.base = base
        self.http = httpx.AsyncClient(
            base_url=base,
            headers={"Origin": base, **(headers or {})},
            timeout=PATIENCE,
            verify=False,  # there is nothing to verify, and reading the world's certificates takes time
        )
        self.made: dict[str, Any] = {}

    async def lay(self, *seats: str, game: str = GAME, **more: Any) -> dict[str, Any]:
        """Lay a table: `lay("me", "open", "bot:random")`."""
        wishes = []
        for seat in seats:
            kind, _, bot = seat.partition(":")
            wishes.append({"kind": kind, "bot": bot})
        answer = await self.http.post("/api/tables", json={"game": game, "seats": wishes, **more})
        assert answer.status_code == 201, answer.text
        self.made = answer.json()
        return self.made

    async def join(self, made: dict[str, Any], name: str = "") -> httpx.Response:
        code = made["invitation"].rpartition("/")[2]
        body = {"invitation": code, "name": name, "nonce": os.urandom(16).hex()}
        return await self.http.post(f"/api/tables/{made['table']}/seats", json=body)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @asynccontextmanager
    async def line(
        self, table: str, *, greet: bool = True, language: str = "en"
    ) -> AsyncIterator[Line]:
        """A socket at a table, with the whole received."""
        address = f"{self.base.replace('http', 'ws', 1)}/t/{table}/socket"
        async with websockets.connect(
            address,
            origin=websockets.Origin(self.base),
            additional_headers={"Cookie": self.cookie(), "Accept-Language": language},
            max_size=None,
        ) as connection:
            line = Line(self, connection)
            if greet:
                await line.send(type="hello")
                await line.next()
            yield line


class Line:
    """One socket: what it was told last, and the parts that its page would show."""

    def __init__(self, person: Person, connection: Any) -> None:
        self.person = person
        self.connection = connection
        self.version = 0
        self.now: Any = None
        self.parts: dict[str, Any] = {}
        self.log: list[Any] = []
        self.chat: list[Any] = []
        self.heard: list[bytes] = []
        self._number = 0

    async def send(self, **message: Any) -> None:
        await self.connection.send(msgspec.json.encode(message).decode())

    async def next(self, timeout: float = PATIENCE) -> Any:
        """The next message, taken in as a page would take it in."""
        line = await asyncio.wait_for(self.connection.recv(), timeout)
        self.heard.append(line.encode() if isinstance(line, str) else line)
        message = DECODER.decode(self.heard[-1])
        self.take(message)
        return message

    def take(self, message: Any) -> None:
        """Show what a message says."""
        if isinstance(message, Whole):
            self.version = message.version
            self.parts = {part.id: part for part in message.parts}
            self.now, self.log, self.chat = message.now, list(message.log), list(message.chat)
        elif isinstance(message, Update):
            assert message.version == self.version + 1, "a version is missing"
            self.version = message.version
            for frame in message.frames:
                for part in frame.change.move:
                    assert part.id in self.parts, f"{part.id} moves but was not there"
                    self.parts[part.id] = part
                for name, _ in frame.change.leave:
                    del self.parts[name]
                for part, _ in frame.change.enter:
                    assert part.id not in self.parts
                    self.parts[part.id] = part
            self.now = message.now
            self.log += message.log
            self.chat += message.chat

    async def until(self, wanted: Callable[[Line], bool]) -> None:
        while not wanted(self):
            await self.next()

    async def asked(self) -> bool:
        """Wait for something to choose; False where the match is over first."""
        await self.until(lambda one: bool(one.now.legal) or one.now.status == "over")
        return bool(self.now.legal)

    async def settle(self) -> None:
        """Take in everything that was sent before now: a line keeps its order."""
        await self.ask(type="ping")

    async def listen(self, seconds: float) -> None:
        """Take in what comes until nothing has come for a while."""
        try:
            while True:
                await self.next(seconds)
        except TimeoutError:
            return

    async def ask(self, **message: Any) -> Any:
        """Send a request and wait for its own answer."""
        self._number += 1
        request = message.setdefault("request", f"r{self._number}-{id(self)}")
        await self.send(**message)
        while True:
            answer = await self.next()
            if getattr(answer, "request", "") == request:
                return answer

    async def choose(self, action: int = 0, **more: Any) -> Any:
        return await self.ask(type="choose", version=self.version, action=action, **more)

    async def move(self, rng: random.Random) -> Any:
        """One step of a turn, or its confirmation."""
        if self.now.held:
            return await self.ask(type="commit", version=self.version)
        return await self.choose(rng.randrange(len(self.now.legal)))

    async def play(self, rng: random.Random) -> None:
        """Answer whatever is asked until the match is over."""
        while self.now.status != "over":
            if self.now.legal or self.now.held:
                await self.move(rng)
            else:
                await self.next()


class Pair:
    """Two people at a table of their own: one of them is to move, and one waits."""

    def __init__(self, table: Table, one: Line, other: Line) -> None:
        self.table = table
        self.mover, self.waiter = (one, other) if one.now.legal else (other, one)

    @property
    def entries(self) -> int:
        """How long the match is."""
        return len(self.table.playing().entries)


@asynccontextmanager
async def pair(house: Running) -> AsyncIterator[Pair]:
    ada, ben = house.person(), house.person()
    made = await ada.lay("me", "open")
    await ben.join(made)
    async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
        await together(one, other)
        yield Pair(house.house.tables[made["table"]], one, other)


async def together(*lines: Line) -> None:
    """Wait until everybody sees everybody else at the table: then nothing more comes unasked."""
    for line in lines:
        await line.until(lambda one: all(seat.online for seat in one.now.seats))
