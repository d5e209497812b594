"""The store: one SQLite file that one process owns. The append-only log of entries in it is the truth.

    guests --< players >-- tables --< entries      unique on (table, number), a chain of hashes
                                  --< chat, requests, codes

One writer at a time, `BEGIN IMMEDIATE`, `synchronous=FULL`: what was answered is on the disk. A
commit costs about a quarter of a millisecond on an SSD, so nothing is gained by answering earlier.

Each connection works in a thread of its own (`desk.py`). A transaction is handed over whole, and those that
wait are committed together: going to the thread and back once for each statement took 3 ms of processor a
click, more than playing the move.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.pool import StaticPool

from ratskeller.server.chain import EntryRow
from ratskeller.server.desk import Change, Desk, Order, Rows, carry_out
from ratskeller.server.owning import Ownership, Taken
from ratskeller.server.schema import (
    OPEN,
    ChatRow,
    CodeRow,
    DeedRow,
    KeptTable,
    MatchRow,
    PlayerRow,
    Pseudonym,
    TableRow,
    chat,
    codes,
    deeds,
    entries,
    guests,
    lives,
    players,
    requests,
    tables,
)

Row = TypeVar("Row")
Result = TypeVar("Result")

_LIVES_BEFORE = 31  # so that the first life counted is above the versions that came from clocks

DAY = 86_400.0
GUEST_DAYS = 400
"""How long a guest may stay away; each visit begins the time anew (S13)."""

UNSAID = "…"
"""What is left of the words of somebody who wants to be forgotten."""


_GUARDED = ("UPDATE", "DELETE")
_GUARD = """
CREATE TRIGGER entries_{what} BEFORE {what} ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed or removed'); END
"""

# What every click writes: put together once, and compiled once for a kind of database.
_ADD_ENTRY = entries.insert()
_ADD_REQUEST = requests.insert()
_CHANGE_TABLE = tables.update().where(tables.c.id == sa.bindparam("of"))


class StoreUnusable(Exception):
    """Tables cannot be kept in this file; `reason` says why: taken, damaged, newer, older,
    missing, unreadable or unwritable.
    """

    def __init__(self, reason: str, path: Path) -> None:
        super().__init__(f"{path}: {reason}")
        self.reason = reason
        self.path = path


def migrate(path: Path) -> None:
    """Bring a file to the newest form; a new one is made readable for its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it will hold seeds
    config = _migrations()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


