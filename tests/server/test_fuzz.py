"""Frames and requests that mean harm, or nothing, in a short run; `make fuzz` sends a million."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.lengths import often
from tests.server.fuzzing import siege
from tests.statements import statement

COUNT = often(8_000, 200_000)


@pytest.mark.heavy
@statement("S21")
def test_whatever_is_sent_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    found = asyncio.run(siege(tmp_path / "tables.db", COUNT, seed=21, tell=lambda _: None))
    assert found.sent >= COUNT
    answered = set(found.answers)
    assert {"refusal", "answer", "whole", "200", "400", "404", "405"} <= answered
