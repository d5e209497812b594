"""The set-up: locks that agree, a house that is linked, hooks and versions that are what they say."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from ratskeller.cli import doctor
from tools import matrix, prepare, subject

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")

# What a program that only wants the rules must not pay for.
WEB_STORE_AND_LAB = [
    "starlette",
    "uvicorn",
    "jinja2",
    "httpx",
    "websockets",
    "sqlalchemy",
    "alembic",
    "aiosqlite",
    "typer",
    "rich",
    "babel",
    "matplotlib",
    "openskill",
    "numpy",
    "jax",
    "ray",
    "gymnasium",
    "pettingzoo",
    "pyspiel",
    "asyncio",
    "multiprocessing",
]


def packages_of(lock: str) -> dict[str, str]:
    """Every package of a lock with all that is said of it: version, system, hashes."""
    blocks = re.findall(r"^[a-z0-9].*?(?=^[a-z0-9]|\Z)", lock, re.MULTILINE | re.DOTALL)
    return {re.split(r"[=\[ ]", block, maxsplit=1)[0]: block for block in blocks}


def locked(name: str) -> dict[str, str]:
    return packages_of((ROOT / name).read_text("utf-8"))


def anywhere(pin: str) -> str:
    """A pin without the system it is for: the whole may need on all what playing needs on one."""
    return re.sub(r" ;[^\\\n]*(?= )", "", pin)


def test_what_playing_needs_is_pinned_as_in_the_whole_lock() -> None:
    play, whole = locked("requirements-play.lock"), locked("requirements.lock")
    for package, pin in play.items():
        assert anywhere(whole[package]) == anywhere(pin)
    assert len(play) < len(whole) / 3


def test_both_locks_hold_what_the_project_asks_for() -> None:
    def names(wanted: list[str]) -> set[str]:
        plain = (re.split(r"[\[>;=<]", text, maxsplit=1)[0] for text in wanted)
        return {name.replace("_", "-").lower() for name in plain}

    project = PROJECT["project"]
    assert names(project["dependencies"]) <= set(locked("requirements-play.lock"))
    everything = {
        name for extra in project["optional-dependencies"].values() for name in names(extra)
    }
    assert everything - {"ratskeller"} <= set(locked("requirements.lock"))


def test_playing_brings_no_tool_and_no_laboratory() -> None:
    """But NumPy: the players that learned think with it."""
    heavy = {"ray", "open-spiel", "matplotlib", "jax", "playwright", "pytest", "mypy", "uv", "ruff"}
    play = set(locked("requirements-play.lock"))
    assert not heavy & play
    assert "numpy" in play


def test_rules_load_no_web_no_store_and_no_laboratory() -> None:
    script = "import sys, ratskeller; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert not set(WEB_STORE_AND_LAB) & set(loaded.stdout.decode().split())


# --- tools/prepare.py ---

PIP = """Ignoring colorama: markers 'sys_platform == "win32"' don't match your environment
Processing /somewhere/annotated_types-0.8.0-py3-none-any.whl (from -r x.lock (line 10))
Collecting typing-extensions==4.16.0 (from -r x.lock (line 13))
  Downloading typing_extensions-4.16.0-py3-none-any.whl (134 kB)
Requirement already satisfied: h11==0.16.0 in ./site-packages (from -r x.lock (line 16))
Installing collected packages: annotated-types, typing-extensions
""".splitlines(keepends=True)


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_set_up_counts_the_packages_of_this_system() -> None:
    screen = Screen()
    assert prepare.tell(PIP, 4, screen) == PIP
    told = screen.getvalue().replace("\r\x1b[K", "\n").split("\n")
    assert [line.strip() for line in told if line] == [
        "1 of 3: annotated_types",
        "2 of 3: typing-extensions",
        "3 of 3: h11",
        "3 are here, and are unpacked",
    ]


def test_a_log_is_told_at_every_tenth_package() -> None:
    log = io.StringIO()
    prepare.tell([f"Collecting p{number}==1\n" for number in range(25)], 25, log)
    assert log.getvalue() == "  10 of 25\n  20 of 25\n"


def test_a_lock_that_cannot_be_installed_is_told_with_what_pip_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    lock = tmp_path / "bad.lock"
    lock.write_text("msgspec==0.0.0 --hash=sha256:00\n", "utf-8")
    with pytest.raises(prepare.PipFailed, match="msgspec"):
        prepare.install(lock, io.StringIO())


def test_what_the_launcher_starts_may_start_processes_of_its_own(tmp_path: Path) -> None:
    """They read the launcher again, and must not begin all over."""
    launcher = tmp_path / "ratskeller"
    launcher.write_text(prepare.LAUNCHER.format(python=sys.executable), "utf-8")
    contest = ["arena", "first_rat", "--bots", "greedy,random", "--games", "2", "--jobs", "2"]
    played = subprocess.run(
        [sys.executable, launcher, *contest], capture_output=True, text=True, check=False
    )
    assert played.returncode == 0, played.stderr
    assert "greedy" in played.stdout


def test_the_lock_is_counted_as_pip_will_see_it() -> None:
    lock = (ROOT / "requirements-play.lock").read_text("utf-8")
    for_two_pythons = {"numpy"}  # pip says which of its pins it ignores
    assert prepare.pinned(lock) == len(packages_of(lock)) + len(for_two_pythons)


# --- the Makefile ---


def test_every_target_is_listed_and_explained() -> None:
    targets = re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE)
    phony = re.search(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)
    assert phony is not None
    assert sorted(phony[1].split()) == sorted(targets)
    listed = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, check=True
    ).stdout.decode()
    assert [line.split()[1] for line in listed.splitlines()] == targets


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose tools only write down that they were called."""
    for name in ("requirements.lock", "requirements-play.lock"):
        (tmp_path / name).touch()
    (tmp_path / "Makefile").write_text(MAKEFILE, "utf-8")
    tools = tmp_path / ".venv" / "bin"
    tools.mkdir(parents=True)
    for name in ("python", "ruff", "ratskeller"):
        (tools / name).write_text('#!/bin/sh\necho "$(basename "$0") $*" >> calls\n', "utf-8")
        (tools / name).chmod(0o755)
    return tmp_path


