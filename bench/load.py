"""How many tables one process bears, or several: more and more of them play until people would notice.

Each table has two players and two spectators on real WebSockets, and a decision every two seconds. What
counts is the time from a decision to the other three screens; when the slow ones of them (p95) take longer
than 150 ms, or the most tables are there, it ends. The server writes every decision to the disk before it
tells it. All runs on this machine, so the clients take their share of its cores.

    python -m bench.load [--processes 2] [--against TREE/src] [--beside FOLDER] [--most 500] [--seconds 10]

`--processes` measures so many on one PostgreSQL as well, which `make test` brings: the players of a table, and
its spectators, are at different ones. `--against` measures another tree; `--beside` a boardgame.io server with a
game of the same size, which is put into that folder by npm. What is printed is `docs/load.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import websockets
from msgspec import Struct
from uvicorn.loops.auto import auto_loop_factory

from bench.click import HERE, PATIENCE, Server, serving, starting
from ratskeller.words import LANGUAGES
from tests.databases import databases

SPOKEN: Final = (*LANGUAGES[:2], LANGUAGES[0], LANGUAGES[0])  # two players and two spectators
STEPS: Final = (25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500)
PACE: Final = 2.0
NOTICED: Final = 150.0
OTHER_HOUSE: Final = Path(__file__).parent / "boardgame"


class Row(Struct, frozen=True):
    """What was seen with so many tables."""

    tables: int
    sockets: int
    moves: float  # a second
    p50: float  # milliseconds from a decision to another screen
    p95: float
    p99: float
    cpu: float  # milliseconds of processor a decision
    memory: float  # megabytes of the processes


class Situation(Struct):
    """All that a client needs to know to go on."""

    status: str
    legal: list[msgspec.Raw]


class Heard(Struct):
    type: str
    version: int = 0
    now: Situation | None = None


_DECODER: Final = msgspec.json.Decoder(Heard)


class Screen:
    """One socket of a table; those of players read what they are told, the others only hear it."""

    def __init__(self, table: LoadTable, connection: Any, *, plays: bool) -> None:
        self.table, self.connection, self.plays = table, connection, plays
        self.version = 0
        self.now: Situation | None = None
        self.told = 0  # messages that were read
        self.waits = False
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(websockets.ConnectionClosed):
            async for line in self.connection:
                self._hear(line)

    def _hear(self, line: str | bytes) -> None:
        if self.waits:
            self.waits = False
            self.table.load.delays.append(time.perf_counter() - self.table.sent)
        if self.plays or not self.version:
            heard = _DECODER.decode(line)
            self.version = heard.version or self.version
            self.now = heard.now or self.now
            self.told += 1
            self.table.news.set()

    async def tell(self, message: str) -> None:
        """Send a message, and wait until something is said to it."""
        before = self.told
        await self.connection.send(message)
        while self.told == before:
            await self.table.listen()


class LoadTable:
    """A table with its four screens, which plays at its pace until it is told to stop."""

    def __init__(self, load: Load, number: int) -> None:
        self.load, self.sent = load, 0.0
        self.news = asyncio.Event()  # one of its screens has read something
        self._rng = random.Random(number)

    async def play(self) -> None:
        await asyncio.sleep(self._rng.uniform(0, PACE))
        due = time.perf_counter()
        while True:
            async with AsyncExitStack() as stack:  # when a match is over, another one begins
                screens = await self._open(stack)
                while await self._decide(screens):
                    due = max(due + PACE, time.perf_counter())
                    await asyncio.sleep(due - time.perf_counter())

    async def _open(self, stack: AsyncExitStack) -> list[Screen]:
        table = await self.load.lay()
        ada, ben = self.load.people
        screens = []
        places = zip((ada, ben, None, None), SPOKEN, cycle(self.load.servers))
        for person, language, server in places:
            headers = {"Accept-Language": language}
            if person is not None:
                headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in person.cookies.items())
            connection = await stack.enter_async_context(
                websockets.connect(
                    f"{server.base.replace('http', 'ws', 1)}/t/{table}/socket",
                    origin=websockets.Origin(server.base),
                    additional_headers=headers,
                    max_size=None,
                    ping_interval=None,
                    close_timeout=1,
                )
            )
            screens.append(Screen(self, connection, plays=person is not None))
            await screens[-1].tell('{"type":"hello","request":"hello"}')
        return screens

    async def listen(self) -> None:
        self.news.clear()
        async with asyncio.timeout(PATIENCE):  # `wait_for` may miss that it is called off
            await self.news.wait()

    async def _decide(self, screens: list[Screen]) -> bool:
        """Make one decision and wait until its maker is answered; False when the match is over."""
        while (mover := next((one for one in screens if one.now and one.now.legal), None)) is None:
            if any(one.plays and one.now and one.now.status != "playing" for one in screens):
                return False
            await self.listen()  # the other process has not told it yet
        assert mover.now is not None
        action = self._rng.randrange(len(mover.now.legal))
        for screen in screens:
            screen.waits = screen is not mover
        self.sent = time.perf_counter()
        await mover.tell(
            f'{{"type":"choose","version":{mover.version},"action":{action},"request":""}}'
        )
        self.load.moves += 1
        return True


class Load:
    """Tables that play, and what is measured of them."""

    def __init__(
        self, servers: Sequence[Server], game: str, people: Sequence[httpx.AsyncClient]
    ) -> None:
        self.servers, self.game, self.people = servers, game, people
        self.delays: list[float] = []
        self.moves = 0
        self._playing: list[asyncio.Task[None]] = []

    async def lay(self) -> str:
        """A new table where both sit."""
        ada, ben = self.people
        wish = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = (await ada.post("/api/tables", json=wish)).raise_for_status().json()
        claim = {"invitation": made["invitation"].rpartition("/")[2]}
        joined = await ben.post(f"/api/tables/{made['table']}/seats", json=claim)
        joined.raise_for_status()
        table: str = made["table"]
        return table

    async def grow(self, tables: int) -> None:
        """A few more at a time, so that nobody waits for those who come."""
        while len(self._playing) < tables:
            table = LoadTable(self, len(self._playing))
            self._playing.append(asyncio.create_task(table.play()))
            await asyncio.sleep(0.04)
        await asyncio.sleep(2 * PACE)

    async def measure(self, seconds: float) -> Row:
        self.delays.clear()
        self.moves, cpu, begun = 0, self._cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        while len(self.delays) < 2 and not any(task.done() for task in self._playing):
            await asyncio.sleep(seconds)  # the machine is so busy that nothing was to be seen
        passed, cpu = time.perf_counter() - begun, self._cpu() - cpu
        for task in self._playing:
            if task.done():
                task.result()  # says what went wrong
        memory = sum(server.memory() for server in self.servers)
        return row_of(len(self._playing), self.moves, passed, self.delays, cpu, memory)

    def _cpu(self) -> float:
        return sum(server.cpu() for server in self.servers)

    async def end(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)


def row_of(
    tables: int, moves: int, passed: float, delays: Sequence[float], cpu: float, memory: float
) -> Row:
    slow = [1e3 * cut for cut in statistics.quantiles(delays, n=100)]
    return Row(
        tables=tables,
        sockets=tables * len(SPOKEN),
        moves=moves / passed,
        p50=slow[49],
        p95=slow[94],
        p99=slow[98],
        cpu=1e3 * cpu / moves,
        memory=memory,
    )


async def ramp(
    servers: Sequence[Server], game: str, most: int, seconds: float
) -> AsyncIterator[Row]:
    """More and more tables, until the slow ones are noticed."""
    base = servers[0].base
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(
                httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=PATIENCE)
            )
            for _ in range(2)
        ]
        load = Load(servers, game, people)
        stack.push_async_callback(load.end)
        await load.lay()  # the house knows them from now on
        for tables in steps_to(most):
            await load.grow(tables)
            row = await load.measure(seconds)
            if row.p95 > NOTICED:  # something else may have kept the machine busy
                row = min(row, await load.measure(seconds), key=lambda one: one.p95)
            yield row
            if row.p95 > NOTICED:
                return


def steps_to(most: int) -> list[int]:
    return [*(step for step in STEPS if step < most), most]


def of_house(source: Path, game: str, most: int, seconds: float) -> list[Row]:
    """One process, which keeps its tables in a file."""
    with tempfile.TemporaryDirectory() as folder, serving(source, folder) as server:
        return _ramped([server], game, most, seconds)


def of_processes(processes: int, place: str, game: str, most: int, seconds: float) -> list[Row]:
    """Several processes, which keep their tables in one database."""
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(HERE, place)) for _ in range(processes)]
        return _ramped(servers, game, most, seconds)


def _ramped(servers: Sequence[Server], game: str, most: int, seconds: float) -> list[Row]:
    async def run() -> list[Row]:
        return [_seen(row) async for row in ramp(servers, game, most, seconds)]

    gc.freeze()
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(run())


# --- beside another server ----------------------------------------------------------------------


@contextmanager
def boardgame(folder: Path) -> Iterator[Server]:
    """A boardgame.io server with a game of the same size; npm brings what is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "boardgame.io@0.50"]
        subprocess.run(command, cwd=folder, check=True)  # noqa: S603
    with starting(["node", str(OTHER_HOUSE / "server.cjs")], _with(folder), "/games") as server:
        yield server


