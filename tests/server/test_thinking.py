"""Bots think elsewhere: a late or broken one is replaced, and nobody waits for another's bot."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ratskeller import games
from ratskeller.bots import FALLBACK
from ratskeller.bots.levels import level_ids
from ratskeller.bots.parts import Findings, best_of
from ratskeller.bots.search import Judgement
from ratskeller.core.game import CHANCE, AnyGame, AnyView
from ratskeller.server import thinking
from ratskeller.server.thinking import NOBODY, Thinker, Thought
from ratskeller.server.turns import Asker
from tests.server import worlds
from tests.server.harness import GAME, PATIENCE, running
from tests.statements import statement

ENDLESS = "search:999999999"


PARTED = "ratzentanz"
"""A game in which a long search is done in parts."""


def a_question(game_id: str = GAME) -> tuple[AnyView, list[Any]]:
    game = games.find(game_id)
    match = worlds.play_at_random(game, 3, game.meta.options(), random.Random(2))
    for number in range(20, len(match.entries)):
        state = match.state_at(number)
        seat = game.to_act(state)
        if seat not in (None, CHANCE) and len(game.legal(state)) > 3:
            return game.conceal(state, seat), list(game.legal(state))
    raise AssertionError("nobody was asked anything")


def with_thinker(work: Callable[[Thinker], Awaitable[Any]], **settings: Any) -> Any:
    async def story() -> Any:
        thinker = Thinker(**settings)
        try:
            return await work(thinker)
        finally:
            thinker.close()

    return asyncio.run(story())


def chosen(bot: str, game_id: str = GAME, **settings: Any) -> Thought:
    view, legal = a_question(game_id)
    thought: Thought = with_thinker(
        lambda thinker: thinker.choose(games.find(game_id), bot, view, legal), **settings
    )
    assert 0 <= thought.number < len(legal)
    return thought


@statement("S36")
def test_for_a_bot_that_thinks_for_ever_a_quick_one_moves(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert chosen(ENDLESS, seconds=0.3, fallback_seconds=PATIENCE).bot == FALLBACK
    assert any(f"{ENDLESS} of {GAME} took too long" in r.message for r in caplog.records)


@statement("S36")
@pytest.mark.parametrize("bot", ["nobody", "tests.bots.owners:Broken", "tests.bots.owners:Cheat"])
def test_for_a_bot_that_breaks_a_quick_one_moves(
    bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert chosen(bot, seconds=PATIENCE, fallback_seconds=PATIENCE).bot == FALLBACK
    assert any(f"{bot} of {GAME} failed" in record.message for record in caplog.records)


@statement("S36")
def test_if_the_quick_one_is_late_too_chance_moves(caplog: pytest.LogCaptureFixture) -> None:
    assert chosen(ENDLESS, seconds=0.001, fallback_seconds=0.001).bot == "random"
    assert any("a random move is made" in record.message for record in caplog.records)


def test_a_bot_with_time_moves_itself() -> None:
    assert chosen("gret", seconds=PATIENCE).bot == "gret"


def test_a_long_queue_makes_no_bot_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of a thought starts when a worker is free, not when it is asked for.

    Here the clock ticks with every answer instead of every second, so that only the order of
    things counts and not how busy the machine is.
    """
    game, (view, legal) = games.find(GAME), a_question()
    bot, answers = "search:50", 0

    async def asked(thinker: Thinker) -> Thought:
        nonlocal answers
        async with thinker.turns.turn(NOBODY):
            thought = await thinker.choose(game, bot, view, legal)
        answers += 1
        return thought

    async def crowd(thinker: Thinker) -> list[Thought]:
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: float(answers))
        return await asyncio.gather(*(asked(thinker) for _ in range(8)))

    thoughts = with_thinker(crowd, seconds=1.5, fallback_seconds=1.5)
    assert [thought.bot for thought in thoughts] == [bot] * 8


def thought_in_a_row(bot: str, parts: int) -> Thought:
    """What a long search comes to if all parts are done here, one after another."""
    game, (view, legal) = games.find(PARTED), a_question(PARTED)
    rules, seen = thinking._rules_of(game), msgspec.msgpack.encode(view)
    found = [thinking.search_part(number, rules, bot, seen) for number in range(parts)]
    return Thought(legal.index(best_of(found)), bot)


def test_a_long_search_answers_the_same_however_many_workers_it_has() -> None:
    expected = thought_in_a_row("search:20000", 4)
    for workers in (1, 3):
        assert chosen("search:20000", PARTED, workers=workers, seconds=PATIENCE) == expected


class Hands:
    """A pool in which nothing is answered until the test says so."""

    _processes = None

    def __init__(self, *letter: Any) -> None:
        self.letter = letter
        self.asked: list[tuple[int, Future[Any]]] = []
        self.open = True

    def shutdown(self, **_: bool) -> None:
        self.open = False

    def submit(self, work: Any) -> Future[Any]:
        if not self.open:
            raise RuntimeError("cannot schedule new futures after shutdown")
        assert work.func is thinking.search_part
        assert not work.keywords
        assert work.args[1:] == self.letter, "each gets the bytes of the view and nothing else"
        self.asked.append((work.args[0], Future()))
        return self.asked[-1][1]

    async def answer(self, number: int) -> None:
        """One part is done: all moves of it are worth the same."""
        dict(self.asked)[number].set_result(
            {(move,): Judgement(1, 0.5) for move in a_question(PARTED)[1]}
        )
        for _ in range(9):
            await asyncio.sleep(0)

    @property
    def parts(self) -> list[int]:
        return [number for number, _ in self.asked]


