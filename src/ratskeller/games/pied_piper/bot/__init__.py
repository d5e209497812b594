"""What bots need to know of The Pied Piper: what a position is worth, and of what that is made."""

from ratskeller.games.pied_piper.bot.facts import facts_of
from ratskeller.games.pied_piper.bot.judgement import SCALE, evaluate

__all__ = ["SCALE", "evaluate", "facts_of"]
