"""Nobody can ask for so much that others wait: messages of a socket, tables of a guest."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from ratskeller.core.match import TableRefused
from ratskeller.server.limits import DEFAULT_LIMITS, Bucket, Buckets, Limits, Rate
from tests.server.harness import running
from tests.statements import statement


def test_a_bucket_gives_a_rush_and_then_drop_by_drop() -> None:
    bucket = Bucket(Rate(rush=3, a_second=0.5), now=100.0)
    for _ in range(3):
        bucket.take(100.0)
    with pytest.raises(TableRefused) as no:
        bucket.take(100.0)
    assert no.value.refusal.args == {"seconds": 2}
    bucket.take(102.0)
    with pytest.raises(TableRefused):
        bucket.take(102.5)
    bucket.take(1000.0)
    assert bucket.drops == 2, "it never holds more than a rush"
    bucket.take(900.0)  # a clock that is put back takes nothing away
    assert bucket.drops == 1


def test_each_visitor_has_a_bucket_of_their_own() -> None:
    buckets = Buckets(Rate(rush=1, a_second=0.001))
    buckets.take("ada", 0.0)
    buckets.take("ben", 0.0)
    with pytest.raises(TableRefused):
        buckets.take("ada", 1.0)


@statement("S22")
def test_a_socket_that_floods_the_table_is_told_when_to_go_on(tmp_path: Path) -> None:
    limits = Limits(messages=Rate(30, 5), tables=Rate(100, 1))

    async def story() -> None:
        async with running(tmp_path / "house.db", limits=limits) as house:
            house.clock.stop()
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"]) as line, ben.line(made["table"]) as other:
                for number in range(60):
                    await line.send(type="ping", request=f"p{number}")
                answers = [await line.next() for _ in range(60)]
                refused = [one for one in answers if type(one).__name__ == "Denial"]
                assert len(refused) == 31, (
                    "of 61 messages, the greeting among them, a rush of 30 is heard"
                )
                assert {one.rule for one in refused} == {"TB-29"}
                assert refused[0].text == "That was too much at once. Try again in a second."
                assert refused[-1].request == "p59", "it says which message was not heard"
                await other.settle()  # others are served as always
                house.clock.offset += 1
                await line.settle()

    asyncio.run(story())


@statement("S22")
def test_a_guest_who_lays_too_many_tables_is_told_when_to_go_on(tmp_path: Path) -> None:
    limits = Limits(messages=Rate(100, 10), tables=Rate(3, 1 / 20))
    body = {"game": "pied_piper", "seats": [{"kind": "me"}, {"kind": "open"}]}

    async def story() -> None:
        async with running(tmp_path / "house.db", limits=limits) as house:
            house.clock.stop()
            ada, ben = house.person(), house.person()
            first = await ada.http.post("/api/tables", json=body)  # by address: no cookie yet
            assert first.status_code == 201
            for _ in range(3):
                assert (await ada.http.post("/api/tables", json=body)).status_code == 201
            full = await ada.http.post("/api/tables", json=body)
            assert full.status_code == 429
            assert full.json()["rule"] == "TB-29"
            assert full.headers["retry-after"] == "20"
            assert "in 20 seconds" in full.json()["text"]
            for _ in range(2):  # who never brings a cookie back is known by the address
                assert (await ben.http.post("/api/tables", json=body)).status_code == 201
                ben.http.cookies.clear()
            assert (await ben.http.post("/api/tables", json=body)).status_code == 429
            house.clock.offset += 21
            assert (await ada.http.post("/api/tables", json=body)).status_code == 201

    asyncio.run(story())


def test_the_limits_of_the_house_are_far_beyond_what_people_do() -> None:
    assert DEFAULT_LIMITS.messages.a_second >= 20
    assert DEFAULT_LIMITS.tables.rush >= 50
