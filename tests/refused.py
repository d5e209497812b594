"""Illegal actions by the thousand, with what the house says to them: for tests of refusals.

`attempts` plays matches of every setting of a game and tries forbidden things on the way. What a
rule forbids is the matter of each game's own test: a second, plain list beside the engine.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, NamedTuple

from ratskeller.core.conformance import settings
from ratskeller.core.course import at_random, course
from ratskeller.core.game import CHANCE, Action, Game, Refusal, Seat, State, refusal_of


class Attempt(NamedTuple, Generic[State, Action]):
    """What a seat tried in a position, and why it may not."""

    state: State
    seat: Seat
    action: Action
    refusal: Refusal


def attempts(
    game: Game[State, Action],
    seed: int,
    tries: int,
    choose: Callable[[random.Random, Sequence[Action]], Action] = random.Random.choice,
) -> Iterator[Attempt[State, Action]]:
    """One match of every setting, and at each of its decisions so many tries of the seat to act.

    What turns out to be legal is no attempt. The players `choose` by plain luck, or as told.
    """
    rng = random.Random(seed)
    for seats, options in settings(game):
        movers = at_random(game, seats, rng, choose)
        for state, mover, _ in course(game, game.start(seats, options), movers):
            if mover is not None and mover != CHANCE:
                yield from attempts_at(game, state, mover, rng, tries)


def attempts_at(
    game: Game[State, Action], state: State, seat: Seat, rng: random.Random, tries: int
) -> Iterator[Attempt[State, Action]]:
    """Each try is a type of action first, so that the rare ones are tried as often as the many."""
    legal = set(game.legal(state))
    types = _by_type(game)
    for _ in range(tries):
        action = rng.choice(rng.choice(types))
        if action not in legal:
            yield Attempt(state, seat, action, refusal_of(game, state, seat, action))


@cache
def _by_type(game: Game[Any, Any]) -> list[list[Any]]:
    """Every action of a game, chance's too: a person can type them all."""
    found = defaultdict(list)
    for number in range(game.index_size):
        action = game.from_index(number)
        found[type(action)].append(action)
    return list(found.values())
