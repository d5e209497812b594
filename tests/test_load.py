"""How many tables one process bears is measured by a script, whose page says what it saw."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import load
from bench.click import HERE

PAGE = Path(__file__).parents[1] / "docs" / "load.md"


def row(tables: int, *, moves: float, p95: float, memory: float = 100.0) -> load.Row:
    return load.Row(tables, 4 * tables, moves, 1.0, p95, 200.0, 3.0, memory)


def test_the_page_compares_what_was_borne_before_anybody_noticed() -> None:
    ours = [row(50, moves=25, p95=20), row(100, moves=50, p95=140), row(150, moves=70, p95=900)]
    other = load.Run("Another", 0.5, [row(50, moves=25, p95=30)])
    told = load.page([load.Run("This house", 1.5, ours), other], 150)
    assert "Others had 1.5 cores" in told
    assert "50 against 25 of “Another”, 2.0 times as many" in told
    assert told.count("\n| ") == 2 + 4, "two headings, and each row"


def test_a_table_weighs_what_memory_has_grown_by() -> None:
    rows = [row(50, moves=25, p95=20), row(150, moves=70, p95=90, memory=200.0)]
    assert "| 200 | 1024 |" in load.page([load.Run("This house", 0.0, rows)], 150)


def test_the_slow_ones_are_the_last_of_a_hundred() -> None:
    delays = [number / 1000 for number in range(1, 101)]
    seen = load.row_of(25, 500, 10.0, delays, 2.0, 90.0)
    assert (seen.sockets, seen.moves, seen.cpu) == (100, 50.0, 4.0)
    assert 95 <= seen.p95 <= 97 < seen.p99 <= 101


def test_the_page_in_the_documents_is_one_that_the_script_prints() -> None:
    text = PAGE.read_text("utf-8")
    assert text.startswith(load.HEADING.partition("\n")[0])
    assert load.COLUMNS in text


@pytest.mark.heavy
@pytest.mark.parametrize("processes", [1, 2])
def test_tables_play_at_a_server_and_their_decisions_reach_the_other_screens(
    processes: int, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "PACE", 0.1)
    wish = "pied_piper", 2, 2.0
    if processes == 1:
        (seen,) = load.of_house(HERE, *wish)
    else:
        place = request.getfixturevalue("shelf").new()
        (seen,) = load.of_processes(processes, place, *wish)
    assert (seen.tables, seen.sockets) == (2, 8)
    assert seen.moves > 0
    assert seen.cpu > 0
    assert 0 < seen.p50 <= seen.p95 <= seen.p99
