"""`docs/security.md` names the test of each of its lines, and each of them exists."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENT = (HERE.parents[1] / "docs" / "security.md").read_text("utf-8")
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
            assert f"def {name}(" in (HERE / file).read_text("utf-8"), name
