"""The drawn town: what lies where in every position, and what can be pressed."""

from __future__ import annotations

import math
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from ratskeller.draw.board import WIDE, seat
from ratskeller.draw.show import picture_of
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.draw.board import RatzentanzBoard
from ratskeller.games.ratzentanz.rules.chips import ONE
from ratskeller.games.ratzentanz.rules.data import default_data
from ratskeller.games.ratzentanz.rules.state import (
    BETWEEN,
    DOUBLE,
    MOVE,
    NOWHERE,
    ORDER,
    PUT_CAT,
    START,
    TAKE,
    Options,
)
from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords
from tests.games.drawn import NAMES
from tests.games.ratzentanz import own
from tests.games.ratzentanz.drawn import (
    BOARDS,
    CHOICES,
    EN,
    TABLES,
    lying,
    on,
    parts_of,
    placed,
    position,
    sheet_of,
)
from tests.games.walks import walk


def test_chips_are_pressed_where_they_lie() -> None:
    """Before the walk and after it, on an alley and in a foreign nest."""
    heap = ONE[1] + 2 * ONE[4]
    for square in ("h7", "o1", "h2"):
        state = position(
            at=placed(r01=square), lying=lying(**{square: heap}), load=(2,) + (0,) * 19
        )
        taking = replace(state, phase=TAKE, hand=1, load=(0,) * 20)
        for one, wanted in ((state, {f"chip:{square}.1", f"chip:{square}.4", "load:0.1"}),
                            (taking, {f"chip:{square}.1", f"chip:{square}.4", "btn:none"})):  # fmt: skip
            steps = {step for action in GAME.legal(one) for step in GAME.path(one, action)}
            assert wanted <= steps
            drawn = set(parts_of(own(one))) | {place.id for place in sheet_of(own(one)).places}
            assert all(step in drawn or EN.button(own(one), step) for step in steps)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_both_dice_are_in_sight_all_the_time(seats: int, options: Options) -> None:
    """Their faces stay what they are until the next throw, used up or not."""
    for state, _ in walk(GAME, seats, options, seed=5):
        parts = parts_of(GAME.conceal(state, None))
        number, symbol = parts["die:number"].symbol, parts["die:symbol"].symbol
        assert number.removesuffix("-used") == (f"die-{state.number}" if state.number else "die")
        assert symbol.removesuffix("-used") == f"face-{state.symbol}"
        if state.phase in CHOICES:
            assert number.endswith("-used") == (state.shares == 0)
            waits = state.due or (state.symbol == DOUBLE and state.shares > 0)
            assert symbol.endswith("-used") != waits


def test_a_moment_inside_a_step_can_be_drawn() -> None:
    assert parts_of(GAME.conceal(position(phase=BETWEEN), None))


# --- rats ---


def test_food_rides_on_the_rats_back() -> None:
    state = position(at=placed(r01="h7", r11="h7", r21="o13"), load=(4, *(0,) * 19))
    parts = parts_of(own(state))
    assert parts["rat:0.1"].symbol == "hamelin-rat-red-4"
    assert parts["rat:1.1"].symbol == "rat-run-yellow"
    assert parts["rat:2.1"].symbol == "rat-sit-blue"
    assert parts["rat:0.1"].label == "Your rat 1: in alley h7; with fish"


def test_spare_rats_wait_on_their_desk_and_glide_to_the_nest() -> None:
    parts = parts_of(GAME.conceal(GAME.start(3, Options()), None))
    spare = {part.place for part in parts.values() if part.place.startswith("spare:")}
    assert spare == {f"spare:{seat}.{rat}" for seat in range(3) for rat in (4, 5)}


@pytest.mark.parametrize("square", ["h7", "c2", "f2", "h2", "d5", "a1"])
@pytest.mark.parametrize("crowd", range(2, 11))
def test_rats_on_one_square_are_fanned_out_and_each_can_be_reached(crowd: int, square: str) -> None:
    """24 pixels lie between any two of them where the sheet is 1100 pixels wide (A09)."""
    at = (on(square),) * crowd + (NOWHERE,) * (20 - crowd)
    view = own(position(at=at, cat=NOWHERE))
    sheet = sheet_of(view)
    parts = parts_of(view).values()
    where = [seat(sheet, parts)[part.id] for part in parts if part.place == f"sq:{square}"]
    scale = 1100 / sheet.view_box[2]
    spots = [(one.x, one.y) for one in where]
    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) * scale >= 24


