"""`docs/security.md` names the test of each of its lines, and each of them exists; no statement is left out."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
DOCUMENT = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
ROOMS = (".", "core", "server", "faults", "browser")
LINES = [
    line
    for line in DOCUMENT.splitlines()
    if line.startswith("| ") and not line.endswith(("| held by |", "| why there is no test |"))
]
EXCUSED = re.compile(r"\| (S\d\d) .+ \| .+ \|")
MARKED = re.compile(r"^@statement\((.+)\)$", re.MULTILINE)
STATEMENTS = {f"S{number:02}" for number in range(1, 46)}


def test_every_statement_has_a_test_or_a_reason() -> None:
    marks = [mark for file in TESTS.rglob("test_*.py") for mark in MARKED.findall(file.read_text())]
    held = {name for mark in marks for name in re.findall(r"S\d\d", mark)}
    excused = {match[1] for line in LINES if (match := EXCUSED.fullmatch(line))}
    assert held | excused == STATEMENTS
    assert not held & excused


def test_every_line_names_tests_that_exist() -> None:
    assert len(LINES) > 20
    for line in LINES:
        if EXCUSED.fullmatch(line):
            continue
        held = re.findall(r"`(\w+\.py)::(\w+)`", line)
        assert held, line
        for file, name in held:
            files = [path for room in ROOMS for path in TESTS.glob(f"{room}/{file}")]
            assert any(f"def {name}(" in found.read_text("utf-8") for found in files), name
