"""Hints: three stages, asked for openly, made from what the seat sees and nothing else."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ratskeller import games
from ratskeller.bots.hints import Judged, judgement
from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE
from ratskeller.core.match import Hinted
from ratskeller.server import advice, scene
from ratskeller.server.thinking import Thinker
from ratskeller.words.languages import LANGUAGES
from tests.server import worlds
from tests.server.harness import GAME, Line, Running, pair, running, together
from tests.statements import statement


async def hint(line: Line, stage: int, **more: Any) -> Any:
    return await line.ask(type="hint", stage=stage, version=line.version, **more)


async def with_a_turn_of_two_steps(first: Line, second: Line) -> tuple[Line, Line]:
    """Who moves and who waits, after the short turns at the beginning."""
    while True:
        mover, other = (first, second) if first.now.legal else (second, first)
        if not mover.now.legal[0].commits:
            return mover, other
        await mover.choose(0)
        await other.until(lambda one: bool(one.now.legal))


def test_a_hint_comes_in_three_stages_and_is_judged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    judge = Thinker.judge

    async def counted(self: Thinker, game: Any, bot: str, view: Any, *asker: Any) -> Any:
        asked.append(bot)
        return await judge(self, game, bot, view, *asker)

    monkeypatch.setattr(Thinker, "judge", counted)

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"]) as line:
                await line.until(lambda one: bool(one.now.legal))
                paths = {offer.path: offer for offer in line.now.legal}
                look = await hint(line, 1)
                compare = await hint(line, 2)
                explain = await hint(line, 3)
                assert [one.stage for one in (look, compare, explain)] == [1, 2, 3]
                assert asked == ["search:10000"], "one judgement serves all stages"
                first, second = compare.paths
                assert look.paths == (first[:1],)
                assert explain.paths == (first,)
                assert paths[first].label in compare.text
                assert paths[second].label in compare.text
                assert paths[first].label in explain.text
                where, said = look.text.split(". ", 1)
                assert where.startswith("Take a closer look here: ")
                assert said, "the first step says what it is about, too"
                assert paths[second].label in explain.text, "the reason compares"

    asyncio.run(story())


@statement("S43")
def test_everybody_reads_that_a_seat_asked_once_a_decision(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", name="Ada")
            await ben.join(made, "Ben")
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                await together(first, second)
                mover, other = await with_a_turn_of_two_steps(first, second)
                name = mover.now.seats[mover.now.seat].name

                def told() -> int:
                    return [line.text for line in other.log].count(f"{name} asks for a hint.")

                for stage in (1, 2, 3, 3):
                    await hint(mover, stage)
                await other.settle()
                assert told() == 1
                assert not [line for line in other.heard if b'"advice"' in line]
                # A half-made turn is still there, and the next decision is a new one.
                await mover.choose(0)
                assert mover.now.drafted == 1, "a turn has two steps"
                await hint(mover, 1)
                assert mover.now.drafted == 1
                await other.settle()
                assert told() == 2
                assert await hinted(house, made["table"]) == 2

    asyncio.run(story())


async def hinted(house: Running, table: str) -> int:
    """How often the log says that somebody asked."""
    return sum('"hinted"' in row.entry for row in await house.house.store.entries(table))


def test_a_hint_is_not_logged_again_when_the_house_was_closed_meanwhile(tmp_path: Path) -> None:
    async def before() -> tuple[str, dict[str, str]]:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                await together(first, second)
                mover, _ = await with_a_turn_of_two_steps(first, second)
                await hint(mover, 1)
                await mover.choose(0)
                await hint(mover, 1)
                assert await hinted(house, made["table"]) == 2, "one for each step of the turn"
                return made["table"], dict((ada if mover is first else ben).http.cookies)

    async def after(table: str, cookies: dict[str, str]) -> None:
        async with running(tmp_path / "house.db") as house:
            mover = house.person()
            mover.http.cookies.update(cookies)
            async with mover.line(table) as line:
                assert line.now.drafted == 1
                assert (await hint(line, 2)).paths, "what was judged before is judged again"
                assert await hinted(house, table) == 2
                await line.ask(type="undo", version=line.version)
                await hint(line, 1)
                assert await hinted(house, table) == 2

    asyncio.run(after(*asyncio.run(before())))


def test_a_step_taken_back_and_done_again_is_no_new_hint(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house, pair(house) as two:
            mover, _ = await with_a_turn_of_two_steps(two.mover, two.waiter)
            await hint(mover, 1)
            await mover.choose(0)
            await hint(mover, 1)
            await mover.ask(type="undo", version=mover.version)
            await hint(mover, 2)
            await mover.choose(0)
            await hint(mover, 2)
            assert await hinted(house, two.table.row.id) == 2

    asyncio.run(story())


def test_a_new_turn_is_a_new_hint_even_at_the_same_step(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"]) as line:
                for turn in (1, 2):
                    await line.until(lambda one: bool(one.now.legal))
                    await hint(line, 1)
                    assert await hinted(house, made["table"]) == turn
                    while line.now.legal:
                        await line.choose(0)

    asyncio.run(story())


@statement("S01")
def test_at_which_step_somebody_asked_is_told_to_nobody_else() -> None:
    """A draft is seen by its seat alone, and so is how far it has come."""
    game = games.find(GAME)
    match = worlds.play_at_random(game, 2, game.meta.options(), random.Random(1))
    match.note(Hinted(step=1), 0)

    def seen_by(viewer: int | None) -> Any:
        return [entry.body for entry, _ in match.sightings(viewer)][-1]

    assert seen_by(0) == Hinted(step=1)
    assert seen_by(1) == seen_by(None) == Hinted()


def test_a_hint_is_refused_where_nothing_is_asked(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, stranger = house.person(), house.person(), house.person()
            made = await ada.lay("me", "open", confirm=True)
            async with ada.line(made["table"]) as line:
                assert (await hint(line, 1)).rule == "TB-28", "nobody has a seat before the deal"
            await ben.join(made)
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                await together(first, second)
                mover, other = (first, second) if first.now.legal else (second, first)
                assert (await hint(other, 1)).rule == "TB-01"
                assert (await hint(mover, 0)).rule == "TB-13"
                assert (await hint(mover, 4)).rule == "TB-13"
                stale = await mover.ask(type="hint", stage=1, version=mover.version - 1)
                assert stale.rule == "TB-06"
                await mover.settle()
                async with stranger.line(made["table"]) as watcher:
                    assert (await hint(watcher, 1)).rule == "TB-28"
                while not mover.now.held:
                    await mover.move(random.Random(1))
                assert (await hint(mover, 1)).rule == "TB-08"
                for line in (first, second):
                    await line.ask(type="abandon")
                await first.settle()
                assert (await hint(first, 1)).rule == "TB-02"

    asyncio.run(story())


def test_a_judge_who_is_late_gives_no_hint_and_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers: list[Any] = [None, (Judged(1, 0.7), Judged(0, 0.2))]

    async def late(_self: Thinker, *_asked: Any) -> Any:
        return answers.pop(0)

    monkeypatch.setattr(Thinker, "judge", late)

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            async with ada.line(made["table"]) as line:
                await line.until(lambda one: bool(one.now.legal))
                none = await hint(line, 3)
                assert (none.paths, none.stage) == ((), 2), "no further than before"
                assert none.text == "There is no hint at the moment. Try again in a little while."
                again = await hint(line, 3)
                assert again.paths == (line.now.legal[1].path,)
                assert "much better" in again.text
                assert sum("hint" in entry.text for entry in line.log) == 1

    asyncio.run(story())


def test_a_worker_that_takes_too_long_is_no_judge(caplog: pytest.LogCaptureFixture) -> None:
    game = games.find(GAME)
    match = worlds.play_at_random(game, 2, game.meta.options(), random.Random(1))
    view = game.conceal(match.state_at(12), 0)

    async def story() -> None:
        thinker = Thinker(seconds=0.001)
        assert await thinker.judge(game, "adelheid", view) is None
        thinker.close()

    asyncio.run(story())
    assert any("took too long" in record.message for record in caplog.records)


@statement("S01", "S06")
def test_two_worlds_that_look_the_same_get_the_same_advice_word_for_word() -> None:
    game = games.find(GAME)
    compared = 0
    for seed in range(6):
        rng = random.Random(seed)
        match = worlds.play_at_random(game, 3, game.meta.options(secret=True), rng)
        asked = [n for n in range(len(match.entries)) if len(legal_at(match, n)) > 1]
        for number in rng.sample(asked, 3):
            state = match.state_at(number)
            seat = game.to_act(state)
            assert seat is not None
            other = game.scramble(state, seat, rng)
            told = [all_stages(game, world, seat) for world in (state, other)]
            assert told[0] == told[1]
            compared += state != other
    assert compared > 12


def legal_at(match: Any, number: int) -> Any:
    state = match.state_at(number)
    return () if match.game.to_act(state) in (None, CHANCE) else match.game.legal(state)


def all_stages(game: Any, world: Any, seat: int) -> list[Any]:
    view = game.conceal(world, seat)
    legal = list(game.legal(view.seen))
    judged = judgement("search:60", game, view, legal, random.Random(1))
    return [advice.advise(scene_of(game, view), judged, stage, "r") for stage in advice.STAGES]


def scene_of(game: Any, view: Any, language: str = "en") -> scene.Scene:
    chairs = tuple(
        scene.Chair(name=f"Player {seat}", kind="person") for seat in range(view.seen.seats)
    )
    return scene.Scene(
        game=game,
        language=language,
        status=scene.PLAYING,
        view=view,
        chairs=chairs,
        to_act=view.viewer,
        legal=game.legal(view.seen),
    )


def views(game: Any, rng: random.Random) -> Iterator[Any]:
    """What the movers of random matches see, one after the other."""
    while True:
        state = game.start(2, game.meta.options())
        while (mover := game.to_act(state)) is not None:
            if mover == CHANCE:
                state = game.play(state, roll(game, state, rng))
                continue
            yield game.conceal(state, mover)
            state = game.play(state, rng.choice(game.legal(state)))


@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_of_a_match_can_be_hinted_at_in_every_language(
    game_id: str, language: str
) -> None:
    """Whatever the path of a move begins with, a part, a place or a button, it has a name."""
    game = games.find(game_id)
    rng = random.Random(3)
    for view in islice(views(game, rng), 60):
        legal = list(game.legal(view.seen))
        numbers = rng.sample(range(len(legal)), min(2, len(legal)))
        judged = [Judged(n, 0.9 - place * rng.random() / 5) for place, n in enumerate(numbers)]
        for stage in advice.STAGES:
            told = advice.advise(scene_of(game, view, language), judged, stage, "")
            assert told.paths[0][0] == game.path(view.seen, legal[numbers[0]])[0]
            assert told.text[-1] in ".。!?！？", told.text
            assert "{" not in told.text
