"""How a match stands and how it ended, in a few bytes of its table's row: lists need not play it again.

Players are counted as they arrived, as the rows of the store count them, and not by seat.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ratskeller.core.match import AnyMatch, Resigned


class Finish(Struct, frozen=True, kw_only=True):
    """The result of a match that is over; everything in it is public."""

    ranks: tuple[int, ...] = ()  # of each player; none: the match was abandoned
    scores: tuple[int, ...] | None = None
    left: tuple[int, ...] = ()  # players who went for good: bots finished for them


def finish_of(match: AnyMatch) -> Finish:
    """How a match that is over ended."""
    seat_of = [match.order.index(number) for number in range(len(match.order))]
    left = [
        match.order[entry.seat]
        for entry in match.entries
        if isinstance(entry.body, Resigned) and entry.seat is not None
    ]
    outcome = match.outcome
    if outcome is None:
        return Finish(left=tuple(left))
    scores = outcome.scores
    return Finish(
        ranks=tuple(outcome.ranks[seat] for seat in seat_of),
        scores=tuple(scores[seat] for seat in seat_of) if scores is not None else None,
        left=tuple(left),
    )


def columns(match: AnyMatch) -> dict[str, Any]:
    """What the row of a table says of its match."""
    if match.over:
        result = msgspec.json.encode(finish_of(match)).decode()
        return {"over": True, "turn": None, "result": result, "ended": match.entries[-1].time}
    mover = match.to_act
    return {"over": False, "turn": None if mover is None else match.order[mover]}


def read(text: str) -> Finish | None:
    """A result as the store keeps it; None where it is not known yet."""
    return msgspec.json.decode(text, type=Finish) if text else None
