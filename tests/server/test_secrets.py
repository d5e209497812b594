"""Nobody is told what they may not know: not by a socket, not by a page, not by a bot's worker."""

from __future__ import annotations

import asyncio
import base64
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import httpx
import msgspec
import pytest

from ratskeller import games
from ratskeller.bots import FALLBACK
from ratskeller.core.conformance import LawBroken, check_marks
from ratskeller.core.game import AnyGame, Mark, View, option_sets
from ratskeller.core.match import AnyMatch
from ratskeller.server import thinking
from ratskeller.server.app import Settings, create_app
from ratskeller.server.house import House
from ratskeller.server.security import COOKIE, new_guest
from ratskeller.server.table import Table
from ratskeller.server.thinking import Thinker
from tests.lengths import often
from tests.server import worlds
from tests.server.harness import GAME, Line, running, together
from tests.statements import statement

pytestmark = pytest.mark.heavy


MATCHES = often(32, 2000)
SHARES = 4


def settings_of_share(share: int) -> list[tuple[int, Any, int]]:
    """Seats, options and seed of the matches of one share, all variants in turn."""
    game = games.find(GAME)
    kinds = [(seats, one) for seats in game.meta.seats for one in option_sets(game, seats)]
    return [(*kinds[seed % len(kinds)], seed) for seed in range(share, MATCHES, SHARES)]


@statement("S01", "S03", "S08")
@pytest.mark.parametrize("share", range(SHARES))
def test_a_socket_hears_the_same_in_two_worlds(share: int) -> None:
    game = games.find(GAME)
    compared = 0
    for seats, options, seed in settings_of_share(share):
        rng = random.Random(seed)
        match = worlds.play_at_random(game, seats, options, rng)
        viewer = rng.choice([None, *range(seats)])
        other = worlds.other_world(match, viewer, rng)
        leaf = seed % 32 == share  # leafing through the replay, too, costs as much again
        true_lines = worlds.heard(game, match, worlds.bodies_of(match), viewer, replay=leaf)
        assert_no_seed(match, true_lines, replay=leaf)
        assert other is not None, f"no twin world for seat {viewer} (seed {seed})"
        lines = worlds.heard(game, match, other, viewer, replay=leaf)
        assert lines == true_lines, f"seat {viewer} can tell two worlds apart (seed {seed})"
        compared += 1
        frames = [frame for line in lines for frame in json.loads(line).get("frames", ())]
        for told in ("kind", "seat", "facts"):
            assert any(frame[told] for frame in frames), f"no frame has {told}"
        hows = {motion["how"] for frame in frames for motion in frame["change"]["motions"]}
        assert {"walk", "glide", "turn"} <= hows
    assert compared == len(settings_of_share(share))


@statement("S01", "S24")
@pytest.mark.parametrize("share", range(SHARES))
def test_every_page_of_a_running_match_is_the_same_in_two_worlds(
    tmp_path: Path, share: int
) -> None:
    """The table, a position of its past, the replay, the export and the report of a problem, at
    positions where hands, draw pile and cards that lie face down are others.
    """
    game = games.find(GAME)
    differed: set[str] = set()

    async def story() -> None:
        async with browsing(tmp_path / "house.db", game) as browser:
            for seats, options, seed in settings_of_share(share):
                rng = random.Random(seed)
                match = worlds.play_at_random(game, seats, options, rng)
                viewer = rng.choice([None, *range(seats)])
                compared = 0
                for pair in worlds.twin_positions(match, viewer, rng):
                    tables = [worlds.table_after(game, match, bodies) for bodies in pair]
                    left, right = (table.playing().state for table in tables)
                    differed.update(worlds.fields_that_differ(left, right))
                    past = rng.randrange(1, len(pair[0]) + 2)
                    pages = [await browser.pages(table, viewer, past) for table in tables]
                    for name, page in pages[0].items():
                        assert page == pages[1][name], f"{name} for seat {viewer} (seed {seed})"
                    compared += left != right
                assert compared, f"no position to compare (seed {seed})"

    asyncio.run(story())
    assert differed >= {"hands", "deck", "laid"}


