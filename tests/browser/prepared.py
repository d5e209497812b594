"""Positions that a story needs, written into the store: nobody has to play up to them.

A table is opened from the store when somebody comes, so what is written here is what they find.
"""

from __future__ import annotations

import hashlib
import os
import random
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from ratskeller import games
from ratskeller.bots import Budget, find_bot
from ratskeller.core.chance import Seal
from ratskeller.core.match import AnyEntry, AnyMatch, Match, Player
from ratskeller.games.parts import game_board
from ratskeller.server.chain import heading_of, linked
from ratskeller.server.schema import BOT, PERSON, PlayerRow, TableRow
from tests.browser.conftest import House
from tests.browser.people import GAME, Person
from tests.lengths import thinned

Wanted = Callable[[AnyMatch], bool]
TRIES = 300
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
BOTS = ("random", "random")
SHORT: dict[str, dict[str, int]] = {
    "first_rat": {},
    "pied_piper": {},
    "ratzentanz": {"turn_cap": 40},
}
"""Every game, with options with which a match at random comes to an end soon."""
_LAID: Counter[str] = Counter()


every_game = pytest.mark.parametrize("game", SHORT)


def every_game_and(name: str, values: Iterable[Any]) -> pytest.MarkDecorator:
    """By night each game in each window, or the like; by day each game and each window in some story."""
    return pytest.mark.parametrize(("game", name), thinned(SHORT, values))


def my_turn(match: AnyMatch) -> bool:
    """The first seat begins a turn, when some turns have been played."""
    return match.to_act == 0 and not match.drafted and len(match.entries) > 40


def long_turn(match: AnyMatch) -> bool:
    """The first seat begins a turn, and no first decision completes it."""
    return my_turn(match) and all(
        match.game.to_act(match.game.play(match.state, action)) == 0 for action in match.legal(0)
    )


def over(match: AnyMatch) -> bool:
    return match.over


def dangerous(match: AnyMatch) -> bool:
    """Something that the first seat could do now puts somebody out of the game."""
    return match.to_act == 0 and any(
        match.game.caution(match.view(0), action) for action in match.legal(0)
    )


def eventful(match: AnyMatch) -> bool:
    """The first seat has placed a card, and the next one could move a figure."""
    if match.to_act != 0 or not match.drafted:
        return False
    board = game_board(match.game, "en")
    return any(board.trace(match.view(0), action) for action in match.legal(0))


def prepare(
    house: House,
    *chairs: Person | str,
    wanted: Wanted = my_turn,
    options: Mapping[str, Any] | None = None,
    game: str = GAME,
    played_by: str = "random",
    **row: Any,
) -> str:
    """Lay a table where the wanted has just come true; its address. A chair is a person or a bot's
    level; seats are in the order of the chairs.
    """
    match = found(len(chairs), wanted, options or {}, levels(chairs), game, played_by)
    return put(house, chairs, match, match.entries, **row)


def at_turn(house: House, person: Person, **wishes: Any) -> Person:
    """A person at a table with bots who is to choose; further wishes are those of `prepare`."""
    return person.open(prepare(house, person, *BOTS, **wishes)).seated().asked()


def unused_name() -> str:
    """A name for a table. In one story the names are always the same, and so is the luck."""
    story = os.environ.get("PYTEST_CURRENT_TEST", "")
    _LAID[story] += 1
    return hashlib.sha256(f"{story} {_LAID[story]}".encode()).hexdigest()[:12]


def levels(chairs: Sequence[Person | str]) -> list[str]:
    return [chair if isinstance(chair, str) else "" for chair in chairs]


def found(
    seats: int,
    wanted: Wanted,
    options: Mapping[str, Any],
    bots: Sequence[str],
    game_id: str = GAME,
    played_by: str = "random",
) -> AnyMatch:
    """A match, played by bots of one kind up to where it is wanted."""
    game, table = games.find(game_id), unused_name()
    bot = find_bot(played_by, game)
    people = [Player(NAMES[seat], bots[seat]) for seat in range(seats)]
    for seed in range(TRIES):
        rng = random.Random(seed)
        nonces = tuple(rng.randbytes(16).hex() for _ in range(seats))
        seal = Seal(table, rng.randbytes(32).hex(), nonces)
        match = Match.begin(
            game,
            seats,
            game.meta.options(**options),
            people,
            seal,
            now=time.time(),
            seating="fixed",
        )
        while not match.over and not wanted(match):
            mover = match.to_act
            assert mover is not None
            legal = match.legal(mover)
            chosen = bot.choose(match.view(mover), legal, Budget(), rng)
            match.choose(mover, chosen, now=time.time())
        if wanted(match):
            return match
    raise AssertionError(f"{TRIES} matches never came to {wanted.__name__}")


def put(
    house: House,
    chairs: Sequence[Person | str],
    match: AnyMatch,
    entries: Sequence[AnyEntry],
    table: str = "",
    **row: Any,
) -> str:
    """Write a match into the store as the log of a table."""
    seal = match.seal
    assert seal is not None
    name = table or seal.table
    lines = [msgspec.json.encode(entry).decode() for entry in entries]
    rows = linked(heading_of(match.header), lines, 1)
    with closing(sqlite3.connect(house.db, timeout=300)) as store, store:
        guests = [guest_of(store, chair) for chair in chairs]
        laid = TableRow(
            id=name,
            game=match.game.meta.id,
            options=msgspec.json.encode(match.header.options).decode(),
            created=time.time(),
            host=next(guest for guest in guests if guest is not None),
            seed=seal.seed,
            invitation=name.upper(),
            seating="fixed",
            header=msgspec.json.encode(match.header).decode(),
            draft=msgspec.json.encode(match.drafted).decode() if match.drafted else "",
            over=match.over,
            chain=rows[-1].chain,
        )
        insert(store, "tables", msgspec.structs.replace(laid, **row))
        for number, (chair, guest) in enumerate(zip(chairs, guests, strict=True)):
            player = PlayerRow(
                table_id=name,
                number=number,
                kind=BOT if isinstance(chair, str) else PERSON,
                name=match.header.players[number].name,
                bot=chair if isinstance(chair, str) else "",
                guest=guest,
                nonce=seal.nonces[number],
            )
            insert(store, "players", player)
        store.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?)", [(name, *entry) for entry in rows]
        )
    return f"/t/{name}"


def guest_of(store: sqlite3.Connection, chair: Person | str) -> int | None:
    """The number of a person, who gets a cookie if there was none."""
    if isinstance(chair, str):
        return None
    if chair.guest is None:
        token = secrets.token_urlsafe(32)
        hashed, now = hashlib.sha256(token.encode()).hexdigest(), time.time()
        made = store.execute(
            "INSERT INTO guests (token_hash, created, seen) VALUES (?, ?, ?)", (hashed, now, now)
        )
        chair.guest = made.lastrowid
        chair.context.add_cookies([{"name": "ratskeller", "value": token, "url": chair.base}])
    return chair.guest


def insert(store: sqlite3.Connection, table: str, row: Struct) -> None:
    values = msgspec.structs.asdict(row)
    marks = ", ".join("?" * len(values))
    store.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", [*values.values()])
