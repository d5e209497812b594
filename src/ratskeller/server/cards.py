"""The cards of the players: what their game shows beside a name, and who leads."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ratskeller.core.game import AnyView, Seat
from ratskeller.draw.table import AnyBoard, Sign
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import AnyWords, Race

Card = tuple[Sign, ...]
LEADS: Final = "leads"
"""The icon of whoever is ahead; every page with a board has it."""


def cards(board: AnyBoard, words: AnyWords, view: AnyView, seats: int) -> tuple[Card, ...]:
    """What is said of each seat, as far as this view goes."""
    race = words.race(view)
    ahead = leaders(race) if race is not None else frozenset()
    mark = (Sign(platform_words(words.language).gettext("leads"), LEADS),) if ahead else ()
    return tuple(
        (*board.seat_facts(view, seat), *(mark if seat in ahead else ())) for seat in range(seats)
    )


@lru_cache(1 << 10)
def leaders(race: Race) -> frozenset[Seat]:
    """Who is ahead; nobody where all are equal."""
    standing = {seat: value for seat, value in enumerate(race.values) if value is not None}
    if len(set(standing.values())) < 2:
        return frozenset()
    best = (min if race.least else max)(standing.values())
    return frozenset(seat for seat, value in standing.items() if value == best)