@statement("S01", "S24")
def test_the_comparison_of_pages_would_notice_a_leak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.find(GAME)
    leaky = type(game)(game.data)
    monkeypatch.setattr(leaky, "conceal", lambda state, viewer: View(viewer, state), raising=False)
    noticed: set[str] = set()

    async def story() -> None:
        async with browsing(tmp_path / "house.db", leaky) as browser:
            for seed in range(6):
                rng = random.Random(seed)
                match = worlds.play_at_random(leaky, 3, leaky.meta.options(secret=True), rng)
                for pair in worlds.twin_positions(match, 0, rng):
                    tables = [worlds.table_after(leaky, match, bodies) for bodies in pair]
                    pages = [await browser.pages(table, 0, len(pair[0])) for table in tables]
                    noticed.update(name for name in pages[0] if pages[0][name] != pages[1][name])

    asyncio.run(story())
    assert {"table", "past", "export", "report"} <= noticed


class Browser:
    """Somebody who looks at every page of a table, with the cookie of any seat."""

    def __init__(self, house: House, client: httpx.AsyncClient, cookies: list[str]) -> None:
        self.house = house
        self.client = client
        self.cookies = cookies

    async def pages(self, table: Table, viewer: int | None, past: int) -> dict[str, bytes]:
        """Every page as this viewer gets it: headers and all."""
        self.house.tables[table.row.id] = table
        headers = {} if viewer is None else {"Cookie": self.cookies[viewer]}
        addresses = {
            "table": f"/t/{table.row.id}",
            "past": f"/t/{table.row.id}/{past}",
            "replay": f"/api/tables/{table.row.id}/replay",
            "export": f"/t/{table.row.id}/export",
            "report": f"/t/{table.row.id}/report",
        }
        found = {}
        for name, address in addresses.items():
            self.client.cookies.clear()  # a spectator brings none that a seat was given
            answer = await self.client.get(address, headers=headers)
            assert answer.status_code == 200, (name, answer.text)
            found[name] = repr(sorted(answer.headers.items())).encode() + answer.content
        return found


@asynccontextmanager
async def browsing(db: Path, game: AnyGame) -> AsyncIterator[Browser]:
    """The house's own pages, without a network: guests 1, 2, ... sit on the seats 0, 1, ..."""
    app = create_app(Settings(db=db, clock=lambda: worlds.NOW))
    transport = httpx.ASGITransport(app)
    headers = {"accept-encoding": "identity"}
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(
            transport=transport, base_url="http://localhost", headers=headers
        ) as client,
    ):
        house = app.state.house
        guests = [await new_guest(house.store, worlds.NOW) for _ in game.meta.seats]
        guests.append(await new_guest(house.store, worlds.NOW))
        assert [guest.id for guest in guests] == [1, 2, 3, 4, 5]
        yield Browser(house, client, [f"{COOKIE}={guest.token}" for guest in guests])


@statement("S01")
@pytest.mark.parametrize("options", [{}, {"secret": True}])
def test_the_whole_is_the_same_whatever_the_hidden_cards_are(options: dict[str, bool]) -> None:
    """Single positions, with every secret permuted: cards that lie face down on the table, too."""
    game = games.find(GAME)
    differed: set[str] = set()
    for seed in range(40):
        rng = random.Random(seed)
        seats = rng.choice(game.meta.seats)
        match = worlds.play_at_random(game, seats, game.meta.options(**options), rng)
        for number in rng.sample(range(len(match.entries)), 5):
            for viewer in (None, *range(seats)):
                state = match.state_at(number)
                other = game.scramble(state, viewer, rng)
                differed |= worlds.fields_that_differ(state, other)
                left = worlds.told_at(game, match, number, state, viewer)
                right = worlds.told_at(game, match, number, other, viewer)
                assert left == right, f"entry {number} of match {seed}, seat {viewer}"
    assert {"hands", "deck"} <= differed
    assert ("laid" in differed) == bool(options), "face-down cards were permuted as well"


