"""A yardstick for a network that is still in training: other processes let it play against plain bots.

It is told when there are newer weights, and looks at them when it has done with those before. Nobody waits for it, so
which ones it looks at hangs on the machine; what it finds of them does not: all play the same duplicate deals. They are
no deals of a claim: those have seeds above a million (`bench.claims`).
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from functools import lru_cache
from io import StringIO
from pathlib import Path
from shutil import copyfile
from typing import Any, Final, NamedTuple

from msgspec import Struct

from ratskeller import games
from ratskeller.arena.contest import Contest, pairings
from ratskeller.arena.intervals import Estimate, share
from ratskeller.arena.playing import play_share
from ratskeller.arena.pools import background
from ratskeller.arena.standings import wins
from ratskeller.bots.net import Learned, NetBot
from ratskeller.bots.network import Network
from ratskeller.bots.weights import check_card, check_fit, read_weights
from ratskeller.core.game import AnyGame
from ratskeller.files import write_atomically

RIVALS: Final = ("greedy", "search:200")
FILE: Final = "yardstick.csv"
_COPY: Final = "yardstick.npz"
_DEALS: Final = range(50)  # against each
_SEED: Final = 1284
_TRAINED: Final = "trained"
_COLUMNS: Final = ("iteration", "rival", "deals", "share", "low", "high")


class TrainedBot(NetBot):
    """It plays what a network likes best that is no part of the house yet."""

    def __init__(self, game: AnyGame, network: Network) -> None:
        super().__init__(game)
        self.trained = Learned(network)

    def learned(self, seats: int) -> Learned:  # noqa: ARG002
        """Of any number of seats the same: who asks has seen to it that it fits."""
        return self.trained


class Reading(Struct, frozen=True):
    """The share of the wins that the weights of an iteration had against a rival."""

    iteration: int
    rival: str
    wins: Estimate


class _Duel(NamedTuple):
    iteration: int
    rival: str
    deals: list[Future[float]]


class Yardstick:
    def __init__(
        self, game: AnyGame, seats: int, weights: Path, submit: Callable[..., Future[Any]]
    ) -> None:
        """What it finds lies beside the weights; `submit` hands a task to another process."""
        self.game, self.seats, self.weights, self._submit = game, seats, weights, submit
        self.file = weights.with_name(FILE)
        self.problem = ""  # why it looks no more
        self._newest = 0
        self._duels: list[_Duel] = []

    def show(self, iteration: int) -> None:
        """The weights are newer now."""
        self._newest = iteration

    def readings(self) -> list[Reading]:
        """What was found since somebody asked last; then it looks at newer weights. It never waits, and never
        fails: a training goes on without it.
        """
        found = self.last_readings()
        try:
            if self._newest and not self._duels and not self.problem:
                self._begin(self._newest)
                self._newest = 0
        except (OSError, BrokenExecutor) as problem:
            self._give_up(problem)
        return found

    def last_readings(self) -> list[Reading]:
        """The same at the end of a training: it looks at nothing any more."""
        found = list(self._finished())
        try:
            if found:
                _write(self.file, [*readings_in(self.file), *found])
        except OSError as problem:  # such as a disk that is full
            self._give_up(problem)
        return found

    def _begin(self, iteration: int) -> None:
        """With a copy of the weights: they will be replaced before it is done."""
        copy = self.weights.with_name(_COPY)
        copyfile(self.weights, copy)
        for rival in RIVALS:
            contest = Contest(self.game.meta.id, (_TRAINED, rival), self.seats, _SEED)
            work = [self._submit(part_of, contest, deal, copy, iteration) for deal in _DEALS]
            self._duels.append(_Duel(iteration, rival, work))

    def _finished(self) -> Iterator[Reading]:
        while self._duels and all(deal.done() for deal in self._duels[0].deals):
            iteration, rival, deals = self._duels[0]
            if problem := next(filter(None, (deal.exception() for deal in deals)), None):
                self._give_up(problem)
                return
            del self._duels[0]
            yield Reading(iteration, rival, share([deal.result() for deal in deals]))

    def _give_up(self, problem: BaseException) -> None:
        self.problem = str(problem) or type(problem).__name__
        self._duels.clear()


@contextmanager
def yardstick(game: AnyGame, seats: int, weights: Path, jobs: int) -> Iterator[Yardstick]:
    """A yardstick with so many processes; they end with the block."""
    with background(jobs) as submit:
        yield Yardstick(game, seats, weights, submit)


def part_of(contest: Contest, deal: int, weights: Path, iteration: int) -> float:
    """Which part of the wins of a deal the weights have, as they are after this iteration."""
    bot = _trained(contest.game, contest.seats, weights, iteration)
    matches = play_share(contest, list(pairings(contest, deal)), {_TRAINED: bot})
    (part,) = wins(_TRAINED, [matches])
    return part


@lru_cache(maxsize=1)
def _trained(game_id: str, seats: int, weights: Path, _iteration: int) -> TrainedBot:
    """Kept as long as they are played with. Raises `ForeignWeights`."""
    game = games.find(game_id)
    card, network = read_weights(weights)
    check_card(card, game, seats)
    check_fit(network, game, seats)
    return TrainedBot(game, network)


def _write(file: Path, readings: Sequence[Reading]) -> None:
    """All of them; the file is whole or as it was before."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for reading in readings:
        found = reading.wins
        rows.writerow(
            [reading.iteration, reading.rival, found.deals, found.mean, found.low, found.high]
        )
    write_atomically(file, text.getvalue().encode(), 0o644)


def readings_in(file: Path) -> list[Reading]:
    """All that was found in a run, also before it was interrupted; rows that are not whole are passed over."""
    if not file.exists():
        return []
    whole, _, _ = file.read_text("utf-8", errors="replace").rpartition("\n")
    rows = csv.DictReader(whole.splitlines())
    return [reading for row in rows if (reading := _reading(row))]


def _reading(row: dict[str, str]) -> Reading | None:
    try:
        share, low, high = (float(row[name]) for name in ("share", "low", "high"))
        wins = Estimate(share, low, high, int(row["deals"]))
        return Reading(int(row["iteration"]), row["rival"], wins)
    except (KeyError, TypeError, ValueError):  # columns are missing, or cut short
        return None
