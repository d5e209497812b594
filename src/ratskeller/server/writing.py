"""What people type: names, chat and codes, made fit to be shown to others.

Everything is shown as text, never as markup; this only keeps a line from breaking the page it
stands on (S20): no control or direction characters, no towers of accents, no endless words.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from ratskeller.server.schema import ChatRow

NAME_LENGTH: Final = 24
CHAT_LENGTH: Final = 500
CHAT_BYTES: Final = 64 * 1024
"""What a table keeps of its chat: the newest lines."""
_LINE_BYTES: Final = 100  # that a line weighs besides its words
CODE_LENGTH: Final = 8
ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters that look alike in no handwriting: no 0 and O, no 1, I and L."""

_ACCENTS: Final = 2
_HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_BLANK: Final = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs without ink
_JOINERS: Final = "\u200c\u200d"  # needed inside words of some scripts, and in emoji


def tidy(text: str, length: int) -> str:
    """The text on one line, without invisible characters, at most `length` long."""
    kept: list[str] = []
    accents = 0
    for mark in unicodedata.normalize("NFC", text):
        category = unicodedata.category(mark)
        accents = accents + 1 if category in ("Mn", "Me") else 0
        if category == "Cc" or mark.isspace() or mark in _BLANK:
            kept.append(" ")
        elif accents <= _ACCENTS and (category not in _HIDDEN or mark in _JOINERS):
            kept.append(mark)
    return " ".join("".join(kept).split())[:length].strip(f" {_JOINERS}")


def name_of(wish: str, taken: Iterable[str], otherwise: str) -> str:
    """A name that nobody else at the table has."""
    name = tidy(wish, NAME_LENGTH)
    if not any(unicodedata.category(mark)[0] in "LNPS" for mark in name):
        name = otherwise  # nobody could read it, or press it
    others = {other.casefold() for other in taken}
    number = 2
    free = name
    while free.casefold() in others:
        free = f"{name[: NAME_LENGTH - 3]} {number}"
        number += 1
    return free


def chat_that_fits(rows: Sequence[ChatRow]) -> list[ChatRow]:
    """The newest lines of a chat, as many as a table keeps; always the last one."""
    room, kept = CHAT_BYTES, 0
    for row in reversed(rows):
        room -= len(row.text.encode()) + len(row.name.encode()) + _LINE_BYTES
        if room < 0 and kept:
            break
        kept += 1
    return list(rows[len(rows) - kept :])


def new_code() -> str:
    """About 40 bits: an invitation, or the one-time code of a seat."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def spaced(code: str) -> str:
    """A code as it is shown: `K7QM-2XRD`."""
    return f"{code[:4]}-{code[4:]}"


def code_of(text: str) -> str:
    """A code as it was typed, with whatever spaces and dashes; "" if it cannot be one."""
    code = "".join(mark for mark in text.upper() if mark.isascii() and mark.isalnum())
    return code if len(code) == CODE_LENGTH and all(mark in ALPHABET for mark in code) else ""
