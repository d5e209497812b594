r"""Where everything is in the junkyard: points only, no drawing.

    laundry  lines with points     25 <- 24 <- 23        rocket with five portholes
    (the score tracks)              \          \
                                     26 -> Launchpad      ||
             16 -> 17 -> ... -> 20 -> 21 -> 22            crow: bottle caps
            /                                             hamster: backpacks
      frog 15 <- 14 <- ... <- 10 <- 9
                                     \
       1 -> 2 -> 3 -> ... -> 7 ->  8                      the four steps of a turn
    ==/===========================================================  the ground
    Start      burrow: pantry, nursery, library           tally of all seats

The path folds where the shortcuts want it: with 8, 15 and 22 in the bends, both ends of every pipe
lie one above the other. The light string hangs above the rows and goes around the bends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ratskeller.draw.pen import Point
from ratskeller.games.first_rat.rules.state import BOOTHS, COLOURS, LAUNCHPAD, START, TRACKS, Space

WIDTH: Final = 1488.0
HEIGHT: Final = 1240.0
"""Six by five, as a wide sheet is: at 1366 x 768 a unit is .56 of a pixel, so lettering needs 22 units
and a piece 50, also in company."""
GROUND: Final = 866.0
"""Where the earth begins."""

# --- the path -----------------------------------------------------------------------------------

PITCH: Final = 138.0
_LEFT: Final = 182.0
ROWS: Final = (800.0, 645.0, 490.0, 335.0, 180.0)
TILE: Final = 46.0
"""Half of a tile's width."""
STAND: Final = 25.0
"""How far below the middle of a tile rats stand, so that its goods can be seen above them."""


def _column(number: float) -> float:
    return _LEFT + PITCH * number


SPACES: Final[Mapping[Space, Point]] = {
    START: (306.0, 918.0),
    **{n: (_column(n - 1), ROWS[0] + (6 if n % 2 else -5)) for n in range(1, 8)},
    8: (1108.0, 724.0),
    **{n: (_column(15 - n), ROWS[1] + (5 if n % 2 else -5)) for n in range(9, 15)},
    15: (212.0, 566.0),
    **{n: (_column(n - 15), ROWS[2] + (5 if n % 2 else -5)) for n in range(16, 22)},
    22: (1108.0, 412.0),
    23: (_column(6), ROWS[3] - 2),
    24: (_column(5), ROWS[3] + 4),
    25: (764.0, 260.0),
    26: (_column(5) - 4, ROWS[4] - 2),
    LAUNCHPAD: (1040.0, 176.0),
}


_FAMILY: Final = 108.0
CAVE: Final = 280.0
"""Half of the width of the cave in which rats wait to set out."""


def family_spot(seat: int, seats: int) -> Point:
    """Return where the rats of a seat wait at the start: every family keeps together."""
    x, y = SPACES[START]
    return x + (seat - (seats - 1) / 2) * _FAMILY, y - 4


class Side(NamedTuple):
    """Where the light string passes a space."""

    middle: Point
    along: Point
    """Unit vector in which the string runs."""
    out: Point
    """Unit vector away from the space."""


_BULB_REACH: Final = 64.0
_BENDS: Final[Mapping[Space, float]] = {8: 1.0, 15: -1.0, 22: 1.0, 25: -1.0}
"""Where the string passes outside: to the right (1) or to the left (-1)."""
_LEFTWARDS: Final = (*range(9, 15), 23, 24)


def side_of(space: Space) -> Side:
    """Return where bulbs hang: above a space of a row, outside of one in a bend."""
    x, y = SPACES[space]
    if space in _BENDS:
        turn = _BENDS[space]
        return Side((x + turn * _BULB_REACH, y), (0.0, -1.0), (turn, 0.0))
    along = -1.0 if space in _LEFTWARDS else 1.0
    return Side((x, y - _BULB_REACH), (along, 0.0), (0.0, -1.0))


_BULB_PITCH: Final = 34.0
BATTERY: Final = (76.0, 770.0)


def bulbs(string: Mapping[str, tuple[int, ...]]) -> dict[int, Point]:
    """Return where every position of the light string hangs; 0 is the battery."""
    found: dict[int, Point] = {0: BATTERY}
    for space in range(1, LAUNCHPAD):
        here = string[str(space)]
        (x, y), (dx, dy), _ = side_of(space)
        for at, position in enumerate(here):
            shift = (at - (len(here) - 1) / 2) * _BULB_PITCH
            found[position] = (x + dx * shift, y + dy * shift)
    return found


# --- shortcuts ----------------------------------------------------------------------------------


def pipe_route(entrance: Space, exit_: Space) -> tuple[Point, Point, Point, Point]:
    """Return mouth, lower bend, upper bend and end of a pipe between two spaces.

    Pipes rise through the lane between two columns, where no bulb hangs.
    """
    (x1, y1), (x2, y2) = SPACES[entrance], SPACES[exit_]
    lane = (x1 + x2) / 2 if abs(x1 - x2) > PITCH / 2 else x1 + PITCH / 2
    reach = TILE - 6
    start = (x1 + (reach if lane > x1 else -reach), y1 - 18)
    end = (x2 + (reach if lane > x2 else -reach), y2 + 18)
    return start, (lane, y1 - 30), (lane, y2 + 30), end


