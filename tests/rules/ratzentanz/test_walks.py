"""The tables against plain counting: every walk is written out, and the rules are applied to it."""

from __future__ import annotations

import random

import pytest

from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules.state import MOVE, Options, Walk
from ratskeller.games.ratzentanz.rules.town import ALLEY
from ratskeller.games.ratzentanz.rules.walks import walks_from
from tests.rules.ratzentanz.positions import GROUND, doubled, name


@pytest.mark.parametrize("loops", [False, True])
def test_the_tables_know_what_piper_and_cat_leave_open(loops: bool) -> None:
    rng = random.Random(11)
    walks = GROUND.walks["no_reversal" if loops else "no_square_twice"]
    for _ in range(300):
        start = rng.randrange(len(GROUND.town.names))
        steps = rng.randint(1, 6)
        cat = rng.choice(GROUND.storerooms)
        every = walks_from(GROUND.town, start, steps, loops=loops)
        near = sorted({s for w in every for s in w[1:] if s in GROUND.post_of} - {start})
        piper = rng.choice(near or [next(iter(GROUND.post_of))])
        allowed = [w for w in every if w[-1] != cat] if start != cat else []
        ways = walks.ways(start, steps, GROUND.bits[piper] | GROUND.bits[cat])
        found = {walk.to if walk.via < 0 else walk.via for walk in ways.walks[3]}
        assert found == {w[-1] for w in allowed if piper not in w}
        assert ways.sacrifice == any(piper in w for w in allowed)
        for walk in ways.walks[3]:
            end = walk.to if walk.via < 0 else walk.via
            route = walks.route(start, steps, end, piper)
            assert len(route) == steps + 1
            assert piper not in route


def test_no_walk_is_walked_twice_over_a_square() -> None:
    for walk in walks_from(GROUND.town, 0, 12):
        assert len(set(walk)) == 13
    for walk in walks_from(GROUND.town, 1, 8, loops=True):
        assert all(walk[n] != walk[n + 2] for n in range(7))


def test_the_first_half_of_a_2x_is_filtered_as_if_every_half_were_played_out() -> None:
    """While some use is whole, exactly those halves are legal that leave a second (RT-51)."""
    rng = random.Random(12)
    shafts = sorted((*GROUND.stairs, *GROUND.canals, *GROUND.storerooms))
    posts = list(GROUND.post_of)
    filtered = 0
    for _ in range(400):
        near = [s for shaft in shafts for s in (shaft, *GROUND.town.links[shaft])]
        squares = rng.choices(near, k=rng.choice((1, 2, 2)))
        piper = rng.choice([p for p in posts if p not in squares and p in near] or [posts[0]])
        rats = {f"0.{rat}": name(square) for rat, square in enumerate(squares, 1)}
        state = doubled(
            rng.randint(1, 6),
            rats,
            piper=name(piper),
            cat=name(rng.choice(GROUND.storerooms)),
            options=Options(piper="wall"),
        )
        every = [
            walk
            for rat, square in enumerate(squares, 1)
            for walk in GROUND.walks["no_square_twice"]
            .ways(square, state.number, GROUND.bits[state.piper] | GROUND.bits[state.cat])
            .walks[rat]
            if squares.index(square) + 1 == rat
        ]
        whole = [walk for walk in every if GAME.play(state, walk).phase == MOVE]
        legal = {action for action in GAME.legal(state) if isinstance(action, Walk)}
        both = {walk for walk in legal if walk.whole}
        expected = set(whole) if whole or both else set(every)
        assert legal - both == expected
        filtered += len(every) > len(expected)
    assert filtered > 20


def test_every_alley_square_has_its_own_name() -> None:
    assert len(set(GROUND.town.names)) == 125
    assert sum(mark == ALLEY for mark in GROUND.town.marks) == 97
