"""A database that several houses share: its form, its log, who is too late, and who is heard."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from ratskeller.server.admin import Done, TakeBack
from ratskeller.server.audit import audit
from ratskeller.server.backup import backup, restore
from ratskeller.server.chain import linked
from ratskeller.server.desk import Overtaken, StoreTrouble
from ratskeller.server.forgetting import forget
from ratskeller.server.orders import give
from ratskeller.server.places import StoreUnusable
from ratskeller.server.schema import METADATA, News, PlayerRow, SeatRow, TableRow
from ratskeller.server.store import Store
from ratskeller.server.thinking import Thinker
from ratskeller.server.turns import Asker
from tests.databases import Databases
from tests.server.harness import PATIENCE, pair, running
from tests.server.test_owner import serve
from tests.statements import statement

pytestmark = pytest.mark.placed


@asynccontextmanager
async def two_stores(shelf: Databases) -> AsyncIterator[tuple[Store, Store]]:
    address = shelf.new()
    one, other = Store(address), Store(address)
    await one.open()
    await other.open()
    try:
        yield one, other
    finally:
        await one.close()
        await other.close()


async def lay(store: Store, table_id: str = "t") -> int:
    """A table with somebody at it; the number of the guest."""
    async with store.writing() as writer:
        guest = await writer.new_guest(f"hash {table_id}", 0.0)
        row = TableRow(
            id=table_id,
            game="g",
            options="{}",
            created=0.0,
            host=guest,
            seed="",
            invitation=table_id,
        )
        sitting = PlayerRow(table_id=table_id, number=0, kind="person", guest=guest, name="Ada")
        await writer.new_table(row, [sitting])
        await writer.add_entries(table_id, linked("", ["one", "two"], 1))
    return guest


def test_the_migrations_lead_to_the_tables_that_the_code_knows(shelf: Databases) -> None:
    async def story() -> None:
        async with two_stores(shelf) as (one, _):
            address = str(one.address).replace("postgresql:", "postgresql+psycopg:")
            engine = sa.create_engine(address)
            with engine.connect() as connection:
                assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
            engine.dispose()

    asyncio.run(story())


def test_the_log_only_grows(shelf: Databases) -> None:
    async def story() -> None:
        async with two_stores(shelf) as (one, _):
            await lay(one)
            with psycopg.connect(str(one.address), autocommit=True) as line:
                for statement in ("UPDATE entries SET entry = ''", "DELETE FROM entries"):
                    with pytest.raises(psycopg.Error, match="never"):
                        line.execute(statement)
            async with one.writing() as writer:
                await writer.write_log_anew("t", linked("", ["one"], 1))
            assert [row.entry for row in await one.entries("t")] == ["one"]
            with (
                psycopg.connect(str(one.address), autocommit=True) as line,
                pytest.raises(psycopg.Error, match="never"),
            ):
                line.execute("DELETE FROM entries")

    asyncio.run(story())


def test_of_two_who_change_a_table_at_once_one_is_too_late(shelf: Databases) -> None:
    async def story() -> None:
        async with two_stores(shelf) as (one, other):
            guest = await lay(one)
            async with one.writing() as writer:
                await writer.change_table("t", 0, draft="first")
            with pytest.raises(Overtaken):
                async with other.writing() as writer:
                    await writer.change_table("t", 0, draft="second")
            kept = await other.kept("t")
            assert kept is not None
            assert (kept.row.draft, kept.row.changes) == ("first", 1)
            async with one.writing() as writer:
                await writer.refuse("t", guest, "asked twice")
            with pytest.raises(Overtaken):  # what was refused here is done nowhere
                await do(other, guest, "asked twice")
            kept = await other.kept("t")
            assert kept is not None
            assert kept.row.draft == "first", "the transaction was taken back whole"

    async def do(store: Store, guest: int, request: str) -> None:
        async with store.writing() as writer:
            await writer.change_table("t", 1, draft="third")
            await writer.add_request("t", guest, request, "digest")

    asyncio.run(story())


def test_changes_and_people_of_one_process_are_known_to_the_others(shelf: Databases) -> None:
    async def story() -> None:
        async with two_stores(shelf) as (one, other):
            guest = await lay(one)
            async with one.writing() as writer:
                await writer.change_table("t", 0, draft="first")
                await writer.come("t", guest)
            await other.notices()  # it is heard of, or a second later everything is looked at
            assert await other.news(["t"]) == {"t": News(1, frozenset([guest]))}
            assert await one.news(["t"]) == {"t": News(1)}, "one's own people are not elsewhere"
            assert await one.claim("t")
            assert not await other.claim("t")
            await one.give_up("t")
            assert await other.claim("t")
            await other.give_up("t")
            await one._company.close()  # as if its process had died: its row of `present` stays
            async with asyncio.timeout(PATIENCE):
                while await other.news(["t"]) != {"t": News(1)}:  # when the database knows of it
                    await asyncio.sleep(0.01)
            one._company = await type(other._company).join(one._vault, one.life)

    asyncio.run(story())


def test_bots_are_left_to_the_process_that_drives_them_until_it_dies(shelf: Databases) -> None:
    async def story() -> None:
        address, rng = shelf.new(), random.Random(2)
        async with running(address) as house:
            ada = house.person()
            table = (await ada.lay("me", "bot:random", "bot:random"))["table"]
            async with ada.line(table) as line:
                assert await line.asked()
                other = Store(address)
                await other.open()
                while not await other.claim(table):  # the bots here may not have sat back yet
                    await asyncio.sleep(0.01)
                while line.now.legal or line.now.held:
                    await line.move(rng)
                driver = house.house.tables[table].driver
                assert driver is not None
                while not driver.resting:
                    await asyncio.sleep(0.01)
                await line.settle()
                assert not line.now.legal, "nobody has played on here"
                await other.close()
                assert await line.asked()

    asyncio.run(story())


def test_a_bot_whose_house_has_no_worker_free_thinks_in_another(
    shelf: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is at the table by the other house, and all the same its workers are there for it."""
    busy: list[Thinker] = []

    async def first_choice(thinker: Thinker, *_asked: Any) -> int:
        assert thinker not in busy
        return 0

    monkeypatch.setattr(Thinker, "_ask_bot", first_choice)

    async def story() -> None:
        address, rng = shelf.new(), random.Random(2)
        async with running(address) as here, running(address) as there:
            ada, thinker = here.person(), here.house.thinker
            made = await ada.lay("me", "bot:random", "bot:random", game="ratzentanz")  # a long game
            table = made["table"]
            async with ada.line(table) as line:
                assert await line.asked()
                async with thinker.turns.turn(Asker("somebody else")):
                    busy.append(thinker)
                    assert table not in there.house.tables
                    before = len(line.log)
                    for _ in range(2):  # a whole round, twice
                        while line.now.legal or line.now.held:
                            await line.move(rng)
                        assert await line.asked()
                    assert table in there.house.tables
                    assert any(entry.by == "bot:random" for entry in line.log[before:])

    asyncio.run(story())


