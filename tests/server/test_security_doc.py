"""`docs/security.md` names the test of each of its lines, and each of them exists."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
DOCUMENT = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
LINES = [
    line
    for line in DOCUMENT.splitlines()
    if line.startswith("| ") and not line.endswith("| held by |")
]


def test_every_line_names_tests_that_exist() -> None:
    assert len(LINES) > 20
    for line in LINES:
        held = re.findall(r"`(\w+\.py)::(\w+)`", line)
        assert held, line
        for file, name in held:
            (found,) = [*TESTS.glob(f"server/{file}"), *TESTS.glob(f"faults/{file}")]
            assert f"def {name}(" in found.read_text("utf-8"), name