def assert_no_seed(match: AnyMatch, lines: list[bytes], *, replay: bool) -> None:
    """The seed is in nothing that a socket hears before the end."""
    assert match.seal is not None
    seed = match.seal.seed
    raw = bytes.fromhex(seed)
    shapes = [seed.encode(), seed.upper().encode(), base64.b64encode(raw), repr(list(raw)).encode()]
    *before, last = lines[:-1] if replay else lines
    assert json.loads(last)["now"]["status"] == "over"
    assert seed.encode() in last
    for line in before:
        assert not any(shape in line for shape in shapes)


@statement("S01")
def test_the_comparison_of_worlds_would_notice_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find(GAME)
    leaky = type(game)(game.data)
    monkeypatch.setattr(leaky, "conceal_event", lambda event, viewer: event, raising=False)
    noticed = 0
    for seed in range(6):
        rng = random.Random(seed)
        match = worlds.play_at_random(leaky, 3, leaky.meta.options(), rng)
        other = worlds.other_world(match, 0, rng)
        assert other is not None
        true_lines = worlds.heard(leaky, match, worlds.bodies_of(match), 0)
        noticed += true_lines != worlds.heard(leaky, match, other, 0)
    assert noticed


@statement("S01")
def test_a_seat_hears_only_its_own_cards_over_the_wire(tmp_path: Path) -> None:
    """Whatever another seat draws, its name never reaches this seat's socket before it is played."""

    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open")
            await ben.join(made)
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                await together(first, second)
                rng = random.Random(5)
                for _ in range(6):
                    mover, waiter = (first, second) if first.now.legal else (second, first)
                    await mover.move(rng)
                    await waiter.settle()
                    await mover.settle()
                drawn = [
                    line.text for line in first.log if " draw" in line.text and line.by != "table"
                ]
                assert any(text.startswith("You draw ") for text in drawn)
                others = [text for text in drawn if not text.startswith("You ")]
                assert others
                assert all(text.endswith(" draws a card.") for text in others)

    asyncio.run(story())


@statement("S02")
def test_a_state_field_without_a_visibility_mark_fails_the_build() -> None:
    game = games.find(GAME)
    check_marks(game)

    state_type: Any = game.state_type

    class Forgetful(state_type, frozen=True):  # type: ignore[misc, call-arg]
        secret: Annotated[int, "nobody thought about it"] = 0

    class Careful(state_type, frozen=True):  # type: ignore[misc, call-arg]
        secret: Annotated[int, Mark.NOBODY] = 0

    changed: Any = type(game)(game.data)
    changed.state_type = Careful
    check_marks(changed)
    changed.state_type = Forgetful
    with pytest.raises(LawBroken):
        check_marks(changed)


@statement("S03")
def test_no_page_and_no_file_holds_the_seed_before_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada = house.person()
            made = await ada.lay("me", "bot:random")
            table = made["table"]
            seed = house.house.tables[table].row.seed
            paths = [f"/t/{table}", f"/t/{table}/3", f"/t/{table}/export", f"/t/{table}/report"]
            paths += [
                "/",
                "/api/tables",
                f"/api/tables/{table}/replay",
                f"/api/tables/{table}/seal",
            ]
            for path in paths:
                answer = await ada.http.get(path)
                assert seed not in answer.text, path
            assert (await ada.http.get(f"/api/tables/{table}/seal")).status_code == 409
            async with ada.line(table) as line:
                await line.play(random.Random(1))
                assert line.now.result.seed == seed
            sealed = (await ada.http.get(f"/api/tables/{table}/seal")).json()
            assert sealed["seed"] == seed
            report = (await ada.http.get(f"/t/{table}/report")).text
            assert seed not in report

    asyncio.run(story())


