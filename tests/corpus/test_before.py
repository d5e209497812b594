"""Matches of the program before matches carried their data: commit 3c5cf4e wrote all of them.

Its headers name the data by the hash of the text alone. `before/matches.json.xz` holds files as people
have them on disk and what was known of each then; `before/house.db.xz` is a store with a finished
table of each game, one that waits for Ada's move, and one with a draft of hers.
"""

from __future__ import annotations

import asyncio
import lzma
import random
import sqlite3
import time
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from ratskeller import games
from ratskeller.cli import main
from ratskeller.core import archive
from ratskeller.core.archive import Recording
from tests.core.test_match import play_on
from tests.corpus import FOLDER, GAMES, Facts, facts_of, opened
from tests.server.harness import Person, Running, running

pytestmark = pytest.mark.heavy


BEFORE = FOLDER / "before"


class OldFile(Struct):
    file: msgspec.Raw
    facts: Facts | None  # None: the export of a running match, which holds views only


class OldTable(Struct):
    game: str
    kind: str  # "finished", "running" or "draft"
    facts: Facts


class Before(Struct):
    cookie: str  # Ada's
    tables: dict[str, OldTable]
    files: dict[str, OldFile]


@cache
def before() -> Before:
    content = lzma.decompress((BEFORE / "matches.json.xz").read_bytes())
    return msgspec.json.decode(content, type=Before)


def test_they_do_not_carry_their_data() -> None:
    for name, old in before().files.items():
        header = msgspec.json.decode(old.file)["header"]
        game = games.find(header["game"])
        assert not header["data"], name
        assert header["data_hash"] == game.legacy_hash != game.data_hash, name


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", ["finished-save", "finished-export", "running-save"])
def test_a_file_opens_replays_and_goes_on(game_id: str, kind: str) -> None:
    old = before().files[f"{game_id}-{kind}"]
    match = opened(bytes(old.file))
    assert facts_of(match) == old.facts
    assert bool(match.drafted) == (kind == "running-save")
    while match.drafted:
        match.undo(match.to_act or 0)
    play_on(match, random.Random(1))
    assert not archive.verify(match).problems
    again = opened(match.to_bytes())
    assert again.header.data == match.game.data, "from now on it carries them"
    assert again.state == match.state


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("viewer", ["0", "watcher"])
def test_what_a_viewer_saw_can_be_looked_at(
    game_id: str, viewer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = bytes(before().files[f"{game_id}-running-export-{viewer}"].file)
    recording = archive.read(content, games.find)
    assert isinstance(recording, Recording)
    assert not recording.why
    assert len(recording.views) == len(recording.entries)
    (tmp_path / "match.json").write_bytes(content)
    assert main(["replay", str(tmp_path / "match.json")]) == 0
    assert f"After entry {len(recording.entries)} of" in capsys.readouterr().out


def test_every_table_opens_and_goes_on(tmp_path: Path) -> None:
    asyncio.run(visit(tmp_path / "house.db"))


async def visit(db: Path) -> None:
    db.write_bytes(lzma.decompress((BEFORE / "house.db.xz").read_bytes()))
    async with running(db) as house:
        house.clock.offset = laid(db) + 60.0 - time.time()  # a guest is forgotten after a year
        ada = house.person()
        ada.http.cookies.set("ratskeller", before().cookie, domain="127.0.0.1")
        for table, old in before().tables.items():
            await look_back(ada, table, old)
            if old.kind != "finished":
                await go_on(house, ada, table, old)


def laid(db: Path) -> float:
    connection = sqlite3.connect(db)
    (when,) = connection.execute("SELECT max(created) FROM tables").fetchone()
    connection.close()
    return float(when)


async def look_back(ada: Person, table: str, old: OldTable) -> None:
    page = await ada.http.get(f"/t/{table}")
    assert page.status_code == 200, page.text
    for number in (1, 9):
        permalink = await ada.http.get(f"/t/{table}/{number}")
        assert permalink.status_code == 200, permalink.text
    exported = (await ada.http.get(f"/t/{table}/export")).content
    if old.kind == "finished":
        assert facts_of(opened(exported)) == old.facts
    else:
        assert isinstance(archive.read(exported, games.find), Recording)


async def go_on(house: Running, ada: Person, table: str, old: OldTable) -> None:
    async with ada.line(table) as line:
        match = house.house.tables[table].playing()
        assert facts_of(match) == old.facts
        assert bool(match.drafted) == (old.kind == "draft")
        count, rng = len(match.entries), random.Random(1)
        while len(match.entries) == count:
            await line.until(lambda one: bool(one.now.legal) or one.now.held)
            await line.move(rng)
