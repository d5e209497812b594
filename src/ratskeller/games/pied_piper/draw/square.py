r"""The market square of The Pied Piper, still and empty: where everything is, and the background.

Seen from above, as on old town plans: the fronts are folded outwards, so every doorstep lies on
the square and every roof points away from it.  Houses stand counter-clockwise in the order of the
ring, which is to each player's right when all sit facing the middle; that is also *forward*.

                 house 2                     gap i lies left of house i (as its owner sees it),
           gap 3   ___   gap 2               between the house before and house i;
              \    | |    /                  forward from gap i crosses house i and
    house 3  [=   posters  =]  house 1       ends in the gap behind it.
              /    |_|    \
           gap 0         gap 1               figures face forward, also when they
                 house 0                     were moved back.

A *spot* is a place in the ring, counted from the house below, which is the viewer's own; the houses
of a two-player game stand on spots 0 to 3 in the order 0, 2, 1, 3, or 1, 3, 0, 2 for the second seat.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ratskeller.draw.pen import Point, cuts, polar, polygon, rectangle
from ratskeller.draw.posters import POSTER_HEIGHT, POSTER_WIDTH
from ratskeller.draw.prints import CARD_HEIGHT, CARD_WIDTH
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.town import STYLES, Front, facade, town_defs
from ratskeller.games.pied_piper.rules.state import SLOTS, House

Spot: TypeAlias = int
Ring: TypeAlias = tuple[House, ...]
"""The houses in the order in which they stand at the start of a match, from any of them on."""

EDGE: Final = 522.0
"""From the middle to the left and right edge of the picture."""
_MARGIN: Final = 10.0
FLOORS: Final = 7
"""Of every house (PP-62). The roof is the seventh, or lies above it (PP-02)."""


class SquarePlan(NamedTuple):
    """What depends on the number of houses."""

    square: float
    """From the middle of the square to a doorstep."""
    middle: float
    """How far the notice board is moved down from the middle of the ring."""
    block: float
    """Scale of the notice board."""
    pitch: float
    """From one Character on the notice board to the next, in its own units. A phone of 360 pixels
    shows them 44 pixels apart, for fingers.
    """
    figure: float
    """Scale of the figurines."""
    stand: float
    """From the middle of the ring to where figurines stand."""
    arrow: float
    """From the middle of the ring to the arrows on the cobbles."""
    flat: float
    """How much nearer figurines are above and below than left and right."""
    arrow_flat: float
    """The same for arrows: a crowd of figurines needs the room behind them."""
    lane: float
    """Half the width of the lanes that leave the square through the gaps."""
    width: float
    windows: int
    """The front of a house."""
    top: float
    bottom: float
    """Upper and lower edge of the picture."""
    names: tuple[Point, ...]
    """The middle of the name plate at every spot. Plates are upright: over the door of a house that
    stands straight, else beside it.
    """

    def standing(self, direction: float) -> float:
        """Return how far from the middle figurines stand in a direction."""
        return _squeezed(self.stand, self.flat, direction)

    def pointing(self, direction: float) -> float:
        """Return how far from the middle the arrow lies in a direction."""
        return _squeezed(self.arrow, self.arrow_flat, direction)

    @property
    def front(self) -> Front:
        """The measure of the houses."""
        return Front(FLOORS, self.width, self.windows)

    def on_block(self, x: float, y: float) -> Point:
        """Return a point of the notice board in board units."""
        return x * self.block, y * self.block + self.middle

    def slot_middle(self, slot: int) -> float:
        """Return the x of a Character on the notice board."""
        return (slot - (SLOTS - 1) / 2) * self.pitch

    def block_rectangle(self, x: float, y: float, width: float, height: float) -> str:
        """Return a rectangle around a point of the notice board."""
        px, py = self.on_block(x, y)
        return rectangle(px, py, width * self.block, height * self.block)


_PLANS: Final[Mapping[int, SquarePlan]] = {
    3: SquarePlan(286, 16, 1.09, 118, 0.96, 540, 424, 0.635, 0.6, 142, 258, 4, -462, 522,
                  ((0, 302), (404, 22), (-404, 22))),
    4: SquarePlan(286, -4, 1.1, 118, 1.0, 492, 370, 1.0, 1.0, 106, 252, 4, -522, 522,
                  ((0, 302), (402, -187), (0, -302), (-402, -187))),
    5: SquarePlan(295, -46, 0.98, 130.4, 0.8, 406, 304, 1.0, 1.0, 84, 200, 3, -504, 530,
                  ((0, 311), (430, 306), (428, -470), (-428, -470), (-430, 306))),
}  # fmt: skip


def _squeezed(radius: float, flat: float, direction: float) -> float:
    """Return a radius as far as it reaches in a direction, on a flattened ring."""
    turn = math.radians(direction)
    return radius / math.hypot(math.cos(turn), math.sin(turn) / flat)


def plan_of(houses: int) -> SquarePlan:
    """Return the plan of a ring of 3, 4 or 5 houses."""
    if houses not in _PLANS:
        raise ValueError(f"a ring has 3, 4 or 5 houses, not {houses}")
    return _PLANS[houses]


def view_box(houses: int) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the picture."""
    plan = plan_of(houses)
    return (-EDGE, plan.top, 2 * EDGE, plan.bottom - plan.top)


