"""The store: one SQLite file. The append-only log of entries in it is the truth.

    guests --< players >-- tables --< entries      unique on (table, number)
                                  --< chat, requests, codes

One writer at a time, `BEGIN IMMEDIATE`, `synchronous=FULL`: what was answered is on the disk. A
commit costs about a quarter of a millisecond on an SSD, so nothing is gained by answering earlier.
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
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from ratskeller.server.schema import (
    OPEN,
    ChatRow,
    CodeRow,
    PlayerRow,
    TableRow,
    chat,
    codes,
    entries,
    guests,
    players,
    requests,
    tables,
)

Row = TypeVar("Row")

DAY = 86_400.0
GUEST_DAYS = 400
"""How long a guest may stay away; each visit begins the time anew (S13)."""


class StoreTrouble(Exception):
    """The store could not read or write: the disk is full, or somebody else was faster."""


def migrate(path: Path) -> None:
    """Bring a file to the newest form; a new one is made readable for its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it will hold seeds
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    engine.dispose()


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._writing = asyncio.Lock()
        self._reading = asyncio.Lock()  # the connection is one, and so is its transaction
        self._reader: AsyncEngine
        self._writer: AsyncEngine

    async def open(self) -> None:
        await asyncio.to_thread(migrate, self.path)
        # One connection each: SQLite has one writer anyway, and reads take microseconds.
        self._writer = _engine(self.path, "BEGIN IMMEDIATE")
        self._reader = _engine(self.path, "BEGIN")

    async def close(self) -> None:
        await self._reader.dispose()
        await self._writer.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writer]:
        """A transaction; it is on the disk when the block is left. Raises `StoreTrouble`."""
        async with self._writing:
            try:
                async with self._writer.begin() as connection:
                    yield Writer(connection)
            except sa.exc.SQLAlchemyError as error:
                raise StoreTrouble(str(error)) from error

    async def _all(self, statement: sa.Select[Any]) -> list[dict[str, Any]]:
        try:
            async with self._reading, self._reader.connect() as connection:
                found = await connection.execute(statement)
                return [dict(row) for row in found.mappings()]
        except sa.exc.SQLAlchemyError as error:
            raise StoreTrouble(str(error)) from error

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

    async def entries(self, table_id: str) -> list[str]:
        of_table = sa.select(entries.c.entry).where(entries.c.table_id == table_id)
        return [row["entry"] for row in await self._all(of_table.order_by(entries.c.number))]

    async def chat(self, table_id: str) -> list[ChatRow]:
        of_table = sa.select(chat).where(chat.c.table_id == table_id)
        return _rows(await self._all(of_table.order_by(chat.c.number)), ChatRow)

    async def request(self, table_id: str, guest: int, request: str) -> str | None:
        """The digest of what was done under a request id."""
        found = await self._all(
            sa.select(requests.c.digest).where(
                requests.c.table_id == table_id,
                requests.c.guest == guest,
                requests.c.request == request,
            )
        )
        return found[0]["digest"] if found else None

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


class Writer:
    """What can be written, inside one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def new_guest(self, token_hash: str, now: float) -> int:
        made = await self._connection.execute(
            guests.insert().values(token_hash=token_hash, created=now, seen=now)
        )
        assert made.inserted_primary_key is not None
        number: int = made.inserted_primary_key[0]
        return number

    async def see_guest(self, guest: int, now: float) -> None:
        await self._connection.execute(guests.update().where(guests.c.id == guest).values(seen=now))

    async def new_table(self, row: TableRow, seated: Sequence[PlayerRow]) -> None:
        await self._connection.execute(tables.insert().values(**msgspec.structs.asdict(row)))
        for player in seated:
            await self._connection.execute(
                players.insert().values(**msgspec.structs.asdict(player))
            )

    async def change_table(self, table_id: str, **values: Any) -> None:
        await self._connection.execute(
            tables.update().where(tables.c.id == table_id).values(**values)
        )

    async def take_seat(self, player: PlayerRow) -> bool:
        """Seat somebody where nobody sits; False if somebody else was faster (S12)."""
        taken = await self._connection.execute(_place(player).where(players.c.kind == OPEN))
        return taken.rowcount == 1

    async def change_player(self, player: PlayerRow) -> None:
        await self._connection.execute(_place(player))

    async def add_entries(self, table_id: str, first: int, lines: Sequence[str]) -> None:
        """Append to the log. The unique key refuses a number that is taken already."""
        if lines:
            await self._connection.execute(
                entries.insert(),
                [
                    {"table_id": table_id, "number": number, "entry": line}
                    for number, line in enumerate(lines, start=first)
                ],
            )

    async def add_chat(self, row: ChatRow) -> None:
        await self._connection.execute(chat.insert().values(**msgspec.structs.asdict(row)))

    async def add_request(self, table_id: str, guest: int, request: str, digest: str) -> None:
        await self._connection.execute(
            requests.insert().values(table_id=table_id, guest=guest, request=request, digest=digest)
        )

    async def add_code(self, row: CodeRow) -> None:
        await self._connection.execute(codes.insert().values(**msgspec.structs.asdict(row)))

    async def use_code(self, code_hash: str) -> bool:
        """Take a code out of circulation; False if that has been done already."""
        used = await self._connection.execute(codes.delete().where(codes.c.code_hash == code_hash))
        return used.rowcount == 1


# --- helpers ----------------------------------------------------------------------------------


def _engine(path: Path, begin: str) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", poolclass=StaticPool)

    @sa.event.listens_for(engine.sync_engine, "connect")
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

    @sa.event.listens_for(engine.sync_engine, "begin")
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
