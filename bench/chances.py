"""Chances against results: how a judgement becomes a chance, and whether chances come true.

`fit` plays matches with one seed and finds the figures of `coach.toml`; `reliability` looks at others, which no
fitting and no training has seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from bench.samples import Sample, Study
from ratskeller import games
from ratskeller.arena.intervals import Estimate, mean
from ratskeller.arena.playing import play_match
from ratskeller.bots import find_bot
from ratskeller.bots.lines import won
from ratskeller.coach.evaluators import Fit, TurnJudge, chances, evaluator_of
from ratskeller.core.game import CHANCE, GameState

BINS: Final = 10
CHECKED: Final = 900_000  # seeds that nobody fits by
_SURE: Final = 1e-6  # nobody is surprised by more than its logarithm
_FINEST: Final = 0.01
_ROUNDS: Final = 3


# --- fitting -----------------------------------------------------------------------------------


class Told(NamedTuple):
    """What the judgement says after a turn, who is next, and what came of it."""

    odds: list[float]
    following: int
    shares: list[float]


Course: TypeAlias = Sequence[Told]


def told(game_id: str, bots: Sequence[str], seed: int, number: int) -> Course:
    """The position after each turn of a match."""
    game = games.find(game_id)
    judge, found = TurnJudge(game), list[tuple[list[float], int]]()
    state: GameState | None = None
    turn = 0
    players = [find_bot(bot, game) for bot in bots]
    for state, mover, _ in play_match(game, game.meta.options(), players, seed, number):
        if mover is not None and game.turns(state) > turn:
            turn = game.turns(state)
            found.append((judge.odds(state), judge.following(state)))
    assert state is not None
    shares = won(game, state)
    assert shares is not None
    return [Told(*one, shares) for one in found]


def fitted(courses: Sequence[Course]) -> Fit:
    """Sharpness by the least surprise at results, tempo so that a turn gains nothing on average: one after
    the other, until neither changes the other any more.
    """
    tempo = sharpness = 0.0
    for _ in range(_ROUNDS):
        sharpness = _least(partial(_surprise_by, courses, tempo))
        tempo = _least(partial(_drift_by, courses, sharpness))
    return Fit(round(sharpness, 2), round(tempo, 2))


def _surprise_by(courses: Sequence[Course], tempo: float, sharpness: float) -> float:
    return surprise(courses, Fit(sharpness, tempo))


def _drift_by(courses: Sequence[Course], sharpness: float, tempo: float) -> float:
    return abs(drift(courses, Fit(sharpness, tempo)))


def _least(cost: Callable[[float], float]) -> float:
    """Where something with one valley is least between 0 and 4."""
    low, high = 0.0, 4.0
    while high - low > _FINEST:
        third = (high - low) / 3
        if cost(low + third) < cost(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def drift(courses: Sequence[Course], way: Fit) -> float:
    """What a turn gains its mover on average: nothing, where it is known who moves."""
    gains = []
    for course in courses:
        values = [chances(one.odds, one.following, way) for one in course] + [course[-1].shares]
        gains += [
            b[one.following] - a[one.following]
            for one, (a, b) in zip(course, pairwise(values), strict=True)
        ]
    return fmean(gains)


def surprise(courses: Sequence[Course], way: Fit) -> float:
    """The mean surprise at results, in nats."""
    total, count = 0.0, 0
    for one in (one for course in courses for one in course):
        count += 1
        for share, chance in zip(one.shares, chances(one.odds, one.following, way), strict=True):
            total -= share * math.log(max(chance, _SURE)) if share else 0.0
    return total / count


# --- looking whether they come true ------------------------------------------------------------


def come_true(study: Study, number: int) -> Sample:
    """Of a match, bin by bin: how often a seat had such a chance after a turn, the sum of those chances, and
    of what it won.
    """
    game = games.find(study.game)
    options = game.meta.options()
    judge = evaluator_of(game, study.seats, options)
    players = [find_bot(bot, game) for bot in study.bots]
    found = list[GameState]()
    turn, last = 0, game.start(study.seats, options)
    for state, mover, _ in play_match(game, options, players, CHECKED, number):
        # a judgement knows positions after a turn, a network those in which somebody is to move
        ready = mover is not None and (judge.name == "judgement" or mover != CHANCE)
        if ready and game.turns(state) > turn:
            turn = game.turns(state)
            found.append(state)
        last = state
    shares = won(game, last)
    assert shares is not None
    bins = [[0.0] * 3 for _ in range(BINS)]
    for chance, share in (
        pair for said in judge.shares(found) for pair in zip(said, shares, strict=True)
    ):
        place = bins[min(BINS - 1, int(BINS * chance))]
        place[0], place[1], place[2] = place[0] + 1, place[1] + chance, place[2] + share
    return [figure for one in bins for figure in one]


class Bin(NamedTuple):
    """Chances of about the same size, and what became of them."""

    positions: int
    matches: int
    said: float
    came: Estimate


def bins_of(samples: Sequence[Sample]) -> Iterator[Bin]:
    """Those that somebody was ever in. The interval is over matches: the positions of one hang together."""
    for number in range(BINS):
        of_bin = [one[3 * number : 3 * number + 3] for one in samples]
        met = [one for one in of_bin if one[0]]
        count, said, came = (math.fsum(column) for column in zip(*of_bin, strict=True))
        if count:
            rate, each = came / count, count / len(met)
            # a ratio of sums: its spread is that of what each match has more than the rate says
            off = mean([(one[2] - rate * one[0]) / each for one in met])
            yield Bin(
                int(count),
                len(met),
                said / count,
                Estimate(rate, rate - off.margin, rate + off.margin, len(met)),
            )
