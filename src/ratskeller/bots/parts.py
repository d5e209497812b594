"""A long search in parts: each looks at the same first moves in worlds of its own, and what they find is added up.

So one decision can keep several processes busy. How many parts it has hangs on the budget alone, and what a part
finds on the view and its luck: the answer is the same whether they think side by side or one after another.

Only a search that compares its first moves evenly (`steps.Habits.compared`) is divided: worlds are shared out, and
nothing is lost. One that grows a tree towards what promises most stays whole: two trees of half the size know less
than one, and play The Pied Piper worse.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

import msgspec

from ratskeller.bots import Budget
from ratskeller.bots.levels import recipe_of
from ratskeller.bots.recipes import Recipe
from ratskeller.bots.search import Judgement, SearchBot
from ratskeller.bots.steps import Habits
from ratskeller.bots.turns import Actions
from ratskeller.core.game import AnyGame, AnyView, GameAction
from ratskeller.games.parts import game_judging

Findings: TypeAlias = dict[Actions, Judgement]
"""What became of the first moves, by the actions they are made of."""

_POSITIONS: Final = 5000  # of a part: a smaller one is over before it has paid for its way
_MOST: Final = (
    8  # parts: of a longer search each would hold a worker that somebody else may want for too long
)


def parts_of(bot: str, game: AnyGame) -> int:
    """In how many parts a bot searches: one, where it does not compare evenly, or not for long, or for very long."""
    recipe = recipe_of(bot, game) or Recipe(bot)
    parts = recipe.nodes // _POSITIONS
    plain = recipe == Recipe("search", recipe.nodes)
    divided = plain and 1 < parts <= _MOST and _compares_evenly(game)
    return parts if divided else 1


@cache
def _compares_evenly(game: AnyGame) -> bool:
    return msgspec.convert(game_judging(game).search, Habits).compared > 0


class PartBot(SearchBot):
    """A search that does one of its parts at a time."""

    def part(self, view: AnyView, budget: Budget, parts: int, rng: random.Random) -> Findings:
        """What one part finds. Each looks over the first moves itself; what is left to walk is divided.

        Nobody drops out before the end, as in an undivided search: a part alone has seen too little for that.
        """
        inquiry = self._inquiry(view, rng)
        moves, offered = inquiry.moves, inquiry.offered
        rivals = offered[: self.habits.compared]
        left = budget.nodes * moves.share(offered) - inquiry.spent
        until = inquiry.spent + left / parts
        inquiry.visit_all(rivals)  # a glance: enough if all begin alike
        while inquiry.spent < until and len(set(map(moves.first, rivals))) > 1:
            inquiry.visit_all(rivals)
        return {moves.actions(move): inquiry.judgement(move) for move in rivals}


def best_of(parts: Sequence[Findings]) -> GameAction:
    """The action that the best of the first moves begins with."""
    found = add_up(parts)
    return max(found, key=found.__getitem__)[0]


def add_up(parts: Sequence[Findings]) -> Findings:
    """What all parts together found: each speaks for its walks."""
    judged: dict[Actions, list[Judgement]] = {}
    for part in parts:
        for move, judgement in part.items():
            judged.setdefault(move, []).append(judgement)
    return {move: _sum(judgements) for move, judgements in judged.items()}


def _sum(judgements: Sequence[Judgement]) -> Judgement:
    visits = sum(one.visits for one in judgements)
    return Judgement(visits, sum(one.visits * one.value for one in judgements) / visits)
