"""The games pass OpenSpiel's own suite, its searches play them, and players see views only."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from ratskeller import Refused, games
from ratskeller.adapters.open_spiel import HouseState, Position, short_name
from tests.adapters.settings import short, tables

SECRET = "python_ratskeller_pied_piper(players=3,secret=True)"


def load(game_id: str, players: int, **options: Any) -> Any:
    return pyspiel.load_game(short_name(game_id), {"players": players, **short(game_id), **options})


def play_out(game: Any, choose: Callable[[Any], int], seed: int = 1) -> Iterator[Any]:
    """A match, shown at every position; chance is played with its own odds."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(choose(state))
        yield state


def at_random(seed: int) -> Callable[[Any], int]:
    rng = random.Random(seed)
    return lambda state: rng.choice(state.legal_actions())


def seen_by(whom: Any) -> Any:
    return pyspiel.IIGObservationType(perfect_recall=False, private_info=whom)


@pytest.mark.heavy
@pytest.mark.parametrize(("game_id", "players"), tables())
def test_it_passes_the_suite_of_openspiel(game_id: str, players: int) -> None:
    game = load(game_id, players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_match_is_the_match_of_the_rules(game_id: str) -> None:
    """Every legal list, every odds, every view; and the returns add up to nothing."""
    game, rules = load(game_id, 3), games.find(game_id)
    state: Any = None
    for state in play_out(game, at_random(2)):
        ours = state.position.state
        if state.is_chance_node():
            actions, weights = rules.odds(ours)
            odds = dict(state.chance_outcomes())
            for action, weight in zip(actions, weights, strict=True):
                assert odds.get(rules.index(action), 0) == pytest.approx(weight / sum(weights))
        elif not state.is_terminal():
            assert state.current_player() == rules.to_act(ours)
            assert state.legal_actions() == sorted(map(rules.index, rules.legal(ours)))
            assert tuple(state.observation_tensor()) == rules.encode(
                rules.conceal(ours, state.current_player())
            )
    assert sum(state.returns()) == pytest.approx(0)
    assert state.returns() == [state.player_return(player) for player in range(3)]


@pytest.mark.parametrize("game_id", games.shelf())
def test_what_others_hide_changes_nothing_that_a_player_gets(game_id: str) -> None:
    game, rules, rng = load(game_id, 3), games.find(game_id), random.Random(3)
    public = make_observation(game, seen_by(pyspiel.PrivateInfoType.NONE))
    for number, state in enumerate(play_out(game, at_random(4))):
        if number % 9:
            continue
        for player in range(3):
            twin = state.clone()
            ours = state.position
            hidden = rules.scramble(ours.state, player, rng)
            twin.position = Position(hidden, ours.base, ours.told)
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
        twin = state.clone()
        hidden = rules.scramble(ours.state, None, rng)
        twin.position = Position(hidden, ours.base, ours.told)
        assert public.string_from(twin, 0) == public.string_from(state, 0)


def test_the_information_state_tells_what_was_drawn_to_its_owner_alone() -> None:
    """Two deals that differ in the first card of seat 0, and in nothing else that seat 1 saw."""
    game = pyspiel.load_game("python_ratskeller_pied_piper(players=3)")
    dealt = next(s for s in play_out(game, at_random(1)) if s.position.state.phase == 2)
    one, other = dealt.clone(), dealt.clone()
    first, second = [outcome for outcome, _ in dealt.chance_outcomes()][:2]
    one.apply_action(first)
    other.apply_action(second)
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_the_information_state_remembers_what_the_view_does_not_show() -> None:
    game = load("ratzentanz", 2)
    strings = [s.information_state_string(0) for s in play_out(game, at_random(5))]
    assert len(set(strings)) == len(strings)
    assert strings[40].startswith(strings[30].rsplit("\n", 1)[0])


def test_a_resampled_state_looks_the_same_to_its_player_and_to_nobody_else() -> None:
    game = pyspiel.load_game(SECRET)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    differs = []
    for number, state in enumerate(play_out(game, at_random(6))):
        if number < 40 or state.is_terminal() or state.is_chance_node():
            continue
        player = state.current_player()
        sample = state.resample_from_infostate(player, sampler)
        twice = sample.resample_from_infostate(player, sampler)
        for world in (sample, twice):
            assert world.current_player() == player
            assert world.legal_actions() == state.legal_actions()
            assert world.observation_string(player) == state.observation_string(player)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.told(None) == state.told(None)
        other = (player + 1) % 3
        differs.append(sample.observation_string(other) != state.observation_string(other))
    assert sum(differs) > len(differs) / 2


def test_a_resampled_state_carries_nothing_of_the_truth() -> None:
    """Whatever the others hold in truth, the samples of a seed are the same."""
    game, rules = pyspiel.load_game(SECRET), games.find("pied_piper")
    state = [s.clone() for s in play_out(game, at_random(7))][60]
    player = state.current_player()
    assert player >= 0
    twin = state.clone()
    ours = state.position
    hidden = rules.scramble(ours.state, player, random.Random(1))
    twin.position = Position(hidden, ours.base, ours.told)
    assert str(twin) != str(state)
    samples = [str(s.resample_from_infostate(player, lambda: 0.25)) for s in (state, twin)]
    assert samples[0] == samples[1]


@pytest.mark.parametrize("by_observation", [True, False])
def test_the_information_set_search_of_openspiel_plays_a_match(by_observation: bool) -> None:
    game = pyspiel.load_game(SECRET)
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bot = ismcts.ISMCTSBot(
        game, evaluator, 2.0, 8, random_state=luck, use_observation_string=by_observation
    )
    *_, last = play_out(game, bot.step)
    assert last.is_terminal()
    assert max(last.returns()) > 0


@pytest.mark.heavy
@pytest.mark.parametrize("game_id", ["first_rat", "ratzentanz"])
def test_the_tree_search_of_openspiel_plays_an_open_game(game_id: str) -> None:
    game = load(game_id, 2)
    luck = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 3, mcts.RandomRolloutEvaluator(1, luck), random_state=luck)
    states = play_out(game, bot.step)
    decisions = sum(not s.is_chance_node() for s, _ in zip(states, range(90), strict=False))
    assert decisions > 15


