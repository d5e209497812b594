"""How a turn of Ratzentanz is told: which events are moments, and how rats go through the town."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.draw.beats import Beat, Joins, Motion, Says
from ratskeller.games.ratzentanz.draw.foresight import square_id
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    Born,
    CatPut,
    DieChosen,
    Evicted,
    Fetched,
    FlutePlayed,
    GameOver,
    Lapsed,
    LeftLying,
    Lost,
    Mirrored,
    Passed,
    PiperPut,
    PutDown,
    SatOn,
    Square,
    Starts,
    StartThrown,
    StartTied,
    Stored,
    Surfaced,
    Thrown,
    TurnEnded,
    Walked,
)

BEATS: Final[Mapping[type[GameEvent], Beat]] = {
    StartThrown: Beat("dice", 450, Joins.ALIKE),
    StartTied: Beat("dice", 300, Joins.ALIKE),
    Starts: Beat("dice", 300, Joins.ALIKE),
    Thrown: Beat("dice", 700),
    DieChosen: Beat("dice", 0, Joins.NEXT, Says.ALONE),
    Lapsed: Beat("dice", 450),
    Passed: Beat("dice", 450),
    PutDown: Beat("goods", 350, Joins.ALIKE),
    SatOn: Beat("goods", 450),
    LeftLying: Beat("goods", 0, Joins.NEXT, Says.ALONE),
    Walked: Beat("step", 200),
    Surfaced: Beat("step", 600, Joins.ALIKE),
    Mirrored: Beat("step", 600),
    Stored: Beat("goods", 600),
    Lost: Beat("out", 400),
    CatPut: Beat("piece", 500),
    PiperPut: Beat("piece", 500),
    FlutePlayed: Beat("out", 900),
    Born: Beat("piece", 600),
    Fetched: Beat("step", 300),
    Evicted: Beat("out", 600),
    TurnEnded: Beat("piece", 0, Joins.NEXT, Says.ALONE),
    GameOver: Beat("end", 900),
}
_STEP: Final = 130
"""Milliseconds from square to square."""
_FAR: Final = 1500
"""And for the longest way."""


def beat(ground: Ground, event: GameEvent) -> Beat:
    """A walk takes longer the further it leads; what is taken from a nest is stolen."""
    plain = BEATS[type(event)]
    match event:
        case Walked(_, _, squares) | Lost(_, _, squares) | Fetched(_, _, squares):
            longer = min(_FAR, plain.milliseconds + _STEP * (len(squares) - 1))
            return Beat(plain.kind, longer, plain.joins, plain.says)
        case SatOn(_, _, _, square) if square in ground.town.nests:
            return Beat("theft", plain.milliseconds)
        case FlutePlayed(()):
            return Beat("piece", plain.milliseconds)
    return plain


def motions(ground: Ground, event: GameEvent) -> Iterator[Motion]:
    """Rats walk from square to square, and dive where canal or stairs lead on; dice tumble."""
    match event:
        case Thrown():
            yield Motion("die:number", "tumble")
            yield Motion("die:symbol", "tumble")
        case StartThrown(seat):
            yield Motion(f"throw:{seat}", "tumble")
        case Walked(seat, rat, squares) | Lost(seat, rat, squares) | Fetched(seat, rat, squares):
            yield Motion(f"rat:{seat}.{rat}", places=_places(ground, squares))
        case Surfaced(seat, rat, via, to):
            yield Motion(f"rat:{seat}.{rat}", "dive", _places(ground, below(ground, via, to)))
        case Mirrored(rats):
            for moved in rats:
                way = _places(ground, (moved.start, moved.to))
                yield Motion(f"rat:{moved.seat}.{moved.rat}", "dive", way)


def below(ground: Ground, start: Square, goal: Square) -> tuple[Square, ...]:
    """The shorter way along the canal, from grate to grate; stairs lead straight on."""
    if start not in ground.canals:
        return (start, goal)
    grates = _along_the_canal(ground)
    begin, end, count = grates.index(start), grates.index(goal), len(grates)
    ahead = (end - begin) % count
    step, far = (1, ahead) if 2 * ahead <= count else (-1, count - ahead)
    return tuple(grates[(begin + step * number) % count] for number in range(far + 1))


@lru_cache(maxsize=8)
def _along_the_canal(ground: Ground) -> tuple[Square, ...]:
    """The grates in the order in which the thread on the map runs through them."""
    points = {square: ground.town.centre(square) for square in ground.canals}
    x = sum(one for one, _ in points.values()) / len(points)
    y = sum(one for _, one in points.values()) / len(points)
    return tuple(
        sorted(points, key=lambda grate: math.atan2(points[grate][1] - y, points[grate][0] - x))
    )


def _places(ground: Ground, squares: tuple[Square, ...]) -> tuple[str, ...]:
    return tuple(square_id(ground, square) for square in squares)
