"""How much one visitor may ask for at once: far more than a person can, far less than would hurt.

A bucket holds as many drops as may be used in a rush, and fills up again drop by drop.
"""

from __future__ import annotations

import ipaddress
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
    # Guests that one address brings, and seats it takes: a school sits behind one address.
    guests: Rate = Rate(120, 1 / 10)
    joins: Rate = Rate(240, 1)
    # Wrong codes from one address. A code has 40 bits; who mistypes does not mistype fifty times.
    guesses: Rate = Rate(50, 1 / 10)
    # Whole states of one guest, or of one address without a cookie: when they come, and after a gap.
    wholes: Rate = Rate(60, 2)
    # Lines of chat of one guest, at all tables.
    chat: Rate = Rate(30, 1 / 2)
    # Files of all matches of one guest.
    downloads: Rate = Rate(6, 1 / 60)
    # Looks back at matches that one visitor begins; more than one at a time is begun for nobody.
    lookbacks: Rate = Rate(12, 1 / 60)
    # Tries in exercises that are judged for one visitor; one at a time.
    tries: Rate = Rate(20, 1 / 5)
    # Thoughts of bots for one guest, from which on there are no hints: the bots of their tables count.
    thoughts: int = 4
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

    def give_back(self, visitor: Hashable) -> None:
        if bucket := self._buckets.get(visitor):
            bucket.drops = min(self.rate.rush, bucket.drops + 1)


_NETWORK: Final = 8  # so many times what one address may, its whole network may


def network_of(address: str) -> tuple[str, str]:
    """What counts as one address, and the network around it: a provider gives everybody a /64 of the
    new addresses, and a landlord a /48; of the old ones people have one, and neighbours a /24.
    """
    try:
        plain = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address, address
    old = getattr(plain, "ipv4_mapped", None) or plain
    one, around = (32, 24) if old.version == 4 else (64, 48)

    def network(size: int) -> str:
        return str(ipaddress.ip_network(f"{old}/{size}", strict=False))

    return network(one), network(around)


class Gate:
    """What comes from one address, and from the network around it."""

    def __init__(self, rate: Rate) -> None:
        self._addresses = Buckets(rate)
        self._networks = Buckets(Rate(rate.rush * _NETWORK, rate.a_second * _NETWORK))

    def take(self, address: str, now: float) -> None:
        """Raises `TableRefused`."""
        one, around = network_of(address)
        self._addresses.take(one, now)
        self._networks.take(around, now)

    def give_back(self, address: str) -> None:
        """It was none of what is counted here."""
        one, around = network_of(address)
        self._addresses.give_back(one)
        self._networks.give_back(around)
