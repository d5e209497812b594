"""Whose turn it is to have a bot think: people take turns, and so do the tables of one person.

Whoever asks for much waits for their own questions and not others for them. The share keeps one person
from having all workers at once, where there are several. What would be idle is lent for a part of a long thought.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final, NamedTuple, TypeAlias


class Asker(NamedTuple):
    """For whom a bot thinks: a person, and one of their tables."""

    person: Hashable = None
    table: Hashable = None


_Queue: TypeAlias = "deque[asyncio.Future[None]]"


_REMEMBERED: Final = 10_000  # who was served; whoever is forgotten is served like somebody new


class Turns:
    """So many workers, and who waits for one."""

    def __init__(self, workers: int) -> None:
        self._free = workers
        self._share = max(1, workers - 1)
        self._busy: Counter[Hashable] = Counter()
        self._waiting: dict[Hashable, dict[Hashable, _Queue]] = {}
        # Persons, and tables of persons, in the order in which they were served last.
        self._served: OrderedDict[Hashable, int] = OrderedDict()
        self._count = 0

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a worker, and have it until the block is left."""
        mine = asyncio.get_running_loop().create_future()
        tables = self._waiting.setdefault(asker.person, {})
        tables.setdefault(asker.table, deque()).append(mine)
        self._serve()
        try:
            await mine
            yield
        finally:
            if mine.done() and not mine.cancelled():
                self._free += 1
                self._busy -= Counter([asker.person])
            self._serve()

    @contextmanager
    def spare(self) -> Iterator[bool]:
        """Have a worker that nobody waits for until the block is left, if there is one; whether there is."""
        lent = not self.all_busy
        self._free -= lent
        try:
            yield lent
        finally:
            self._free += lent
            self._serve()

    @property
    def all_busy(self) -> bool:
        return not self._free

    def asked(self, person: Hashable) -> int:
        """How many questions of a person are thought about, or wait."""
        waiting = self._waiting.get(person, {}).values()
        return self._busy[person] + sum(not one.done() for queue in waiting for one in queue)

    def _serve(self) -> None:
        while self._free and (found := self._next()):
            person, future = found
            self._free -= 1
            self._busy[person] += 1
            future.set_result(None)

    def _next(self) -> tuple[Hashable, asyncio.Future[None]] | None:
        """A question of whoever has waited longest since they were served, at the table of theirs
        that has.
        """
        for person in sorted(self._waiting, key=self._last_served):
            while self._busy[person] < self._share and person in self._waiting:
                future = self._pop(person)
                if not future.done():  # who has gone meanwhile is passed over
                    return person, future
        return None

    def _pop(self, person: Hashable) -> asyncio.Future[None]:
        tables = self._waiting[person]
        table = min(tables, key=lambda table: self._last_served((person, table)))
        future = tables[table].popleft()
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._waiting[person]
        if not future.done():
            self._serves(person)
            self._serves((person, table))
        return future

    def _last_served(self, who: Hashable) -> int:
        return self._served.get(who, 0)

    def _serves(self, who: Hashable) -> None:
        self._count += 1
        self._served[who] = self._count
        self._served.move_to_end(who)
        if len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)
