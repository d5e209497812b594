"""`ratskeller doctor`: what is there, what is missing, and the command that mends it.

It looks and changes nothing. What is only nice to have does not spoil the verdict: the exit status is
0 wherever a table can be laid.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import socket
import sqlite3
import subprocess
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct

from ratskeller import games
from ratskeller.cli import choices
from ratskeller.words import LANGUAGES, NAMES
from ratskeller.words.platform_words import PlatformWords, platform_words

FINE: Final = "✓"
OPTIONAL: Final = "–"  # missing, and one can play without it
LACK: Final = "✗"

EXTRAS: Final = {
    "arena": ("matplotlib", "openskill"),
    "ray": ("ray",),
    "adapters": ("gymnasium", "open_spiel", "pettingzoo", "pgx"),
    "batch": ("jax",),
    "learn": ("jax",),
    "postgres": ("psycopg", "psycopg_binary"),
}
"""The extras of the package, each with the libraries it brings."""

CHROMIUMS: Final = (
    HEADLESS := "chromium-headless-shell",  # no window, a fifth less processor
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
"""What the browser for the tests may be called."""

_PARTS: Final = ("words", "draw", "bot", "terminal")
_HOST: Final = "127.0.0.1"


class Diagnosis(Struct, frozen=True):
    """One thing that was looked at: how it is, in a sentence, and the command that mends it."""

    mark: str
    sentence: str
    mend: str = ""


def show(say: PlatformWords) -> int:
    """Look at everything and say how it is; 0 where playing is possible."""
    possible = True
    for finding in examine(say):
        possible = possible and finding.mark != LACK
        print(finding.mark, finding.sentence)
        if finding.mend:
            print(f"    {finding.mend}")
    print()
    if possible:
        print(say._("You can play: {command}", command="ratskeller"))
    else:
        print(say._("You cannot play yet; what is marked {mark} is in the way.", mark=LACK))
    return 0 if possible else 1


def examine(say: PlatformWords) -> Iterator[Diagnosis]:
    """All findings, one after the other, so that a slow one does not hold back the others."""
    yield Diagnosis(FINE, say._("Python {version}.", version=platform.python_version()))
    for game_id in games.shelf():
        yield game(say, game_id)
    yield languages(say)
    yield table(say)
    yield port(say)
    yield browser(say)
    for extra in EXTRAS:
        yield libraries(say, extra)
    yield browser_for_tests(say)
    if shutil.which("fc-list"):  # other systems than Linux bring their fonts
        yield fonts(say)


# --- what playing needs ------------------------------------------------------------------------


def game(say: PlatformWords, game_id: str) -> Diagnosis:
    """Whether the rules of a game load, and every part it has."""
    try:
        title = choices.title_of(say, games.find(game_id))
        for part in _PARTS:
            games.part(game_id, part)
    except Exception as error:  # noqa: BLE001  a folder may hold any mistake
        sentence = say._(
            "The game {game} does not load: {error}.", game=game_id, error=_reason(error)
        )
        return Diagnosis(LACK, sentence, _install(error) or f"ratskeller check {game_id}")
    return Diagnosis(FINE, say._("On the shelf: {title}.", title=title))


def languages(say: PlatformWords) -> Diagnosis:
    """Whether every language has a catalogue that can be read."""
    for language in LANGUAGES:
        try:
            platform_words(language)
        except Exception as error:  # noqa: BLE001  a catalogue may hold any mistake
            sentence = say._(
                "{language} cannot be spoken: {error}.",
                language=NAMES[language],
                error=_reason(error),
            )
            return Diagnosis(LACK, sentence, _install(error))
    return Diagnosis(FINE, say._("Languages: {names}.", names=say.both(list(NAMES.values()))))


def table(say: PlatformWords) -> Diagnosis:
    """Whether the table can be laid in the browser, and kept."""
    try:
        from ratskeller.server import places, serve  # noqa: PLC0415  it may be what is missing
    except ImportError as error:
        sentence = say._("The table in the browser cannot be laid: {error}.", error=_reason(error))
        return Diagnosis(LACK, sentence, _install(error))
    return tables_in(say, serve.default_db(), places.revisions())


def tables_in(say: PlatformWords, file: Path, known: Sequence[str]) -> Diagnosis:
    """Whether tables can be kept in a file; `known` are the forms it may have, the newest first."""
    elsewhere = "ratskeller serve --db tables.db"
    folder = next(place for place in file.parents if place.exists())
    for place in (folder, file) if file.exists() else (folder,):
        if not os.access(place, os.W_OK):
            return Diagnosis(LACK, say._("“{path}” cannot be written.", path=str(place)), elsewhere)
    if not file.exists():
        return Diagnosis(FINE, say._("Tables will be kept in {file}.", file=str(file)))
    try:
        form = _form(file)
    except sqlite3.DatabaseError:
        return Diagnosis(
            LACK, say._("{file} is damaged, or holds no tables.", file=str(file)), elsewhere
        )
    if form == known[0]:
        return Diagnosis(FINE, say._("Tables are kept in {file}.", file=str(file)))
    if form is None or form in known:
        sentence = say._(
            "Tables are kept in {file}, in an older form that the next start renews.",
            file=str(file),
        )
        return Diagnosis(FINE, sentence)
    sentence = say._("{file} was written by a newer Ratskeller than this one.", file=str(file))
    return Diagnosis(LACK, sentence, elsewhere)


def _form(file: Path) -> str | None:
    """Which form the tables in a file have; None for an empty one. Nothing is written."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        if not opened.execute("SELECT name FROM sqlite_master").fetchall():
            return None
        row = opened.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None


