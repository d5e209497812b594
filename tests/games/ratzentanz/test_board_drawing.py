"""The drawn town: what lies where in every position, what is foreseen, and what can be pressed."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.core.game import CHANCE, Seat, View, union_members, watch
from ratskeller.draw.board import Board, Part, seat
from ratskeller.draw.show import picture_of, sheet_for
from ratskeller.draw.table import ALWAYS, MAIN
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.board import DECORATION, RatzentanzBoard, runs
from ratskeller.games.ratzentanz.chips import ONE, collected
from ratskeller.games.ratzentanz.data import default_data
from ratskeller.games.ratzentanz.foresight import PACE
from ratskeller.games.ratzentanz.state import (
    BETWEEN,
    CALL_HOME,
    DOUBLE,
    FLUTE,
    MOVE,
    NOWHERE,
    ORDER,
    OVER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    START,
    TAKE,
    Action,
    Event,
    First,
    Handle,
    Options,
    PlaceCat,
    PlacePiper,
    Sacrifice,
    State,
    Take,
    Walk,
)
from ratskeller.games.ratzentanz.words import RatzentanzWords
from ratskeller.words import LANGUAGES

NAMES = ("Ada", "bo & <co>", "小明", "{food}")
BOARDS = {language: RatzentanzBoard(RatzentanzWords(GAME, language)) for language in LANGUAGES}
EN = BOARDS["en"]
TABLES = [
    (2, Options(turn_cap=40)),
    (2, Options(piper="wall", turn_cap=40)),
    (3, Options(kinds=5, turn_cap=40)),
    (3, Options(walk="no_reversal", turn_cap=40)),
    (4, Options(turn_cap=40)),
    (4, Options(kinds=5, piper="wall", walk="no_reversal", turn_cap=40)),
]
CHOICES = (ORDER, MOVE, TAKE, PUT_CAT, PUT_PIPER, CALL_HOME)


@cache
def match(seats: int, options: Options, seed: int) -> tuple[tuple[State, Action], ...]:
    """A match at random: every state with the action taken there."""
    rng = random.Random(seed)
    state = GAME.start(seats, options)
    found: list[tuple[State, Action]] = []
    while (mover := GAME.to_act(state)) is not None:
        if mover == CHANCE:
            action = rng.choices(*GAME.odds(state))[0]
        else:
            action = rng.choice(GAME.legal(state))
        found.append((state, action))
        state = GAME.play(state, action)
    return tuple(found)


def decisions(seats: int, options: Options, seed: int) -> Iterator[State]:
    return (state for state, _ in match(seats, options, seed) if state.phase in CHOICES)


def own(state: State) -> View[State]:
    return GAME.conceal(state, state.seat)


def parts_of(view: View[State], board: RatzentanzBoard = EN) -> dict[str, Part]:
    parts = board.parts(view, NAMES[: view.seen.seats])
    found = {part.id: part for part in parts}
    assert len(found) == len(parts), "two parts share an id"
    return found


def sheet_of(view: View[State], board: RatzentanzBoard = EN) -> Board:
    """The town with the dice below it, as in a picture."""
    names = NAMES[: view.seen.seats]
    assert set(board.sheets(view, names)) == {MAIN, ALWAYS}
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


# --- along random matches -----------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_part_lies_on_a_place_with_its_symbol(seats: int, options: Options) -> None:
    sheet = sheet_of(GAME.conceal(GAME.start(seats, options), None))
    places = {place.id for place in sheet.places}
    symbols = {one.id for one in sheet.symbols}
    assert len(places) == len(sheet.places)
    assert len(symbols) == len(sheet.symbols)
    for state, action in match(seats, options, seed=seats):
        for sighting in watch(GAME, state, action, None):
            for part in parts_of(sighting.view).values():
                assert part.place in places, part
                assert part.symbol in symbols, part


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_sheet_never_changes_and_is_the_same_for_everybody(
    seats: int, options: Options
) -> None:
    first = sheet_of(GAME.conceal(GAME.start(seats, options), None))
    states = [state for state, _ in match(seats, options, seed=3)]
    for state in (*states[::30], states[-1]):
        for viewer in (None, *range(seats)):
            assert sheet_of(GAME.conceal(state, viewer)) == first


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_step_of_every_choice_can_be_pressed(seats: int, options: Options) -> None:
    asked = set()
    for state in decisions(seats, options, seed=seats + 7):
        view = own(state)
        places = {place.id for place in sheet_of(view).places if place.shape}
        lying_there = set(parts_of(view))
        for action in GAME.legal(state):
            for step in GAME.path(state, action):
                kind = step.partition(":")[0]
                asked.add(kind)
                drawn = (step in places) + (step in lying_there)
                assert drawn == (kind not in ("btn", "load")), step
                assert bool(EN.button(view, step)) == (kind in ("btn", "load")), step
    assert {"rat", "sq", "die"} <= asked


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
    for state, _ in match(seats, options, seed=5):
        parts = parts_of(GAME.conceal(state, None))
        number, symbol = parts["die:number"].symbol, parts["die:symbol"].symbol
        assert number.removesuffix("-used") == (f"die-{state.number}" if state.number else "die")
        assert symbol.removesuffix("-used") == f"face-{state.symbol}"
        if state.phase in CHOICES:
            assert number.endswith("-used") == (state.shares == 0)
            waits = state.due or (state.symbol == DOUBLE and state.shares > 0)
            assert symbol.endswith("-used") != waits


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_says_something_has_a_label(language: str) -> None:
    board = BOARDS[language]
    for seats, options in TABLES:
        states = [state for state, _ in match(seats, options, seed=2)]
        for state in states[::12]:
            for viewer in (None, 0):
                for part in parts_of(GAME.conceal(state, viewer), board).values():
                    decoration = part.id.partition(":")[0] in DECORATION
                    assert bool(part.label.strip()) != decoration, part.id
        for place in sheet_of(own(states[-1]), board).places:
            assert bool(place.label) == bool(place.shape), place.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_pictures_are_well_formed_in_every_language(
    seats: int, options: Options, language: str
) -> None:
    states = [state for state, _ in match(seats, options, seed=5)]
    for state in (states[0], states[9], states[-1]):
        text = picture_of(BOARDS[language], own(state), NAMES[:seats], "dark")
        ids = [node.get("id") for node in ET.fromstring(text).iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        uses = [node.get("href", "") for node in ET.fromstring(text).iter() if node.get("href")]
        assert {use.removeprefix("#") for use in uses} <= set(ids)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_way_leads_over_places_of_the_sheet(seats: int, options: Options) -> None:
    for state in islice(decisions(seats, options, seed=19), 60):
        places = {place.id for place in sheet_of(own(state)).places}
        for action in GAME.legal(state)[:40]:
            for way in EN.trace(own(state), action):
                assert set(way) <= places
                assert len(way) > 1


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_marks_are_at_things_that_are_there_and_tell_the_truth(
    seats: int, options: Options
) -> None:
    told = 0
    for state in decisions(seats, options, seed=seats + 17):
        view = own(state)
        known = {place.id for place in sheet_of(view).places} | set(parts_of(view))
        for action in GAME.legal(state)[:30]:
            marks = EN.marks(view, action)
            after = GAME.play(state, action)
            assert {mark.at for mark in marks} <= known
            lost = sum(
                was != NOWHERE and now == NOWHERE
                for was, now in zip(state.at, after.at, strict=True)
            )
            assert sum(mark.text == "−1" for mark in marks) == lost
            at_home = {mark.at: mark.text for mark in marks if "/" in mark.text}
            pairs = zip(collected(GAME.ground, state), collected(GAME.ground, after), strict=True)
            assert at_home == {
                f"larder:{seat}": f"{now}/{options.kinds}"
                for seat, (was, now) in enumerate(pairs)
                if now != was
            }
            told += bool(marks)
    assert told


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_events_light_what_is_there(seats: int, options: Options) -> None:
    places = {place.id for place in sheet_of(GAME.conceal(GAME.start(seats, options), None)).places}
    for state, action in match(seats, options, seed=23):
        for sighting in watch(GAME, state, action, None):
            lit = EN.about(sighting.event)
            assert lit, sighting.event
            assert set(lit) <= places | set(parts_of(sighting.view)), sighting.event
            assert 0 <= EN.milliseconds(sighting.event) <= 1000


def test_every_kind_of_event_has_its_pace() -> None:
    assert set(PACE) == set(union_members(Event))


def test_at_the_end_everything_is_still_drawn() -> None:
    for seats, options in TABLES:
        *_, (state, action) = match(seats, options, seed=31)
        last = GAME.play(state, action)
        assert last.phase == OVER
        for viewer in (None, *range(seats)):
            assert parts_of(GAME.conceal(last, viewer))


def test_a_moment_inside_a_step_can_be_drawn() -> None:
    assert parts_of(GAME.conceal(position(phase=BETWEEN), None))


# --- rats ---------------------------------------------------------------------------------------


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


# --- chips and larders --------------------------------------------------------------------------


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


def test_a_nest_of_nobody_keeps_its_chips_like_any_square() -> None:
    parts = parts_of(own(position(2, lying=lying(o1=ONE[5]))))
    assert parts["chip:o1.5"].place == "sq:o1"
    assert "chip:o1.1" not in parts


# --- robbers ------------------------------------------------------------------------------------


def threat(state: State, seat: Seat) -> str:
    part = parts_of(own(state)).get(f"threat:{seat}")
    return part.text if part else ""


def test_a_nest_that_can_be_robbed_next_turn_says_with_which_throw() -> None:
    state = position(at=placed(r11="c1", r21="b4", r01="b1"), lying=lying(a1=ONE[2]))
    assert threat(state, 0) == "2 4 5"
    assert parts_of(own(state))["threat:0"].label == "Can be robbed next turn with a 2, 4 or 5"


def test_an_empty_nest_an_own_rat_and_a_loaded_robber() -> None:
    assert threat(position(at=placed(r11="c1")), 0) == ""
    assert threat(position(at=placed(r01="c1"), lying=lying(a1=ONE[2])), 0) == ""
    loaded = position(at=placed(r11="c1"), load=(0,) * 5 + (3,) + (0,) * 14, lying=lying(a1=1))
    assert threat(loaded, 0) == "2 5"


def test_the_piper_and_the_cat_keep_robbers_out() -> None:
    state = position(at=placed(r11="d1"), lying=lying(a1=ONE[2]))
    assert threat(state, 0) == "3 6"
    assert threat(replace(state, piper=on("c1")), 0) == ""
    locked = position(at=placed(r11="c5"), lying=lying(a1=ONE[2]))
    assert threat(locked, 0) == "6"
    assert threat(replace(locked, cat=on("c5")), 0) == ""


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_robbers_agree_with_the_rules(seats: int, options: Options) -> None:
    """With exactly those throws another seat has a walk into the nest."""
    for state in islice(decisions(seats, options, seed=41), 0, 60, 12):
        full = replace(state, lying=tuple(heap or 1 for heap in state.lying))
        for owner in range(seats):
            nest = GAME.ground.homes[seats][owner]
            with_which = {
                number
                for number in range(1, 7)
                for robber in range(seats)
                if robber != owner
                for action in GAME.legal(
                    replace(full, phase=MOVE, seat=robber, number=number, symbol=FLUTE, shares=1,
                            used=0, runs=False, hand=0)
                )
                if isinstance(action, Walk) and action.to == nest
            }  # fmt: skip
            assert threat(full, owner) == runs(sorted(with_which))


def test_throws_are_written_as_short_as_can_be() -> None:
    assert runs([4]) == "4"
    assert runs([1, 2]) == "1 2"
    assert runs([1, 2, 3, 4, 5, 6]) == "1–6"
    assert runs([1, 3, 4, 5]) == "1 3–5"
    assert runs([1, 2, 3, 5, 6]) == "1–3 5 6"


# --- Piper, cat and dice ------------------------------------------------------------------------


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
    german = parts_of(own(position(symbol=DOUBLE, due=False, shares=1)), BOARDS["de"])
    assert "1" in german["die:number"].label


def test_throws_for_the_start_lie_on_the_desks() -> None:
    state = replace(GAME.start(3, Options()), phase=START, throws=(5, 0, 0))
    parts = parts_of(GAME.conceal(state, None))
    assert parts["throw:0"].symbol == "die-5"
    assert "throw:1" not in parts


# --- foresight ----------------------------------------------------------------------------------


def test_bringing_food_home_is_marked_at_the_larder() -> None:
    state = position(
        at=placed(r01="d1"), load=(4, *(0,) * 19), lying=lying(a1=ONE[1] + ONE[2]), seat=0
    )
    (mark,) = EN.marks(own(state), Walk(1, on("a1")))
    assert (mark.at, mark.text, mark.tone) == ("larder:0", "3/4", "good")
    assert EN.trace(own(state), Walk(1, on("a1"))) == [("sq:d1", "sq:c1", "sq:b1", "sq:a1")]


def test_robbing_is_good_for_the_robber_and_a_chip_is_gained() -> None:
    state = position(at=placed(r01="o1"), lying=lying(o1=ONE[2]), phase=TAKE, hand=1, shares=0,
                     due=False)  # fmt: skip
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Take(2))}
    assert marks == {"larder:1": ("0/4", "good"), "rat:0.1": ("+1", "good")}


def test_a_sacrifice_and_the_flute_show_who_is_lost() -> None:
    state = position(at=placed(r01="h7", r02="c2", r11="h4"), piper=on("h8"))
    (mark,) = EN.marks(own(replace(state, due=False, shares=1)), Sacrifice(1))
    assert (mark.at, mark.text, mark.tone) == ("rat:0.1", "−1", "bad")
    assert EN.trace(own(state), Sacrifice(1))[0][-1] == "sq:h8"
    order = replace(state, phase=ORDER)
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(order), First("symbol"))}
    assert marks == {"rat:0.1": ("−1", "bad"), "rat:1.1": ("−1", "good")}


def test_stairs_draw_the_ways_of_everybody_on_them() -> None:
    stairs = [GAME.ground.town.names[square] for square in GAME.ground.town.stairs]
    via, to = stairs[0], stairs[2]
    state = position(at=placed(r01="f1", r11=stairs[3]), number=1)
    ways = EN.trace(own(state), Walk(1, on(to), on(via)))
    assert ways[0][-2:] == (f"sq:{via}", f"sq:{to}")
    assert ways[1] == (f"sq:{stairs[3]}", f"sq:{stairs[1]}")


def test_piper_and_cat_show_where_they_go() -> None:
    state = position(cat=on("h2"))
    assert EN.trace(own(state), PlaceCat(on("c5"))) == [("door:h2", "door:c5")]
    assert EN.trace(own(state), PlacePiper(on("h7"))) == [("rim:piper", "sq:h7")]


def test_a_swap_is_marked_on_the_rat() -> None:
    state = position(at=placed(r01="h7"), load=(4, *(0,) * 19), lying=lying(h7=ONE[1]))
    (mark,) = EN.marks(own(state), Handle(1, 1))
    assert (mark.at, mark.text) == ("rat:0.1", "⇄")


# --- seats, buttons, pictures -------------------------------------------------------------------


def test_facts_beside_a_name() -> None:
    state = position(at=placed(r01="h7", r02="a1", r03="a1"), lying=lying(a1=ONE[1] + ONE[5]))
    assert EN.seat_facts(own(state), 0) == ["2 of 4 kinds", "3 rats in play", "2 spare rats"]
    assert EN.seat_facts(own(position()), 1) == ["0 of 4 kinds", "5 rats in play"]


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cover_is_a_picture_of_its_own(language: str) -> None:
    text = BOARDS[language].cover()
    root = ET.fromstring(text)
    assert root[0].text == BOARDS[language].words.title
    assert "style=" not in text
    assert len(text) < 80_000


def test_the_board_is_found_on_the_shelf() -> None:
    assert games.part("ratzentanz", "board").BOARD is RatzentanzBoard


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_sheet_is_small_enough_to_send(seats: int) -> None:
    sheet = sheet_of(own(position(seats)))
    size = sum(len(str(one)) for one in sheet.background)
    size += sum(len(str(one.element())) for one in sheet.symbols)
    assert size < 150_000


# --- an owner's own town ------------------------------------------------------------------------


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
    assert parts_of(view, board)["chip:c5.5"].place == "sq:c5"
    text = picture_of(board, view, NAMES[:3])
    assert ET.fromstring(text) is not None
    assert all(math.isfinite(place.x + place.y) for place in sheet.places)
