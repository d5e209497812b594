"""Luck taken off results: its mean is 0 exactly, whatever the evaluator thinks."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.contest import Contest
from ratskeller.arena.playing import play_match
from ratskeller.arena.standings import _adjusted, standings
from ratskeller.bots import find_bot
from ratskeller.bots.turns import Actions
from ratskeller.cli import main
from ratskeller.coach.adjusting import LuckCounter, lucks
from ratskeller.coach.evaluators import network_of, won
from ratskeller.core.chance import past_chance
from ratskeller.core.game import CHANCE, AnyGame, GameState
from tests.arena.matches import match
from tests.crumbs import Crumbs, State, Take


class WindyCrumbs(Crumbs):
    """After every move a gust may carry off a crumb: then the mover is so many seats further on."""

    def start(self, seats: int, options: Any) -> State:
        return State(seats, 9, 0)

    def to_act(self, state: State) -> int | None:
        return CHANCE if state.crumbs and state.mover >= state.seats else super().to_act(state)

    def odds(self, state: State) -> tuple[Sequence[Take], Sequence[int]]:
        return (Take(0), Take(1)), (3, 2 * (state.crumbs > 1))

    def play(self, state: State, action: Take) -> State:
        if state.mover >= state.seats:
            return replace(
                state, crumbs=state.crumbs - action.crumbs, mover=state.mover - state.seats
            )
        after = super().play(state, action)
        return replace(after, mover=after.mover + after.seats) if after.crumbs else after


class Superstitious:
    """An evaluator that is sure of nonsense."""

    name, doubt, whole_turns = "nonsense", 0.0, False

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def candidates(self, state: GameState, seat: int) -> tuple[list[Actions], bool]:
        return [(action,) for action in self.game.legal(state)], True

    def near(self, state: GameState, luck: random.Random) -> GameState:
        return past_chance(self.game, state, luck)

    far = near

    def shown(self, states: Sequence[GameState], luck: Sequence[random.Random]) -> list[GameState]:
        return [self.near(*one) for one in zip(states, luck, strict=True)]

    def shares(self, states: Sequence[GameState]) -> list[list[float]]:
        odd = [state.crumbs % 3 / 2 for state in states]  # type: ignore[attr-defined]
        return [won(self.game, state) or [1 - a, a] for state, a in zip(states, odd, strict=True)]


GAME: Any = WindyCrumbs()


def all_ends(
    state: State, chance: float, luck: LuckCounter
) -> Iterator[tuple[float, float, float]]:
    """Every way a match can go: how likely it is, what seat 0 wins, and the luck it had."""
    mover = GAME.to_act(state)
    if mover is None:
        yield chance, (won(GAME, state) or [])[0], luck.luck[0]
        return
    actions, weights = GAME.odds(state) if mover == CHANCE else ([GAME.legal(state)[0]], [1])
    for action, weight in zip(actions, weights, strict=True):
        if weight:
            after = LuckCounter(GAME, 2, None, luck.evaluator)
            after.luck = list(luck.luck)
            after.watch(state, mover, action)
            yield from all_ends(GAME.play(state, action), chance * weight / sum(weights), after)


def test_results_without_luck_have_the_same_mean_exactly() -> None:
    counter = LuckCounter(GAME, 2, None, Superstitious(GAME))  # type: ignore[arg-type]
    ends = list(all_ends(GAME.start(2, None), 1.0, counter))
    assert math.fsum(chance for chance, _, _ in ends) == pytest.approx(1)
    assert len({luck for _, _, luck in ends}) > 3
    plain = math.fsum(chance * share for chance, share, _ in ends)
    without = math.fsum(chance * (share - luck) for chance, share, luck in ends)
    assert 0 < plain < 1
    assert without == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("game_id", games.shelf())
def test_the_luck_of_a_draw_is_0_on_average_in_every_game(game_id: str) -> None:
    game, seen = games.find(game_id), 0
    evaluator = LuckCounter(game, 2, game.meta.options()).evaluator
    bots = [find_bot("random", game)] * 2
    for state, mover, _ in play_match(game, game.meta.options(), bots, 1, 0):
        if mover == CHANCE and seen < 6:
            outcomes, weights = game.odds(state)
            due = [(o, w) for o, w in zip(outcomes, weights, strict=True) if w]
            found = lucks(game, evaluator, state, 5)
            seen += any(luck[0] for luck in found.values())
            for seat in range(2):
                mean = math.fsum(found[outcome][seat] * weight for outcome, weight in due)
                assert mean == pytest.approx(0, abs=1e-9)
    assert seen


def test_a_card_that_only_its_owner_knows_is_luck() -> None:
    """The next to move cannot tell one draw from another; the owner plays it, a turn later."""
    game = games.find("pied_piper")
    network = network_of(game, 2, game.meta.options())
    assert network is not None
    bots = [find_bot("greedy", game)] * 2
    for state, mover, action in play_match(game, game.meta.options(), bots, 3, 0):
        if mover == CHANCE and game.turns(state) and game.stream(state) == "action deck":
            drawn = [game.play(state, one) for one in game.odds(state)[0]]
            luck = [random.Random(1) for _ in drawn]
            at_once = [past_chance(game, *one) for one in zip(drawn, luck, strict=True)]
            first, *others = network.shares(at_once)
            assert all(shares == pytest.approx(first, abs=1e-5) for shares in others)
            assert any(lucks(game, network, state, 1)[action])
            return


def test_each_half_of_the_deals_says_how_far_luck_counts_in_the_other() -> None:
    """Results that are luck to the last bit come out even; where luck is noise it does no harm."""
    contest = Contest("pied_piper", ("a", "b"), 2, adjusted=True)
    rng = random.Random(2)
    lucky, noisy = [], []
    for deal in range(200):
        first = rng.random() < 0.5
        one = match(deal, "a b", "12" if first else "21")
        luck = 0.25 if first else -0.25
        lucky.append(replace(one, luck=(luck, -luck)))
        noise = rng.uniform(-3, 3)
        noisy.append(replace(one, luck=(noise, -noise)))
    (a, b), (c, _) = (standings(contest, found).adjusted for found in (lucky, noisy))
    assert a.wins.margin < 0.01
    assert a.wins.holds(0.5)
    assert b.wins.mean == pytest.approx(1 - a.wins.mean)
    assert 0.9 < c.factor < 1.2


def test_luck_that_is_pure_noise_cannot_flatter_itself() -> None:
    """Fitted to the very deals it is taken off, it would make every interval narrower."""
    rng, narrower = random.Random(3), 0
    for _ in range(200):
        deals = []
        for deal in range(8):
            noise = rng.uniform(-1, 1)
            one = match(deal, "a b", rng.choice(("12", "21")))
            deals.append([replace(one, luck=(noise, -noise))])
        narrower += _adjusted("a", deals).factor > 1
    assert narrower < 100


def test_the_command_prints_wins_without_luck(capsys: pytest.CaptureFixture[str]) -> None:
    arena = ["arena", "pied_piper", "--bots", "greedy~0.8,random", "--games", "4", "--lang", "en"]
    assert main([*arena, "--adjusted"]) == 0
    told = capsys.readouterr().out
    assert "wins without luck" in told
    assert "times fewer deals" in told
    assert main([*arena, "--adjusted", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["adjusted"]) == 2
    assert main([*arena, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["adjusted"] == []
