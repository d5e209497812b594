"""Frames and requests that mean harm, or nothing: the house answers all of them and nothing changes.

Frames are made from the house's own messages (every field right, wrong, too long, missing, or one too
many) and from plain noise; requests from its own list of addresses, with parameters, bodies and headers
that nobody would send. Frames come from somebody who watches, and from a player who is not to move; requests
from somebody else, who may well ask to be forgotten.

    python -m tests.server.fuzzing [--count 1000000] [--seed 0]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import random
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, get_args

import httpx
import msgspec
from starlette.routing import Route, WebSocketRoute

from ratskeller.server import messages
from ratskeller.server.app import Settings, create_app
from ratskeller.words import LANGUAGES
from tests.server.harness import Line, Pair, Running, pair, running

BATCH: Final = 100  # who lets more answers pile up is disconnected
REQUESTS: Final = 20  # one of so many batches is of requests, and one of raw bytes
KINDS: Final = get_args(messages.FromClient)
BY_RIGHT: Final = ("chat", "resign", "abandon", "sit")  # what a player may do at any time
NOISE: Final[Sequence[Any]] = (
    -1, 0, 1, 7, 10**6, 2**63, 2**70, -(2**70), 1.5, float(10**300), True, None, "", "0", "x" * 300,
    "\u202e\u0000\ud7ff", "🐀" * 40, [], [[]], {}, {"a": {}}, ["x"] * 30,
)  # fmt: skip
METHODS: Final = ("GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW")
NAMES: Final = (
    "",
    "0",
    "nobody",
    "%00",
    "..%2f..%2fetc",
    "%ff%fe",
    "x" * 3000,
    "9" * 400,
    "-1",
    "🐀",
)


# --- what is sent ---------------------------------------------------------------------------------


DECODER: Final = msgspec.json.Decoder(messages.FromClient)


def frame(rng: random.Random, line: Line) -> str | bytes:
    """A frame that must not change anything: mostly a message that is nearly right."""
    made = any_frame(rng, line)
    while line.now.my_seats and is_by_right(made):
        made = any_frame(rng, line)
    return made


def is_by_right(made: str | bytes) -> bool:
    """Whether it is what a player may do at any time."""
    try:
        return DECODER.decode(made).__struct_config__.tag in BY_RIGHT
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False


def any_frame(rng: random.Random, line: Line) -> str | bytes:
    dice = rng.random()
    if dice < 0.15:
        return rng.randbytes(rng.randrange(1, 200))
    if dice < 0.25:
        return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(1, 60)))
    if dice < 0.28:
        return rng.choice("[{") * rng.randrange(1, 3000)
    text = json.dumps(message(rng, line))
    if dice < 0.4:
        return bitten(rng, text)
    return text


def message(rng: random.Random, line: Line) -> dict[str, Any]:
    """One of the messages there are, with fields as they should be and as they should not."""
    kind = rng.choice(KINDS)
    made: dict[str, Any] = {"type": kind.__struct_config__.tag}
    for name in kind.__struct_fields__:
        if rng.random() < 0.8:
            made[name] = right(rng, name, line) if rng.random() < 0.6 else rng.choice(NOISE)
    if rng.random() < 0.1:
        made[rng.choice(("more", "seed", "seats", "type "))] = rng.choice(NOISE)
    return made


def right(rng: random.Random, name: str, line: Line) -> Any:
    """A value that the field may well have."""
    values: dict[str, Callable[[], Any]] = {
        "version": lambda: line.version + rng.choice((-1, 0, 0, 0, 1)),
        "action": lambda: rng.randrange(30),
        "path": lambda: rng.sample(sorted(line.parts), min(2, len(line.parts))),
        "seat": lambda: rng.randrange(3),
        "stage": lambda: rng.randrange(5),
        "log_after": lambda: rng.randrange(100),
        "nonce": lambda: rng.randbytes(16).hex(),
        "request": lambda: f"{rng.randrange(2000)}",
        "text": lambda: "hello",
    }
    return values.get(name, lambda: rng.random() < 0.5)()


def bitten(rng: random.Random, text: str) -> str:
    """A text with a piece lost, doubled or changed."""
    a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    return text[:a] + rng.choice(("", text[a:b] * 2, chr(rng.randrange(1, 1000)))) + text[b:]


def address(rng: random.Random, routes: Sequence[str], table: str) -> str:
    """An address of the house, with something in the place of its names."""
    names = (*NAMES, table, table, table, *("pied_piper", "en", "1", "2"))
    path = re.sub(r"\{[^}]+\}", lambda _: rng.choice(names), rng.choice(routes))
    if rng.random() < 0.2:
        path = bitten(rng, path)
    if rng.random() < 0.2:
        path += "?" + rng.choice(("page=", "code=", "%", "a=1&a=2", "level=")) + rng.choice(NAMES)
    return re.sub(r"[\x00-\x20#\x7f]", "%20", "/" + path.lstrip("/"))


BODIES: Final[Sequence[dict[str, Any]]] = (
    {"game": "pied_piper", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]},
    {"invitation": "AAAAAAAA", "name": "Eve", "nonce": "00" * 16},
    {"chat": False, "cover_after": 0, "bot": "random"},
    {"sure": True},
)


def body(rng: random.Random) -> bytes:
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(300))
    made = dict(rng.choice(BODIES))
    for name in list(made):
        if rng.random() < 0.4:
            made[name] = rng.choice(NOISE)
    text = json.dumps(made)
    return (bitten(rng, text) if rng.random() < 0.3 else text).encode()


def headers(rng: random.Random, base: str) -> dict[str, str]:
    odd = {
        "Origin": rng.choice((base, base, base, "null", "https://elsewhere.example", "x" * 500)),
        "Accept-Language": rng.choice((*LANGUAGES, "tlh", ";q=", "*" * 200, "en;q=9" * 50)),
        "X-Forwarded-For": rng.choice(("1.2.3.4", "::1", "no address", "," * 100)),
        "If-None-Match": rng.choice(("*", '"', 'W/"x"')),
        "Content-Type": rng.choice(("application/json", "text/plain", "multipart/form-data")),
        "Range": rng.choice(("bytes=0-", "bytes=9-1", "rats=1")),
    }
    return {name: value for name, value in odd.items() if rng.random() < 0.5}


def raw(rng: random.Random) -> bytes:
    """Bytes that are no request, or only the beginning of one."""
    good = b"GET /t/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    a, b = sorted(rng.randrange(len(good)) for _ in range(2))
    return rng.choice((rng.randbytes(200), good[:a] + rng.randbytes(4) + good[b:], good[:b]))


# --- how it is borne ------------------------------------------------------------------------------


class Fuzzed:
    """What was sent, and how it was answered."""

    def __init__(self) -> None:
        self.sent = 0
        self.answers: Counter[str] = Counter()


async def frames(rng: random.Random, line: Line, found: Fuzzed) -> None:
    for _ in range(BATCH):
        await line.connection.send(frame(rng, line))
    await line.send(type="ping", request="pong")
    found.sent += BATCH
    while True:
        answer = await line.next()
        text = line.heard.pop()
        assert b"Traceback" not in text, text
        found.answers[answer.__struct_config__.tag] += 1
        if getattr(answer, "request", "") == "pong" and isinstance(answer, messages.Answer):
            return


async def requests(
    rng: random.Random, http: httpx.AsyncClient, routes: Sequence[str], table: str, found: Fuzzed
) -> None:
    base = str(http.base_url).rstrip("/")
    for _ in range(BATCH):
        path = address(rng, routes, table)
        try:
            answer = await http.request(
                rng.choice(METHODS), path, content=body(rng), headers=headers(rng, base)
            )
        except (httpx.InvalidURL, UnicodeError):
            continue  # it cannot even be sent
        assert answer.status_code < 500, (path, answer.status_code, answer.text[:300])
        assert "Traceback" not in answer.text, path
        found.sent += 1
        found.answers[f"{answer.status_code}"] += 1


async def bytes_of_no_use(rng: random.Random, base: str, found: Fuzzed) -> None:
    port = int(base.rpartition(":")[2])
    for _ in range(BATCH):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(raw(rng))
        writer.write_eof()
        assert b"Traceback" not in await reader.read()
        writer.close()
        found.sent += 1


class Kept(logging.Handler):
    """What the house did not expect it writes into its log."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@contextmanager
