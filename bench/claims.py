"""What is claimed of the strength of the bots, and how a claim is judged.

The rules, which hold for every line:

- The claim and the number of deals are written here before anything is played. There are so many deals that a
  bot which wins what is *expected* of it has its claim shown in nine of ten cases.
- A line is judged once, when all its deals are played. Until then it has no verdict.
- The deals of a claim are found by arithmetic over the fingerprint of both bots (their code, weights and
  recipes), the rules and the data. So nobody can tune a bot on them: a bot that is changed gets others.
  Whoever tunes uses the seeds below `FIRST_CLAIM`, which no claim has.
- Each interval is so wide (`LEVEL`) that some thirty all hold the truth in about 95 of 100 cases (Bonferroni; the
  report prints how sure that is). It does not move with the number of lines: it decides how many deals each has.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import cache
from itertools import count, pairwise
from statistics import NormalDist
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ratskeller import games
from ratskeller.arena.contest import Contest
from ratskeller.arena.intervals import Estimate, quantile, share
from ratskeller.arena.records import heading_of
from ratskeller.bots.levels import level_ids, recipe_of

FIRST_CLAIM: Final = 1_000_000
EVEN: Final = 0.5
LEVEL: Final = 1 - 1 / 600  # how sure each interval is
POWER: Final = 0.9
_MATCHES_A_DEAL: Final = 2  # both orders of two bots, at two seats and at four


class Line(Struct, frozen=True):
    """A claim: the first wins at least this share of the wins against the second.

    It is played under their recipes, not their names. So a level that is tuned begins a new file,
    and two levels that are plain bots share theirs.
    """

    game: str
    bot: str
    rival: str
    claim: float = EVEN
    expected: float = 0.6
    seats: int = 2

    @property
    def recipes(self) -> tuple[str, ...]:
        return recipes(self.game, (self.bot, self.rival))

    @property
    def deals(self) -> int:
        return deals_for(self.claim, self.expected)


LEARNED: Final = (
    Line("pied_piper", "net", "greedy", 0.75, 0.8),
    Line("pied_piper", "look", "greedy", 0.8, 0.85),
    Line("pied_piper", "look", "search:1200", 0.65, 0.75),
    Line("pied_piper", "look", "search:10000", 0.6, 0.67),
    Line("pied_piper", "guided", "search:10000", 0.7, 0.78),
    Line("pied_piper", "look", "search:10000", 0.45, 0.55, seats=4),
    Line("pied_piper", "guided", "search:10000", EVEN, 0.59, seats=4),
    Line("ratzentanz", "net", "greedy"),
    Line("ratzentanz", "look", "greedy", EVEN, 0.62),
    Line("ratzentanz", "look", "search:24000"),
    Line("ratzentanz", "guided", "greedy", 0.7, 0.78),
    Line("ratzentanz", "guided", "search:24000", EVEN, 0.68),
    Line("first_rat", "net", "greedy"),
    Line("first_rat", "look", "greedy", 0.85, 0.95),
    Line("first_rat", "look", "search:16000", 0.75, 0.92),
    Line("first_rat", "net", "greedy", EVEN, 0.65, seats=4),
)
"""What the players that learned were meant to reach. Where nobody has trained a network they search, and
there is nothing to claim: Ratzentanz at three and more seats. In First Rat `look` plays as `net` does there.
"""


def lines(game_id: str) -> list[Line]:
    """Those that learned, then the plain bots, then each level against the one below; no pair twice.

    A recipe counts positions, not seconds: the same work on any machine.
    """
    ids = level_ids(games.find(game_id))
    found = [
        *(line for line in LEARNED if line.game == game_id),
        Line(game_id, "greedy", "random", 0.9, 0.98),
        *(Line(game_id, upper, lower) for lower, upper in pairwise(ids)),
    ]
    pairs = dict[tuple[object, ...], Line]()
    for line in found:
        pairs.setdefault((line.recipes, line.seats), line)
    return list(pairs.values())


def all_hold(lines: int) -> float:
    """How sure it is, at least, that the intervals of so many lines all hold the truth (Bonferroni)."""
    return 1 - lines * (1 - LEVEL)


@cache
def deals_for(claim: float, expected: float) -> int:
    """So many deals show a claim in nine of ten cases, if the truth is what is expected."""
    return next(deals for deals in count(1) if _low(expected, deals) >= claim)


def _low(expected: float, deals: int) -> float:
    """Where the interval begins that only one of ten begins below.

    The two matches of a deal are taken to know nothing of each other: sharing their luck they spread less.
    """
    unlucky = NormalDist().inv_cdf(POWER) * math.sqrt(expected * (1 - expected) / _MATCHES_A_DEAL)
    won = max(0.0, expected - unlucky / math.sqrt(deals))
    both, one = (round(part * deals) for part in (won**2, 2 * won * (1 - won)))
    return share([1.0] * both + [EVEN] * one + [0.0] * (deals - both - one), level=LEVEL).low


def recipes(game_id: str, names: Sequence[str]) -> tuple[str, ...]:
    game = games.find(game_id)
    return tuple(str(recipe_of(name, game)) for name in names)


def fresh(contest: Contest) -> Contest:
    """The same contest on the deals that belong to its bots as they are now."""
    plan = msgspec.json.encode(heading_of(replace(contest, seed=0)))
    return replace(contest, seed=FIRST_CLAIM + int(hashlib.sha256(plan).hexdigest()[:12], 16))


def verdict(line: Line, found: Estimate | None) -> str:
    """What the interval bears; nothing before all deals are played."""
    played = found.deals if found else 0
    if found is None or played < line.deals:
        return f"{played} of {line.deals} deals played, no verdict"
    if found.low >= line.claim:
        return "reached"
    return "above even" if found.low > EVEN else "not shown"


def ahead(upper: Sequence[float], lower: Sequence[float]) -> float:
    """How likely the first wins more than the second in the long run, by their wins deal by deal."""
    values = [(1 + one - other) / 2 for one, other in zip(upper, lower, strict=True)]
    even_deals = share(values)
    error = (even_deals.high - even_deals.low) / (2 * quantile(0.95))
    return NormalDist().cdf(((even_deals.low + even_deals.high) / 2 - EVEN) / error)
