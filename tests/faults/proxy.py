"""A proxy between people and houses, and the weather on it: frames are dropped, delayed, doubled, swapped,
and lines are cut. It knows as much of WebSockets as it takes to lose a message whole.

Whoever sits at a line on which something is lost finds `LOST` in its place, whichever way it went. So people
ask again as they would after a long silence, and no run spends its time on waiting for what cannot come.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

_TEXT: Final = 1  # the kind of frame that is at the mercy of the weather
_LONGEST_DELAY: Final = 0.05  # seconds

LOST: Final = "lost"
_MARK: Final = bytes([0x80 | _TEXT, len(LOST)]) + LOST.encode()

_FATES: Final = {"pass": 76, "drop": 5, "delay": 6, "double": 5, "swap": 4, "cut": 2, "strand": 2}


class Weather:
    """What becomes of a frame."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.calm = False

    def fate(self) -> str:
        if self.calm:
            return "pass"
        return self._rng.choices(list(_FATES), list(_FATES.values()))[0]

    async def delay(self) -> None:
        await asyncio.sleep(self._rng.uniform(0.0, _LONGEST_DELAY))

    def pick(self, ports: Sequence[int]) -> int:
        return self._rng.choice(ports)


class _Cut(Exception):
    """The line is cut here."""


class Proxy:
    """Listens on a port of its own, and goes to one of the houses for every line."""

    def __init__(self, weather: Weather, houses: Callable[[], Sequence[int]]) -> None:
        self._weather = weather
        self._houses = houses
        self.port = 0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            port = self._weather.pick(self._houses())
            house_reader, house_writer = await asyncio.open_connection("127.0.0.1", port)
        except (OSError, IndexError):  # no house is there at the moment
            writer.transport.abort()
            return
        there = self._pump(reader, house_writer, writer, person=writer)
        back = self._pump(house_reader, writer, house_writer, person=writer)
        try:
            await asyncio.gather(there, back)
        finally:
            for one in (writer, house_writer):
                one.transport.abort()

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        behind: asyncio.StreamWriter,
        person: asyncio.StreamWriter,
    ) -> None:
        """Carry what comes one way; `behind` is the way back to whom it comes from."""
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, _Cut):
            head = await reader.readuntil(b"\r\n\r\n")
            writer.write(head)
            if b"upgrade: websocket" in head.lower():
                await self._frames(reader, writer, behind, person)
            while content := await reader.read(65536):
                writer.write(content)
                await writer.drain()
        writer.transport.abort()

    async def _frames(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        behind: asyncio.StreamWriter,
        person: asyncio.StreamWriter,
    ) -> None:
        kept = b""  # a frame that the next one overtakes
        while True:
            kind, frame = await _frame(reader)
            fate = self._weather.fate() if kind == _TEXT else "pass"
            if fate == "cut":
                raise _Cut
            if fate == "swap" and not kept:
                kept = frame
                person.write(_MARK)
                continue
            if fate == "strand":  # its sender has gone when it arrives
                behind.transport.abort()
            if fate in ("delay", "strand"):
                await self._weather.delay()
            if fate == "drop":
                person.write(_MARK)
            else:
                writer.write((frame * 2 if fate == "double" else frame) + kept)
                kept = b""
            await writer.drain()
            if fate == "strand":
                await self._weather.delay()
                raise _Cut


async def _frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The kind of the next frame, and all its bytes."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    if length >= 126:
        more = await reader.readexactly(2 if length == 126 else 8)
        head, length = head + more, int.from_bytes(more, "big")
    masked = 4 if head[1] & 0x80 else 0
    return head[0] & 0x0F, head + await reader.readexactly(masked + length)


@asynccontextmanager
async def proxy(weather: Weather, houses: Callable[[], Sequence[int]]) -> AsyncIterator[Proxy]:
    made = Proxy(weather, houses)
    server = await asyncio.start_server(made.carry, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
