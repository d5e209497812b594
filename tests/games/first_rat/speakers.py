"""First Rat's words in every language, and ways to ask them."""

from __future__ import annotations

from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import State
from ratskeller.games.first_rat.words.game_words import FirstRatWords
from ratskeller.words import LANGUAGES
from tests.games.first_rat import own

NAMES = ("Ada", "bo", "小明", "{goods}", "Zoë")
WORDS = {language: FirstRatWords(GAME, language) for language in LANGUAGES}
EN = WORDS["en"]


def effects(state: State, notation: str, language: str = "en") -> list[str]:
    action = GAME.parse(notation)
    assert action in GAME.legal(state)
    return WORDS[language].effects(own(state), action, NAMES[: state.seats])


def label(state: State, notation: str, language: str = "en") -> str:
    return WORDS[language].action(own(state), GAME.parse(notation))
