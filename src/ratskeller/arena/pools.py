"""Where matches are played: in this process, in several, or on a Ray cluster.

A pool does a task with each piece of some work and gives back the results in the order in which
they are done. What is played does not depend on the pool.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeAlias, TypeVar

_START_METHOD: Final = "spawn"  # a fork would copy the thread that draws the progress bar
_BEHIND: Final = 10  # niceness: where all cores are busy, about a tenth of what others get
_SHARES: Final = 16  # pieces of work for each worker: few enough to be cheap, enough to be even
_AHEAD: Final = 2  # pieces that wait for each worker
_STORE: Final = 80_000_000  # bytes, near the least that Ray takes: records are small

_PATIENCE: Final = 5  # seconds for a cluster to answer
_AUTO: Final = "auto"  # Ray's own word for the cluster of this machine

LOCAL: Final = "local"
"""The address of a cluster that is started for this run, and ends with it."""

Progress: TypeAlias = Callable[[int], None]
"""Is told how many more matches have ended."""

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class NoRay(ImportError):
    """Ray is not installed."""


def usable_cores() -> int:
    """The cores that this process may use, where the system says so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shares_of(work: Sequence[Piece], workers: int, largest: int) -> list[Sequence[Piece]]:
    """The work in shares of `largest` pieces at most."""
    size = max(1, min(largest, len(work) // (workers * _SHARES)))
    return [work[start : start + size] for start in range(0, len(work), size)]


class ThisProcess:
    """Everything is done right here."""

    workers = 1

    def run(self, task: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        return map(task, pieces)


class Workers:
    """Other processes. They are handed a few pieces at a time, so that a run can be stopped."""

    def __init__(self, submit: Callable[..., Future[Any]], workers: int) -> None:
        self.workers, self._submit = workers, submit

    def run(self, task: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        waiting = iter(pieces)
        running = {self._submit(task, piece) for piece in islice(waiting, self.workers * _AHEAD)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {self._submit(task, piece) for piece in islice(waiting, len(done))}
            for one in done:
                yield one.result()


Pool: TypeAlias = ThisProcess | Workers


@contextmanager
def pool_of(jobs: int) -> Iterator[Pool]:
    """A pool of so many processes; they end with the block, whatever they are at."""
    if jobs <= 1:
        yield ThisProcess()
        return
    others = set(active_children())
    executor = _executor(jobs, _leave_interrupts_to_the_parent)
    try:
        yield Workers(executor.submit, jobs)
    except BaseException:
        # A match of a strong bot takes minutes, and whoever pressed Ctrl-C does not want to wait.
        _end_all_but(others)
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def background(jobs: int) -> Iterator[Callable[..., Future[Any]]]:
    """Hand work to so many processes that leave the machine to whoever else wants it. They start when there
    is some, and end with the block, whatever they are at: nobody waits for them. Pieces of work should be small to
    hand over, some kilobytes: Python before 3.12 can hang where a process ends that is being written to.
    """
    others = set(active_children())
    executor = _executor(jobs, _stand_back)
    try:
        yield executor.submit
    finally:
        _end_all_but(others)
        executor.shutdown(cancel_futures=True)


def _executor(jobs: int, prepare: Callable[[], None]) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, mp_context=get_context(_START_METHOD), initializer=prepare)


def _end_all_but(others: Collection[BaseProcess]) -> None:
    for process in set(active_children()).difference(others):
        process.terminate()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stand_back() -> None:
    _leave_interrupts_to_the_parent()
    if hasattr(os, "nice"):  # not everywhere
        os.nice(_BEHIND)


# --- Ray ---------------------------------------------------------------------------------------


def _do(task: Callable[[Piece], Result], piece: Piece) -> Result:
    return task(piece)


@contextmanager
def ray_pool(address: str, jobs: int) -> Iterator[Pool]:
    """The workers of the cluster at an address; “local” starts one of so many processes.

    Every machine of it must have this program, in this version. Raises `NoRay`, and
    `ConnectionError` where nobody answers.
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
        do, workers = ray.remote(_do), int(ray.cluster_resources().get("CPU", 1))
        yield Workers(lambda *work: do.remote(*work).future(), max(1, workers))
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
