"""My progress: what looks back say together, from which number on, to whom, and until when."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ratskeller.coach.evaluators import Measured
from ratskeller.coach.findings import VERSION, Analysis, Finding, OwnChoice, Stroke, conclude
from ratskeller.server.forgetting import forget
from ratskeller.server.house import House
from ratskeller.server.progress import DECISIONS, MATCHES, GameProgress, progress
from ratskeller.server.schema import LookbackRow
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.platform_words import platform_words
from tests.server.harness import running
from tests.server.test_lookback import OUTLINE, choice
from tests.server.test_matches import guest_of, opened, played, put

MATCH = played()


def looked_back(luck: float, choices: Sequence[OwnChoice]) -> Analysis:
    findings: list[Finding] = [Stroke(1, "deal", luck, 0.01, 0.5), *choices]
    return conclude(OUTLINE, findings, 1.0)


def about(idea: str, loss: float, count: int) -> list[OwnChoice]:
    one = choice(5, loss=loss, played=("F1>1",), best=("F1>2",))
    return [replace(one, idea=idea)] * count


async def keep(
    house: House, guest: int, table: str, found: Analysis, *, of: int | None = None, **row: object
) -> None:
    """A match of a guest's with what was found in it; `of` is whose seat that was, if another's."""
    await put(house, table, [guest, "gret"], MATCH, **row)
    laid = await house.store.table(table)
    assert laid is not None
    async with house.store.writing() as writer:
        await writer.keep_lookback(
            LookbackRow(
                table_id=table,
                seat=0,
                guest=of or guest,
                version=VERSION,
                chain=laid.chain,
                analysis=msgspec.json.encode(found).decode(),
            )
        )


async def of_one_game(house: House, guest: int) -> GameProgress:
    (found,) = await progress(house, guest, "en")
    return found


def test_luck_and_choices_are_compared_from_a_number_of_matches_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "db") as house:
            ada = await guest_of(house, "Ada")
            assert await progress(house, ada, "en") == ()
            for number in range(MATCHES):
                if number:
                    found = await of_one_game(house, ada)
                    assert (found.matches, found.chart, found.sentence) == (number, "", "")
                await keep(house, ada, f"t{number}", looked_back(0.2, about("roof", 0.1, 2)))
            found = await of_one_game(house, ada)
            assert found.matches == MATCHES
            assert found.chart.count("<circle") == 2 * MATCHES
            assert (
                found.sentence
                == "On average over 5 matches: +20.0% by luck, −20.0% by own choices."
            )

    asyncio.run(story())


def test_an_idea_with_few_decisions_stays_blank_and_the_dearest_comes_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "db") as house:
            ada = await guest_of(house, "Ada")
            few = about("piper", 0.5, DECISIONS - 1)
            enough = about("roof", 0.02, DECISIONS) + about("melody", 0.04, DECISIONS)
            await keep(house, ada, "t1", looked_back(0.0, few + enough))
            found = await of_one_game(house, ada)
            told = [(one.name, one.decisions, one.loss) for one in found.ideas]
            assert told == [
                ("The card Melody", 10, "4.0"),
                ("Your own roof", 10, "2.0"),
                ("The Piper", 9, ""),
            ]
            assert found.decisions == 3 * DECISIONS - 1
            mean = (0.5 * (DECISIONS - 1) + 0.02 * DECISIONS + 0.04 * DECISIONS) / found.decisions
            assert found.loss == f"{100 * mean:.1f}"

    asyncio.run(story())


def test_lessons_seats_of_others_and_older_logs_are_not_counted(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "db") as house:
            ada, ben = await guest_of(house, "Ada"), await guest_of(house, "Ben")
            found = looked_back(0.1, about("roof", 0.1, 1))
            await keep(house, ada, "lesson", found, lesson="first")
            await keep(house, ada, "other", found, of=ben)
            await keep(
                house,
                ada,
                "older",
                found,
            )
            async with house.store.writing() as writer:
                row = await house.store.lookback("older", 0)
                assert row is not None
                await writer.keep_lookback(msgspec.structs.replace(row, chain="before"))
            assert await progress(house, ada, "en") == ()
            assert await progress(house, None, "en") == ()
            await keep(house, ada, "own", found)
            assert (await of_one_game(house, ada)).matches == 1

    asyncio.run(story())


def test_players_of_the_house_stand_beside_it_where_they_were_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path / "db") as house:
            ada = await guest_of(house, "Ada")
            await keep(house, ada, "t1", looked_back(0.1, about("roof", 0.1, 1)))
            ladder = Measured(ladder={"konrad": 0.01, "gret": 0.0444, "nobody": 0.2})
            monkeypatch.setattr("ratskeller.server.progress.measured", lambda _: ladder)
            found = await of_one_game(house, ada)
            told = [(one.card.name, one.loss) for one in found.house]
            assert told == [("Gret", "4.4"), ("Konrad", "1.0")]

    asyncio.run(story())


def test_one_query_brings_it_however_much_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path / "db") as house:
            ada = await guest_of(house, "Ada")
            for number in range(4):
                await keep(house, ada, f"t{number}", looked_back(0.1, about("roof", 0.1, 1)))
            asked: list[Any] = []
            ask = house.store._all

            async def listened(query: Any) -> Any:
                asked.append(query)
                return await ask(query)

            monkeypatch.setattr(house.store, "_all", listened)
            assert (await of_one_game(house, ada)).matches == 4
            assert len(asked) == 1

    asyncio.run(story())


def test_whoever_is_forgotten_has_no_progress(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "db") as house:
            ada = await guest_of(house, "Ada")
            await keep(house, ada, "t1", looked_back(0.1, about("roof", 0.1, 1)))
            assert await progress(house, ada, "en")
            await forget(house, ada, "en")
            assert await progress(house, ada, "en") == ()
            assert await house.store.lookback("t1", 0) is None

    asyncio.run(story())


def test_the_page_speaks_every_language_and_hangs_on_the_cookie(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "db") as house:
            ada, eve = house.person(), house.person()
            await ada.lay("me", "open", name="Ada")
            guest = 1
            found = looked_back(0.1, about("roof", 0.1, DECISIONS))
            for number in range(MATCHES):
                await keep(house.house, guest, f"t{number}", found)
            for language in LANGUAGES:
                say = platform_words(language)
                seen = await ada.http.get("/progress", headers={"accept-language": language})
                assert seen.status_code == 200
                assert f"<h1>{say._('My progress')}</h1>" in seen.text
                assert say._("Luck and own choices, match by match") in seen.text
                assert '<section class="progress" aria-labelledby="pied_piper">' in seen.text
                listed = await ada.http.get("/matches", headers={"accept-language": language})
                assert f'<a href="/progress">{say._("My progress")}</a>' in listed.text
            empty = await eve.http.get("/progress", headers={"accept-language": "en"})
            assert "There is nothing yet." in empty.text
            assert '<svg class="race"' not in empty.text

    asyncio.run(story())
