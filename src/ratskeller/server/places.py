"""Where tables are kept: in a file that one process owns, or in a database that many share (`postgres.py`).

The store says what is read and written; a vault is where it lies.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from msgspec import Struct
from sqlalchemy.pool import StaticPool

from ratskeller.server.desk import Desk
from ratskeller.server.owning import Ownership, Taken
from ratskeller.server.schema import lives

Result = TypeVar("Result")
Address: TypeAlias = Path | str
"""A file, or the address of a PostgreSQL database."""

_LIVES_BEFORE: Final = (
    31  # so that the first life counted is above the versions that came from clocks
)
_GUARDED: Final = ("UPDATE", "DELETE")
_GUARD: Final = """
CREATE TRIGGER entries_{what} BEFORE {what} ON entries
BEGIN SELECT RAISE(ABORT, 'entries are never changed or removed'); END
"""


class StoreUnusable(Exception):
    """Tables cannot be kept there; `reason` says why: taken, damaged, newer, older, missing,
    unreadable, unwritable, unreachable, not_empty or no_driver.
    """

    def __init__(self, reason: str, path: Address) -> None:
        self.path = shown(path)
        super().__init__(f"{self.path}: {reason}")
        self.reason = reason


def shown(address: Address) -> str:
    """An address as it may be shown to people: without its password."""
    if isinstance(address, Path):
        return str(address)
    return sa.make_url(address).render_as_string(hide_password=True)


class Speech(Struct, frozen=True):
    """What SQL calls differently here and there."""

    array: str  # JSON of a row
    gather: str  # JSON of many
    greater: str  # of two
    truth: Callable[[sa.ColumnElement[bool]], sa.ColumnElement[Any]]  # as JSON has it
    rename: Callable[[sa.Column[str], int, str], sa.ColumnElement[str]]  # a player in a header
    ranks: Callable[[sa.ColumnElement[str]], sa.ColumnElement[int]]  # how many a result has
    unguard: Sequence[str]  # lets the log be changed
    guard: Sequence[str]


class Vault(ABC):
    shared: ClassVar[bool]  # whether other processes may serve the same tables
    speech: ClassVar[Speech]

    @abstractmethod
    def take(self) -> int:
        """Bring the tables to the newest form and begin a life, whose number is greater than any before.

        Raises `StoreUnusable`.
        """

    @abstractmethod
    def release(self) -> None: ...

    @abstractmethod
    def writer(self) -> Desk: ...

    @abstractmethod
    def reader(self) -> Desk:
        """What is read in one go is of one moment."""


def _lite_truth(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    """SQLite has no truth values of its own; JSON has."""
    return sa.func.json(sa.case((condition, "true"), else_="false"))


def _lite_rename(header: sa.Column[str], player: int, name: str) -> sa.ColumnElement[str]:
    return sa.func.json_set(header, f"$.players[{player}].name", name)


def _lite_ranks(result: sa.ColumnElement[str]) -> sa.ColumnElement[int]:
    return sa.func.json_array_length(result, "$.ranks")


class File(Vault):
    """A SQLite file. One writer at a time, `BEGIN IMMEDIATE`, `synchronous=FULL`: what was answered is on
    the disk. A commit costs about a quarter of a millisecond on an SSD, so nothing is gained by
    answering earlier.
    """

    shared = False
    speech = Speech(
        array="json_array",
        gather="json_group_array",
        greater="max",
        truth=_lite_truth,
        rename=_lite_rename,
        ranks=_lite_ranks,
        unguard=[f"DROP TRIGGER entries_{what}" for what in _GUARDED],
        guard=[_GUARD.format(what=what) for what in _GUARDED],
    )

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ownership = Ownership(path)

    def take(self) -> int:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._ownership.take()
            migrate(self._path)
            return self._begin_life()
        except Taken:
            raise StoreUnusable("taken", self._path) from None
        except (OSError, sa.exc.SQLAlchemyError, CommandError) as error:
            self._ownership.release()
            raise StoreUnusable(_why_unusable(error), self._path) from error

    def _begin_life(self) -> int:
        engine = sa.create_engine(f"sqlite:///{self._path}")
        with engine.begin() as connection:
            number = begin_life(connection)
        engine.dispose()
        return number

    def release(self) -> None:
        self._ownership.release()

    # One connection each: SQLite has one writer anyway, and reads take microseconds.

    def writer(self) -> Desk:
        return Desk(_engine(self._path, "BEGIN IMMEDIATE"))

    def reader(self) -> Desk:
        return Desk(_engine(self._path, "BEGIN"))


def migrate(path: Path) -> None:
    """Bring a file to the newest form; a new one is made readable for its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it will hold seeds
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()


def upgrade(connection: sa.Connection) -> None:
    """Bring tables to the newest form."""
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revisions() -> list[str]:
    """The forms a file may have, the newest first."""
    return [step.revision for step in ScriptDirectory.from_config(_migrations()).walk_revisions()]


def begin_life(connection: sa.Connection) -> int:
    """The number of this life of the house, greater than any before."""
    last = connection.execute(sa.select(sa.func.max(lives.c.number))).scalar()
    number = (last or _LIVES_BEFORE) + 1
    connection.execute(lives.delete())
    connection.execute(lives.insert().values(number=number))
    return number


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


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
