"""The learned player with a look ahead: it tries the turns that its network likes in worlds that its view
allows, and leaves the one it likes best for another after which the network clearly expects more of the next
decision, whoever makes it.

All turns meet the same worlds and the same luck, so that they are compared by what they are. Where nothing is hidden
and nothing left to luck there is one world: it is followed along the decisions that the network would make for
everybody, and what it expects there counts together. A network that has grown to more seats is only asked what it
likes: it has never learned what to expect there.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from ratskeller.bots import Budget
from ratskeller.bots.lines import line, opinions_of, shares_of
from ratskeller.bots.net import NetBot
from ratskeller.bots.turns import Actions
from ratskeller.core.chance import WatchedLuck, past_chance
from ratskeller.core.course import by_luck
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat

_POSITIONS: Final = 128  # that are looked at for one decision, where the budget leaves it open
_TURNS: Final = 8  # that are compared
_LONGEST: Final = 12  # decisions of a turn; one that is longer is looked at as far


class LookBot:
    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.net = NetBot(game)

    def plays_by(self, seats: int, options: Any) -> str:
        """How it plays such a match: "network", or why it searches."""
        return self.net.plays_by(seats, options)

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        if len(legal) == 1:
            return legal[0]
        if not self.net.foresees(view.seen):
            return self.net.choose(view, legal, budget, rng)
        turns = self._turns(view, legal, rng)
        if len({turn[0] for turn in turns}) == 1:
            return turns[0][0]
        samples = max(2, (budget.nodes or _POSITIONS) // len(turns))
        first, *others = self._expected(view, turns, samples, rng)
        gains = [
            0.0,
            *(_surely([b - a for a, b in zip(first, one, strict=True)]) for one in others),
        ]
        return turns[max(range(len(turns)), key=gains.__getitem__)][0]

    def _turns(
        self, view: AnyView, legal: Sequence[GameAction], rng: random.Random
    ) -> list[Actions]:
        """The turns that the network likes best, up to somebody else's decision or to chance."""
        game, seat = self.game, view.viewer
        assert seat is not None
        ends: dict[Actions, float] = {}
        layer: dict[Actions, tuple[float, GameState]] = {(): (0.0, game.imagine(view, rng))}
        for _ in range(_LONGEST):
            found: dict[Actions, tuple[float, GameState]] = {}
            for actions, (liked, state) in layer.items():
                choices = legal if not actions else game.legal(state)
                seen = view if not actions else game.conceal(state, seat)
                for action, more in zip(choices, self._likely(seen, choices), strict=True):
                    found[(*actions, action)] = liked + more, state
            kept = sorted(found, key=lambda turn: found[turn][0], reverse=True)[:_TURNS]
            layer = {}
            for turn in kept:
                liked, state = found[turn][0], game.play(found[turn][1], turn[-1])
                if game.to_act(state) == seat:
                    layer[turn] = liked, state
                else:
                    ends[turn] = liked
            if not layer:
                break
        ends |= {turn: liked for turn, (liked, _) in layer.items()}
        return sorted(ends, key=ends.__getitem__, reverse=True)[:_TURNS]

    def _likely(self, view: AnyView, legal: Sequence[GameAction]) -> list[float]:
        """The logarithm of how likely the network would choose each."""
        if len(legal) == 1:
            return [0.0]
        liking = self.net.liking(view, legal)
        assert liking is not None
        most = max(liking)
        whole = most + math.log(math.fsum(math.exp(one - most) for one in liking))
        return [one - whole for one in liking]

    def _expected(
        self, view: AnyView, turns: Sequence[Actions], samples: int, rng: random.Random
    ) -> list[list[float]]:
        """By turn and world the share of the win that the seat can expect after it. Where nothing is left to luck all
        worlds are one: then by turn and moment of what follows.
        """
        game, seat = self.game, view.viewer
        assert seat is not None
        after: list[GameState] = []  # world by world, in the order of the turns
        for _ in range(samples):
            world, lot = game.imagine(view, rng), rng.getrandbits(64)
            lucks = [WatchedLuck(lot) for _ in turns]
            after += [
                past_chance(game, self._played(world, turn, seat), luck)
                for turn, luck in zip(turns, lucks, strict=True)
            ]
            if world == view.seen and not any(luck.used for luck in lucks):
                followed = line(self.net, after, [by_luck(game, luck) for luck in lucks])
                moments = [shares_of(one, seat) for one in islice(followed, samples)]
                return [list(of_turn) for of_turn in zip(*moments, strict=True)]
        shares = shares_of(opinions_of(self.net, after, [()] * len(after)), seat)
        return [shares[place :: len(turns)] for place in range(len(turns))]

    def _played(self, state: GameState, turn: Actions, seat: Seat) -> GameState:
        """A turn that was thought of in another world, as far as it goes in this one."""
        for action in turn:
            if self.game.to_act(state) != seat or action not in self.game.legal(state):
                break
            state = self.game.play(state, action)
        return state


def _surely(gains: Sequence[float]) -> float:
    """What is gained on average less its standard error: the luck of a few worlds is no reason to leave
    what the network likes best.
    """
    mean = math.fsum(gains) / len(gains)
    spread = math.fsum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return mean - math.sqrt(spread / len(gains))
