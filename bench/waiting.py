"""Print how long people wait, each wait beside another one of the same run.

Seconds hang on the machine and on what else runs there, so the claim is a ratio: both waits of a row
are measured in one run, turn by turn, and the row says how many times the other one it may take.
The people, the house and the browser are those of the tests.

    python -m bench.waiting [--rows ROW ...] [--json]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct
from msgspec.json import encode
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from ratskeller import games
from ratskeller.core.match import AnyMatch
from ratskeller.games.ratzentanz import GAME, Ratzentanz
from ratskeller.games.ratzentanz.rules.state import NOWHERE, State
from tests.browser.chromium import ensure
from tests.browser.conftest import FAST, House, serving
from tests.browser.people import LOOK, Person, expect
from tests.browser.prepared import over, prepare
from tests.browser.test_ratzentanz import sit, sq, walks
from tests.rules.ratzentanz.positions import doubled, number
from tests.server import harness

TABLES: Final = 20
ROUNDS: Final = 8
MANY: Final = 180  # moves of a doubled six
FEW: Final = 40
LONG: Final = 500  # entries of a match
ENOUGH: Final = 40  # waits to speak of the slow ones; of fewer the median is compared

Waits = tuple[list[float], list[float]]
"""Seconds of each wait, and of what it is held against."""


class Row(Struct, frozen=True):
    """What people wait for, and how many times the other thing it may take."""

    name: str
    what: str
    beside: str
    limit: float
    measure: Callable[[Path], Waits]


class Result(Struct, frozen=True):
    """Milliseconds; of the many moves the slow ones count, of the rest the usual."""

    name: str
    waits: int
    milliseconds: float
    beside: float
    ratio: float
    limit: float
    held: bool


def result_of(row: Row, room: Path) -> Result:
    waits, beside = row.measure(room)
    usual = min(len(waits), len(beside)) < ENOUGH
    slow, other = (statistics.median(one) if usual else _slow(one) for one in (waits, beside))
    ratio = round(slow / other, 2)
    return Result(
        row.name,
        len(waits),
        round(slow * 1e3, 1),
        round(other * 1e3, 1),
        ratio,
        row.limit,
        ratio <= row.limit,
    )


def _slow(waits: list[float]) -> float:
    """What 95 of 100 stay below."""
    return statistics.quantiles(waits, n=20)[-1]


# --- over the wire -----------------------------------------------------------------------------


def other_screens(room: Path) -> Waits:
    """From a move to the other's screen, with many tables playing and with one."""
    many, one = (asyncio.run(_delays(room / f"{tables}.db", tables)) for tables in (TABLES, 1))
    return many, one


async def _delays(db: Path, tables: int) -> list[float]:
    port, delays = harness.free_port(), list[float]()
    async with harness.process(db, port), AsyncExitStack() as stack:
        ada, ben = (harness.Person(f"http://127.0.0.1:{port}") for _ in range(2))
        pairs = []
        for _ in range(tables):
            made = await ada.lay("me", "open", "bot:random")
            await ben.join(made)
            first = await stack.enter_async_context(ada.line(made["table"]))
            second = await stack.enter_async_context(ben.line(made["table"]))
            pairs.append((first, second))
        await asyncio.gather(*(_converse(seed, *pair, delays) for seed, pair in enumerate(pairs)))
        await ada.http.aclose()
        await ben.http.aclose()
    return delays


async def _converse(
    seed: int, first: harness.Line, second: harness.Line, delays: list[float]
) -> None:
    """Two people who think for a moment before they move."""
    rng = random.Random(seed)
    for _ in range(ROUNDS):
        think = rng.uniform(0.5, 2.0)
        await asyncio.gather(first.listen(think), second.listen(think))
        mover, watcher = (first, second) if first.now.legal else (second, first)
        if mover.now.status == "over" or not mover.now.legal:
            continue
        seen, sent = len(watcher.log), 0.0

        async def turn(mover: harness.Line = mover) -> None:
            nonlocal sent
            while mover.now.legal:
                sent = time.perf_counter()
                await mover.move(rng)

        moving = asyncio.create_task(turn())
        await watcher.until(lambda line, seen=seen: len(line.log) > seen)  # type: ignore[misc]
        arrived = time.perf_counter()
        await moving
        delays.append(arrived - sent)


def beside_thinkers(room: Path) -> Waits:
    """An answer to a step, while bots search at two other tables, and before."""

    async def story() -> Waits:
        async with harness.running(room / "thinkers.db", workers=2) as house:
            ada, ben = house.person(), house.person()
            made = await ada.lay("me", "open", game="ratzentanz")  # a long game
            await ben.join(made)
            async with ada.line(made["table"]) as first, ben.line(made["table"]) as second:
                before = await _exchange(first, second)
                for game_id in ("pied_piper", "first_rat"):
                    game = games.find(game_id)
                    made = await ada.lay(*["bot:search"] * max(game.meta.seats), game=game_id)
                    await house.house.open(made["table"])
                await asyncio.sleep(2.0)  # the workers are awake and busy
                return await _exchange(first, second), before

    return asyncio.run(story())


