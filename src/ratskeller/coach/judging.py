"""Judging by what a seat could know: worlds that its view allows, and the same luck for all that is compared.

Everything here takes a `View`, so nothing that was hidden from the seat can have a say. The true state goes
in by two doors: `start`, before anything is dealt, and `hindsight`.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from ratskeller.bots.turns import Actions
from ratskeller.coach.evaluators import Evaluator
from ratskeller.coach.findings import SURE
from ratskeller.core.chance import WatchedLuck
from ratskeller.core.game import CHANCE, AnyGame, AnyView, GameAction, GameState, Seat


class Depth(NamedTuple):
    """How closely positions and decisions are looked at."""

    first: int = 8  # worlds by which the best is picked
    closer: int = 16  # others, by which it is compared: who picks the highest would flatter it
    compared: int = 0  # turns, where turns are compared; 0: as many as the evaluator does
    outlook: int = 12  # worlds by which a position is valued
    deals: int = 64  # by which the chance before the deal is valued
    outcomes: int = 0  # of a draw that are looked at, as they come up; 0: all

    def times(self, more: int) -> Depth:
        return self._replace(first=more * self.first, closer=more * self.closer)


USUAL: Final = Depth()


class Value(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


class Verdict(NamedTuple):
    """What became of a decision."""

    complete: bool  # all that could be played was looked at
    forced: bool  # there was nothing else to play
    spread: float  # between the best and the worst of it, as it seemed at first
    best: Actions
    second: Actions
    loss: Value  # of what was played against the best
    gain: Value  # of what was played against what a house player would have played at first sight
    lead: Value  # of the best before the second
    worth: float  # of what was played

    @property
    def indifferent(self) -> bool:
        return self.complete and self.spread <= SURE * self.lead.error


class Solution(NamedTuple):
    """A turn, and how many of its first decisions are clearly the best; how the others go, matters less."""

    turn: Actions
    decisive: int
    second: Actions  # the best turn that does without them
    lead: Value  # of the turn before the second
    shaken: float  # as much of its error as comes from sampling, and would be other with other luck

    @property
    def line(self) -> Actions:
        return self.turn[: self.decisive]


class _World(NamedTuple):
    state: GameState
    luck: int


_Drawn: TypeAlias = tuple[GameAction | None, float, int]
"""An outcome of chance, if any was due; its weight, and the number of the world."""


class _Way(NamedTuple):
    """How a position can go on, and the luck that it follows from there."""

    drawn: _Drawn
    after: GameState
    luck: random.Random


class Outlook(NamedTuple):
    """What a seat can expect from a position, by worlds and by what chance can bring in them."""

    drawn: Sequence[_Drawn]
    values: Sequence[float]

    @property
    def value(self) -> Value:
        by_world: dict[int, list[tuple[float, float]]] = {}
        for (_, weight, world), value in zip(self.drawn, self.values, strict=True):
            by_world.setdefault(world, []).append((weight, value))
        return _weighted([_expected(of_one) for of_one in by_world.values()])

    def luck(self, outcome: GameAction) -> Value | None:
        """What an outcome is worth more than was to be expected: worlds count by how likely they make
        it. None where it was not among what was looked at.
        """
        expected = self.value.mean
        ways = [
            (weight, value - expected)
            for (one, weight, _), value in zip(self.drawn, self.values, strict=True)
            if one == outcome
        ]
        return _weighted(ways) if ways else None


class SeatJudge:
    """The evaluator of a match at work for one seat."""

    def __init__(
        self, game: AnyGame, evaluator: Evaluator, seat: Seat, depth: Depth = USUAL
    ) -> None:
        self.game, self.evaluator, self.seat, self.depth = game, evaluator, seat, depth
        self._sure: dict[GameState, GameState] = {}

    # --- positions ---

    def start(self, first: GameState, rng: random.Random) -> Value:
        """What the seat can expect before anything is dealt."""
        luck = [random.Random(rng.getrandbits(64)) for _ in range(self.depth.deals)]
        return _mean(self._values(self.evaluator.near([first] * len(luck), self.seat, luck)))

    def outlook(self, view: AnyView, rng: random.Random) -> Outlook:
        """What the seat can expect from a position. Where chance is due, its outcomes are looked at."""
        (found,) = self.outlooks([view], [rng])
        return found

    def outlooks(self, views: Sequence[AnyView], luck: Sequence[random.Random]) -> list[Outlook]:
        """The same of some positions, the evaluator asked about all at once: that is much quicker."""
        ways = [self._ways(*one) for one in zip(views, luck, strict=True)]
        whole = [way for of_view in ways for way in of_view]
        ends = self.evaluator.near(
            [way.after for way in whole], self.seat, [way.luck for way in whole]
        )
        values = iter(self._values(ends))
        return [
            Outlook([way.drawn for way in of_view], [next(values) for _ in of_view])
            for of_view in ways
        ]

    def _ways(self, view: AnyView, rng: random.Random) -> list[_Way]:
        game, ways = self.game, list[_Way]()
        worlds = Counter(game.imagine(view, rng) for _ in range(self.depth.outlook))
        for number, (world, often) in enumerate(worlds.items()):
            lot = rng.getrandbits(64)
            due: Sequence[tuple[GameAction | None, int]] = ((None, 1),)
            if game.to_act(world) == CHANCE:
                due = tuple(zip(*game.odds(world), strict=True))
                if some := self.depth.outcomes:
                    outcomes, weights = zip(*due, strict=True)
                    due = tuple((one, 1) for one in rng.choices(outcomes, weights, k=some))
            total = sum(weight for _, weight in due)
            for outcome, weight in due:
                if weight:
                    after = world if outcome is None else game.play(world, outcome)
                    drawn = outcome, often * weight / total, number
                    ways.append(_Way(drawn, after, random.Random(lot)))
        return ways

    # --- decisions ---

    def judge(self, view: AnyView, played: Actions, rng: random.Random) -> Verdict:
        """A decision of the seat, by what it saw."""
        worlds = [self.game.imagine(view, rng) for _ in range(self._worlds)]
        return self._judge(worlds, played, rng)

    def hindsight(self, state: GameState, played: Actions, rng: random.Random) -> Verdict:
        """The same if all had been known; the luck to come is still luck."""
        return self._judge([state] * self._worlds, played, rng)

    @property
    def _worlds(self) -> int:
        return self.depth.first + self.depth.closer

    def _judge(self, states: Sequence[GameState], played: Actions, rng: random.Random) -> Verdict:
        self._sure.clear()
        worlds = [_World(state, rng.getrandbits(64)) for state in states]
        found, complete = self.evaluator.candidates(worlds[0].state, self.seat, self.depth.compared)
        ends = self._apart(worlds[0].state, (played, *found))
        candidates, par = list(ends.values()), ends[self.follow(worlds[0].state, found[0])]
        first = self._looked_at(candidates, worlds[: self.depth.first])
        seemed = {one: fmean(values) for one, (values, _) in first.items()}
        ranked = sorted(candidates, key=seemed.__getitem__, reverse=True)
        best, second = ranked[0], ranked[min(1, len(ranked) - 1)]
        rivals = dict.fromkeys([played, best, second, par])
        closer = self._looked_at(list(rivals), worlds[self.depth.first :])
        return Verdict(
            complete=complete,
            forced=complete and len(found) == 1,
            spread=seemed[best] - seemed[ranked[-1]],
            best=best,
            second=second,
            loss=self._difference(closer[best], closer[played]),
            gain=self._difference(closer[played], closer[par]),
            lead=self._difference(closer[best], closer[second]),
            worth=fmean(closer[played][0]),
        )

    def par(self, view: AnyView, rng: random.Random) -> Actions:
        """What a house player would have played at first sight."""
        world = self.game.imagine(view, rng)
        found, _ = self.evaluator.candidates(world, self.seat, self.depth.compared)
        return found[0]

    def behind(self, view: AnyView, tried: Actions, best: Actions, rng: random.Random) -> Value:
        """How far a try stays behind what `judge` has found to be best: by the same worlds and luck."""
        self._sure.clear()
        states = [self.game.imagine(view, rng) for _ in range(self._worlds)]
        worlds = [_World(state, rng.getrandbits(64)) for state in states]
        if len(self._apart(worlds[0].state, (tried, best))) == 1:
            return Value(0.0, 0.0)
        closer = self._looked_at([tried, best], worlds[self.depth.first :])
        return self._difference(closer[best], closer[tried])

    def answer(
        self, view: AnyView, rng: random.Random, least: float, line: Actions = ()
    ) -> Solution | None:
        """As much of the best turn as leads everything else by at least so much, as it seems; None where
        not even its first decision does. Or whatever leads that begins with a line, however little.
        """
        self._sure.clear()
        worlds = [
            _World(self.game.imagine(view, rng), rng.getrandbits(64)) for _ in range(self._worlds)
        ]
        world = worlds[0].state
        found, _ = self.evaluator.candidates(world, self.seat, self.depth.compared)
        candidates = list(self._apart(world, found).values())
        first = self._looked_at(candidates, worlds[: self.depth.first])
        seemed = {one: fmean(values) for one, (values, _) in first.items()}
        ranked = sorted(candidates, key=seemed.__getitem__, reverse=True)
        goals = [line] if line else [ranked[0][:count] for count in range(len(ranked[0]), 0, -1)]
        for goal in goals:
            inside, outside = self._divided(world, ranked, goal)
            if not outside or not inside:
                continue
            best, second = inside[0], outside[0]
            if line or seemed[best] - seemed[second] >= least:
                closer = self._looked_at([best, second], worlds[self.depth.first :])
                lead = self._difference(closer[best], closer[second])
                if line or lead.mean >= least:
                    shaken = _ahead(closer[best], closer[second]).error
                    return Solution(best, len(goal), second, lead, shaken)
        return None

    def _divided(
        self, world: GameState, turns: Sequence[Actions], goal: Actions
    ) -> tuple[list[Actions], list[Actions]]:
        """Turns that come through where a line leads, in whatever order they get there, and the others."""
        sides: tuple[list[Actions], list[Actions]] = [], []
        there = self.follow(world, goal)
        for turn in turns:
            ways = (self.follow(world, turn[:count]) for count in range(1, len(turn) + 1))
            sides[all(way != there for way in ways)].append(turn)
        return sides

    def _apart(self, world: GameState, turns: Sequence[Actions]) -> dict[GameState, Actions]:
        """By where they lead: two ways to the same position are one. The first is kept, so where another
        is as good as what was played, that was the best.
        """
        ends: dict[GameState, Actions] = {}
        for actions in turns:
            ends.setdefault(self.follow(world, actions), actions)
        return ends

    def _looked_at(
        self, candidates: Sequence[Actions], worlds: Sequence[_World]
    ) -> dict[Actions, _Look]:
        """What each came to, all in the same worlds and with the same luck."""
        by_world = [
            self._far([self.follow(world.state, actions) for actions in candidates], world.luck)
            for world in worlds
        ]
        ends = [end for of_one in zip(*by_world, strict=True) for end in of_one]
        values, over = self._values(ends), [self.game.outcome(end) is not None for end in ends]
        size = len(worlds)
        return {
            actions: (values[at : at + size], over[at : at + size])
            for actions, at in zip(candidates, range(0, len(ends), size), strict=True)
        }

    def _far(self, states: Sequence[GameState], lot: int) -> list[GameState]:
        """Where a decision is judged that led to each. A walk that met no luck is the same every time."""
        fresh = [state for state in dict.fromkeys(states) if state not in self._sure]
        luck = [WatchedLuck(lot) for _ in fresh]
        found = dict(zip(fresh, self.evaluator.far(fresh, self.seat, luck), strict=True))
        self._sure |= {
            state: found[state] for state, one in zip(fresh, luck, strict=True) if not one.used
        }
        return [self._sure[state] if state in self._sure else found[state] for state in states]

    def _difference(self, better: _Look, other: _Look) -> Value:
        """With the doubt about positions that are not over: sampling does not show that."""
        if better is other:
            return Value(0.0, 0.0)
        judged = fmean(not (one and two) for one, two in zip(better[1], other[1], strict=True))
        mean, error = _ahead(better, other)
        return Value(mean, math.hypot(error, self.evaluator.doubt * judged))

    def follow(self, state: GameState, actions: Actions) -> GameState:
        """The state after a turn, as far as it goes in this world."""
        for action in actions:
            if self.game.to_act(state) != self.seat or action not in self.game.legal(state):
                break
            state = self.game.play(state, action)
        return state

    def _values(self, states: Sequence[GameState]) -> list[float]:
        return [shares[self.seat] for shares in self.evaluator.shares(states)]


def luck_of(game: AnyGame, view: AnyView, seed: int) -> random.Random:
    """By what a seat sees, and by nothing else: twin worlds are judged alike."""
    return random.Random(f"{seed}/{game.encode(view)}")


_Look: TypeAlias = tuple[Sequence[float], Sequence[bool]]
"""What came of a candidate world by world, and where the match was over."""


def _ahead(better: _Look, other: _Look) -> Value:
    """World by world, as sampling shows it."""
    return _mean([one - two for one, two in zip(better[0], other[0], strict=True)])


def _mean(values: Sequence[float]) -> Value:
    return _weighted([(1.0, value) for value in values])


def _expected(ways: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The whole weight of some ways, and their mean."""
    total = math.fsum(weight for weight, _ in ways)
    return total, math.fsum(weight * value for weight, value in ways) / total


def _weighted(values: Sequence[tuple[float, float]]) -> Value:
    """The mean of weighted values, and its standard error: of one alone there is none to be seen."""
    total, mean = _expected(values)
    if len(values) < 2:
        return Value(mean, 0.0)
    squares = math.fsum(weight * weight * (value - mean) ** 2 for weight, value in values)
    return Value(mean, math.sqrt(squares * len(values) / (len(values) - 1)) / total)