def made(clone: Path, target: str) -> list[str]:
    """What a target calls, in order."""
    (clone / "calls").write_text("", "utf-8")
    subprocess.run(["make", target], cwd=clone, capture_output=True, check=True)
    return (clone / "calls").read_text("utf-8").splitlines()


def test_a_set_up_is_made_once_and_tests_add_to_what_playing_has(clone: Path) -> None:
    play, whole = (f"python tools/prepare.py requirements{kind}.lock" for kind in ("-play", ""))
    assert made(clone, "play") == [play, "ratskeller serve"]
    assert made(clone, "play") == ["ratskeller serve"]
    assert made(clone, "lint")[0] == whole
    assert whole not in made(clone, "lint")


def test_who_has_set_up_everything_has_what_playing_needs(clone: Path) -> None:
    assert made(clone, "lint")[0] == "python tools/prepare.py requirements.lock"
    assert made(clone, "play") == ["ratskeller serve"]


def test_a_changed_lock_is_installed(clone: Path) -> None:
    made(clone, "play")
    later = (clone / ".venv" / ".play").stat().st_mtime + 10
    os.utime(clone / "requirements-play.lock", (later, later))
    assert made(clone, "play")[0] == "python tools/prepare.py requirements-play.lock"


# --- versions of Python ---


def test_what_is_promised_is_what_the_tools_check() -> None:
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert oldest == matrix.PROMISED[0]
    assert PROJECT["tool"]["mypy"]["python_version"] == oldest
    assert f"--python-version {oldest} " in MAKEFILE
    assert "target-version" not in PROJECT["tool"]["ruff"]  # ruff takes it from requires-python
    said = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert said == list(matrix.PROMISED[: len(said)])


def test_the_linter_refuses_what_the_oldest_python_cannot_read(tmp_path: Path) -> None:
    newer = "type Seat = int\n"
    checked = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--stdin-filename", "src/newer.py", "-"],
        input=newer,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert checked.returncode == 1
    assert "Python 3.11" in checked.stdout


def test_an_interpreter_is_found_by_what_it_says_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = tmp_path / "python3.12"  # as pyenv leaves one for a Python that is not there
    shim.write_text("#!/bin/sh\nexit 127\n", "utf-8")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert matrix.find("3.12") is None
    here = "{}.{}".format(*sys.version_info)
    (tmp_path / f"python{here}").symlink_to(sys.executable)
    assert matrix.find(here) == tmp_path / f"python{here}"


# --- hooks ---


def test_the_hooks_run_the_tools_of_the_project_and_fetch_nothing() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"repo: (\S+)", config) == ["local"]
    assert "://" not in config
    entries = re.findall(r"entry: (\S+) ?(\S*)", config)
    assert [Path(program).name for program, _ in entries] == ["ruff", "ruff", "mypy", "python"]
    assert all(program.startswith(".venv/bin/") for program, _ in entries)
    assert (ROOT / entries[-1][1]).is_file()


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("A house in order\n", None),
        ("x" * 71 + "\n\nBecause.\n", None),
        ("A house in order\n# a comment of git\n", None),
        ("x" * 72, "72 characters"),
        ("\n\nBecause.\n", "empty"),
        ("# only comments\n", "empty"),
        ("A house\nin order\n", "blank line"),
    ],
)
def test_a_subject_is_one_short_line(
    message: str, wrong: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "message"
    file.write_text(message, "utf-8")
    assert subject.main(str(file)) == (1 if wrong else 0)
    assert (wrong or "") in capsys.readouterr().err


# --- extras ---


def test_the_doctor_knows_the_extras_of_the_package() -> None:
    extras = dict(PROJECT["project"]["optional-dependencies"])
    del extras["dev"], extras["docs"]  # for who works on the house
    brought = {
        extra: sorted(re.split(">", text, maxsplit=1)[0] for text in texts)
        for extra, texts in extras.items()
    }
    assert {extra: sorted(names) for extra, names in doctor.EXTRAS.items()} == brought
