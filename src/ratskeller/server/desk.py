"""A desk: one connection to the store, and the thread that works at it.

    in the row     orders of table 1, orders of table 2     a question     orders of table 3
    in the thread  one transaction                          alone          one transaction

A disk may be slow, and the event loop must not wait for it. Orders that came while the last commit was
on its way to the disk are committed together, so that many tables cost hardly more than one; nobody is
answered before the commit. If one of them cannot be carried out, each is tried by itself, and only whoever
gave it is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import groupby
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

Result = TypeVar("Result")
Rows: TypeAlias = Sequence[dict[str, Any]]
Change: TypeAlias = sa.Insert | sa.Update | sa.Delete | sa.TextClause


class Order(NamedTuple):
    """A statement, to be carried out once for each of the rows; without rows, as it stands."""

    change: Change
    rows: Rows = ()
    must: bool = False  # find something to change, each time


class StoreTrouble(Exception):
    """The store could not read or write: the disk is full, or the database does not answer."""


class Overtaken(StoreTrouble):
    """Somebody else was faster: a number, a request or a change that was to be the next is taken."""


class _Task(NamedTuple):
    """Something to do, and who waits for it: work is done alone, orders are a transaction."""

    waiting: asyncio.Future[Any]
    orders: Sequence[Order] = ()
    work: Callable[[sa.Connection], Any] | None = None


class Desk:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection = engine.connect()
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[sa.Connection], Result]) -> asyncio.Future[Result]:
        """Do something with the connection, which may leave a transaction open. Raises `StoreTrouble`."""
        return self._put(work=work)

    def commit(self, orders: Sequence[Order]) -> asyncio.Future[None]:
        """Carry out orders; they are on the disk when this is done. Raises `StoreTrouble`."""
        return self._put(orders)

    def close(self) -> None:
        self._tasks.put(None)
        self._thread.join()
        self._connection.close()
        self._engine.dispose()

    def _put(
        self, orders: Sequence[Order] = (), work: Callable[[sa.Connection], Any] | None = None
    ) -> asyncio.Future[Any]:
        waiting = asyncio.get_running_loop().create_future()
        self._tasks.put(_Task(waiting, orders, work))
        return waiting

    # --- in the thread --------------------------------------------------------------------------

    def _work(self) -> None:
        closing = False
        while not closing:
            found = [self._tasks.get()]
            while not self._tasks.empty():
                found.append(self._tasks.get())
            closing = found[-1] is None
            tasks = [task for task in found if task is not None]
            for together, some in groupby(tasks, lambda task: task.work is None):
                if together:
                    self._tell(self._commit(list(some)))
                    continue
                for task in some:
                    self._tell([self._try(task.waiting, task.work)])

    def _commit(self, tasks: list[_Task]) -> list[_Done]:
        """Commit the orders of all in one transaction; if that fails, those of each in its own."""
        if len(tasks) > 1:
            everything = [order for task in tasks for order in task.orders]
            if self._try(tasks[0].waiting, partial(_carried_out, everything)).error is None:
                return [_Done(task.waiting) for task in tasks]
        return [self._try(task.waiting, partial(_carried_out, task.orders)) for task in tasks]

    def _try(
        self, waiting: asyncio.Future[Any], work: Callable[[sa.Connection], Any] | None
    ) -> _Done:
        assert work is not None
        try:
            return _Done(waiting, work(self._connection))
        except Exception as error:  # noqa: BLE001  whoever waits for it hears of it
            return _Done(waiting, error=self._as_trouble(error))

    def _as_trouble(self, error: Exception) -> Exception:
        """What the database says is trouble; all else is what it is."""
        if not isinstance(error, sa.exc.SQLAlchemyError | self._engine.dialect.loaded_dbapi.Error):
            return error
        taken = "unique constraint" in str(error).lower()  # so says SQLite, and so PostgreSQL
        trouble = (Overtaken if taken else StoreTrouble)(str(error))
        trouble.__cause__ = error
        return trouble

    def _tell(self, done: list[_Done]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            done[0].waiting.get_loop().call_soon_threadsafe(_resolve, done)


class _Done(NamedTuple):
    waiting: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None


def _resolve(done: list[_Done]) -> None:
    for waiting, result, error in done:
        if waiting.done():  # nobody waits any more
            continue
        if error is None:
            waiting.set_result(result)
        else:
            waiting.set_exception(error)


# --- carrying out -------------------------------------------------------------------------------


def _carried_out(orders: Sequence[Order], connection: sa.Connection) -> None:
    try:
        carry_out(connection, orders)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def carry_out(connection: sa.Connection, orders: Sequence[Order]) -> None:
    if orders and not connection.in_transaction():
        connection.begin()
    for change, rows, must in orders:
        if rows:
            found = _carry_out_rows(connection, change, rows)
            if must and found != len(rows):
                raise Overtaken(f"{len(rows) - found} of {len(rows)} changes came too late")
        else:
            connection.execute(change)


def _carry_out_rows(connection: sa.Connection, change: Change, rows: Rows) -> int:
    """Past SQLAlchemy, which takes five times as long for it as SQLite. So many rows were changed."""
    sql, order = _compiled(change, connection.dialect, tuple(rows[0]))
    values = [tuple([row[name] for name in order]) for row in rows] if order else rows
    cursor = connection.connection.cursor()
    try:
        cursor.executemany(sql, values)
        return int(cursor.rowcount)
    finally:
        cursor.close()


@lru_cache(maxsize=256)
def _compiled(
    change: Change, dialect: sa.Dialect, columns: tuple[str, ...]
) -> tuple[str, Sequence[str] | None]:
    """A statement in the letters of a database, and in which order it wants values without names."""
    compiled = change.compile(dialect=dialect, column_keys=list(columns))
    assert isinstance(compiled, SQLCompiler)
    return compiled.string, compiled.positiontup
