"""The words are those of the first version."""

from tests.crumbs.words import WORDS

__all__ = ["WORDS"]
