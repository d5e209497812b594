"""What a click costs the server: processor time for one committed or drafted choice, for each game; and what it
costs to lay a table, to sit down at it and to open three lines.

Two servers run side by side, one from this source tree and one from another (`--against`). The same
people make the same seeded clicks at both, in turns of one match, so that a noisy machine is noisy for
both; the claim is the ratio. Two people play in two languages, and somebody watches in a third. Bots and
their workers are left out: what is measured is the referee.

    python -m bench.click --against /path/to/another/tree/src [--matches 4] [--clicks 120]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import websockets
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from ratskeller.games import shelf
from ratskeller.words import LANGUAGES

HERE: Final = Path(__file__).parents[1] / "src"
SPOKEN: Final = LANGUAGES[:3]  # by two people and a spectator
PATIENCE: Final = 30.0
COMPARED: Final = ("here ms", "there ms", "ratio")

# The house draws its secrets from a seeded stream, so that both trees deal the same cards.
_SERVER: Final = """
import random, secrets, sys
from pathlib import Path
rng = random.Random(1284)
secrets.token_hex = lambda size=32: rng.randbytes(size).hex()
secrets.choice = rng.choice
import uvicorn
from ratskeller.server.app import Settings, create_app
from ratskeller.server.limits import Limits, Rate
from ratskeller.server import serve  # how this tree keeps its lines and its memory
lines = getattr(serve, "lines", lambda proxies: {})
getattr(serve, "look_for_garbage_seldom", lambda: None)()
usual = {name: getattr(Limits(), name) for name in Limits.__struct_fields__}
plenty = Limits(**usual | {name: Rate(10**9, 1) for name in usual if isinstance(usual[name], Rate)}
                | ({"sockets": 10**9} if "sockets" in usual else {}))
db = sys.argv[1] if "://" in sys.argv[1] else Path(sys.argv[1]) / f"{sys.argv[2]}.db"
app = create_app(Settings(db=db, workers=1, limits=plenty))
uvicorn.run(app, port=int(sys.argv[2]), log_level="error", access_log=False, timeout_graceful_shutdown=2,
            **lines(()))
"""


class Spent(Struct):
    """What one tree has needed for the clicks of one game, as one page saw it."""

    seconds: list[float] = []  # per click, one figure a match
    opening: list[float] = []  # from the wish for a table to the first click, one figure a match
    sent: int = 0  # bytes on the wire
    clicks: int = 0
    played: list[str] = []  # the choices of this page, to compare


class Server:
    """A server process and the processor time that it has used so far."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.base = f"http://127.0.0.1:{port}"

    def memory(self) -> float:
        """Megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        kilobytes = next(line.split()[1] for line in status.splitlines() if "VmRSS" in line)
        return int(kilobytes) / 1024

    def cpu(self) -> float:
        """Seconds of all its threads; the ticks of `/proc/PID/stat` are too coarse for a click."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def serving(source: Path, place: str) -> AbstractContextManager[Server]:
    """The server of a tree; it keeps its tables in a folder, or in a database at an address."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    return starting([sys.executable, "-c", _SERVER, place], environment, "/api/games")


@contextmanager
def starting(command: list[str], environment: dict[str, str], page: str) -> Iterator[Server]:
    """A server process; it is told its port last, and is there when it has a page."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    whole = [*command, str(port)]
    process = subprocess.Popen(whole, env=environment, stdout=sys.stderr)  # noqa: S603  our own
    try:
        server = Server(process, port)
        _wait_for(server, page)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(server: Server, page: str) -> None:
    until = time.monotonic() + PATIENCE
    while server.process.poll() is None and time.monotonic() < until:
        with suppress(httpx.TransportError):
            httpx.get(f"{server.base}{page}", timeout=PATIENCE)
            return
        time.sleep(0.05)
    raise SystemExit("the server does not start")


class Page:
    """One socket at a table, which takes in only what a click needs to know."""

    def __init__(self, connection: Any, spent: Spent) -> None:
        self.connection = connection
        self.spent = spent
        self.version = 0
        self.now: dict[str, Any] = {}
        self.answered = ""
        self._told = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for line in self.connection:
            self.spent.sent += len(line)
            message = msgspec.json.decode(line)
            if message["type"] in ("whole", "update"):
                self.version, self.now = message["version"], message["now"]
            if message["type"] == "refusal":
                raise SystemExit(f"a click was refused: {message['text']}")
            self.answered = message.get("request") or self.answered
            self._told.set()

    async def until(self, wanted: Callable[[], bool]) -> None:
        while not wanted():
            self._told.clear()
            await asyncio.wait_for(self._told.wait(), PATIENCE)

    async def ask(self, **message: Any) -> None:
        """Send a request and wait for its answer."""
        await self.connection.send(msgspec.json.encode(message).decode())
        await self.until(lambda: self.answered == message["request"])


