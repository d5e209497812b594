"""What the judgement of First Rat is made of, piece by piece: the reasons of a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ratskeller.core.facts import PositionFact
from ratskeller.core.game import Seat
from ratskeller.games.first_rat import FirstRat
from ratskeller.games.first_rat.bot.judgement import (
    CAP,
    DRINK,
    LIT,
    SPACE,
    WORTH,
    comics_worth,
    horizon,
    packs_worth,
    turns_left,
)
from ratskeller.games.first_rat.rules.scoring import score
from ratskeller.games.first_rat.rules.state import GOODS, LAUNCHPAD, OVER, RATS, State


def facts_of(_game: FirstRat) -> Callable[[State, Seat], list[PositionFact]]:
    """Points, goods, how far rats and lights have come, things bought; none after the end."""
    return lambda state, seat: [] if state.phase == OVER else list(_facts(state, seat))


def _facts(state: State, seat: Seat) -> Iterator[PositionFact]:
    turns = turns_left(state, seat, horizon(state))
    for other in range(state.seats):
        points = score(state, other)
        share = 1.0 if other == seat else -1 / (state.seats - 1)
        yield PositionFact("points", (other,), points, share * points)
    for kind, count in enumerate(state.goods[GOODS * seat : GOODS * (seat + 1)]):
        yield PositionFact("goods", (kind,), count, WORTH[kind] * count)
    # compared only where as many are under way: who is in the rocket counts in points
    spaces = [space for space in state.rats[RATS * seat : RATS * (seat + 1)] if space <= LAUNCHPAD]
    yield PositionFact("spaces", (len(spaces),), sum(spaces), SPACE * sum(spaces))
    yield PositionFact("light", (), state.light[seat], LIT * turns * state.light[seat])
    drinks, packs, comics = state.drinks[seat], state.packs[seat], state.comics[seat]
    yield PositionFact("drinks", (), drinks, DRINK * drinks)
    yield PositionFact("packs", (), packs.bit_count(), packs_worth(packs) * turns)
    yield PositionFact("comics", (), comics.bit_count(), comics_worth(comics))
    yield PositionFact("caps", (), state.caps[seat].bit_count(), CAP * state.caps[seat].bit_count())
