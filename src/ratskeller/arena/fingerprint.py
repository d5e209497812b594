"""Which players these were: a fingerprint of everything that a bot's choice hangs on.

Results of bots that were improved in between must not be added up. So the file of a contest keeps
the fingerprint of the code of its bots (with the modules of `bots` that they import) and of the
game's own judgement (its `bot` folder, or its `bot.py`); where one of them has learned, also of the
weights and of what a network sees: of `rules/observe.py` with those of the rules that are there for it
alone. What a match is played by as well has a version.
Other bots do not count, nor do comments, docstrings and layout.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

from ratskeller import bots, games
from ratskeller.bots import net
from ratskeller.bots.own import OwnBot
from ratskeller.bots.recipes import RecipeBot
from ratskeller.core.game import AnyGame

_DIGITS: Final = 16


@cache
def players_of(game_id: str, kinds: frozenset[str]) -> str:
    """The fingerprint of some bots of a game: “random”, “search”, “my_bots:Cautious”.

    Of somebody's own bot the file of its class counts, and not what that imports.
    """
    game = games.find(game_id)
    made = [bots.make(kind, game) for kind in kinds]
    theirs = [sys.modules[type(bot.bot).__module__] for bot in made if isinstance(bot, OwnBot)]
    judgement = Path(games.part(game_id, "bot").__file__ or "")
    own = judgement.parent.glob("*.py") if judgement.stem == "__init__" else [judgement]
    found = hashlib.sha256()
    house = _modules(bots, [RecipeBot.__module__, *(type(bot).__module__ for bot in made)])
    outside = {Path(module.__file__ or "") for module in theirs}
    learned = _learned(game) if Path(net.__file__) in house else set()
    for file in sorted(house | outside | set(own) | learned):
        if file.is_file():
            found.update(file.name.encode() + b"\0" + _meaning(file.name, file.read_bytes()))
    return found.hexdigest()[:_DIGITS]


def _learned(game: AnyGame) -> set[Path]:
    """What a network knows and how it is shown a view."""
    weights = set(net.weights_of(game).glob("*.npz"))
    if not weights:
        return weights
    rules = games.part(game.meta.id, "rules")
    seeing = _modules(rules, [f"{rules.__name__}.observe"])
    return weights | seeing - _modules(rules, _imported(Path(inspect.getfile(type(game)))))


def _modules(room: ModuleType, names: Iterable[str]) -> set[Path]:
    """The files of those of some modules that belong to a room, and of those of it that they import."""
    folder, found, waiting = Path(room.__file__ or "").parent, set[Path](), list(names)
    while waiting:
        file = folder / f"{waiting.pop().removeprefix(f'{room.__name__}.')}.py"
        if file not in found and file.is_file():
            found.add(file)
            waiting += _imported(file)
    return found


def _imported(file: Path) -> list[str]:
    """What a module imports, and from where: both may be modules."""
    source = file.read_text("utf-8")
    names = [f"{node.module}.{one.name}" for node in _imports(source) for one in node.names]
    return [*names, *imports_of(source)]


def imports_of(source: str) -> list[str]:
    """The modules from which a module imports something."""
    return [node.module for node in _imports(source) if node.module]


def _imports(source: str) -> list[ast.ImportFrom]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]


def _meaning(name: str, content: bytes) -> bytes:
    return meaning_of(content.decode()).encode() if name.endswith(".py") else content


def meaning_of(source: str) -> str:
    """What code says, without what it says about itself."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            del body[0]
    return _said(tree)


def _said(part: object) -> str:
    """A part of a syntax tree, the same whichever Python has read it: newer ones know more fields that are empty."""
    if isinstance(part, list):
        return f"[{', '.join(map(_said, part))}]"
    if not isinstance(part, ast.AST):
        return repr(part)
    told = (
        f"{name}={_said(field)}" for name, field in ast.iter_fields(part) if field not in (None, [])
    )
    return f"{type(part).__name__}({', '.join(told)})"


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
