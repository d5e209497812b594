"""The house: it opens tables, and keeps and tells what happens at them.

A table lives in memory while somebody is there, and in the store always; a restart loses nothing
but who was online.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

import msgspec

from ratskeller.core.game import Refused, Seat
from ratskeller.core.match import AnyMatch
from ratskeller.server import results
from ratskeller.server.chain import BrokenChain, heading_of, linked
from ratskeller.server.change import TableChange
from ratskeller.server.desk import Overtaken, StoreTrouble
from ratskeller.server.driver import Driver
from ratskeller.server.exercises import Exercises
from ratskeller.server.limits import DEFAULT_LIMITS, Buckets, Gate, Limits
from ratskeller.server.listener import Listener
from ratskeller.server.lookback import Looking
from ratskeller.server.meter import Meter
from ratskeller.server.refusals import refused
from ratskeller.server.repertoire import find_playable
from ratskeller.server.schema import ChatRow, News, PlayerRow
from ratskeller.server.store import REFUSED, Store, Writer
from ratskeller.server.table import Table
from ratskeller.server.thinking import Thinker
from ratskeller.server.writing import chat_that_fits

LOG: Final = logging.getLogger("ratskeller.house")
_LIFE_BITS: Final = 36  # milliseconds of two years; 131,072 lives fit the numbers of a browser
IDLE_SECONDS: Final = 600.0
_PAUSE: Final = 1.0  # seconds after trouble
RACES: Final = 8  # that may be lost in a row

Result = TypeVar("Result")
Params = ParamSpec("Params")


def persistent(
    deed: Callable[Params, Coroutine[Any, Any, Result]],
) -> Callable[Params, Coroutine[Any, Any, Result]]:
    """Do it again where another process was faster: the table is then as that one has left it."""

    @wraps(deed)
    async def again(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        for _ in range(RACES):
            with suppress(Overtaken):
                return await deed(*args, **kwargs)
        return await deed(*args, **kwargs)

    return again


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
        self.solvers = Gate(limits.guests)  # newcomers by a puzzle: who keeps no cookie solves many
        self.joining = Gate(limits.joins)
        self._guesses = Gate(limits.guesses)
        self.wholes = Buckets(limits.wholes)  # who asks for the whole
        self.talkers = Buckets(limits.chat)  # who says something
        self.downloads = Buckets(limits.downloads)
        self.looking = Looking(self)
        self.exercises = Exercises(self)
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
        await self.catch_up(table)
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
        kept = await self.store.kept(table_id)
        if kept is None:
            raise refused("unknown_table")
        row = kept.row
        table = Table(row, kept.players, find_playable(row.game), self.clock)
        table.audience.begin_at(self._first_version())
        table.restore(kept)
        if table.dropped is not None:
            await self._say_dropped(table, table.dropped)
        if table.match is not None and row.turn is None and not row.result:
            await self._note_standing(table, table.match)
        table.driver = Driver(self, table)
        return table

    async def _note_standing(self, table: Table, match: AnyMatch) -> None:
        """The row is from a house that did not write down yet how matches stand and end."""
        standing = results.columns(match)
        with suppress(
            StoreTrouble
        ):  # then another time: looking at a table needs no room on a disk
            async with self.store.writing() as writer:
                await writer.change_table(table.row.id, table.row.changes, **standing)
            for name, value in standing.items():
                setattr(table.row, name, value)
            table.row.changes += 1

    async def _say_dropped(self, table: Table, seat: Seat) -> None:
        """A draft did not fit the log: it goes, and everybody reads that it is gone."""
        notice = self.chat_row(table, table.player_at(seat), "", "dropped")
        async with self.store.writing() as writer:
            await writer.change_table(table.row.id, table.row.changes, draft="")
            await writer.add_chat(notice)
        table.row.draft = ""
        table.row.changes += 1
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
            kept = await self.store.kept(table.row.id)
            if kept is None:
                raise refused("unknown_table")
            table.restore(kept)
        except (StoreTrouble, BrokenChain, Refused):
            self.drop(table)

    async def read_again(self, table: Table) -> None:
        """Something has changed on the disk: whoever is at the table sees it at once, as a whole."""
        async with table.lock:
            await self.reload(table)
            table.audience.begin()
        self.wake(table)

    # --- other processes ------------------------------------------------------------------------

    def keep_up(self) -> None:
        """From now on go on as other processes write it down."""
        self.spawn(self._keep_up())

    async def _keep_up(self) -> None:
        while True:
            try:
                heard, called = await self.store.notices(), self.store.called()
                for table_id in called:
                    self._help(table_id)
                known = heard or called or self.tables
                await self._follow_all([one for one in known if one in self.tables])
            except StoreTrouble:
                LOG.exception("the store does not say what is new")
                await asyncio.sleep(_PAUSE)

    def _help(self, table_id: str) -> None:
        """Bots wait in another process: where a worker is free here, their table is opened and played at."""
        if not self.thinker.turns.all_busy:
            self.spawn(self._look_after(table_id))

    async def _look_after(self, table_id: str) -> None:
        with suppress(Refused, StoreTrouble):
            await self.open(table_id)

    async def catch_up(self, table: Table) -> None:
        """Know what others have done at a table up to now."""
        if self.store.shared:
            await self._follow_all([table.row.id])

    async def _follow_all(self, table_ids: Sequence[str]) -> None:
        """Compare tables with the store, and tell what others have done there."""
        for table_id, news in (await self.store.news(table_ids)).items() if table_ids else ():
            if table := self.tables.get(table_id):
                async with table.lock:
                    await self._follow(table, news)
                self.wake(table)

    async def _follow(self, table: Table, news: News) -> None:
        if news.changes > table.row.changes:
            kept = await self.store.kept(table.row.id)
            try:
                change = table.go_on(kept) if kept else None
            except BrokenChain:
                self.drop(table)
                return
            if change is None:
                await self.reload(table)
                table.audience.begin()
            else:
                table.audience.publish(change)
        if (before := table.presence.elsewhere) != news.elsewhere:
            table.presence.elsewhere = news.elsewhere
            for guest in news.elsewhere - before:
                table.presence.came(guest)
            for guest in before - news.elsewhere:
                self._gone(table, guest)
            table.audience.publish(TableChange())

    @asynccontextmanager
    async def _writing(self, table: Table) -> AsyncIterator[Writer]:
        """A transaction about a table. Where another process was faster, the table is read again before
        `Overtaken` goes on its way; the caller holds the lock.
        """
        try:
            async with self.store.writing() as writer:
                yield writer
        except Overtaken:
            await self.reload(table)
            table.audience.begin()
            raise

    async def refuse(self, table: Table, guest: int, request: str) -> None:
        """See to it that no other process does what was refused here."""
        try:
            async with self._writing(table) as writer:
                await writer.refuse(table.row.id, guest, request)
        except Overtaken:
            raise
        except StoreTrouble:
            self.drop(table)  # nobody knows: whoever asks again is answered from the store
        table.requests.done[guest, request] = REFUSED

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
        async with self._noting(row.id, len(entries)), self._writing(table) as writer:
            await writer.change_table(row.id, row.changes, **settings)
            if change.also:
                await change.also(writer)
            for player in change.players:
                await writer.change_player(player)
            await writer.add_entries(row.id, entries)
            for line in change.chat:
                await writer.add_chat(line)
            kept = chat_that_fits([*table.chat, *change.chat])
            if len(kept) < len(table.chat) + len(change.chat):
                await writer.forget_chat(row.id, kept[0].number)
            if request:
                await writer.add_request(row.id, request.guest, request.id, request.digest)
        table.stored += len(entries)
        row.changes += 1
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
        except Overtaken:
            raise
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
                await self._note_presence(table, listener.guest, here=True)
                table.audience.publish(TableChange())

    async def leave(self, table: Table, listener: Listener) -> None:
        async with table.lock:
            table.audience.listeners.discard(listener)
            table.last_used = self.clock()
            if table.audience.includes(listener.guest):
                return
            if table.seats_of(listener.guest):
                await self._note_presence(table, listener.guest, here=False)
                self._gone(table, listener.guest)
                table.audience.publish(TableChange())

    async def _note_presence(self, table: Table, guest: int | None, *, here: bool) -> None:
        """Let other processes know who is at a table; what they miss, they are told with the next."""
        if guest is None or not self.store.shared:
            return
        with suppress(StoreTrouble):
            async with self.store.writing() as writer:
                await (writer.come if here else writer.go)(table.row.id, guest)

    def _gone(self, table: Table, guest: int | None) -> None:
        """Somebody who sits at a table may have left it, here or elsewhere."""
        if table.presence.is_here(guest):
            return
        table.presence.left(guest)
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
