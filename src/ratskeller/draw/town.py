r"""Half-timbered houses, their roofs and windows, cobbles and a lantern: a town any game may use.

A house is drawn in its own frame: (0, 0) is the middle of the doorstep, y grows downwards, so the
house stands in negative y.  Boards turn it to face where they like.

         /\            roof, a symbol of its own, because it can lift
        /__\  -- eaves
        |##|   top floor, its windows lit red
        |##|   …
        |##|   floor 1
        |__|   doorstep with the sign
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ratskeller.draw.pen import Point, cut, cuts
from ratskeller.draw.svg import Element, el, group, path
from ratskeller.draw.symbol import Caption, Symbol, symbol

GROUND_HEIGHT: Final = 32.0
FLOORS_HEIGHT: Final = 132.0
"""All floors together: with eight instead of seven every floor is a little lower."""
ROOF_HEIGHT: Final = 56.0
HOUSE_HEIGHT: Final = GROUND_HEIGHT + FLOORS_HEIGHT + ROOF_HEIGHT
STYLES: Final = 5

_JETTY: Final = 7.0
"""How much wider the house grows every second floor: upper floors of the time hang over."""
_PANE_WIDTH: Final = 42.0


class Front(NamedTuple):
    """The measure of a house's front; the same for all houses of a board."""

    floors: int
    width: float
    """At the doorstep, in board units."""
    windows: int
    """On every floor."""

    @property
    def roof_width(self) -> float:
        """How wide the roof is, with its eaves."""
        return self.floor_width(self.floors) + 26.0

    @property
    def floor_height(self) -> float:
        """How high one floor is."""
        return FLOORS_HEIGHT / self.floors

    def floor_width(self, floor: int) -> float:
        """Return how wide a floor is; floor 1 is the lowest."""
        return self.width + _JETTY * ((floor - 1) // 2)

    def floor_middle(self, floor: int) -> float:
        """Return the y of the middle of a floor."""
        return -GROUND_HEIGHT - (floor - 0.5) * self.floor_height

    def axes(self) -> tuple[float, ...]:
        """Return the x of the middle of every window of a floor."""
        pitch = self.width / self.windows
        return tuple((at - (self.windows - 1) / 2) * pitch for at in range(self.windows))


def town_defs() -> Element:
    """Return the patterns of cobbles and roof tiles."""
    stones = (
        "M0 6C4 -1 14 -1 18 6C22 -1 32 -1 36 6M0 6V14M18 6V13M36 6V14"
        "M-9 18C-5 11 5 11 9 18C13 11 23 11 27 18C31 11 41 11 45 18M9 18V24M27 18V24M9 0V2M27 0V1"
    )
    scales = "M0 0C0 8 12 8 12 0M-6 6C-6 14 6 14 6 6M6 6C6 14 18 14 18 6"
    return el(
        "defs",
        el("pattern", path(stones, "line line-cobble", stroke_width=2.2),
           id="cobbles", width=36, height=24, patternUnits="userSpaceOnUse"),
        el("pattern", path(scales, "line line-den", stroke_width=1.3),
           id="tiles", width=12, height=12, patternUnits="userSpaceOnUse"),
    )  # fmt: skip


def town_symbols(front: Front) -> tuple[Symbol, ...]:
    """Return eyes, roofs, sign, number plate, lantern and the planks of a deserted house."""
    width, height, roof = front.width, front.floor_height, front.roof_width
    return (
        *(symbol(f"eyes-{kind}", width, height, _eyes(front, kind)) for kind in range(3)),
        symbol("eyes-top", width, height, _eyes(front, 1, top=True)),
        *(
            symbol(f"roof-{style}", roof, ROOF_HEIGHT, _roof(style, roof))
            for style in range(STYLES)
        ),
        symbol("roof-neutral", roof, ROOF_HEIGHT, _roof(2, roof, "soot")),
        _sign(width - 44),
        _plate(),
        symbol("lantern", 52, 70, _lantern()),
        symbol("tree", 48, 60, _tree()),
        symbol("deserted", width, FLOORS_HEIGHT, _planks(width)),
    )


# --- the front ----------------------------------------------------------------------------------


def facade(front: Front, style: int, *, neutral: bool = False) -> tuple[Element, ...]:
    """Return the front of a house without its roof; a neutral one has its shutters closed."""
    rows = (_floor(front, floor, style, neutral=neutral) for floor in range(1, front.floors + 1))
    return (*_doorstep(front.width / 2 - 4), *(part for row in rows for part in row))


def _doorstep(half: float) -> tuple[Element, ...]:
    stone = f"M{-half} 0V{-GROUND_HEIGHT}H{half}V0Z"
    return (
        path(f"M{-half - 10} 3H{half + 10}", "line", stroke_width=4),
        path(stone, "line fill-shade", stroke_width=3),
        path(cuts(((-half, -5), (-half, -27)), (12, 0), 4, 2.6), "fill-ink"),
        path(cuts(((half, -27), (half, -5)), (-12, 0), 4, 2.6), "fill-ink"),
    )


def _floor(front: Front, floor: int, style: int, *, neutral: bool) -> tuple[Element, ...]:
    height = front.floor_height
    half = front.floor_width(floor) / 2
    bottom = -GROUND_HEIGHT - (floor - 1) * height
    top = bottom - height
    wall = f"M{-half} {bottom}V{top}H{half}V{bottom}Z"
    fill = "fill-soot" if neutral else "fill-rust" if floor == front.floors else "fill-pane"
    windows = (_window(x, (bottom + top) / 2, height, fill) for x in front.axes())
    return (
        path(wall, "fill-plaster"),
        path(_braces(front, style, floor), "line line-timber", stroke_width=2.6),
        path(wall, "line", stroke_width=2.2),
        path(f"M{-half} {bottom}H{half}", "line line-timber", stroke_width=3.4),
        *(part for window in windows for part in window),
    )


def _braces(front: Front, style: int, floor: int) -> str:
    """Return the beams between the windows; every house has its own carpenter."""
    bottom = -GROUND_HEIGHT - (floor - 1) * front.floor_height
    top = bottom - front.floor_height
    half = front.floor_width(floor) / 2
    edges = [x + side * (_PANE_WIDTH / 2 + 3) for x in front.axes() for side in (-1, 1)]
    bays = zip([-half, *edges[1::2]], [*edges[0::2], half], strict=True)
    return "".join(_bay(style, floor, (left, bottom), (right, top)) for left, right in bays)


def _bay(style: int, floor: int, foot: Point, head: Point) -> str:
    """Return the beams of the wall between two windows, from its lower left to its upper right."""
    (left, bottom), (right, top) = foot, head
    centre, middle = (left + right) / 2, (bottom + top) / 2
    rising, falling = f"M{left} {bottom}L{right} {top}", f"M{left} {top}L{right} {bottom}"
    cross = rising + falling
    lozenge = f"M{left} {middle}L{centre} {top}L{right} {middle}L{centre} {bottom}Z"
    post = f"M{centre} {bottom}V{top}"
    posts = f"M{left} {bottom}V{top}M{right} {bottom}V{top}"
    patterns = (
        cross if floor % 2 else post,
        rising if floor % 2 else falling,
        post if floor % 2 else falling if centre < 0 else rising,
        lozenge if floor % 2 else post,
        rising if centre < 0 else falling,
    )
    return posts + patterns[style]


def _window(x: float, y: float, height: float, fill: str) -> tuple[Element, Element]:
    rise = height / 2 - 3
    shutters = fill == "fill-soot"
    steps = (-11, 0, 11) if shutters else (0,)
    bars = "".join(f"M{x + step} {y - rise}V{y + rise}" for step in steps)
    return (
        path(_pane(x, y, height), f"line line-timber {fill}", stroke_width=2.2),
        path(bars, f"line line-{'paper' if shutters else 'timber'}", stroke_width=1.6),
    )


def _pane(x: float, y: float, height: float) -> str:
    half, rise = _PANE_WIDTH / 2, height / 2 - 3
    return f"M{x - half} {y - rise}H{x + half}V{y + rise}H{x - half}Z"


# --- rats at home -------------------------------------------------------------------------------

_GAZE: Final = ((-1.5, 1.5, 0.0, 1.5), (1.5, 0.0, -1.5, 0.0), (0.0, -1.5, 1.5, -1.5))


def _eyes(front: Front, kind: int, *, top: bool = False) -> tuple[Element, ...]:
    """Return the windows of one floor with a pair of eyes in each."""
    height, middle = front.floor_height, front.width / 2
    dark = f"line line-timber fill-{'rust' if top else 'den'}"
    drawing: list[Element] = []
    for at, x in enumerate(front.axes()):
        gaze = _GAZE[kind][at % 4]
        drawing.append(path(_pane(middle + x, height / 2, height), dark, stroke_width=2.2))
        drawing += _pair(middle + x, height / 2, gaze, min(height, 18) / 18)
    return tuple(drawing)


def _pair(x: float, y: float, gaze: float, size: float) -> tuple[Element, ...]:
    almond = "M-9 0C-5.5 -6.8 5.5 -6.8 9 0C5.5 6.4 -5.5 6.4 -9 0Z"
    return tuple(
        group(
            path(almond, "line fill-eye line-den", stroke_width=1.2),
            el("ellipse", class_="fill-den", cx=gaze, cy=0, rx=2.2, ry=4.2),
            transform=f"translate({x + side:g} {y:g}) rotate({-side:g}) scale({size:.3g})",
        )
        for side in (-10.0, 10.0)
    )


# --- roofs --------------------------------------------------------------------------------------

_STEPS: Final = (0.0, 0.11, 0.22, 0.33, 0.44)


def _outline(style: int, w: float) -> str:
    """Return a roof w wide, its eaves at the foot of its box."""
    m = w / 2
    if style == 0:  # a steep gable
        return f"M2 56L20 45L{m - 7} 4Q{m} 0 {m + 7} 4L{w - 20} 45L{w - 2} 56Z"
    if style == 1:  # crow steps
        up = "".join(f"V{45 - 10.5 * k:g}H{6 + step * w:g}" for k, step in enumerate(_STEPS[1:]))
        down = "".join(
            f"H{w - 6 - step * w:g}V{13.5 + 10.5 * k:g}" for k, step in enumerate(_STEPS[:0:-1])
        )
        return f"M6 56{up}V3{down}H{w - 6:g}V56Z"
    if style == 2:  # a hip with a long ridge
        return f"M2 56L44 12Q47 9 52 9H{w - 52}Q{w - 47} 9 {w - 44} 12L{w - 2} 56Z"
    if style == 3:  # a bell
        return (
            f"M4 56C{m - 76} 54 {m - 64} 44 {m - 52} 28C{m - 38} 10 {m - 24} 3 {m} 2"
            f"C{m + 24} 3 {m + 38} 10 {m + 52} 28C{m + 64} 44 {m + 76} 54 {w - 4} 56Z"
        )
    q = w / 4  # twin gables
    return (
        f"M2 56L{q - 4} 6Q{q} 2 {q + 4} 6L{m} 44L{w - q - 4} 6Q{w - q} 2 {w - q + 4} 6L{w - 2} 56Z"
    )


def _roof(style: int, width: float, ink: str = "rust") -> tuple[Element, ...]:
    outline = path(_outline(style, width), f"fill-{ink}")
    middle = width / 2
    dormers: tuple[tuple[float, float], ...] = (
        ((middle, 34),),
        ((middle - 34, 40), (middle + 34, 40), (middle, 26)),
        ((middle * 0.68, 36), (middle * 1.32, 36)),
        ((middle, 32),),
        ((middle / 2, 38), (middle * 1.5, 38)),
    )[style]
    return (
        outline,
        el("path", d=dict(outline.attributes)["d"], fill="url(#tiles)"),
        *(part for spot in dormers for part in _dormer(*spot)),
        path(_outline(style, width), "line", stroke_width=3.2),
        path(f"M1 56H{width - 1}", "line", stroke_width=4.5),
    )


def _dormer(x: float, y: float) -> tuple[Element, ...]:
    return (
        path(f"M{x - 12} {y + 12}V{y - 4}L{x} {y - 15}L{x + 12} {y - 4}V{y + 12}Z",
             "line fill-plaster", stroke_width=2.4),
        path(f"M{x - 5} {y + 8}V{y - 2}H{x + 5}V{y + 8}Z", "fill-ink"),
    )  # fmt: skip


# --- things on a house --------------------------------------------------------------------------


def _sign(width: float) -> Symbol:
    w = width
    board = (
        f"M4 3L{w - 4} 2Q{w - 1} 2 {w - 1} 5L{w - 2} 26Q{w - 2} 28.5 {w - 5} 28.5"
        "L5 28Q1.5 28 1.5 25L2 5Q2 3 4 3Z"
    )
    drawing = (
        path(board, "line fill-paper", stroke_width=2.4),
        path(cut((3, 8), (14, 9), 2) + cut((w - 3, 22), (w - 15, 21), 2), "fill-timber"),
    )
    caption = Caption(size=27, least=18.4, width=w - 16, bold=True)
    return Symbol(id="sign", width=w, height=30, drawing=drawing, caption=caption)


SHIELD: Final = "M4 4H56V34C56 50 45 58 30 63C15 58 4 50 4 34Z"
"""The outline of what hangs beside a door, in a box of 60 by 66."""


def _plate() -> Symbol:
    """Return the shield that carries the number of a house: 15 px high on the narrowest page."""
    drawing = (path(SHIELD, "line fill-paper", stroke_width=3.6),)
    caption = Caption(y=-2, size=43, width=48, bold=True)
    return Symbol(id="plate", width=60, height=66, drawing=drawing, caption=caption)


def _lantern() -> tuple[Element, ...]:
    rays = "M8 40L1 37M8 52L2 57M44 40L51 37M44 52L50 57M26 66V70"
    return (
        path(rays, "line line-ochre", stroke_width=3),
        path("M26 3C20 3 18 10 22 14H30C34 10 32 3 26 3Z", "line", stroke_width=2.6),
        path("M13 26L26 14L39 26Z", "line fill-ink", stroke_width=2.4),
        path("M14 28H38L41 58H11Z", "line fill-glow", stroke_width=3),
        path("M26 33C20 42 20 50 26 54C32 50 32 42 26 33Z", "line line-den fill-rust",
             stroke_width=1.6),
        path("M10 58H42V63H10Z", "line fill-ink", stroke_width=2),
    )  # fmt: skip


def _planks(width: float) -> tuple[Element, ...]:
    """Return two planks nailed across a house that its people have left."""
    w = width
    up, down = f"M2 106L12 124L{w - 2} 28L{w - 12} 10Z", f"M2 28L12 10L{w - 2} 106L{w - 12} 124Z"
    nails = ((14, 110), (w - 14, 24), (14, 24), (w - 14, 110), (w / 2, 67))
    return (
        path(up, "line fill-timber", stroke_width=3),
        path(down, "line fill-timber", stroke_width=3),
        *(el("circle", class_="fill-paper", cx=x, cy=y, r=3) for x, y in nails),
    )


def _tree() -> tuple[Element, ...]:
    crown = (
        "M24 3C32 2 38 8 38 14C45 16 47 26 42 32C40 40 30 42 24 40C18 42 8 40 6 32"
        "C1 26 3 16 10 14C10 8 16 2 24 3Z"
    )
    return (
        path("M21 38L19 57H29L27 38Z", "line fill-timber", stroke_width=2.2),
        path(crown, "line fill-foliage", stroke_width=2.4),
        path(cuts(((40, 30), (28, 39)), (-6, -9), 5, 2.4, 1), "fill-ink"),
        path("M13 58H36", "line", stroke_width=2),
    )
