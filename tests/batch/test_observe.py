"""One observation for networks: from a view alone, the same in NumPy and JAX, symmetric where the game is."""

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
from ratskeller.core.conformance import settings, walk
from ratskeller.core.game import CHANCE, View
from ratskeller.games.parts import game_batch, game_order, game_planes
from ratskeller.games.pied_piper.rules.observe import (
    SeenTable,
    named_planes,
    observe_open,
    sight_of,
)
from ratskeller.games.pied_piper.rules.state import PIPER, Laid, State
from tests.batch.replays import compiled
from tests.lengths import often

pytestmark = pytest.mark.heavy

SEEN = [game_id for game_id in games.shelf() if game_id == "pied_piper"]
GAME: Any = games.find("pied_piper")


def some_states(game_id: str, each: int) -> list[tuple[Any, int]]:
    """Positions at a decision with their movers, from all settings."""
    game, found = games.find(game_id), []
    for number, (seats, options) in enumerate(settings(game)):
        spots = list(walk(game, seats, options, random.Random(number)))
        deciding = [spot for spot in spots if spot.mover != CHANCE]
        chosen = random.Random(number).sample(deciding, min(each, len(deciding)))
        found += [(spot.state, spot.mover) for spot in chosen]
    return found


@pytest.mark.parametrize("game_id", SEEN)
def test_worlds_that_the_mover_cannot_tell_apart_look_the_same(game_id: str) -> None:
    game, observe, rng = games.find(game_id), game_planes(games.find(game_id)), random.Random(3)
    different = 0
    for state, mover in some_states(game_id, often(3, 30)):
        here = observe(np, game.conceal(state, mover))
        twin = game.scramble(state, mover, rng)
        different += twin != state
        assert np.array_equal(here, observe(np, game.conceal(twin, mover)))
        imagined = game.imagine(game.conceal(state, mover), rng)
        assert np.array_equal(here, observe(np, game.conceal(imagined, mover)))
    assert different


@pytest.mark.parametrize("game_id", SEEN)
def test_whose_an_expectation_is_the_rules_and_the_engine_say_alike(game_id: str) -> None:
    game = games.find(game_id)
    order, fled = game_order(game), 0
    for state, mover in some_states(game_id, 3):
        engine = game_batch(game, state.seats)
        expected = np.asarray(engine.order(engine.pack(state))).tolist()
        assert list(order(game.conceal(state, mover))) == expected
        fled += len(set(expected)) < state.seats or expected != sorted(expected)
    assert fled


@pytest.mark.parametrize("game_id", SEEN)
def test_numpy_and_jax_see_the_same_planes(game_id: str) -> None:
    game, observe = games.find(game_id), game_planes(games.find(game_id))
    widths: dict[int, int] = {}
    for state, mover in some_states(game_id, 1):
        view = game.conceal(state, mover)
        one, other = observe(np, view), np.asarray(observe(jnp, view))
        assert one.dtype == other.dtype == np.float32
        assert np.array_equal(one, other)
        assert widths.setdefault(state.seats, one.size) == one.size
        assert np.abs(one).max() <= 8


def test_open_hands_look_the_same_to_the_rules_and_to_the_engine() -> None:
    in_jax = {seats: compiled(game_batch(GAME, seats).observe_open) for seats in GAME.meta.seats}
    fled = 0
    for state, _ in some_states("pied_piper", often(3, 20)):
        packed = game_batch(GAME, state.seats).pack(state)
        (one,), (jitted,) = observe_open(np, [state]), observe_open(jnp, [state])
        assert one.dtype == np.float32
        assert np.array_equal(one, np.asarray(jitted))
        assert np.array_equal(one, np.asarray(in_jax[state.seats](packed)))
        fled += len(state.out) > 0
    assert fled


def test_open_hands_tell_what_the_mover_does_not_see() -> None:
    """Who holds what, the deck, and what lies face down: one card against another is another row of planes."""
    rng, differing = random.Random(3), 0
    for state, mover in some_states("pied_piper", often(3, 20)):
        twin = GAME.scramble(state, mover, rng)
        here, there = observe_open(np, [state, twin])
        hidden = [(s.hands, s.deck, s.laid) for s in (state, twin)]
        assert np.array_equal(here, there) == (hidden[0] == hidden[1])
        differing += hidden[0] != hidden[1]
        seen = [game_planes(GAME)(np, GAME.conceal(s, mover)) for s in (state, twin)]
        assert np.array_equal(*seen)
    assert differing


