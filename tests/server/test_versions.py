"""Tables outlive the rules and numbers they were laid with."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from ratskeller import games
from ratskeller.arena.lab import with_number
from ratskeller.core.game import AnyGame
from ratskeller.core.match import AnyEntry
from ratskeller.games import first_rat, pied_piper, ratzentanz
from ratskeller.server import repertoire
from tests import crumbs, crusts
from tests.kinds import as_a
from tests.server.harness import running
from tests.statements import statement

CACHES = (games._packages, games.find, repertoire.repertoire)


@pytest.fixture(autouse=True)
def fresh_start() -> Iterator[None]:
    yield
    restart()


def restart() -> None:
    """Forget what the last program found on its shelf."""
    for kept in CACHES:
        kept.cache_clear()


NUMBERS = [
    (pied_piper, "action_cards.forward", "30"),
    (ratzentanz, "chips.two_players", "4"),
    (first_rat, "points.award", "4"),
]
PATIENT = 100.0  # seconds: nobody moves for a bot here because the machine is busy


@pytest.mark.parametrize(("package", "key", "value"), NUMBERS)
def test_a_running_table_goes_on_after_the_shipped_numbers_have_changed(
    package: ModuleType,
    key: str,
    value: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A bot sits there, too: it must think with the numbers of the match, in its own process."""
    today: AnyGame = package.GAME
    then = type(today)(with_number(today.data, key, value))

    def moved(entries: Iterable[AnyEntry]) -> bool:
        return any(entry.by == "bot:greedy" for entry in entries)

    async def begin() -> tuple[str, dict[str, str]]:
        async with running(tmp_path / "house.db", bot_seconds=PATIENT) as house:
            ada = house.person()
            made = await ada.lay("me", "bot:greedy", game=today.meta.id)
            async with ada.line(made["table"]) as line:
                await (
                    line.asked()
                )  # once: a match that nears its end could be over before the bot's turn
                await line.choose()
            return made["table"], dict(ada.http.cookies)

    async def go_on(table: str, cookies: dict[str, str]) -> None:
        async with running(tmp_path / "house.db", bot_seconds=PATIENT) as house:
            ada = house.person()
            ada.http.cookies.update(cookies)
            async with ada.line(table) as line:
                match = house.house.tables[table].playing()
                count = len(match.entries)
                assert match.game.data_hash == then.data_hash
                while not moved(match.entries[count:]) and await line.asked():
                    await line.move(random.Random(1))
                assert moved(match.entries[count:])
            made = await ada.lay("me", "bot:greedy", game=today.meta.id)
            match = house.house.tables[made["table"]].playing()
            assert match.game is today

    with monkeypatch.context() as earlier:
        earlier.setattr(package, "GAME", then)
        restart()
        table, cookies = asyncio.run(begin())
    restart()
    asyncio.run(go_on(table, cookies))
    assert not caplog.records, "no bot failed, and nobody had to move for one"


@statement("S32")
def test_a_table_of_an_older_version_goes_on_and_one_of_a_newer_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lay(version: int) -> tuple[str, dict[str, str]]:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random", game="crumbs")
            async with ada.line(made["table"]) as line:
                await line.asked()
                await line.choose()
                match = house.house.tables[made["table"]].playing()
                assert match.header.rules_version == version
            return made["table"], dict(ada.http.cookies)

    async def finish(table: str, cookies: dict[str, str]) -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            ada.http.cookies.update(cookies)
            async with ada.line(table) as line:
                await line.play(random.Random(1))
                match = house.house.tables[table].playing()
                state = as_a(crusts.State, match.state)
                assert state.version == 1
                assert match.outcome is not None
                assert match.outcome.winners == (state.mover,), "who takes the last one wins"

    async def look(table: str, cookies: dict[str, str]) -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            ada.http.cookies.update(cookies)
            answer = await ada.http.get(f"/t/{table}")
            assert answer.status_code == 409
            assert "played by rules that this house does not know yet" in answer.text

    monkeypatch.setenv("RATSKELLER_GAMES", f"crumbs={crumbs.__name__}")
    restart()
    old, ada = asyncio.run(lay(1))
    monkeypatch.setenv("RATSKELLER_GAMES", f"crumbs={crusts.__name__}")
    restart()
    asyncio.run(finish(old, ada))
    new, ben = asyncio.run(lay(2))
    monkeypatch.setenv("RATSKELLER_GAMES", f"crumbs={crumbs.__name__}")
    restart()
    asyncio.run(look(new, ben))


def test_the_store_keeps_the_data_with_each_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            made = await house.person().lay("me", "bot:random", game="ratzentanz")
            row = await house.house.store.table(made["table"])
            assert row is not None
            assert msgspec.json.decode(row.header)["data"] == games.find("ratzentanz").data

    asyncio.run(story())
