"""The batch engines play what the product plays: every word, mask, mover and rank at every decision."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ratskeller import games
from ratskeller.batch.choice import handed_on
from ratskeller.batch.devices import compiled
from ratskeller.batch.engine import BatchEngine
from ratskeller.batch.nibbles import PLACES, get, put
from ratskeller.core.chance import past_chance
from ratskeller.core.game import CHANCE, option_sets
from ratskeller.games.parts import game_batch
from ratskeller.games.pied_piper import PiedPiper
from ratskeller.games.pied_piper.batch import moving, turn
from ratskeller.games.pied_piper.batch.engine import PiedPiperBatch
from ratskeller.games.pied_piper.batch.table import Packed
from ratskeller.games.pied_piper.rules.state import TURN_CAP
from tests.batch.replays import Differs, Runner, backward, forward, late
from tests.lengths import NIGHTLY, often

pytestmark = pytest.mark.heavy

BATCHED = [game_id for game_id in games.shelf() if game_id == "pied_piper"]
TABLES = [
    (game_id, seats)
    for game_id in BATCHED
    for seats in (games.find(game_id).meta.seats if NIGHTLY else (2, 5))
]
EACH = often(3, 100)  # matches a setting and direction


@cache
def runner_of(game_id: str, seats: int) -> Runner:
    return Runner(game_batch(games.find(game_id), seats))


def all_options(game_id: str, seats: int, each: int) -> list[Any]:
    return list(option_sets(games.find(game_id), seats)) * each


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_engine_follows_matches_of_the_product(game_id: str, seats: int) -> None:
    runner = runner_of(game_id, seats)
    decisions = sum(forward(runner, all_options(game_id, seats, EACH), seed=seats))
    assert decisions > 10 * EACH


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_product_follows_matches_of_the_engine(game_id: str, seats: int) -> None:
    runner = runner_of(game_id, seats)
    decisions = sum(backward(runner, all_options(game_id, seats, EACH), seed=seats))
    assert decisions > 10 * EACH


@pytest.mark.parametrize("seats", [2, 5])
def test_the_bound_ends_a_match_as_in_the_product(seats: int) -> None:
    runner = runner_of("pied_piper", seats)
    options = all_options("pied_piper", seats, EACH)
    assert sum(forward(runner, options, 7, late(TURN_CAP - 3))) > len(options)


# --- rules with one thing wrong ------------------------------------------------------------------


def _no_neutral_houses(house: jax.Array, seats: int) -> jax.Array:
    return house >= 0


def _out_of_order(ring: jax.Array, place: jax.Array, seats: int) -> jax.Array:
    return moving.preceding(ring, place, seats)


def _never_turned_over(table: Packed, due: jax.Array, full: jax.Array) -> Packed:
    return table


def _stays_used(table: Packed, due: jax.Array, at_once: jax.Array, full: jax.Array) -> Packed:
    return CLEAN_UP(table, due, at_once & False, full)


def _a_hand_of_three(table: Packed, due: jax.Array, site: jax.Array, draw: Any) -> Any:
    return REFILL(table, due & (site < turn.DRAWS[1]), site, draw)


def _keeps_the_hand(hands: tuple[jax.Array, ...], seat: jax.Array) -> tuple[jax.Array, ...]:
    return hands


CLEAN_UP, REFILL = turn.clean_up, turn.refill

MUTANTS: list[tuple[int, Any, str, Any]] = [
    (2, moving, "has_tracker", _no_neutral_houses),
    (3, moving, "LOW_ROOF", 6),
    (4, moving, "hands_without", _keeps_the_hand),
    (3, moving, "IMMEDIATE", 0),
    (3, moving, "MOST_HOUSES", 2),
    (3, moving, "ASIDE", 0),
    (3, turn, "following", _out_of_order),
    (2, turn, "MELODY", 4),
    (2, turn, "turn_over", _never_turned_over),
    (2, turn, "clean_up", _stays_used),
    (2, turn, "refill", _a_hand_of_three),
    (2, turn, "TURN_CAP", 30),
]


@pytest.mark.parametrize(
    ("seats", "module", "name", "wrong"),
    MUTANTS[: often(3, len(MUTANTS))],
    ids=[name for _, _, name, _ in MUTANTS[: often(3, len(MUTANTS))]],
)
def test_an_engine_with_one_rule_wrong_is_caught(
    seats: int, module: Any, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    mutant = Runner(PiedPiperBatch(games.find("pied_piper"), seats))
    options = all_options("pied_piper", seats, EACH)
    with pytest.raises(Differs):
        sum(forward(mutant, options, seed=seats))


# --- luck ----------------------------------------------------------------------------------------

DRAWS = 10**6


def agrees(counts: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]) -> bool:
    """Counts of outcomes against their weights: chi square, so that one in a million is refused."""
    due = weights > 0
    if counts[~due].any():
        return False
    expected = counts.sum() * weights[due] / weights.sum()
    chi_square = ((counts[due] - expected) ** 2 / expected).sum()
    freedom = due.sum() - 1
    # Wilson and Hilferty's cube: nearly normal, whatever the freedom.
    spread = np.sqrt(2 / (9 * max(freedom, 1)))
    return bool(((chi_square / max(freedom, 1)) ** (1 / 3) - 1 + spread**2) / spread < 4.75)


def in_full(weights: Sequence[int]) -> np.ndarray[Any, Any]:
    """Weights for as many outcomes as a word holds."""
    return np.array([*weights, *[0] * (PLACES - len(weights))], float)


def drawn_at(told: jax.Array, site: int) -> np.ndarray[Any, Any]:
    found = np.asarray(told[:, site])
    return np.bincount(found[found >= 0], minlength=PLACES)


@pytest.mark.parametrize("game_id", BATCHED)
def test_the_odds_of_the_set_up_are_those_of_the_product(game_id: str) -> None:
    """The first draw of each stream, and the second given the first."""
    game = games.find(game_id)
    engine = game_batch(game, 4)
    _, told = jax.jit(engine.start_told)(engine.settings(DRAWS), engine.luck(3, DRAWS))
    reference = game.start(4, game.meta.options())
    first = np.asarray(told)
    for stream, sites in engine.start_sites.items():
        while game.stream(reference) != stream:
            actions, chances = game.odds(reference)
            reference = game.play(reference, actions[next(i for i, w in enumerate(chances) if w)])
        if stream == "character deck":  # which rats are out is luck: the Piper is one in six of all
            weights = np.array([5 * 3 / 6] * 6 + [3])
        else:
            weights = in_full(game.odds(reference)[1])
        assert agrees(drawn_at(told, sites[0]), weights), stream
        if stream == "setup":
            chosen = first[first[:, sites[0]] == 2]
            weights[2] = 0
            assert agrees(drawn_at(jnp.asarray(chosen), sites[1]), weights)
        if stream == "action deck":
            chosen = first[first[:, sites[0]] == 4]
            weights[4] -= 1
            assert agrees(drawn_at(jnp.asarray(chosen), sites[1]), weights)


@pytest.mark.parametrize("game_id", BATCHED)
def test_the_odds_after_a_decision_are_those_of_the_product(game_id: str) -> None:
    """One position with one decision, a million times: each chance point against `odds`."""
    game = games.find(game_id)
    engine = game_batch(game, 2)
    step = jax.jit(engine.step_told)
    rng = random.Random(5)
    state = past_chance(game, game.start(2, game.meta.options()), rng)
    seen: set[str] = set()
    while seen < {"character deck", "action deck"}:
        action = rng.choice(list(game.legal(state)))
        after = game.play(state, action)
        if game.to_act(after) == CHANCE and game.stream(after) not in seen:
            stream = game.stream(after)
            seen.add(stream)
            table = jax.tree.map(lambda word: jnp.full(DRAWS, word), engine.pack(state))
            table = table._replace(luck=engine.luck(11, DRAWS))
            _, told = step(table, jnp.full(DRAWS, game.index(action)))
            weights = in_full(game.odds(after)[1])
            assert agrees(drawn_at(told, engine.step_sites[stream][0]), weights), stream
        state = past_chance(game, after, rng)


def test_wrong_odds_are_noticed() -> None:
    fair = np.array([10, 10, 10, 10, 5, 5, 0.0])
    counts = np.random.default_rng(1).multinomial(DRAWS, fair / fair.sum())
    assert agrees(counts, fair)
    assert not agrees(counts, fair + np.array([0, 0.2, 0, 0, 0, 0, 0]))


def test_every_match_has_a_luck_of_its_own_that_does_not_hang_on_its_neighbours() -> None:
    engine = game_batch(games.find("pied_piper"), 2)
    start = jax.jit(engine.start_told)
    _, many = start(engine.settings(512), engine.luck(9, 512))
    _, few = start(engine.settings(16), engine.luck(9, 16))
    assert np.array_equal(many[:16], few)
    assert len({tuple(row) for row in np.asarray(many).tolist()}) == 512


# --- the kit -------------------------------------------------------------------------------------


def test_data_that_do_not_fit_and_seats_that_are_not_are_refused_with_a_sentence() -> None:
    game = games.find("pied_piper")
    with pytest.raises(ValueError, match="played with 2, 3, 4, 5 seats, not with 6"):
        PiedPiperBatch(game, 6)
    crowded: Any = PiedPiper(game.data.replace("forward = 10", "forward = 16"))
    with pytest.raises(ValueError, match="at most 15 cards of a kind"):
        PiedPiperBatch(crowded, 2)


def test_matches_that_are_over_begin_anew_with_other_luck() -> None:
    engine: BatchEngine[Any] = game_batch(games.find("pied_piper"), 2)
    table, _ = jax.jit(engine.start_told)(engine.settings(8), engine.luck(1, 8))
    over = table._replace(phase=table.phase.at[3].set(7), turn=table.turn + 5)
    again = jax.jit(engine.restarted)(over, engine.settings(8))
    assert np.asarray(again.turn).tolist() == [5, 5, 5, 0, 5, 5, 5, 5]
    assert int(again.luck.drawn[3]) > int(over.luck.drawn[3])
    assert not jnp.array_equal(again.hands[0][3], over.hands[0][3])


def test_nibbles_are_read_and_written_at_their_place() -> None:
    word = jnp.asarray(0x210)
    assert int(get(word, 1)) == 1
    assert int(put(word, 2, 7)) == 0x710


def test_a_processor_keeps_apart_what_one_rule_hands_on_to_the_next() -> None:
    def rules(number: jax.Array) -> jax.Array:
        return handed_on(number * 3) + 1

    numbers = jnp.arange(5)
    run = compiled(rules).lower(numbers).compile()
    assert run(numbers).tolist() == [1, 4, 7, 10, 13]
    assert "opt-barrier" in str(run.as_text())
    melted = jax.jit(rules).lower(numbers).compile()
    assert "opt-barrier" not in str(melted.as_text())
