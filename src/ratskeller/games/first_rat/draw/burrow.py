"""Below the ground: the burrow as a cut-away of tunnels and chambers, and the slate with the tally.

    Start                                                          |  slate
    L_top ----> M_top ------> R_top ------> F_top                  |
    pantry      nursery       library         |                    |
    L_bot <---- M_bot <------ R_bot <------ F_bot                  |

The earth is black in both themes, and the tunnels are cut out of it, as in wood.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ratskeller.draw.pen import Point, cut, cuts
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.games.first_rat.draw.layout import (
    BED_PITCH,
    CAVE,
    GROUND,
    HEIGHT,
    LIBRARY,
    NODE,
    NODES,
    ROOMS,
    SPACES,
    TALLY,
    WIDTH,
    bunks,
)

_TUNNEL: Final = 38.0


def earth() -> tuple[Element, ...]:
    """Return the ground with grass on it, and stones, roots and lost things in it."""
    edge = (
        f"M8 {GROUND + 6}C120 {GROUND - 10} 240 {GROUND + 12} 380 {GROUND}S640 {GROUND - 8} 820 "
        f"{GROUND + 4}S1120 {GROUND - 8} {WIDTH - 8} {GROUND + 2}V{HEIGHT - 8}H8Z"
    )
    grass = "".join(
        cut((x, GROUND + 4), (x + lean, GROUND - 10), 4)
        for x, lean in ((300, 3), (318, -4), (520, 5), (534, -3), (700, 4), (716, -5), (990, 4),
                        (1004, -2), (1180, 5), (1240, -4), (1254, 3))
    )  # fmt: skip
    stones = "".join(
        f"M{x} {y}C{x + 4} {y - 10} {x + 18} {y - 11} {x + 24} {y - 3}C{x + 27} {y + 5} {x + 8} "
        f"{y + 9} {x} {y}Z"
        for x, y in ((660, 950), (960, 930), (860, 936), (718, 1166), (292, 1166), (1086, 1086),
                     (560, 1226), (940, 1226), (190, 1226))
    )  # fmt: skip
    roots = cuts(((1010, GROUND + 6), (1036, GROUND + 6)), (8, 62), 3, 5, 8) + cuts(
        ((748, GROUND + 6), (770, GROUND + 6)), (-10, 56), 3, 5, -7
    )
    bone = "M890 926L926 918M888 920A5 5 0 1 1 892 932M924 912A5 5 0 1 1 928 924"
    return (
        group(
            path(edge, "line fill-den", stroke_width=3),
            path(stones, "line line-timber", stroke_width=2),
            path(roots, "fill-timber"),
            path(bone, "line line-timber", stroke_width=3),
            path(grass, "fill-foliage"),
            clip_path="url(#sheet)",
        ),
    )


# --- tunnels and chambers -----------------------------------------------------------------------


def burrow(seats: int, exits: Sequence[tuple[str, str]]) -> tuple[Element, ...]:
    """Return tunnels, chambers, arrows and what stands in the chambers."""
    ways = "".join(_way(NODES[one], NODES[other]) for one, other in exits)
    mouth = f"M{NODES['L_top'][0]} 930V{NODES['L_top'][1]}"
    halls = "".join(
        f"M{x + 18} {y}H{x + w - 18}Q{x + w} {y} {x + w} {y + 18}V{y + h}H{x}V{y + 18}Q{x} {y} "
        f"{x + 18} {y}Z"
        for x, y, w, h in ROOMS.values()
    )
    spots = "".join(f"M{x} {y - NODE}A{NODE} {NODE} 0 1 1 {x - 0.01} {y - NODE}Z"
                    for name, (x, y) in NODES.items() if name not in ROOMS)  # fmt: skip
    return (
        path(ways + mouth, "line line-timber", stroke_width=_TUNNEL + 7),
        path(halls + spots, "line line-timber fill-plaster", stroke_width=7),
        path(ways + mouth, "line line-plaster", stroke_width=_TUNNEL),
        path(halls + spots, "fill-plaster"),
        *_mouth(),
        *_pantry(),
        *_nursery(seats),
        *_library(),
        *(_arrow(NODES[one], NODES[other]) for one, other in exits),
        *(_spot(*NODES[name], start=name == "M_top") for name in NODES),
    )


def _way(one: Point, other: Point) -> str:
    return f"M{one[0]} {one[1]}L{other[0]} {other[1]}"


def _spot(x: float, y: float, *, start: bool) -> Element:
    ring = el("circle", class_="line fill-ground", cx=x, cy=y, r=NODE - 6, stroke_width=2.2,
              stroke_dasharray=None if start else "5 5")  # fmt: skip
    if not start:
        return ring
    flag = f"M{x - 30} {y + 28}V{y - 44}M{x - 30} {y - 44}L{x - 8} {y - 37}L{x - 30} {y - 29}Z"
    return group(ring, path(flag, "line fill-rust", stroke_width=2.6))


def _arrow(one: Point, other: Point) -> Element:
    """Return an arrow head halfway along a tunnel; from chamber to chamber it is short."""
    (x1, y1), (x2, y2) = one, other
    upright = x1 == x2
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    turn = (90 if y2 > y1 else -90) if upright else (0 if x2 > x1 else 180)
    return path("M-11 -10L9 0L-11 10L-5 0Z", "line fill-ochre", stroke_width=1.8,
                transform=f"translate({x:g} {y:g}) rotate({turn})")  # fmt: skip


def _mouth() -> tuple[Element, ...]:
    """Return the cave in which rats wait to set out."""
    x, y = SPACES[0]
    left, right = x - CAVE, x + CAVE
    cave = (
        f"M{left} {y + 34}C{left - 4} {y - 20} {left + 26} {y - 56} {left + 82} {y - 58}"
        f"C{x} {y - 64} {x + 60} {y - 54} {right - 60} {y - 54}C{right - 20} {y - 54} {right} {y - 20} "
        f"{right} {y + 34}Z"
    )
    return (
        path(cave, "line line-timber fill-plaster", stroke_width=7),
        path(f"M{left} {y + 34}H{right}", "line line-timber", stroke_width=5),
        path(cuts(((x - 160, y - 54), (x + 220, y - 50)), (4, 14), 15, 4), "fill-timber"),
    )


def _pantry() -> tuple[Element, ...]:
    """Return shelves with jars and a cheese: what is stored here is scored at once."""
    x, y, w, _ = ROOMS["L_mid"]
    return (
        path(f"M{x + 92} {y + 52}H{x + w - 10}M{x + 92} {y + 110}H{x + w - 10}", stroke_width=5),
        *(use("sign-stored_food", x + 118 + 44 * n, y + 32, 37, 37) for n in range(3)),
        use("sign-provisions", x + 122, y + 89, 40, 40),
        path(f"M{x + 150} {y + 106}C{x + 146} {y + 76} {x + 158} {y + 72} {x + 160} {y + 66}H{x + 178}"
             f"C{x + 180} {y + 72} {x + 192} {y + 76} {x + 188} {y + 106}Z", "line fill-cobble",
             stroke_width=2.4),
        path(f"M{x + 158} {y + 70}H{x + 180}", stroke_width=3),
        use("sign-stored_food", x + 210, y + 91, 35, 35),
    )  # fmt: skip


def _nursery(seats: int) -> Iterable[Element]:
    """Return a bunk bed for each seat, and a lamp."""
    for seat in range(seats):
        (x, y1), (_, y2) = bunks(seat, seats)
        left, right = x - BED_PITCH / 2 + 2, x + BED_PITCH / 2 - 2
        for y in (y1, y2):
            yield path(f"M{left} {y + 10}H{right}V{y + 20}H{left}Z", "line fill-timber",
                       stroke_width=2)  # fmt: skip
            yield path(f"M{left + 3} {y + 3}H{left + 14}V{y + 10}H{left + 3}Z", "line fill-paper",
                       stroke_width=1.6)  # fmt: skip
        yield path(f"M{left} {y1 - 14}V{y2 + 24}M{right} {y1 - 14}V{y2 + 24}", stroke_width=2.8)


def _library() -> Iterable[Element]:
    """Return two shelves for comics."""
    left, right = LIBRARY[0][0] - 38, LIBRARY[2][0] + 40
    for y in (LIBRARY[0][1] + 30, LIBRARY[3][1] + 30):
        yield path(f"M{left} {y}H{right}V{y + 5}H{left}Z", "line fill-timber", stroke_width=1.8)
    for x, y in LIBRARY:
        yield path(f"M{x - 29} {y - 26}H{x + 29}V{y + 27}H{x - 29}Z", "line line-cobble",
                   stroke_width=2, stroke_dasharray="5 5")  # fmt: skip
    end = ROOMS["R_mid"][0] + ROOMS["R_mid"][2]
    for dx, row, tall, ink in _BOOKS:
        base = LIBRARY[row][1] + 30
        yield path(f"M{end - 30 + dx} {base}V{base - tall}H{end - 21 + dx}V{base}Z",
                   f"line fill-{ink}", stroke_width=1.8)  # fmt: skip


_BOOKS: Final = ((0, 0, 38, "plum"), (10, 0, 32, "moss"), (0, 3, 34, "rust"), (10, 3, 40, "teal"))
"""Shift, spot of the library in whose row it stands, height and ink."""


# --- the slate ----------------------------------------------------------------------------------


def slate() -> tuple[Element, ...]:
    """Return the board on which the rats keep count, in a chamber of its own."""
    x, y, w, h = TALLY
    return (
        el("rect", class_="line line-timber fill-timber", x=x, y=y, width=w, height=h, rx=8,
           stroke_width=3),
        el("rect", class_="line fill-paper", x=x + 8, y=y + 9, width=w - 16, height=h - 18, rx=3,
           stroke_width=2.4),
    )  # fmt: skip
