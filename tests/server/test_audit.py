"""`ratskeller audit`: every stored match is played again, and whatever does not fit is named."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller.cli import main
from ratskeller.core.chance import commitment_of
from ratskeller.core.match import Header
from ratskeller.server.audit import audit
from ratskeller.server.chain import heading_of, linked
from tests.corpus import GAMES
from tests.server.harness import running
from tests.server.shelved import before_chains, shelve_corpus
from tests.statements import statement

pytestmark = pytest.mark.placed

COUNT = 4


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("shelf") / "house.db"
    asyncio.run(shelve_corpus(db, "first_rat", COUNT))
    return db


@pytest.fixture
def db(shelf: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(shelf, tmp_path))


def tell(db: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[str]]:
    status = main(["audit", "--db", str(db), "--lang", "en", *more])
    told = capsys.readouterr()
    assert told.err == ""
    return status, told.out.splitlines()


@statement("S31")
@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_house_has_written_fits(
    game_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "house.db"
    tables = asyncio.run(shelve_corpus(db, game_id, COUNT))
    status, lines = tell(db, capsys, "--verbose")
    assert status == 0
    assert [line.split()[:2] for line in lines[:COUNT]] == [[table, game_id] for table in tables]
    entries = sum(int(line.split()[2]) for line in lines[:COUNT])
    draws = sum(int(line.split()[3]) for line in lines[:COUNT])
    assert entries > draws > 0
    assert lines[COUNT:] == [
        f"{COUNT} matches were played again, with {entries} entries and {draws} draws.",
        "Everything fits.",
    ]
    assert tell(db, capsys)[1] == lines[COUNT:]


@statement("S31")
@pytest.mark.parametrize(
    ("deed", "problem"),
    [
        ("UPDATE tables SET over = NOT over WHERE id = ?", "the table says “over” is"),
        ("UPDATE tables SET result = '{\"ranks\":[9]}' WHERE id = ?", "the table says “result” is"),
        ("UPDATE tables SET ended = 7 WHERE id = ?", "the table says “ended” is 7"),
        ("UPDATE tables SET seed = replace(seed, 'a', 'b') WHERE id = ?",
         "the seed does not fit the hash that was published before the match"),
        ("UPDATE tables SET header = json_set(header, '$.players[0].name', header) WHERE id = ?", ""),
        ("UPDATE tables SET header = json_set(header, '$.commitment', 'x') WHERE id = ?",
         "entry 1 is not what was written there"),
        ("UPDATE tables SET header = '{' WHERE id = ?", "the heading cannot be read"),
        ("UPDATE tables SET header = '' WHERE id = ?", "there are entries, and the match has not begun"),
        ("UPDATE players SET nonce = 'ff' WHERE number = 0 AND table_id = ?",
         "the nonces of the players are not those of the heading"),
        ("UPDATE entries SET entry = '{}' WHERE number = 5 AND table_id = ?",
         "entry 5 is not what was written there"),
        ("DELETE FROM entries WHERE number = 5 AND table_id = ?", "entry 5 is missing"),
        ("DELETE FROM tables WHERE id = ?", "there are entries, and no table of theirs"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named_and_the_others_are_still_looked_at(
    db: Path, capsys: pytest.CaptureFixture[str], deed: str, problem: str
) -> None:
    table = finished(db)
    with harming(db) as store:
        store.execute(deed, (table,))
    status, lines = tell(db, capsys)
    if not problem:  # a name is no part of the chain
        assert (status, lines[-1]) == (0, "Everything fits.")
        return
    assert status == 1
    named = [line for line in lines[:-2] if line.startswith(f"{table}: {problem}")]
    assert len(named) == 1
    assert all(line.startswith(f"{table}: ") for line in lines[:-2])
    assert lines[-2].startswith(f"{COUNT} matches were played again")
    assert lines[-1] == "Something is wrong with one of them."


def test_a_forger_who_knows_the_chain_is_found_by_the_rules(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = finished(db)
    entries = entries_of(db, table)
    one, other = different_moves(entries)
    one["body"] = other["body"]
    chain_anew(db, table, entries)
    status, lines = tell(db, capsys)
    assert status == 1
    assert f"{table}: entry {one['number']}: that is not a legal action" in lines


def test_a_forger_who_knows_the_chain_is_found_by_the_seed(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody would have had another seed all along; then other things were due."""
    table, seed = finished(db), "11" * 32
    with harming(db) as store:
        store.execute("UPDATE tables SET seed = ? WHERE id = ?", (seed, table))
    chain_anew(db, table, entries_of(db, table), commitment=commitment_of(seed))
    status, lines = tell(db, capsys)
    assert status == 1
    assert any(re.match(rf"{table}: entry \d+: “.*” was logged, “.*” was due", it) for it in lines)


