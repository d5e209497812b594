"""What bots need to know of Ratzentanz: what a position is worth and why, and how it is searched."""

from ratskeller.games.ratzentanz.bot.facts import facts_of
from ratskeller.games.ratzentanz.bot.judgement import SCALE, SEARCH, WIDTH, evaluate, judge

__all__ = ["SCALE", "SEARCH", "WIDTH", "evaluate", "facts_of", "judge"]
