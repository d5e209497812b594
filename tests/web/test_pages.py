"""The pages without a browser: small scripts, nothing inline, nothing from elsewhere, all words there."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from jinja2.ext import babel_extract
from markupsafe import Markup

import ratskeller
from ratskeller.draw.board import Board
from ratskeller.draw.table import ALWAYS, HAND, MAIN
from ratskeller.server.assets import as_sent
from ratskeller.server.rendering import _TEMPLATES, _Settings
from ratskeller.words.check import KEYWORDS, domains, placeholders, read_catalogue
from ratskeller.words.languages import NAMES, TRANSLATED
from ratskeller.words.platform_words import platform_words
from tests.statements import statement

WEB = Path(ratskeller.__file__).parent / "web"
SCRIPTS = sorted((WEB / "static").glob("*.js"))
TEMPLATES = sorted((WEB / "templates").glob("*.html"))

SMALL = 45_000  # bytes of script over the wire that a page can ever load, now or later
PAGES = {
    # the module that a page starts with, and the templates that it finds
    "table.js": ("table.html", "rules.html", "_settings.html", "_sheets.html", "base.html"),
    "replay.js": ("replay.html", "_sheets.html", "base.html"),
    "exercise.js": ("exercise.html", "_sheets.html", "base.html"),
}

_TYPES = re.compile(r"/\*\*.*?\*/", re.DOTALL)  # comments name types of modules that are not loaded
_MODULE = re.compile(r"""["'`]\./([\w-]+\.js)["'`]""")
_ONLY_TYPES = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
"""A file for comments to refer to."""
_ASKS_THE_WHOLE = re.compile(
    r"(?::root|html)[^\s{,]*:has\(|(?:body|main|\.stage)[^\s{,]*:has\((?:[^()]|\([^()]*\))*\)\S*\s+[^\s{,]"
)
_PUT_TOGETHER = re.compile(r"import\([^)]*\$\{[^)]*\)")
_ID = re.compile(r'(?:\$|\btext|\bshow|\bopen)\("([\w-]+)"')
_WORD = re.compile(r"\bwords\.(\w+)")
_KEY = re.compile(r'"(\w+)": (?:"● " ~ |between ~ )?(?:_\(|in_a_row\(|table\.title)')
_LIST = re.compile(r"""join\(["'`], ?["'`]\)""")  # items joined as English would
_ROW = re.compile(r"""\) \}\}(\s+\{% if [^%]*%\})?\s+\{\{ n?(gettext|_)\(""")  # sentences, too


def read(path: Path) -> str:
    return path.read_text("utf-8")


def modules(first: str) -> set[str]:
    """A module and everything that it can load: at once, or when somebody needs it."""
    found, waiting = set(), [first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _MODULE.findall(_TYPES.sub("", read(WEB / "static" / name)))
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


@pytest.mark.parametrize("page", ["table.js", "replay.js", "exercise.js", "forms.js"])
def test_all_that_a_page_can_ever_load_is_small(page: str) -> None:
    loaded = modules("app.js") | modules(page)
    sizes = {name: len(gzip.compress(as_sent(WEB / "static" / name))) for name in sorted(loaded)}
    assert sum(sizes.values()) <= SMALL, sizes


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_sent_line_by_line_without_its_comments(script: Path) -> None:
    written, sent = read(script).split("\n"), as_sent(script).decode().split("\n")
    assert len(sent) == len(written)
    for line, left in zip(written, sent, strict=True):
        assert left == line or (not left and line.lstrip().startswith(("//", "/*", "*")))
    assert not any(line.lstrip().startswith(("//", "/*", "* ")) for line in sent)


def test_only_the_first_module_puts_the_name_of_another_together() -> None:
    """So the sum above leaves nothing out."""
    assert {path.name for path in SCRIPTS if _PUT_TOGETHER.search(read(path))} == {"app.js"}
    pages = modules("app.js").union(*map(modules, (*PAGES, "forms.js")))
    scripts = {path.name for path in SCRIPTS if not _ONLY_TYPES.fullmatch(read(path))}
    assert pages == scripts, "a script that no page loads"


def test_the_table_fetches_its_modules_without_a_chain_of_waiting() -> None:
    listed = re.search(r"for name in \(([^)]*)\)", read(WEB / "templates" / "table.html"))
    assert listed
    names = {f"{name}.js" for name in re.findall(r'"(\w+)"', listed.group(1))}
    assert names == modules("app.js") | modules("table.js")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_button_that_needs_a_script_waits_for_it(template: Path) -> None:
    """Disabled or hidden until `app.js` has bound everything; popovers and dialogs need no script."""
    for button in re.findall(r"<button[^>]*>", read(template)):
        bound = re.search(r'\bid="|data-act=|data-quick=|data-locked=', button)
        if bound and not re.search(r'popovertarget=|value="', button):
            assert re.search(r" disabled| hidden", button), button


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


@statement("A17")
@pytest.mark.parametrize(
    "file", [*SCRIPTS, *sorted((WEB / "static").glob("*.css"))], ids=lambda file: file.name
)
def test_what_moves_moves_once(file: Path) -> None:
    """So nothing can flash: no animation is repeated, by style or by script."""
    assert not re.search(r"\binfinite\b|iteration-count|iterations", file.read_text("utf-8"))


@pytest.mark.parametrize(
    "sheet", sorted((WEB / "static").glob("*.css")), ids=lambda path: path.name
)
def test_no_style_of_the_whole_page_hangs_on_what_lies_within(sheet: Path) -> None:
    """A browser would look at every element again whenever anything changes: 30 ms at a large board."""
    assert _ASKS_THE_WHOLE.findall(read(sheet)) == []


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda path: path.name)
def test_scripts_never_write_markup(file: Path) -> None:
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", read(file)
    )


