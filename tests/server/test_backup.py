"""Copies of the tables: made while people play, tried before they are trusted, put back whole."""

from __future__ import annotations

import asyncio
import random
import resource
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from ratskeller.cli import main
from ratskeller.server.audit import audit
from ratskeller.server.backup import BEFORE, CopyRefused, backup, restore
from ratskeller.server.places import StoreUnusable
from ratskeller.server.store import Store
from tests.cli import terminal
from tests.server.harness import Person, free_port, process, running
from tests.server.shelved import shelve_corpus
from tests.server.test_audit import finished, harming
from tests.statements import statement

pytestmark = pytest.mark.placed

COUNT = 3


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("shelf") / "house.db"
    asyncio.run(shelve_corpus(db, "pied_piper", COUNT))
    return db


@pytest.fixture
def db(shelf: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(shelf, tmp_path))


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that a file says of tables, but for the count of its lives."""
    with closing(sqlite3.connect(path)) as store:
        names = ("guests", "tables", "players", "entries", "chat", "requests", "codes")
        return {name: store.execute(f"SELECT * FROM {name}").fetchall() for name in names}


@statement("S38")
@pytest.mark.heavy
def test_the_drill_copy_while_people_play_lose_everything_put_it_back(tmp_path: Path) -> None:
    db, copy, port, rng = (
        tmp_path / "house.db",
        tmp_path / "night.db",
        free_port(),
        random.Random(3),
    )

    async def story() -> None:
        ada = Person(f"http://127.0.0.1:{port}")
        told: dict[str, list[str]] = {}
        async with process(db, port) as server:
            tables = [(await ada.lay("me", "bot:random"))["table"] for _ in range(2)]
            for table in tables:
                async with ada.line(table) as line:
                    for _ in range(4):
                        if await line.asked():
                            await line.move(rng)
                    told[table] = [entry.text for entry in line.log]
            copying = asyncio.create_task(
                asyncio.to_thread(
                    terminal.run, "backup", str(copy), "--db", str(db), "--lang", "en"
                )
            )
            moves = 0
            while not copying.done():  # moves come in until the copy is made
                table = (await ada.lay("me", "bot:random"))["table"]
                async with ada.line(table) as line:
                    while not copying.done() and await line.asked():
                        await line.move(rng)
                        moves += 1
            made = await copying
            assert made.returncode == 0, made.stderr
            assert "All were played again, and fit." in made.stdout.replace("\n", " ")
            assert moves > 0
            server.kill()
            await server.wait()
        for lost in filter(
            Path.is_file, tmp_path.glob("house.db*")
        ):  # the socket stays, and is stale
            lost.write_bytes(b"\0" * 4096)
        back = await asyncio.to_thread(
            terminal.run, "restore", str(copy), "--db", str(db), "--lang", "en"
        )
        assert back.returncode == 0, back.stderr
        assert all(not one.problems for one in audit(db))
        async with process(db, port):
            for table in tables:
                async with ada.line(table) as line:
                    texts = [entry.text for entry in line.log]
                    assert texts[: len(told[table])] == told[table], "answered before the copy"
                    await line.play(rng)
                    assert line.now.status == "over"
        await ada.http.aclose()
        assert all(not one.problems for one in audit(db))

    asyncio.run(story())


def test_a_copy_is_one_private_file_with_everything_in_it(db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copied = backup(db, copy)
    assert copied.matches == COUNT
    assert contents(copy) == contents(db)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("copy.db-*")) + list(tmp_path.glob(".copy*"))
    with closing(sqlite3.connect(copy)) as store:
        assert store.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_copy_never_goes_over_a_file_that_is_there(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "diary.txt"
    other.write_text("dear diary")
    for place, sentence in ((other, "exists already"), (db, "is the file of the tables itself")):
        assert main(["backup", str(place), "--db", str(db), "--lang", "en"]) == 2
        assert sentence in capsys.readouterr().err
    assert other.read_text() == "dear diary"
    assert main(["restore", str(db), "--db", str(db), "--lang", "en"]) == 2


def test_tables_of_an_open_house_are_not_replaced(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.db"
    backup(db, copy)

    async def story() -> None:
        async with running(db):
            before = contents(db)
            assert main(["restore", str(copy), "--db", str(db), "--lang", "en"]) == 2
            assert "Another Ratskeller is using" in capsys.readouterr().err
            assert contents(db) == before
        assert not db.with_name(db.name + BEFORE).exists()

    asyncio.run(story())


@pytest.mark.parametrize("harmed", ["the copy", "the tables"])
def test_what_does_not_pass_the_audit_is_not_put_in_place(
    db: Path, tmp_path: Path, harmed: str
) -> None:
    copy = tmp_path / "copy.db"
    if harmed == "the copy":
        backup(db, copy)
    table = finished(db)
    with harming(copy if harmed == "the copy" else db) as store:
        store.execute("UPDATE entries SET entry = '{}' WHERE number = 3 AND table_id = ?", (table,))
    before = contents(db)
    with pytest.raises(CopyRefused) as no:
        restore(copy, db) if harmed == "the copy" else backup(db, copy)
    assert (no.value.reason, no.value.problem) == (
        "bad_copy",
        f"{table}: entry 3 is not what was written there",
    )
    assert contents(db) == before
    assert copy.exists() == (harmed == "the copy")
    assert not list(tmp_path.glob(".*"))


def test_the_file_that_was_there_is_kept_and_versions_go_on(db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(db, copy)

    async def live() -> int:
        store = Store(db)
        await store.open()
        async with store.writing() as writer:
            await writer.new_guest(f"guest of life {store.life}", 0.0)
        await store.close()
        return store.life

    lives = [asyncio.run(live()) for _ in range(3)]
    latest = contents(db)
    restore(copy, db)
    assert contents(db) == contents(copy)
    assert contents(db.with_name(db.name + BEFORE)) == latest
    assert asyncio.run(live()) > lives[-1], "no version of a socket is given twice"
    db.write_bytes(b"damaged beyond reading" * 500)
    db.with_name(f"{db.name}-wal").write_bytes(b"and its journal")
    restore(copy, db)
    assert contents(db) == contents(copy)
    assert asyncio.run(live()) > lives[-1] + 1


def test_a_journal_that_lay_there_does_not_come_into_the_copy(db: Path, tmp_path: Path) -> None:
    """Killed houses leave a journal: what is in it belongs to the file that was there."""
    copy = tmp_path / "copy.db"
    backup(db, copy)
    writer = sqlite3.connect(db)
    writer.execute("PRAGMA wal_autocheckpoint=0")
    writer.execute("UPDATE guests SET token_hash = 'later'")
    writer.commit()
    for name in (db.name, f"{db.name}-wal"):  # as after a power cut
        shutil.copy(db.with_name(name), tmp_path / f"cut-{name}")
    writer.close()
    cut = tmp_path / f"cut-{db.name}"
    restore(copy, cut)
    assert contents(cut) == contents(copy)
    (kept,) = contents(cut.with_name(cut.name + BEFORE))["guests"]
    assert kept[1] == "later"


def test_a_copy_without_room_leaves_nothing_behind(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy, before = tmp_path / "copy.db", contents(db)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (32 * 1024, limits[1]))
    try:
        assert main(["backup", str(copy), "--db", str(db), "--lang", "en"]) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "There is no room for" in capsys.readouterr().err
    assert not copy.exists()
    assert not list(tmp_path.glob(".copy*"))
    assert contents(db) == before


def test_restore_of_what_is_no_copy_is_told_in_a_sentence(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("no copy")
    for name, sentence in {"notes.txt": "is damaged", "none.db": "There is no file"}.items():
        assert main(["restore", str(tmp_path / name), "--db", str(db), "--lang", "en"]) == 2
        assert sentence in capsys.readouterr().err
    with pytest.raises(StoreUnusable):
        restore(tmp_path / "none.db", db)
