"""The town is the same from every nest, and so is what a bot makes of it.

Turned by half a turn the town lies as before, with other food in its storerooms, and so it does in a
mirror. A position that is turned with all that lies in it must get the same judgement and the turned
choice: else a bot would favour a seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.playing import play_match
from ratskeller.bots import Budget, find_bot
from ratskeller.bots.greedy import GreedyBot
from ratskeller.core.game import CHANCE
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.bot.judgement import evaluate
from ratskeller.games.ratzentanz.rules.chips import ONE, count
from ratskeller.games.ratzentanz.rules.state import (
    KINDS,
    PIPER,
    PUT_PIPER,
    RATS,
    TAKE,
    Action,
    Handle,
    Heap,
    Home,
    Kind,
    Options,
    PlaceCat,
    PlacePiper,
    State,
    Take,
    Walk,
)
from ratskeller.games.ratzentanz.rules.town import Point
from tests.kinds import as_a
from tests.lengths import often
from tests.rules.ratzentanz.positions import number

pytestmark = pytest.mark.heavy

RULES = games.find("ratzentanz")
GREEDY = GreedyBot(RULES)
TOWN: Final = GAME.ground.town
RIGHT, BOTTOM = TOWN.width - 1, TOWN.height - 1


class Turn:
    """A way to lay the town upon itself, and what becomes of squares, food and seats by it."""

    def __init__(self, move: Callable[[Point], Point]) -> None:
        lies_at = {cell: square for square, cells in enumerate(TOWN.cells) for cell in cells}
        self.square = [lies_at[move(cells[0])] for cells in TOWN.cells] + [-1]
        self.kind = [0] + [
            int(TOWN.marks[self.square[TOWN.storeroom(kind)]]) for kind in range(1, KINDS + 1)
        ]

    def seats(self, count: int) -> list[int]:
        """By seat: which seat sits there afterwards."""
        homes = GAME.ground.homes[count]
        return [homes.index(self.square[home]) for home in homes]

    def heap(self, heap: Heap) -> Heap:
        return sum(count(heap, kind) * ONE[self.kind[kind]] for kind in range(1, KINDS + 1))

    def state(self, state: State) -> State:
        """The position with all that lies in it, turned."""
        seats = self.seats(state.seats)
        at, load = [0] * len(state.at), list[Kind](state.load)
        for index, square in enumerate(state.at):
            there = seats[index // RATS] * RATS + index % RATS
            at[there], load[there] = self.square[square], self.kind[state.load[index]]
        lying = [0] * len(state.lying)
        for square, heap in enumerate(state.lying):
            lying[self.square[square]] = self.heap(heap)
        return replace(
            state,
            seat=seats[state.seat],
            at=tuple(at),
            load=tuple(load),
            lying=tuple(lying),
            piper=self.square[state.piper],
            cat=self.square[state.cat],
            winner=seats[state.winner] if state.winner >= 0 else -1,
        )

    def action(self, action: Action, seats: int) -> Action:
        square, kind = self.square, self.kind
        match action:
            case Walk(rat, to, via, whole):
                return Walk(rat, square[to], square[via], whole)
            case Handle(rat, taken):
                return Handle(rat, kind[taken])
            case Take(taken):
                return Take(kind[taken])
            case PlaceCat(to):
                return PlaceCat(square[to])
            case PlacePiper(to):
                return PlacePiper(square[to])
            case Home(seat, rat):
                return Home(self.seats(seats)[seat], rat)
        return action


HALF: Final = Turn(lambda at: (RIGHT - at[0], BOTTOM - at[1]))
MIRRORED: Final = Turn(lambda at: (RIGHT - at[0], at[1]))
UPSIDE_DOWN: Final = Turn(lambda at: (at[0], BOTTOM - at[1]))

by_half = pytest.mark.parametrize(("turn", "seats"), [(HALF, 2), (HALF, 4)])
every_way = pytest.mark.parametrize(
    ("turn", "seats"), [(HALF, 2), (HALF, 4), (MIRRORED, 4), (UPSIDE_DOWN, 4)]
)


@cache
def positions(seats: int) -> list[State]:
    """Questions from all parts of some matches of bots that often leave their move to luck."""
    luck = random.Random(13)
    matches = (list(_questions(seats, number)) for number in range(often(2, 30)))
    return [state for questions in matches for state in luck.sample(questions, 20)]


def _questions(seats: int, number: int) -> Iterator[State]:
    bots = [find_bot("greedy~0.5", RULES)] * seats
    for state, mover, _ in play_match(RULES, Options(), bots, 13, number):
        if mover not in (None, CHANCE) and len(RULES.legal(state)) > 1:
            yield as_a(State, state)


# --- the town ----------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [HALF, MIRRORED, UPSIDE_DOWN])
def test_the_turned_town_is_the_same_town(turn: Turn) -> None:
    for square, links in enumerate(TOWN.links):
        there = turn.square[square]
        assert sorted(turn.square[link] for link in links) == sorted(TOWN.links[there])
        assert turn.square[there] == square
        if not TOWN.marks[square].isdigit():
            assert TOWN.marks[there] == TOWN.marks[square]


@by_half
def test_in_a_turned_position_the_turned_moves_do_the_same(turn: Turn, seats: int) -> None:
    for state in positions(seats):
        there = turn.state(state)
        assert turn.state(there) == state
        legal = GAME.legal(state)
        assert {turn.action(action, seats) for action in legal} == set(GAME.legal(there))
        for action in legal:
            after = GAME.play(there, turn.action(action, seats))
            assert turn.state(GAME.play(state, action)) == after


# --- what a bot makes of it --------------------------------------------------------------------


@every_way
def test_a_turned_position_gets_the_same_judgement(turn: Turn, seats: int) -> None:
    """To the last digit: what is equal must not be told apart by the order of a sum."""
    for state in positions(seats):
        there = turn.state(state)
        for seat, other in enumerate(turn.seats(seats)):
            assert evaluate(state, seat) == evaluate(there, other)
        for action in GAME.legal(state):
            after = GAME.play(state, action), GAME.play(there, turn.action(action, seats))
            assert evaluate(after[0], state.seat) == evaluate(after[1], there.seat)


@every_way
def test_in_a_turned_position_greedy_likes_the_turned_moves(turn: Turn, seats: int) -> None:
    for state in positions(seats):
        there = turn.state(state)
        here = dict(zip(GAME.legal(state), values(state), strict=True))
        turned = dict(zip(GAME.legal(there), values(there), strict=True))
        assert {turn.action(action, seats): value for action, value in here.items()} == turned


def values(state: State) -> list[float]:
    return GREEDY.values(state, GAME.legal(state), state.seat, Budget())


def test_a_thief_that_may_take_one_of_several_chips_takes_the_turned_one() -> None:
    """The chip that helps most counts, and not the first by its number."""
    stores = {"h2": "1", "m5": "2", "m9": "3", "h12": "4", "c9": "5", "c5": "6", "o13": "126"}
    state = number(2, {"0.1": "m13", "0.2": "a1", "1.1": "c7"}, lying=stores)
    waiting = GAME.play(state, GAME.parse("1>o13"))
    assert waiting.phase == TAKE
    taken = [GAME.play(waiting, action) for action in GAME.legal(waiting)]
    assert len({evaluate(after, 0) for after in taken}) > 1
    assert evaluate(waiting, 0) == evaluate(HALF.state(waiting), 1)


def test_among_equal_squares_luck_says_where_the_piper_goes() -> None:
    state = replace(
        GAME.start(4, Options()), phase=PUT_PIPER, symbol=PIPER, number=3, due=True, throws=()
    )
    view, legal, worth = GAME.conceal(state, 0), GAME.legal(state), values(state)
    equal = {action for action, value in zip(legal, worth, strict=True) if value == max(worth)}
    assert len(equal) > 1
    luck = [random.Random(number) for number in range(20 * len(equal))]
    assert {GREEDY.choose(view, legal, Budget(), one) for one in luck} == equal
