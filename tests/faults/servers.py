"""Houses as processes that can be killed at any moment, sound ones and broken ones.

A nursery has kept house once and forks a house when it is asked for one: all that a house loads for its
first guests is there, a start takes milliseconds instead of a second, and `kill -9` is as final as ever. A house dies when it matters, by
its own hand: just before one of its commits is on the disk, just after, or while people are told of
it. So a run is as hard on a busy machine as on an idle one. A broken house differs from a sound one in
its fault alone.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import socket
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from ratskeller.server import company, serve
from ratskeller.server.app import Settings
from ratskeller.server.change import TableChange
from ratskeller.server.house import House
from ratskeller.server.places import Address
from ratskeller.server.postgres import SCHEME
from ratskeller.server.requests import Requests
from ratskeller.server.store import Store, Writer
from ratskeller.server.table import Table
from tests.server.harness import PLENTY, pair, running

MOMENTS: Final = ("before", "before", "after", "telling")
_LAST_BREATH: Final = 10
"""Rounds of the loop before a death: what was told too early has left the house by then."""


class Birth(Struct):
    """What a house is born with, and when it dies: at which of its commits (0: never), and how near."""

    port: int
    db: str
    fault: str
    commits: int = 0
    moment: str = MOMENTS[0]


class Nursery:
    """The process that houses are forked from."""

    def __init__(self) -> None:
        self._process = Popen([sys.executable, "-m", __name__], stdin=PIPE, stdout=PIPE)

    def start(self, birth: Birth) -> int:
        """A house that will answer soon; its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode(birth) + b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        with self._process:  # its line ends, and so does it
            pass


@contextmanager
def nursery() -> Iterator[Nursery]:
    opened = Nursery()
    try:
        yield opened
    finally:
        opened.close()


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def kill(process: int) -> None:
    """End a house without a word, and wait until the system has taken back what it held."""
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    while lives(process):
        await asyncio.sleep(0.005)


# --- in the nursery ---------------------------------------------------------------------------


def _nurse() -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_keep_house_once(Path(folder) / "tables.db"))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody mourns
    alive, mine = os.pipe()  # ends with the nursery
    for line in sys.stdin:
        birth = msgspec.json.decode(line, type=Birth)
        with serve.listen("127.0.0.1", birth.port, "en") as listening:  # who comes early waits
            child = os.fork()
            if child == 0:
                os.close(mine)
                _live(birth, listening, alive)
                os._exit(0)
        print(child, flush=True)


async def _keep_house_once(db: Path) -> None:
    sa.create_engine("postgresql+psycopg://")  # its driver is loaded
    async with running(db) as house, pair(house) as two:
        await two.mover.choose()


def _live(birth: Birth, listening: socket, nursery_lives: int) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDWR), 1)  # the nursery's line is not ours
    Thread(target=_outlive_nobody, args=(nursery_lives,), daemon=True).start()
    _die_at(birth.commits, birth.moment)
    _UPBRINGING[birth.fault]()
    server = serve.make_server(Settings(db=place_of(birth.db), limits=PLENTY))
    asyncio.run(server.serve([listening]))


def _outlive_nobody(nursery_lives: int) -> None:
    os.read(nursery_lives, 1)
    _die()


def place_of(db: str) -> Address:
    return db if db.startswith(SCHEME) else Path(db.removeprefix("sqlite:///"))


def _replace(owner: type, name: str, new: Callable[..., Any]) -> None:
    setattr(owner, name, new)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _die_at(last: int, moment: str) -> None:
    commit, count = Writer.commit, 0

    async def deadly_commit(writer: Writer) -> None:
        nonlocal count
        count += 1
        if count == last and moment == "before":
            await _die_soon()
        await commit(writer)
        if count == last and moment == "after":
            _die()
        if count == last:
            dying.append(asyncio.create_task(_die_soon()))

    dying: list[asyncio.Task[None]] = []
    _replace(Writer, "commit", deadly_commit)


async def _die_soon() -> None:
    for _ in range(_LAST_BREATH):
        await asyncio.sleep(0)
    _die()


# --- what can be wrong with a house -----------------------------------------------------------


def _nothing() -> None:
    """A sound house."""


def _acknowledge_before_commit() -> None:
    """What is answered will be on the disk some time soon."""
    commit, read, hurrying = Writer.commit, Store._read, set[asyncio.Task[None]]()

    async def commit_later(writer: Writer) -> None:
        task = asyncio.create_task(commit(writer))
        hurrying.add(task)
        task.add_done_callback(hurrying.discard)

    async def read_what_was_written(store: Store, look: Callable[[sa.Connection], Any]) -> Any:
        await asyncio.gather(*hurrying)
        return await read(store, look)

    _replace(Writer, "commit", commit_later)
    _replace(Store, "_read", read_what_was_written)


def _publish_before_commit() -> None:
    """Everybody but the mover is told first, and then it is written."""
    record = House.record

    async def tell_and_record(house: House, table: Table, change: TableChange) -> None:
        everybody, cause = table.audience.listeners, change.cause
        if change.begun or cause is None:
            await record(house, table, change)
            return
        told = msgspec.structs.replace(change, cause=None, request=None)
        table.audience.listeners = everybody - {cause}
        table.audience.publish(told)
        table.audience.listeners = {cause}
        try:
            await record(house, table, change)
        finally:
            table.audience.listeners = everybody

    _replace(House, "record", tell_and_record)


def _forget_requests() -> None:
    """A request that comes again is taken for a new one."""

    async def forget(*_: Any) -> None:
        pass

    _replace(Writer, "add_request", forget)
    _replace(Requests, "digest", lambda *_: None)


def _keep_no_draft() -> None:
    """What somebody has begun to choose is in the memory alone."""
    _replace(Table, "draft_json", lambda _: "")


def _be_deaf() -> None:
    """No notice is heard: what others do is found some time later, when everything is looked at."""
    _replace(company._Others, "_hear", lambda *_: None)
    company.MISSED_SECONDS = 0.1


def _look_at_nothing() -> None:
    """What another house writes is never read, unless it stands in the way of a change here."""

    async def look(*_: Any) -> None:
        pass

    _replace(House, "_follow_all", look)


SOUND, DEAF = "sound", "deaf"
FAULTS: Final[Mapping[str, Callable[[], None]]] = {
    "acknowledges before it commits": _acknowledge_before_commit,
    "publishes before it commits": _publish_before_commit,
    "forgets the ids of requests": _forget_requests,
    "keeps no drafts": _keep_no_draft,
}
SHARED_FAULTS: Final[Mapping[str, Callable[[], None]]] = {
    "does not look what the other does": _look_at_nothing,
}
_UPBRINGING: Final = {SOUND: _nothing, DEAF: _be_deaf, **FAULTS, **SHARED_FAULTS}

if __name__ == "__main__":
    _nurse()
