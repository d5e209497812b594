"""The learned player that looks ahead: by its view alone, and only where that clearly pays."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from ratskeller import games
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.lines import line, shares_of
from ratskeller.bots.look import LookBot
from ratskeller.bots.net import NetBot, Opinion
from ratskeller.core.chance import past_chance
from ratskeller.core.course import by_luck
from tests.bots.learned import judged_openly, learned

LEARNED = learned(["pied_piper", "ratzentanz"])
FEW = Budget(16)  # positions


def begun(game: Any, seats: int, rng: random.Random) -> Any:
    return past_chance(game, game.start(seats, game.meta.options()), rng)


@pytest.mark.parametrize(
    ("game_id", "seats"), sorted({*((game_id, 2) for game_id in LEARNED), *judged_openly()})
)
def test_it_decides_alike_in_every_world_its_view_allows(game_id: str, seats: int) -> None:
    game: Any = games.find(game_id)
    bot, rng = find_bot("look", game), random.Random(4)
    state = begun(game, seats, rng)
    for number in range(12):
        mover, legal = game.to_act(state), game.legal(state)
        worlds = (state, game.scramble(state, mover, rng))
        first, second = (
            bot.choose(game.conceal(world, mover), legal, FEW, random.Random(number))
            for world in worlds
        )
        assert first == second
        assert first in legal
        state = past_chance(game, game.play(state, first), rng)


@pytest.mark.parametrize(("game_id", "seats"), judged_openly())
def test_what_it_expects_is_the_same_in_every_world_its_view_allows(
    game_id: str, seats: int
) -> None:
    """To the last digit, after every turn: the judge is shown all hands, but only those that were imagined."""
    game: Any = games.find(game_id)
    bot, rng = find_bot("look", game), random.Random(4)
    assert isinstance(bot, LookBot)
    state, differing = begun(game, seats, rng), 0
    for number in range(12):
        mover, legal = game.to_act(state), game.legal(state)
        twin = game.scramble(state, mover, rng)
        turns = [(action,) for action in legal]
        first, second = (
            bot._expected(game.conceal(world, mover), turns, 2, random.Random(number))
            for world in (state, twin)
        )
        assert first == second
        differing += twin != state
        state = past_chance(game, game.play(state, rng.choice(legal)), rng)
    assert differing > 6


@pytest.mark.parametrize("game_id", LEARNED)
def test_where_no_turn_promises_more_it_plays_what_its_network_likes_best(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = games.find(game_id)

    def even(_: NetBot, states: Any, choices: Any) -> list[Opinion]:
        return [Opinion([], [0.5, 0.5]) for _ in zip(states, choices, strict=True)]

    monkeypatch.setattr(NetBot, "imagined", even)
    look, net, rng = find_bot("look", game), find_bot("net", game), random.Random(8)
    state, compared = begun(game, 2, rng), 0
    for _ in range(12):
        view, legal = game.conceal(state, game.to_act(state)), game.legal(state)
        liked = net.choose(view, legal, FEW, rng)
        likely = game.play(state, liked)
        if (
            game.to_act(likely) != view.viewer
        ):  # of a longer turn another beginning may be liked better
            assert look.choose(view, legal, FEW, rng) == liked
            compared += len(legal) > 1
        state = past_chance(game, likely, rng)
    assert compared > 2


@pytest.mark.parametrize(
    ("gains", "leaves"), [((0.1, 0.1), True), ((0.5, -0.3), False), ((-0.1, -0.1), False)]
)
def test_it_leaves_what_it_likes_best_only_for_a_gain_beyond_luck(
    gains: tuple[float, float], leaves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same gain on average counts where every world shows it, and not where one does."""
    game: Any = games.find("pied_piper")
    state = begun(game, 2, random.Random(2))
    legal, view = game.legal(state), game.conceal(state, game.to_act(state))
    bot = find_bot("look", game)
    assert isinstance(bot, LookBot)
    turns = bot._turns(view, legal, random.Random(1))
    expected = [[0.5, 0.5] for _ in turns]
    expected[3] = [0.5 + gain for gain in gains]
    monkeypatch.setattr(LookBot, "_expected", lambda *_: expected)
    chosen = bot.choose(view, legal, FEW, random.Random(1))
    assert chosen == turns[3 if leaves else 0][0]