async def _exchange(first: harness.Line, second: harness.Line, steps: int = 60) -> list[float]:
    rng, delays = random.Random(1), list[float]()
    while len(delays) < steps and first.now.status != "over":
        for line in (first, second):
            await line.settle()
            if line.now.legal:
                began = time.perf_counter()
                await line.move(rng)
                delays.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    return delays


def broken_line(room: Path) -> Waits:
    """Until the whole is there again after a line broke in a half-made turn; and the first time."""

    async def story() -> Waits:
        again, first = list[float](), list[float]()
        async with harness.running(room / "lines.db") as house:
            for _ in range(ROUNDS):
                ada = house.person()
                made = await ada.lay("me", "bot:random", confirm=True)
                for waits in (first, again):
                    began = time.perf_counter()
                    async with ada.line(made["table"]) as line:
                        waits.append(time.perf_counter() - began)
                        if waits is first and await line.asked():
                            await line.choose(0)
                        line.connection.transport.abort()
        return again, first

    return asyncio.run(story())


# --- in the browser ----------------------------------------------------------------------------


@contextmanager
def browsing(room: Path) -> Iterator[tuple[House, Callable[..., Person]]]:
    """A house, and people with windows in it."""
    with serving(room / "house.db") as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ensure())

        def invite(**settings: str) -> Person:
            context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en")
            person = Person(context, house.base)
            return person.prefer(**{**FAST, **settings})

        yield house, invite
        browser.close()


LIT: Final = """() => new Promise((done) => {
  const undo = document.getElementById("undo");
  const began = performance.now();
  const look = () =>
    undo.hidden && document.querySelector(".part.lit, .place.lit")
      ? requestAnimationFrame(() => done(performance.now() - began))
      : setTimeout(look, 1);
  undo.click();
  look();
})"""


STEPPED: Final = """() => new Promise((done) => {
  const number = document.getElementById("number");
  const [before, began] = [number.textContent, performance.now()];
  const look = () =>
    number.textContent === before ? setTimeout(look, 1) : requestAnimationFrame(() => done(performance.now() - began));
  document.getElementById("after").click();
  look();
})"""


def _many(match: AnyMatch) -> bool:
    return not match.drafted and len(walks(match)) >= MANY


def _few(match: AnyMatch) -> bool:
    """Of several rats: where only one can go it is chosen by itself, and a click lets it go."""
    several = len({walk.rat for walk in walks(match)}) > 1
    return not match.drafted and several and len(walks(match)) <= FEW


def moves_lit(room: Path) -> Waits:
    """From taking a move back until everything that can be done instead is lit."""
    waits: list[list[float]] = []
    with browsing(room) as (house, invite):
        for wanted in (_many, _few):
            ada = invite()
            match = sit(house, ada, wanted)
            walk = next(walk for walk in walks(match) if walk.via == NOWHERE)
            waits.append([])
            for _ in range(ROUNDS):
                ada.point(f"rat:0.{walk.rat}")
                ada.point(sq(walk.to))
                expect(ada.one("#undo")).to_be_visible()
                waits[-1].append(ada.page.evaluate(LIT) / 1e3)
    return waits[0], waits[1]


def line_cut(room: Path) -> Waits:
    """Until a page whose line was cut is there again, and until it would be if loaded anew."""
    again, anew = list[float](), list[float]()
    with browsing(room) as (house, invite):
        ada = invite()
        ada.open(prepare(house, ada, "random", "random")).seated().asked()
        for _ in range(ROUNDS):
            ada.context.set_offline(True)
            expect(ada.one("#pill")).not_to_have_attribute("data-state", "online")
            began = time.perf_counter()
            ada.context.set_offline(False)
            ada.seated().asked()
            again.append(time.perf_counter() - began)
            began = time.perf_counter()
            ada.page.reload()
            ada.seated().asked()
            anew.append(time.perf_counter() - began)
    return again, anew


def newcomer(room: Path) -> Waits:
    """From the address of the house to a hand at a table with bots, and to the front page."""
    playing, front = list[float](), list[float]()
    with browsing(room) as (_, invite):
        for _ in range(ROUNDS):
            ada = invite()
            began = time.perf_counter()
            ada.open("/")
            front.append(time.perf_counter() - began)
            ada.click("[data-quick=pied_piper]")
            ada.seated()
            expect(ada.one("[data-part^='hand:']").first).to_be_attached()
            playing.append(time.perf_counter() - began)
            ada.context.close()
    return playing, front


