"""The games pass Pgx's own suite, its wrappers play them, and a match of Pgx is a match of the product."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal
from xml.etree import ElementTree as ET

import jax
import jax.numpy as jnp
import numpy as np
import pgx._src.api_test as suite
import pytest
from pgx.experimental import act_randomly, auto_reset

from ratskeller import BadOption, Refused, games
from ratskeller.adapters.common import rewards
from ratskeller.adapters.pgx import PgxEnv, PgxState, env_id, luck_from, make
from ratskeller.batch.engine import NOBODY
from tests.adapters.settings import short
from tests.batch.replays import Reference, Runner, compare, compiled
from tests.lengths import NIGHTLY, often

pytestmark = pytest.mark.heavy

ROOT = Path(__file__).parent.parent.parent

PLAINLY = "jax_disable_most_optimizations"
MATCHES = 8  # side by side, always as many: else it is all compiled again

# A variant of each game beside the usual rules.
VARIANTS: dict[str, dict[str, Any]] = {
    "pied_piper": {"secret": True, "roof": 8},
    "ratzentanz": {"kinds": 5, "piper": "wall"},
    "first_rat": {"board": "standard", "lit": "last"},
}
EVERY_TABLE = [
    (game_id, seats, options)
    for game_id in games.shelf()
    for seats in games.find(game_id).meta.seats
    for options in ({}, VARIANTS[game_id])
]
BY_DAY = [
    ("pied_piper", 5, VARIANTS["pied_piper"]),
    ("ratzentanz", 2, VARIANTS["ratzentanz"]),
    ("first_rat", 2, {}),
]
TABLES = EVERY_TABLE if NIGHTLY else BY_DAY


@cache
def env_of(game_id: str, seats: int, **options: Any) -> PgxEnv:
    return make(game_id, seats=seats, **{**short(game_id), **options})


def keys(seed: int, matches: int = MATCHES) -> jax.Array:
    return jax.random.split(jax.random.key(seed), matches)


# --- the suite of Pgx ----------------------------------------------------------------------------


def any_legal_action(key: jax.Array, mask: jax.Array) -> jax.Array:
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)


@pytest.fixture
def the_suite(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Pgx's own, with its two bounds moved: it knows the ids of its own games only, and with the JAX of
    today it cannot draw an action of a match that stands alone, not even in its own games.
    """
    monkeypatch.setattr(suite, "EnvId", Literal[tuple(map(env_id, games.shelf()))])
    monkeypatch.setattr(suite, "act_randomly", jax.jit(any_legal_action))
    config: Any = jax.config
    before = config.read(PLAINLY)
    config.update(PLAINLY, True)  # compiling would take longer than playing
    yield suite.api_test
    config.update(PLAINLY, before)


@pytest.mark.parametrize(("game_id", "seats", "options"), TABLES)
def test_it_passes_the_suite_of_pgx(
    game_id: str, seats: int, options: dict[str, Any], the_suite: Callable[..., None]
) -> None:
    the_suite(env_of(game_id, seats, **options), often(1, 10))


class _NumbersForAMask(PgxEnv):
    def _init(self, key: Any) -> PgxState:
        state = super()._init(key)
        return state.replace(legal_action_mask=state.legal_action_mask.astype(jnp.int8))  # type: ignore[no-any-return]


class _RewardsAtOnce(PgxEnv):
    def _init(self, key: Any) -> PgxState:
        return super()._init(key).replace(rewards=jnp.ones(self.num_players))  # type: ignore[no-any-return]


class _NobodyAtTheEnd(PgxEnv):
    def _step(self, state: PgxState, action: Any, key: Any) -> PgxState:
        after = super()._step(state, action, key)
        return after.replace(current_player=self.engine.mover(after.table))  # type: ignore[no-any-return]


class _NothingLegalAtTheEnd(PgxEnv):
    def step(self, state: PgxState, action: Any, key: Any = None) -> PgxState:
        after = super().step(state, action, key)
        mask = after.legal_action_mask & ~after.terminated
        return after.replace(legal_action_mask=mask)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "broken", [_NumbersForAMask, _RewardsAtOnce, _NobodyAtTheEnd, _NothingLegalAtTheEnd]
)
def test_the_suite_catches_an_environment_with_one_thing_wrong(
    broken: type[PgxEnv], the_suite: Callable[..., None]
) -> None:
    sound = env_of("pied_piper", 2)
    with pytest.raises(AssertionError):
        the_suite(broken(sound.engine, sound.options), 1)


# --- the match of the product --------------------------------------------------------------------