def frame(plan: SquarePlan) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the inner rule around the cobbles."""
    inset = _MARGIN + 6
    return inset - EDGE, plan.top + inset, EDGE - inset, plan.bottom - inset


def cut_to(corners: Sequence[Point], box: tuple[float, float, float, float]) -> list[Point]:
    """Return what of a polygon lies inside a box: cut along one edge after the other."""
    kept = list(corners)
    for edge, (axis, side) in zip(box, ((0, 1), (1, 1), (0, -1), (1, -1)), strict=True):
        before, kept = kept, []
        for one, other in zip(before, [*before[1:], before[0]], strict=True):
            inside, next_inside = (side * (point[axis] - edge) >= 0 for point in (one, other))
            if inside:
                kept.append(one)
            if inside != next_inside:
                share = (edge - one[axis]) / (other[axis] - one[axis])
                kept.append(
                    (one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1]))
                )
    return kept


def house_angle(spot: Spot, houses: int) -> float:
    """Return the direction of a house from the middle: the first below, the next to its right."""
    return 90.0 - 360.0 * spot / houses


def gap_angle(spot: Spot, houses: int) -> float:
    """Return the direction of a gap: half a house back from the house on its right."""
    return house_angle(spot, houses) + 180.0 / houses


def at_house(spot: Spot, houses: int, x: float, y: float) -> Point:
    """Return a point of a house's own frame in board units."""
    angle = house_angle(spot, houses)
    middle = polar(plan_of(houses).square - y, angle)
    return polar(x, angle + 90.0, middle)


def heading(direction: float) -> tuple[float, bool]:
    """Return tilt and mirror of a figure that walks forward at this direction from the middle.

    Figures are drawn looking right.  They lean only a third of the way into their path: a rat that
    stands on its head faces forward, too, but cannot be read.
    """
    along = direction - 90.0
    dx, dy = math.cos(math.radians(along)), math.sin(math.radians(along))
    slope = math.degrees(math.atan2(dy, abs(dx))) / 3
    return (-slope if dx < -1e-9 else slope), dx < -1e-9


# --- the notice board ---------------------------------------------------------------------------

NAIL_ROWS: Final = (74.0, 157.0)
"""Where the older and the newer Action card hang below their Character."""
PILES: Final[Mapping[str, tuple[float, float]]] = {
    "deck:action": (-150.0, 0.72),
    "discard:action": (-62.0, 0.72),
    "deck:character": (62.0, 0.54),
    "discard:character": (138.0, 0.54),
}
"""Middle and scale of the piles above the notice board."""
PILE_ROW: Final = -148.0


# --- the still background -----------------------------------------------------------------------


def background(ring: Ring, neutral: Iterable[House]) -> tuple[Element, ...]:
    """Return cobbles, gardens, arrows, the fronts of all houses and the notice board."""
    houses = len(ring)
    plan = plan_of(houses)
    shut = frozenset(neutral)
    return (
        town_defs(),
        *_cobbles(plan),
        *_gardens(houses),
        *(_arrow(spot, houses) for spot in range(houses)),
        *(
            _house(spot, houses, facade(plan.front, house % STYLES, neutral=house in shut))
            for spot, house in enumerate(ring)
        ),
        group(_notice_board(plan), transform=f"translate(0 {plan.middle:g}) scale({plan.block:g})"),
    )


def _house(spot: Spot, houses: int, front: Iterable[Element]) -> Element:
    x, y = at_house(spot, houses, 0, 0)
    turn = house_angle(spot, houses) + 90
    return group(front, transform=f"translate({x:.2f} {y:.2f}) rotate({turn:g})")


def _cobbles(plan: SquarePlan) -> tuple[Element, ...]:
    """Return the cobbled ground inside the double rule of a printed block."""
    left, top = -EDGE + _MARGIN, plan.top + _MARGIN
    width, height = 2 * (EDGE - _MARGIN), plan.bottom - plan.top - 2 * _MARGIN
    block = {"x": left, "y": top, "width": width, "height": height, "rx": 16.0}
    inner = {"x": left + 6, "y": top + 6, "width": width - 12, "height": height - 12, "rx": 11.0}
    return (
        el("rect", class_="line fill-shade", stroke_width=3, **block),
        el("rect", fill="url(#cobbles)", **inner),
        el("rect", class_="line", stroke_width=1.4, **inner),
    )