@statement("S06")
def test_a_bot_gets_the_bytes_of_its_view_and_nothing_else() -> None:
    game = games.find(GAME)
    match = worlds.play_at_random(game, 3, game.meta.options(), random.Random(1))
    state = next(s for n in range(20, 60) if game.to_act(s := match.state_at(n)) in (0, 1, 2))
    seat = game.to_act(state)
    assert seat is not None
    sent: list[tuple[Any, ...]] = []

    class Pool:
        def submit(self, work: Any) -> Any:
            sent.append((work.func, *work.args))
            assert not work.keywords
            raise RuntimeError("the letter was opened")

    thinker = Thinker()
    thinker._pool = Pool()  # type: ignore[assignment]
    view = game.conceal(state, seat)
    asyncio.run(thinker.choose(game, "greedy", view, game.legal(state)))
    asyncio.run(thinker.judge(game, "adelheid", view))
    rules = (type(game).__module__, game.version, game.data)  # what anybody may read
    assert [letter[:3] for letter in sent] == [
        (thinking.think, rules, "greedy"),
        (thinking.think, rules, FALLBACK),
        (thinking.weigh, rules, "adelheid"),
    ]
    state_type: Any = game.state_type
    for letter in sent:
        assert msgspec.msgpack.decode(letter[3], type=View[state_type]) == view
        assert len(letter) == 4
    untyped: Any = state  # the type checker would not let a whole state come so far
    with pytest.raises(TypeError, match="never a state"):
        asyncio.run(thinker.choose(game, "greedy", untyped, game.legal(state)))
    with pytest.raises(TypeError, match="never a state"):
        asyncio.run(thinker.judge(game, "adelheid", untyped))


@statement("S07")
def test_undo_gives_back_exactly_what_was_known_before(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", options={"secret": True}, confirm=True)
            await ben.join(made)
            rng = random.Random(3)
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                await together(first, second)
                for _ in range(14):
                    mover = first if first.now.legal else second
                    waiter = second if mover is first else first
                    if mover.now.status == "over":
                        break
                    await waiter.settle()
                    before = known(mover)
                    others = known(waiter, public=True)
                    steps = 0
                    while not mover.now.held and (steps == 0 or rng.random() < 0.7):
                        await mover.move(rng)
                        steps += 1
                    await waiter.settle()
                    assert known(waiter, public=True) == others, "a draft was shown"
                    if rng.random() < 0.5:
                        await mover.ask(type="restart", version=mover.version)
                    else:
                        for _ in range(steps):
                            await mover.ask(type="undo", version=mover.version)
                    assert known(mover) == before
                    refusal = await mover.ask(type="undo", version=mover.version)
                    assert refusal.rule == "TB-03"
                    count = len(mover.log)
                    while mover.now.legal or mover.now.held:
                        held = mover.now.held
                        await mover.move(rng)
                        if held:
                            break
                    assert len(mover.log) > count
                    refusal = await mover.ask(type="undo", version=mover.version)
                    assert refusal.rule in ("TB-01", "TB-02", "TB-03")
                    await waiter.settle()

    asyncio.run(story())


def known(line: Line, *, public: bool = False) -> Any:
    """What a page shows: board, log and offers, or only what a draft of somebody else's leaves."""
    if public:
        return line.parts, line.log, line.now.banner
    return line.parts, line.log, line.now.legal, line.now.banner, line.now.drafted, line.now.held


@statement("S09")
def test_nothing_is_dealt_before_everybody_is_seated(tmp_path: Path) -> None:
    async def story() -> None:
        async with running(tmp_path / "house.db") as house:
            ada, ben, cleo, stranger = (house.person() for _ in range(4))
            made = await ada.lay("me", "open", "open", "bot:random")
            table = made["table"]
            async with ada.line(table) as host, stranger.line(table) as watcher:
                await ben.join(made)
                await host.until(lambda line: sum(s.kind == "open" for s in line.now.seats) == 1)
                await host.settle()
                await watcher.settle()
                assert host.now.status == "open"
                assert host.parts == watcher.parts
                assert not [part for part in host.parts if part.startswith("hand:")]
                assert host.now.legal == ()
                assert not host.log
                assert await house.house.store.entries(table) == []
                assert house.house.tables[table].match is None
                assert (await ada.http.get(f"/t/{table}/export")).status_code == 409
                await cleo.join(made)
                await host.until(lambda line: line.now.status == "playing")
                assert await house.house.store.entries(table)
                assert [part for part in host.parts if part.startswith("hand:")]
                await watcher.until(lambda line: line.now.status == "playing")
                assert not [part for part in watcher.parts if part.startswith("hand:")]

    asyncio.run(story())
