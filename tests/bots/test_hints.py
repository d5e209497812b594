"""A bot's judgement for a person: all moves in order, from the person's own view alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ratskeller import games
from ratskeller.bots import Budget, UnknownBot, find_bot
from ratskeller.bots.hints import judgement
from ratskeller.core.game import CHANCE
from tests.bots.test_levels import SHELF, first_question

PIED_PIPER = games.find("pied_piper")


@pytest.mark.parametrize("game", SHELF, ids=games.shelf())
@pytest.mark.parametrize("bot", ["random", "greedy:200", "search:300~0.5"])
def test_every_legal_move_is_judged_once_and_the_best_comes_first(game: Any, bot: str) -> None:
    view, legal = first_question(game)
    judged = judgement(bot, game, view, legal, random.Random(1))
    assert sorted(one.number for one in judged) == list(range(len(legal)))
    assert all(0 <= one.value <= 1 for one in judged)
    if bot.startswith("greedy"):
        values = [one.value for one in judged]
        assert values == sorted(values, reverse=True)


def test_what_the_bot_would_play_is_one_of_the_two_turns_that_are_compared() -> None:
    """They are looked at once more, so the other may come first in the end."""
    view, legal = first_question(PIED_PIPER)
    for seed in range(5):
        chosen = find_bot("search:300", PIED_PIPER).choose(
            view, legal, Budget(), random.Random(seed)
        )
        judged = judgement("search:300", PIED_PIPER, view, legal, random.Random(seed))
        assert chosen in [legal[one.number] for one in judged if one.even]


def test_a_judgement_is_the_same_in_every_world_that_looks_the_same() -> None:
    """What is hidden from the person is hidden from the hint: hands, deck and face-down cards."""
    rng = random.Random(5)
    state = PIED_PIPER.start(3, PIED_PIPER.meta.options(secret=True))
    compared = 0
    while (mover := PIED_PIPER.to_act(state)) is not None and compared < 12:
        if mover == CHANCE:
            actions, weights = PIED_PIPER.odds(state)
            state = PIED_PIPER.play(state, rng.choices(actions, weights)[0])
            continue
        other = PIED_PIPER.scramble(state, mover, rng)
        found = []
        for world in (state, other):
            view = PIED_PIPER.conceal(world, mover)
            legal = list(PIED_PIPER.legal(view.seen))
            found.append(judgement("search:80", PIED_PIPER, view, legal, random.Random(3)))
        assert found[0] == found[1]
        compared += other != state
        state = PIED_PIPER.play(state, rng.choice(PIED_PIPER.legal(state)))
    assert compared == 12


def test_who_is_no_bot_judges_nothing() -> None:
    view, legal = first_question(PIED_PIPER)
    with pytest.raises(UnknownBot):
        judgement("genius", PIED_PIPER, view, legal, random.Random(1))