def _gardens(houses: int) -> tuple[Element, ...]:
    """Return the plots behind the houses, so that what is left between them reads as lanes.

    The edge of a lane runs parallel to the direction of its gap; in the frame of a house, whose
    own direction is "out", it starts beside the doorstep and widens the plot outwards.
    """
    plan = plan_of(houses)
    out, aside = math.cos(math.pi / houses), math.sin(math.pi / houses)
    near = ((plan.square + 8 - plan.lane * aside) * aside - plan.lane * out * out) / out
    far = near + 420 * aside / out
    corners = ((-near, -8), (near, -8), (far, -428), (-far, -428))
    plots = tuple(
        polygon(at_house(spot, houses, *corner) for corner in corners) for spot in range(houses)
    )
    left, top = -EDGE + _MARGIN + 6, plan.top + _MARGIN + 6
    frame = el(
        "rect", x=left, y=top, width=-2 * left, height=plan.bottom - _MARGIN - 6 - top, rx=11
    )
    return (
        el("clipPath", frame, id="block"),
        group(
            (path(plot, "line fill-ground", stroke_width=2.4) for plot in plots),
            clip_path="url(#block)",
        ),
        *_trees(houses, near),
    )


def _trees(houses: int, near: float) -> Iterable[Element]:
    """Return a tree on either side of every house that has a garden wide enough for it."""
    plan = plan_of(houses)
    half = plan.width / 2
    for spot in range(houses):
        for side in (-1, 1):
            x, y = at_house(spot, houses, side * (half + 46), -150)
            if near > half and abs(x) < EDGE - 40 and math.dist((x, y), plan.names[spot]) > 80:
                yield use("tree", x, y, 48, 60)


def _arrow(spot: Spot, houses: int) -> Element:
    """Return the arrow on the cobbles at the mouth of a gap; it points forward."""
    direction = gap_angle(spot, houses)
    plan = plan_of(houses)
    radius = plan.pointing(direction)
    reach = math.degrees(48.0 / radius)
    inner, outer = radius - 6.0, radius + 6.0
    middle = (inner + outer) / 2
    tail = [polar(inner, direction + reach), polar(outer, direction + reach)]
    neck = [polar(outer, direction - reach + 3.5), polar(inner, direction - reach + 3.5)]
    barbs = [polar(outer + 9, direction - reach + 3.5), polar(inner - 9, direction - reach + 3.5)]
    tip = polar(middle, direction - reach - 2)
    d = (
        f"M{tail[0][0]} {tail[0][1]}L{tail[1][0]} {tail[1][1]}"
        f"A{outer} {outer} 0 0 0 {neck[0][0]} {neck[0][1]}"
        f"L{barbs[0][0]} {barbs[0][1]}L{tip[0]} {tip[1]}L{barbs[1][0]} {barbs[1][1]}"
        f"L{neck[1][0]} {neck[1][1]}A{inner} {inner} 0 0 1 {tail[0][0]} {tail[0][1]}Z"
    )
    return path(d, "line fill-moss", stroke_width=2)


def _notice_board(plan: SquarePlan) -> tuple[Element, ...]:
    """Return the planks that the posters hang on, an outline and a nail for every card to come."""
    edge = plan.slot_middle(SLOTS - 1) + 63
    planks = f"M{-edge:g} -104H{edge:g}V204H{-edge:g}Z"
    rules = "".join(f"M{-edge:g} {y}H{edge:g}" for y in (-27, 50, 127))
    left, right = 4 - edge, edge - 4
    grain = "".join(cuts(((left, y), (left, y + 16)), (60, 2), 3, 2) for y in (-60, 20, 96, 160))
    grain += "".join(
        cuts(((right, y), (right, y + 16)), (-70, -2), 3, 2) for y in (-80, -10, 60, 140)
    )
    return (
        path(planks, "line fill-ground", stroke_width=3.2),
        path(rules, "line line-cobble", stroke_width=2),
        path(grain, "fill-cobble"),
        *(_pile(name, x, scale) for name, (x, scale) in PILES.items()),
        *(
            part
            for slot in range(SLOTS)
            for row in NAIL_ROWS
            for part in _nail(plan.slot_middle(slot), row)
        ),
    )


def _pile(name: str, x: float, scale: float) -> Element:
    width, height = (
        (POSTER_WIDTH, POSTER_HEIGHT) if name.endswith("character") else (CARD_WIDTH, CARD_HEIGHT)
    )
    spot = rectangle(x, PILE_ROW, width * scale - 8, height * scale - 8)
    return path(spot, "line fill-ground", stroke_width=1.6, stroke_dasharray="6 5")


def _nail(x: float, y: float) -> tuple[Element, Element, Element]:
    outline = path(
        rectangle(x, y, 98, 74), "line line-cobble fill-ground", stroke_width=2,
        stroke_dasharray="7 6",
    )  # fmt: skip
    return (
        outline,
        el("circle", class_="fill-ink", cx=x, cy=y - 26, r=4.5),
        el("circle", class_="fill-paper", cx=x - 1.4, cy=y - 27.4, r=1.4),
    )
