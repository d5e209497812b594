"""Houses, colours and nests are chosen before the match, and are nothing but paint (TB-38)."""

from __future__ import annotations

import asyncio
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller import games
from ratskeller.core.game import CHANCE, AnyGame
from ratskeller.draw.palette import TONES
from ratskeller.games.parts import game_board
from ratskeller.server.looks import looks_of, offered
from ratskeller.server.table import Table
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.server import worlds
from tests.server.harness import running, together


def test_every_wish_is_met_and_nobody_has_what_another_has() -> None:
    for seats in (2, 3, 4):
        for wished in permutations([None, *range(5)] + [None] * (seats - 1), seats):
            given = looks_of(wished, range(5))
            assert len(set(given)) == seats
            assert all(wish in (None, look) for wish, look in zip(wished, given, strict=True))


@pytest.mark.parametrize("game_id", games.shelf())
def test_who_sits_where_and_who_begins_hangs_on_nobodys_choice(game_id: str) -> None:
    game = games.find(game_id)
    match = worlds.play_at_random(game, 3, game.meta.options(), random.Random(7))
    plain = worlds._table(game, match)
    choice = offered(game, 3)
    for chosen in permutations(choice, 3):
        row = msgspec.structs.replace(plain.row, seating="drawn")
        players = [
            msgspec.structs.replace(player, look=look)
            for player, look in zip(plain.players, chosen, strict=True)
        ]
        table = Table(row, players, game, lambda: worlds.NOW)
        begun = table.begin(players)
        table.adopt(begun, stored=0)
        assert table.game.looks == tuple(chosen[number] for number in begun.order) or (
            table.game is game
        )
        first = Table(row, plain.players, game, lambda: worlds.NOW).begin(plain.players)
        assert (begun.entries, begun.state) == (first.entries, first.state)


