"""The application: routes, doors, and what it does when something goes wrong."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from socket import socket as socket_type
from typing import Any, Final

from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from ratskeller.core.game import Refused
from ratskeller.server import api, exercise_pages, orders, pages, table_pages
from ratskeller.server.assets import favicon, static
from ratskeller.server.house import House
from ratskeller.server.limits import DEFAULT_LIMITS, Limits
from ratskeller.server.places import Address
from ratskeller.server.refusals import refused
from ratskeller.server.rendering import error_page
from ratskeller.server.security import Doors
from ratskeller.server.sockets import socket
from ratskeller.server.store import Store
from ratskeller.server.thinking import Thinker
from ratskeller.server.watching import watching

LOG: Final = logging.getLogger("ratskeller")


class Settings(Struct, frozen=True, kw_only=True):
    """How the house is run."""

    db: Address
    workers: int = 1  # processes in which bots think
    bot_seconds: float = 5.0  # after which a bot's move is made for it
    clock: Callable[[], float] = time.time
    limits: Limits = DEFAULT_LIMITS
    hosts: tuple[str, ...] = ()  # names of the house; none: those of the machine
    orders: bool = False  # whether `ratskeller admin` may ask for something while it is open
    watch: socket_type | None = None  # where whoever watches over the house may ask how it is doing
    store: Store | None = None  # opened already, by whoever would say what is wrong with it


def create_app(settings: Settings) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = settings.store
        if store is None:
            store = Store(settings.db)
            await store.open()
        thinker = Thinker(settings.workers, settings.bot_seconds)
        app.state.house = House(store, thinker, settings.clock, settings.limits)
        app.state.house.keep_up()
        try:
            async with AsyncExitStack() as more:
                if settings.orders:
                    await more.enter_async_context(orders.taking(app.state.house))
                if settings.watch is not None:
                    await more.enter_async_context(watching(app.state.house, settings.watch))
                yield
        finally:
            await app.state.house.close()

    return Starlette(
        routes=[
            *pages.ROUTES,
            *table_pages.ROUTES,
            *exercise_pages.ROUTES,
            *api.ROUTES,
            WebSocketRoute("/t/{table}/socket", socket),
            Route("/static/{path:path}", static),
            Route("/favicon.svg", favicon),
            Route("/favicon.ico", favicon),
        ],
        middleware=[
            Middleware(Doors, hosts=settings.hosts),
            Middleware(GZipMiddleware, minimum_size=500),
        ],
        exception_handlers={
            HTTPException: _http_error,
            Refused: _refused,
            Exception: _unexpected,
        },
        lifespan=lifespan,
    )


def _say(request: Request, no: Refused) -> Response:
    """A problem for programs, a page for people; never a stack trace."""
    if request.url.path.startswith("/api/"):
        return api.problem(request, no)
    return error_page(request, no)


async def _http_error(request: Request, error: Any) -> Response:
    reason = "wrong_method" if error.status_code == 405 else "unknown_page"
    return _say(request, refused(reason))


async def _refused(request: Request, error: Any) -> Response:
    return _say(request, error)


async def _unexpected(request: Request, _: Exception) -> Response:
    # Starlette logs the exception itself, with its trace, after this answer has gone out.
    return _say(request, refused("trouble"))
