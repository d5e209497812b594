"""What the documents say is true: their code runs, their commands and files exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def test_the_example_of_the_readme_runs_and_shows_a_table() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert len(example.strip().splitlines()) <= 11
    run = subprocess.run([sys.executable, "-c", example], capture_output=True, check=True)
    shown = run.stdout.decode()
    assert "Outcome(ranks=" in shown
    assert "Mill house" in shown


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8")):
        if "://" not in link:
            assert (document.parent / link).exists(), f"{document.name} links to {link}"


def test_every_make_target_named_in_a_document_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for document in DOCUMENTS:
        named = set(re.findall(r"`make ([a-z]+)", document.read_text("utf-8")))
        assert named <= targets, f"{document.name} names {named - targets}"


def test_the_continuous_integration_runs_what_a_contributor_runs() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    commands = [line for line in lines if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["make test"]


def test_the_lock_holds_versions_and_hashes_and_no_addresses() -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert "://" not in lock
    pinned = re.findall(r"^([a-z0-9-]+)(?:\[[a-z]+\])?==", lock, re.MULTILINE | re.IGNORECASE)
    assert len(pinned) > 10
    assert lock.count("--hash=sha256:") > len(pinned)
