"""The bill of a match that is over: what it says is what the log and the score sheet say."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from ratskeller.core.match import AnyMatch, Resigned
from ratskeller.server.bill import Point, picture, race_points, turning_points
from ratskeller.server.frames import narrate
from ratskeller.server.scene import log_lines, standing
from ratskeller.server.schema import BOT, PERSON, PlayerRow, TableRow
from ratskeller.server.table import Table
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import Race
from tests.corpus import GAMES, corpus, opened
from tests.server.harness import running


def table_of(game_id: str) -> Table:
    """A table whose match, a stored one, is over."""
    match = next(one for one in map(opened_of(game_id), range(40)) if one.outcome is not None)
    header = match.header
    row = TableRow(
        id="t", game=game_id, options="{}", created=0.0, host=1, seed="00" * 32, invitation="X"
    )
    players = [
        PlayerRow(table_id="t", number=number, kind=BOT if one.bot else PERSON, name=one.name,
                  bot=one.bot, nonce="0")
        for number, one in enumerate(header.players)
    ]  # fmt: skip
    table = Table(row, players, match.game, lambda: 0.0)
    table.match = match
    return table


def opened_of(game_id: str):  # type: ignore[no-untyped-def]  # a match by its number
    def open_one(number: int) -> AnyMatch:
        return opened(bytes(corpus(game_id)[number].file))

    return open_one


@pytest.mark.parametrize(
    ("game_id", "counted"), [("ratzentanz", "kinds? of food"), ("first_rat", "points?")]
)
def test_results_are_counted_in_what_the_game_counts(game_id: str, counted: str) -> None:
    table = table_of(game_id)
    outcome = table.playing().outcome
    assert outcome is not None
    for _, line in standing(table.audience.scene(None, (), "en"), outcome):
        assert re.fullmatch(rf"\d\. .+: \d+ {counted}", line)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_bill_says_what_the_log_says(game_id: str) -> None:
    table = table_of(game_id)
    match, outcome = table.playing(), table.playing().outcome
    assert outcome is not None
    for language in LANGUAGES:
        bill = table.audience.bill(None, language)
        scene = table.audience.scene(None, (), language)
        stage = scene.stage()
        lines = log_lines(stage, narrate(stage, match.sightings(None)))
        assert [scene.names[seat] for seat in outcome.winners] == [p.name for p in bill.portraits]
        assert bill.rule == lines[-1].rule, "the rule of the end is the one of its line"
        if bill.deed is not None:
            assert any(
                (line.entry, line.rule) == (bill.deed.entry, bill.deed.rule) for line in lines
            ), "the deed is a line of the log"
        ranks = [outcome.ranks[player.seat] for player in bill.players]
        assert ranks == sorted(ranks)
        links = [int(entry) for entry in re.findall(r'href="/t/t/(\d+)"', bill.chart)]
        assert links == [moment.entry for moment in bill.moments]
        assert all(0 < entry <= len(match.entries) for entry in links)
        if outcome.scores is not None and bill.sheet:
            assert bill.sheet[-1][1] == outcome.scores


def test_a_turning_point_is_where_another_takes_the_lead_and_the_longest_are_kept() -> None:
    def raced(*standings: tuple[int, int]) -> list[tuple[int, int]]:
        points = [Point(at, 10 * at, Race("points", one)) for at, one in enumerate(standings)]
        return turning_points(points)

    assert raced((0, 0), (1, 0), (2, 0), (2, 3)) == [(1, 0), (3, 1)]
    assert raced((0, 0), (1, 1)) == []
    assert raced((1, 0), (0, 1), (1, 0), (1, 0), (0, 1), (0, 1), (0, 1)) == [(0, 0), (2, 0), (4, 1)]
    least = [Point(0, 1, Race("floors", (1, 2), least=True))]
    assert turning_points(least) == [(0, 0)]
    assert turning_points([Point(0, 1, Race("floors", (None, 2), least=True))]) == [(0, 1)]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_race_has_a_point_for_every_turn_and_ends_with_the_score(game_id: str) -> None:
    table = table_of(game_id)
    match, outcome = table.playing(), table.playing().outcome
    assert outcome is not None
    scene = table.audience.scene(None, (), "en")
    points = list(race_points(scene, match.sightings(None)))
    turns = [point.turn for point in points]
    assert turns == sorted(set(turns))
    assert turns[-1] == match.game.turns(match.state)
    if outcome.scores is not None:
        assert points[-1].race.values == outcome.scores


def test_who_left_is_told_with_the_moment() -> None:
    table = table_of("pied_piper")
    match = table.playing()
    last = match.entries[-1]
    match.entries.append(type(last)(len(match.entries) + 1, 0.0, 0, "table", Resigned("greedy")))
    [note] = table.audience.bill(None, "en").notes
    assert match.names[0] in note.text
    assert note.entry == len(match.entries)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_picture_of_the_end_names_everybody_and_loads_nothing(game_id: str) -> None:
    table = table_of(game_id)
    drawn = picture(table.audience.scene(None, (), "en"), "light")
    for name in table.names:
        assert name in drawn
    assert not re.search(r'href="(?!#)', drawn)


def test_there_is_neither_bill_nor_picture_while_a_match_is_played(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random", name="Ada")
            for path in ("bill", "end.svg"):
                answer = await ada.http.get(f"/t/{made['table']}/{path}")
                assert answer.status_code == 409, path

    asyncio.run(story())


def test_a_finished_table_on_the_front_page_says_how_it_ended(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random", name="Ada")
            assert (await ada.http.get("/api/tables")).json()[0]["result"] == ""
            async with ada.line(made["table"]) as line:
                await line.ask(type="abandon")
            [card] = (await ada.http.get("/api/tables")).json()
            assert card["status"] == "over"
            assert card["result"]
            assert card["result"] in (await ada.http.get("/")).text

    asyncio.run(story())
