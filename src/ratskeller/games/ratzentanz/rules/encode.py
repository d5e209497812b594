"""A view of Ratzentanz as numbers: all there is, since everything is open.

Seats are counted from the viewer's own, clockwise; a spectator looks from seat 0. Squares keep their
numbers, for the town looks different from every corner: the first number says from which.
"""

from __future__ import annotations

from ratskeller.core.encoding import Span, padded, turned
from ratskeller.core.game import View
from ratskeller.games.ratzentanz.rules.chips import count
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    BETWEEN,
    KINDS,
    MAX_TURN_CAP,
    RATS,
    SYMBOLS,
    TIED_ROUNDS,
    Kind,
    State,
)

_PIPS = 6
_OUT_OF_THE_THROW = -1


def spans(ground: Ground, seats: int) -> tuple[Span, ...]:
    """What the numbers are."""
    squares = len(ground.town.names)
    return (
        Span("viewer's seat + 1, 0 a spectator", 1, seats),
        Span("options: five kinds, wall, no reversal", 3, 1),
        Span("turn cap", 1, MAX_TURN_CAP),
        Span("phase", 1, BETWEEN),
        Span("whose turn", 1, seats - 1),
        Span("turns completed", 1, MAX_TURN_CAP),
        Span("number die, 0 none", 1, _PIPS),
        Span("symbol die, 0 none", 1, len(SYMBOLS)),
        Span("shares of the number to play", 1, 2),
        Span("symbol still due", 1, 1),
        Span("rat of the first half, 0 none", 1, RATS),
        Span("that rat may run on", 1, 1),
        Span("rat in hand, 0 none", 1, RATS),
        Span("square of each rat + 1, 0 spare", seats * RATS, squares),
        Span("kind under each rat, 0 none", seats * RATS, KINDS),
        Span("squares + 1 of free chips, by kind, 0 under a rat", KINDS * _chips(ground, seats), squares),
        Span("Piper's square + 1", 1, squares),
        Span("cat's square + 1", 1, squares),
        Span("throws for the start + 2, 0 done, 1 out", seats, _PIPS + 2),
        Span("tied rounds", 1, TIED_ROUNDS),
        Span("winner + 1, 0 none", 1, seats),
    )  # fmt: skip


def encode(ground: Ground, view: View[State]) -> tuple[int, ...]:
    """The numbers of a view, in the order of `spans`."""
    state, viewer = view.seen, view.viewer
    seats, own, options = state.seats, viewer or 0, state.options
    throws = [throw - _OUT_OF_THE_THROW + 1 for throw in state.throws] or [0] * seats
    return (
        0 if viewer is None else viewer + 1,
        int(options.kinds == 5),
        int(options.piper == "wall"),
        int(options.walk == "no_reversal"),
        options.turn_cap,
        state.phase,
        (state.seat - own) % seats,
        state.turn,
        state.number,
        state.symbol,
        state.shares,
        int(state.due),
        state.used,
        int(state.runs),
        state.hand,
        *[square + 1 for square in turned(state.at, own * RATS)],
        *turned(state.load, own * RATS),
        *_free_chips(state, _chips(ground, seats)),
        state.piper + 1,
        state.cat + 1,
        *turned(throws, own),
        state.ties,
        (state.winner - own) % seats + 1 if state.winner >= 0 else 0,
    )


def _chips(ground: Ground, seats: int) -> int:
    return ground.box.chips[seats]


def _free_chips(state: State, of_each: int) -> list[int]:
    """For each kind the squares of its free chips in order, then a zero for each one carried."""
    heaps = [(square, heap) for square, heap in enumerate(state.lying) if heap]
    return [
        number
        for kind in range(1, KINDS + 1)
        for number in padded(_squares_of(heaps, kind), of_each)
    ]


def _squares_of(heaps: list[tuple[int, int]], kind: Kind) -> list[int]:
    return [square + 1 for square, heap in heaps for _ in range(count(heap, kind))]
