r"""Information-set tree search: think about many worlds at once, and keep one tree for all of them.

Each round imagines a world that the view allows, walks down the tree by what is possible in that
world, adds a position, values it and carries the value back up. The tree is keyed by decisions only:
what chance or a hidden card brings differs from round to round, so a position's value is the mean
over what the searcher cannot know. Generic over the contract; a game adds `bot.evaluate`.

    many players    each keeps its own value, and whoever decides goes for its own
    many moves      opened gradually, best first by the game's judgement (progressive widening)
    luck            the n-th visit of each first move meets the same world and the same luck, so
                    that they are compared by what they are and not by what they met; where
                    good ones differ by little, they are visited equally often too
    long turns      where a turn is many small decisions, one step in the tree is a whole turn
                    (`turns.py`), and every walk goes on until some later turn of the searcher, so
                    that all are valued at the same point of the round

How a game is best searched hangs on its luck and on how long its turns are: see `Habits`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from ratskeller.bots import Budget, Evaluate
from ratskeller.bots.turns import Actions, Scope, best_turns
from ratskeller.bots.worth import Judged, squash
from ratskeller.core.chance import past_chance
from ratskeller.core.game import CHANCE, AnyGame, AnyView, GameAction, GameState, Seat
from ratskeller.games.parts import game_judging

_NODES: Final = 4000  # positions for one decision, where the budget leaves it open
_ONCE_MORE: Final = 0.5  # of the budget, for an even look at the two best moves
_OPEN_MORE: Final = 1.5  # times the square root of its visits


class Habits(Struct, frozen=True):
    """How a game is searched; its `bot.SEARCH` names what it wants otherwise."""

    curiosity: float = 0.5  # how much an untried move attracts; luck asks for more
    open_at_first: int = 4  # moves considered at a fresh position; the better ordered, the fewer
    whole_turns: bool = False  # one step in the tree is a turn, and not a decision
    now: Scope = Scope(beam=48, turns=24)  # turns that the searcher thinks of
    later: Scope = Scope(beam=4, turns=4)  # what others, and the searcher later, consider
    ahead: int = 0  # more turns of the searcher that a walk goes through
    replies: bool = True  # and then those of the others, up to the searcher's next
    compared: int = 0  # first moves that are looked at evenly; 0: the more, the more it promises


class Judgement(Struct, frozen=True, order=True):
    """What came of a first move: the more often the search came back to it, the better."""

    visits: int = 0
    value: float = 0.0  # between 0 and 1, for the searcher

    def __float__(self) -> float:
        return self.value


Move = TypeVar("Move", bound=Hashable)
"""One step in the tree: an action, or a whole turn of them."""

Settled: TypeAlias = tuple[GameState, int]
"""A state that can be valued, and how many positions it took to get there."""


class _Node(Generic[Move]):
    """A position reached by the same choices, whatever chance brought in between."""

    __slots__ = ("children", "offered", "order", "value", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.value = 0.0  # summed, for the seat that chose to come here
        self.offered = 0  # rounds in which its parent could have come here
        self.children: dict[Move, _Node[Move]] = {}
        self.order: dict[Move, float] = {}  # first judgement of each move, for widening


class _Moves(Protocol[Move]):
    """What one step in the tree is."""

    def offer(self, node: _Node[Move], state: GameState, mover: Seat) -> tuple[Sequence[Move], int]:
        """The moves by the game's judgement, best first, and how many positions that took."""

    def first(self, move: Move) -> GameAction:
        """The action that a move begins with."""

    def actions(self, move: Move) -> Actions:
        """All that it is made of."""

    def follow(self, state: GameState, move: Move) -> GameState:
        """The state after a move."""

    def settle(self, state: GameState, searcher: Seat, luck: random.Random) -> Settled:
        """The position that a walk is valued by, where its last move does not end a turn."""

    def share(self, offered: Sequence[Move]) -> float:
        """How much of its budget a choice between these is worth, up to 1."""


