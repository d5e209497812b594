"""What an action would bring and cost, marked and traced in the yard before it is chosen."""

from __future__ import annotations

from itertools import islice

import pytest

from ratskeller.core.game import CHANCE
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.draw.foresight import walk_way
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    GOODS,
    NURSERY,
    SCORE,
    Buy,
    Donate,
    Move,
    Options,
    Steal,
)
from tests.games.first_rat import own
from tests.games.first_rat.drawn import EN, TABLES, position, rats
from tests.games.walks import walk


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_goods_change_as_marked(seats: int, options: Options) -> None:
    """Of whatever is not a move, whose marks look ahead to the collecting."""
    told = 0
    for state, _ in islice(walk(GAME, seats, options, seed=19), 400):
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
    assert marks["change:1"] == marks["change:2"] == ("+1", "bad")


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
    assert marks["change:0"] == ("−2", "bad")
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
        for state, _ in walk(GAME, seats, options, seed=29):
            if state.phase != BOOTH:
                continue
            for action in GAME.legal(state):
                if isinstance(action, Steal):
                    ((origin, home),) = EN.trace(own(state), action)
                    assert home == "space:0"
                    assert origin.startswith("space:")
                elif isinstance(action, Buy):
                    assert EN.trace(own(state), action) == []
