"""The drawn square: what lies where in every position, and what stays hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice

import pytest
from msgspec.structs import replace

from ratskeller.core.game import Seat, View, watch
from ratskeller.draw.show import picture_of
from ratskeller.draw.table import HAND, MAIN, Sign
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.state import (
    AT_HOME,
    BACK,
    FORWARD,
    MELODY,
    SET_ASIDE,
    SEWER,
    HouseCrossed,
    HouseLeft,
    Laid,
    Options,
    State,
)
from tests.games.drawn import NAMES
from tests.games.pied_piper import own
from tests.games.pied_piper.drawn import BOARDS, EN, TABLES, hand, parts_of, position, sheets_of
from tests.games.walks import walk


@pytest.mark.heavy
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_pictures_of_two_worlds_that_a_viewer_cannot_tell_apart_are_the_same(
    seats: int, options: Options
) -> None:
    """Not a byte may differ: no name, id, class or order (A14)."""
    rng = random.Random(seats)
    states = [state for state, _ in walk(GAME, seats, options, seed=11)]
    for state in states[::45]:
        for viewer in (None, *range(seats)):
            worlds = [state, GAME.scramble(state, viewer, rng), GAME.scramble(state, viewer, rng)]
            seen = [GAME.conceal(world, viewer) for world in worlds]
            parts = [EN.parts(view, NAMES[:seats]) for view in seen]
            assert parts[0] == parts[1] == parts[2]
            facts = [[EN.seat_facts(view, seat) for seat in range(seats)] for view in seen]
            assert facts[0] == facts[1] == facts[2]
            assert len({picture_of(EN, view, NAMES[:seats]) for view in seen}) == 1


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


def test_a_roof_above_the_seventh_floor_is_no_eighth_floor() -> None:
    view = houses_with((6, 7, 8), options=Options(roof=8))
    parts = parts_of(view)
    floors = [sum(part.startswith(f"eyes:{house}:") for part in parts) for house in range(3)]
    assert floors == [6, 7, 7]
    assert [parts[f"eyes:{house}:7"].symbol == "eyes-top" for house in (1, 2)] == [False, True]
    assert "roof at 8" in parts["front:1"].label
    for board in BOARDS.values():
        assert any("7/8" in fact.text for fact in board.seat_facts(view, 1))
    assert not [part.label for part in parts.values() if "floor" in part.label]


def test_a_house_says_who_lives_there_how_full_it_is_and_who_is_next_to_it() -> None:
    view = houses_with((3, 0, 6), where=(0, 1, 1, 1, -1, -1, 0))
    parts = parts_of(view)
    assert parts["front:0"].label == (
        "Your house: level 3, roof at 7; in the gap to its left: the red rat and the Piper"
    )
    assert parts["front:2"].label == (
        "The smithy (小明): level 6, roof at 7; the gap to its left is empty"
    )
    german = parts_of(view, board=BOARDS["de"])
    assert german["front:2"].label == (
        "Die Schmiede (小明): Stufe 6, Dach auf Stufe 7; die Lücke links davon ist leer"
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
        for state, action in walk(GAME, seats, options, seed=29):
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


def test_a_tracker_that_nobody_took_lies_before_its_house() -> None:
    view = houses_with(
        (7, 0, 6), holders=(SET_ASIDE, 2, AT_HOME), out=(0, 1), ring=(2,), where=(2,) * 7
    )
    parts = parts_of(view)
    aside, taken, home = (parts[f"level:{house}"] for house in range(3))
    assert (aside.place, aside.symbol) == ("level:0", "taken-mill")
    assert aside.angle != taken.angle
    assert aside.label == "Tracker of the mill house, set aside"
    assert (taken.place, taken.label) == ("trophies:2", "Tracker of the bakehouse")
    assert (home.symbol, home.text) == ("plate", "6")
    told = {parts_of(view, board=board)["level:0"].label for board in BOARDS.values()}
    assert len(told) == len(BOARDS)


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
    for state, _ in islice(walk(GAME, 3, Options(), seed=1), 60):
        shelf = {place.id for place in sheets_of(own(state))[HAND].places}
        assert not shelf & {part.place for part in parts_of(GAME.conceal(state, None)).values()}


def test_a_discard_pile_tells_what_lies_in_it() -> None:
    discard = hand(FORWARD, FORWARD, MELODY)
    parts = parts_of(GAME.conceal(position(discard=discard), None))
    assert parts["discard:action"].count == 3
    assert parts["discard:action"].label == "Action discard pile: 2 × Forward and Melody"


# --- seats, buttons, pictures ---


def test_facts_beside_a_name() -> None:
    state = position(levels=(3, 0, 6), holders=(-1, 0, 0), hands=(hand(BACK), hand(), hand()))
    view = GAME.conceal(state, None)
    facts = EN.seat_facts(view, 0)
    assert [fact.text for fact in facts] == ["level 3/7", "1 card", "2 trackers taken"]
    assert [(fact.icon, fact.count) for fact in facts[:2]] == [
        ("floors-3-7", "3"),
        ("card-back", "1"),
    ]
    assert [fact.text for fact in EN.seat_facts(view, 1)] == ["level 0/7", "0 cards"]
    out = GAME.conceal(replace(state, out=(2,)), None)
    assert EN.seat_facts(out, 2) == (Sign("out"),)
    assert BOARDS["fr"].seat_facts(view, 0)[0].text == "niveau 3/7"
    assert BOARDS["zh-Hant"].seat_facts(view, 0)[1].text == "1 張卡"


def test_only_the_faces_of_a_card_are_buttons() -> None:
    view = own(position(options=Options(secret=True)))
    assert [EN.button(view, part) for part in ("up", "down")] == ["Face up", "Face down"]
    assert [EN.button(view, part) for part in ("hand:F1", "slot:0", "house:0")] == ["", "", ""]


def test_a_seat_wears_the_sign_of_its_house() -> None:
    symbols = {one.id for one in sheets_of(own(position(5)))[MAIN].symbols}
    inks = [EN.seat_ink(seat) for seat in range(5)]
    assert len(set(inks)) == 5
    assert {f"glyph-{glyph}" for _, glyph in inks} <= symbols


def test_a_crossing_moves_the_figures_and_nothing_else_of_theirs() -> None:
    """Ids are stable while a thing glides: a figure changes its place, not its name."""
    for state, action in walk(GAME, 4, Options(), seed=37):
        before = GAME.conceal(state, None)
        for sighting in watch(GAME, GAME.steps(state, action), None):
            if isinstance(sighting.event, HouseCrossed):
                old, new = parts_of(before), parts_of(sighting.view)
                figures = {part for part in old if part.startswith("figure:")}
                assert figures == {part for part in new if part.startswith("figure:")}
                gone = {f"level:{house}" for house in range(4)} - set(new)
                assert not gone - ({f"level:{house}" for house in range(4)} - set(old))
            before = sighting.view
