"""The pages: there in every language, light, and cached where that is safe."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from markupsafe import escape

from ratskeller import games
from ratskeller.words import LANGUAGES
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words
from tests.server.harness import pair, running
from tests.statements import statement

PAGE_WEIGHT = 150_000  # bytes over the wire, with everything the page loads


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language(tmp_path: Path, language: str) -> None:
    makers = platform_words(language).credits(games.find("pied_piper").meta.credits)

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person(**{"Accept-Language": f"{language}, en;q=0.5"})
            waiting = await ada.lay("me", "open")
            made = await ada.lay("me", "bot:random", name="Ada")
            paths = ["/", "/new/pied_piper", "/rules/pied_piper", "/settings", "/help", "/join"]
            paths += [f"/rules/pied_piper/{language}", f"/t/{waiting['table']}"]
            paths += [f"/t/{made['table']}", f"/t/{made['table']}/5"]
            for path in paths:
                answer = await ada.http.get(path)
                assert answer.status_code == 200, path
                assert f'<html lang="{language}"' in answer.text, path
                if path.startswith(("/new", "/rules")):
                    assert makers in answer.text, path
            assert waiting["code"] in (await ada.http.get(f"/t/{waiting['table']}")).text
            ada.http.cookies.set("settings", "language=fr&theme=dark")
            answer = await ada.http.get("/settings")
            assert '<html lang="fr"' in answer.text
            assert 'data-theme="dark"' in answer.text

    asyncio.run(story())


def test_the_table_weighs_less_than_150_kb_over_the_wire(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            for path in (f"/t/{made['table']}", "/"):
                weight = 0
                page, size = await weighed(ada.http, path)
                weight += size
                links = {piece.partition('"')[0] for piece in page.split('"/static/')[1:]}
                for link in sorted(links):
                    script, size = await weighed(ada.http, f"/static/{link}")
                    assert not link.endswith(".js") or "/**" not in script, "comments stay at home"
                    weight += size
                print(path, weight, "bytes")
                assert weight < PAGE_WEIGHT

    asyncio.run(story())


async def weighed(http: httpx.AsyncClient, path: str) -> tuple[str, int]:
    async with http.stream("GET", path) as answer:
        size = sum([len(chunk) async for chunk in answer.aiter_raw()])
        assert answer.status_code == 200, path
    return (await http.get(path)).text, size


def test_static_files_are_kept_for_a_year_under_an_address_of_their_content(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            page = (await ada.http.get("/")).text
            link = page.split('href="/static/')[1].partition('"')[0]
            tag, _, name = link.partition("/")
            kept = await ada.http.get(f"/static/{link}")
            assert "immutable" in kept.headers["cache-control"]
            plain = await ada.http.get(f"/static/{name}")
            assert plain.content == kept.content
            assert plain.headers["cache-control"] == "no-cache"
            stale = await ada.http.get(f"/static/{'0' * len(tag)}/{name}")
            assert stale.headers["cache-control"] == "no-cache"
            inks = await ada.http.get("/static/inks.css")
            assert inks.headers["content-type"].startswith("text/css")

    asyncio.run(story())


@pytest.mark.parametrize("game", games.shelf())
def test_the_notes_of_a_table_are_the_same_for_everybody(tmp_path: Path, game: str) -> None:
    """Whoever sits there or watches, before and after moves: they hold nothing of a hand."""

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, eve = house.person(), house.person()
            made = await ada.lay("me", "bot:random", game=game)
            address = f"/api/tables/{made['table']}/notes"
            notes = (await ada.http.get(address)).json()
            assert notes["seat"]["rule"]
            async with ada.line(made["table"]) as line:
                await line.until(lambda one: bool(one.now.legal))
                await line.ask(type="choose", version=line.version, action=0)
                assert (await ada.http.get(address)).json() == notes
            assert (await eve.http.get(address)).json() == notes
            german = (await ada.http.get(address, headers={"Accept-Language": "de"})).json()
            assert german.keys() == notes.keys()
            assert german["seat"]["name"] != notes["seat"]["name"]
            assert (await ada.http.get("/api/tables/nowhere/notes")).status_code == 404

    asyncio.run(story())


def test_a_friend_needs_the_link_and_one_more_click(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", name="Ada")
            page = await ben.http.get(made["invitation"])
            assert page.status_code == 200
            assert "Ada" in page.text
            qr = await ben.http.get(f"/qr/{made['code'].replace('-', '')}.svg")
            assert qr.headers["content-type"] == "image/svg+xml"
            joined = (await ben.join(made, "Ben")).json()
            assert joined["address"] == made["address"]
            assert (await ben.http.get(made["invitation"])).headers["location"] == made["address"]
            tables = (await ben.http.get("/api/tables")).json()
            assert tables[0]["address"] == made["address"]
            assert set(tables[0]["names"]) == {"Ada", "Ben"}

    asyncio.run(story())


@pytest.mark.parametrize("game_id", games.shelf())
def test_rules_open_with_the_game_on_one_screen_and_end_with_options_and_sources(
    tmp_path: Path, game_id: str
) -> None:
    async def story() -> None:
        game = games.find(game_id)
        book = game_words(game, "en").rulebook()
        async with running(tmp_path / "house.db") as house:
            page = (await house.person().http.get(f"/rules/{game_id}/en")).text
        order = [page.index(f'id="{one}"') for one in ("opening-1", book.rules[0].id, "notes")]
        assert order == sorted(order)
        rules, notes = page[: order[-1]], page[order[-1] :]
        assert page.index('class="opening"') < page.index('id="find-rule"')
        for rule in book.rules:
            assert f'<article id="{rule.id}">' in rules
            for note in rule.notes:
                assert escape(note.partition("`")[0]) in notes
                assert escape(note.partition("`")[0]) not in rules
        assert platform_words("en").credits(game.meta.credits) in notes
        for idea in game_words(game, "en").course().ideas:
            assert f'<a href="#{idea.rules[0]}">{escape(idea.name)}</a>' in rules
        for lesson in game_words(game, "en").course().lessons:
            assert f'data-lesson="{lesson.id}"' in rules
        assert "<svg" not in page.partition('class="opening"')[2], "pictures have addresses"

    asyncio.run(story())


def test_the_picture_of_a_rule_is_sent_once_and_in_the_theme_of_the_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            page = (await ada.http.get("/rules/pied_piper/de")).text
            address = "/rules/pied_piper/de/melody.svg"
            assert f'src="{address}#before"' in page
            assert f'src="{address}#after"' in page
            first = await ada.http.get(address)
            assert first.headers["content-type"].startswith("image/svg+xml")
            assert "sandbox" in first.headers["content-security-policy"]
            tag = first.headers["etag"]
            again = await ada.http.get(address, headers={"If-None-Match": tag})
            assert (again.status_code, again.content) == (304, b"")
            ada.http.cookies.set("settings", "theme=dark")
            dark = await ada.http.get(address, headers={"If-None-Match": tag})
            assert dark.status_code == 200
            assert 'data-theme="dark"' in dark.text
            for wrong in ("pied_piper/de/cooking", "pied_piper/xx/melody", "chess/de/melody"):
                assert (await ada.http.get(f"/rules/{wrong}.svg")).status_code == 404, wrong

    asyncio.run(story())


@statement("S42", "S45")
def test_a_report_holds_what_was_said_and_where_the_match_stands(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house, pair(house) as two:
            await two.waiter.ask(type="chat", text="You rat!")
            answer = await two.mover.person.http.get(f"/t/{two.table.row.id}/report")
            report = answer.json()
            said = [(line["name"], line["text"]) for line in report["talk"]]
            assert said == [(two.table.chat[-1].name, "You rat!")]
            assert (report["table"], report["entry"]) == (two.table.row.id, two.entries)
            assert report["browser"]

    asyncio.run(story())
