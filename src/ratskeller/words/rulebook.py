"""Rulebooks: `rulebook/<language>.md` of a game, read into structs.

    # The Pied Piper
    A few words of introduction.

    ## The town and its people
    ### PP-62 The ring {text}
    The houses stand in a ring ...

    > We worked this number out.

The braces say where a rule comes from. A paragraph behind `> ` speaks of table options or of where
something comes from; a page tells it last. A file that strays from this form is refused with the
number of the line, because a rule that silently vanished could no longer be cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Final

from msgspec import Struct

from ratskeller.words.languages import ENGLISH

ORIGINS: Final = ("text", "source", "inferred", "choice")
"""Printed in the rules; told elsewhere; follows from them; decided by us, where nothing decides."""

NOTE: Final = "> "

_RULE: Final = re.compile(r"### (?P<id>[A-Z]{2}-\d{2,3}) (?P<title>.+) \{(?P<origin>\w+)\}")


class Rule(Struct, frozen=True):
    """One rule. Its text is paragraphs separated by empty lines; a list has `- ` before items."""

    id: str
    title: str
    origin: str
    text: str
    notes: tuple[str, ...] = ()  # those paragraphs that are about options and origins

    @property
    def paragraphs(self) -> tuple[str, ...]:
        return tuple(self.text.split("\n\n"))

    @property
    def body(self) -> str:
        """What everybody needs to know of it, without the notes."""
        return "\n\n".join(one for one in self.paragraphs if one not in self.notes)


class Section(Struct, frozen=True):
    title: str
    rules: tuple[Rule, ...]


class Rulebook(Struct, frozen=True):
    title: str
    intro: str
    sections: tuple[Section, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """All rules in reading order."""
        return tuple(rule for section in self.sections for rule in section.rules)

    def find(self, rule_id: str) -> Rule | None:
        """The rule of that id, in whatever letter case it was typed."""
        wanted = rule_id.strip().upper()
        return next((rule for rule in self.rules if rule.id == wanted), None)


class BadRulebook(ValueError):
    """A rulebook strays from the form; the message names the line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


@cache
def read_rulebook(package: str, language: str) -> Rulebook:
    """The rulebook of a game's package; the English one where it has none in this language."""
    folder = resources.files(package) / "rulebook"
    source = folder / f"{language}.md"
    if not source.is_file():
        source = folder / f"{ENGLISH}.md"
    return parse_rulebook(source.read_text("utf-8"))


class _Block(Struct):
    """A heading with the text below it."""

    line: int
    heading: str
    text: str


def parse_rulebook(text: str) -> Rulebook:
    """Raises `BadRulebook`."""
    blocks = list(_blocks(text))
    opening = blocks[0]
    if not opening.heading.startswith("# "):
        raise BadRulebook(opening.line, "a rulebook begins with “# ” and its title")
    if not opening.text:
        raise BadRulebook(opening.line, "an introduction must follow the title")
    if len(blocks) == 1:
        raise BadRulebook(opening.line, "there is no section “## ...”")
    return Rulebook(opening.heading[2:].strip(), opening.text, tuple(_sections(blocks[1:])))


def _blocks(text: str) -> Iterator[_Block]:
    """The file cut at its headings; the first piece begins at line 1, heading or not."""
    lines = text.splitlines() or [""]
    starts = [n for n, line in enumerate(lines) if n == 0 or line.startswith("#")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        body = "\n".join(line.rstrip() for line in lines[start + 1 : end])
        yield _Block(start + 1, lines[start].rstrip(), re.sub(r"\n{3,}", "\n\n", body).strip())


def _sections(blocks: list[_Block]) -> Iterator[Section]:
    seen: set[str] = set()
    starts = [n for n, block in enumerate(blocks) if not block.heading.startswith("### ")]
    if starts[:1] != [0]:
        raise BadRulebook(blocks[0].line, "this rule stands before the first section")
    for start, end in zip(starts, [*starts[1:], len(blocks)], strict=True):
        heading = blocks[start]
        if not heading.heading.startswith("## "):
            raise BadRulebook(heading.line, "only “## section” and “### rule” may follow the title")
        if heading.text:
            raise BadRulebook(heading.line + 1, "text in a section must belong to a rule")
        if end == start + 1:
            raise BadRulebook(heading.line, "this section has no rules")
        rules = tuple(_rule(block, seen) for block in blocks[start + 1 : end])
        yield Section(heading.heading[3:].strip(), rules)


def _rule(block: _Block, seen: set[str]) -> Rule:
    found = _RULE.fullmatch(block.heading)
    if not found:
        raise BadRulebook(block.line, "a rule is headed like this: ### PP-62 The ring {text}")
    if found["origin"] not in ORIGINS:
        known = ", ".join(ORIGINS)
        raise BadRulebook(block.line, f"the origin “{found['origin']}” is none of {known}")
    if found["id"] in seen:
        raise BadRulebook(block.line, f"{found['id']} stands in this file twice")
    if not block.text:
        raise BadRulebook(block.line, f"{found['id']} has no text")
    seen.add(found["id"])
    written = block.text.split("\n\n")
    text = "\n\n".join(one.removeprefix(NOTE) for one in written)
    notes = tuple(one.removeprefix(NOTE) for one in written if one.startswith(NOTE))
    if len(notes) == len(written):
        raise BadRulebook(block.line, f"{found['id']} has nothing but notes")
    return Rule(found["id"], found["title"].strip(), found["origin"], text, notes)