def animation_skipped(room: Path) -> Waits:
    """Until another's turn has been shown, with the key that skips it and without."""
    waits: list[list[float]] = []
    shown = f"(log) => {{ const one = ({LOOK})(); return one.log === log && !one.moving; }}"
    with browsing(room) as (house, invite):
        for keys in ([" "], []):
            waits.append([])
            for _ in range(ROUNDS // 2):
                ada, ben = invite(speed="500"), invite()
                address = prepare(house, ben, ada, "random")
                ada.open(address).seated()
                ben.open(address).seated().asked()
                log = ben.look()["log"]
                while ben.look()["log"] == log:
                    ben.act()
                began = time.perf_counter()
                expect(ada.one("#skip")).to_be_visible()
                ada.keys(*keys)
                ada.wait_for(shown, ben.look()["log"])
                waits[-1].append(time.perf_counter() - began)
                ada.context.close()
                ben.context.close()
    return waits[0], waits[1]


def _long_over(match: AnyMatch) -> bool:
    return match.over and len(match.entries) > LONG


def finished_match(room: Path) -> Waits:
    """Until the replay of a long match that nobody has looked at yet shows its middle; and the front page."""
    replay, front = list[float](), list[float]()
    with browsing(room) as (house, invite):
        ada = invite()
        for _ in range(ROUNDS):
            address = prepare(house, ada, "random", game="ratzentanz", wanted=_long_over)
            began = time.perf_counter()
            ada.open("/")
            front.append(time.perf_counter() - began)
            began = time.perf_counter()
            ada.open(f"{address}/{LONG // 2}")
            expect(ada.one("#number")).to_contain_text(f"{LONG // 2} ")
            replay.append(time.perf_counter() - began)
    return replay, front


def replay_stepped(room: Path) -> Waits:
    """Until the next entry of a long match is shown in the replay; and of a short one."""
    waits: list[list[float]] = []
    with browsing(room) as (house, invite):
        for game, wanted in (("ratzentanz", _long_over), ("pied_piper", over)):
            ada = invite()
            ada.open(f"{prepare(house, ada, 'random', game=game, wanted=wanted)}/1")
            expect(ada.one("#number")).to_contain_text("1 ")
            waits.append([ada.page.evaluate(STEPPED) / 1e3 for _ in range(ENOUGH)])
    return waits[0], waits[1]


# --- rules -------------------------------------------------------------------------------------


def doubled_six(_room: Path) -> Waits:
    """A list of hundreds of moves that nobody has asked for before, and that of a plain six."""
    rats = {f"0.{rat}": square for rat, square in enumerate(("i7", "g7", "h7", "e4", "k10"), 1)}
    waits = []
    for state in (doubled(6, rats, piper="h5", cat="h2"), number(6, rats, piper="h5", cat="h2")):
        waits.append([_listed(Ratzentanz(GAME.data), state) for _ in range(ROUNDS)])
    return waits[0], waits[1]


def _listed(game: Ratzentanz, state: State) -> float:
    began = time.process_time()
    game.legal(state)
    return time.process_time() - began


ROWS: Final = (
    Row(
        "other screens",
        f"a move is on the other screens, with {TABLES} tables playing",
        "with one table playing",
        5,
        other_screens,
    ),
    Row(
        "beside thinkers",
        "a step is answered while the strongest bots think at two other tables",
        "while nobody thinks",
        4,
        beside_thinkers,
    ),
    Row(
        "broken line",
        "a half-made turn is back after the line broke",
        "the table is there for the first time",
        2,
        broken_line,
    ),
    Row(
        "moves lit",
        f"{MANY} moves or more are lit in the browser",
        f"{FEW} moves or fewer",
        4,
        moves_lit,
    ),
    Row(
        "line cut",
        "a page whose line was cut is there again by itself",
        "the page loaded anew",
        1,
        line_cut,
    ),
    Row(
        "newcomer",
        "from the address of the house to a hand at a table",
        "to the front page",
        8,
        newcomer,
    ),
    Row(
        "animation skipped",
        "a turn of another's is on the page when its animation is skipped",
        "when it is watched",
        0.5,
        animation_skipped,
    ),
    Row(
        "finished match",
        f"the replay of a match of {LONG} entries shows its middle",
        "the front page is there",
        4,
        finished_match,
    ),
    Row(
        "replay stepped",
        f"the next entry of a match of {LONG} is shown",
        "that of a short match",
        3,
        replay_stepped,
    ),
    Row(
        "doubled six",
        "the moves of a doubled six are listed for the first time",
        "those of a plain six",
        20,
        doubled_six,
    ),
)


def show(results: list[Result]) -> None:
    table = Table("wait", "waits", "ms", "beside ms", "ratio", "limit", "held")
    for one in results:
        figures = (one.waits, one.milliseconds, one.beside, one.ratio, one.limit)
        table.add_row(one.name, *map(str, figures), "yes" if one.held else "NO")
    Console(width=100).print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    names = [row.name for row in ROWS]
    parser.add_argument("--rows", nargs="+", default=names, choices=names)
    parser.add_argument("--json", action="store_true", dest="as_json")
    wishes: Any = parser.parse_args()
    results = []
    for row in ROWS:
        if row.name in wishes.rows:
            with TemporaryDirectory() as room:
                results.append(result_of(row, Path(room)))
    if wishes.as_json:
        print(encode(results).decode())
    else:
        show(results)
    return 0 if all(result.held for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
