"""Many matches between bots, and what came of them.

Every match has luck and players of its own, derived from the seed and the number of the match. So
the result of a seed is the same however many processes share the work. Nothing is written here;
whoever wants to show progress hands in a function that is told how many matches have ended.
"""

from __future__ import annotations

import random
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha512
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ratskeller import games
from ratskeller.arena.intervals import Estimate, share_of_wins
from ratskeller.arena.playing import play_match, streams_of
from ratskeller.arena.pools import Pool, Progress, ThisProcess, shares_of
from ratskeller.bots import Bot, BotLike, find_bot
from ratskeller.bots.own import check_travel, name_of
from ratskeller.bots.random_bot import RandomBot
from ratskeller.core.course import playout
from ratskeller.core.game import AnyGame, GameState

_LARGEST: Final = 1000  # matches in a share


class Plan(Struct, frozen=True):
    """What is played: a game by its id, a bot for each seat, options by name.

    A bot is a name, or a class or an object of somebody's own.
    """

    game: str
    bots: tuple[BotLike, ...]
    seed: int = 0
    options: dict[str, Any] = {}

    @property
    def seats(self) -> int:
        return len(self.bots)


class SimulationResult(Struct, frozen=True):
    """What came of a simulation. A move is every action, the players' and chance's."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: int
    games: int
    turns_mean: float
    moves_mean: float
    moves_per_second: float
    seconds: float
    wins: tuple[int, ...]  # of each seat, alone
    shares: tuple[Estimate, ...]  # of matches that it won alone
    draws: int  # matches with more than one winner
    reasons: dict[str, int]
    winner_score_mean: float | UnsetType = UNSET
    scores_mean: tuple[float, ...] | UnsetType = UNSET


class Tally(Struct):
    """Sums over matches. All are whole numbers, so the order of adding does not matter."""

    wins: list[int]
    scores: list[int]
    games: int = 0
    turns: int = 0
    moves: int = 0
    draws: int = 0
    scored: int = 0
    winner_scores: int = 0
    reasons: dict[str, int] = {}


def simulate(
    plan: Plan, matches: int, *, pool: Pool | None = None, progress: Progress | None = None
) -> SimulationResult:
    """Play the matches 0 to `matches` - 1 of a plan, here or in a pool.

    Raises `UnknownGame` and `UnknownBot`, and of somebody's own bots `CannotTravel` and
    `BotFailed`; that the rules allow the set-up is the caller's care.
    """
    pool = pool or ThisProcess()
    if pool.workers > 1:
        check_travel(plan.bots)
    began = time.perf_counter()
    total = _empty(plan.seats)
    shares = shares_of(range(matches), pool.workers, _LARGEST)
    for share in pool.run(partial(play_matches, plan), shares):
        _add(total, share)
        if progress:
            progress(share.games)
    return _result(plan, total, time.perf_counter() - began)


def play_matches(plan: Plan, numbers: Iterable[int]) -> Tally:
    """Play the matches of these numbers."""
    game = games.find(plan.game)
    bots = [find_bot(bot, game) for bot in plan.bots]
    options = msgspec.convert(plan.options, game.meta.options)
    nobody_looks = all(type(bot) is RandomBot for bot in bots)
    tally = _empty(plan.seats)
    for last, moves in (_unseen if nobody_looks else _seen)(
        game, options, bots, plan.seed, numbers
    ):
        _count(tally, game, last, moves)
    return tally


Ends: TypeAlias = Iterator[tuple[GameState, int]]
"""The last state of each match, and how many moves it took."""


def _seen(
    game: AnyGame, options: Any, bots: Sequence[Bot], seed: int, numbers: Iterable[int]
) -> Ends:
    for number in numbers:
        positions = play_match(game, options, bots, seed, number)
        ((moves, (last, _, _)),) = deque(enumerate(positions), maxlen=1)
        yield last, moves


def _unseen(
    game: AnyGame, options: Any, bots: Sequence[Bot], seed: int, numbers: Iterable[int]
) -> Ends:
    """The same for bots that never look at the table: nothing is concealed, nobody is asked."""
    luck, mind = random.Random(0), random.Random(0)
    minds = [mind] * len(bots)
    # What `generator.seed(text)` does, in four fifths of the time: it counts, since a match of
    # The Pied Piper takes no longer than fifty seeds.
    generators = [
        (super(random.Random, one).seed, stream)
        for one, stream in zip((luck, mind), streams_of(bots[:1]), strict=True)
    ]
    for number in numbers:
        for reseed, stream in generators:
            word = f"{seed}/{number}/{stream}".encode()
            reseed(int.from_bytes(word + sha512(word).digest(), "big"))
        yield playout(game, game.start(len(bots), options), luck, minds)


# --- counting ----------------------------------------------------------------------------------


def _empty(seats: int) -> Tally:
    return Tally(wins=[0] * seats, scores=[0] * seats)


def _count(tally: Tally, game: AnyGame, last: GameState, moves: int) -> None:
    outcome = game.outcome(last)
    assert outcome is not None
    tally.games += 1
    tally.moves += moves
    tally.turns += game.turns(last)
    tally.reasons[outcome.reason] = tally.reasons.get(outcome.reason, 0) + 1
    if len(winners := outcome.winners) == 1:
        tally.wins[winners[0]] += 1
    else:
        tally.draws += 1
    if outcome.scores is not None:
        tally.scored += 1
        tally.winner_scores += max(outcome.scores[seat] for seat in winners)
        tally.scores = [a + b for a, b in zip(tally.scores, outcome.scores, strict=True)]


def _add(total: Tally, share: Tally) -> None:
    total.games += share.games
    total.turns += share.turns
    total.moves += share.moves
    total.draws += share.draws
    total.scored += share.scored
    total.winner_scores += share.winner_scores
    total.wins = [a + b for a, b in zip(total.wins, share.wins, strict=True)]
    total.scores = [a + b for a, b in zip(total.scores, share.scores, strict=True)]
    total.reasons = dict(Counter(total.reasons) + Counter(share.reasons))


def _result(plan: Plan, total: Tally, seconds: float) -> SimulationResult:
    scored = total.scored
    return SimulationResult(
        game=plan.game,
        seats=plan.seats,
        bots=tuple(map(name_of, plan.bots)),
        options=plan.options,
        seed=plan.seed,
        games=total.games,
        turns_mean=round(total.turns / total.games, 3),
        moves_mean=round(total.moves / total.games, 3),
        moves_per_second=round(total.moves / seconds, 1),
        seconds=round(seconds, 3),
        wins=tuple(total.wins),
        shares=tuple(share_of_wins(wins, total.games, 1 / plan.seats) for wins in total.wins),
        draws=total.draws,
        reasons=dict(sorted(total.reasons.items())),
        winner_score_mean=round(total.winner_scores / scored, 3) if scored else UNSET,
        scores_mean=tuple(round(s / scored, 3) for s in total.scores) if scored else UNSET,
    )
