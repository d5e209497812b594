"""A network learns, goes on after an interruption as if there had been none, and plays what it learned."""

from __future__ import annotations

import random
from pathlib import Path
from shutil import copytree
from typing import Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.net import NetBot
from ratskeller.bots.network import think
from ratskeller.bots.weights import ForeignWeights, check_card, read_weights, write_weights
from ratskeller.core.chance import past_chance
from ratskeller.core.game import CHANCE, AnyGame
from ratskeller.games.pied_piper import PiedPiper
from ratskeller.learn import trainer as training
from ratskeller.learn.recipe import TrainingRecipe
from ratskeller.learn.selfplay import Decision, advantages
from ratskeller.learn.trainer import Progress, RunMismatch, Trainer

GAME: AnyGame = games.find("pied_piper")
WEIGHTS = Path(games.__file__).parent / "pied_piper" / "weights"
ITERATIONS, INTERRUPTED = 40, 34
SMALL = TrainingRecipe(
    matches=256, steps=32, minibatches=4, epochs=3, width=64, depth=2,
    half=False, past_every=10, past_kept=2, rate=4e-3, yardstick=ITERATIONS,
)  # fmt: skip


def test_a_network_beats_luck_and_an_interruption_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pull_the_plug(progress: Progress) -> None:
        """The folder, as somebody finds it who stopped the run here."""
        if progress.iteration == INTERRUPTED:
            copytree(tmp_path / "whole", tmp_path / "interrupted")

    monkeypatch.setattr(training, "SAVED", -1.0)
    monkeypatch.setattr(training, "_MATCHES", 512)
    trainer = Trainer(GAME, 2, SMALL, tmp_path / "whole")
    standing = trainer.train(iterations=ITERATIONS, tell=pull_the_plug)
    against_random, _ = trainer.measure(standing)
    assert against_random > 0.5  # three of four matches are won

    trainer.run = tmp_path / "interrupted"
    again: list[int] = []
    trainer.train(iterations=ITERATIONS, tell=lambda progress: again.append(progress.iteration))
    assert again == [*range(INTERRUPTED, ITERATIONS + 1)]
    curves = [
        [line.split(",") for line in (tmp_path / run / "curve.csv").read_text().splitlines()]
        for run in ("whole", "interrupted")
    ]
    whole, interrupted = [[[row[0], *row[2:]] for row in curve] for curve in curves]  # no seconds
    assert len(whole) == ITERATIONS + 1
    assert whole == interrupted
    one, other = ((tmp_path / run / "weights.npz") for run in ("whole", "interrupted"))
    for mine, theirs in zip(
        jax.tree.leaves(read_weights(one)[1]), jax.tree.leaves(read_weights(other)[1]), strict=True
    ):
        assert np.array_equal(mine, theirs)

    with pytest.raises(RunMismatch, match="another game or recipe"):
        Trainer(GAME, 3, SMALL, tmp_path / "whole").train(iterations=1)


def test_an_advantage_is_what_came_less_what_was_expected() -> None:
    """Three decisions of one match of two seats; the second ends it."""
    none: Any = jnp.zeros((3, 1))
    values = jnp.array([[[0.5, -0.5]], [[0.0, 0.0]], [[0.2, -0.2]]])
    rewards = jnp.array([[[0.0, 0.0]], [[1.0, -1.0]], [[0.0, 0.0]]])
    over = jnp.array([[0.0], [1.0], [0.0]])
    decisions = Decision(none, none, none, none, none, none, values, rewards, over, none)
    found, target = advantages(decisions, jnp.array([[0.4, -0.4]]), horizon=0.5)
    assert np.allclose(found[2, 0], [0.2, -0.2])  # the next expects 0.4
    assert np.allclose(found[1, 0], [1.0, -1.0])  # what comes after the end does not count
    assert np.allclose(found[0, 0], [-0.5 + 0.5 * 1.0, 0.5 - 0.5 * 1.0])
    assert np.allclose(target, found + values)


