"""The judgement of Ratzentanz: what a thief does in small positions, and that games end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Bot, Budget, evaluation_of, find_bot
from ratskeller.bots.greedy import GreedyBot
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.bot.errands import Errand, Roads
from ratskeller.games.ratzentanz.bot.judgement import Judge, evaluate, judge
from ratskeller.games.ratzentanz.rules.state import (
    BACK,
    CALL_HOME,
    CAT,
    FLUTE,
    NEW_BLOOD,
    OVER,
    PIPER,
    PUT_CAT,
    PUT_PIPER,
    TAKE,
    Options,
    State,
)
from ratskeller.games.ratzentanz.rules.town import ALLEY
from tests.kinds import as_a
from tests.rules.ratzentanz.positions import (
    doubled,
    heap,
    load,
    number,
    position,
    sq,
    thrown,
    where,
)
from tests.rules.ratzentanz.test_board import MAP, Drawing

RULES = games.find("ratzentanz")  # the same game, as the rooms know it
GREEDY = find_bot("greedy", RULES)
JUDGE = Judge(GAME.ground)
STORES = {"h2": "111", "m5": "222", "m9": "333", "h12": "444", "c9": "555", "c5": "666"}


def choose(state: State) -> str:
    view = GAME.conceal(state, state.seat)
    return RULES.notation(GREEDY.choose(view, GAME.legal(state), Budget(), random.Random(1)))


def finish_turn(state: State) -> State:
    """Play on as greedy until chance comes in, or somebody has won."""
    seat = state.seat
    while GAME.to_act(state) == seat:
        state = GAME.play(state, GAME.parse(choose(state)))
    return state


# --- what it does ------------------------------------------------------------------------------


def test_a_rat_with_a_missing_kind_goes_home() -> None:
    state = number(3, {"0.1": "d1*3", "0.2": "c7", "1.1": "o13"}, lying=STORES)
    after = finish_turn(state)
    assert where(after, "0.1") == "a1"
    assert heap(after, "a1") == "3"


@pytest.mark.parametrize("start", ["e4", "h7", "n7", "b7", "k10"])
@pytest.mark.parametrize("steps", [2, 3, 4, 5])
def test_a_rat_with_a_chip_never_stays_in_the_alleys_if_it_can_get_under_cover(
    start: str, steps: int
) -> None:
    rats = {"0.1": f"{start}*3", "1.1": "o1", "2.1": "o13", "3.1": "a13"}
    state = number(steps, rats, lying=STORES, seats=4)
    ends = [GAME.play(state, action) for action in GAME.legal(state)]
    covered = [after for after in ends if not on_alley(after, "0.1") and load(after, "0.1")]
    if covered:
        assert not on_alley(finish_turn(state), "0.1")


def on_alley(state: State, who: str) -> bool:
    square = where(state, who)
    return square != "spare" and GAME.ground.town.marks[sq(square)] == ALLEY


def test_a_rat_in_the_alley_is_moved_rather_than_one_under_cover() -> None:
    state = number(2, {"0.1": "h7*3", "0.2": "c7", "0.3": "c2", "1.1": "o13"}, lying=STORES)
    assert choose(state).startswith("1>")


def test_before_the_flute_plays_a_rat_runs_for_cover() -> None:
    state = thrown(2, FLUTE, {"0.1": "h7*3", "1.1": "o13"}, lying=STORES)
    after = finish_turn(state)
    assert where(after, "0.1") != "spare"
    assert load(after, "0.1") == 3


def test_a_rat_in_a_storeroom_comes_out_with_a_chip() -> None:
    state = number(3, {"0.1": "c5", "1.1": "o13"}, lying=STORES)
    assert load(finish_turn(state), "0.1") == 6


def test_a_rat_that_walks_into_a_storeroom_takes_a_chip() -> None:
    state = number(2, {"0.1": "b4", "1.1": "o13"}, lying=STORES)
    after = finish_turn(state)
    assert where(after, "0.1") == "c5"
    assert load(after, "0.1") == 6


def test_it_robs_a_nest_that_has_what_it_lacks() -> None:
    stores = {**STORES, "a1": "345", "o13": "126"}
    state = number(2, {"0.1": "m13", "1.1": "c7", "1.2": "o13"}, lying=stores)
    after = finish_turn(state)
    assert where(after, "0.1") == "o13"
    assert load(after, "0.1") in (1, 2, 6)


def test_it_turns_out_a_thief_who_sits_on_its_food() -> None:
    state = position(
        {"0.1": "c7", "1.1": "a1*3", "1.2": "o13"},
        lying={**STORES, "a1": "12"},
        phase=CALL_HOME,
        number=3,
        symbol=BACK,
        due=True,
    )
    assert choose(state) == "1.1>home"


def test_it_fetches_the_chip_that_wins() -> None:
    stores = {**STORES, "a1": "123"}
    state = thrown(1, BACK, {"0.1": "h8*4", "1.1": "a1*5", "1.2": "o13"}, lying=stores)
    after = finish_turn(state)
    assert (after.phase, after.winner) == (OVER, 0)


def test_the_piper_stands_in_the_way_of_whoever_is_about_to_win() -> None:
    stores = {**STORES, "o13": "123"}
    state = position(
        {"0.1": "c7", "1.1": "l11*4", "1.2": "o13"},
        lying=stores,
        phase=PUT_PIPER,
        number=3,
        symbol=PIPER,
        due=True,
    )
    needed = JUDGE.turns_needed(state)[1]
    assert JUDGE.turns_needed(finish_turn(state))[1] > needed + 0.3


def test_the_cat_is_not_put_where_only_its_own_side_suffers() -> None:
    state = position(
        {"0.1": "c5*6", "0.2": "a1", "1.1": "m9", "1.2": "o13"},
        lying=STORES,
        phase=PUT_CAT,
        number=3,
        symbol=CAT,
        due=True,
    )
    assert choose(state) == "cat>m9"


def test_food_behind_the_cat_takes_longer_to_fetch() -> None:
    rats = {"0.1": "a1", "1.1": "o13"}
    free, locked = (
        JUDGE.turns_needed(number(3, rats, lying={"a1": "123", "h12": "4"}, cat=cat))[0]
        for cat in ("m5", "h12")
    )
    assert locked > free + 0.5


def test_the_cat_is_moved_first_if_that_opens_the_way() -> None:
    state = thrown(2, CAT, {"0.1": "b4", "1.1": "o13"}, lying={**STORES, "a1": "123"}, cat="c5")
    after = finish_turn(state)
    assert load(after, "0.1") == 6


def test_it_never_leaves_a_chip_that_wins_for_another() -> None:
    stores = {**STORES, "a1": "12", "o13": "123"}
    state = number(3, {"0.1": "o13*4", "1.1": "c7"}, lying=stores)
    assert finish_turn(state).winner != 1


def test_both_halves_of_a_2x_are_used_for_one_plan() -> None:
    stores = {**STORES, "a1": "123"}
    state = doubled(3, {"0.1": "g1*4", "0.2": "c7", "1.1": "o13"}, lying=stores)
    assert finish_turn(state).winner == 0


def test_a_chip_about_to_be_taken_counts_as_taken() -> None:
    """Else a bot that thins out its turn would not see why a rat should go to a storeroom."""
    state = number(2, {"0.1": "b4", "1.1": "o13"}, lying=STORES)
    waiting = GAME.play(state, GAME.parse("1>c5"))
    assert waiting.phase == TAKE
    left = GAME.play(waiting, GAME.parse("*0"))
    assert evaluate(waiting, 0) > evaluate(left, 0)


def test_the_value_of_a_finished_game_is_beyond_all_others() -> None:
    state = thrown(3, NEW_BLOOD, {"0.1": "c7", "1.1": "o13"}, lying={**STORES, "a1": "123"})
    won, lost = (replace(state, phase=OVER, winner=seat) for seat in (0, 1))
    assert evaluate(won, 0) > evaluate(state, 0) > evaluate(lost, 0)
    assert evaluate(replace(state, phase=OVER, winner=-1), 0) == 0


# --- distances ---------------------------------------------------------------------------------


def test_turns_are_counted_from_the_goal_and_cover_is_nearer_than_the_alley_before_it() -> None:
    errand = Errand(Roads(GAME.ground), sq("a1"), 4, loaded=True)
    assert errand.turns[sq("a1")] == 0
    assert min(t for s, t in enumerate(errand.turns) if s != sq("a1")) > 1
    assert errand.turns[sq("c2")] < errand.turns[sq("b2")]


def test_the_town_is_as_far_from_every_nest() -> None:
    roads = Roads(GAME.ground)
    sums = {
        round(sum(Errand(roads, nest, 4, loaded=False).turns), 6)
        for nest in roads.ground.town.nests
    }
    assert len(sums) == 1


def test_the_piper_never_makes_a_way_shorter() -> None:
    errand = Errand(Roads(GAME.ground), sq("a1"), 4, loaded=True)
    for start in ("c2", "c5", "h2", "f5", "e4"):
        free = errand.turns[sq(start)]
        hindered = [errand.from_(sq(start), 1 << square) for square in GAME.ground.post_of]
        assert min(hindered) >= free - 1e-9
        assert max(hindered) > free


def test_in_a_redrawn_town_a_bot_knows_its_ways() -> None:
    """Its owner has broken a door into the west side of the house at c7, next to the way home."""
    text = GAME.data.replace("waived = []", 'waived = ["B-12", "B-13"]')
    text = text.replace(MAP, Drawing().link("b7", "c7").text)
    redrawn, rules = Ratzentanz(text), games.find("ratzentanz", data=text)
    state = number(3, {"0.1": "c7*1", "1.1": "o13"})
    assert Judge(redrawn.ground).turns_needed(state)[0] < JUDGE.turns_needed(state)[0] - 0.4
    assert evaluation_of(rules)(state, 0) > evaluate(state, 0)
    assert evaluation_of(RULES)(state, 0) == evaluate(state, 0)
    assert isinstance(bot := find_bot("greedy", rules), GreedyBot)
    assert bot.evaluate(state, 0) == judge(redrawn)(state, 0)


# --- whole games -------------------------------------------------------------------------------


class Counting:
    """Counts decisions, and the positions that are valued for them."""

    def __init__(self) -> None:
        self.decisions = self.positions = 0
        self.bot = GreedyBot(RULES, self.value)

    def value(self, state: Any, seat: int) -> float:
        self.positions += 1
        return evaluate(state, seat)

    def choose(self, *question: Any) -> Any:
        self.decisions += 1
        return self.bot.choose(*question)


def last_states(bots: list[Bot], games: int, options: Options | None = None) -> Iterator[State]:
    for match in range(games):
        *_, (last, _, _) = play_match(RULES, options or Options(), bots, 3, match)
        yield as_a(State, last)


@pytest.mark.heavy
def test_four_greedy_thieves_finish_long_before_the_cap_and_think_of_few_positions() -> None:
    counting = Counting()
    for state in last_states([counting] * 4, 2):
        assert state.winner >= 0
        assert 20 < state.turn < 400
    assert counting.positions / counting.decisions < 1000


@pytest.mark.heavy
@pytest.mark.parametrize("greedy_seat", [0, 1])
def test_greedy_beats_random(greedy_seat: int) -> None:
    bots = [find_bot("random", RULES), find_bot("random", RULES)]
    bots[greedy_seat] = GREEDY
    assert all(state.winner == greedy_seat for state in last_states(bots, 4))