async def play(server: Server, game: str, seed: int, clicks: int, spent: Sequence[Spent]) -> None:
    """One match, or the beginning of one: lay, sit down, click."""
    before = server.cpu()
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(
                httpx.AsyncClient(base_url=server.base, headers={"Origin": server.base})
            )
            for _ in SPOKEN
        ]
        seats = [{"kind": "me"}, {"kind": "open"}]
        wish = {"game": game, "seats": seats, "nonce": f"{seed:032x}"}
        made = (await people[0].post("/api/tables", json=wish)).json()
        claim = {"invitation": made["invitation"].rpartition("/")[2], "nonce": f"{seed + 1:032x}"}
        await people[1].post(f"/api/tables/{made['table']}/seats", json=claim)
        pages = []
        for person, language, one in zip(people, SPOKEN, spent, strict=True):
            cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
            connection = await stack.enter_async_context(
                websockets.connect(
                    f"{server.base.replace('http', 'ws', 1)}/t/{made['table']}/socket",
                    origin=websockets.Origin(server.base),
                    additional_headers={"Cookie": cookies, "Accept-Language": language},
                    max_size=None,
                )
            )
            pages.append(Page(connection, one))
            await pages[-1].ask(type="hello", request="hello")
        for page in pages:  # everybody sees everybody: nothing more comes unasked
            await page.ask(type="ping", request="here")
        for one in spent:
            one.opening.append(server.cpu() - before)
        await _click(server, pages, random.Random(seed), clicks)


async def _click(server: Server, pages: list[Page], rng: random.Random, clicks: int) -> None:
    made, before = 0, server.cpu()
    mover = pages[0]
    while made < clicks:
        turn = mover.now["to_act"]
        if mover.now["status"] != "playing" or turn is None:
            break
        mover = next(page for page in pages if page.now["seat"] == turn)
        await mover.until(lambda page=mover: bool(page.now["legal"]))  # type: ignore[misc]
        action = rng.randrange(len(mover.now["legal"]))
        mover.spent.played.append(mover.now["legal"][action]["notation"])
        await mover.ask(
            type="choose", version=mover.version, action=action, request=f"click {made}"
        )
        made += 1
    for page in pages:
        await page.ask(type="ping", request="done")
    for page in pages:
        page.spent.seconds.append((server.cpu() - before) / made)
        page.spent.clicks += made


def compare(
    trees: Sequence[Path], games: Sequence[str], matches: int, clicks: int
) -> list[list[list[Spent]]]:
    """What each tree spends on each game; the matches of the trees take turns."""
    spent = [[[Spent() for _ in SPOKEN] for _ in trees] for _ in games]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        servers = [stack.enter_context(serving(tree, folder)) for tree in trees]
        for server in servers:  # a first match of each game warms what is made once
            for game in games:
                asyncio.run(play(server, game, 0, clicks // 4, [Spent() for _ in SPOKEN]))
        for match in range(matches):
            for game, row in zip(games, spent, strict=True):
                for server, pages in zip(servers, row, strict=True):
                    asyncio.run(play(server, game, 1 + match, clicks, pages))
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--against", type=Path, required=True, help="the `src` of another tree")
    parser.add_argument("--matches", type=int, default=4)
    parser.add_argument("--clicks", type=int, default=120)
    parser.add_argument("--game", action="append", help="one of them only")
    chosen = parser.parse_args()
    games = chosen.game or shelf()
    clicks = _table("Server CPU per click", "clicks", *COMPARED, "kB here", "kB there")
    openings = _table("Server CPU per table that is opened", "tables", *COMPARED)
    found = compare([HERE, chosen.against], games, chosen.matches, chosen.clicks)
    for game, (here, there) in zip(games, found, strict=True):
        if [page.played for page in here] != [page.played for page in there]:
            raise SystemExit(f"{game}: the two trees did not play the same matches")
        sizes = (
            f"{sum(page.sent for page in pages) / pages[0].clicks / 1000:.1f}"
            for pages in (here, there)
        )
        ours, theirs = here[0], there[0]
        clicks.add_row(game, f"{ours.clicks}", *_compared(ours.seconds, theirs.seconds), *sizes)
        opened = f"{len(ours.opening)}"
        openings.add_row(game, opened, *_compared(ours.opening, theirs.opening))
    Console().print(clicks, openings)


def _table(title: str, *headings: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("game")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _compared(here: Sequence[float], there: Sequence[float]) -> tuple[str, str, str]:
    """Milliseconds of both trees, and their ratio."""
    ours, theirs = statistics.median(here), statistics.median(there)
    return f"{ours * 1e3:.2f}", f"{theirs * 1e3:.2f}", f"{ours / theirs:.2f}"


if __name__ == "__main__":
    main()
