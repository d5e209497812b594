"""Bad input: a typed answer with a sentence, nothing changed, nothing leaked, never a trace."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from ratskeller.core.game import Refusal
from ratskeller.server.messages import MAX_MESSAGE
from ratskeller.server.refusals import ONLINE, said
from ratskeller.words import LANGUAGES
from tests.server.harness import running
from tests.statements import statement

SEATS = [{"kind": "me"}, {"kind": "bot"}]


@statement("S21")
def test_too_long_and_malformed_messages_get_a_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"]) as line:
                await line.until(lambda one: bool(one.now.legal))

                async def rule_of(frame: str | bytes) -> str:
                    await line.connection.send(frame)
                    answer = await line.next()
                    assert len(answer.text.split()) <= 40
                    rule: str = answer.rule
                    return rule

                assert await rule_of("x" * (MAX_MESSAGE + 1)) == "TB-14"
                assert await rule_of(b"\x00\x01") == "TB-13"
                assert await rule_of("{}") == "TB-13"
                assert await rule_of('{"type":"dance"}') == "TB-13"
                assert await rule_of('{"type":"undo","version":1,"more":2}') == "TB-13"
                assert await rule_of('{"type":"hello","request":"' + "r" * 65 + '"}') == "TB-13"
                bad = {"type": "choose", "version": line.version, "action": 999}
                assert await rule_of(json.dumps(bad)) == "TB-05"

    asyncio.run(story())


BAD_TABLES: list[tuple[Any, int, str]] = [
    ({"game": "chess", "seats": SEATS}, 404, "TB-22"),
    ({"game": "../etc", "seats": SEATS}, 404, "TB-22"),
    ({"game": "pied_piper", "seats": []}, 409, "PP-62"),
    ({"game": "pied_piper", "seats": SEATS * 5}, 409, "PP-62"),
    (
        {"game": "pied_piper", "seats": SEATS, "options": {"rugrats": True, "secret": True}},
        409,
        "PP-54",
    ),
    ({"game": "pied_piper", "seats": SEATS, "options": {"rats": 3}}, 400, "TB-23"),
    ({"game": "pied_piper", "seats": SEATS, "options": {"secret": "yes"}}, 400, "TB-23"),
    ({"game": "pied_piper", "seats": [{"kind": "me"}, {"kind": "me"}]}, 400, "TB-23"),
    ({"game": "pied_piper", "seats": [{"kind": "me"}, {"kind": "ghost"}]}, 400, "TB-23"),
    (
        {"game": "pied_piper", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]},
        400,
        "TB-23",
    ),
    ({"game": "pied_piper", "seats": SEATS, "cover_after": -1}, 400, "TB-23"),
    ({"game": "pied_piper", "seats": SEATS, "nonce": "xyz"}, 400, "TB-13"),
    ({"game": "pied_piper", "seats": SEATS, "seed": "00"}, 400, "TB-13"),
    ({"seats": SEATS}, 400, "TB-13"),
    ([], 400, "TB-13"),
    ({"game": "pied_piper", "seats": SEATS, "name": "x" * 9000}, 413, "TB-14"),
]


def test_a_table_that_cannot_be_laid_says_why(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            for body, status, rule in BAD_TABLES:
                answer = await ada.http.post("/api/tables", json=body)
                assert (answer.status_code, answer.json()["rule"]) == (status, rule), body
                assert set(answer.json()) == {"rule", "text"}
                assert answer.json()["text"]
            broken = await ada.http.post("/api/tables", content=b"\xff{")
            assert broken.json()["rule"] == "TB-13"
            assert not house.house.tables

    asyncio.run(story())


def test_unknown_addresses_get_a_page_with_one_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            pages = ["/t/nobody", "/t/nobody/3", f"/t/{made['table']}/99999", "/i/NOBODYXX", "/i/!"]
            pages += [
                "/rules/chess",
                "/rules/pied_piper/tlh",
                "/new/chess",
                "/nowhere",
                "/t/x/export",
            ]
            pages += ["/static/nothing.js", "/static/%2e%2e/%2e%2e/server/app.py", "/qr/X.svg"]
            pages += ["/join?code=WRONG", f"/t/{made['table']}/{'9' * 30}"]
            for path in pages:
                answer = await ada.http.get(path)
                assert answer.status_code == 404, path
                assert answer.headers["content-type"].startswith("text/html")
                assert "Traceback" not in answer.text
                assert "ratskeller/server" not in answer.text
            for path in ("/api/nothing", "/api/tables/nobody/replay", "/api/invitations/NOBODYXX"):
                answer = await ada.http.get(path)
                assert answer.status_code == 404
                assert answer.json()["rule"].startswith("TB-")

    asyncio.run(story())


def test_a_full_table_and_a_foreign_seat_are_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, late = (house.person() for _ in range(3))
            made = await ada.lay("me", "open")
            await ben.join(made)
            full = await late.join(made)
            assert (full.status_code, full.json()["rule"]) == (409, "TB-10")
            async with ada.line(made["table"]) as first, late.line(made["table"]) as watcher:
                assert watcher.now.my_seats == ()
                for message in (
                    {"type": "choose", "version": watcher.version, "action": 0},
                    {"type": "undo", "version": watcher.version},
                    {"type": "sit", "seat": 0},
                    {"type": "chat", "text": "hello"},
                    {"type": "cover", "seat": 0},
                    {"type": "resign"},
                    {"type": "abandon"},
                    {"type": "rematch"},
                ):
                    refusal = await watcher.ask(**message)
                    assert refusal.rule == "TB-28", message
                other = 1 - first.now.my_seats[0]
                assert (await first.ask(type="sit", seat=other)).rule == "TB-07"
                assert (await first.ask(type="sit", seat=77)).rule == "TB-07"
                assert (await first.ask(type="rematch")).rule == "TB-19"

    asyncio.run(story())


def test_a_dim_thing_answers_why_not_with_its_rule(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person(**{"Accept-Language": "de"})
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"], language="de") as line:
                await line.until(lambda one: bool(one.now.legal))
                answer = await line.ask(type="why_not", path=["slot:1"])
                assert answer.rule == "PP-63"
                assert "karte" in answer.text
                good = await line.ask(type="why_not", path=list(line.now.legal[0].path))
                assert (good.rule, good.text) == ("", "")
                offer = await line.ask(type="foresee", version=line.version, action=0)
                assert offer.data["path"] == list(line.now.legal[0].path)

    asyncio.run(story())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence_in_every_language(language: str) -> None:
    sentences = {
        said(Refusal(rule, reason, {"problem": "x"}), language)
        for reason, (rule, _) in ONLINE.items()
    }
    assert len(sentences) == len(ONLINE)
    if language != "en":
        english = {
            said(Refusal(rule, reason, {"problem": "x"}), "en")
            for reason, (rule, _) in ONLINE.items()
        }
        assert not sentences & english
