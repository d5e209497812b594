"""Matches that were never played, for sums that can be checked by hand."""

from __future__ import annotations

from ratskeller.arena.playing import MatchRecord


def match(
    deal: int,
    bots: str,
    ranks: str,
    *,
    rotation: int = 0,
    turns: int = 10,
    leads: tuple[int, ...] = (),
    decisions: tuple[int, ...] = (1, 2),
    scores: tuple[int, ...] | None = None,
    reason: str = "roof",
) -> MatchRecord:
    """`match(0, "a b", "12")`: in deal 0 bot a sat on the first seat and won."""
    names = tuple(bots.split())
    places = tuple(int(rank) for rank in ranks)
    return MatchRecord(
        deal, 0, rotation, names, places, reason, turns, 5 * turns, scores, leads, decisions
    )
