"""Luck and own choices match by match: two lines around nothing, in the inks of a look back.

What a chart says in words it is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ratskeller.draw.chances import Cause, inked
from ratskeller.draw.svg import Element, el, group, number, path, write

WIDTH: Final = 400.0
HEIGHT: Final = 170.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 72.0, 388.0, 16.0, 154.0
_TENTH: Final = 0.1  # of chance: the edge stands for one of them, or for several


class BalanceChart(Struct, frozen=True, kw_only=True):
    """What luck and own choices gave, the oldest match first, in chances to win."""

    title: str
    luck: tuple[float, ...]
    own: tuple[float, ...]
    scale: tuple[str, str, str]  # the lowest, nothing, the highest: as the language writes them


def reach(values: Sequence[float]) -> float:
    """Return what the edge of a chart with these values stands for."""
    highest = max(abs(value) for value in values)
    return _TENTH * max(1, math.ceil(highest / _TENTH))


def balance(chart: BalanceChart) -> str:
    """Return the chart as an SVG for a page that brings its own style."""
    top = reach((*chart.luck, *chart.own))
    return write(
        el(
            "svg",
            _frame(chart),
            _line(chart.luck, "luck", top),
            _line(chart.own, "own", top),
            viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
            class_="race",
            role="img",
            aria_label=chart.title,
        )
    )


def _frame(chart: BalanceChart) -> Element:
    parts = [path(f"M{_LEFT} {_TOP - 6}V{_BOTTOM + 6}", "line", stroke_width=2)]
    for share, text in zip((-1.0, 0.0, 1.0), chart.scale, strict=True):
        y, dash = _y(share), None if not share else "2 6"
        parts += [
            path(f"M{_LEFT} {y}H{_RIGHT}", "line", stroke_width=0.9, stroke_dasharray=dash),
            el(
                "text",
                text,
                class_="race-word fill-ink",
                x=_LEFT - 6,
                y=y + 5,
                font_size=15,
                text_anchor="end",
            ),
        ]
    return group(parts, aria_hidden="true")


def _line(values: Sequence[float], cause: Cause, top: float) -> Element:
    step = (_RIGHT - _LEFT - 24) / max(1, len(values) - 1)
    places = [
        (number(_LEFT + 12 + step * count), number(_y(one / top)))
        for count, one in enumerate(values)
    ]
    dots = (el("circle", class_="fill-ink", cx=x, cy=y, r=2.6) for x, y in places)
    d = "M" + "L".join(f"{x} {y}" for x, y in places)
    return group(inked(d, cause), dots, aria_hidden="true")


def _y(share: float) -> float:
    """From -1 at the bottom to 1 at the top."""
    middle = (_TOP + _BOTTOM) / 2
    return middle - (middle - _TOP) * share
