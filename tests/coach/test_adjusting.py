"""Luck taken off results: its mean is 0 exactly, whatever the evaluator thinks."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice, product
from statistics import fmean, stdev
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.contest import Contest
from ratskeller.arena.standings import _adjusted, standings
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.lines import won
from ratskeller.bots.turns import Actions
from ratskeller.cli import main
from ratskeller.coach.adjusting import ChanceEvent, LuckCounter, luck_judge, lucks
from ratskeller.coach.evaluators import network_of
from ratskeller.core.chance import Seal, past_chance, roll
from ratskeller.core.course import AnyMover, by_luck, by_seal, course, past_draws
from ratskeller.core.game import CHANCE, AnyGame, GameAction, GameState
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

    def shown(self, states: Sequence[GameState], futures: Sequence[int]) -> list[list[float]]:
        """Two moves later, so that what is drawn then has a say."""
        luck = [by_luck(self.game, random.Random(future)) for future in futures]
        return self.shares([self._later(*one) for one in zip(states, luck, strict=True)])

    def _later(self, state: GameState, chance: AnyMover) -> GameState:
        state = past_draws(self.game, state, chance)
        for _ in range(2):
            if self.game.to_act(state) is not None:
                state = self.game.play(state, self.game.legal(state)[0])
                state = past_draws(self.game, state, chance)
        return state

    def shares(self, states: Sequence[GameState]) -> list[list[float]]:
        odd = [state.crumbs % 3 / 2 for state in states]  # type: ignore[attr-defined]
        return [won(self.game, state) or [1 - a, a] for state, a in zip(states, odd, strict=True)]


GAME: Any = WindyCrumbs()
SEAL = Seal(table="t", seed="5a" * 32, nonces=())


class WrittenLuck(NamedTuple):
    """Whether each gust blows, where it can."""

    gusts: tuple[int, ...]

    def outcome(self, _: str, number: int, weights: Sequence[int]) -> int:
        return self.gusts[number] if weights[1] else 0


def all_ends() -> Iterator[tuple[float, float, float]]:
    """Every way a match can go: how likely it is, what seat 0 wins, and the luck it had."""
    for gusts in product((0, 1), repeat=9):
        seal: Any = WrittenLuck(gusts)
        counter = LuckCounter(GAME, 2, None, random.Random(4), Superstitious(GAME))  # type: ignore[arg-type]
        movers = [*[lambda state: GAME.legal(state)[0]] * 2, by_seal(GAME, seal)]
        for state, mover, action in course(GAME, GAME.start(2, None), movers):
            counter.watch(state, mover, action)
        chance = math.prod(0.4 if gust else 0.6 for gust in gusts)
        yield chance, (won(GAME, state) or [])[0], counter.luck()[0]


def test_results_without_luck_have_the_same_mean_exactly() -> None:
    ends = list(all_ends())
    assert math.fsum(chance for chance, _, _ in ends) == pytest.approx(1)
    assert len({luck for _, _, luck in ends}) > 3
    plain = math.fsum(chance * share for chance, share, _ in ends)
    without = math.fsum(chance * (share - luck) for chance, share, luck in ends)
    assert 0 < plain < 1
    assert without == pytest.approx(plain, abs=1e-12)


def draws_of(game: AnyGame, bot: str, seal: Seal) -> Iterator[ChanceEvent]:
    """The chance events of a match between two of the same bot."""
    player, rng = find_bot(bot, game), random.Random(1)

    def choose(state: GameState) -> GameAction:
        return player.choose(
            game.conceal(state, game.to_act(state)), game.legal(state), Budget(), rng
        )

    movers = [choose, choose, by_seal(game, seal)]
    for state, mover, action in course(game, game.start(2, game.meta.options()), movers):
        if mover == CHANCE:
            yield ChanceEvent(state, action)


@pytest.mark.parametrize("game_id", ["pied_piper", "first_rat"])
def test_the_luck_of_a_draw_is_0_on_average(game_id: str) -> None:
    game = games.find(game_id)
    evaluator = luck_judge(game, 2, game.meta.options())
    draws = list(islice(draws_of(game, "random", SEAL), 40))
    for draw in draws[5::7]:
        due = [one for one in zip(*game.odds(draw.state), strict=True) if one[1]]
        found = [
            next(lucks(game, evaluator, random.Random(5), [draw._replace(outcome=one)]))
            for one, _ in due
        ]
        for seat in range(2):
            ways = zip(due, found, strict=True)
            mean = math.fsum(weight * luck[seat] for (_, weight), luck in ways)
            assert mean == pytest.approx(0, abs=1e-6)
    assert any(map(any, lucks(game, evaluator, random.Random(5), draws)))


def test_a_throw_with_many_outcomes_is_compared_with_others_that_come_up_as_often() -> None:
    game, found = games.find("ratzentanz"), []
    evaluator = luck_judge(game, 2, game.meta.options())
    draw = list(islice(draws_of(game, "random", SEAL), 20))[-1]
    assert len(game.odds(draw.state)[0]) > 20
    for number in range(160):
        came = roll(game, draw.state, random.Random(f"came {number}"))
        imagined = random.Random(f"imagined {number}")
        ((luck, _),) = lucks(game, evaluator, imagined, [draw._replace(outcome=came)])
        found.append(luck)
    assert stdev(found) > 0.01
    assert abs(fmean(found)) < 3 * stdev(found) / len(found) ** 0.5


def test_what_comes_later_has_no_say_in_the_luck_of_a_draw() -> None:
    game = games.find("ratzentanz")
    evaluator = luck_judge(game, 2, game.meta.options())
    draws = list(islice(draws_of(game, "random", SEAL), 8))
    some = list(lucks(game, evaluator, random.Random(5), draws[:5]))
    for short, long in zip(some, lucks(game, evaluator, random.Random(5), draws), strict=False):
        assert short == pytest.approx(long, abs=1e-5)


def test_a_card_that_only_its_owner_knows_is_luck() -> None:
    """The next to move cannot tell one draw from another; the owner plays it, a turn later."""
    game = games.find("pied_piper")
    network = network_of(game, 2, game.meta.options())
    assert network is not None
    draw = next(
        one
        for one in draws_of(game, "greedy", SEAL)
        if game.turns(one.state) and game.stream(one.state) == "action deck"
    )
    drawn = [game.play(draw.state, one) for one in game.odds(draw.state)[0]]
    at_once = [past_chance(game, one, random.Random(6)) for one in drawn]
    first, *others = network.shares(at_once)
    assert all(shares == pytest.approx(first, abs=1e-5) for shares in others)
    (found,) = lucks(game, network, random.Random(6), [draw])
    assert any(found)


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
    arena = ["arena", "pied_piper", "--bots", "greedy,random", "--games", "2", "--lang", "en"]
    assert main([*arena, "--adjusted"]) == 0
    told = capsys.readouterr().out
    assert "wins without luck" in told
    assert "times fewer deals" in told
    assert main([*arena, "--adjusted", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["adjusted"]) == 2
    assert main([*arena, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["adjusted"] == []
