"""Nothing is lost, shown: runs with faults whose history agrees with the store, and broken houses whose does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import Databases
from tests.faults.runs import run
from tests.faults.servers import DEAF, FAULTS, SHARED_FAULTS, Nursery
from tests.lengths import often
from tests.statements import statement

pytestmark = pytest.mark.heavy

TRIES = 24
"""Runs in which a broken house must be caught once."""


@statement("S26", "S28", "S29", "S33", "S34")
@pytest.mark.parametrize("seed", range(often(3, 200)))
def test_what_was_acknowledged_is_stored_once_and_everybody_sees_it(
    cradle: Nursery, tmp_path: Path, seed: int
) -> None:
    assert run(cradle, f"sqlite:///{tmp_path}/house.db", seed) == []


@statement("S26", "S28", "S29", "S33", "S34")
@pytest.mark.parametrize("houses", [1, 2])
@pytest.mark.parametrize("seed", range(often(1, 100)))
def test_the_same_holds_for_a_database_and_any_number_of_houses(
    cradle: Nursery, shelf: Databases, seed: int, houses: int
) -> None:
    assert run(cradle, shelf.new(), seed, houses=houses) == []


@pytest.mark.parametrize("seed", range(often(1, 20)))
def test_a_notice_that_is_missed_only_delays(cradle: Nursery, shelf: Databases, seed: int) -> None:
    assert run(cradle, shelf.new(), seed, DEAF, houses=2) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_house_is_caught_that(cradle: Nursery, tmp_path: Path, fault: str) -> None:
    """The same runs find what is wrong with a house that..."""
    runs = (run(cradle, f"sqlite:///{tmp_path}/{seed}.db", seed, fault) for seed in range(TRIES))
    assert any(runs)


@pytest.mark.parametrize("fault", SHARED_FAULTS)
def test_one_of_two_houses_is_caught_that(cradle: Nursery, shelf: Databases, fault: str) -> None:
    """Where two serve the same tables, more can go wrong: one that..."""
    assert any(run(cradle, shelf.new(), seed, fault, houses=2) for seed in range(TRIES))
