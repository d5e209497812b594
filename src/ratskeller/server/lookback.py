"""A look back at a finished match from one seat: asked for, computed by and by, kept.

The workers that bots think in do the sums, a moment at a time. All looks back together stand in their
queue like one person, so that they never hold up who plays; visitors take turns at that place.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from ratskeller.coach.findings import VERSION, Analysis, Finding, Outline
from ratskeller.core.game import Seat
from ratskeller.core.match import AnyMatch
from ratskeller.server.desk import StoreTrouble
from ratskeller.server.limits import Buckets
from ratskeller.server.refusals import refused
from ratskeller.server.schema import BOT, LookbackRow
from ratskeller.server.table import Table
from ratskeller.server.turns import Asker

if TYPE_CHECKING:
    from ratskeller.server.house import House

LOG: Final = logging.getLogger("ratskeller.lookback")
QUEUE: Final = "looking back"
_PATIENCE: Final = 10  # seconds until somebody who has another match looked at may ask again
_KEPT: Final = msgspec.json.Decoder(Analysis)


class LookSoFar(Struct):
    """How far a look back has come."""

    outline: Outline | None = None
    findings: tuple[Finding, ...] = ()
    whole: Analysis | None = None

    @property
    def steps(self) -> int:
        """That the match has; 0 before anything is known."""
        return self.outline.steps if self.outline else 0


NOTHING: Final = LookSoFar()


def seats_of(table: Table, guest: int | None) -> tuple[Seat, ...]:
    """From where a guest may look: their own seats, or all of bots among themselves."""
    if all(player.kind == BOT for player in table.players):
        return tuple(range(len(table.players)))
    return table.seats_of(guest)


def check(table: Table, seat: Seat, guest: int | None) -> AnyMatch:
    """The match, if a guest may look back at it from a seat. Raises `TableRefused`."""
    match = table.playing()
    if not match.over:
        raise refused("still_playing")
    if seat not in seats_of(table, guest):
        raise refused("not_your_seat")
    if match.outcome is None:
        raise refused("no_look_back")
    return match


class Looking:
    """The looks back of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._rate = Buckets(house.limits.lookbacks)
        self._looks: dict[tuple[str, Seat], LookSoFar] = {}  # that are under way
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}  # of each visitor

    async def so_far(self, table: Table, seat: Seat) -> LookSoFar:
        """What is known, without looking any further."""
        row = await self._house.store.lookback(table.row.id, seat)
        if row is not None and (row.version, row.chain) == (VERSION, table.row.chain):
            whole = _KEPT.decode(row.analysis)
            return LookSoFar(whole.outline, whole.findings, whole)
        return self._looks.get((table.row.id, seat), NOTHING)

    async def ask(
        self, table: Table, seat: Seat, guest: int | None, visitor: Hashable
    ) -> LookSoFar:
        """What is known; if that is not all, somebody looks on. Raises `TableRefused`."""
        async with table.lock:
            match = check(table, seat, guest)
            look = await self.so_far(table, seat)
            key = (table.row.id, seat)
            if look.whole is not None or key in self._looks:
                return look
            if visitor in self._tasks:
                raise refused("too_many", seconds=_PATIENCE)
            self._rate.take(visitor, self._house.clock())
            look = self._looks[key] = LookSoFar()
            deed = self._look(look, table, match, seat, visitor)
            self._tasks[visitor] = task = self._house.spawn(deed)

        def done(_: asyncio.Task[None]) -> None:
            del self._looks[key], self._tasks[visitor]

        task.add_done_callback(done)
        return look

    def stop(self, visitor: Hashable) -> None:
        """Look no further for somebody who wants to be forgotten."""
        if task := self._tasks.get(visitor):
            task.cancel()

    async def _look(
        self, look: LookSoFar, table: Table, match: AnyMatch, seat: Seat, visitor: Hashable
    ) -> None:
        file, chain, guest = match.export(seat), table.row.chain, table.player_at(seat).guest
        whole: Analysis | None = None
        while whole is None:
            known = [] if look.outline is None else [look.outline, *look.findings]
            asker = Asker(QUEUE, visitor)
            found = await self._house.thinker.look_back(match.game, file, seat, known, asker)
            if not found:
                LOG.error("no look back at table %s", table.row.id, extra={"table": table.row.id})
                return
            for one in found:
                if isinstance(one, Outline):
                    look.outline = one
                elif isinstance(one, Analysis):
                    whole = one
                else:
                    look.findings = (*look.findings, one)
        row = LookbackRow(
            table_id=table.row.id,
            seat=seat,
            guest=guest,
            version=VERSION,
            chain=chain,
            analysis=msgspec.json.encode(whole).decode(),
        )
        try:
            async with self._house.store.writing() as writer:
                await writer.keep_lookback(row)
        except StoreTrouble:  # it can be asked for again
            LOG.exception("a look back cannot be kept", extra={"table": table.row.id})
        look.whole = whole  # only now, so that whoever has it finds it kept
