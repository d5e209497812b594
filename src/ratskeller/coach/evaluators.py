"""Who judges positions for the coach: one evaluator for a whole match, named in what it finds.

    network      where the game has weights for such a match that are known to expect what comes, they say it
    judgement    else the game's own judgement at the end of a turn, its scale fitted to results

Both give every seat its chance to win. A position is looked at where that can be told: past the chance
that is due, and, for a judgement, after the turn that its mover would play. What is compared, a decision
of the seat, is followed further: as far as the game's search follows it (`bots.steps.Habits`).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from ratskeller.bots.lines import line, mean_shares, won
from ratskeller.bots.net import NetBot
from ratskeller.bots.search import SearchBot
from ratskeller.bots.steps import Habits
from ratskeller.bots.turns import Actions, Scope, best_turns
from ratskeller.bots.worth import squash
from ratskeller.core.chance import past_chance
from ratskeller.core.course import by_luck, past_draws
from ratskeller.core.game import AnyGame, GameState, Seat

_FILE: Final = "coach.toml"
MOMENTS: Final = 4  # decisions in a row at which it is asked what to expect, until hands have shown
IMAGINED: Final = 24  # positions that share a future: the fewer, the more ways it is imagined in


class Measured(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's `coach.toml`: what `python -m bench.coach fit` has found."""

    network: tuple[
        int, ...
    ] = ()  # numbers of seats: what a network expects was held against results
    wavering: float = (
        0.0  # the share of decisions left to luck where its network plays as people do
    )
    compared: int = 6  # turns that are looked at closely; of many one always shines
    beam: int = 4  # how widely a turn is looked for that only shows where a position leads
    sharpness: dict[str, float] = {}  # by the number of seats
    tempo: dict[str, float] = {}  # by the number of seats
    ladder: dict[str, float] = {}  # by level of the house: the mean loss of its real decisions
    doubt: dict[str, float] = {}  # by evaluator: the error of a loss that sampling does not show


class Fit(NamedTuple):
    """How a judgement becomes a chance."""

    sharpness: float = 1.0  # what its logarithms of odds are multiplied by
    tempo: float = 0.0  # what it is worth to move next instead of last, on the same scale


_UNMEASURED: Final = 0.05
"""The doubt of an evaluator that nobody has measured: as wide as what two good moves differ by."""


class Evaluator(Protocol):
    name: str
    doubt: float
    whole_turns: bool  # what is compared are turns, and not single decisions

    def candidates(
        self, state: GameState, seat: Seat, compared: int = 0
    ) -> tuple[list[Actions], bool]:
        """What is compared at a decision, best at first sight first, and whether that is all there is.

        Of turns there are so many, or as many as its `coach.toml` says are looked at closely.
        """

    def near(
        self, states: Sequence[GameState], seat: Seat, luck: Sequence[random.Random]
    ) -> list[GameState]:
        """Where each of some positions is judged for a seat: each goes its way by its own luck."""

    def far(
        self, states: Sequence[GameState], seat: Seat, luck: Sequence[random.Random]
    ) -> list[GameState]:
        """Where a decision of the seat is judged that led to each of these states."""

    def shares(self, states: Sequence[GameState]) -> list[list[float]]:
        """By seat the chance to win, for positions that can be judged and for ends."""

    def shown(self, states: Sequence[GameState], futures: Sequence[int]) -> list[list[float]]:
        """By seat the chance to win in each of some positions if all hands count: each goes its way by the
        luck of its future, and those with the same number by the same luck.
        """


def evaluator_of(game: AnyGame, seats: int, options: Any) -> Evaluator:
    known = seats in measured(game).network
    return (network_of(game, seats, options) if known else None) or TurnJudge(game)


def network_of(game: AnyGame, seats: int, options: Any) -> NetJudge | None:
    """The network of such a match, whether or not it is known to expect what comes."""
    net = NetBot(game)
    return NetJudge(game, net) if net.plays_by(seats, options) == "network" else None


