"""What a card would do, marked and traced on the square before it is laid."""

from __future__ import annotations

import random
from itertools import islice, pairwise

import pytest

from ratskeller.core.game import View
from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.draw.board import PiedPiperBoard
from ratskeller.games.pied_piper.rules.state import (
    BACK,
    BLUE,
    DOUBLE,
    FORWARD,
    PIPER,
    RED,
    SEWER,
    Action,
    GoFirst,
    Laid,
    Options,
    PlaceCard,
    State,
)
from ratskeller.games.pied_piper.rules.turn import first_ring
from tests.games.pied_piper import own
from tests.games.pied_piper.drawn import EN, TABLES, hand, position
from tests.games.walks import walk

# --- along random walks ---


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_is_foreseen_is_hidden_from_nobody_who_looks_at_the_view(
    seats: int, options: Options
) -> None:
    """Marks and traces are the same in every world that the mover thinks possible."""
    rng = random.Random(seats)
    decisions = [state for state, _ in walk(GAME, seats, options, seed=13) if GAME.legal(state)]
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
    for state, _ in islice(walk(GAME, seats, options, seed=17), 400):
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


def test_a_trace_follows_the_ring_past_deserted_houses() -> None:
    """When a house has left, gaps that are far apart on the square are next to each other."""
    leaps = 0
    for seats, options in TABLES:
        for state, _ in walk(GAME, seats, options, seed=29):
            ring = first_ring(state.seats)
            for action in GAME.legal(state) if len(state.ring) < len(ring) else ():
                for trace in EN.trace(own(state), action):
                    spots = [ring.index(int(gap.removeprefix("gap:"))) for gap in trace]
                    steps = {abs(b - a) for a, b in pairwise(spots)}
                    assert steps <= {1, len(ring) - 1}, trace
                    leaps += any(ring[spot] not in state.ring for spot in spots)
    assert leaps


# --- card by card ---


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
    marks = {
        mark.at: (mark.text, mark.tone) for mark in EN.marks(own(state), PlaceCard(FORWARD, 0))
    }
    assert marks == {"house:1": ("+1", "bad"), "house:2": ("+1", "good")}
    assert EN.trace(own(state), PlaceCard(FORWARD, 0))[0][:2] == ("gap:1", "gap:2")


def test_the_piper_lowers_a_tracker() -> None:
    state = position(
        line=(PIPER, BLUE, RED, BLUE),
        where=(0, 0, 0, 0, -1, -1, 1),
        levels=(3, 2, 4),
        laid=((Laid(SEWER, 0, False),), (), (), ()),
        hands=(hand(), hand(BACK), hand()),
        to_place=1,
    )
    (mark,) = EN.marks(own(state), PlaceCard(BACK, 0))
    assert (mark.at, mark.text, mark.tone) == ("house:1", "−1", "good")
    assert EN.trace(own(state), PlaceCard(BACK, 0)) == [("gap:1", "gap:2", "gap:1")]


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
    (mark,) = EN.marks(own(state), PlaceCard(FORWARD, 0))
    assert (mark.at, mark.text) == ("slot:0", "?")


def test_an_order_that_is_still_to_be_chosen_is_a_question() -> None:
    state = position(
        laid=((Laid(FORWARD, 0, False),), (Laid(BACK, 1, False), Laid(BACK, 1, False)), (), ()),
        hands=(hand(), hand(FORWARD), hand()),
        to_place=1,
        used=1,
    )
    marks = EN.marks(own(state), PlaceCard(FORWARD, 0))
    assert [(mark.at, mark.text) for mark in marks] == [("slot:0", "?"), ("slot:1", "?")]
    waiting = GAME.play(state, PlaceCard(FORWARD, 0))
    assert EN.marks(own(waiting), GoFirst(1))
