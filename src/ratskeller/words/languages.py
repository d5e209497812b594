"""The languages of the house, and how people write them: `zh_TW`, `fr-CA`, `de_DE.UTF-8`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

ENGLISH: Final = "en"

NAMES: Final[Mapping[str, str]] = {
    ENGLISH: "English",
    "fr": "Français",
    "zh-Hant": "繁體中文",
    "de": "Deutsch",
}
"""Every language with the name its own readers give it."""

LANGUAGES: Final = tuple(NAMES)

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
