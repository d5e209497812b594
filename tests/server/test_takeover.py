"""A seat is its person's: nobody else gets its code while they are here, nor its hidden hand (TB-32, TB-33)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from ratskeller.server import writing
from tests.server.harness import Line, Person, Running, running, together

TEN_MINUTES = 600
HIDDEN, OPEN_CARDS = "pied_piper", "ratzentanz"


async def code_of(person: Person, table: str, seat: int) -> httpx.Response:
    return await person.post(f"/api/tables/{table}/seats/{seat}/code")


async def use(person: Person, table: str, code: httpx.Response) -> httpx.Response:
    return await person.post(f"/api/tables/{table}/seats", invitation=code.json()["code"])


@asynccontextmanager
async def left_by(
    house: Running, game: str, *people: Person
) -> AsyncIterator[tuple[str, int, list[Line]]]:
    """A match of several, which the last of them has left: the table, the empty seat, the others."""
    host, *friends = people
    made = await host.lay("me", *["open"] * len(friends), game=game, cover_after=60)
    for number, friend in enumerate(friends):
        assert (await friend.join(made, f"Friend {number}")).status_code == 200
    table = made["table"]
    async with host.line(table) as first:
        lines: list[Any] = [first]
        async with people[1].line(table) as second:
            if len(people) > 2:
                lines.append(second)
                async with people[2].line(table) as third:
                    await together(first, second)
                    (seat,) = third.now.my_seats
                await gone(lines, seat)
                yield table, seat, lines
                return
            await together(first)
            (seat,) = second.now.my_seats
        await gone(lines, seat)
        yield table, seat, lines


async def gone(lines: list[Line], seat: int) -> None:
    for line in lines:
        await line.until(lambda one: not one.now.seats[seat].online)


def deeds(line: Line, seat: int) -> tuple[str, ...]:
    found: tuple[str, ...] = line.now.seats[seat].deeds
    return found


def test_the_host_gets_no_code_for_the_seat_of_somebody_who_is_here(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", cover_after=0, game=OPEN_CARDS)
            await ben.join(made, "Ben")
            table = made["table"]
            async with ada.line(table) as host, ben.line(table) as guest:
                (seat,) = guest.now.my_seats
                no = await code_of(ada, table, seat)
                assert (no.status_code, no.json()["rule"]) == (409, "TB-32")
                assert (await code_of(ben, table, seat)).status_code == 200
                foreign = await code_of(ben, table, host.now.my_seats[0])
                assert foreign.status_code == 403, "a guest cannot take the host's seat"
            house.clock.offset += TEN_MINUTES - 1
            no = await code_of(ada, table, seat)
            assert no.json()["rule"] == "TB-32", "a minute with a broken line is not away"
            assert "10 minutes" in no.json()["text"]

    asyncio.run(story())


def test_a_seat_that_was_left_is_given_anew_openly_and_goes_back_to_its_person(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, cleo = (house.person() for _ in range(3))
            async with left_by(house, OPEN_CARDS, ada, ben) as (table, seat, (host,)):
                assert "code" not in deeds(host, seat)
                house.clock.offset += TEN_MINUTES + 1
                await host.ask(type="hello")
                assert "code" in deeds(host, seat)
                code = await code_of(ada, table, seat)
                assert code.status_code == 200
                await host.settle()
                assert (
                    host.chat[-1].text == "The host has made a new code for the seat of Friend 0."
                )
                assert (await use(cleo, table, code)).status_code == 200
                await host.settle()
                assert "may take it back" in host.chat[-1].text
                async with cleo.line(table) as new:
                    assert new.now.my_seats == (seat,)
                    async with ben.line(table) as back:
                        assert back.now.my_seats == (seat,), "who comes back has the seat again"
                        await new.until(lambda one: not one.now.my_seats)
                        await host.settle()
                        assert host.chat[-1].text == "Friend 0 is back and has the seat again."
                        own = await code_of(ben, table, seat)
                    assert (await use(cleo, table, own)).status_code == 200
                async with ben.line(table) as given_away:
                    assert not given_away.now.my_seats, "a seat moved by its own person stays moved"

    asyncio.run(story())


def test_a_seat_goes_back_after_a_talk_that_was_too_long_to_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "CHAT_BYTES", 800)

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, cleo = (house.person() for _ in range(3))
            async with left_by(house, OPEN_CARDS, ada, ben) as (table, seat, (host,)):
                house.clock.offset += TEN_MINUTES + 1
                assert (await use(cleo, table, await code_of(ada, table, seat))).status_code == 200
                for number in range(12):
                    await host.ask(type="chat", text=str(number))
                said = house.house.tables[table].chat
                assert said[0].number > 1, "the first lines are gone"
                async with ben.line(table) as back:
                    assert back.now.my_seats == (seat,)
                    await host.settle()
                    assert host.chat[-1].text == "Friend 0 is back and has the seat again."

    asyncio.run(story())


def test_a_code_of_the_host_is_void_when_the_person_is_back_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, cleo = (house.person() for _ in range(3))
            async with left_by(house, OPEN_CARDS, ada, ben) as (table, seat, _):
                house.clock.offset += TEN_MINUTES + 1
                code = await code_of(ada, table, seat)
                async with ben.line(table) as back:
                    no = await use(cleo, table, code)
                    assert (no.status_code, no.json()["rule"]) == (409, "TB-32")
                    await back.settle()
                    assert back.now.my_seats == (seat,)

    asyncio.run(story())


def test_a_hidden_hand_is_given_to_somebody_new_only_when_the_others_agree(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, cleo, dora = (house.person() for _ in range(4))
            async with left_by(house, HIDDEN, ada, ben, cleo) as (table, seat, (host, guest)):
                early = await guest.ask(type="agree", seat=seat)
                assert early.rule == "TB-32", "nobody has been away for long"
                house.clock.offset += TEN_MINUTES + 1
                for _ in range(2):
                    no = await code_of(ada, table, seat)
                    assert (no.status_code, no.json()["rule"]) == (409, "TB-33")
                await guest.settle()
                assert "give the seat of Friend 1 to somebody new" in guest.chat[-1].text
                assert len(guest.chat) == 1, "it is asked once"
                assert "agree" in deeds(guest, seat)
                await host.settle()
                assert "agree" not in deeds(host, seat), "the host has asked, and agrees with it"
                assert "cover" in deeds(host, seat), "a bot steps in meanwhile"
                await guest.ask(type="agree", seat=seat)
                assert (
                    guest.chat[-1].text
                    == "Friend 0 agrees to a new person for the seat of Friend 1."
                )
                assert "agree" not in deeds(guest, seat)
                assert (await use(dora, table, await code_of(ada, table, seat))).status_code == 200
                async with dora.line(table) as new:
                    assert new.now.my_seats == (seat,)

    asyncio.run(story())


def test_with_nobody_else_to_agree_a_hidden_hand_stays_hidden(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            async with left_by(house, HIDDEN, ada, ben) as (table, seat, (host,)):
                house.clock.offset += TEN_MINUTES + 1
                await host.ask(type="agree", seat=seat)
                no = await code_of(ada, table, seat)
                assert no.json()["rule"] == "TB-33"
                assert "a bot can step in" in no.json()["text"]
                assert type(await host.ask(type="cover", seat=seat)).__name__ == "Update"

    asyncio.run(story())


def test_an_agreement_ends_when_the_person_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, cleo = (house.person() for _ in range(3))
            async with left_by(house, HIDDEN, ada, ben, cleo) as (table, seat, lines):
                house.clock.offset += TEN_MINUTES + 1
                await code_of(ada, table, seat)
                await lines[1].ask(type="agree", seat=seat)
                async with cleo.line(table):
                    await together(*lines)
                await gone(lines, seat)
                house.clock.offset += TEN_MINUTES + 1
                assert (await code_of(ada, table, seat)).json()["rule"] == "TB-33"

    asyncio.run(story())


def test_who_has_resigned_gets_no_code(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ben.line(made["table"]) as line:
                (seat,) = line.now.my_seats
                before = await code_of(ben, made["table"], seat)
                await line.ask(type="resign")
                no = await code_of(ben, made["table"], seat)
                assert (no.status_code, no.json()["rule"]) == (403, "TB-07")
                late = await use(house.person(), made["table"], before)
                assert late.json()["rule"] == "TB-11", "nor is an older one good any more"

    asyncio.run(story())


def test_nobody_who_is_here_is_covered_whatever_the_table_says(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", cover_after=0)
            await ben.join(made)
            async with ada.line(made["table"]) as host, ben.line(made["table"]) as guest:
                (seat,) = guest.now.my_seats
                await host.until(lambda one: one.now.seats[seat].online)
                assert host.now.may_cover == ()
                no = await host.ask(type="cover", seat=seat)
                assert no.rule == "TB-21"

    asyncio.run(story())
