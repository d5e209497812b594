"""What bots need to know of Ratzentanz: what a position is worth, and how it is best searched."""

from ratskeller.games.ratzentanz.bot.judgement import SCALE, SEARCH, WIDTH, evaluate, judge

__all__ = ["SCALE", "SEARCH", "WIDTH", "evaluate", "judge"]
