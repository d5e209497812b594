"""A network learns what a position is worth if all hands lie open; the shipped ones know more than who plays."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.bots import Budget
from ratskeller.bots.net import NetBot, weights_of
from ratskeller.bots.network import Network, think
from ratskeller.bots.weights import ForeignWeights, check_card, read_weights
from ratskeller.core.chance import past_chance
from ratskeller.games.parts import game_open_rows, game_order, game_rows
from ratskeller.learn.open_hands import OpenHandsTrainer
from ratskeller.learn.recipe import TrainingRecipe, recipe_of
from tests.batch.replays import compiled

pytestmark = pytest.mark.heavy

GAME: Any = games.find("pied_piper")
USUAL, WEIGHTS = GAME.meta.options(), weights_of(GAME)
SHIPPED = sorted(int(file.stem.removesuffix("-open")) for file in WEIGHTS.glob("*-open.npz"))
ITERATIONS = 16
SMALL = TrainingRecipe(
    matches=256, steps=32, minibatches=4, epochs=4, open_width=48, depth=2,
    half=False, rate=4e-3, averaged=0.8, horizon=1.0,
)  # fmt: skip


class Outcomes(NamedTuple):
    """Decisions of matches that the network played against itself, and how those ended."""

    states: list[Any]
    prizes: Any  # [decisions, seats] in the order of play from the mover on


@cache
def played(seats: int, matches: int = 60) -> Outcomes:
    bot, order = NetBot(GAME), game_order(GAME)
    states, prizes = list[Any](), list[Any]()
    for number in range(matches):
        rng = random.Random(number)
        state = past_chance(GAME, GAME.start(seats, USUAL), rng)
        seen = []
        while (mover := GAME.to_act(state)) is not None:
            seen.append(state)
            view, legal = GAME.conceal(state, mover), GAME.legal(state)
            action = bot.choose(view, legal, Budget(), rng)
            state = past_chance(GAME, GAME.play(state, action), rng)
        winners = GAME.outcome(state).winners
        won = [(seat in winners) / len(winners) for seat in range(seats)]
        for one in seen:
            by_place = np.zeros(seats)
            by_place[order(GAME.conceal(one, GAME.to_act(one)))] = won
            prizes.append((by_place * seats - 1) / (seats - 1))
        states += seen
    return Outcomes(states, np.array(prizes))


def error(values: Any, prizes: Any) -> float:
    return float(((values - prizes) ** 2).mean())


def open_planes(states: list[Any]) -> Any:
    rows = game_open_rows(GAME)
    assert rows
    return rows(np, states)


def judged(network: Network, states: list[Any]) -> Any:
    return think(np, network, open_planes(states))[1]


def test_a_short_training_expects_more_than_an_even_share_and_goes_on_where_it_stopped(
    tmp_path: Path,
) -> None:
    trainer: Any = OpenHandsTrainer(GAME, 2, SMALL, tmp_path, WEIGHTS / "2.npz")
    trainer._iterate = compiled(trainer._iteration)
    trainer.train(iterations=ITERATIONS - 1)
    standing = trainer.train(iterations=ITERATIONS)
    lines = (tmp_path / "curve.csv").read_text().splitlines()[1:]
    assert [int(line.split(",")[0]) for line in lines] == [*range(1, ITERATIONS + 1)]
    assert int(standing.iteration) == ITERATIONS
    card, network = read_weights(tmp_path / "weights.npz")
    check_card(card, GAME, 2)
    assert (card.recipe["width"], network.first.bias.size) == (48, 48)
    states, prizes = played(2)
    assert error(judged(network, states), prizes) < 0.85 * error(0, prizes)


def test_only_a_player_of_the_game_and_of_so_many_seats_can_be_watched(tmp_path: Path) -> None:
    with pytest.raises(ForeignWeights, match="with 4 seats, not for pied_piper with 2"):
        OpenHandsTrainer(GAME, 2, SMALL, tmp_path, WEIGHTS / "4.npz")
    with pytest.raises(ForeignWeights, match="in another way"):
        OpenHandsTrainer(GAME, 2, SMALL, tmp_path, WEIGHTS / "2-open.npz")


# --- those that are shipped --------------------------------------------------------------------


@pytest.mark.parametrize("seats", SHIPPED)
def test_the_shipped_judges_belong_to_the_game_and_are_small(seats: int) -> None:
    both = [WEIGHTS / f"{seats}.npz", WEIGHTS / f"{seats}-open.npz"]
    card, network = read_weights(both[1])
    check_card(card, GAME, seats)
    assert sum(file.stat().st_size for file in both) < 2_000_000
    values = judged(network, [past_chance(GAME, GAME.start(seats, USUAL), random.Random(1))])
    assert values.shape == (1, seats)
    assert network.policy.bias.size == 0
    assert msgspec.convert(card.recipe, TrainingRecipe).width == network.first.bias.size


def test_a_judge_of_the_usual_width_and_a_player_stay_below_two_megabytes() -> None:
    recipe = recipe_of(GAME, 2)
    for seats in (2, 3, 4):
        state = past_chance(GAME, GAME.start(seats, USUAL), random.Random(1))
        width = open_planes([state]).shape[-1]
        sizes = [width, *[recipe.open_width] * recipe.depth, seats]
        judge = 2 * sum((a + 1) * b for a, b in pairwise(sizes))
        assert judge + (WEIGHTS / f"{seats}.npz").stat().st_size < 2_000_000, seats


@pytest.mark.parametrize("seats", SHIPPED)
def test_who_sees_all_hands_expects_what_comes_better_than_who_sees_one(seats: int) -> None:
    states, prizes = played(seats)
    views = [GAME.conceal(state, GAME.to_act(state)) for state in states]
    _, player = read_weights(WEIGHTS / f"{seats}.npz")
    _, judge = read_weights(WEIGHTS / f"{seats}-open.npz")
    one_hand = error(think(np, player, game_rows(GAME)(np, views))[1], prizes)
    assert error(judged(judge, states), prizes) < one_hand < error(0, prizes)
