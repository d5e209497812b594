"""Play what a contest still lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ratskeller.arena.contest import Pairing, pairings
from ratskeller.arena.crews import Crew, shares_of
from ratskeller.arena.ledger import Ledger

Progress: TypeAlias = Callable[[int], None]
"""Is told how many more matches have ended."""


def missing(ledger: Ledger, deals: Iterable[int]) -> list[Pairing]:
    """The matches of these deals that are not in the ledger yet."""
    return [
        pairing
        for deal in deals
        for pairing in pairings(ledger.contest, deal)
        if pairing.key not in ledger.matches
    ]


def run(ledger: Ledger, deals: Iterable[int], crew: Crew, progress: Progress | None = None) -> None:
    """Play these deals to the end; what the ledger holds already is not played again."""
    work = missing(ledger, deals)
    for played in crew.play(ledger.contest, shares_of(work, crew.workers)):
        ledger.add(played)
        if progress:
            progress(len(played))