@pytest.mark.parametrize("language", TRANSLATED)
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


@pytest.mark.parametrize("file", [*SCRIPTS, *TEMPLATES], ids=lambda path: path.name)
def test_no_page_joins_lists_or_sentences_by_itself(file: Path) -> None:
    """Chinese sets no comma of English between names, and no space between sentences."""
    assert not _LIST.search(read(file))
    assert not _ROW.search(read(file))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_all_words_and_elements_its_script_asks_for(page: str) -> None:
    words: set[str] = set()
    ids: set[str] = set()
    for name in modules(page) - {"settings.js"}:
        script = read(WEB / "static" / name)
        words |= set(_WORD.findall(script))
        ids |= set(_ID.findall(script))
    html = "".join(read(WEB / "templates" / name) for name in PAGES[page])
    assert words <= set(_KEY.findall(html))
    assert ids <= set(re.findall(r'id="([\w-]+)"', html))


@pytest.mark.parametrize("page", ["table.html", "replay.html"])
def test_a_sheet_that_is_always_in_sight_lies_in_the_dock_above_the_hand(page: str) -> None:
    sheet = Board(background=(), places=(), symbols=(), view_box=(0, 0, 300, 40))
    words = platform_words("en")
    html = _TEMPLATES.get_template(page).render(
        _=words.gettext, ngettext=words.ngettext, pgettext=words.pgettext, language="en",
        between=" ", comma=", ", both=words.both, in_a_row=words.in_a_row, rotation=words.rotation, languages=NAMES, settings=_Settings(), secure=True, game=None, names=("Ada", "Ben"),
        table={"id": "t", "game": "g", "title": "G", "host": False, "chat": True, "dice": True, "reach": True},
        banner="", entry=1, last=2, over=False, gentle=False, lookback=None,
        sheets=[(name, sheet, Markup()) for name in (HAND, MAIN, ALWAYS)],
    )  # fmt: skip
    stage, dock = html.index('class="stage"'), html.index('class="dock"')
    assert stage < html.index('data-sheet="board"') < dock
    assert dock < html.index('data-sheet="always"') < html.index('data-sheet="hand"')
