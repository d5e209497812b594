"""The batch engine of First Rat plays what the product plays: from the set-up, and from where much can happen."""

from __future__ import annotations

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from ratskeller import games
from ratskeller.batch.choice import for_few
from ratskeller.batch.luck import NOT_DUE
from ratskeller.core.game import option_sets
from ratskeller.games.first_rat import FirstRat
from ratskeller.games.first_rat.batch import moving, scoring, turn
from ratskeller.games.first_rat.batch.atlas import ANYWHERE
from ratskeller.games.first_rat.batch.engine import FirstRatBatch
from ratskeller.games.first_rat.batch.table import Packed, RatFamily
from ratskeller.games.first_rat.rules.state import OVER, Options
from tests.batch.replays import Differs, Runner, backward, compiled, forward, whole
from tests.batch.test_equal import agrees
from tests.batch.yards import strewn
from tests.lengths import NIGHTLY, often

GAME: Any = games.find("first_rat")
SEATS = GAME.meta.seats if NIGHTLY else (2, 5)
EACH = often(1, 50)  # matches a setting and direction, once from the set-up and once strewn


@cache
def runner_of(seats: int) -> Runner:
    return Runner(FirstRatBatch(GAME, seats))


def all_options(seats: int) -> list[Options]:
    return list(option_sets(GAME, seats)) * EACH


@pytest.mark.parametrize("seats", SEATS)
def test_the_engine_and_the_product_follow_each_other(seats: int) -> None:
    """One test for both directions: to compile the engine takes longer than to play."""
    runner, options = runner_of(seats), all_options(seats)
    for number, follow in enumerate((forward, backward)):
        change = strewn(GAME, 2 * seats + number)
        if NIGHTLY or follow is backward:
            decisions, matches = whole(follow(runner, options, seats))
            assert decisions > 50 * seats * len(options)
            assert all(GAME.outcome(match.state) for match in matches)
        if NIGHTLY or follow is forward:
            decisions, matches = whole(follow(runner, options, seats, change))
            assert decisions > 10 * seats * len(options)
            assert all(GAME.outcome(match.state) for match in matches)


# --- rules with one thing wrong ------------------------------------------------------------------


def _nobody_barred(*given: Any) -> jax.Array:
    return MOVES_IN_DEBT(*given) | ANYWHERE


def _no_relay(atlas: Any, go: Any) -> jax.Array:
    return RELAYS_OF(atlas, go) * 0


def _no_twins(table: Packed, row: RatFamily) -> jax.Array:
    return IS_TWIN(table, row) & False


def _pays_nobody(table: Packed, row: RatFamily, due: jax.Array, space: jax.Array) -> Any:
    return PAY_TOLLS(table, row, due & False, space)


def _lights_nothing(yard: Any, table: Packed, row: RatFamily, bulbs: jax.Array) -> Any:
    return LIGHT_UP(yard, table, row, bulbs * 0)


def _no_sets(row: RatFamily) -> jax.Array:
    return row.markers * 0


def _all_comics_work(table: Packed, token: int, rat: jax.Array) -> jax.Array:
    return TOKEN_WORKS(table._replace(fresh=table.fresh * 0), token, rat)


def _always_shops(yard: Any, table: Packed, row: RatFamily, due: jax.Array) -> Packed:
    return OPEN_BOOTHS(yard, table._replace(walked=table.walked + 1), row, due)._replace(
        walked=table.walked
    )


def _ties_are_shared(sheet: Any, table: Packed) -> Any:
    points, rattronauts = STANDINGS(sheet, table)
    return points, rattronauts * 0


MOVES_IN_DEBT, RELAYS_OF, IS_TWIN = moving.moves_in_debt, moving.relays_of, moving.is_twin
PAY_TOLLS, LIGHT_UP, TOKEN_WORKS = moving.pay_tolls, turn.light_up, turn.token_works
OPEN_BOOTHS, STANDINGS = turn.open_booths, scoring.standings