def test_a_store_goes_on_when_the_database_has_hung_up(shelf: Databases) -> None:
    async def story() -> None:
        async with two_stores(shelf) as (one, other):
            await lay(one)
            with psycopg.connect(str(one.address), autocommit=True) as line:
                line.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            for deed in (one.try_out, other.try_out, lambda: one.claim("t"), one.notices):
                for _ in range(3):
                    try:
                        await deed()
                        break
                    except StoreTrouble:
                        continue
                else:
                    pytest.fail("it does not come back")

    asyncio.run(story())


def test_a_house_moves_from_a_file_to_a_database_and_back(tmp_path: Path, shelf: Databases) -> None:
    address = shelf.new()

    async def play(db: Path | str) -> None:
        async with running(db) as house, pair(house) as two:
            await two.mover.choose(0)

    asyncio.run(play(tmp_path / "house.db"))
    copied = restore(tmp_path / "house.db", address)
    assert copied.matches == 1
    with pytest.raises(StoreUnusable) as no:
        restore(tmp_path / "house.db", address)
    assert no.value.reason == "not_empty"
    asyncio.run(play(address))
    assert backup(address, tmp_path / "copy.db").matches == 2


@statement("S45")
def test_a_match_in_a_database_is_taken_back_while_people_sit_there(shelf: Databases) -> None:
    async def story() -> None:
        address, rng = shelf.new(), random.Random(3)
        async with running(address) as house, pair(house) as two:
            entry = two.entries
            while two.entries == entry:
                await two.mover.move(rng)
            done = await give(address, TakeBack(two.table.row.id, entry, "Both asked for it"))
            assert done == Done(entry=entry)
            for line in (two.mover, two.waiter):
                await line.until(lambda one: bool(one.chat))
                assert line.chat[-1].text.endswith("Both asked for it")
                assert line.log[-1].entry == entry + 1
            await two.mover.move(rng)
        assert [one.problems for one in audit(address)] == [()]
        with psycopg.connect(address) as store, pytest.raises(psycopg.Error, match="never"):
            store.execute("DELETE FROM entries")

    asyncio.run(story())


def test_lists_counts_and_forgetting_speak_the_language_of_the_database(shelf: Databases) -> None:
    async def story() -> None:
        async with running(shelf.new()) as house, pair(house) as two:
            store, row = house.house.store, two.table.row
            (one,) = await store.matches_of(row.host)
            seats = msgspec.json.decode(one.seats, type=list[SeatRow])
            assert [(seat.kind, seat.mine) for seat in seats] == [
                ("person", True),
                ("person", False),
            ]
            over = {"over": True, "result": '{"ranks":[1,2],"scores":null,"left":[]}'}
            async with store.writing() as writer:
                await writer.change_table(row.id, row.changes, **over)
            assert await store.finished_by(row.host) == {row.game: 1}
            assert await forget(house.house, row.host, "en") == 1
            kept = await store.kept(row.id)
            assert kept is not None
            named = [player["name"] for player in msgspec.json.decode(kept.row.header)["players"]]
            assert named == [player.name for player in kept.players]
            assert kept.players[0].guest is None

    asyncio.run(story())


def test_a_database_that_does_not_answer_is_told_in_a_sentence() -> None:
    told = serve("postgresql://keeper:secret@127.0.0.1:1/tables")
    assert told.returncode == 2
    assert "does not answer" in told.stderr.replace("\n", " ")
    assert "secret" not in told.stderr
    assert "Traceback" not in told.stderr
