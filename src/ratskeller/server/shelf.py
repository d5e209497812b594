"""The games that can be played online: those with rules, words and a board."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from typing import Any, Final

from ratskeller import games
from ratskeller.bots import bot_names
from ratskeller.core.game import Game, option_choices
from ratskeller.draw.table import GameBoard
from ratskeller.server.messages import GameCard
from ratskeller.server.refusals import refused
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words, package_of

LOG: Final = logging.getLogger("ratskeller.shelf")

BEST: Final = "greedy"
"""The level of bots that nobody chose: in a one-click table, or for somebody who is away."""

BOT_NAMES: Final = ("Hazel", "Basil", "Sorrel", "Clove", "Juniper", "Nutmeg")


@cache
def shelf() -> tuple[Game[Any, Any], ...]:
    """Every game with rules and words. One that cannot be loaded does not close the house."""
    found = []
    for game_id in games.shelf():
        try:
            game = games.find(game_id)
            game_words(game, "en")
        except Exception as error:  # noqa: BLE001  somebody else's package may raise anything
            LOG.info("%s is not on the shelf: %r", game_id, error)
            continue
        found.append(game)
    return tuple(found)


@cache
def playable(game: Game[Any, Any]) -> bool:
    """Whether a game has a board."""
    try:
        game_board(game, "en")
    except Exception as error:  # noqa: BLE001  as above
        LOG.info("%s has no board: %r", game.meta.id, error)
        return False
    return True


def find_playable(game_id: str) -> Game[Any, Any]:
    """A game that a table can be laid with. Raises `TableRefused`."""
    for game in shelf():
        if game.meta.id == game_id.replace("-", "_") and playable(game):
            return game
    raise refused("unknown_game")


@cache
def game_board(game: Game[Any, Any], language: str) -> GameBoard[Any, Any]:
    """The board of a game: the class that its `board` module names `BOARD`."""
    board: GameBoard[Any, Any] = import_module(f"{package_of(game)}.board").BOARD(
        game_words(game, language)
    )
    return board


def card(game: Game[Any, Any], language: str) -> GameCard:
    """What the front page says of a game."""
    words, meta = game_words(game, language), game.meta
    return GameCard(
        id=meta.id,
        title=words.title,
        blurb=words.blurb,
        seats=meta.seats,
        minutes=meta.minutes,
        credits=meta.credits,
        provenance=meta.provenance,
        playable=playable(game),
        bot=BEST,
        options=option_choices(meta.options),
        bots=bot_names(),
    )


def level(bot: str, language: str) -> str:
    """A bot's level in a word; a level that has none is called by its id."""
    _ = platform_words(language).gettext
    words = {"random": _("careless"), "greedy": _("experienced"), "search": _("far-sighted")}
    return words.get(bot, bot)
