"""The judgement of bots: sound in small positions, and strong enough to beat chance."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Budget, find_bot
from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.bot.judgement import distances, evaluate, turns_left
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    CAPS,
    COCKPIT,
    CROW,
    FIRST_CAP,
    LAUNCHPAD,
    MOVE,
    NURSERY,
    REWARD,
    ROCKET_SHIP,
    SCORE,
    Build,
    EndTurn,
    Move,
    Options,
    Reward,
    State,
    Steal,
)
from ratskeller.games.first_rat.rules.tables import LARDER, LIBRARY, NURSERY_DOOR, tables_of
from tests.kinds import as_a

RULES = games.find("first_rat")  # the same game, as the rooms know it
GREEDY = find_bot("greedy", RULES)


def first_turn(seats: int = 2, luck: int = 1) -> State:
    """The standard board, with everything dealt."""
    rng = random.Random(luck)
    state = GAME.start(seats, Options(board="standard"))
    while GAME.to_act(state) == CHANCE:
        state = GAME.play(state, roll(GAME, state, rng))
    return state


def choice(state: State) -> Any:
    mover = GAME.to_act(state)
    assert isinstance(mover, int)
    return GREEDY.choose(GAME.conceal(state, mover), GAME.legal(state), Budget(), random.Random(3))


# --- sensible choices --------------------------------------------------------------------------


def test_goods_for_a_part_are_built_and_not_hoarded() -> None:
    state = replace(
        first_turn(), phase=SCORE, goods=(0, 0, 0, 1, 2, 2, 0, 0, 0, 0), walked=(1, 0, 0, 0)
    )
    assert choice(state) == Build(COCKPIT)


def test_nobody_lets_the_last_rat_fly_and_the_others_sleep() -> None:
    """An award is three points; never to move again costs more (FR-18)."""
    state = replace(
        first_turn(),
        phase=REWARD,
        rats=(LAUNCHPAD, ROCKET_SHIP, NURSERY, NURSERY, 0, 0, NURSERY, NURSERY),
        walked=(2, 0, 0, 0),
    )
    assert choice(state) == Reward(wake=True)


def test_in_the_very_last_turn_an_award_is_better_than_a_rat() -> None:
    state = replace(
        first_turn(),
        phase=REWARD,
        rats=(LAUNCHPAD, 3, NURSERY, NURSERY, 0, 0, NURSERY, NURSERY),
        walked=(2, 0, 0, 0),
        last_round=1,
    )
    assert choice(state) == Reward(wake=False)


def test_in_the_very_last_turn_a_rat_that_can_fly_flies() -> None:
    state = replace(
        first_turn(), rats=(23, 0, NURSERY, NURSERY, 0, 0, NURSERY, NURSERY), last_round=1
    )
    assert choice(state) == Move(0, LAUNCHPAD)


def test_in_the_very_last_turn_a_bottle_cap_that_counts_is_stolen() -> None:
    """A thief runs back to Start, which costs nothing any more (FR-41)."""
    rattronaut_cap = CAPS.index("rattronaut")
    state = replace(
        first_turn(),
        phase=BOOTH,
        booths=1 << CROW,
        shelf_caps=1 << rattronaut_cap,
        rats=(21, ROCKET_SHIP, NURSERY, NURSERY, 0, 0, NURSERY, NURSERY),
        tracks=((1,), *((),) * 7),
        walked=(2, 0, 0, 0),
        last_round=1,
    )
    assert choice(state) == Steal(FIRST_CAP + rattronaut_cap)


def test_more_of_anything_is_worth_more() -> None:
    state = first_turn(3)
    here = evaluate(state, 0)
    assert evaluate(replace(state, goods=(1, 2, *state.goods[2:])), 0) > here
    assert evaluate(replace(state, light=(5, 0, 0)), 0) > here
    assert evaluate(replace(state, awards=(1, 0, 0)), 0) > here
    assert evaluate(replace(state, drinks=(1, 0, 0)), 0) > here
    assert evaluate(replace(state, packs=(2, 0, 0)), 0) > here
    assert evaluate(replace(state, rats=(9, *state.rats[1:])), 0) > here
    assert evaluate(replace(state, mouldy=(1, 0, 0)), 0) < here
    assert evaluate(replace(state, awards=(0, 2, 0)), 0) < here


def test_goods_that_nobody_can_use_any_more_count_as_the_rules_count_them() -> None:
    """In the last round, after one's own turn, four leftovers are a point."""
    state = replace(first_turn(), last_round=1, mover=1)
    assert turns_left(state, 0, 10.0) == 0
    richer = replace(state, goods=(4 + state.goods[0], *state.goods[1:]))
    assert evaluate(richer, 0) - evaluate(state, 0) == pytest.approx(1.0)


