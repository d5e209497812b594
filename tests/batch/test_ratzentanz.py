"""The batch engine of Ratzentanz plays what the product plays.

Whole matches of random play would run to the cap of a thousand turns and see little of the rules. So matches are
short, and begin from the set-up or from positions where much can happen (`towns.strewn`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.core.game import option_sets
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.batch import moving, symbols, turn
from ratskeller.games.ratzentanz.batch.engine import RatzentanzBatch
from ratskeller.games.ratzentanz.batch.table import Packed, cap_in
from ratskeller.games.ratzentanz.rules.state import CAT, NOWHERE, OVER, RATS, TIED_ROUNDS, Options
from tests.batch.replays import Differs, Runner, backward, compiled, forward, whole
from tests.batch.test_equal import agrees
from tests.batch.towns import alone, strewn
from tests.lengths import NIGHTLY, often

pytestmark = pytest.mark.heavy

GAME: Any = games.find("ratzentanz")
SEATS = GAME.meta.seats if NIGHTLY else (2, 4)
EACH = often(2, 50)  # matches a setting and direction, once from the set-up and once strewn
TURNS = often(8, 60)


@cache
def runner_of(seats: int) -> Runner:
    return Runner(RatzentanzBatch(GAME, seats))


def all_options(seats: int, turns: int = TURNS) -> list[Options]:
    short = [msgspec.structs.replace(o, turn_cap=turns) for o in option_sets(GAME, seats)]
    return short * EACH


@pytest.mark.parametrize("seats", SEATS)
def test_the_engine_follows_matches_of_the_product(seats: int) -> None:
    runner, options = runner_of(seats), all_options(seats)
    decisions, _ = whole(forward(runner, options, seed=seats))
    assert decisions > TURNS * len(options)
    decisions, matches = whole(forward(runner, options, seats, strewn(GAME, seats)))
    assert decisions > len(options)
    assert {GAME.outcome(m.state).reason for m in matches} == {"kinds", "turn_cap"}
    decisions, _ = whole(forward(runner, options, seats, alone(GAME, seats)))
    assert decisions > TURNS * len(options)


@pytest.mark.parametrize("seats", SEATS)
def test_the_product_follows_matches_of_the_engine(seats: int) -> None:
    runner, options = runner_of(seats), all_options(seats)
    decisions, _ = whole(backward(runner, options, seed=seats))
    assert decisions > TURNS * len(options)
    decisions, matches = whole(backward(runner, options, seats, strewn(GAME, seats + 4)))
    assert decisions > len(options)
    assert {GAME.outcome(m.state).reason for m in matches} == {"kinds", "turn_cap"}


# --- rules with one thing wrong ------------------------------------------------------------------


def _uses_any_half(*given: Any) -> Any:
    kept, sure, bound = FULL_USE(*given)
    return kept, sure, bound & False


def _nobody_goes_along(ground: Any, before: Any, after: Any, *_: Any) -> jax.Array:
    stays: jax.Array = after
    return stays


def _always_sits_down(ground: Any, table: Packed, due: Any, rat: Any, to: Any) -> Packed:
    return SIT_DOWN(ground, table._replace(runs=table.runs * 0), due, rat, to)._replace(
        runs=table.runs
    )


def _shuts_nothing(atlas: Any, square: Any) -> jax.Array:
    return SQUARE_BIT(atlas, square) & 0


def _nobody_is_born(ground: Any, at: Any, due: Any) -> jax.Array:
    return NEW_BLOOD(ground, at, due & False)


def _all_rats_differ(table: Packed, at: jax.Array, load: jax.Array) -> jax.Array:
    return MOVERS(table, at, load + 10 * moving.RAT)


def _one_turn_more(options: Any) -> jax.Array:
    return CAP_IN(options) + 1


FULL_USE, SIT_DOWN, SQUARE_BIT = moving.full_use, turn.sit_down, moving.square_bit
NEW_BLOOD, MOVERS, CAP_IN = symbols.new_blood, moving.movers, cap_in

MUTANTS: list[tuple[Any, str, Any]] = [
    (moving, "full_use", _uses_any_half),
    (turn, "mirror", _nobody_goes_along),
    (turn, "sit_down", _always_sits_down),
    (moving, "square_bit", _shuts_nothing),
    (symbols, "new_blood", _nobody_is_born),
    (moving, "movers", _all_rats_differ),
    (turn, "cap_in", _one_turn_more),
    (moving, "LOOPS", 0),
    (symbols, "WALL", 0),
    (turn, "FIVE", 0),
]


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    MUTANTS[: often(2, len(MUTANTS))],
    ids=[name for _, name, _ in MUTANTS[: often(2, len(MUTANTS))]],
)
def test_an_engine_with_one_rule_wrong_is_caught(
    module: Any, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    mutant = Runner(RatzentanzBatch(GAME, 2))
    options = all_options(2) * 3
    change = alone(GAME, 2) if name == "sit_down" else strewn(GAME, 2)
    with pytest.raises(Differs):
        whole(forward(mutant, options, 2, change))


# --- luck ----------------------------------------------------------------------------------------

DRAWS = often(10**5, 10**6)
_AT_ONCE = 10**5


def test_the_odds_of_the_throw_for_the_start_are_even() -> None:
    """Of the first throw, and of the first after a tie; and every seat starts as often."""
    engine = runner_of(2).engine
    start = compiled(engine.start_told)
    first, again, starters = np.zeros(6), np.zeros(6), np.zeros(2)
    for part in range(DRAWS // _AT_ONCE):
        table, told = start(engine.settings(_AT_ONCE), engine.luck(part, _AT_ONCE))
        throws, tied = np.asarray(told), np.asarray(told[:, 0] == told[:, 1])
        first += np.bincount(throws[:, 0], minlength=6)
        again += np.bincount(throws[tied, 2], minlength=6)
        assert (throws[~tied, 2] == -1).all()
        starters += np.bincount(np.asarray(table.seat), minlength=2)
    assert agrees(first, np.ones(6))
    assert agrees(again, np.ones(6))
    assert agrees(starters, np.ones(2))


def nobody_in_town() -> Any:
    """The first seat has thrown a flute, and no rat is on the board: its turn will end."""
    state = GAME.start(2, Options())
    for throw in ("start+6", "start+1"):
        state = GAME.play(state, GAME.parse(throw))
    empty = msgspec.structs.replace(state, at=(NOWHERE,) * (2 * RATS))
    return GAME.play(empty, GAME.parse("3+flute"))


def tables_of(state: Any, matches: int) -> Packed:
    engine = runner_of(2).engine
    table = jax.tree.map(lambda w: jnp.broadcast_to(w, (matches, *w.shape)), engine.pack(state))
    laid: Packed = table._replace(luck=engine.luck(matches, matches))
    return laid


def test_the_odds_of_the_dice_are_those_of_the_product() -> None:
    """One decision that ends a turn, a million times."""
    engine, state, action = runner_of(2).engine, nobody_in_town(), GAME.parse("symbol")
    after = GAME.play(state, action)
    _, weights = GAME.odds(after)
    site = engine.step_sites[GAME.stream(after)][0]
    step = compiled(engine.step_told)
    table, counts = tables_of(state, _AT_ONCE), np.zeros(len(weights))
    for part in range(DRAWS // _AT_ONCE):
        table = table._replace(luck=engine.luck(part, _AT_ONCE))
        _, told = step(table, jnp.full(_AT_ONCE, GAME.index(action)))
        counts += np.bincount(np.asarray(told)[:, site], minlength=len(weights))
    assert agrees(counts, np.array(weights, float))


def test_a_long_tie_for_the_start_is_ended_as_in_the_product() -> None:
    runner, matches = runner_of(2), len(all_options(2))
    told = runner.free(matches, setting_up=True)
    throws = 2 * (TIED_ROUNDS + 1)
    told[0, :throws] = 3
    table, found = runner.start(
        runner.engine.settings(matches), runner.engine.luck(1, matches), told
    )
    assert int(table.seat[0]) == 0
    assert np.array_equal(found[0, :throws], told[0, :throws])


def test_a_doubled_throw_that_nobody_can_use_is_followed_by_the_next_seats() -> None:
    """Every 2x ends a turn at once, and all of it is one step."""
    runner, matches, state = runner_of(2), len(all_options(2)), nobody_in_town()
    action = GAME.parse("symbol")
    throws = GAME.odds(GAME.play(state, action))[0]
    double, last = (throws.index(GAME.parse(throw)) for throw in ("4+2x", "4+cat"))
    sites = [runner.engine.step_sites[f"dice:{seat}"] for seat in range(2)]
    told = runner.free(matches, setting_up=False)
    told[:, [sites[1][0], sites[0][0], sites[1][1]]] = double
    told[:, sites[0][1]] = last
    table, _ = runner.step(
        tables_of(state, matches), jnp.full(matches, GAME.index(action), jnp.int32), told
    )
    assert np.asarray(table.turn).tolist() == [4] * matches
    assert np.asarray(table.seat).tolist() == [0] * matches
    assert np.asarray(table.symbol).tolist() == [CAT] * matches


# --- the kit -------------------------------------------------------------------------------------


def test_data_that_do_not_fit_are_refused_with_a_sentence() -> None:
    many: Any = Ratzentanz(GAME.data.replace("flute = 1", "flute = 16"))
    with pytest.raises(ValueError, match="symbol dice of at most 42 faces, 15 of them alike"):
        RatzentanzBatch(many, 2)
    with pytest.raises(ValueError, match="played with 2, 3, 4 seats, not with 5"):
        RatzentanzBatch(GAME, 5)


def test_matches_that_are_over_begin_anew() -> None:
    runner, matches = runner_of(2), len(all_options(2))
    engine = runner.engine
    options = engine.settings(matches, Options(turn_cap=7))
    table, _ = runner.start(options, engine.luck(1, matches), runner.free(matches, setting_up=True))
    over = table._replace(turn=table.turn + 7, phase=table.phase.at[2].set(OVER), at=table.at * 0)
    again = compiled(engine.restarted)(over, options)
    assert np.flatnonzero(np.asarray(again.turn) == 0).tolist() == [2]
    assert np.asarray(again.at[2]).tolist() == np.asarray(table.at[2]).tolist()
    assert not np.asarray(again.at[1]).any()
