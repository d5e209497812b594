"""How long a slow sender is waited for: a request that is not whole by then is not waited for any more.

Whoever sends a letter a minute would otherwise keep a line for ever, and there are only so many.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

SECONDS = 15.0
"""From the first letter of a request to the last of its headers; and as much again for its body."""

_Http: Any = AutoHTTPProtocol


class PatientProtocol(_Http):  # type: ignore[misc]
    """HTTP as uvicorn speaks it, with an end to waiting for headers."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering():
            self._stop_waiting()
        elif self._waiting is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        """Whether a request is there, or the line speaks another protocol by now: a socket's."""
        if self.transport.get_protocol() is not self:
            return True
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self.transport.is_closing() and not self._is_answering():
            self.transport.abort()
