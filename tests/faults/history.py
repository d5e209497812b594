"""The history of a run: who asked for what, what was answered, what was seen; and whether the store agrees.

one order      who was answered before somebody else asked stands before them in the log
all of it      what was acknowledged is there, in the log or in the draft
nothing else   what was refused is not, and nothing is there twice
one story      nobody was ever told of an entry what is not in the log
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from ratskeller.server.messages import ChatLine, LogLine

DONE, REFUSED = "done", "refused"


class Call(Struct, eq=False):
    """Something that was asked of a table under an id, and the answer."""

    who: str
    kind: str
    request: str
    called: int  # when, counted in calls and answers
    notation: str = ""  # of what was chosen
    verdict: str = ""
    answered: int = 0


class Kept(Struct):
    """An entry of a person in the store."""

    number: int
    who: str
    request: str
    notation: str


class Stored(Struct):
    """What the store says in the end."""

    entries: Sequence[Kept]
    draft: Sequence[str]  # notations
    drafter: str
    chat: Sequence[tuple[int, str]]
    requests: Sequence[str]
    last: int  # the number of the last entry, whosever it is


class History:
    """What people asked, were answered and saw."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._moments = 0
        self._seen: dict[tuple[str, int], tuple[str, ...]] = {}
        self._said: dict[tuple[str, int], str] = {}
        self._complaints: dict[str, None] = {}  # in order, each once

    def call(self, who: str, kind: str, request: str, notation: str = "") -> Call:
        self._moments += 1
        self.calls.append(Call(who, kind, request, self._moments, notation))
        return self.calls[-1]

    def answer(self, call: Call, verdict: str) -> None:
        self._moments += 1
        call.verdict, call.answered = verdict, self._moments

    def complain(self, what: str) -> None:
        self._complaints[what] = None

    def done(self) -> int:
        """How many calls were acknowledged so far."""
        return sum(call.verdict == DONE for call in self.calls)

    def saw(self, who: str, log: Sequence[LogLine], chat: Sequence[ChatLine]) -> None:
        """Somebody has these lines before their eyes; those of one entry come together."""
        lines: dict[int, list[str]] = defaultdict(list)
        for line in log:
            lines[line.entry].append(line.text)
        for entry, texts in lines.items():
            before = self._seen.setdefault((who, entry), tuple(texts))
            if before != tuple(texts):
                self.complain(f"{who} was told of entry {entry}: {before}, and later: {texts}")
        for one in chat:
            before_said = self._said.setdefault((who, one.number), one.text)
            if before_said != one.text:
                self.complain(f"{who} read in line {one.number} {before_said}, later {one.text}")

    # --- against the store ----------------------------------------------------------------------

    def check(self, stored: Stored) -> list[str]:
        """What is wrong; nothing, if all is well."""
        return [
            *self._complaints,
            *self._unanswered(),
            *self._undone(stored),
            *self._never_asked(stored),
            *self._drafts(stored),
            *self._order(stored),
            *self._ghosts(stored),
        ]

    def _unanswered(self) -> Iterator[str]:
        for call in self.calls:
            if not call.verdict:
                yield f"{call.request}: {call.who} never got an answer"

    def _undone(self, stored: Stored) -> Iterator[str]:
        """What was refused and yet done, or said more or less often than once."""
        there = {entry.request for entry in stored.entries} | set(stored.requests)
        said = [text for _, text in stored.chat]
        for call in self.calls:
            if call.verdict == REFUSED and (call.request in there or call.request in said):
                yield f"{call.request}: refused, and done"
            if call.verdict == DONE and call.kind == "chat" and said.count(call.request) != 1:
                yield f"{call.request}: said {said.count(call.request)} times"

    def _never_asked(self, stored: Stored) -> Iterator[str]:
        asked = {call.request for call in self.calls}
        for entry in stored.entries:
            if entry.request not in asked:
                yield f"entry {entry.number}: nobody asked for it"

    def _drafts(self, stored: Stored) -> Iterator[str]:
        """Follow what everybody chose and took back: it is what the log and the draft hold."""
        committed: dict[str, list[Kept]] = defaultdict(list)
        for entry in stored.entries:
            committed[entry.request].append(entry)
        drafts: dict[str, list[str]] = defaultdict(list)
        for call in self.calls:
            if call.verdict != DONE:
                continue
            draft = drafts[call.who]
            if call.kind == "choose":
                draft.append(call.notation)
            elif call.kind == "undo" and draft:
                draft.pop()
            elif call.kind == "restart":
                draft.clear()
            found = committed.get(call.request, [])
            if found or call.kind == "commit":
                if [(one.who, one.notation) for one in found] != [(call.who, n) for n in draft]:
                    log = [one.notation for one in found]
                    yield f"{call.request}: {call.who} committed {draft}, the log has {log}"
                draft.clear()
        for who, draft in drafts.items():
            there = list(stored.draft) if who == stored.drafter else []
            if draft != there:
                yield f"{who} has chosen {draft} so far, the draft has {there}"

    def _order(self, stored: Stored) -> Iterator[str]:
        entry_of = {entry.request: entry.number for entry in stored.entries}
        line_of = {text: number for number, text in stored.chat}
        for place_of in (entry_of, line_of):
            placed = [call for call in self.calls if call.request in place_of and call.answered]
            for one, other in combinations(placed, 2):  # in the order in which they were called
                first, second = place_of[one.request], place_of[other.request]
                if one.answered < other.called and first > second:
                    yield f"{other.request} was asked after {one.request} was done, and stands before it"

    def _ghosts(self, stored: Stored) -> Iterator[str]:
        """Entries and lines that somebody saw and that are not there."""
        said = dict(stored.chat)
        for who, entry in self._seen:
            if entry > stored.last:
                yield f"{who} was told of entry {entry}, and the log ends with {stored.last}"
        for (who, number), text in self._said.items():
            if said.get(number) != text:
                yield f"{who} read {text} in line {number}, where {said.get(number)} is"
