"""People behind a bad line: they ask again until they are answered, as the page does."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
import websockets

from ratskeller.server.messages import Denial, Update, Whole
from tests.faults.history import DONE, REFUSED, Call, History
from tests.faults.proxy import LOST
from tests.server.harness import DECODER, PATIENCE, Line, Person

_REST: Final = 0.02  # seconds before a new line
_TRIES: Final = 3  # on one line; then it counts as dead

Gone: Final = (OSError, websockets.WebSocketException, EOFError)


class ShutOut(Exception):
    """A house that lives does not let somebody in: nobody will ever play on at this table."""


class Page(Line):
    """A line that may lose, double and swap what it is told, and knows when it has."""

    lost = False  # it waits for the whole
    wrong = ""  # what does not fit what was told before

    async def next(self, timeout: float = PATIENCE) -> Any:
        """The next message; None for one that was lost."""
        line = await asyncio.wait_for(self.connection.recv(), timeout)
        if line == LOST:
            return None
        message = DECODER.decode(line)
        self.take(message)
        return message

    def take(self, message: Any) -> None:
        if isinstance(message, Whole):
            if message.version >= self.version:
                super().take(message)
                self.lost = False
        elif isinstance(message, Update) and message.version > self.version:
            self.lost = self.lost or message.version != self.version + 1
            if self.sees:
                self._show(message)

    def _show(self, message: Update) -> None:
        try:
            super().take(message)
        except (AssertionError, KeyError) as error:
            self.wrong, self.lost = f"{error!r} in version {message.version}", True

    @property
    def sees(self) -> bool:
        return self.version > 0 and not self.lost


class Client:
    """Somebody at a table through the proxy."""

    def __init__(self, name: str, person: Person, table: str, port: int, history: History) -> None:
        self.name = name
        self._person, self._table, self._port = person, table, port
        self._history = history
        self._page: Page | None = None
        self._asked = 0

    @asynccontextmanager
    async def line(self, port: int) -> AsyncIterator[Page]:
        """A line of this person's, by the proxy or past it."""
        connection = await self._connect(port)
        page = Page(self._person, connection)
        try:
            yield page
        finally:
            await connection.close()

    async def _connect(self, port: int) -> Any:
        try:
            return await websockets.connect(
                f"ws://127.0.0.1:{port}/t/{self._table}/socket",
                origin=websockets.Origin(f"http://127.0.0.1:{port}"),
                additional_headers={"Cookie": self._person.cookie()},
                compression=None,  # the proxy looks at frames
                max_size=None,
                open_timeout=None,  # a busy machine takes its time to start a house
                close_timeout=1,
            )
        except websockets.InvalidStatus as no:
            raise ShutOut(f"{self.name} is not let in: {no}") from no

    async def _online(self) -> Page:
        """A line that knows how the table stands."""
        while True:
            try:
                if self._page is None:
                    self._page = Page(self._person, await self._connect(self._port))
                await self._greet(self._page)
            except Gone:
                await self._hang_up()
            else:
                return self._page

    async def _greet(self, page: Page) -> None:
        tries = 0
        while not page.sees:
            if tries == _TRIES:
                raise EOFError
            tries += 1
            await page.send(type="hello")
            await self._listen(page, lambda _: page.sees)

    async def _hang_up(self) -> None:
        page, self._page = self._page, None
        if page is not None:
            page.connection.transport.abort()
        await asyncio.sleep(_REST)

    async def _listen(self, page: Page, wanted: Any) -> Any:
        """The first message that is wanted; None where something was lost on the way, perhaps this very one."""
        while True:
            message = await page.next()
            if page.wrong:
                self._history.complain(f"{self.name}: {page.wrong}")
            if page.sees:
                self._history.saw(self.name, page.log, page.chat)
            if message is None or wanted(message):
                return message

    async def carry_through(self, kind: str, notation: str = "", **fields: Any) -> Call:
        """Ask for something, over as many lines as it takes, until it is answered."""
        self._asked += 1
        message = {"type": kind, "request": f"{self.name}-{self._asked}", **fields}
        if kind == "chat":
            message["text"] = message["request"]
        call = self._history.call(self.name, kind, message["request"], notation)
        while not call.verdict:
            answer = await self._try(message)
            if answer is not None:
                self._history.answer(call, REFUSED if isinstance(answer, Denial) else DONE)
        return call

    async def _try(self, message: dict[str, Any]) -> Any:
        """What is answered on this line."""
        page = self._page or await self._online()
        try:
            for _ in range(_TRIES):
                await page.send(**message)
                answer = await self._listen(
                    page, lambda one: getattr(one, "request", "") == message["request"]
                )
                if answer is not None:
                    return answer
            raise EOFError
        except Gone:
            await self._hang_up()
            return None

    async def catch_up(self) -> Page:
        """Know for sure how the table stands: a sign of life tells whether something was missed."""
        while True:
            page = await self._online()
            self._asked += 1
            answer = await self._try({"type": "ping", "request": f"{self.name}-p{self._asked}"})
            if answer is not None and answer.data["version"] != page.version:
                page.lost = True
            elif answer is not None and page.sees and self._page is page:
                return page

    async def act(self, rng: random.Random) -> None:
        """Do one thing: a step of a turn, something said, or have a look."""
        page = await self._online()
        now, version = page.now, page.version
        if rng.random() < 0.15 and now.my_seats:
            await self.carry_through("chat")
        elif now.held:
            await self.carry_through(
                rng.choices(["commit", "undo", "restart"], [6, 2, 1])[0], version=version
            )
        elif now.drafted and rng.random() < 0.2:
            await self.carry_through("undo", version=version)
        elif now.legal:
            action = rng.randrange(len(now.legal))
            hold = rng.random() < 0.5
            notation = now.legal[action].notation
            await self.carry_through("choose", notation, version=version, action=action, hold=hold)
        else:
            await self.catch_up()
            await asyncio.sleep(0.01)

    async def leave(self) -> None:
        await self._hang_up()

    def view(self, page: Page) -> dict[str, Any]:
        """What the page shows, but for who is online."""
        now = page.now
        return {
            "parts": {name: msgspec.to_builtins(part) for name, part in page.parts.items()},
            "log": [line.text for line in page.log],
            "chat": [line.text for line in page.chat],
            "legal": [offer.notation for offer in now.legal],
            "asked": (now.status, now.to_act, now.drafted, now.held),
        }
