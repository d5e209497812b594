"""First matches are gentle: a weaker player and aids at first, and both step back by themselves."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import pytest

from ratskeller import games
from ratskeller.server import repertoire
from tests.server.harness import Person, running

GAME = "pied_piper"
WEAKEST = repertoire.weakest_level(games.find(GAME))
USUAL = repertoire.usual_level(games.find(GAME))


async def rival(person: Person, game: str = GAME) -> str:
    """Whose face is marked on the front page."""
    page = (await person.http.get("/")).text
    (found,) = re.findall(rf'name="rival_{game}" value="(\w+)" checked', page)
    return str(found)


async def aids(person: Person, table: str) -> bool:
    """Whether the switch in the dock is on when the page comes."""
    page = (await person.http.get(f"/t/{table}")).text
    (found,) = re.findall(r'id="gentle"[^>]*aria-pressed="(\w+)"', page)
    return bool(found == "true")


async def play(person: Person, *, stop: bool = False, **more: str) -> str:
    """A match until it is over, or until one has had enough; where it was."""
    made = await person.lay("me", "bot:random", **more)
    async with person.line(made["table"]) as line:
        if stop:
            await line.ask(type="abandon", agree=True)
        else:
            await line.play(random.Random(3))
    return str(made["table"])


def test_after_two_matches_the_usual_player_comes_and_the_aids_stay_away(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "tables.db") as house:
            ada = house.person()
            assert await rival(ada) == WEAKEST != USUAL
            for _ in range(2):
                assert await rival(ada) == WEAKEST
                assert await aids(ada, await play(ada, stop=True)), "to stop is not to finish"
                await play(ada)
            assert await rival(ada) == USUAL
            last = await ada.lay("me", "bot:random")
            assert not await aids(ada, last["table"])
            assert await rival(ada, "ratzentanz") == repertoire.weakest_level(
                games.find("ratzentanz")
            )
            assert await rival(house.person()) == WEAKEST, "somebody else has played nothing yet"

    asyncio.run(story())


def test_a_lesson_has_remarks_instead_of_aids_and_does_not_count(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "tables.db") as house:
            ada = house.person()
            made = await ada.lay(game=GAME, lesson="first")
            assert not await aids(ada, made["table"])
            store, guest = house.house.store, house.house.tables[made["table"]].row.host
            over = {"over": True, "result": '{"ranks":[1,2,3],"scores":null,"left":[]}'}
            for lesson, counted in (("first", {}), ("", {GAME: 1})):
                row = await store.table(made["table"])
                assert row is not None
                async with store.writing() as writer:
                    await writer.change_table(row.id, row.changes, lesson=lesson, **over)
                assert await store.finished_by(guest) == counted

    asyncio.run(story())


@pytest.mark.parametrize(
    ("settings", "expected", "helped"),
    [
        (f"rival_{GAME}={USUAL}", USUAL, True),
        (f"rival_{GAME}=nobody", WEAKEST, True),
        ("gentle=off", USUAL, False),
        (f"gentle=off&rival_{GAME}={WEAKEST}", WEAKEST, False),
    ],
)
def test_what_somebody_picks_or_switches_wins(
    tmp_path: Path, settings: str, expected: str, helped: bool
) -> None:
    async def story() -> None:
        async with running(tmp_path / "tables.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            ada.http.cookies.set("settings", settings)
            assert await rival(ada) == expected
            assert await aids(ada, made["table"]) == helped

    asyncio.run(story())


def test_aids_that_were_switched_on_stay_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "tables.db") as house:
            ada = house.person()
            await play(ada)
            table = await play(ada)
            assert not await aids(ada, table)
            ada.http.cookies.set("settings", "gentle=on")
            assert await aids(ada, table)

    asyncio.run(story())
