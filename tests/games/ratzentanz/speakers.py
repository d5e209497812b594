"""Ratzentanz's words in every language, and ways to ask them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    NOWHERE,
    Action,
    Handle,
    Home,
    PlacePiper,
    RatMoved,
    Sacrifice,
    State,
    Take,
    Walk,
)
from ratskeller.games.ratzentanz.rules.town import ALLEY
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords
from ratskeller.words import LANGUAGES
from tests.games.ratzentanz import own
from tests.rules.ratzentanz.positions import sq

NAMES = ("Ada", "bo", "小明", "{food}")
WORDS = {language: RatzentanzWords(GAME, language) for language in LANGUAGES}
EN = WORDS["en"]
GRAIN, HAM, CHEESE, FISH, APPLES, BREAD = range(1, 7)


def label(state: State, move: str, language: str = "en") -> str:
    return WORDS[language].action(own(state), GAME.parse(move))


def effects(state: State, move: str, language: str = "en") -> list[str]:
    action = GAME.parse(move)
    assert action in GAME.legal(state)
    return WORDS[language].effects(own(state), action, NAMES[: state.seats])


def moved(seat: Seat, rat: int, start: str, to: str, kind: int = 0) -> RatMoved:
    left, reached = (sq(name) if name else NOWHERE for name in (start, to))
    return RatMoved(seat, rat, left, reached, kind)


def by_appetite(rng: random.Random, legal: Sequence[Action]) -> Action:
    """A choice with an eye for food: the rarer actions happen too."""
    return rng.choices(legal, [_appeal(action) for action in legal])[0]


def _appeal(action: Action) -> int:
    match action:
        case Walk(_, to):
            return 1 if GAME.ground.town.marks[to] == ALLEY else 12
        case Handle(_, kind):
            return 12 if kind else 2
        case Take(kind):
            return 8 if kind else 1
        case Home():
            return 8
    return 1


def by_malice(rng: random.Random, legal: Sequence[Action]) -> Action:
    """With an eye for food, but the Piper shuts somebody in, and gets a rat now and then."""
    links = GAME.ground.town.links
    posts = [
        action
        for action in legal
        if isinstance(action, PlacePiper)
        and any(len(links[near]) == 1 for near in links[action.square])
    ]
    if posts:
        return rng.choice(posts)
    lost = [action for action in legal if isinstance(action, Sacrifice)]
    return rng.choice(lost) if lost and rng.random() < 0.2 else by_appetite(rng, legal)
