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
                    (`steps.py`), and every walk goes on until some later turn of the searcher, so
                    that all are valued at the same point of the round
    one turn        what was thought about a decision is kept for the next one of the same turn,
                    as long as the seat sees what it has foreseen

How a game is best searched hangs on its luck and on how long its turns are: see `steps.Habits`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, Generic
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from ratskeller.bots import Budget, Evaluate
from ratskeller.bots.steps import Decisions, Habits, Move, Moves, Node, WholeTurns
from ratskeller.bots.turns import Actions
from ratskeller.bots.worth import Judged, squash
from ratskeller.core.chance import past_chance
from ratskeller.core.game import AnyGame, AnyView, GameAction, GameState, Seat, preview
from ratskeller.games.parts import game_judging

_NODES: Final = 4000  # positions for one decision, where the budget leaves it open
_ONCE_MORE: Final = 0.5  # of the budget, for an even look at the two best moves
_OPEN_MORE: Final = 1.5  # times the square root of its visits


class Judgement(Struct, frozen=True, order=True):
    """What came of a first move: the more often the search came back to it, the better."""

    visits: int = 0
    value: float = 0.0  # between 0 and 1, for the searcher

    def __float__(self) -> float:
        return self.value


class Thread(Struct, frozen=True):
    """What a searcher goes on with, if it is asked next about what it foresees."""

    view: AnyView
    rest: Actions  # of the turn that was chosen
    node: Node[Any]  # what was found out about what comes after it


class Threads(WeakKeyDictionary[random.Random, Thread]):
    """The thread of each line of play. Whoever plays one brings its own generator: so a bot that sits
    on two seats, or plays two matches at once, plays each as if there were no other.
    """

    def __reduce__(self) -> tuple[type[Threads], tuple[()]]:
        return Threads, ()  # a bot may travel to another process; its lines of play do not


