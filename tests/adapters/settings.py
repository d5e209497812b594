"""The games of the shelf, set up so that a match is short enough for a test."""

from __future__ import annotations

from typing import Any

from ratskeller import games

SHORT: dict[str, dict[str, Any]] = {"ratzentanz": {"turn_cap": 30}}


def short(game_id: str) -> dict[str, Any]:
    """Options with which a random match takes some hundred actions at most."""
    return SHORT.get(game_id, {})


def tables() -> list[tuple[str, int]]:
    """Every game with its smallest and its largest number of seats."""
    return [
        (game_id, seats)
        for game_id in games.shelf()
        for seats in (min(games.find(game_id).meta.seats), max(games.find(game_id).meta.seats))
    ]
