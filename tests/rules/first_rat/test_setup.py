"""First Rat, the set-up: FR-01 to FR-08, and what is not offered."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, Mark, field_marks
from ratskeller.games.first_rat import GAME
from ratskeller.games.first_rat.rules.state import NURSERY, START, Options, State
from tests.rules import rule
from tests.rules.first_rat.positions import goods


def deal(seats: int, options: Options, seed: int = 1) -> State:
    """The table when the first turn begins."""
    rng = random.Random(seed)
    state = GAME.start(seats, options)
    while GAME.to_act(state) == CHANCE:
        state = GAME.play(state, roll(GAME, state, rng))
    return state


@rule("FR-01")
@pytest.mark.parametrize("seats", [0, 6, 7])
def test_two_to_five_can_play(seats: int) -> None:
    refusal = GAME.why_not_start(seats, Options())
    assert refusal is not None
    assert refusal.rule == "FR-01"
    assert all(GAME.why_not_start(count, Options()) is None for count in (2, 3, 4, 5))


@rule("FR-84")
def test_the_solo_mode_is_refused_by_its_own_rule() -> None:
    refusal = GAME.why_not_start(1, Options())
    assert refusal is not None
    assert refusal.rule == "FR-84"


@rule("FR-01")
def test_the_standard_side_has_its_printed_path_and_strips() -> None:
    state = deal(2, Options(board="standard"))
    assert state.path == GAME.tables.printed
    assert state.strips == (0, 1, 2, 3, 4, 5, 6, 8)


@rule("FR-02")
@pytest.mark.parametrize("seed", range(5))
def test_tiles_are_shuffled_within_their_letter_group(seed: int) -> None:
    state = deal(3, Options(), seed)
    for spaces in (range(1, 7), range(7, 12), range(12, 17), range(17, 22), range(22, 27)):
        printed = Counter(GAME.tables.printed[space] for space in spaces)
        assert Counter(state.path[space] for space in spaces) == printed
    assert state.path[0] == state.path[27] == 0


@rule("FR-02")
def test_the_two_equal_tiles_of_group_a_come_up_twice_as_often() -> None:
    actions, weights = GAME.odds(GAME.start(2, Options()))
    assert len(actions) == 5
    assert sorted(weights) == [1, 1, 1, 1, 2]


@rule("FR-03")
def test_seven_of_eight_strips_are_laid_and_the_rocket_keeps_its_own() -> None:
    spared = set()
    for seed in range(30):
        state = deal(2, Options(), seed)
        assert len(set(state.strips[:7])) == 7
        assert set(state.strips[:7]) < set(range(8))
        assert state.strips[7] == 8
        spared |= set(range(8)) - set(state.strips[:7])
    assert len(spared) > 4
    assert GAME.tables.strips[7] == (8, 7, 6, 5, 5)


@rule("FR-04")
def test_everybody_begins_with_two_rats_eight_markers_and_no_materials() -> None:
    state = GAME.start(4, Options())
    assert state.rats == (START, START, NURSERY, NURSERY) * 4
    assert state.markers == (8,) * 4
    assert state.light == (0,) * 4
    assert {GAME.tables.nodes[node] for node in state.burrow} == {"M_top"}
    assert not any(state.goods[5 * seat + kind] for seat in range(4) for kind in range(1, 5))


@rule("FR-05")
@pytest.mark.parametrize(("seats", "drinks", "packs"), [(2, 3, 5), (3, 4, 6), (4, 5, 7), (5, 6, 9)])
def test_the_booths_are_stocked_by_player_count(seats: int, drinks: int, packs: int) -> None:
    for seed in range(5):
        state = deal(seats, Options(), seed)
        assert state.shelf_drinks == drinks
        assert sum(state.shelf_packs) == packs
        assert max(state.shelf_packs) <= 2
        assert state.shelf_caps.bit_count() == 6
        assert state.library.bit_count() == 6


@rule("FR-06")
def test_seat_0_begins_and_cheese_is_dealt_in_turn_order() -> None:
    state = deal(5, Options())
    assert GAME.to_act(state) == 0
    assert [goods(state, seat) for seat in range(5)] == [f"{n} cheese" for n in (1, 2, 2, 3, 3)]


@rule("FR-07")
def test_blocked_track_spaces_hang_on_the_player_count() -> None:
    slots = {seats: [GAME.tables.slot(seats, n) for n in range(6)] for seats in (2, 3, 4, 5)}
    assert slots == {
        2: [0, 2, 4, 4, 4, 4],
        3: [0, 1, 2, 4, 4, 4],
        4: [0, 1, 2, 4, 4, 4],
        5: [0, 1, 2, 3, 4, 4],
    }


@rule("FR-08")
def test_nothing_is_hidden_and_nothing_is_random_once_it_is_set_up() -> None:
    assert set(field_marks(State).values()) == {Mark.OPEN}
    rng = random.Random(3)
    state = deal(3, Options())
    while GAME.to_act(state) is not None:
        assert GAME.to_act(state) != CHANCE
        assert GAME.conceal(state, 1).seen == GAME.conceal(state, None).seen == state
        state = GAME.play(state, rng.choice(GAME.legal(state)))


def test_draws_come_from_streams_that_leave_each_other_alone() -> None:
    rng = random.Random(1)
    state = GAME.start(2, Options())
    streams = []
    while GAME.to_act(state) == CHANCE:
        streams.append(GAME.stream(state))
        state = GAME.play(state, roll(GAME, state, rng))
    assert Counter(streams) == {
        "setup path": 26,
        "setup strips": 7,
        "setup packs": 5,
        "setup caps": 6,
        "setup comics": 6,
    }
