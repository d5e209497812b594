"""The rules of wording: one word for one thing, and words that no text may have.

`glossaries/<language>.toml` holds for each language what its editor would otherwise have to remember.
`check` reads every catalogue and every rulebook against it. A term brings two sentences of its own,
one that it objects to and one that it lets pass: so it is seen to hold what it says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing and the word for it. All patterns are regular expressions."""

    say: str  # what is said instead, and where it helps, why
    wrong: str
    right: str
    never: str = ""  # no text may have this
    always: str = ""  # every entry of a catalogue that the term is about must have this
    english: str = ""  # it is about texts that have this in English; empty: about all
    unless: str = ""  # and not about those that have this
    but: str = ""  # this may stand: it is cut out before `never` is looked for
    where: tuple[str, ...] = ()  # the folders of the catalogues; empty: all

    def is_about(self, english: str) -> bool:
        """Whether a text is this term's business; `english` is what it says in English."""
        if self.unless and re.search(self.unless, english):
            return False
        return re.search(self.english, english) is not None

    def is_broken_by(self, text: str) -> bool:
        if self.always:
            return re.search(self.always, text) is None
        bare = re.sub(self.but, "", text) if self.but else text
        return re.search(self.never, bare) is not None


class Glossary(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of one language."""

    term: tuple[Term, ...] = ()

    def objections(
        self, where: str, english: str, text: str, *, of_a_book: bool = False
    ) -> Iterator[str]:
        """What an editor would say about a text of the folder `where`, one line each.

        A rule of a book is long and may say a thing in other words: there only `never` is asked.
        """
        for term in self.term:
            asked = (not term.where or where in term.where) and not (of_a_book and term.always)
            if asked and term.is_about(english) and term.is_broken_by(text):
                yield f"say {term.say}"


@cache
def glossary(language: str) -> Glossary:
    """The glossary of a language; an empty one where nobody has written any yet."""
    source = resources.files(__package__) / "glossaries" / f"{language}.toml"
    if not source.is_file():
        return Glossary()
    return msgspec.toml.decode(source.read_bytes(), type=Glossary)
