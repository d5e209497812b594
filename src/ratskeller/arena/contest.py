"""Who meets whom, with which luck: the timetable of a contest.

Luck cancels where everybody gets the same. So each *deal* (one chance stream: draw n of every
named stream is fixed) is played by every line-up in every order of seats that a rotation gives:

    two bots, two seats      a b   b a
    three bots, two seats    a b   b a   a c   c a   b c   c b
    four bots, four seats    a b c d   b c d a   c d a b   d a b c

More bots than seats: every combination is a line-up. Fewer: the seats are filled in turn, and where
that does not come out even, from every bot once.

    two bots, four seats     a b a b   b a b a
    two bots, three seats    a b a   b a a   a a b   b a b   a b b   b b a

Who sits beside whom is drawn anew for each deal. A deal is what a contest is made of: it is played
as a whole, and every interval is computed over deals, since the matches of one deal hang together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.bots.levels import recipe_of
from ratskeller.core.game import AnyGame

Key: TypeAlias = tuple[int, int, int]
"""Deal, line-up, rotation: what a match of a contest is found by."""


class Contest(Struct, frozen=True):
    """What is played. Two contests that are equal give the same matches on any machine."""

    game: str
    bots: tuple[str, ...]
    seats: int
    seed: int = 0
    options: dict[str, Any] = {}
    data: str = ""  # the text of another data file than the game's own
    adjusted: bool = False  # the luck of every seat is written down, to be taken off


class Pairing(Struct, frozen=True):
    """A match to be played: its key, and a bot for each seat."""

    deal: int
    lineup: int
    rotation: int
    bots: tuple[str, ...]

    @property
    def key(self) -> Key:
        return self.deal, self.lineup, self.rotation


def rules_of(contest: Contest) -> AnyGame:
    """The game, with the data of the contest."""
    return games.find(contest.game, data=contest.data)


def options_of(contest: Contest) -> Any:
    return msgspec.convert(contest.options, rules_of(contest).meta.options)


def recipes_of(contest: Contest) -> dict[str, str]:
    """What each bot was when the contest was played: a level may be tuned later."""
    game = rules_of(contest)
    return {name: str(recipe_of(name, game)) for name in contest.bots}


def pairings(contest: Contest, deal: int) -> Iterator[Pairing]:
    """All matches of a deal."""
    for number, lineup in enumerate(_lineups(contest, deal)):
        for rotation, bots in enumerate(_rotations(lineup)):
            yield Pairing(deal, number, rotation, bots)


def matches_a_deal(contest: Contest) -> int:
    return sum(1 for _ in pairings(contest, 0))


def deals_for(contest: Contest, matches: int) -> int:
    """So many deals make at least so many matches."""
    return -(-matches // matches_a_deal(contest))


def _lineups(contest: Contest, deal: int) -> Iterator[tuple[str, ...]]:
    seats, count = contest.seats, len(contest.bots)
    neighbours = random.Random(f"{contest.seed}/{deal}/neighbours")
    if count >= seats:
        for chosen in combinations(contest.bots, seats):
            yield tuple(neighbours.sample(chosen, seats))
        return
    order = neighbours.sample(contest.bots, count)
    for first in range(count if seats % count else 1):
        yield tuple(order[(first + seat) % count] for seat in range(seats))


def _rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every rotation once: with a bot on several seats some are the same."""
    turned = (lineup[shift:] + lineup[:shift] for shift in range(len(lineup)))
    return list(dict.fromkeys(turned))
