"""What a native reader would stumble over, in every catalogue and rulebook of the house."""

import re
from collections.abc import Iterator

import pytest

from ratskeller.words.check import Domain, domains, entries_of
from ratskeller.words.languages import TRANSLATED

NARROW = "\u202f"
MARKS = re.compile(r"^(#+|-) |\{(text|source|inferred|choice)\}$")  # of a rulebook
CODE_OF_A_BOOK = re.compile(r"`[^`]*`")
WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60]")
FOREIGN = re.compile("[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]")  # Greek, Cyrillic, kana, Hangul
CODE = re.compile(r"\{\w+\}|[A-Z]\d[>*]?\d?\*?")


def texts(domain: Domain, language: str) -> Iterator[str]:
    """Every form of every entry, every line of the rulebook without its marks and code."""
    yield from (text for _, text in entries_of(domain, language))
    book = domain.locale.parent / "rulebook" / f"{language}.md"
    for line in book.read_text("utf-8").splitlines() if book.is_file() else ():
        yield CODE_OF_A_BOOK.sub("x", MARKS.sub("", line)).strip()


@pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.locale.parent.name)
class TestTypography:
    def test_french_sets_narrow_spaces_and_curly_apostrophes(self, domain: Domain) -> None:
        for text in texts(domain, "fr"):
            assert not re.search(rf"[^{NARROW}][;:!?»]", text), text
            assert not re.search(rf"«[^{NARROW}]", text), text
            assert not re.search(r"['\"“”]", text), text

    def test_english_sets_curly_apostrophes(self, domain: Domain) -> None:
        for english, _ in entries_of(domain, TRANSLATED[0]):
            assert not re.search(r"[\w}]'|'\w", english), english

    def test_chinese_uses_its_own_punctuation(self, domain: Domain) -> None:
        for text in texts(domain, "zh-Hant"):
            bare = re.sub(r"\d,\d{3}", "", CODE.sub("", text))
            assert not re.search(r"[,.;:!?'\"“”()]", bare), text
            assert not re.search("[\u4e00-\u9fff] [\u4e00-\u9fff]", text), text

    def test_chinese_is_traditional(self, domain: Domain) -> None:
        simplified = set("这张个动们进马东车见说请认识时间对开选择执过规则")
        for text in texts(domain, "zh-Hant"):
            assert not simplified & set(text), text

    def test_german_quotes_are_german(self, domain: Domain) -> None:
        for text in texts(domain, "de"):
            assert not re.search(r"[\"”«»]", text), text
            assert text.count("„") == text.count("“"), text

    def test_texts_do_not_begin_or_end_with_a_space(self, domain: Domain) -> None:
        for language in TRANSLATED:
            for text in texts(domain, language):
                assert text == text.strip(), text
                assert "  " not in text, text

    def test_no_text_mixes_scripts(self, domain: Domain) -> None:
        """A Cyrillic а looks like a Latin one, and a full-width comma in French like a gap."""
        for language in TRANSLATED:
            for text in texts(domain, language):
                assert not FOREIGN.search(text), text
                assert language == "zh-Hant" or not WIDE.search(text), text

    def test_apostrophes_and_marks_are_typographic(self, domain: Domain) -> None:
        for language in TRANSLATED:
            for text in texts(domain, language):
                assert not re.search(r"\w'\w|\.\.\.| - ", text), text
