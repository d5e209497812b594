"""The examples and the notebook of the documents run, and show what they say they show."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))
NOTEBOOK = ROOT / "docs" / "notebooks" / "ratskeller.ipynb"
KILOBYTES = 1500


def run(*arguments: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, check=False, cwd=ROOT, timeout=1200
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return found


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_runs_and_ends_with_a_result(example: Path) -> None:
    shown = run(example)
    assert any(word in shown.splitlines()[-1] for word in ("return", "reward", "player_0"))


def test_there_is_an_example_for_every_adapter() -> None:
    adapters = {
        path.stem
        for path in (ROOT / "src" / "ratskeller" / "adapters").glob("*.py")
        if path.stem not in ("__init__", "common")
    }
    assert adapters == {
        adapter for adapter in adapters for path in EXAMPLES if path.stem.startswith(adapter)
    }


def test_the_notebook_runs_and_is_the_one_that_its_script_makes(tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.ipynb"
    run("docs/make_notebook.py", fresh)
    assert [cell["source"] for cell in cells(fresh)] == [cell["source"] for cell in cells(NOTEBOOK)]
    for path in (fresh, NOTEBOOK):
        kinds = [
            output["output_type"] for cell in cells(path) for output in cell.get("outputs", [])
        ]
        assert kinds.count("execute_result") > 5
        assert "error" not in kinds


def test_the_notebook_is_small_and_tells_no_time_and_no_place() -> None:
    text = NOTEBOOK.read_text("utf-8")
    assert NOTEBOOK.stat().st_size < KILOBYTES * 1000
    assert "image/svg+xml" in text
    assert "<iframe" in text
    for sign in ("/home/", "/root", "/usr/", "/tmp/", "site-packages", "iopub.", " at 0x"):
        assert sign not in text
