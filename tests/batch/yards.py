"""Positions of First Rat that random play seldom comes to.

Rats are strewn over the junkyard, mostly where those of the mover push one another on: at the entrances of shortcuts,
and at most a few spaces from each other. Goods are scarce, comics and tokens many, and the end is often near.
"""

from __future__ import annotations

import random

import msgspec

from ratskeller.core.game import GameState
from ratskeller.games.first_rat import FirstRat
from ratskeller.games.first_rat.rules.building import begin_turn
from ratskeller.games.first_rat.rules.state import (
    CHEESE,
    COMICS,
    GOODS,
    LAUNCHPAD,
    NO_RAT,
    NURSERY,
    PACKS,
    RATS,
    START,
    SUPER_RATS,
    State,
)
from tests.batch.replays import Change


def strewn(game: FirstRat, seed: int) -> Change:
    """Puts rats and much else somewhere else; each call another way."""
    rng = random.Random(seed)

    def change(state: GameState) -> GameState:
        assert isinstance(state, State)
        return _strewn(game, state, rng)

    return change


def one_seat_on(state: State) -> State:
    """The same position, if everybody sat one seat further."""

    def turned(row: tuple[int, ...], of_each: int = 1) -> tuple[int, ...]:
        return (*row[-of_each:], *row[:-of_each])

    def rat(number: int) -> int:
        return number if number < 0 else (number + RATS) % (RATS * state.seats)

    by_seat = ("mouldy", "awards", "light", "burrow", "packs", "caps", "comics", "drinks")
    rows = {name: turned(getattr(state, name)) for name in (*by_seat, "empties", "markers")}
    return msgspec.structs.replace(
        state,
        mover=(state.mover + 1) % state.seats,
        rats=turned(state.rats, RATS),
        goods=turned(state.goods, GOODS),
        tokens=tuple(rat(token) for token in state.tokens),
        **rows,
    )


def _strewn(game: FirstRat, state: State, rng: random.Random) -> State:
    setup, tables = game.tables.box.setup, game.tables
    seats = range(state.seats)
    comics = [0 for _ in seats]
    tokens = [NO_RAT] * SUPER_RATS
    rats = [space for _ in seats for space in _family(state, rng)]
    for comic in range(len(COMICS)):
        owner = rng.choice(seats)
        if rng.random() < 0.5:
            comics[owner] |= 1 << comic
            if comic < SUPER_RATS and rng.random() < 0.9:
                tokens[comic] = RATS * owner + rng.randrange(RATS)
    goods = [
        rng.choice((0, 2, 12, 25)) if kind == CHEESE else rng.choice((0, 0, 1, 1, 2, 6))
        for _ in seats
        for kind in range(GOODS)
    ]
    drinks = [rng.randrange(2) for _ in seats]
    left = msgspec.structs.replace(
        state,
        rats=tuple(rats),
        tokens=tuple(tokens),
        comics=tuple(comics),
        library=rng.choice((0, ((1 << len(COMICS)) - 1) & ~sum(comics))),
        goods=tuple(goods),
        packs=tuple(rng.getrandbits(len(PACKS)) for _ in seats),
        drinks=tuple(drinks),
        shelf_drinks=max(0, state.shelf_drinks - sum(drinks)),
        light=tuple(rng.randrange(tables.light_end + 1) for _ in seats),
        burrow=tuple(rng.randrange(len(tables.nodes)) for _ in seats),
        awards=tuple(rng.choice((0, setup.awards // state.seats)) for _ in seats),
        markers=tuple(rng.randint(1, setup.markers) for _ in seats),
        round=rng.randint(1, 30),
    )
    return begin_turn(left, rng.choice(seats), None)


def _family(state: State, rng: random.Random) -> list[int]:
    """Rats near each other, often on spaces that go together, the rest on Start or asleep."""
    first = rng.randrange(1, LAUNCHPAD)
    near = range(first, min(first + rng.choice((6, 9, 15)), LAUNCHPAD))
    colour = state.path[rng.choice(near)]
    alike = [space for space in near if state.path[space] == colour]
    some = [*near] if rng.random() < 0.5 else [*near, *alike * 4]
    chosen = list(dict.fromkeys(rng.choices(some, k=rng.randint(1, RATS))))
    rest = [rng.choice((START, START, NURSERY)) for _ in range(RATS - len(chosen))]
    spaces = [*chosen, *rest]
    rng.shuffle(spaces)
    return spaces