class SearchBot:
    def __init__(self, game: AnyGame, evaluate: Evaluate | None = None) -> None:
        self.game = game
        judging = game_judging(game)
        self.evaluate = evaluate or judging.evaluate
        self.scale = judging.scale
        self.habits = msgspec.convert(judging.search, Habits)

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        if len(legal) == 1:
            return legal[0]
        found = self._found(view, budget, rng)
        judged = [found.get(action, Judgement()) for action in legal]
        return legal[max(range(len(legal)), key=judged.__getitem__)]

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[Judgement]:
        """For each legal action what a search within the budget makes of it; of one that it did not
        come to, how the position looks after it.
        """
        return self._judged(view, legal, self._found(view, budget, rng), rng)

    def consider(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[Judged]:
        """Every legal action, best first. The first two, with the turns they begin, are looked at
        once more and equally: only such values can be compared.
        """
        nodes = budget.nodes or _NODES
        if self.habits.whole_turns:
            turns = _WholeTurns(self.game, self.evaluate, self.habits)
            return self._consider(_Inquiry(self, turns, view, rng), legal, nodes)
        decisions = _Decisions(self.game, self.evaluate)
        return self._consider(_Inquiry(self, decisions, view, rng), legal, nodes)

    def _found(
        self, view: AnyView, budget: Budget, rng: random.Random
    ) -> dict[GameAction, Judgement]:
        nodes = budget.nodes or _NODES
        if self.habits.whole_turns:
            turns = _WholeTurns(self.game, self.evaluate, self.habits)
            return self._inquire(_Inquiry(self, turns, view, rng), nodes)
        decisions = _Decisions(self.game, self.evaluate)
        return self._inquire(_Inquiry(self, decisions, view, rng), nodes)

    def _inquire(self, inquiry: _Inquiry[Move], most: int) -> dict[GameAction, Judgement]:
        """What became of the first moves, by the action each begins with."""
        moves = inquiry.moves
        nodes = most * moves.share(inquiry.offered)
        if self.habits.compared:
            inquiry.halve(nodes, self.habits.compared)
        else:
            inquiry.explore(nodes)
        found: dict[GameAction, Judgement] = {}
        for move in inquiry.offered:
            action, judged = moves.first(move), inquiry.judgement(move)
            found[action] = max(found.get(action, judged), judged)
        return found

    def _judged(
        self,
        view: AnyView,
        legal: Sequence[GameAction],
        found: dict[GameAction, Judgement],
        rng: random.Random,
    ) -> list[Judgement]:
        assert view.viewer is not None
        seat, world = view.viewer, self.game.imagine(view, rng)
        return [
            found[action]
            if action in found
            else Judgement(0, self.rewards(self.game.play(world, action), {seat})[seat])
            for action in legal
        ]

    def _consider(
        self, inquiry: _Inquiry[Move], legal: Sequence[GameAction], nodes: int
    ) -> list[Judged]:
        moves, view, rng = inquiry.moves, inquiry.view, inquiry.rng
        judged = self._judged(view, legal, self._inquire(inquiry, nodes), rng)
        order = sorted(range(len(legal)), key=judged.__getitem__, reverse=True)
        rivals = inquiry.two_turns([legal[number] for number in order])
        again = _Inquiry(self, moves, view, rng)
        until = again.spent + nodes * _ONCE_MORE
        again.visit_all(rivals)
        while again.spent < until:
            again.visit_all(rivals)
        closer = [
            Judged(legal.index(moves.first(move)), again.judgement(move).value, again.plan(move))
            for move in rivals
        ]
        closer.sort(key=lambda one: one.value, reverse=True)
        others = [n for n in order if all(n != one.number for one in closer)]
        return closer + [Judged(n, judged[n].value, (legal[n],), even=False) for n in others]

    def walk(
        self,
        moves: _Moves[Move],
        way: list[tuple[_Node[Move], Seat]],
        state: GameState,
        luck: random.Random,
    ) -> int:
        """Go on from a first move to a fresh position and back; the positions looked at."""
        game, (node, searcher), looked = self.game, way[-1], 0
        fresh = not node.visits
        while not fresh:
            state = past_chance(game, state, luck)
            mover = game.to_act(state)
            if mover is None:
                break
            offered, cost = moves.offer(node, state, mover)
            looked += cost
            move = self.select(node, offered)
            fresh = move not in node.children
            child = node.children.setdefault(move, _Node())
            way.append((child, mover))
            node, state = child, moves.follow(state, move)
        state, cost = moves.settle(state, searcher, luck)
        rewards = self.rewards(state, {mover for _, mover in way})
        for node, mover in way:
            node.visits += 1
            node.value += rewards[mover]
        return looked + cost

    def select(self, node: _Node[Move], offered: Sequence[Move]) -> Move:
        """The move with the best mix of value and neglect among those that are open."""
        children, curiosity = node.children, self.habits.curiosity
        best, best_score = offered[0], -math.inf
        count = max(self.habits.open_at_first, int(_OPEN_MORE * math.sqrt(node.visits)))
        for move in offered[:count]:
            child = children.get(move)
            if child is None:
                return move
            child.offered += 1
            neglect = math.sqrt(math.log(child.offered + 1) / child.visits)
            score = child.value / child.visits + curiosity * neglect
            if score > best_score:
                best, best_score = move, score
        return best

    def rewards(self, state: GameState, movers: set[Seat]) -> dict[Seat, float]:
        """What a position is worth to each seat that had a say, between 0 and 1."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            share = 1 / len(outcome.winners)
            return {seat: share if seat in outcome.winners else 0.0 for seat in movers}
        return {seat: squash(self.evaluate(state, seat) / self.scale) for seat in movers}


class _Inquiry(Generic[Move]):
    """One decision: its first moves, and the worlds and the luck that each of them meets in turn."""

    def __init__(
        self, bot: SearchBot, moves: _Moves[Move], view: AnyView, rng: random.Random
    ) -> None:
        assert view.viewer is not None
        self.bot, self.moves, self.view, self.rng = bot, moves, view, rng
        self.searcher: Seat = view.viewer
        self.root: _Node[Move] = _Node()
        self.worlds = [bot.game.imagine(view, rng)]
        self.luck = rng.getrandbits(64)
        self.offered, self.spent = moves.offer(self.root, self.worlds[0], self.searcher)

    def visit(self, move: Move) -> None:
        """One more walk that begins with this move."""
        child = self.root.children.setdefault(move, _Node())
        if child.visits == len(self.worlds):
            self.worlds.append(self.bot.game.imagine(self.view, self.rng))
        state = self.moves.follow(self.worlds[child.visits], move)
        luck = random.Random(self.luck + child.visits)
        way = [(self.root, self.searcher), (child, self.searcher)]
        self.spent += 1 + self.bot.walk(self.moves, way, state, luck)

    def judgement(self, move: Move) -> Judgement:
        """What came of a move; of one without a visit, how it looks."""
        child = self.root.children.get(move)
        if child is not None:
            return Judgement(child.visits, child.value / child.visits)
        state = self.moves.follow(self.worlds[0], move)
        return Judgement(0, self.bot.rewards(state, {self.searcher})[self.searcher])

    def explore(self, nodes: float) -> None:
        """Visit what promises most or was neglected, until the budget of positions is spent."""
        while self.spent < nodes:
            self.visit(self.bot.select(self.root, self.offered))

    def halve(self, nodes: float, compared: int) -> None:
        """Visit some moves equally often, then the better half of them, until one is left.

        Having met the same luck they differ by what they are. If all begin alike there is nothing
        to decide yet, and a glance will do.
        """
        rivals = list(self.offered[:compared])
        stages = max(1, (len(rivals) - 1).bit_length())
        alike = len({self.moves.first(move) for move in rivals}) == 1
        a_stage = 0 if alike else (nodes - self.spent) / stages
        for _ in range(stages):
            until = self.spent + a_stage
            self.visit_all(rivals)
            while self.spent < until:
                self.visit_all(rivals)
            rivals.sort(key=lambda move: self.root.children[move].value, reverse=True)
            del rivals[(len(rivals) + 1) // 2 :]

    def visit_all(self, rivals: Sequence[Move]) -> None:
        """One more walk for each: they meet the same world and the same luck."""
        for move in rivals:
            self.visit(move)

    def two_turns(self, order: Sequence[GameAction]) -> list[Move]:
        """The best move, and the next that begins otherwise and is not made of the same decisions:
        two cards in another order are the same turn.
        """
        best_of = {
            self.moves.first(move): move for move in sorted(self.offered, key=self.judgement)
        }
        best, *others = [best_of[action] for action in order if action in best_of]
        same = set(self.plan(best))
        return [best, *islice((move for move in others if set(self.plan(move)) != same), 1)]

    def plan(self, move: Move) -> Actions:
        """The decisions up to somebody else's or to chance that a first move leads to."""
        game, node = self.bot.game, self.root.children.get(move, _Node())
        state, actions = self.moves.follow(self.worlds[0], move), list(self.moves.actions(move))
        while game.to_act(state) == self.searcher:
            offered, _ = self.moves.offer(node, state, self.searcher)
            # what was not walked yet is planned as it looks: the first that is offered
            tried = [one for one in offered if one in node.children] or offered[:1]
            move = max(tried, key=lambda one: _visits(node, one))
            node = node.children.get(move, _Node())
            actions += self.moves.actions(move)
            state = self.moves.follow(state, move)
        return tuple(actions)


def _visits(node: _Node[Move], move: Move) -> int:
    return node.children[move].visits if move in node.children else 0


class _Decisions:
    """One step in the tree is one decision."""

    def __init__(self, game: AnyGame, evaluate: Evaluate) -> None:
        self.game = game
        self.evaluate = evaluate

    def offer(
        self, node: _Node[GameAction], state: GameState, mover: Seat
    ) -> tuple[Sequence[GameAction], int]:
        legal, order = self.game.legal(state), node.order
        new = [action for action in legal if action not in order]
        for action in new:
            order[action] = self.evaluate(self.game.play(state, action), mover)
        return sorted(legal, key=order.__getitem__, reverse=True), len(new)

    def first(self, move: GameAction) -> GameAction:
        return move

    def actions(self, move: GameAction) -> Actions:
        return (move,)

    def follow(self, state: GameState, move: GameAction) -> GameState:
        return self.game.play(state, move)

    def settle(self, state: GameState, searcher: Seat, luck: random.Random) -> Settled:  # noqa: ARG002
        """Whoever is in the middle of a turn ends it, step by step by what looks best: half a turn
        is hard to judge.
        """
        game, looked = self.game, 0
        mover = game.to_act(state)
        if mover is None or mover == CHANCE:
            return state, 0
        while game.to_act(state) == mover:
            after = [game.play(state, action) for action in game.legal(state)]
            state = max(after, key=lambda end: self.evaluate(end, mover))
            looked += len(after)
        return state, looked

    def share(self, offered: Sequence[GameAction]) -> float:  # noqa: ARG002
        return 1.0


class _WholeTurns:
    """One step in the tree is a turn: a tuple of decisions."""

    def __init__(self, game: AnyGame, evaluate: Evaluate, habits: Habits) -> None:
        self.game = game
        self.evaluate = evaluate
        self.habits = habits
        self.known: dict[GameState, dict[Actions, GameState]] = {}  # by state: turns and their ends

    def offer(
        self,
        node: _Node[Actions],  # noqa: ARG002
        state: GameState,
        mover: Seat,
    ) -> tuple[Sequence[Actions], int]:
        turns, looked = self._turns(state, mover)
        return list(turns), looked

    def first(self, move: Actions) -> GameAction:
        return move[0]

    def actions(self, move: Actions) -> Actions:
        return move

    def follow(self, state: GameState, move: Actions) -> GameState:
        known = self.known.get(state, {})
        return known[move] if move in known else self._play_out(state, move)

    def settle(self, state: GameState, searcher: Seat, luck: random.Random) -> Settled:
        """Everybody plays the best turn they see, until the searcher has had some more."""
        looked, ahead = 0, self.habits.ahead
        while True:
            state = past_chance(self.game, state, luck)
            mover = self.game.to_act(state)
            if mover is None or (mover == searcher and not ahead):
                return state, looked
            ahead -= mover == searcher
            turns, cost = self._turns(state, mover)
            state = next(iter(turns.values()))
            looked += cost
            if mover == searcher and not ahead and not self.habits.replies:
                return state, looked

    def share(self, offered: Sequence[Actions]) -> float:
        """The first decision of a turn has the most ways to go on; later ones mostly follow it."""
        return min(1.0, len(offered) / self.habits.now.turns)

    def _turns(self, state: GameState, mover: Seat) -> tuple[dict[Actions, GameState], int]:
        if state in self.known:
            return self.known[state], 0
        # the first question is the searcher's own
        scope = self.habits.later if self.known else self.habits.now
        self.known[state], looked = best_turns(self.game, self.evaluate, state, mover, scope)
        return self.known[state], looked

    def _play_out(self, state: GameState, actions: Actions) -> GameState:
        """A turn that was found in another world, as far as it goes in this one."""
        mover = self.game.to_act(state)
        for action in actions:
            if self.game.to_act(state) != mover or action not in self.game.legal(state):
                break
            state = self.game.play(state, action)
        return state
