"""How much one visitor may ask for at once: far more than a person can, far less than would hurt.

A bucket holds as many drops as may be used in a rush, and fills up again drop by drop.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

from msgspec import Struct

from ratskeller.server.listener import ROOM_BYTES
from ratskeller.server.refusals import refused

_VISITORS: Final = 10_000  # whose buckets are kept; a bucket nobody uses is full again anyway


class Rate(Struct, frozen=True):
    """So many in a rush, and so many more every second."""

    rush: int
    a_second: float


class Limits(Struct, frozen=True):
    """What the house bears."""

    # Of one socket. A page sends a few a second; a hasty bot needs a hundred for a long turn.
    messages: Rate = Rate(400, 40)
    # That one guest lays, or that somebody lays who brings no cookie, by address.
    tables: Rate = Rate(60, 1 / 20)
    # Whole states of one guest, or of one address without a cookie: when they come, and after a gap.
    wholes: Rate = Rate(60, 2)
    # Lines of chat of one guest, at all tables.
    chat: Rate = Rate(30, 1 / 2)
    # Sockets that one guest has open, or one address without a cookie.
    sockets: int = 32
    # Bytes that wait for one socket.
    outbox: int = ROOM_BYTES


DEFAULT_LIMITS: Final = Limits()


class Bucket:
    def __init__(self, rate: Rate, now: float) -> None:
        self.rate = rate
        self.drops = float(rate.rush)
        self.filled = now

    def take(self, now: float) -> None:
        """Use a drop. Raises `TableRefused` that says when there will be one again."""
        passed = max(0.0, now - self.filled)
        self.drops = min(self.rate.rush, self.drops + passed * self.rate.a_second)
        self.filled = now
        if self.drops < 1:
            wait = (1 - self.drops) / self.rate.a_second
            raise refused("too_many", seconds=max(1, math.ceil(wait)))
        self.drops -= 1


class Buckets:
    """One bucket for each visitor; the longest unused are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, visitor: Hashable, now: float) -> None:
        """Use a drop of a visitor's bucket. Raises `TableRefused`."""
        bucket = self._buckets.setdefault(visitor, Bucket(self.rate, now))
        self._buckets.move_to_end(visitor)
        if len(self._buckets) > _VISITORS:
            self._buckets.popitem(last=False)
        bucket.take(now)
