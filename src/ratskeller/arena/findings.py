"""What the laboratory found, in words: a sentence for each variant, a table, a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ratskeller.arena.charts import Chart, Dots
from ratskeller.arena.lab import MEASURES, Finding
from ratskeller.arena.numbers import mean_text, share_text
from ratskeller.arena.page import ReportPage
from ratskeller.words.figures import decimal, percent
from ratskeller.words.platform_words import PlatformWords

_SHARES: Final = {measure.name for measure in MEASURES if measure.is_share}


def sentence(say: PlatformWords, base: str, found: Sequence[Finding]) -> str:
    """What a variant does, against the first one."""
    told = {finding.measure: _told(say, finding) for finding in found}
    return say._(
        "With {variant} instead of {base}: {turns}; {first_seat}; {draws}; {lead_changes}; "
        "{decided}.",
        variant=found[0].variant,
        base=base,
        **told,
    )


def _told(say: PlatformWords, finding: Finding) -> str:
    difference = finding.difference
    assert difference is not None
    scale = 100 if finding.measure in _SHARES else 1
    grown, reach = abs(difference.mean) * scale, difference.margin * scale
    digits = 1 if grown >= 1 else 2
    amount = decimal(grown, say.language, digits)
    margin = decimal(reach, say.language, digits)
    unchanged, more, less = _phrases(say, amount, margin)[finding.measure]
    if not finding.measurable:
        return unchanged
    return more if difference.mean > 0 else less


def _phrases(say: PlatformWords, amount: str, margin: str) -> Mapping[str, tuple[str, str, str]]:
    """For each measure: nothing changed, it grew, it shrank."""
    _ = say.gettext
    by = {"amount": amount, "margin": margin}
    return {
        "turns": (
            _("the length of a match does not change measurably"),
            _("matches take {amount} turns longer (±{margin})", **by),
            _("matches take {amount} turns less (±{margin})", **by),
        ),
        "first_seat": (
            _("the first seat’s advantage does not change measurably"),
            _("the first seat wins more often by {amount} percentage points (±{margin})", **by),
            _("the first seat wins less often by {amount} percentage points (±{margin})", **by),
        ),
        "draws": (
            _("the share of draws does not change measurably"),
            _("draws become more frequent by {amount} percentage points (±{margin})", **by),
            _("draws become less frequent by {amount} percentage points (±{margin})", **by),
        ),
        "lead_changes": (
            _("the lead does not change hands measurably more or less often"),
            _("the lead changes hands more often, by {amount} times a match (±{margin})", **by),
            _("the lead changes hands less often, by {amount} times a match (±{margin})", **by),
        ),
        "decided": (
            _("the match is not decided measurably earlier or later"),
            _("the match is decided later, by {amount} % of its length (±{margin})", **by),
            _("the match is decided earlier, by {amount} % of its length (±{margin})", **by),
        ),
    }


# --- table and page ----------------------------------------------------------------------------


def names(say: PlatformWords) -> Mapping[str, str]:
    """The measures in a few words each."""
    _ = say.gettext
    return {
        "turns": _("turns a match, mean"),
        "first_seat": _("wins of the first seat"),
        "draws": _("draws"),
        "lead_changes": _("changes of the lead"),
        "decided": _("decided after"),
    }


def overview(
    say: PlatformWords, found: Sequence[Sequence[Finding]]
) -> tuple[list[str], list[list[str]]]:
    """Headings and rows: a line for each measure, a column for each variant."""
    called = names(say)
    rows = [
        [called[measure.name], *(_value(say, of_variant[place]) for of_variant in found)]
        for place, measure in enumerate(MEASURES)
    ]
    return [say._("measure"), *(of_variant[0].variant for of_variant in found)], rows


def _value(say: PlatformWords, finding: Finding) -> str:
    text = share_text if finding.measure in _SHARES else mean_text
    return text(finding.value, say.language)


def lab_page(
    say: PlatformWords,
    game_title: str,
    facts: Sequence[tuple[str, str]],
    found: Sequence[Sequence[Finding]],
) -> str:
    page = ReportPage(say.language, say._("{game}: other rules", game=game_title))
    page.sentences([sentence(say, found[0][0].variant, other) for other in found[1:]])
    page.facts(facts)
    note = say._("Means with 95 % intervals; all variants were played with the same luck.")
    page.table(say._("Everything measured"), note, *overview(say, found))
    for chart in lab_charts(say, found):
        page.chart(chart)
    return page.html()


def lab_charts(say: PlatformWords, found: Sequence[Sequence[Finding]]) -> list[Chart]:
    """A chart for each measure."""
    return [_chart(say, [variant[place] for variant in found]) for place in range(len(MEASURES))]


def _chart(say: PlatformWords, row: Sequence[Finding]) -> Chart:
    called = names(say)[row[0].measure]
    is_share = row[0].measure in _SHARES
    labels = [finding.variant for finding in row]
    note = say._("Each variant with its 95 % interval: {measure}.", measure=called)
    rows = [[finding.variant, _value(say, finding), _difference(say, finding)] for finding in row]
    picture = Dots(labels, [finding.value for finding in row], called, percent=is_share)
    headings = [say._("variant"), called, say._("difference")]
    title = called[:1].upper() + called[1:]
    return Chart(row[0].measure, title, note, headings, rows, picture)


def _difference(say: PlatformWords, finding: Finding) -> str:
    difference = finding.difference
    if difference is None:
        return ""
    sign = "+" if difference.mean > 0 else ""
    if finding.measure in _SHARES:
        value = percent(difference.mean, say.language)
        return f"{sign}{value} ± {percent(difference.margin, say.language)}"
    return sign + mean_text(difference, say.language)
