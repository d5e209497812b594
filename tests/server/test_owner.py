"""A file of tables: one process owns it, what does not fit it is dropped, and trouble is a sentence."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ratskeller.server.places import StoreUnusable
from ratskeller.server.store import Store
from tests.server.harness import free_port, process, running
from tests.statements import statement

pytestmark = pytest.mark.placed


def serve(db: str, *, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`ratskeller serve` where it should end by itself."""
    command = [
        sys.executable,
        "-c",
        "import sys; from ratskeller.cli import main; sys.exit(main())",
        "serve",
        "--no-browser",
        "--port",
        "0",
    ]
    return subprocess.run(
        [*command, "--db", db], capture_output=True, text=True, cwd=folder, timeout=300, check=False
    )


def test_a_second_server_on_one_file_says_so_and_ends(tmp_path: Path) -> None:
    db = tmp_path / "house.db"

    async def story() -> None:
        async with process(db, free_port()) as first:
            second = await asyncio.to_thread(serve, str(db))
            assert second.returncode == 2
            assert f"Another Ratskeller is using {db}." in second.stderr.replace("\n", " ")
            assert "Traceback" not in second.stderr
            os.kill(first.pid, signal.SIGKILL)
            await first.wait()
        async with running(db):
            pass  # a server that was killed leaves nothing locked

    asyncio.run(story())


def test_a_file_is_owned_from_opening_to_closing(tmp_path: Path) -> None:
    async def story() -> None:
        first, second = Store(tmp_path / "house.db"), Store(tmp_path / "house.db")
        await first.open()
        with pytest.raises(StoreUnusable) as no:
            await second.open()
        assert no.value.reason == "taken"
        await first.close()
        await second.open()
        await second.close()

    asyncio.run(story())


@statement("S30")
def test_a_file_that_is_no_use_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "damaged.db").write_bytes(b"no database at all" * 200)
    (tmp_path / "folder.db").mkdir()
    (tmp_path / "file").touch()
    store = sqlite3.connect(tmp_path / "newer.db")
    store.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    store.execute("INSERT INTO alembic_version VALUES ('9999')")
    store.commit()
    store.close()
    for name, reason in {
        "damaged.db": "damaged",
        "folder.db": "unwritable",
        "file/house.db": "unwritable",
        "newer.db": "newer",
    }.items():
        with pytest.raises(StoreUnusable) as no:
            asyncio.run(Store(tmp_path / name).open())
        assert no.value.reason == reason, name
    told = serve(str(tmp_path / "damaged.db"))
    assert told.returncode == 2
    assert "is damaged or holds no tables" in told.stderr.replace("\n", " ")
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("db", ["postgres://house/tables", "sqlite:x.db", "sqlite://x.db"])
def test_an_address_that_is_no_file_is_refused(tmp_path: Path, db: str) -> None:
    told = serve(db, folder=tmp_path)
    assert told.returncode == 2
    assert "sqlite:///tables.db" in told.stderr
    assert list(tmp_path.iterdir()) == [], "nothing was made"


def test_the_address_of_a_file_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database at all" * 200)
    told = serve("sqlite:///x.db", folder=tmp_path)
    assert "x.db is damaged" in told.stderr.replace("\n", " ")
    assert not (tmp_path / "sqlite:").exists()


def test_a_draft_that_does_not_fit_the_log_is_dropped_with_a_notice(tmp_path: Path) -> None:
    db = tmp_path / "house.db"

    async def story(draft: str) -> None:
        async with running(db) as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random", name="Ada")
            async with ada.line(made["table"]) as line:
                await line.asked()
        file = sqlite3.connect(db)
        file.execute("UPDATE tables SET draft = ? WHERE id = ?", (draft, made["table"]))
        file.commit()
        file.close()
        async with running(db) as house:
            cookies, ada = ada.http.cookies, house.person()
            ada.http.cookies = cookies
            async with ada.line(made["table"]) as line:
                assert line.now.drafted == 0
                assert line.chat[-1].text == (
                    "What Ada had begun to choose did not fit the match any more and was dropped."
                )
                assert line.now.legal
                assert type(await line.choose(0)).__name__ == "Update"
        file = sqlite3.connect(db)
        notices = file.execute("SELECT count(*) FROM chat WHERE notice = 'dropped'").fetchone()
        file.execute("DELETE FROM chat")
        file.commit()
        file.close()
        assert notices == (1,)

    for draft in ('[{"type": "nothing"}]', "no draft", "[17]"):
        asyncio.run(story(draft))


@statement("S30")
def test_versions_never_go_back_though_the_clock_does(tmp_path: Path) -> None:
    async def story() -> None:
        versions: list[int] = []
        table = ""
        for hours in (0, -1, -1000, 1):
            async with running(tmp_path / "house.db") as house:
                house.clock.offset = hours * 3600.0
                ada = house.person()
                table = table or (await ada.lay("me", "bot:random"))["table"]
                for _ in range(2):  # the second time it was forgotten and is loaded again
                    async with ada.line(table) as line:
                        versions.append(line.version)
                    house.house.drop(house.house.tables[table])
        assert versions == sorted(set(versions))
        assert versions[0] > 1_800_000_000_000, "above what clocks have given before"
        assert versions[-1] < 2**53, "a browser can count so far"

    asyncio.run(story())