class NetJudge:
    """What a network expects where somebody is to move. It knows only what that mover sees: so what a seat can
    expect is asked where the seat itself is to move, and whoever moves before does what the network likes best.
    """

    name = "network"
    whole_turns = False

    def __init__(self, game: AnyGame, net: NetBot) -> None:
        self.game, self.net = game, net
        self.wavering = measured(game).wavering
        self.doubt = measured(game).doubt.get(self.name, _UNMEASURED)

    def candidates(
        self,
        state: GameState,
        seat: Seat,
        compared: int = 0,  # noqa: ARG002
    ) -> tuple[list[Actions], bool]:
        legal = self.game.legal(state)
        liking = self.net.liking(self.game.conceal(state, seat), legal) or [0.0] * len(legal)
        order = sorted(range(len(legal)), key=liking.__getitem__, reverse=True)
        return [(legal[place],) for place in order], True

    def near(
        self, states: Sequence[GameState], seat: Seat, luck: Sequence[random.Random]
    ) -> list[GameState]:
        return self._until(states, seat, luck, [-1] * len(states))

    def far(
        self, states: Sequence[GameState], seat: Seat, luck: Sequence[random.Random]
    ) -> list[GameState]:
        return self._until(states, seat, luck, list(map(self.game.turns, states)))

    def _until(
        self,
        states: Sequence[GameState],
        seat: Seat,
        luck: Sequence[random.Random],
        after: Sequence[int],
    ) -> list[GameState]:
        """Where the seat is to move, in a later turn than each of these."""
        game = self.game

        def waits(place: int, state: GameState) -> bool:
            return game.to_act(state) != seat or game.turns(state) <= after[place]

        return self.played_on(states, luck, game.meta.bound, waits)

    def played_on(
        self,
        states: Sequence[GameState],
        luck: Sequence[random.Random],
        decisions: int,
        waits: Callable[[int, GameState], bool] = lambda *_: True,
        *,
        wavering: bool = False,
    ) -> list[GameState]:
        """Where each comes to if the network makes so many decisions, as long as it waits for more. It does
        what it likes best. Wavering, it does what it likes as often as it likes it, and leaves a share of its
        decisions to luck.
        """
        game = self.game
        after = [past_chance(game, *one) for one in zip(states, luck, strict=True)]
        for _ in range(decisions):
            running = [
                place
                for place, one in enumerate(after)
                if game.to_act(one) is not None and waits(place, one)
            ]
            if not running:
                break
            views = [game.conceal(after[place], game.to_act(after[place])) for place in running]
            legal = [game.legal(after[place]) for place in running]
            for place, moves, thought in zip(
                running, legal, self.net.thoughts(views, legal), strict=True
            ):
                most = max(thought.liking)
                liked = moves[thought.liking.index(most)]
                if wavering:
                    luckily = luck[place].random() < self.wavering
                    weights = [1.0 if luckily else math.exp(one - most) for one in thought.liking]
                    (liked,) = luck[place].choices(moves, weights)
                after[place] = past_chance(game, game.play(after[place], liked), luck[place])
        return after

    def shares(self, states: Sequence[GameState]) -> list[list[float]]:
        game = self.game
        ends = [won(game, state) for state in states]
        running = [state for state, end in zip(states, ends, strict=True) if end is None]
        views = [game.conceal(state, game.to_act(state)) for state in running]
        expected = iter(self.net.shares(views) if views else [])
        return [end if end is not None else next(expected) for end in ends]

    def shown(self, states: Sequence[GameState], futures: Sequence[int]) -> list[list[float]]:
        """What a card is worth shows when it is played: so the mean of what is expected along some decisions
        that the network makes itself, by the judge of open hands where there is one, and as luck has it
        in one way and another.
        """
        game, sharing = self.game, Counter(futures)
        ways = [max(1, IMAGINED // sharing[future]) for future in futures]
        after = [state for state, count in zip(states, ways, strict=True) for _ in range(count)]
        draws = [
            by_luck(game, random.Random(f"{future}/{way}"))
            for future, count in zip(futures, ways, strict=True)
            for way in range(count)
        ]
        after = [past_draws(game, *one) for one in zip(after, draws, strict=True)]
        moments = islice(line(self.net, after, draws), MOMENTS)
        told = (opinion for opinions in zip(*moments, strict=True) for opinion in opinions)
        return [mean_shares(list(islice(told, MOMENTS * count))) for count in ways]


class TurnJudge:
    """The game's own judgement after a turn, as a chance."""

    name = "judgement"

    def __init__(self, game: AnyGame) -> None:
        bot = SearchBot(game)
        self.game, self.evaluate, self.scale = game, bot.evaluate, bot.scale
        self.habits: Habits = bot.habits
        self.whole_turns = bot.habits.whole_turns
        self.doubt = measured(game).doubt.get(self.name, _UNMEASURED)
        self.first = Scope(measured(game).beam, turns=1)
        self.compared = measured(game).compared

    def candidates(
        self, state: GameState, seat: Seat, compared: int = 0
    ) -> tuple[list[Actions], bool]:
        if not self.whole_turns:
            after: dict[Actions, GameState] = {
                (one,): self.game.play(state, one) for one in self.game.legal(state)
            }
            return sorted(
                after, key=lambda one: self.evaluate(after[one], seat), reverse=True
            ), True
        now = self.habits.now
        compared = compared or self.compared
        found, _ = best_turns(self.game, self.evaluate, state, seat, now)
        return list(found)[:compared], len(found) < min(compared + 1, now.turns)

    def near(
        self,
        states: Sequence[GameState],
        seat: Seat,  # noqa: ARG002
        luck: Sequence[random.Random],
    ) -> list[GameState]:
        return [
            self._moved_on(past_chance(self.game, *one)) for one in zip(states, luck, strict=True)
        ]

    def far(
        self, states: Sequence[GameState], seat: Seat, luck: Sequence[random.Random]
    ) -> list[GameState]:
        return [self._ahead(state, seat, lot) for state, lot in zip(states, luck, strict=True)]

    def _ahead(self, state: GameState, seat: Seat, luck: random.Random) -> GameState:
        """All play what they like best until the seat has had its turns ahead, and then the replies."""
        game, habits = self.game, self.habits
        if game.to_act(state) == seat:
            state = self._turn(state, seat)
        ahead = habits.ahead
        while True:
            state = past_chance(game, state, luck)
            mover = game.to_act(state)
            if mover is None or (mover == seat and not ahead):
                return state
            ahead -= mover == seat
            state = self._turn(state, mover)
            if mover == seat and not ahead and not habits.replies:
                return state

    def shown(self, states: Sequence[GameState], futures: Sequence[int]) -> list[list[float]]:
        luck = list(map(random.Random, futures))
        return self.shares(self.near(states, 0, luck))

    def _moved_on(self, state: GameState) -> GameState:
        """After the turn of its mover, who plays what the judgement likes best."""
        mover = self.game.to_act(state)
        return state if mover is None else self._turn(state, mover)

    def shares(self, states: Sequence[GameState]) -> list[list[float]]:
        return [won(self.game, state) or self.chances(state) for state in states]

    def chances(self, state: GameState) -> list[float]:
        return chances(self.odds(state), self.following(state), fit_of(self.game, state.seats))

    def odds(self, state: GameState) -> list[float]:
        """By seat, what the judgement says: a logarithm of the odds."""
        return [self.evaluate(state, seat) / self.scale for seat in range(state.seats)]

    def following(self, state: GameState) -> Seat:
        """Who moves next, when chance has had its say."""
        return self.game.to_act(past_chance(self.game, state, random.Random(0))) or 0

    def _turn(self, state: GameState, mover: Seat) -> GameState:
        found, _ = best_turns(self.game, self.evaluate, state, mover, self.first)
        return next(iter(found.values()))


def chances(odds: Sequence[float], following: Seat, fit: Fit) -> list[float]:
    """The odds of each seat as chances that make 1; the sooner a seat moves, the better."""
    seats = len(odds)
    weights = [
        squash(fit.sharpness * one)
        * math.exp(-fit.tempo * ((seat - following) % seats) / max(1, seats - 1))
        for seat, one in enumerate(odds)
    ]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


@cache
def fit_of(game: AnyGame, seats: int) -> Fit:
    """At a number of seats that nobody has measured, as at the nearest."""
    found = measured(game)
    nearest = min(found.tempo, key=lambda one: abs(int(one) - seats), default="")
    return Fit(found.sharpness[nearest], found.tempo[nearest]) if nearest else Fit()


@cache
def measured(game: AnyGame) -> Measured:
    """Nothing, where a game has no such file."""
    file = resources.files(type(game).__module__).joinpath(_FILE)
    return msgspec.toml.decode(file.read_bytes(), type=Measured) if file.is_file() else Measured()
