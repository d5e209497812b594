"""A file of tables as a house leaves it: some matches were played in it, and it was closed."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import msgspec

from ratskeller.server import results
from ratskeller.server.chain import heading_of, linked
from ratskeller.server.schema import PERSON, PlayerRow, TableRow
from ratskeller.server.store import Store
from tests.corpus import Kept, corpus, opened
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
    store.execute("DROP TABLE solved")
    store.execute("DROP TABLE lookbacks")
    store.execute("DROP TABLE present")
    store.execute("ALTER TABLE tables DROP COLUMN changes")
    store.execute("ALTER TABLE tables DROP COLUMN lesson")
    store.execute("DROP TABLE deeds")
    for table in ("entries", "tables"):
        store.execute(f"ALTER TABLE {table} DROP COLUMN chain")
    store.execute("ALTER TABLE players DROP COLUMN look")  # it came even later
    store.execute("UPDATE alembic_version SET version_num = '0005'")


async def shelve_corpus(db: Path, game_id: str, count: int) -> list[str]:
    """A file with so many matches of the corpus, over and running ones; their tables."""
    matches = corpus(game_id)
    store = Store(db)
    await store.open()
    async with store.writing() as writer:
        await writer.new_guest("hash", 0.0)
    ids = [await shelve(store, kept) for kept in matches[:: max(1, len(matches) // count)][:count]]
    await store.close()
    return sorted(ids)


async def shelve(store: Store, kept: Kept) -> str:
    """Put a match into the store as the house itself does; the seats are people's."""
    match = opened(bytes(kept.file))
    file = msgspec.json.decode(kept.file)
    header = match.header
    lines = [msgspec.json.encode(entry).decode() for entry in match.entries]
    entries = linked(heading_of(header), lines, 1)
    row = TableRow(
        id=header.table,
        game=header.game,
        options=msgspec.json.encode(header.options).decode(),
        created=0.0,
        host=1,
        seed=file["seed"],
        invitation=header.table,
        header=msgspec.json.encode(header).decode(),
        draft=msgspec.json.encode(file["draft"]).decode() if file["draft"] else "",
        chain=entries[-1].chain,
        **results.columns(match),
    )
    players = [
        PlayerRow(table_id=row.id, number=seat, kind=PERSON, name=player.name, guest=1, nonce=nonce)
        for seat, (player, nonce) in enumerate(zip(header.players, header.nonces, strict=True))
    ]
    async with store.writing() as writer:
        await writer.new_table(row, players)
        await writer.add_entries(row.id, entries)
    return row.id