@pytest.mark.parametrize("game_id", games.shelf())
def test_a_state_survives_being_written_down(game_id: str) -> None:
    game = load(game_id, 2)
    state = [s.clone() for s in play_out(game, at_random(8))][50]
    text = pyspiel.serialize_game_and_state(game, state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert isinstance(again, HouseState)
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.information_state_string(1) == state.information_state_string(1)
    if state.current_player() >= 0:
        sample = state.resample_from_infostate(0, lambda: 0.5)
        copy = game.deserialize_state(sample.serialize())
        assert str(copy) == str(sample)
        assert copy.information_state_string(0) == sample.information_state_string(0)


def test_what_kind_of_game_it_is_is_said_truly() -> None:
    kinds = {game_id: load(game_id, 2).get_type() for game_id in games.shelf()}
    information = {game_id: kind.information for game_id, kind in kinds.items()}
    hidden, shown = (
        pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        pyspiel.GameType.Information.PERFECT_INFORMATION,
    )
    assert information == {"pied_piper": hidden, "ratzentanz": shown, "first_rat": shown}
    assert all(kind.utility == pyspiel.GameType.Utility.ZERO_SUM for kind in kinds.values())


def test_actions_bear_the_notation_of_the_game() -> None:
    game, rules = load("pied_piper", 2), games.find("pied_piper")
    state = next(s for s in play_out(game, at_random(1)) if s.current_player() == 0)
    for index in state.legal_actions():
        text = state.action_to_string(index)
        assert rules.index(rules.parse(text)) == index


def test_wishes_that_cannot_be_met_are_refused() -> None:
    with pytest.raises(Refused, match="PP-54"):
        load("pied_piper", 2, rugrats=True, secret=True)
    game = load("pied_piper", 2)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": 1})
    with pytest.raises(ValueError, match="no other is made"):
        game.make_py_observer(seen_by(pyspiel.PrivateInfoType.ALL_PLAYERS))
