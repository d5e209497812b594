"""The drawn table: what lies where in every position, what is foreseen, and what stays hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.core.game import CHANCE, Seat, View, union_members, watch
from ratskeller.draw.board import Board, Part, picture
from ratskeller.draw.show import picture_of
from ratskeller.draw.table import HAND, MAIN
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.board import DECORATION, PiedPiperBoard, first_ring
from ratskeller.games.pied_piper.state import (
    BACK,
    BLUE,
    DOUBLE,
    FORWARD,
    MELODY,
    ORDER,
    OVER,
    PIPER,
    PLACE,
    RED,
    SEWER,
    UNKNOWN,
    Action,
    Counts,
    Event,
    GoFirst,
    HouseCrossed,
    HouseLeft,
    Laid,
    Options,
    Place,
    State,
)
from ratskeller.games.pied_piper.words import PiedPiperWords
from ratskeller.words import LANGUAGES

NAMES = ("Ada", "bo & <co>", "小明", "{card}", "Zoë")
BOARDS = {language: PiedPiperBoard(PiedPiperWords(GAME, language)) for language in LANGUAGES}
EN = BOARDS["en"]
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


def views(state: State) -> list[View[State]]:
    return [GAME.conceal(state, viewer) for viewer in (None, *range(state.seats))]


def own(state: State) -> View[State]:
    return GAME.conceal(state, state.active)


def parts_of(view: View[State], board: PiedPiperBoard = EN) -> dict[str, Part]:
    parts = board.parts(view, NAMES[: view.seen.seats])
    found = {part.id: part for part in parts}
    assert len(found) == len(parts), "two parts share an id"
    return found


def sheets_of(view: View[State], board: PiedPiperBoard = EN) -> dict[str, Board]:
    return dict(board.sheets(view, NAMES[: view.seen.seats]))


def hand(*cards: int) -> Counts:
    return tuple(cards.count(card) for card in range(UNKNOWN + 1))


def position(seats: int = 3, **changes: object) -> State:
    """The second turn of a match with everything quiet: seat 1 is to lay two cards."""
    options = changes.pop("options", Options())
    assert isinstance(options, Options)
    for state, _ in walk(seats, options, seed=1):
        if state.phase == PLACE and state.turn == 1:
            quiet = replace(state, laid=((),) * 4, levels=(0,) * seats)
            return replace(quiet, **changes)
    raise AssertionError("a match has a second turn")


# --- along random walks ---


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_part_lies_on_a_place_of_one_sheet_with_its_symbol(
    seats: int, options: Options
) -> None:
    sheets = sheets_of(GAME.conceal(GAME.start(seats, options), None))
    where = {place.id: name for name, sheet in sheets.items() for place in sheet.places}
    assert len(where) == sum(len(sheet.places) for sheet in sheets.values())
    symbols = {name: {one.id for one in sheet.symbols} for name, sheet in sheets.items()}
    for state, action in walk(seats, options, seed=seats):
        for viewer in (None, state.active, 0):
            for sighting in watch(GAME, state, action, viewer):
                for part in parts_of(sighting.view).values():
                    assert part.symbol in symbols[where[part.place]], part


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_sheets_never_change_and_are_the_same_for_everybody(seats: int, options: Options) -> None:
    first = sheets_of(GAME.conceal(GAME.start(seats, options), None))
    assert set(first) == {MAIN, HAND}
    states = [state for state, _ in walk(seats, options, seed=3)]
    for state in (*states[::40], states[-1]):
        for view in views(state):
            assert sheets_of(view) == first


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_step_of_every_choice_can_be_pressed(seats: int, options: Options) -> None:
    for state, _ in walk(seats, options, seed=seats + 7):
        if state.phase not in (PLACE, ORDER):
            continue
        view = own(state)
        places = {
            place.id for sheet in sheets_of(view).values() for place in sheet.places if place.shape
        }
        lying = set(parts_of(view))
        for action in GAME.legal(state):
            for step in GAME.path(state, action):
                assert (step in places) + (step in lying) + bool(EN.button(view, step)) == 1, step


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_says_something_has_a_label(language: str) -> None:
    board = BOARDS[language]
    for seats, options in TABLES:
        states = [state for state, _ in walk(seats, options, seed=2)]
        for state in states[::25]:
            for view in views(state)[:2]:
                for part in parts_of(view, board).values():
                    decoration = part.id.split(":")[0] in DECORATION
                    assert bool(part.label.strip()) != decoration, part.id
        for place in sheets_of(own(states[-1]), board)[MAIN].places:
            assert bool(place.label) == bool(place.shape), place.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_pictures_are_well_formed_in_every_language(
    seats: int, options: Options, language: str
) -> None:
    states = [state for state, _ in walk(seats, options, seed=5)]
    for state in (states[0], states[9], states[len(states) // 2], states[-1]):
        view = own(state)
        text = picture_of(BOARDS[language], view, NAMES[:seats], "dark")
        ids = [node.get("id") for node in ET.fromstring(text).iter() if node.get("id")]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_pictures_of_two_worlds_that_a_viewer_cannot_tell_apart_are_the_same(
    seats: int, options: Options
) -> None:
    """Not a byte may differ: no name, id, class or order (A14)."""
    rng = random.Random(seats)
    states = [state for state, _ in walk(seats, options, seed=11)]
    for state in states[::45]:
        for viewer in (None, *range(seats)):
            worlds = [state, GAME.scramble(state, viewer, rng), GAME.scramble(state, viewer, rng)]
            seen = [GAME.conceal(world, viewer) for world in worlds]
            parts = [EN.parts(view, NAMES[:seats]) for view in seen]
            assert parts[0] == parts[1] == parts[2]
            facts = [[EN.seat_facts(view, seat) for seat in range(seats)] for view in seen]
            assert facts[0] == facts[1] == facts[2]
            assert len({picture_of(EN, view, NAMES[:seats]) for view in seen}) == 1


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_is_foreseen_is_hidden_from_nobody_who_looks_at_the_view(
    seats: int, options: Options
) -> None:
    """Marks and traces are the same in every world that the mover thinks possible."""
    rng = random.Random(seats)
    decisions = [state for state, _ in walk(seats, options, seed=13) if GAME.legal(state)]
    for state in decisions[::12]:
        other = GAME.conceal(GAME.scramble(state, state.active, rng), state.active)
        for action in GAME.legal(state):
            assert EN.marks(own(state), action) == EN.marks(other, action)
            assert EN.trace(own(state), action) == EN.trace(other, action)


def changes_of(board: PiedPiperBoard, view: View[State], action: Action) -> dict[str, int]:
    return {
        mark.at: int(mark.text.replace("−", "-"))
        for mark in board.marks(view, action)
        if mark.text != "?"
    }


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_marks_agree_with_what_play_does(seats: int, options: Options) -> None:
    """Where nothing is asked, trackers change as marked; and figures end where the trace ends."""
    told = 0
    for state, _ in islice(walk(seats, options, seed=17), 400):
        for action in GAME.legal(state):
            marks = EN.marks(own(state), action)
            if any(mark.text == "?" for mark in marks):
                continue
            after = GAME.play(state, action)
            pairs = zip(state.levels, after.levels, strict=True)
            moved = {f"house:{s}": new - old for s, (old, new) in enumerate(pairs) if new != old}
            assert changes_of(EN, own(state), action) == moved
            ends = sorted(trace[-1] for trace in EN.trace(own(state), action))
            walked = zip(state.where, after.where, strict=True)
            ends_truly = [f"gap:{new}" for old, new in walked if new != old]
            round_trips = [t[-1] for t in EN.trace(own(state), action) if t[0] == t[-1]]
            assert sorted([*ends_truly, *round_trips]) == ends
            told += bool(moved)
    assert told


def test_every_trace_is_made_of_places_on_the_board() -> None:
    for seats, options in TABLES:
        for state, _ in islice(walk(seats, options, seed=19), 300):
            places = {place.id for place in sheets_of(own(state))[MAIN].places}
            for action in GAME.legal(state):
                for trace in EN.trace(own(state), action):
                    assert set(trace) <= places
                    assert len(trace) > 1


def test_a_trace_follows_the_ring_past_deserted_houses() -> None:
    """When a house has left, gaps that are far apart on the square are next to each other."""
    leaps = 0
    for seats, options in TABLES:
        for state, _ in walk(seats, options, seed=29):
            ring = first_ring(state)
            for action in GAME.legal(state) if len(state.ring) < len(ring) else ():
                for trace in EN.trace(own(state), action):
                    spots = [ring.index(int(gap.removeprefix("gap:"))) for gap in trace]
                    steps = {abs(b - a) for a, b in pairwise(spots)}
                    assert steps <= {1, len(ring) - 1}, trace
                    leaps += any(ring[spot] not in state.ring for spot in spots)
    assert leaps


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_events_light_what_is_there(seats: int, options: Options) -> None:
    sheets = sheets_of(GAME.conceal(GAME.start(seats, options), None))
    places = {place.id for place in sheets[MAIN].places}
    for state, action in walk(seats, options, seed=23):
        for sighting in watch(GAME, state, action, None):
            lit = EN.about(sighting.event)
            assert lit, sighting.event
            assert set(lit) <= places | set(parts_of(sighting.view)), sighting.event
            assert 0 <= EN.milliseconds(sighting.event) <= 1000


def test_every_kind_of_event_has_its_pace() -> None:
    from ratskeller.games.pied_piper.board import _PACE

    assert set(_PACE) == set(union_members(Event))


# --- houses ---


def houses_with(levels: Sequence[int], viewer: Seat | None = 0, **changes: object) -> View[State]:
    state = position(len(levels), levels=tuple(levels), **changes)
    return GAME.conceal(state, viewer)


def test_eyes_show_on_every_floor_the_tracker_has_reached() -> None:
    parts = parts_of(houses_with((3, 0, 6)))
    eyes = [part for part in parts if part.startswith("eyes:")]
    assert eyes[:3] == ["eyes:0:1", "eyes:0:2", "eyes:0:3"]
    assert len(eyes) == 3 + 0 + 6
    assert [parts[f"level:{house}"].text for house in range(3)] == ["3", "0", "6"]


@pytest.mark.parametrize("roof", [7, 8])
def test_the_roof_lifts_when_it_is_reached_and_not_before(roof: int) -> None:
    options = Options(roof=roof)  # type: ignore[arg-type]
    parts = parts_of(houses_with((0, roof - 1, roof), options=options))
    places = [parts[f"roof:{house}"].place for house in range(3)]
    assert places == ["roof:0", "roof:1", "sky:2"]


def test_a_house_says_who_lives_there_how_full_it_is_and_who_is_next_to_it() -> None:
    view = houses_with((3, 0, 6), where=(0, 1, 1, 1, -1, -1, 0))
    parts = parts_of(view)
    assert parts["front:0"].label == (
        "Your house: 3 of 7 floors; in the gap to its left: the red rat and the Piper"
    )
    assert parts["front:2"].label == (
        "The smithy (小明): 6 of 7 floors; the gap to its left is empty"
    )
    german = parts_of(view, BOARDS["de"])
    assert german["front:2"].label == (
        "Die Schmiede (小明): 6 von 7 Stockwerken; die Lücke links davon ist leer"
    )


def test_my_house_has_the_lantern_and_a_spectator_has_none() -> None:
    assert parts_of(houses_with((0, 0, 0), viewer=1))["lantern"].place == "lantern:1"
    assert "lantern" not in parts_of(houses_with((0, 0, 0), viewer=None))


def test_houses_of_nobody_have_closed_shutters_and_no_tracker() -> None:
    parts = parts_of(houses_with((2, 1)))
    kinds = {part.split(":")[0] for part in parts if part.endswith(":3") and "card" not in part}
    assert {"roof", "sign", "trade"} <= kinds
    assert not kinds & {"level", "eyes"}
    assert parts["roof:3"].symbol == "roof-neutral"
    ring = sheets_of(houses_with((2, 1)))[MAIN]
    assert ring.place("house:0").neighbours == ("gap:0", "gap:2")


def test_a_deserted_house_is_boarded_up_and_its_tracker_is_a_trophy() -> None:
    for seats, options in TABLES[2:]:
        for state, action in walk(seats, options, seed=29):
            for step in GAME.steps(state, action):
                if isinstance(step.event, HouseLeft) and step.event.seat != step.event.by:
                    fled, by = step.event.seat, step.event.by
                    after = GAME.play(state, action)
                    parts = parts_of(GAME.conceal(after, None))
                    assert f"boards:{fled}" in parts
                    assert parts[f"level:{fled}"].place == f"trophies:{by}"
                    assert "out of the ring" in parts[f"front:{fled}"].label
                    places = {part.place for part in parts.values()}
                    assert f"gap:{fled}" not in places
                    return
    raise AssertionError("somebody flees in one of these matches")


# --- cards ---


def test_two_face_down_cards_of_strangers_differ_in_nothing_but_their_nail() -> None:
    laid = ((Laid(FORWARD, 0, True), Laid(BACK, 2, True)), (Laid(MELODY, 0, True),), (), ())
    parts = parts_of(GAME.conceal(position(options=Options(secret=True), laid=laid), 1))
    hidden = [parts[spot] for spot in ("card:0:0", "card:0:1", "card:1:0")]
    assert len({(one.symbol, one.text, one.label, one.tone, one.count) for one in hidden}) == 1
    assert hidden[0].symbol == "card-back"
    assert hidden[0].label == "A card face down"


def test_my_own_face_down_card_shows_through_to_me_only() -> None:
    laid = ((Laid(SEWER, 1, True),), (), (), ())
    state = position(options=Options(secret=True), laid=laid)
    assert parts_of(GAME.conceal(state, 1))["card:0:0"].symbol == "veiled-sewer"
    assert parts_of(GAME.conceal(state, 2))["card:0:0"].symbol == "card-back"


def test_equal_cards_in_hand_are_one_part_with_a_count_in_the_middle_of_the_shelf() -> None:
    hands = (hand(), hand(MELODY, FORWARD, MELODY, SEWER), hand())
    parts = parts_of(GAME.conceal(position(hands=hands), 1))
    held = [part for part in parts.values() if part.id.startswith("hand:")]
    assert [(part.id, part.place, part.count) for part in held] == [
        ("hand:F1", "shelf:1", 1),
        ("hand:S1", "shelf:3", 1),
        ("hand:M", "shelf:5", 2),
    ]
    assert held[2].label == "Melody: 2 in your hand"


def test_a_spectator_sees_no_hand() -> None:
    for state, _ in islice(walk(3, Options(), seed=1), 60):
        shelf = {place.id for place in sheets_of(own(state))[HAND].places}
        assert not shelf & {part.place for part in parts_of(GAME.conceal(state, None)).values()}


def test_a_discard_pile_tells_what_lies_in_it() -> None:
    discard = hand(FORWARD, FORWARD, MELODY)
    parts = parts_of(GAME.conceal(position(discard=discard), None))
    assert parts["discard:action"].count == 3
    assert parts["discard:action"].label == "Action discard pile: 2 × Forward and Melody"


# --- foresight ---


def test_my_own_tracker_is_good_or_bad_news_and_others_only_at_the_roof() -> None:
    """The red rat stands before house 1 and walks through 1 and 2."""
    state = position(
        line=(RED, BLUE, PIPER, BLUE),
        where=(1, 0, 0, 0, -1, -1, 2),
        levels=(0, 2, 6),
        laid=((Laid(FORWARD, 0, False),), (), (), ()),
        hands=(hand(), hand(FORWARD, DOUBLE), hand()),
        to_place=1,
    )
    marks = {mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), Place(FORWARD, 0))}
    assert marks == {"house:1": ("+1", "bad"), "house:2": ("+1", "good")}
    assert EN.trace(own(state), Place(FORWARD, 0))[0][:2] == ("gap:1", "gap:2")


def test_the_piper_lowers_a_tracker() -> None:
    state = position(
        line=(PIPER, BLUE, RED, BLUE),
        where=(0, 0, 0, 0, -1, -1, 1),
        levels=(3, 2, 4),
        laid=((Laid(SEWER, 0, False),), (), (), ()),
        hands=(hand(), hand(BACK), hand()),
        to_place=1,
    )
    (mark,) = EN.marks(own(state), Place(BACK, 0))
    assert (mark.at, mark.text, mark.tone) == ("house:1", "−1", "good")
    assert EN.trace(own(state), Place(BACK, 0)) == [("gap:1", "gap:2", "gap:1")]


def test_a_card_that_waits_changes_nothing() -> None:
    state = position()
    for action in GAME.legal(state):
        assert EN.marks(own(state), action) == []
        assert EN.trace(own(state), action) == []


def test_a_strangers_face_down_card_is_a_question() -> None:
    state = position(
        options=Options(secret=True),
        laid=((Laid(FORWARD, 0, True),), (), (), ()),
        hands=(hand(), hand(FORWARD), hand()),
        to_place=1,
    )
    (mark,) = EN.marks(own(state), Place(FORWARD, 0))
    assert (mark.at, mark.text) == ("slot:0", "?")


def test_an_order_that_is_still_to_be_chosen_is_a_question() -> None:
    state = position(
        laid=((Laid(FORWARD, 0, False),), (Laid(BACK, 1, False), Laid(BACK, 1, False)), (), ()),
        hands=(hand(), hand(FORWARD), hand()),
        to_place=1,
        used=1,
    )
    marks = EN.marks(own(state), Place(FORWARD, 0))
    assert [(mark.at, mark.text) for mark in marks] == [("slot:0", "?"), ("slot:1", "?")]
    waiting = GAME.play(state, Place(FORWARD, 0))
    assert EN.marks(own(waiting), GoFirst(1))


# --- seats, buttons, pictures ---


def test_facts_beside_a_name() -> None:
    state = position(levels=(3, 0, 6), holders=(-1, 0, 0), hands=(hand(BACK), hand(), hand()))
    view = GAME.conceal(state, None)
    assert EN.seat_facts(view, 0) == ["3/7 floors", "1 card", "2 trackers taken"]
    assert EN.seat_facts(view, 1) == ["0/7 floors", "0 cards"]
    assert EN.seat_facts(GAME.conceal(replace(state, out=(2,)), None), 2) == ["out"]
    assert BOARDS["fr"].seat_facts(view, 0)[0] == "niveau 3/7"
    assert BOARDS["zh-Hant"].seat_facts(view, 0)[1] == "1 張卡"


def test_only_the_faces_of_a_card_are_buttons() -> None:
    view = own(position(options=Options(secret=True)))
    assert [EN.button(view, part) for part in ("up", "down")] == ["Face up", "Face down"]
    assert [EN.button(view, part) for part in ("hand:F1", "slot:0", "house:0")] == ["", "", ""]


def test_a_seat_wears_the_sign_of_its_house() -> None:
    symbols = {one.id for one in sheets_of(own(position(5)))[MAIN].symbols}
    inks = [EN.seat_ink(seat) for seat in range(5)]
    assert len(set(inks)) == 5
    assert {f"glyph-{glyph}" for _, glyph in inks} <= symbols


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cover_is_a_picture_of_its_own(language: str) -> None:
    text = BOARDS[language].cover()
    root = ET.fromstring(text)
    assert root[0].text == BOARDS[language].words.title
    assert "style=" not in text
    assert len(text) < 80_000


def test_the_board_is_found_on_the_shelf() -> None:
    assert games.part("pied_piper", "board").BOARD is PiedPiperBoard


def test_a_spectators_picture_ends_with_the_board() -> None:
    state = position()
    spectator, player = (
        ET.fromstring(picture_of(EN, GAME.conceal(state, viewer), NAMES[:3]))
        for viewer in (None, 0)
    )
    heights = [float((root.get("viewBox") or "").split()[3]) for root in (spectator, player)]
    assert heights[0] < heights[1]
    sheet = sheets_of(own(state))[MAIN]
    assert heights[0] == sheet.view_box[3]
    assert picture(sheet, []) != picture_of(EN, GAME.conceal(state, None), NAMES[:3])


def test_at_the_end_everything_is_still_drawn() -> None:
    for seats, options in TABLES:
        *_, (state, action) = walk(seats, options, seed=31)
        last = GAME.play(state, action)
        assert last.phase == OVER
        for view in views(last):
            assert parts_of(view)


def test_a_crossing_moves_the_figures_and_nothing_else_of_theirs() -> None:
    """Ids are stable while a thing glides: a figure changes its place, not its name."""
    for state, action in walk(4, Options(), seed=37):
        before = GAME.conceal(state, None)
        for sighting in watch(GAME, state, action, None):
            if isinstance(sighting.event, HouseCrossed):
                old, new = parts_of(before), parts_of(sighting.view)
                figures = {part for part in old if part.startswith("figure:")}
                assert figures == {part for part in new if part.startswith("figure:")}
                gone = {f"level:{house}" for house in range(4)} - set(new)
                assert not gone - ({f"level:{house}" for house in range(4)} - set(old))
            before = sighting.view
