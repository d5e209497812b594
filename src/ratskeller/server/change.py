"""What changes at a table: `House.record` writes it down, and the audience is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from msgspec import Struct

from ratskeller.core.game import Seat
from ratskeller.core.match import AnyHappening, AnyMatch
from ratskeller.server.listener import Listener
from ratskeller.server.requests import Request
from ratskeller.server.schema import ChatRow, PlayerRow
from ratskeller.server.store import Writer


class TableChange(Struct, kw_only=True):
    """What a change brings besides the present state of the match."""

    happened: Sequence[AnyHappening] = ()
    mover: Seat | None = None  # has seen the beginning of it already, in the draft:
    known: int = 0  # so many entries,
    foreseen: int = 0  # and so many steps of the next one
    chat: Sequence[ChatRow] = ()
    players: Sequence[PlayerRow] = ()  # as they are from now on
    settings: dict[str, Any] = {}  # columns of the table's row
    begun: AnyMatch | None = None  # the match begins with it
    also: Callable[[Writer], Awaitable[None]] | None = None  # in the same transaction; may refuse
    only: Seat | None = None  # nobody but this seat is told
    silent: bool = False  # nobody at all is told
    cause: Listener | None = None  # whose message it was
    request: Request | None = None
