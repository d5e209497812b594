"""Five or six players of every game, from one that a child beats to the strongest.

A game lists them in its `levels.toml`, weakest first. A level is a recipe with a face; its name and
its character are words of the game. A game without that file is played by the plain bots.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

import msgspec
from msgspec import Struct

from ratskeller.bots import bot_names
from ratskeller.bots.recipes import ADDRESS, Recipe, read_recipe
from ratskeller.core.game import Action, Game, State

_FILE: Final = "levels.toml"


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of the house: how it plays, and what it looks like."""

    id: str
    bot: str
    nodes: int = 0
    noise: float = 0.0
    temperature: float = 0.0
    default: bool = False  # sits down at a table that was laid with one click
    face: dict[str, str] = {}  # features by name (`draw.faces.Face`)

    @property
    def recipe(self) -> Recipe:
        return Recipe(self.bot, self.nodes, self.noise, self.temperature)


class _Levels(Struct, frozen=True, forbid_unknown_fields=True):
    level: tuple[Level, ...]
    patience: int = 0  # positions a decision


_PLAIN: Final = _Levels((Level("random", "random"), Level("greedy", "greedy", default=True)))


def levels(game: Game[State, Action]) -> tuple[Level, ...]:
    """The players of a game, weakest first."""
    return _read(type(game).__module__).level  # the package a game lives in


def level_ids(game: Game[State, Action]) -> tuple[str, ...]:
    """The levels that the game itself brings."""
    return tuple(level.id for level in levels(game) if level not in _PLAIN.level)


def patience(game: Game[State, Action]) -> int:
    """How many positions those who learned look at where they must search: as the most patient level does, if
    the game says nothing else; 0 where nobody searches.
    """
    found = _read(type(game).__module__)
    return found.patience or max(level.nodes for level in found.level)


def recipe_of(name: str, game: Game[State, Action]) -> Recipe | None:
    """What a level, a bot or a written recipe stands for; None where it is none of these.

    That there is something at the address of an own bot is found out when it is made.
    """
    for level in levels(game):
        if level.id == name:
            return level.recipe
    recipe = read_recipe(name)
    known = recipe is not None and (recipe.bot in bot_names() or ADDRESS.fullmatch(recipe.bot))
    return recipe if known else None


@cache
def _read(package: str) -> _Levels:
    file = resources.files(package).joinpath(_FILE)
    if not file.is_file():
        return _PLAIN
    return msgspec.toml.decode(file.read_bytes(), type=_Levels)
