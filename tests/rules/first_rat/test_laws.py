"""First Rat against the laws of the house, a ledger of goods, and a second opinion on moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from ratskeller.core.conformance import check_marks, check_match, check_walk, settings, walk
from ratskeller.core.course import playout
from ratskeller.core.game import CHANCE
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.scoring import score, sheet
from ratskeller.games.first_rat.rules.state import (
    BULB,
    CORE,
    GOODS,
    MOVE,
    BulbsLost,
    BurrowMoved,
    Collect,
    Gained,
    LightMoved,
    MouldTaken,
    Move,
    Options,
    Spent,
    State,
    TollPaid,
)
from tests.rules import rule

pytestmark = pytest.mark.heavy


SETTINGS = settings(GAME)


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_random_matches_keep_the_laws(seats: int, options: Options) -> None:
    check_marks(GAME)
    assert check_walk(GAME, seats, options, random.Random(seats)) > 20 * seats
    check_match(GAME, seats, options, random.Random(seats))


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_a_match_ends_within_the_bound_and_scores_what_the_sheets_say(seats: int) -> None:
    for seed in range(10):
        rng = random.Random(seed)
        end, _ = playout(GAME, GAME.start(seats, Options()), rng, [rng] * seats)
        outcome = GAME.outcome(end)
        assert outcome is not None
        assert outcome.scores is not None
        for seat in range(seats):
            points = sum(line.points for line in sheet(end, seat))
            assert outcome.scores[seat] == points == score(end, seat)
        assert outcome.reason in ("rocket", "markers", "stuck")


@rule("FR-16", "FR-17", "FR-32")
@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_goods_change_by_events_that_add_up(seats: int) -> None:
    for spot in walk(GAME, seats, Options(), random.Random(seats)):
        if spot.mover == CHANCE:
            continue
        before: State = spot.state
        for step in GAME.steps(before, spot.action):
            assert step.state.goods == booked(before, step.event), step.event
            before = step.state
        assert min(before.goods) >= 0


def booked(state: State, event: object) -> tuple[int, ...]:
    """The goods that an event leaves behind."""
    goods = list(state.goods)
    match event:
        case Gained(seat, kind, amount) if kind < GOODS:
            goods[GOODS * seat + kind] += amount
        case Spent(seat, kind, amount):
            goods[GOODS * seat + kind] -= amount
        case TollPaid(seat, to):
            goods[GOODS * seat] -= 1
            goods[GOODS * to] += 1
        case MouldTaken(seat, cheese):
            goods[GOODS * seat] += cheese
    return tuple(goods)


@rule("FR-26", "FR-27")
def test_bulbs_and_cores_gained_are_bulbs_and_cores_walked() -> None:
    for seed in range(6):
        owed = {BULB: 0, CORE: 0}
        for spot in walk(GAME, 3, Options(), random.Random(seed)):
            for step in GAME.steps(spot.state, spot.action):
                match step.event:
                    case Gained(_, kind, amount) if kind in owed:
                        owed[kind] += amount
                    case LightMoved(_, origin, position):
                        owed[BULB] -= position - origin
                    case BulbsLost(_, amount):
                        owed[BULB] -= amount
                    case BurrowMoved():
                        owed[CORE] -= 1
            after = GAME.play(spot.state, spot.action)
            assert owed == {BULB: 0, CORE: after.cores}


# --- a second opinion on step 1 ----------------------------------------------------------------
# It walks step by step over the printed board and tries every order of every rat.


def ways(
    state: State, origin: int, purse: tuple[int, ...]
) -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Every walk from a space: where it ends, its steps, its shortcuts, what is left."""
    tables = GAME.tables
    comics = state.comics[state.mover]
    stack = [(origin, 0, 0, purse)]
    while stack:
        space, steps, via, left = stack.pop()
        if steps:
            yield space, steps, via, left
        if space < 27:
            stack.append((space + 1, steps + 1, via, left))
        for number, pipe in enumerate(tables.box.shortcuts.values()):
            if pipe.entrance != space:
                continue
            free = (pipe.colour == "yellow" and comics >> 4 & 1) or (
                pipe.colour == "red" and comics >> 5 & 1
            )
            kind = tables.shortcut_kinds[number] - 1
            if free:
                stack.append((pipe.exit, steps + 1, via | 1 << number, left))
            elif left[kind]:
                paid = tuple(have - (place == kind) for place, have in enumerate(left))
                stack.append((pipe.exit, steps + 1, via | 1 << number, paid))


