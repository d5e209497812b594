"""Bots think in processes of their own; the table never waits for one.

What crosses to a worker for a bot is the bytes of a view, so it cannot get at the whole state even if
it wanted to (S06); only the coach gets a whole match, when it is over. For a bot that takes too long or breaks, a quick one moves, and if that is late, too,
chance does; the log says who it was.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.bots import FALLBACK, Budget, find_bot
from ratskeller.bots.hints import Judged, judgement
from ratskeller.bots.levels import recipe_of
from ratskeller.bots.parts import Findings, PartBot, best_of, parts_of
from ratskeller.coach import analysis
from ratskeller.coach.exercises import Exercise, loss_of
from ratskeller.coach.findings import Finding, Found, Line, Outline
from ratskeller.coach.judging import Value
from ratskeller.core import archive
from ratskeller.core.game import AnyGame, AnyView, GameAction, Seat, View
from ratskeller.core.match import AnyMatch
from ratskeller.server.turns import Asker, Turns
from ratskeller.words.speech import package_of

LOG: Final = logging.getLogger("ratskeller.thinking")

FALLBACK_SECONDS: Final = 3.0  # a fresh worker needs most of one to wake up
LAST_RESORT: Final = "random"
LOOK_BACK_SECONDS: Final = 60.0  # a single finding takes one or two; machines can be busy
_LOOK_SECONDS: Final = 0.5  # of a worker at a time: then whoever waits for a bot has their turn
NOBODY: Final = Asker()
_NICENESS: Final = 5  # whoever thinks yields to whoever answers people


Rules: TypeAlias = tuple[str, int, str]
"""What a worker needs to have a game: its package, and the version and data it is played with."""

_FOUND: Final = msgspec.json.Decoder(list[Found])
_KNOWN: Final = msgspec.json.Decoder(list[Outline | Finding])


class Thought(Struct, frozen=True):
    """A choice: its number in the legal list, and the level that made it."""

    number: int
    bot: str


class Thinker:
    """A few workers, started with the first bot that has to think."""

    def __init__(
        self,
        workers: int = 1,
        seconds: float = 5.0,
        fallback_seconds: float = FALLBACK_SECONDS,
    ) -> None:
        self.workers = workers
        self.seconds = seconds
        self.fallback_seconds = fallback_seconds
        self._pool: ProcessPoolExecutor | None = None
        # The clock of a thought starts when a worker is free: a long queue breaks no bot.
        self.turns = Turns(workers)

    async def choose(
        self, game: AnyGame, bot: str, view: AnyView, legal: Sequence[GameAction]
    ) -> Thought:
        """A bot's choice from its own legal list; somebody else's where it does not come. Whoever asks has
        waited for a worker already (`turns`).
        """
        if len(legal) == 1:
            return Thought(0, bot)
        for asked, seconds in ((bot, self.seconds), (FALLBACK, self.fallback_seconds)):
            number = await self._choice(game, asked, view, legal, seconds)
            if number is not None:
                return Thought(number, asked)
        LOG.warning("a random move is made for the bot %s of %s", bot, game.meta.id)
        return Thought(random.randrange(len(legal)), LAST_RESORT)

    async def judge(
        self, game: AnyGame, bot: str, view: AnyView, asker: Asker = NOBODY
    ) -> tuple[Judged, ...] | None:
        """What a bot thinks of each legal action, best first; None where it does not answer."""
        async with self.turns.turn(asker):
            found = await self._ask_bot([weigh], game, bot, view, self.seconds)
        return found[0] if found else None

    async def look_back(
        self,
        game: AnyGame,
        file: bytes,
        seat: Seat,
        known: Sequence[Outline | Finding],
        asker: Asker,
    ) -> list[Found] | None:
        """A little more of what the coach finds in a finished match; None where nothing comes."""
        work = partial(look_on, _rules_of(game), file, seat, msgspec.json.encode(known))
        who = f"the coach of {game.meta.id}"
        async with self.turns.turn(asker):
            found = await self._ask([work], who, LOOK_BACK_SECONDS)
        return _FOUND.decode(found[0]) if found else None

    async def try_out(self, exercise: Exercise, tried: Line, asker: Asker) -> Value | None:
        """How far a try stays behind the best of an exercise; None where nothing comes."""
        seen = msgspec.msgpack.encode(exercise.view)
        options = msgspec.json.encode(exercise.options)
        work = partial(hold_against, _rules_of(exercise.game), options, seen, tried, exercise.best)
        who = f"the coach of {exercise.game.meta.id}"
        async with self.turns.turn(asker):
            found = await self._ask([work], who, LOOK_BACK_SECONDS)
        return found[0] if found else None

    async def _choice(
        self, game: AnyGame, bot: str, view: AnyView, legal: Sequence[GameAction], seconds: float
    ) -> int | None:
        """The number of a bot's choice; None if it does not come."""
        parts = parts_of(bot, game)
        if parts == 1:
            found = await self._ask_bot([think], game, bot, view, seconds)
            return found[0] if found else None
        works = [partial(search_part, number) for number in range(parts)]
        found = await self._ask_bot(works, game, bot, view, seconds)
        return legal.index(best_of(found)) if found else None

    async def _ask_bot(
        self,
        works: Sequence[Callable[[Rules, str, bytes], Any]],
        game: AnyGame,
        bot: str,
        view: AnyView,
        seconds: float,
    ) -> list[Any]:
        if not isinstance(view, View):
            raise TypeError("a bot gets a view, never a state")
        asked = _rules_of(game), bot, msgspec.msgpack.encode(view)
        who = f"the bot {bot} of {game.meta.id}"
        return await self._ask([partial(work, *asked) for work in works], who, seconds)

    async def _ask(self, works: Sequence[Callable[[], Any]], who: str, seconds: float) -> list[Any]:
        """What workers answer to all of it within the deadline; nothing if they do not."""
        for attempt in (1, 2):  # a worker that another table's bot broke gets a second chance
            pool = self._started()
            try:
                return await asyncio.wait_for(self._answers(pool, works), seconds)
            except BrokenProcessPool:
                LOG.warning("a worker has died (attempt %d)", attempt)
                self._drop(pool)
            except TimeoutError:
                LOG.warning("%s took too long", who)
                self._drop(pool)
                break
            except Exception:
                LOG.exception("%s failed", who)
                break
        return []

    async def _answers(
        self, pool: ProcessPoolExecutor, works: Sequence[Callable[[], Any]]
    ) -> list[Any]:
        """What the worker that was waited for answers, with the help of those that nobody else wants."""
        answers: list[Any] = [None] * len(works)
        left = list(enumerate(works))[::-1]

        async def one_more() -> bool:
            if not left:
                return False
            if pool is not self._pool:  # another thought was late, and its pool was ours, too
                left.clear()
                raise BrokenProcessPool("the pool was dropped between two parts")
            number, work = left.pop()
            try:
                answers[number] = await asyncio.wrap_future(pool.submit(work))
            except BaseException:
                left.clear()  # without this answer nobody needs the others
                raise
            return True

        async def work_off() -> None:
            while await one_more():
                pass

        async def help_out() -> None:
            helped = True
            while helped:  # after each part whoever waits for a worker goes first
                with self.turns.spare() as lent:
                    helped = lent and await one_more()

        await asyncio.gather(work_off(), *(help_out() for _ in works[1:]))
        return answers

    def close(self) -> None:
        if self._pool is not None:
            self._drop(self._pool)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.workers, multiprocessing.get_context("spawn"), initializer=_settle
            )
        return self._pool

    def _drop(self, pool: ProcessPoolExecutor) -> None:
        """End a pool with its workers, even one that thinks for ever."""
        if self._pool is pool:
            self._pool = None
        workers = list((pool._processes or {}).values())  # noqa: SLF001  there is no other way in 3.11
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()


