"""The shelf. A game is a folder here, or a package that announces itself as a `ratskeller.games`
entry point, or, while it is being written, one named in the environment:
`RATSKELLER_GAMES="crumbs=my.crumbs"`. The shelf knows no game by name: it looks at what is there.

Each folder holds the same set of names: `GAME` (the rules), and the floors `words`, `draw`,
`terminal` and `bot`, with a plain one for each that a game does not bring. A room loads only the
part it needs, so that a bot does not pay for drawing.
"""

from __future__ import annotations

import os
import pkgutil
from copy import copy
from functools import cache, lru_cache
from importlib import import_module, metadata
from types import ModuleType
from typing import Final

from ratskeller.core.game import AnyGame

_IN_WORK: Final = "RATSKELLER_GAMES"


class UnknownGame(LookupError):
    """No game of that id is on the shelf."""


@cache
def _packages() -> dict[str, str]:
    """Every game id with the package it lives in."""
    here = {
        module.name: f"{__name__}.{module.name}"
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg
    }
    elsewhere = {point.name: point.value for point in metadata.entry_points(group=__name__)}
    in_work = dict(
        pair.split("=", 1) for pair in os.environ.get(_IN_WORK, "").split(",") if "=" in pair
    )
    return {**elsewhere, **in_work, **here}


def shelf() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order.

    >>> shelf()
    ('first_rat', 'pied_piper', 'ratzentanz')
    """
    return tuple(sorted(_packages()))


def part(game_id: str, name: str) -> ModuleType:
    """A module of a game's folder, or a plain one: `part("pied_piper", "words")`."""
    from ratskeller.words.speech import part_of  # noqa: PLC0415  (who only plays needs no words)

    return part_of(_package(game_id), name)


@lru_cache(maxsize=256)
def find(game_id: str, version: int = 0, data: str = "") -> AnyGame:
    """The rules of a game: the newest version, with the data it ships with, or as a match of
    another version or with other data was played. The same object for the same rules and data.

    >>> find("first_rat")
    <Game: First Rat (first_rat), 2 to 5 seats>
    >>> find("chess")
    Traceback (most recent call last):
    ratskeller.games.UnknownGame: there is no game “chess”; on the shelf: first_rat, ...

    Raises `UnknownGame` with the ids that exist, `NewerRules` and `BadData`.
    """
    game: AnyGame = import_module(_package(game_id)).GAME
    return game.as_played(version or game.version, data or game.data)


@lru_cache(maxsize=64)
def dressed(game: AnyGame, looks: tuple[int, ...]) -> AnyGame:
    """The same rules for a table where seats have other houses, colours or nests than their own. The
    same object for the same looks.

    >>> dressed(find("first_rat"), (2, 0, 1)).looks
    (2, 0, 1)
    """
    if looks == tuple(range(len(looks))):
        return game
    other = copy(game)
    other.looks = looks
    return other


def _package(game_id: str) -> str:
    try:
        return _packages()[game_id.replace("-", "_")]
    except KeyError:
        known = ", ".join(shelf())
        raise UnknownGame(f"there is no game “{game_id}”; on the shelf: {known}") from None
