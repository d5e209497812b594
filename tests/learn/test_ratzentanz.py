"""A network of Ratzentanz is trained: answers are turned towards the mover, and promises count at first."""

from __future__ import annotations

import random
from typing import Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.bots import Budget
from ratskeller.bots.net import Learned, NetBot
from ratskeller.bots.network import Layer, Network
from ratskeller.games.parts import game_answers, game_batch, game_planes
from ratskeller.games.ratzentanz.rules.state import Options
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.selfplay import legal_answers, meant, promised_share
from tests.batch.replays import compiled
from tests.batch.towns import strewn

pytestmark = pytest.mark.heavy

GAME: Any = games.find("ratzentanz")


def test_an_answer_is_legal_where_the_action_it_stands_for_is() -> None:
    engine, change = game_batch(GAME, 3), strewn(GAME, 9)
    start = GAME.start(3, Options())
    states: list[Any] = [
        change(msgspec.structs.replace(start, throws=(), seat=n % 3)) for n in range(12)
    ]
    tables = jax.tree.map(lambda *each: np.stack(each), *[engine.pack(state) for state in states])
    legal, answers = compiled(lambda t: legal_answers(engine, t))(tables)
    for number, state in enumerate(states):
        wanted = {GAME.index(action) for action in GAME.legal(state)}
        stands_for = game_answers(GAME, 3)[state.seat]
        assert {stands_for[answer] for answer in np.flatnonzero(legal[number]).tolist()} == wanted
    first = jnp.argmax(legal, axis=-1)
    for state, action in zip(states, np.asarray(meant(answers, first)), strict=True):
        assert GAME.from_index(int(action)) in GAME.legal(state)


def test_food_that_comes_nearer_to_the_nest_promises_more() -> None:
    engine = game_batch(GAME, 2)
    start = GAME.start(2, Options())
    ground = GAME.ground
    home = ground.homes[2][0]
    store, gate = ground.town.storeroom(1), ground.town.gates[0]
    one = msgspec.structs.replace

    def without(*squares: tuple[int, int]) -> tuple[int, ...]:
        lying = list(start.lying)
        for square, chips in squares:
            lying[square] += chips
        return tuple(lying)

    positions = [
        one(start, at=(store, *start.at[1:])),
        one(
            start, at=(store, *start.at[1:]), load=(1, *start.load[1:]), lying=without((store, -1))
        ),
        one(start, at=(gate, *start.at[1:]), load=(1, *start.load[1:]), lying=without((store, -1))),
        one(start, lying=without((store, -1), (home, 1))),
    ]
    tables = jax.tree.map(lambda *each: np.stack(each), *[engine.pack(p) for p in positions])
    promise = np.asarray(engine.promise(tables))
    assert np.allclose(promise.sum(-1), 0)
    assert (np.diff(promise[:, 0]) > 0).all()
    assert np.abs(promise).max() < 0.2


def test_promises_count_less_and_less_and_then_no_more() -> None:
    assert promised_share(TrainingRecipe(), jnp.zeros(())) is None
    recipe = TrainingRecipe(promised=1.0, promised_until=0.5)
    shares = [float(promised_share(recipe, jnp.asarray(s)) or 0) for s in (0.0, 0.25, 0.5, 0.9)]
    assert shares == [1.0, 0.5, 0.0, 0.0]


def test_the_bot_plays_the_action_that_its_answer_stands_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A network that likes certain answers whatever it sees."""
    change, start = strewn(GAME, 5), GAME.start(4, Options())
    likes = np.random.default_rng(1).permutation(GAME.index_size).astype(np.float32)
    width = game_planes(GAME)(np, GAME.conceal(start, 0)).size

    def layer(outputs: int) -> Layer:
        return Layer(np.zeros((4, outputs), np.float32), np.zeros(outputs, np.float32))

    first = Layer(np.zeros((width, 4), np.float32), np.zeros(4, np.float32))
    network = Network(first, (), layer(GAME.index_size)._replace(bias=likes), layer(4))
    monkeypatch.setattr(NetBot, "learned", lambda *_: Learned(network))
    bot = NetBot(GAME)
    for seat in range(4):
        state: Any = change(msgspec.structs.replace(start, throws=(), seat=seat))
        stands_for = game_answers(GAME, 4)[state.seat]
        legal = GAME.legal(state)
        best = max(legal, key=lambda action: likes[stands_for.index(GAME.index(action))])
        view = GAME.conceal(state, state.seat)
        assert bot.choose(view, legal, Budget(), random.Random(1)) == best
