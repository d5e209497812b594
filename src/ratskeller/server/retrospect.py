"""What is printed of a look back, for its seat, in one language: also of one that is not done yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ratskeller.coach import telling
from ratskeller.coach.findings import Finding, Others, OwnChoice, Stroke, moments, well
from ratskeller.core.game import Seat
from ratskeller.core.match import AnyMatch
from ratskeller.draw.chances import Cause, ChanceChart, ChanceMark, ChancePoint, chances, key
from ratskeller.server.lookback import LookSoFar
from ratskeller.words.figures import percent
from ratskeller.words.platform_words import PlatformWords, platform_words

WELL: Final = "✓"


class LookedAt(Struct, frozen=True):
    """A choice worth another look: what stands at the line of chances, and where it is opened."""

    sign: str
    text: str
    hindsight: str  # what all hands would have shown; empty where nothing was hidden
    entry: int  # after which the choice was to be made
    better: str = ""  # what it was, if something clearly better is left to be found


class ChanceRow(Struct, frozen=True):
    """A row of the table that says what the line shows."""

    what: str
    change: str
    chance: str
    entry: int


class Retrospect(Struct, frozen=True, kw_only=True):
    seat: Seat
    found: int
    of: int
    done: bool
    chart: str  # an SVG, or empty
    keys: tuple[tuple[str, str], ...]  # a bit of line, and what moved the chances there
    sentence: str  # the sum; empty until all is known
    sums: tuple[tuple[str, str], ...]
    tally: str
    judge: str
    moments: tuple[LookedAt, ...]
    steps: tuple[ChanceRow, ...]


def retrospect(
    look: LookSoFar, match: AnyMatch, seat: Seat, language: str, address: str
) -> Retrospect:
    """What is known so far; `address` is the table's."""
    say, whole = platform_words(language), look.whole
    shown = tuple(_moments(look, match, seat, language))
    return Retrospect(
        seat=seat,
        found=len(look.findings),
        of=look.steps,
        done=whole is not None,
        chart=_chart(say, look, shown, address) if look.findings else "",
        keys=tuple((key(cause), what) for cause, what in _causes(say).items()),
        sentence=_sentence(say, look) if whole else "",
        sums=tuple(telling.sums(say, whole)) if whole else (),
        tally=telling.tally(say, whole) if whole else "",
        judge=telling.judge_of(say, whole) if whole else "",
        moments=shown,
        steps=tuple(_steps(say, look, match)),
    )


def chosen(look: LookSoFar) -> list[tuple[str, int]]:
    """The moments that mattered and what was done well: signs, and places among the findings."""
    best = well(look.findings)
    mattered = [(str(count), at) for count, at in enumerate(moments(look.findings), 1)]
    return mattered if best is None else [*mattered, (WELL, best)]


def _moments(look: LookSoFar, match: AnyMatch, seat: Seat, language: str) -> Iterator[LookedAt]:
    for sign, at in chosen(look):
        choice = look.findings[at]
        assert isinstance(choice, OwnChoice)
        text = telling.moment(match, seat, choice, language, named=False)
        after = telling.hindsight(match, seat, choice, language)
        is_missed = choice.verdict == "worse"
        better = telling.better(match, seat, choice, language) if is_missed else ""
        yield LookedAt(sign, text, after, choice.entry - 1, better)


def _causes(say: PlatformWords) -> dict[Cause, str]:
    _ = say.gettext
    return {"luck": _("luck"), "own": _("own choices"), "others": _("others’ choices")}


def _cause(finding: Finding) -> Cause:
    if isinstance(finding, Stroke):
        return "luck"
    return "own" if isinstance(finding, OwnChoice) else "others"


def _chart(say: PlatformWords, look: LookSoFar, shown: tuple[LookedAt, ...], address: str) -> str:
    assert look.outline is not None
    places = [at for _, at in chosen(look)]
    none, half, certain = (percent(share, say.language, 0) for share in (0.0, 0.5, 1.0))
    return chances(
        ChanceChart(
            title=say._("Your chances over the match"),
            start=look.outline.start,
            points=tuple(ChancePoint(_cause(one), one.after) for one in look.findings),
            steps=look.steps,
            scale=(none, half, certain),
            marks=tuple(
                ChanceMark(at, one.sign, one.text, f"{address}/{one.entry}")
                for at, one in zip(places, shown, strict=True)
            ),
        )
    )


def _sentence(say: PlatformWords, look: LookSoFar) -> str:
    assert look.whole is not None
    sums, language = look.whole.sums, say.language
    return say._(
        "{start} at the start, {luck} by luck, {own} by own choices, {others} by others’ choices, "
        "{rest} unexplained: {result} in the end.",
        start=percent(sums.start.amount, language),
        luck=_signed(sums.luck.amount, language),
        own=_signed(sums.own.amount, language),
        others=_signed(sums.others.amount, language),
        rest=_signed(sums.residual.amount, language),
        result=percent(sums.result, language),
    )


def _steps(say: PlatformWords, look: LookSoFar, match: AnyMatch) -> Iterator[ChanceRow]:
    causes = _causes(say)
    for one in look.findings:
        what = match.names[one.seat] if isinstance(one, Others) else causes[_cause(one)]
        change, chance = _signed(one.amount, say.language), percent(one.after, say.language)
        yield ChanceRow(what, change, chance, one.entry)


def _signed(share: float, language: str) -> str:
    return f"{'+' if share > 0 else ''}{percent(share, language)}"
