"""The doors: who may send what from where, and what every answer carries."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import httpx
import pytest
import websockets

from ratskeller.server.serve import listen
from ratskeller.server.writing import CHAT_LENGTH, NAME_LENGTH, code_of, name_of, tidy
from tests.server.harness import running
from tests.statements import statement


def test_what_is_said_goes_out_at_once() -> None:
    """A line that waits to be filled (Nagle) makes every answer of two pieces 40 ms late."""

    async def story() -> None:
        accepted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def meet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            accepted.set_result(bool(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        with listen("127.0.0.1", 0, "en") as listening:
            address = listening.getsockname()
            async with await asyncio.start_server(meet, sock=listening):
                _, writer = await asyncio.open_connection(*address)
                assert await accepted
                writer.close()

    asyncio.run(story())


@statement("S17")
def test_a_socket_opens_for_our_own_pages_only(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            address = f"{house.base.replace('http', 'ws', 1)}/t/{made['table']}/socket"
            headers = {"Cookie": ada.cookie()}
            foreign = [
                "https://evil.example",
                house.base.replace("http", "https"),
                house.base + "0",
                "null",
                None,
            ]
            for origin in foreign:
                with pytest.raises(websockets.InvalidStatus) as refused:
                    await websockets.connect(
                        address,
                        origin=None if origin is None else websockets.Origin(origin),
                        additional_headers=headers,
                    )
                assert refused.value.response.status_code == 403
                assert json.loads(refused.value.response.body)["rule"] == "TB-15"
            with pytest.raises(websockets.InvalidStatus) as refused:
                await websockets.connect(
                    address,
                    origin=websockets.Origin(house.base),
                    additional_headers={**headers, "Sec-Fetch-Site": "cross-site"},
                )
            assert refused.value.response.status_code == 403
            async with ada.line(made["table"]) as line:
                assert line.now.my_seats

    asyncio.run(story())


@statement("S18")
def test_a_request_that_changes_something_must_come_from_our_own_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "open")
            body = {"game": "pied_piper", "seats": [{"kind": "me"}, {"kind": "bot"}]}
            paths = ["/api/tables", f"/api/tables/{made['table']}/invitation", "/nowhere"]
            bad = [
                {"Origin": "https://evil.example"},
                {"Origin": "null"},
                {"Origin": ""},
                {"Sec-Fetch-Site": "cross-site"},
                {"Sec-Fetch-Site": "same-site"},
            ]
            for path in paths:
                for headers in bad:
                    answer = await ada.http.post(path, json=body, headers=headers)
                    assert (answer.status_code, answer.json()["rule"]) == (403, "TB-15")
            async with httpx.AsyncClient(base_url=house.base) as without_origin:
                answer = await without_origin.post("/api/tables", json=body)
                assert answer.status_code == 403
            assert len(house.house.tables) == 1, "nothing was changed"
            for path in ("/api/tables", f"/t/{made['table']}"):
                assert (await ada.http.put(path)).status_code == 405
                assert (await ada.http.delete(path)).status_code == 405

    asyncio.run(story())


@statement("S19")
def test_every_answer_carries_the_headers(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db", proxies=["127.0.0.1"]) as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            paths = ["/", "/settings", "/nowhere", "/api/games", "/api/nothing"]
            paths += ["/static/inks.css", "/static/../app.py", "/favicon.svg", "/rules/pied_piper"]
            paths += [f"/t/{made['table']}", f"/t/{made['table']}/1", "/t/nobody"]
            for path in paths:
                answer = await ada.http.get(path)
                headers = answer.headers
                policy = headers["content-security-policy"]
                assert "unsafe" not in policy
                for part in (
                    "default-src 'self'",
                    "script-src 'self'",
                    "object-src 'none'",
                    "base-uri 'none'",
                    "frame-ancestors 'none'",
                ):
                    assert part in policy.split("; ")
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert "strict-transport-security" not in headers
                assert "server" not in headers or "uvicorn" in headers["server"]
                if headers["content-type"].startswith("text/html"):
                    assert_only_own_scripts(answer.text)
                    assert headers["cache-control"] == "no-store"
                secure = await ada.http.get(path, headers={"X-Forwarded-Proto": "https"})
                assert secure.headers["strict-transport-security"].startswith("max-age=")

    asyncio.run(story())


def assert_only_own_scripts(page: str) -> None:
    """No inline script, no inline style, no handler attribute, nothing from elsewhere."""
    assert " onclick=" not in page
    assert " style=" not in page
    assert "<style" not in page
    for piece in page.split("<script")[1:]:
        tag = piece.partition(">")[0]
        assert 'src="/static/' in tag or 'type="application/json"' in tag
    for scheme in ('src="http', 'href="http', 'src="//', 'href="//'):
        assert scheme not in page


XSS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'};alert(1);//",
    "</script><script>alert(1)</script>",
    "{{ 1237 * 7919 }}",
    "<!--",
    "javascript:alert(1)",
    "&lt;b&gt;",
]


@statement("S20")
@pytest.mark.parametrize("text", XSS)
def test_names_and_chat_are_text_and_nothing_else(tmp_path: Path, text: str) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", name=text)
            name = tidy(text, NAME_LENGTH)
            invitation = await ben.http.get(made["invitation"])
            await ben.join(made, "Ben")
            async with ada.line(made["table"]) as line, ben.line(made["table"]) as other:
                await line.ask(type="chat", text=text)
                await other.until(lambda one: bool(one.chat))
                assert other.chat[0].text == text
                assert name in [seat.name for seat in other.now.seats]
            pages = [invitation]
            pages += [await ben.http.get(f"/t/{made['table']}{rest}") for rest in ("", "/1")]
            pages += [await ben.http.get("/"), await ada.http.get("/")]
            for page in pages:
                assert page.status_code == 200
                assert "<script>alert" not in page.text
                assert "<img src=x" not in page.text
                assert "9795803" not in page.text, "a name was taken for a template"
                assert_only_own_scripts(page.text)

    asyncio.run(story())


@statement("S20")
def test_names_cannot_break_the_line_they_stand_on() -> None:
    assert tidy("Ada\u202egnp.exe", 24) == "Adagnp.exe"
    assert tidy("a\u2066b\u200fc\u0000d\n\te", 24) == "abc d e"
    zalgo = "Z" + "\u0301" * 40 + "a\u0300\u0301\u0302\u0303l"
    assert len(tidy(zalgo, 24)) <= 8
    assert tidy("x" * 500, NAME_LENGTH) == "x" * NAME_LENGTH
    assert tidy("   ", 24) == ""
    assert tidy("鼠  王", 24) == "鼠 王"
    assert tidy("ab" * CHAT_LENGTH, CHAT_LENGTH) == "ab" * (CHAT_LENGTH // 2)
    assert name_of("Ada", ["ada"], "Guest") == "Ada 2"
    assert name_of("\u202e", [], "Guest 1") == "Guest 1"
    assert name_of("w" * 30, ["w" * 24, "w" * 21 + " 2"], "") == "w" * 21 + " 3"
    assert code_of(" k7qm-2xrd ") == "K7QM2XRD"
    assert code_of("k7qm-2xr0") == ""
    assert code_of("K7QM") == ""
