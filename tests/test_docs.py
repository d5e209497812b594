"""What the documents say is true: their code runs, their commands and files exist."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


SITE_BUILT = ("-m", "mkdocs", "build", "--strict", "--site-dir")


def examples() -> dict[str, str]:
    """Every block of Python code of the documents, by where it stands."""
    found: dict[str, str] = {}
    for document in sorted(DOCUMENTS):
        blocks = re.findall(r"```python\n(.*?)```", document.read_text("utf-8"), re.DOTALL)
        stem = re.sub(r"\W", "_", str(document.relative_to(ROOT).with_suffix("")))
        found |= {f"{stem}_{number}": block for number, block in enumerate(blocks, start=1)}
    return found


@pytest.mark.parametrize("name", [name for name in examples() if name != "README_1"])
def test_every_example_of_a_guide_runs_and_shows_something(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", examples()[name]], capture_output=True, check=False, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout


def test_the_example_of_the_readme_is_short_and_shows_a_table() -> None:
    example = examples()["README_1"]
    assert len(example.strip().splitlines()) <= 11
    run = subprocess.run([sys.executable, "-c", example], capture_output=True, check=True)
    shown = run.stdout.decode()
    assert "Outcome(ranks=" in shown
    assert "Mill house" in shown


def test_the_examples_of_the_guides_pass_the_type_checker(tmp_path: Path) -> None:
    """In one run with the project's own settings; each example is a module of its own."""
    for name, code in examples().items():
        (tmp_path / f"{name}.py").write_text(code, "utf-8")
    files = sorted(str(path) for path in tmp_path.glob("*.py"))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", *files],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
    )
    assert len(files) > 5
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_site_has_no_dead_link_and_asks_nothing_of_any_other_server(tmp_path: Path) -> None:
    """It is built as `make docs` builds it, once for all that is asked of it."""
    built = subprocess.run(
        [sys.executable, *SITE_BUILT, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert built.returncode == 0, built.stderr
    check_pages(tmp_path)
    check_assets(tmp_path)


def check_pages(site: Path) -> None:
    """The site holds the guides, and a reference made of docstrings."""
    for page in ("", "python", "bots", "arena", "architecture", "contributing", "changelog"):
        assert (site / page / "index.html").is_file(), page
    for page, signs in {
        "front": ("ratskeller.front.analyse", "ratskeller.front.Match.push"),
        "matches": ("ratskeller.core.match.Match.choose",),
        "games": ("ratskeller.core.game.Game.conceal",),
        "bots": ("ratskeller.bots.JudgingBot.judge", "ratskeller.bots.own.check_travel"),
        "arena": ("ratskeller.arena.simulate.simulate",),
        "adapters": ("ratskeller.adapters.pettingzoo",),
    }.items():
        text = (site / "reference" / page / "index.html").read_text("utf-8")
        for sign in signs:
            assert f'id="{sign}"' in text, sign
    front = (site / "reference" / "front" / "index.html").read_text("utf-8")
    assert "<blockquote" not in front, "an example is code and no quotation"


def check_assets(site: Path) -> None:
    """Whoever opens a page tells nobody."""
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        text = page.read_text("utf-8")
        assets = re.findall(r'<(?:script|img|iframe|source)\b[^>]*\bsrc="([^"]+)"', text)
        assets += re.findall(r'<link\b[^>]*\bhref="([^"]+)"', text)
        assert assets
        strangers = [asset for asset in assets if re.match(r"(?:https?:)?//", asset)]
        assert not strangers, f"{page.relative_to(site)}: {strangers}"
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(?:https?:)?//|@import", sheet.read_text("utf-8"))


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
