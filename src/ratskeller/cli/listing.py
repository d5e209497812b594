"""The shelf on the screen. Without Rich: this is the command that must answer at once."""

from __future__ import annotations

from ratskeller import games
from ratskeller.cli import choices
from ratskeller.words.platform_words import PlatformWords


def show_games(say: PlatformWords) -> int:
    """All games, one a line: the id to play it by, the title, for how many, how long."""
    for game_id in games.shelf():
        game = games.find(game_id)
        meta = game.meta
        facts = say._(
            "{fewest} to {most} players, {minutes} minutes",
            fewest=min(meta.seats),
            most=max(meta.seats),
            minutes=meta.minutes,
        )
        print(f"{game_id}  {choices.title_of(say, game)}  ({facts})")
    return 0
