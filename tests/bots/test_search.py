"""The search: what it looks at, how often, and where its walks end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.bots import Budget, evaluation_of
from ratskeller.bots.search import Judgement, SearchBot
from ratskeller.bots.steps import Node, WholeTurns
from ratskeller.bots.turns import best_turns
from ratskeller.core.chance import past_chance
from ratskeller.core.game import AnyGame, Seat
from ratskeller.games.ratzentanz.rules.state import State
from tests.kinds import as_a
from tests.rules.ratzentanz.positions import number

RATZENTANZ: AnyGame = games.find("ratzentanz")
NODES = 6000


def turns_begun(count: int) -> Iterator[Any]:
    """Positions of a random match of Ratzentanz in which somebody has just thrown."""
    rng = random.Random(8)
    state = past_chance(RATZENTANZ, RATZENTANZ.start(2, RATZENTANZ.meta.options()), rng)
    for _ in range(count):
        yield state
        turn = RATZENTANZ.turns(state)
        while RATZENTANZ.turns(state) == turn:
            action = rng.choice(RATZENTANZ.legal(state))
            state = past_chance(RATZENTANZ, RATZENTANZ.play(state, action), rng)


def looked_at(state: Any, mover: Seat, compared: int) -> tuple[list[Judgement], int, int]:
    """The judgements of all actions, the positions valued, and first actions among the best."""
    evaluate, valued = evaluation_of(RATZENTANZ), 0

    def counted(position: Any, seat: Seat) -> float:
        nonlocal valued
        valued += 1
        return evaluate(position, seat)

    bot = SearchBot(RATZENTANZ, counted)
    bot.habits = replace(bot.habits, compared=compared)
    view, legal = RATZENTANZ.conceal(state, mover), RATZENTANZ.legal(state)
    judged = bot.judge(view, legal, Budget(NODES), random.Random(0))
    turns, _ = best_turns(RATZENTANZ, evaluate, state, mover, bot.habits.now)
    return judged, valued, len({actions[0] for actions in list(turns)[:compared]})


@pytest.mark.heavy
def test_what_is_compared_is_looked_at_equally_often_and_the_better_half_goes_on() -> None:
    seen = 0
    for state in turns_begun(30):
        if not (walking := next(iter(walks_to_choose(state)), None)):
            continue
        judged, _, firsts = looked_at(walking, walking.seat, compared=4)
        if firsts < 4:
            continue
        seen += 1
        visits = sorted((one.visits for one in judged), reverse=True)
        assert visits[0] == visits[1] > visits[2] == visits[3] > 0
        assert not any(visits[4:])
        best = max(judged)
        finalists = [one for one in judged if one.visits == best.visits]
        assert best.value == max(one.value for one in finalists)
    assert seen >= 3


def test_a_turn_that_wins_is_never_dropped() -> None:
    """Whichever place among those compared it has: the better half is the one that goes on."""
    stores = {"h2": "111", "m5": "222", "m9": "333", "c9": "555", "c5": "666", "a1": "124"}
    rats = {"0.1": "d1*3", "0.2": "a1", "0.3": "c7", "1.1": "o13", "1.2": "o13"}
    state = number(3, rats, lying=stores)
    view, legal = RATZENTANZ.conceal(state, 0), RATZENTANZ.legal(state)
    bot = SearchBot(RATZENTANZ, lambda _state, _seat: 0.0)  # it sees no difference beforehand
    bot.habits = replace(bot.habits, compared=len(legal))
    chosen = bot.choose(view, legal, Budget(NODES), random.Random(0))
    assert as_a(State, RATZENTANZ.play(state, chosen)).winner == 0


def walks_to_choose(state: Any) -> Iterator[Any]:
    """The same turn, once its player has begun with the number."""
    if RATZENTANZ.notation(RATZENTANZ.legal(state)[0]) == "number":
        yield RATZENTANZ.play(state, RATZENTANZ.legal(state)[0])


@pytest.mark.heavy
def test_where_the_best_turns_begin_alike_a_glance_will_do() -> None:
    quick: list[int] = []
    thorough: list[int] = []
    for state in turns_begun(20):
        _, valued, firsts = looked_at(state, state.seat, compared=5)
        (quick if firsts == 1 else thorough).append(valued)
    assert quick
    assert thorough
    assert max(quick) < min(thorough)


def test_an_action_that_was_not_compared_is_judged_by_its_looks() -> None:
    """Be it the beginning of a turn that was found and not visited, or of none."""
    for state in turns_begun(12):
        judged, _, _ = looked_at(state, state.seat, compared=1)
        unseen = [one for one in judged if not one.visits]
        assert len(unseen) == len(judged) - 1
        assert all(one.value > 0 for one in judged)


@pytest.mark.parametrize("replies", [True, False])
@pytest.mark.parametrize("ahead", [1, 2])
def test_a_walk_ends_with_the_searchers_own_turn_or_with_the_replies(
    ahead: int, *, replies: bool
) -> None:
    bot = SearchBot(RATZENTANZ)
    bot.habits = replace(bot.habits, ahead=ahead, replies=replies)
    for state in turns_begun(6):
        moves = WholeTurns(RATZENTANZ, bot.evaluate, bot.habits)
        (turn, *_), _ = moves.offer(Node(), state, state.seat)
        after = moves.follow(state, turn)
        end, _ = moves.settle(after, state.seat, random.Random(3))
        if RATZENTANZ.to_act(end) is not None:
            assert RATZENTANZ.turns(end) - RATZENTANZ.turns(after) == 2 * ahead + replies
