"""The `arena` command: a contest between bots, kept in a file, ended in a table.

Everything that can be wrong is found before the first match, so nothing is left half done.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ratskeller.arena.charts import Chart, charts
from ratskeller.arena.contest import Contest, deals_for, matches_a_deal, rules_of
from ratskeller.arena.crews import Crew, NoRay, check_ray, crew_of, ray_crew
from ratskeller.arena.ledger import ForeignFile, Ledger, OtherContest
from ratskeller.arena.numbers import decimal, share_text
from ratskeller.arena.plots import NoPlots, check_plots, png
from ratskeller.arena.report import contest_page, encounters, facts
from ratskeller.arena.running import missing, run
from ratskeller.arena.standings import NoRatings, Standings, check_ratings, standings
from ratskeller.cli import INTERRUPTED, choices
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.report import progress_bar
from ratskeller.cli.screen import Screen
from ratskeller.core.game import Game
from ratskeller.words.platform_words import PlatformWords


class Wishes(Struct, frozen=True):
    """What was typed."""

    game: str
    bots: str
    games: str
    seats: str | None
    jobs: str
    ray: str | None
    options: Sequence[str]
    variants: Sequence[str]
    seed: str
    out: Path | None
    report: Path | None
    plots: Path | None
    as_json: bool


def arena(say: PlatformWords, wishes: Wishes) -> int:
    contest = contest_of(
        say, wishes.game, wishes.bots, wishes.seats, wishes.options, wishes.variants, wishes.seed
    )
    deals = deals_for(contest, choices.whole_number(say, "--games", wishes.games))
    crew = crew_for(say, wishes.jobs, wishes.ray)
    check_extra(say)
    check_places(say, wishes.report, wishes.plots)
    with _ledger(say, contest, wishes.out) as ledger:
        if not play_all(say, [ledger], deals, crew):
            return INTERRUPTED
        # A file may hold more deals than were asked for now.
        matches = [match for match in ledger.sorted() if match.deal < deals]
    table = standings(contest, matches)
    if wishes.report:
        title = choices.title_of(say, rules_of(contest))
        wishes.report.write_text(contest_page(say, title, table, matches), "utf-8")
    if wishes.plots:
        write_plots(wishes.plots, charts(say, table, matches))
    if wishes.as_json:
        print(msgspec.json.encode(table).decode())
    else:
        show(say, table)
    return 0


# --- what was typed ----------------------------------------------------------------------------


def contest_of(
    say: PlatformWords,
    game_id: str,
    names: str,
    seats: str | None,
    options: Sequence[str],
    variants: Sequence[str],
    seed: str,
) -> Contest:
    game = choices.game_of(say, game_id)
    bots = choices.bots_of(say, game, names, names.count(",") + 1)
    if len(set(bots)) < len(bots):
        raise Mistake(say._("--bots names a bot twice: name each once, they meet anyway."))
    wanted = seats or str(_usual_seats(game, len(bots)))
    count, chosen = choices.setting_of(say, game, wanted, options, variants)
    number = choices.whole_number(say, "--seed", seed, 0)
    return Contest(game.meta.id, bots, count, number, msgspec.to_builtins(chosen))


def _usual_seats(game: Game[Any, Any], bots: int) -> int:
    """A seat for each bot, as far as the game has seats for so many."""
    return min(game.meta.seats, key=lambda seats: abs(seats - bots))


def crew_for(say: PlatformWords, jobs: str, ray: str | None) -> AbstractContextManager[Crew]:
    """Who plays: so many processes here, or a Ray cluster."""
    count = choices.whole_number(say, "--jobs", jobs)
    if ray is None:
        return crew_of(count)
    try:
        check_ray(ray)
    except NoRay:
        raise Mistake(
            say._(
                "--ray needs a library that is not installed: {command}.",
                command="pip install 'ratskeller[ray]'",
            )
        ) from None
    except ConnectionError:
        raise Mistake(_no_cluster(say)) from None
    return ray_crew(ray, count)


def _no_cluster(say: PlatformWords) -> str:
    return say._("No Ray cluster answers at that address.")


def check_extra(say: PlatformWords) -> None:
    try:
        check_ratings()
        check_plots()
    except (NoRatings, NoPlots):
        raise Mistake(
            say._(
                "The arena needs libraries that are not installed: {command}.",
                command="pip install 'ratskeller[arena]'",
            )
        ) from None


def check_places(say: PlatformWords, report: Path | None, plots: Path | None) -> None:
    """Whether a report and a folder of pictures could be written, before hours are spent."""
    for place in filter(None, (report, plots)):
        folder = place if place == plots and place.exists() else place.parent
        fits = place.is_dir() if place == plots and place.exists() else not place.is_dir()
        if not (fits and folder.is_dir() and os.access(folder, os.W_OK)):
            raise Mistake(say._("“{path}” cannot be written.", path=str(place)))


def _ledger(say: PlatformWords, contest: Contest, path: Path | None) -> Ledger:
    try:
        return Ledger(contest, path)
    except OtherContest as other:
        sentence = say._(
            "“{path}” holds another contest ({part} is different), so it stays as it is. Choose "
            "another name.",
            path=str(path),
            part=other.differs,
        )
    except ForeignFile:
        sentence = say._(
            "“{path}” is not the file of a contest, so it stays as it is. Choose another name.",
            path=str(path),
        )
    except (OSError, ValueError):
        sentence = say._("“{path}” cannot be written.", path=str(path))
    raise Mistake(sentence)


# --- playing -----------------------------------------------------------------------------------


def play_all(
    say: PlatformWords, ledgers: Sequence[Ledger], deals: int, crew: AbstractContextManager[Crew]
) -> bool:
    """Play what is missing; False where the person stopped it."""
    total = sum(deals * matches_a_deal(ledger.contest) for ledger in ledgers)
    left = _left(ledgers, deals)
    if not left:
        return True
    try:
        with progress_bar(say._("Matches"), total) as progress, crew as players:
            progress(total - left)
            for ledger in ledgers:
                run(ledger, range(deals), players, progress)
    except ConnectionError:
        raise Mistake(_no_cluster(say)) from None
    except KeyboardInterrupt:
        done = total - _left(ledgers, deals)
        print(_stopped(say, ledgers[0].path, done, total), file=sys.stderr)
        return False
    return True


def _left(ledgers: Sequence[Ledger], deals: int) -> int:
    return sum(len(missing(ledger, range(deals))) for ledger in ledgers)


def _stopped(say: PlatformWords, path: Path | None, done: int, total: int) -> str:
    if path is None:
        return say._("Stopped. Nothing was kept.")
    return say._(
        "Stopped after {done} of {total} matches. They are in “{path}”; the same command goes on "
        "from there.",
        done=done,
        total=total,
        path=str(path),
    )


def write_plots(folder: Path, drawn: Iterable[Chart]) -> None:
    """A PNG file for each chart that has something to draw."""
    folder.mkdir(exist_ok=True)
    for chart in drawn:
        if chart.picture is not None:
            (folder / f"{chart.name}.png").write_bytes(png(chart))


# --- the table ---------------------------------------------------------------------------------


def show(say: PlatformWords, table: Standings) -> None:
    screen = Screen()
    screen.pairs(facts(say, table))
    screen.line()
    screen.table(*_ratings(say, table))
    if table.encounters:
        screen.line()
        screen.table(*encounters(say, table))
    screen.line()
    wins = [share_text(share, say.language) for share in table.seats]
    screen.table([say._("seat"), say._("wins")], enumerate(wins, start=1))


def _ratings(say: PlatformWords, table: Standings) -> tuple[list[str], list[list[str]]]:
    _, language = say.gettext, say.language
    rows = [
        [
            rating.bot,
            f"{decimal(rating.value, language)} ± {decimal(rating.margin, language)}",
            str(rating.matches),
            share_text(rating.wins, language),
        ]
        for rating in table.ratings
    ]
    return [_("bot"), _("rating"), _("matches"), _("wins")], rows
