"""The market square as tests look at it, and positions in a few words."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from ratskeller.draw.table import HAND, MAIN
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.draw.beats import BEATS
from ratskeller.games.pied_piper.draw.board import PiedPiperBoard
from ratskeller.games.pied_piper.rules import turn
from ratskeller.games.pied_piper.rules.state import PLACE, UNKNOWN, Counts, Options, State
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords
from ratskeller.words import LANGUAGES
from tests.games import drawn
from tests.games.drawn import Drawing
from tests.games.walks import walk

BOARDS = {language: PiedPiperBoard(PiedPiperWords(GAME, language)) for language in LANGUAGES}
EN = BOARDS["en"]
parts_of = partial(drawn.parts_of, board=EN)
sheets_of = partial(drawn.sheets_of, board=EN)
TABLES = [
    (2, Options()),
    (2, Options(secret=True, roof=8)),
    (3, Options(rugrats=True)),
    (3, Options(secret=True)),
    (4, Options(elimination="immediate", roof=8)),
    (4, Options(secret=True, elimination="immediate")),
    (5, Options(rugrats=True, roof=8)),
    (5, Options(secret=True)),
]


def near(state: State, one: str, other: str) -> bool:
    """A gap lies between the house of its number and the one before that in the ring (PP-03)."""
    ring = turn.start(state.box, state.seats, state.options).ring
    house, gap = sorted((one, other), reverse=True)
    if not (house.startswith("house:") and gap.startswith("gap:")):
        return False
    number = int(gap.removeprefix("gap:"))
    beside = ring[(ring.index(number) - 1) % len(ring)]
    return int(house.removeprefix("house:")) in (number, beside)


DRAWING = Drawing(
    tables=TABLES,
    sheets={MAIN, HAND},
    asked={"hand", "slot"},
    buttons={"up", "down"},
    beats=BEATS,
    near=near,
    turns=True,
)


def hand(*cards: int) -> Counts:
    return tuple(cards.count(card) for card in range(UNKNOWN + 1))


def position(seats: int = 3, **changes: object) -> State:
    """The second turn of a match with everything quiet: seat 1 is to lay two cards."""
    options = changes.pop("options", Options())
    assert isinstance(options, Options)
    for state, _ in walk(GAME, seats, options, seed=1):
        if state.phase == PLACE and state.turn == 1:
            quiet = replace(state, laid=((),) * 4, levels=(0,) * seats)
            return replace(quiet, **changes)
    raise AssertionError("a match has a second turn")
