"""What threatens a house: the floors that are left, and the Characters that could still fill them.

A Character that has one card waits for its second, and then acts. Which card that will be nobody
knows, so every kind is tried; so is every kind for a face-down card that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, TypeAlias

from ratskeller.draw.svg import Element, el, path
from ratskeller.draw.symbol import Caption, Symbol
from ratskeller.games.pied_piper.rules.moving import (
    Move,
    basic_move,
    change_by,
    moves_of,
    route,
)
from ratskeller.games.pied_piper.rules.state import (
    BASIC,
    NO_FIGURE,
    UNKNOWN,
    Card,
    Figure,
    Gap,
    House,
    State,
)

Ring: TypeAlias = tuple[House, ...]
Where: TypeAlias = tuple[Gap, ...]

# --- reckoning ----------------------------------------------------------------------------------


def floors_left(state: State, house: House) -> int:
    """Return how many floors are left below the roof."""
    return state.options.roof - state.levels[house]


def raised(state: State) -> tuple[frozenset[House], ...]:
    """Return for each slot the houses whose trackers its Character could raise when it acts next."""
    cards = tuple([tuple([card.card for card in cards]) for cards in state.laid])
    return _raised(state.ring, state.where, state.line, cards, rugrats=state.options.rugrats)


@lru_cache(maxsize=4096)  # many viewers look at each step
def _raised(
    ring: Ring,
    where: Where,
    line: tuple[Figure, ...],
    laid: tuple[tuple[Card, ...], ...],
    *,
    rugrats: bool,
) -> tuple[frozenset[House], ...]:
    return tuple(
        frozenset()
        if figure == NO_FIGURE or where[figure] not in ring
        else _raised_by(ring, where, figure, cards, rugrats=rugrats)
        for figure, cards in zip(line, laid, strict=True)
    )


@lru_cache(maxsize=4096)  # and a step moves one figure or card
def _raised_by(
    ring: Ring, where: Where, figure: Figure, cards: tuple[Card, ...], *, rugrats: bool
) -> frozenset[House]:
    """Return all houses that a Character could drive rats through when it acts next."""
    return frozenset(
        house
        for moves in _possible(cards, rugrats=rugrats)
        for house in _driven_through(ring, where, figure, moves)
    )


def _possible(cards: tuple[Card, ...], *, rugrats: bool) -> Iterator[Iterable[Move]]:
    """Return what the cards of a Character could do, with any second card. In Rugrats each card acts
    by itself and at once (PP-40); else a Character without a card is two cards away (PP-64).
    """
    if rugrats:
        yield from ((basic_move(card),) for card in BASIC)
        return
    if not cards:
        return
    seconds = _could_be(cards[1]) if len(cards) == 2 else _ANY
    for first in _could_be(cards[0]):
        for second in seconds:
            yield (move for move, _ in moves_of(first, second))


_ANY: Final = range(UNKNOWN)


def _could_be(card: Card) -> Iterable[Card]:
    return _ANY if card == UNKNOWN else (card,)


def _driven_through(
    ring: Ring, where: Where, figure: Figure, moves: Iterable[Move]
) -> Iterator[House]:
    gaps = list(where)
    for houses, under, together in moves:
        gap = gaps[figure]
        group = tuple(one for one, place in enumerate(gaps) if place == gap)
        group = group if together else (figure,)
        way = route(ring, gap, houses)
        if not under and change_by(group) > 0:
            yield from (house for house, _ in way)
        for one in group:
            gaps[one] = way[-1][1]


# --- drawing ------------------------------------------------------------------------------------

_PAW: Final = (
    "M0 1C6 1 10 7 8 12C6 16 3 13 0 13C-3 13 -6 16 -8 12C-10 7 -6 1 0 1Z"
    "M-11 -5C-8 -6 -6 -3 -7 1C-8 4 -11 4 -12 0C-13 -2 -12 -5 -11 -5Z"
    "M-4 -12C-1 -12.5 0 -8 -.5 -5C-1.5 -1 -5 -1 -6 -5C-6.5 -8 -6 -11.5 -4 -12Z"
    "M4 -12C6 -11.5 6.5 -8 6 -5C5 -1 1.5 -1 .5 -5C0 -8 1 -12.5 4 -12Z"
    "M11 -5C12 -5 13 -2 12 0C11 4 8 4 7 1C6 -3 8 -6 11 -5Z"
)
TAG_WIDTH, TAG_HEIGHT = 68.0, 42.0


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
        width=TAG_WIDTH,
        height=TAG_HEIGHT,
        drawing=(
            el("rect", class_=frame, x=2, y=2, width=TAG_WIDTH - 4, height=TAG_HEIGHT - 4, rx=9,
               stroke_width=5 if grave else 2.6),
            el("g", *icon, transform="translate(21 21)"),
        ),
        caption=Caption(x=15, size=31, width=30, bold=True),
    )  # fmt: skip
