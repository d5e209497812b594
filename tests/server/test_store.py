"""The file: its form, its log that only grows, and who may read it."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ratskeller.server.chain import linked
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.places import migrate
from ratskeller.server.schema import METADATA, PlayerRow, TableRow
from ratskeller.server.store import Store

pytestmark = pytest.mark.placed


def test_the_migrations_lead_to_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    migrate(tmp_path / "house.db")
    migrate(tmp_path / "house.db")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'house.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    migrate(tmp_path / "house.db")
    assert stat.S_IMODE((tmp_path / "house.db").stat().st_mode) == 0o600


def test_the_log_only_grows_and_no_number_is_given_twice(tmp_path: Path) -> None:
    async def story() -> None:
        store = Store(tmp_path / "house.db")
        await store.open()
        async with store.writing() as writer:
            guest = await writer.new_guest("hash", 0.0)
            row = TableRow(
                id="t", game="g", options="{}", created=0.0, host=guest, seed="", invitation="I"
            )
            await writer.new_table(row, [PlayerRow(table_id="t", number=0, kind="open")])
            await writer.add_entries("t", linked("", ["one", "two"], 1))
        with pytest.raises(StoreTrouble):
            await write_twice(store)
        kept = [row.entry for row in await store.entries("t")]
        assert kept == ["one", "two"], "the transaction was taken back whole"
        assert await store.table("t") == row
        await store.close()

    async def write_twice(store: Store) -> None:
        async with store.writing() as writer:
            await writer.add_entries("t", linked("", ["three"], 3))
            await writer.add_entries("t", linked("", ["two again"], 2))

    asyncio.run(story())
    connection = sqlite3.connect(tmp_path / "house.db")
    for statement in ("UPDATE entries SET entry = ''", "DELETE FROM entries"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            connection.execute(statement)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
