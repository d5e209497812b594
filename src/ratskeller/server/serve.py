"""`ratskeller serve`: the house on one machine, for one room or for friends on the same network."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from ratskeller.server import logs
from ratskeller.server.app import Settings, create_app
from ratskeller.server.messages import MAX_MESSAGE
from ratskeller.server.patience import PatientProtocol
from ratskeller.server.places import Address, StoreUnusable
from ratskeller.server.squeezing import SqueezedProtocol
from ratskeller.server.store import Store
from ratskeller.words.platform_words import platform_words

HEARTBEAT: Final = 10.0
_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  asked for by name
_BOT_WORKERS: Final = os.cpu_count() or 2


class PortTaken(OSError):
    """Somebody else listens there; the message says what to do."""


def default_db() -> Path:
    """Where tables are kept if nobody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ratskeller" / "tables.db"


def serve(
    host: str,
    port: int,
    db: Address | None = None,
    *,
    open_browser: bool = True,
    language: str = "en",
    proxies: Sequence[str] = (),
    hosts: Sequence[str] = (),
    watch: tuple[str, int] | None = None,
    log: str = logs.PLAIN,
) -> None:
    """Run the house until Ctrl-C. Raises `PortTaken`, and `StoreUnusable` with its sentence."""
    logs.set_up(log)
    listening = listen(host, port, language)
    watching = listen(*watch, language) if watch else None
    shown = "127.0.0.1" if host in _EVERYWHERE else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}/"
    _ = platform_words(language).gettext
    laid = _("The table is laid at {address} (Ctrl-C ends it).", address=address)
    try:
        settings = Settings(
            db=db or default_db(),
            workers=_BOT_WORKERS,
            hosts=tuple(hosts),
            orders=True,
            watch=watching,
        )
        browse = address if open_browser else ""
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:  # uvloop, where it runs
            runner.run(_run(settings, proxies, listening, laid, browse))
    finally:
        for one in (listening, watching):
            if one is not None:
                one.close()


def why_unusable(no: StoreUnusable, language: str) -> str:
    """Why tables cannot be kept in a file, in a sentence that says what to do."""
    _, file = platform_words(language).gettext, str(no.path)
    return {
        "taken": _(
            "Another Ratskeller is using {file}. End it first, or choose another file with --db.",
            file=file,
        ),
        "damaged": _(
            "{file} is damaged or holds no tables. Restore a copy, or choose another file with --db.",
            file=file,
        ),
        "newer": _("A newer Ratskeller has written {file}. Use that one to open it.", file=file),
        "unreadable": _("“{path}” cannot be read.", path=file),
        "missing": _("There is no file {file}. Name the file of the tables with --db.", file=file),
        "older": _(
            "{file} has an older form. Start “ratskeller serve” with it once, which renews it.",
            file=file,
        ),
        "unreachable": _(
            "The database {file} does not answer. Start it, or check its address.", file=file
        ),
        "not_empty": _(
            "There are tables in {file} already. Choose a database that is empty.", file=file
        ),
        "no_driver": _(
            "A database needs one more package. Install it with {command}.",
            command="pip install 'ratskeller[postgres]'",
        ),
        "unwritable": _("{file} cannot be written. Choose another file with --db.", file=file),
    }[no.reason]


def make_server(settings: Settings, proxies: Sequence[str] = ()) -> uvicorn.Server:
    """A server that has not begun to listen yet."""
    config = uvicorn.Config(
        create_app(settings),
        **lines(proxies),
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=8 * MAX_MESSAGE,  # what is longer than a message may be gets a sentence first
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=2 * HEARTBEAT,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


def lines(proxies: Sequence[str]) -> dict[str, Any]:
    """How lines are kept: with an end to patience, squeezed, and about where a request comes from the
    proxies that were named are believed, and nobody else.
    """
    return {
        "http": PatientProtocol,
        "ws": SqueezedProtocol,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": list(proxies),
    }


def look_for_garbage_seldom() -> None:
    """Search the memory for circles that nobody holds less often than Python does by itself.

    With 150 tables a search through everything stopped all of them for 200 ms, six times in 20 seconds. Little
    is made of circles here; and what is there before the first guest comes is never garbage.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def _run(
    settings: Settings, proxies: Sequence[str], listening: socket.socket, laid: str, browse: str
) -> None:
    store = Store(settings.db)
    await store.open()
    look_for_garbage_seldom()
    print(laid, flush=True)
    server = make_server(msgspec.structs.replace(settings, store=store), proxies)
    serving = asyncio.create_task(server.serve([listening]))
    while browse and not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if browse and server.started:
        await asyncio.to_thread(webbrowser.open, browse)
    await serving


def listen(host: str, port: int, language: str) -> socket.socket:
    """A place to listen at; port 0 is any that is free. Raises `PortTaken`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By its protocol asyncio knows that lines must not wait to be filled: else an answer is 40 ms late.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # who comes before the house is ready waits, and is not sent away
    except OSError:
        listening.close()
        raise PortTaken(
            platform_words(language).gettext(
                "Port {port} is taken or not allowed. Choose another one with --port.", port=port
            )
        ) from None
    return listening
