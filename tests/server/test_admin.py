"""`ratskeller admin`: tables are ended, repaired and taken back openly, people's data given out and deleted."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ratskeller.cli import main
from ratskeller.server import admin
from ratskeller.server.admin import Done, End, ListTables, Order, Repair, TakeBack
from ratskeller.server.audit import audit
from ratskeller.server.change import TableChange
from ratskeller.server.house import House
from ratskeller.server.orders import give
from ratskeller.words.languages import LANGUAGES
from tests.cli import terminal
from tests.server.harness import Line, Person, free_port, process, running
from tests.server.shelved import play_and_close, shelve_corpus
from tests.server.test_audit import harming
from tests.statements import statement

pytestmark = pytest.mark.placed

REASON = "Both asked for it"


def fits(db: Path) -> bool:
    return all(not one.problems for one in audit(db))


def deeds(db: Path) -> list[tuple[str, str, str]]:
    with closing(sqlite3.connect(db)) as store:
        return store.execute("SELECT deed, table_id, reason FROM deeds ORDER BY number").fetchall()


def logged(db: Path) -> list[tuple[int, str, str]]:
    with closing(sqlite3.connect(db)) as store:
        return store.execute("SELECT number, entry, chain FROM entries ORDER BY number").fetchall()


def order(db: Path, wish: Order) -> Done:
    return asyncio.run(give(db, wish))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A running match of a person and a bot."""
    db = tmp_path_factory.mktemp("shelf") / "house.db"
    return db, asyncio.run(play_and_close(db, decisions=5, seed=2))


@pytest.fixture
def running_match(shelf: tuple[Path, str], tmp_path: Path) -> tuple[Path, str]:
    return Path(shutil.copy(shelf[0], tmp_path)), shelf[1]


@statement("S45")
@pytest.mark.heavy
def test_people_at_the_table_read_what_the_house_did_and_why_in_their_language(
    tmp_path: Path,
) -> None:
    """A house is open: the command reaches it, and those who sit there play on at once."""
    db, port, rng = tmp_path / "house.db", free_port(), random.Random(5)

    def command(*words: str) -> str:
        done = terminal.run("admin", *words, "--db", str(db), "--lang", "en")
        assert done.returncode == 0, done.stderr
        return done.stdout

    async def story() -> None:
        ada, ben = (Person(f"http://127.0.0.1:{port}") for _ in range(2))
        async with process(db, port):
            made = await ada.lay("me", "open", name="Ada")
            await ben.join(made, "Ben")
            table = made["table"]
            async with ada.line(table) as one, ben.line(table, language="de") as other:
                places = []
                for _ in range(6):
                    places.append((len(one.log), one.log[-1].entry))
                    await move(one, other, rng)
                await move(one, other, rng)
                listed = await asyncio.to_thread(command, "tables")
                assert table in listed
                assert "Ada" in listed
                _, entry = places[2]
                await asyncio.to_thread(
                    command, "back", table, "--entry", str(entry), "--reason", REASON
                )
                for line, words in (
                    (one, "The house has taken"),
                    (other, "Das Haus hat die Partie"),
                ):
                    await line.until(lambda it: bool(it.chat))
                    assert line.log[-1].entry == entry + 1
                    assert line.log[-1].text.startswith(words)
                    assert line.chat[-1].text.startswith(words)
                    assert line.chat[-1].text.endswith(REASON)
                for _ in range(3):
                    await move(one, other, rng)
                await asyncio.to_thread(command, "end", table, "--reason", REASON)
                for line, words in (
                    (one, "The house has stopped"),
                    (other, "Das Haus hat die Partie"),
                ):
                    await line.until(lambda it: it.now.status == "over")
                    assert line.log[-1].text.startswith(words)
                    assert line.now.result.text.endswith(REASON)
        for person in (ada, ben):
            await person.http.aclose()
        assert fits(db)
        assert [(deed, reason) for deed, _, reason in deeds(db)] == [
            ("taken_back", REASON),
            ("end", REASON),
        ]
        assert not db.with_name(f"{db.name}-orders").exists()

    asyncio.run(story())


async def move(one: Line, other: Line, rng: random.Random) -> None:
    for line in (one, other):
        await line.settle()
    await (one if one.now.legal or one.now.held else other).move(rng)
    for line in (one, other):
        await line.settle()


def test_only_the_owner_of_the_file_reaches_the_house(tmp_path: Path) -> None:
    db = tmp_path / "house.db"

    async def story() -> None:
        async with process(db, free_port()):
            place = db.with_name(f"{db.name}-orders")
            assert stat.S_IMODE(place.stat().st_mode) == 0o600
            assert stat.S_ISSOCK(place.stat().st_mode)
            assert (await give(db, ListTables())) == Done()

    asyncio.run(story())


@statement("S45")
def test_what_is_taken_out_of_a_log_is_kept_with_the_deed(running_match: tuple[Path, str]) -> None:
    db, table = running_match
    log = logged(db)
    entry = take_back(db, table).entry
    assert fits(db)
    with closing(sqlite3.connect(db)) as store:
        (kept,) = store.execute("SELECT kept FROM deeds").fetchone()
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            store.execute("DELETE FROM entries")
    *left, last = logged(db)
    assert left == log[:entry]
    assert json.loads(last[1])["body"] == {"type": "taken_back", "times": 1}
    assert json.loads(kept)[1] == [list(row) for row in log[entry:]]
    for wrong in (0, entry + 1, 10_000):
        assert order(db, TakeBack(table, wrong, REASON)).refused == "no_entry"