class SearchBot:
    def __init__(self, game: AnyGame, evaluate: Evaluate | None = None) -> None:
        self.game = game
        judging = game_judging(game)
        self.evaluate = evaluate or judging.evaluate
        self.scale = judging.scale
        self.habits = msgspec.convert(judging.search, Habits)
        self.threads = Threads()

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        if len(legal) == 1:
            return legal[0]
        thread = self.threads.pop(rng, None)
        if thread is None or thread.view != view:
            return self._begin(self._inquiry(view, rng), budget)
        if thread.rest:
            return self._go_on(thread, rng)
        return self._begin(self._inquiry(view, rng, thread), budget)

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[Judgement]:
        """For each legal action what a search within the budget makes of it; of one that it did not
        come to, how the position looks after it.
        """
        found = self._inquire(self._inquiry(view, rng), budget)
        return self._judged(view, legal, found, rng)

    def consider(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> list[Judged]:
        """Every legal action, best first. The first two, with the turns they begin, are looked at
        once more and equally: only such values can be compared.
        """
        return self._consider(self._inquiry(view, rng), legal, budget)

    def _inquiry(
        self, view: AnyView, rng: random.Random, thread: Thread | None = None
    ) -> _Inquiry[Any]:
        moves: Moves[Any] = (
            WholeTurns(self.game, self.evaluate, self.habits)
            if self.habits.whole_turns
            else Decisions(self.game, self.evaluate)
        )
        return _Inquiry(self, moves, view, rng, thread)

    def _begin(self, inquiry: _Inquiry[Any], budget: Budget) -> GameAction:
        """Search, and begin with what was found best."""
        self._inquire(inquiry, budget)
        move = max(inquiry.offered, key=inquiry.judgement)
        if inquiry.glanced:  # so what follows is not decided yet
            return inquiry.moves.first(move)
        node = inquiry.root.children.get(move, Node())
        return self._go_on(Thread(inquiry.view, inquiry.moves.actions(move), node), inquiry.rng)

    def _go_on(self, thread: Thread, rng: random.Random) -> GameAction:
        """Play the next decision of a turn, and keep what is left for when there is a choice again."""
        game, view, (action, *rest), node = self.game, thread.view, thread.rest, thread.node
        seen = self._foreseen(view, action)
        while seen is not None and len(forced := game.legal(seen.seen)) == 1:
            node, rest = (node, rest[1:]) if rest else (node.children.get(forced[0], Node()), rest)
            seen = self._foreseen(seen, forced[0])
        if seen is not None:
            self.threads[rng] = Thread(seen, tuple(rest), node)
        return action

    def _foreseen(self, view: AnyView, action: GameAction) -> AnyView | None:
        """What the seat will see after its action, if it is asked again with nothing in between."""
        game, seat = self.game, view.viewer
        steps, cut_short = preview(game, view, action)
        after = steps[-1].state
        return None if cut_short or game.to_act(after) != seat else game.conceal(after, seat)

    def _inquire(self, inquiry: _Inquiry[Any], budget: Budget) -> dict[GameAction, Judgement]:
        """What became of the first moves, by the action each begins with."""
        moves = inquiry.moves
        nodes = (budget.nodes or _NODES) * moves.share(inquiry.offered)
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
        self, inquiry: _Inquiry[Any], legal: Sequence[GameAction], budget: Budget
    ) -> list[Judged]:
        moves, view, rng = inquiry.moves, inquiry.view, inquiry.rng
        judged = self._judged(view, legal, self._inquire(inquiry, budget), rng)
        order = sorted(range(len(legal)), key=judged.__getitem__, reverse=True)
        rivals = inquiry.two_turns([legal[number] for number in order])
        again = _Inquiry(self, moves, view, rng)
        until = again.spent + (budget.nodes or _NODES) * _ONCE_MORE
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
        moves: Moves[Move],
        way: list[tuple[Node[Move], Seat]],
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
            child = node.children.setdefault(move, Node())
            way.append((child, mover))
            node, state = child, moves.follow(state, move)
        state, cost = moves.settle(state, searcher, luck)
        rewards = self.rewards(state, {mover for _, mover in way})
        for node, mover in way:
            node.visits += 1
            node.value += rewards[mover]
        return looked + cost

    def select(self, node: Node[Move], offered: Sequence[Move]) -> Move:
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
        self,
        bot: SearchBot,
        moves: Moves[Move],
        view: AnyView,
        rng: random.Random,
        thread: Thread | None = None,
    ) -> None:
        assert view.viewer is not None
        self.bot, self.moves, self.view, self.rng = bot, moves, view, rng
        self.searcher: Seat = view.viewer
        self.root: Node[Move] = thread.node if thread else Node()
        self.before = {move: child.visits for move, child in self.root.children.items()}
        self.worlds = [bot.game.imagine(view, rng)]
        self.luck = rng.getrandbits(64)
        self.offered, self.spent = moves.offer(self.root, self.worlds[0], self.searcher)
        self.glanced = False

    def visit(self, move: Move) -> None:
        """One more walk that begins with this move."""
        child = self.root.children.setdefault(move, Node())
        number = child.visits - self.before.get(move, 0)  # what was met before is met no more
        if number == len(self.worlds):
            self.worlds.append(self.bot.game.imagine(self.view, self.rng))
        state = self.moves.follow(self.worlds[number], move)
        luck = random.Random(self.luck + number)
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
        self.glanced = len({self.moves.first(move) for move in rivals}) == 1
        a_stage = 0 if self.glanced else (nodes - self.spent) / stages
        for _ in range(stages):
            until = self.spent + a_stage
            self.visit_all(rivals)
            while self.spent < until:
                self.visit_all(rivals)
            rivals.sort(key=lambda move: self.judgement(move).value, reverse=True)
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
        game, node = self.bot.game, self.root.children.get(move, Node())
        state, actions = self.moves.follow(self.worlds[0], move), list(self.moves.actions(move))
        while game.to_act(state) == self.searcher:
            offered, _ = self.moves.offer(node, state, self.searcher)
            # what was not walked yet is planned as it looks: the first that is offered
            tried = [one for one in offered if one in node.children] or offered[:1]
            move = max(tried, key=lambda one: _visits(node, one))
            node = node.children.get(move, Node())
            actions += self.moves.actions(move)
            state = self.moves.follow(state, move)
        return tuple(actions)


def _visits(node: Node[Move], move: Move) -> int:
    return node.children[move].visits if move in node.children else 0
