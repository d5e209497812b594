"""The file of a contest: its plan in the first line, then a finished match a line.

Lines are only ever added. A run that was cut short leaves whole lines and perhaps a torn last one;
the next run drops that and goes on. The order of the lines is that in which matches ended; whoever
counts sorts them by key first, so an interrupted contest ends in the same table as any other.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final, Literal, Self, TypeVar

import msgspec
from msgspec import Struct

from ratskeller.arena.contest import Contest, Key, matches_a_deal, recipes_of, rules_of
from ratskeller.arena.fingerprint import players_of
from ratskeller.arena.playing import MatchRecord, brief
from ratskeller.bots.recipes import kinds_of

_FORMAT: Final = "ratskeller arena 1"

_Kind = TypeVar("_Kind")


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line. Matches of other rules, data or recipes must not be added up with these."""

    format: Literal["ratskeller arena 1"]
    contest: Contest
    recipes: dict[str, str]
    players: str  # the fingerprint of the bots' code
    rules_version: int
    data_hash: str


class ForeignFile(ValueError):
    """The file holds something else than this contest."""


class OtherContest(ForeignFile):
    """The file holds a contest, but another one; `differs` names the part that is different."""

    def __init__(self, differs: str) -> None:
        super().__init__(f"the file holds another contest: its {differs} is different")
        self.differs = differs


def heading_of(contest: Contest) -> Heading:
    game = rules_of(contest)
    version, data_hash = game.meta.rules_version, game.data_hash
    recipes = recipes_of(contest)
    judges = {"net", "search"} if contest.adjusted else set[str]()  # of luck (`coach.adjusting`)
    players = players_of(contest.game, kinds_of(recipes.values()) | judges)
    return Heading(_FORMAT, contest, recipes, players, version, data_hash)


class Records:
    """The matches of a contest, in a file or (without one) in memory."""

    def __init__(
        self, contest: Contest, path: Path | None = None, *, results_only: bool = False
    ) -> None:
        """Raises `ForeignFile` and `OSError`; a file that is refused stays as it was."""
        self.contest = contest
        self.path = path
        self._results_only = results_only
        self.matches: dict[Key, MatchRecord] = {}
        self._file: BinaryIO | None = None
        if path is not None:
            self._file = self._open(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, matches: Iterable[MatchRecord]) -> None:
        """Keep these matches: whole lines, on the disk before this returns."""
        new = [brief(match) if self._results_only else match for match in matches]
        with _ctrl_c_waits():
            if self._file is not None:
                self._file.write(b"".join(msgspec.json.encode(match) + b"\n" for match in new))
                self._file.flush()
                os.fsync(self._file.fileno())
            self.matches |= {match.key: match for match in new}

    def sorted(self) -> list[MatchRecord]:
        return [self.matches[key] for key in sorted(self.matches)]

    def _open(self, path: Path) -> BinaryIO:
        heading = heading_of(self.contest)
        whole = 0
        if path.exists():
            whole = self._read(path.read_bytes(), heading)
        file = path.open("r+b" if path.exists() else "xb")
        file.truncate(whole)
        file.seek(whole)
        if whole == 0:
            file.write(msgspec.json.encode(heading) + b"\n")
            file.flush()
        return file

    def _read(self, content: bytes, heading: Heading) -> int:
        """Take in what the file holds; the length of its whole lines."""
        whole = content.rfind(b"\n") + 1
        if not whole:
            if content and not msgspec.json.encode(heading).startswith(content):
                raise ForeignFile("line 1 is not the plan of a contest")
            return 0
        found, matches = _decoded(content[:whole])
        _compare(found, heading)
        self.matches = {match.key: match for match in matches}
        return whole


def read_records(path: Path) -> tuple[Heading, list[MatchRecord]]:
    """What a file holds, whatever the bots have become since: to look at, not to go on with."""
    content = path.read_bytes()
    heading, matches = _decoded(content[: content.rfind(b"\n") + 1])
    return heading, sorted(matches, key=lambda match: match.key)


def renew_heading(path: Path) -> None:
    """Give a file the heading that its contest has now; the lines of its matches stay as they are.

    Only for who has seen that the bots of now play the same. The new file takes the place of the
    old one when it is whole.
    """
    first, newline, matches = path.read_bytes().partition(b"\n")
    heading = heading_of(_decode(first, Heading, 1, "the plan of a contest").contest)
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        file.write(msgspec.json.encode(heading) + newline + matches)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def whole_deals(contest: Contest, matches: Sequence[MatchRecord]) -> list[MatchRecord]:
    """Those of the matches whose deal has been played to the end."""
    size = matches_a_deal(contest)
    found = Counter(match.deal for match in matches)
    return [match for match in matches if found[match.deal] == size]


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """What is done here is done wholly; who presses Ctrl-C meanwhile is heard right after it."""
    if threading.current_thread() is not threading.main_thread():  # which alone hears Ctrl-C
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def _decoded(content: bytes) -> tuple[Heading, list[MatchRecord]]:
    first, *others = content.splitlines() or [b""]
    heading = _decode(first, Heading, 1, "the plan of a contest")
    return heading, [
        _decode(line, MatchRecord, n, "a match") for n, line in enumerate(others, start=2)
    ]


def _decode(line: bytes, kind: type[_Kind], number: int, what: str) -> _Kind:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise ForeignFile(f"line {number} is not {what}") from None


def _compare(found: Heading, wanted: Heading) -> None:
    for part in Contest.__struct_fields__:
        if getattr(found.contest, part) != getattr(wanted.contest, part):
            raise OtherContest(part)
    for part in ("recipes", "players", "rules_version", "data_hash"):
        if getattr(found, part) != getattr(wanted, part):
            raise OtherContest(part)
