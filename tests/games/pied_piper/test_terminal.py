"""The board in a terminal: never too wide, never more than its viewer may know."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text

from ratskeller.core.conformance import viewers
from ratskeller.core.counts import put
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import OVER, PLACE, SET_ASIDE, Options, State
from ratskeller.games.pied_piper.terminal import FIGURES, WIDTH, draw
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.games.walks import states

NAMES = ("Ada", "Jean-Baptiste de la Tour", "陳小明與他的老鼠朋友們", "Z" * 24, "o")


def picture(state: State, viewer: int | None, language: str = "en") -> Text:
    words: Any = game_words(GAME, language)
    view = GAME.conceal(state, viewer)
    legal = GAME.legal(view.seen) if GAME.to_act(state) == viewer else ()
    return draw(view, words, NAMES[: state.seats], legal)


def middle(seats: int, options: Options | None = None, luck: int = 1) -> State:
    """A position in the middle of a match, with somebody to move."""
    turns = [s for s in states(GAME, seats, options or Options(), luck) if s.phase == PLACE]
    return turns[len(turns) // 2]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_line_is_wider_than_80_cells_in_any_language(seats: int, language: str) -> None:
    options = Options(secret=True, roof=8)
    for number, state in enumerate(states(GAME, seats, options, seed=seats)):
        if number % 9 == 0 or state.phase == OVER:
            for viewer in (None, seats - 1):
                lines = picture(state, viewer, language).plain.split("\n")
                assert max(cell_len(line) for line in lines) <= WIDTH
                assert len(lines) <= 22


@pytest.mark.heavy
@pytest.mark.parametrize("options", [Options(), Options(secret=True)])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_worlds_that_a_viewer_cannot_tell_apart_look_the_same(
    seats: int, options: Options
) -> None:
    rng = random.Random(seats)
    for number, state in enumerate(states(GAME, seats, options, seed=seats)):
        if number % 7:
            continue
        for viewer in viewers(seats):
            other = GAME.scramble(state, viewer, rng)
            assert picture(state, viewer).markup == picture(other, viewer).markup


def test_every_figure_in_play_stands_in_the_ring_once_and_has_its_own_glyph() -> None:
    assert len(set(FIGURES)) == len(FIGURES)
    state = middle(5)
    ring = picture(state, None).plain.split("\n")[:15]
    gaps = "\n".join(line[:21] + line[59:] for line in ring[2:]) + ring[1]
    for glyph in FIGURES:
        assert gaps.count(glyph) == 1


def test_glyphs_do_not_hang_on_colour() -> None:
    """Whoever sees no colours reads the same: the plain text holds every glyph of the line."""
    state = middle(4)
    text = picture(state, 0).plain
    for figure in state.line:
        assert FIGURES[figure] in text


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_ones_own_house_and_the_mover_are_marked(seats: int) -> None:
    state = middle(seats)
    text = picture(state, state.active).plain
    assert text.count("(you)") == 1
    assert text.count("▶") == 1
    assert text.count("╚") == 1
    assert "(you)" not in picture(state, None).plain


def test_a_house_that_left_the_ring_keeps_its_place_as_a_ruin() -> None:
    state = next(s for s in states(GAME, 5, Options(), 3) if s.out and s.phase == PLACE)
    before = picture(next(states(GAME, 5, Options(), 3)), None).plain.split("\n")
    after = picture(state, None).plain.split("\n")
    assert sum("┄" in line for line in after) == 2
    for line, old in zip(after, before, strict=False):
        for house in ("Mill house", "Bakehouse", "Smithy", "Brewhouse", "Tannery"):
            assert line.find(house) == old.find(house)


def test_trackers_that_nobody_took_are_named() -> None:
    state = middle(5)
    assert "Trackers set aside" not in picture(state, 0).plain
    aside = replace(state, holders=put(put(state.holders, 1, SET_ASIDE), 3, SET_ASIDE))
    line = picture(aside, 0).plain.splitlines()[-1]
    assert line.split() == ["Trackers", "set", "aside", "Bakehouse", "Brewhouse"]


def test_neutral_houses_have_no_floors() -> None:
    text = picture(middle(2), 0).plain
    assert text.count("neutral house") == 2
    assert text.count("⌂") == 2


def test_a_strangers_face_down_card_shows_only_who_laid_it() -> None:
    state = next(s for s in states(GAME, 3, Options(secret=True), 2) if hidden_by(s) == {1})
    text = picture(state, 0).plain.split("Your hand")[0]
    assert "▒▒ Jea…" in text
    assert "*" not in text
    own = picture(state, 1).plain.split("Your hand")[0]
    assert "▒▒" not in own
    assert "*" in own


def hidden_by(state: State) -> set[int]:
    return {card.seat for cards in state.laid for card in cards if card.face_down}
