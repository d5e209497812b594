"""The house: it opens tables, keeps what happens at them, and lets bots play.

A table lives in memory while somebody is there, and in the store always; a restart loses nothing
but who was online.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from ratskeller.core.game import CHANCE, Seat
from ratskeller.server.limits import DEFAULT_LIMITS, Buckets, Limits
from ratskeller.server.listener import Listener
from ratskeller.server.refusals import refused
from ratskeller.server.schema import ChatRow, PlayerRow
from ratskeller.server.shelf import find_playable, strongest_level
from ratskeller.server.store import Store, StoreTrouble
from ratskeller.server.tables import Judgement
from ratskeller.server.telling import LiveTable, News
from ratskeller.server.thinking import Thinker

LOG: Final = logging.getLogger("ratskeller.house")
IDLE_SECONDS: Final = 600.0
_RETRY_SECONDS: Final = 1.0

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
        self.tables: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- tables ---------------------------------------------------------------------------------

    async def open(self, table_id: str) -> LiveTable:
        """A table by its id, from memory or from the store. Raises `TableRefused`."""
        async with self._opening:
            if table_id not in self.tables:
                self._forget_idle()
                self.tables[table_id] = await self._load(table_id)
        table = self.tables[table_id]
        table.last_used = self.clock()
        self.wake(table)
        return table

    async def _load(self, table_id: str) -> LiveTable:
        row = await self.store.table(table_id)
        if row is None:
            raise refused("unknown_table")
        table = LiveTable(
            row, await self.store.players(table_id), find_playable(row.game), self.clock
        )
        table.restore(await self.store.entries(table_id))
        table.chat = await self.store.chat(table_id)
        table.requests = await self.store.requests(table_id)
        return table

    def _forget_idle(self) -> None:
        """Tables where nobody is take no memory; the next visitor has them loaded again."""
        long_ago = self.clock() - IDLE_SECONDS
        for table_id, table in list(self.tables.items()):
            resting = table.driver is None or table.driver.done()
            if not table.listeners and table.last_used < long_ago and resting:
                del self.tables[table_id]

    async def reload(self, table: LiveTable) -> None:
        """After trouble with the store: back to what is on the disk."""
        try:
            fresh = await self._load(table.row.id)
            lines = await self.store.entries(table.row.id)
        except StoreTrouble:
            self.drop(table)
            return
        table.row, table.players, table.chat = fresh.row, fresh.players, fresh.chat
        table.restore(lines)

    def drop(self, table: LiveTable) -> None:
        """Forget a table whose memory cannot be trusted: its sockets hang up, come back, and find
        it as it is on the disk.
        """
        if self.tables.get(table.row.id) is table:
            del self.tables[table.row.id]
        for listener in table.listeners:
            listener.hang_up()

    # --- keeping --------------------------------------------------------------------------------

    async def save(
        self,
        table: LiveTable,
        request: tuple[int, str, str] | None = None,
        chat: Sequence[ChatRow] = (),
    ) -> None:
        """Entries, draft and request in one transaction; it is on the disk when this returns."""
        lines = table.new_lines() if table.match else []
        draft = table.draft_json()
        over = table.match is not None and table.match.over
        async with self.store.writing() as writer:
            await writer.add_entries(table.row.id, table.stored + 1, lines)
            if (draft, over) != (table.row.draft, table.row.over):
                await writer.change_table(table.row.id, draft=draft, over=over)
            for row in chat:
                await writer.add_chat(row)
            if request:
                await writer.add_request(table.row.id, *request)
        table.stored += len(lines)
        table.row.draft, table.row.over = draft, over
        table.chat += chat
        if request:
            table.requests[request[:2]] = request[2]

    def chat_row(self, table: LiveTable, player: PlayerRow, text: str, notice: str = "") -> ChatRow:
        return ChatRow(
            table_id=table.row.id,
            number=len(table.chat) + 1,
            time=self.clock(),
            player=player.number,
            name=player.name,
            text=text,
            notice=notice,
        )

    # --- coming and going -----------------------------------------------------------------------

    async def arrive(self, table: LiveTable, listener: Listener) -> None:
        async with table.lock:
            known = any(one.guest == listener.guest for one in table.listeners)
            table.listeners.add(listener)
            if table.seats_of(listener.guest) and not known:
                table.publish(News())

    async def leave(self, table: LiveTable, listener: Listener) -> None:
        async with table.lock:
            table.listeners.discard(listener)
            table.last_used = self.clock()
            if any(one.guest == listener.guest for one in table.listeners):
                return
            table.seen_now(listener.guest)
            if table.seats_of(listener.guest):
                table.publish(News())
                wait = table.row.cover_after + 0.1
                asyncio.get_running_loop().call_later(wait, self._spawn_tell, table)

    def _spawn_tell(self, table: LiveTable) -> None:
        if table.listeners:
            self.spawn(self._tell(table))

    async def _tell(self, table: LiveTable) -> None:
        """Time has passed: who is away may be covered now."""
        async with table.lock:
            table.publish(News())

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

    # --- bots -----------------------------------------------------------------------------------

    def wake(self, table: LiveTable) -> None:
        """Let bots play, if it is a bot's turn and nobody is at it."""
        if _bot_to_move(table) is not None and (table.driver is None or table.driver.done()):
            table.driver = self.spawn(self._let_bots_play(table))

    def judge(self, table: LiveTable, seat: Seat) -> asyncio.Task[Judgement | None]:
        """Have the strongest bot look at what a seat sees."""
        game, view = table.game, table.playing().view(seat)
        return self.spawn(self.thinker.judge(game, strongest_level(game), view))

    async def _let_bots_play(self, table: LiveTable) -> None:
        while True:
            try:
                if not await self._one_bot_turn(table):
                    return
            except StoreTrouble:
                LOG.exception("table %s: a bot's move could not be written", table.row.id)
                async with table.lock:
                    await self.reload(table)
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:
                LOG.exception("table %s: a bot's turn failed", table.row.id)
                self.drop(table)
                return
            if self.tables.get(table.row.id) is not table:
                return

    async def _one_bot_turn(self, table: LiveTable) -> bool:
        """One decision of a bot; False when it is a person's turn."""
        async with table.lock:
            seat = _bot_to_move(table)
            if seat is None:
                table.driver = None
                return False
            match = table.playing()
            bot, view, legal = table.bot_of(seat), match.view(seat), match.legal(seat)
            spot = (len(match.entries), match.drafted)
        thought = await self.thinker.choose(table.game, bot, view, legal)
        async with table.lock:
            match = table.playing()
            if (len(match.entries), match.drafted) != spot or table.bot_of(seat) != bot:
                return True  # the person came back meanwhile
            happened = table.choose(
                seat, legal[thought.number], hold=False, by=f"bot:{thought.bot}"
            )
            if happened:
                await self.save(table)
                table.publish(News(happened=happened))
        return True


# --- helpers ----------------------------------------------------------------------------------


def _bot_to_move(table: LiveTable) -> Seat | None:
    match = table.match
    if match is None or match.over or match.to_act in (None, CHANCE):
        return None
    return match.to_act if table.bot_of(match.to_act) else None
