"""How the house is doing, for whoever watches over it: on a port of its own, which players never see.

/healthz    the process answers
/readyz     it can read and write its tables; 503 with a sentence where it cannot
/metrics    counts and times in the text format of Prometheus
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

import ratskeller
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.house import House

_TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"
_PATIENCE: Final = 10.0  # seconds for a question
_LONGEST: Final = 8192  # bytes of one
_STATUS: Final = {200: "OK", 404: "Not Found", 503: "Service Unavailable"}


@asynccontextmanager
async def watching(house: House, listening: socket.socket) -> AsyncIterator[None]:
    """Answer whoever watches, while the block lasts."""

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(_PATIENCE):
                question = await reader.readuntil(b"\r\n\r\n")
            status, text = await answer(house, question)
            body = text.encode()
            head = f"HTTP/1.1 {status} {_STATUS[status]}\r\nContent-Type: {_TEXT}\r\n"
            head += f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(hear, sock=listening, limit=_LONGEST)
    try:
        yield
    finally:
        server.close()


async def answer(house: House, question: bytes) -> tuple[int, str]:
    """The status and the text for an HTTP request."""
    match question.split(b"\r\n", 1)[0].split():
        case [b"GET", b"/healthz", _]:
            return 200, "ok\n"
        case [b"GET", b"/readyz", _]:
            return await _readiness(house)
        case [b"GET", b"/metrics", _]:
            return 200, "".join(metrics_of(house))
    return 404, "ask for /healthz, /readyz or /metrics\n"


async def _readiness(house: House) -> tuple[int, str]:
    try:
        await house.store.try_out()
    except StoreTrouble:
        return 503, "the tables cannot be read or written\n"
    return 200, "ready\n"


def metrics_of(house: House) -> Iterator[str]:
    meter, tables = house.meter, list(house.tables.values())
    yield from _one("build_info", "gauge", "Which Ratskeller this is.", 1, _version())
    yield from _one("tables_open", "gauge", "Tables in memory.", len(tables))
    sockets = sum(len(table.audience.listeners) for table in tables)
    yield from _one("sockets", "gauge", "Sockets at these tables.", sockets)
    waiting = sum(one.held for table in tables for one in table.audience.listeners)
    yield from _one("outbox_bytes", "gauge", "Bytes that wait for slow lines.", waiting)
    yield from _one("entries_total", "counter", "Entries written into logs.", meter.entries)
    yield from _one(
        "troubles_total", "counter", "Changes that could not be written.", meter.troubles
    )
    yield from _one("damaged_total", "counter", "Tables that could not be opened.", meter.damaged)
    yield from _histogram(
        "write_seconds", "Time from a change to its being on the disk.", meter.bounds, meter.writes,
        meter.seconds,
    )  # fmt: skip
    yield from _one("cpu_seconds_total", "counter", "Processor time.", time.process_time())
    yield from _one("memory_bytes", "gauge", "Resident memory.", _memory())


def _version() -> str:
    return f'{{version="{ratskeller.__version__}"}}'


def _one(name: str, kind: str, text: str, value: float, labels: str = "") -> Iterator[str]:
    yield f"# HELP ratskeller_{name} {text}\n# TYPE ratskeller_{name} {kind}\n"
    yield f"ratskeller_{name}{labels} {value}\n"


def _histogram(
    name: str, text: str, bounds: Sequence[float], found: Sequence[int], total: float
) -> Iterator[str]:
    yield f"# HELP ratskeller_{name} {text}\n# TYPE ratskeller_{name} histogram\n"
    so_far = 0
    for bound, count in zip([*map(str, bounds), "+Inf"], found, strict=True):
        so_far += count
        yield f'ratskeller_{name}_bucket{{le="{bound}"}} {so_far}\n'
    yield f"ratskeller_{name}_sum {total}\nratskeller_{name}_count {so_far}\n"


def _memory() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  a file of the system
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0  # a system that does not tell it so
