"""The other processes that serve the same tables: what they write is heard, and one of them drives a bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

import sqlalchemy as sa

from ratskeller.server import postgres
from ratskeller.server.places import Vault

Result = TypeVar("Result")

MISSED_SECONDS = 1.0
"""So long nobody need give notice, and everything is looked at."""

_CALL: Final = "bots"  # in a notice: they wait


class Company:
    """The other processes that serve the same tables; with a file there are none."""

    @staticmethod
    async def join(vault: Vault, life: int) -> Company:
        if not isinstance(vault, postgres.Database):
            return Company()
        joined = _Others(vault, life)
        await joined.be_seen()
        return joined

    async def notices(self) -> set[str]:
        nobody: asyncio.Future[set[str]] = asyncio.get_running_loop().create_future()
        return await nobody

    async def call(self, table_id: str) -> None: ...

    def called(self) -> set[str]:
        return set()

    async def claim(self, table_id: str) -> bool:  # noqa: ARG002
        return True

    async def give_up(self, table_id: str) -> None: ...

    async def close(self) -> None: ...


class _Others(Company):
    """They are heard, and this process is seen by them. A bot is driven by whoever holds its claim."""

    def __init__(self, vault: postgres.Database, life: int) -> None:
        self._life = life
        self._desk = vault.claims()
        self._heard: set[str] = set()
        self._called: set[str] = set()
        self._hearing = asyncio.Event()
        self._ear = vault.ear(self._hear)

    async def be_seen(self) -> None:
        await self._do(partial(postgres.live, life=self._life))

    async def _do(self, work: Callable[[sa.Connection], Result]) -> Result:
        def within(connection: sa.Connection) -> Result:
            with connection.begin():  # a lock outlives it, and a cut line is known by its end
                return work(connection)

        return await self._desk.do(within)

    def _hear(self, notice: str) -> None:
        life, table_id, *call = notice.split(" ")
        if life != str(self._life):
            (self._called if call else self._heard).add(table_id)
            self._hearing.set()

    async def notices(self) -> set[str]:
        try:
            async with asyncio.timeout(MISSED_SECONDS):
                await self._hearing.wait()
        except TimeoutError:
            await self.be_seen()  # the database may have been away
        self._hearing.clear()
        heard, self._heard = self._heard, set()
        return heard

    async def call(self, table_id: str) -> None:
        await self._do(partial(postgres.give_notice, what=f"{self._life} {table_id} {_CALL}"))

    def called(self) -> set[str]:
        called, self._called = self._called, set()
        return called

    async def claim(self, table_id: str) -> bool:
        return await self._do(partial(postgres.claim, table=table_id))

    async def give_up(self, table_id: str) -> None:
        await self._do(partial(postgres.give_up, table=table_id))

    async def close(self) -> None:
        await asyncio.to_thread(self._ear.close)
        self._desk.close()