def revisions() -> list[str]:
    """The forms a file may have, the newest first."""
    return [step.revision for step in ScriptDirectory.from_config(_migrations()).walk_revisions()]


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._writing = asyncio.Lock()
        self._ownership = Ownership(path)
        self.life = 0  # how often the file was opened; counted, since clocks go back

    async def open(self) -> None:
        """Raises `StoreUnusable`."""
        await asyncio.to_thread(self._take)
        # One connection each: SQLite has one writer anyway, and reads take microseconds.
        self._writer = Desk(_engine(self.path, "BEGIN IMMEDIATE"))
        self._reader = Desk(_engine(self.path, "BEGIN"))

    def _take(self) -> None:
        """Own the file, and bring it to the newest form."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._ownership.take()
            migrate(self.path)
            self.life = _begin_life(self.path)
        except Taken:
            raise StoreUnusable("taken", self.path) from None
        except (OSError, sa.exc.SQLAlchemyError, CommandError) as error:
            self._ownership.release()
            raise StoreUnusable(_why_unusable(error), self.path) from error

    async def close(self) -> None:
        self._reader.close()
        self._writer.close()
        self._ownership.release()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writer]:
        """A transaction; it is on the disk when the block is left. Raises `StoreTrouble`."""
        writer = Writer(self._writer, self._writing)
        try:
            yield writer
            await writer.commit()
        except BaseException:
            await writer.give_up()
            raise

    async def _all(self, statement: sa.Select[Any]) -> list[dict[str, Any]]:
        return await self._read(
            lambda connection: [dict(row) for row in connection.execute(statement).mappings()]
        )

    async def _read(self, look: Callable[[sa.Connection], Result]) -> Result:
        def read(connection: sa.Connection) -> Result:
            with connection.begin():
                return look(connection)

        return await self._reader.do(read)

    async def try_out(self) -> None:
        """Read and write something that changes nothing. Raises `StoreTrouble`."""
        await self._all(sa.select(lives.c.number))
        async with self.writing() as writer:
            await writer.count_life(self.life)

    # --- reading ------------------------------------------------------------------------------

    async def guest(self, token_hash: str, now: float) -> tuple[int, float] | None:
        """The guest with this token and when they were last seen; None if too long ago."""
        found = await self._all(
            sa.select(guests.c.id, guests.c.seen).where(guests.c.token_hash == token_hash)
        )
        if not found or found[0]["seen"] < now - GUEST_DAYS * DAY:
            return None
        return found[0]["id"], found[0]["seen"]

    async def table(self, table_id: str) -> TableRow | None:
        return _one(await self._all(sa.select(tables).where(tables.c.id == table_id)), TableRow)

    async def invited_to(self, invitation: str) -> str | None:
        """The table of an invitation, open or not."""
        found = await self._all(sa.select(tables.c.id).where(tables.c.invitation == invitation))
        return found[0]["id"] if found else None

    async def code(self, code_hash: str) -> CodeRow | None:
        return _one(
            await self._all(sa.select(codes).where(codes.c.code_hash == code_hash)), CodeRow
        )

    async def players(self, table_id: str) -> list[PlayerRow]:
        of_table = sa.select(players).where(players.c.table_id == table_id)
        return _rows(await self._all(of_table.order_by(players.c.number)), PlayerRow)

    async def entries(self, table_id: str) -> list[EntryRow]:
        """The log. A long one has many rows: made from tuples they take half the time."""
        return await self._read(
            lambda connection: [EntryRow._make(row) for row in connection.execute(log_of(table_id))]
        )

    async def chat(self, table_id: str) -> list[ChatRow]:
        of_table = sa.select(chat).where(chat.c.table_id == table_id)
        return _rows(await self._all(of_table.order_by(chat.c.number)), ChatRow)

    async def requests(self, table_id: str) -> dict[tuple[int, str], str]:
        """The digest of what was done under each request id of a guest."""
        found = await self._all(sa.select(requests).where(requests.c.table_id == table_id))
        return {(row["guest"], row["request"]): row["digest"] for row in found}

    async def all_tables(self) -> list[KeptTable]:
        """Every table, the newest first, with the length of its log."""
        length = sa.select(sa.func.count()).where(entries.c.table_id == tables.c.id)
        columns = (tables.c[name] for name in ("id", "game", "created", "over"))
        found = await self._all(
            sa.select(*columns, length.scalar_subquery().label("entries")).order_by(
                tables.c.created.desc(), tables.c.id
            )
        )
        return _rows(found, KeptTable)

    async def tables_of(self, guest: int, limit: int) -> list[str]:
        """The tables a guest sits at or has laid, the newest first, running ones before others."""
        mine = sa.select(players.c.table_id).where(players.c.guest == guest)
        found = await self._all(
            sa.select(tables.c.id)
            .where(sa.or_(tables.c.id.in_(mine), tables.c.host == guest))
            .order_by(tables.c.over, tables.c.created.desc())
            .limit(limit)
        )
        return [row["id"] for row in found]

    async def finished_by(self, guest: int) -> dict[str, int]:
        """How many matches a guest has played to their end, by game; lessons are none."""
        rows = await self._all(finished_by(guest))
        return {row["game"]: row["matches"] for row in rows}

    async def matches_of(self, guest: int) -> list[MatchRow]:
        """All matches of a guest in one query: running ones first, then the newest."""
        return _rows(await self._all(matches_of(guest)), MatchRow)


class Writer:
    """What can be written, inside one transaction: kept until its end, or until an answer is needed."""

    def __init__(self, desk: Desk, lock: asyncio.Lock) -> None:
        self._desk, self._lock = desk, lock
        self._alone = False  # it holds the lock, and a transaction is open
        self._kept: list[Order] = []

    def _keep(self, change: Change, rows: Rows = ()) -> None:
        self._kept.append(Order(change, rows))

    async def _ask(self, statement: sa.Insert | sa.Update | sa.Delete) -> sa.CursorResult[Any]:
        """What comes of a statement, before the transaction is over: until then nobody else writes."""
        if not self._alone:
            await self._lock.acquire()
            self._alone = True
        orders, self._kept = self._kept, []

        def work(connection: sa.Connection) -> sa.CursorResult[Any]:
            carry_out(connection, orders)
            return connection.execute(statement)

        return await self._desk.do(work)

    async def commit(self) -> None:
        if self._alone:
            await self._desk.commit(self._kept)
            self._alone = False
            self._lock.release()
        elif self._kept:
            async with self._lock:  # so that nobody is in the middle of a transaction
                written = self._desk.commit(self._kept)
            await written

    async def give_up(self) -> None:
        """Nothing of it is written."""
        if self._alone:
            try:
                await self._desk.do(sa.Connection.rollback)
            finally:
                self._alone = False
                self._lock.release()

    async def new_guest(self, token_hash: str, now: float) -> int:
        made = await self._ask(guests.insert().values(token_hash=token_hash, created=now, seen=now))
        assert made.inserted_primary_key is not None
        number: int = made.inserted_primary_key[0]
        return number

    async def see_guest(self, guest: int, now: float) -> None:
        self._keep(guests.update().where(guests.c.id == guest).values(seen=now))

    async def new_table(self, row: TableRow, seated: Sequence[PlayerRow]) -> None:
        self._keep(tables.insert().values(**msgspec.structs.asdict(row)))
        for player in seated:
            self._keep(players.insert().values(**msgspec.structs.asdict(player)))

    async def change_table(self, table_id: str, **values: Any) -> None:
        self._keep(_CHANGE_TABLE, [{"of": table_id, **values}])

    async def take_seat(self, player: PlayerRow) -> bool:
        """Seat somebody where nobody sits; False if somebody else was faster (S12)."""
        taken = await self._ask(_place(player).where(players.c.kind == OPEN))
        return taken.rowcount == 1

    async def change_player(self, player: PlayerRow) -> None:
        self._keep(_place(player))

    async def add_entries(self, table_id: str, rows: Sequence[EntryRow]) -> None:
        """Append to the log. The unique key refuses a number that is taken already."""
        if rows:
            self._keep(_ADD_ENTRY, [{"table_id": table_id, **row._asdict()} for row in rows])

    async def add_chat(self, row: ChatRow) -> None:
        self._keep(chat.insert().values(**msgspec.structs.asdict(row)))

    async def forget_chat(self, table_id: str, before: int) -> None:
        """Drop the lines with smaller numbers."""
        self._keep(chat.delete().where(chat.c.table_id == table_id, chat.c.number < before))

    async def add_request(self, table_id: str, guest: int, request: str, digest: str) -> None:
        row = {"table_id": table_id, "guest": guest, "request": request, "digest": digest}
        self._keep(_ADD_REQUEST, [row])

    async def add_code(self, row: CodeRow) -> None:
        self._keep(codes.insert().values(**msgspec.structs.asdict(row)))

    async def use_code(self, code_hash: str) -> bool:
        """Take a code out of circulation; False if that has been done already."""
        used = await self._ask(codes.delete().where(codes.c.code_hash == code_hash))
        return used.rowcount == 1

    # --- what whoever keeps the house may do -----------------------------------------------------

    async def count_life(self, number: int) -> None:
        self._keep(lives.update().values(number=number))

    async def add_deed(self, row: DeedRow) -> None:
        self._keep(deeds.insert().values(**msgspec.structs.asdict(row)))

    async def write_log_anew(self, table_id: str, rows: Sequence[EntryRow]) -> None:
        """Put a log in the place of another one: the one way past the guards of the log."""
        for what in _GUARDED:
            self._keep(sa.text(f"DROP TRIGGER entries_{what}"))
        self._keep(entries.delete().where(entries.c.table_id == table_id))
        await self.add_entries(table_id, rows)
        for what in _GUARDED:
            self._keep(sa.text(_GUARD.format(what=what)))

    # --- forgetting (S44) -----------------------------------------------------------------------

    async def rename(self, pseudonym: Pseudonym) -> None:
        """Call a player something else, wherever the name stands."""
        table_id, number, was, name = (
            pseudonym.table_id,
            pseudonym.player,
            pseudonym.was,
            pseudonym.name,
        )
        at_table, in_chat = tables.c.id == table_id, chat.c.table_id == table_id
        in_header = sa.func.json_set(tables.c.header, f"$.players[{number}].name", name)
        seat = (players.c.table_id == table_id, players.c.number == number)
        self._keep(players.update().where(*seat, players.c.name == was).values(name=name))
        self._keep(tables.update().where(at_table, tables.c.header != "").values(header=in_header))
        self._keep(codes.delete().where(codes.c.table_id == table_id, codes.c.player == number))
        if pseudonym.silent:
            own = (in_chat, chat.c.player == number, chat.c.notice == "")
            self._keep(chat.update().where(*own).values(text=UNSAID))
        told = (in_chat, chat.c.notice != "", chat.c.text == was)  # a notice about two players
        self._keep(chat.update().where(*told).values(text=name))
        self._keep(chat.update().where(in_chat, chat.c.name == was).values(name=name))

    async def forget_guest(self, guest: int, at: Sequence[str]) -> None:
        """Nobody is this guest any more; `at` are the tables of the guest. Somebody else who plays
        there is host instead.
        """
        for table_id in at:
            done = (requests.c.table_id == table_id, requests.c.guest == guest)
            self._keep(requests.delete().where(*done))
        self._keep(players.update().where(players.c.guest == guest).values(guest=None))
        self._keep(players.update().where(players.c.owner == guest).values(owner=None))
        heir = (
            sa.select(players.c.guest)
            .where(players.c.table_id == tables.c.id, players.c.guest.is_not(None))
            .order_by(players.c.number)
            .limit(1)
            .scalar_subquery()
        )
        hosted = tables.update().where(tables.c.host == guest)
        self._keep(hosted.values(host=sa.func.coalesce(heir, tables.c.host)))
        nobody = {"token_hash": f"nobody {guest}", "created": 0.0, "seen": 0.0}
        self._keep(guests.update().where(guests.c.id == guest).values(**nobody))


# --- helpers ----------------------------------------------------------------------------------


def log_of(table_id: str) -> sa.Select[Any]:
    """The entries of a table, in order."""
    columns = (entries.c.number, entries.c.entry, entries.c.chain)
    return sa.select(*columns).where(entries.c.table_id == table_id).order_by(entries.c.number)


def finished_by(guest: int) -> sa.Select[Any]:
    """A game a row, with how many of its matches have ranks: those that were stopped have none."""
    mine = sa.select(players.c.table_id).where(players.c.guest == guest)
    ranks = sa.func.json_array_length(sa.func.nullif(tables.c.result, ""), "$.ranks")
    return (
        sa.select(tables.c.game, sa.func.count().label("matches"))
        .where(tables.c.id.in_(mine), tables.c.lesson == "", ranks > 0)
        .group_by(tables.c.game)
    )


def matches_of(guest: int) -> sa.Select[Any]:
    """A match a row, with its players as JSON."""
    mine = sa.or_(players.c.guest == guest, players.c.owner == guest)
    seat = sa.func.json_array(
        players.c.number,
        players.c.kind,
        players.c.name,
        players.c.bot,
        # SQLite has no truth values of its own; JSON has.
        sa.func.json(sa.case((mine, "true"), else_="false")),
        sa.func.json(sa.case((players.c.owner == guest, "true"), else_="false")),
    )
    seats = sa.select(sa.func.json_group_array(seat)).where(players.c.table_id == tables.c.id)
    columns = (
        tables.c[name] for name in ("id", "game", "created", "ended", "over", "turn", "lesson")
    )
    return (
        sa.select(
            *columns,
            tables.c.result,
            (tables.c.header != "").label("begun"),
            seats.scalar_subquery().label("seats"),
        )
        .where(tables.c.id.in_(sa.select(players.c.table_id).where(mine)))
        .order_by(tables.c.over, sa.func.max(tables.c.ended, tables.c.created).desc())
    )


def _begin_life(path: Path) -> int:
    """The number of this life of the house, greater than any before."""
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        last = connection.execute(sa.select(sa.func.max(lives.c.number))).scalar()
        number = (last or _LIVES_BEFORE) + 1
        connection.execute(lives.delete())
        connection.execute(lives.insert().values(number=number))
    engine.dispose()
    return number


def _why_unusable(error: Exception) -> str:
    if isinstance(error, CommandError):  # it knows no such form of the tables
        return "newer"
    text = str(error)
    damaged = "not a database" in text or "malformed" in text or "already exists" in text
    return "damaged" if damaged else "taken" if "locked" in text else "unwritable"


def _engine(path: Path, begin: str) -> sa.Engine:
    engine = sa.create_engine(
        f"sqlite:///{path}",
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,  # errors are logged, and rows hold seeds and hands
    )

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy says BEGIN itself, below
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=5000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def start(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _place(player: PlayerRow) -> sa.Update:
    where = (players.c.table_id == player.table_id, players.c.number == player.number)
    return players.update().where(*where).values(**msgspec.structs.asdict(player))


def _rows(found: Sequence[dict[str, Any]], kind: Callable[..., Row]) -> list[Row]:
    return [kind(**row) for row in found]


def _one(found: Sequence[dict[str, Any]], kind: Callable[..., Row]) -> Row | None:
    return kind(**found[0]) if found else None
