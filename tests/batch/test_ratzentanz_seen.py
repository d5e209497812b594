"""What a network sees of Ratzentanz: the same in NumPy and JAX, from every nest as if it were the first."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

from ratskeller import games
from ratskeller.core.game import View
from ratskeller.games.parts import game_answers, game_planes, game_pointing
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.rules.journeys import AFAR, turns_of
from ratskeller.games.ratzentanz.rules.observe import (
    SeenTable,
    looks,
    named_planes,
    planes,
    scene_of,
    sight_of,
)
from ratskeller.games.ratzentanz.rules.state import (
    KINDS,
    RATS,
    Options,
    PlaceCat,
    PlacePiper,
    State,
    Walk,
)
from tests.batch.replays import compiled
from tests.batch.towns import strewn
from tests.lengths import often

GAME: Any = games.find("ratzentanz")


def some_states(seats: int, count: int) -> list[State]:
    change = strewn(GAME, seats)
    start = GAME.start(seats, Options())
    found = []
    for number in range(count):
        state: Any = change(msgspec.structs.replace(start, throws=(), seat=number % seats))
        found.append(state)
    return found


def named(game: Any, state: State, viewer: int) -> dict[str, Any]:
    sight = {n: np.asarray(row) for n, row in sight_of(game.ground, View(viewer, state)).items()}
    return dict(named_planes(np, scene_of(game.ground), SeenTable(**sight)))


def half_a_turn(state: State) -> State:
    """The same position, if the table were turned: everybody sits at the opposite corner."""
    look = looks(GAME.ground)[2]
    by = state.seats // 2
    lying = [0] * len(state.lying)
    for square, heap in enumerate(state.lying):
        for place, digit in enumerate(reversed(str(heap))):
            lying[look.squares[square]] += int(digit) * 10 ** (look.kinds[place + 1] - 1)

    def turned(row: tuple[int, ...], seen: tuple[int, ...]) -> tuple[int, ...]:
        moved = [seen[number] for number in row]
        return tuple(moved[-by * RATS :] + moved[: -by * RATS])

    return msgspec.structs.replace(
        state,
        seat=(state.seat + by) % state.seats,
        at=turned(state.at, look.squares),
        load=turned(state.load, look.kinds),
        lying=tuple(lying),
        piper=look.squares[state.piper],
        cat=look.squares[state.cat],
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_half_a_turn_of_the_table_changes_nothing_for_the_mover(seats: int) -> None:
    observe, answers = game_planes(GAME), game_answers(GAME, seats)
    for state in some_states(seats, often(20, 400)):
        twin = half_a_turn(state)
        assert half_a_turn(twin) == state
        one, other = (observe(np, GAME.conceal(s, s.seat)) for s in (state, twin))
        assert np.array_equal(one, other)
        legal = [
            {answers[s.seat].index(GAME.index(action)) for action in GAME.legal(s)}
            for s in (state, twin)
        ]
        assert legal[0] == legal[1]


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_every_answer_stands_for_one_action(seats: int) -> None:
    for meant in game_answers(GAME, seats):
        assert sorted(meant) == list(range(GAME.index_size))
    assert list(game_answers(GAME, seats)[0]) == list(range(GAME.index_size))


def test_numpy_and_jax_see_the_same_planes() -> None:
    """At every decision the engine's planes are held against these, too (`test_ratzentanz.py`)."""
    scene = scene_of(GAME.ground)
    in_jax = compiled(lambda rows: planes(jnp, scene, SeenTable(**rows)))
    for state in some_states(3, 6):
        view = GAME.conceal(state, state.seat)
        rows = {name: np.asarray(row) for name, row in sight_of(GAME.ground, view).items()}
        one, other = game_planes(GAME)(np, view), np.asarray(in_jax(rows))
        assert one.dtype == other.dtype == np.float32
        assert np.array_equal(one, other)
        assert np.abs(one).max() <= 8


def test_worlds_that_the_mover_cannot_tell_apart_look_the_same() -> None:
    """Nothing is hidden in this game: there is one world, and a spectator sees it from the first nest."""
    observe, rng = game_planes(GAME), random.Random(3)
    for state in some_states(3, 6):
        here = observe(np, GAME.conceal(state, state.seat))
        twin = GAME.scramble(state, state.seat, rng)
        assert np.array_equal(here, observe(np, GAME.conceal(twin, state.seat)))
        first = observe(np, GAME.conceal(state, 0))
        assert np.array_equal(first, observe(np, GAME.conceal(state, None)))


def test_the_planes_say_what_lies_where() -> None:
    """The second seat of two sits lower right; it sees its nest upper left, and its food there."""
    start: State = GAME.start(2, Options())
    ground = GAME.ground
    home, gate = ground.homes[2][1], ground.town.gates[2]
    lying = list(start.lying)
    bread = 6  # its storeroom is opposite to that of the cheese
    lying[home] += 10 ** (bread - 1)
    lying[ground.town.storeroom(bread)] -= 10 ** (bread - 1)
    at = (*start.at[:RATS], gate, *start.at[RATS + 1 :])
    state = msgspec.structs.replace(start, seat=1, at=at, lying=tuple(lying), throws=())
    seen = named(GAME, state, 1)
    cheese = 3
    assert seen["kinds at home"].tolist() == [0, 0, 1, 0, 0, 0, *[0] * 6]
    assert seen["how many kinds at home"].tolist() == [1, *[0] * 9]
    assert seen["stock of the storerooms"][cheese - 1] * 8 == 2
    where = seen["where an own rat is"].reshape(RATS, -1)
    assert np.flatnonzero(where[0]).tolist() == [ground.town.gates[0]]
    assert np.flatnonzero(where[1]).tolist() == [ground.town.nests[0]]
    assert not where[4].any()
    assert seen["its way home"].tolist() == [1 / 32, 0, 0, 0, 0]
    assert seen["nests of the others"].tolist() == [0, 0, 1, 0]


