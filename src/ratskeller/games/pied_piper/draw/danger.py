"""What threatens a house: the floors that are left, and the Characters that could still fill them.

A Character that has one card waits for its second, and then acts. Which card that will be nobody
knows, so every kind is tried; so is every kind for a face-down card that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from msgspec.structs import replace

from ratskeller.draw.svg import Element, el, path
from ratskeller.draw.symbol import Caption, Symbol
from ratskeller.games.pied_piper.rules.moving import (
    Move,
    basic_move,
    change_by,
    in_gap,
    moved,
    moves_of,
    route,
)
from ratskeller.games.pied_piper.rules.state import (
    BASIC,
    NO_FIGURE,
    SLOTS,
    UNKNOWN,
    Card,
    Figure,
    House,
    Slot,
    State,
)

# --- reckoning ----------------------------------------------------------------------------------


def floors_left(state: State, house: House) -> int:
    """Return how many floors are left below the roof."""
    return state.options.roof - state.levels[house]


def raisers(state: State, house: House) -> tuple[Slot, ...]:
    """Return the Characters on the table whose next activation could raise a house's tracker."""
    return tuple(slot for slot in range(SLOTS) if house in _raised(state, slot))


def _raised(state: State, slot: Slot) -> set[House]:
    """Return all houses that a Character could drive rats through when it acts next."""
    figure = state.line[slot]
    if figure == NO_FIGURE or state.where[figure] not in state.ring:
        return set()
    return {
        house for moves in _possible(state, slot) for house in _driven_through(state, figure, moves)
    }


def _possible(state: State, slot: Slot) -> Iterator[Iterable[Move]]:
    """Return what the cards of a Character could do, with any second card. In Rugrats each card acts
    by itself and at once (PP-40); else a Character without a card is two cards away (PP-64).
    """
    if state.options.rugrats:
        yield from ((basic_move(card),) for card in BASIC)
        return
    laid = state.laid[slot]
    if not laid:
        return
    seconds = _could_be(laid[1].card) if len(laid) == 2 else _ANY
    for first in _could_be(laid[0].card):
        for second in seconds:
            yield (move for move, _ in moves_of(first, second))


_ANY: Final = range(UNKNOWN)


def _could_be(card: Card) -> Iterable[Card]:
    return _ANY if card == UNKNOWN else (card,)


def _driven_through(state: State, figure: Figure, moves: Iterable[Move]) -> Iterator[House]:
    for houses, under, together in moves:
        gap = state.where[figure]
        group = in_gap(state, gap) if together else (figure,)
        way = route(state.ring, gap, houses)
        if not under and change_by(group) > 0:
            yield from (house for house, _ in way)
        state = replace(state, where=moved(state, group, way[-1][1]))


# --- drawing ------------------------------------------------------------------------------------

_PAW: Final = (
    "M0 1C6 1 10 7 8 12C6 16 3 13 0 13C-3 13 -6 16 -8 12C-10 7 -6 1 0 1Z"
    "M-11 -5C-8 -6 -6 -3 -7 1C-8 4 -11 4 -12 0C-13 -2 -12 -5 -11 -5Z"
    "M-4 -12C-1 -12.5 0 -8 -.5 -5C-1.5 -1 -5 -1 -6 -5C-6.5 -8 -6 -11.5 -4 -12Z"
    "M4 -12C6 -11.5 6.5 -8 6 -5C5 -1 1.5 -1 .5 -5C0 -8 1 -12.5 4 -12Z"
    "M11 -5C12 -5 13 -2 12 0C11 4 8 4 7 1C6 -3 8 -6 11 -5Z"
)
_WIDTH, _HEIGHT = 68.0, 42.0


@cache
def danger_symbols() -> tuple[Symbol, ...]:
    """Return the two tags on a roof; the second is framed in rust where it could be the end."""
    gable = (
        path("M-13 -1L0 -13L13 -1Z", "line fill-rust", stroke_width=2.2),
        path("M-10 -1V13H10V-1", "line", stroke_width=2.2),
        path("M0 11V3M-3.6 6L0 2L3.6 6", "line", stroke_width=2),
    )
    paw = (path(_PAW, "fill-ink"),)
    return (
        _tag("floors-left", gable, "line fill-paper"),
        _tag("raisers", paw, "line fill-paper"),
        _tag("raisers-grave", paw, "line line-rust fill-paper"),
    )


def _tag(name: str, icon: tuple[Element, ...], frame: str) -> Symbol:
    grave = "rust" in frame
    return Symbol(
        id=name,
        width=_WIDTH,
        height=_HEIGHT,
        drawing=(
            el("rect", class_=frame, x=2, y=2, width=_WIDTH - 4, height=_HEIGHT - 4, rx=9,
               stroke_width=5 if grave else 2.6),
            el("g", *icon, transform="translate(21 21)"),
        ),
        caption=Caption(x=15, size=31, width=30, bold=True),
    )  # fmt: skip
