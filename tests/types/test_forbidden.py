"""The type checker keeps whole states out of the rooms that serve people: line by line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

FILE = "tests/types/forbidden.py"
ROOT = Path(__file__).parents[2]
_ERROR = re.compile(rf"{re.escape(FILE)}:(?P<line>\d+): error: .*\[(?P<code>[a-z-]+)\]")
_WRONG = re.compile(r"# wrong: (?P<code>[a-z-]+)$")

Error: TypeAlias = tuple[int, str]
"""A line, and the code of what is wrong with it."""


def promised(text: str) -> set[Error]:
    """What the lines say of themselves."""
    lines = enumerate(text.splitlines(), start=1)
    return {(number, mark["code"]) for number, line in lines if (mark := _WRONG.search(line))}


def found(report: str) -> set[Error]:
    """What the type checker says of them."""
    return {(int(error["line"]), error["code"]) for error in _ERROR.finditer(report)}


def test_what_is_forbidden_does_not_pass_the_type_checker_and_its_twin_does() -> None:
    """One run with the project's own settings; what it knows of the source is in the cache already."""
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", FILE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    wrong = promised((ROOT / FILE).read_text("utf-8"))
    assert len(wrong) > 60
    assert found(checked.stdout) == wrong, checked.stdout + checked.stderr