def _rules_of(game: AnyGame) -> Rules:
    return package_of(game), game.version, game.data


# --- in the worker ----------------------------------------------------------------------------


def _settle() -> None:
    """Ctrl-C is the server's affair; and when the server is gone, nobody needs a worker."""
    os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def think(rules: Rules, bot: str, seen: bytes) -> int:
    """The number of the bot's choice in the legal list of this view."""
    game, view, legal = _position(rules, seen)
    # A bot's whims hang on what it sees alone: a reported position can be played again.
    chosen = find_bot(bot, game).choose(view, legal, Budget(), random.Random(seen))
    return legal.index(chosen)


def search_part(number: int, rules: Rules, bot: str, seen: bytes) -> Findings:
    """What one part of a long search finds in this view."""
    game, view, _ = _position(rules, seen)
    recipe = recipe_of(bot, game)
    assert recipe is not None
    luck = random.Random(seen + bytes([number]))
    return PartBot(game).part(view, Budget(recipe.nodes), parts_of(bot, game), luck)


def weigh(rules: Rules, bot: str, seen: bytes) -> tuple[Judged, ...]:
    """What the bot thinks of every action in the legal list of this view."""
    game, view, legal = _position(rules, seen)
    return judgement(bot, game, view, legal, random.Random(seen))


def look_on(rules: Rules, file: bytes, seat: Seat, known: bytes) -> bytes:
    """Go on with the look back at a finished match for a moment."""
    found: list[Found] = []
    until = time.monotonic() + _LOOK_SECONDS
    match = _finished(rules, file)
    for one in analysis.search(match, seat, known=_KNOWN.decode(known)):
        found.append(one)
        if time.monotonic() >= until:
            break
    return msgspec.json.encode(found)


def hold_against(rules: Rules, options: bytes, seen: bytes, tried: Line, best: Line) -> Value:
    """Compare a try with what is known to be best, by what is seen alone."""
    game, view, _ = _position(rules, seen)
    chosen = msgspec.json.decode(options, type=game.meta.options)
    exercise = Exercise(game=game, options=chosen, view=view, best=best)
    return loss_of(exercise, tried)


@lru_cache(4)
def _finished(rules: Rules, file: bytes) -> AnyMatch:
    """The match of a look back, which is asked for many times in a row."""
    game, _ = _game(rules)
    match = archive.read(file, lambda *_: game)
    assert not isinstance(match, archive.Recording)
    return match


def _position(rules: Rules, seen: bytes) -> tuple[AnyGame, AnyView, list[GameAction]]:
    game, decoder = _game(rules)
    view = decoder.decode(seen)
    return game, view, list(game.legal(view.seen))


@cache
def _game(rules: Rules) -> tuple[AnyGame, msgspec.msgpack.Decoder[Any]]:
    package, version, data = rules
    game: AnyGame = import_module(package).GAME.as_played(version, data)
    state: Any = game.state_type
    return game, msgspec.msgpack.Decoder(View[state])
