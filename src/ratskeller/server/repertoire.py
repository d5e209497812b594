"""The games that can be played online, and the players of the house."""

from __future__ import annotations

import logging
from functools import cache
from typing import Final

from ratskeller import games
from ratskeller.bots import HOUSE_BOTS, own
from ratskeller.bots.levels import Level, levels, patience
from ratskeller.bots.recipes import Recipe
from ratskeller.core.game import AnyGame, option_choices
from ratskeller.games.parts import game_board
from ratskeller.server.messages import GameCard, LevelCard
from ratskeller.server.refusals import refused
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words

LOG: Final = logging.getLogger("ratskeller.repertoire")

BOT_NAMES: Final = ("Hazel", "Basil", "Sorrel", "Clove", "Juniper", "Nutmeg")
"""What a bot is called that has no name of its own."""


@cache
def repertoire() -> tuple[AnyGame, ...]:
    """Every game. One that cannot be loaded does not close the house."""
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
def playable(game: AnyGame) -> bool:
    """Whether a game's board can be laid."""
    try:
        game_board(game, "en")
    except Exception as error:  # noqa: BLE001  as above
        LOG.info("%s has no board: %r", game.meta.id, error)
        return False
    return True


def find_playable(game_id: str) -> AnyGame:
    """A game that a table can be laid with. Raises `TableRefused`."""
    for game in repertoire():
        if game.meta.id == game_id.replace("-", "_") and playable(game):
            return game
    raise refused("unknown_game")


def card(game: AnyGame, language: str) -> GameCard:
    """What the front page says of a game."""
    words, meta = game_words(game, language), game.meta
    return GameCard(
        id=meta.id,
        title=words.title,
        blurb=words.blurb,
        seats=meta.seats,
        minutes=meta.minutes,
        credits=platform_words(language).credits(meta.credits),
        provenance=meta.provenance,
        playable=playable(game),
        bot=usual_level(game),
        options=option_choices(meta.options),
        levels=tuple(level_card(game, bot, language) for bot in _on_offer(game)),
        lessons=tuple((lesson.id, lesson.title) for lesson in words.course().lessons),
    )


# --- the players of the house -------------------------------------------------------------------


def usual_level(game: AnyGame) -> str:
    """Who sits down where nobody was chosen: in a one-click table."""
    known = levels(game)
    return next((level.id for level in known if level.default), known[len(known) // 2].id)


def company(game: AnyGame, picked: str) -> list[str]:
    """Every player of the house, in the order in which they join somebody who was picked: those who
    play nearly as well first, of two the gentler one.
    """
    known = [level.id for level in levels(game)]
    at = known.index(picked if picked in known else usual_level(game))
    return sorted(known, key=lambda one: (abs(known.index(one) - at), known.index(one)))


def weakest_level(game: AnyGame) -> str:
    """Who sits down with a beginner."""
    return levels(game)[0].id


def strongest_level(game: AnyGame) -> str:
    """Who plays for a person."""
    return levels(game)[-1].id


def adviser(game: AnyGame) -> str:
    """Whom a person asks for a hint: who searches, as long as the most patient do, and looks at the best
    turns evenly, since only what was compared so can be put into reasons that hold (`bench.hints`).
    """
    return str(Recipe("search", patience(game)))


def plays(bot: str, game: AnyGame) -> bool:
    """Whether a bot may be asked to a table. Recipes may not: they could think for ever. Nor may
    the address of any bot: whoever runs the house says whose code it runs.
    """
    return bot in HOUSE_BOTS or find_level(game, bot) is not None or own.plays(bot, game)


def _on_offer(game: AnyGame) -> list[str]:
    """The levels of the game, then the bots that the host has brought."""
    invited = (bot for bot in own.invited() if own.plays(bot, game))
    return list(dict.fromkeys([*(level.id for level in levels(game)), *invited]))


def find_level(game: AnyGame, level_id: str) -> Level | None:
    return next((level for level in levels(game) if level.id == level_id), None)


def level_card(game: AnyGame, bot: str, language: str) -> LevelCard:
    """Who a bot is; one without a character is called by what it does."""
    level = find_level(game, bot)
    face = f"/faces/{game.meta.id}/{bot}.svg" if level and level.face else ""
    if character := game_words(game, language).characters().get(bot):
        return LevelCard(bot, character.name, character.calling, character.manner, face)
    _ = platform_words(language).gettext
    words = {
        "random": _("careless"),
        "greedy": _("experienced"),
        "search": _("far-sighted"),
        "net": _("self-taught"),
        "look": _("self-taught and prudent"),
        "guided": _("self-taught and thorough"),
    }
    return LevelCard(bot, "", words.get(bot, bot), "", face)
