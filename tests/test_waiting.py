"""What is timed stands in a document with its limit; no test reads a clock to judge."""

from __future__ import annotations

import re
from pathlib import Path

from bench.waiting import ROWS, Row, result_of

ROOT = Path(__file__).parent.parent


def test_the_document_names_every_wait_with_its_limit() -> None:
    page = (ROOT / "docs" / "waiting.md").read_text("utf-8")
    written = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \| (.+?) times \|$", page, re.MULTILINE)
    assert written == [(row.name, row.what, row.beside, f"{row.limit:g}") for row in ROWS]


def test_a_wait_is_held_against_the_other_one_of_its_run(tmp_path: Path) -> None:
    row = Row("sleep", "it is day", "it is night", 2, lambda _: ([0.2, 0.3, 0.9], [0.1, 0.1, 0.2]))
    assert (result_of(row, tmp_path).ratio, result_of(row, tmp_path).held) == (3.0, False)
    many = Row("sleep", "it is day", "it is night", 2, lambda _: ([0.1] * 39 + [9.0], [0.1] * 40))
    assert result_of(many, tmp_path).held, "one of forty may be slow"


def test_no_test_asserts_how_long_something_took() -> None:
    """A deadline ends what hangs; a difference of two readings of a clock would judge."""
    clock = re.compile(r"(perf_counter|monotonic|process_time)\(\) - \w+")
    for file in (ROOT / "tests").rglob("*.py"):
        assert not clock.search(file.read_text("utf-8")), file.name
