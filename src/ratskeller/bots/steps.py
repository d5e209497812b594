"""One step in the tree of a search: a decision, or a whole turn of them.

A game says by its `Habits` which it is. A step knows what can be chosen at a position, best first,
what follows from it, and at which position a walk that ends with it is to be valued.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from typing import Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ratskeller.bots import Evaluate
from ratskeller.bots.turns import Actions, Scope, best_turns
from ratskeller.core.chance import past_chance
from ratskeller.core.game import CHANCE, AnyGame, GameAction, GameState, Seat


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


Move = TypeVar("Move", bound=Hashable)
"""One step in the tree: an action, or a whole turn of them."""

Settled: TypeAlias = tuple[GameState, int]
"""A state that can be valued, and how many positions it took to get there."""


class Node(Generic[Move]):
    """A position reached by the same choices, whatever chance brought in between."""

    __slots__ = ("children", "offered", "order", "value", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.value = 0.0  # summed, for the seat that chose to come here
        self.offered = 0  # rounds in which its parent could have come here
        self.children: dict[Move, Node[Move]] = {}
        self.order: dict[Move, float] = {}  # first judgement of each move, for widening


class Moves(Protocol[Move]):
    """What one step in the tree is."""

    def offer(self, node: Node[Move], state: GameState, mover: Seat) -> tuple[Sequence[Move], int]:
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


class Decisions:
    """One step in the tree is one decision."""

    def __init__(self, game: AnyGame, evaluate: Evaluate) -> None:
        self.game = game
        self.evaluate = evaluate

    def offer(
        self, node: Node[GameAction], state: GameState, mover: Seat
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


class WholeTurns:
    """One step in the tree is a turn: a tuple of decisions."""

    def __init__(self, game: AnyGame, evaluate: Evaluate, habits: Habits) -> None:
        self.game = game
        self.evaluate = evaluate
        self.habits = habits
        self.known: dict[GameState, dict[Actions, GameState]] = {}  # by state: turns and their ends

    def offer(
        self,
        node: Node[Actions],  # noqa: ARG002
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
