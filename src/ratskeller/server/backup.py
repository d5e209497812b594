"""Copies of the file of tables: made while the house is open, tried before they are trusted, put back whole.

A copy is a snapshot of one moment: what was answered before it began is in it. It is written beside
its place, checked page by page, audited match by match, and only then gets its name. Putting one back
works the same way round, and keeps the file that was there.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from ratskeller.files import PRIVATE, bring_to_disk
from ratskeller.server import postgres
from ratskeller.server.audit import audit, reading
from ratskeller.server.owning import Ownership, Taken
from ratskeller.server.places import Address, StoreUnusable

BEFORE: Final = ".before-restore"
_LIVES_UNKNOWN: Final = 1000
"""The count of lives goes on so far above the copy's where the file that was there cannot be read."""


class Copied(Struct, frozen=True):
    """What is in a copy."""

    matches: int
    entries: int


class CopyRefused(Exception):
    """Nothing was copied; `reason` says why: exists, same, bad_copy, no_room or unwritable."""

    def __init__(self, reason: str, path: Path, problem: str = "") -> None:
        super().__init__(f"{path}: {reason} {problem}")
        self.reason = reason
        self.path = path
        self.problem = problem


def backup(db: Address, copy: Path) -> Copied:
    """Copy the tables, whether a house is open on them or not. Raises `CopyRefused`, `StoreUnusable`."""
    if isinstance(db, str):
        return _backup_database(db, copy)
    with closing(reading(db)) as source:
        if copy.exists():
            raise CopyRefused("same" if copy.samefile(db) else "exists", copy)
        with _beside(copy) as made:
            _copy(source, made)
            copied = _try_out(made)
            _put_in_place(made, copy, over=False)
    return copied


def _backup_database(address: str, copy: Path) -> Copied:
    if copy.exists():
        raise CopyRefused("exists", copy)
    with _beside(copy) as made:
        postgres.copy_to(address, made)
        copied = _try_out(made)
        _put_in_place(made, copy, over=False)
    return copied


def restore(copy: Path, db: Address) -> Copied:
    """Put a copy in the place of the tables; the file that was there is kept beside it. A database must
    be empty: so a house moves from a file to a database.

    Raises `CopyRefused`, and `StoreUnusable` where a house is open on the tables.
    """
    if isinstance(db, str):
        with closing(reading(copy)):
            copied = _try_out(copy)
        postgres.copy_from(copy, db)
        return copied
    with closing(reading(copy)) as source:
        if db.exists() and copy.samefile(db):
            raise CopyRefused("same", copy)
        with _owning(db), _beside(db) as made:
            _copy(source, made)
            copied = _try_out(made)
            _outlive(made, db)
            _set_aside(db)
            _put_in_place(made, db, over=True)
    return copied


@contextmanager
def _owning(db: Path) -> Iterator[None]:
    owner = Ownership(db)
    try:
        db.parent.mkdir(parents=True, exist_ok=True)
        owner.take()
    except Taken:
        raise StoreUnusable("taken", db) from None
    except OSError as error:
        raise CopyRefused("unwritable", db) from error
    try:
        yield
    finally:
        owner.release()


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A file in the same folder, to be given its name at the end; on failure nothing is left behind."""
    try:
        descriptor, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    except OSError as error:
        raise CopyRefused(_reason(error), place) from error
    os.close(descriptor)
    made = Path(name)
    try:
        made.chmod(PRIVATE)
        yield made
    except (OSError, sqlite3.Error) as error:
        raise CopyRefused(_reason(error), place) from error
    finally:
        for left in ("", "-journal", "-wal", "-shm"):
            Path(f"{made}{left}").unlink(missing_ok=True)


def _reason(error: Exception) -> str:
    text = str(error)
    full = "full" in text or "disk I/O" in text or "No space" in text or "too large" in text
    return "no_room" if full else "unwritable"


def _copy(source: sqlite3.Connection, made: Path) -> None:
    """One snapshot: whoever writes meanwhile does not wait, and is not in it."""
    with closing(sqlite3.connect(made)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # one file, that can be carried away
        target.execute("PRAGMA synchronous=FULL")


def _try_out(made: Path) -> Copied:
    """A copy that does not pass the audit is none."""
    matches = entries = 0
    try:
        for one in audit(made):
            if one.problems:
                raise CopyRefused("bad_copy", made, f"{one.table}: {one.problems[0]}")
            matches, entries = matches + 1, entries + one.entries
    except StoreUnusable as no:
        raise CopyRefused("bad_copy", made, str(no)) from None
    return Copied(matches, entries)


def _outlive(made: Path, db: Path) -> None:
    """Let the lives of the house go on above those of the file that was there: versions of sockets
    must not go back (`House._first_version`).
    """
    last = 0
    if db.exists():
        try:
            with closing(reading(db)) as present:
                (last,) = present.execute("SELECT coalesce(max(number), 0) FROM lives").fetchone()
        except (StoreUnusable, sqlite3.Error):
            last = -1
    with closing(sqlite3.connect(made)) as copy, copy:
        copy.execute(
            "UPDATE lives SET number = max(number + ?, ?)",
            (_LIVES_UNKNOWN if last < 0 else 0, last),
        )


def _set_aside(db: Path) -> None:
    """Keep the file that was there. Its journal must not be taken for one of the copy."""
    journal, kept = db.with_name(f"{db.name}-wal"), db.with_name(db.name + BEFORE)
    if not db.exists():
        journal.unlink(missing_ok=True)
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(db)) as present:
        present.execute("PRAGMA journal_mode=DELETE")  # the journal goes into the file
    kept.unlink(missing_ok=True)
    os.link(db, kept)
    if journal.exists():  # the file is damaged, and its journal could not be read
        journal.replace(kept.with_name(f"{kept.name}-wal"))
    db.with_name(f"{db.name}-shm").unlink(missing_ok=True)


def _put_in_place(made: Path, place: Path, *, over: bool) -> None:
    with made.open("rb") as file:
        os.fsync(file.fileno())
    if over:
        made.replace(place)
    else:
        try:
            os.link(made, place)  # refuses, where a rename would put it over another file
        except FileExistsError:
            raise CopyRefused("exists", place) from None
    bring_to_disk(place.parent)
