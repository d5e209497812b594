"""Print whether every nest of Ratzentanz wins its share, whoever starts.

Who starts is thrown for, and who starts is ahead. So wins are counted by nest and by how many turns
after the starter it moves. A nest's share is the mean over these: what it would win if everybody had
started equally often.

    python -m bench.fairness [--games 300] [--kinds 4] [--bot greedy] [--seed 0] [--json]
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter

from msgspec import Struct
from msgspec.json import encode
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import find_bot
from ratskeller.core.game import CHANCE

SEATS = 4
WITHIN = 3.0  # standard errors


class Share(Struct, frozen=True):
    """Wins of one nest, or of one place in the order of play."""

    wins: int
    matches: int
    share: float
    error: float  # one standard error
    fair: bool  # 1 / SEATS lies within three


class Fairness(Struct, frozen=True):
    kinds: int
    bot: str
    matches: int
    turns_mean: float
    draws: int
    nests: tuple[Share, ...]  # corrected for who starts
    order: tuple[Share, ...]  # by turns after the starter, as they are


def measure(kinds: int, matches: int, bot: str, seed: int) -> Fairness:
    """Play the matches and count."""
    game = games.find("ratzentanz")
    options = game.meta.options(kinds=kinds)
    bots = [find_bot(bot, game) for _ in range(SEATS)]
    wins: Counter[tuple[int, int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    turns = draws = 0
    for number in range(matches):
        positions = list(play_match(game, options, bots, seed, number))
        starter = next(mover for _, mover, _ in positions if mover not in (None, CHANCE)) or 0
        last, _, _ = positions[-1]
        outcome = game.outcome(last)
        assert outcome is not None
        turns += game.turns(last)
        draws += len(outcome.winners) > 1
        for nest in range(SEATS):
            cell = nest, (nest - starter) % SEATS
            played[cell] += 1
            wins[cell] += nest in outcome.winners and len(outcome.winners) == 1
    return Fairness(
        kinds=kinds,
        bot=bot,
        matches=matches,
        turns_mean=round(turns / matches, 1),
        draws=draws,
        nests=tuple(
            share([(wins[nest, after], played[nest, after]) for after in range(SEATS)])
            for nest in range(SEATS)
        ),
        order=tuple(
            share([(sum(wins[nest, after] for nest in range(SEATS)), matches)])
            for after in range(SEATS)
        ),
    )


def share(strata: list[tuple[int, int]]) -> Share:
    """The mean of the shares of all strata, each counted alike; the error is that of a fair game."""
    known = [(wins, matches) for wins, matches in strata if matches]
    mean = sum(wins / matches for wins, matches in known) / len(known)
    spread = sum(1 / matches for _, matches in known) * (1 - 1 / SEATS) / SEATS
    error = math.sqrt(spread) / len(known)
    return Share(
        wins=sum(wins for wins, _ in known),
        matches=sum(matches for _, matches in known),
        share=round(mean, 4),
        error=round(error, 4),
        fair=abs(mean - 1 / SEATS) <= WITHIN * error,
    )


def tables(found: Fairness) -> list[Table]:
    head = f"{found.matches} matches of {SEATS} × {found.bot}, {found.kinds} kinds to win, "
    head += f"{found.turns_mean} turns in the mean, {found.draws} draws"
    printed = []
    for title, row, shares in (
        (f"{head}\nby nest, corrected for who starts", "nest", found.nests),
        ("by turns after the starter", "turns after", found.order),
    ):
        table = Table(title=title)
        for column in (row, "wins", "matches", "share", "± 1 SE", f"25 % within {WITHIN:g} SE"):
            table.add_column(column, justify="right")
        for number, one in enumerate(shares):
            cells = (number, one.wins, one.matches, f"{one.share:.1%}", f"{one.error:.1%}")
            table.add_row(*map(str, cells), "yes" if one.fair else "no")
        printed.append(table)
    return printed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--kinds", type=int, choices=(4, 5), default=4)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    wishes = parser.parse_args()
    found = measure(wishes.kinds, wishes.games, wishes.bot, wishes.seed)
    if wishes.json:
        print(json.dumps(json.loads(encode(found)), indent=1))
        return
    for table in tables(found):
        Console(width=100).print(table)


if __name__ == "__main__":
    main()
