"""The drawn town as tests look at it, and positions in a few words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from ratskeller.core.game import View
from ratskeller.draw.board import Board
from ratskeller.draw.show import sheet_for
from ratskeller.draw.table import ALWAYS, MAIN
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.draw.beats import BEATS
from ratskeller.games.ratzentanz.draw.board import RatzentanzBoard
from ratskeller.games.ratzentanz.rules.state import (
    CALL_HOME,
    FLUTE,
    MOVE,
    NOWHERE,
    ORDER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    TAKE,
    Options,
    State,
)
from ratskeller.games.ratzentanz.rules.town import CANAL, STAIRS
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords
from ratskeller.words import LANGUAGES
from tests.games import drawn
from tests.games.drawn import NAMES, Drawing
from tests.games.walks import walk

BOARDS = {language: RatzentanzBoard(RatzentanzWords(GAME, language)) for language in LANGUAGES}
EN = BOARDS["en"]
parts_of = partial(drawn.parts_of, board=EN)
TABLES = [
    (2, Options(turn_cap=40)),
    (2, Options(piper="wall", turn_cap=40)),
    (3, Options(kinds=5, turn_cap=40)),
    (3, Options(walk="no_reversal", turn_cap=40)),
    (4, Options(turn_cap=40)),
    (4, Options(kinds=5, piper="wall", walk="no_reversal", turn_cap=40)),
]
CHOICES = (ORDER, MOVE, TAKE, PUT_CAT, PUT_PIPER, CALL_HOME)


def near(state: State, one: str, other: str) -> bool:
    """Squares that are linked, or two ends of the canal or of the stairs (RT-30, RT-40)."""
    town = GAME.ground.town
    a, b = (GAME.ground.number_of[name.removeprefix("sq:")] for name in (one, other))
    assert state.seats
    return (
        b in town.links[a]
        or (a != b and {a, b} <= {*town.all_of(CANAL)})
        or (a != b and {a, b} <= {*town.all_of(STAIRS)})
    )


DRAWING = Drawing(
    tables=TABLES,
    sheets={MAIN, ALWAYS},
    asked={"rat", "sq", "die"},
    buttons={"btn", "load"},
    beats=BEATS,
    near=near,
    aside={"spare"},
    named_by_parts={"stock"},
)


def decisions(seats: int, options: Options, seed: int) -> Iterator[State]:
    return (state for state, _ in walk(GAME, seats, options, seed) if state.phase in CHOICES)


def sheet_of(view: View[State], board: RatzentanzBoard = EN) -> Board:
    """The town with the dice below it, as in a picture."""
    names = NAMES[: view.seen.seats]
    return sheet_for(board, view, names, [board.parts(view, names)])


def on(square: str) -> int:
    return GAME.ground.number_of[square]


def position(seats: int = 4, **changes: object) -> State:
    """Seat 0 has thrown a 3 and the flute and walks; all is quiet, and every rat sits at home."""
    start = GAME.start(seats, Options())
    homes = GAME.ground.homes[seats]
    quiet = replace(
        start,
        phase=MOVE,
        throws=(),
        number=3,
        symbol=FLUTE,
        shares=1,
        due=True,
        at=tuple(homes[index // RATS] for index in range(RATS * seats)),
    )
    return replace(quiet, **changes)


def placed(seats: int = 4, **rats: str) -> tuple[int, ...]:
    """Where rats are: `r01="h7"` puts rat 1 of seat 0 on h7; all others are spare."""
    at = [NOWHERE] * (RATS * seats)
    for name, square in rats.items():
        at[int(name[1]) * RATS + int(name[2]) - 1] = on(square)
    return tuple(at)


def lying(**heaps: int) -> tuple[int, ...]:
    free = [0] * len(GAME.ground.town.names)
    for square, heap in heaps.items():
        free[on(square)] = heap
    return tuple(free)