def _with(folder: Path) -> dict[str, str]:
    return {**os.environ, "NODE_PATH": str(folder / "node_modules")}


def of_boardgame(folder: Path, most: int, seconds: float) -> list[Row]:
    rows: list[Row] = []
    with boardgame(folder) as server:
        steps = ",".join(map(str, steps_to(most)))
        wishes = [
            server.base,
            str(server.process.pid),
            steps,
            str(seconds),
            str(PACE),
            str(NOTICED),
        ]
        command = ["node", str(OTHER_HOUSE / "tables.cjs"), *wishes]
        with subprocess.Popen(command, env=_with(folder), stdout=subprocess.PIPE) as tables:  # noqa: S603
            assert tables.stdout is not None
            for line in tables.stdout:
                seen = json.loads(line)
                sockets = seen["tables"] * len(SPOKEN)
                rows.append(_seen(Row(**seen, sockets=sockets, memory=server.memory())))
    return rows


# --- the page -----------------------------------------------------------------------------------

HEADING: Final = """# How many tables one process bears

Printed by `python -m bench.load` (`make load`), which says how it is measured: two players and two spectators a
table, a decision every {pace:.0f} s, real WebSockets, everything on one machine with {cores} cores. It ends when p95
passes {noticed:.0f} ms or at {most} tables. Milliseconds are from a decision to another screen; a decision's
processor time is that of the whole server, a database left out. The clients run on the same cores, and so does
whatever else the machine has to do; each run says how much that was just before it.

A boardgame.io server keeps its matches in memory and sends the state of the game. This house writes every
decision to the disk before it tells it, and sends sentences, frames and offers in the language of each reader.
"""
COLUMNS: Final = "| tables | sockets | moves a second | p50 ms | p95 ms | p99 ms | CPU ms a move | MB | kB a table |"


