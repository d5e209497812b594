"""What points hang on: the clothes lines of the score tracks, the rocket, boards with words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ratskeller.draw.pen import cuts
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.games.first_rat.draw.layout import (
    LEGEND,
    LINE_LENGTH,
    LINES,
    PORTHOLES,
    ROCKET_X,
    STEPS,
)

PORTHOLE: Final = 28.5
_POLES: Final = ((18.0, 20.0, 414.0), (360.0, 20.0, 414.0), (704.0, 20.0, 414.0))


# --- clothes lines ------------------------------------------------------------------------------


def laundry(costs: Mapping[str, Mapping[str, int]]) -> Iterable[Element]:
    """Return poles and lines with the sign of every track, and what a piece on it costs."""
    for x, top, bottom in _POLES:
        yield path(f"M{x} {top}V{bottom}", "line", stroke_width=9)
        yield path(f"M{x} {top}V{bottom}", "line line-timber", stroke_width=5)
        yield path(f"M{x - 9} {top + 4}H{x + 9}", stroke_width=5)
    for track, (x, y) in LINES.items():
        yield from _line(x, y)
        yield _sign(x + 26, y + 28)
        if track in costs:
            yield _cost(costs[track], x + 72, y + 79)


def _line(x: float, y: float) -> tuple[Element, ...]:
    end = x + LINE_LENGTH + 4
    way = f"M{x - 10} {y - 4}Q{(x + end) / 2} {y + 14} {end} {y - 4}"
    return (path(way, stroke_width=2.4),)


def _sign(x: float, y: float) -> Element:
    return group(
        path("M-25 -24H25V26H-25Z", "line fill-plaster", stroke_width=2.6),
        path("M-14 -24V-31M14 -24V-31", stroke_width=2.4),
        transform=f"translate({x:g} {y:g})",
    )


def _cost(cost: Mapping[str, int], x: float, y: float) -> Element:
    """Return amounts and icons side by side on a strip of paper."""
    pitch = 62.0
    width = pitch * len(cost) + 6
    parts: list[Element] = [
        path(f"M{-width / 2} -13H{width / 2}V13H{-width / 2}Z", "line fill-paper", stroke_width=1.8)
    ]
    for at, (kind, amount) in enumerate(cost.items()):
        middle = (at - (len(cost) - 1) / 2) * pitch
        parts.append(
            el("text", str(amount), class_="word word-bold", x=middle - 14, y=8, font_size=22.5)
        )
        parts.append(use(f"ware-{kind}", middle + 11, 0, 24, 24))
    return group(parts, transform=f"translate({x:g} {y:g})")


# --- the rocket ---------------------------------------------------------------------------------


def rocket() -> tuple[Element, ...]:
    """Return the rocket: tins, a bathtub and a lot of hope, with five places for rattronauts."""
    x = ROCKET_X
    hull = (
        f"M{x} 22C{x + 46} 50 {x + 82} 104 {x + 86} 170L{x + 88} 458H{x - 88}L{x - 86} 170"
        f"C{x - 82} 104 {x - 46} 50 {x} 22Z"
    )
    nose = f"M{x} 22C{x + 30} 40 {x + 56} 64 {x + 69} 94H{x - 69}C{x - 56} 64 {x - 30} 40 {x} 22Z"
    fins = (
        f"M{x - 86} 330C{x - 122} 360 {x - 138} 410 {x - 134} 480L{x - 88} 450Z"
        f"M{x + 86} 330C{x + 122} 360 {x + 138} 410 {x + 134} 480L{x + 88} 450Z"
    )
    nozzle = f"M{x - 44} 458H{x + 44}L{x + 54} 478H{x - 54}Z"
    rivets = "".join(
        f"M{x + side * 76} {y}A2 2 0 1 0 {x + side * 76} {y + 0.1}Z"
        for side in (-1, 1) for y in range(190, 330, 24)
    )  # fmt: skip
    return (
        path(nozzle, "line fill-soot", stroke_width=3),
        path(fins, "line fill-rust", stroke_width=3),
        el("path", d=fins, fill="url(#hatch-slanting)"),
        path(fins, stroke_width=3),
        path(hull, "line fill-plaster", stroke_width=3.4),
        path(nose, "line fill-rust", stroke_width=3),
        path(cuts(((x + 62, 88), (x + 20, 40)), (-16, 6), 7, 3), "fill-den"),
        path(cuts(((x + 86, 440), (x + 85, 180)), (-14, 0), 12, 3), "fill-ink"),
        path(f"M{x - 87} 216H{x - 44}M{x + 44} 216H{x + 86}", stroke_width=2),
        path(rivets, "fill-ink"),
        path(f"M{x - 78} 352C{x - 78} 346 {x - 74} 340 {x - 66} 340H{x + 66}C{x + 74} 340 {x + 78} 346 "
             f"{x + 78} 352V446H{x - 78}Z", "line fill-ground", stroke_width=3.4),
        *(
            el("circle", class_="line fill-ground", cx=px, cy=py, r=PORTHOLE, stroke_width=4)
            for px, py in PORTHOLES[:4]
        ),
        path(f"M{x} 22V6M{x - 5} 8H{x + 5}", stroke_width=3),
    )  # fmt: skip


# --- boards with words --------------------------------------------------------------------------


def legend_board() -> tuple[Element, ...]:
    """Return the board between two poles on which the colours of the path are written."""
    x = [x for x, _ in LEGEND.values()]
    y = [y for _, y in LEGEND.values()]
    left, top, right, bottom = min(x) - 56, min(y) - 21, max(x) + 54, max(y) + 21
    return (
        path(f"M{left + 18} {top}L{left + 30} {top - 20}M{right - 18} {top}L{right - 30} {top - 20}",
             "line line-timber", stroke_width=2.6),
        path(f"M{left} {top}H{right}V{bottom}H{left}Z", "line fill-paper", stroke_width=2.6),
    )  # fmt: skip


def steps_board() -> tuple[Element, ...]:
    """Return the planks on which the four steps of a turn are written."""
    x = STEPS[0][0]
    top, bottom = STEPS[0][1] - 20, STEPS[-1][1] + 20
    return (
        path(f"M{x - 112} {top}V876M{x + 112} {top}V876", stroke_width=10),
        path(f"M{x - 112} {top}V874M{x + 112} {top}V874", "line line-timber", stroke_width=6),
        path(f"M{x - 138} {top}H{x + 138}V{bottom}H{x - 138}Z", "line fill-paper", stroke_width=3),
        path(
            "".join(f"M{x - 132} {y + 17}H{x + 132}" for _, y in STEPS[:-1]),
            "line line-cobble",
            stroke_width=1.6,
        ),
    )
