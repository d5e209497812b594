"""What a contest came to, as a page for people."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.arena.charts import charts
from ratskeller.arena.endings import reasons_text
from ratskeller.arena.numbers import mean_text, share_text
from ratskeller.arena.page import ReportPage
from ratskeller.arena.playing import MatchRecord
from ratskeller.arena.standings import Standings
from ratskeller.words.platform_words import PlatformWords


def contest_page(
    say: PlatformWords, game_title: str, table: Standings, matches: Sequence[MatchRecord]
) -> str:
    """The whole report as HTML."""
    title = say._("{game}: a contest of bots", game=game_title)
    page = ReportPage(say.language, title)
    page.facts(facts(say, table))
    ladder, *others = charts(say, table, matches)
    page.chart(ladder)
    if table.encounters:
        page.table(
            say._("Each against each"),
            say._(
                "Points of the bot in the row against the one in the column, with 95 % intervals "
                "over deals: 1 for the better place, 1/2 for the same."
            ),
            *encounters(say, table),
        )
    for chart in others:
        page.chart(chart)
    return page.html()


def facts(say: PlatformWords, table: Standings) -> list[tuple[str, str]]:
    _, contest = say.gettext, table.contest
    return [
        (_("seats"), str(contest.seats)),
        (_("options"), say.both([f"{k}={str(v).lower()}" for k, v in contest.options.items()])),
        (_("seed"), str(contest.seed)),
        (_("deals"), str(table.deals)),
        (_("matches"), str(table.matches)),
        (_("turns a match, mean"), mean_text(table.turns, say.language)),
        (_("draws"), share_text(table.draws, say.language)),
        (_("reasons"), reasons_text(say, contest.game, table.reasons)),
    ]


def encounters(say: PlatformWords, table: Standings) -> tuple[list[str], list[list[str]]]:
    """The headings and the rows of the table of each against each."""
    names = [rating.bot for rating in table.ratings]
    found = {(e.bot, e.rival): share_text(e.points, say.language) for e in table.encounters}
    rows = [[bot, *(found.get((bot, rival), "") for rival in names)] for bot in names]
    return [say._("points against"), *names], rows
