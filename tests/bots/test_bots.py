"""Bots: they see a view and the legal list, play the same with the same luck, and greedy is strong."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from ratskeller import games
from ratskeller.arena.sequential import judge
from ratskeller.bots import Bot, Budget, UnknownBot, bot_names, find_bot
from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, AnyGame, Outcome
from tests.lengths import often

PIED_PIPER = games.find("pied_piper")
NODES = often(1000, 3000)  # that search may look at for a decision
DECISIONS = often(20, 200)  # of a match that are looked at; some matches have thousands


def play(game: AnyGame, bots: Sequence[Bot], seed: int, **options: Any) -> Outcome:
    """A match between bots, each of which gets its own view and nothing else."""
    rng = random.Random(seed)
    state = game.start(len(bots), game.meta.options(**options))
    while (mover := game.to_act(state)) is not None:
        if mover == CHANCE:
            action = roll(game, state, rng)
        else:
            view = game.conceal(state, mover)
            action = bots[mover].choose(view, game.legal(view.seen), Budget(), rng)
        state = game.play(state, action)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.heavy
@pytest.mark.parametrize("game_id", games.shelf())
@pytest.mark.parametrize("name", bot_names())
def test_a_bot_chooses_only_what_is_legal_from_its_own_view(game_id: str, name: str) -> None:
    game = games.find(game_id)
    bot = find_bot(name, game)
    for seats in game.meta.seats:
        rng = random.Random(seats)
        state = game.start(seats, game.meta.options())
        decisions = 0
        while decisions < DECISIONS and (mover := game.to_act(state)) is not None:
            if mover == CHANCE:
                state = game.play(state, roll(game, state, rng))
                continue
            view = game.conceal(state, mover)
            legal = game.legal(view.seen)
            action = bot.choose(view, legal, Budget(nodes=100), rng)
            assert action in legal
            state = game.play(state, action)
            decisions += 1
        assert decisions


def test_a_bot_decides_alike_in_every_world_its_view_allows() -> None:
    """What a bot does may not hang on a card that it cannot see."""
    greedy = find_bot("greedy", PIED_PIPER)
    rng = random.Random(4)
    state = PIED_PIPER.start(3, PIED_PIPER.meta.options())
    decisions = 0
    while (mover := PIED_PIPER.to_act(state)) is not None:
        if mover == CHANCE:
            state = PIED_PIPER.play(state, roll(PIED_PIPER, state, rng))
            continue
        choices = []
        for world in (state, PIED_PIPER.scramble(state, mover, rng)):
            view = PIED_PIPER.conceal(world, mover)
            choices.append(
                greedy.choose(view, PIED_PIPER.legal(view.seen), Budget(), random.Random(7))
            )
        assert choices[0] == choices[1]
        state = PIED_PIPER.play(state, choices[0])
        decisions += 1
    assert decisions > 10


def test_a_match_of_bots_comes_again_with_the_same_luck() -> None:
    bots = [find_bot("greedy", PIED_PIPER) for _ in range(4)]
    assert play(PIED_PIPER, bots, 12) == play(PIED_PIPER, bots, 12)


@pytest.mark.heavy
def test_greedy_beats_random_in_at_least_95_percent_of_400_matches_at_two_seats() -> None:
    greedy, anything = find_bot("greedy", PIED_PIPER), find_bot("random", PIED_PIPER)
    won = 0.0
    for seed in range(400):
        seat = seed % 2
        bots = [greedy, anything] if seat == 0 else [anything, greedy]
        winners = play(PIED_PIPER, bots, seed).winners
        won += (seat in winners) / len(winners)
    assert won / 400 >= 0.95


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(UnknownBot, match="random, greedy, search"):
        find_bot("genius", PIED_PIPER)


@pytest.mark.heavy
def test_search_beats_greedy_with_a_thousand_positions_to_look_at() -> None:
    """By the sequential test of the arena: equals would be found the stronger in one of twenty."""
    verdict = judge(search_against_greedy(deal) for deal in range(often(60, 600)))
    assert verdict.verdict == "reached", verdict


def search_against_greedy(deal: int) -> float:
    """The share of points that search wins of a deal, which is played once from either seat."""
    search, greedy = find_bot("search", PIED_PIPER), find_bot("greedy", PIED_PIPER)
    won = 0.0
    for seat in (0, 1):
        rng = random.Random(deal)
        state = PIED_PIPER.start(2, PIED_PIPER.meta.options())
        while (mover := PIED_PIPER.to_act(state)) is not None:
            if mover == CHANCE:
                state = PIED_PIPER.play(state, roll(PIED_PIPER, state, rng))
                continue
            view = PIED_PIPER.conceal(state, mover)
            bot, budget = (search, Budget(NODES)) if mover == seat else (greedy, Budget())
            luck = random.Random(2 * deal + seat)
            state = PIED_PIPER.play(
                state, bot.choose(view, PIED_PIPER.legal(view.seen), budget, luck)
            )
        outcome = PIED_PIPER.outcome(state)
        assert outcome is not None
        won += (seat in outcome.winners) / len(outcome.winners)
    return won / 2
