"""One socket at a table: whose it is, which seat it speaks for, and what it has been told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable
from typing import Any, Final

import msgspec

from ratskeller.core.game import Seat
from ratskeller.server.messages import ToClient

ROOM: Final = 200
"""Messages that may wait for a slow line; then the socket is cut, and comes back for the whole."""
ROOM_BYTES: Final = 2 * 1024 * 1024
"""Bytes that may wait. One message may always wait, however long it is: a line must begin somehow."""


class Listener:
    def __init__(
        self, guest: int | None, language: str, visitor: Hashable = None, room: int = ROOM_BYTES
    ) -> None:
        self.guest = guest
        self.visitor = (
            visitor  # by whom its wishes are counted: a guest, or the address of a stranger
        )
        self.language = language
        self.seat: Seat | None = None
        self.version = 0  # of the last change this socket was told of; 0: it has not said hello
        self._is_cut = False  # it reads too slowly, and is told nothing any more
        self.held = 0  # bytes that wait
        self._room = room
        self._outbox: deque[bytes | None] = deque()
        self._filled = asyncio.Event()
        self._listening: asyncio.Task[Any] | None = None  # waits for a frame of this socket

    @property
    def greeted(self) -> bool:
        return self.version > 0

    @property
    def eyes(self) -> tuple[Seat | None, str]:
        """The seat it looks from and the language it reads."""
        return self.seat, self.language

    def send(self, message: ToClient) -> bytes:
        """Put a message into the outbox; nobody waits for a slow line."""
        line = msgspec.json.encode(message)
        self.send_again(line)
        return line

    def send_again(self, line: bytes) -> None:
        if self._is_cut:
            return
        full = self.held + len(line) > self._room or len(self._outbox) >= ROOM
        if self._outbox and full:
            self._cut()
            return
        self.held += len(line)
        self._put(line)

    def is_cut(self) -> bool:
        return self._is_cut

    def hang_up(self) -> None:
        self._put(None)

    async def next_line(self) -> bytes | None:
        """The next message to put on the line; None: hang up."""
        while not self._outbox:
            self._filled.clear()
            await self._filled.wait()
        line = self._outbox.popleft()
        self.held -= len(line or b"")
        return line

    def listens(self, task: asyncio.Task[Any] | None) -> None:
        """A task waits for a frame now, and may be stopped: nothing is half done meanwhile."""
        self._listening = task

    def _put(self, line: bytes | None) -> None:
        self._outbox.append(line)
        self._filled.set()

    def _cut(self) -> None:
        """Give the memory back at once; who does not read does not read a farewell either."""
        self._is_cut = True
        self._outbox.clear()
        self.held = 0
        if self._listening is not None:
            self._listening.cancel()
