"""What is typed at a table is understood in every language, however it is spelt."""

from __future__ import annotations

import pytest

from ratskeller.words.languages import ENGLISH, LANGUAGES
from ratskeller.words.platform_words import platform_words
from ratskeller.words.questions import ABOUT, Question, answers_to, folded, forms, understood

each_language = pytest.mark.parametrize("language", LANGUAGES)


def all_forms(language: str) -> list[tuple[str, str]]:
    written = forms(platform_words(language))
    return [(form, kind) for kind, one in written.items() for form in one]


@each_language
def test_every_form_is_understood_in_capitals_without_accents_and_as_a_question(
    language: str,
) -> None:
    for form, kind in all_forms(language):
        typed = form.replace(ABOUT, "Béla")
        meant = Question(kind, "bela" if ABOUT in form else "")
        for spelt in (typed, typed.upper(), f"  {typed} ", f"{typed}?"):
            assert understood(spelt, language) == meant, spelt
        assert understood(" ".join(folded(typed)) or typed, language) == meant


@each_language
def test_no_form_stands_for_two_questions(language: str) -> None:
    kinds: dict[tuple[str, bool], set[str]] = {}
    for form, kind in all_forms(language):
        spelt = "".join(folded(form)) or form
        kinds.setdefault((spelt, ABOUT in form), set()).add(kind)
    assert [spelt for spelt, found in kinds.items() if len(found) > 1] == []


@each_language
def test_english_is_understood_everywhere(language: str) -> None:
    for kind, typed in forms(platform_words(ENGLISH)).items():
        about = "ben" if ABOUT in typed[0] else ""
        assert understood(typed[0].replace(ABOUT, "Ben"), language) == Question(kind, about)


@each_language
def test_what_is_no_question_is_none(language: str) -> None:
    for typed in ("", "  ", "!", "wander", "xyz", "F2>3", "handy", "optional", "(.*)"):
        assert understood(typed, language) is None, typed


@each_language
def test_a_question_about_one_thing_can_be_asked_by_the_second_form_of_options(
    language: str,
) -> None:
    """The answer to a long list names it."""
    assert ABOUT in forms(platform_words(language))["options"][1]


@each_language
def test_help_knows_every_question(language: str) -> None:
    say = platform_words(language)
    assert set(answers_to(say)) == set(forms(say))