class Twins:
    """Matches of Pgx, the same luck in the batch engine, which says what chance did, and the product."""

    def __init__(self, env: PgxEnv, matches: int) -> None:
        self.env, self.runner = env, Runner(env.engine)
        self.matches = [Reference(self.runner, env.options) for _ in range(matches)]
        self.step = compiled(jax.vmap(env.step))
        self.pick = jax.jit(act_randomly)
        self.state: PgxState = compiled(jax.vmap(env.init))(keys(1, matches))
        codes = jnp.full(matches, env.engine.code_of(env.options), jnp.int32)
        luck = jax.vmap(luck_from)(keys(1, matches))
        _, told = self.runner.start(codes, luck, self.runner.free(matches, setting_up=True))
        for match, row in zip(self.matches, np.asarray(told), strict=True):
            match.chance(row, setting_up=True)

    def decide(self, key: jax.Array) -> None:
        """A legal action of each match, at random, played by all three."""
        actions = self.pick(key, self.state.legal_action_mask)
        free = self.runner.free(len(self.matches), setting_up=False)
        _, told = self.runner.step(self.state.table, actions, free)
        running = ~np.asarray(self.state.terminated)
        self.state = self.step(self.state, actions)
        for match, runs, action, row in zip(
            self.matches, running, actions.tolist(), np.asarray(told), strict=True
        ):
            if runs:
                match.play(action)
                match.chance(row, setting_up=False)

    def compare(self) -> None:
        """Every word of the tables, and what Pgx shows of them."""
        compare(self.runner, self.state.table, self.matches)
        legal, mover, _, planes = (np.asarray(each) for each in self.runner.look(self.state.table))
        for number, match in enumerate(self.matches):
            one = jax.tree.map(lambda part, at=number: np.asarray(part[at]), self.state)
            outcome = self.env.engine.game.outcome(match.state)
            assert bool(one.terminated) == (outcome is not None)
            if outcome:
                assert mover[number] == NOBODY
                assert one.legal_action_mask.all()
                assert not one.observation.any()
            else:
                assert one.current_player == mover[number]
                assert np.array_equal(one.legal_action_mask, legal[number])
                assert np.array_equal(one.observation, planes[number])
                assert not one.rewards.any()


@pytest.mark.parametrize(
    ("game_id", "seats"),
    [(game_id, seats) for game_id, seats, _ in EVERY_TABLE[::2]]
    if NIGHTLY
    else [("pied_piper", 4), ("ratzentanz", 2), ("first_rat", 2)],
)
def test_a_match_of_pgx_is_the_match_of_the_product(game_id: str, seats: int) -> None:
    """Whole matches, decision by decision; what each seat gets, when it gets it, and that it stays over."""
    twins = Twins(env_of(game_id, seats, **VARIANTS[game_id]), often(3, 30))
    paid = np.zeros((len(twins.matches), seats), np.float32)
    key = jax.random.key(2)
    while True:
        twins.compare()
        paid += np.asarray(twins.state.rewards)
        if twins.state.terminated.all():
            break
        key, luck = jax.random.split(key)
        twins.decide(luck)
    outcomes = [twins.env.engine.game.outcome(match.state) for match in twins.matches]
    assert paid == pytest.approx(np.array([rewards(outcome) for outcome in outcomes if outcome]))


# --- what Pgx promises of every environment ------------------------------------------------------


@cache
def played(seats: int) -> tuple[Callable[..., PgxState], Callable[..., PgxState]]:
    """Init and step of matches of The Pied Piper side by side, compiled once."""
    env = env_of("pied_piper", seats)
    return compiled(jax.vmap(env.init)), compiled(jax.vmap(env.step))


def test_an_action_against_the_rules_is_not_played_and_costs_the_match() -> None:
    """Whoever did it is last and the others tie."""
    init, step = played(3)
    state = init(keys(3))
    wrong = jnp.argmin(state.legal_action_mask, axis=-1)
    after = step(state, wrong.at[0].set(jnp.argmax(state.legal_action_mask[0])))
    assert after.terminated.tolist() == [False] + [True] * (MATCHES - 1)
    for number in range(1, MATCHES):
        gained = after.rewards[number].tolist()
        assert gained[int(state.current_player[number])] == -1
        assert sorted(gained) == pytest.approx([-1, 0.5, 0.5])
    before, now = (jax.tree.leaves(s.table._replace(luck=())) for s in (state, after))
    assert all(np.array_equal(old[1:], new[1:]) for old, new in zip(before, now, strict=True))
    assert np.isfinite(after.observation).all()


def test_a_number_outside_the_index_means_what_it_means_in_the_mask() -> None:
    """As in every array of JAX: negative ones count from the end, and those beyond an end mean what is there."""
    init, step = played(3)
    state = init(keys(3))
    last = state.legal_action_mask.shape[1] - 1
    first_legal = state.legal_action_mask[:, 0]
    assert first_legal.any()
    assert not first_legal.all()
    legal = jnp.argmax(state.legal_action_mask, axis=-1)
    for number, meant in {-1: last, 10_000: last, -10_000: 0}.items():
        assert_the_same(
            step(state, jnp.full(MATCHES, number)), step(state, jnp.full(MATCHES, meant))
        )
    after = step(state, legal - last - 1)
    assert not after.terminated.any()
    assert_the_same(after, step(state, legal))


def assert_the_same(one: PgxState, other: PgxState) -> None:
    for mine, theirs in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True):
        assert np.array_equal(mine, theirs)


