"""What a position of The Pied Piper is worth to a seat: the judgement that bots share.

The tracker is what counts. Beyond it, a card that lies under a Character will act when somebody
adds a second one: so a rat with a Forward card in front of my house is half a rat in my house.
"""

from __future__ import annotations

from typing import Final

from ratskeller.core.game import Seat
from ratskeller.games.pied_piper.rules.leaving import ranks, trackers_held
from ratskeller.games.pied_piper.rules.moving import basic_move, route
from ratskeller.games.pied_piper.rules.state import BASIC, NO_FIGURE, OVER, PIPER, SEWER, State

SCALE: Final = 5.0  # floors of lead that make a win likely

_PRIMED: Final = 0.35  # what a card that lies ready counts, of a floor
_IN_FRONT: Final = 0.12  # what a rat in the gap before a house counts, of a floor
_BEHIND: Final = 0.04  # and in the gap after it
_TRACKER: Final = 0.3  # what a claimed tracker counts, of a floor
_WON: Final = 100.0


def evaluate(state: State, seat: Seat) -> float:
    """Floors that the seat is better off than the rival who threatens it most, roughly."""
    if state.phase == OVER:
        return _WON * (1.5 - ranks(state)[seat])
    if seat in state.out:
        return -_WON
    danger = dangers(state)
    mine = danger[seat]
    rivals = [danger[s] for s in range(state.seats) if s != seat and s not in state.out]
    # The game is over when two are left, so the lowest rival counts as much as all together.
    return (
        sum(rivals) / len(rivals) + min(rivals) - 2 * mine + _TRACKER * trackers_held(state, seat)
    )


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
            expected[before] += sign * _IN_FRONT
        if after < seats:
            expected[after] += sign * _BEHIND
    for slot, cards in enumerate(state.laid):
        figure = state.line[slot]
        if len(cards) == 1 and figure != NO_FIGURE and cards[0].card in BASIC:
            _count_primed(state, figure, cards[0].card, expected)
    return [_worry(level, roof) for level in expected]


def _count_primed(state: State, figure: int, card: int, expected: list[float]) -> None:
    if card == SEWER:
        return
    sign = -1 if figure == PIPER else 1
    houses, _, _ = basic_move(card)
    for house, _ in route(state.ring, state.where[figure], houses):
        if house < state.seats:
            expected[house] += sign * _PRIMED


def _worry(level: float, roof: int) -> float:
    """The last floors weigh more than the first."""
    return level + 6.0 * max(0.0, level / roof - 0.6) ** 2 * roof / 2
