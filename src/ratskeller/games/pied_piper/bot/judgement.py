"""What a position of The Pied Piper is worth to a seat: the judgement that bots share.

The tracker is what counts. Beyond it, a card that lies under a Character will act when somebody
adds a second one: so a rat with a Forward card in front of my house is half a rat in my house.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ratskeller.core.game import Seat
from ratskeller.games.pied_piper.rules.leaving import ranks, trackers_held
from ratskeller.games.pied_piper.rules.moving import basic_move, route
from ratskeller.games.pied_piper.rules.state import (
    BASIC,
    NO_FIGURE,
    OVER,
    PIPER,
    SEWER,
    Figure,
    House,
    State,
)

SCALE: Final = 5.0  # floors of lead that make a win likely

PRIMED: Final = 0.35  # what a card that lies ready counts, of a floor
IN_FRONT: Final = 0.12  # what a rat in the gap before a house counts, of a floor
_BEHIND: Final = 0.04  # and in the gap after it
TRACKER: Final = 0.3  # what a claimed tracker counts, of a floor
WON: Final = 100.0


def evaluate(state: State, seat: Seat) -> float:
    """Floors that the seat is better off than the rival who threatens it most, roughly."""
    if state.phase == OVER:
        return WON * (1.5 - ranks(state)[seat])
    if seat in state.out:
        return -WON
    danger = dangers(state)
    mine = danger[seat]
    rivals = [danger[s] for s in range(state.seats) if s != seat and s not in state.out]
    # The game is over when two are left, so the lowest rival counts as much as all together.
    return sum(rivals) / len(rivals) + min(rivals) - 2 * mine + TRACKER * trackers_held(state, seat)


def dangers(state: State) -> list[float]:
    """Each seat's floors, sharper near the roof, with what stands and lies before its door."""
    roof = state.options.roof
    expected = [float(level) for level in state.levels]
    seats = state.seats
    for figure, gap in enumerate(state.where):
        if gap not in state.ring:
            continue
        sign = -1 if figure == PIPER else 1
        before, after = route(state.ring, gap, 1)[0][0], route(state.ring, gap, -1)[0][0]
        if before < seats:
            expected[before] += sign * IN_FRONT
        if after < seats:
            expected[after] += sign * _BEHIND
    for figure, house in primed(state):
        if house < seats:
            expected[house] += (-1 if figure == PIPER else 1) * PRIMED
    return [worry(level, roof) for level in expected]


def primed(state: State) -> Iterator[tuple[Figure, House]]:
    """Whom a single card that lies ready will take through which houses."""
    for slot, cards in enumerate(state.laid):
        figure = state.line[slot]
        if len(cards) != 1 or figure == NO_FIGURE:
            continue
        card = cards[0].card
        if card in BASIC and card != SEWER:
            houses, _, _ = basic_move(card)
            for house, _ in route(state.ring, state.where[figure], houses):
                yield figure, house


def worry(level: float, roof: int) -> float:
    """The last floors weigh more than the first."""
    return level + 6.0 * max(0.0, level / roof - 0.6) ** 2 * roof / 2
