"""For all tests: what a suite inherits from whoever started it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from ratskeller.bots.network import think_in_one_thread

if TYPE_CHECKING:
    from tests.databases import Databases

# A shell tells what it runs in the background to ignore Ctrl-C, and children inherit that; the
# commands that the tests start and interrupt must hear it as they do at a keyboard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# As the `ratskeller` command does: several tests at once leave no core for threads to think in.
think_in_one_thread()

# What was compiled for one process serves the others, and the next run.
os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(Path(".pytest_cache/jax").resolve()))
os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0.2")

# Found examples are the same every time, and none is refused for being slow on a busy machine.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def _nobody_invited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who invites a bot of their own does so in the environment, for other processes: not for other tests."""
    monkeypatch.setenv("RATSKELLER_BOTS", "")


@pytest.fixture(scope="session")
def shelf() -> Iterator[Databases]:
    """Databases for whoever needs one."""
    from tests.databases import databases

    with databases() as opened:
        yield opened
