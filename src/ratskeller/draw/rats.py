r"""The rat in five poses; they all look to the right.

    ears ________
        (_)  o  `>  nose          the tail is long, curls, and carries the colour;
     __/  glyph  /                the glyph sits on the flank, because a tail seen in a
    (  \__/ \__/                  crowd of rats is often hidden and the flank never is.
     `~ tail

A pose is drawn once, without tone; ``rat-run-red`` and so on only add tone and glyph to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from ratskeller.draw.glyphs import glyph
from ratskeller.draw.palette import TONES, Tone
from ratskeller.draw.pen import Point, cut, cuts, taper
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Symbol, symbol

Pose: TypeAlias = Literal["sit", "run", "carry", "climb", "astronaut"]
POSES: Final[tuple[Pose, ...]] = get_args(Pose)

WIDTH: Final = 120.0
HEIGHT: Final = 100.0
OUTLINE: Final = 3.0
DETAIL: Final = 1.8


class Flank(NamedTuple):
    """Where the glyph sits in a pose."""

    x: float
    y: float
    size: float


FLANKS: Final[dict[Pose, Flank]] = {
    "sit": Flank(50, 65, 30),
    "run": Flank(63, 57, 32),
    "carry": Flank(61.5, 60, 27),
    "climb": Flank(59, 55, 30),
    "astronaut": Flank(50, 72, 25),
}


def rat_symbols() -> tuple[Symbol, ...]:
    """Return ``rat-<pose>`` without tone and ``rat-<pose>-<tone>`` for every tone."""
    plain = tuple(symbol(f"rat-{pose}", WIDTH, HEIGHT, _DRAWN[pose]()) for pose in POSES)
    return plain + tuple(toned_rat(pose, tone) for pose in POSES for tone in TONES)


def toned_rat(pose: Pose, tone: Tone) -> Symbol:
    """Return a rat of one tone; it needs the plain symbol of its pose beside it."""
    flank = FLANKS[pose]
    return symbol(
        f"rat-{pose}-{tone.name}",
        WIDTH,
        HEIGHT,
        [
            group(
                use(f"rat-{pose}", WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT),
                glyph(tone.glyph, *flank),
                class_=f"tone-{tone.name}",
            )
        ],
    )


# --- running ------------------------------------------------------------------------------------

_RUN_TAIL: Final[tuple[Point, ...]] = (
    (36, 56), (24, 62), (11, 57), (4, 43), (6, 26), (18, 13), (35, 10), (47, 18),
    (46, 29), (37, 32), (32, 26)
)  # fmt: skip
_RUN_BODY: Final = """
    M114 58 C109 51 103 46 96 42 C89 38 82 38 76 36 C64 29 45 31 36 43
    C30 51 29 61 25 70 C22 75 15 78 13 83 C12 87 15 88.5 18 88 L29 88
    C33 87 36 83 40 79 C46 81 52 81 57 79 C64 80.5 71 80 77 78
    C81 82 85 87 90 88 L100 88 C104 87.5 104 83.5 100 83 C96 82.5 94 79 92 75
    C100 73 110 67 114.5 61.5 C115.8 60 115 59 114 58 Z"""
_RUN_FAR_LEGS: Final = """
    M50 76 C54 82 58 87 63 88 L72 88 C75.5 87 75 83.5 71.5 83 C67 82 65 78 64 74 Z
    M84 73 C90 76 97 78 103 78 L111 75 C114 73 112 70 108.5 70.5 C103 72 97 70 93 66 Z"""


def _running() -> tuple[Element, ...]:
    return (
        _tail(_RUN_TAIL),
        path(_RUN_FAR_LEGS, "line fill-shade", stroke_width=OUTLINE),
        path(_RUN_BODY, "line fill-paper", stroke_width=OUTLINE),
        path("M35 66 C37 54 50 50 57 59 C62 66 60 75 56 79", stroke_width=DETAIL),
        _shading(
            cuts(((33, 52), (46, 36)), (9, 5), 4, 2.6, -1),
            cuts(((70, 79), (86, 76)), (1, -8), 5, 2.4, 1),
            cut((29, 72), (37, 68), 2.4),
        ),
        *_head((0, 0)),
    )


# --- sitting ------------------------------------------------------------------------------------

_SIT_TAIL: Final[tuple[Point, ...]] = (
    (35, 86), (24, 93), (11, 90), (3, 78), (3, 60), (9, 46), (19, 41), (26, 47), (23, 56), (16, 54)
)  # fmt: skip
_SIT_BODY: Final = """
    M98 39 C93 31 86 25 78 21 C69 17 61 22 57 30 C43 35 32 48 29 65
    C27 78 29 88 35 94 L80 94 C85.5 93.5 85 87 80 86.5 C76 86 72 86 69 84
    C74 78 77 70 76 62 C78 59 78 56 77 53 C85 52 93 47 98 42.5 C99.6 41 99 40 98 39 Z"""
_SIT_FACE: Final = """
    M98 39 C93 31 86 25 78 21 C69 17 61 22 57 30 C48 36 46 50 50 62 C60 66 70 62 76 54
    C85 52 93 47 98 42.5 C99.6 41 99 40 98 39 Z"""
_SIT_ARM: Final = "M62 53 C66 59 72 63 80 62 C85 61.5 87 57.5 83.5 55 C80 53.5 76 55 72 50"


def _sitting() -> tuple[Element, ...]:
    return (
        _tail(_SIT_TAIL),
        path(_SIT_BODY, "line fill-paper", stroke_width=OUTLINE),
        path("M41 93 C34 86 35 74 44 70 C55 66 66 74 69 84", stroke_width=DETAIL, class_="line"),
        path(_SIT_ARM, "line fill-paper", stroke_width=DETAIL + 0.6),
        _shading(
            cuts(((31, 62), (44, 41)), (8, 6), 5, 2.6, -1),
            cuts(((70, 82), (75, 68)), (-7, 0), 3, 2.2),
            cuts(((52, 93), (68, 93)), (1, -6), 4, 2.2),
        ),
        *_head((-16, -19)),
    )


# --- carrying -----------------------------------------------------------------------------------

_BASKET: Final = "M30 14 L78 14 C77 26 74 34 70 40 C60 34 46 34 37 42 C33 34 31 24 30 14 Z"


def _carrying() -> tuple[Element, ...]:
    weave = "M34 22H76 M35.5 30H73.5 M42 15V37 M50 15V34 M58 15V34 M66 15V37"
    tail = ((34, 59), (22, 64), (10, 60), (4, 48), (7, 35), (17, 30), (24, 36), (20, 43))
    return (
        _tail(tail),
        path(_RUN_FAR_LEGS, "line fill-shade", stroke_width=OUTLINE),
        path(_BASKET, "line fill-ochre", stroke_width=OUTLINE),
        path(weave, stroke_width=1.4),
        path("M26 14 C26 9 82 9 82 14 C82 18 26 18 26 14Z", "line fill-ochre", stroke_width=2.4),
        path(_RUN_BODY, "line fill-paper", stroke_width=OUTLINE),
        path("M37 42 C44 56 46 66 45 78 M70 37 C77 46 79 60 77 77", stroke_width=2.6),
        _shading(
            cuts(((33, 56), (38, 46)), (6, 4), 3, 2.4), cuts(((82, 77), (90, 75)), (1, -7), 3, 2.2)
        ),
        *_head((0, 0)),
    )


# --- climbing -----------------------------------------------------------------------------------

_CLIMB_TAIL: Final[tuple[Point, ...]] = (
    (45, 80), (36, 92), (21, 95), (8, 86), (5, 70), (13, 58), (26, 57), (31, 66), (25, 74), (18, 71)
)  # fmt: skip
_CLIMB_BODY: Final = """
    M96 9 C88 9 80 11 74 15 C67 18 63 23 59 28 C49 32 40 45 38 60 C36 72 38 82 44 87
    C49 92 57 94 62 91 C67 93 72 95 78 94 L88 89 C91 87 89.5 83.5 86 84 C82 85.5 78 84 75 81
    C80 74 83 66 82 57 C87 55 93 52 99 47 L105 41 C107 38 104.5 35.5 101.5 37
    C97 40.5 92 43 87 43 C86 41 86 39 86 37 C93 31 98 20 99 12.5 C99.2 10 98 9 96 9 Z"""
_CLIMB_FAR: Final = """
    M82 52 C89 58 97 60 104 57 L111 52 C113 49 110.5 46.5 107.5 48 C102 51.5 96 50 90 46 Z
    M72 82 C80 82 86 79 91 76 L98 71 C100.5 68.5 98 65.5 95 67 C89 71 84 73 78 72 Z"""


def _climbing() -> tuple[Element, ...]:
    return (
        _tail(_CLIMB_TAIL),
        path(_CLIMB_FAR, "line fill-shade", stroke_width=OUTLINE),
        path(_CLIMB_BODY, "line fill-paper", stroke_width=OUTLINE),
        path("M46 86 C42 76 48 68 57 68 C68 69 72 76 75 81", stroke_width=DETAIL),
        _shading(
            cuts(((39, 66), (50, 39)), (8, 5), 5, 2.6, -1),
            cuts(((80, 70), (82, 58)), (-7, -1), 3, 2.2),
        ),
        *_head_turned(),
    )


# --- to the moon --------------------------------------------------------------------------------


_HELMET: Final = """
    M73 1 C93 1 109 15 109 34 C109 52 95 64 75 64 C55 64 43 52 43 34 C43 15 54 1 73 1 Z"""
_ASTRONAUT_TAIL: Final[tuple[Point, ...]] = (
    (35, 88), (24, 96), (11, 93), (3, 82), (4, 68), (13, 61), (20, 68), (15, 75)
)  # fmt: skip


def _astronaut() -> tuple[Element, ...]:
    pack = "M36 50 C27 50 22 54 22 61 V79 C22 84 26 87 32 87 L40 82 L46 52 Z"
    collar = "M46 50 C56 62 92 63 106 48 C105 60 93 69 75 69 C58 69 46 62 46 50 Z"
    return (
        _tail(_ASTRONAUT_TAIL),
        path(pack, "line fill-shade", stroke_width=OUTLINE),
        path("M22 64H37 M22 74H36", stroke_width=DETAIL),
        path(_SIT_BODY, "line fill-paper", stroke_width=OUTLINE),
        path("M41 93 C34 86 36 80 42 78 M69 84 C67 82 66 80 64 79", stroke_width=DETAIL),
        path("M72 86.5V94 M77 86.5V94", stroke_width=DETAIL),
        path(_HELMET, "line fill-ground", stroke_width=OUTLINE),
        group(
            path(_SIT_FACE, "line fill-paper", stroke_width=OUTLINE / 0.8),
            *_head((-16, -19), whiskers=False),
            transform="translate(14 12) scale(.8)",
        ),
        path(_HELMET, stroke_width=OUTLINE),
        path("M51 30 C52 20 57 13 64 9 M56 33 C57 28 58 25 60 22", "line line-teal",
             stroke_width=3),
        path(collar, "line fill-ochre", stroke_width=2.4),
        path("M56 62V67 M66 65V69 M76 65V69 M86 64V68 M96 59V63", stroke_width=DETAIL),
        path("M63 72 C66 77 72 79 80 78 C85 77.5 87 73.5 83.5 71 L76 69", "line fill-paper",
             stroke_width=DETAIL + 0.6),
        path("M77 71 L78 78", stroke_width=DETAIL),
    )  # fmt: skip


# --- what all poses share -----------------------------------------------------------------------


def _tail(points: tuple[Point, ...]) -> Element:
    return path(taper(points, 9.5, 3.4), "line fill-tone", stroke_width=2.2)


def _shading(*rows: str) -> Element:
    return path(" ".join(rows), "fill-ink")


def _head(shift: Point, *, whiskers: bool = True) -> tuple[Element, ...]:
    """Return ear, eye, nose and whiskers, drawn for the run pose and shifted for the others."""
    x, y = shift
    hair = path("M106 64 L117 69 M104 66 L112 74", stroke_width=1.4)
    return (
        group(
            path("M80 45 C71 40 68 25 77 19 C88 14 97 24 95 37 C94 43 87 48 80 45Z",
                 "line fill-paper", stroke_width=OUTLINE - 0.4),
            path("M81 40 C76 36 75 27 80 24 C87 22 91 29 89.5 36 C88 40 84.5 42 81 40Z",
                 "fill-tone"),
            path("M98.5 49 C101 47.6 104.6 49.6 104 52.6 C103.4 55 99.4 55.4 98 53 "
                 "C97.2 51.4 97.4 49.8 98.5 49Z",
                 "fill-ink"),
            el("circle", class_="fill-paper", cx=101.8, cy=50.4, r=1),
            path("M111 55.2 C114.5 55 117.6 58 116.6 61 C115.2 63 112.6 62 111.6 60 Z", "fill-ink"),
            path("M110.5 65 C106.5 67.4 102.5 68 99 67", stroke_width=DETAIL),
            *((hair,) if whiskers else ()),
            transform=f"translate({x:g} {y:g})",
        ),
    )  # fmt: skip


def _head_turned() -> tuple[Element, ...]:
    """Return the head of the climbing rat, which looks up."""
    return (group(*_head((0, 0)), transform="translate(-26.5 48) rotate(-42) scale(.98)"),)


_DRAWN: Final[dict[Pose, Callable[[], tuple[Element, ...]]]] = {
    "sit": _sitting,
    "run": _running,
    "carry": _carrying,
    "climb": _climbing,
    "astronaut": _astronaut,
}
