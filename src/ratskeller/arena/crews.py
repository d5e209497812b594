"""Who plays the matches: this process, several, or a Ray cluster.

A crew takes shares of work and gives back what was played, in the order in which it is done. What
is played does not depend on the crew.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import active_children, get_context
from typing import Any, Final, Protocol, TypeAlias

from ratskeller.arena.contest import Contest, Pairing
from ratskeller.arena.playing import Played, play_share

_START_METHOD: Final = "spawn"  # a fork would copy the thread that draws the progress bar
_SHARES: Final = 16  # pieces of work for each worker: few enough to be cheap, enough to be even
_LARGEST: Final = 32  # matches; more would be lost where a run is cut short
_AHEAD: Final = 2  # shares that wait for each worker
_STORE: Final = 80_000_000  # bytes, near the least that Ray takes: records are small

_PATIENCE: Final = 5  # seconds for a cluster to answer
_AUTO: Final = "auto"  # Ray's own word for the cluster of this machine

LOCAL: Final = "local"
"""The address of a cluster that is started for this run, and ends with it."""

Share: TypeAlias = Sequence[Pairing]


class NoRay(ImportError):
    """Ray is not installed."""


class Crew(Protocol):
    """What plays matches."""

    workers: int

    def play(self, contest: Contest, shares: Sequence[Share]) -> Iterator[list[Played]]: ...


def shares_of(work: Sequence[Pairing], workers: int) -> list[Share]:
    """The work in pieces; one worker alone is told one match at a time."""
    size = 1 if workers == 1 else max(1, min(_LARGEST, len(work) // (workers * _SHARES)))
    return [work[start : start + size] for start in range(0, len(work), size)]


class Alone:
    """The matches are played right here."""

    workers = 1

    def play(self, contest: Contest, shares: Sequence[Share]) -> Iterator[list[Played]]:
        for share in shares:
            yield play_share(contest, share)


class Processes:
    """Several processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor, workers: int) -> None:
        self.pool, self.workers = pool, workers

    def play(self, contest: Contest, shares: Sequence[Share]) -> Iterator[list[Played]]:
        left = list(reversed(shares))
        running: set[Future[list[Played]]] = set()
        while left or running:
            while left and len(running) < self.workers * _AHEAD:
                running.add(self.pool.submit(play_share, contest, left.pop()))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for task in done:
                yield task.result()


@contextmanager
def crew_of(jobs: int) -> Iterator[Crew]:
    """A crew of so many processes; they end with the block, whatever they are at."""
    if jobs == 1:
        yield Alone()
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(
        jobs, mp_context=get_context(_START_METHOD), initializer=_leave_interrupts_to_the_parent
    )
    try:
        yield Processes(pool, jobs)
    except BaseException:
        # A match of a strong bot takes minutes, and whoever pressed Ctrl-C does not want to wait.
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- Ray ---------------------------------------------------------------------------------------


class Cluster:
    """The workers of a Ray cluster. Each must have this program, in this version."""

    def __init__(self, ray: Any, workers: int) -> None:
        self.ray, self.workers = ray, workers
        self._play_share = ray.remote(play_share)

    def play(self, contest: Contest, shares: Sequence[Share]) -> Iterator[list[Played]]:
        left = list(reversed(shares))
        running: list[Any] = []
        while left or running:
            while left and len(running) < self.workers * _AHEAD:
                running.append(self._play_share.remote(contest, left.pop()))
            (done,), running = self.ray.wait(running, num_returns=1)
            yield self.ray.get(done)


@contextmanager
def ray_crew(address: str, jobs: int) -> Iterator[Crew]:
    """The workers of the cluster at an address; “local” starts one of so many processes.

    Raises `NoRay`, and `ConnectionError` where nobody answers.
    """
    check_ray(address)
    # Ray would tell its makers that it is used.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray: Any = import_module("ray")  # an extra
    if address == LOCAL:
        ray.init(
            num_cpus=jobs,
            object_store_memory=_STORE,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    else:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        yield Cluster(ray, max(1, int(ray.cluster_resources().get("CPU", 1))))
    finally:
        ray.shutdown()


def check_ray(address: str) -> None:
    """Raises `NoRay` where Ray is not installed, `ConnectionError` where nobody answers.

    Ray itself would try for minutes.
    """
    if find_spec("ray") is None:
        raise NoRay("ray")
    if address in (LOCAL, _AUTO):
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=_PATIENCE):
            pass
    except (OSError, ValueError, OverflowError):
        raise ConnectionError(address) from None
