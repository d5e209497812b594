"""What a match felt like: who was ahead, how often that changed, when it was over in truth.

Who leads is judged by the game's own evaluation at the end of each turn.
"""

from __future__ import annotations

from itertools import pairwise

from ratskeller.arena.playing import NOBODY, MatchRecord


def lead_changes(match: MatchRecord) -> int:
    """How often another seat took the lead; standing equal in between is no change."""
    leads = [seat for seat in match.leads if seat != NOBODY]
    return sum(before != after for before, after in pairwise(leads))


def decided(match: MatchRecord) -> float:
    """The part of the match that was played when a winner took the lead for good, from 0 to 1."""
    turns = len(match.leads)
    behind = [turn for turn, seat in enumerate(match.leads, start=1) if seat not in match.winners]
    return max(behind, default=0) / turns if turns else 0.0


def won(match: MatchRecord, seat: int) -> float:
    """A seat's part of the win."""
    return 1 / len(match.winners) if match.ranks[seat] == 1 else 0.0
