"""Many matches between bots, and what came of them.

Every match has luck and players of its own, derived from the seed and the number of the match. So
the result of a seed is the same however many processes share the work. Nothing is written here;
whoever wants to show progress hands in a function that is told how many matches have ended.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ratskeller import games
from ratskeller.bots import Bot, BotLike, Budget, find_bot
from ratskeller.bots.own import check_travel, name_of
from ratskeller.core.chance import roll
from ratskeller.core.game import CHANCE, AnyGame

_SHARES: Final = 8  # pieces of work for each process: few enough to be cheap, enough to be even
_START_METHOD: Final = "spawn"  # a fork would copy the thread that draws the progress bar


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


class Report(Struct, frozen=True):
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


Progress = Callable[[int], None]
"""Is told how many more matches have ended."""


def simulate(
    plan: Plan, matches: int, *, jobs: int = 1, progress: Progress | None = None
) -> Report:
    """Play the matches 0 to `matches` - 1 of a plan, in so many processes.

    Raises `UnknownGame` and `UnknownBot`, and of somebody's own bots `CannotTravel` and
    `BotFailed`; that the rules allow the set-up is the caller's care.
    """
    if jobs > 1:
        check_travel(plan.bots)
    began = time.perf_counter()
    total = _empty(plan.seats)
    for share in _shares(plan, matches, jobs):
        _add(total, share)
        if progress:
            progress(share.games)
    return _report(plan, total, time.perf_counter() - began)


def play_match(
    game: AnyGame, options: Any, bots: Sequence[Bot], seed: int, number: int
) -> Iterator[tuple[Any, Any, Any]]:
    """One match, action by action: the state before, the action, the state after.

    Bots get their view and the legal list only. Luck has a generator of its own: with the same
    seed other bots meet the same luck, as far as they go the same way.
    """
    luck = random.Random(f"{seed}/{number}/luck")
    minds = [random.Random(f"{seed}/{number}/{seat}") for seat in range(len(bots))]
    budget = Budget()
    state = game.start(len(bots), options)
    while (mover := game.to_act(state)) is not None:
        if mover == CHANCE:
            action = roll(game, state, luck)
        else:
            view = game.conceal(state, mover)
            action = bots[mover].choose(view, game.legal(state), budget, minds[mover])
        before, state = state, game.play(state, action)
        yield before, action, state


# --- sharing the work --------------------------------------------------------------------------


def _shares(plan: Plan, matches: int, jobs: int) -> Iterator[Tally]:
    pieces = _pieces(matches, max(jobs, 1) * _SHARES)
    if jobs <= 1:
        for piece in pieces:
            yield play_matches(plan, piece)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context(_START_METHOD)) as pool:
        waiting = [pool.submit(play_matches, plan, piece) for piece in pieces]
        for done in as_completed(waiting):
            yield done.result()


def _pieces(count: int, pieces: int) -> list[range]:
    size = max(1, -(-count // pieces))
    return [range(start, min(start + size, count)) for start in range(0, count, size)]


def play_matches(plan: Plan, numbers: range) -> Tally:
    """Play the matches of these numbers."""
    game = games.find(plan.game)
    bots = [find_bot(name, game) for name in plan.bots]
    options = msgspec.convert(plan.options, game.meta.options)
    tally = _empty(plan.seats)
    for number in numbers:
        state, moves = None, 0
        for _, _, after in play_match(game, options, bots, plan.seed, number):
            state, moves = after, moves + 1
        _count(tally, game, state, moves)
    return tally


# --- counting ----------------------------------------------------------------------------------


def _empty(seats: int) -> Tally:
    return Tally(wins=[0] * seats, scores=[0] * seats)


def _count(tally: Tally, game: AnyGame, last: Any, moves: int) -> None:
    outcome = game.outcome(last)
    assert outcome is not None
    tally.games += 1
    tally.moves += moves
    tally.turns += game.turns(last)
    tally.reasons[outcome.reason] = tally.reasons.get(outcome.reason, 0) + 1
    if len(outcome.winners) == 1:
        tally.wins[outcome.winners[0]] += 1
    else:
        tally.draws += 1
    if outcome.scores is not None:
        tally.scored += 1
        tally.winner_scores += max(outcome.scores[seat] for seat in outcome.winners)
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


def _report(plan: Plan, total: Tally, seconds: float) -> Report:
    scored = total.scored
    return Report(
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
        draws=total.draws,
        reasons=dict(sorted(total.reasons.items())),
        winner_score_mean=round(total.winner_scores / scored, 3) if scored else UNSET,
        scores_mean=tuple(round(s / scored, 3) for s in total.scores) if scored else UNSET,
    )
