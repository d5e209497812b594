"""A recipe: which bot, how long it thinks, how surely it plays what it thinks.

A level of a game is a recipe with a name and a face, kept as data in the game's `levels.toml`. A
recipe can also be written down as a text, for the command line and for measurements:

    greedy           the bot as it is
    search:2000      looks at 2,000 positions a decision
    greedy@0.3       errs as people do: what looks a little worse is played often, what looks terrible
                     hardly ever (its *temperature*; the warmer, the weaker)
    greedy~0.25      a quarter of its decisions are left to luck (its *noise*)
    my_bots:Cautious:500@0.1~0.05     all of it, for somebody's own bot by its address

Any bot that compares moves can have a temperature: a network by how much it likes them, the others by the
odds that they see. A move whose log-odds are w higher is drawn exp(w / temperature) times as often: at 0.5 one
with twice the odds four times as often. Odds, and not chances: where a match is nearly lost or won all chances
look alike, and who went by them would play anything there. The decisions of a turn are drawn one by one, each
by the best turn that it begins: after an error the rest is judged by the best that is left.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from ratskeller.bots import Bot, Budget, LeaningBot, UnknownBot, WorthOf
from ratskeller.bots.worth import log_odds
from ratskeller.core.game import AnyView, GameAction

ADDRESS: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
"""Where somebody's own bot lies: a module and a name in it, `my_bots:Cautious`."""

NAME: Final = re.compile(r"[a-z_][a-z0-9_]*")
"""What a bot can be called."""

_TEXT: Final = re.compile(
    rf"(?P<bot>{ADDRESS.pattern}|{NAME.pattern})"
    r"(:(?P<nodes>[1-9]\d{0,8}))?(@(?P<temperature>\d{1,2}(\.\d{1,4})?))?"
    r"(~(?P<noise>0(\.\d+)?|1(\.0+)?))?"
)


class Recipe(Struct, frozen=True):
    """How a player without a pulse is made."""

    bot: str
    nodes: int = 0  # positions a decision; 0: as the bot likes
    noise: float = 0.0  # the share of decisions that are left to luck
    temperature: float = 0.0  # how much worse a move may look and still be played; 0: it may not

    def __str__(self) -> str:
        nodes = f":{self.nodes}" if self.nodes else ""
        noise = f"~{self.noise:g}" if self.noise else ""
        temperature = f"@{self.temperature:g}" if self.temperature else ""
        return f"{self.bot}{nodes}{temperature}{noise}"


def read_recipe(text: str) -> Recipe | None:
    """The recipe of a text, or None where it is none."""
    found = _TEXT.fullmatch(text)
    if not found:
        return None
    return Recipe(
        found["bot"],
        int(found["nodes"] or 0),
        float(found["noise"] or 0),
        float(found["temperature"] or 0),
    )


def kinds_of(recipes: Iterable[str]) -> frozenset[str]:
    """The plain bots that some recipes are made from."""
    read = map(read_recipe, recipes)
    return frozenset(recipe.bot for recipe in read if recipe is not None)


class RecipeBot:
    """A bot that follows a recipe. A budget given with the question goes before the recipe's."""

    def __init__(self, recipe: Recipe, bot: Bot) -> None:
        """Raises `UnknownBot` where a temperature is asked of a bot that does not compare moves."""
        self.recipe = recipe
        self.bot = bot
        if recipe.temperature and not _compares(bot):
            raise UnknownBot(
                f"the bot “{recipe.bot}” does not say what each move is worth, so it cannot have a "
                f"temperature as in “{recipe}”; greedy, search, net and guided can, and yours with `judge`"
            )

    def choose(
        self, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
    ) -> GameAction:
        if self.recipe.noise and rng.random() < self.recipe.noise:
            return rng.choice(legal)
        wanted = budget if budget.nodes else Budget(self.recipe.nodes)
        if self.recipe.temperature and len(legal) > 1:
            leanings = _leanings(self.bot, view, legal, wanted, rng)
            return draw(legal, leanings, self.recipe.temperature, rng)
        return self.bot.choose(view, legal, wanted, rng)


def draw(
    legal: Sequence[GameAction], leanings: Sequence[float], temperature: float, rng: random.Random
) -> GameAction:
    """One of the actions, each as likely as exp(its leaning / temperature)."""
    most = max(leanings)
    (drawn,) = rng.choices(legal, [math.exp((one - most) / temperature) for one in leanings])
    return drawn


def _compares(bot: Bot) -> bool:
    return any(callable(getattr(bot, way, None)) for way in ("leanings", "judge"))


def _leanings(
    bot: Bot, view: AnyView, legal: Sequence[GameAction], budget: Budget, rng: random.Random
) -> Sequence[float]:
    """How much a bot is for each action: what it says itself, or the log-odds of its judgement."""
    if isinstance(bot, LeaningBot):
        return bot.leanings(view, legal, budget, rng)
    judge: WorthOf = getattr(bot, "judge")  # noqa: B009  (`choose` is all the type promises)
    return [log_odds(float(worth)) for worth in judge(view, legal, budget, rng)]
