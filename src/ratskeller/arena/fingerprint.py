"""Which players these were: a fingerprint of everything that a bot's choice hangs on.

Results of bots that were improved in between must not be added up. So the file of a contest keeps
the fingerprint of the code of all bots and of the game's own judgement (`bot.py`, and whatever lies
beside it under a name that begins with “bot”). Comments, docstrings and layout do not count.
"""

from __future__ import annotations

import ast
import hashlib
from functools import cache
from pathlib import Path

from ratskeller import bots, games

_DIGITS = 16


@cache
def players_of(game_id: str) -> str:
    """The fingerprint of the bots of a game."""
    judgement = Path(games.part(game_id, "bot").__file__ or "").parent
    files = [*Path(bots.__path__[0]).glob("*.py"), *judgement.glob("bot*")]
    found = hashlib.sha256()
    for file in sorted(files):
        if file.is_file():
            found.update(file.name.encode() + b"\0" + _meaning(file.name, file.read_bytes()))
    return found.hexdigest()[:_DIGITS]


def _meaning(name: str, content: bytes) -> bytes:
    return meaning_of(content.decode()).encode() if name.endswith(".py") else content


def meaning_of(source: str) -> str:
    """What code says, without what it says about itself."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            del body[0]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
