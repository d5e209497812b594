"""Matches for the coach to look at."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import ratskeller
from ratskeller.bots import Budget


@cache
def finished(
    game_id: str = "pied_piper", seats: int = 2, seed: int = 1, bot: str = "random", **options: Any
) -> ratskeller.Match:
    """A match between bots of one kind, played to its end."""
    match = ratskeller.new(game_id, seats=seats, seed=seed, **options)
    player, rng = ratskeller.bot(bot, match.game), random.Random(seed)
    while (mover := match.to_act) is not None:
        match.push(player.choose(match.view(mover), match.moves(), Budget(), rng))
    return match
