"""`see`: a program at the table gets its position, and never more than its seat may know."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from ratskeller import games
from ratskeller.core.game import View
from ratskeller.server.messages import Invited, Sight
from ratskeller.server.robot import CannotJoin, UnknownLevel, mind_of, play
from tests.server import worlds
from tests.server.harness import GAME, running, together
from tests.statements import statement


def test_a_seat_sees_its_view_and_its_actions_in_the_order_of_the_offers(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", options={"secret": True})
            await ben.join(made)
            game = games.find(GAME)
            state_type: Any = game.state_type
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                await together(first, second)
                mover, other = (first, second) if first.now.legal else (second, first)
                for line in (mover, other):
                    sight = await line.ask(type="see")
                    assert isinstance(sight, Sight)
                    assert sight.version == line.version
                    assert (sight.game, sight.seats) == (GAME, 2)
                    assert sight.options["secret"] is True
                    assert sight.rules_version == game.meta.rules_version
                    assert sight.data_hash == game.data_hash
                    view = msgspec.json.decode(sight.view, type=View[state_type])
                    match = house.house.tables[made["table"]].playing()
                    assert view == match.view(line.now.seat)
                sight = await mover.ask(type="see")
                legal = [
                    msgspec.json.decode(action, type=game.action_type) for action in sight.legal
                ]
                notations = [game.notation(action) for action in legal]
                assert notations == [offer.notation for offer in mover.now.legal]
                assert (await other.ask(type="see")).legal == ()

    asyncio.run(story())


def test_who_has_no_seat_sees_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, stranger = house.person(), house.person()
            waiting = await ada.lay("me", "open")
            async with ada.line(waiting["table"]) as line:
                assert (await line.ask(type="see")).rule == "TB-28"
            made = await ada.lay("me", "bot:random")
            async with stranger.line(made["table"]) as watcher:
                assert (await watcher.ask(type="see")).rule == "TB-28"

    asyncio.run(story())


@statement("S01", "S06")
def test_what_is_seen_is_the_same_whatever_the_hidden_cards_are() -> None:
    game = games.find(GAME)
    differed: set[str] = set()
    for seed in range(12):
        rng = random.Random(seed)
        seats = rng.choice(game.meta.seats)
        match = worlds.play_at_random(game, seats, game.meta.options(secret=True), rng)
        for number in rng.sample(range(len(match.entries)), 4):
            state = match.state_at(number)
            for viewer in range(seats):
                other = game.scramble(state, viewer, rng)
                differed |= worlds.fields_that_differ(state, other)
                left = worlds.seen_at(game, match, number, state, viewer)
                assert left == worlds.seen_at(game, match, number, other, viewer)
                assert b'"type":"view"' in left
    assert {"hands", "deck", "laid"} <= differed


def test_bots_of_this_machine_sit_down_from_outside_and_play_to_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "open", "open")
            url = house.base + made["invitation"]
            jost = asyncio.create_task(play(url, "jost", "Robot"))
            chance = asyncio.create_task(play(url, "random", "", "de"))
            async with ada.line(made["table"]) as line:
                await line.until(lambda one: one.now.status == "playing")
                assert "Robot" in [seat.name for seat in line.now.seats]
                await line.play(random.Random(1))
                assert re.search(r"\b(win|wins|draw)\b", await jost)
                found = re.search(r"\b(gewinnst|gewinnt|unentschieden)\b", await chance)
                assert found, "it reads the result in German"
            with pytest.raises(CannotJoin, match="taken"):
                await play(url, "greedy", "")
            with pytest.raises(CannotJoin):
                await play(house.base + "/i/NOBODYXX", "greedy", "")
            other = await ada.lay("me", "open")
            with pytest.raises(UnknownLevel):
                await play(house.base + other["invitation"], "genius", "")

    asyncio.run(story())


SIGHT = Sight(1, "", "chess", 1, "", 2, {}, Raw(b"null"), (Raw(b"0"), Raw(b"1")))


def test_a_bot_that_cannot_know_the_rules_says_so_and_does_not_sit_down() -> None:
    game = games.find(GAME)
    same = Invited("t", GAME, 1, False, game.meta.rules_version, game.data_hash)
    assert callable(mind_of("greedy", same))
    with pytest.raises(CannotJoin, match=r"^chess is not on the shelf of this machine\.$"):
        mind_of("greedy", msgspec.structs.replace(same, game="chess"))
    for change in ({"data_hash": "0" * 64}, {"rules_version": 99}):
        other = msgspec.structs.replace(same, **change)
        with pytest.raises(CannotJoin, match=r"^pied_piper is played with other rules"):
            mind_of("greedy", other)
        mind = mind_of("random", other)  # who plays anything needs no rules
        assert mind(SIGHT) in (0, 1)
