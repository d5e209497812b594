"""Where matches are played: in this process, in several, or on a Ray cluster.

A pool does a task with each piece of some work and gives back the results in the order in which
they are done. What is played does not depend on the pool.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any, Final, TypeAlias, TypeVar

_START_METHOD: Final = "spawn"  # a fork would copy the thread that draws the progress bar
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


def shares_of(work: Sequence[Piece], workers: int, largest: int) -> list[Sequence[Piece]]:
    """The work in shares of `largest` pieces at most."""
    size = max(1, min(largest, len(work) // (workers * _SHARES)))
    return [work[start : start + size] for start in range(0, len(work), size)]


class ThisProcess:
    """Everything is done right here."""

    workers = 1

    def run(self, task: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        return map(task, pieces)


class _Elsewhere(ABC):
    """Workers that are handed a few pieces at a time, so that a run can be stopped."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, task: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        waiting = iter(pieces)
        running = [self._begin(task, piece) for piece in islice(waiting, self.workers * _AHEAD)]
        while running:
            done, running = self._first_done(running)
            running += [self._begin(task, piece) for piece in islice(waiting, len(done))]
            yield from map(self._result, done)

    @abstractmethod
    def _begin(self, task: Callable[[Piece], Result], piece: Piece) -> Any: ...

    @abstractmethod
    def _first_done(self, running: list[Any]) -> tuple[list[Any], list[Any]]:
        """Wait; what is done, and what is not."""

    @abstractmethod
    def _result(self, done: Any) -> Any: ...


class Processes(_Elsewhere):
    """Several processes of this machine."""

    def __init__(self, executor: ProcessPoolExecutor, workers: int) -> None:
        super().__init__(workers)
        self.executor = executor

    def _begin(self, task: Callable[[Piece], Result], piece: Piece) -> Any:
        return self.executor.submit(task, piece)

    def _first_done(self, running: list[Any]) -> tuple[list[Any], list[Any]]:
        done = wait(running, return_when=FIRST_COMPLETED).done
        return list(done), [task for task in running if task not in done]

    def _result(self, done: Any) -> Any:
        return done.result()


@contextmanager
def pool_of(jobs: int) -> Iterator[Pool]:
    """A pool of so many processes; they end with the block, whatever they are at."""
    if jobs <= 1:
        yield ThisProcess()
        return
    others = set(active_children())
    executor = ProcessPoolExecutor(
        jobs, mp_context=get_context(_START_METHOD), initializer=_leave_interrupts_to_the_parent
    )
    try:
        yield Processes(executor, jobs)
    except BaseException:
        # A match of a strong bot takes minutes, and whoever pressed Ctrl-C does not want to wait.
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# --- Ray ---------------------------------------------------------------------------------------


class RayCluster(_Elsewhere):
    """The workers of a Ray cluster. Each must have this program, in this version."""

    def __init__(self, ray: Any, workers: int) -> None:
        super().__init__(workers)
        self.ray, self._do = ray, ray.remote(_do)

    def _begin(self, task: Callable[[Piece], Result], piece: Piece) -> Any:
        return self._do.remote(task, piece)

    def _first_done(self, running: list[Any]) -> tuple[list[Any], list[Any]]:
        done, others = self.ray.wait(running, num_returns=1)
        return done, others

    def _result(self, done: Any) -> Any:
        return self.ray.get(done)


def _do(task: Callable[[Piece], Result], piece: Piece) -> Result:
    return task(piece)


Pool: TypeAlias = ThisProcess | Processes | RayCluster


@contextmanager
def ray_pool(address: str, jobs: int) -> Iterator[Pool]:
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
        yield RayCluster(ray, max(1, int(ray.cluster_resources().get("CPU", 1))))
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