MUTANTS: list[tuple[Any, str, Any]] = [
    (moving, "moves_in_debt", _nobody_barred),
    (moving, "relays_of", _no_relay),
    (moving, "is_twin", _no_twins),
    (moving, "pay_tolls", _pays_nobody),
    (moving, "LEGS_EXTRA", 0),
    (moving, "MOULD_CHEESE", 2),
    (turn, "light_up", _lights_nothing),
    (turn, "complete_sets", _no_sets),
    (turn, "token_works", _all_comics_work),
    (turn, "open_booths", _always_shops),
    (turn, "KIND_BONUS", 1),
    (turn, "ARNOLD_BONUS", 2),
    (turn, "STUCK", 0),
    (scoring, "BY_ROCKET", 2),
    (scoring, "NEIL", 1),
    (scoring, "standings", _ties_are_shared),
]


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    MUTANTS[: often(1, len(MUTANTS))],
    ids=[name for _, name, _ in MUTANTS[: often(1, len(MUTANTS))]],
)
def test_an_engine_with_one_rule_wrong_is_caught(
    module: Any, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    mutant = Runner(FirstRatBatch(GAME, 2))
    options = list(option_sets(GAME, 2)) * often(8, 60)
    with pytest.raises(Differs):
        whole(forward(mutant, options, 3, strewn(GAME, 3)))


# --- luck ----------------------------------------------------------------------------------------

DRAWS = often(10**5, 10**6)


def test_the_odds_of_the_set_up_are_those_of_the_product() -> None:
    """The first draw of each stream, and the second given the first."""
    engine = runner_of(2).engine
    start = compiled(engine.start_told)
    told = np.concatenate(
        [
            np.asarray(start(engine.settings(10**5), engine.luck(part, 10**5))[1])
            for part in range(DRAWS // 10**5)
        ]
    )
    for stream, sites in engine.start_sites.items():
        state = GAME.start(2, Options())
        while GAME.stream(state) != stream:
            actions, weights = GAME.odds(state)
            state = GAME.play(state, actions[int(np.argmax(weights))])
        before = told
        for site in sites[:2]:
            actions, weights = GAME.odds(state)
            found = np.bincount(before[:, site], minlength=len(weights))
            assert agrees(found, np.array(weights, float)), (stream, site)
            first = int(np.argmax(weights))
            before, state = before[before[:, site] == first], GAME.play(state, actions[first])


def test_a_board_as_printed_leaves_no_tile_and_no_strip_to_chance() -> None:
    runner, options = runner_of(2), [Options(board="standard")] * len(all_options(2))
    engine = runner.engine
    table, told = runner.start(
        engine.settings(len(options), options[0]),
        engine.luck(1, len(options)),
        runner.free(len(options), setting_up=True),
    )
    sites = engine.start_sites
    assert (np.asarray(told)[:, : sites["setup packs"].start] == NOT_DUE).all()
    assert (np.asarray(told)[:, sites["setup packs"].start :] != NOT_DUE).all()
    assert len({tuple(row) for row in np.asarray(table.path).tolist()}) == 1


# --- the kit -------------------------------------------------------------------------------------


def test_data_that_do_not_fit_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="played with 2, 3, 4, 5 seats, not with 6"):
        FirstRatBatch(GAME, 6)
    for line, wrong, sentence in (
        ("markers = 8 ", "markers = 14 ", "at most 15 markers of a seat"),
        ("copies = 2 ", "copies = 16 ", "at most 15 backpacks of a kind"),
    ):
        odd: Any = FirstRat(GAME.data.replace(line, wrong))
        with pytest.raises(ValueError, match=sentence):
            FirstRatBatch(odd, 2)


def test_matches_that_are_over_begin_anew() -> None:
    runner, matches = runner_of(2), len(all_options(2))
    engine = runner.engine
    options = engine.settings(matches)
    table, _ = runner.start(options, engine.luck(1, matches), runner.free(matches, setting_up=True))
    over = table._replace(round=table.round + 7, phase=table.phase.at[2].set(OVER))
    again = compiled(engine.restarted)(over, options)
    assert np.flatnonzero(np.asarray(again.round) == 1).tolist() == [2]
    assert np.asarray(again.round)[1] == 8


def test_what_few_matches_need_is_done_for_all_that_need_it() -> None:
    """More of them than are looked at together, some of them several times."""
    due = jnp.arange(100) % 3 == 0
    count = jnp.arange(100)

    def rule(rows: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, tuple[jax.Array, jax.Array]]:
        left, done = rows
        return left > 1, (left - 1, done + 1)

    left, done = for_few(due, rule, (count, jnp.zeros(100, jnp.int32)))
    wanted = np.where(np.arange(100) % 3 == 0, np.maximum(np.arange(100), 1), 0)
    assert np.asarray(done).tolist() == wanted.tolist()
    assert np.asarray(left + done).tolist() == np.arange(100).tolist()