# --- booths -------------------------------------------------------------------------------------


class Stall(NamedTuple):
    """An umbrella, and the shelf below or beside it."""

    x: float
    y: float
    """Foot of the umbrella's pole."""
    shelf: tuple[Point, ...]
    """Where its items lie."""


STALLS: Final[Mapping[str, Stall]] = {
    "hamster": Stall(1116, 658, tuple((1200 + 60.0 * n, 626) for n in range(5))),
    "frog": Stall(66, 676, ((138, 652),)),
    "crow": Stall(1116, 542, tuple((1194 + 51.0 * n, 516) for n in range(6))),
}
assert set(STALLS) == set(BOOTHS)

AWARDS: Final = (1156.0, 268.0)

# --- the burrow ---------------------------------------------------------------------------------

_TOP, _MIDDLE, _BOTTOM = 990.0, 1088.0, 1190.0
NODES: Final[Mapping[str, Point]] = {
    "L_top": (86, _TOP), "M_top": (360, _TOP), "R_top": (780, _TOP), "F_top": (1108, _TOP),
    "L_mid": (86, _MIDDLE), "M_mid": (360, _MIDDLE), "R_mid": (780, _MIDDLE),
    "L_bot": (86, _BOTTOM), "M_bot": (360, _BOTTOM), "R_bot": (780, _BOTTOM),
    "F_bot": (1108, _BOTTOM),
}  # fmt: skip
ROOMS: Final[Mapping[str, tuple[float, float, float, float]]] = {
    "L_mid": (38, 1024, 246, 126),
    "M_mid": (314, 1024, 390, 126),
    "R_mid": (734, 1024, 336, 126),
}
"""Left, top, width and height of the three chambers."""
NODE: Final = 38.0
LIBRARY: Final = tuple((862 + 67 * (n % 3), 1056 + 62 * (n // 3)) for n in range(6))
BED_PITCH: Final = 58.0


def bunks(seat: int, seats: int) -> tuple[Point, Point]:
    """Return where the two sleepers of a seat lie: one above the other."""
    middle = 552 + (seat - (seats - 1) / 2) * BED_PITCH
    return (middle, 1066), (middle, 1122)


# --- score tracks -------------------------------------------------------------------------------

LINES: Final[Mapping[str, Point]] = {
    "cockpit": (30, 40), "lights": (368, 40),
    "cargo": (30, 134), "provisions": (368, 134),
    "thruster": (30, 228), "stored_food": (368, 228),
    "rocket": (30, 322),
}  # fmt: skip
"""Left end of every clothes line; parts on the left, what else is scored on the right."""
LINE_LENGTH: Final = 326.0
GARMENT_PITCH: Final = 54.0
ROCKET_X: Final = 1318.0
PORTHOLES: Final = tuple((ROCKET_X, y) for y in (126.0, 186.0, 246.0, 306.0, 392.0))
"""Four round windows, and the hold, where there is room for any number."""


def slot(track: str, number: int) -> Point:
    """Return where the n-th space of a track is: a porthole, or a garment on a line."""
    if track == "rattronaut":
        return PORTHOLES[number]
    x, y = LINES[track]
    return x + 82 + GARMENT_PITCH * number, y + 32


assert {*LINES, "rattronaut"} == set(TRACKS)

# --- signs --------------------------------------------------------------------------------------

STEPS: Final = tuple((1340.0, 734.0 + 34 * n) for n in range(4))
"""The four steps of a turn, on a board beside the last bend."""
LEGEND: Final[Mapping[str, Point]] = {
    colour: (426.0 + 108 * (at % 3), 334.0 + 40 * (at // 3)) for at, colour in enumerate(COLOURS)
}
"""The colours of the path by name, on a board under the clothes lines."""
TALLY: Final = (1160.0, 908.0, 312.0, 310.0)
"""The slate with all seats: left, top, width, height."""
TALLY_ROW: Final = (292.0, 54.0)
"""Width and height of a seat's row on the slate."""
TALLY_CHANGE: Final = (92.0, 188.0)
"""From where to where in a row it is shown what a move would change: nothing else stands there."""
BANNER: Final = (1340.0, 694.0)


def tally_row(seat: int, seats: int) -> Point:
    """Return the middle of a seat's row on the slate."""
    left, top, width, height = TALLY
    pitch = min(66.0, (height - 20) / seats)
    return left + width / 2, top + height / 2 + (seat - (seats - 1) / 2) * pitch


def tally_change(seat: int, seats: int) -> Point:
    """Return where on its row it is shown what a move would change for a seat."""
    x, y = tally_row(seat, seats)
    return x - TALLY_ROW[0] / 2 + sum(TALLY_CHANGE) / 2, y
