"""Small typography: filling placeholders, first letters, lists, rows of sentences, large numbers.

It knows no sentence; what differs between languages stands in `languages.HOUSE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from string import Formatter
from typing import Final

from ratskeller.words.languages import BY_CODE

_WIDE_PUNCTUATION: Final = re.compile("[\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f]")
_WIDE: Final = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60]")


def sentence(text: str) -> str:
    """The text with a capital first letter. Chinese has none and stays as it is.

    Only for sentences that begin with words of ours: a player called “ada” keeps the small a.
    """
    return text[:1].upper() + text[1:]


def in_a_row(sentences: Iterable[str], language: str) -> str:
    """Sentences one after the other, without the empty ones; Chinese sets no space between them."""
    return BY_CODE[language].between.join(filter(None, sentences))


def grouped(number: int, language: str) -> str:
    """A large number, its thousands set apart as the language does."""
    return f"{number:,}".replace(",", BY_CODE[language].thousands)


def both(items: Sequence[str], language: str) -> str:
    """A list of all items: “a, b and c”."""
    return _listed(tuple(items), BY_CODE[language].comma, BY_CODE[language].last_of_all)


def either(items: Sequence[str], language: str) -> str:
    """A list of alternatives: “a, b or c”."""
    return _listed(tuple(items), BY_CODE[language].comma, BY_CODE[language].last_of_several)


@lru_cache(1 << 12)
def _listed(items: tuple[str, ...], comma: str, last: str) -> str:
    text = items[0] if items else ""
    for number, item in enumerate(items[1:], start=2):
        text = fill(last if number == len(items) else comma, {"left": text, "right": item})
    return text


def fill(template: str, values: Mapping[str, str | int]) -> str:
    """The template with its named placeholders filled.

    Chinese sets a space between its own and foreign characters, but none between its own. A
    template cannot know which a name will be, so it writes the space, and the space is dropped
    where it turns out to stand between two Chinese characters or beside Chinese punctuation.
    """
    if not _may_be_wide(template):
        return template.format_map(values)
    text = ""
    for literal, name, _, _ in Formatter().parse(template):
        text = _meet(text, literal)
        if name is not None:
            text = _meet(text, str(values[name]))
    return text


@cache
def _may_be_wide(template: str) -> bool:
    """Whether a template has Chinese in it, which few of the many that are filled have."""
    return _WIDE.search(template) is not None or _WIDE_PUNCTUATION.search(template) is not None


def _meet(left: str, right: str) -> str:
    """Two pieces side by side, without a space that Chinese would not set."""
    if left.endswith(" ") and _needs_no_space(left[-2:-1], right[:1]):
        return left[:-1] + right
    if right.startswith(" ") and _needs_no_space(left[-1:], right[1:2]):
        return left + right[1:]
    return left + right


def _needs_no_space(left: str, right: str) -> bool:
    if _WIDE_PUNCTUATION.match(left) or _WIDE_PUNCTUATION.match(right):
        return True
    return bool(_WIDE.match(left) and _WIDE.match(right))
