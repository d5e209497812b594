"""How a turn of First Rat is told: which events are moments, and which ways rats and markers go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ratskeller.core.game import GameEvent
from ratskeller.draw.beats import Beat, Joins, Motion, Says
from ratskeller.games.first_rat.draw.foresight import walk_way
from ratskeller.games.first_rat.rules.state import (
    RATS,
    START,
    AwardTaken,
    BoothsPassed,
    BulbsLost,
    BurrowMoved,
    ComicDeclined,
    ComicStocked,
    ComicTaken,
    DrinkSaved,
    DrinkUsed,
    ExtraChosen,
    ExtraRoundBegan,
    Gained,
    GameOver,
    GoodsLeft,
    ItemStocked,
    ItemTaken,
    LastRoundSet,
    LightMoved,
    MarkerMissing,
    MarkerPlaced,
    MouldTaken,
    MoveSkipped,
    MovingDone,
    Rat,
    RatLetSleep,
    RatMoved,
    RatRaised,
    RatSentHome,
    RattronautSeated,
    Space,
    Spent,
    StripLaid,
    TileLaid,
    TokenPlaced,
    TollPaid,
    TurnBegan,
    TurnEnded,
)
from ratskeller.games.first_rat.rules.tables import Tables

BEATS: Final[Mapping[type[GameEvent], Beat]] = {
    TileLaid: Beat("card", 60, Joins.ALIKE),
    StripLaid: Beat("card", 60, Joins.ALIKE),
    ItemStocked: Beat("card", 60, Joins.ALIKE),
    ComicStocked: Beat("card", 60, Joins.ALIKE),
    TurnBegan: Beat("piece", 0, Joins.NEXT, Says.ALONE),
    MoveSkipped: Beat("step", 400),
    RatMoved: Beat("step", 250),
    Spent: Beat("goods", 250, Joins.NEXT),
    MouldTaken: Beat("goods", 400, Joins.NEXT),
    TollPaid: Beat("goods", 400),
    MovingDone: Beat("step", 0, Joins.NEXT, Says.ALONE),
    GoodsLeft: Beat("goods", 300, Joins.ALIKE),
    ExtraChosen: Beat("goods", 0, Joins.NEXT, Says.ALONE),
    DrinkUsed: Beat("goods", 400, Joins.ALIKE),
    DrinkSaved: Beat("goods", 0, Joins.NEXT, Says.ALONE),
    Gained: Beat("goods", 300),
    LightMoved: Beat("step", 450),
    BulbsLost: Beat("goods", 250, Joins.BEFORE),
    BurrowMoved: Beat("step", 300, Joins.ALIKE, Says.LAST),
    MarkerPlaced: Beat("piece", 500),
    MarkerMissing: Beat("piece", 400),
    ComicTaken: Beat("card", 500),
    ComicDeclined: Beat("card", 300),
    TokenPlaced: Beat("piece", 350, Joins.BEFORE),
    RatRaised: Beat("step", 500),
    RatLetSleep: Beat("step", 300),
    AwardTaken: Beat("goods", 450),
    ItemTaken: Beat("goods", 500),
    RatSentHome: Beat("step", 300),
    BoothsPassed: Beat("goods", 0, Joins.NEXT, Says.ALONE),
    TurnEnded: Beat("piece", 0, Joins.NEXT, Says.ALONE),
    RattronautSeated: Beat("piece", 700),
    LastRoundSet: Beat("piece", 600),
    ExtraRoundBegan: Beat("piece", 600),
    GameOver: Beat("end", 900),
}
_STEP, _FLIGHT = 110, 45
"""Milliseconds from space to space, of a rat that walks and of one that is chased home."""
_FAR = 1500
"""And for the longest way."""


def beat(event: GameEvent) -> Beat:
    """A way takes longer the further it leads; what nobody paid for is stolen.

    What a space gives is one moment with what lights, backpacks and drinks add to it.
    """
    plain = BEATS[type(event)]
    match event:
        case RatMoved(_, _, _, _, steps):
            return Beat(plain.kind, min(_FAR, plain.milliseconds + _STEP * steps))
        case RatSentHome(_, origin):
            return Beat(plain.kind, plain.milliseconds + _FLIGHT * (origin - START))
        case Gained(_, _, _, reason) if reason != "space":
            return Beat(plain.kind, plain.milliseconds, Joins.ALIKE)
        case ItemTaken(_, _, "stolen"):
            return Beat("theft", plain.milliseconds)
    return plain


def motions(tables: Tables, event: GameEvent) -> Iterator[Motion]:
    """Rats go from space to space and through pipes, markers along string and tunnels."""
    match event:
        case RatMoved(rat, origin, space, via):
            yield Motion(f"rat:{rat}", places=_from_home(rat, walk_way(tables, origin, space, via)))
        case RatSentHome(rat, origin):
            yield Motion(f"rat:{rat}", places=_from_home(rat, _way_home(origin)))
        case LightMoved(seat, origin, position):
            lights = tuple(f"light:{number}" for number in range(origin, position + 1))
            yield Motion(f"pin:{seat}", places=lights)
        case BurrowMoved(seat, origin, node):
            chambers = (f"burrow:{tables.nodes[one]}" for one in (origin, node))
            yield Motion(f"paw:{seat}", places=tuple(chambers))


def _from_home(rat: Rat, way: tuple[str, ...]) -> tuple[str, ...]:
    """Return a way that begins or ends where the rat's family waits at the start."""
    start, home = f"space:{START}", f"family:{rat // RATS}"
    return tuple(home if place == start else place for place in way)


def _way_home(origin: Space) -> tuple[str, ...]:
    return tuple(f"space:{space}" for space in range(origin, START - 1, -1))
