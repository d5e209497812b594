"""A file of tables as a house leaves it: some matches were played in it, and it was closed."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

from tests.server.harness import running


async def play_and_close(db: Path, *, decisions: int, seed: int = 1) -> str:
    """One person plays so many steps at a table with a bot of chance; its id."""
    rng = random.Random(seed)
    async with running(db) as house:
        ada = house.person()
        made = await ada.lay("me", "bot:random", name="Ada")
        async with ada.line(made["table"]) as line:
            for _ in range(decisions):
                if not await line.asked():
                    break
                await line.move(rng)
        table: str = made["table"]
        return table


def before_chains(store: sqlite3.Connection) -> None:
    """Give a file the form that it had before logs were chained."""
    for table in ("entries", "tables"):
        store.execute(f"ALTER TABLE {table} DROP COLUMN chain")
    store.execute("UPDATE alembic_version SET version_num = '0005'")
