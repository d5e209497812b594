"""Play what a contest still lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from ratskeller.arena.contest import Pairing, pairings
from ratskeller.arena.playing import play_share
from ratskeller.arena.pools import Pool, Progress, shares_of
from ratskeller.arena.records import Records
from ratskeller.bots import BotLike
from ratskeller.bots.own import check_travel

_LARGEST: Final = 32  # matches in a share; more would be lost where a run is cut short


def missing(records: Records, deals: Iterable[int]) -> list[Pairing]:
    """The matches of these deals that are not among the records yet."""
    return [
        pairing
        for deal in deals
        for pairing in pairings(records.contest, deal)
        if pairing.key not in records.matches
    ]


def run(
    records: Records,
    deals: Iterable[int],
    pool: Pool,
    progress: Progress | None = None,
    own: Mapping[str, BotLike] | None = None,
) -> None:
    """Play these deals to the end; what is recorded already is not played again.

    `own` are bots of somebody's own by the names that the contest knows them by; `CannotTravel`
    where one cannot be sent to other processes. One worker alone hands in match by match.
    """
    if own and pool.workers > 1:
        check_travel(own.values())
    work = missing(records, deals)
    shares = shares_of(work, pool.workers, 1 if pool.workers == 1 else _LARGEST)
    for played in pool.run(partial(play_share, records.contest, own=own), shares):
        records.add(played)
        if progress:
            progress(len(played))
