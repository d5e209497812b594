"""Who comes from where: limits by address and network, proxies that are believed, names of the house."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from ratskeller.core.match import TableRefused
from ratskeller.server.limits import Gate, Limits, Rate, network_of
from tests.server.harness import PLENTY, Person, Running, running
from tests.statements import statement

TABLE = {"game": "pied_piper", "seats": [{"kind": "me"}, {"kind": "open"}]}
PROXY = ("127.0.0.1",)


def stranger(house: Running, address: str) -> Person:
    """Somebody without a cookie, or so they say, from an address."""
    return house.person(**{"X-Forwarded-For": address})


async def lay(house: Running, address: str) -> int:
    return (await stranger(house, address).http.post("/api/tables", json=TABLE)).status_code


def limited(**rates: Rate) -> Limits:
    return msgspec.structs.replace(PLENTY, **rates)


@statement("S22")
def test_a_forged_address_is_believed_of_nobody_but_a_named_proxy(tmp_path: Path) -> None:
    async def story() -> None:
        limits = limited(tables=Rate(2, 0.001))
        async with running(tmp_path / "house.db", limits=limits) as house:
            house.clock.stop()
            answers = [await lay(house, f"203.0.113.{number}") for number in range(3)]
            assert answers == [201, 201, 429], "an address that anybody can write is no address"
            page = await stranger(house, "203.0.113.9").http.get(
                "/", headers={"X-Forwarded-Proto": "https"}
            )
            assert "strict-transport-security" not in page.headers
        async with running(tmp_path / "proxied.db", limits=limits, proxies=PROXY) as house:
            house.clock.stop()
            answers = [await lay(house, f"203.0.113.{number}") for number in range(3)]
            assert answers == [201, 201, 201]
            forged = [await lay(house, f"10.9.8.{number}, 198.51.100.7") for number in range(3)]
            assert forged == [201, 201, 429], "the proxy adds the last one, the guest the others"

    asyncio.run(story())


@statement("S22")
def test_who_joins_without_a_cookie_is_no_endless_stream_of_guests(tmp_path: Path) -> None:
    async def story() -> None:
        limits = limited(guests=Rate(3, 0.001))
        async with running(tmp_path / "house.db", limits=limits) as house:
            house.clock.stop()
            host = house.person()
            made = await host.lay("me", "open", "open", "open")
            assert (await house.person().join(made)).status_code == 200
            assert (await house.person().join(made)).status_code == 200
            late = await house.person().join(made)
            assert (late.status_code, late.json()["rule"]) == (429, "TB-29")
            assert int(late.headers["retry-after"]) > 0
            assert (await house.person().http.post("/api/tables", json=TABLE)).status_code == 429
            assert (await host.http.post("/api/tables", json=TABLE)).status_code == 201
            house.clock.offset += 1001
            assert (await house.person().join(made)).status_code == 200

    asyncio.run(story())


@statement("S22")
def test_joining_is_counted_by_address_whoever_asks(tmp_path: Path) -> None:
    async def story() -> None:
        limits = limited(joins=Rate(3, 0.001))
        async with running(tmp_path / "house.db", limits=limits, proxies=PROXY) as house:
            house.clock.stop()
            made = await stranger(house, "203.0.113.1").lay("me", "open")
            ben = stranger(house, "203.0.113.2")
            answers = [(await ben.join(made)).status_code for _ in range(4)]
            assert answers == [200, 200, 200, 429]
            assert (await stranger(house, "198.51.100.1").join(made)).status_code == 409

    asyncio.run(story())


@statement("S22")
@pytest.mark.parametrize("door", ["/api/invitations/{}", "/i/{}", "/qr/{}.svg", "/join?code={}"])
def test_who_guesses_codes_has_to_wait(tmp_path: Path, door: str) -> None:
    async def story() -> None:
        limits = limited(guesses=Rate(3, 0.001))
        async with running(tmp_path / "house.db", limits=limits, proxies=PROXY) as house:
            house.clock.stop()
            host, thief = stranger(house, "203.0.113.1"), stranger(house, "198.51.100.1")
            made = await host.lay("me", "open")
            right = made["invitation"].rpartition("/")[2]
            for _ in range(5):
                good = await thief.http.get(door.format(right))
                assert good.status_code in (200, 303), "who is right does not guess"
            for _ in range(3):
                assert (await thief.http.get(door.format("22222222"))).status_code == 404
            late = await thief.http.get(door.format(right))
            assert late.status_code == 429, "now even the right one would be a guess"
            assert (await thief.join(made)).status_code == 429
            assert (await host.http.get(door.format(right))).status_code in (200, 303)

    asyncio.run(story())


def test_a_network_bears_more_than_an_address_and_not_everything() -> None:
    assert network_of("203.0.113.7") == ("203.0.113.7/32", "203.0.113.0/24")
    assert network_of("::ffff:203.0.113.7") == network_of("203.0.113.7")
    assert network_of("2001:db8:1:2:3:4:5:6") == ("2001:db8:1:2::/64", "2001:db8:1::/48")
    assert network_of("fe80::1%eth0") == ("fe80::/64", "fe80::/48")
    assert network_of("") == ("", "")
    gate, came = Gate(Rate(2, 0.001)), 0
    for number in range(200):
        try:
            gate.take(f"203.0.113.{number}", 0.0)
        except TableRefused:
            break
        came += 1
    assert came == 16
    gate.take("198.51.100.1", 0.0)


@statement("S17")
def test_the_house_answers_to_its_own_names_only(tmp_path: Path) -> None:
    async def ask(house: Running, host: str, **headers: str) -> int:
        answer = await house.person().http.get("/", headers={"Host": host, **headers})
        return answer.status_code

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            for own in ("localhost", "127.0.0.1:8080", "[::1]:80", "192.168.0.7:1284"):
                assert await ask(house, own) == 200, own
            for foreign in ("evil.example", "evil.example:1284", "localhost.evil.example", ""):
                assert await ask(house, foreign) in (400, 421), foreign
            body = {"Host": "evil.example", "Origin": "http://evil.example"}
            borrowed = await house.person().http.post("/api/tables", json=TABLE, headers=body)
            assert (borrowed.status_code, borrowed.json()["rule"]) == (421, "TB-35")
        async with running(tmp_path / "house.db", hosts=("Rats.example",)) as house:
            assert await ask(house, "rats.example") == 200
            assert await ask(house, "rats.example:443") == 200
            assert await ask(house, "localhost") == 200
            assert await ask(house, "192.168.0.7") == 421, "it has a name"
            upgrade = {
                "Upgrade": "websocket",
                "Connection": "Upgrade",
                "Origin": "http://evil.example",
            }
            upgrade |= {
                "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==",
            }
            assert await ask(house, "evil.example", **upgrade) == 421

    asyncio.run(story())
