"""Nothing is lost, shown: runs with faults whose history agrees with the store, and broken houses whose does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.runs import run
from tests.faults.servers import FAULTS, SOUND, Nursery, nursery
from tests.lengths import often
from tests.statements import statement

pytestmark = pytest.mark.heavy

RUNS = often(3, 200)
TRIES = 24
"""Runs in which a broken house must be caught once."""


@pytest.fixture(scope="module")
def cradle() -> Iterator[Nursery]:
    with nursery() as opened:
        yield opened


@statement("S26", "S28", "S29", "S33", "S34")
@pytest.mark.parametrize("seed", range(RUNS))
def test_what_was_acknowledged_is_stored_once_and_everybody_sees_it(
    cradle: Nursery, tmp_path: Path, seed: int
) -> None:
    assert run(cradle, f"sqlite:///{tmp_path}/house.db", seed) == []


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != SOUND])
def test_a_house_is_caught_that(cradle: Nursery, tmp_path: Path, fault: str) -> None:
    """The same runs find what is wrong with a house that..."""
    runs = (run(cradle, f"sqlite:///{tmp_path}/{seed}.db", seed, fault) for seed in range(TRIES))
    assert any(runs)