def test_what_is_told_beyond_the_view_are_the_hands_of_the_others() -> None:
    """In the order of play from the mover on; the hands are at the end of the row, four planes a kind."""
    start: State = GAME.start(3, GAME.meta.options())
    held = ((1, 0, 0, 2, 0, 0, 0), (0, 4, 0, 0, 0, 0, 0), (0, 0, 1, 0, 0, 2, 0))
    state = msgspec.structs.replace(
        start, phase=5, active=1, to_place=2, turn=3, line=(0, 1, 2, 6), levels=(1, 2, 3),
        where=(0, 1, 2, 0, 1, -1, 0), hands=held,
    )  # fmt: skip
    (row,) = observe_open(np, [state])
    hands = row[-2 * 6 * 4 :].reshape(2, 6, 4).sum(-1).tolist()
    assert hands == [list(held[2][:6]), list(held[0][:6])]


def test_the_colours_of_rats_do_not_matter() -> None:
    observe = game_planes(GAME)
    for state, mover in some_states("pied_piper", 2):
        shuffled = random.Random(1).sample(range(PIPER), PIPER)
        new = {old: place for place, old in enumerate(shuffled)} | {PIPER: PIPER, -1: -1}
        twin = msgspec.structs.replace(
            state,
            where=(*[state.where[old] for old in shuffled], state.where[PIPER]),
            line=tuple(new[figure] for figure in state.line),
            character_deck=(*[state.character_deck[o] for o in shuffled], state.character_deck[6]),
            character_discard=(
                *[state.character_discard[o] for o in shuffled],
                state.character_discard[6],
            ),
        )
        one, other = (observe(np, GAME.conceal(s, mover)) for s in (state, twin))
        assert np.array_equal(one, other)


def test_every_seat_sees_the_table_as_if_it_were_the_first() -> None:
    """Turning the table by a seat leaves what its mover sees as it is."""
    start: State = GAME.start(4, GAME.meta.options())
    state = msgspec.structs.replace(
        start, phase=5, to_place=2, turn=3, line=(0, 1, 2, 6), levels=(1, 2, 3, 4),
        where=(0, 1, 2, 3, 1, -1, 0), laid=((Laid(0, 1, False),), (), (), ()),
    )  # fmt: skip
    turned = msgspec.structs.replace(
        state, active=1, levels=(4, 1, 2, 3), where=(1, 2, 3, 0, 2, -1, 1),
        laid=((Laid(0, 2, False),), (), (), ()),
    )  # fmt: skip
    observe = game_planes(GAME)
    assert np.array_equal(observe(np, View(0, state)), observe(np, View(1, turned)))


def test_a_house_that_is_gone_leaves_no_hole() -> None:
    """Three houses of four look like the first three, whoever fled."""
    start: State = GAME.start(4, GAME.meta.options())
    state = msgspec.structs.replace(
        start, phase=5, to_place=2, turn=3, line=(0, 1, 2, 6), ring=(0, 1, 2), out=(3,),
        levels=(1, 2, 3, 7), holders=(-1, -1, -1, 1), where=(0, 1, 2, 0, 1, -1, 0),
    )  # fmt: skip
    other = msgspec.structs.replace(
        state, ring=(0, 1, 3), out=(2,), levels=(1, 2, 7, 3), holders=(-1, -1, 1, -1),
        where=(0, 1, 3, 0, 1, -1, 0),
    )  # fmt: skip
    observe = game_planes(GAME)
    assert np.array_equal(observe(np, View(0, state)), observe(np, View(0, other)))


def test_what_a_card_would_do_is_what_it_does() -> None:
    """The planes foretell the floors after an activation, as long as nobody flees."""
    start: State = GAME.start(3, GAME.meta.options())
    state = msgspec.structs.replace(
        start, phase=5, to_place=1, turn=3, line=(0, 1, 2, 6), levels=(2, 2, 2),
        where=(0, 1, 2, 0, -1, -1, 0), laid=((Laid(0, 1, False),), (), (), ()),
        hands=((0, 1, 1, 1, 1, 1, 0),) * 3, used=1,
    )  # fmt: skip
    view = View(0, state)
    sight = SeenTable(**{name: np.asarray(row) for name, row in sight_of(view).items()})
    foretold = dict(named_planes(np, sight))["what a card would do to each house"]
    changes = foretold.reshape(4, 7, 3) * 4
    for card in range(1, 6):
        after = GAME.play(state, GAME.from_index(card * 8))
        assert [a - 2 for a in after.levels] == changes[0, card].tolist(), card


def test_the_document_names_every_plane_and_how_many_there_are() -> None:
    text = (Path(__file__).parents[2] / "docs" / "planes.md").read_text("utf-8")
    chapter = text.split("## The Pied Piper")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", chapter, re.MULTILINE)
    for seats in (2, 5):
        state = GAME.start(seats, GAME.meta.options())
        row = {n: np.asarray(r) for n, r in sight_of(GAME.conceal(state, 0)).items()}
        planes = named_planes(np, SeenTable(**row))
        named = dict(rows)
        places = 4 if seats == 2 else seats
        for name, plane in planes:
            count = eval(named[name].replace("×", "*"), {"places": places})
            assert count == plane.shape[-1], name