def is_legal_set(state: State, spaces: tuple[int, ...], walked: tuple[int, ...]) -> bool:
    """FR-10 to FR-14 on the final squares, word by word."""
    on_path = [space for space in spaces if 1 <= space <= 27]
    alone = len(set(on_path)) == len(on_path)
    return any(walked) and alone and movers_agree(state, spaces, walked)


def movers_agree(state: State, spaces: tuple[int, ...], walked: tuple[int, ...]) -> bool:
    """What no further move can mend: steps, colours and spaces of those who have moved."""
    first = 4 * state.mover
    movers = [n for n in range(4) if walked[n]]
    comics = state.comics[state.mover]
    for n in movers:
        lola, neil = state.tokens[1] == first + n, state.tokens[0] == first + n
        if len(movers) == 1:
            limit = 27 if neil else 7 if lola else 5
        else:
            limit = (5 if lola else 3) + (comics >> 7 & 1)
        if walked[n] > limit:
            return False
    if len({spaces[n] for n in movers}) < len(movers):
        return False
    colours = {GAME.tables.faces[state.path[spaces[n]]].colour for n in movers if spaces[n] < 27}
    return len(colours) <= 1 or (comics >> 8 & 1 == 1 and colours <= {2, 3})


def can_become_legal(
    state: State, spaces: tuple[int, ...], walked: tuple[int, ...], purse: tuple[int, ...]
) -> bool:
    if is_legal_set(state, spaces, walked):
        return True
    return movers_agree(state, spaces, walked) and any(
        can_become_legal(state, *after) for _, after in one_more(state, spaces, walked, purse)
    )


def one_more(
    state: State, spaces: tuple[int, ...], walked: tuple[int, ...], purse: tuple[int, ...]
) -> Iterator[tuple[Move, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]]:
    for n in range(4):
        if walked[n] or spaces[n] > 26:
            continue
        for end, steps, via, left in ways(state, spaces[n], purse):
            if steps > (27 if not any(walked) else 6):  # nobody goes further in company
                continue
            moved = tuple(end if m == n else space for m, space in enumerate(spaces))
            paces = tuple(steps if m == n else pace for m, pace in enumerate(walked))
            yield Move(n, end, via), (moved, paces, left)


def second_opinion(state: State) -> set[Move]:
    """Every next move that some legal set begins or goes on with."""
    first = 4 * state.mover
    spaces = state.rats[first : first + 4]
    purse = state.goods[5 * state.mover + 1 : 5 * state.mover + 5]
    found = set()
    for move, after in one_more(state, spaces, state.walked, purse):
        twins = [
            n
            for n in range(4)
            if spaces[n] == 0 and first + n not in state.tokens and not state.walked[n]
        ]
        if move.rat in twins[1:]:
            continue
        if can_become_legal(state, *after):
            found.add(move)
    return found


def crowded_positions(count: int) -> Iterator[State]:
    """Positions of random matches with all four rats close together, and random comics."""
    rng = random.Random(7)
    while count:
        seats = rng.choice((2, 3))
        for spot in walk(GAME, seats, Options(), rng):
            state = spot.state
            if state.phase == MOVE and not any(state.walked) and rng.random() < 0.02:
                base = rng.randrange(22)
                four = tuple(
                    space if space < 27 else 28 for space in rng.sample(range(base, base + 8), 4)
                )
                first = 4 * state.mover
                rats = (*state.rats[:first], *four, *state.rats[first + 4 :])
                goods = list(state.goods)
                for kind in range(1, 5):
                    goods[5 * state.mover + kind] = rng.choice((0, 0, 1, 2))
                comics = list(state.comics)
                comics[state.mover] = rng.getrandbits(10)
                tokens = tuple(
                    first + rng.randrange(4) if rng.random() < 0.3 else -1 for _ in "abcd"
                )
                if all(space == 28 for space in four):
                    continue
                yield replace(
                    state, rats=rats, goods=tuple(goods), comics=tuple(comics), tokens=tokens
                )
                count -= 1
                if not count:
                    return


@rule("FR-10", "FR-11", "FR-12", "FR-13", "FR-14", "FR-15", "FR-19")
def test_a_slow_search_over_all_sets_of_moves_finds_the_same_moves() -> None:
    rng = random.Random(8)
    for state in crowded_positions(200):
        position = state
        while position.phase == MOVE and position.mover == state.mover:
            legal = GAME.legal(position)
            moves = {action for action in legal if isinstance(action, Move)}
            assert moves == second_opinion(position)
            first = 4 * position.mover
            may_stop = is_legal_set(position, position.rats[first : first + 4], position.walked)
            assert (Collect() in legal) == may_stop
            if not moves:
                break
            position = GAME.play(position, rng.choice(sorted(moves, key=GAME.index)))
