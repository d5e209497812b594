"""Print whether every nest of Ratzentanz wins its share, whoever starts.

Who starts is thrown for, and who starts is ahead. So wins are counted by nest and by how many turns
after the starter it moves. A nest's share is the mean over these: what it would win if everybody had
started equally often.

The verdict was agreed on before anything was played: by a chi-square test the wins of the nests fit
25 % each, as long as a fair game would come out like this or worse more often than once in a hundred
times. It ends with status 1 where they do not.

    python -m bench.fairness [--games 400] [--kinds 4] [--bot greedy] [--seed 0] [--jobs 1] [--json]
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.json import encode
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.arena.pools import Pool, pool_of
from ratskeller.bots import find_bot
from ratskeller.core.game import CHANCE

SEATS = 4
WITHIN = 3.0  # standard errors
LEAST = 0.01  # the probability under which chance is no excuse


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
    chi_square: float  # of the nests' wins, as they are
    probability: float  # that a fair game comes out like this or worse

    @property
    def fair(self) -> bool:
        return self.probability > LEAST


class Task(Struct, frozen=True):
    """A match that is to be played."""

    kinds: int
    bot: str
    seed: int
    number: int


class Result(Struct, frozen=True):
    starter: int
    winners: tuple[int, ...]
    turns: int


def play(task: Task) -> Result:
    game = games.find("ratzentanz")
    bots = [find_bot(task.bot, game)] * SEATS
    options = game.meta.options(kinds=task.kinds)
    positions = list(play_match(game, options, bots, task.seed, task.number))
    starter = next(mover for _, mover, _ in positions if mover not in (None, CHANCE)) or 0
    last, _, _ = positions[-1]
    outcome = game.outcome(last)
    assert outcome is not None
    return Result(starter, outcome.winners, game.turns(last))


def measure(kinds: int, matches: int, bot: str, seed: int, pool: Pool) -> Fairness:
    """Play the matches and count."""
    tasks = [Task(kinds, bot, seed, number) for number in range(matches)]
    results = list(pool.run(play, tasks))
    wins: Counter[tuple[int, int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    for result in results:
        for nest in range(SEATS):
            cell = nest, (nest - result.starter) % SEATS
            played[cell] += 1
            wins[cell] += result.winners == (nest,)
    by_nest = [sum(wins[nest, after] for after in range(SEATS)) for nest in range(SEATS)]
    chi_square, probability = fit(by_nest)
    return Fairness(
        kinds=kinds,
        bot=bot,
        matches=matches,
        turns_mean=round(sum(result.turns for result in results) / matches, 1),
        draws=sum(len(result.winners) > 1 for result in results),
        nests=tuple(
            share([(wins[nest, after], played[nest, after]) for after in range(SEATS)])
            for nest in range(SEATS)
        ),
        order=tuple(
            share([(sum(wins[nest, after] for nest in range(SEATS)), matches)])
            for after in range(SEATS)
        ),
        chi_square=round(chi_square, 2),
        probability=round(probability, 4),
    )


def fit(wins: Sequence[float]) -> tuple[float, float]:
    """How far the wins of four are from equal: chi-square, and how likely that or more is.

    >>> fit([105, 98, 100, 97])
    (0.38, 0.944...)
    >>> fit([45, 28, 51, 66])
    (15.6, 0.0013...)
    """
    expected = sum(wins) / SEATS
    if not expected:
        return 0.0, 1.0  # nobody has won: that favours nobody
    chi_square = sum((won - expected) ** 2 for won in wins) / expected
    tail = math.sqrt(2 * chi_square / math.pi) * math.exp(
        -chi_square / 2
    )  # three degrees of freedom
    return chi_square, math.erfc(math.sqrt(chi_square / 2)) + tail


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


def verdict(found: Fairness) -> str:
    fits = "fit" if found.fair else "do not fit"
    return (
        f"The wins of the nests {fits} {1 / SEATS:.0%} each: chi-square {found.chi_square:g}, "
        f"p = {found.probability:.4f} (more than {LEAST:g} is asked for)."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--kinds", type=int, choices=(4, 5), default=4)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument("--json", action="store_true")
    wishes = parser.parse_args()
    with pool_of(wishes.jobs) as pool:
        found = measure(wishes.kinds, wishes.games, wishes.bot, wishes.seed, pool)
    if wishes.json:
        print(json.dumps(json.loads(encode(found)), indent=1))
    else:
        console = Console(width=100)
        for table in tables(found):
            console.print(table)
        console.print(verdict(found))
    sys.exit(0 if found.fair else 1)


if __name__ == "__main__":
    main()
