"""Playing a game to its end. Chance is a player, so every mover is a function: state in, action out.

`course` is the loop of everybody who listens: contests, simulations, traces, the walks of the laws.
`playout` is the same loop with the deciding written into it, for random play that nobody watches.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from ratskeller.core.chance import Seal, roll
from ratskeller.core.game import CHANCE, Action, Game, GameAction, GameState, Mover, State

Decide: TypeAlias = Callable[[State], Action]
"""What a mover does in a state. Chance comes last in a list of them: its number is -1."""

AnyMover: TypeAlias = Decide[GameState, GameAction]


def course(
    game: Game[State, Action], state: State, movers: Sequence[Decide[State, Action]]
) -> Iterator[tuple[State, Mover | None, Any]]:
    """Every position of a match: the state, who is to act, the action. At the end both are None."""
    to_act, play = game.to_act, game.play
    while (mover := to_act(state)) is not None:
        action = movers[mover](state)
        yield state, mover, action
        state = play(state, action)
    yield state, None, None


def by_luck(game: Game[State, Action], rng: random.Random) -> Decide[State, Action]:
    """Chance by plain luck: for simulations."""
    return lambda state: roll(game, state, rng)


def by_seal(game: Game[State, Action], seal: Seal) -> Decide[State, Action]:
    """Chance as at a sealed table: draw n of every stream is fixed."""
    drawn = Counter[str]()

    def draw(state: State) -> Action:
        actions, weights = game.odds(state)
        stream = game.stream(state)
        drawn[stream] += 1
        return actions[seal.outcome(stream, drawn[stream] - 1, weights)]

    return draw


def past_draws(game: Game[State, Action], state: State, chance: Decide[State, Action]) -> State:
    """The state when a seat is to act or the game is over, as chance decides."""
    while game.to_act(state) == CHANCE:
        state = game.play(state, chance(state))
    return state


def at_random(
    game: Game[State, Action],
    seats: int,
    rng: random.Random,
    choose: Callable[[random.Random, Sequence[Action]], Action] = random.Random.choice,
) -> list[Decide[State, Action]]:
    """All seats and chance by one generator; `choose` may prefer some actions to others."""
    return [lambda state: choose(rng, game.legal(state))] * seats + [by_luck(game, rng)]


def playout(
    game: Game[State, Action], state: State, luck: random.Random, minds: Sequence[random.Random]
) -> tuple[State, int]:
    """Play at random to the end; the last state, and how many actions that took.

    Chance follows `luck` and each seat its own of the `minds`, as `by_luck` and `random.choice`
    do, draw for draw. What they do is written out, since calls would cost a twelfth of the time.
    """
    to_act, legal, odds, play, lot = game.to_act, game.legal, game.odds, game.play, luck.random
    bits = [mind.getrandbits for mind in minds]
    actions: Sequence[Action]
    count = 0
    while (mover := to_act(state)) is not None:
        if mover == CHANCE:
            actions, weights = odds(state)
            ticket, place = int(lot() * sum(weights)), 0
            while ticket >= weights[place]:
                ticket -= weights[place]
                place += 1
        else:
            actions = legal(state)
            draw, number = bits[mover], len(actions)
            width = number.bit_length()
            place = draw(width)
            while place >= number:
                place = draw(width)
        state = play(state, actions[place])
        count += 1
    return state, count
