"""The environments of PettingZoo pass its own suites, keep secrets and follow the rules."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from ratskeller import Refused, games
from ratskeller.adapters import pettingzoo as adapter
from ratskeller.adapters.pettingzoo import HouseEnv, pied_piper_v0
from tests.adapters.settings import short, tables

# Both are said of every environment with a mask; PettingZoo's own are on a list that is spared.
MASKED = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]


def family(game_id: str) -> adapter.Family:
    found = getattr(adapter, f"{game_id}_v0")
    assert isinstance(found, adapter.Family)
    return found


def played(env: HouseEnv, seed: int) -> Iterator[HouseEnv]:
    """A match at random, shown before every decision and at its end."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    yield env
    while not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        yield env


@pytest.mark.parametrize(("game_id", "seats"), tables())
class TestEveryGame:
    pytestmark = MASKED

    def test_it_passes_the_suite_of_pettingzoo(
        self, game_id: str, seats: int, capsys: pytest.CaptureFixture[str]
    ) -> None:
        env = family(game_id).env(seats=seats, **short(game_id))
        api_test(env, num_cycles=300)
        assert "Passed API test" in capsys.readouterr().out

    def test_the_same_seed_brings_the_same_match(self, game_id: str, seats: int) -> None:
        seed_test(lambda: family(game_id).env(seats=seats, **short(game_id)), num_cycles=60)

    def test_a_match_ends_with_rewards_by_rank(self, game_id: str, seats: int) -> None:
        env = family(game_id).raw_env(seats=seats, **short(game_id))
        for position in played(env, seed=3):
            for agent in position.possible_agents:
                seen = position.observe(agent)
                assert position.observation_space(agent).contains(seen)
                deciding = agent == position.agent_selection and not position.terminations[agent]
                assert seen["action_mask"].any() == deciding
        outcome = env.game.outcome(env.position)
        assert outcome is not None
        assert sum(env.rewards.values()) == pytest.approx(0)
        best = max(env.rewards, key=env.rewards.__getitem__)
        assert outcome.ranks[env.possible_agents.index(best)] == 1

    def test_what_others_hide_changes_no_observation(self, game_id: str, seats: int) -> None:
        env = family(game_id).raw_env(seats=seats, **short(game_id))
        rng = random.Random(5)
        for number, now in enumerate(played(env, seed=4)):
            if number % 5:
                continue
            truth = now.position
            assert now.state_space.contains(now.state())
            everybody = now.state()
            for seat, agent in enumerate(now.possible_agents):
                before = now.observe(agent)
                now.position = now.game.scramble(truth, seat, rng)
                after = now.observe(agent)
                assert np.array_equal(now.state(), everybody)
                now.position = truth
                assert all(np.array_equal(before[key], after[key]) for key in before)


def test_an_observation_can_tell_two_hands_apart() -> None:
    """So that the test before is not passed by observations that show nothing."""
    env = pied_piper_v0.raw_env(seats=3)
    env.reset(seed=1)
    before = env.observe("player_0")["observation"]
    env.position = env.game.scramble(env.position, None, random.Random(1))
    assert not np.array_equal(before, env.observe("player_0")["observation"])


def test_an_illegal_action_is_an_error_raw_and_ends_the_match_else() -> None:
    illegal = _first_illegal(pied_piper_v0.raw_env())
    raw = pied_piper_v0.raw_env()
    raw.reset(seed=2)
    position = raw.position
    with pytest.raises(ValueError, match="is not legal now; use the action mask"):
        raw.step(illegal)
    assert raw.position is position
    env = pied_piper_v0.env()
    env.reset(seed=2)
    agent = env.agent_selection
    env.step(illegal)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def _first_illegal(env: HouseEnv) -> int:
    env.reset(seed=2)
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


@pytest.mark.parametrize("game_id", games.shelf())
def test_it_shows_itself_as_a_spectator_sees_it(game_id: str) -> None:
    for mode, sign in (("ansi", "\n"), ("svg", "</svg>")):
        env = family(game_id).raw_env(render_mode=mode)
        env.reset(seed=1)
        shown = env.render()
        assert shown is not None
        assert sign in shown
        env.position = env.game.scramble(env.position, None, random.Random(1))
        assert env.render() == shown
    silent = family(game_id).raw_env()
    silent.reset(seed=1)
    assert silent.render() is None


def test_options_are_the_games_and_the_rules_have_the_last_word() -> None:
    env: Any = pied_piper_v0.raw_env(seats=3, secret=True)
    assert env.options.secret
    with pytest.raises(Refused, match="PP-54"):
        pied_piper_v0.raw_env(secret=True, rugrats=True)
    with pytest.raises(Refused, match="PP-62"):
        pied_piper_v0.raw_env(seats=9)


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(pied_piper_v0.raw_env(seats=3, roof=8)))
    assert (env.seats, env.options.roof) == (3, 8)


def test_a_game_that_is_not_on_the_shelf_has_no_environment() -> None:
    assert dir(adapter) == [f"{game_id}_v0" for game_id in games.shelf()]
    with pytest.raises(AttributeError, match="there are first_rat_v0, pied_piper_v0"):
        _ = adapter.chess_v0
