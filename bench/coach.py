"""Print whether the coach can be believed: tables of what it says against what is known.

python -m bench.coach reliability   chances against results, in matches that no fitting and no training saw
python -m bench.coach sums          luck over many matches, which should be 0 on average, and what the evaluator gets wrong
python -m bench.coach ladder        the loss of a real decision, level by level: it should fall
python -m bench.coach doubt         how far losses are off by more than sampling shows
python -m bench.coach exact         last turns that can be counted out
python -m bench.coach adjusted      results of bots with luck taken off: the same mean, and how many fewer deals
    [--games GAME ...] [--samples 100] [--minutes 10] [--jobs 1]
python -m bench.coach report        all of these from what is kept: docs/coach/report.md with its pictures

What was measured is kept in docs/coach/results, so a command goes on where it stopped; `--minutes 0` only prints.
It belongs to those who played and judged it, weights included: samples of others are measured anew.

python -m bench.coach renew         where code has moved and play has not: measures twenty samples of each file again,
                                    and if they are the same, the file belongs to the players of now
    [--games GAME ...] [--jobs 1]

python -m bench.coach fit           how a judgement becomes a chance: the figures of `coach.toml`
python -m bench.coach speed         how long an analysis takes, and its first finding
python -m bench.coach puzzles       what is shipped, by level and idea, and what a closer look makes of it
    [--games GAME ...] [--seats 2] [--matches 40] [--seed 0] [--bot greedy] [--times 1]
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.json import encode
from rich.console import Console
from rich.table import Table

import ratskeller
from bench.chances import CHECKED, bins_of, come_true, drift, fitted, surprise, told
from bench.claims import recipes
from bench.coach_report import write_report
from bench.decisions import counted_out, evaluators, losses, quick, told_apart
from bench.samples import Effort, Measure, Sample, Study, gather, kept, renew
from ratskeller import games
from ratskeller.arena.contest import Contest, pairings
from ratskeller.arena.fingerprint import players_of
from ratskeller.arena.intervals import Estimate, mean
from ratskeller.arena.playing import play_share
from ratskeller.arena.standings import luck_parts, without_luck
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.levels import level_ids
from ratskeller.bots.recipes import kinds_of
from ratskeller.coach.adjusting import luck_judge
from ratskeller.coach.analysis import add_up, search
from ratskeller.coach.evaluators import IMAGINED, MOMENTS, Evaluator, Fit, evaluator_of, fit_of
from ratskeller.coach.evaluators import measured as constants_of
from ratskeller.coach.findings import VERSION, OwnChoice
from ratskeller.coach.judging import USUAL, Depth
from ratskeller.coach.mining import looks
from ratskeller.coach.puzzles import PUZZLE_LEVELS, puzzles_of
from ratskeller.core.game import AnyGame

Row: TypeAlias = dict[str, Any]
LIGHT: Final = {
    "pied_piper": Depth(outlook=4, deals=16),
    "ratzentanz": Depth(first=1, closer=2, compared=2, deals=16, outcomes=2),
}
"""By game, how closely matches are looked at whose sums are averaged, where that is not as usual: many a little,
and not few closely.
"""

_JUDGING: Final = {"network": "net", "judgement": "search"}
"""By evaluator the bot whose code it judges by: whose network, or whose judgement and turns."""

_RENEWING: Final = (
    20  # samples that are measured again: a bot that was changed often decides as before
)
_SUMMED: Final = 10_000  # matches whose sums are wanted
_RIVALS: Final = {
    "pied_piper": ("net", "look"),
    "first_rat": ("net", "greedy"),
    "ratzentanz": ("net", "greedy"),
}


# --- studies -----------------------------------------------------------------------------------


class Part(NamedTuple):
    """What one of the tables is made of, game by game and seat count by seat count."""

    measure: Measure
    read: Callable[[Study, Sequence[Sample]], Iterator[Row]]
    bots: Callable[[str, int], tuple[str, ...]]
    others: Callable[[str], tuple[str, ...]] = lambda _: ()  # who plays besides, by game
    judge: Callable[[AnyGame, int, Any], Evaluator] = evaluator_of
    every_seats: bool = False
    every_evaluator: bool = False  # those besides that the coach could take
    depth: Mapping[str, Depth] = {}  # by game, where it is not looked as closely as usual
    how: Callable[[AnyGame], Iterable[object]] = lambda _: ()  # what else its numbers hang on


def studies(table: str, game_ids: Sequence[str]) -> Iterator[Study]:
    part = PARTS[table]
    for game_id in game_ids:
        game = games.find(game_id)
        for seats in game.meta.seats if part.every_seats else (2,):
            usual = (part.judge(game, seats, game.meta.options()),)
            for judge in evaluators(game, seats) if part.every_evaluator else usual:
                yield _study(table, game, seats, judge)


def _study(table: str, game: AnyGame, seats: int, judge: Evaluator) -> Study:
    part, game_id = PARTS[table], game.meta.id
    depth, bots = part.depth.get(game_id), part.bots(game_id, seats)
    by = (*_told(game, seats, judge), *((tuple(depth),) if depth else ()), *part.how(game))
    playing = kinds_of((*bots, *part.others(game_id), _JUDGING[judge.name]))
    return Study(table, game_id, seats, bots, " ".join(map(str, by)), players_of(game_id, playing))


def _told(game: AnyGame, seats: int, judge: Evaluator) -> Iterator[object]:
    """Its name, the constants that make a chance of a judgement, and the version of the sums."""
    yield judge.name
    if judge.name == "judgement":
        found = constants_of(game)
        yield from (*fit_of(game, seats), "compared", found.compared, "beam", found.beam)
    yield from ("version", VERSION)


def _as_expected(game_id: str, seats: int) -> tuple[str, ...]:
    """Players such as the evaluator thinks of: a network learned by its own play."""
    game = games.find(game_id)
    name = evaluator_of(game, seats, game.meta.options()).name
    return ("net" if name == "network" else "greedy",) * seats


def _rivals(game_id: str, _: int) -> tuple[str, ...]:
    return _RIVALS[game_id]


def _ladder(game_id: str, _: int) -> tuple[str, ...]:
    """Those who are asked; some of them play the matches that are asked about."""
    return recipes(game_id, level_ids(games.find(game_id)))


def _doubted(game_id: str) -> tuple[str, ...]:
    """Those whose decisions are looked at, and who plays matches to their end."""
    return (*recipes(game_id, [level.id for level in quick(games.find(game_id))]), "net")


def _nobody(*_: object) -> tuple[str, ...]:
    """Those who play are drawn by luck."""
    return ()


# --- sums --------------------------------------------------------------------------------------


def played(game_id: str, bots: Sequence[str], seed: int) -> ratskeller.Match:
    """A match between bots as at a table."""
    match = ratskeller.new(game_id, seats=len(bots), seed=seed)
    players = [find_bot(bot, match.game) for bot in bots]
    minds = [random.Random(f"{seed}/{seat}") for seat in range(len(bots))]
    while (mover := match.to_act) is not None:
        view = match.view(mover)
        match.push(players[mover].choose(view, match.moves(), Budget(), minds[mover]))
    return match


def added_up(study: Study, number: int) -> Sample:
    """The parts of one result, by the very sums of a look back: from each seat in turn, and beyond the matches
    that are wanted from the next seat of each of them.
    """
    again, first = divmod(number, _SUMMED)
    match = played(study.game, study.bots, first)
    depth = LIGHT.get(study.game, USUAL)
    return add_up(match, (first + again) % study.seats, seed=number, depth=depth)


def read_sums(study: Study, samples: Sequence[Sample]) -> Iterator[Row]:
    """Each part of the result, its mean and the 95 % interval of that over matches, however many of their
    seats were looked from.
    """
    of_match = [samples[first::_SUMMED] for first in range(min(len(samples), _SUMMED))]
    whole = [[fmean(part) for part in zip(*of_one, strict=True)] for of_one in of_match]
    start, luck, own, others, residual, result = (
        mean(column) for column in zip(*whole, strict=True)
    )
    yield {
        "game": study.game,
        "evaluator": study.evaluator,
        "players": study.bots[0],
        "matches": len(whole),
        "seats": len(samples),
        "luck": shown(luck, 4),
        "residual": shown(residual, 4),
        "start": shown(start, 4),
        "own": shown(own, 4),
        "others": shown(others, 4),
        "result": shown(result, 4),
    }


# --- chances -----------------------------------------------------------------------------------


def read_reliability(study: Study, samples: Sequence[Sample]) -> Iterator[Row]:
    """Bin by bin what was said and what came of it."""
    found = list(bins_of(samples))
    positions = sum(one.positions for one in found)
    off = math.fsum(one.positions * abs(one.said - one.came.mean) for one in found) / positions
    row: Row = {"game": study.game, "seats": study.seats, "matches": len(samples)}
    row |= {"positions": positions, "mean distance": f"{off:.3f}"}
    for one in found:
        row[f"{int(10 * one.said) * 10} %"] = (
            f"{one.said:.2f}: {one.came.mean:.2f} ± {one.came.margin:.2f}"
        )
    yield row


# --- decisions ---------------------------------------------------------------------------------


def read_ladder(study: Study, samples: Sequence[Sample]) -> Iterator[Row]:
    """The mean loss of each level by the same decisions, and how much more the level below it loses."""
    levels = level_ids(games.find(study.game))
    columns = list(zip(*samples, strict=True))
    below: list[Sample] = [(), *columns[:-1]]
    for level, column, lower in zip(levels, columns, below, strict=True):
        less = mean([a - b for a, b in zip(lower, column, strict=True)]) if lower else None
        yield {
            "game": study.game,
            "level": level,
            "decisions": len(column),
            "loss": shown(mean(column), 4),
            "less than the one below": shown(less, 4) if less else "",
            "told apart": ("yes" if less.low > 0 else "no") if less else "",
        }


class Doubt(NamedTuple):
    """What is off beside sampling: a standard deviation, and where its square may lie."""

    amount: float
    square: Estimate


def doubt_of(samples: Sequence[Sample]) -> Doubt:
    """Squares of differences hold what sampling brings on both sides: what is more is doubt."""
    square = mean([(said - came) ** 2 - a * a - b * b for said, a, came, b in samples])
    return Doubt(math.sqrt(max(0.0, square.mean)), square)


def read_doubt(study: Study, samples: Sequence[Sample]) -> Iterator[Row]:
    found = doubt_of(samples)
    low, high = (math.sqrt(max(0.0, one)) for one in (found.square.low, found.square.high))
    yield {
        "game": study.game,
        "evaluator": study.evaluator,
        "decisions": len(samples),
        "mean loss said": shown(mean([one[0] for one in samples])),
        "mean loss played out": shown(mean([one[2] for one in samples])),
        "doubt": f"{found.amount:.3f}",
        "between": f"{low:.3f} and {high:.3f}",
    }


def read_exact(study: Study, samples: Sequence[Sample]) -> Iterator[Row]:
    positions, judged, valued, lost = (int(sum(column)) for column in zip(*samples, strict=True))
    yield {
        "game": study.game,
        "matches": len(samples),
        "positions with a win at hand": positions,
        "ends judged": judged,
        "value as counted out": valued,
        "loss within its error": lost,
    }


# --- bots --------------------------------------------------------------------------------------


def one_deal(study: Study, number: int) -> Sample:
    """The first bot's part of the wins of a deal, and its luck."""
    contest = Contest(study.game, study.bots, study.seats, adjusted=True)
    matches = play_share(contest, list(pairings(contest, number)))
    shares, luck = luck_parts(study.bots[0], [matches])
    return [*shares, *luck]