def take_back(db: Path, table: str) -> Done:
    """As little as can be."""
    done = order(db, TakeBack(table, len(logged(db)) - 1, REASON))
    return order(db, TakeBack(table, done.entry, REASON)) if done.refused == "chance" else done


def test_luck_is_new_each_time_a_match_is_taken_back(running_match: tuple[Path, str]) -> None:
    """The match goes on in a house, and its luck fits the seed."""
    db, table = running_match
    for times in (1, 2):
        assert take_back(db, table).refused == ""
        assert json.loads(logged(db)[-1][1])["body"]["times"] == times

    async def go_on() -> None:
        async with running(db) as house:
            opened = await house.house.open(table)
            seat = opened.playing().to_act
            assert seat is not None
            async with opened.lock:
                happened = opened.choose(seat, opened.playing().legal(seat)[0], hold=False)
                await house.house.record(opened, TableChange(happened=happened))

    asyncio.run(go_on())
    assert fits(db)


def test_who_would_stop_in_the_middle_of_the_deal_is_told_where_it_ends(
    running_match: tuple[Path, str],
) -> None:
    db, table = running_match
    no = order(db, TakeBack(table, 3, REASON))
    assert no.refused == "chance"
    assert no.entry > 3
    assert order(db, TakeBack(table, no.entry, REASON)).refused == ""
    assert fits(db)


def test_a_move_that_comes_between_is_no_hindrance(
    running_match: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody plays while the order is carried out: it begins again with what is there by then."""
    db, table = running_match
    entry = take_back(Path(shutil.copy(db, tmp_path / "copy.db")), table).entry
    read, moves = admin._rows, [table]

    async def read_before_a_move(house: House, table_id: str) -> Any:
        rows = await read(house, table_id)
        if moves:
            async with house.store.writing() as writer:
                await writer.touch(moves.pop())
        return rows

    monkeypatch.setattr(admin, "_rows", read_before_a_move)
    assert order(db, TakeBack(table, entry, REASON)) == Done(entry=entry)
    assert fits(db)


@statement("S45")
def test_a_table_is_repaired_where_its_log_can_be_played(running_match: tuple[Path, str]) -> None:
    db, table = running_match
    assert order(db, Repair(table, REASON)).refused == "nothing_wrong"
    for deed in (
        "UPDATE entries SET chain = 'x' WHERE number = 3",
        "UPDATE tables SET chain = ''",
        "UPDATE tables SET over = 1, result = '{}'",
    ):
        with harming(db) as store:
            store.execute(deed)
            store.executescript(GUARDS)
        assert not fits(db)
        assert order(db, Repair(table, REASON)).refused == ""
        assert fits(db)


GUARDS = "".join(
    f"CREATE TRIGGER entries_{what} BEFORE {what} ON entries "
    "BEGIN SELECT RAISE(ABORT, 'entries are never changed or removed'); END;"
    for what in ("UPDATE", "DELETE")
)


def test_a_log_that_cannot_be_played_is_taken_back_to_where_it_can(tmp_path: Path) -> None:
    db = tmp_path / "house.db"
    table = asyncio.run(shelve_corpus(db, "ratzentanz", 1))[0]
    with harming(db) as store:
        bad = '{"number":30,"time":0,"seat":0,"by":"person","body":{"type":"nonsense"}}'
        store.execute("UPDATE entries SET entry = ? WHERE number = 30", (bad,))
        store.executescript(GUARDS)
    said = order(db, Repair(table, REASON))
    assert (said.refused, said.entry) == ("beyond_repair", 29)
    back = order(db, TakeBack(table, said.entry, REASON))
    if back.refused == "chance":
        back = order(db, TakeBack(table, back.entry, REASON))
    assert back.refused == ""
    assert fits(db)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_done_is_told_in_a_sentence(
    language: str, running_match: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    db, table = running_match
    before = logged(db)
    for words in (
        ["fly"],
        ["end"],
        ["end", table],
        ["end", table, "--reason", " \u200b "],
        ["end", "nowhere", "--reason", REASON],
        ["back", table, "--entry", "minus one", "--reason", REASON],
        ["repair", table, "--reason", REASON],
        ["export", "1"],
        ["delete", "99", "--reason", REASON],
    ):
        assert main(["admin", *words, "--db", str(db), "--lang", language]) == 2, words
        told = capsys.readouterr()
        assert told.err.strip()
        assert told.out == ""
    assert not deeds(db)
    assert logged(db) == before


@statement("S44")
def test_a_persons_data_are_given_out_and_deleted(
    running_match: tuple[Path, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, table = running_match
    file = tmp_path / "ada.json"
    (line,) = order(db, ListTables()).tables
    (guest,) = (one.guest for one in line.sitters if one.guest is not None)
    here = ["--db", str(db), "--lang", "en"]
    assert main(["admin", "export", str(guest), "--out", str(file), *here]) == 0
    given = json.loads(file.read_text("utf-8"))
    assert [match["header"]["table"] for match in given["matches"]] == [table]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["admin", "delete", str(guest), "--reason", "A letter of today", *here]) == 0
    assert "a pseudonym is left in one match" in capsys.readouterr().out
    with closing(sqlite3.connect(db)) as store:
        assert not [row for row in store.iterdump() if "Ada" in row]
    assert fits(db)
    assert deeds(db) == [("delete", "", "A letter of today")]


def test_a_match_that_is_over_is_not_ended_again(running_match: tuple[Path, str]) -> None:
    db, table = running_match
    assert order(db, End(table, REASON)).refused == ""
    assert order(db, End(table, REASON)).refused == "over"
    assert fits(db)
