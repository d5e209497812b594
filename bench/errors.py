"""Print how badly a weak player errs: what its decisions lose by greedy's own judgement, and the worst of them.

Somebody who errs as people do loses a little often and much hardly ever; who leaves decisions to luck throws a
match away now and then. Two of each bot play, and of every decision with a choice the chance that greedy sees
after it is taken from that after the best one.

    python -m bench.errors [--games GAME ...] [--bots RECIPE ...] [--matches 10] [--seed 0]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from statistics import fmean
from typing import Final

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.greedy import GreedyBot
from ratskeller.bots.levels import level_ids
from ratskeller.bots.worth import squash
from ratskeller.core.game import CHANCE, AnyGame

SEATS: Final = 2
BLUNDER: Final = 0.1  # of the chance to win, by one decision


class Errors(Struct, frozen=True):
    """What the decisions of a bot lose, as shares of the win."""

    game: str
    bot: str
    turns: float  # of a match
    losses: list[float]  # of each decision with a choice, least first

    def at(self, share: float) -> float:
        return self.losses[round(share * (len(self.losses) - 1))]

    @property
    def blunders(self) -> float:
        return sum(loss > BLUNDER for loss in self.losses) / len(self.losses)


def errors(game_id: str, bot: str, matches: int, seed: int) -> Errors:
    found = [_match(games.find(game_id), bot, seed, number) for number in range(matches)]
    losses = sorted(loss for of_one, _ in found for loss in of_one)
    return Errors(game_id, bot, fmean(turns for _, turns in found), losses)


def _match(game: AnyGame, bot: str, seed: int, number: int) -> tuple[list[float], int]:
    """What each decision of a match lost, and how many turns it took."""
    greedy, rng, losses = GreedyBot(game), random.Random(number), list[float]()
    pair = [find_bot(bot, game)] * SEATS
    for state, mover, action in play_match(game, game.meta.options(), pair, seed, number):
        legal = game.legal(state) if mover not in (None, CHANCE) else ()
        if len(legal) > 1:
            leanings = greedy.leanings(game.conceal(state, mover), legal, Budget(), rng)
            chances = [squash(leaning) for leaning in leanings]
            losses.append(max(chances) - chances[legal.index(action)])
    return losses, game.turns(state)


def table(found: Iterable[Errors]) -> Table:
    printed = Table(title=f"What decisions lose by greedy's judgement, {SEATS} of a bot")
    for column in ("game", "bot"):
        printed.add_column(column)
    for column in ("turns", "decisions", "mean", "95 of 100", "99 of 100", "worst", "over 10 %"):
        printed.add_column(column, justify="right")
    for one in found:
        losses = [fmean(one.losses), one.at(0.95), one.at(0.99), one.at(1)]
        figures = [f"{loss:.1%}" for loss in (*losses, one.blunders)]
        printed.add_row(one.game, one.bot, f"{one.turns:.0f}", str(len(one.losses)), *figures)
    return printed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--bots", nargs="+", help="instead of the weakest level")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    wishes = parser.parse_args()
    found = (
        errors(game_id, bot, wishes.matches, wishes.seed)
        for game_id in wishes.games
        for bot in wishes.bots or [level_ids(games.find(game_id))[0]]
    )
    Console(width=110).print(table(found))


if __name__ == "__main__":
    main()
