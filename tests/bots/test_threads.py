"""Within a turn the search goes on with what it has thought, and with nothing else."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Budget, evaluation_of
from ratskeller.bots.search import SearchBot, _Inquiry
from ratskeller.core.chance import past_chance
from ratskeller.core.game import AnyGame, GameAction, Seat

PIED_PIPER: AnyGame = games.find("pied_piper")
BUDGET = Budget(600)


class Counted:
    """A game's judgement that counts the positions it is asked about."""

    def __init__(self, game: AnyGame) -> None:
        self.evaluate = evaluation_of(game)
        self.count = 0

    def __call__(self, state: Any, seat: Seat) -> float:
        self.count += 1
        return self.evaluate(state, seat)


def searcher(game: AnyGame) -> tuple[SearchBot, Counted]:
    counted = Counted(game)
    return SearchBot(game, counted), counted


def ask(bot: SearchBot, state: Any, mind: random.Random) -> GameAction:
    seat = bot.game.to_act(state)
    assert seat is not None
    return bot.choose(bot.game.conceal(state, seat), bot.game.legal(state), BUDGET, mind)


def turns_begun(game: AnyGame, count: int) -> Iterator[Any]:
    """Positions of a random match in which a seat begins a turn with a choice."""
    rng = random.Random(5)
    state = past_chance(game, game.start(2, game.meta.options()), rng)
    turn = -1
    while count and game.to_act(state) is not None:
        if game.turns(state) > turn and len(game.legal(state)) > 1:
            turn, count = game.turns(state), count - 1
            yield state
        state = past_chance(game, game.play(state, rng.choice(game.legal(state))), rng)


def next_choice(game: AnyGame, state: Any, action: GameAction) -> Any:
    """The next position of the same turn with a choice, if nothing comes in between."""
    mover, state = game.to_act(state), game.play(state, action)
    while game.to_act(state) == mover and len(game.legal(state)) == 1:
        state = game.play(state, game.legal(state)[0])
    return state if game.to_act(state) == mover else None


def test_the_second_card_of_a_turn_is_thought_about_with_what_was_found_for_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The budget comes on top of what is known, and is not spent on finding it out again."""
    begun: list[int] = []
    explore = _Inquiry.explore

    def watched(inquiry: Any, nodes: float) -> None:
        begun.append(inquiry.root.visits)
        explore(inquiry, nodes)

    monkeypatch.setattr(_Inquiry, "explore", watched)
    seconds = 0
    for state in turns_begun(PIED_PIPER, 8):
        bot, kept = searcher(PIED_PIPER)
        mind = random.Random(0)
        second = next_choice(PIED_PIPER, state, ask(bot, state, mind))
        if second is None:
            continue
        seconds += 1
        begun.clear()
        kept.count = 0
        ask(bot, second, mind)
        anew, fresh = searcher(PIED_PIPER)
        ask(anew, second, random.Random(0))
        assert begun[0] > 0 == begun[1]
        assert kept.count > 0.8 * fresh.count
    assert seconds >= 3


@pytest.mark.parametrize("game_id", ["first_rat", "ratzentanz"])
def test_a_turn_that_was_chosen_is_played_to_its_end_without_a_thought(game_id: str) -> None:
    game, followed = games.find(game_id), 0
    for state in turns_begun(game, 20):
        bot, counted = searcher(game)
        mind = random.Random(0)
        action, here, decided = ask(bot, state, mind), state, mind in bot.threads
        while (after := next_choice(game, here, action)) is not None:
            counted.count = 0
            here, action = after, ask(bot, after, mind)
            assert not (decided and counted.count)
            followed += decided
            decided = decided or mind in bot.threads  # the first may have got a glance only
    assert followed >= 3


def test_where_turns_begin_alike_and_got_a_glance_the_next_decision_is_thought_about() -> None:
    game, glances = games.find("ratzentanz"), 0
    for state in turns_begun(game, 20):
        bot, counted = searcher(game)
        mind = random.Random(0)
        after = next_choice(game, state, ask(bot, state, mind))
        if after is None or mind in bot.threads:
            continue
        glances += 1
        counted.count = 0
        ask(bot, after, mind)
        assert counted.count
    assert glances


@pytest.mark.parametrize("game_id", games.shelf())
def test_what_was_not_foreseen_is_thought_about_anew(game_id: str) -> None:
    """Another position, or another line of play: the answer is that of a bot that was asked nothing."""
    game = games.find(game_id)
    one, other = list(turns_begun(game, 2))
    bot = SearchBot(game)
    for foreign in (one, other):
        mind = random.Random(3)
        ask(bot, one, random.Random(0))
        assert ask(bot, foreign, mind) == ask(SearchBot(game), foreign, random.Random(3))
        mind, fresh = random.Random(3), random.Random(3)
        ask(bot, one, mind)
        ask(SearchBot(game), one, fresh)  # so both generators have come equally far
        assert ask(bot, foreign, mind) == ask(SearchBot(game), foreign, fresh)


class Brief(SearchBot):
    """It thinks little, whatever it is asked."""

    def choose(self, view: Any, legal: Any, budget: Any, rng: random.Random) -> GameAction:
        return super().choose(view, legal, Budget(60), rng)


def course(bot: SearchBot, number: int) -> Iterator[Any]:
    """What is played in a match in which one bot has both seats."""
    game = bot.game
    for _, _, action in play_match(game, game.meta.options(), [bot, bot], 1, number):
        yield action


def test_a_shared_bot_plays_the_same_matches_one_after_another_and_side_by_side() -> None:
    shared = Brief(PIED_PIPER)
    alone = [list(course(Brief(PIED_PIPER), number)) for number in (0, 1)]
    assert [list(course(shared, number)) for number in (0, 1)] == alone
    both = zip_longest(course(shared, 0), course(shared, 1))
    ways = [[action for action in way if action is not None] for way in zip(*both, strict=True)]
    assert ways == [[action for action in way if action is not None] for way in alone]


def test_a_line_of_play_that_is_over_leaves_nothing_behind_and_does_not_travel() -> None:
    bot = SearchBot(PIED_PIPER)
    mind = random.Random(0)
    states = iter(turns_begun(PIED_PIPER, 8))
    while mind not in bot.threads:
        ask(bot, next(states), mind)
    assert not pickle.loads(pickle.dumps(bot)).threads
    del mind
    assert not bot.threads
