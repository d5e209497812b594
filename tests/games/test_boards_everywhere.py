"""What holds for the drawn table of every game on the shelf.

A game's own tests bring a `Drawing`. What only that game draws is tested there.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ratskeller import games
from ratskeller.core.conformance import viewers
from ratskeller.core.game import CHANCE, AnyGame, Seat, View, union_members, watch
from ratskeller.draw.beats import KINDS, Joins, Says
from ratskeller.draw.board import Board
from ratskeller.draw.show import picture_of, sheet_for
from ratskeller.draw.svg import write
from ratskeller.draw.table import ALWAYS, HAND, MAIN, GameBoard
from ratskeller.words import LANGUAGES
from ratskeller.words.speech import game_words
from tests.games.drawn import NAMES, board_of, drawing_of, kind_of, parts_of, sheets_of
from tests.games.walks import some, states, walk

pytestmark = pytest.mark.heavy


OPENING = 60  # positions of a match that are all looked at: every game has laid out its table
MOST = 40  # actions of a position that are foreseen

each_game = pytest.mark.parametrize("game_id", games.shelf())
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_table = pytest.mark.parametrize(
    ("game_id", "seats", "options"),
    [
        pytest.param(game_id, seats, options, id=f"{game_id}-{number}")
        for game_id in games.shelf()
        for number, (seats, options) in enumerate(drawing_of(game_id).tables)
    ],
)


def followed(game_id: str, seats: int, options: Any, seed: int) -> Iterator[tuple[Any, Any]]:
    """The opening of a match, and as much of the rest as there is time for."""
    every = drawing_of(game_id).every
    for number, step in enumerate(walk(games.find(game_id), seats, options, seed)):
        if number < OPENING or number % every == 0:
            yield step


def decisions(game_id: str, seats: int, options: Any, seed: int) -> Iterator[Any]:
    """The positions among them in which a player chooses."""
    game = games.find(game_id)
    return (
        state
        for state, _ in followed(game_id, seats, options, seed)
        if game.to_act(state) != CHANCE
    )


def first_sheets(game_id: str, seats: int, options: Any) -> dict[str, Board]:
    game = games.find(game_id)
    return sheets_of(game.conceal(game.start(seats, options), None), board_of(game_id))


def on_the_sheets(sheets: dict[str, Board]) -> set[str]:
    return {place.id for sheet in sheets.values() for place in sheet.places}


def onlookers(game: AnyGame, state: Any) -> set[Seat | None]:
    """A spectator, the first seat, and whoever is to choose."""
    mover = game.to_act(state)
    return {None, 0} if mover == CHANCE else {None, 0, mover}


# --- sheets and parts ---


@each_table
def test_every_part_lies_on_a_place_of_one_sheet_with_its_symbol(
    game_id: str, seats: int, options: Any
) -> None:
    game, board = games.find(game_id), board_of(game_id)
    sheets = first_sheets(game_id, seats, options)
    where = {place.id: name for name, sheet in sheets.items() for place in sheet.places}
    assert len(where) == sum(len(sheet.places) for sheet in sheets.values())
    symbols = {name: {one.id for one in sheet.symbols} for name, sheet in sheets.items()}
    assert all(len(symbols[name]) == len(sheet.symbols) for name, sheet in sheets.items())
    for state, action in followed(game_id, seats, options, seed=seats):
        for viewer in onlookers(game, state):
            for sighting in watch(game, game.steps(state, action), viewer):
                for part in parts_of(sighting.view, board).values():
                    assert part.symbol in symbols[where[part.place]], part


@each_table
def test_remembered_parts_read_no_field_that_they_do_not_name(
    game_id: str, seats: int, options: Any
) -> None:
    """Else they would still be shown when that field has changed (`drawn_from`)."""
    game, board = games.find(game_id), board_of(game_id)
    groups = [group for group in vars(type(board)).values() if hasattr(group, "fields")]
    assert groups
    for state in some(game, seats, options, seed=29, count=20):
        watched, read = spied_on(state)
        for group in groups:
            read.clear()
            of_a_seat = "seat" in inspect.signature(group.draw).parameters
            for viewer in viewers(seats):
                for about in range(seats) if of_a_seat else [NAMES[:seats]]:
                    list(group.draw(board, View(viewer, watched), about))
            assert read <= set(group.fields), group.draw.__name__


@each_table
def test_who_is_ahead_hangs_on_what_the_facts_of_a_seat_hang_on(
    game_id: str, seats: int, options: Any
) -> None:
    """Else the mark of the leader would stay where it was (`GameBoard.has_same_facts`)."""
    game, board = games.find(game_id), board_of(game_id)
    words, fields = game_words(game, "en"), vars(type(board))["seat_facts"].fields
    for state in some(game, seats, options, seed=41, count=20):
        watched, read = spied_on(state)
        assert words.race(View(None, watched)) is not None
        assert read <= set(fields)


@each_table
def test_what_is_drawn_for_all_looks_the_same_to_everybody(
    game_id: str, seats: int, options: Any
) -> None:
    """Else somebody would be shown what was drawn for another viewer (`drawn_from`)."""
    game, board, names = games.find(game_id), board_of(game_id), NAMES[:seats]
    groups = [group for group in vars(type(board)).values() if getattr(group, "for_all", False)]
    assert groups
    for state in some(game, seats, options, seed=37, count=20):
        for group in groups:
            of_a_seat = "seat" in inspect.signature(group.draw).parameters
            for about in range(seats) if of_a_seat else [names]:
                first, *others = (
                    list(group.draw(board, View(viewer, state), about)) for viewer in viewers(seats)
                )
                assert all(other == first for other in others), group.draw.__name__


@each_table
def test_what_a_board_remembers_is_what_it_would_draw_anew(
    game_id: str, seats: int, options: Any
) -> None:
    """Step by step: what is taken over from the page before, and what was drawn long ago."""
    game, names = games.find(game_id), NAMES[:seats]
    board, view = board_of(game_id), game.conceal(game.start(seats, options), 0)
    groups = board.groups(view, names)
    for state, action in followed(game_id, seats, options, seed=31 + seats):
        for sighting in watch(game, game.steps(state, action), 0):
            view, was = sighting.view, view
            groups = board.redraw(groups, was, view, names)
            assert groups == type(board)(board.words).groups(view, names)


def spied_on(state: Any) -> tuple[Any, set[str]]:
    """A state that notes which of its fields are read."""
    read: set[str] = set()
    fields = set(state.__struct_fields__)

    class Watched(type(state)):  # type: ignore[misc]
        def __getattribute__(self, name: str) -> Any:
            if self is watched and name in fields:
                read.add(name)
            return super().__getattribute__(name)

    watched = None
    watched = Watched(*(getattr(state, name) for name in state.__struct_fields__))
    return watched, read


@each_table
def test_sheets_never_change_and_are_the_same_for_everybody_unless_they_turn(
    game_id: str, seats: int, options: Any
) -> None:
    game, board, drawing = games.find(game_id), board_of(game_id), drawing_of(game_id)
    first = first_sheets(game_id, seats, options)
    assert set(first) == drawing.sheets
    start = game.start(seats, options)
    for viewer in viewers(seats):
        own = sheets_of(game.conceal(start, viewer), board) if drawing.turns else first
        assert (own == first) == (not drawing.turns or not viewer)
        for state in some(game, seats, options, seed=3, count=6):
            assert sheets_of(game.conceal(state, viewer), board) == own


@each_table
def test_a_spectators_sheet_is_small_enough_to_send(game_id: str, seats: int, options: Any) -> None:
    game, board, names = games.find(game_id), board_of(game_id), NAMES[:seats]
    view = game.conceal(game.start(seats, options), None)
    sheet = sheet_for(board, view, names, [board.parts(view, names)])
    drawn = (*sheet.background, *(one.element() for one in sheet.symbols))
    assert sum(len(write(element)) for element in drawn) < 150_000


@each_table
def test_every_step_of_every_choice_can_be_pressed(game_id: str, seats: int, options: Any) -> None:
    game, board, drawing = games.find(game_id), board_of(game_id), drawing_of(game_id)
    sheets = first_sheets(game_id, seats, options).values()
    places = {place.id for sheet in sheets for place in sheet.places if place.shape}
    asked = set()
    for state in decisions(game_id, seats, options, seed=seats + 7):
        view = game.conceal(state, game.to_act(state))
        lying = set(parts_of(view, board))
        for action in game.legal(state):
            for step in game.path(state, action):
                asked.add(kind_of(step))
                button = kind_of(step) in drawing.buttons
                assert (step in places) + (step in lying) == (not button), step
                assert bool(board.button(view, step)) == button, step
    assert drawing.asked <= asked


@each_language
@each_game
def test_everything_that_says_something_has_a_label(game_id: str, language: str) -> None:
    game, board, drawing = games.find(game_id), board_of(game_id, language), drawing_of(game_id)
    decoration = games.part(game_id, "draw.board").DECORATION
    for seats, options in drawing.tables:
        for state in some(game, seats, options, seed=2, count=11):
            for viewer in (None, 0):
                for part in parts_of(game.conceal(state, viewer), board).values():
                    assert bool(part.label.strip()) != (kind_of(part.id) in decoration), part.id
        for place in sheets_of(game.conceal(state, 0), board)[MAIN].places:
            if not (place.shape and kind_of(place.id) in drawing.named_by_parts):
                assert bool(place.label) == bool(place.shape), place.id


@each_game
def test_at_the_end_everything_is_still_drawn(game_id: str) -> None:
    game = games.find(game_id)
    for seats, options in drawing_of(game_id).tables:
        *_, last = states(game, seats, options, seed=31)
        assert game.outcome(last)
        for viewer in viewers(seats):
            assert parts_of(game.conceal(last, viewer), board_of(game_id))


# --- foresight and events ---


@each_table
def test_marks_and_traces_lie_on_the_sheets(game_id: str, seats: int, options: Any) -> None:
    game, board = games.find(game_id), board_of(game_id)
    sheets = first_sheets(game_id, seats, options)
    walkable = {place.id for place in sheets[MAIN].places}
    for state in decisions(game_id, seats, options, seed=17):
        view = game.conceal(state, game.to_act(state))
        known = on_the_sheets(sheets) | set(parts_of(view, board))
        for action in game.legal(state)[:MOST]:
            assert {mark.at for mark in board.marks(view, action)} <= known
            for trace in board.trace(view, action):
                assert set(trace) <= walkable
                assert len(trace) > 1


@each_table
def test_events_light_what_is_there(game_id: str, seats: int, options: Any) -> None:
    game, board = games.find(game_id), board_of(game_id)
    places = {place.id for place in first_sheets(game_id, seats, options)[MAIN].places}
    for state, action in followed(game_id, seats, options, seed=23):
        for sighting in watch(game, game.steps(state, action), None):
            lit = board.about(sighting.event)
            assert lit, sighting.event
            assert set(lit) <= places | set(parts_of(sighting.view, board)), sighting.event
            assert 0 <= board.beat(sighting.event).milliseconds <= 1600


@each_game
def test_every_kind_of_event_is_a_beat_or_belongs_to_one(game_id: str) -> None:
    beats = drawing_of(game_id).beats
    assert set(beats) == set(union_members(games.find(game_id).event_type))
    assert {beat.kind for beat in beats.values()} <= set(KINDS)
    for event, beat in beats.items():
        assert beat.milliseconds or beat.joins is Joins.NEXT, event
        assert beat.says is not Says.ALONE or beat.joins in (Joins.NEXT, Joins.BEFORE), event


@each_table
def test_what_walks_goes_from_place_to_place_along_the_board(
    game_id: str, seats: int, options: Any
) -> None:
    """By the rules' own neighbours, from where the piece was to where it is."""
    game, board, drawing = games.find(game_id), board_of(game_id), drawing_of(game_id)
    places = {place.id for place in first_sheets(game_id, seats, options)[MAIN].places}
    walked = 0
    for state, action in followed(game_id, seats, options, seed=seats + 41):
        before = game.conceal(state, None)
        for sighting in watch(game, game.steps(state, action), None):
            was, lies = parts_of(before, board), parts_of(sighting.view, board)
            for motion in board.motions(before, sighting.event, sighting.view):
                assert motion.part in was or motion.part in lies, motion
                if not motion.places:
                    assert motion.how in ("turn", "tumble")
                    continue
                assert set(motion.places) <= places, motion
                if motion.part in was:
                    assert motion.places[0] == was[motion.part].place, motion
                end = lies[motion.part].place if motion.part in lies else ""
                if end and kind_of(end) not in drawing.aside:
                    assert motion.places[-1] == end, motion
                if motion.how in ("walk", "dive"):
                    walked += 1
                    for one, other in pairwise(motion.places):
                        assert drawing.near(state, one, other), motion
            before = sighting.view
    assert walked


