"""Stored matches that every later version of the house must open and replay.

A file a game, packed: a line of JSON for each match, which is its save as `Match.to_bytes` writes it and
what became of it. `python -m tests.corpus.make` wrote them, once. They are not written anew when a
test fails: then a rule has changed its meaning, and that takes a new version of the rules
(CONTRIBUTING.md, "When a rule changes its meaning").
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ratskeller import games
from ratskeller.core import archive
from ratskeller.core.game import Outcome
from ratskeller.core.match import AnyMatch, Match

FOLDER = Path(__file__).parent
GAMES = ("pied_piper", "ratzentanz", "first_rat")


class Facts(Struct, frozen=True):
    """What is known of a match."""

    outcome: Outcome | None  # None: it is still running, or was abandoned
    state: str  # the digest of the last state
    seen: str  # of what the mover of a running match sees, draft included


class Kept(Struct, frozen=True):
    """A match, and what is known of it."""

    file: msgspec.Raw  # a save
    facts: Facts


def facts_of(match: AnyMatch) -> Facts:
    mover = None if match.over else match.to_act
    seen = "" if mover is None else digest(match.view(mover))
    return Facts(match.outcome, digest(match.state), seen)


def kept_of(match: AnyMatch) -> Kept:
    """A match as the corpus keeps it; asked of one that was read, it must come out the same."""
    return Kept(msgspec.Raw(msgspec.json.format(match.to_bytes(), indent=-1)), facts_of(match))


def opened(content: bytes) -> AnyMatch:
    """The match of a file that holds all of it."""
    match = archive.read(content, games.find)
    assert isinstance(match, Match)
    return match


def digest(state: Struct) -> str:
    """What a state is known by. A field that a later version adds changes nothing while it has
    the value that older states are given.
    """
    return hashlib.sha256(msgspec.json.encode(_said(state))).hexdigest()[:16]


def _said(value: Any) -> Any:
    if isinstance(value, Struct):
        fields = ((field, getattr(value, field.name)) for field in msgspec.structs.fields(value))
        return {field.name: _said(one) for field, one in fields if one != field.default}
    if isinstance(value, tuple | list):
        return [_said(one) for one in value]
    if isinstance(value, dict):
        return {key: _said(one) for key, one in value.items()}
    return value


def file_of(game_id: str) -> Path:
    return FOLDER / f"{game_id}.jsonl.xz"


@cache
def corpus(game_id: str) -> tuple[Kept, ...]:
    """All kept matches of a game."""
    lines = lzma.decompress(file_of(game_id).read_bytes()).splitlines()
    return tuple(msgspec.json.decode(line, type=Kept) for line in lines)


def packed(matches: Iterable[Kept]) -> bytes:
    return lzma.compress(b"".join(msgspec.json.encode(kept) + b"\n" for kept in matches))
