"""A long search in parts: how many there are, what each of them looks at, and what they find together."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.bots import Budget
from ratskeller.bots.parts import Findings, PartBot, add_up, best_of, parts_of
from ratskeller.bots.search import Judgement, SearchBot
from ratskeller.core.chance import past_chance
from ratskeller.core.game import AnyGame, AnyView

RATZENTANZ: AnyGame = games.find("ratzentanz")


def a_choice(game: AnyGame) -> tuple[AnyView, Any]:
    """What somebody sees who has many ways to go on."""
    rng = random.Random(4)
    state = past_chance(game, game.start(2, game.meta.options()), rng)
    while len(game.legal(state)) < 8:
        state = past_chance(game, game.play(state, rng.choice(game.legal(state))), rng)
    mover = game.to_act(state)
    assert mover is not None
    return game.conceal(state, mover), game.legal(state)


VIEW, LEGAL = a_choice(RATZENTANZ)
ONE, OTHER, THIRD = LEGAL[:3]


@pytest.mark.parametrize(
    ("bot", "parts"),
    [
        ("search:10000", 2),
        ("nightshade", 4),
        ("search:44999", 8),
        ("search:45000", 1),
        ("search:9999", 1),
        ("search", 1),
        ("search:10000@0.1", 1),
        ("search:10000~0.1", 1),
        ("guided:10000", 1),
        ("spindle", 1),
        ("nobody", 1),
        ("my_bots:Cautious:50000", 1),
    ],
)
def test_the_budget_of_a_plain_search_says_in_how_many_parts_it_is_done(
    bot: str, parts: int
) -> None:
    assert parts_of(bot, RATZENTANZ) == parts


@pytest.mark.parametrize("game_id", ["pied_piper", "first_rat"])
def test_a_search_that_follows_promises_stays_whole(game_id: str) -> None:
    assert parts_of("search:20000", games.find(game_id)) == 1


def test_what_parts_found_counts_by_their_walks() -> None:
    first: Findings = {(ONE,): Judgement(30, 0.6), (OTHER,): Judgement(10, 0.5)}
    second: Findings = {(OTHER,): Judgement(25, 0.4), (ONE,): Judgement(10, 0.2)}
    found = add_up([first, second])
    assert found[ONE,] == Judgement(40, pytest.approx(0.5))  # type: ignore[arg-type]
    assert found[OTHER,].visits == 35
    assert found[OTHER,].value == pytest.approx((10 * 0.5 + 25 * 0.4) / 35)


def test_the_best_move_is_the_best_of_all_parts_and_not_of_one() -> None:
    """The first part alone would have played one, the second another; together they are for a third."""
    first: Findings = {
        (ONE,): Judgement(50, 0.6),
        (OTHER,): Judgement(5, 0.5),
        (THIRD,): Judgement(45, 0.6),
    }
    second: Findings = {
        (ONE,): Judgement(5, 0.6),
        (OTHER,): Judgement(50, 0.5),
        (THIRD,): Judgement(45, 0.5),
    }
    assert best_of([first]) == ONE
    assert best_of([second]) == OTHER
    assert best_of([first, second]) == THIRD


def test_parts_look_together_at_as_much_as_an_undivided_search() -> None:
    budget, walks = Budget(12_000), 0

    class Counted(PartBot):
        def walk(self, *asked: Any) -> int:
            nonlocal walks
            walks += 1
            return super().walk(*asked)

    bot = Counted(RATZENTANZ)
    bot.choose(VIEW, LEGAL, budget, random.Random(0))
    undivided, walks = walks, 0
    found = [bot.part(VIEW, budget, 3, random.Random(number)) for number in range(3)]
    assert 0.9 * undivided < walks < 1.2 * undivided
    assert sum(one.visits for one in add_up(found).values()) == walks
    for part in found:
        assert len({one.visits for one in part.values()}) == 1, "all are looked at equally often"


def test_where_all_first_moves_begin_alike_a_glance_will_do() -> None:
    habits = SearchBot(RATZENTANZ).habits
    bot = PartBot(RATZENTANZ)
    bot.habits = replace(habits, compared=1)
    (glance,) = bot.part(VIEW, Budget(12_000), 2, random.Random(0)).values()
    assert glance.visits == 1


def test_a_part_finds_the_same_again_and_another_part_something_else() -> None:

    def found(number: int) -> Findings:
        return PartBot(RATZENTANZ).part(VIEW, Budget(2000), 2, random.Random(number))

    assert found(0) == found(0)
    assert found(0).keys() == found(1).keys()
    assert found(0) != found(1)