def test_the_audit_runs_beside_the_server_and_writes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        db, rng = tmp_path / "house.db", random.Random(4)
        async with running(db) as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"]) as line:
                seen = []
                for _ in range(6):
                    if not await line.asked():
                        break
                    looking = asyncio.create_task(asyncio.to_thread(lambda: list(audit(db))))
                    await line.move(rng)
                    (one,) = await looking
                    assert one.problems == ()
                    seen.append(one.entries)
                assert seen == sorted(seen)
                assert seen[-1] > seen[0]
        before = db.read_bytes()
        assert len(list(audit(db))) == 1
        assert db.read_bytes() == before

    asyncio.run(story())


def test_one_match_is_looked_at_after_the_other(db: Path) -> None:
    """What is harmed after the first was looked at is found: nothing is read ahead."""
    looking = audit(db)
    first = next(looking)
    with harming(db) as store:
        store.execute("UPDATE entries SET entry = '{}' WHERE number = 2")
    assert first.problems == ()
    assert [bool(one.problems) for one in looking] == [True] * (COUNT - 1)


def test_a_file_that_cannot_be_audited_is_told_in_a_sentence(
    tmp_path: Path, db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "damaged.db").write_bytes(b"no database at all" * 200)
    older = Path(shutil.copy(db, tmp_path / "older.db"))
    with closing(sqlite3.connect(older)) as store, store:
        before_chains(store)
    for name, sentence in {
        "none.db": "There is no file {file}.",
        "damaged.db": "{file} is damaged or holds no tables.",
        "older.db": "{file} has an older form.",
    }.items():
        file = tmp_path / name
        assert main(["audit", "--db", str(file), "--lang", "en"]) == 2
        assert sentence.format(file=file) in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()


# --- doing harm ---------------------------------------------------------------------------------


def harming(db: Path) -> closing[sqlite3.Connection]:
    store = sqlite3.connect(db, isolation_level=None)
    for what in ("UPDATE", "DELETE"):
        store.execute(f"DROP TRIGGER IF EXISTS entries_{what}")
    return closing(store)


def finished(db: Path) -> str:
    with closing(sqlite3.connect(db)) as store:
        table: str = store.execute("SELECT id FROM tables WHERE over ORDER BY id").fetchone()[0]
        return table


def entries_of(db: Path, table: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(db)) as store:
        log = "SELECT entry FROM entries WHERE table_id = ? ORDER BY number"
        return [msgspec.json.decode(line) for (line,) in store.execute(log, (table,))]


def different_moves(entries: list[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The first move of a seat, and the last one of the same seat: the rats have gone far since."""
    moves = [entry for entry in entries if entry["seat"] == 0 and entry["by"] != "table"]
    return moves[0], next(move for move in reversed(moves) if move["body"] != moves[0]["body"])


def chain_anew(db: Path, table: str, entries: list[dict[str, Any]], **heading: Any) -> None:
    """Write a log over the one that is there, with hashes that fit."""
    with harming(db) as store:
        (text,) = store.execute("SELECT header FROM tables WHERE id = ?", (table,)).fetchone()
        header = msgspec.structs.replace(msgspec.json.decode(text, type=Header), **heading)
        lines = [msgspec.json.encode(entry).decode() for entry in entries]
        forged = linked(heading_of(header), lines, 1)
        store.executemany(
            "UPDATE entries SET entry = ?, chain = ? WHERE table_id = ? AND number = ?",
            [(row.entry, row.chain, table, row.number) for row in forged],
        )
        store.execute(
            "UPDATE tables SET chain = ?, header = ? WHERE id = ?",
            (forged[-1].chain, msgspec.json.encode(header).decode(), table),
        )