@statement("S36")
def test_parts_of_a_search_take_free_workers_and_leave_them_to_whoever_waits() -> None:
    game, (view, legal) = games.find(PARTED), a_question(PARTED)
    hands = Hands(thinking._rules_of(game), "search:25000", msgspec.msgpack.encode(view))

    async def somebody_else(thinker: Thinker, end: asyncio.Event) -> None:
        async with thinker.turns.turn(Asker("somebody else")):
            await end.wait()

    async def story(thinker: Thinker) -> None:
        thinker._pool = hands  # type: ignore[assignment]
        end = asyncio.Event()
        async with thinker.turns.turn(NOBODY):
            thought = asyncio.create_task(thinker.choose(game, "search:25000", view, legal))
            await asyncio.sleep(0.01)
            assert hands.parts == [0, 1], "as many as there are workers"
            await hands.answer(1)
            assert hands.parts == [0, 1, 2]
            other = asyncio.create_task(somebody_else(thinker, end))
            await asyncio.sleep(0.01)
            await hands.answer(2)
            assert hands.parts == [0, 1, 2], "the worker has gone to somebody else"
            for number in (0, 3, 4):
                assert not thought.done()
                await hands.answer(number)
            assert hands.parts == [0, 1, 2, 3, 4]
            assert await thought == Thought(0, "search:25000")
        end.set()
        await other

    with_thinker(story, workers=2, seconds=PATIENCE)


@statement("S36")
def test_a_pool_that_goes_between_two_parts_does_not_lose_the_decision() -> None:
    """Another table's bot was late, and its pool was the same."""
    game, (view, legal) = games.find(PARTED), a_question(PARTED)
    letter = thinking._rules_of(game), "search:15000", msgspec.msgpack.encode(view)
    first, second = Hands(*letter), Hands(*letter)

    async def story(thinker: Thinker) -> None:
        thinker._pool = first  # type: ignore[assignment]
        async with thinker.turns.turn(NOBODY):
            thought = asyncio.create_task(thinker.choose(game, "search:15000", view, legal))
            await asyncio.sleep(0.01)
            thinker._drop(first)  # type: ignore[arg-type]
            thinker._pool = second  # type: ignore[assignment]
            await first.answer(0)
            for number in range(3):
                await second.answer(number)
            assert await thought == Thought(0, "search:15000")

    with_thinker(story, workers=1, seconds=PATIENCE)
    assert first.parts == [0]


def search_part_or_die(
    grave: str, number: int, rules: thinking.Rules, bot: str, seen: bytes
) -> Findings:
    """The second part dies with its worker, once."""
    if number == 1 and not Path(grave).exists():
        Path(grave).touch()
        os._exit(1)
    return thinking.search_part(number, rules, bot, seen)


def test_a_part_that_dies_does_not_lose_the_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    grave = tmp_path / "grave"
    dying = partial(search_part_or_die, str(grave))
    expected = thought_in_a_row("search:10000", 2)
    monkeypatch.setattr(thinking, "search_part", dying)
    assert chosen("search:10000", PARTED, workers=2, seconds=PATIENCE) == expected
    assert grave.exists()
    assert any("a worker has died" in record.message for record in caplog.records)


@statement("S36")
def test_while_the_strongest_think_another_table_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two bots think and think; two people at a third table exchange moves before they are done."""
    thoughts: list[str] = []
    choose = Thinker.choose

    async def for_ever(
        thinker: Thinker, game: AnyGame, bot: str, view: AnyView, legal: Sequence[Any]
    ) -> Thought:
        thoughts.append("begun")
        thought = await choose(thinker, game, ENDLESS, view, legal)
        thoughts.append("ended")
        return thought

    monkeypatch.setattr(Thinker, "choose", for_ever)

    async def story() -> None:
        async with running(tmp_path / "house.db", workers=2) as house:
            ada, ben = house.person(), house.person()
            for person, game_id in ((ada, "pied_piper"), (ben, "first_rat")):
                game = games.find(game_id)
                strongest = f"bot:{level_ids(game)[-1]}"
                made = await person.lay(*[strongest] * max(game.meta.seats), game=game_id)
                await house.house.open(made["table"])
            made = await ada.lay("me", "open", game="ratzentanz")  # a long game
            await ben.join(made)
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                rng, steps = random.Random(1), 0
                while steps < 30 or len(thoughts) < 2:
                    for line in (first, second):
                        await line.settle()
                        if line.now.legal:
                            await line.move(rng)
                            steps += 1
            assert thoughts == ["begun"] * 2

    asyncio.run(story())