# --- pictures ---


@each_language
@each_table
def test_pictures_are_well_formed_in_every_language(
    game_id: str, seats: int, options: Any, language: str
) -> None:
    game, board = games.find(game_id), board_of(game_id, language)
    for state in some(game, seats, options, seed=5, count=4):
        view = game.conceal(state, 0)
        text = picture_of(board, view, NAMES[:seats], "dark")
        nodes = list(ET.fromstring(text).iter())
        assert set(parts_of(view, board)) <= {node.get("data-part") for node in nodes}
        ids = [node.get("id") for node in nodes if node.get("id")]
        assert len(ids) == len(set(ids))
        used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
        assert used <= set(ids)
        assert "style=" not in text


@each_game
def test_a_spectators_picture_ends_with_the_board(game_id: str) -> None:
    """With the board and what is always in sight: a hand is drawn below for players only."""
    game, board = games.find(game_id), board_of(game_id)
    seats, options = drawing_of(game_id).tables[0]
    state = next(decisions(game_id, seats, options, seed=1))
    views = [game.conceal(state, viewer) for viewer in (None, game.to_act(state))]
    spectators, players = (height_of(picture_of(board, view, NAMES[:seats])) for view in views)
    heights = {name: sheet.view_box[3] for name, sheet in sheets_of(views[0], board).items()}
    assert spectators == heights[MAIN] + heights.get(ALWAYS, 0)
    assert players == spectators + heights.get(HAND, 0)


def height_of(text: str) -> float:
    return float((ET.fromstring(text).get("viewBox") or "").split()[3])


@each_language
@each_game
def test_the_cover_is_a_picture_of_its_own(game_id: str, language: str) -> None:
    board = board_of(game_id, language)
    text = board.cover()
    root = ET.fromstring(text)
    assert root[0].text == board.words.title
    assert "style=" not in text
    assert len(text) < 80_000


@each_game
def test_the_board_is_found_on_the_shelf(game_id: str) -> None:
    assert issubclass(games.part(game_id, "draw").BOARD, GameBoard)