def read_adjusted(study: Study, samples: Sequence[Sample]) -> Iterator[Row]:
    """Wins as they are and without luck, the mean luck, and how many times fewer deals tell as much."""
    shares, luck = zip(*samples, strict=True)
    found = without_luck(study.bots[0], shares, luck)
    yield {
        "game": study.game,
        "bots": " and ".join(study.bots),
        "deals": len(samples),
        "wins of the first": shown(mean(shares)),
        "without luck": shown(found.wins),
        "mean luck": shown(mean(luck), 4),
        "times fewer deals": found.factor,
    }


PARTS: Final[dict[str, Part]] = {
    "reliability": Part(come_true, read_reliability, _as_expected, every_seats=True),
    "sums": Part(added_up, read_sums, _as_expected, depth=LIGHT),
    "ladder": Part(losses, read_ladder, _ladder),
    "doubt": Part(
        told_apart,
        read_doubt,
        _nobody,
        _doubted,
        every_evaluator=True,
        how=lambda game: ("wavering", constants_of(game).wavering),
    ),
    "exact": Part(counted_out, read_exact, _as_expected, how=lambda _: ("from", CHECKED)),
    "adjusted": Part(
        one_deal,
        read_adjusted,
        _rivals,
        judge=luck_judge,
        how=lambda _: (MOMENTS, "moments of", IMAGINED, "positions"),
    ),
}


