"""The document of what the coach is worth: docs/coach/report.md and its pictures, from what is kept alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from bench.chances import BINS, bins_of
from bench.samples import FOLDER, Sample, Study
from ratskeller import games
from ratskeller.arena.charts import Chart, Dots
from ratskeller.arena.intervals import Estimate
from ratskeller.arena.plots import png

Rows: TypeAlias = Sequence[Mapping[str, Any]]
_PLACE: Final = FOLDER.parent
_REPORT: Final = _PLACE / "report.md"


class Chapter(NamedTuple):
    """A table with what it says."""

    title: str
    table: str
    text: str


CHAPTERS: Final = (
    Chapter(
        "Chances come true",
        "reliability",
        "A chance of 30 % should be a win in three of ten cases. Matches that no training and no fitting saw, all "
        "seats played by who the evaluator thinks of (`net` where a network judges, else `greedy`); after every turn "
        "each seat's chance is put into one of ten bins. A cell has the mean of what was said, then what came of it "
        "with its 95 % interval over matches. In the pictures a mark is what was said and a dot what came.",
    ),
    Chapter(
        "Luck is 0 on average, and the residual is the evaluator's error",
        "sums",
        "start + luck + own choices + others' choices + residual = result, from each seat in turn, by the very sums "
        "of a look back (`coach.analysis.add_up`), everything in them judged anew for each match. First Rat is looked at "
        "as closely as in a look back; of The Pied Piper 4 worlds a position instead of 12 and 16 deals instead of "
        "64; of Ratzentanz 2 throws instead of all that could come, 2 worlds a decision instead of 16, and 16 deals. "
        "Means with 95 % intervals over matches. Ten thousand matches a game are what is wanted; the column says how "
        "many there are, and `--samples 10000` goes on with them. More samples look at the same matches from their "
        "next seat: all seats of a match win as often as they should, so what is left of the residual is the evaluator's. "
        "A draw is judged by all its outcomes, so luck should be 0 on average whatever the evaluator thinks; the residual is "
        "0 only where its errors cancel out. Where the interval of a residual does not hold 0, all other parts together are "
        "stated too low (+) or too high (-) by as much on average: the start, if it is not what the result is, else what "
        "choices are said to bring and to cost. More matches narrow the interval; only a better evaluator mends the residual.",
    ),
    Chapter(
        "The better the player, the less a decision costs",
        "ladder",
        "Every player of the house is asked what it would play in the same positions: real decisions, one a match, "
        "drawn by luck from matches between players of the house that do not search. All meet the same worlds, so "
        "what differs is what they play. Those that are not always of the same mind are asked six times. The last "
        "two columns compare each with the one below it, decision by decision.",
    ),
    Chapter(
        "What sampling does not show",
        "doubt",
        "How far a player's move is behind the best, as a look back says it, against 64 matches each that the network "
        "plays to their end from there, wavering as players do, in the same worlds and with the same luck. Squares "
        "of the differences hold the errors of both; what is left is the evaluator's own: its root is the doubt "
        "that is added to every error (`[doubt]` of `coach.toml`; 0.05 where there is no entry).",
    ),
    Chapter(
        "Last turns are counted out",
        "exact",
        "In the last six decisions of a match, where a win is at hand: ends of every worth, as the rules give them in "
        "all worlds that the view allows, against the value and the loss that the coach states for them.",
    ),
    Chapter(
        "Less noise in the arena",
        "adjusted",
        "`ratskeller arena --adjusted` takes the luck of every draw off the results. What it takes off must be 0 on "
        "average, so that the mean stays; the factor says how many times fewer deals give the same interval. First Rat "
        "draws nothing after its set-up, which both matches of a deal share: there is no luck left to take off.",
    ),
)


def write_report(rows_of: Callable[[str], Rows], samples: Mapping[Study, Sequence[Sample]]) -> None:
    """All chapters, and a picture a game and seat count of chances and results."""
    for study, of_study in samples.items():
        (_PLACE / _picture(study)).write_bytes(png(_chart(study, of_study)))
    _REPORT.write_text("\n".join(_lines(rows_of, list(samples))) + "\n", "utf-8")


def _lines(rows_of: Callable[[str], Rows], drawn: Sequence[Study]) -> Iterator[str]:
    yield "# Whether the coach can be believed"
    yield ""
    yield "Made by `python -m bench.coach report` from the files in `results/`; do not edit. Values are chances to win."
    for chapter in CHAPTERS:
        yield from ("", f"## {chapter.title}", "", chapter.text, "")
        yield from (f"`python -m bench.coach {chapter.table}`", "")
        yield from _table(rows_of(chapter.table))
        if chapter.table == "reliability":
            for study in drawn:
                yield from ("", f"![{_title(study)}]({_picture(study)})")


def _table(rows: Rows) -> Iterator[str]:
    headings = list(dict.fromkeys(name for row in rows for name in row))
    yield f"| {' | '.join(headings)} |"
    yield "|---" * len(headings) + "|"
    for row in rows:
        yield f"| {' | '.join(str(row.get(name, '')) for name in headings)} |"


def _picture(study: Study) -> str:
    return f"{study.game}-{study.seats}.png"


def _title(study: Study) -> str:
    return f"{games.find(study.game).meta.title}, {study.seats} seats: chances and results"


def _chart(study: Study, samples: Sequence[Sample]) -> Chart:
    found = list(bins_of(samples))
    labels = [f"{int(BINS * one.said) * 100 // BINS} % and more" for one in found]
    came = [_bounded(one.came) for one in found]
    dots = Dots(labels, came, "won", percent=True, marks=[one.said for one in found])
    return Chart("reliability", _title(study), "", [], [], dots)


def _bounded(one: Estimate) -> Estimate:
    return Estimate(one.mean, max(0.0, one.low), min(1.0, one.high), one.deals)