def test_where_nothing_is_left_to_luck_it_follows_what_its_network_would_play() -> None:
    """The first moment is what every world would say; the others cost as much and say more."""
    game: Any = games.find("first_rat")
    look, net, rng = LookBot(game), NetBot(game), random.Random(6)
    state, differing = begun(game, 2, rng), 0
    for _ in range(6):
        mover = game.to_act(state)
        view, legal = game.conceal(state, mover), game.legal(state)
        turns = [(action,) for action in legal]
        for (action,), found in zip(turns, look._expected(view, turns, 5, rng), strict=True):
            line = game.play(state, action)
            for expected in found:
                seen, moves = game.conceal(line, game.to_act(line)), game.legal(line)
                (thought,) = net.thoughts([seen], [moves])
                assert expected == pytest.approx(thought.shares[mover], abs=1e-5)
                line = game.play(line, net.choose(seen, moves, FEW, rng))
            differing += len({round(expected, 4) for expected in found}) > 1
        state = game.play(state, rng.choice(legal))
    assert differing > 6


def test_a_line_that_ends_goes_on_with_what_came_of_it() -> None:
    game: Any = games.find("first_rat")
    net, rng = NetBot(game), random.Random(2)
    course = [begun(game, 2, rng)]
    while (mover := game.to_act(course[-1])) is not None:
        view, legal = game.conceal(course[-1], mover), game.legal(course[-1])
        course.append(game.play(course[-1], net.choose(view, legal, FEW, rng)))
    last = course[-4]
    moments = islice(line(net, [last], [by_luck(game, rng)]), 6)
    found = [shares_of(opinions, 0)[0] for opinions in moments]
    assert found[3:] == [float(_won(game, course[-1], 0))] * 3
    assert all(0 < expected < 1 for expected in found[:3])


@pytest.mark.parametrize("game_id", LEARNED)
def test_where_luck_or_hidden_cards_come_it_looks_at_worlds(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = games.find(game_id)
    bot, rng, followed = LookBot(game), random.Random(9), list[int]()
    monkeypatch.setattr("ratskeller.bots.look.line", lambda *_: followed.append(1))
    state = begun(game, 2, rng)
    for _ in range(10):
        mover, legal = game.to_act(state), game.legal(state)
        ends = [action for action in legal if game.to_act(game.play(state, action)) != mover]
        if ends:
            bot._expected(game.conceal(state, mover), [(action,) for action in ends], 2, rng)
        state = past_chance(game, game.play(state, rng.choice(legal)), rng)
    assert not followed


@pytest.mark.parametrize("game_id", LEARNED)
def test_a_turn_that_wins_is_expected_to_win(game_id: str) -> None:
    """In every world in which it does: no network is asked about an end."""
    game: Any = games.find(game_id)
    bot = find_bot("look", game)
    assert isinstance(bot, LookBot)
    for seed in range(40):
        rng = random.Random(seed)
        state, net = begun(game, 2, rng), find_bot("net", game)
        while (mover := game.to_act(state)) is not None:
            view, legal = game.conceal(state, mover), game.legal(state)
            wins = [action for action in legal if _won(game, game.play(state, action), mover)]
            if wins and len(wins) < len(legal):
                turns = [(action,) for action in legal]
                for turn, shares in zip(turns, bot._expected(view, turns, 2, rng), strict=True):
                    assert (shares == [1.0, 1.0]) == (turn[0] in wins)
                return
            state = past_chance(game, game.play(state, net.choose(view, legal, FEW, rng)), rng)
    raise AssertionError("nobody could win by one decision")


def _won(game: Any, state: Any, seat: int) -> bool:
    outcome = game.outcome(state)
    return outcome is not None and outcome.winners == (seat,)


def test_a_game_that_nobody_trained_is_searched_and_it_says_so() -> None:
    game: Any = games.find("pied_piper")
    bot = find_bot("look", game)
    assert isinstance(bot, LookBot)
    assert bot.plays_by(2, game.meta.options()) == "network"
    assert bot.plays_by(2, game.meta.options(secret=True)).startswith("it searches")
    rng = random.Random(3)
    state = past_chance(game, game.start(2, game.meta.options(secret=True)), rng)
    view, legal = game.conceal(state, game.to_act(state)), game.legal(state)
    searched = find_bot("search", game).choose(view, legal, FEW, random.Random(5))
    assert bot.choose(view, legal, FEW, random.Random(5)) == searched
