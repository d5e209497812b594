"""What a network sees of First Rat: the same in NumPy and JAX, the same from every seat."""

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
from ratskeller.core.chance import past_chance
from ratskeller.core.game import View
from ratskeller.games.first_rat.rules.observe import SeenTable, named_planes, planes, sight_of
from ratskeller.games.first_rat.rules.state import (
    CHEESE,
    GOODS,
    LAUNCHPAD,
    NURSERY,
    RATS,
    TRACKS,
    Options,
    State,
)
from ratskeller.games.parts import game_planes
from tests.batch.replays import compiled
from tests.batch.yards import one_seat_on, strewn
from tests.lengths import often

GAME: Any = games.find("first_rat")


def some_states(seats: int, count: int) -> list[State]:
    change, rng = strewn(GAME, seats), random.Random(seats)
    found = []
    for _ in range(count):
        state: Any = change(past_chance(GAME, GAME.start(seats, Options()), rng))
        found.append(state)
    return found


def named(state: State, viewer: int) -> dict[str, Any]:
    sight = {name: np.asarray(row) for name, row in sight_of(View(viewer, state)).items()}
    return dict(named_planes(np, GAME.tables, SeenTable(**sight)))


@pytest.mark.parametrize("seats", [2, 5])
def test_the_planes_are_the_same_from_every_seat_but_for_its_number(seats: int) -> None:
    for state in some_states(seats, often(10, 200)):
        here = named(state, state.mover)
        there = named(one_seat_on(state), (state.mover + 1) % seats)
        differing = {name for name in here if not np.array_equal(here[name], there[name])}
        assert differing == {"seat"}


def test_numpy_and_jax_see_the_same_planes() -> None:
    """At every decision the engine's planes are held against these, too (`test_first_rat.py`)."""
    in_jax = compiled(lambda rows: planes(jnp, GAME.tables, SeenTable(**rows)))
    for state in some_states(3, 6):
        view = GAME.conceal(state, state.mover)
        rows = {name: np.asarray(row) for name, row in sight_of(view).items()}
        one, other = game_planes(GAME)(np, view), np.asarray(in_jax(rows))
        assert one.dtype == other.dtype == np.float32
        assert np.array_equal(one, other)
        assert np.abs(one).max() <= 8


def test_worlds_that_the_mover_cannot_tell_apart_look_the_same() -> None:
    """Nothing is hidden in this game: there is one world, and a spectator sees it from the first seat."""
    observe, rng = game_planes(GAME), random.Random(3)
    for state in some_states(3, 6):
        here = observe(np, GAME.conceal(state, state.mover))
        twin = GAME.scramble(state, state.mover, rng)
        assert np.array_equal(here, observe(np, GAME.conceal(twin, state.mover)))
        first = observe(np, GAME.conceal(state, 0))
        assert np.array_equal(first, observe(np, GAME.conceal(state, None)))


def test_the_planes_say_what_lies_where() -> None:
    """A rat of the second seat on the first space, in the light, with cheese for provisions but for two."""
    start = past_chance(GAME, GAME.start(2, Options(board="standard")), random.Random(1))
    goods = (*start.goods[:GOODS], 8, *start.goods[GOODS + 1 :])
    rats = (*start.rats[:RATS], 1, LAUNCHPAD, *start.rats[RATS + 2 :])
    state = msgspec.structs.replace(start, mover=1, rats=rats, goods=goods, light=(0, 3))
    seen = named(state, 1)
    gives = seen["what a space gives"].reshape(26, 7)
    assert gives[0].tolist() == [0, 0, 0, 0, 0, 2 / 4, 0]  # a bulb, and one for the light
    assert gives[3].tolist() == [0, 1 / 4, 0, 0, 0, 0, 0]  # vinegar in the dark
    where = seen["where an own rat is"].reshape(RATS, -1)
    assert np.argmax(where, axis=-1).tolist() == [1, LAUNCHPAD, NURSERY, NURSERY]
    assert seen["rats of each other"].reshape(1, 28)[0, 0] == 1  # two, in halves
    assert seen["goods"].reshape(2, GOODS, -1)[0, CHEESE].sum() == 7  # at least 1, 2, 3, 4, 5, 6, 8
    assert seen["what a part still lacks"].reshape(2, 4)[0, 3] * 8 == 2
    assert seen["bulbs to the next construction light"][0] * 16 == 12
    assert (seen["points for the next piece"] * 8).tolist() == [
        GAME.tables.strips[state.strips[track]][0] for track in range(len(TRACKS))
    ]


def test_the_document_names_every_plane_and_how_many_there_are() -> None:
    text = (Path(__file__).parents[2] / "docs" / "planes.md").read_text("utf-8")
    chapter = text.split("## First Rat")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|", chapter, re.MULTILINE))
    for seats in (2, 5):
        state = past_chance(GAME, GAME.start(seats, Options()), random.Random(1))
        seen = named(state, 0)
        for name, plane in seen.items():
            count = eval(rows[name].replace("×", "*"), {"seats": seats})
            assert count == plane.shape[-1], name
        assert len([name for name in rows if name in seen]) == len(seen)
