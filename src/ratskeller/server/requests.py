"""Requests with an id: the same one twice is answered twice and done once (S26)."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Struct

REMEMBERED: Final = 256
"""Requests whose answers are kept word for word; older ones are answered with the whole."""


REMEMBERED_BYTES: Final = 1024 * 1024


class Request(Struct, frozen=True):
    """Who asked under which id, and what tells two messages with the same id apart."""

    guest: int
    id: str
    digest: str


class Requests:
    """What was asked of a table so far."""

    def __init__(self) -> None:
        self.done: dict[tuple[int, str], str] = {}  # digests of what has changed something
        self.answers: OrderedDict[tuple[int, str], tuple[str, bytes]] = OrderedDict()
        self.held = 0  # bytes of answers

    def digest(self, guest: int, request: str) -> str | None:
        """What a guest has asked under this id before."""
        key = (guest, request)
        return self.answers[key][0] if key in self.answers else self.done.get(key)

    def remember(self, request: Request, line: bytes) -> None:
        """Keep an answer, in case its request comes again."""
        key = (request.guest, request.id)
        self.held += len(line) - len(self.answers.get(key, ("", b""))[1])
        self.answers[key] = (request.digest, line)
        while len(self.answers) > REMEMBERED or (
            self.held > REMEMBERED_BYTES and len(self.answers) > 1
        ):
            _, (_, oldest) = self.answers.popitem(last=False)
            self.held -= len(oldest)


def digest_of(message: Struct) -> str:
    return hashlib.sha256(msgspec.json.encode(message)).hexdigest()
