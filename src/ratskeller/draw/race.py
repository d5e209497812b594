"""A race over the turns of a match as an engraved chart: a line for each seat, its glyph at the end.

Lines are cut in ink with the seat's own ink inside, dashed differently, so that neither colour nor
contrast is asked too much of. What a chart says in words it is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ratskeller.draw.palette import TONES
from ratskeller.draw.svg import Element, el, group, number, path, use, write

WIDTH: Final = 400.0
HEIGHT: Final = 240.0
_LEFT, _TOP, _BOTTOM = 30.0, 18.0, 210.0
_NAMES: Final = 104.0  # the room for names on the right
_LETTERS: Final = 9  # of a name that have room there
_APART: Final = 18.0  # two names
_LANE: Final = 2.2  # lines that run together run side by side
_DASHES: Final = (None, "7 4", "2 4", "11 4 2 4", "4 2", "14 5")
_TARGET: Final = 17.0  # of a mark that can be pressed


class Runner(Struct, frozen=True):
    """A seat in the race."""

    name: str
    ink: str
    glyph: str
    values: tuple[int | None, ...]  # at each point; None: out


class Milestone(Struct, frozen=True):
    """A moment worth a look: at which point, whose, and where it can be seen."""

    point: int
    runner: int
    label: str
    href: str


class RaceChart(Struct, frozen=True, kw_only=True):
    title: str
    turns: tuple[int, ...]  # the turn of each point, rising
    axis: str  # what the turns are called
    runners: tuple[Runner, ...]
    marks: tuple[Milestone, ...] = ()
    goal: int | None = None


def race(chart: RaceChart) -> str:
    """Return the chart as an SVG for a page that brings its own style."""
    scale = _Scale(chart)
    return write(
        el(
            "svg",
            _frame(chart, scale),
            (_line(chart, scale, seat) for seat in range(len(chart.runners))),
            _ends(chart, scale),
            (_mark(chart, scale, count) for count in range(len(chart.marks))),
            viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
            class_="race",
            role="group",
            aria_label=chart.title,
        )
    )


class _Scale:
    """From turns and values to the paper."""

    def __init__(self, chart: RaceChart) -> None:
        self.last = max(chart.turns[-1], 1)
        counted = [v for runner in chart.runners for v in runner.values if v is not None]
        self.top = max([*counted, chart.goal or 0, 1])
        self.lowest = min([*counted, 0])
        self.lanes = len(chart.runners) - 1

    def x(self, turn: int) -> float:
        return _LEFT + (WIDTH - _NAMES - _LEFT) * turn / self.last

    def y(self, value: float, lane: int | None = None) -> float:
        share = (value - self.lowest) / (self.top - self.lowest)
        shift = 0.0 if lane is None else (lane - self.lanes / 2) * _LANE
        return _BOTTOM - (_BOTTOM - _TOP) * share + shift


def _frame(chart: RaceChart, scale: _Scale) -> Element:
    """Axes with a few numbers, and the goal as a line across."""
    right = scale.x(scale.last)
    parts = [path(f"M{_LEFT} {_TOP - 6}V{_BOTTOM}H{right}", "line", stroke_width=2)]
    for value in _ticks(scale.lowest, scale.top):
        y = scale.y(value)
        parts += [
            path(f"M{_LEFT - 4} {y}H{_LEFT}", "line", stroke_width=2),
            _word(str(value), _LEFT - 7, y + 5, "end"),
        ]
    for turn in _ticks(0, scale.last)[1:]:
        x = scale.x(turn)
        parts += [
            path(f"M{x} {_BOTTOM}v4", "line", stroke_width=2),
            _word(str(turn), x, _BOTTOM + 19, "middle"),
        ]
    parts.append(_word(chart.axis, right + 20, _BOTTOM + 19, "start"))
    if chart.goal is not None:
        y = scale.y(chart.goal)
        parts.append(
            path(
                f"M{_LEFT} {y}H{right}", "line line-rust", stroke_width=1.6, stroke_dasharray="3 5"
            )
        )
    return group(parts, aria_hidden="true")


def _ticks(low: int, high: int) -> list[int]:
    """The ends, and two between them if there is room."""
    third = (high - low) / 3
    return sorted({low, *(low + round(third * step) for step in (1, 2)), high})


def _line(chart: RaceChart, scale: _Scale, seat: int) -> Element:
    """A seat's way; where it is out, the line goes to the goal and ends in a cross."""
    runner = chart.runners[seat]
    points = [
        (scale.x(turn), scale.y(value, seat))
        for turn, value in zip(chart.turns, runner.values, strict=True)
        if value is not None
    ]
    cross: tuple[Element, ...] = ()
    if len(points) < len(runner.values) and points:
        x = scale.x(chart.turns[len(points)])
        y = scale.y(scale.top if chart.goal is None else chart.goal, seat)
        points.append((x, y))
        arms = f"M{x - 6} {y - 6}l12 12M{x + 6} {y - 6}l-12 12"
        cross = (path(arms, "line", stroke_width=3.4),)
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dash = _DASHES[seat % len(_DASHES)]
    return group(
        path(d, "line", stroke_width=4.6),
        path(d, f"line line-{runner.ink}", stroke_width=2.6, stroke_dasharray=dash),
        cross,
        aria_hidden="true",
    )