def test_squares_are_large_enough_to_press() -> None:
    sheet = sheet_of(own(position()))
    spots = [(place.x, place.y) for place in sheet.places if place.id.startswith("sq:")]
    scale = 1100 / sheet.view_box[2]
    assert min(math.dist(a, b) for a, b in combinations(spots, 2)) * scale >= 44


def test_neighbours_are_the_links_of_the_town() -> None:
    sheet = sheet_of(own(position()))
    assert sheet.place("sq:h7").neighbours == ("sq:h6", "sq:g7", "sq:i7", "sq:h8")
    assert sheet.place("sq:c2").neighbours == ("sq:c1", "sq:b3")
    assert sheet.place("sq:h7").label == "Alley h7"
    assert sheet.place("sq:a1").label == "The red nest a1"


# --- chips and larders ---


def test_a_nest_shows_what_it_has_and_the_kinds_it_lacks_as_outlines() -> None:
    state = position(lying=lying(a1=2 * ONE[3] + ONE[6]))
    parts = parts_of(own(state))
    slots = [parts[f"chip:a1.{kind}"] for kind in range(1, 7)]
    assert [slot.symbol for slot in slots] == [
        "lack-1", "lack-2", "chip-3", "lack-4", "lack-5", "chip-6"
    ]  # fmt: skip
    assert [slot.count for slot in slots] == [1, 1, 2, 1, 1, 1]
    assert slots[3].label == "Still missing: fish"
    assert slots[2].place == "slot:0.3"


def test_free_chips_lie_on_their_square_with_their_number() -> None:
    parts = parts_of(own(position(at=placed(r01="e4"), lying=lying(h9=ONE[1], k3=2 * ONE[4],
                                                                   e4=3 * ONE[2]))))  # fmt: skip
    assert (parts["chip:h9.1"].symbol, parts["chip:h9.1"].count) == ("chip-1", 1)
    assert (parts["chip:k3.4"].symbol, parts["chip:k3.4"].count) == ("pile-4", 2)
    assert (parts["chip:e4.2"].symbol, parts["chip:e4.2"].count) == ("stack-2", 3)


@pytest.mark.parametrize("store", ["c5", "h2", "m9", "h12"])
def test_in_a_storeroom_food_rat_and_cat_have_rooms_of_their_own(store: str) -> None:
    state = position(at=placed(r01=store), lying=lying(**{store: 4 * ONE[1]}), cat=on(store))
    sheet = sheet_of(own(state))
    parts = parts_of(own(state))
    assert parts[f"chip:{store}.1"].place == f"stock:{store}"
    assert parts[f"chip:{store}.1"].symbol == "stock-1"
    where = [sheet.place(parts[part].place) for part in ("rat:0.1", f"chip:{store}.1", "cat")]
    assert all(math.dist((a.x, a.y), (b.x, b.y)) > 50 for a, b in combinations(where, 2)), (
        "they lie on each other"
    )


def test_the_sheet_is_a_wide_one() -> None:
    board = EN.sheets(own(position()), NAMES[:4])["board"]
    _, _, width, height = board.view_box
    assert board.wide
    assert width / height == pytest.approx(WIDE)


def test_letters_and_numbers_of_the_alleys_stand_on_both_ends_of_their_line() -> None:
    drawn = ET.fromstring(picture_of(EN, own(position(lying=lying())), NAMES[:4]))
    said = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert all(said.count(letter) == 2 for letter in "bcdefghijklmn")
    assert all(said.count(str(line)) == 2 for line in range(1, 14))


def test_a_nest_of_nobody_keeps_its_chips_like_any_square() -> None:
    parts = parts_of(own(position(2, lying=lying(o1=ONE[5]))))
    assert parts["chip:o1.5"].place == "sq:o1"
    assert "chip:o1.1" not in parts


# --- Piper, cat and dice ---


def test_piper_and_cat_wait_outside_until_they_are_called() -> None:
    parts = parts_of(GAME.conceal(GAME.start(4, Options()), None))
    assert (parts["piper"].place, parts["cat"].place) == ("rim:piper", "rim:cat")
    assert parts["cat"].symbol == "cat"
    assert not {part for part in parts if part.startswith(("bars", "spell"))}


def test_whoever_blocks_a_way_is_drawn_there() -> None:
    parts = parts_of(own(position(piper=on("h7"), cat=on("h2"))))
    assert (parts["piper"].place, parts["spell:h7"].place) == ("sq:h7", "sq:h7")
    assert (parts["cat"].place, parts["cat"].symbol) == ("door:h2", "cat-awake")
    assert parts["bars:h2"].place == "sq:h2"


