"""Whole turns, as the search looks for them: none that matters is missed, none is found twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ratskeller import games
from ratskeller.bots import Budget, evaluation_of
from ratskeller.bots.search import SearchBot
from ratskeller.bots.turns import Scope, best_turns
from ratskeller.core.chance import past_chance
from ratskeller.core.game import AnyGame, Seat

LONG_TURNS = ["first_rat", "ratzentanz"]
WIDE = Scope(beam=100_000, turns=100_000)


def decisions(game: AnyGame, count: int) -> Iterator[tuple[Any, Seat]]:
    """The first positions with a choice of a random match, with who has it."""
    rng = random.Random(4)
    state = past_chance(game, game.start(2, game.meta.options()), rng)
    while count and (mover := game.to_act(state)) is not None:
        legal = game.legal(state)
        if len(legal) > 1:
            count -= 1
            yield state, mover
        state = past_chance(game, game.play(state, rng.choice(legal)), rng)


def all_ends(game: AnyGame, state: Any, seat: Seat) -> set[Any]:
    """Every position in which this seat's turn can end, found without any thrift."""
    seen, waiting, ends = {state}, [state], set()
    while waiting:
        here = waiting.pop()
        for after in {game.play(here, action) for action in game.legal(here)} - seen:
            seen.add(after)
            if game.to_act(after) == seat:
                waiting.append(after)
            else:
                ends.add(after)
    return ends


@pytest.mark.parametrize("game_id", LONG_TURNS)
def test_a_wide_look_finds_every_end_of_a_turn_once_and_the_best_first(game_id: str) -> None:
    game = games.find(game_id)
    evaluate = evaluation_of(game)
    for state, mover in decisions(game, 12):
        found, _ = best_turns(game, evaluate, state, mover, WIDE)
        ends = list(found.values())
        assert len(set(ends)) == len(ends)
        assert set(ends) == all_ends(game, state, mover)
        values = [evaluate(end, mover) for end in ends]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("game_id", LONG_TURNS)
def test_a_turn_is_the_decisions_that_lead_to_its_end(game_id: str) -> None:
    game = games.find(game_id)
    for state, mover in decisions(game, 12):
        found, _ = best_turns(game, evaluation_of(game), state, mover, Scope(beam=16, turns=4))
        assert 0 < len(found) <= 4
        for actions, end in found.items():
            here = state
            for action in actions:
                assert game.to_act(here) == mover
                here = game.play(here, action)
            assert here == end


@pytest.mark.heavy
@pytest.mark.parametrize("game_id", LONG_TURNS)
def test_a_choice_between_few_turns_gets_less_thought(game_id: str) -> None:
    game = games.find(game_id)
    now = SearchBot(game).habits.now
    evaluate = evaluation_of(game)
    thoughts: dict[int, list[int]] = {}
    for state, mover in decisions(game, 40):
        ways, _ = best_turns(game, evaluate, state, mover, now)
        thoughts.setdefault(len(ways), []).append(positions_judged(game, state, mover))
    few, many = min(thoughts), max(thoughts)
    assert few <= 4
    assert many == now.turns
    assert max(thoughts[few]) < min(thoughts[many])


def positions_judged(game: AnyGame, state: Any, mover: Seat) -> int:
    """How many positions a search values before it answers."""
    evaluate, judged = evaluation_of(game), 0

    def counted(position: Any, seat: Seat) -> float:
        nonlocal judged
        judged += 1
        return evaluate(position, seat)

    view = game.conceal(state, mover)
    SearchBot(game, counted).judge(view, game.legal(state), Budget(3000), random.Random(0))
    return judged
