import pytest

from ratskeller.words import (
    LANGUAGES,
    NAMES,
    UnknownLanguage,
    find_language,
    language_of_environment,
)


def test_the_house_speaks_four_languages_under_their_own_names() -> None:
    assert LANGUAGES == ("en", "fr", "zh-Hant", "de")
    assert [NAMES[language] for language in LANGUAGES] == [
        "English",
        "Français",
        "繁體中文",
        "Deutsch",
    ]


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", "en"),
        ("EN-gb", "en"),
        ("fr-CA", "fr"),
        ("Français", "fr"),
        ("de_DE", "de"),
        ("de_AT.UTF-8@euro", "de"),
        ("deutsch", "de"),
        ("zh", "zh-Hant"),
        ("zh_TW", "zh-Hant"),
        ("zh-TW", "zh-Hant"),
        ("ZH-hant", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("繁體中文", "zh-Hant"),
        ("  fr ", "fr"),
    ],
)
def test_a_language_is_found_however_it_is_written(tag: str, language: str) -> None:
    assert find_language(tag) == language


@pytest.mark.parametrize("tag", ["xx", "", "english-ish", "deu", "C"])
def test_an_unknown_language_is_refused_with_a_list_of_those_there_are(tag: str) -> None:
    with pytest.raises(UnknownLanguage) as caught:
        find_language(tag)
    message = str(caught.value)
    assert f"“{tag}”" in message
    assert all(f"{language} ({name})" in message for language, name in NAMES.items())
    assert "\n" not in message


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LC_ALL": "", "LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of_environment(environment) == language


def test_without_an_argument_the_environment_is_the_real_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "de_CH.UTF-8")
    assert language_of_environment() == "de"
