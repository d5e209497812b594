"""Are the bots as strong as is claimed? Plays every claim of `bench/claims.py`, which has the rules.

Every line is a claim: this one wins at least so much of the wins against that one, in so many duplicate
deals as were chosen beforehand. Then all levels meet at four seats, and the order of their wins is compared
with the ladder's. (Not that of their ratings, which count every rank: bots play to win, not for the second
place.)

    python -m bench.strength [--hours 1] [--jobs 1] [--games GAME ...] [--bots net look greedy ...]
    python -m bench.strength --report-only
    python -m bench.strength --renew 8 [--jobs 1] [--games GAME ...]

`--bots` plays only what those bots play among themselves. What was played is kept in docs/strength/results, so
the command goes on where it stopped; lines of bots that have changed since begin anew, on other deals.
Where code has moved and play has not, `--renew` plays so many of the matches of each file again, and if every
one ends as it is written there, the file gets today's fingerprint; else it stays as it is. Two or three are too
few: bots that were changed a little end short matches alike. The report,
docs/strength/report.md with a picture for each game, is made from those files alone.
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

from bench.claims import (
    LEVEL,
    POWER,
    Line,
    ahead,
    all_hold,
    fresh,
    lines,
    recipes,
    verdict,
)
from bench.samples import spread
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
    Records,
    heading_of,
    read_records,
    renew_heading,
    whole_deals,
)
from ratskeller.arena.running import run
from ratskeller.arena.standings import by_deal, standings, wins
from ratskeller.bots import HOUSE_BOTS
from ratskeller.bots.levels import level_ids
from ratskeller.bots.recipes import kinds_of

FOLDER: Final = Path(__file__).parent.parent / "docs" / "strength"
BATCH: Final = 2  # deals of a line for each process before the next one has its turn
TABLE_SEATS: Final = 4
TABLE_DEALS: Final = 6
RENEWABLE: Final = {"players", "data_hash"}  # arithmetic over code and numbers that may be the same


class Reading(Struct, frozen=True):
    """What a line has come to so far."""

    line: Line
    won: Estimate | None

    @property
    def complete(self) -> bool:
        return self.won is not None and self.won.deals == self.line.deals


def contest_of(line: Line) -> Contest:
    """What is played for a line: its file goes on as long as it belongs to the bots of now."""
    return _contest(line.game, line.recipes, line.seats)


def table_of(game_id: str) -> Contest:
    """All levels of a game at four seats."""
    return _contest(game_id, recipes(game_id, level_ids(games.find(game_id))), TABLE_SEATS)


def _contest(game_id: str, bots: tuple[str, ...], seats: int) -> Contest:
    new = fresh(Contest(game_id, bots, seats))
    path = file_of(new)
    if path.exists():
        heading = read_records(path)[0]
        if heading == heading_of(heading.contest):
            return heading.contest
    return new


def file_of(contest: Contest) -> Path:
    bots = "-".join(bot.replace(":", "") for bot in contest.bots)
    return FOLDER / "results" / f"{contest.game}-{contest.seats}-{bots}.jsonl"


def records_of(contest: Contest) -> Records:
    """The file to play on; what bots played that have been changed since is thrown away."""
    path = file_of(contest)
    if path.exists() and read_records(path)[0] != heading_of(contest):
        path.unlink()
    return Records(contest, path, results_only=True)


def read(line: Line, matches: Sequence[MatchRecord]) -> Reading:
    """The deals that have been played to the end, as far as they were planned."""
    contest = contest_of(line)
    deals = by_deal(whole_deals(contest, matches))[: line.deals]
    won = wins(contest.bots[0], deals)
    return Reading(line, share(won, level=LEVEL) if won else None)


# --- playing -----------------------------------------------------------------------------------


def play(
    wanted: Sequence[Line], tables: Sequence[Contest], pool: Pool, deadline: float, console: Console
) -> None:
    """First the lines, then the four-seat tables, until the time is up."""
    spent = dict.fromkeys(wanted, 0.0)
    while spent:
        line = min(spent, key=spent.__getitem__)  # the quick ones are complete first
        began = time.monotonic()
        if began > deadline:
            return
        if _play_batch(line, pool, console):
            del spent[line]
        else:
            spent[line] += time.monotonic() - began
    for deals in range(1, TABLE_DEALS + 1):
        for table in tables:
            if time.monotonic() > deadline:
                return
            with records_of(table) as records:
                run(records, range(deals), pool)
            console.print(f"{table.game}: {deals} of {TABLE_DEALS} deals at {TABLE_SEATS} seats")


def _play_batch(line: Line, pool: Pool, console: Console) -> bool:
    """Some more deals of a line; whether all are played now."""
    with records_of(contest_of(line)) as records:
        reading = read(line, records.sorted())
        if reading.complete:
            return True
        played = reading.won.deals if reading.won else 0
        run(records, range(min(line.deals, played + BATCH * pool.workers)), pool)
        reading = read(line, records.sorted())
    if reading.complete:
        console.print(f"{line.game}, {line.seats} seats: {line.bot} against {line.rival}: complete")
    return reading.complete


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
            work += [Replay(path, heading.contest, match) for match in spread(matches, count)]
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


# --- the report --------------------------------------------------------------------------------


def write_report(game_ids: Sequence[str]) -> None:
    text = "\n".join(_report(game_ids)) + "\n"
    (FOLDER / "report.md").write_text(text, "utf-8")


def _report(game_ids: Sequence[str]) -> Iterator[str]:
    count = sum(len(lines(game_id)) for game_id in game_ids)
    yield "# How strong the bots are"
    yield ""
    yield "Made by `python -m bench.strength` from the files in `results/`; do not edit."
    yield ""
    yield (
        "Each line is a claim: the first wins at least this share of the wins against the second. Every "
        "deal is played in both orders of the seats, with the same luck; at four seats the two fill them in "
        "turn, and half of the wins is even. The claim and the number of deals were chosen before they were "
        f"played: if the first wins as much as is expected, the claim is shown with a probability of {POWER:.0%}. "
        "A line is judged once, when all its deals are played: “reached” if its whole interval lies at the "
        "claim or above it, “above even” if it lies above one half, else “not shown”. The deals belong to the "
        "fingerprint of both bots, so nothing was tuned on them. Intervals are over deals and corrected "
        f"for their number (Bonferroni): each is {LEVEL:.2%} sure, all {count} together {all_hold(count):.1%}."
    )
    for game_id in game_ids:
        yield from _chapter(game_id)


def _chapter(game_id: str) -> Iterator[str]:
    game = games.find(game_id)
    readings = [read(line, kept_matches(contest_of(line))) for line in lines(game_id)]
    yield from ("", f"## {game.meta.title}", "")
    yield "| claim | recipes | seats | at least | expected | wins | interval | verdict |"
    yield "|---|---|---|---|---|---|---|---|"
    for reading in readings:
        line = reading.line
        bots = ", ".join(f"`{recipe}`" for recipe in line.recipes)
        yield (
            f"| {line.bot} against {line.rival} | {bots} | {line.seats} | {line.claim:.0%} | "
            f"{line.expected:.0%} | {_share(reading.won)} | {_verdict(reading)} |"
        )
    played = [reading for reading in readings if reading.complete]
    if played:
        name = f"{game_id}.png"
        (FOLDER / name).write_bytes(png(_picture(game.meta.title, played)))
        yield from ("", f"![The lines that are complete, with their intervals]({name})")
    yield from _table(game_id)


def kept_matches(contest: Contest) -> list[MatchRecord]:
    """What the bots of now have played; matches of others count for nothing."""
    path = file_of(contest)
    if not path.exists():
        return []
    heading, matches = read_records(path)
    return matches if heading == heading_of(contest) else []


def _share(estimate: Estimate | None) -> str:
    if estimate is None:
        return "– | –"
    return f"{estimate.mean:.1%} | {estimate.low:.1%}–{estimate.high:.1%}"


def _verdict(reading: Reading) -> str:
    said = verdict(reading.line, reading.won)
    return f"**{said}**, {reading.line.deals} deals" if reading.complete else said


def _picture(title: str, readings: Sequence[Reading]) -> Chart:
    labels = [f"{r.line.bot} : {r.line.rival}, {r.line.seats} seats" for r in readings]
    values = [r.won for r in readings if r.won is not None]
    thresholds = [r.line.claim for r in readings]
    picture = Dots(labels, values, "wins of the first", marks=thresholds, percent=True)
    return Chart("strength", f"{title}: wins, and what was claimed", "", [], [], picture)


def _table(game_id: str) -> Iterator[str]:
    """The four-seat table: do the wins come in the order of the ladder?"""
    contest = table_of(game_id)
    matches = whole_deals(contest, kept_matches(contest))
    if not matches:
        return
    table = standings(contest, matches)
    yield ""
    deals = "one deal" if table.deals == 1 else f"{table.deals} deals"
    yield f"All levels at four seats, {deals} of {TABLE_DEALS}, {table.matches} matches, 95 % intervals:"
    yield ""
    yield from ("| level | wins | interval | ahead of the level below |", "|---|---|---|---|")
    won = {bot: wins(bot, by_deal(matches)) for bot in contest.bots}
    surely = {upper: ahead(won[upper], won[lower]) for lower, upper in pairwise(contest.bots)}
    names = dict(zip(contest.bots, level_ids(games.find(game_id)), strict=True))
    of_bot = {rating.bot: rating.wins for rating in table.ratings}
    for bot in reversed(contest.bots):
        likely = f"{surely[bot]:.1%}" if bot in surely else "–"
        yield f"| {names[bot]} | {_share(of_bot[bot])} | {likely} |"
    yield from (
        "",
        "The last column is the probability that a level wins more than the one below in the long run.",
    )


def _wanted(game_ids: Sequence[str], bots: set[str]) -> tuple[list[Line], list[Contest]]:
    """The lines and the four-seat tables that these bots play among themselves."""
    found = [line for game_id in game_ids for line in lines(game_id)]
    tables = [table_of(game_id) for game_id in game_ids]
    return (
        [line for line in found if kinds_of(line.recipes) <= bots],
        [table for table in tables if kinds_of(table.bots) <= bots],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--hours", type=float, default=1.0, help="stop after so much time")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    parser.add_argument("--games", nargs="+", default=games.shelf(), choices=games.shelf())
    parser.add_argument("--bots", nargs="+", default=HOUSE_BOTS, choices=HOUSE_BOTS)
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
            play(*_wanted(wishes.games, set(wishes.bots)), pool, deadline, console)
    write_report(games.shelf())
    console.print(f"The report is in {FOLDER / 'report.md'}")


if __name__ == "__main__":
    main()
