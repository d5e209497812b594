"""What can be asked of a table in words, by who listens instead of looking: “where is the Piper”, “hand”.

Each question has several forms in each language; the first is the one that help names. “…” stands for what it
is about. Case, accents and marks do not matter, and the English forms are understood everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from ratskeller.words.languages import ENGLISH
from ratskeller.words.platform_words import PlatformWords, platform_words

TURN: Final = "turn"
LAST: Final = "last"
OPTIONS: Final = "options"
WHERE: Final = "where"
HAND: Final = "hand"
SCORES: Final = "scores"
CLOCK: Final = "clock"
REPEAT: Final = "repeat"
MORE: Final = "more"
HELP: Final = "help"

ABOUT: Final = "…"


class Question(Struct, frozen=True):
    """Something that was asked, and what about."""

    kind: str
    about: str = ""  # folded; "" where it is about everything


def forms(say: PlatformWords) -> Mapping[str, tuple[str, ...]]:
    """How each question is typed in a language."""
    written = {
        TURN: say.pgettext("question", "turn | whose turn | what now | t"),
        LAST: say.pgettext(
            "question",
            "last move | last turn | last move of … | last … | last | what did … do | "
            "what happened | l",
        ),
        OPTIONS: say.pgettext(
            "question",
            "options | options … | my options | moves | moves … | what can i do | o | o …",
        ),
        WHERE: say.pgettext(
            "question",
            "where is … | where is the … | where is my … | where are … | where are the … | "
            "where are my … | where … | where | w …",
        ),
        HAND: say.pgettext("question", "hand | my hand | my things | what do i have | h"),
        SCORES: say.pgettext("question", "scores | score | points | who leads | who is ahead | s"),
        CLOCK: say.pgettext("question", "clock | time | how much time | c"),
        REPEAT: say.pgettext("question", "repeat | again | say again | r"),
        MORE: say.pgettext("question", "more | go on | next | m"),
        HELP: say.pgettext("question", "help | commands | what can i ask | ?"),
    }
    return {kind: tuple(text.split(" | ")) for kind, text in written.items()}


def answers_to(say: PlatformWords) -> Mapping[str, str]:
    """What each question is answered with, for help."""
    _ = say.gettext
    return {
        TURN: _("whose turn it is, and what is asked"),
        LAST: _("what was done last, by everybody or by one player"),
        OPTIONS: _("what you can do now, all of it or with one thing"),
        WHERE: _("pieces, places and players by the beginning of their names"),
        HAND: _("what is yours: cards, goods or dice"),
        SCORES: _("how everybody stands"),
        CLOCK: _("how much time you have"),
        REPEAT: _("the last announcement once more"),
        MORE: _("the rest of a long answer"),
        HELP: _("this list"),
    }


def understood(text: str, language: str) -> Question | None:
    """The question that somebody has typed; None if it is none."""
    asked = " ".join(folded(text)) or unicodedata.normalize("NFKC", text.strip())[:1]
    for shape, kind in _shapes(language):
        if found := shape.fullmatch(asked):
            return Question(kind, found.groupdict().get("about", ""))
    return None


def folded(text: str) -> list[str]:
    """The words of a text without case, accents and marks. Chinese sets no spaces: there it is one word."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.findall(r"\w+", letters)


@cache
def _shapes(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """All forms of a language, those that say most first, and after them the English ones."""
    shapes = []
    for code in dict.fromkeys((language, ENGLISH)):
        written = forms(platform_words(code))
        typed = [(form, kind) for kind, all_forms in written.items() for form in all_forms]
        for form, kind in sorted(typed, key=lambda one: _weight(one[0]), reverse=True):
            shapes.append((_shape(form), kind))
    return tuple(shapes)


def _weight(form: str) -> tuple[bool, int]:
    """A form that leaves nothing open comes first, then a longer one."""
    return ABOUT not in form, len(form)


def _shape(form: str) -> re.Pattern[str]:
    """What fits a form; there is a space beside what it is about where the form has one."""
    pieces = re.split(f"( ?{ABOUT} ?)", form)
    return re.compile("".join(map(_piece, pieces)))


def _piece(text: str) -> str:
    if ABOUT in text:
        return text.replace(ABOUT, "(?P<about>.+)")
    return re.escape(" ".join(folded(text)) or text)
