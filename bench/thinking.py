"""Print how long the strongest level of each game takes for an answer, or other bots.

Greedy plays whole matches; at some of its decisions the strongest level is asked as well, and the time
of its processor is read: how long it takes where nothing else runs.

    python -m bench.thinking [--games GAME ...] [--bots net look ...] [--seats 2 ...] [--answers 40] [--seed 0] [--json]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.json import encode
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.levels import level_ids
from ratskeller.core.game import CHANCE, AnyGame

_ASKED: Final = 0.2  # the share of decisions at which the level is asked


class Thinking(Struct, frozen=True):
    """Seconds for an answer of a level, at one number of seats."""

    game: str
    level: str
    seats: int
    answers: int
    median: float
    p95: float
    longest: float


def measure(game_id: str, name: str, seats: int, answers: int, seed: int) -> Thinking:
    """Ask a bot so many times."""
    game = games.find(game_id)
    level, budget, rng = find_bot(name, game), Budget(), random.Random(seed)
    times: list[float] = []
    for state in _questions(game, seats, seed):
        mover = game.to_act(state)
        assert mover is not None
        view, legal = game.conceal(state, mover), game.legal(state)
        began = time.process_time()
        level.choose(view, legal, budget, rng)
        times.append(time.process_time() - began)
        if len(times) == 1 + answers:
            break
    del times[0]  # the first answer reads what was never read before, such as weights
    ranked = statistics.quantiles(times, n=20)
    return Thinking(
        game=game_id,
        level=name,
        seats=seats,
        answers=len(times),
        median=round(statistics.median(times), 3),
        p95=round(ranked[-1], 3),
        longest=round(max(times), 3),
    )


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
    table = Table("game", "level", "seats", "answers", "median s", "p95 s", "longest s")
    for row in rows:
        figures = (row.seats, row.answers, row.median, row.p95, row.longest)
        table.add_row(row.game, row.level, *map(str, figures))
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--bots", nargs="+", help="instead of the strongest level")
    parser.add_argument("--seats", nargs="+", type=int)
    parser.add_argument("--answers", type=int, default=40, help="at each number of seats")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", dest="as_json")
    wishes = parser.parse_args()
    rows = [
        measure(game_id, bot, seats, wishes.answers, wishes.seed)
        for game_id in wishes.games
        for bot in wishes.bots or [level_ids(games.find(game_id))[-1]]
        for seats in games.find(game_id).meta.seats
        if seats in (wishes.seats or [seats])
    ]
    if wishes.as_json:
        print(encode(rows).decode())
    else:
        show(Console(), rows)


if __name__ == "__main__":
    main()
