"""One word for one thing: every term of the glossaries holds, and each can be seen to fail."""

from pathlib import Path

import pytest

from ratskeller.words.check import Domain, domains, entries_of, problems
from ratskeller.words.glossary import Glossary, Term, glossary
from ratskeller.words.languages import TRANSLATED

TERMS = [(language, term) for language in TRANSLATED for term in glossary(language).term]
PLACES = {domain.locale.parent.name: domain for domain in domains()}


def name(value: object) -> str | None:
    return value.say.partition(":")[0] if isinstance(value, Term) else None


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_a_glossary(language: str) -> None:
    assert len(glossary(language).term) > 20


def test_a_language_without_a_glossary_has_no_objections() -> None:
    assert glossary("tlh") == Glossary()


@pytest.mark.parametrize(("language", "term"), TERMS, ids=name)
class TestTerm:
    def test_it_breaks_on_its_wrong_sentence_and_lets_the_right_one_pass(
        self, language: str, term: Term
    ) -> None:
        assert language in TRANSLATED
        assert bool(term.never) != bool(term.always), "a term forbids or demands"
        assert term.is_broken_by(term.wrong)
        assert not term.is_broken_by(term.right)

    def test_an_entry_that_breaks_it_is_objected_to(self, language: str, term: Term) -> None:
        """There is one that it is about: were that reworded in English, the term would hold nothing."""
        place, english = next(
            (place, english)
            for place in term.where or PLACES
            for english, _ in entries_of(PLACES[place], language)
            if term.is_about(english)
        )
        assert f"say {term.say}" in glossary(language).objections(place, english, term.wrong)


def test_a_check_names_the_entry_and_the_rule_that_break_the_glossary(tmp_path: Path) -> None:
    source = tmp_path / "words.py"
    source.write_text('_("Rules of {game}")\n', "utf-8")
    locale, books = tmp_path / "locale", tmp_path / "rulebook"
    locale.mkdir()
    books.mkdir()
    entry = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Rules of {{game}}"\nmsgstr "{text}"\n'
    book = "# A game\nRats.\n\n## One\n### AB-01 The log {{text}}\n{text}\n"
    for language in TRANSLATED:
        (locale / f"{language}.po").write_text(entry.format(text="《{game}》"), "utf-8")
    (books / "en.md").write_text(book.format(text="It is kept."), "utf-8")
    (books / "de.md").write_text(book.format(text="Der Verlauf bleibt."), "utf-8")
    domain = Domain(locale, (source,))
    assert problems(domain) == []
    (locale / "fr.po").write_text(entry.format(text="Règles de {game}"), "utf-8")
    (books / "de.md").write_text(book.format(text="Das Protokoll bleibt."), "utf-8")
    french, german = problems(domain)
    assert "fr.po: say the title" in french
    assert "Règles de {game}" in french
    assert german.endswith("rulebook/de.md: say Verlauf for the log: AB-01")
