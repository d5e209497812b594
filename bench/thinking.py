"""Print how long the strongest level of each game takes for an answer, or other bots.

Greedy plays whole matches; at some of its decisions the strongest level is asked as well, and the time
of its processor is read: how long it takes where nothing else runs. With `--workers` it is asked as at a table
instead, in a house with so many workers, and the clock is read: a long search is shared among them.

    python -m bench.thinking [--games GAME ...] [--bots net look ...] [--seats 2 ...] [--workers 1 2 ...] [--answers 40] [--seed 0] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.json import encode
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.levels import level_ids
from ratskeller.core.game import CHANCE, AnyGame, AnyView, GameAction
from ratskeller.server.thinking import NOBODY, Thinker

_ASKED: Final = 0.2  # the share of decisions at which the level is asked
_PATIENCE: Final = 600.0  # seconds for an answer

Ask: TypeAlias = Callable[[AnyView, Sequence[GameAction]], float]
"""Have a decision thought about; the seconds that it took."""


class Thinking(Struct, frozen=True):
    """Seconds for an answer of a level, at one number of seats."""

    game: str
    level: str
    seats: int
    workers: int  # 0: it was asked by itself
    answers: int
    median: float
    p95: float
    longest: float


def measure(game_id: str, name: str, seats: int, answers: int, seed: int, workers: int) -> Thinking:
    """Ask a bot so many times."""
    game = games.find(game_id)
    times: list[float] = []
    asking = _at_a_table(game, name, workers) if workers else _by_itself(game, name, seed)
    with asking as ask:
        for state in _questions(game, seats, seed):
            mover = game.to_act(state)
            assert mover is not None
            times.append(ask(game.conceal(state, mover), game.legal(state)))
            if len(times) == 1 + answers:
                break
    del times[0]  # the first answer reads what was never read before, such as weights
    ranked = statistics.quantiles(times, n=20)
    return Thinking(
        game=game_id,
        level=name,
        seats=seats,
        workers=workers,
        answers=len(times),
        median=round(statistics.median(times), 3),
        p95=round(ranked[-1], 3),
        longest=round(max(times), 3),
    )


@contextmanager
def _by_itself(game: AnyGame, name: str, seed: int) -> Iterator[Ask]:
    """A bot of this process; its time is the processor's."""
    bot, budget, rng = find_bot(name, game), Budget(), random.Random(seed)

    def ask(view: AnyView, legal: Sequence[GameAction]) -> float:
        began = time.process_time()
        bot.choose(view, legal, budget, rng)
        return time.process_time() - began

    yield ask


@contextmanager
def _at_a_table(game: AnyGame, name: str, workers: int) -> Iterator[Ask]:
    """A bot as a house asks it that does nothing else; its time is the clock's."""
    thinker = Thinker(workers, _PATIENCE)

    async def choose(view: AnyView, legal: Sequence[GameAction]) -> None:
        async with thinker.turns.turn(NOBODY):
            thought = await thinker.choose(game, name, view, legal)
        if thought.bot != name:
            raise SystemExit(f"{name} did not answer: {thought.bot} moved for it")

    with asyncio.Runner() as runner:

        def ask(view: AnyView, legal: Sequence[GameAction]) -> float:
            began = time.perf_counter()
            runner.run(choose(view, legal))
            return time.perf_counter() - began

        try:
            yield ask
        finally:
            thinker.close()


def _questions(game: AnyGame, seats: int, seed: int) -> Iterator[Any]:
    """States with a choice, from all parts of match after match."""
    options, chosen = game.meta.options(), random.Random(seed)
    bots = [find_bot("greedy", game)] * seats
    number = 0
    while True:
        for state, mover, _ in play_match(game, options, bots, seed, number):
            is_choice = mover != CHANCE and len(game.legal(state)) > 1  # at the end nothing is
            if is_choice and chosen.random() < _ASKED:
                yield state
        number += 1


def show(console: Console, rows: Sequence[Thinking]) -> None:
    table = Table("game", "level", "seats", "workers", "answers", "median s", "p95 s", "longest s")
    for row in rows:
        figures = (row.seats, row.workers or "", row.answers, row.median, row.p95, row.longest)
        table.add_row(row.game, row.level, *map(str, figures))
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--bots", nargs="+", help="instead of the strongest level")
    parser.add_argument("--seats", nargs="+", type=int)
    parser.add_argument("--workers", nargs="+", type=int, default=[0], help="ask as at a table")
    parser.add_argument("--answers", type=int, default=40, help="at each number of seats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", dest="as_json")
    wishes = parser.parse_args()
    rows = [
        measure(game_id, bot, seats, wishes.answers, wishes.seed, workers)
        for game_id in wishes.games
        for bot in wishes.bots or [level_ids(games.find(game_id))[-1]]
        for seats in games.find(game_id).meta.seats
        if seats in (wishes.seats or [seats])
        for workers in wishes.workers
    ]
    if wishes.as_json:
        print(encode(rows).decode())
    else:
        show(Console(), rows)


if __name__ == "__main__":
    main()
