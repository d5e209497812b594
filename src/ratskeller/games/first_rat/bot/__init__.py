"""What bots need to know of First Rat: what a position is worth, and how it is best searched."""

from ratskeller.games.first_rat.bot.facts import facts_of
from ratskeller.games.first_rat.bot.judgement import SCALE, SEARCH, evaluate

__all__ = ["SCALE", "SEARCH", "evaluate", "facts_of"]
