"""Matches at random, for tests of what is shown and said of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ratskeller.core.course import at_random, course
from ratskeller.core.game import Action, Game, State


def walk(
    game: Game[State, Action],
    seats: int,
    options: Any,
    seed: int,
    choose: Callable[[random.Random, Sequence[Action]], Action] = random.Random.choice,
) -> Iterator[tuple[State, Action]]:
    """A match: every state with the action taken there. The players `choose` by plain luck."""
    rng = random.Random(seed)
    movers = at_random(game, seats, rng, choose)
    for state, mover, action in course(game, game.start(seats, options), movers):
        if mover is not None:
            yield state, action


def states(game: Game[State, Action], seats: int, options: Any, seed: int) -> Iterator[State]:
    """Every state of a match, from the first to the last."""
    players = at_random(game, seats, random.Random(seed))
    return (state for state, _, _ in course(game, game.start(seats, options), players))


def some(game: Game[State, Action], seats: int, options: Any, seed: int, count: int) -> list[State]:
    """So many states of a match, the first and the last among them, at even distances."""
    every = list(states(game, seats, options, seed))
    return [every[number * (len(every) - 1) // (count - 1)] for number in range(count)]