class Run(Struct, frozen=True):
    """What was seen of one server."""

    title: str
    busy: float  # cores that were in use before it began
    rows: Sequence[Row]

    @property
    def best(self) -> float:
        """Moves a second, as long as nobody notices."""
        return max((row.moves for row in self.rows if row.p95 <= NOTICED), default=0)


def page(runs: Sequence[Run], most: int) -> str:
    blocks = [HEADING.format(pace=PACE, cores=os.cpu_count(), noticed=NOTICED, most=most)]
    for run in runs:
        first = run.rows[0]
        before = f"Others had {run.busy:.1f} cores when it began.\n"
        lines = [f"## {run.title}\n", before, COLUMNS, "|--:" * COLUMNS.count(" |") + "|"]
        for row in run.rows:
            more = row.tables - first.tables
            table = f"{1024 * (row.memory - first.memory) / more:.0f}" if more else ""
            lines.append(
                f"| {row.tables} | {row.sockets} | {row.moves:.0f} | {row.p50:.0f} | {row.p95:.0f} | "
                f"{row.p99:.0f} | {row.cpu:.2f} | {row.memory:.0f} | {table} |"
            )
        blocks.append("\n".join(lines) + "\n")
    ours, *others = runs
    blocks += [
        f"Moves a second within {NOTICED:.0f} ms: {ours.best:.0f} against {other.best:.0f} of "
        f"“{other.title}”{f', {ours.best / other.best:.1f} times as many' if other.best else ''}.\n"
        for other in others
    ]
    return "\n".join(blocks)


def busy(seconds: float = 3.0) -> float:
    """How many cores are in use, as things are."""

    def worked() -> float:
        user, nice, system, _idle, _waiting, *more = _ticks()
        return (user + nice + system + sum(more[:3])) / os.sysconf("SC_CLK_TCK")

    before = worked()
    time.sleep(seconds)
    return (worked() - before) / seconds


def _ticks() -> list[int]:
    """Since the machine was started: user, nice, system, idle, waiting, interrupts (two), stolen and more."""
    return [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]


def _seen(row: Row) -> Row:
    print(row, file=sys.stderr, flush=True)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--against", type=Path, help="the `src` of another tree")
    parser.add_argument("--beside", type=Path, help="a folder for boardgame.io")
    parser.add_argument("--game", default="pied_piper")
    parser.add_argument("--most", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--processes", type=int, help="so many on one database, too")
    chosen = parser.parse_args()
    wish = chosen.game, chosen.most, chosen.seconds
    wanted: dict[str, Callable[[], list[Row]]] = {"This house": lambda: of_house(HERE, *wish)}
    if chosen.processes:

        def of_several() -> list[Row]:
            with databases("fsync=on") as opened:
                return of_processes(chosen.processes, opened.new(), *wish)

        wanted[f"This house, {chosen.processes} processes on one PostgreSQL"] = of_several
    if chosen.against:
        wanted["This house as it was before"] = lambda: of_house(chosen.against, *wish)
    if chosen.beside:
        wanted["boardgame.io"] = lambda: of_boardgame(chosen.beside, *wish[1:])
    runs = [Run(title, busy(), measure()) for title, measure in wanted.items()]
    print(page(runs, chosen.most))


if __name__ == "__main__":
    main()
