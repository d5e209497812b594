"""The search that a network guides: by its view alone, every seat for itself, and never a won match let go."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from ratskeller import games
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.guided import _MOMENTS, GuidedBot, _like, _promising, _Quest, _Spot
from ratskeller.bots.hints import judgement
from ratskeller.bots.net import NetBot, Opinion
from ratskeller.core.chance import past_chance
from ratskeller.core.game import GameAction
from ratskeller.games.first_rat.rules.state import Move
from tests.bots.learned import judged_openly, learned

FEW = Budget(48)  # positions
A, B = Move(0, 1), Move(0, 2)


def begun(game: Any, seats: int, rng: random.Random) -> Any:
    return past_chance(game, game.start(seats, game.meta.options()), rng)


def guided(game: Any) -> GuidedBot:
    bot = find_bot("guided", game)
    assert isinstance(bot, GuidedBot)
    return bot


@pytest.mark.parametrize(
    ("game_id", "seats"), sorted({*((game_id, 2) for game_id in learned()), *judged_openly()})
)
def test_it_decides_alike_in_every_world_its_view_allows(game_id: str, seats: int) -> None:
    game: Any = games.find(game_id)
    bot, rng = guided(game), random.Random(4)
    assert bot.plays_by(seats, game.meta.options()) == "network"
    state = begun(game, seats, rng)
    for number in range(8):
        mover, legal = game.to_act(state), game.legal(state)
        first, second = (
            bot.choose(game.conceal(world, mover), legal, FEW, random.Random(number))
            for world in (state, game.scramble(state, mover, rng))
        )
        assert first == second
        assert first in legal
        state = past_chance(game, game.play(state, first), rng)


@pytest.mark.parametrize(("game_id", "seats"), judged_openly())
def test_what_it_finds_is_the_same_in_every_world_its_view_allows(game_id: str, seats: int) -> None:
    """To the last digit, of every move: the judge is shown all hands, but only those that were imagined."""
    game: Any = games.find(game_id)
    bot, rng = guided(game), random.Random(4)
    state, differing = begun(game, seats, rng), 0
    for number in range(8):
        mover, legal = game.to_act(state), game.legal(state)
        twin = game.scramble(state, mover, rng)
        first, second = (
            bot.judge(game.conceal(world, mover), legal, FEW, random.Random(number))
            for world in (state, twin)
        )
        assert first == second
        differing += twin != state
        state = past_chance(game, game.play(state, rng.choice(legal)), rng)
    assert differing > 4


def test_whole_states_come_from_its_imagination_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays on what `imagine` gave it, and the network sees what a mover would see there."""
    game: Any = games.find("pied_piper")
    state = begun(game, 3, random.Random(5))
    seat = game.to_act(state)
    played: list[Any] = []
    play, asked = game.play, NetBot.thoughts
    viewers: set[tuple[Any, Any]] = set()

    def watched(before: Any, action: Any) -> Any:
        played.append(before)
        return play(before, action)

    def heard(self: NetBot, views: Any, choices: Any) -> list[Opinion]:
        viewers.update((view.viewer, game.to_act(view.seen)) for view in views)
        return asked(self, views, choices)

    monkeypatch.setattr(game, "play", watched)
    monkeypatch.setattr(NetBot, "thoughts", heard)
    many = Budget(300)  # so that walks come round the table
    guided(game).choose(game.conceal(state, seat), game.legal(state), many, random.Random(1))
    assert len(played) > many.nodes
    assert not any(before is state for before in played)
    assert {viewer for viewer, _ in viewers} == {0, 1, 2}
    assert all(viewer == mover for viewer, mover in viewers)


