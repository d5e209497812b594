"""What the judgement of The Pied Piper is made of, piece by piece: the reasons of a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ratskeller.core.facts import DUE, PositionFact
from ratskeller.core.game import Seat
from ratskeller.games.pied_piper import PiedPiper
from ratskeller.games.pied_piper.bot.judgement import (
    IN_FRONT,
    PRIMED,
    TRACKER,
    WON,
    dangers,
    primed,
    worry,
)
from ratskeller.games.pied_piper.rules.leaving import trackers_held
from ratskeller.games.pied_piper.rules.moving import route
from ratskeller.games.pied_piper.rules.state import OVER, PIPER, State


def facts_of(_game: PiedPiper) -> Callable[[State, Seat], list[PositionFact]]:
    """Levels, who stands right before a house, which cards lie ready, trackers; none after the end."""
    return lambda state, seat: [] if state.phase == OVER else list(_facts(state, seat))


def _facts(state: State, seat: Seat) -> Iterator[PositionFact]:
    yield PositionFact(DUE, (), state.to_place if state.active == seat else 0, 0.0)
    yield PositionFact("in", (), int(seat not in state.out), WON * (seat not in state.out))
    if seat in state.out:
        return
    held = trackers_held(state, seat)
    yield PositionFact("trackers", (), held, TRACKER * held)
    ready = set(primed(state))
    for house, weight in _weights(state, seat).items():
        level = state.levels[house]
        yield PositionFact("level", (house,), level, weight * worry(level, state.options.roof))
        for figure, gap in enumerate(state.where):
            sign = -1 if figure == PIPER else 1
            before = gap in state.ring and route(state.ring, gap, 1)[0][0] == house
            yield PositionFact(
                "before", (figure, house), int(before), sign * weight * IN_FRONT * before
            )
            leads = (figure, house) in ready
            yield PositionFact(
                "primed", (figure, house), int(leads), sign * weight * PRIMED * leads
            )


def _weights(state: State, seat: Seat) -> dict[Seat, float]:
    """What a floor of each house counts to a seat, as `evaluate` adds them up."""
    danger = dangers(state)
    rivals = [s for s in range(state.seats) if s != seat and s not in state.out]
    lowest = min(rivals, key=danger.__getitem__)
    return {seat: -2.0} | {s: 1 / len(rivals) + (s == lowest) for s in rivals}
