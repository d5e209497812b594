"""The charts of a contest: what each shows, as numbers and words. `plots` draws them.

Every chart has its numbers as a table, too: a picture alone keeps some people out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import quantiles
from typing import Final, TypeAlias

from msgspec import Struct

from ratskeller.arena.drama import decided, lead_changes
from ratskeller.arena.endings import reasons
from ratskeller.arena.intervals import Estimate
from ratskeller.arena.numbers import mean_text, share_text
from ratskeller.arena.playing import MatchRecord
from ratskeller.arena.standings import Standings
from ratskeller.words.figures import decimal, percent
from ratskeller.words.platform_words import PlatformWords

_MOST_BARS: Final = 24  # more are hard to tell apart
_TENTHS: Final = 10


class Dots(Struct, frozen=True):
    """Means with their intervals, one below the other; `reference` is where all would be equal, `marks` what
    each is compared with.
    """

    labels: Sequence[str]
    values: Sequence[Estimate]
    axis: str
    reference: float | None = None
    percent: bool = False
    marks: Sequence[float] = ()


class Bars(Struct, frozen=True):
    """How often each of some things happened."""

    labels: Sequence[str]
    counts: Sequence[int]
    things: str  # what the labels stand for
    axis: str  # what is counted
    lying: bool = False  # long labels: bars from left to right


class Boxes(Struct, frozen=True):
    """How far values spread: least, lower quarter, middle, upper quarter, most."""

    labels: Sequence[str]
    fives: Sequence[tuple[float, float, float, float, float]]
    axis: str


class Curve(Struct, frozen=True):
    """What something became, at some places of the axis that all panels share; with intervals, where there are
    some.
    """

    label: str
    places: Sequence[float]
    values: Sequence[float]
    intervals: Sequence[tuple[float, float]] = ()


class CurvePanel(Struct, frozen=True):
    """Some curves on one scale; `reference` is where all would be equal."""

    title: str
    curves: Sequence[Curve]
    reference: float | None = None
    percent: bool = False


class Curves(Struct, frozen=True):
    """Several things over the same time, one below the other."""

    panels: Sequence[CurvePanel]
    things: str  # what goes on from left to right


Picture: TypeAlias = Dots | Bars | Boxes | Curves


class Chart(Struct, frozen=True):
    name: str  # of its file
    title: str
    note: str  # what it shows, in a sentence
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    picture: Picture | None = None  # None: there is nothing to draw, and the note says why


def charts(say: PlatformWords, table: Standings, matches: Sequence[MatchRecord]) -> list[Chart]:
    """All charts of a contest, in the order of a report."""
    return [
        _ladder(say, table),
        _seats(say, table),
        _length(say, matches),
        _scores(say, matches),
        _endings(say, table),
        _decisions(say, matches),
        _leads(say, matches),
        _decided(say, matches),
    ]


# --- of the table ------------------------------------------------------------------------------


def _ladder(say: PlatformWords, table: Standings) -> Chart:
    _ = say.gettext
    names = [rating.bot for rating in table.ratings]
    values = [
        Estimate(r.value, r.value - r.margin, r.value + r.margin, table.deals)
        for r in table.ratings
    ]
    return Chart(
        name="ladder",
        title=_("The ladder"),
        note=_("Ratings after all matches, with 95 % intervals; everybody begins at 25."),
        headings=[_("bot"), _("rating"), _("matches"), _("wins")],
        rows=[
            [r.bot, mean_text(v, say.language), str(r.matches), share_text(r.wins, say.language)]
            for r, v in zip(table.ratings, values, strict=True)
        ],
        picture=Dots(names, values, _("rating"), reference=25),
    )


def _seats(say: PlatformWords, table: Standings) -> Chart:
    _ = say.gettext
    names = [_("seat {number}", number=seat) for seat in range(1, len(table.seats) + 1)]
    even = 1 / len(table.seats)
    note = _(
        "Who wins by seat, whoever sits there; if no seat were better, each would win {share}.",
        share=percent(even, say.language),
    )
    return Chart(
        name="seats",
        title=_("Wins by seat"),
        note=note,
        headings=[_("seat"), _("wins")],
        rows=[[n, share_text(v, say.language)] for n, v in zip(names, table.seats, strict=True)],
        picture=Dots(names, table.seats, _("share of the wins"), reference=even, percent=True),
    )


# --- of the matches ----------------------------------------------------------------------------


def _length(say: PlatformWords, matches: Sequence[MatchRecord]) -> Chart:
    _ = say.gettext
    note = _("How many turns a match takes, all seats together.")
    picture = _histogram([match.turns for match in matches], _("turns"), _("matches"))
    return _counted(say, "length", _("Length"), note, picture)


def _scores(say: PlatformWords, matches: Sequence[MatchRecord]) -> Chart:
    """By place: the first place's points, the second's, ..."""
    _ = say.gettext
    title = _("Points")
    by_rank: dict[int, list[int]] = {}
    for match in matches:
        for rank, score in zip(match.ranks, match.scores or (), strict=bool(match.scores)):
            by_rank.setdefault(rank, []).append(score)
    if not by_rank:
        return Chart("scores", title, _("Points are not counted in this game."), [], [])
    ranks = sorted(by_rank)
    labels = [_("place {number}", number=rank) for rank in ranks]
    fives = [_five(by_rank[rank]) for rank in ranks]
    headings = [_("place"), _("least"), _("lower quarter"), _("middle"), _("upper quarter")]
    return Chart(
        name="scores",
        title=title,
        note=_("Points by place: the box holds the middle half, the line the middle match."),
        headings=[*headings, _("most")],
        rows=[
            [label, *(decimal(value, say.language, 0) for value in five)]
            for label, five in zip(labels, fives, strict=True)
        ],
        picture=Boxes(labels, fives, _("points")),
    )


def _five(values: Sequence[int]) -> tuple[float, float, float, float, float]:
    if len(values) == 1:
        (only,) = values
        return only, only, only, only, only
    lower, middle, upper = quantiles(values, n=4, method="inclusive")
    return min(values), lower, middle, upper, max(values)


def _endings(say: PlatformWords, table: Standings) -> Chart:
    _ = say.gettext
    found = reasons(say, table.contest.game, table.reasons)
    note = _("Why the matches ended.")
    picture = Bars(list(found), list(found.values()), _("reason"), _("matches"), lying=True)
    return _counted(say, "endings", _("How it ends"), note, picture)


def _decisions(say: PlatformWords, matches: Sequence[MatchRecord]) -> Chart:
    _ = say.gettext
    note = _("How many questions with more than one answer a player meets in a turn.")
    asked = [count for match in matches for count in match.decisions]
    picture = _histogram(asked, _("decisions"), _("turns"))
    return _counted(say, "decisions", _("Decisions a turn"), note, picture)


def _leads(say: PlatformWords, matches: Sequence[MatchRecord]) -> Chart:
    _ = say.gettext
    note = _("How often another player took the lead, by the judgement of the game’s own bots.")
    picture = _histogram([lead_changes(match) for match in matches], _("changes"), _("matches"))
    return _counted(say, "leads", _("Changes of the lead"), note, picture)


def _decided(say: PlatformWords, matches: Sequence[MatchRecord]) -> Chart:
    _ = say.gettext
    tenths = Counter(min(int(decided(match) * _TENTHS), _TENTHS - 1) for match in matches)
    labels = [f"{10 * tenth}–{10 * tenth + 10}" for tenth in range(_TENTHS)]
    counts = [tenths[tenth] for tenth in range(_TENTHS)]
    note = _("Which part of the match was over when the winner took the lead for good.")
    picture = Bars(labels, counts, _("part of the match, %"), _("matches"))
    return _counted(say, "decided", _("When it is decided"), note, picture)


def _histogram(values: Sequence[int], things: str, axis: str) -> Bars:
    """Whole numbers, some together in a bar where they are many."""
    least, most = min(values), max(values)
    width = -(-(most - least + 1) // _MOST_BARS)
    starts = range(least, most + 1, width)
    counts = Counter((value - least) // width for value in values)
    labels = [str(s) if width == 1 else f"{s}–{s + width - 1}" for s in starts]
    return Bars(labels, [counts[place] for place in range(len(starts))], things, axis)


def _counted(say: PlatformWords, name: str, title: str, note: str, picture: Bars) -> Chart:
    total = sum(picture.counts)
    rows = [
        [label, str(count), percent(count / total, say.language)]
        for label, count in zip(picture.labels, picture.counts, strict=True)
    ]
    return Chart(name, title, note, [picture.things, picture.axis, say._("share")], rows, picture)
