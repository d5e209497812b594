"""The audit: every stored match is played again from its log and compared with what the store says of it.

Looked at are the file itself, the chain of each log, every entry against the rules, every draw against
the seed, the seed against what was published before the match, and the result in the table's row. A
draft is no part of the log; one that does not fit is dropped when its table is opened.

Nothing is written, and one match is in memory at a time: it may run beside the server.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.core import archive
from ratskeller.core.match import FORMAT, AnyMatch, BadFile, Header
from ratskeller.server import postgres, results
from ratskeller.server.chain import BrokenChain, EntryRow, check, heading_of
from ratskeller.server.places import Address, StoreUnusable, revisions
from ratskeller.words.lessons import table_of

_PATIENCE: Final = 30.0  # seconds that a writer may have the file for itself
_FIRST: Final = "SELECT * FROM tables WHERE id > ? ORDER BY id LIMIT 1"
_NONCES: Final = "SELECT nonce FROM players WHERE table_id = ? ORDER BY number"
_LOG: Final = "SELECT number, entry, chain FROM entries WHERE table_id = ? ORDER BY number"
_WITHOUT_TABLE: Final = """
SELECT DISTINCT table_id FROM entries WHERE table_id NOT IN (SELECT id FROM tables) LIMIT 100
"""


class Audited(Struct, frozen=True, kw_only=True):
    """What became of one table."""

    table: str
    game: str = ""
    entries: int = 0
    draws: int = 0
    chain: str = ""  # the hash of the last entry
    problems: tuple[str, ...] = ()


def reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. Raises `StoreUnusable` where the file cannot be read by us."""
    if not path.exists():
        raise StoreUnusable("missing", path)
    try:
        connection = sqlite3.connect(
            f"file:{quote(str(path))}?mode=ro", uri=True, timeout=_PATIENCE, isolation_level=None
        )
        connection.row_factory = sqlite3.Row
        (form,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, TypeError) as error:
        closed = "unable to open" in str(error)
        raise StoreUnusable("unreadable" if closed else "damaged", path) from error
    known = revisions()
    if form != known[0]:
        connection.close()
        raise StoreUnusable("older" if form in known else "newer", path)
    return connection


def audit(address: Address) -> Iterator[Audited]:
    """Every table, by its id; tables whose match has not begun have nothing to compare. Those of a
    database are copied first.

    Raises `StoreUnusable`.
    """
    if isinstance(address, Path):
        yield from _audit(address)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        postgres.copy_to(address, copy)
        yield from _audit(copy)


def _audit(path: Path) -> Iterator[Audited]:
    with closing(reading(path)) as store:
        try:
            yield from _file_problems(store)
            table = ""
            while found := store.execute(_FIRST, (table,)).fetchone():
                table = found["id"]
                if audited := _table(store, table):
                    yield audited
        except sqlite3.DatabaseError as error:
            raise StoreUnusable("damaged", path) from error


def _file_problems(store: sqlite3.Connection) -> Iterator[Audited]:
    """What is wrong with the file as such, and logs that belong to no table."""
    said = [row[0] for row in store.execute("PRAGMA integrity_check(10)")]
    if said != ["ok"]:
        yield Audited(table="", problems=tuple(f"the file: {line}" for line in said))
    for (table,) in store.execute(_WITHOUT_TABLE).fetchall():
        yield Audited(table=str(table), problems=("there are entries, and no table of theirs",))


def _table(store: sqlite3.Connection, table: str) -> Audited | None:
    store.execute("BEGIN")  # row, players and log of one moment
    try:
        row = store.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
        nonces = [nonce for (nonce,) in store.execute(_NONCES, (table,))]
        rows = [EntryRow._make(entry) for entry in store.execute(_LOG, (table,))]
    finally:
        store.execute("COMMIT")
    if row is None or not (row["header"] or rows):
        return None
    match, problems = _match(row, rows)
    draws = 0
    if match is not None:
        checked = archive.verify(match)
        draws = checked.draws
        problems += [*checked.problems, *_row_problems(row, nonces, match)]
    return Audited(
        table=table,
        game=row["game"],
        entries=len(rows),
        draws=draws,
        chain=row["chain"],
        problems=tuple(problems),
    )


def _match(row: sqlite3.Row, rows: list[EntryRow]) -> tuple[AnyMatch | None, list[str]]:
    """The match, played again as the file of a stranger would be; and what is wrong with its log."""
    if not row["header"]:
        return None, ["there are entries, and the match has not begun"]
    try:
        header = msgspec.json.decode(row["header"], type=Header)
        check(heading_of(header), rows, row["chain"])
        found = archive.read(_file(row, rows), games.find)
    except msgspec.MsgspecError as error:
        return None, [f"the heading cannot be read: {error}"]
    except (BrokenChain, BadFile) as error:
        return None, [str(error)]
    if isinstance(found, archive.Recording):
        return None, [f"it cannot be played again: {found.why}"]
    return found, []


def _file(row: sqlite3.Row, rows: list[EntryRow]) -> bytes:
    content: dict[str, Any] = {
        "format": FORMAT,
        "kind": "save",
        "header": msgspec.Raw(row["header"]),
        "entries": [msgspec.Raw(entry.entry) for entry in rows],
        "seed": row["seed"],
    }
    return msgspec.json.encode(content)


def _row_problems(row: sqlite3.Row, nonces: list[str], match: AnyMatch) -> Iterator[str]:
    """Where the rows about a match say something else than its log."""
    header = match.header
    if (header.table, header.game) != (table_of(row["lesson"], row["id"]), row["game"]):
        yield "the heading is that of another match"
    if tuple(nonces) != header.nonces:
        yield "the nonces of the players are not those of the heading"
    unknown = row["turn"] is None and not row["result"]  # written before anybody noted it
    for name, value in results.columns(match).items():
        if row[name] != value and not (unknown and name in ("turn", "result")):
            yield f"the table says “{name}” is {row[name]}, the log says {value}"
