"""A recipe: which bot, how long it thinks, how often it does not.

A level of a game is a recipe with a name and a face, kept as data in the game's `levels.toml`. A
recipe can also be written down as a text, for the command line and for measurements:

    greedy           the bot as it is
    search:2000      looks at 2,000 positions a decision
    greedy~0.25      a quarter of its decisions are left to luck
    my_bots:Cautious:500~0.1     both, for somebody's own bot by its address
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from ratskeller.bots import Bot, Budget
from ratskeller.core.game import AnyView, GameAction

ADDRESS: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""Where somebody's own bot lies: a module and a name in it, `my_bots:Cautious`."""

NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")
"""What a bot can be called."""

_TEXT: Final = re.compile(
    rf"(?P<bot>{ADDRESS.pattern}|{NAME.pattern})"
    r"(:(?P<nodes>[1-9]\d{0,8}))?(~(?P<noise>0(\.\d+)?|1(\.0+)?))?"
)


class Recipe(Struct, frozen=True):
    """How a player without a pulse is made."""

    bot: str
    nodes: int = 0  # positions a decision; 0: as the bot likes
    noise: float = 0.0  # the share of decisions that are left to luck

    def __str__(self) -> str:
        nodes = f":{self.nodes}" if self.nodes else ""
        noise = f"~{self.noise:g}" if self.noise else ""
        return f"{self.bot}{nodes}{noise}"


def read_recipe(text: str) -> Recipe | None:
    """The recipe of a text, or None where it is none."""
    found = _TEXT.fullmatch(text)
    if not found:
        return None
    return Recipe(found["bot"], int(found["nodes"] or 0), float(found["noise"] or 0))


def kinds_of(recipes: Iterable[str]) -> frozenset[str]:
    """The plain bots that some recipes are made from."""
    read = map(read_recipe, recipes)
    return frozenset(recipe.bot for recipe in read if recipe is not None)


class RecipeBot:
    """A bot that follows a recipe. A budget given with the question goes before the recipe's."""

    def __init__(self, recipe: Recipe, bot: Bot) -> None:
        self.recipe = recipe
        self.bot = bot

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        if self.recipe.noise and rng.random() < self.recipe.noise:
            return rng.choice(legal)
        wanted = budget if budget.nodes else Budget(self.recipe.nodes)
        return self.bot.choose(view, legal, wanted, rng)
