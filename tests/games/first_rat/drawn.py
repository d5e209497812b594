"""The junkyard as tests look at it, and positions in a few words."""

from __future__ import annotations

import re
from functools import partial

from msgspec.structs import replace

from ratskeller.draw.table import HAND, MAIN
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.draw.beats import BEATS
from ratskeller.games.first_rat.draw.board import FirstRatBoard
from ratskeller.games.first_rat.rules.state import MOVE, RATS, START, Options, State
from ratskeller.games.first_rat.rules.tables import tables_of
from ratskeller.games.first_rat.words.game_words import FirstRatWords
from ratskeller.words import LANGUAGES
from tests.games import drawn
from tests.games.drawn import Drawing
from tests.games.walks import walk

BOARDS = {language: FirstRatBoard(FirstRatWords(GAME, language)) for language in LANGUAGES}
EN = BOARDS["en"]
parts_of = partial(drawn.parts_of, board=EN)
sheets_of = partial(drawn.sheets_of, board=EN)
TABLES = [
    (2, Options()),
    (2, Options(board="standard", lit="last")),
    (3, Options(lit="last")),
    (4, Options(board="standard")),
    (5, Options()),
]
BUTTONS = (
    "take", "leave", "dry", "no_comic", "no_rat", "sleep", "buy", "steal", "full_price", "pass",
    "end",
)  # fmt: skip


def near(state: State, one: str, other: str) -> bool:
    """The next space or light, an end of a shortcut, the next chamber of the burrow."""
    one, other = (re.sub(r"family:\d", f"space:{START}", name) for name in (one, other))
    (kind, here), (other_kind, there) = (name.split(":") for name in (one, other))
    tables = tables_of(state)
    if "shortcut" in (kind, other_kind):
        name, space = (here, there) if kind == "shortcut" else (there, here)
        pipe = tables.box.shortcuts[name]
        return int(space) == (pipe.exit if kind == "shortcut" else pipe.entrance)
    if kind != other_kind:
        return False
    if kind == "burrow":
        return tables.nodes.index(there) in tables.exits[tables.nodes.index(here)]
    return abs(int(here) - int(there)) == 1


DRAWING = Drawing(
    tables=TABLES,
    sheets={MAIN, HAND},
    asked={"rat", "space", "take", "pass", "end"},
    buttons={*BUTTONS, "way", "extra"},
    named_by_parts={"space", "track", "row", "shelf", "pile"},
    beats=BEATS,
    near=near,
    every=3,
)


def position(seats: int = 3, **changes: object) -> State:
    """The first turn of a match on the standard side, with nobody but seat 0 on the move."""
    for state, _ in walk(GAME, seats, Options(board="standard"), seed=1):
        if state.phase == MOVE:
            return replace(state, **changes)
    raise AssertionError("a match has a first turn")


def rats(seats: int, **where: int) -> tuple[int, ...]:
    """All on Start but those named: `rats(3, r4=14)`."""
    spaces = [START] * (RATS * seats)
    for rat, space in where.items():
        spaces[int(rat[1:])] = space
    return tuple(spaces)
