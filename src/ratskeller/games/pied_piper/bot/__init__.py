"""What bots need to know of The Pied Piper: what a position is worth, and how it is best searched."""

from ratskeller.games.pied_piper.bot.judgement import SCALE, evaluate

__all__ = ["SCALE", "evaluate"]
