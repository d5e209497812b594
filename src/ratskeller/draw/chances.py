"""The chances of one seat over a match as an engraved line: what luck moved in one ink, what the seat chose in another.

The inks differ by their dashes, too; what others did is drawn in plain ink. What a chart says in words it
is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from ratskeller.draw.svg import Element, el, group, number, path, write

Cause = Literal["luck", "own", "others"]

WIDTH: Final = 400.0
HEIGHT: Final = 216.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 54.0, 388.0, 18.0, 186.0
_INKS: Final[dict[Cause, tuple[str, str | None]]] = {
    "luck": ("ochre", "5 3"),
    "own": ("teal", None),
}
_TARGET: Final = 17.0  # of a mark that can be pressed
_SIGN: Final = 10.0  # its circle
_STEP: Final = 2 * _SIGN + 4  # to where another one has room


class ChancePoint(Struct, frozen=True):
    """The chance after a step, and what moved it."""

    cause: Cause
    chance: float


class ChanceMark(Struct, frozen=True):
    """A moment worth a look, before this point."""

    point: int
    sign: str
    label: str
    href: str


class ChanceChart(Struct, frozen=True, kw_only=True):
    title: str
    start: float
    points: tuple[ChancePoint, ...]
    steps: int  # that there will be, when all are known
    scale: tuple[str, str, str]  # no chance, half, certain: as the language writes them
    marks: tuple[ChanceMark, ...] = ()


def chances(chart: ChanceChart) -> str:
    """Return the chart as an SVG for a page that brings its own style."""
    places = _places(chart)
    return write(
        el(
            "svg",
            _frame(chart),
            _line(chart),
            group(map(_leader, places), aria_hidden="true"),
            (
                _mark(mark, place, _room(place, places))
                for mark, place in zip(chart.marks, places, strict=True)
            ),
            viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
            class_="race chances",
            role="group",
            aria_label=chart.title,
        )
    )


def key(cause: Cause) -> str:
    """Return a bit of line, to say beside it what it stands for."""
    line = el("svg", inked("M2 7H34", cause), viewBox="0 0 36 14", class_="key", aria_hidden="true")
    return write(line)


def _x(chart: ChanceChart, point: int) -> float:
    return _LEFT + (_RIGHT - _LEFT) * point / max(1, chart.steps)


def _y(chance: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * min(1.0, max(0.0, chance))


def _values(chart: ChanceChart) -> list[float]:
    return [chart.start, *(point.chance for point in chart.points)]


def _frame(chart: ChanceChart) -> Element:
    parts = [path(f"M{_LEFT} {_TOP - 6}V{_BOTTOM}H{_RIGHT}", "line", stroke_width=2)]
    for share, text in zip((0.0, 0.5, 1.0), chart.scale, strict=True):
        y = _y(share)
        across = path(f"M{_LEFT} {y}H{_RIGHT}", "line", stroke_width=0.8, stroke_dasharray="2 6")
        parts += [across, _word(text, _LEFT - 6, y + 5, "end")]
    return group(parts, aria_hidden="true")


def _line(chart: ChanceChart) -> Element:
    values = _values(chart)
    pieces = []
    for at, point in enumerate(chart.points):
        ends = ((at, values[at]), (at + 1, values[at + 1]))
        d = "M" + "L".join(f"{number(_x(chart, n))} {number(_y(value))}" for n, value in ends)
        pieces.append(inked(d, point.cause))
    return group(pieces, aria_hidden="true")


def inked(d: str, cause: Cause) -> Element:
    """Return a line in the ink of what it stands for."""
    if cause == "others":
        return path(d, "line", stroke_width=1.6)
    ink, dash = _INKS[cause]
    return group(
        path(d, "line", stroke_width=5),
        path(d, f"line line-{ink}", stroke_width=3, stroke_dasharray=dash),
    )


class _Place(NamedTuple):
    """Where the sign of a moment stands, and how high the line is there."""

    x: float
    y: float
    on_line: float

    def away(self, other: _Place) -> float:
        return math.dist(self[:2], other[:2])


def _places(chart: ChanceChart) -> list[_Place]:
    """On the line; where a sign stands already, above it or below."""
    placed: list[_Place] = []
    for mark in chart.marks:
        x, on_line = _x(chart, mark.point), _y(_values(chart)[mark.point])
        steps = [0.0, *(way * n * _STEP for n in range(1, len(chart.marks)) for way in (-1, 1))]
        ways = [_Place(x, on_line + step, on_line) for step in steps]
        free = (
            one
            for one in ways
            if _TOP <= one.y <= _BOTTOM and all(one.away(other) > 2 * _SIGN for other in placed)
        )
        placed.append(next(free, ways[0]))
    return placed


def _room(place: _Place, places: Sequence[_Place]) -> float:
    """How far around a sign it can be pressed: as far as to the middle between it and another."""
    return min([_TARGET, *(place.away(other) / 2 for other in places if other is not place)])


def _leader(place: _Place) -> Element:
    """From the line to a sign; signs are drawn later, so it crosses none."""
    return path(
        f"M{number(place.x)} {number(place.on_line)}V{number(place.y)}", "line", stroke_width=1.2
    )


def _mark(mark: ChanceMark, place: _Place, room: float) -> Element:
    x, y, _ = place
    return el(
        "a",
        el("title", mark.label),
        el("circle", class_="fill-none", cx=x, cy=y, r=room, pointer_events="all"),
        el("circle", class_="line fill-paper", cx=x, cy=y, r=_SIGN, stroke_width=2),
        _word(mark.sign, x, y + 5, "middle"),
        href=mark.href,
        aria_label=mark.label,
    )


def _word(text: str, x: float, y: float, anchor: str) -> Element:
    return el("text", text, class_="race-word fill-ink", x=x, y=y, font_size=15, text_anchor=anchor)
