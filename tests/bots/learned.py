"""Which games have a network that was trained for the house: tests of learned players ask those."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller import games
from ratskeller.bots.net import weights_of


def learned(game_ids: Sequence[str] = (), seats: int = 2) -> list[str]:
    """Those of some games, or of all, whose weights for so many seats are shipped."""
    return [
        game_id
        for game_id in game_ids or games.shelf()
        if (weights_of(games.find(game_id)) / f"{seats}.npz").is_file()
    ]


def judged_openly() -> list[tuple[str, int]]:
    """Games and numbers of seats for which a judge of open hands is shipped."""
    return [
        (game_id, int(file.stem.removesuffix("-open")))
        for game_id in games.shelf()
        for file in sorted(weights_of(games.find(game_id)).glob("*-open.npz"))
    ]