# --- weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_the_shipped_weights_belong_to_the_game_and_are_small(seats: int) -> None:
    file = WEIGHTS / f"{seats}.npz"
    card, network = read_weights(file)
    check_card(card, GAME, seats)
    assert file.stat().st_size < 2_000_000
    assert network.policy.bias.size == GAME.index_size
    msgspec.convert(card.recipe, TrainingRecipe)


def test_foreign_weights_are_refused_with_a_sentence(tmp_path: Path) -> None:
    card, _ = read_weights(WEIGHTS / "2.npz")
    with pytest.raises(ForeignWeights, match="with 2 seats, not for pied_piper with 3"):
        check_card(card, GAME, 3)
    with pytest.raises(ForeignWeights, match="not for first_rat with 2"):
        check_card(card, games.find("first_rat"), 2)
    edited: Any = PiedPiper(PiedPiper().data.replace("forward = 10", "forward = 9"))
    with pytest.raises(ForeignWeights, match="other numbers in its data file"):
        check_card(card, edited, 2)
    with pytest.raises(ForeignWeights, match="by version 0 of its rules"):
        check_card(msgspec.structs.replace(card, rules_version=0), GAME, 2)
    (tmp_path / "bad.npz").write_bytes(b"rats")
    with pytest.raises(ForeignWeights, match="holds no weights"):
        read_weights(tmp_path / "bad.npz")
    (tmp_path / "cut.npz").write_bytes((WEIGHTS / "2.npz").read_bytes()[:5000])
    with pytest.raises(ForeignWeights, match="holds no weights"):
        read_weights(tmp_path / "cut.npz")


def test_weights_survive_their_file(tmp_path: Path) -> None:
    card, network = read_weights(WEIGHTS / "3.npz")
    write_weights(tmp_path / "again.npz", card, network)
    again, copy = read_weights(tmp_path / "again.npz")
    assert again == card
    planes = np.ones(network.first.weights.shape[0], np.float32)
    for one, other in zip(think(np, network, planes), think(np, copy, planes), strict=True):
        assert np.array_equal(one, other)


# --- the bot -------------------------------------------------------------------------------------


def test_the_bot_plays_by_its_network_where_it_has_learned_and_says_so_where_not() -> None:
    bot = find_bot("net", GAME)
    assert isinstance(bot, NetBot)
    options = GAME.meta.options
    assert bot.plays_by(4, options()) == "network"
    assert bot.plays_by(4, options(secret=True)).startswith("it searches: its network has learned")
    strange = find_bot("net", games.find("ratzentanz"))
    assert isinstance(strange, NetBot)
    assert "nobody has trained" in strange.plays_by(3, games.find("ratzentanz").meta.options())


def test_the_bot_wins_against_luck_at_every_number_of_seats() -> None:
    bot = find_bot("net", GAME)
    for seats in GAME.meta.seats:
        won = 0.0
        matches = 20
        for number in range(matches):
            rng, own = random.Random(number), number % seats
            state = past_chance(GAME, GAME.start(seats, GAME.meta.options()), rng)
            while (mover := GAME.to_act(state)) is not None:
                assert mover != CHANCE
                legal = GAME.legal(state)
                view = GAME.conceal(state, mover)
                action = (
                    bot.choose(view, legal, Budget(), rng) if mover == own else rng.choice(legal)
                )
                state = past_chance(GAME, GAME.play(state, action), rng)
            outcome = GAME.outcome(state)
            assert outcome is not None
            won += own in outcome.winners
        assert won > matches * 0.5  # luck would win one in `seats`


def test_the_bot_decides_alike_in_every_world_its_view_allows() -> None:
    bot = find_bot("net", GAME)
    rng = random.Random(4)
    state = past_chance(GAME, GAME.start(3, GAME.meta.options()), rng)
    while (mover := GAME.to_act(state)) is not None:
        legal = GAME.legal(state)
        worlds = (state, GAME.scramble(state, mover, rng))
        first, second = (
            bot.choose(GAME.conceal(world, mover), legal, Budget(), rng) for world in worlds
        )
        assert first == second
        state = past_chance(GAME, GAME.play(state, first), rng)
