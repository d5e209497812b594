import subprocess
import sys

import pytest

from ratskeller.words.catalogue import Speaker, compile_po, translations

PO = """
msgid ""
msgstr ""
"Language: fr\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "{name} waits."
msgstr "{name} attend."

#, fuzzy
msgid "Perhaps."
msgstr "Peut-être."

msgctxt "object"
msgid "the rat"
msgstr "le rat"

msgid "One rat"
msgid_plural "{count} rats"
msgstr[0] "Un rat"
msgstr[1] "{count} rats gris"

msgctxt "of"
msgid "one rat"
msgid_plural "{count} rats"
msgstr[0] "d’un rat"
msgstr[1] "de {count} rats"
"""


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch) -> Speaker:
    speaker = Speaker("ratskeller.words", "en")
    speaker._translations = compile_po(PO.encode())
    return speaker


def test_sentences_nouns_and_numbers_come_from_the_catalogue(speaker: Speaker) -> None:
    assert speaker._("{name} waits.", name="Ada") == "Ada attend."
    assert speaker.gettext("{name} waits.", name="Ada") == "Ada attend."
    assert speaker.pgettext("object", "the rat") == "le rat"
    assert speaker.ngettext("One rat", "{count} rats", 1) == "Un rat"
    assert speaker.ngettext("One rat", "{count} rats", 3) == "3 rats gris"
    assert speaker.npgettext("of", "one rat", "{count} rats", 1) == "d’un rat"
    assert speaker.npgettext("of", "one rat", "{count} rats", 2) == "de 2 rats"


def test_what_is_missing_or_fuzzy_is_said_in_english(speaker: Speaker) -> None:
    assert speaker._("Perhaps.") == "Perhaps."
    assert speaker._("Nowhere to be found.") == "Nowhere to be found."
    assert speaker.pgettext("subject", "the rat") == "the rat"


def test_a_forgotten_value_is_an_error(speaker: Speaker) -> None:
    with pytest.raises(KeyError):
        speaker._("{name} waits.", nom="Ada")


def test_a_catalogue_is_read_once() -> None:
    assert translations("ratskeller.words", "de") is translations("ratskeller.words", "de")


def test_a_package_without_a_catalogue_speaks_english() -> None:
    assert Speaker("ratskeller.core", "de")._("The match is over.") == "The match is over."


def test_english_never_imports_babel() -> None:
    code = """
import sys
from ratskeller.games.pied_piper import GAME
from ratskeller.words.speech import game_words
words = game_words(GAME, "en")
assert words.title == "The Pied Piper"
assert words.rulebook().title == "The Pied Piper"
print(any(name.partition(".")[0] == "babel" for name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=600
    )
    assert done.stdout.strip() == "False"
