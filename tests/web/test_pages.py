"""The pages without a browser: small scripts, nothing inline, nothing from elsewhere, all words there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2.ext import babel_extract

import ratskeller
from ratskeller.words.check import KEYWORDS, domains, placeholders, read_catalogue

WEB = Path(ratskeller.__file__).parent / "web"
SCRIPTS = sorted((WEB / "static").glob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))
LANGUAGES = ("fr", "zh-Hant", "de")

SMALL = 40_000  # bytes of script that a page may load before anybody does anything
PAGES = {
    # the module that a page starts with, and the templates that it finds
    "table.js": ("table.html", "_settings.html", "_sheets.html", "base.html"),
    "replay.js": ("replay.html", "_sheets.html", "base.html"),
}

_IMPORT = re.compile(r'^import .*? from "\./(\w+\.js)";$', re.MULTILINE)
_ID = re.compile(r'(?:\$|\btext|\bshow|\bopen)\("([\w-]+)"')
_WORD = re.compile(r"\bwords\.(\w+)")
_KEY = re.compile(r'"(\w+)": _\(')


def read(path: Path) -> str:
    return path.read_text("utf-8")


def modules(first: str) -> set[str]:
    """A module and everything it imports at once; what is imported later is not counted."""
    found, waiting = set(), [first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _IMPORT.findall(read(WEB / "static" / name))
    return found


def sentences(template: Path) -> list[tuple[str, ...]]:
    """Every message of a template: one form, or singular and plural."""
    options = {"encoding": "utf-8", "trim_blocks": "true", "lstrip_blocks": "true"}
    with template.open("rb") as file:
        found = babel_extract(file, list(KEYWORDS), [], options)
        return [
            (message,)
            if isinstance(message, str)
            else tuple(form for form in message or () if form)
            for _, _, message, _ in found
        ]


@pytest.mark.parametrize("page", ["table.js", "replay.js", "forms.js"])
def test_the_script_of_a_page_is_small(page: str) -> None:
    loaded = modules("app.js") | modules(page)
    assert sum((WEB / "static" / name).stat().st_size for name in loaded) < SMALL


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_nothing_is_inline_that_the_content_policy_forbids(template: Path) -> None:
    text = read(template).replace('split("<style>")', "").replace('"</style>"', "")
    assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", text)
    for script in re.findall(r"<script[^>]*>", text):
        assert 'type="application/json"' in script or 'src="/static/' in script


@pytest.mark.parametrize(
    "file",
    [*SCRIPTS, *TEMPLATES, *(WEB / "static").glob("*.css")],
    ids=lambda path: path.name,
)
def test_nothing_comes_from_elsewhere(file: Path) -> None:
    text = read(file).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|@import|@font-face", text)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda path: path.name)
def test_scripts_never_write_markup(file: Path) -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", read(file)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_pages_is_translated(language: str) -> None:
    house = next(domain for domain in domains() if domain.locale.parent.name == "words")
    known = {
        (message.id if isinstance(message.id, str) else message.id[0]): message.string
        for message in read_catalogue(house.po(language))
    }
    for template in TEMPLATES:
        for forms in sentences(template):
            where = f"{template.name}: {forms[0]}"
            assert known.get(forms[0]), where
            said = known[forms[0]]
            last = said if isinstance(said, str) else list(said or ())[-1]
            assert placeholders(last) == placeholders(forms[-1]), where


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_all_words_and_elements_its_script_asks_for(page: str) -> None:
    words: set[str] = set()
    ids: set[str] = set()
    for name in modules(page) - {"settings.js"}:
        script = read(WEB / "static" / name)
        words |= set(_WORD.findall(script))
        if name in (page, "wire.js"):
            ids |= set(_ID.findall(script))
    html = "".join(read(WEB / "templates" / name) for name in PAGES[page])
    only_at_the_table = {"left", "covered", "away", "choosing", "to_act", "stops", "open"}
    asked = words - only_at_the_table if page == "replay.js" else words
    assert asked <= set(_KEY.findall(html))
    assert ids <= set(re.findall(r'id="([\w-]+)"', html))
