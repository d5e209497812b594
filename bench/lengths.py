"""Print how long a match is between four of each level: a weak player is no slow one.

Nobody wants to wait for a match of beginners to end. The rule was set before anything was played: a
match between four of any level takes at most twice the turns of one between four of the strongest. It
ends with status 1 where one takes longer.

    python -m bench.lengths [--games GAME ...] [--bots RECIPE ...] [--matches 6] [--seed 0] [--jobs 1]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.intervals import Estimate, mean
from ratskeller.arena.playing import play_match
from ratskeller.arena.pools import Pool, pool_of
from ratskeller.bots import find_bot
from ratskeller.bots.levels import level_ids

SEATS: Final = 4
AT_MOST: Final = 2.0  # times the strongest's


class Task(Struct, frozen=True):
    """A match between four of one bot."""

    game: str
    bot: str
    seed: int
    number: int


class Row(Struct, frozen=True):
    """What a bot's matches took."""

    game: str
    bot: str
    turns: Estimate
    ratio: float  # to the strongest's

    @property
    def fits(self) -> bool:
        return self.ratio <= AT_MOST


def turns_of(task: Task) -> tuple[Task, int]:
    game = games.find(task.game)
    bots = [find_bot(task.bot, game)] * SEATS
    *_, (last, _, _) = play_match(game, game.meta.options(), bots, task.seed, task.number)
    return task, game.turns(last)


def rows(game_id: str, bots: Sequence[str], matches: int, seed: int, pool: Pool) -> list[Row]:
    """A row for each bot, in their order; the last is the strongest."""
    tasks = [
        Task(game_id, bot, seed, number) for bot in reversed(bots) for number in range(matches)
    ]
    turns: dict[str, list[int]] = {bot: [] for bot in bots}
    for task, length in pool.run(turns_of, tasks):
        turns[task.bot].append(length)
    strongest = fmean(turns[bots[-1]])
    return [Row(game_id, bot, mean(turns[bot]), fmean(turns[bot]) / strongest) for bot in bots]


def table(found: Sequence[Row]) -> Table:
    printed = Table(title=f"Turns of a match between {SEATS} of a level, 95 % interval")
    for column in ("game", "level", "matches", "turns", "times the strongest's", "at most twice"):
        printed.add_column(column, justify="left" if column in ("game", "level") else "right")
    for row in found:
        turns = f"{row.turns.mean:.0f} ± {row.turns.margin:.0f}"
        fits = "yes" if row.fits else "no"
        printed.add_row(row.game, row.bot, str(row.turns.deals), turns, f"{row.ratio:.2f}", fits)
    return printed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--bots", nargs="+", help="instead of the levels; the strongest comes last")
    parser.add_argument("--matches", type=int, default=6, help="of each level")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    wishes = parser.parse_args()
    found: list[Row] = []
    with pool_of(wishes.jobs) as pool:
        for game_id in wishes.games:
            bots = wishes.bots or level_ids(games.find(game_id))
            found += rows(game_id, bots, wishes.matches, wishes.seed, pool)
    Console(width=100).print(table(found))
    sys.exit(0 if all(row.fits for row in found) else 1)


if __name__ == "__main__":
    main()
