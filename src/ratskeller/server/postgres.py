"""A PostgreSQL database whose tables any number of processes serve.

    races      a change counts if the table has changed as often as its maker knew (`tables.changes`)
               and its numbers and request are free; who is too late reads on and looks again
    watchers   whoever commits gives notice (NOTIFY), and the others read what is new. A notice that is
               missed only delays: once a second every open table is compared with the store
    life       every process holds an advisory lock of its own; the database takes it back when the
               process dies, however it dies, and then its people are gone for all others
    bots       who has a worker free for the bot of a table holds another such lock while it thinks; whose
               workers are all busy calls the others (NOTIFY), and one that has a worker opens the table

So bots think in one pool, that of all processes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

import sqlalchemy as sa
from alembic.util import CommandError
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.pool import NullPool, StaticPool

from ratskeller.server.desk import Desk, Rows
from ratskeller.server.places import (
    Speech,
    StoreUnusable,
    Vault,
    begin_life,
    migrate,
    upgrade,
)
from ratskeller.server.schema import METADATA, deeds, guests, lives, present

SCHEME: Final = "postgresql://"
_CHANNEL: Final = "ratskeller"
_SET_UP, _LIVES, _DRIVERS = 0x7261740, 0x7261741, 0x7261742  # kinds of advisory locks
_TICK: Final = 0.25  # seconds that an ear listens until it looks whether it is still needed

_BE_ALONE: Final = sa.text("SELECT pg_advisory_xact_lock(:kind)")
_LIVE: Final = sa.text("SELECT pg_advisory_lock(:kind, :life)")
_CLAIM: Final = sa.text("SELECT pg_try_advisory_lock(:kind, hashtext(:table))")
_RELEASE: Final = sa.text("SELECT pg_advisory_unlock(:kind, hashtext(:table))")
_NOTICE: Final = sa.text("SELECT pg_notify(:channel, :what)")
_AT_ONCE: Final = 1000  # rows
LIVING: Final = sa.text(
    "SELECT CAST(objid AS integer) AS life FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 "
    "AND CAST(classid AS bigint) = :kind "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
).bindparams(kind=_LIVES)


def _truth(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    return sa.case((condition, sa.true()), else_=sa.false())


def _rename(header: sa.Column[str], player: int, name: str) -> sa.ColumnElement[str]:
    path = sa.cast(["players", str(player), "name"], sa.ARRAY(sa.Text))
    value = sa.func.to_jsonb(sa.cast(name, sa.Text))
    return sa.cast(sa.func.jsonb_set(sa.cast(header, JSONB), path, value), sa.Text)


def _ranks(result: sa.ColumnElement[str]) -> sa.ColumnElement[int]:
    return sa.func.jsonb_array_length(sa.cast(result, JSONB)["ranks"])


class Database(Vault):
    shared = True
    speech = Speech(
        array="json_build_array",
        gather="json_agg",
        greater="greatest",
        truth=_truth,
        rename=_rename,
        ranks=_ranks,
        unguard=["ALTER TABLE entries DISABLE TRIGGER entries_stay"],
        guard=["ALTER TABLE entries ENABLE TRIGGER entries_stay"],
    )

    def __init__(self, address: str) -> None:
        self._address = address
        self._url = sa.make_url(address).set(drivername="postgresql+psycopg")

    def take(self) -> int:
        with _trouble(self._address), _plain_engine(self._address).begin() as connection:
            connection.execute(_BE_ALONE, {"kind": _SET_UP})  # others may start this very moment
            upgrade(connection)
            living = sa.select(LIVING.columns(sa.column("life")).subquery())
            connection.execute(present.delete().where(present.c.life.not_in(living)))
            return begin_life(connection)

    def release(self) -> None:
        """The locks go with the connections."""

    def writer(self) -> Desk:
        return Desk(self._engine())

    def reader(self) -> Desk:
        return Desk(self._engine(isolation_level="REPEATABLE READ"))

    def claims(self) -> Desk:
        """Whose connection holds the locks."""
        return Desk(self._engine(isolation_level="AUTOCOMMIT"))

    def _engine(self, **more: Any) -> sa.Engine:
        return sa.create_engine(self._url, poolclass=StaticPool, hide_parameters=True, **more)

    def ear(self, hear: Callable[[str], None]) -> Ear:
        return Ear(self._address, hear)


@contextmanager
def _trouble(address: str) -> Iterator[None]:
    """Say in one word why a database is no use. Raises `StoreUnusable`."""
    try:
        yield
    except ModuleNotFoundError:
        raise StoreUnusable("no_driver", address) from None
    except CommandError as error:
        raise StoreUnusable("newer", address) from error
    except sa.exc.OperationalError as error:
        raise StoreUnusable("unreachable", address) from error
    except sa.exc.SQLAlchemyError as error:
        raise StoreUnusable("unwritable", address) from error


class Ear:
    """Hears the notices of other processes, in a thread of its own."""

    def __init__(self, address: str, hear: Callable[[str], None]) -> None:
        self._address, self._hear = address, hear
        self._loop = asyncio.get_running_loop()
        self._closed = Event()
        self._thread = Thread(target=self._listen, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        self._thread.join()

    def _listen(self) -> None:
        import psycopg  # noqa: PLC0415  only where there is a database

        while not self._closed.is_set():
            with suppress(psycopg.Error), self._line() as line:
                while not self._closed.is_set():
                    for notice in line.notifies(timeout=_TICK):
                        self._loop.call_soon_threadsafe(self._hear, notice.payload)
            time.sleep(_TICK)  # the line is cut; what is missed meanwhile is looked up

    @contextmanager
    def _line(self) -> Iterator[Any]:
        import psycopg  # noqa: PLC0415

        with psycopg.connect(self._address, autocommit=True) as line:
            line.execute(f"LISTEN {_CHANNEL}")
            yield line


# --- copies -----------------------------------------------------------------------------------


def copy_to(address: str, path: Path) -> None:
    """Write the tables of a database into a new file, as they are at one moment. Raises `StoreUnusable`."""
    database = _plain_engine(address, isolation_level="REPEATABLE READ")
    migrate(path)
    file = sa.create_engine(f"sqlite:///{path}")
    with _trouble(address), database.connect() as source, file.begin() as target:
        for table in _copied():
            for rows in source.execute(sa.select(table)).mappings().partitions(_AT_ONCE):
                target.execute(table.insert(), [dict(row) for row in rows])
    file.dispose()


def copy_from(path: Path, address: str) -> None:
    """Write the tables of a file into a database that has none yet. Raises `StoreUnusable`."""
    database = Database(address)
    database.take()
    file = sa.create_engine(f"sqlite:///{path}")
    with _trouble(address), file.connect() as source, _plain_engine(address).begin() as target:
        target.execute(_BE_ALONE, {"kind": _SET_UP})
        if target.execute(sa.select(sa.exists(guests.select()))).scalar():
            raise StoreUnusable("not_empty", address)
        target.execute(lives.delete())
        for table in _copied():
            for rows in source.execute(sa.select(table)).mappings().partitions(_AT_ONCE):
                target.execute(table.insert(), [dict(row) for row in rows])
        for column in (guests.c.id, deeds.c.number):  # they go on above those that were copied
            counter = sa.func.pg_get_serial_sequence(column.table.name, column.name)
            last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
            target.execute(sa.select(sa.func.setval(counter, last, sa.false())))
    file.dispose()


def _copied() -> list[sa.Table]:
    """All but who is where: those who are there before those who name them."""
    return [table for table in METADATA.sorted_tables if table is not present]


def _plain_engine(address: str, **more: Any) -> sa.Engine:
    url = sa.make_url(address).set(drivername="postgresql+psycopg")
    return sa.create_engine(url, poolclass=NullPool, hide_parameters=True, **more)


# --- what is done at a desk -------------------------------------------------------------------


def live(connection: sa.Connection, life: int) -> None:
    """Be alive, for others to see, as long as the connection is."""
    if life not in connection.execute(LIVING).scalars().all():
        connection.execute(_LIVE, {"kind": _LIVES, "life": life})


def claim(connection: sa.Connection, table: str) -> bool:
    return bool(connection.execute(_CLAIM, {"kind": _DRIVERS, "table": table}).scalar())


def give_up(connection: sa.Connection, table: str) -> None:
    connection.execute(_RELEASE, {"kind": _DRIVERS, "table": table})


def give_notice(connection: sa.Connection, what: str) -> None:
    """Others hear it at once."""
    connection.execute(_NOTICE, {"channel": _CHANNEL, "what": what})


def notice(what: str) -> tuple[sa.TextClause, Rows]:
    """Others hear it when the transaction is committed, and not before."""
    return _NOTICE, [{"channel": _CHANNEL, "what": what}]
