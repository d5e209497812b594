"""Files to take home: the match, and the report of a problem."""

from __future__ import annotations

import platform

import msgspec
from msgspec import Struct

import ratskeller
from ratskeller.core.game import Seat
from ratskeller.core.match import AnyMatch


class Report(Struct, frozen=True, kw_only=True):
    """What somebody needs who looks into a problem, and nothing that another player hides."""

    ratskeller: str
    build: str
    rules_version: int
    table: str
    entry: int
    seat: Seat | None
    browser: str
    match: msgspec.Raw


def report(match: AnyMatch, viewer: Seat | None, browser: str) -> bytes:
    """The report of a problem, to be sent to whoever can help."""
    content = Report(
        ratskeller=ratskeller.__version__,
        build=f"Python {platform.python_version()}, {platform.system()}",
        rules_version=match.header.rules_version,
        table=match.header.table,
        entry=len(match.entries),
        seat=viewer,
        browser=browser[:300],
        match=msgspec.Raw(msgspec.json.encode(match.concealed(viewer))),
    )
    return msgspec.json.format(msgspec.json.encode(content), indent=1)
