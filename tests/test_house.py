"""The rooms of the house: imports point one way, and no room knows a game by name."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

import ratskeller
from ratskeller import games
from ratskeller.words.languages import LANGUAGES
from tests.statements import statement

pytestmark = pytest.mark.heavy

SOURCE = Path(ratskeller.__file__).parent
Node = TypeVar("Node", bound=ast.AST)

# Each room with the rooms it may use; `games` and `plain` are found by name, through the shelf.
MAY_IMPORT = {
    "core": set(),
    "words": {"core"},
    "draw": {"core"},
    "batch": {"core"},
    "games": {"core", "words", "draw", "batch"},
    "plain": {"core", "words", "draw"},
    "bots": {"core", "games"},
    "learn": {"core", "games", "bots", "batch"},
    "coach": {"core", "words", "games", "bots"},
    "arena": {"core", "words", "draw", "games", "bots", "coach"},
    "adapters": {"core", "words", "draw", "games", "bots", "batch"},
    "server": {"core", "words", "draw", "games", "bots", "arena", "coach", "web"},
    "cli": {"core", "words", "draw", "games", "bots", "arena", "coach", "server", "learn"},
}


# The floors of a game's folder, each with the floors of the same game it may use.
FLOORS = {
    "rules": set(),
    "words": {"rules"},
    "draw": {"rules", "words"},
    "bot": {"rules"},
}
TERMINAL = {"rules", "words"}
BATCH = {"rules"}  # not every game has one yet that plays many matches at once

# Only who plays millions of matches needs JAX.
WITH_JAX = {"batch", "learn"}
FOR_MILLIONS = {
    SOURCE / "games" / "parts.py",  # it finds the engines by name
    SOURCE / "adapters" / "pgx.py",  # it lends them to the programs of others
}


# What a program calls others with.
CALLS = {"aiohttp", "http.client", "httpx", "requests", "smtplib", "urllib.request", "urllib3"}


@cache
def imports_of(file: Path) -> set[str]:
    """The ratskeller modules a file imports, wherever in it."""
    return {name for name in all_imports_of(file) if name.startswith("ratskeller.")}


@cache
def all_imports_of(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def nodes_of(file: Path, kind: type[Node]) -> list[Node]:
    return [n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(n, kind)]


def room_of(module: str) -> str:
    return module.split(".")[1]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_point_one_way(room: str) -> None:
    allowed = MAY_IMPORT[room] | {room}
    for file in (SOURCE / room).rglob("*.py"):
        for module in imports_of(file):
            target = room_of(module)
            if target in MAY_IMPORT:
                assert target in allowed, f"{file.relative_to(SOURCE)} imports {module}"


def test_every_room_of_the_package_is_listed() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert rooms <= set(MAY_IMPORT)


@statement("S23")
def test_the_house_calls_nobody() -> None:
    """No guest can have it knock at doors that only it can reach: it has nothing to knock with. The robot is a
    guest itself, and no part of the house.
    """
    for file in (SOURCE / "server").glob("*.py"):
        imported = all_imports_of(file)
        assert file.stem == "robot" or not imported & CALLS, file
        assert not any(name.startswith("ratskeller.server.robot") for name in imported), file


@pytest.mark.parametrize("game", games.shelf())
def test_no_room_and_no_other_game_knows_a_game_by_name(game: str) -> None:
    for file in SOURCE.rglob("*.py"):
        if (SOURCE / "games" / game) in file.parents:
            continue
        known = {m for m in imports_of(file) if m.startswith(f"ratskeller.games.{game}")}
        assert not known, f"{file.relative_to(SOURCE)} imports {known}"


@pytest.mark.parametrize("game", games.shelf())
def test_every_game_brings_the_same_set_of_names(game: str) -> None:
    folder = SOURCE / "games" / game
    for floor in FLOORS:
        assert (folder / floor).is_dir(), f"{game} has no {floor}"
    for name in ("state.py", "turn.py", "actions.py", "citations.py", "encode.py"):
        assert (folder / "rules" / name).is_file(), f"{game} has no rules/{name}"
    for language in LANGUAGES:
        assert (folder / "rulebook" / f"{language}.md").is_file()


@pytest.mark.parametrize("game", games.shelf())
def test_a_floor_of_a_game_uses_only_the_floors_below_it(game: str) -> None:
    folder = SOURCE / "games" / game
    package = f"ratskeller.games.{game}."
    for file in folder.rglob("*.py"):
        floor = file.relative_to(folder).parts[0].removesuffix(".py")
        if floor == "__init__":
            continue
        allowed = {**FLOORS, "terminal": TERMINAL, "batch": BATCH}[floor] | {floor}
        for module in imports_of(file):
            below = module.removeprefix(package).split(".")[0]
            if module.startswith(package) and below in {*FLOORS, "terminal", "batch"}:
                assert below in allowed, f"{file.relative_to(SOURCE)} imports {module}"


def test_only_batch_engines_import_jax_and_nobody_imports_them_but_they() -> None:
    for file in SOURCE.rglob("*.py"):
        place = file.relative_to(SOURCE).parts
        floor = place[2] if place[0] == "games" and len(place) > 3 else place[0]
        if floor in WITH_JAX or file in FOR_MILLIONS:
            continue
        modules = {node.module or "" for node in nodes_of(file, ast.ImportFrom)} | {
            alias.name for node in nodes_of(file, ast.Import) for alias in node.names
        }
        foreign = {m for m in modules if m.split(".")[0] in ("jax", "jaxlib") or ".batch" in m}
        assert not foreign, f"{file.relative_to(SOURCE)} imports {foreign}"


@pytest.mark.parametrize("game", games.shelf())
def test_a_folder_of_a_game_shows_its_floors_and_little_else(game: str) -> None:
    files = {path.name for path in (SOURCE / "games" / game).glob("*.py")}
    assert files <= {"__init__.py", "terminal.py"}


# A name that stands for two things, with the reason why.
TWICE = {"Match": "the front door's is the one of core, with what a person types first"}


def test_a_class_name_stands_for_one_thing() -> None:
    """Games may share the names of what each of them has: a State, Options, Nouns."""
    where: dict[str, list[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        place = file.relative_to(SOURCE).parts
        owner = "/".join(place[:2]) if place[0] == "games" else ""
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where.setdefault(node.name, []).append(owner)
    several = {name: owners for name, owners in where.items() if len(owners) > 1}
    double = {n for n, owners in several.items() if "" in owners or len(set(owners)) < len(owners)}
    assert double == set(TWICE)
