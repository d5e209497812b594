"""The corpus as tables of a house: each opens from the store, and its pages show it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from ratskeller.core.match import AnyMatch
from ratskeller.draw.board import body
from ratskeller.draw.svg import write
from ratskeller.games.parts import game_board
from ratskeller.server.store import Store
from tests.corpus import GAMES, Kept, corpus, facts_of, opened
from tests.server.harness import Person, running
from tests.server.shelved import shelve

pytestmark = pytest.mark.heavy


EVERY = 3  # all go the same way through the same rooms, so a part of the corpus will do
DRAWN = 12  # and for pages, which take longer, a smaller one


@pytest.mark.parametrize("game_id", GAMES)
def test_the_corpus_opens_from_the_store(game_id: str, tmp_path: Path) -> None:
    asyncio.run(visit(tmp_path / "house.db", corpus(game_id)[::EVERY]))


async def visit(db: Path, chosen: Sequence[Kept]) -> None:
    store = Store(db)
    await store.open()
    async with store.writing() as writer:
        await writer.new_guest("hash", 0.0)
    ids = [await shelve(store, kept) for kept in chosen]
    await store.close()
    async with running(db) as house:
        guest = house.person()
        for number, (table_id, kept) in enumerate(zip(ids, chosen, strict=True)):
            table = await house.house.open(table_id)
            match = table.playing()
            assert facts_of(match) == kept.facts
            if match.over:
                exported = (await guest.http.get(f"/t/{table_id}/export")).content
                assert facts_of(opened(exported)) == kept.facts
            if number % DRAWN == 0 or not match.over:
                await look_back(guest, table_id, match)


async def look_back(guest: Person, table_id: str, match: AnyMatch) -> None:
    """The table's page, and the position after an entry as somebody sees it who passes by."""
    page = await guest.http.get(f"/t/{table_id}")
    assert page.status_code == 200, page.text
    number = len(match.entries) // 2
    replay = await guest.http.get(f"/t/{table_id}/{number}")
    assert replay.status_code == 200, replay.text
    board, view = game_board(match.game, "en"), match.game.conceal(match.state_at(number), None)
    parts = board.parts(view, match.names)
    for sheet in board.sheets(view, match.names).values():
        places = {place.id for place in sheet.places}
        drawn = body(sheet, [part for part in parts if part.place in places])
        assert "".join(write(element) for element in drawn) in replay.text
