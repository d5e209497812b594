"""The bots at a table: a task that lets them play one after the other, and their judgement for hints."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from itertools import takewhile
from typing import TYPE_CHECKING, Final, TypeAlias

from ratskeller.bots.hints import Judged
from ratskeller.core.game import GameAction, Seat
from ratskeller.core.match import AnyMatch, Hinted, TableEvent
from ratskeller.server.change import TableChange
from ratskeller.server.desk import Overtaken, StoreTrouble
from ratskeller.server.repertoire import adviser
from ratskeller.server.teaching import scripted
from ratskeller.server.turns import Asker

if TYPE_CHECKING:
    from ratskeller.server.house import House
    from ratskeller.server.table import Table

LOG: Final = logging.getLogger("ratskeller.driver")
_RETRY_SECONDS: Final = 1.0

Decision: TypeAlias = tuple[Seat, int, tuple[GameAction, ...]]
"""What is asked of a seat: so many actions have been played, and these are in its draft."""
Judging: TypeAlias = "asyncio.Task[tuple[Judged, ...] | None]"


class Driver:
    """Lets the bots of one table play, and asks them what they think."""

    def __init__(self, house: House, table: Table) -> None:
        self._house, self._table = house, table
        self._driving: asyncio.Task[None] | None = None
        self._judging: tuple[Decision, Judging] | None = None

    @property
    def resting(self) -> bool:
        return self._driving is None or self._driving.done()

    def wake(self) -> None:
        """Let bots play, if it is a bot's turn and nobody is at it."""
        if self.resting and self._table.presence.bot_to_move() is not None:
            self._driving = self._house.spawn(self._drive())

    def judge(self, seat: Seat, person: Hashable = None) -> tuple[Decision, Judging]:
        """Have the strongest bot that searches look at what a seat sees for a person; once for each decision."""
        table, match = self._table, self._table.playing()
        decision, known = decision_of(match, seat), self._judging
        failed = known and known[1].done() and known[1].result() is None
        if known is None or failed or known[0] != decision:
            asking = self._house.thinker.judge(
                table.game,
                adviser(table.game),
                match.view(seat),
                Asker(person, table.row.id),
            )
            known = self._judging = (decision, self._house.spawn(asking))
        return known

    async def _drive(self) -> None:
        """Play as long as it is a bot's turn, and no other process does it."""
        house, table = self._house, self._table
        while True:
            try:
                async with self._worker() as thinks:
                    if not await self._one_decision_alone(thinks=thinks):
                        return
            except Overtaken:
                continue  # somebody has come back, or resigned, by another process
            except StoreTrouble:
                LOG.exception(
                    "table %s: a bot's move could not be written",
                    table.row.id,
                    extra={"table": table.row.id},
                )
                async with table.lock:
                    await house.reload(table)
                await asyncio.sleep(_RETRY_SECONDS)
            except Exception:
                LOG.exception(
                    "table %s: a bot's turn failed", table.row.id, extra={"table": table.row.id}
                )
                house.drop(table)
                return
            if house.tables.get(table.row.id) is not table:
                return

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[bool]:
        """Wait for a worker, where there is something to think about; whether there is. Other processes are
        called to help while all of ours are busy: whichever has one first takes the decision.
        """
        house, table = self._house, self._table
        if self._is_told():
            yield False
            return
        if house.thinker.turns.all_busy:
            await house.store.call(table.row.id)
        async with house.thinker.turns.turn(Asker(table.row.host, table.row.id)):
            yield True

    def _is_told(self) -> bool:
        """Whether what is played next needs no thought: a lesson says it, or there is no choice."""
        seat, match = self._table.presence.bot_to_move(), self._table.match
        if seat is None or match is None:
            return True
        legal = match.legal(seat)
        return len(legal) == 1 or scripted(self._table) in legal

    async def _one_decision_alone(self, *, thinks: bool) -> bool:
        """One decision of a bot; False when it is a person's turn, or another process is at it."""
        store, table_id = self._house.store, self._table.row.id
        if not await store.claim(table_id):
            return False  # should that process die, the claim is tried again (`House.keep_up`)
        try:
            await self._house.catch_up(self._table)
            return await self._one_decision(thinks=thinks)
        finally:
            await store.give_up(table_id)

    async def _one_decision(self, *, thinks: bool) -> bool:
        """False when it is a person's turn."""
        table, presence = self._table, self._table.presence
        async with table.lock:
            seat = presence.bot_to_move()
            if seat is None:
                self._driving = None
                return False
            match = table.playing()
            bot, view, legal = presence.bot_of(seat), match.view(seat), match.legal(seat)
            spot = (len(match.entries), match.drafted)
            told = scripted(table)
            if told is not None and told in legal:
                await self._play(seat, told, bot)
                return True
            if len(legal) > 1 and not thinks:
                return True  # by another process it has come to something to think about
        thought = await self._house.thinker.choose(table.game, bot, view, legal)
        async with table.lock:
            match = table.playing()
            if (len(match.entries), match.drafted) != spot or presence.bot_of(seat) != bot:
                return True  # the person came back meanwhile
            await self._play(seat, legal[thought.number], thought.bot)
        return True

    async def _play(self, seat: Seat, action: GameAction, bot: str) -> None:
        happened = self._table.choose(seat, action, hold=False, by=f"bot:{bot}")
        if happened:
            await self._house.record(self._table, TableChange(happened=happened))


def decision_of(match: AnyMatch, seat: Seat) -> Decision:
    """What a seat has to decide. Notes in the log about the table ask nothing new."""
    played = sum(not isinstance(entry.body, TableEvent) for entry in match.entries)
    return seat, played, match.drafted


def has_asked(match: AnyMatch, seat: Seat) -> bool:
    """Whether the log knows of a hint to this seat at this step of the turn: it outlives the
    judgement, which is in memory only.
    """
    asked = Hinted(step=len(match.drafted))
    notes = takewhile(lambda entry: isinstance(entry.body, TableEvent), reversed(match.entries))
    return any((entry.seat, entry.body) == (seat, asked) for entry in notes)
