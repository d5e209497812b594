"""The chain of a log: every entry carries a hash of itself and of all that stands before it.

    heading    SHA-256 of what the match is played with: game, rules, data, seats, seed's commitment
    entry n    SHA-256 of the hash of entry n - 1 (or of the heading) and the line of entry n
    table      keeps the hash of its last entry

So a row that was changed, moved, taken out or slipped in is found, and where. Names are not in the
heading: who wants to be forgotten leaves a pseudonym there (S44), and the chain holds.

It finds accidents, and hands that do not know of it. Whoever can write the file can also compute the
chain anew; `ratskeller audit --verbose` prints the last hash of each match, to be kept elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ratskeller.core.match import Header


class EntryRow(NamedTuple):
    """An entry as it is stored."""

    number: int
    entry: str  # JSON
    chain: str


class BrokenChain(Exception):
    """The log is not what was written; the message names the entry."""

    def __init__(self, number: int, sentence: str) -> None:
        super().__init__(sentence)
        self.number = number


def heading_of(header: Header) -> str:
    """The hash that a chain begins with."""
    heading = [
        "ratskeller-log-1",
        header.table,
        header.game,
        header.rules_version,
        header.data_hash,
        header.seats,
        header.options,
        [player.bot for player in header.players],
        header.commitment,
        header.nonces,
        header.seating,
        header.start,
    ]
    text = json.dumps(heading, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def link(before: str, line: str) -> str:
    """The hash of an entry, from the hash before it."""
    return hashlib.sha256(f"{before}\n{line}".encode()).hexdigest()


def linked(before: str, lines: Iterable[str], first: int) -> list[EntryRow]:
    """Lines as they are stored after the entry, or the heading, with the hash `before`."""
    rows = []
    for number, line in enumerate(lines, start=first):
        before = link(before, line)
        rows.append(EntryRow(number, line, before))
    return rows


def check(heading: str, rows: Sequence[EntryRow], last: str) -> None:
    """Raises `BrokenChain` at the first entry that is not what was written; `last` is the hash that
    the table keeps.
    """
    before = heading
    for expected, (number, line, chain) in enumerate(rows, start=1):
        if number != expected:
            raise BrokenChain(expected, f"entry {expected} is missing, entry {number} is there")
        if link(before, line) != chain:
            raise BrokenChain(number, f"entry {number} is not what was written there")
        before = chain
    if last != (before if rows else ""):
        raise _wrong_end(rows, last)


def _wrong_end(rows: Sequence[EntryRow], last: str) -> BrokenChain:
    for row in rows:
        if row.chain == last:
            return BrokenChain(row.number + 1, f"entry {row.number + 1} was added later")
    end = len(rows)
    if not rows:
        return BrokenChain(1, "entry 1 is missing, with all that came after it")
    return BrokenChain(end, f"entry {end} is not the last that was written, or not what was")
