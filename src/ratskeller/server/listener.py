"""One socket at a table: whose it is, which seat it speaks for, and what it has been told."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from ratskeller.core.game import Seat
from ratskeller.server.messages import ToClient

ROOM: Final = 200
"""Messages that may wait for a slow line; then the socket is closed, and comes back for the whole."""


class Listener:
    def __init__(self, guest: int | None, language: str) -> None:
        self.guest = guest
        self.language = language
        self.seat: Seat | None = None
        self.version = 0  # of the last change this socket was told of; 0: it has not said hello
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue()

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
        if self._outbox.qsize() < ROOM:
            self._outbox.put_nowait(line)
        elif self._outbox.qsize() == ROOM:
            self._outbox.put_nowait(None)

    def hang_up(self) -> None:
        self._outbox.put_nowait(None)

    async def next_line(self) -> bytes | None:
        """The next message to put on the line; None: hang up."""
        return await self._outbox.get()