def test_after_the_end_nothing_changes_whatever_is_played() -> None:
    """Ended by breaking the rules: no rewards any more, every action in the mask."""
    init, step = played(3)
    state = init(keys(4))
    state = step(state, jnp.argmin(state.legal_action_mask, axis=-1).at[0].set(0))
    over = state.terminated
    assert over[1:].all()
    for action in range(0, 80, 7):
        later = step(state, jnp.full(MATCHES, action))
        assert not later.rewards[1:].any()
        assert later.legal_action_mask[1:].all()
        kept = later.replace(rewards=state.rewards)
        for old, new in zip(jax.tree.leaves(state), jax.tree.leaves(kept), strict=True):
            assert np.array_equal(old[1:], new[1:])


def test_the_key_is_the_luck_of_the_match_and_a_step_needs_none() -> None:
    init, step = played(3)
    one, same, other = init(keys(5)), init(keys(5)), init(keys(6))
    assert np.array_equal(one.observation, same.observation)
    assert not np.array_equal(one.observation, other.observation)
    assert len({row.tobytes() for row in np.asarray(one.observation)}) == MATCHES
    action = jnp.argmax(one.legal_action_mask, axis=-1)
    assert np.array_equal(
        step(one, action, keys(1)).observation, step(one, action, keys(2)).observation
    )


def test_a_key_of_either_kind_is_the_same_luck() -> None:
    old, new = luck_from(jax.random.PRNGKey(7)), luck_from(jax.random.key(7))
    assert jax.tree.leaves(old) == jax.tree.leaves(new)


def test_matches_begin_anew_by_the_wrapper_of_pgx() -> None:
    """The end is told with its rewards, and the match beneath is a fresh one."""
    env = env_of("pied_piper", 3)
    init, _ = played(3)
    step = compiled(jax.vmap(auto_reset(env.step, env.init)))
    pick = jax.jit(act_randomly)
    state, ends = init(keys(8)), 0
    for number in range(150):
        state = step(state, pick(jax.random.key(number), state.legal_action_mask), keys(number))
        over = np.asarray(state.terminated)
        ends += int(over.sum())
        assert not np.asarray(state.rewards)[~over].any()
        assert np.asarray(state.rewards).sum() == pytest.approx(0, abs=1e-5)
        assert not np.asarray(env.engine.over(state.table)).any()
        assert (np.asarray(state._step_count)[over] == 0).all()
        assert np.asarray(state.observation).any(axis=-1).all()
    assert ends > MATCHES


def test_rows_of_rows_are_played_like_a_row() -> None:
    init, step = played(3)
    row = init(keys(9))
    block = jax.tree.map(lambda part: part.reshape(2, -1, *part.shape[1:]), row)
    action = jnp.argmax(row.legal_action_mask, axis=-1)
    flat = step(row, action)
    deep = compiled(jax.vmap(jax.vmap(env_of("pied_piper", 3).step)))(block, action.reshape(2, -1))
    for one, other in zip(jax.tree.leaves(flat), jax.tree.leaves(deep), strict=True):
        assert np.array_equal(one, np.asarray(other).reshape(one.shape))


def test_what_an_environment_says_of_itself() -> None:
    env = env_of("pied_piper", 3)
    state = played(3)[0](keys(1))
    assert (env.id, env.version, env.num_players) == ("ratskeller_pied_piper", "v0", 3)
    assert state.env_id == env.id
    assert (
        env.num_actions == games.find("pied_piper").index_size == state.legal_action_mask.shape[1]
    )
    assert env.observation_shape == state.observation.shape[1:]
    with pytest.raises(ValueError, match="seen by its current player"):
        env.observe(state, jnp.int32(1))


def test_a_picture_says_how_each_match_stands() -> None:
    init, step = played(3)
    state = init(keys(1))
    over = step(state, jnp.argmin(state.legal_action_mask, axis=-1))
    texts = [
        [node.text for node in ET.fromstring(picture).iter() if node.text]
        for picture in (state.to_svg(), over.to_svg(color_theme="dark", scale=2.0))
    ]
    assert [len(text) for text in texts] == [MATCHES, MATCHES]
    assert "decision 1, player 0 has" in texts[0][0]
    assert "over after 1 decisions, rewards -1.00, +0.50, +0.50" in texts[1][0]
    with pytest.raises(ValueError, match="no colour theme “sepia”: choose “light” or “dark”"):
        state.to_svg(color_theme="sepia")


# --- wishes --------------------------------------------------------------------------------------


def test_wishes_that_cannot_be_met_are_refused() -> None:
    with pytest.raises(Refused, match="PP-54"):
        make("pied_piper", rugrats=True, secret=True)
    with pytest.raises(BadOption, match="colour"):
        make("pied_piper", colour=1)
    with pytest.raises(Refused, match="RT-"):
        make("ratzentanz", seats=5)
    with pytest.raises(Refused, match="PP-"):
        make("pied_piper", seats=0)
    assert make("pied_piper").num_players == 2


def test_a_game_without_a_batch_engine_is_refused_with_a_sentence() -> None:
    script = "from ratskeller.adapters.pgx import make; make('crumbs')"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "RATSKELLER_GAMES": "crumbs=tests.crumbs"},
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    said = done.stderr.decode().splitlines()[-1]
    assert said == "ValueError: Crumbs has no batch engine, which Pgx needs"