def measured(table: str, wishes: argparse.Namespace) -> Iterator[Row]:
    """What is known after as much more was measured as was asked for."""
    effort = Effort(wishes.samples, wishes.minutes, wishes.jobs)
    for study in studies(table, wishes.games):
        samples = gather(study, PARTS[table].measure, effort) if wishes.minutes else known(study)
        if samples:
            yield from PARTS[table].read(study, samples)


def known(study: Study) -> list[Sample]:
    found = kept(study)
    return [found[number] for number in sorted(found)]


def renewed(wishes: argparse.Namespace) -> bool:
    """Renew the files whose samples come out as they did; whether none has stayed stale."""
    stale = 0
    for table, part in PARTS.items():
        for study in studies(table, wishes.games):
            if study.path.exists():
                found = renew(study, part.measure, _RENEWING, wishes.jobs)
                print(f"{study.path.name}: {found.said}", flush=True)
                stale += found.stale
    return not stale


def report(wishes: argparse.Namespace) -> None:
    """The document, from what is kept."""
    wishes.minutes, wishes.games = 0, games.shelf()
    found = {study: known(study) for study in studies("reliability", games.shelf())}
    drawn = {study: samples for study, samples in found.items() if samples}
    write_report(lambda table: list(measured(table, wishes)), drawn)


