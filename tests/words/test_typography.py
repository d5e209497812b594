"""What a native reader would stumble over, in every catalogue of the house."""

import re
from collections.abc import Iterator

import pytest

from ratskeller.words.check import Domain, domains, read_catalogue
from ratskeller.words.languages import TRANSLATED

NARROW = "\u202f"
CODE = re.compile(r"\{\w+\}|[A-Z]\d[>*]?\d?\*?")


def texts(domain: Domain, language: str) -> Iterator[str]:
    for message in read_catalogue(domain.po(language)):
        if message.id:
            strings = (message.string,) if isinstance(message.string, str) else message.string
            yield from strings or ()


@pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.locale.parent.name)
class TestTypography:
    def test_french_sets_narrow_spaces_and_curly_apostrophes(self, domain: Domain) -> None:
        for text in texts(domain, "fr"):
            assert not re.search(rf"[^{NARROW}][;:!?»]", text), text
            assert not re.search(rf"«[^{NARROW}]", text), text
            assert not re.search(r"['\"“”]", text), text

    def test_chinese_uses_its_own_punctuation(self, domain: Domain) -> None:
        for text in texts(domain, "zh-Hant"):
            bare = CODE.sub("", text).replace("1,000", "")
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
