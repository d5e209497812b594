"""Puzzles on pages: the list, the one of the day, which comes next, and what somebody has solved.

Whoever solves one is a guest of the house from then on, as who lays a table is; without cookies one can
solve all the same, and nothing is remembered.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from functools import cache
from typing import TypeAlias

import msgspec
from msgspec import Struct

from ratskeller.coach.exercises import Exercise
from ratskeller.coach.puzzles import PUZZLE_LEVELS, Puzzle, PuzzleLevel, puzzle, puzzles_of, view_of
from ratskeller.core.game import AnyGame
from ratskeller.server.exercises import Posed
from ratskeller.server.refusals import refused
from ratskeller.server.repertoire import BOT_NAMES, find_playable, playable, repertoire
from ratskeller.server.scene import Chair
from ratskeller.server.schema import PERSON
from ratskeller.words.phrases import sentence
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import game_words

GamePuzzle: TypeAlias = tuple[AnyGame, Puzzle]


class PuzzleCard(Struct, frozen=True):
    """A puzzle on a page: what it is called, where it is, and whether its reader has solved it."""

    number: str
    name: str
    level: str
    title: str  # of its game
    address: str
    solved: bool


class PuzzleShelf(Struct, frozen=True):
    """The puzzles of one level of a game."""

    level: str
    cards: tuple[PuzzleCard, ...]

    @property
    def solved(self) -> int:
        return sum(card.solved for card in self.cards)


class PuzzleBook(Struct, frozen=True):
    """All puzzles of a game."""

    title: str
    shelves: tuple[PuzzleShelf, ...]


# --- finding them -------------------------------------------------------------------------------


def find(game_id: str, name: str) -> GamePuzzle:
    """Raises `TableRefused`."""
    game = find_playable(game_id)
    found = puzzle(game, name)
    if found is None:
        raise refused("unknown_page")
    return game, found


def every() -> Iterator[GamePuzzle]:
    for game in repertoire():
        if playable(game):
            yield from ((game, one) for one in puzzles_of(game))


def of_the_day(now: float) -> GamePuzzle | None:
    """One for each day, the same for everybody."""
    found = list(every())
    if not found:
        return None
    day = datetime.fromtimestamp(now, UTC).date().isoformat()
    number = int.from_bytes(hashlib.sha256(day.encode()).digest())
    return found[number % len(found)]


def after(game: AnyGame, one: Puzzle, solved: Collection[str]) -> Puzzle | None:
    """The next of its level, unsolved ones first; None where it is the only one."""
    alike = [other for other in puzzles_of(game) if other.level == one.level]
    at = alike.index(one)
    others = [*alike[at + 1 :], *alike[:at]]
    return next((other for other in others if other.id not in solved), next(iter(others), None))


# --- showing them -------------------------------------------------------------------------------


def posed(game: AnyGame, one: Puzzle, language: str) -> Posed:
    """A puzzle as it is laid before somebody: the seat is theirs."""
    others = iter(BOT_NAMES)
    names = [
        platform_words(language).gettext("You") if seat == one.seat else next(others)
        for seat in range(one.seats)
    ]
    return Posed(
        exercise=Exercise(
            game=game,
            options=msgspec.convert(one.options, game.meta.options),
            view=view_of(game, one),
            best=one.best,
            answer=one.answer,
            second=one.second,
            lead=one.gap,
            lead_error=one.error,
            reasons=one.reasons,
        ),
        chairs=tuple(Chair(name=name, kind=PERSON, online=True) for name in names),
        idea=one.idea,
    )


def card(game: AnyGame, one: Puzzle, solved: Collection[str], language: str) -> PuzzleCard:
    number = str(_numbers(game)[one.id])
    return PuzzleCard(
        number=number,
        name=platform_words(language).gettext("Puzzle {number}", number=number),
        level=level_name(one.level, language),
        title=game_words(game, language).title,
        address=f"/puzzles/{game.meta.id}/{one.id}",
        solved=one.id in solved,
    )


@cache
def _numbers(game: AnyGame) -> dict[str, int]:
    """What the puzzles of a game are called on pages: counted from the easy ones on. Ids have gaps."""
    ranked = sorted(puzzles_of(game), key=lambda one: PUZZLE_LEVELS.index(one.level))
    return {one.id: number for number, one in enumerate(ranked, 1)}


def books(solved: Collection[str], language: str) -> Iterator[PuzzleBook]:
    """All that there are, by game and level."""
    by_game: dict[AnyGame, list[Puzzle]] = {}
    for game, one in every():
        by_game.setdefault(game, []).append(one)
    for game, found in by_game.items():
        shelves = [
            PuzzleShelf(
                sentence(level_name(level, language)),
                tuple(card(game, one, solved, language) for one in found if one.level == level),
            )
            for level in PUZZLE_LEVELS
        ]
        title = game_words(game, language).title
        yield PuzzleBook(title, tuple(shelf for shelf in shelves if shelf.cards))


def level_name(level: PuzzleLevel, language: str) -> str:
    _ = platform_words(language).gettext
    return {"easy": _("easy"), "middling": _("middling"), "hard": _("hard")}[level]
