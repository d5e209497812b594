"""Bots think in processes of their own; the table never waits for one.

What crosses to a worker is the bytes of a view, so a bot cannot get at the whole state even if it
wanted to (S06). A bot that takes too long or breaks is replaced by a random legal move, which
the log marks as such.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib import import_module
from typing import Any, Final

import msgspec
from msgspec import Struct

from ratskeller.bots import Budget, find_bot
from ratskeller.core.game import Game, View
from ratskeller.words.speech import package_of

LOG: Final = logging.getLogger("ratskeller.thinking")
FALLBACK: Final = "random"


class Thought(Struct, frozen=True):
    """A choice: its number in the legal list, and the level that made it."""

    number: int
    bot: str


class Thinker:
    """A few workers, started with the first bot that has to think."""

    def __init__(self, workers: int = 1, seconds: float = 5.0) -> None:
        self.workers = workers
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    async def choose(
        self, game: Game[Any, Any], bot: str, view: View[Any], legal: Sequence[Any]
    ) -> Thought:
        """A bot's choice from its own legal list, within the deadline."""
        if not isinstance(view, View):
            raise TypeError("a bot gets a view, never a state")
        if len(legal) == 1:
            return Thought(0, bot)
        seen = msgspec.msgpack.encode(view)
        for attempt in (1, 2):  # a worker that another table's bot broke gets a second chance
            pool = self._started()
            try:
                future = pool.submit(think, package_of(game), bot, seen)
                number = await asyncio.wait_for(asyncio.wrap_future(future), self.seconds)
                return Thought(number, bot)
            except BrokenProcessPool:
                LOG.warning("a worker has died (attempt %d)", attempt)
                self._drop(pool)
            except TimeoutError:
                LOG.warning("the bot %s of %s took too long", bot, game.meta.id)
                self._drop(pool)
                break
            except Exception:
                LOG.exception("the bot %s of %s failed", bot, game.meta.id)
                break
        return Thought(random.randrange(len(legal)), FALLBACK)

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


# --- in the worker ----------------------------------------------------------------------------


def _settle() -> None:
    """Ctrl-C is the server's affair; and when the server is gone, nobody needs a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def think(package: str, bot: str, seen: bytes) -> int:
    """The number of the bot's choice in the legal list of this view."""
    game, decoder = _game(package)
    view = decoder.decode(seen)
    legal = list(game.legal(view.seen))
    # A bot's whims hang on what it sees alone: a reported position can be played again.
    chosen = find_bot(bot, game).choose(view, legal, Budget(), random.Random(seen))
    return legal.index(chosen)


@cache
def _game(package: str) -> tuple[Game[Any, Any], msgspec.msgpack.Decoder[Any]]:
    game: Game[Any, Any] = import_module(package).GAME
    state: Any = game.state_type
    return game, msgspec.msgpack.Decoder(View[state])