def nothing_unexpected() -> Iterator[None]:
    kept = Kept()
    logging.getLogger().addHandler(kept)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(kept)
    assert not kept.lines


def state_of(two: Pair) -> bytes:
    """All of a table that somebody could have changed."""
    table = two.table
    match = table.playing()
    return msgspec.json.encode(
        [len(match.entries), len(match.drafted), table.chat, table.players, table.row]
    )


def routes_of(db: Path) -> list[str]:
    """Every address of the house."""
    routes = create_app(Settings(db=db)).routes
    return [route.path for route in routes if isinstance(route, (Route, WebSocketRoute))]


@asynccontextmanager
async def besieged(db: Path) -> AsyncIterator[tuple[Running, Pair, Line, Line]]:
    """A running match, its player who is not to move, and somebody who watches."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(running(db))
        two = await stack.enter_async_context(pair(house))
        stranger = house.person()
        await stranger.lay("me", "bot:random")  # has a cookie and a table of their own
        watcher = await stack.enter_async_context(stranger.line(two.table.row.id))
        yield house, two, two.waiter, watcher


async def siege(db: Path, count: int, seed: int, tell: Callable[[Fuzzed], None]) -> Fuzzed:
    """Send so much; an `AssertionError` says what was not borne."""
    rng, found, routes = random.Random(seed), Fuzzed(), routes_of(db)
    with nothing_unexpected():
        async with besieged(db) as (house, two, waiter, watcher):
            before, told = state_of(two), two.mover.version
            passer, batch = house.person(), 0
            while found.sent < count:
                batch += 1
                if batch % REQUESTS == 1:
                    await requests(rng, passer.http, routes, two.table.row.id, found)
                elif batch % REQUESTS == 2:
                    await bytes_of_no_use(rng, house.base, found)
                else:
                    await frames(rng, rng.choice((waiter, watcher)), found)
                tell(found)
            assert state_of(two) == before, "the match is another one"
            await two.mover.settle()
            assert two.mover.version == told, "the player to move has noticed"
            await two.mover.move(rng)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="of frames and requests")
    parser.add_argument("--seed", type=int, default=0)
    wishes = parser.parse_args()

    def tell(found: Fuzzed) -> None:
        if found.sent // BATCH % 100 == 0:
            print(f"{found.sent} sent", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(siege(Path(folder) / "tables.db", wishes.count, wishes.seed, tell))
    print(f"{found.sent} frames and requests: nothing fell over, nothing changed.")
    print(", ".join(f"{kind}: {number}" for kind, number in sorted(found.answers.items())))


if __name__ == "__main__":
    main()
