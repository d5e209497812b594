"""The languages of the house, and how people write them: `zh_TW`, `fr-CA`, `de_DE.UTF-8`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

ENGLISH: Final = "en"


class Language(NamedTuple):
    """A language of the house: its name, and the marks and rules that its sentences are set by."""

    code: str
    name: str  # as its own readers call it
    plural: str  # the rule of gettext; English needs none, its messages are the ids
    between: str = " "  # two sentences
    comma: str = "{left}, {right}"  # two items of a list
    last_of_all: str = "{left} and {right}"
    last_of_several: str = "{left} or {right}"
    thousands: str = ","  # groups the digits of a large number
    percent: str = "%"  # the mark of a share, with the space before it

    @property
    def locale(self) -> str:
        """What Babel calls it."""
        return self.code.replace("-", "_")


# The one place where a language is added; docs/languages.md has the three steps. Everything that
# lists languages, joins sentences or counts in them reads this table, the tests too.
HOUSE: Final = (
    Language(ENGLISH, "English", ""),
    Language(
        "fr",
        "Français",
        "nplurals=2; plural=(n > 1);",
        last_of_all="{left} et {right}",
        last_of_several="{left} ou {right}",
        thousands="\u202f",
        percent="\u202f%",
    ),
    Language(
        "zh-Hant",
        "繁體中文",
        "nplurals=1; plural=0;",
        between="",
        comma="{left}、{right}",
        last_of_all="{left} 和 {right}",
        last_of_several="{left} 或 {right}",
    ),
    Language(
        "de",
        "Deutsch",
        "nplurals=2; plural=(n != 1);",
        last_of_all="{left} und {right}",
        last_of_several="{left} oder {right}",
        thousands=".",
        percent="\u00a0%",
    ),
)

BY_CODE: Final[Mapping[str, Language]] = {language.code: language for language in HOUSE}
NAMES: Final[Mapping[str, str]] = {language.code: language.name for language in HOUSE}
LANGUAGES: Final = tuple(BY_CODE)
SPACED: Final = tuple(language.code for language in HOUSE if language.between)
"""The languages that are written in words with spaces between them."""
TRANSLATED: Final = tuple(code for code in LANGUAGES if code != ENGLISH)
"""All languages but English, which needs no catalogue."""

# Traditional is the only Chinese there is here, so every kind of Chinese leads to it: it is closer
# to a reader of another kind than English would be.
_BY_PRIMARY: Final = {language.partition("-")[0]: language for language in LANGUAGES}
_BY_NAME: Final = {name.casefold(): language for language, name in NAMES.items()}

_ENVIRONMENT: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # the order of POSIX: the first that is set


class UnknownLanguage(ValueError):
    """The house does not speak that language; the message lists those it does."""

    def __init__(self, tag: str) -> None:
        known = ", ".join(f"{language} ({name})" for language, name in NAMES.items())
        super().__init__(f"there is no language “{tag}”; choose one of {known}")
        self.tag = tag


def find_language(tag: str) -> str:
    """The language that a tag, an alias or a language's own name stands for.

    Regions, encodings and letter case do not matter. Raises `UnknownLanguage`.
    """
    plain = tag.strip().casefold()
    if plain in _BY_NAME:
        return _BY_NAME[plain]
    primary = plain.partition(".")[0].partition("@")[0].replace("_", "-").partition("-")[0]
    try:
        return _BY_PRIMARY[primary]
    except KeyError:
        raise UnknownLanguage(tag) from None


def language_of_environment(environment: Mapping[str, str] | None = None) -> str:
    """The language a person's system is set to; English where it is unset or not spoken here."""
    settings = os.environ if environment is None else environment
    tag = next((settings[name] for name in _ENVIRONMENT if settings.get(name)), ENGLISH)
    try:
        return find_language(tag)
    except UnknownLanguage:
        return ENGLISH
