"""Nobody is hurried (A19), and taking back, beginning anew and hints are there for all alike (A26)."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from ratskeller import games
from ratskeller.core.chance import Seal
from ratskeller.core.match import AnyMatch, Hinted, Match, Player
from ratskeller.server.matches import matches
from tests.server.harness import Line, Person, running, together
from tests.server.test_hints import hint, with_a_turn_of_two_steps
from tests.server.test_matches import NOW, guest_of, opened, put
from tests.statements import statement

pytestmark = pytest.mark.heavy
YEARS = 10 * 365 * 24 * 3600.0


@statement("A19")
@pytest.mark.parametrize("game", games.shelf())
def test_who_sits_at_the_table_may_think_for_years(tmp_path: Path, game: str) -> None:
    """Nothing is played for them, nobody may have it played, and the same is asked as before."""

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            house.clock.stop()
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", game=game, cover_after=60)
            await ben.join(made)
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                await together(one, other)
                mover, waiter = (one, other) if one.now.legal else (other, one)
                legal, entries = mover.now.legal, len(mover.log)
                house.clock.offset += YEARS
                for line in (mover, waiter):
                    await line.ask(type="hello")
                assert waiter.now.may_cover == ()
                refusal = await waiter.ask(type="cover", seat=mover.now.seat)
                assert refusal.rule == "TB-21"
                assert mover.now.legal == legal
                assert len(mover.log) == entries
                answer = await mover.ask(type="tell", text="clock")
                assert answer.text == "There is no clock here: take all the time you like."
                await mover.choose(0)
                assert mover.now.legal != legal

    asyncio.run(story())


@statement("A26")
def test_host_and_guest_take_back_begin_anew_and_are_advised_whatever_their_settings(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            ada.http.cookies.set("settings", "language=en")
            ben.http.cookies.set(
                "settings", "language=en&keys=off&large=on&motion=less&speed=0&confirm=on&sound=off"
            )
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ada.line(made["table"]) as one, ben.line(made["table"]) as other:
                await together(one, other)
                served: set[Person] = set()
                while len(served) < 2:
                    mover, waiter = await with_a_turn_of_two_steps(one, other)
                    await all_aids(mover)
                    served.add(mover.person)
                    while mover.now.legal:
                        await mover.choose(0)
                    await waiter.until(lambda line: bool(line.now.legal))

    asyncio.run(story())


async def all_aids(line: Line) -> None:
    """A step is taken back, a turn begun anew, and a hint given; then all is as it was."""
    legal = line.now.legal
    for deed in ("undo", "restart"):
        await line.choose(0)
        assert line.now.drafted == 1
        await line.ask(type=deed, version=line.version)
        assert line.now.legal == legal
    advice = await hint(line, 3)
    assert advice.paths[0] in [offer.path for offer in legal]


@statement("A26")
def test_who_asked_for_hints_and_took_back_has_the_same_record(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "house.db") as house:
            pages = []
            for name, aided in (("plain", False), ("aided", True)):
                guest = await guest_of(house, name)
                await put(house, name, [guest, "adelheid"], played(aided=aided))
                page = await matches(house, guest, 1, "en")
                assert page is not None
                (line,) = page.lines
                pages.append((page.records, line.standing, [one.rank for one in line.places]))
            assert pages[0] == pages[1]
            (record,) = pages[0][0]
            assert record.tally.played == 1

    asyncio.run(story())


def played(*, aided: bool) -> AnyMatch:
    """The same match with and without all that helps."""
    game, rng = games.find("pied_piper"), random.Random(5)
    people = [Player("Ada"), Player("Adelheid", bot="adelheid")]
    seal = Seal("alike", "5e" * 32, ("1a" * 16, "2b" * 16))
    match: AnyMatch = Match.begin(game, 2, game.meta.options(), people, seal, now=NOW)
    hinted = undone = 0
    while not match.over:
        mover = match.to_act
        assert mover is not None
        action = rng.choice(match.legal(mover))
        helped = aided and match.order[mover] == 0
        if helped:
            match.note(Hinted(step=len(match.drafted)), mover, now=NOW)
            hinted += 1
        match.choose(mover, action, now=NOW)
        if helped and match.drafted:
            match.undo(mover)
            match.choose(mover, action, now=NOW)
            undone += 1
    assert bool(hinted) == bool(undone) == aided
    return match
