"""How a turn of The Pied Piper is told: which events are moments, and how figures run round the ring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from ratskeller.core.game import GameEvent, View
from ratskeller.draw.beats import Beat, How, Joins, Motion, Says
from ratskeller.games.pied_piper.draw.square import Ring
from ratskeller.games.pied_piper.rules.actions import FIGURE_CODES
from ratskeller.games.pied_piper.rules.state import (
    FIGURES,
    NOWHERE,
    ActionsReshuffled,
    CardDrawn,
    CardPlaced,
    CardRevealed,
    CharacterActivated,
    CharacterDiscarded,
    CharactersReshuffled,
    CharacterTurnedUp,
    FigureEntered,
    GameOver,
    Gap,
    HandDiscarded,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    NothingMoved,
    PipersReturned,
    PipersSetAside,
    State,
    TrackersClaimed,
    TrackersSetAside,
    TurnBegan,
)

BEATS: Final[Mapping[type[GameEvent], Beat]] = {
    FigureEntered: Beat("step", 200, Joins.ALIKE),
    CharacterTurnedUp: Beat("card", 450, Joins.ALIKE),
    PipersSetAside: Beat("card", 300, Joins.ALIKE),
    PipersReturned: Beat("card", 300, Joins.ALIKE),
    CardDrawn: Beat("card", 200, Joins.BEFORE, Says.ALONE),
    TurnBegan: Beat("card", 0, Joins.NEXT, Says.ALONE),
    CardPlaced: Beat("card", 500),
    CardRevealed: Beat("card", 600),
    CharacterActivated: Beat("step", 300, Joins.NEXT),
    HouseCrossed: Beat("floor", 650),
    HousePassedUnder: Beat("step", 650),
    NothingMoved: Beat("piece", 500),
    HouseLeft: Beat("out", 900),
    TrackersClaimed: Beat("goods", 500),
    TrackersSetAside: Beat("goods", 450, Joins.ALIKE),
    HandDiscarded: Beat("card", 300, Joins.BEFORE, Says.ALONE),
    CharacterDiscarded: Beat("card", 400, Joins.ALIKE),
    CharactersReshuffled: Beat("card", 300, Joins.ALIKE),
    ActionsReshuffled: Beat("card", 300, Joins.ALIKE),
    GameOver: Beat("end", 900),
}


def motions(
    ring: Ring, before: View[State], event: GameEvent, after: View[State]
) -> Iterator[Motion]:
    """Figures run through houses or below them; cards come out of their player's house."""
    match event:
        case CardRevealed(slot, position):
            yield Motion(f"card:{slot}:{position}", "turn")
        case CharacterTurnedUp(slot):
            yield Motion(f"character:{slot}", "turn")
        case CardPlaced(seat, slot) if seat != before.viewer:
            nail = len(after.seen.laid[slot]) - 1
            places = (f"house:{seat}", f"nail:{slot}:{nail}")
            yield Motion(f"card:{slot}:{nail}", "glide", places)
    moves = zip(range(FIGURES), before.seen.where, after.seen.where, strict=True)
    for figure, start, goal in moves:
        if start != goal and NOWHERE not in (start, goal):
            gaps = [start, *arc(ring, start, goal, event)]
            how: How = "dive" if isinstance(event, HousePassedUnder) else "walk"
            yield Motion(f"figure:{FIGURE_CODES[figure]}", how, _through(ring, gaps))


def _through(ring: Ring, gaps: list[Gap]) -> tuple[str, ...]:
    """The gaps, and the houses between them: a gap bears the number of the house on its right."""
    places = [f"gap:{gaps[0]}"]
    for one, other in pairwise(gaps):
        forward = ring[(ring.index(one) + 1) % len(ring)] == other
        places += (f"house:{one if forward else other}", f"gap:{other}")
    return tuple(places)


def arc(ring: Ring, start: Gap, goal: Gap, event: GameEvent) -> list[Gap]:
    """Return the gaps up to another one: past deserted houses, and never across the square.

    It leads over the house that is crossed. Where two gaps become one, it is the shorter way.
    """
    if NOWHERE in (start, goal):
        return [goal]
    begin, size = ring.index(start), len(ring)
    ahead = (ring.index(goal) - begin) % size
    forward = [ring[(begin + step) % size] for step in range(ahead + 1)]
    backward = [ring[(begin - step) % size] for step in range(size - ahead + 1)]
    match event:
        case HouseCrossed(_, house) | HousePassedUnder(_, house):
            on = house in forward[:-1]  # a gap bears the number of the house on its right
        case _:
            on = len(forward) <= len(backward)
    return forward[1:] if on else backward[1:]
