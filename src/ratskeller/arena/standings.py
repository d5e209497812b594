"""What a contest says of its bots: ratings, points of each against each, and the worth of a seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import permutations
from statistics import covariance, fmean, variance
from typing import Final

from msgspec import Struct

from ratskeller.arena.contest import Contest
from ratskeller.arena.drama import won
from ratskeller.arena.intervals import Estimate, mean, share
from ratskeller.arena.playing import MatchRecord

_Z: Final = 1.96
_DIGITS: Final = 3


class NoRatings(ImportError):
    """The library of the ratings is not installed."""


def check_ratings() -> None:
    """Raises `NoRatings` where they cannot be computed."""
    if find_spec("openskill") is None:
        raise NoRatings("openskill")


class Rating(Struct, frozen=True):
    """What Plackett and Luce's model makes of all ranks; 25 is where everybody begins."""

    bot: str
    value: float
    margin: float  # of the 95 % interval
    matches: int
    wins: Estimate  # the share of its matches' wins; a win of several is divided


class Encounter(Struct, frozen=True):
    """The points of one bot against another: 1 for the better rank, 1/2 for the same."""

    bot: str
    rival: str
    points: Estimate


class Adjusted(Struct, frozen=True):
    """A bot's share of wins with luck taken off, and how many times fewer deals give the same interval."""

    bot: str
    wins: Estimate
    factor: float


class Standings(Struct, frozen=True):
    contest: Contest
    deals: int
    matches: int
    ratings: list[Rating]  # best first
    encounters: list[Encounter]
    seats: list[Estimate]  # the share of wins of each seat, whoever sat there
    draws: Estimate  # the share of matches with more than one winner
    turns: Estimate
    reasons: dict[str, int]
    adjusted: list[Adjusted] = []  # where luck was written down


def standings(contest: Contest, matches: Sequence[MatchRecord]) -> Standings:
    """The table of these matches, sorted by key."""
    deals = by_deal(matches)
    reasons = [match.reason for match in matches]
    return Standings(
        contest=contest,
        deals=len(deals),
        matches=len(matches),
        ratings=_ratings(contest, matches, deals),
        encounters=list(_encounters(contest, deals)),
        seats=[_seat_share(seat, deals) for seat in range(contest.seats)],
        draws=share([fmean(len(m.winners) > 1 for m in deal) for deal in deals]),
        turns=mean([fmean(m.turns for m in deal) for deal in deals]),
        reasons={reason: reasons.count(reason) for reason in sorted(set(reasons))},
        adjusted=[_adjusted(bot, deals) for bot in contest.bots] if contest.adjusted else [],
    )


def by_deal(matches: Iterable[MatchRecord]) -> list[list[MatchRecord]]:
    """The matches of each deal, in the order of the deals."""
    deals: dict[int, list[MatchRecord]] = defaultdict(list)
    for match in matches:
        deals[match.deal].append(match)
    return [deals[number] for number in sorted(deals)]


def points(bot: str, rival: str, deals: Iterable[Sequence[MatchRecord]]) -> list[float]:
    """The mean points of a bot against another in each deal in which they met."""
    found = []
    for deal in deals:
        duels = [point for match in deal for point in _duels(bot, rival, match)]
        if duels:
            found.append(fmean(duels))
    return found


def _duels(bot: str, rival: str, match: MatchRecord) -> Iterator[float]:
    """Every seat of the one against every seat of the other."""
    for name, rank in zip(match.bots, match.ranks, strict=True):
        for other, its_rank in zip(match.bots, match.ranks, strict=True):
            if name == bot and other == rival:
                yield (1 + (rank < its_rank) - (rank > its_rank)) / 2


def _encounters(contest: Contest, deals: Sequence[Sequence[MatchRecord]]) -> Iterator[Encounter]:
    for bot, rival in permutations(contest.bots, 2):
        yield Encounter(bot, rival, share(points(bot, rival, deals)))


def _seat_share(seat: int, deals: Sequence[Sequence[MatchRecord]]) -> Estimate:
    shares = [fmean(won(match, seat) for match in deal) for deal in deals]
    return share(shares, even=1 / len(deals[0][0].bots))


