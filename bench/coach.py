"""Print whether the coach can be believed: tables of what it says against what is known.

python -m bench.coach fit       how a judgement becomes a chance: the figures of `coach.toml`
python -m bench.coach sums      luck and residual over many matches: both should be 0 on average
python -m bench.coach ladder    the loss of a real decision, level by level: it should fall
python -m bench.coach speed     how long an analysis takes, and its first finding
python -m bench.coach puzzles   what is shipped, by level and idea, and what a closer look makes of it

[--games GAME ...] [--seats 2] [--matches 40] [--seed 0] [--bot greedy] [--times 1] [--json]
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.json import encode
from rich.console import Console
from rich.table import Table

import ratskeller
from ratskeller import games
from ratskeller.arena.contest import Contest, pairings
from ratskeller.arena.intervals import Estimate, mean
from ratskeller.arena.playing import play_match, play_share
from ratskeller.arena.standings import standings
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.levels import level_ids
from ratskeller.coach.analysis import analyse, search
from ratskeller.coach.evaluators import Fit, TurnJudge, chances, won
from ratskeller.coach.findings import Analysis, OwnChoice
from ratskeller.coach.mining import check
from ratskeller.coach.puzzles import PUZZLE_LEVELS, puzzles_of
from ratskeller.core.game import GameState

Row = dict[str, Any]

_SURE: Final = 1e-6  # nobody is surprised by more than its logarithm
_FINEST: Final = 0.01
_ROUNDS: Final = 3


# --- matches -----------------------------------------------------------------------------------


def played(game_id: str, bots: Sequence[str], seed: int) -> ratskeller.Match:
    """A match between bots as at a table."""
    match = ratskeller.new(game_id, seats=len(bots), seed=seed)
    players = [find_bot(bot, match.game) for bot in bots]
    minds = [random.Random(f"{seed}/{seat}") for seat in range(len(bots))]
    while (mover := match.to_act) is not None:
        view = match.view(mover)
        match.push(players[mover].choose(view, match.moves(), Budget(), minds[mover]))
    return match


def looked_back(wishes: argparse.Namespace, game_id: str, bots: Sequence[str]) -> list[Analysis]:
    """Many matches, from each seat in turn."""
    return [
        analyse(played(game_id, bots, wishes.seed + number), number % len(bots))
        for number in range(wishes.matches)
    ]


# --- fit ---------------------------------------------------------------------------------------


class Told(NamedTuple):
    """What the judgement says after a turn, who is next, and what came of it."""

    odds: list[float]
    following: int
    shares: list[float]


Course: TypeAlias = Sequence[Told]


def fit(wishes: argparse.Namespace) -> Iterator[Row]:
    """Sharpness by the least surprise at results; tempo so that a turn gains nothing on average."""
    for game_id in wishes.games:
        courses = {
            seats: [
                _told(game_id, [wishes.bot] * seats, wishes.seed, number)
                for number in range(wishes.matches)
            ]
            for seats in games.find(game_id).meta.seats
            if seats <= wishes.seats
        }
        fits = fitted(courses)
        for seats, of_seats in courses.items():
            best = fits[seats]
            yield {
                "game": game_id,
                "seats": seats,
                "positions": sum(map(len, of_seats)),
                "sharpness": best.sharpness,
                "tempo": best.tempo,
                "a turn gains": round(drift(of_seats, best), 4),
                "unfitted": round(drift(of_seats, Fit()), 4),
                "surprise": round(surprise(of_seats, best), 4),
                "of who knows nothing": round(math.log(seats), 4),
            }


def _told(game_id: str, bots: Sequence[str], seed: int, number: int) -> Course:
    """The position after each turn of a match."""
    game = games.find(game_id)
    judge, found = TurnJudge(game), list[tuple[list[float], int]]()
    state: GameState | None = None
    turn = 0
    players = [find_bot(bot, game) for bot in bots]
    for state, mover, _ in play_match(game, game.meta.options(), players, seed, number):
        if mover is not None and game.turns(state) > turn:
            turn = game.turns(state)
            found.append((judge.odds(state), judge.following(state)))
    assert state is not None
    shares = won(game, state)
    assert shares is not None
    return [Told(*one, shares) for one in found]


def fitted(courses: Mapping[int, Sequence[Course]]) -> dict[int, Fit]:
    """One after the other, until neither changes the other any more."""
    fits = dict.fromkeys(courses, Fit())
    for _ in range(_ROUNDS):
        sharpness = _least(
            partial(_surprise_by, courses, {seats: one.tempo for seats, one in fits.items()})
        )
        fits = {
            seats: Fit(sharpness, _least(partial(_drift_by, of_seats, sharpness)))
            for seats, of_seats in courses.items()
        }
    return {seats: Fit(*(round(one, 2) for one in found)) for seats, found in fits.items()}


def _surprise_by(
    courses: Mapping[int, Sequence[Course]], tempo: Mapping[int, float], sharpness: float
) -> float:
    return fmean(surprise(of, Fit(sharpness, tempo[seats])) for seats, of in courses.items())


def _drift_by(courses: Sequence[Course], sharpness: float, tempo: float) -> float:
    return abs(drift(courses, Fit(sharpness, tempo)))


def _least(cost: Callable[[float], float]) -> float:
    """Where something with one valley is least between 0 and 4."""
    low, high = 0.0, 4.0
    while high - low > _FINEST:
        third = (high - low) / 3
        if cost(low + third) < cost(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def drift(courses: Sequence[Course], way: Fit) -> float:
    """What a turn gains its mover on average: nothing, where it is known who moves."""
    gains = []
    for course in courses:
        values = [chances(one.odds, one.following, way) for one in course] + [course[-1].shares]
        gains += [
            b[one.following] - a[one.following]
            for one, (a, b) in zip(course, pairwise(values), strict=True)
        ]
    return fmean(gains)


def surprise(courses: Sequence[Course], way: Fit) -> float:
    """The mean surprise at results, in nats."""
    total, count = 0.0, 0
    for one in (one for course in courses for one in course):
        count += 1
        for share, chance in zip(one.shares, chances(one.odds, one.following, way), strict=True):
            total -= share * math.log(max(chance, _SURE)) if share else 0.0
    return total / count


# --- what it says ------------------------------------------------------------------------------


def sums(wishes: argparse.Namespace) -> Iterator[Row]:
    """Each part of the result, its mean and the 95 % interval of that."""
    for game_id in wishes.games:
        found = looked_back(wishes, game_id, [wishes.bot] * wishes.seats)
        of_matches = [one.sums for one in found]
        yield {
            "game": game_id,
            "evaluator": found[0].outline.evaluator,
            "matches": len(found),
            "luck": told(mean([one.luck.amount for one in of_matches])),
            "residual": told(mean([one.residual.amount for one in of_matches])),
            "own": told(mean([one.own.amount for one in of_matches])),
            "others": told(mean([one.others.amount for one in of_matches])),
            "lost": told(mean([one.lost.amount for one in of_matches])),
        }


def ladder(wishes: argparse.Namespace) -> Iterator[Row]:
    """The mean loss of a real decision of each level, all its own matches together."""
    for game_id in wishes.games:
        for level in level_ids(games.find(game_id)):
            found = looked_back(wishes, game_id, [level] * wishes.seats)
            yield {
                "game": game_id,
                "level": level,
                "decisions": sum(len(one.choices) for one in found),
                "loss": told(mean([one.loss for one in found]), 4),
            }


def adjusted(wishes: argparse.Namespace) -> Iterator[Row]:
    """Wins as they are and without luck, the mean luck, and how many times fewer deals tell as much."""
    for game_id in wishes.games:
        bots = (wishes.bot, f"{wishes.bot}~0.2")
        contest = Contest(game_id, bots, wishes.seats, wishes.seed, adjusted=True)
        shares = [
            play_share(contest, list(pairings(contest, deal))) for deal in range(wishes.matches)
        ]
        table = standings(contest, [match for deal in shares for match in deal])
        luck = [fmean(match.luck[0] for match in deal) for deal in shares]
        (wins,) = (one.wins for one in table.ratings if one.bot == wishes.bot)
        (without,) = (one for one in table.adjusted if one.bot == wishes.bot)
        yield {
            "game": game_id,
            "deals": table.deals,
            "wins": told(wins),
            "without luck": told(without.wins),
            "luck of seat 1": told(mean(luck)),
            "times fewer deals": without.factor,
        }


def speed(wishes: argparse.Namespace) -> Iterator[Row]:
    """Processor time of whole analyses, and until the first choice was judged."""
    for game_id in wishes.games:
        rows = []
        for number in range(wishes.matches):
            match = played(game_id, [wishes.bot] * wishes.seats, wishes.seed + number)
            began, first, count = time.process_time(), 0.0, 0
            for found in search(match, 0):
                if isinstance(found, OwnChoice):
                    count += 1
                    first = first or time.process_time() - began
            rows.append((time.process_time() - began, first, count))
        total = sum(seconds for seconds, _, _ in rows)
        choices = sum(count for _, _, count in rows)
        yield {
            "game": game_id,
            "seats": wishes.seats,
            "choices a match": round(choices / len(rows), 1),
            "seconds a match": round(total / len(rows), 2),
            "seconds for 40 choices": round(40 * total / choices, 1),
            "first after": round(fmean(first for _, first, _ in rows), 2),
        }


def puzzles(wishes: argparse.Namespace) -> Iterator[Row]:
    """The puzzles of each level, and how many stand up to so many times the worlds."""
    for game_id in wishes.games:
        game = games.find(game_id)
        for level in PUZZLE_LEVELS:
            shipped = [one for one in puzzles_of(game) if one.level == level]
            checked = [
                check(game, one, times=wishes.times, seed=1 + wishes.seed) for one in shipped
            ]
            ideas = Counter(one.idea for one in shipped)
            yield {
                "game": game_id,
                "level": level,
                "found by the house": round(fmean(one.found for one in shipped), 2),
                "gap": round(fmean(one.gap for one in shipped), 3),
                "checked": len(checked),
                "still best": sum(one.best for one in checked),
                "clearly": sum(one.clear for one in checked),
                "by its gap": sum(one.held for one in checked),
                "ideas": ", ".join(f"{idea} {count}" for idea, count in ideas.most_common()),
            }


def told(estimate: Estimate, digits: int = 3) -> str:
    return f"{estimate.mean:+.{digits}f} ± {estimate.margin:.{digits}f}"


def show(console: Console, rows: Sequence[Row]) -> None:
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*map(str, row.values()))
    console.print(table)


TABLES: Final[dict[str, Callable[[argparse.Namespace], Iterator[Row]]]] = {
    "fit": fit,
    "sums": sums,
    "ladder": ladder,
    "adjusted": adjusted,
    "speed": speed,
    "puzzles": puzzles,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--json", action="store_true", dest="as_json")
    wishes = parser.parse_args()
    rows = list(TABLES[wishes.table](wishes))
    if wishes.as_json:
        print(encode(rows).decode())
    else:
        show(Console(), rows)


if __name__ == "__main__":
    main()
