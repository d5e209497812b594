"""Where the houses of these tests keep their tables: in a file, in a database, or first in one and then in the other.

    make test                             in files, and the stories of IN_BOTH in databases as well
    make nightly                          all in both
    RATSKELLER_TEST_DB=postgresql ...     all in databases

A test that says itself where its tables are, mostly since it looks into the file, is marked with `placed`.
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.lengths import NIGHTLY
from tests.server import harness

if TYPE_CHECKING:
    from tests.databases import Databases

FILE, DATABASE = "file", "postgresql"
IN_BOTH: Final = ("test_faults", "test_match", "test_seats", "test_takeover")
_WANTED: Final = os.environ.get("RATSKELLER_TEST_DB", "")


def places(module: str, *, placed: bool) -> list[str]:
    """Where the tests of a module keep their tables."""
    if placed:
        return [FILE]
    if _WANTED:
        return [_WANTED]
    return [FILE, DATABASE] if NIGHTLY or module in IN_BOTH else [FILE]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "tmp_path" not in metafunc.fixturenames or "kept_in" not in metafunc.fixturenames:
        return  # no tables are kept
    placed = metafunc.definition.get_closest_marker("placed") is not None
    module = metafunc.module.__name__.rpartition(".")[2]
    found = places(module, placed=placed)
    if found != [FILE]:
        metafunc.parametrize("kept_in", found, indirect=True)


@pytest.fixture(autouse=True)
def kept_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every file that a house is opened on a database in its stead, where that is wanted."""
    if getattr(request, "param", FILE) == FILE:
        return
    shelf: Databases = request.getfixturevalue("shelf")
    stead: dict[Path, str] = defaultdict(shelf.new)
    monkeypatch.setattr(harness, "place_of", stead.__getitem__)


def pytest_configure() -> None:
    if _WANTED not in ("", FILE, DATABASE):
        raise pytest.UsageError(
            f"RATSKELLER_TEST_DB is “{_WANTED}”; {FILE} and {DATABASE} are possible"
        )
