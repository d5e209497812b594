"""The drawn table: what lies where in every position, what is foreseen, what can be pressed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.core.game import CHANCE, View, union_members, watch
from ratskeller.draw.board import Board, Part, picture
from ratskeller.draw.palette import INKS, contrast
from ratskeller.draw.show import picture_of
from ratskeller.draw.svg import write
from ratskeller.draw.table import HAND, MAIN
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.board import DECORATION, FirstRatBoard, rat_symbol
from ratskeller.games.first_rat.captions import step_now
from ratskeller.games.first_rat.foresight import PACE, walk_way
from ratskeller.games.first_rat.pawns import HIGHLIGHT, SEAT_TONES
from ratskeller.games.first_rat.scoring import score
from ratskeller.games.first_rat.state import (
    BOOTH,
    CHEESE,
    COLOURS,
    DRINK,
    GOODS,
    LAUNCHPAD,
    LOLA,
    MOVE,
    NEIL,
    NURSERY,
    OVER,
    RATS,
    ROCKET_SHIP,
    SCORE,
    START,
    TRACKS,
    Action,
    Buy,
    Donate,
    Event,
    Move,
    Options,
    State,
    Steal,
)
from ratskeller.games.first_rat.wares import COLOUR_INKS, outline
from ratskeller.games.first_rat.words import FirstRatWords
from ratskeller.words import LANGUAGES

NAMES = ("Ada", "bo & <co>", "小明", "{card}", "Zoë")
BOARDS = {language: FirstRatBoard(FirstRatWords(GAME, language)) for language in LANGUAGES}
EN = BOARDS["en"]
TABLES = [
    (2, Options()),
    (2, Options(board="standard", lit="last")),
    (3, Options(lit="last")),
    (4, Options(board="standard")),
    (5, Options()),
]
SETUP = 60  # decisions after which every board is laid out


def walk(seats: int, options: Options, seed: int) -> Iterator[tuple[State, Action]]:
    """A match at random: every state with the action taken there."""
    rng = random.Random(seed)
    state = GAME.start(seats, options)
    while (mover := GAME.to_act(state)) is not None:
        if mover == CHANCE:
            action = rng.choices(*GAME.odds(state))[0]
        else:
            action = rng.choice(GAME.legal(state))
        yield state, action
        state = GAME.play(state, action)


def sample(seats: int, options: Options, seed: int, every: int) -> list[State]:
    """Some states of a match: the first, the last, and one of `every` between them."""
    played = list(walk(seats, options, seed))
    states = [state for state, _ in played]
    return [states[0], *states[SETUP::every], GAME.play(*played[-1])]


def own(state: State) -> View[State]:
    return GAME.conceal(state, state.mover)


def parts_of(view: View[State], board: FirstRatBoard = EN) -> dict[str, Part]:
    parts = board.parts(view, NAMES[: view.seen.seats])
    found = {part.id: part for part in parts}
    assert len(found) == len(parts), "two parts share an id"
    return found


def sheets_of(view: View[State], board: FirstRatBoard = EN) -> dict[str, Board]:
    return dict(board.sheets(view, NAMES[: view.seen.seats]))


def position(seats: int = 3, **changes: object) -> State:
    """The first turn of a match on the standard side, with nobody but seat 0 on the move."""
    for state, _ in walk(seats, Options(board="standard"), seed=1):
        if state.phase == MOVE:
            return replace(state, **changes)
    raise AssertionError("a match has a first turn")


def rats(seats: int, **where: int) -> tuple[int, ...]:
    """All on Start but those named: `rats(3, r4=14)`."""
    spaces = [START] * (RATS * seats)
    for rat, space in where.items():
        spaces[int(rat[1:])] = space
    return tuple(spaces)


# --- along random walks ---


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_part_lies_on_a_place_of_one_sheet_with_its_symbol(
    seats: int, options: Options
) -> None:
    sheets = sheets_of(GAME.conceal(GAME.start(seats, options), None))
    where = {place.id: name for name, sheet in sheets.items() for place in sheet.places}
    assert len(where) == sum(len(sheet.places) for sheet in sheets.values())
    symbols = {name: {one.id for one in sheet.symbols} for name, sheet in sheets.items()}
    for number, (state, action) in enumerate(walk(seats, options, seed=seats)):
        if number > SETUP and number % 5:
            continue
        for viewer in (None, state.mover):
            for sighting in watch(GAME, state, action, viewer):
                for part in parts_of(sighting.view).values():
                    assert part.symbol in symbols[where[part.place]], part


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_sheets_never_change_and_are_the_same_for_everybody(seats: int, options: Options) -> None:
    first = sheets_of(GAME.conceal(GAME.start(seats, options), None))
    assert set(first) == {MAIN, HAND}
    for state in sample(seats, options, seed=3, every=200):
        for viewer in (None, *range(seats)):
            assert sheets_of(GAME.conceal(state, viewer)) == first


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_step_of_every_choice_can_be_pressed(seats: int, options: Options) -> None:
    phases = set()
    for number, (state, _) in enumerate(walk(seats, options, seed=seats + 7)):
        if GAME.to_act(state) == CHANCE or (state.phase in (MOVE, SCORE) and number % 4):
            continue
        phases.add(state.phase)
        view = own(state)
        places = {
            place.id for sheet in sheets_of(view).values() for place in sheet.places if place.shape
        }
        lying = set(parts_of(view))
        for action in GAME.legal(state):
            for step in GAME.path(state, action):
                assert (step in places) + (step in lying) + bool(EN.button(view, step)) == 1, step
    assert {MOVE, SCORE, BOOTH} <= phases


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_says_something_has_a_label(language: str) -> None:
    board = BOARDS[language]
    for seats, options in TABLES:
        for state in sample(seats, options, seed=2, every=250):
            for viewer in (None, 0):
                view = GAME.conceal(state, viewer)
                parts = parts_of(view, board)
                for part in parts.values():
                    decoration = part.id.split(":")[0] in DECORATION
                    assert bool(part.label.strip()) != decoration, part.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_can_be_focused_has_a_name(language: str) -> None:
    """A place is named by its own label or by what lies there, as the page does it."""
    board = BOARDS[language]
    shelves = re.compile("shelf:|pile:")
    for state in sample(4, Options(), seed=6, every=300)[1:]:
        view = GAME.conceal(state, 0)
        lying = parts_of(view, board).values()
        for place in sheets_of(view, board)[MAIN].places:
            labels = [part.label for part in lying if part.place == place.id]
            if place.shape and not shelves.match(place.id):
                assert place.label or any(labels), place.id
            if not place.shape:
                assert not place.label


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_pictures_are_well_formed_in_every_language(
    seats: int, options: Options, language: str
) -> None:
    for state in sample(seats, options, seed=5, every=400):
        text = picture_of(BOARDS[language], own(state), NAMES[:seats], "dark")
        ids = [node.get("id") for node in ET.fromstring(text).iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
        assert used <= set(ids)
        assert "style=" not in text


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_events_light_what_is_there(seats: int, options: Options) -> None:
    sheets = sheets_of(GAME.conceal(GAME.start(seats, options), None))
    places = {place.id for place in sheets[MAIN].places}
    for number, (state, action) in enumerate(walk(seats, options, seed=23)):
        if number > SETUP and number % 3:
            continue
        for sighting in watch(GAME, state, action, None):
            lit = EN.about(sighting.event)
            assert lit, sighting.event
            assert set(lit) <= places | set(parts_of(sighting.view)), sighting.event
            assert 0 <= EN.milliseconds(sighting.event) <= 1000


def test_every_kind_of_event_has_its_pace() -> None:
    assert set(PACE) == set(union_members(Event))


# --- foresight ---


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_marks_and_traces_lie_on_the_sheets(seats: int, options: Options) -> None:
    for number, (state, _) in enumerate(walk(seats, options, seed=17)):
        if GAME.to_act(state) == CHANCE or number % 12:
            continue
        view = own(state)
        places = {place.id for sheet in sheets_of(view).values() for place in sheet.places}
        known = places | set(parts_of(view))
        for action in GAME.legal(state):
            assert {mark.at for mark in EN.marks(view, action)} <= known
            for trace in EN.trace(view, action):
                assert set(trace) <= places
                assert len(trace) > 1


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_goods_change_as_marked(seats: int, options: Options) -> None:
    """Of whatever is not a move, whose marks look ahead to the collecting."""
    told = 0
    for state, _ in islice(walk(seats, options, seed=19), 400):
        if GAME.to_act(state) == CHANCE:
            continue
        seat = state.mover
        for action in GAME.legal(state):
            if isinstance(action, Move):
                continue
            marks = {mark.at: mark.text for mark in EN.marks(own(state), action)}
            after = GAME.play(state, action)
            for kind, name in enumerate(("cheese", "vinegar", "soda", "tin", "calculator")):
                change = after.goods[GOODS * seat + kind] - state.goods[GOODS * seat + kind]
                shown = marks.get(f"goods:{seat}:{name}", "+0").replace("−", "-")
                assert int(shown) == change, action
                told += change != 0
    assert told


def test_a_landing_shows_what_it_brings_and_costs_before_it_is_chosen() -> None:
    """Space 11 gives 2 cheese; two foreign rats there take one each."""
    goods = (2, 0, 0, 0, 0) * 3
    state = position(rats=rats(3, r0=8, r4=11, r8=11, r2=NURSERY, r3=NURSERY), goods=goods)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Move(0, 11))}
    assert marks["space:11"] == ("+2", "good")
    assert "goods:0:cheese" not in marks, "2 for 2"
    assert marks["cheese:1"] == marks["cheese:2"] == ("+1", "bad")


def test_a_lit_space_brings_one_more() -> None:
    state = position(rats=rats(3, r0=1, r2=NURSERY, r3=NURSERY), light=(2, 0, 0))
    marks = {mark.at: mark.text for mark in EN.marks(own(state), Move(0, 2))}
    assert marks["space:2"] == marks["goods:0:cheese"] == "+2"
    assert EN.marks(own(state), Move(0, 5))[0].text == "+1"


def test_bulbs_and_cores_show_where_the_markers_would_go() -> None:
    state = position(rats=rats(3, r0=5, r2=NURSERY, r3=NURSERY))
    to_core = {mark.at: mark.text for mark in EN.marks(own(state), Move(0, 6))}
    assert to_core["burrow:R_top"] == "+1"
    to_bulbs = {mark.at: mark.text for mark in EN.marks(own(state), Move(0, 8))}
    assert to_bulbs["light:2"] == "+2"


def test_mouldy_cheese_is_shown_as_what_it_costs() -> None:
    goods = (0, 0, 0, 0, 0) * 3
    state = position(rats=rats(3, r0=8, r4=10, r2=NURSERY, r3=NURSERY), goods=goods)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Move(0, 10))}
    assert marks["tally:0"] == ("−2", "bad")
    assert marks["goods:0:cheese"] == ("+2", "good")


def test_a_donation_shows_its_price_and_its_points() -> None:
    state = position(phase=SCORE, goods=(12, 0, 0, 0, 0) * 3)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Donate())}
    assert marks["goods:0:cheese"] == ("−10", "bad")
    assert marks["slot:provisions:0"] == ("+7", "good")


def test_a_trace_goes_space_by_space_and_through_the_pipes() -> None:
    y1 = GAME.tables.shortcuts.index("Y1")
    way = walk_way(GAME.tables, 4, 12, 1 << y1)
    assert way == ("space:4", "space:5", "shortcut:Y1", "space:10", "space:11", "space:12")
    assert walk_way(GAME.tables, 0, 2, 0) == ("space:0", "space:1", "space:2")


def test_a_thief_is_seen_running_home() -> None:
    for seats, options in TABLES:
        for state, _ in walk(seats, options, seed=29):
            if state.phase != BOOTH:
                continue
            for action in GAME.legal(state):
                if isinstance(action, Steal):
                    ((origin, home),) = EN.trace(own(state), action)
                    assert home == "space:0"
                    assert origin.startswith("space:")
                elif isinstance(action, Buy):
                    assert EN.trace(own(state), action) == []


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
    assert [step_now(position(phase=phase)) for phase in (MOVE, DRINK, SCORE, OVER)] == [1, 2, 4, 5]


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
    facts = EN.seat_facts(GAME.conceal(state, None), 0)
    assert facts[0] == "1 point"
    assert "5 markers left" in facts[1]
    assert facts[2] == "3 cheese and 1 baking soda"
    assert facts[3] == "Orange backpack"
    nothing = position(goods=(0,) * 15)
    assert EN.seat_facts(own(nothing), 1)[2] == "no resources"


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


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_background_and_symbols_are_small(seats: int) -> None:
    sheet = sheets_of(own(position(seats)))[MAIN]
    drawn = (*sheet.background, *(one.element() for one in sheet.symbols))
    assert sum(len(write(element)) for element in drawn) < 150_000


def test_everything_lies_inside_the_picture_and_neighbours_are_mutual() -> None:
    for sheet in sheets_of(own(position(5))).values():
        left, top, width, height = sheet.view_box
        for place in sheet.places:
            assert left < place.x < left + width, place.id
            assert top < place.y < top + height, place.id
            for other in place.neighbours:
                assert place.id in sheet.place(other).neighbours


def test_what_one_can_press_is_large_enough_where_the_board_is_704_pixels_wide() -> None:
    """On a phone the board scrolls sideways; a place is at least 24 px each way there (A09)."""
    sheet = sheets_of(own(position(5)))[MAIN]
    pixel = sheet.view_box[2] / 704
    for place in sheet.places:
        if box := re.search(r"h([\d.]+)v([\d.]+)", place.shape):
            assert min(float(box[1]), float(box[2])) >= 24 * pixel, place.id
        elif circle := re.search(r"A([\d.]+)", place.shape):
            assert 2 * float(circle[1]) >= 24 * pixel, place.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cover_is_a_picture_of_its_own(language: str) -> None:
    text = BOARDS[language].cover()
    root = ET.fromstring(text)
    assert root[0].text == BOARDS[language].words.title
    assert "style=" not in text
    assert len(text) < 80_000


def test_the_board_is_found_on_the_shelf() -> None:
    assert games.part("first_rat", "board").BOARD is FirstRatBoard


def test_a_spectators_picture_ends_with_the_board() -> None:
    state = position()
    spectator, player = (
        ET.fromstring(picture_of(EN, GAME.conceal(state, viewer), NAMES[:3]))
        for viewer in (None, 0)
    )
    heights = [float((root.get("viewBox") or "").split()[3]) for root in (spectator, player)]
    assert heights[0] < heights[1]
    assert picture(sheets_of(own(state))[MAIN], []) != picture_of(EN, own(state), NAMES[:3])


def test_at_the_end_everything_is_still_drawn() -> None:
    for seats, options in TABLES:
        last = sample(seats, options, seed=31, every=10_000)[-1]
        assert last.phase == OVER
        assert last.goods[CHEESE] >= 0
        for viewer in (None, *range(seats)):
            assert parts_of(GAME.conceal(last, viewer))
