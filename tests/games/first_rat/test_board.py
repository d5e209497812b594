"""The drawn yard: what lies where, what it is called, and how it looks."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from ratskeller.draw.palette import INKS, contrast
from ratskeller.draw.svg import write
from ratskeller.draw.table import HAND, MAIN, Sign
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.draw.board import rat_symbol
from ratskeller.games.first_rat.draw.goods import COLOUR_INKS, outline
from ratskeller.games.first_rat.draw.pieces import HIGHLIGHT, SEAT_TONES
from ratskeller.games.first_rat.rules.scoring import score
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    COLOURS,
    DRINK,
    LAUNCHPAD,
    LOLA,
    MOVE,
    NEIL,
    NURSERY,
    OVER,
    ROCKET_SHIP,
    SCORE,
    TRACKS,
    Move,
    Options,
)
from ratskeller.games.first_rat.rules.turn import step_of
from ratskeller.words import LANGUAGES
from tests.games.first_rat import own
from tests.games.first_rat.drawn import BOARDS, EN, parts_of, position, rats, sheets_of
from tests.games.walks import some, walk


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_can_be_focused_has_a_name(language: str) -> None:
    """A place is named by its own label or by what lies there, as the page does it."""
    board = BOARDS[language]
    shelves = re.compile("shelf:|pile:")
    for state in some(GAME, 4, Options(), seed=6, count=4)[1:]:
        view = GAME.conceal(state, 0)
        lying = parts_of(view, board=board).values()
        for place in sheets_of(view, board=board)[MAIN].places:
            labels = [part.label for part in lying if part.place == place.id]
            if place.shape and not shelves.match(place.id):
                assert place.label or any(labels), place.id
            if not place.shape:
                assert not place.label


# --- what is drawn ---


def test_tiles_show_colour_goods_and_number() -> None:
    parts = parts_of(own(position()))
    assert parts["tile:11"].symbol == "tile-yellow"
    assert parts["tile:11"].text == "11"
    assert (parts["load:11"].symbol, parts["load:11"].text) == ("load-cheese", "2")
    assert parts["load:11"].label.startswith("Space 11: yellow, 2 cheese")
    assert "hamster" in parts["load:9"].label.lower()


def test_a_space_does_not_name_its_rats_twice() -> None:
    state = position(rats=rats(3, r4=14))
    parts = parts_of(own(state))
    assert "rat" not in parts["load:14"].label
    assert parts["rat:4"].place == "space:14"
    assert "14" in parts["rat:4"].label


def test_bulbs_burn_as_far_as_ones_own_marker_has_come() -> None:
    state = position(light=(16, 3, 0))
    for viewer, reached in ((0, 16), (1, 3), (2, 0), (None, 16)):
        parts = parts_of(GAME.conceal(state, viewer))
        assert sum(part.startswith("lit:") for part in parts) == reached
    parts = parts_of(own(state))
    assert parts["lit:15"].symbol == "beacon-on"
    assert parts["lit:14"].symbol == "bulb-on"
    assert parts["pin:1"].place == "light:3"


def test_rats_run_sleep_and_fly() -> None:
    where = rats(3, r0=14, r1=NURSERY, r2=LAUNCHPAD, r4=ROCKET_SHIP, r5=NURSERY)
    tracks = ((4,), *position().tracks[1:])
    state = position(rats=where, tracks=tracks)
    parts = parts_of(own(state))
    poses = {rat: parts[f"rat:{rat}"].symbol for rat in (0, 1, 2, 4)}
    assert poses == {
        0: "pawn-run-red",
        1: "pawn-sit-red",
        2: "pawn-astronaut-red",
        4: "pawn-astronaut-yellow",
    }
    lit = {rat for rat in range(12) if parts[f"rat:{rat}"].under}
    assert lit == {0, 1, 2, 3}, "one's own stand in the light"
    assert parts["rat:4"].place == "slot:rattronaut:0"
    assert parts["rat:1"].place == "bunk:0:1"


def test_a_super_rat_shows_its_token_and_a_rat_with_two_shows_that() -> None:
    state = position()
    one = replace(state, tokens=(5, -1, -1, -1))
    assert rat_symbol(one, 5, "run") == "pawn-run-yellow-neil"
    two = [-1] * 4
    two[NEIL] = two[LOLA] = 5
    assert rat_symbol(replace(state, tokens=tuple(two)), 5, "run") == "pawn-run-yellow-several"


@pytest.mark.parametrize(("seats", "blocked"), [(2, {1, 3}), (3, {3}), (4, {3}), (5, set())])
def test_blocked_spaces_of_tracks_are_rags(seats: int, blocked: set[int]) -> None:
    parts = parts_of(own(position(seats)))
    for track in TRACKS[1:]:
        rags = {n for n in range(5) if parts[f"garment:{track}:{n}"].symbol.startswith("rag-")}
        assert rags == blocked
        assert all(bool(parts[f"garment:{track}:{n}"].text) == (n not in blocked) for n in range(5))
    assert {int(part[-1]) for part in parts if part.startswith("shut:")} == blocked


def test_what_is_taken_leaves_a_gap_and_moves_nothing_else() -> None:
    state = position()
    comics = [number for number in range(10) if state.library >> number & 1]
    first = comics[0]
    taken = replace(
        state, library=state.library & ~(1 << first), comics=(1 << first, *state.comics[1:])
    )
    before, after = parts_of(own(state)), parts_of(own(taken))
    shelves = {part: before[part].place for part in before if part.startswith("comic:")}
    assert len(shelves) == len(set(shelves.values())) == 6
    left = {part: after[part].place for part in after if part.startswith("comic:")}
    assert len(left) == 5
    assert left.items() <= shelves.items()
    assert sum(part.startswith("mine:comic:") for part in after) == 1


def test_the_kit_holds_what_one_has_and_a_spectator_has_none() -> None:
    state = position(
        goods=(3, 1, 0, 2, 0) * 3, mouldy=(1, 0, 0), awards=(2, 0, 0), drinks=(1, 0, 0),
        empties=(1, 0, 0), packs=(3, 0, 0), caps=(5, 0, 0),
    )  # fmt: skip
    parts = parts_of(own(state))
    stocks = {part: parts[part].text for part in parts if part.startswith(("goods:", "mine:m"))}
    assert stocks["goods:0:cheese"] == "3"
    assert stocks["goods:0:soda"] == "0"
    assert {"mine:mouldy", "mine:award", "drink:0", "mine:empties", "mine:pack:orange"} <= set(
        parts
    )
    kit = {place.id for place in sheets_of(own(state))[HAND].places}
    assert not [part for part in parts_of(GAME.conceal(state, None)).values() if part.place in kit]


def test_a_full_kit_still_finds_a_place() -> None:
    everything = position(
        packs=(31, 0, 0), caps=(0b111111, 0, 0), comics=(0b111111, 0, 0), drinks=(2, 0, 0),
        empties=(1, 0, 0), shelf_caps=0, library=0,
    )  # fmt: skip
    things = [
        part for part in parts_of(own(everything)).values() if part.place.startswith("pocket")
    ]
    assert len(things) == 5 + 6 + 6 + 2


def test_the_board_of_steps_shows_how_far_the_turn_has_come() -> None:
    parts = parts_of(own(position(phase=BOOTH)))
    symbols = [parts[f"step:{number}"].symbol for number in range(1, 5)]
    assert symbols == ["step-done", "step-done", "step-now", "step-ahead"]
    assert [step_of(position(phase=phase)) for phase in (MOVE, DRINK, SCORE, OVER)] == [1, 2, 4, 5]


def test_who_can_move_no_rat_any_more_is_at_the_second_step() -> None:
    """As the sentence above the board says, though the rules still call it moving."""
    seen = set()
    for state, _ in walk(GAME, 3, Options(board="standard"), seed=1):
        if state.phase == MOVE:
            can_move = any(isinstance(action, Move) for action in GAME.legal(state))
            said = BOARDS["en"].words.ask(GAME.conceal(state, state.mover), ("Ada", "Ben", "Cleo"))
            assert step_of(state) == (1 if can_move else 2)
            assert said.startswith(f"Step {step_of(state)}"), said
            seen.add(step_of(state))
    assert seen == {1, 2}


def test_the_last_round_is_announced() -> None:
    state = position(round=7)
    assert "last-round" not in parts_of(own(state))
    assert parts_of(own(replace(state, last_round=7)))["last-round"].text == "Last round"
    assert "One more" in parts_of(own(replace(state, last_round=8)))["last-round"].text


def test_the_tally_shows_points_markers_and_rats() -> None:
    state = position(awards=(2, 0, 0), markers=(5, 8, 10))
    parts = parts_of(own(state))
    assert parts["tally:0"].text == str(score(state, 0)) == "6"
    assert [parts[f"gauge:{seat}"].symbol for seat in range(3)] == [
        "gauge-5",
        "gauge-8",
        "gauge-10",
    ]
    assert "Ada: 6 points" in parts["tally:0"].label
    assert "Awards" in parts["tally:0"].label


def test_facts_beside_a_name() -> None:
    state = position(goods=(3, 0, 1, 0, 0) * 3, markers=(5, 8, 8), packs=(1, 0, 0))
    facts = list(EN.seat_facts(GAME.conceal(state, None), 0))
    assert facts == [
        Sign("1 point"),
        Sign("5 markers left", "cube-red", "5"),
        Sign("0 rats in the rocket", "sign-rattronaut", "0"),
        Sign("3 cheese", "ware-cheese", "3"),
        Sign("1 baking soda", "ware-soda", "1"),
        Sign("Orange backpack", "pack-orange"),
    ]
    nothing = position(goods=(0,) * 15)
    assert EN.seat_facts(own(nothing), 1)[3] == Sign("no resources")


def test_only_what_lies_nowhere_is_a_button() -> None:
    view = own(position())
    for part in ("take", "leave", "dry", "end", "way:foot", "way:Y1+Y2", "extra:soda"):
        assert EN.button(view, part)
    for part in ("rat:0", "space:4", "track:cockpit", "goods:0:tin", "drink:0", "pack:green"):
        assert EN.button(view, part) == ""


# --- how it looks ---


def test_no_two_seats_and_no_two_colours_of_the_path_look_alike_in_grey() -> None:
    """A01, A02: glyphs tell seats apart; shape and hatch tell colours apart."""
    assert len({EN.seat_ink(seat) for seat in range(5)}) == 5
    assert len({tone.glyph for tone in SEAT_TONES}) == 5
    assert len({outline(colour, 40) for colour in COLOURS}) == len(COLOURS)
    assert len({hatch for _, hatch in COLOUR_INKS.values()}) == len(COLOURS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_white_space_is_white_by_day_and_by_night(theme: str) -> None:
    inks = INKS["light" if theme == "light" else "dark"]
    assert contrast(inks["enamel"], inks["den"]) > 7
    assert contrast(inks["enamel"], "#FFFFFF") < 1.6


def test_words_are_written_on_surfaces_only() -> None:
    """A05: symbols with a caption have paper, pane or the slate below it, never an ink."""
    sheet = sheets_of(own(position()))[MAIN]
    written = [one for one in sheet.symbols if one.caption.bold]
    assert len(written) > 20
    for one in written:
        ground = r"fill-(paper|pane)|#pack-|id=.(tally|step)-"
        assert re.search(ground, write(one.element())), one.id


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_line_of_whoever_is_on_can_be_read(theme: str) -> None:
    """It is painted over with a lamp's glow, which must not drown the words (A05)."""
    inks = INKS["light" if theme == "light" else "dark"]
    paper, glow = (bytes.fromhex(inks[name][1:]) for name in ("paper", "glow"))
    mixed = bytes(
        round(a * (1 - HIGHLIGHT) + b * HIGHLIGHT) for a, b in zip(paper, glow, strict=True)
    )
    assert contrast(f"#{mixed.hex()}", inks["ink"]) >= 4.5


def test_everything_lies_inside_the_picture_and_neighbours_are_mutual() -> None:
    for sheet in sheets_of(own(position(5))).values():
        left, top, width, height = sheet.view_box
        for place in sheet.places:
            assert left < place.x < left + width, place.id
            assert top < place.y < top + height, place.id
            for other in place.neighbours:
                assert place.id in sheet.place(other).neighbours


def test_what_one_can_press_is_large_enough_where_the_board_is_800_pixels_wide() -> None:
    """On a phone the board scrolls sideways; a place is at least 24 px each way there (A09)."""
    sheet = sheets_of(own(position(5)))[MAIN]
    pixel = sheet.view_box[2] / 800
    for place in sheet.places:
        if box := re.search(r"h([\d.]+)v([\d.]+)", place.shape):
            assert min(float(box[1]), float(box[2])) >= 24 * pixel, place.id
        elif circle := re.search(r"A([\d.]+)", place.shape):
            assert 2 * float(circle[1]) >= 24 * pixel, place.id