@pytest.mark.parametrize("game_id", learned(["pied_piper", "ratzentanz"]))
def test_a_move_that_wins_is_found(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """First Rat ends with the round. In the others even by a network that likes it least and expects nothing of any move."""
    game: Any = games.find(game_id)
    view, legal, wins = won_at_once(game)

    def dull(_: NetBot, views: Any, choices: Sequence[Sequence[Any]]) -> list[Opinion]:
        liking = [[-1.0 if action in wins else 0.0 for action in some] for some in choices]
        return [Opinion(some, [0.5, 0.5]) for some in liking]

    monkeypatch.setattr(NetBot, "thoughts", dull)
    monkeypatch.setattr("ratskeller.bots.guided._RIVALS", 2)
    assert guided(game).choose(view, legal, FEW, random.Random(1)) in wins


def won_at_once(game: Any) -> tuple[Any, list[Any], list[Any]]:
    """A view, its legal list, and those that win at once; some do not."""
    net = find_bot("net", game)
    for seed in range(60):
        rng = random.Random(seed)
        state = begun(game, 2, rng)
        while (mover := game.to_act(state)) is not None:
            view, legal = game.conceal(state, mover), game.legal(state)
            wins = [action for action in legal if won(game, game.play(state, action), mover)]
            if wins and len(wins) < len(legal):
                return view, list(legal), wins
            state = past_chance(game, game.play(state, net.choose(view, legal, FEW, rng)), rng)
    raise AssertionError("nobody could win by one decision")


def won(game: Any, state: Any, seat: int) -> bool:
    outcome = game.outcome(state)
    return outcome is not None and outcome.winners == (seat,)


@pytest.mark.parametrize("nodes", [1, 30, 100, 333])
def test_it_looks_at_no_more_positions_than_it_was_given(nodes: int) -> None:
    """Give or take half a walk for each move that is compared: of the 8, 4 and 2 that are, all are tried once."""
    game: Any = games.find("pied_piper")
    state = begun(game, 2, random.Random(2))
    legal, view = game.legal(state), game.conceal(state, game.to_act(state))
    quest = _Quest(guided(game), view, legal, random.Random(1))
    quest.halve(nodes)
    compared = 8 + 4 + 2
    least = 1 + compared * _MOMENTS
    assert abs(quest.spent - max(nodes, least)) <= compared * _MOMENTS / 2


def test_rivals_meet_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = games.find("pied_piper")
    state = begun(game, 2, random.Random(2))
    legal, view = game.legal(state), game.conceal(state, game.to_act(state))
    quest = _Quest(guided(game), view, legal, random.Random(1))
    imagined = 0
    imagine = game.imagine  # the first world is there already

    def counted(seen: Any, rng: random.Random) -> Any:
        nonlocal imagined
        imagined += 1
        return imagine(seen, rng)

    monkeypatch.setattr(game, "imagine", counted)
    quest.walk_all(list(legal[:4]) * 3)
    assert imagined == 2
    assert [quest.judgement(action).visits for action in legal[:5]] == [3, 3, 3, 3, 0]


def test_whoever_is_to_move_goes_for_their_own_share() -> None:
    spot = spotted({A: 1.0, B: 1.0})
    spot.children = {A: visited(20, [18.0, 2.0]), B: visited(20, [2.0, 18.0])}
    assert [_promising(spot, [A, B], seat) for seat in (0, 1)] == [A, B]


def test_what_is_liked_is_tried_first_and_what_is_neglected_in_the_end() -> None:
    spot = spotted({A: 0.0, B: 3.0})
    assert _promising(spot, [A, B], 0) == B
    assert _promising(spot, [A], 0) == A, "only what this world allows"
    spot.children = {B: visited(400, [200.0, 200.0])}
    spot.visits, spot.worth = 400, [200.0, 200.0]
    assert _promising(spot, [A, B], 0) == A


def spotted(liking: dict[GameAction, float]) -> _Spot:
    spot = visited(40, [20.0, 20.0])
    _like(spot, list(liking), list(liking.values()))
    return spot


def visited(visits: int, worth: list[float]) -> _Spot:
    spot = _Spot(2)
    spot.visits, spot.worth = visits, worth
    return spot


def test_walks_that_are_under_way_send_the_next_ones_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sixteen walks of one first move go to several answers, though no network has spoken in between."""
    game: Any = games.find("pied_piper")
    state = begun(game, 2, random.Random(2))
    state = past_chance(game, game.play(state, game.legal(state)[0]), random.Random(2))
    legal, view = game.legal(state), game.conceal(state, game.to_act(state))
    assert game.to_act(game.play(state, legal[0])) == view.viewer, "it has two cards to lay"
    quest = _Quest(guided(game), view, legal, random.Random(1))
    monkeypatch.setattr("ratskeller.bots.guided._DOUBT", 30.0)
    quest.walk_all([legal[0]])
    quest.walk_all([legal[0]] * 16)
    child = quest.root.children[legal[0]]
    assert len(child.children) > 4
    assert sum(one.visits for one in child.children.values()) <= child.visits == 17


def test_it_judges_every_move_for_who_asks_for_a_hint() -> None:
    game: Any = games.find("pied_piper")
    state = begun(game, 2, random.Random(6))
    legal, view = game.legal(state), game.conceal(state, game.to_act(state))
    judged = judgement("guided:60", game, view, legal, random.Random(1))
    assert sorted(one.number for one in judged) == list(range(len(legal)))
    assert all(0 < one.value < 1 for one in judged)


def test_where_nobody_trained_a_network_it_searches_and_says_so() -> None:
    game: Any = games.find("ratzentanz")
    bot, rng = guided(game), random.Random(3)
    assert bot.plays_by(3, game.meta.options()).startswith("it searches: nobody has trained")
    state = begun(game, 3, rng)
    view, legal = game.conceal(state, game.to_act(state)), game.legal(state)
    search = find_bot("search", game)
    assert bot.choose(view, legal, FEW, random.Random(5)) == search.choose(
        view, legal, FEW, random.Random(5)
    )
    assert len(bot.judge(view, legal, FEW, random.Random(5))) == len(legal)
