"""The town in a terminal: never too wide, both dice always in sight, and readable without colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ratskeller.draw.terminal import GLYPHS
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    FLUTE,
    MOVE,
    NOWHERE,
    ORDER,
    OVER,
    PIPER,
    PUT_CAT,
    PUT_PIPER,
    START,
    TAKE,
    THROW,
    Action,
    Options,
    PlacePiper,
    State,
    Walk,
)
from ratskeller.games.ratzentanz.terminal.street_map import LEFT, PITCH, TOP, street_map
from ratskeller.games.ratzentanz.terminal.table import WIDTH, draw, food_letters
from ratskeller.words.languages import LANGUAGES
from ratskeller.words.speech import game_words
from tests.games.walks import states
from tests.rules.ratzentanz.positions import doubled, number, position, sq, thrown

NAMES = ("Ada", "Jean-Baptiste de la Tour", "陳小明與他的老鼠朋友們", "Z" * 24)
PHASES = {START, THROW, ORDER, MOVE, TAKE, PUT_CAT, PUT_PIPER, CALL_HOME, OVER}


@cache
def walk(seats: int) -> tuple[State, ...]:
    """Random play: rats everywhere, with and without chips."""
    return tuple(states(GAME, seats, Options(turn_cap=90), seed=seats))


def picture(state: State, viewer: int | None, language: str = "en") -> Text:
    words: Any = game_words(GAME, language)
    legal: Sequence[Action] = GAME.legal(state) if GAME.to_act(state) == viewer else ()
    return draw(GAME.conceal(state, viewer), words, NAMES[: state.seats], legal)


def face(symbol: int) -> str:
    """What the words call a face of the symbol die."""
    words: Any = game_words(GAME, "en")
    label: str = words.nouns.symbol(symbol)
    return label


def at(text: Text, square: str, width: int = 4, down: int = 0) -> str:
    """What is written on a square, from its mark to the right."""
    column, row = ord(square[0]) - ord("a"), int(square[1:]) - 1
    line = text.plain.split("\n")[1 + TOP + 2 * row + down]
    start = LEFT + 1 + PITCH * column
    cells = [letter for letter in line for _ in range(cell_len(letter))]
    return "".join(cells[start : start + width])


# --- every position ----------------------------------------------------------------------------


def test_random_walks_come_by_every_phase() -> None:
    assert {state.phase for seats in (2, 3, 4) for state in walk(seats)} == PHASES


@pytest.mark.heavy
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_line_is_wider_than_the_table_in_any_language(seats: int, language: str) -> None:
    assert WIDTH <= 100
    for place, state in enumerate(walk(seats)):
        if place % 5 == 0 or state.phase in (START, OVER, TAKE, CALL_HOME):
            for viewer in (None, state.seat):
                lines = picture(state, viewer, language).plain.split("\n")
                assert max(cell_len(line) for line in lines) <= WIDTH
                assert len(lines) <= 44


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 4])
def test_both_dice_are_always_shown(seats: int) -> None:
    for state in walk(seats):
        dice = picture(state, state.seat).plain.split("\n")[0]
        assert f"[ {state.number or '–'} ]" in dice
        assert f"[ {face(state.symbol) or '–'} ]" in dice


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_rat_is_listed_with_its_place_and_its_chip(seats: int) -> None:
    letters = food_letters(GAME.ground.box.food)
    for state in walk(seats)[::7]:
        lines = picture(state, None).plain.split("\n")
        for seat in range(seats):
            (line,) = [n for n, text in enumerate(lines) if text[1:3] == f"{GLYPHS[seat]} "]
            listed = " ".join(lines[line : line + 2])
            for rat in range(1, 6):
                square = state.at[seat * 5 + rat - 1]
                kind = state.load[seat * 5 + rat - 1]
                head = f" {rat}{letters[kind - 1] if kind else ''}"
                if square == NOWHERE:
                    assert f"{head}–" in listed
                elif square == GAME.ground.homes[seats][seat]:
                    assert f"{head}⌂" in listed
                else:
                    assert f"{head} {GAME.ground.town.names[square]}" in listed


def test_every_rat_off_the_nests_stands_on_the_map_or_in_the_list_of_crowds() -> None:
    homes = GAME.ground.homes[4]
    for state in walk(4)[::5]:
        text = picture(state, None).plain
        map_and_crowds = text[text.index("\n") : text.index("\n▶") if "\n▶" in text else None]
        for index, square in enumerate(state.at):
            if square >= 0 and square not in homes:
                assert GLYPHS[index // 5] in map_and_crowds


def test_glyphs_and_letters_do_not_hang_on_colour() -> None:
    """Without colour the same characters are printed."""
    text = picture(walk(4)[150], 0)
    plain = Console(width=100, no_color=True, color_system=None)
    with plain.capture() as printed:
        plain.print(text, no_wrap=True)
    assert [line.rstrip() for line in printed.get().splitlines()] == [
        line.rstrip() for line in text.plain.split("\n")
    ]
    assert len(set(GLYPHS)) == len(GLYPHS)


# --- single things -----------------------------------------------------------------------------


def test_the_empty_town_shows_streets_marks_buildings_and_doors() -> None:
    text = picture(position({}, phase=THROW), None)
    assert at(text, "b4", 11) == "·────·────·"
    assert at(text, "d5") == "≈   "
    assert at(text, "f2", 1) == "≡"
    assert at(text, "a1", 6) == "⌂●───·"
    assert at(text, "c2", 1) == "∩"
    assert text.plain.count("∩") - 1 == sum(
        len(GAME.ground.town.links[square]) for square in GAME.ground.town.all_of("H")
    )


def test_a_rat_of_the_viewer_bears_its_number_and_the_letter_of_its_chip() -> None:
    state = number(3, {"0.2": "d4*1", "1.1": "h4*3"})
    text = picture(state, 0)
    assert at(text, "d4", 3) == "●2G"
    assert at(text, "h4", 2) == "★C"


def test_a_loose_chip_is_told_from_a_carried_one() -> None:
    state = position({"0.1": "d4", "1.1": "g4*6"}, lying={"d4": "1", "h7": "66"}, phase=THROW)
    text = picture(state, 1)
    assert at(text, "d4", 3) == "●·G"
    assert at(text, "g4", 3) == "★1B"
    assert at(text, "h7", 3) == "·BB"


def test_a_storeroom_shows_what_is_left_and_the_cat_that_locks_it() -> None:
    state = position({"0.1": "h2*1"}, lying={"h2": "111", "c5": "66"}, cat="c5", phase=THROW)
    text = picture(state, 0)
    assert "[G3]" in text.plain
    assert "^B2^" in text.plain
    assert "●1G" in at(text, "g2", 9, down=1)


def test_the_piper_stands_on_the_map_or_is_said_to_be_outside() -> None:
    assert at(picture(position({}, piper="h7", phase=THROW), None), "h7", 1) == "♪"
    assert "♪ ^^ outside" in picture(position({}, phase=THROW), None).plain


def test_a_nest_shows_kinds_that_are_there_and_outlines_missing_ones() -> None:
    state = position({"0.1": "a1"}, lying={"a1": "1446"}, phase=THROW)
    line = next(line for line in picture(state, 0).plain.split("\n") if "(you)" in line)
    assert "■G □H □C ■F2 □A ■B 3/4" in line


def test_nests_nobody_owns_bear_no_glyph() -> None:
    text = picture(position({}, phase=THROW, seats=2), None)
    assert at(text, "o1", 2).strip() == "⌂"
    assert at(text, "o13", 2) == "⌂★"


def test_what_has_no_room_on_a_square_stands_below_the_map() -> None:
    state = position(
        {"0.1": "h7*1", "0.2": "h7*2", "1.1": "h7*3", "1.2": "h7"}, lying={"h7": "5"}, phase=THROW
    )
    text = picture(state, 0)
    assert at(text, "h7") == "●●★+"
    assert "h7 ●1G●2H★C★·A" in text.plain


def test_targets_bear_the_numbers_of_the_rats_that_can_go_there() -> None:
    state = number(2, {"0.1": "b4", "0.3": "d4", "1.1": "o13"})
    text = picture(state, 0)
    assert at(text, "b6", 2) == "›1"
    assert at(text, "f4", 2) == "›3"
    assert "rat 2 can go there" in text.plain


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 4])
def test_every_square_in_reach_is_marked_and_no_other(seats: int) -> None:
    for state in walk(seats):
        if state.phase not in (MOVE, PUT_PIPER):
            continue
        reach = set()
        for action in GAME.legal(state):
            if isinstance(action, Walk):
                reach.add(action.to if action.via == NOWHERE else action.via)
            elif isinstance(action, PlacePiper):
                reach.add(action.square)
            elif type(action).__name__ == "Sacrifice":
                reach.add(state.piper)
        text = picture(state, state.seat).plain
        legend = 1 if reach else 0
        assert text.count("›") == len(reach) + legend


def test_a_doubled_six_of_five_rats_fits_too() -> None:
    rats = {"0.1": "h7", "0.2": "h4", "0.3": "h10", "0.4": "e7", "0.5": "k7", "1.1": "o13"}
    text = picture(doubled(6, rats), 0)
    assert "›1-5" in text.plain
    assert max(cell_len(line) for line in text.plain.split("\n")) <= WIDTH


def test_places_for_cat_and_piper_have_their_numbers_of_the_list() -> None:
    state = position({"0.1": "a1"}, phase=PUT_PIPER, number=1, symbol=PIPER, due=True)
    legal = GAME.legal(state)
    place = legal.index(PlacePiper(sq("h7"))) + 1
    text = picture(state, 0)
    assert at(text, "h7", 1 + len(str(place))) == f"›{place}"
    assert "number in the list" in text.plain
    state = position({"0.1": "a1"}, phase=PUT_CAT, number=1, symbol=CAT, due=True)
    assert sum(f"›{n}" in picture(state, 0).plain for n in range(1, 7)) == 6


def test_rats_that_can_be_called_home_have_their_numbers_of_the_list() -> None:
    state = position({"0.1": "h7*2", "1.1": "a1"}, phase=CALL_HOME, number=1, symbol=BACK, due=True)
    text = picture(state, 0)
    assert at(text, "h7", 5) == "●1H›1"
    assert "★›2" in text.plain


def test_the_choice_of_a_die_is_numbered_at_the_dice_themselves() -> None:
    dice = picture(thrown(4, CAT, {"0.1": "a1", "1.1": "o13"}), 0).plain.split("\n")[0]
    assert "[ 4 ]›1" in dice
    assert f"[ {face(CAT)} ]›2" in dice


def test_a_die_that_has_been_used_is_ticked() -> None:
    dice = picture(number(4, {"0.1": "a1"}), 0).plain.split("\n")[0]
    assert "▸[ 4 ]" in dice
    assert f"[ {face(FLUTE)} ]✓" in dice
    assert "▸▸[ 4 ]" in picture(doubled(4, {"0.1": "a1"}), 0).plain


def test_whoever_is_to_act_and_whoever_looks_are_marked() -> None:
    for state in walk(3)[::20]:
        text = picture(state, 1).plain
        assert text.count("(you)") == 1
        assert text.count("▶") == (GAME.to_act(state) is not None)
        assert "(you)" not in picture(state, None).plain


def test_letters_of_the_food_are_all_different_in_every_language() -> None:
    assert food_letters(("cheese", "cherry", "ham")) == ("C", "H", "A")
    for language in LANGUAGES:
        words: Any = game_words(GAME, language)
        names = [words.nouns.food("label", kind) for kind in range(1, 7)]
        assert len(set(food_letters(names))) == 6


def test_the_map_is_drawn_once_and_never_written_on() -> None:
    before = street_map(GAME.ground.town).empty.text().plain
    picture(walk(4)[100], 0)
    assert street_map(GAME.ground.town).empty.text().plain == before
