import ast
import subprocess
import sys
from pathlib import Path

import pytest

from ratskeller.words import (
    LANGUAGES,
    NAMES,
    UnknownLanguage,
    find_language,
    language_of_environment,
)

pytestmark = pytest.mark.heavy


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


ROOT = Path(__file__).parents[2]


def listed(node: ast.AST) -> set[str]:
    """The languages that a tuple, list, set or table names side by side."""
    match node:
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            pass
        case ast.Dict(keys=items):
            pass
        case _:
            return set()
    values = {item.value for item in items if isinstance(item, ast.Constant)}
    return {value for value in values if isinstance(value, str)} & set(LANGUAGES)


def test_no_other_place_lists_the_languages() -> None:
    lists = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        for room in ("src", "tests", "bench", "docs")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path != Path(__file__)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if len(listed(node)) > 1
    ]
    assert lists == []


DUTCH = '    Language("nl", "Nederlands", "nplurals=2; plural=(n != 1);", thousands="."),\n'

EVERYWHERE = """
import sys, types
from pathlib import Path
source = Path(sys.argv[1]).read_text("utf-8")
anchor = '    Language(ENGLISH, "English", ""),\\n'
assert anchor in source
name = "ratskeller.words.languages"
languages = types.ModuleType(name)
exec(source.replace(anchor, anchor + sys.argv[2]), languages.__dict__)
sys.modules[name] = languages

from ratskeller import games
from ratskeller.cli import main
from ratskeller.words.check import domains, problems
from ratskeller.words.languages import find_language
from ratskeller.words.phrases import grouped, in_a_row
from ratskeller.words.speech import game_words

assert find_language("nl_BE.UTF-8") == find_language("Nederlands") == "nl"
assert grouped(1240, "nl") == "1.240"
assert in_a_row(["Een.", "Twee."], "nl") == "Een. Twee."
for game_id in games.shelf():  # English, until somebody translates
    assert game_words(games.find(game_id), "nl").title == game_words(games.find(game_id), "en").title
missing = [problem for domain in domains() for problem in problems(domain)]
assert missing and all(line.endswith("nl.po: there is no such file") for line in missing), missing
assert len(missing) == 1 + len(games.shelf())
main(["games", "--lang", "tlh"])
"""


def test_a_language_added_to_the_table_is_known_everywhere() -> None:
    table = ROOT / "src" / "ratskeller" / "words" / "languages.py"
    command = [sys.executable, "-c", EVERYWHERE, str(table), DUTCH]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "nl (Nederlands)" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
