"""Houses to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.servers import Nursery, nursery


@pytest.fixture(scope="session")
def cradle() -> Iterator[Nursery]:
    with nursery() as opened:
        yield opened
