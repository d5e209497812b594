"""The wheel in an environment that holds what playing needs and nothing else.

The wheel is built once and installed by pip into a new environment, beside links to the packages of
`requirements-play.lock` in this one; so it is quick and needs no network. What it covers: that the lock
of playing is enough, that templates, scripts, pictures, catalogues, rulebooks, data and migrations
are in the wheel (each is used here), and what the command does where nothing else is installed.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import ratskeller
from ratskeller import games
from ratskeller.words import LANGUAGES
from tests.test_setup import locked

ROOT = Path(__file__).parent.parent
SOURCE = Path(ratskeller.__file__).parent
BUILD = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([*BUILD, str(folder)], cwd=ROOT, capture_output=True, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `ratskeller` of the new environment."""
    home = tmp_path_factory.mktemp("empty") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    (packages,) = home.glob("lib/python*/site-packages")
    for name, pin in locked("requirements-play.lock").items():
        if "sys_platform == 'win32'" not in pin:
            link_package(name, packages)
    pip = (sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install")
    offline = ("--quiet", "--no-index", "--no-deps", "--no-compile")
    subprocess.run([*pip, *offline, str(wheel)], check=True)
    return home / "bin" / "ratskeller"


def link_package(name: str, packages: Path) -> None:
    """Link what a package has put into this environment."""
    distribution = metadata.distribution(name)
    for top in {file.parts[0] for file in distribution.files or () if ".." not in file.parts}:
        link = packages / top
        if top != "__pycache__" and not link.exists():
            link.symlink_to(Path(str(distribution.locate_file(top))))


def surroundings(home: Path) -> dict[str, str]:
    """A person without a language, a store or a path to this repository."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("LC_", "PYTHON"))
    }
    return {**kept, "LANG": "C.UTF-8", "XDG_DATA_HOME": str(home)}


def told(command: Path, home: Path, *arguments: str) -> str:
    ended = subprocess.run(
        [command, *arguments],
        capture_output=True,
        encoding="utf-8",
        env=surroundings(home),
        cwd=home,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        packed = set(opened.namelist())
    for file in SOURCE.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            assert file.relative_to(SOURCE.parent).as_posix() in packed


def test_the_doctor_finds_all_that_playing_needs_and_misses_the_rest(
    command: Path, tmp_path: Path
) -> None:
    findings = told(command, tmp_path, "doctor")
    assert "✗" not in findings
    assert findings.count("✓ On the shelf:") == len(games.shelf())
    assert "– Ratings and charts in the arena and the lab: not installed." in findings
    assert "pip install matplotlib openskill" in findings
    assert not list(tmp_path.iterdir())  # it looks and changes nothing


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_words_are_in_the_wheel(command: Path, tmp_path: Path, language: str) -> None:
    for game in games.shelf():
        assert len(told(command, tmp_path, "rules", game, "--lang", language)) > 2000


def test_matches_are_played(command: Path, tmp_path: Path) -> None:
    for game in games.shelf():
        assert "20" in told(command, tmp_path, "simulate", game, "--games", "20")


@pytest.fixture
def house(command: Path, tmp_path: Path) -> Iterator[str]:
    """A table laid by the wheel, at a port that the system chose."""
    with subprocess.Popen(
        [command, "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=surroundings(tmp_path),
        cwd=tmp_path,
    ) as serving:
        assert serving.stdout is not None
        address = re.search(r"http://\S+/", serving.stdout.readline())
        assert address is not None
        yield address[0]
        serving.send_signal(signal.SIGINT)


def page(address: str, language: str = "en") -> str:
    """A page; the first one waits until the house is ready."""
    asked = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=120) as answer:
        assert isinstance(answer, http.client.HTTPResponse)
        return answer.read().decode()


def test_the_table_is_laid_with_its_pages_scripts_and_store(
    house: str, command: Path, tmp_path: Path
) -> None:
    front = page(house)
    assert "The Pied Piper" in front
    assert "Le joueur de flûte" in page(house, "fr")
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', front)
    assert files
    for file in files:
        assert page(house.rstrip("/") + file)
    kept = tmp_path / "ratskeller" / "tables.db"
    assert f"✓ Tables are kept in {kept}." in told(command, tmp_path, "doctor")