# --- ratings -----------------------------------------------------------------------------------


def _ratings(
    contest: Contest, matches: Sequence[MatchRecord], deals: Sequence[Sequence[MatchRecord]]
) -> list[Rating]:
    """Rate match by match, in the order of the keys: so the order of playing does not matter."""
    from openskill.models import PlackettLuce, PlackettLuceRating  # noqa: PLC0415  an extra

    model = PlackettLuce()
    rated: dict[str, PlackettLuceRating] = {bot: model.rating() for bot in contest.bots}
    for match in matches:
        # A copy for each seat: the model takes the same rating twice for the same person twice.
        teams = [[model.rating(mu=rated[b].mu, sigma=rated[b].sigma)] for b in match.bots]
        seats = model.rate(teams, ranks=list(match.ranks))
        for bot in set(match.bots):
            of_bot = [seat for (seat,), name in zip(seats, match.bots, strict=True) if name == bot]
            # A bot on several seats moves by what they learn on average.
            rated[bot] = model.rating(
                mu=fmean(seat.mu for seat in of_bot), sigma=fmean(seat.sigma for seat in of_bot)
            )
    table = [
        Rating(
            bot=bot,
            value=round(rating.mu, _DIGITS),
            margin=round(_Z * rating.sigma, _DIGITS),
            matches=sum(bot in match.bots for match in matches),
            wins=_wins(bot, deals),
        )
        for bot, rating in rated.items()
    ]
    return sorted(table, key=lambda rating: (-rating.value, rating.bot))


def wins(bot: str, deals: Iterable[Sequence[MatchRecord]]) -> list[float]:
    """A bot's part of the wins of its matches in each deal that it played, all its seats together."""
    met = ([match for match in deal if bot in match.bots] for deal in deals)
    return [fmean(_part(bot, match) for match in deal) for deal in met if deal]


def _wins(bot: str, deals: Sequence[Sequence[MatchRecord]]) -> Estimate:
    met = ([match for match in deal if bot in match.bots] for deal in deals)
    seats = [
        fmean(match.bots.count(bot) / len(match.bots) for match in deal) for deal in met if deal
    ]
    return share(wins(bot, deals), even=fmean(seats))


def _part(bot: str, match: MatchRecord) -> float:
    return sum(won(match, seat) for seat, name in enumerate(match.bots) if name == bot)


def _luck(bot: str, match: MatchRecord) -> float:
    return sum(luck for luck, name in zip(match.luck, match.bots, strict=True) if name == bot)


def _adjusted(bot: str, deals: Iterable[Sequence[MatchRecord]]) -> Adjusted:
    return without_luck(bot, *luck_parts(bot, deals))


def luck_parts(bot: str, deals: Iterable[Sequence[MatchRecord]]) -> tuple[list[float], list[float]]:
    """Deal by deal a bot's part of the wins of its matches, and the luck it had in them."""
    met = [[match for match in deal if bot in match.bots] for deal in deals]
    return (
        [fmean(_part(bot, match) for match in deal) for deal in met if deal],
        [fmean(_luck(bot, match) for match in deal) for deal in met if deal],
    )


def without_luck(bot: str, shares: Sequence[float], luck: Sequence[float]) -> Adjusted:
    """Each half of the deals says how far luck counts in the other: so it can bend no result its way."""
    counts = [_regression(shares[other::2], luck[other::2]) for other in (1, 0)]
    without = [
        share - counts[number % 2] * lucky
        for number, (share, lucky) in enumerate(zip(shares, luck, strict=True))
    ]
    spread = variance(without) if len(without) > 1 else 0.0
    return Adjusted(bot, mean(without), round(variance(shares) / spread, 2) if spread else 1.0)


def _regression(shares: Sequence[float], luck: Sequence[float]) -> float:
    """How much of a share goes with a unit of luck; all of it where that cannot be told."""
    spread = variance(luck) if len(luck) > 1 else 0.0
    return covariance(shares, luck) / spread if spread else 1.0
