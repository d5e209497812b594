"""How `ratskeller admin` reaches the house: by a socket beside the file of the tables, for its owner only.

One line of JSON is an order, one line the answer. Where no house is open, the order is carried out by
the command itself, which then owns the file for that long.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from ratskeller.server.admin import Done, Order, carry_out
from ratskeller.server.house import House
from ratskeller.server.places import Address, StoreUnusable
from ratskeller.server.store import Store
from ratskeller.server.thinking import Thinker

_LONGEST_ADDRESS: Final = 100  # bytes; sockets have short names
_REACHABLE: Final = hasattr(asyncio, "start_unix_server")
"""Not every system has such sockets; there the house has to be closed first."""
_ORDERS: Final = msgspec.json.Decoder(Order)
_ANSWERS: Final = msgspec.json.Decoder(Done)
_LONGEST_LINE: Final = 1 << 30  # a person's matches are one line


@asynccontextmanager
async def taking(house: House) -> AsyncIterator[None]:
    """Take orders while the block lasts."""

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            done = await carry_out(house, _ORDERS.decode(await reader.readline()))
            writer.write(msgspec.json.encode(done) + b"\n")
            await writer.drain()
        except (msgspec.MsgspecError, OSError, ValueError):
            pass  # somebody who is not `ratskeller admin`, or does not wait for the answer
        finally:
            writer.close()

    db = house.store.address
    if not _REACHABLE or not isinstance(db, Path):  # a database is open to `ratskeller admin`, too
        yield
        return
    place = _place(db)
    place.unlink(missing_ok=True)  # of a house that was killed: nobody else owns the file now
    with _address(place) as address:
        listening = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            listening.bind(address)
        finally:
            os.umask(before)
    server = await asyncio.start_unix_server(hear, sock=listening)
    try:
        yield
    finally:
        server.close()
        place.unlink(missing_ok=True)


async def give(db: Address, order: Order) -> Done:
    """Have an order carried out, by the house that is open on a file or here. Raises `StoreUnusable`."""
    if isinstance(db, Path) and not db.exists():
        raise StoreUnusable("missing", db)
    store = Store(db)
    try:
        await store.open()
    except StoreUnusable as no:
        if no.reason != "taken" or not isinstance(db, Path):
            raise
        return await _ask(db, order)
    house = House(store, Thinker(1), time.time)
    try:
        return await carry_out(house, order)
    finally:
        await house.close()


async def _ask(db: Path, order: Order) -> Done:
    if not _REACHABLE:
        raise StoreUnusable("taken", db)
    try:
        with _address(_place(db)) as address:
            reader, writer = await asyncio.open_unix_connection(address, limit=_LONGEST_LINE)
        writer.write(msgspec.json.encode(order) + b"\n")
        answer = await reader.readline()
        writer.close()
        return _ANSWERS.decode(answer)
    except (OSError, msgspec.MsgspecError):
        raise StoreUnusable("taken", db) from None


def _place(db: Path) -> Path:
    return db.with_name(f"{db.name}-orders")


@contextmanager
def _address(place: Path) -> Iterator[str]:
    """The name of a socket, which must be short: a deep folder is entered by its descriptor."""
    if len(os.fsencode(place)) <= _LONGEST_ADDRESS:
        yield str(place)
        return
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{place.name}"
    finally:
        os.close(folder)
