"""The doctor: what it finds, what it recommends, and when it says that one cannot play."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import sqlite3
import sys
import webbrowser
from pathlib import Path

import pytest

from ratskeller import games
from ratskeller.cli import choices, doctor, main, online
from ratskeller.server import places, serve
from ratskeller.words import LANGUAGES
from ratskeller.words.platform_words import platform_words

SAY = platform_words("en")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def examined(file: Path) -> doctor.Diagnosis:
    return doctor.tables_in(SAY, file, places.revisions())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_house_can_be_played_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--lang", language]) == 0
    shown = capsys.readouterr().out
    assert doctor.LACK not in shown
    assert shown.count(f"{doctor.FINE} ") >= len(games.shelf()) + 2


def test_no_two_languages_say_the_same() -> None:
    reports = {
        language: [finding.sentence for finding in doctor.examine(platform_words(language))]
        for language in LANGUAGES
    }
    for said in zip(*reports.values(), strict=True):
        assert len(set(said)) > 1


def test_a_game_that_does_not_load_is_a_lack_with_the_command_that_tells_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(game_id: str, part: str) -> None:
        raise ValueError(f"no numbers for {part}")

    monkeypatch.setattr(games, "part", broken)
    assert main(["doctor"]) == 1
    shown = capsys.readouterr().out
    assert (
        "✗ The game ratzentanz does not load: no numbers for words.\n    ratskeller check" in shown
    )
    assert "You cannot play yet" in shown


def test_a_game_that_lacks_a_library_gets_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def part(game_id: str, name: str) -> None:
        raise ModuleNotFoundError("No module named 'shapely.ops'", name="shapely.ops")

    monkeypatch.setattr(games, "part", part)
    monkeypatch.setattr(choices, "title_of", lambda say, game: "Ratzentanz")
    found = doctor.game(SAY, "ratzentanz")
    assert found.mark == doctor.LACK
    assert found.mend == f"{sys.executable} -m pip install shapely"


def test_a_missing_library_of_the_table_is_named_with_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "ratskeller.server.serve")
    monkeypatch.delattr("ratskeller.server.serve")
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    found = doctor.table(SAY)
    assert found.mark == doctor.LACK
    assert found.mend == f"{sys.executable} -m pip install uvicorn"


# --- the store ---


def test_a_store_that_is_not_there_yet_will_be_made(home: Path) -> None:
    found = examined(serve.default_db())
    assert (found.mark, found.mend) == (doctor.FINE, "")
    assert found.sentence == f"Tables will be kept in {home / 'ratskeller' / 'tables.db'}."


def test_a_store_of_today_and_an_older_one_are_well(home: Path) -> None:
    file = home / "tables.db"
    places.migrate(file)
    assert examined(file) == doctor.Diagnosis(doctor.FINE, f"Tables are kept in {file}.")
    with sqlite3.connect(file) as opened:
        opened.execute("UPDATE alembic_version SET version_num = ?", [places.revisions()[-1]])
    older = examined(file)
    assert older.mark == doctor.FINE
    assert "older form" in older.sentence


def test_a_store_from_the_future_is_not_touched(home: Path) -> None:
    file = home / "tables.db"
    places.migrate(file)
    with sqlite3.connect(file) as opened:
        opened.execute("UPDATE alembic_version SET version_num = 'v9999'")
    found = examined(file)
    assert found.mark == doctor.LACK
    assert "newer Ratskeller" in found.sentence
    assert found.mend == "ratskeller serve --db tables.db"


@pytest.mark.parametrize("content", [b"a letter to the mayor, " * 50, None])
def test_a_file_of_something_else_is_no_store(home: Path, content: bytes | None) -> None:
    file = home / "tables.db"
    if content is None:
        with sqlite3.connect(file) as opened:
            opened.execute("CREATE TABLE recipes (name)")
    else:
        file.write_bytes(content)
    found = examined(file)
    assert found.mark == doctor.LACK
    assert "holds no tables" in found.sentence


def test_a_folder_that_cannot_be_written_is_a_lack(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: path != home)
    found = examined(home / "ratskeller" / "tables.db")
    assert found.mark == doctor.LACK
    assert found.sentence == f"“{home}” cannot be written."


# --- what is nice to have ---


def test_a_taken_port_gets_another_one_and_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(online, "PORT", taken.getsockname()[1])
        found = doctor.port(SAY)
    assert found.mark == doctor.OPTIONAL
    assert found.mend.startswith("ratskeller serve --port ")
    assert doctor.port(SAY).mark == doctor.FINE


def test_without_browser_or_font_or_libraries_one_can_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(using: str | None = None) -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(doctor, "chromium", lambda: None)
    monkeypatch.setattr(doctor, "has_chinese_font", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    missing = [place for place, line in enumerate(lines) if line.startswith(doctor.OPTIONAL)]
    assert len(missing) >= 6
    assert all(lines[place + 1].startswith("    ") for place in missing)


# --- without a command ---


def test_who_asks_for_nothing_gets_the_table_in_the_browser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid = []

    def lay(
        host: str, port: int, db: str | None, *, open_browser: bool, language: str, **doors: object
    ) -> None:
        laid.append((host, port, db, open_browser, language))
        assert doors.pop("log") == "text"
        assert not any(doors.values()), "no proxy is trusted, and no other name is known"

    monkeypatch.setattr(serve, "serve", lay)
    assert main(["--lang", "fr"]) == 0
    assert laid == [("127.0.0.1", 1284, None, True, "fr")]
