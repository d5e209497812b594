"""Matches at random, for tests of what is shown and said of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, Action, Game, State


def walk(
    game: Game[State, Action],
    seats: int,
    options: Any,
    seed: int,
    choose: Callable[[random.Random, Sequence[Action]], Action] = random.Random.choice,
) -> Iterator[tuple[State, Action]]:
    """A match: every state with the action taken there. The players `choose` by plain luck."""
    rng = random.Random(seed)
    state = game.start(seats, options)
    while (mover := game.to_act(state)) is not None:
        action = roll(game, state, rng) if mover == CHANCE else choose(rng, game.legal(state))
        yield state, action
        state = game.play(state, action)


def states(game: Game[State, Action], seats: int, options: Any, seed: int) -> Iterator[State]:
    """Every state of a match, from the first to the last."""
    yield game.start(seats, options)
    for state, action in walk(game, seats, options, seed):
        yield game.play(state, action)


def some(game: Game[State, Action], seats: int, options: Any, seed: int, count: int) -> list[State]:
    """So many states of a match, the first and the last among them, at even distances."""
    every = list(states(game, seats, options, seed))
    return [every[number * (len(every) - 1) // (count - 1)] for number in range(count)]