def _ends(chart: RaceChart, scale: _Scale) -> Element:
    """Glyph and name of everybody who is still in the race, none on top of another."""
    inside = [
        (scale.y(runner.values[-1], seat), seat)
        for seat, runner in enumerate(chart.runners)
        if runner.values[-1] is not None
    ]
    placed: list[Element] = []
    x = scale.x(scale.last) + 12
    lines = spread([y for y, _ in sorted(inside)], _APART, _TOP - 4, _BOTTOM - 2)
    for (_, seat), y in zip(sorted(inside), lines, strict=True):
        runner = chart.runners[seat]
        placed += [
            badge(runner.glyph, runner.ink, x, y, 15),
            _word(shortened(runner.name, _LETTERS), x + 12, y + 5, "start"),
        ]
    return group(placed, aria_hidden="true")


def badge(glyph: str, ink: str, x: float, y: float, size: float) -> Element:
    """Return the glyph of a seat in its ink; the board beside it brings the symbol."""
    tone = next(tone.name for tone in TONES if tone.ink == ink)
    return use(f"glyph-{glyph}", x, y, size, size, class_=f"tone-{tone}")


def spread(wanted: Sequence[float], apart: float, top: float, bottom: float) -> list[float]:
    """Return rising places near the wanted ones, so far apart from each other and inside."""
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, top if not placed else placed[-1] + apart))
    limit = bottom
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - apart
    return placed


def shortened(name: str, letters: int) -> str:
    """Return as much of a name as has room; wide characters take the room of two."""
    taken = 0
    for at, letter in enumerate(name):
        taken += 2 if letter >= "\u2e80" else 1
        if taken > letters:
            return f"{name[: max(1, at - 1)]}…"
    return name


def _mark(chart: RaceChart, scale: _Scale, count: int) -> Element:
    mark = chart.marks[count]
    value = chart.runners[mark.runner].values[mark.point]
    x, y = scale.x(chart.turns[mark.point]), scale.y(value or 0, mark.runner)
    return el(
        "a",
        el("title", mark.label),
        el("circle", class_="fill-none", cx=x, cy=y, r=_TARGET, pointer_events="all"),
        el("circle", class_="line fill-paper", cx=x, cy=y, r=10, stroke_width=2),
        _word(str(count + 1), x, y + 5, "middle"),
        href=mark.href,
        aria_label=mark.label,
    )


def _word(text: str, x: float, y: float, anchor: str) -> Element:
    return el("text", text, class_="race-word fill-ink", x=x, y=y, font_size=15, text_anchor=anchor)
