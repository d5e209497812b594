"""Catalogues: each package with a `locale` folder has its sentences in `locale/<language>.po`.

English needs none, since the message ids are English; so a table in English never imports Babel
(35 ms of start-up). The other languages are compiled in memory when they are first spoken:
no compiled file can go stale.
"""

from __future__ import annotations

import gettext as gnu
import io
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib import resources

from ratskeller.words import phrases
from ratskeller.words.languages import ENGLISH

_REMEMBERED = 1 << 15
"""Sentences kept as they were filled. A board says nearly all it said a move ago, and looking one up
takes a tenth of the time of making it again.
"""


@cache
def translations(package: str, language: str) -> gnu.NullTranslations:
    """The catalogue of a package; message ids speak for themselves where it has none."""
    if language == ENGLISH:
        return gnu.NullTranslations()
    source = resources.files(package) / "locale" / f"{language}.po"
    return compile_po(source.read_bytes()) if source.is_file() else gnu.NullTranslations()


def compile_po(po: bytes) -> gnu.GNUTranslations:
    from babel.messages.mofile import write_mo  # noqa: PLC0415  English never pays for it
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(po)))
    compiled.seek(0)
    return gnu.GNUTranslations(compiled)


class Speaker:
    """Somebody who speaks one language out of one package's catalogue.

    The names of the methods are those that extraction looks for (`check.KEYWORDS`), so message ids
    and contexts must be written out where they are called. Placeholders are named: `{card}`.
    """

    def __init__(self, package: str, language: str) -> None:
        self.package = package
        self.language = language
        self._translations = translations(package, language)

    def gettext(self, text: str, /, **values: str | int) -> str:
        return _gettext(self._translations, text, **values)

    _ = gettext

    def pgettext(self, context: str, text: str, /, **values: str | int) -> str:
        """A phrase in a context: nouns inflect, placeholders cannot."""
        return _pgettext(self._translations, context, text, **values)

    def ngettext(self, one: str, many: str, count: int, /, **values: str | int) -> str:
        """The form for a number, which fills `{count}` too."""
        return _ngettext(self._translations, one, many, count, **values)

    def npgettext(
        self, context: str, one: str, many: str, count: int, /, **values: str | int
    ) -> str:
        text = self._translations.npgettext(context, one, many, count)
        return phrases.fill(text, {"count": count, **values})

    def both(self, items: Sequence[str]) -> str:
        """“a, b and c” in this language."""
        return phrases.both(items, self.language)

    def either(self, items: Sequence[str]) -> str:
        """“a, b or c” in this language."""
        return phrases.either(items, self.language)

    def in_a_row(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other, as this language sets them."""
        return phrases.in_a_row(sentences, self.language)


@lru_cache(_REMEMBERED)
def _gettext(catalogue: gnu.NullTranslations, text: str, /, **values: str | int) -> str:
    return _filled(catalogue.gettext(text), values)


@lru_cache(_REMEMBERED)
def _pgettext(
    catalogue: gnu.NullTranslations, context: str, text: str, /, **values: str | int
) -> str:
    return _filled(catalogue.pgettext(context, text), values)


@lru_cache(_REMEMBERED)
def _ngettext(
    catalogue: gnu.NullTranslations, one: str, many: str, count: int, /, **values: str | int
) -> str:
    return phrases.fill(catalogue.ngettext(one, many, count), {"count": count, **values})


def _filled(text: str, values: dict[str, str | int]) -> str:
    return phrases.fill(text, values) if values else text
