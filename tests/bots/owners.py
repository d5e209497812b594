"""Bots as somebody outside the house would write them: good ones, and some that misbehave."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ratskeller.bots import Budget
from ratskeller.core.game import AnyGame, AnyView, GameAction


class First:
    """Takes the first move, and knows nothing about it."""

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        return legal[0]


class Last:
    """Takes the last move, is sure of it, and plays one game."""

    games = ("pied_piper",)

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        assert set(self.game.legal(view.seen)) == set(legal)
        return legal[-1]

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> Sequence[float]:
        return [number / len(legal) for number in range(len(legal))]


class Broken(First):
    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        raise ZeroDivisionError("out of cheese")

    def judge(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> Sequence[float]:
        return [2.0]


class Cheat(First):
    """Chooses what it likes, and shortens the list of what others may."""

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        return Unheard()


class Unheard(GameAction, frozen=True):
    """An action of no game."""


class Demanding(First):
    def __init__(self, game: AnyGame, network: str) -> None:
        self.network = network


class NoBot:
    pass


READY = First()
