"""Files to take home: the report of a problem, and the opened seal."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

import ratskeller
from ratskeller.core.chance import Draws
from ratskeller.core.game import Seat
from ratskeller.core.match import LUCK, AnyMatch, TableEvent, TakenBack
from ratskeller.server.messages import ChatLine, SealedDraw


class Report(Struct, frozen=True, kw_only=True):
    """What somebody needs who looks into a problem, and nothing that another player hides."""

    ratskeller: str
    build: str
    rules_version: int
    table: str
    entry: int
    seat: Seat | None
    browser: str
    talk: tuple[ChatLine, ...]
    match: msgspec.Raw


def report(match: AnyMatch, viewer: Seat | None, browser: str, talk: Iterable[ChatLine]) -> bytes:
    """The report of a problem with the program or with somebody, to be sent to whoever can help."""
    content = Report(
        ratskeller=ratskeller.__version__,
        build=f"Python {platform.python_version()}, {platform.system()}",
        rules_version=match.header.rules_version,
        table=match.header.table,
        entry=len(match.entries),
        seat=viewer,
        browser=browser[:300],
        talk=tuple(talk),
        match=msgspec.Raw(msgspec.json.encode(match.concealed(viewer))),
    )
    return msgspec.json.format(msgspec.json.encode(content), indent=1)


def sealed_draws(match: AnyMatch) -> Iterator[SealedDraw]:
    """Every draw of a match that is over, as anybody can compute it again."""
    game, left, draws = match.game, list(range(match.header.seats)), Draws()
    if match.header.seating == "drawn":
        for number, player in enumerate(match.order[:-1]):
            yield SealedDraw("seats", number, (1,) * len(left), left.index(player))
            left.remove(player)
    state = match.state_at(0)
    for entry in match.entries:
        if isinstance(entry.body, TakenBack):
            draws.times = entry.body.times
        if isinstance(entry.body, TableEvent):
            continue
        if entry.by == LUCK:
            actions, weights = game.odds(state)
            stream = game.stream(state)
            drawn = list(actions).index(entry.body)
            yield SealedDraw(*draws.due(stream), tuple(weights), drawn)
            draws.count(stream)
        state = game.play(state, entry.body)