def test_the_planes_say_how_far_things_are_in_turns() -> None:
    """The second seat of two again: one rat with cheese at its gate, two more that carry bread farther away."""
    start: State = GAME.start(2, Options())
    ground = GAME.ground
    town, turns = ground.town, turns_of(ground)
    gate, other_gate = town.gates[2], town.gates[0]
    bread, cheese, first = 6, 3, RATS
    at, load = [*start.at], [*start.load]
    at[first : first + 3] = gate, other_gate, town.nests[0]
    load[first : first + 3] = cheese, bread, bread
    at[0], load[0] = gate, bread
    state = msgspec.structs.replace(start, seat=1, at=tuple(at), load=tuple(load), throws=())
    seen = named(GAME, state, 1)
    to_nests = (seen["turns from each rat to each nest"] * AFAR).reshape(2, RATS, 2)
    own, opposite = 0, 2  # corners, as they are seen
    assert to_nests[0, 0].tolist() == [turns[town.gates[0]][c] for c in (own, opposite)]
    assert to_nests[0, 2].tolist() == [turns[town.nests[2]][c] for c in (own, opposite)]
    assert to_nests[0, 4].tolist() == [AFAR, AFAR]  # a spare rat
    assert to_nests[1, 0].tolist() == to_nests[0, 0].tolist()
    to_stores = (seen["turns from each rat to each storeroom"] * AFAR).reshape(2, RATS, KINDS)
    assert to_stores[0, 0].tolist() == list(turns[town.gates[0]][4:])
    coming = (seen["turns until a kind is at home"] * AFAR).reshape(2, KINDS)
    far = min(turns[town.gates[2]][own], turns[town.nests[2]][own])
    near, theirs = turns[town.gates[0]][own], turns[town.gates[0]][opposite]
    assert coming[0].tolist() == [AFAR, AFAR, far, AFAR, AFAR, near]  # the kinds are turned, too
    assert coming[1].tolist() == [AFAR, AFAR, theirs, AFAR, AFAR, AFAR]
    assert to_nests[0, 0, 0] < far < AFAR


@pytest.mark.parametrize("seats", GAME.meta.seats)
def test_an_answer_points_at_the_place_where_its_action_leads(seats: int) -> None:
    """What is told of the place are the planes of its square; each finger is a rat, the cat or the Piper."""
    pointing = game_pointing(GAME, seats)
    assert pointing is not None
    aims = [aim for aim in pointing.aims if aim]
    assert len(aims) == len(set(aims)) == sum(aim is not None for aim in pointing.aims)
    squares, state = len(GAME.ground.town.names), some_states(seats, 3)[2]
    seen, row = named(GAME, state, state.seat), game_planes(GAME)(np, View(state.seat, state))
    told = [
        plane.reshape(-1, squares)
        for plane in seen.values()
        if plane.size in (squares, squares * RATS, squares * (seats - 1))
    ]
    assert len(pointing.columns[0]) == sum(len(rows) for rows in told) == RATS + seats - 1 + 4
    fingers: dict[int, set[Any]] = {}
    for index, aim in enumerate(pointing.aims):
        match GAME.from_index(index):
            case Walk(rat, square, _, whole):
                who: Any = rat, whole
            case PlaceCat(square) | PlacePiper(square) as put:
                who = type(put)
            case _:
                assert aim is None
                continue
        assert aim is not None
        fingers.setdefault(aim[0], set()).add(who)
        here = row[list(pointing.columns[aim[1]])]
        assert np.array_equal(here, np.concatenate([rows[:, square] for rows in told]))
    assert [len(who) for who in fingers.values()] == [1] * pointing.fingers
    assert len(set.union(*fingers.values())) == 2 * RATS + 2


def test_a_town_without_twins_is_seen_as_it_is_and_the_planes_tell_the_corner() -> None:
    lines = GAME.data.replace("waived = []", 'waived = ["B-06", "B-12", "B-13"]').split("\n")
    row = next(n for n, line in enumerate(lines) if line.startswith(" 7 "))
    lines[row] = lines[row].replace(".---.---.---.---.---.---.", ".---.---.---.   .---.---.")
    odd: Any = Ratzentanz("\n".join(lines))
    assert [look.corner for look in looks(odd.ground)] == [1, 2, 3, 4]
    assert [list(meant)[37:1447] for meant in game_answers(odd, 2)] == [list(range(37, 1447))] * 2
    state = odd.start(2, Options())
    assert named(odd, state, 1)["corner"].tolist() == [0, 0, 1, 0]
    assert not named(GAME, state, 1)["corner"].any()


def test_the_document_names_every_plane_and_how_many_there_are() -> None:
    text = (Path(__file__).parents[2] / "docs" / "planes.md").read_text("utf-8")
    chapter = text.split("## Ratzentanz")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|", chapter, re.MULTILINE))
    for seats in (2, 4):
        seen = named(GAME, GAME.start(seats, Options()), 0)
        for name, plane in seen.items():
            count = eval(rows[name].replace("×", "*"), {"seats": seats})
            assert count == plane.shape[-1], name
        assert len([name for name in rows if name in seen]) == len(seen)
