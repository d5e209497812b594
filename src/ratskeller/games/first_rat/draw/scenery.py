"""What stands about in the junkyard and never moves: the sky, the heap, the path, pipes, wires.

All of it is still and mute: whatever a player must know is also the label of a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ratskeller.draw.hatch import hatched
from ratskeller.draw.pen import Point, cuts, smooth
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.games.first_rat.draw.goods import COLOUR_INKS
from ratskeller.games.first_rat.draw.layout import (
    AWARDS,
    BATTERY,
    GROUND,
    HEIGHT,
    ROCKET_X,
    SPACES,
    WIDTH,
    pipe_route,
    side_of,
)
from ratskeller.games.first_rat.rules.data import Shortcut
from ratskeller.games.first_rat.rules.state import COLOURS, LAUNCHPAD

PIPE_INKS: Final[Mapping[str, str]] = {"red": "rust", "yellow": "ochre", "grey": "soot"}


# --- sky and heap -------------------------------------------------------------------------------


def sky() -> tuple[Element, ...]:
    """Return the sheet with its double rule, stars, and the moon, which is of course a cheese."""
    frame = {"x": 8.0, "y": 8.0, "width": WIDTH - 16, "height": HEIGHT - 16}
    return (
        el("clipPath", el("rect", rx=14, **frame), id="sheet"),
        el("rect", class_="fill-ground", rx=14, **frame),
        star_field(_STARS),
        *moon(778, 96, 60),
    )


_STARS: Final[tuple[tuple[float, float, float], ...]] = (
    (732, 34, 6), (874, 44, 7), (684, 190, 5), (954, 60, 6), (1144, 46, 7), (1184, 120, 5),
    (1438, 60, 7), (1434, 250, 6), (1164, 300, 5), (654, 376, 6), (904, 92, 4), (1199, 210, 6),
    (1446, 150, 4), (1124, 100, 4),
)  # fmt: skip


def star_field(stars: Iterable[tuple[float, float, float]]) -> Element:
    """Return stars with four points, each given by its middle and size."""
    return path(
        "".join(
            f"M{x} {y - r}l{r * 0.3:.2f} {r * 0.7:.2f}l{r * 0.7:.2f} {r * 0.3:.2f}"
            f"l{-r * 0.7:.2f} {r * 0.3:.2f}l{-r * 0.3:.2f} {r * 0.7:.2f}l{-r * 0.3:.2f} {-r * 0.7:.2f}"
            f"l{-r * 0.7:.2f} {-r * 0.3:.2f}l{r * 0.7:.2f} {-r * 0.3:.2f}Z"
            for x, y, r in stars
        ),
        "fill-timber",
    )


def moon(x: float, y: float, r: float) -> tuple[Element, ...]:
    """Return the moon with its holes."""
    holes = ((-24, -22, 12), (16, -30, 7), (24, 6, 14), (-14, 20, 9), (-38, 8, 6), (10, 36, 6))
    return (
        el("circle", class_="line line-cobble", cx=x, cy=y, r=r + 16, stroke_width=2,
           stroke_dasharray="3 9"),
        el("circle", class_="line fill-glow", cx=x, cy=y, r=r, stroke_width=3),
        *(
            el("ellipse", class_="line fill-ochre", cx=x + dx, cy=y + dy, rx=size, ry=size * 0.86,
               stroke_width=2)
            for dx, dy, size in holes
        ),
        path(cuts(((x - 40, y + 44), (x + 20, y + 57)), (12, -18), 7, 3, 2), "fill-den"),
    )  # fmt: skip


def heap() -> tuple[Element, ...]:
    """Return the mountain of junk behind the path, in two ridges."""
    far = (
        f"M8 {GROUND}V470L82 446L132 452L164 420L269 410L329 428L411 404L482 412L537 396L616 402"
        f"L670 372L704 384L704 330L696 232L744 206L784 148L824 122L884 108L932 118L984 150"
        f"L1022 222L1084 262L1144 330L1188 420L1244 440L1284 428L1364 452L1424 440L1480 470V{GROUND}Z"
    )
    near = (
        f"M8 {GROUND}V640L71 600L115 612L178 622L247 560L411 566L452 556L630 560L704 552L824 558"
        f"L884 548L1020 556L1064 590L1124 600L1204 690L1284 684L1364 696L1424 688L1480 706V{GROUND}Z"
    )
    return (
        group(
            path(far, "line fill-shade line-cobble", stroke_width=3),
            path(near, "line fill-shade line-cobble", stroke_width=2.4),
            *_junk(),
            clip_path="url(#sheet)",
        ),
    )


def _junk() -> Iterable[Element]:
    """Return what the heap is made of, faint enough to stay behind everything."""
    faint = "line line-cobble"
    wheel = "M0 -30A30 30 0 1 1 -.1 -30ZM0 -6A6 6 0 1 1 -.1 -6ZM0 -30V30M-30 0H30M-21 -21L21 21M21 -21L-21 21"
    tub = "M-46 -16H46C46 10 34 22 18 22H-18C-34 22 -46 10 -46 -16ZM-30 22L-34 32M30 22L34 32"
    spring = "M-12 26L12 20L-12 12L12 6L-12 -2L12 -8L-12 -16L12 -22"
    set_ = "M-34 -22H34V26H-34ZM-26 -14H14V18H-26ZM22 -10H28M22 0H28M-10 -22L-22 -40M-6 -22L8 -40"
    boot = "M-16 -28H6V4L26 10V22H-16ZM-16 16H26"
    kettle = (
        "M-24 20C-28 -4 -14 -16 0 -16C14 -16 28 -4 24 20ZM24 -2L38 -12M-20 -6C-38 -30 38 -30 20 -6"
    )
    for drawing, x, y, turn in (
        (wheel, 383, 722, 0), (spring, 664, 716, 20), (tub, 945, 728, -6), (boot, 252, 724, 0),
        (set_, 596, 566, 5), (kettle, 940, 576, 0), (spring, 393, 570, -25), (boot, 814, 424, 8),
        (wheel, 416, 424, 0), (tub, 673, 420, 4), (kettle, 535, 420, -8), (set_, 977, 420, -6),
        (boot, 798, 342, 0), (spring, 960, 262, 15),
    ):  # fmt: skip
        yield path(drawing, faint, stroke_width=3, transform=f"translate({x} {y}) rotate({turn})")


# --- the path -----------------------------------------------------------------------------------


def trail() -> tuple[Element, ...]:
    """Return the trodden path below the tiles, from the mouth of the burrow to the Launchpad."""
    points = [
        (120.0, 902.0),
        *(SPACES[n] for n in range(1, LAUNCHPAD)),
        (SPACES[LAUNCHPAD][0] - 38, 184.0),
    ]
    way = smooth(points)
    return (
        path(way, "fill-none line-ink", stroke_width=44),
        path(way, "fill-none line-plaster", stroke_width=39),
        path(way, "line line-timber", stroke_width=2.6, stroke_dasharray="2 11"),
    )


def pipes(shortcuts: Iterable[Shortcut]) -> Iterable[Element]:
    """Return the pipes of all shortcuts with what they cost: hoops, corrugations, or rivets."""
    for pipe in shortcuts:
        route = pipe_route(pipe.entrance, pipe.exit)
        yield from _pipe(route, pipe.colour)


def _pipe(route: tuple[Point, Point, Point, Point], colour: str) -> tuple[Element, ...]:
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = route
    way = f"M{x1} {y1}Q{x2} {y1 - 4} {x2} {y2 - 14}L{x3} {y3 + 14}Q{x3} {y4 + 4} {x4} {y4}"
    seam = {"red": "2.6 15", "yellow": "2.2 5.4", "grey": "2.6 30"}[colour]
    blunt = {"stroke_linecap": "butt", "stroke_linejoin": "round"}
    return (
        path(way, "fill-none line-ink", stroke_width=30, **blunt),
        path(way, f"fill-none line-{PIPE_INKS[colour]}", stroke_width=24.6, **blunt),
        path(way, "fill-none line-den", stroke_width=24.6, stroke_dasharray=seam, **blunt),
        path(way, "fill-none line-paper", stroke_width=2.6, transform="translate(-6 0)", **blunt),
    )


def price_tags(shortcuts: Iterable[Shortcut]) -> Iterable[Element]:
    """Return what every shortcut costs, on a tag in the middle of its pipe."""
    for pipe in shortcuts:
        _, (x, y1), (_, y2), _ = pipe_route(pipe.entrance, pipe.exit)
        yield price_tag(pipe.pays, x, (y1 + y2) / 2)


def price_tag(kind: str, x: float, y: float) -> Element:
    """Return a tag on a string with one thing to pay, and an arrow up."""
    return group(
        path("M-21 -12L-12 -24H12L21 -12V22H-21Z", "line fill-paper", stroke_width=2.4),
        use(f"ware-{kind}", 0, 2, 32, 32),
        path("M-6 -17L0 -23L6 -17", stroke_width=2.6),
        transform=f"translate({x:g} {y:g})",
    )


# --- the light string ---------------------------------------------------------------------------


def cable(ends: Mapping[int, Point]) -> tuple[Element, ...]:
    """Return the wire from the battery along all bulbs, with its poles."""
    points: list[Point] = [(BATTERY[0], BATTERY[1] - 16)]
    for space in range(1, LAUNCHPAD):
        (x, y), _, (ox, oy) = side_of(space)
        points.append((x + 13 * ox, y + 15 * oy - (0 if oy else 2)))
    wire = smooth(points)
    return (
        path(wire, "line line-ground", stroke_width=6),
        path(wire, "line", stroke_width=2.4),
        *_battery(),
        *(_stem(at) for position, at in ends.items() if position),
    )


def unlit(ends: Mapping[int, Point], construction: Iterable[int]) -> Iterable[Element]:
    """Return all bulbs as they are before anybody has come so far; lit ones are parts."""
    heavy = frozenset(construction)
    for position, (x, y) in ends.items():
        if position in heavy:
            yield use("beacon-off", x, y, 50, 50)
        elif position:
            yield use("bulb-off", x, y, 44, 44)


def _stem(at: Point) -> Element:
    x, y = at
    return path(f"M{x} {y - 16}V{y - 8}", "line", stroke_width=3)


def _battery() -> tuple[Element, ...]:
    x, y = BATTERY
    return (
        path(f"M{x - 16} {y - 14}H{x + 16}V{y + 22}H{x - 16}Z", "line fill-soot", stroke_width=2.6),
        path(f"M{x - 16} {y - 14}H{x + 16}V{y - 3}H{x - 16}Z", "line fill-ochre", stroke_width=2.2),
        path(f"M{x - 8} {y - 20}H{x + 8}V{y - 14}H{x - 8}Z", "line fill-soot", stroke_width=2),
        path(f"M{x - 5} {y + 9}H{x + 5}M{x} {y + 4}V{y + 14}", "line line-paper", stroke_width=2.6),
    )


# --- the Launchpad ------------------------------------------------------------------------------


def launchpad() -> tuple[Element, ...]:
    """Return the platform of scrap at the end of the path, with the plank into the rocket."""
    x, y = SPACES[LAUNCHPAD]
    hang_x, hang_y = AWARDS
    legs = f"M{x - 58} {y + 44}L{x - 44} {y + 150}M{x + 58} {y + 44}L{x + 44} {y + 150}"
    braces = f"M{x - 56} {y + 60}L{x + 47} {y + 124}M{x + 56} {y + 60}L{x - 47} {y + 124}"
    return (
        path(legs + braces, "line line-ink", stroke_width=7),
        path(legs + braces, "line line-timber", stroke_width=3.6),
        path(f"M{hang_x} {y + 30}V{hang_y - 24}", stroke_width=2),
        path(f"M{x + 60} {y + 14}L{ROCKET_X - 76} {y + 30}V{y + 44}L{x + 60} {y + 30}Z",
             "line fill-timber", stroke_width=2.4),
        path(f"M{x - 70} {y - 36}H{x + 70}L{x + 76} {y + 30}H{x - 76}Z", "line fill-plaster",
             stroke_width=3),
        path(f"M{x - 60} {y - 26}H{x + 60}L{x + 64} {y + 20}H{x - 64}Z", "line line-timber",
             stroke_width=2, stroke_dasharray="7 6"),
        *_five_colours(x - 76, y + 30),
    )  # fmt: skip


def _five_colours(x: float, y: float) -> Iterable[Element]:
    """Return the edge of the Launchpad, which is of every colour at once."""
    width = 152 / len(COLOURS)
    for at, colour in enumerate(COLOURS):
        ink, hatch = COLOUR_INKS[colour]
        patch = f"M{x + width * at:g} {y}h{width:g}v18h{-width:g}Z"
        yield from hatched(patch, hatch, f"fill-{ink}")
        yield path(patch, stroke_width=2.6)
