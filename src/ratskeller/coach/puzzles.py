"""Puzzles: positions in which one answer is clearly the best, as one seat saw them.

Those of a game lie in its folder, a file of JSON lines: a heading, then one puzzle a line, none of it in a
language. `coach/mining.py` finds them in matches; a file that was found by other rules or other numbers is
not read, since nobody knows what is best there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct

from ratskeller.coach.findings import Line
from ratskeller.core.facts import Reason
from ratskeller.core.game import AnyGame, AnyView, Seat, View

_FILE: Final = "puzzles.jsonl"

PuzzleLevel: TypeAlias = Literal["easy", "middling", "hard"]
"""By which players of the house find the answer (`coach/mining.py`)."""

PUZZLE_LEVELS: Final[tuple[PuzzleLevel, ...]] = ("easy", "middling", "hard")


class Puzzle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What do you play? By what the seat sees there is one good answer."""

    id: str  # "pied_piper-017": it stays when others come and go
    level: PuzzleLevel
    idea: str  # of the game's course: what it is about
    seats: int
    options: dict[str, Any] = {}  # those that differ from the usual ones
    seat: Seat  # whose move it is
    view: Raw  # what the seat sees, and nothing else: `view_of` reads it
    best: Line  # a decision, or a whole turn where turns are judged
    decisive: int = 0  # so many of its first decisions are the answer; 0: all of them
    second: Line  # the best beside it
    gap: float  # by so much the best is better at least, in chances to win
    error: float  # the standard error of what was found: it is taken off already
    reasons: tuple[Reason, ...] = ()  # what the best has before the second
    found: float = 0.0  # the share of tries in which players of the house found it
    origin: str = (
        ""  # the match it comes from: bots, seed and number, as far as they were written down
    )

    @property
    def answer(self) -> Line:
        """What must be played: whoever comes to where it leads, in whatever order, has found it."""
        return self.best[: self.decisive or None]


class PuzzleHeading(Struct, frozen=True):
    """What the puzzles of a file were found in."""

    game: str
    version: int  # of its rules
    data: str  # the hash of its numbers


@cache
def puzzles_of(game: AnyGame) -> tuple[Puzzle, ...]:
    """All that come with a game, by their numbers; none where it has none, or other numbers.

    >>> from ratskeller import games
    >>> {puzzle.level for puzzle in puzzles_of(games.find("pied_piper"))} <= set(PUZZLE_LEVELS)
    True
    """
    file = resources.files(type(game).__module__).joinpath(_FILE)
    return read(game, file.read_bytes()) if file.is_file() else ()


def puzzle(game: AnyGame, name: str) -> Puzzle | None:
    """The one with that id."""
    return next((one for one in puzzles_of(game) if one.id == name), None)


def view_of(game: AnyGame, puzzle: Puzzle) -> AnyView:
    """The position as the seat sees it."""
    state: Any = game.state_type
    view: AnyView = msgspec.json.decode(puzzle.view, type=View[state])
    return view


def read(game: AnyGame, content: bytes) -> tuple[Puzzle, ...]:
    """The puzzles of a file, if they were found by the rules and numbers of this very game."""
    first, _, rest = content.partition(b"\n")
    if msgspec.json.decode(first, type=PuzzleHeading) != _heading(game):
        return ()
    return tuple(msgspec.json.Decoder(Puzzle).decode_lines(rest))


def written(game: AnyGame, puzzles: Iterable[Puzzle]) -> bytes:
    """The file that `read` reads."""
    return msgspec.json.Encoder().encode_lines((_heading(game), *puzzles))


def _heading(game: AnyGame) -> PuzzleHeading:
    return PuzzleHeading(game.meta.id, game.version, game.data_hash)
