"""Two players: neutral houses between them, and the first on the roof loses.

The ring is house 0, neutral 2, house 1, neutral 3: from gap 0 three houses forward are 0, 2 and 1.
"""

from __future__ import annotations

from typing import Literal

import pytest

from ratskeller.games.pied_piper import GAME
from ratskeller.games.pied_piper.rules.positions import position
from ratskeller.games.pied_piper.rules.state import AT_HOME, HouseCrossed, Options
from tests.rules import rule
from tests.rules.pied_piper.positions import (
    activate,
    below,
    cards,
    events,
    gap,
    idle,
    line_of,
    play,
    ranks,
    settle,
)

Elimination = Literal["after_card", "immediate"]
BOTH: tuple[Elimination, ...] = ("after_card", "immediate")
EITHER_WAY = pytest.mark.parametrize("elimination", BOTH)


@rule("PP-13")
@EITHER_WAY
def test_of_two_full_houses_on_one_way_the_first_loses_at_once(elimination: Elimination) -> None:
    state = position(
        2,
        levels=[6, 6],
        line=["red F2"],
        hand=["+1"],
        where={"red": 0},
        elimination=elimination,
    )
    state = activate(state, "+1>1")
    assert ranks(state) == (2, 1)
    assert state.levels == (7, 6)  # house 1 was never reached
    assert gap(state, "red") == 2  # the gap just reached


@rule("PP-13")
@EITHER_WAY
def test_the_order_walked_decides_and_not_whose_turn_it_is(elimination: Elimination) -> None:
    state = position(
        2,
        levels=[6, 6],
        line=["red F2"],
        hand=["+1"],
        where={"red": 1},
        elimination=elimination,
    )
    assert ranks(activate(state, "+1>1")) == (1, 2)


@rule("PP-13", "PP-19")
def test_the_second_action_does_not_happen() -> None:
    state = position(2, levels=[6, 6], line=["red F1"], hand=["F2"], where={"red": 0})
    state = activate(state, "F2>1")
    assert (state.levels, ranks(state)) == ((7, 6), (2, 1))


@rule("PP-13")
def test_the_reason_is_the_roof() -> None:
    state = position(2, levels=[6, 0], line=["red F1"], hand=["S1"], where={"red": 0})
    outcome = GAME.outcome(activate(state, "S1>1"))
    assert outcome
    assert outcome.reason == "roof"


@rule("PP-19", "PP-60")
def test_the_losers_house_stays_and_nothing_is_discarded_or_claimed() -> None:
    state = position(
        2, active=1, levels=[6, 0], line=["red F1"], hand=["S1"], where={"red": 0, "blue": 0}
    )
    state = activate(state, "S1>1")
    assert state.ring == (0, 2, 1, 3)
    assert (gap(state, "red"), gap(state, "blue")) == (2, 0)
    assert state.holders == (AT_HOME, AT_HOME)
    assert len(cards(state.hands[0])) == 4
    assert cards(state.discard) == []
    assert (line_of(state)[0], below(state, 1)) == ("red", ["F1", "S1"])


@rule("PP-60")
def test_neutral_houses_are_walked_through_like_others_but_nothing_changes() -> None:
    state = position(2, levels=[1, 1], line=["red F1"], hand=["F2"], where={"red": 2})
    state = play(state, "F2>1")
    told = [event for event in events(state, idle(state)) if isinstance(event, HouseCrossed)]
    assert [event.house for event in told] == [2, 1, 3]
    assert [(event.before, event.after) for event in told] == [(0, 0), (1, 2), (0, 0)]


@rule("PP-60")
def test_neutral_houses_are_counted_on_every_way() -> None:
    state = position(2, line=["red B1"], hand=["B1"], where={"red": 0})
    state = activate(state, "B1>1")
    assert (gap(state, "red"), state.levels) == (1, (0, 1))


@rule("PP-60")
def test_no_number_of_rats_makes_a_neutral_house_leave() -> None:
    state = position(
        2,
        levels=[6, 6],
        line=["red M"],
        hand=["F1"],
        where=dict.fromkeys(("red", "yellow", "blue", "green", "purple"), 2),
    )
    state = activate(state, "F1>1")
    assert state.ring == (0, 2, 1, 3)
    assert GAME.outcome(state) is None


@rule("PP-60", "PP-63")
def test_turns_alternate_and_neutral_houses_have_none() -> None:
    state = position(2, hand=["F1", "F2"])
    state = settle(play(state, "F1>1", "F2>2"))
    assert state.active == 1
    state = play(state, idle(state))
    assert settle(play(state, idle(state))).active == 0


@rule("PP-55")
@pytest.mark.parametrize("options", [Options(rugrats=True), Options(secret=True)])
def test_each_variant_can_be_played_by_two(options: Options) -> None:
    assert GAME.why_not_start(2, options) is None


@rule("PP-55", "PP-13", "PP-43")
def test_rugrats_for_two_ends_with_the_first_card_that_reaches_the_roof() -> None:
    state = position(2, levels=[6, 3], line=["red"], hand=["F2"], where={"red": 0}, rugrats=True)
    state = play(state, "F2>1")
    assert ranks(state) == (2, 1)
    assert gap(state, "red") == 2


@rule("PP-55", "PP-13")
def test_secret_life_for_two_ends_in_the_middle_of_a_move() -> None:
    state = position(2, levels=[6, 6], line=["red F2*"], hand=["+1"], where={"red": 1}, secret=True)
    state = activate(state, "+1>1")
    assert (state.levels, ranks(state)) == ((6, 7), (1, 2))