def test_a_turn_that_has_just_begun_is_still_to_come() -> None:
    state = replace(first_turn(3), last_round=2)
    assert [turns_left(state, seat, 9.0) for seat in range(3)] == [2, 2, 2]
    state = replace(state, mover=1)
    assert [turns_left(state, seat, 9.0) for seat in range(3)] == [1, 2, 2]
    state = replace(state, phase=SCORE)
    assert [turns_left(state, seat, 9.0) for seat in range(3)] == [1, 1, 2]


def test_the_rooms_of_the_burrow_are_so_many_cores_away() -> None:
    tables = tables_of(first_turn())
    start, library = tables.nodes.index("M_top"), tables.nodes.index("R_mid")
    ways = distances(tables, start)
    assert (ways[LIBRARY], ways[NURSERY_DOOR], ways[LARDER]) == (5, 6, 7)
    assert distances(tables, library)[LIBRARY] == 5


def test_the_winner_of_a_finished_match_has_the_best_value() -> None:
    bots = [find_bot("random", RULES)] * 3
    *_, (last, _, _) = play_match(RULES, Options(), bots, 5, 0)
    outcome = RULES.outcome(last)
    assert outcome is not None
    values = [evaluate(as_a(State, last), seat) for seat in range(3)]
    assert values.index(max(values)) in outcome.winners


# --- whole matches -----------------------------------------------------------------------------


class _Hurried:
    """Greedy with a twentieth of the usual budget: long turns are thinned out, and the test is short."""

    def choose(self, view: Any, legal: Any, budget: Budget, rng: random.Random) -> Any:
        return GREEDY.choose(view, legal, Budget(budget.nodes // 20), rng)


@pytest.mark.heavy
def test_greedy_beats_random_in_at_least_95_percent_of_20_matches() -> None:
    anything = find_bot("random", RULES)
    won = 0.0
    for number in range(20):
        seat = number % 2
        bots = [_Hurried(), anything] if seat == 0 else [anything, _Hurried()]
        *_, (last, _, _) = play_match(RULES, Options(), bots, 9, number)
        outcome = RULES.outcome(last)
        assert outcome is not None
        won += (seat in outcome.winners) / len(outcome.winners)
    assert won / 20 >= 0.95


@pytest.mark.heavy
@pytest.mark.parametrize("seats", [2, 4])
def test_a_match_of_greedy_bots_ends_by_a_trigger_in_a_sensible_time(seats: int) -> None:
    *_, (_, _, action), (last, _, _) = play_match(RULES, Options(), [_Hurried()] * seats, 2, 0)
    outcome = RULES.outcome(last)
    assert outcome is not None
    assert outcome.scores is not None
    assert isinstance(action, EndTurn)
    assert outcome.reason in ("markers", "rocket")
    assert 12 <= as_a(State, last).round <= 45
    assert 50 <= max(outcome.scores) <= 150


def test_a_budget_too_small_for_the_turn_still_gives_a_legal_move() -> None:
    state = first_turn(4)
    assert state.phase == MOVE
    for nodes in (1, 30, 200):
        legal = GAME.legal(state)
        action = GREEDY.choose(GAME.conceal(state, 0), legal, Budget(nodes), random.Random(1))
        assert action in legal
