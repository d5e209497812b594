"""The log of a match is a chain: what was changed, taken out, moved or slipped in is found, and where."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from ratskeller.core.match import Header
from ratskeller.server.chain import BrokenChain, EntryRow, check, heading_of, linked
from ratskeller.server.places import migrate
from tests.server.harness import running
from tests.server.shelved import before_chains, play_and_close
from tests.statements import statement

pytestmark = pytest.mark.placed

HEADING = "0" * 64
LINES = [f'{{"number":{number}}}' for number in range(1, 7)]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A file with one match, and its table: it is played once."""
    db = tmp_path_factory.mktemp("shelf") / "house.db"
    return db, asyncio.run(play_and_close(db, decisions=6))


@pytest.fixture
def played(shelf: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    """A copy of it, to do with as one likes."""
    db, table = shelf
    return Path(shutil.copy(db, tmp_path)), table


def break_of(rows: list[EntryRow], last: str) -> str:
    with pytest.raises(BrokenChain) as broken:
        check(HEADING, rows, last)
    assert f"entry {broken.value.number} " in str(broken.value)
    return str(broken.value)


@statement("S31")
def test_whatever_is_done_to_a_log_is_found_where_it_was_done() -> None:
    rows = linked(HEADING, LINES, 1)
    last = rows[-1].chain
    check(HEADING, rows, last)
    for at in range(len(rows)):
        number = at + 1
        changed = [*rows[:at], rows[at]._replace(entry="{}"), *rows[at + 1 :]]
        assert f"entry {number} is not what was written" in break_of(changed, last)
        before = rows[at - 1].chain if at else HEADING
        hashed = [*rows[:at], *linked(before, ["{}"], number), *rows[at + 1 :]]
        seen_at = min(number + 1, len(rows))  # it fits what stands before, not what comes after
        assert f"entry {seen_at} is not" in break_of(hashed, last)
        missing = rows[:at] + rows[at + 1 :]
        if missing and number < len(rows):
            assert f"entry {number} is missing" in break_of(missing, last)
        closed_up = [
            row._replace(number=place) for place, row in enumerate(missing, start=1)
        ]  # as if the others had moved up
        assert f"entry {min(number, len(closed_up))} is not" in break_of(closed_up, last)
        for other in range(at + 1, len(rows)):
            swapped = list(rows)
            swapped[at] = rows[other]._replace(number=number)
            swapped[other] = rows[at]._replace(number=other + 1)
            assert f"entry {number} is not what was written" in break_of(swapped, last)
    more = linked(last, ["{}"], len(rows) + 1)
    assert f"entry {len(rows) + 1} was added later" in break_of(rows + more, last)
    assert "entry 1 is missing" in break_of([], last)


def test_the_heading_is_what_is_played_with_and_not_who_plays() -> None:
    header = Header(
        game="g", rules_version=1, data_hash="d", seats=2, options={"long": True}, players=(),
        table="t", commitment="c", nonces=("a", "b"),
    )  # fmt: skip
    same = msgspec.structs.replace(header, data="# numbers, known by their hash")
    assert heading_of(same) == heading_of(header)
    others: dict[str, object] = {
        "game": "h", "rules_version": 2, "data_hash": "e", "seats": 3, "options": {"long": False},
        "table": "u", "commitment": "x", "nonces": ("a", "c"), "seating": "fixed", "start": 1,
    }  # fmt: skip
    for name, value in others.items():
        other = msgspec.structs.replace(header, **{name: value})
        assert heading_of(other) != heading_of(header), name


@statement("S31")
@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        ("UPDATE entries SET entry = replace(entry, '\"seat\":0', '\"seat\":1') WHERE number = {n}",
         "entry {n} is not what was written there"),
        ("DELETE FROM entries WHERE number = {n}", "entry {n} is missing"),
        ("DELETE FROM entries WHERE number > {n}", "entry {n} is not the last that was written"),
        ("DELETE FROM entries", "entry 1 is missing"),
        ("UPDATE tables SET header = json_set(header, '$.data_hash', 'x')",
         "entry 1 is not what was written there"),
    ],
)  # fmt: skip
def test_a_table_with_a_broken_chain_is_not_opened_and_the_house_knows_where(
    played: tuple[Path, str], deed: str, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    db, table = played
    number = seat_0_entry(db)
    harm(db, deed.format(n=number))

    async def story() -> None:
        async with running(db) as house:
            page = await house.person().http.get(f"/t/{table}")
            assert page.status_code == 500
            assert "damaged" in page.text

    asyncio.run(story())
    said = [record.getMessage() for record in caplog.records]
    assert any(line.startswith(f"table {table}: {sentence.format(n=number)}") for line in said)


def test_old_logs_get_their_chain_by_the_migration(played: tuple[Path, str]) -> None:
    """A file of the form before is brought to the newest one, and every hash is as if written then."""
    db, _ = played
    with closing(sqlite3.connect(db)) as store, store:
        written = store.execute("SELECT * FROM entries ORDER BY number").fetchall()
        last = store.execute("SELECT chain FROM tables").fetchone()
        assert len(written) > 6
        before_chains(store)
    migrate(db)
    with closing(sqlite3.connect(db)) as store:
        assert store.execute("SELECT * FROM entries ORDER BY number").fetchall() == written
        assert store.execute("SELECT chain FROM tables").fetchone() == last
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            store.execute("UPDATE entries SET chain = ''")


def seat_0_entry(db: Path) -> int:
    """An entry in the middle that says which seat made it."""
    with closing(sqlite3.connect(db)) as store:
        found = "SELECT number FROM entries WHERE number > 2 AND entry LIKE '%\"seat\":0%'"
        number: int = store.execute(found).fetchone()[0]
        return number


def harm(db: Path, deed: str) -> None:
    """Change the file as somebody would who can write it and does not know of the chain."""
    with closing(sqlite3.connect(db)) as store, store:
        for what in ("UPDATE", "DELETE"):
            store.execute(f"DROP TRIGGER entries_{what}")
        store.execute(deed)
