"""The players of the house at the table: chosen by name, seen by their face."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ratskeller import games
from ratskeller.bots.levels import levels, patience, recipe_of
from ratskeller.bots.recipes import Recipe
from ratskeller.games.parts import game_board
from ratskeller.server import pages, repertoire
from ratskeller.server.messages import NewTable, SeatWish
from ratskeller.server.seating import cast_of
from tests.server.harness import running


@pytest.mark.parametrize("game_id", games.shelf())
def test_the_form_of_a_new_table_introduces_every_player_of_the_house(
    tmp_path: Path, game_id: str
) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person(**{"Accept-Language": "de"})
            page = (await ada.http.get(f"/new/{game_id}")).text
            game = games.find(game_id)
            for card in repertoire.card(game, "de").levels:
                assert f'value="bot:{card.id}"' in page
                assert card.manner in page
                assert f'src="{card.face}"' in page
                picture = await ada.http.get(card.face)
                assert picture.headers["content-type"] == "image/svg+xml"
                assert picture.text.startswith("<svg")
            assert f'value="bot:{repertoire.weakest_level(game)}" selected' in page
            ada.http.cookies.set("settings", "gentle=off")
            page = (await ada.http.get(f"/new/{game_id}")).text
            assert f'value="bot:{repertoire.usual_level(game)}" selected' in page

    asyncio.run(story())


def test_a_face_wears_the_theme_of_the_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            face = "/faces/pied_piper/gret.svg"
            plain = await ada.http.get(face)
            assert "data-theme" not in plain.text.partition("</style>")[0].partition("<style>")[0]
            policy = plain.headers["content-security-policy"]
            assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            ada.http.cookies.set("settings", "theme=dark")
            assert 'data-theme="dark"' in (await ada.http.get(face)).text
            for nobody in ("/faces/pied_piper/greedy.svg", "/faces/chess/gret.svg"):
                assert (await ada.http.get(nobody)).status_code == 404

    asyncio.run(story())


def test_a_bot_sits_down_under_its_own_name_with_calling_and_face(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:adelheid", "bot:gret", "bot:gret", "bot")
            async with (
                ada.line(made["table"]) as line,
                ada.line(made["table"], language="de") as german,
            ):
                seats = {seat.name: seat for seat in line.now.seats}
                assert set(seats) == {"Guest 1", "Adelheid", "Gret", "Gret 2", "Konrad"}
                assert seats["Adelheid"].level == "abbess"
                assert seats["Adelheid"].face == "/faces/pied_piper/adelheid.svg"
                assert seats["Guest 1"].level == ""
                mine = seats["Guest 1"].face
                assert mine.startswith("/faces/people/")
                assert (await ada.http.get(mine)).status_code == 200
                assert (await ada.http.get(mine.replace("people/", "people/x"))).status_code == 404
                assert "Äbtissin" in [seat.level for seat in german.now.seats]
            other = await ada.lay("me", "open", "bot:random")
            path = f"/api/tables/{other['table']}/seats/1/bot"
            assert (await ada.post(path, bot="search:999999999")).status_code == 400
            assert (await ada.post(path, bot="bolt")).status_code == 400, "of another game"
            assert (await ada.post(path, bot="konrad")).status_code == 200
            async with ada.line(other["table"]) as line:
                assert "Konrad" in [seat.name for seat in line.now.seats]
                plain = next(seat for seat in line.now.seats if seat.level == "careless")
                assert plain.face.startswith("/faces/people/"), "drawn by its name"

    asyncio.run(story())


def test_the_strongest_plays_for_who_has_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ada.line(made["table"]) as line, ben.line(made["table"]) as other:
                await line.ask(type="resign")
                await other.until(lambda one: any(seat.resigned for seat in one.now.seats))
                left = next(seat for seat in other.now.seats if seat.resigned)
                assert left.level == "tower watchman"
                table = house.house.tables[made["table"]]
                assert table.presence.bot_of(left.seat) == levels(games.find("pied_piper"))[-1].id

    asyncio.run(story())


@pytest.mark.parametrize("game_id", games.shelf())
def test_hints_come_from_who_compares_turns_evenly(game_id: str) -> None:
    game = games.find(game_id)
    assert recipe_of(repertoire.adviser(game), game) == Recipe("search", patience(game))
    assert patience(game) >= max(1, *(one.nodes for one in levels(game)))


def test_a_cover_that_cannot_be_drawn_does_not_close_the_front_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def torn(_: Any) -> str:
        raise RuntimeError("the plate is broken")

    board = type(game_board(games.find("ratzentanz"), "en"))
    monkeypatch.setattr(board, "cover", torn)
    pages.game_card.cache_clear()

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            front = await house.person().http.get("/")
            assert front.status_code == 200
            assert front.text.count("<svg") > 2, "the other covers are there"
            assert 'data-game="ratzentanz"' in front.text

    asyncio.run(story())
    pages.game_card.cache_clear()
    assert any("cover of ratzentanz" in record.message for record in caplog.records)


@pytest.mark.parametrize("game_id", games.shelf())
def test_bots_at_one_table_are_different_characters_near_the_one_who_was_picked(
    game_id: str,
) -> None:
    game = games.find(game_id)
    known = [level.id for level in levels(game)]
    for picked in known:
        seats = (SeatWish("me"), SeatWish("bot", bot=picked), *[SeatWish("bot")] * (len(known) - 1))
        person, *cast = cast_of(game, NewTable(game_id, seats))
        assert person == ""
        assert cast[0] == picked
        assert sorted(cast) == sorted(known), "everybody once"
        steps = [abs(known.index(one) - known.index(picked)) for one in cast]
        assert steps == sorted(steps)
    faces = [str(sorted(level.face.items())) for level in levels(game)]
    assert len(set(faces)) == len(known)


def test_a_character_comes_twice_only_when_all_are_there_and_then_under_another_name(
    tmp_path: Path,
) -> None:
    game = games.find("pied_piper")
    seats = (SeatWish("bot", bot="gret"), *[SeatWish("bot")] * 6)
    cast = cast_of(game, NewTable("pied_piper", seats))
    assert set(cast[:6]) == {level.id for level in levels(game)}
    assert cast[6] == "gret"

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:gret", "bot", "bot:gret", "bot")
            async with ada.line(made["table"]) as line:
                names = [seat.name for seat in line.now.seats]
                assert sorted(names) == ["Gret", "Gret 2", "Guest 1", "Jost", "Mechthild"]

    asyncio.run(story())
