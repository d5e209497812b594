"""What a person has played: the list, the record, the file to take home, and being forgotten."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from ratskeller import games
from ratskeller.bots.levels import levels
from ratskeller.core import archive
from ratskeller.core.match import Abandoned, AnyMatch, Match, Resigned
from ratskeller.server import results
from ratskeller.server.chain import heading_of, linked
from ratskeller.server.forgetting import forget
from ratskeller.server.house import House
from ratskeller.server.matches import PAGE, Matches, download, matches
from ratskeller.server.places import File
from ratskeller.server.results import Finish
from ratskeller.server.schema import BOT, PERSON, PlayerRow, TableRow
from ratskeller.server.store import Store, Writer, matches_of
from ratskeller.server.thinking import Thinker
from tests.server import harness, worlds
from tests.server.harness import GAME, running, together
from tests.server.shelved import before_chains
from tests.statements import statement

pytestmark = pytest.mark.heavy
NOW = worlds.NOW
LEVELS = [level.id for level in levels(games.find(GAME))]


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[House]:
    """A house without doors."""
    store = Store(harness.place_of(path))
    await store.open()
    house = House(store, Thinker(1, 5.0), lambda: NOW)
    try:
        yield house
    finally:
        await house.close()


async def guest_of(house: House, name: str) -> int:
    async with house.store.writing() as writer:
        return await writer.new_guest(name, NOW)


async def put(
    house: House, table: str, chairs: list[int | str], match: AnyMatch, **row: Any
) -> None:
    """A table with this match; a chair is a guest or the level of a bot."""
    async with house.store.writing() as writer:
        await write(writer, table, chairs, match, **row)


async def write(
    writer: Writer, table: str, chairs: list[int | str], match: AnyMatch, **row: Any
) -> None:
    seal = match.seal
    assert seal is not None
    header = msgspec.structs.replace(
        match.header, players=tuple(names_of(chairs, match.header.players))
    )
    lines = [msgspec.json.encode(entry).decode() for entry in match.entries]
    entries = linked(heading_of(header), lines, 1)
    laid = TableRow(
        id=table,
        game=match.game.meta.id,
        options=msgspec.json.encode(match.header.options).decode(),
        created=NOW,
        host=next(chair for chair in chairs if isinstance(chair, int)),
        seed=seal.seed,
        invitation=table,
        header=msgspec.json.encode(header).decode(),
        chain=entries[-1].chain,
        **{**results.columns(match), **row},
    )
    seated = [
        PlayerRow(
            table_id=table,
            number=number,
            kind=PERSON if isinstance(chair, int) else BOT,
            name=header.players[number].name,
            bot="" if isinstance(chair, int) else chair,
            guest=chair if isinstance(chair, int) else None,
            nonce=seal.nonces[number],
        )
        for number, chair in enumerate(chairs)
    ]
    await writer.new_table(laid, seated)
    await writer.add_entries(table, entries)


def names_of(chairs: list[int | str], players: Any) -> Iterator[Any]:
    for player, chair in zip(players, chairs, strict=True):
        name = f"Person {chair}" if isinstance(chair, int) else chair.title()
        yield msgspec.structs.replace(player, name=name)


def played(seats: int = 2, seed: int = 1) -> AnyMatch:
    game = games.find(GAME)
    return worlds.play_at_random(game, seats, game.meta.options(), random.Random(seed))


def stopped(match: AnyMatch, entries: int) -> AnyMatch:
    """The same match, not so far."""
    shorter: AnyMatch = Match(match.game, match.header, match.seal)
    for entry in match.entries[:entries]:
        shorter.entries.append(entry)
        shorter.apply(entry.body)
    return shorter


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """What is asked of the file meanwhile."""
    asked: list[str] = []
    engine = store._reader._engine

    def note(*event: Any) -> None:
        asked.append(event[2])

    sa.event.listen(engine, "before_cursor_execute", note)
    yield asked
    sa.event.remove(engine, "before_cursor_execute", note)


async def listed(house: House, guest: int | None, page: int = 1) -> Matches:
    found = await matches(house, guest, page, "en")
    assert found is not None
    return found


# --- the list -----------------------------------------------------------------------------------


def test_running_matches_come_first_and_then_the_newest(tmp_path: Path) -> None:
    match, going = played(), stopped(played(), 40)

    async def story(house: House) -> None:
        ada = await guest_of(house, "ada")
        await put(house, "old", [ada, "gret"], match, ended=NOW + 1)
        await put(house, "new", [ada, "gret"], match, ended=NOW + 2)
        await put(house, "going", [ada, "gret"], going)
        lines = (await listed(house, ada)).lines
        assert [line.address for line in lines] == ["/t/going", "/t/new", "/t/old"]
        mover = going.to_act
        assert mover is not None
        asked = going.order[mover]
        assert lines[0].asks == (asked == 0)
        assert lines[0].turn == ("" if asked == 0 else "Gret")
        assert [one.rank for one in lines[1].places] == sorted(finish_of(match).ranks)
        assert lines[1].time > lines[2].time

    asyncio.run(in_house(tmp_path, story))


def finish_of(match: AnyMatch) -> Finish:
    finish = results.finish_of(match)
    assert finish.ranks
    return finish


async def in_house(tmp_path: Path, story: Any) -> None:
    async with opened(tmp_path / "house.db") as house:
        await story(house)


def test_five_hundred_matches_are_one_query_a_page_and_none_is_played_again(
    tmp_path: Path,
) -> None:
    match = played()

    async def story(house: House) -> None:
        ada = await guest_of(house, "ada")
        short = stopped(match, 1)
        async with house.store.writing() as writer:
            for number in range(500):
                known = results.columns(match) | {"ended": NOW + number}
                await write(
                    writer, f"t{number}", [ada, LEVELS[number % len(LEVELS)]], short, **known
                )
        for page in (1, 500 // PAGE):
            with statements(house.store) as asked:
                found = await listed(house, ada, page)
            assert len([one for one in asked if one.startswith("SELECT")]) == 1
            assert len(found.lines) == PAGE
            assert found.total == 500
        assert house.tables == {}, "no table was opened"
        (record,) = found.records
        assert record.tally.played == 500 == sum(one.tally.played for one in record.rivals)
        assert [one.card.id for one in record.rivals] == LEVELS
        assert await matches(house, ada, 500 // PAGE + 1, "en") is None
        assert await matches(house, ada, 0, "en") is None

    asyncio.run(in_house(tmp_path, story))


@pytest.mark.placed
def test_every_query_finds_its_rows_by_an_index(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        question = str(matches_of(7, File.speech).compile(compile_kwargs={"literal_binds": True}))
        with sqlite3.connect(house.store.address) as connection:
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {question}")]
        assert any("players_of_guest" in step for step in plan)
        assert any("players_of_owner" in step for step in plan)
        assert [step for step in plan if step.startswith("SCAN")] == []

    asyncio.run(in_house(tmp_path, story))


@pytest.mark.placed
def test_forgetting_searches_by_indexes_too(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ada = await guest_of(house, "ada")
        await put(house, "done", [ada, "gret"], played())
        asked: list[tuple[str, Any]] = []
        engine = house.store._writer._engine
        sa.event.listen(
            engine, "before_cursor_execute", lambda *event: asked.append((event[2], event[3]))
        )
        await forget(house, ada, "en")
        changes = [one for one in asked if one[0].startswith(("UPDATE", "DELETE"))]
        assert len(changes) > 6
        with sqlite3.connect(house.store.address) as connection:
            for statement_, values in changes:
                for row in connection.execute(f"EXPLAIN QUERY PLAN {statement_}", values):
                    assert not row[3].startswith("SCAN"), (statement_, row[3])

    asyncio.run(in_house(tmp_path, story))


def test_results_are_written_down_when_a_match_ends(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            rng = random.Random(3)
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                await together(one, other)
                row = house.house.tables[made["table"]].row
                first = house.house.tables[made["table"]].playing()
                assert row.turn == first.order[first.to_act or 0]
                await asyncio.gather(one.play(rng), other.play(rng))
            stored = await house.house.store.table(made["table"])
            match = house.house.tables[made["table"]].playing()
            assert stored is not None
            assert stored.over
            assert stored.turn is None
            assert results.read(stored.result) == results.finish_of(match)
            assert stored.ended == match.entries[-1].time
            page = (await ada.http.get("/matches")).text
            assert f'href="/t/{made["table"]}/1"' in page

    asyncio.run(story())


def test_a_match_that_ended_before_results_were_kept_gets_its_own_when_it_is_listed(
    tmp_path: Path,
) -> None:
    match, going = played(), stopped(played(), 40)

    async def story(house: House) -> None:
        ada = await guest_of(house, "ada")
        await put(house, "old", [ada, "gret"], match, result="", ended=NOW)
        await put(house, "going", [ada, "gret"], going, turn=None)
        lines = (await listed(house, ada)).lines
        assert lines[0].asks or lines[0].turn
        assert lines[1].standing
        stored = await house.store.table("old")
        assert stored is not None
        assert results.read(stored.result) == finish_of(match)
        with statements(house.store) as asked:
            await listed(house, ada)
        assert len([one for one in asked if one.startswith("SELECT")]) == 1

    asyncio.run(in_house(tmp_path, story))


@pytest.mark.placed
def test_the_migration_knows_when_older_matches_ended(tmp_path: Path) -> None:
    """As a file looked before: the columns are gone, and the form is the one before."""
    match, path = played(), tmp_path / "house.db"

    async def lay(house: House) -> None:
        await put(house, "old", [await guest_of(house, "ada"), "gret"], match)

    async def look(house: House) -> None:
        row = await house.store.table("old")
        assert row is not None
        assert (row.ended, row.result, row.turn) == (match.entries[-1].time, "", None)

    asyncio.run(in_house(tmp_path, lay))
    with sqlite3.connect(path) as connection:
        before_chains(connection)
        for name in ("tables_of_host", "players_of_owner", "codes_of_table"):
            connection.execute(f"DROP INDEX {name}")
        for name in ("turn", "result", "ended"):
            connection.execute(f"ALTER TABLE tables DROP COLUMN {name}")
        connection.execute("UPDATE alembic_version SET version_num = '0004'")
    asyncio.run(in_house(tmp_path, look))


# --- the record ---------------------------------------------------------------------------------


def test_the_record_counts_who_came_in_before_whom(tmp_path: Path) -> None:
    match = played(3)
    kept = [
        Finish(ranks=(1, 2, 3)),
        Finish(ranks=(2, 1, 2)),
        Finish(ranks=(1, 1, 3)),
        Finish(ranks=(1, 2, 3), left=(0,)),
        Finish(),
    ]

    async def story(house: House) -> None:
        ada = await guest_of(house, "ada")
        for number, finish in enumerate(kept):
            result = msgspec.json.encode(finish).decode()
            await put(house, f"t{number}", [ada, "gret", "jost"], match, result=result)
        await put(house, "hot", [ada, ada, "jost"], match)
        found = await listed(house, ada)
        (record,) = found.records
        assert msgspec.structs.astuple(record.tally) == (4, 1, 1), "what was abandoned is no match"
        met = {one.card.id: msgspec.structs.astuple(one.tally) for one in record.rivals}
        assert met == {"gret": (4, 1, 1), "jost": (4, 2, 1)}
        said = {line.address: line.standing for line in found.lines}
        assert [said[f"/t/t{number}"] for number in range(5)] == [
            "won",
            "place 2 of 3",
            "tied",
            "you left",
            "abandoned",
        ]

    asyncio.run(in_house(tmp_path, story))


def test_who_left_and_what_was_abandoned_stands_in_the_result() -> None:
    match = stopped(played(3), 30)
    match.note(Resigned("gret"), 1)
    assert not match.over
    match.note(Abandoned(), None)
    assert results.finish_of(match) == Finish(left=(match.order[1],))


# --- the file -----------------------------------------------------------------------------------


async def file_of(house: House, guest: int) -> bytes:
    return b"".join([piece async for piece in download(house, guest)])


@statement("S44")
def test_the_file_holds_every_match_whole_when_it_is_over(tmp_path: Path) -> None:
    match, going = played(), stopped(played(seed=2), 40)

    async def story(house: House) -> None:
        ada = await guest_of(house, "ada")
        await put(house, "done", [ada, "gret"], match)
        await put(house, "going", [ada, "gret"], going)
        found = json.loads(await file_of(house, ada))["matches"]
        concealed, whole = (archive.read(json.dumps(one).encode(), games.find) for one in found)
        assert isinstance(concealed, archive.Recording)
        assert concealed.viewer == going.order.index(0)
        assert isinstance(whole, Match)
        assert whole.state == match.state
        assert going.seal is not None
        assert going.seal.seed not in json.dumps(found[0])

    asyncio.run(in_house(tmp_path, story))


@statement("S44", "S01")
@pytest.mark.parametrize("seed", range(4))
def test_the_file_is_the_same_in_two_worlds_while_a_match_is_running(
    tmp_path: Path, seed: int
) -> None:
    """What differs is only what the person may not know: not a byte of the file may differ."""
    rng, game = random.Random(seed), games.find(GAME)
    match = worlds.play_at_random(game, 3, game.meta.options(), rng)
    viewer = 1
    pairs = list(worlds.twin_positions(match, viewer, rng))
    assert pairs

    async def told(bodies: Any) -> bytes:
        async with opened(tmp_path / f"{rng.random()}.db") as house:
            people = [await guest_of(house, name) for name in ("ada", "ben", "cleo")]
            twin = worlds.table_after(game, match, bodies).playing()
            await put(house, "twin", list(people), twin)
            return await file_of(house, people[viewer])

    for one, other in pairs:
        true, false = asyncio.run(told(one)), asyncio.run(told(other))
        assert true == false
        assert len(json.loads(true)["matches"]) == 1


# --- being forgotten ----------------------------------------------------------------------------


@pytest.mark.placed
@statement("S44")
def test_nothing_in_the_file_knows_the_name_of_who_was_forgotten(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", name="Zerlinde")
            await ben.join(made, "Ben")
            waiting = await ada.lay("me", "open", name="Zerlinde")
            alone = await ada.lay("me", "bot:random", name="Zerlinde")
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                await together(one, other)
                await one.ask(type="chat", text="I am Zerlinde of Hamelin")
                await other.ask(type="chat", text="good evening")
                before = len(house.house.tables[made["table"]].playing().entries)
                token = ada.http.cookies["ratskeller"]
                answer = await ada.post("/api/forget", sure=True)
                assert answer.json() == {"matches": 3, "address": "/matches"}
                assert "ratskeller" not in ada.http.cookies
                await other.until(
                    lambda line: all(seat.name != "Zerlinde" for seat in line.now.seats)
                )
                names = [seat.name for seat in other.now.seats]
                assert "Ben" in names
                assert any(name.startswith("Guest") for name in names)
                assert [line.text for line in other.chat] == ["…", "good evening"]
                table = house.house.tables[made["table"]]
                assert [type(e.body) for e in table.playing().entries[before:]][:1] == [Resigned]
                assert len(table.playing().entries) > before, "the log only grows"
                mine = table.seats_of(table.row.host)
                assert mine, "somebody who plays is host"
            again = await ada.http.get("/matches", headers={"cookie": f"ratskeller={token}"})
            assert "/t/" not in again.text
            stored = await house.house.store.table(alone["table"])
            assert stored is not None
            assert stored.over, "nobody is left to play with the bots"
            seats = await house.house.store.players(waiting["table"])
            assert {seat.kind for seat in seats} == {"open"}

    asyncio.run(story())
    with sqlite3.connect(tmp_path / "house.db") as connection:
        dump = "\n".join(connection.iterdump())
    assert "Zerlinde" not in dump
    assert "good evening" in dump


@statement("S44")
def test_the_matches_of_others_outlive_who_was_forgotten(tmp_path: Path) -> None:
    match = played()

    async def story(house: House) -> None:
        ada, ben = await guest_of(house, "ada"), await guest_of(house, "ben")
        await put(house, "done", [ada, ben], match)
        await forget(house, ada, "de")
        assert (await listed(house, ada)).total == 0
        (line,) = (await listed(house, ben)).lines
        assert {one.name for one in line.places} == {"Gast 1", f"Person {ben}"}
        (file,) = json.loads(await file_of(house, ben))["matches"]
        whole = archive.read(json.dumps(file).encode(), games.find)
        assert isinstance(whole, Match)
        assert whole.state == match.state
        assert [player.name for player in whole.header.players] == ["Gast 1", f"Person {ben}"]
        assert archive.verify(whole).problems == ()
        assert (await house.open("done")).row.host == ben
        assert await guest_of(house, "cleo") not in (ada, ben), "a number is given once"

    asyncio.run(in_house(tmp_path, story))


def test_nobody_is_forgotten_who_is_not_sure_or_comes_from_elsewhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            assert (await ada.post("/api/forget", sure=False)).status_code == 400
            assert (await ada.post("/api/forget")).status_code == 400
            ada.http.headers["Origin"] = "http://elsewhere.example"
            assert (await ada.post("/api/forget", sure=True)).status_code == 403
            page = (await ada.http.get("/matches")).text
            assert f"/t/{made['table']}" in page

    asyncio.run(story())
