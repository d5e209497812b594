"""What nobody would send, and what a disk may do to one table: sentences, and nobody else is harmed."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller.core.archive import read
from ratskeller.games import find
from ratskeller.server import patience
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.schema import Kept
from ratskeller.server.store import Store
from ratskeller.server.writing import name_of
from tests.server.harness import running
from tests.statements import statement


@statement("S21")
def test_absurd_addresses_are_the_visitors_mistake_and_not_the_houses(tmp_path: Path) -> None:
    many = "9" * 5000

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            table = (await ada.lay("me", "bot:random"))["table"]
            for path in (
                f"/t/{table}/{many}",
                f"/t/{table}/9999999999",
                f"/api/tables/{table}/replay?after={many}",
                f"/api/tables/{table}/replay?after=%C2%B2",
                f"/api/tables/{table}/replay?after=%D9%A1",
                "/static/%00",
                "/static/a%00b.css",
                f"/static/{'a' * 300}",
                f"/static/{'a' * 300}/b.css",
                f"/t/{'a' * 5000}",
                "/t/%00",
                "/t/%1b%5b2J",
                f"/rules/{'x' * 3000}",
                f"/faces/pied_piper/{'x' * 300}.svg",
                f"/i/{'A' * 3000}",
                "/i/%00",
                f"/join?code={'A' * 3000}",
                f"/t/{table}/lookback/{many}",
                f"/t/{table}/lookback/0/{many}",
                f"/puzzles/pied_piper/{many}",
                "/puzzles/pied_piper/%00",
                f"/puzzles/{'x' * 3000}/1",
            ):
                answer = await ada.http.get(path)
                assert 400 <= answer.status_code < 500, (path[:60], answer.status_code)
                assert "Traceback" not in answer.text
            for path in (
                f"/api/tables/{table}/seats/{many}/code",
                f"/api/tables/{table}/seats/999999999/code",
                f"/api/tables/{table}/seats/{many}/bot",
            ):
                answer = await ada.post(path)
                assert 400 <= answer.status_code < 500, (path[:60], answer.status_code)
                assert answer.json()["rule"].startswith("TB-")
            assert (await ada.http.get(f"/t/{table}/1")).status_code == 200

    asyncio.run(story())


def test_a_name_without_ink_is_no_name() -> None:
    for invisible in (
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "\uffa0 \u3164",
        "\u0301",
        "\u17b4",
    ):
        assert name_of(invisible, [], "Guest 1") == "Guest 1", ascii(invisible)
    assert name_of("A\u3164B", [], "Guest 1") == "A B"
    for visible in ("Ada", "鼠王", "7", "🐀", "!", "أمل"):
        assert name_of(visible, [], "Guest 1") == visible


@pytest.mark.placed
@statement("S30")
def test_a_damaged_table_harms_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "house.db"
    look = Store.kept

    async def story() -> None:
        async with running(db) as house:
            ada = house.person()
            torn, garbled, whole = [(await ada.lay("me", "bot:random"))["table"] for _ in range(3)]
        file = sqlite3.connect(db)
        file.execute("UPDATE tables SET header = '{' WHERE id = ?", (garbled,))
        file.commit()
        file.close()

        async def kept(store: Store, table_id: str) -> Kept | None:
            if table_id == torn:
                raise StoreTrouble("(sqlite3.DatabaseError) database disk image is malformed")
            return await look(store, table_id)

        monkeypatch.setattr(Store, "kept", kept)
        async with running(db) as house:
            cookies, ada = ada.http.cookies, house.person()
            ada.http.cookies = cookies
            for bad in (torn, garbled):
                answer = await ada.http.get(f"/t/{bad}")
                assert answer.status_code == 500
                assert "This table is damaged" in answer.text
                problem = (await ada.http.get(f"/api/tables/{bad}/replay")).json()
                assert problem["rule"] == "TB-36"
            assert [card["address"] for card in (await ada.http.get("/api/tables")).json()] == [
                f"/t/{whole}"
            ]
            assert (await ada.http.get("/")).status_code == 200
            async with ada.line(whole) as line:
                assert line.now.my_seats

    asyncio.run(story())


def test_names_in_a_file_give_no_orders_to_a_terminal(tmp_path: Path) -> None:
    async def export() -> bytes:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random", name="Ada")
            return (await ada.http.get(f"/t/{made['table']}/export")).content

    file: Any = msgspec.json.decode(asyncio.run(export()))
    file["header"]["players"][0]["name"] = "\x1b[2J\x1b]0;owned\x07Ada\u202e\x9b1A"
    name = read(msgspec.json.encode(file), find).header.players[0].name
    assert name.isprintable()
    assert "Ada" in name


def test_who_never_ends_a_request_is_hung_up_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "SECONDS", 0.05)
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
    body = b"Origin: http://localhost\r\nContent-Length: 50\r\n\r\n{"

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            port = int(house.base.rpartition(":")[2])
            for begun in (b"", head, head + body):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(begun)
                answer = await reader.read()  # to the end of the line: it would not come otherwise
                writer.close()
                assert b"200" not in answer[:20]
                if begun.endswith(b"{"):
                    assert b" 408 " in answer[:20]
                    assert b"TB-37" in answer

    asyncio.run(story())
