"""The board in a terminal: never too wide, at every phase, readable without colour."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text

from ratskeller.draw.terminal import GLYPHS
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import (
    LOLA,
    MOVE,
    OVER,
    RATS,
    SCORE,
    SET_PATH,
    Move,
    Options,
    State,
)
from ratskeller.games.first_rat.terminal.cells import WIDTH
from ratskeller.games.first_rat.terminal.junkyard import _colour_letters, draw
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.games.walks import states

NAMES = ("Ada", "Jean-Baptiste de la Tour", "陳小明與他的老鼠朋友們", "Z" * 24, "o")
PATH_LINES = 12


@cache
def positions(seats: int, luck: int, board: Any = "variable") -> tuple[State, ...]:
    """Every position of a random walk, from before the first draw to the end."""
    return tuple(states(GAME, seats, Options(board=board), luck))


def picture(state: State, viewer: int | None, language: str = "en") -> Text:
    words: Any = game_words(GAME, language)
    legal = GAME.legal(state) if GAME.to_act(state) == viewer else ()
    return draw(GAME.conceal(state, viewer), words, NAMES[: state.seats], legal)


def first_turn(seats: int) -> State:
    return next(state for state in positions(seats, 1) if state.phase == MOVE)


def path_of(state: State, viewer: int | None = None) -> str:
    return "\n".join(picture(state, viewer).plain.split("\n")[:PATH_LINES])


@pytest.mark.heavy
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_line_is_wider_than_100_cells_in_any_language(seats: int, language: str) -> None:
    walk = positions(seats, seats)
    for state in (*walk[::23], walk[-1]):
        for viewer in (None, seats - 1):
            lines = picture(state, viewer, language).plain.split("\n")
            assert max(cell_len(line) for line in lines) <= WIDTH
            assert all(line == line.rstrip() for line in lines)


def test_chinese_lines_have_chinese_commas() -> None:
    for state in positions(3, 5)[40::40]:
        assert ", " not in picture(state, 0, "zh-Hant").plain


def test_every_phase_can_be_drawn_for_whoever_looks() -> None:
    seen: dict[int, State] = {}
    for luck in range(12):
        for state in positions(2 + luck % 4, luck):
            seen.setdefault(state.phase, state)
    assert set(seen) == set(range(SET_PATH, OVER + 1))
    for state in seen.values():
        for viewer in (None, *range(state.seats)):
            assert picture(state, viewer).plain


@pytest.mark.parametrize("seats", [2, 5])
def test_every_rat_on_the_path_stands_there_once(seats: int) -> None:
    for state in positions(seats, 4)[60::17]:
        path = path_of(state)
        for seat in range(seats):
            letters = ""
            for n, space in enumerate(state.rats[RATS * seat : RATS * (seat + 1)]):
                if 1 <= space <= 26:
                    letter = "abcd"[n]
                    letters += letter.upper() if RATS * seat + n in state.tokens else letter
            for letter in letters:
                assert path.count(GLYPHS[seat] + letter) == 1


def test_families_and_colours_do_not_hang_on_colour() -> None:
    assert len(set(GLYPHS)) == len(GLYPHS)
    for language in LANGUAGES:
        words: Any = game_words(GAME, language)
        letters = _colour_letters(words)
        assert len(set(letters)) == len(letters)
        assert all(cell_len(letter) <= 2 for letter in letters)


def test_a_space_shows_number_colour_goods_booth_and_shortcut() -> None:
    state = next(state for state in positions(2, 1, "standard") if state.phase == MOVE)
    path = path_of(state)
    for text in (" 9 W ⌂", "15 Y ⌂", "21 Y ⌂", " 5 Y Y1↷10", "10 G ↷Y1", "2 core", "27 Launchpad"):
        assert text in path


def test_spaces_in_reach_name_the_rats_that_can_come() -> None:
    state = first_turn(3)
    assert "→a" not in path_of(state)
    spaces = {move.space for move in GAME.legal(state) if isinstance(move, Move)}
    assert path_of(state, 0).count("→a") == len(spaces)


def test_a_super_rat_has_a_capital_letter_and_its_name_below() -> None:
    state = first_turn(2)
    state = replace(
        state,
        rats=(7, *state.rats[1:]),
        comics=(1 << LOLA, 0),
        tokens=(-1, 0, -1, -1),
    )
    assert "●A" in path_of(state)
    assert "Lola Rat = A" in picture(state, None).plain


def test_the_gauge_counts_markers_left_and_rats_aboard() -> None:
    state = first_turn(2)
    assert "▮▮▮▮▮▮▮▮  ○○zz" in picture(state, 0).plain
    state = replace(state, rats=(29, 27, 0, 28, *state.rats[RATS:]), markers=(3, 8))
    assert "▮▮▮" in picture(state, 0).plain
    assert "◆○○z" in picture(state, 0).plain


def test_the_turn_is_a_checklist_and_the_last_round_is_announced() -> None:
    state = first_turn(2)
    assert "▶ 1 moving  · 2 collecting  · 3 booths  · 4 scoring" in picture(state, 0).plain
    scoring = next(s for s in positions(2, 1) if s.phase == SCORE and any(s.walked))
    assert "✓ 1 moving  ✓ 2 collecting  ✓ 3 booths  ▶ 4 scoring" in picture(scoring, 0).plain
    asleep = replace(state, phase=SCORE, rats=(28,) * 8)
    assert "– 1 moving  – 2 collecting  – 3 booths  ▶ 4 scoring" in picture(asleep, 0).plain
    assert "is the last one" not in picture(state, 0).plain
    assert "Round 7 is the last one." in picture(replace(state, last_round=7), 0).plain


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_viewer_and_the_mover_are_marked_once(seats: int) -> None:
    state = first_turn(seats)
    text = picture(state, 1).plain
    assert text.count("(you)") == 1
    assert sum(f"▶{glyph}" in text for glyph in GLYPHS) == 1
    assert "(you)" not in picture(state, None).plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_room_for_a_name_in_every_language(language: str) -> None:
    lines = picture(first_turn(5), 4, language).plain.split("\n")
    assert any("● Ada  " in line for line in lines)
    assert any("★ Jean-Ba" in line for line in lines)
