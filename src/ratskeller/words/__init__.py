"""The words room: languages, catalogues, phrases, and the sentences of the platform itself.

A game keeps its own words in its folder (`words` and `locale/`); rooms that show a game to a
person speak to it through `speech.GameWords`.
"""

from ratskeller.words.languages import (
    LANGUAGES,
    NAMES,
    UnknownLanguage,
    find_language,
    language_of_environment,
)

__all__ = [
    "LANGUAGES",
    "NAMES",
    "UnknownLanguage",
    "find_language",
    "language_of_environment",
]
