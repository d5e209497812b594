"""Memory is bounded by bytes: nobody can make the house keep more than it has room for."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from ratskeller.server.limits import Rate
from ratskeller.server.listener import ROOM, Listener
from ratskeller.server.messages import Answer
from ratskeller.server.requests import REMEMBERED_BYTES, Request, Requests
from ratskeller.server.writing import CHAT_BYTES, CHAT_LENGTH
from tests.server.harness import PLENTY, Person, running
from tests.statements import statement

OUTBOX = 128 * 1024
SLOW, WISHES = 4, 60


@asynccontextmanager
async def deaf_line(person: Person, table: str) -> AsyncIterator[Any]:
    """A socket that can send, and hardly takes anything in: a line that nobody reads from."""
    host, _, port = person.base.removeprefix("http://").partition(":")
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 * 1024)
    plain.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
    async with websockets.connect(
        f"ws://{host}:{port}/t/{table}/socket",
        sock=plain,
        origin=websockets.Origin(person.base),
        additional_headers={"Cookie": person.cookie()},
        max_queue=1,
        max_size=None,
        compression=None,
        close_timeout=0.1,
    ) as connection:
        yield connection


async def read_on(connection: Any) -> None:
    """Read what was on the way, and go on until there is no more."""
    while True:
        await connection.recv()


@statement("S22")
def test_sockets_that_ask_and_never_read_are_cut_and_the_memory_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits is counted, byte by byte, whenever something is put into an outbox."""
    limits = msgspec.structs.replace(PLENTY, outbox=OUTBOX)
    waiting: dict[Listener, int] = {}
    peak = longest = 0
    put = Listener.send_again

    def counted(listener: Listener, line: bytes) -> None:
        nonlocal peak, longest
        put(listener, line)
        waiting[listener] = sum(map(len, filter(None, listener._outbox)))
        peak, longest = max(peak, sum(waiting.values())), max(longest, len(line))

    monkeypatch.setattr(Listener, "send_again", counted)

    async def story() -> None:
        async with running(tmp_path / "house.db", limits=limits) as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "bot:random")
            table = house.house.tables[made["table"]]
            async with AsyncExitStack() as stack:
                line = await stack.enter_async_context(ada.line(made["table"]))
                deaf = [
                    await stack.enter_async_context(deaf_line(ben, made["table"]))
                    for _ in range(SLOW)
                ]
                for _ in range(WISHES):
                    for one in deaf:
                        with suppress(websockets.ConnectionClosed):
                            await one.send('{"type": "hello"}')
                    await line.settle()  # others are served all the while
                while len(table.audience.listeners) > 1:
                    await line.settle()
                assert sum(one.held for one in table.audience.listeners) == 0
                assert not house.house.lines["127.0.0.1"], "they do not count any more"
                for one in deaf:
                    with pytest.raises(websockets.ConnectionClosed):
                        await read_on(one)
            assert OUTBOX < peak <= SLOW * OUTBOX + longest

    asyncio.run(story())


def test_an_outbox_has_room_for_bytes_and_for_messages_and_always_for_one() -> None:
    async def story() -> None:
        one = Listener(None, "en", room=1000)
        one.send(Answer("", "x" * 5000))
        assert not one.is_cut(), "a whole may be long, and a line must begin somehow"
        assert await one.next_line()
        assert one.held == 0
        many = Listener(None, "en")
        for _ in range(ROOM):
            many.send(Answer("", "x"))
        assert not many.is_cut()
        many.send(Answer("", "x"))
        assert many.is_cut()
        assert many.held == 0
        many.send(Answer("", "x"))
        assert many.held == 0, "who was cut is told nothing more"

    asyncio.run(story())


def test_answers_are_remembered_as_far_as_there_is_room() -> None:
    requests, line = Requests(), b"x" * (REMEMBERED_BYTES // 10)
    for number in range(100):
        requests.remember(Request(1, f"r{number}", "digest"), line)
        requests.remember(Request(1, f"r{number}", "digest"), line)
    assert sum(len(kept) for _, kept in requests.answers.values()) == requests.held
    assert len(requests.answers) == 10
    assert (1, "r99") in requests.answers


def test_a_table_keeps_the_newest_of_its_chat(tmp_path: Path) -> None:
    count = CHAT_BYTES // CHAT_LENGTH + 20

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "open")
            async with ada.line(made["table"]) as line:
                for number in range(count):
                    await line.ask(type="chat", text=f"{number} " + "x" * CHAT_LENGTH)
            async with ada.line(made["table"]) as line:
                said = sum(len(one.text) for one in line.chat)
                assert CHAT_BYTES / 2 < said <= CHAT_BYTES
                assert line.chat[-1].text.startswith(f"{count - 1} ")
                numbers = [one.number for one in line.chat]
                assert numbers == list(range(numbers[0], count + 1)), "numbers go on"
            stored = await house.house.store.chat(made["table"])
            assert [row.number for row in stored] == numbers, "the file does not grow either"

    asyncio.run(story())


@statement("S22")
def test_a_guest_has_so_many_sockets_wholes_and_lines_of_chat(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(PLENTY, sockets=3, wholes=Rate(5, 1), chat=Rate(2, 1))

    async def story() -> None:
        async with running(tmp_path / "house.db", limits=limits) as house:
            house.clock.stop()
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with AsyncExitStack() as stack:
                lines = [await stack.enter_async_context(ada.line(made["table"])) for _ in range(3)]
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await stack.enter_async_context(ada.line(made["table"]))
                assert refused.value.response.status_code == 429
                assert b"TB-34" in refused.value.response.body
                await stack.enter_async_context(ben.line(made["table"]))
                answers = [await one.ask(type="hello") for one in lines]
                kinds = [type(answer).__name__ for answer in answers]
                assert kinds == ["Whole", "Whole", "Denial"], "three were for coming"
                assert answers[-1].rule == "TB-29"
                said = [await lines[0].ask(type="chat", text="hello") for _ in range(3)]
                assert [getattr(one, "rule", "") for one in said] == ["", "", "TB-29"]
                house.clock.offset += 1
                assert type(await lines[0].ask(type="hello")).__name__ == "Whole"
            async with ada.line(made["table"], greet=False):
                pass

    asyncio.run(story())
