"""Sitting down, staying, going, coming back: seats without accounts."""

from __future__ import annotations

import asyncio
import hashlib
import random
import sqlite3
from pathlib import Path

import pytest

from ratskeller.server.store import DAY, GUEST_DAYS
from tests.server.harness import Line, running, together
from tests.statements import statement


@pytest.mark.placed
@statement("S10")
def test_a_seat_hangs_on_a_cookie_that_is_stored_as_a_hash(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db", proxies=["127.0.0.1"]) as house:
            ada, secure = house.person(), house.person(**{"X-Forwarded-Proto": "https"})
            await ada.lay("me", "bot:random")
            token = ada.http.cookies["ratskeller"]
            assert len(token) * 6 >= 128
            stored = sqlite3.connect(tmp_path / "house.db")
            hashes = [row[0] for row in stored.execute("SELECT token_hash FROM guests")]
            stored.close()
            assert hashes == [hashlib.sha256(token.encode()).hexdigest()]
            whole_file = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert token.encode() not in whole_file
            page = await ada.http.get("/")
            given = page.headers["set-cookie"]
            for flag in ("HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={400 * 86400}"):
                assert flag in given
            assert "Secure" not in given
            assert token not in page.text
            secure.http.headers["Origin"] = house.base.replace("http:", "https:")
            answer = await secure.post(
                "/api/tables", game="pied_piper", seats=[{"kind": "me"}, {"kind": "bot"}]
            )
            given = answer.headers["set-cookie"]
            assert given.startswith("__Host-ratskeller=")
            assert "Secure" in given
            assert "HttpOnly" in given

    asyncio.run(story())


@statement("S11")
def test_the_invitation_is_not_the_seat_and_can_be_renewed_or_locked(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, cleo, dora = (house.person() for _ in range(4))
            made = await ada.lay("me", "open", "open", "open")
            table = made["table"]
            assert made["invitation"].endswith(made["code"].replace("-", ""))
            assert ada.http.cookies["ratskeller"] not in str(made)
            assert (await ben.join(made)).status_code == 200
            again = await ben.join(made)
            assert again.status_code == 200, "who sits there already is just let in"
            free = [p for p in house.house.tables[table].players if p.kind == "open"]
            assert len(free) == 2, "an invitation claims one seat a person"
            renewed = (await ada.post(f"/api/tables/{table}/invitation", locked=False)).json()
            assert renewed["code"] != made["code"]
            refused = await cleo.join(made)
            assert (refused.status_code, refused.json()["rule"]) == (404, "TB-11")
            assert (await cleo.join(renewed)).status_code == 200
            locked = (await ada.post(f"/api/tables/{table}/invitation", locked=True)).json()
            assert locked["invitation"] == ""
            code = house.house.tables[table].row.invitation
            refused = await dora.join({**made, "invitation": f"/i/{code}"})
            assert refused.json()["rule"] == "TB-12"
            assert (await dora.http.get(f"/i/{code}")).status_code == 409
            foreign = await ben.post(f"/api/tables/{table}/invitation", locked=False)
            assert (foreign.status_code, foreign.json()["rule"]) == (403, "TB-17")
            waiting = await dora.http.get(f"/t/{table}")
            assert code not in waiting.text, "a stranger's page holds no invitation"

    asyncio.run(story())


@pytest.mark.heavy
@statement("S12")
def test_a_hundred_people_try_a_thousand_times_for_three_seats(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            host = house.person()
            made = await host.lay("me", "open", "open", "open")
            people = [house.person() for _ in range(100)]

            async def crowd(person: int) -> list[int]:
                return [(await people[person].join(made)).status_code for _ in range(10)]

            answers = await asyncio.gather(*(crowd(number) for number in range(len(people))))
            winners = [one for one in answers if one[0] == 200]
            assert len(winners) == 3
            assert all(code == 409 for one in answers for code in one if one not in winners)
            players = await house.house.store.players(made["table"])
            assert len({player.guest for player in players}) == 4
            assert house.house.tables[made["table"]].status == "playing"

    asyncio.run(story())


@statement("S13")
def test_a_guest_is_known_for_400_days_after_each_visit(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            for _ in range(2):
                house.clock.offset += (GUEST_DAYS - 1) * DAY
                async with ada.line(made["table"]) as line:
                    assert line.now.my_seats
            house.clock.offset += (GUEST_DAYS + 1) * DAY
            async with ada.line(made["table"]) as line:
                assert not line.now.my_seats

    asyncio.run(story())


@statement("S13", "S16")
def test_a_seat_moves_to_another_device_by_a_code_that_works_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, phone, thief = (house.person() for _ in range(3))
            made = await ada.lay("me", "bot:random", name="Ada")
            table = made["table"]
            async with ada.line(table) as old:
                seat = old.now.my_seats[0]
                refused = await thief.post(f"/api/tables/{table}/seats/{seat}/code")
                assert (refused.status_code, refused.json()["rule"]) == (403, "TB-07")
                code = (await ada.post(f"/api/tables/{table}/seats/{seat}/code")).json()
                typed = await phone.http.get("/join", params={"code": code["code"].lower()})
                assert typed.headers["location"] == code["address"]
                assert (await phone.http.get(code["address"])).status_code == 200
                body = {"invitation": code["code"]}
                moved = await phone.post(f"/api/tables/{table}/seats", **body)
                assert moved.json()["seat"] == seat
                again = await thief.post(f"/api/tables/{table}/seats", **body)
                assert again.json()["rule"] == "TB-11"
                await old.until(lambda line: not line.now.my_seats)
                assert old.now.seat is None
                assert not [part for part in old.parts if part.startswith("hand:")]
                assert old.chat[-1].text == "Ada plays on another device now."
            async with phone.line(table) as new:
                assert new.now.my_seats == (seat,)
                assert [part for part in new.parts if part.startswith("hand:")]
            late = (await phone.post(f"/api/tables/{table}/seats/{seat}/code")).json()
            house.clock.offset += 16 * 60
            expired = await thief.post(f"/api/tables/{table}/seats", invitation=late["code"])
            assert expired.json()["rule"] == "TB-11"

    asyncio.run(story())


@statement("S15")
def test_two_tabs_show_the_same_and_one_move_is_accepted(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            table = made["table"]
            async with ada.line(table) as one, ben.line(table) as other:
                await together(one, other)
                person, line = (ada, one) if one.now.legal else (ben, other)
                async with person.line(table) as twin:
                    await line.settle()
                    await twin.settle()
                    assert twin.now == line.now
                    both = await asyncio.gather(line.choose(0), twin.choose(1))
                    kinds = sorted(type(answer).__name__ for answer in both)
                    assert kinds == ["Denial", "Update"]
                    refusal = next(a for a in both if type(a).__name__ == "Denial")
                    assert refusal.rule == "TB-06"
                    await line.settle()
                    await twin.settle()
                    assert twin.parts == line.parts
                    assert twin.now == line.now
                    assert len(house.house.tables[table].audience.listeners) == 3, (
                        "nobody was thrown out"
                    )

    asyncio.run(story())


def test_several_people_on_one_device_see_one_hand_at_a_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "here", "bot:random", name="Ada")
            table = made["table"]
            rng = random.Random(2)
            async with ada.line(table) as line:
                assert len(line.now.my_seats) == 2
                await line.until(lambda one: one.now.asks)
                seen: set[int] = set()
                while line.now.status != "over":
                    if not line.now.asks:
                        await line.next()
                        continue
                    if line.now.seat is None:
                        assert not hand(line), "behind the curtain lies nobody's hand"
                        await line.ask(type="sit", seat=line.now.to_act)
                        assert hand(line)
                        seen.add(line.now.to_act)
                    await line.move(rng)
                assert len(seen) == 2
                page = await ada.http.get(f"/t/{table}")
                assert page.status_code == 200
            bot = next(seat for seat in range(3) if seat not in line.now.my_seats)
            async with ada.line(table) as line:
                refusal = await line.ask(type="sit", seat=bot)
                assert refusal.rule == "TB-07"

    asyncio.run(story())


def hand(line: Line) -> list[str]:
    return [part for part in line.parts if part.startswith("hand:")]


@statement("S40")
def test_a_bot_covers_for_who_is_away_and_the_person_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", cover_after=60)
            await ben.join(made, "Ben")
            table = made["table"]
            async with ada.line(table) as line:
                mine = line.now.my_seats[0]
                other = 1 - mine
                async with ben.line(table):
                    await line.until(lambda one: one.now.seats[other].online)
                    refusal = await line.ask(type="cover", seat=other)
                    assert refusal.rule == "TB-21"
                await line.until(lambda one: not one.now.seats[other].online)
                house.clock.offset += 61
                await line.ask(type="hello")
                assert line.now.may_cover == (other,)
                assert line.now.seats[other].away >= 60
                await line.ask(type="cover", seat=other)
                assert line.now.seats[other].covered
                rng = random.Random(1)
                await line.until(lambda one: bool(one.now.legal))
                while not any(entry.by.startswith("bot:") for entry in line.log):
                    if line.now.legal:
                        await line.move(rng)
                    else:
                        await line.next()
                await line.until(lambda one: bool(one.now.legal))
                async with ben.line(table) as back:
                    assert back.now.seats[other].covered
                    await back.ask(type="return")
                    assert not back.now.seats[other].covered
                    await line.settle()
                    await line.move(rng)
                    while line.now.legal:
                        await line.move(rng)
                    await back.asked()
                    texts = [entry.text for entry in line.log]
                    assert "A bot plays for Ben now." in texts
                    assert "Ben is back." in texts

    asyncio.run(story())


def test_who_resigns_watches_while_a_bot_plays_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ada.line(made["table"]) as line, ben.line(made["table"]) as other:
                seat = line.now.my_seats[0]
                await line.ask(type="resign")
                assert line.now.my_seats == ()
                assert not hand(line)
                assert line.now.seats[seat].resigned
                await other.until(lambda one: one.now.seats[seat].resigned)
                rng = random.Random(4)
                while not any(entry.by.startswith("bot:") for entry in other.log):
                    if other.now.legal:
                        await other.move(rng)
                    else:
                        await other.next()
                refusal = await line.ask(type="return")
                assert refusal.rule == "TB-28", "who has left for good cannot come back"

    asyncio.run(story())


def test_the_match_is_stopped_when_all_agree(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", "bot:random")
            await ben.join(made)
            async with ada.line(made["table"]) as line, ben.line(made["table"]) as other:
                await line.ask(type="abandon")
                assert line.now.status == "playing"
                await line.ask(type="abandon", agree=False)
                assert not any(seat.wants_to_stop for seat in line.now.seats)
                await line.ask(type="abandon")
                await other.until(lambda one: any(seat.wants_to_stop for seat in one.now.seats))
                await other.ask(type="abandon")
                assert other.now.status == "over"
                assert other.now.result.ranks == ()
                await line.until(lambda one: one.now.status == "over")

    asyncio.run(story())


def test_who_wants_to_stop_is_remembered_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ada.line(made["table"]) as line:
                await line.ask(type="abandon")
            cookies = ada.http.cookies, ben.http.cookies
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            ada.http.cookies, ben.http.cookies = cookies
            async with ada.line(made["table"]) as line, ben.line(made["table"]) as other:
                mine = line.now.my_seats[0]
                assert [seat.wants_to_stop for seat in line.now.seats] == [mine == 0, mine == 1]
                await other.ask(type="abandon")
                assert other.now.status == "over"

    asyncio.run(story())


def test_a_rematch_keeps_the_table_together_and_moves_the_start_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", "bot:random", name="Ada")
            await ben.join(made, "Ben")
            async with ada.line(made["table"]) as line, ben.line(made["table"]) as other:
                await asyncio.gather(line.play(random.Random(1)), other.play(random.Random(2)))
                first = [seat.name for seat in line.now.seats]
                await line.ask(type="rematch", nonce="ab" * 16)
                address = line.now.rematch
                await other.until(lambda one: bool(one.now.rematch))
                await other.ask(type="rematch")
                assert other.now.rematch == address
            table = address.removeprefix("/t/")
            async with ada.line(table) as line:
                assert line.now.status == "open", "nothing is dealt before everybody is back"
                async with ben.line(table) as other:
                    assert other.now.status == "playing"
                    await line.until(lambda one: one.now.status == "playing")
                    second = [seat.name for seat in line.now.seats]
                    assert second == [*first[1:], first[0]]
                    assert line.log[0].rule == "TB-31", "it says why nobody drew the start"
            header = house.house.tables[table].playing().header
            assert "ab" * 16 in header.nonces

    asyncio.run(story())


def test_the_host_fills_a_seat_with_a_bot_and_changes_the_settings(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "open")
            table = made["table"]
            async with ada.line(table) as line:
                await ada.post(f"/api/tables/{table}/settings", chat=False, cover_after=5)
                await line.until(lambda one: not one.now.chat)
                refusal = await line.ask(type="chat", text="hello")
                assert refusal.rule == "TB-20"
                answer = await ada.post(f"/api/tables/{table}/seats/1/bot", bot="random")
                assert answer.status_code == 200
                await line.until(lambda one: one.now.status == "playing")

    asyncio.run(story())