# --- what is nice to have ----------------------------------------------------------------------


def port(say: PlatformWords) -> Diagnosis:
    from ratskeller.cli.online import PORT  # noqa: PLC0415  Typer is loaded when this is asked

    if _is_free(PORT):
        return Diagnosis(FINE, say._("Port {port} is free.", port=PORT))
    with closing(socket.socket()) as other:
        other.bind((_HOST, 0))
        free = other.getsockname()[1]
    sentence = say._("Port {port} is taken; perhaps a table is laid there already.", port=PORT)
    return Diagnosis(OPTIONAL, sentence, f"ratskeller serve --port {free}")


def _is_free(number: int) -> bool:
    with closing(socket.socket()) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((_HOST, number))
        except OSError:
            return False
    return True


def browser(say: PlatformWords) -> Diagnosis:
    try:
        webbrowser.get()
    except webbrowser.Error:
        sentence = say._("No browser opens by itself here; type the address into one.")
        return Diagnosis(OPTIONAL, sentence, "ratskeller serve --no-browser")
    return Diagnosis(FINE, say._("A browser opens by itself."))


def libraries(say: PlatformWords, extra: str) -> Diagnosis:
    """Whether the libraries of an extra are here, and what they are good for."""
    gift = {
        "arena": say._("Ratings and charts in the arena and the lab"),
        "ray": say._("Matches on a Ray cluster"),
        "adapters": say._("Environments for Gymnasium, PettingZoo, Pgx and OpenSpiel"),
        "batch": say._("Engines that play many matches at once"),
        "learn": say._("Training of networks that play"),
        "postgres": say._("Tables in PostgreSQL, for several processes"),
    }[extra]
    missing = [name for name in EXTRAS[extra] if importlib.util.find_spec(name) is None]
    if not missing:
        return Diagnosis(FINE, say._("{gift}: ready.", gift=gift))
    sentence = say._("{gift}: not installed.", gift=gift)
    return Diagnosis(OPTIONAL, sentence, _pip(*missing))


def browser_for_tests(say: PlatformWords) -> Diagnosis:
    path = chromium()
    if path is None:
        sentence = say._("There is no Chromium for the tests; they fetch one where they may.")
        return Diagnosis(OPTIONAL, sentence, "make test")
    return Diagnosis(FINE, say._("A browser for the tests: {path}.", path=path))


def chromium() -> str | None:
    """A browser for the tests on this system: one named in the environment, or one on the path."""
    named = os.environ.get("RATSKELLER_CHROMIUM")
    if named and Path(named).is_file():
        return named
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def fonts(say: PlatformWords) -> Diagnosis:
    if has_chinese_font():
        return Diagnosis(FINE, say._("There is a font for Chinese."))
    sentence = say._("There is no font for Chinese: pictures would show boxes.")
    return Diagnosis(OPTIONAL, sentence, "apt-get install fonts-noto-cjk")


def has_chinese_font() -> bool:
    lister = shutil.which("fc-list")
    if lister is None:
        return False
    listed = subprocess.run(  # noqa: S603  a program of the system, and fixed words
        [lister, ":lang=zh-tw"], capture_output=True, check=False
    )
    return bool(listed.stdout.strip())


# --- helpers -----------------------------------------------------------------------------------


def _reason(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__


def _install(error: Exception) -> str:
    """The command that brings the library whose absence was the error; empty if it was another."""
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    return _pip(name.partition(".")[0]) if name and not name.startswith("ratskeller") else ""


def _pip(*names: str) -> str:
    return shlex.join([sys.executable, "-m", "pip", "install", *names])
