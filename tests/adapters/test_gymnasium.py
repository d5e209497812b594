"""The environments of Gymnasium pass its checker; the bots get views and the rules are kept."""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ratskeller import Refused, games
from ratskeller.adapters.gymnasium import ILLEGAL, SeatEnv, env_id
from ratskeller.core.game import AnyView
from ratskeller.games.pied_piper.rules.state import State
from tests.adapters.settings import short, tables
from tests.kinds import as_a


def play_out(env: SeatEnv, seed: int) -> tuple[list[Any], float]:
    """A match at random; all observations and the last reward."""
    rng = random.Random(seed)
    observation, info = env.reset(seed=seed)
    seen, over, reward = [observation], False, 0.0
    while not over:
        action = np.int64(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, cut_off, info = env.step(action)
        assert observation in env.observation_space
        assert not cut_off
        assert info["action_mask"].any() != over
        assert "illegal" not in info
        seen.append(observation)
    return seen, reward


@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_it_passes_the_checker_of_gymnasium(game_id: str, mode: str) -> None:
    env = gymnasium.make(env_id(game_id), bots=("random",), render_mode=mode, **short(game_id))
    check_env(env.unwrapped)


@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_a_match_ends_with_a_reward_by_rank(game_id: str, seats: int) -> None:
    env = SeatEnv(game_id, seats=seats, bots=("random",), **short(game_id))
    _, reward = play_out(env, 5)
    outcome = env.game.outcome(env.state)
    assert outcome is not None
    beaten = sum(rank > outcome.ranks[env.seat] for rank in outcome.ranks)
    better = sum(rank < outcome.ranks[env.seat] for rank in outcome.ranks)
    assert reward == pytest.approx((beaten - better) / (seats - 1))


def test_the_same_seed_brings_the_same_match() -> None:
    matches = [play_out(SeatEnv("pied_piper", bots=("greedy",)), seed) for seed in (1, 1, 2)]
    first, again, other = ([array.tobytes() for array in seen] for seen, _ in matches)
    assert first == again
    assert first != other


def test_another_seed_brings_another_deal_to_the_same_seat() -> None:
    env = SeatEnv("pied_piper", seat=0, bots=("random",))
    deals = {env.reset(seed=seed)[0].tobytes() for seed in range(4)}
    assert len(deals) == 4


@pytest.mark.parametrize("game_id", games.shelf())
def test_an_illegal_action_is_not_played_and_costs_the_match(game_id: str) -> None:
    env = SeatEnv(game_id, bots=("random",), **short(game_id))
    before, info = env.reset(seed=1)
    illegal = np.int64(np.flatnonzero(info["action_mask"] == 0)[0])
    state = env.state
    observation, reward, over, cut_off, info = env.step(illegal)
    assert (reward, over, cut_off, info["illegal"]) == (ILLEGAL, True, False, True)
    assert env.state is state
    assert np.array_equal(observation, before)


def test_the_bots_are_shown_their_own_views(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SeatEnv("pied_piper", seats=4, bots=("random", "greedy", "random"), secret=True)
    shown: list[tuple[int, AnyView]] = []
    for number, bot in enumerate(env.bots):

        def choose(
            view: AnyView, legal: Any, *rest: Any, number: int = number, ask: Any = bot.choose
        ) -> Any:
            shown.append((number, view))
            return ask(view, legal, *rest)

        monkeypatch.setattr(bot, "choose", choose)
    env.reset(seed=3)
    play_out(env, 3)
    assert {number for number, _ in shown} == {0, 1, 2}
    for number, view in shown:
        assert view.viewer == (env.seat + 1 + number) % 4
        others = [
            hand for seat, hand in enumerate(as_a(State, view.seen).hands) if seat != view.viewer
        ]
        assert all(sum(hand[:-1]) == 0 for hand in others)


def test_one_can_choose_a_seat_or_have_it_drawn() -> None:
    fixed = SeatEnv("pied_piper", seats=3, seat=2, bots=("random",))
    assert {_seat_of(fixed, seed) for seed in range(8)} == {2}
    drawn = SeatEnv("pied_piper", seats=3, bots=("random",))
    assert {_seat_of(drawn, seed) for seed in range(20)} == {0, 1, 2}


def _seat_of(env: SeatEnv, seed: int) -> int:
    observation, _ = env.reset(seed=seed)
    return int(observation[0]) - 1


def test_bots_are_one_for_all_or_one_for_each_other_seat() -> None:
    assert len(SeatEnv("pied_piper", seats=4, bots=("random",)).bots) == 3
    with pytest.raises(ValueError, match="one bot for all, or 3 bots; not 2"):
        SeatEnv("pied_piper", seats=4, bots=("random", "greedy"))
    with pytest.raises(Refused, match="RT-03"):
        SeatEnv("ratzentanz", seats=5)


@pytest.mark.parametrize("game_id", games.shelf())
def test_what_others_hide_changes_neither_observation_nor_picture(game_id: str) -> None:
    env = SeatEnv(game_id, seats=3, bots=("random",), render_mode="ansi", **short(game_id))
    before, _ = env.reset(seed=6)
    picture = env.render()
    assert picture
    env.state = env.game.scramble(env.state, env.seat, random.Random(2))
    assert np.array_equal(env.game.encode(env.game.conceal(env.state, env.seat)), before)
    assert env.render() == picture
