from pathlib import Path

import pytest

from ratskeller.words.check import (
    Domain,
    domains,
    main,
    placeholders,
    problems,
    read_catalogue,
    sentences,
    update,
)
from ratskeller.words.languages import TRANSLATED

pytestmark = pytest.mark.heavy

CODE = """
def say(self, n, name):
    self._("{name} waits.", name=self.pgettext("subject", "the rat"))
    self.ngettext("One rat", "{count} rats", n)
    self._("+1")
"""

COMPLETE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{name} waits."
msgstr "{name} wartet."

msgctxt "subject"
msgid "the rat"
msgstr "die Ratte"

msgid "One rat"
msgid_plural "{count} rats"
msgstr[0] "Eine Ratte"
msgstr[1] "{count} Ratten"

msgid "+1"
msgstr "+1"
"""


@pytest.fixture
def domain(tmp_path: Path) -> Domain:
    """A little package, complete in all languages."""
    source = tmp_path / "words.py"
    source.write_text(CODE, "utf-8")
    locale = tmp_path / "locale"
    locale.mkdir()
    (locale / "same.txt").write_text("+1\n", "utf-8")
    for language in TRANSLATED:
        (locale / f"{language}.po").write_text(COMPLETE, "utf-8")
    return Domain(locale, (source,))


def change(domain: Domain, before: str, after: str) -> list[str]:
    """The problems after a change to the German catalogue."""
    assert before in COMPLETE
    domain.po("de").write_text(COMPLETE.replace(before, after, 1), "utf-8")
    return problems(domain)


def test_the_platform_and_each_game_have_their_own_catalogues() -> None:
    platform, *games = domains()
    assert not any("pied_piper" in path.parts for path in platform.sources)
    assert (None, "The match is over.") in sentences(platform)
    assert any(game.locale.parent.name == "pied_piper" for game in games)


def test_a_complete_catalogue_has_no_problems(domain: Domain) -> None:
    assert problems(domain) == []


@pytest.mark.parametrize(
    ("before", "after", "about"),
    [
        ('msgid "{name} waits."\nmsgstr "{name} wartet."\n', "", "missing: “{name} waits.”"),
        ('msgstr "die Ratte"', 'msgstr ""', "empty: “the rat” (subject)"),
        ('msgctxt "subject"\n', "", "missing: “the rat” (subject)"),
        ('msgstr[1] "{count} Ratten"', 'msgstr[1] ""', "empty: “One rat”"),
        ('msgid "+1"', '#, fuzzy\nmsgid "+1"', "fuzzy: “+1”"),
        ('msgid "+1"\nmsgstr "+1"', '#~ msgid "+1"\n#~ msgstr "+1"', "obsolete: “+1”"),
        ('msgid "+1"', 'msgid "+2"', "no code says “+2”"),
        ("{name} wartet", "{nam} wartet", "placeholders differ: “{name} waits.”"),
        ("{name} wartet", "Sie wartet", "placeholders differ: “{name} waits.”"),
        ("{count} Ratten", "Ratten", "placeholders differ: “One rat”"),
        ("Eine Ratte", "{anzahl} Ratte", "placeholders of the singular differ: “One rat”"),
        ("{name} wartet.", "{name} waits.", "not translated"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_named(
    domain: Domain, before: str, after: str, about: str
) -> None:
    assert any(about in problem for problem in change(domain, before, after))


def test_a_singular_may_have_the_number_or_leave_it_out(domain: Domain) -> None:
    assert change(domain, "Eine Ratte", "{count} Ratte") == []


def test_only_listed_words_may_be_the_same_as_in_english(domain: Domain) -> None:
    (domain.locale / "same.txt").unlink()
    assert sum("not translated" in problem for problem in problems(domain)) == 3


def test_a_missing_catalogue_is_a_problem(domain: Domain) -> None:
    domain.po("fr").unlink()
    assert any("no such file" in problem for problem in problems(domain))


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ('_(f"Hello {name}")', "f-string"),
        ('_("Hello {}")', "need names"),
        ('_("Hello {0}")', "need names"),
    ],
)
def test_code_that_cannot_be_translated_is_a_problem(domain: Domain, line: str, about: str) -> None:
    domain.sources[0].write_text(CODE + line + "\n", "utf-8")
    assert any(about in problem for problem in problems(domain))


def test_an_update_adds_what_is_new_and_drops_what_is_gone(domain: Domain) -> None:
    domain.sources[0].write_text(CODE.replace("+1", "+2"), "utf-8")
    update(domain, "de")
    entries = {message.id: message.string for message in read_catalogue(domain.po("de"))}
    assert entries["+2"] == ""
    assert "+1" not in entries
    assert entries["{name} waits."] == "{name} wartet."
    assert entries["One rat", "{count} rats"] == ("Eine Ratte", "{count} Ratten")
    written = domain.po("de").read_bytes()
    update(domain, "de")
    assert domain.po("de").read_bytes() == written


def test_an_update_leaves_in_place_what_is_there(domain: Domain) -> None:
    """A new sentence stands after the one that the code says before it, wherever that is."""
    file = domain.po("de")
    plus, waits = '\nmsgid "+1"\nmsgstr "+1"\n', '\nmsgid "{name} waits."'
    file.write_text(COMPLETE.replace(plus, "").replace(waits, plus + waits), "utf-8")
    domain.sources[0].write_text(CODE + '    self._("Wait!")\n', "utf-8")
    update(domain, "de")
    assert [message.id for message in read_catalogue(file) if message.id] == [
        "+1",
        "Wait!",
        "{name} waits.",
        "the rat",
        ("One rat", "{count} rats"),
    ]


def test_every_sentence_of_the_house_is_translated_into_every_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = main([])
    assert capsys.readouterr().out == ""
    assert found == 0


def test_placeholders_are_found() -> None:
    assert placeholders("{a} and {b}, {{c}}") == {"a", "b"}
