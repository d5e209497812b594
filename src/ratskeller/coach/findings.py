"""What the coach finds in a match, as data: nothing here is in a language, and all of it fits into JSON.

Values are chances to win for the seat that is looked from: the share of the first place, ties shared.
Errors are standard errors; what lies within two of them is too close to call.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from ratskeller.core.facts import Reason
from ratskeller.core.game import Seat

VERSION: Final = 2
"""Of these shapes and of the way they are computed: what was kept under another one is made again."""

SURE: Final = 2.0  # standard errors: what differs by less is too close to call
_MOMENTS: Final = 3

Line: TypeAlias = tuple[str, ...]
"""The decisions of a turn, in the game's notation."""


class Outline(Struct, frozen=True, tag="outline"):
    """The first thing that is found: what will be judged, by whom, and where it all began."""

    version: int
    game: str
    seat: Seat
    seats: int
    evaluator: str
    seed: int
    steps: int  # so many findings follow
    start: float  # the chance before anything was dealt
    error: float


class Hindsight(Struct, frozen=True):
    """The same decision if all hands had lain open: nobody could know that."""

    best: Line
    loss: float
    error: float


class OwnChoice(Struct, frozen=True, tag="choice", omit_defaults=True):
    """A decision of the seat, or a whole turn where turns are judged, by what the seat could know."""

    entry: int  # of the log: its first
    entries: int  # so many
    kind: Literal["real", "forced", "indifferent"]
    before: float  # the chance before it
    after: float  # and with what was played
    played: Line
    best: Line
    loss: float  # of chance, against the best; by pure noise it can be below 0
    error: float
    amount: (
        float  # of chance that it gained on what a house player would have played at first sight
    )
    amount_error: float
    verdict: Literal["best", "close", "worse"]  # “close”: too close to call
    second: Line = ()  # the best beside the best
    lead: float = 0.0  # of the best before the second
    lead_error: float = 0.0
    reasons: tuple[
        Reason, ...
    ] = ()  # what the best has before what was played, or before the second
    hindsight: Hindsight | None = None  # None where nothing was hidden
    idea: str = ""  # of the game's course: what a real decision was about


class Stroke(Struct, frozen=True, tag="luck"):
    """A chance event that the seat saw: what came of it against what could be expected."""

    entry: int
    stream: str  # of chance; "deal" for all that is dealt before the first decision
    amount: float
    error: float
    after: float


class Others(Struct, frozen=True, tag="others"):
    """What somebody else played, and what it was worth to the seat that looks."""

    entry: int
    entries: int
    seat: Seat
    amount: float
    error: float
    after: float


Finding: TypeAlias = OwnChoice | Stroke | Others


class Sum(Struct, frozen=True):
    """A part of the result with its standard error."""

    amount: float
    error: float

    @property
    def margin(self) -> float:
        """Of the 95 % interval."""
        return 1.96 * self.error


class Sums(Struct, frozen=True):
    """start + luck + own + others + residual = result.

    A chance is what a house player can expect, so own choices are what was gained or lost on one; what was
    lost on the best stands beside it. The residual is what the evaluator cannot explain.
    """

    start: Sum
    luck: Sum
    own: Sum
    others: Sum
    residual: Sum
    result: float
    lost: Sum  # on the best, over all own choices


class Analysis(Struct, frozen=True, tag="analysis"):
    """All that was found, added up. `moments` and `well` are places in `findings`."""

    outline: Outline
    findings: tuple[Finding, ...]
    sums: Sums
    moments: tuple[int, ...]  # at most three choices that cost most, in the order of play
    well: int | None  # and one that was found where it mattered

    @property
    def choices(self) -> list[OwnChoice]:
        """The real decisions."""
        return [one for one in self.findings if isinstance(one, OwnChoice) and one.kind == "real"]

    @property
    def loss(self) -> float:
        """The mean loss of a real decision; 0 where there was none."""
        return math.fsum(one.loss for one in self.choices) / max(1, len(self.choices))


Found: TypeAlias = Outline | Finding | Analysis
"""What comes out of an analysis, in this order: an outline, findings, and the whole."""


def conclude(outline: Outline, findings: Sequence[Finding], result: float) -> Analysis:
    """Add up, and choose what is worth a look."""
    start = Sum(outline.start, outline.error)
    luck = _added((one.amount, one.error) for one in findings if isinstance(one, Stroke))
    choices = [one for one in findings if isinstance(one, OwnChoice)]
    own = _added((one.amount, one.amount_error) for one in choices)
    others = _added((one.amount, one.error) for one in findings if isinstance(one, Others))
    parts = (start, luck, own, others)
    rest = result - math.fsum(part.amount for part in parts)
    residual = Sum(rest, math.hypot(*(part.error for part in parts)))
    lost = _added((one.loss, one.error) for one in choices)
    sums = Sums(start, luck, own, others, residual, result, lost)
    return Analysis(outline, tuple(findings), sums, moments(findings), well(findings))


def _added(parts: Iterable[tuple[float, float]]) -> Sum:
    amounts, errors = zip((0.0, 0.0), *parts, strict=True)
    return Sum(math.fsum(amounts), math.hypot(*errors))


def moments(findings: Sequence[Finding]) -> tuple[int, ...]:
    """Where most was lost, as far as that can be told."""
    losses = {
        place: one.loss
        for place, one in enumerate(findings)
        if isinstance(one, OwnChoice) and one.kind == "real" and one.verdict == "worse"
    }
    return tuple(sorted(sorted(losses, key=losses.__getitem__, reverse=True)[:_MOMENTS]))


def well(findings: Sequence[Finding]) -> int | None:
    """The best that was found where the second best is clearly worse."""
    leads = {
        place: one.lead
        for place, one in enumerate(findings)
        if isinstance(one, OwnChoice)
        and one.kind == "real"
        and one.verdict == "best"
        and one.lead > SURE * one.lead_error
    }
    return max(leads, key=leads.__getitem__, default=None)