def positions(game: AnyGame, seats: int) -> list[Any]:
    """Some positions of a match, the last one included."""
    match = worlds.play_at_random(game, seats, game.meta.options(), random.Random(3))
    states = worlds.states_of(match, worlds.bodies_of(match))
    asking = [state for state in states[:-1] if game.to_act(state) != CHANCE]
    return [*asking[:: len(asking) // 8], states[-1]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", games.shelf())
def test_everything_of_a_seat_wears_its_look_and_nothing_else_changes(
    game_id: str, language: str
) -> None:
    game = games.find(game_id)
    looks = (3, 0, 1)
    dressed = games.dressed(game, looks)
    assert games.dressed(game, looks) is dressed
    board, painted = game_board(game, language), game_board(dressed, language)
    words, spoken = game_words(game, language), game_words(dressed, language)
    paint: dict[str, str] = {}
    for seat, look in enumerate(looks):
        assert painted.seat_ink(seat) == board.seat_ink(look)
        assert spoken.seat_name(seat) == words.seat_name(look)
        paint[sign(board, seat)] = sign(board, look)
    names, seen = ("Ada", "Ben", "Cleo"), 0
    for state in positions(game, 3):
        view = game.conceal(state, 0)
        both = zip(board.parts(view, names), painted.parts(view, names), strict=True)
        for part, other in both:
            assert (other.id, other.place, other.text) == (part.id, part.place, part.text)
            # First Rat has spaces in these colours, too: they are nobody's, and bear no tone.
            nobodys = game_id == "first_rat" and not part.tone
            words_of = part.symbol.split("-")
            worn = part.symbol if nobodys else "-".join(paint.get(one, one) for one in words_of)
            assert (other.symbol, other.tone) == (worn, paint.get(part.tone, part.tone))
            seen += other.symbol != part.symbol
        for seat in range(3):
            signs = zip(board.seat_facts(view, seat), painted.seat_facts(view, seat), strict=True)
            for fact, other_fact in signs:
                words_of = fact.icon.split("-")
                worn = "-".join(paint.get(one, one) for one in words_of)
                assert (other_fact.text, other_fact.icon) == (fact.text, worn)
    assert seen


def sign(board: Any, seat: int) -> str:
    """The word by which symbols name a seat: its tone, or a sign of its own."""
    ink, glyph = board.seat_ink(seat)
    tone = next(tone for tone in TONES if tone.ink == ink)
    return tone.name if tone.glyph == glyph else str(glyph)


def test_with_two_players_the_empty_houses_are_nobodys() -> None:
    game = games.find("pied_piper")
    assert offered(game, 2) == (0, 1, 4)
    assert offered(game, 3) == (0, 1, 2, 3, 4)


def test_a_house_is_chosen_when_one_sits_down_and_nobody_else_can_have_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            seats = [{"kind": "me", "look": 4}, {"kind": "open"}, {"kind": "bot"}]
            answer = await ada.post("/api/tables", game="pied_piper", seats=seats)
            made = answer.json()
            code = made["invitation"].rpartition("/")[2]
            page = (await ben.http.get(made["invitation"])).text
            assert 'value="3"' in page
            assert 'value="4"' not in page, "what is taken is not offered"
            path = f"/api/tables/{made['table']}/seats"
            refused = await ben.post(path, invitation=code, look=4)
            assert (refused.status_code, refused.json()["rule"]) == (409, "TB-38")
            assert (await ben.post(path, invitation=code, look=9)).status_code == 400
            assert (await ben.post(path, invitation=code, look=0)).status_code == 200
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                await together(one, other)
                for line in (one, other):
                    titles = [seat.title for seat in line.now.seats]
                    assert len(set(titles)) == 3
                    assert {"Tannery", "Mill house"} < set(titles)
                assert one.now.seats[one.now.seat].title == "Tannery"
                assert other.now.seats[other.now.seat].title == "Mill house"
                assert one.now.seats[one.now.seat].glyph == "hide"

    asyncio.run(story())


def test_what_was_chosen_outlives_a_restart_and_goes_on_to_the_next_match(tmp_path: Path) -> None:
    async def sit_down() -> tuple[str, Any]:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            seats = [{"kind": "me", "look": 2}, {"kind": "here"}]
            answer = await ada.post("/api/tables", game="first_rat", seats=seats)
            table = answer.json()["table"]
            async with ada.line(table) as line:
                await line.ask(type="abandon")
                await line.until(lambda one: one.now.status == "over")
                await line.ask(type="rematch")
                await line.until(lambda one: bool(one.now.rematch))
                return line.now.rematch.rpartition("/")[2], ada.http.cookies

    async def come_back(table: str, cookies: Any) -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            ada.http.cookies = cookies
            async with ada.line(table) as line:
                await line.until(lambda one: one.now.status == "playing")
                titles = {seat.name: seat.title for seat in line.now.seats}
                assert titles["Guest 1"] == "Teapot"

    asyncio.run(come_back(*asyncio.run(sit_down())))


def test_two_at_one_table_cannot_be_given_the_same(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            seats = [{"kind": "me", "look": 1}, {"kind": "here", "look": 1}]
            answer = await ada.post("/api/tables", game="ratzentanz", seats=seats)
            assert (answer.status_code, answer.json()["rule"]) == (409, "TB-38")

    asyncio.run(story())


def test_who_waits_may_choose_anew_until_the_match_begins(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, stranger = house.person(), house.person(), house.person()
            seats = [{"kind": "me", "look": 4}, {"kind": "open"}, {"kind": "open"}]
            made = (await ada.post("/api/tables", game="pied_piper", seats=seats)).json()
            await ben.join(made)
            path = f"/api/tables/{made['table']}/look"
            page = (await ben.http.get(made["address"])).text
            assert 'name="look"' in page
            assert 'name="look"' not in (await stranger.http.get(made["address"])).text
            taken = await ben.post(path, look=4)
            assert (taken.status_code, taken.json()["rule"]) == (409, "TB-38")
            assert (await ben.post(path, look=9)).status_code == 400
            assert (await stranger.post(path, look=1)).json()["rule"] == "TB-28"
            assert (await ada.post(path, look=None)).status_code == 200
            assert (await ben.post(path, look=4)).status_code == 200
            assert (await ada.post(path, look=0)).status_code == 200
            await stranger.join(made)
            assert (await ada.post(path, look=1)).json()["rule"] == "TB-27"
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                assert one.now.seats[one.now.seat].title == "Mill house"
                assert other.now.seats[other.now.seat].title == "Tannery"

    asyncio.run(story())
