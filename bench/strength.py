"""Are the bots as strong as the ladder says? Plays each game's ladder until that is known.

Every line is a claim: this one wins at least so much of the points against that one, at two seats,
with duplicate deals. A sequential test (`arena/sequential.py`) stops a line as soon as it is settled. Then
all levels meet at four seats, and the order of their wins is compared with the ladder's. (Not that
of their ratings, which count every rank: bots play to win, not for the second place.)

    python -m bench.strength [--hours 1] [--jobs 1] [--games GAME ...] [--report-only]
    python -m bench.strength --renew 3 [--jobs 1] [--games GAME ...]

What was played is kept in docs/strength/results, so the command goes on where it stopped; lines of
bots whose code has changed since begin anew. Where code has moved and play has not, `--renew` plays
so many of the matches of each file again, and if every one ends as it is written there, the file
gets today's fingerprint; else it stays as it is. The report, docs/strength/report.md with a picture for
each game, is made from those files alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from msgspec import Struct
from rich.console import Console

from ratskeller import games
from ratskeller.arena.charts import Chart, Dots
from ratskeller.arena.contest import Contest, pairings
from ratskeller.arena.intervals import Estimate, share
from ratskeller.arena.playing import MatchRecord, brief
from ratskeller.arena.playing import play as play_pairing
from ratskeller.arena.plots import png
from ratskeller.arena.pools import Pool, pool_of
from ratskeller.arena.records import (
    Heading,
    OtherContest,
    Records,
    heading_of,
    read_records,
    renew_heading,
    whole_deals,
)
from ratskeller.arena.running import run
from ratskeller.arena.sequential import STRONGER, Trial, judge
from ratskeller.arena.standings import by_deal, points, standings
from ratskeller.bots.levels import level_ids, recipe_of

FOLDER: Final = Path(__file__).parent.parent / "docs" / "strength"
SEED: Final = 1284
# Deals that no version of the bots was tuned on: since the bots of Ratzentanz were changed after they
# had been measured, they play others than the first ones.
FRESH_SEED: Final = {"ratzentanz": 1319}
MOST_DEALS: Final = 150  # a line that is not settled by then stays undecided
BATCH: Final = 5  # deals of a line before the next one has its turn
BEATS_RANDOM: Final = 0.95  # greedy's share of the points
BEATS_GREEDY: Final = 0.7  # the strongest level's
# Dice weigh more in Ratzentanz: a pilot won 68 % ± 15 % of 34 matches; this is near its lower end.
BEATS_GREEDY_AT: Final = {"ratzentanz": 0.55}
TABLE_SEATS: Final = 4
RENEWABLE: Final = {"players", "data_hash"}  # arithmetic over code and numbers that may be the same
TABLE_DEALS: Final = 6


class Line(Struct, frozen=True):
    """A claim: the first is stronger than the second.

    It is played under their recipes, not their names. So a level that is tuned begins a new file,
    and two levels that are plain bots share theirs.
    """

    game: str
    bot: str
    rival: str
    claim: float = STRONGER  # the share of the points that it wins at least

    @property
    def contest(self) -> Contest:
        return Contest(
            self.game, _recipes(self.game, (self.bot, self.rival)), 2, seed_of(self.game)
        )


class Reading(Struct, frozen=True):
    """What a line has come to so far."""

    line: Line
    points: Estimate | None
    trial: Trial

    @property
    def settled(self) -> bool:
        return self.trial.verdict != "undecided" or self.trial.deals >= MOST_DEALS


def lines(game_id: str) -> list[Line]:
    """The ladder of a game: the plain bots, the strongest, then each level against the one below.

    A recipe counts positions, not seconds: the same work on any machine.
    """
    ids = level_ids(games.find(game_id))
    climb = [Line(game_id, upper, lower) for lower, upper in pairwise(ids)]
    return [
        Line(game_id, "greedy", "random", BEATS_RANDOM),
        Line(game_id, ids[-1], "greedy", BEATS_GREEDY_AT.get(game_id, BEATS_GREEDY)),
        *climb,
    ]


def table_of(game_id: str) -> Contest:
    """All levels of a game at four seats."""
    ids = level_ids(games.find(game_id))
    return Contest(game_id, _recipes(game_id, ids), TABLE_SEATS, seed_of(game_id))


def seed_of(game_id: str) -> int:
    return FRESH_SEED.get(game_id, SEED)


def _recipes(game_id: str, names: Sequence[str]) -> tuple[str, ...]:
    game = games.find(game_id)
    return tuple(str(recipe_of(name, game)) for name in names)


def file_of(contest: Contest) -> Path:
    bots = "-".join(bot.replace(":", "") for bot in contest.bots)
    return FOLDER / "results" / f"{contest.game}-{contest.seats}-{bots}.jsonl"


def records_of(contest: Contest) -> Records:
    """The file to play on; what bots played that have been changed since is thrown away."""
    path = file_of(contest)
    try:
        return Records(contest, path, results_only=True)
    except OtherContest:
        path.unlink()
        return Records(contest, path, results_only=True)


def read(line: Line, matches: Sequence[MatchRecord]) -> Reading:
    """Judge the deals that have been played, as far as they were needed."""
    bot, rival = line.contest.bots
    values = points(bot, rival, by_deal(whole_deals(line.contest, matches)))
    trial = judge(values, line.claim)
    needed = values[: trial.deals]
    return Reading(line, share(needed) if needed else None, trial)


# --- playing -----------------------------------------------------------------------------------


def play(game_ids: Sequence[str], pool: Pool, deadline: float, console: Console) -> None:
    """First the lines, then the four-seat tables, until the time is up."""
    spent = {line: 0.0 for game_id in game_ids for line in lines(game_id)}
    while spent:
        line = min(spent, key=spent.__getitem__)  # the quick ones are settled first
        began = time.monotonic()
        if began > deadline:
            return
        if _play_batch(line, pool, console):
            del spent[line]
        else:
            spent[line] += time.monotonic() - began
    for deals in range(1, TABLE_DEALS + 1):
        for game_id in game_ids:
            if time.monotonic() > deadline:
                return
            with records_of(table_of(game_id)) as records:
                run(records, range(deals), pool)
            console.print(f"{game_id}: {deals} of {TABLE_DEALS} deals at {TABLE_SEATS} seats")


def _play_batch(line: Line, pool: Pool, console: Console) -> bool:
    """Some more deals of a line; whether it is settled now."""
    with records_of(line.contest) as records:
        reading = read(line, records.sorted())
        if reading.settled:
            return True
        begun = reading.trial.deals  # without a verdict that is all of them
        run(records, range(min(MOST_DEALS, begun + BATCH)), pool)
        reading = read(line, records.sorted())
    console.print(
        f"{line.game}: {line.bot} against {line.rival}: {reading.trial.deals} deals, "
        f"{reading.trial.verdict}"
    )
    return reading.settled


# --- code that has moved -----------------------------------------------------------------------


class Replay(Struct, frozen=True):
    """A match of a file that is played again."""

    path: Path
    contest: Contest
    recorded: MatchRecord


def renew(paths: Sequence[Path], count: int, pool: Pool, console: Console) -> list[Path]:
    """Renew the headings of files whose matches come out as they did; the files that stay stale.

    A file is renewed as soon as its own matches have been played, so a run that is cut short loses
    nothing, and the next one goes on with the others.
    """
    work, refused = [], list[Path]()
    for path in paths:
        heading, matches = read_records(path)
        differs = _differences(heading, heading_of(heading.contest))
        if not differs:
            console.print(f"{path.name}: up to date")
        elif not set(differs) <= RENEWABLE or not matches:
            console.print(f"{path.name}: stays, since {', '.join(differs)} cannot be renewed")
            refused.append(path)
        else:
            work += [Replay(path, heading.contest, match) for match in _spread(matches, count)]
    left = Counter(replay.path for replay in work)
    for replay, played in pool.run(play_again, work):
        name, key = replay.path.name, replay.recorded.key
        left[replay.path] -= 1
        if played != replay.recorded:
            console.print(f"{name}: match {key} was {replay.recorded}, now it is {played}")
            refused.append(replay.path)
        elif not left[replay.path] and replay.path not in refused:
            renew_heading(replay.path)
            console.print(f"{name}: renewed, the matches played again are the same")
    return sorted(set(refused))


def play_again(replay: Replay) -> tuple[Replay, MatchRecord | None]:
    """The same match by the bots of now; None where the timetable has no such match any more."""
    found = pairings(replay.contest, replay.recorded.deal)
    same = [pairing for pairing in found if pairing.key == replay.recorded.key]
    return replay, brief(play_pairing(replay.contest, same[0])) if same else None


def _differences(found: Heading, wanted: Heading) -> list[str]:
    parts = Heading.__struct_fields__
    return [part for part in parts if getattr(found, part) != getattr(wanted, part)]


def _spread(matches: Sequence[MatchRecord], count: int) -> list[MatchRecord]:
    """So many of the matches, from the first to the last at even distances."""
    last, steps = len(matches) - 1, max(1, count - 1)
    places = {step * last // steps for step in range(count)}
    return [matches[place] for place in sorted(places)]


# --- the report --------------------------------------------------------------------------------


def write_report(game_ids: Sequence[str]) -> None:
    text = "\n".join(_report(game_ids)) + "\n"
    (FOLDER / "report.md").write_text(text, "utf-8")


def _report(game_ids: Sequence[str]) -> Iterator[str]:
    yield "# How strong the bots are"
    yield ""
    yield "Made by `python -m bench.strength` from the files in `results/`; do not edit."
    yield ""
    yield (
        "Each line is a claim: the first wins at least this share of the points against the "
        "second, at two seats. Every deal is played in both orders of the seats, with the same "
        "luck. A sequential test with errors of 5 % (the claim or more against ten percent points "
        "less) ends a line as soon as it is settled: “reached”, or “not reached”. After "
        f"{MOST_DEALS} deals without a verdict it stays “not settled”. The 95 % intervals are "
        "over deals; where a test stopped early they lean a little towards its verdict."
    )
    for game_id in game_ids:
        yield from _chapter(game_id)


def _chapter(game_id: str) -> Iterator[str]:
    game = games.find(game_id)
    readings = [read(line, kept_matches(line.contest)) for line in lines(game_id)]
    yield from ("", f"## {game.meta.title}", "")
    yield "| claim | recipes | at least | points | 95 % interval | deals | verdict |"
    yield "|---|---|---|---|---|---|---|"
    for reading in readings:
        line = reading.line
        recipes = ", ".join(f"`{recipe}`" for recipe in line.contest.bots)
        yield (
            f"| {line.bot} beats {line.rival} | {recipes} | {line.claim:.0%} | {_points(reading.points)} | "
            f"{reading.trial.deals} | {_verdict(reading)} |"
        )
    played = [reading for reading in readings if reading.points is not None]
    if played:
        name = f"{game_id}.png"
        (FOLDER / name).write_bytes(png(_picture(game.meta.title, played)))
        yield from ("", f"![Points of each claim with their intervals]({name})")
    yield from _table(game_id)


def kept_matches(contest: Contest) -> list[MatchRecord]:
    path = file_of(contest)
    return read_records(path)[1] if path.exists() else []


def _is_stale(contest: Contest) -> bool:
    """Whether other bots played these matches than the house has now."""
    path = file_of(contest)
    return path.exists() and read_records(path)[0] != heading_of(contest)


def _points(estimate: Estimate | None) -> str:
    if estimate is None:
        return "– | –"
    return f"{estimate.mean:.1%} | {estimate.low:.1%}–{estimate.high:.1%}"


def _verdict(reading: Reading) -> str:
    if reading.points is None:
        return "not played"
    verdict: str = reading.trial.verdict
    if verdict == "undecided":
        verdict = "not settled" if reading.settled else "not settled yet"
    return f"{verdict}, by earlier bots" if _is_stale(reading.line.contest) else verdict


def _picture(title: str, readings: Sequence[Reading]) -> Chart:
    labels = [f"{r.line.bot} : {r.line.rival}" for r in readings]
    values = [r.points for r in readings if r.points is not None]
    picture = Dots(labels, values, "points of the first", reference=STRONGER, percent=True)
    return Chart("strength", f"{title}: the ladder, rung by rung", "", [], [], picture)


def _table(game_id: str) -> Iterator[str]:
    """The four-seat table: do the wins come in the order of the ladder?"""
    contest = table_of(game_id)
    matches = whole_deals(contest, kept_matches(contest))
    if not matches:
        return
    table = standings(contest, matches)
    by = " by earlier bots" if _is_stale(contest) else ""
    yield ""
    deals = "one deal" if table.deals == 1 else f"{table.deals} deals"
    yield f"All levels at four seats, {deals}, {table.matches} matches{by}:"
    yield ""
    yield from ("| level | wins | 95 % interval | rating |", "|---|---|---|---|")
    names = dict(zip(contest.bots, level_ids(games.find(game_id)), strict=True))
    ranked = sorted(table.ratings, key=lambda one: (one.wins.mean, one.value))  # weakest first
    for rating in reversed(ranked):
        value = f"{rating.value:.1f} ± {rating.margin:.1f}"
        yield f"| {names[rating.bot]} | {_points(rating.wins)} | {value} |"
    found = [names[rating.bot] for rating in ranked]
    yield from ("", _order(list(names.values()), found))


def _order(ladder: Sequence[str], found: Sequence[str]) -> str:
    if found == ladder:
        return "The wins come in the order of the ladder."
    wrong = [
        f"{lower} before {upper}"
        for place, lower in enumerate(ladder)
        for upper in ladder[place + 1 :]
        if found.index(lower) > found.index(upper)
    ]
    return f"The wins do not come in the order of the ladder: {', '.join(wrong)}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--hours", type=float, default=1.0, help="stop after so much time")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--report-only", action="store_true", help="play nothing")
    parser.add_argument("--renew", type=int, metavar="N", help="play N matches of each file again")
    wishes = parser.parse_args()
    console = Console(soft_wrap=True)
    if wishes.renew:
        found = sorted((FOLDER / "results").glob("*.jsonl"))
        paths = [path for path in found if read_records(path)[0].contest.game in wishes.games]
        with pool_of(wishes.jobs) as pool:
            stale = renew(paths, wishes.renew, pool, console)
        write_report(games.shelf())
        console.print(f"{len(paths) - len(stale)} of {len(paths)} files belong to the bots of now.")
        sys.exit(1 if stale else 0)
    (FOLDER / "results").mkdir(parents=True, exist_ok=True)
    if not wishes.report_only:
        deadline = time.monotonic() + wishes.hours * 3600
        with pool_of(wishes.jobs) as pool:
            play(wishes.games, pool, deadline, console)
    write_report(games.shelf())
    console.print(f"The report is in {FOLDER / 'report.md'}")


if __name__ == "__main__":
    main()
