"""The `arena` command: a contest between bots, kept in a file, ended in a table."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ratskeller.arena.charts import charts
from ratskeller.arena.contest import Contest, deals_for, rules_of
from ratskeller.arena.numbers import share_text
from ratskeller.arena.records import ForeignFile, OtherContest, Records
from ratskeller.arena.report import contest_page, encounters, facts
from ratskeller.arena.standings import Standings, standings
from ratskeller.cli import INTERRUPTED, choices
from ratskeller.cli.contests import (
    Wishes,
    check_extra,
    check_places,
    contest_of,
    play_all,
    write_plots,
)
from ratskeller.cli.mistakes import Mistake
from ratskeller.cli.running import pool_for
from ratskeller.cli.screen import Screen
from ratskeller.words.figures import decimal
from ratskeller.words.platform_words import PlatformWords


class ArenaWishes(Wishes, frozen=True, kw_only=True):
    out: Path | None
    adjusted: bool


def arena(say: PlatformWords, wishes: ArenaWishes) -> int:
    contest = msgspec.structs.replace(contest_of(say, wishes), adjusted=wishes.adjusted)
    deals = deals_for(contest, choices.whole_number(say, "--games", wishes.games))
    pool = pool_for(say, wishes.jobs, wishes.ray)
    check_extra(say)
    check_places(say, wishes)
    with _records(say, contest, wishes.out) as records:
        if not play_all(say, [records], deals, pool):
            return INTERRUPTED
        # A file may hold more deals than were asked for now.
        matches = [match for match in records.sorted() if match.deal < deals]
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


def _records(say: PlatformWords, contest: Contest, path: Path | None) -> Records:
    try:
        return Records(contest, path)
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


# --- the table ---------------------------------------------------------------------------------


def show(say: PlatformWords, table: Standings) -> None:
    screen = Screen()
    screen.pairs(facts(say, table))
    screen.line()
    screen.table(*_ratings(say, table))
    if table.encounters:
        screen.line()
        screen.table(*encounters(say, table))
    if table.adjusted:
        screen.line()
        screen.table(*_adjusted(say, table))
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


def _adjusted(say: PlatformWords, table: Standings) -> tuple[list[str], list[list[str]]]:
    """Shares of wins with luck taken off; an interval is as wide as with so many times more deals."""
    _, language = say.gettext, say.language
    rows = [
        [one.bot, share_text(one.wins, language), decimal(one.factor, language)]
        for one in table.adjusted
    ]
    return [_("bot"), _("wins without luck"), _("times fewer deals")], rows