# --- what is not kept --------------------------------------------------------------------------


def fit(wishes: argparse.Namespace) -> Iterator[Row]:
    """Sharpness and tempo of each game's judgement."""
    for game_id in wishes.games:
        for seats in games.find(game_id).meta.seats:
            of_seats = [
                told(game_id, [wishes.bot] * seats, wishes.seed, number)
                for number in range(wishes.matches)
            ]
            best = fitted(of_seats)
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
    """The puzzles of each level, how many stand up to so many times the worlds, and how many answers win more
    matches than the second when the network plays both to their end.
    """
    for game_id in wishes.games:
        game = games.find(game_id)
        for level in PUZZLE_LEVELS:
            shipped = [one for one in puzzles_of(game) if one.level == level]
            found = [
                list(looks(game, one, times=wishes.times, seed=1 + wishes.seed)) for one in shipped
            ]
            checked = [first for first, *_ in found]
            ends = [end for _, *more in found for end in more]
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
                "played out": len(ends),
                "wins more": sum(end.best for end in ends),
                "clearly more": sum(end.clear for end in ends),
                "more by its gap": sum(end.held for end in ends),
                "fallen": ", ".join(
                    one.id
                    for one, of_one in zip(shipped, found, strict=True)
                    if not all(look.held for look in of_one)
                ),
                "ideas": ", ".join(f"{idea} {count}" for idea, count in ideas.most_common()),
            }


OTHERS: Final[dict[str, Callable[[argparse.Namespace], Iterator[Row]]]] = {
    "fit": fit,
    "speed": speed,
    "puzzles": puzzles,
}


def shown(estimate: Estimate, digits: int = 3) -> str:
    return f"{estimate.mean:+.{digits}f} ± {estimate.margin:.{digits}f}"


def show(console: Console, rows: Sequence[Row]) -> None:
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*map(str, row.values()))
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("table", choices=[*PARTS, "renew", "report", *OTHERS])
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--json", action="store_true", dest="as_json")
    wishes = parser.parse_args()
    table = wishes.table
    if table == "renew":
        sys.exit(0 if renewed(wishes) else 1)
    if table == "report":
        report(wishes)
        return
    rows = list(OTHERS[table](wishes) if table in OTHERS else measured(table, wishes))
    if wishes.as_json:
        print(encode(rows).decode())
    elif rows:
        show(Console(), rows)


if __name__ == "__main__":
    main()
