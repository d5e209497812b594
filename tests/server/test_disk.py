"""A disk that is full, closed for writing, or held by somebody else, and clocks that jump (S30).

Real processes and real disks: a small file system of its own where the machine lets us mount one, and
everywhere a server that may not write another byte. Whatever happens, what is not stored is not
acknowledged, the sentence is a plain one, and play goes on by itself when the trouble is over.
"""

from __future__ import annotations

import asyncio
import random
import resource
import sqlite3
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from ratskeller.server.audit import audit
from ratskeller.server.places import migrate
from tests.server.harness import Line, Person, free_port, process, running
from tests.server.test_owner import serve
from tests.statements import statement

pytestmark = [pytest.mark.placed, pytest.mark.heavy]


class Trouble(ABC):
    """Something that can befall a disk, and pass."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = folder / "house.db"
        self.server = 0  # the process

    @abstractmethod
    def begin(self) -> None: ...

    @abstractmethod
    def end(self) -> None: ...


class NotAByteMore(Trouble):
    """The system lets the server write no file any further."""

    def _limit(self, size: int) -> None:
        _, hard = resource.prlimit(self.server, resource.RLIMIT_FSIZE)
        resource.prlimit(self.server, resource.RLIMIT_FSIZE, (size, hard))

    def begin(self) -> None:
        self._limit(0)

    def end(self) -> None:
        self._limit(resource.RLIM_INFINITY)


class Full(Trouble):
    """A small disk that something else has filled."""

    def begin(self) -> None:
        with (self.folder / "filler").open("wb", buffering=0) as filler:
            for size in (65536, 4096, 1):
                try:
                    while filler.write(b"\0" * size):
                        pass
                except OSError:
                    continue

    def end(self) -> None:
        (self.folder / "filler").unlink()


class Held(Trouble):
    """Another program has the file for itself, for longer than the house is patient."""

    def begin(self) -> None:
        self._other = sqlite3.connect(self.db, isolation_level=None)
        self._other.execute("BEGIN IMMEDIATE")

    def end(self) -> None:
        self._other.execute("ROLLBACK")
        self._other.close()


def _mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True, capture_output=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    folder.mkdir(exist_ok=True)
    _mount("-t", "tmpfs", "-o", "size=4m", "ratskeller", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, capture_output=True)


def can_mount(folder: Path) -> bool:
    try:
        with small_disk(folder):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False


@contextmanager
def disk_for(kind: type[Trouble], tmp_path: Path) -> Iterator[Trouble]:
    """A disk that this can befall. Who may mount none has one that takes not a byte more instead."""
    if kind is not Full:
        yield kind(tmp_path)
    elif can_mount(tmp_path / "small"):
        with small_disk(tmp_path / "small") as folder:
            yield kind(folder)
    else:
        yield NotAByteMore(tmp_path)


async def try_to_move(line: Line, rng: random.Random) -> Any:
    """A step that cannot be written down; it is refused, and the page has what is stored."""
    answer = await line.move(rng)
    await line.settle()
    return answer


@statement("S30")
@pytest.mark.parametrize("kind", [NotAByteMore, Full, Held])
def test_nothing_is_acknowledged_that_is_not_stored_and_play_goes_on(
    kind: type[Trouble], tmp_path: Path
) -> None:
    async def story(disk: Trouble) -> None:
        port, rng = free_port(), random.Random(6)
        ada, ben = (Person(f"http://127.0.0.1:{port}") for _ in range(2))
        async with process(disk.db, port) as server:
            disk.server = server.pid
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                for _ in range(3):
                    await step(one, other, rng)
                before = stored(disk.db)
                disk.begin()
                for _ in range(2):
                    mover = await whose_turn(one, other)
                    drafted, seen = mover.now.drafted, len(mover.log)
                    answer = await try_to_move(mover, rng)
                    assert answer.rule == "TB-24", "refused, in the words of the house"
                    assert "Traceback" not in answer.text
                    assert "sqlite" not in answer.text.lower()
                    assert (mover.now.drafted, len(mover.log)) == (drafted, seen)
                wish = [{"kind": "me"}, {"kind": "open"}]
                laid = await ada.post("/api/tables", game="pied_piper", seats=wish)
                assert laid.status_code == 503
                assert stored(disk.db) == before
                disk.end()
                for _ in range(4):
                    await step(one, other, rng)
                assert len(stored(disk.db)) > len(before)
        for person in (ada, ben):
            await person.http.aclose()
        assert [one.problems for one in audit(disk.db)] == [()]

    with disk_for(kind, tmp_path) as disk:
        asyncio.run(story(disk))


async def whose_turn(one: Line, other: Line) -> Line:
    for line in (one, other):
        await line.settle()
    return one if one.now.legal or one.now.held else other


async def step(one: Line, other: Line, rng: random.Random) -> None:
    answer = await (await whose_turn(one, other)).move(rng)
    assert type(answer).__name__ == "Update", answer


def stored(db: Path) -> list[tuple[object, ...]]:
    """The log and the draft as they are on the disk."""
    with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as store:
        rows = store.execute("SELECT number, entry FROM entries ORDER BY number").fetchall()
        return [*rows, *store.execute("SELECT draft FROM tables").fetchall()]


@statement("S30")
def test_a_disk_that_is_closed_for_writing_is_told_in_a_sentence(tmp_path: Path) -> None:
    with closed_disk(tmp_path / "small") as db:
        told = serve(str(db))
        assert told.returncode == 2
        assert f"{db} cannot be written." in told.stderr.replace("\n", " ")
        assert "Traceback" not in told.stderr


@contextmanager
def closed_disk(folder: Path) -> Iterator[Path]:
    """A place for tables where nothing can be written, by the means that this machine has."""
    if not can_mount(folder):
        yield Path("/proc/house.db")
        return
    with small_disk(folder):
        migrate(folder / "house.db")
        _mount("-o", "remount,ro", str(folder))
        yield folder / "house.db"


@statement("S30")
def test_clocks_that_jump_an_hour_change_nothing_but_the_times(tmp_path: Path) -> None:
    async def story() -> None:
        db, rng = tmp_path / "house.db", random.Random(8)
        async with running(db) as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"]) as line:
                for jump in (0.0, 3600.0, -7200.0, 3600.0):
                    house.clock.offset += jump
                    if await line.asked():
                        version = line.version
                        await line.move(rng)
                        assert line.version > version
                await line.play(rng)
                assert not any(seat.covered for seat in line.now.seats)
        assert [one.problems for one in audit(db)] == [()]

    asyncio.run(story())
