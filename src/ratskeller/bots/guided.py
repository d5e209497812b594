"""The tree search that its network guides: the policy says what to try first, the value what came of it.

Like `search` it imagines worlds that its view allows and keeps one tree for all of them, keyed by decisions,
in which every seat goes for its own share of the win. It differs in what it asks:

    which move next   the one with the best mix of what came of it and what the network makes of it, which
                      counts the less the more often it was tried (PUCT)
    what is it worth  what the network expects of the first position that is new and along the line of play from
                      there, for every seat (`bots.lines`)
    how it is asked   about many positions at once: walks that are under way count as lost until their answer
                      is there, so that the next ones go elsewhere (virtual loss)
    which first move  some that the network likes are tried equally often, then the better half of them; the
                      n-th walk of each meets the same world and the same luck, so that they are compared by
                      what they are

Whatever others hold is imagined anew for every walk, so where a world allows a move that the tree has not
thought of there, the network is asked about that position again.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from ratskeller.bots import Budget
from ratskeller.bots.lines import line, mean_shares, won
from ratskeller.bots.net import NetBot
from ratskeller.bots.search import Judgement
from ratskeller.core.chance import past_chance
from ratskeller.core.course import by_luck
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat

_POSITIONS: Final = (
    3600  # that the network is asked about for one decision, where the budget leaves it open
)
_MOMENTS: Final = 7  # of the line of play that a walk is valued by
_TOGETHER: Final = 32  # at once
_CURIOSITY: Final = 1.0  # how much the network's liking attracts
_DOUBT: Final = 3.0  # how much less sure of its liking the network is taken to be than it says
_RIVALS: Final = 8  # first moves that are compared


class _Spot:
    """A position reached by the same choices, whatever chance brought in between."""

    __slots__ = ("children", "likes", "visits", "worth")

    def __init__(self, seats: int) -> None:
        self.visits = 0  # those under way included
        self.worth = [0.0] * seats  # summed, by seat
        self.children: dict[GameAction, _Spot] = {}
        self.likes: dict[GameAction, float] = {}  # each between 0 and 1


class _Walk(NamedTuple):
    """A way down the tree, and where it has ended."""

    way: list[_Spot]
    end: GameState  # of the walk, perhaps of the match
    luck: random.Random  # of what would follow
    legal: Sequence[GameAction] = ()  # none where the match is over


class GuidedBot:
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
        quest = _Quest(self, view, legal, rng)
        quest.halve(budget.nodes or _POSITIONS)
        judged = [quest.judgement(action) for action in legal]
        return legal[max(range(len(legal)), key=judged.__getitem__)]

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[Judgement]:
        """What came of each legal action; each is walked at least once."""
        if not self.net.foresees(view.seen):
            wanted = budget if budget.nodes else self.net.patience
            return self.net.instead.judge(view, legal, wanted, rng)
        quest = _Quest(self, view, legal, rng)
        quest.walk_all(legal)
        quest.halve(budget.nodes or _POSITIONS)
        return [quest.judgement(action) for action in legal]


class _Quest:
    """One decision: its first moves, and the worlds and the luck that each of them meets in turn."""

    def __init__(
        self, bot: GuidedBot, view: AnyView, legal: Sequence[GameAction], rng: random.Random
    ) -> None:
        self.game, self.net, self.view, self.rng = bot.game, bot.net, view, rng
        self.root = _Spot(view.seen.seats)
        self.worlds = [self.game.imagine(view, rng)]
        self.luck = rng.getrandbits(64)
        self.spent = 1
        (thought,) = self.net.thoughts([view], [legal])
        _like(self.root, legal, thought.liking)
        self.liked = sorted(legal, key=self._promise, reverse=True)

    def _promise(self, action: GameAction) -> float:
        """How much the network likes a move; one that wins at once is compared, whatever it likes."""
        after = self.game.play(self.worlds[0], action)
        shares = won(self.game, after)
        return (shares[self.view.viewer or 0] if shares else 0.0) + self.root.likes[action]

    def judgement(self, action: GameAction) -> Judgement:
        assert self.view.viewer is not None
        child = self.root.children.get(action)
        if child is None:
            return Judgement()
        return Judgement(child.visits, child.worth[self.view.viewer] / child.visits)

    def halve(self, positions: int) -> None:
        """Try some first moves equally often, then the better half of them, until two have been compared."""
        rivals = self.liked[:_RIVALS]
        stages = max(1, (len(rivals) - 1).bit_length())
        a_stage = (positions - self.spent) / stages
        for _ in range(stages):
            rounds = max(1, round(a_stage / (_MOMENTS * len(rivals))))
            a_time = max(1, _TOGETHER // len(rivals))
            for begun in range(0, rounds, a_time):
                self.walk_all(rivals * min(a_time, rounds - begun))
            rivals.sort(key=self.judgement, reverse=True)
            del rivals[(len(rivals) + 1) // 2 :]

    def walk_all(self, moves: Sequence[GameAction]) -> None:
        """A walk that begins with each, and what the network says of where they end."""
        walks = [self._walk(move) for move in moves]
        self.spent += _MOMENTS * len(walks)
        draws = [by_luck(self.game, walk.luck) for walk in walks]
        moments = islice(line(self.net, [walk.end for walk in walks], draws), _MOMENTS)
        for walk, thoughts in zip(walks, zip(*moments, strict=True), strict=True):
            if walk.legal:
                _like(walk.way[-1], walk.legal, thoughts[0].liking)
            _carry_back(walk, mean_shares(thoughts))

    def _walk(self, move: GameAction) -> _Walk:
        """From a first move down to what is new."""
        game, node = self.game, self.root
        number = self._child(node, move).visits
        if number == len(self.worlds):
            self.worlds.append(game.imagine(self.view, self.rng))
        state, luck = self.worlds[number], random.Random(self.luck + number)
        way = []
        while True:
            node = self._child(node, move)
            node.visits += 1
            way.append(node)
            state = past_chance(game, game.play(state, move), luck)
            mover = game.to_act(state)
            if mover is None:
                return _Walk(way, state, luck)
            legal = game.legal(state)
            if len(legal) == 1:
                move = legal[0]
            elif any(action not in node.likes for action in legal):
                return _Walk(way, state, luck, legal)
            else:
                move = _promising(node, legal, mover)

    def _child(self, node: _Spot, move: GameAction) -> _Spot:
        child = node.children.get(move)
        if child is None:
            child = node.children[move] = _Spot(len(node.worth))
        return child


def _carry_back(walk: _Walk, shares: Sequence[float]) -> None:
    for spot in walk.way:
        spot.worth = [a + b for a, b in zip(spot.worth, shares, strict=True)]


def _like(node: _Spot, legal: Sequence[GameAction], liking: Sequence[float]) -> None:
    most = max(liking)
    for action, one in zip(legal, liking, strict=True):
        node.likes[action] = math.exp((one - most) / _DOUBT)


def _promising(node: _Spot, legal: Sequence[GameAction], mover: Seat) -> GameAction:
    """The move with the best mix of what came of it and how little it was tried for how it is liked."""
    likes, children = node.likes, node.children
    lure = _CURIOSITY * math.sqrt(node.visits) / math.fsum(likes[action] for action in legal)
    unknown = node.worth[mover] / node.visits
    best, best_score = legal[0], -math.inf
    for action in legal:
        child = children.get(action)
        if child is None:
            score = unknown + lure * likes[action]
        else:
            score = child.worth[mover] / child.visits + lure * likes[action] / (1 + child.visits)
        if score > best_score:
            best, best_score = action, score
    return best
