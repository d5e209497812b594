"""The house: it opens tables, and keeps and tells what happens at them.

A table lives in memory while somebody is there, and in the store always; a restart loses nothing
but who was online.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final, TypeVar

import msgspec

from ratskeller.core.game import Refused, Seat
from ratskeller.core.match import AnyMatch
from ratskeller.server import results
from ratskeller.server.chain import BrokenChain, heading_of, linked
from ratskeller.server.change import TableChange
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.driver import Driver
from ratskeller.server.limits import DEFAULT_LIMITS, Buckets, Gate, Limits
from ratskeller.server.listener import Listener
from ratskeller.server.meter import Meter
from ratskeller.server.refusals import refused
from ratskeller.server.repertoire import find_playable
from ratskeller.server.schema import ChatRow, PlayerRow
from ratskeller.server.store import Store
from ratskeller.server.table import Table
from ratskeller.server.thinking import Thinker
from ratskeller.server.writing import chat_that_fits

LOG: Final = logging.getLogger("ratskeller.house")
_LIFE_BITS: Final = 36  # milliseconds of two years; 131,072 lives fit the numbers of a browser
IDLE_SECONDS: Final = 600.0

Result = TypeVar("Result")


class House:
    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        clock: Callable[[], float],
        limits: Limits = DEFAULT_LIMITS,
    ) -> None:
        self.store = store
        self.thinker = thinker
        self.clock = clock
        self.limits = limits
        self.layers = Buckets(limits.tables)  # who lays tables
        self.newcomers = Gate(limits.guests)
        self.joining = Gate(limits.joins)
        self._guesses = Gate(limits.guesses)
        self.wholes = Buckets(limits.wholes)  # who asks for the whole
        self.talkers = Buckets(limits.chat)  # who says something
        self.downloads = Buckets(limits.downloads)
        self.lines: Counter[Hashable] = Counter()  # open sockets of each visitor
        self.tables: dict[str, Table] = {}
        self.meter = Meter()
        self._opening = asyncio.Lock()
        self._opened = time.monotonic()
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- tables ---------------------------------------------------------------------------------

    async def open(self, table_id: str) -> Table:
        """A table by its id, from memory or from the store. Raises `TableRefused`."""
        async with self._opening:
            if table_id not in self.tables:
                self._forget_idle()
                self.tables[table_id] = await self._whole(table_id)
        table = self.tables[table_id]
        table.last_used = self.clock()
        self.wake(table)
        return table

    async def _whole(self, table_id: str) -> Table:
        """A table from the store; one that is damaged there harms nobody else."""
        try:
            return await self._load(table_id)
        except Refused:
            raise
        except StoreTrouble as trouble:
            if "malformed" not in str(trouble):
                raise
            LOG.exception("table %s is damaged on the disk", table_id, extra={"table": table_id})
        except BrokenChain as broken:
            # The sentence says it all.
            LOG.error("table %s: %s", table_id, broken, extra={"table": table_id})  # noqa: TRY400
        except Exception:
            LOG.exception("table %s cannot be read", table_id, extra={"table": table_id})
        self.meter.damaged += 1
        raise refused("damaged")

    async def _load(self, table_id: str) -> Table:
        row = await self.store.table(table_id)
        if row is None:
            raise refused("unknown_table")
        table = Table(row, await self.store.players(table_id), find_playable(row.game), self.clock)
        table.audience.begin_at(self._first_version())
        table.restore(await self.store.entries(table_id))
        table.chat = await self.store.chat(table_id)
        if table.dropped is not None:
            await self._say_dropped(table, table.dropped)
        if table.match is not None and row.turn is None and not row.result:
            await self._note_standing(table, table.match)
        table.requests.done = await self.store.requests(table_id)
        table.driver = Driver(self, table)
        return table

    async def _note_standing(self, table: Table, match: AnyMatch) -> None:
        """The row is from a house that did not write down yet how matches stand and end."""
        standing = results.columns(match)
        with suppress(
            StoreTrouble
        ):  # then another time: looking at a table needs no room on a disk
            async with self.store.writing() as writer:
                await writer.change_table(table.row.id, **standing)
            for name, value in standing.items():
                setattr(table.row, name, value)

    async def _say_dropped(self, table: Table, seat: Seat) -> None:
        """A draft did not fit the log: it goes, and everybody reads that it is gone."""
        notice = self.chat_row(table, table.player_at(seat), "", "dropped")
        async with self.store.writing() as writer:
            await writer.change_table(table.row.id, draft="")
            await writer.add_chat(notice)
        table.row.draft = ""
        table.chat.append(notice)

    def _first_version(self) -> int:
        """Where the versions of a table begin: above those of its earlier lives, with this house and
        the ones before. A wall clock can be put back, a count of lives and a stopwatch cannot.
        """
        passed = int((time.monotonic() - self._opened) * 1000)
        return (self.store.life << _LIFE_BITS) + passed

    def _forget_idle(self) -> None:
        """Tables where nobody is take no memory; the next visitor has them loaded again."""
        long_ago = self.clock() - IDLE_SECONDS
        for table_id, table in list(self.tables.items()):
            resting = table.driver is None or table.driver.resting
            if not table.audience.listeners and table.last_used < long_ago and resting:
                del self.tables[table_id]

    async def reload(self, table: Table) -> None:
        """After trouble with the store: back to what is on the disk."""
        try:
            fresh = await self._load(table.row.id)
            rows = await self.store.entries(table.row.id)
        except (StoreTrouble, BrokenChain):
            self.drop(table)
            return
        table.row, table.players, table.chat = fresh.row, fresh.players, fresh.chat
        table.restore(rows)

    async def read_again(self, table: Table) -> None:
        """Something has changed on the disk: whoever is at the table sees it at once, as a whole."""
        async with table.lock:
            await self.reload(table)
            table.audience.begin()
        self.wake(table)

    def drop(self, table: Table) -> None:
        """Forget a table whose memory cannot be trusted: its sockets hang up, come back, and find
        it as it is on the disk.
        """
        if self.tables.get(table.row.id) is table:
            del self.tables[table.row.id]
        for listener in table.audience.listeners:
            listener.hang_up()

    # --- keeping --------------------------------------------------------------------------------

    async def record(self, table: Table, change: TableChange) -> None:
        """Write a change down in one transaction, then tell it, then let bots play on.

        This is the one way to change a table, and the caller holds its lock: what anybody is told is
        on the disk, and what is refused here has changed nothing there.
        """
        match, row, request = change.begun or table.match, table.row, change.request
        entries, settings = [], dict(change.settings)
        if match is not None:
            stored = 0 if change.begun else table.stored
            lines = [msgspec.json.encode(entry).decode() for entry in match.entries[stored:]]
            before = heading_of(match.header) if change.begun else row.chain
            entries = linked(before, lines, stored + 1)
            settings |= {"draft": table.draft_json(), **results.columns(match)}
        if entries:
            settings["chain"] = entries[-1].chain
        if change.begun:
            settings["header"] = msgspec.json.encode(change.begun.header).decode()
        settings = {name: value for name, value in settings.items() if getattr(row, name) != value}
        async with self._noting(row.id, len(entries)), self.store.writing() as writer:
            if change.also:
                await change.also(writer)
            for player in change.players:
                await writer.change_player(player)
            await writer.add_entries(row.id, entries)
            if settings:
                await writer.change_table(row.id, **settings)
            for line in change.chat:
                await writer.add_chat(line)
            kept = chat_that_fits([*table.chat, *change.chat])
            if len(kept) < len(table.chat) + len(change.chat):
                await writer.forget_chat(row.id, kept[0].number)
            if request:
                await writer.add_request(row.id, request.guest, request.id, request.digest)
        table.stored += len(entries)
        for name, value in settings.items():
            setattr(row, name, value)
        for player in change.players:
            table.players[player.number] = player
        table.chat = kept
        if request:
            table.requests.done[request.guest, request.id] = request.digest
        if change.begun:
            table.adopt(change.begun, stored=len(entries))
            table.audience.begin()
        elif not change.silent:
            table.audience.publish(change)
        self.wake(table)

    @asynccontextmanager
    async def _noting(self, table_id: str, entries: int) -> AsyncIterator[None]:
        """Count a change, and how long it takes to be on the disk."""
        begun = time.monotonic()
        try:
            yield
        except StoreTrouble:
            self.meter.troubles += 1
            raise
        taken = time.monotonic() - begun
        self.meter.wrote(entries, taken)
        if LOG.isEnabledFor(logging.INFO):
            facts = {"table": table_id, "entries": entries, "milliseconds": round(taken * 1000, 1)}
            LOG.info("table %s: written", table_id, extra=facts)

    @contextmanager
    def guessing(self, address: str) -> Iterator[None]:
        """Whoever tries a code may be wrong so often, and then has to wait. Raises `TableRefused`."""
        self._guesses.take(address, self.clock())
        try:
            yield
        except Refused as no:
            if no.refusal.reason != "bad_invitation":
                self._guesses.give_back(address)
            raise
        self._guesses.give_back(address)

    def wake(self, table: Table) -> None:
        """Let bots play, if it is their turn."""
        if table.driver is not None:
            table.driver.wake()

    def chat_row(self, table: Table, player: PlayerRow, text: str, notice: str = "") -> ChatRow:
        return ChatRow(
            table_id=table.row.id,
            number=table.chat[-1].number + 1 if table.chat else 1,
            time=self.clock(),
            player=player.number,
            name=player.name,
            text=text,
            notice=notice,
        )

    # --- coming and going -----------------------------------------------------------------------

    async def arrive(self, table: Table, listener: Listener) -> None:
        async with table.lock:
            known = table.audience.includes(listener.guest)
            table.audience.listeners.add(listener)
            table.presence.came(listener.guest)
            if table.seats_of(listener.guest) and not known:
                table.audience.publish(TableChange())

    async def leave(self, table: Table, listener: Listener) -> None:
        async with table.lock:
            table.audience.listeners.discard(listener)
            table.last_used = self.clock()
            if table.audience.includes(listener.guest):
                return
            table.presence.left(listener.guest)
            if table.seats_of(listener.guest):
                table.audience.publish(TableChange())
                for wait in (table.row.cover_after, table.presence.patience):
                    asyncio.get_running_loop().call_later(wait + 0.1, self._spawn_tell, table)

    def _spawn_tell(self, table: Table) -> None:
        if table.audience.listeners:
            self.spawn(self._tell(table))

    async def _tell(self, table: Table) -> None:
        """Time has passed: who is away may be covered now, or their seat given anew."""
        async with table.lock:
            table.audience.publish(TableChange())

    def spawn(self, deed: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Do something in the background; it ends with the house at the latest."""
        task = asyncio.create_task(deed)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinker.close()
        await self.store.close()