def test_the_die_that_is_carried_out_lies_in_the_light() -> None:
    def lit(phase: int) -> list[str]:
        parts = parts_of(own(position(phase=phase)))
        return [die for die in ("number", "symbol") if parts[f"tray:{die}"].symbol == "tray-lit"]

    assert (lit(MOVE), lit(PUT_CAT), lit(ORDER)) == (["number"], ["symbol"], [])


def test_pegs_count_the_halves_of_a_2x() -> None:
    def pegs(shares: int) -> list[str]:
        parts = parts_of(own(position(symbol=DOUBLE, due=False, shares=shares)))
        return [parts[f"peg:{peg}"].symbol for peg in range(2)]

    assert (pegs(2), pegs(1)) == (["peg", "peg"], ["peg", "peg-used"])
    assert "peg:0" not in parts_of(own(position()))


def test_a_die_says_that_it_is_used_up() -> None:
    parts = parts_of(own(position(shares=0)))
    assert parts["die:number"].label == "Number die: 3; used up"
    assert parts["die:symbol"].text == "The flute"
    german = parts_of(own(position(symbol=DOUBLE, due=False, shares=1)), board=BOARDS["de"])
    assert "1" in german["die:number"].label


def test_throws_for_the_start_lie_on_the_desks() -> None:
    state = replace(GAME.start(3, Options()), phase=START, throws=(5, 0, 0))
    parts = parts_of(GAME.conceal(state, None))
    assert parts["throw:0"].symbol == "die-5"
    assert "throw:1" not in parts


# --- seats and buttons ---


def test_facts_beside_a_name() -> None:
    state = position(at=placed(r01="h7", r02="a1", r03="a1"), lying=lying(a1=ONE[1] + ONE[5]))
    facts = EN.seat_facts(own(state), 0)
    assert [fact.text for fact in facts if fact.count or not fact.icon] == [
        "2 of 4 kinds",
        "3 rats in play",
        "2 spare rats",
    ]
    assert [fact.icon for fact in facts][1:3] == ["chip-1", "chip-5"]
    assert [fact.text for fact in EN.seat_facts(own(position()), 1)] == [
        "0 of 4 kinds",
        "5 rats in play",
    ]


def test_what_is_not_on_the_map_is_a_button() -> None:
    state = position(at=placed(r01="h7"), load=(4, *(0,) * 19))
    view = own(state)
    assert EN.button(view, "load:0.1") == "Leave here: fish"
    assert EN.button(view, "btn:pass") == "Pass"
    assert [EN.button(view, part) for part in ("rat:0.1", "sq:h7", "chip:h7.1")] == ["", "", ""]


def test_my_desk_has_the_lantern_and_a_spectator_has_none() -> None:
    assert parts_of(GAME.conceal(position(), 2))["lantern"].place == "lantern:2"
    assert "lantern" not in parts_of(GAME.conceal(position(), None))


def test_a_seat_wears_its_own_ink_and_glyph_and_so_do_its_rats() -> None:
    inks = [EN.seat_ink(seat) for seat in range(4)]
    assert len({ink for ink, _ in inks}) == len({glyph for _, glyph in inks}) == 4
    assert [parts_of(own(position()))[f"rat:{seat}.1"].tone for seat in range(4)] == [
        "red", "yellow", "blue", "green"
    ]  # fmt: skip


# --- an owner's own town ---


def test_a_redrawn_town_is_drawn_where_its_file_says() -> None:
    """Without the wall, with storerooms swapped and gardens gone, under other names of food."""
    box, town = default_data().replace('"ham"', '"nuts"').split("[town]")
    town = town.replace("#", " ").replace('"', " ").replace("~", " ")
    town = town.replace("---6 ", "---x ").replace("---5 ", "---6 ").replace("---x ", "---5 ")
    game = Ratzentanz(f"{box}[town]{town}")
    board = RatzentanzBoard(RatzentanzWords(game, "en"))
    view = game.conceal(game.start(3, Options()), 0)
    sheet = sheet_of(view, board)
    assert sheet.place("sq:c5").label == "The storeroom of apples c5"
    assert parts_of(view, board=board)["chip:c5.5"].place == "stock:c5"
    text = picture_of(board, view, NAMES[:3])
    assert ET.fromstring(text) is not None
    assert all(math.isfinite(place.x + place.y) for place in sheet.places)
