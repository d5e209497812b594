"""Whole matches over sockets, as people and bots play them."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.harness import Line, running
from tests.statements import statement


@statement("S34")
@pytest.mark.parametrize("options", [{}, {"secret": True}, {"rugrats": True}])
def test_two_people_and_a_bot_play_to_the_end(tmp_path: Path, options: dict[str, bool]) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, stranger = house.person(), house.person(), house.person()
            made = await ada.lay("me", "open", "bot:random", name="Ada", options=options)
            table = made["table"]
            async with ada.line(table) as first:
                assert first.now.status == "open"
                assert (await ben.join(made, "Ben")).status_code == 200
                await first.until(lambda line: line.now.status == "playing")
                async with ben.line(table) as second, stranger.line(table) as third:
                    await asyncio.gather(
                        first.play(random.Random(1)),
                        second.play(random.Random(2)),
                        third.play(random.Random(3)),
                    )
                    lines: list[Line] = [first, second, third]
                    for line in lines:
                        await line.settle()
                        shown = dict(line.parts)
                        told = list(line.log)
                        await line.ask(type="hello")
                        assert line.parts == shown, "the frames lead elsewhere than the whole"
                        assert line.log == told, "the log was not told as it stands"
                        assert line.now.result is not None
            results = {line.now.result.seed for line in lines}
            assert len(results) == 1
            assert [chair.name for chair in first.now.seats if chair.kind == "person"]

    asyncio.run(story())
