"""Are all sentences translated? `python -m ratskeller.words.check` compares code and catalogues,
and reads catalogues and rulebooks against the glossary of their language (`glossary.py`).

Each `locale` folder belongs to the package around it. A game's holds the sentences of that game;
the one in `words` holds those of everything outside `games`. With `--update` the catalogues get an
empty entry for each new sentence and lose those that no code says any more.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from msgspec import Struct

from ratskeller.words.glossary import glossary
from ratskeller.words.languages import BY_CODE, ENGLISH, TRANSLATED
from ratskeller.words.rulebook import Rule, parse_rulebook

KEYWORDS: Final[dict[str, tuple[int | tuple[int, str], ...] | None]] = {
    "_": None,
    "gettext": None,
    "pgettext": ((1, "c"), 2),
    "ngettext": (1, 2),
    "npgettext": ((1, "c"), 2, 3),
}

PACKAGE: Final = Path(__file__).parent.parent
SAME: Final = "same.txt"
"""Beside the catalogues: message ids that are right in other languages as they stand."""

Key: TypeAlias = tuple[str | None, str]
"""Context and (singular) message id."""


class Sentence(Struct, frozen=True):
    """A message as the code has it."""

    context: str | None
    forms: tuple[str, ...]  # one, or singular and plural
    source: str  # file and line where it is said first

    @property
    def key(self) -> Key:
        return self.context, self.forms[0]


class Domain(Struct, frozen=True):
    """A `locale` folder and the source files whose sentences it holds."""

    locale: Path
    sources: tuple[Path, ...]
    templates: tuple[Path, ...] = ()  # pages, read by Jinja's extractor

    def po(self, language: str) -> Path:
        return self.locale / f"{language}.po"

    def same(self) -> frozenset[str]:
        listed = self.locale / SAME
        return frozenset(listed.read_text("utf-8").splitlines() if listed.is_file() else ())


def domains(package: Path = PACKAGE) -> list[Domain]:
    """The platform's own sentences, and those of each game."""
    games = package / "games"
    files = sorted(package.rglob("*.py"))
    found = [
        Domain(
            package / "words" / "locale",
            tuple(file for file in files if games not in file.parents or file.parent == games),
            tuple(sorted(package.glob("web/templates/*.html"))),
        )
    ]
    for folder in sorted(file.parent for file in games.glob("*/locale")):
        sources = tuple(file for file in files if folder in file.parents)
        found.append(Domain(folder / "locale", sources))
    return found


# --- what the code says ------------------------------------------------------------------------


def sentences(domain: Domain) -> dict[Key, Sentence]:
    """Every message of the domain's sources, in the order of their files and lines."""
    found: dict[Key, Sentence] = {}
    for path in domain.sources:
        said = [*_read_by_babel(path), *_hidden_in_f_strings(path)]
        for _, sentence in sorted(said, key=lambda numbered: numbered[0]):
            found.setdefault(sentence.key, sentence)
    for path in domain.templates:
        for _, sentence in _read_by_babel(path, "jinja2"):
            found.setdefault(sentence.key, sentence)
    return found


def _read_by_babel(path: Path, method: str = "python") -> Iterator[tuple[int, Sentence]]:
    for line, message, _, context in extract_from_file(method, path, keywords=KEYWORDS):
        forms = (message,) if isinstance(message, str) else tuple(message)
        yield line, Sentence(context, forms, f"{path.name}:{line}")


def _hidden_in_f_strings(path: Path) -> Iterator[tuple[int, Sentence]]:
    """Calls inside an f-string, which is a single token to Babel before Python 3.12."""
    for outer in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(outer, ast.JoinedStr):
            continue
        for call in ast.walk(outer):
            if isinstance(call, ast.Call) and _called(call) in KEYWORDS:
                sentence = _sentence_of(call, path)
                if sentence:
                    yield call.lineno, sentence


def _sentence_of(call: ast.Call, path: Path) -> Sentence | None:
    """The message of a call, None where it is handed on in a variable."""
    constants = [a.value for a in call.args if isinstance(a, ast.Constant)]
    texts = [text for text in constants if isinstance(text, str)]
    context = texts.pop(0) if texts and _called(call).endswith("pgettext") else None
    source = f"{path.name}:{call.lineno}"
    return Sentence(context, tuple(texts), source) if texts else None


def unreadable(domain: Domain) -> Iterator[str]:
    """Calls with an f-string for a message: extraction passes over them without a word."""
    for path in domain.sources:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in KEYWORDS:
                if any(isinstance(argument, ast.JoinedStr) for argument in node.args):
                    yield f"{path.name}:{node.lineno}: a message id must not be an f-string"


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


# --- comparing ---------------------------------------------------------------------------------


def problems(domain: Domain) -> list[str]:
    """Everything that is wrong with a domain, one line each; empty if it is complete."""
    said = sentences(domain)
    found = list(unreadable(domain))
    for sentence in said.values():
        if any(not name or not name.isidentifier() for name in _all_placeholders(sentence.forms)):
            found.append(f"{sentence.source}: placeholders need names: “{sentence.forms[0]}”")
    for language in TRANSLATED:
        found += _compare(domain, language, said)
        found += _wording(domain, language)
    return found


def _compare(domain: Domain, language: str, said: dict[Key, Sentence]) -> Iterator[str]:
    path = domain.po(language)
    where = f"{domain.locale.parent.name}/locale/{path.name}"
    if not path.is_file():
        yield f"{where}: there is no such file"
        return
    catalogue = read_catalogue(path)
    entries = {_key(message): message for message in catalogue if message.id}
    for message in catalogue.obsolete.values():
        yield f"{where}: obsolete: {_quote(_key(message))}"
    for key in entries.keys() - said.keys():
        yield f"{where}: no code says {_quote(key)}"
    for key, sentence in said.items():
        if key not in entries:
            yield f"{where}: missing: {_quote(key)} ({sentence.source})"
        else:
            for problem in _entry_problems(sentence, entries[key], domain.same()):
                yield f"{where}: {problem}: {_quote(key)}"


def _wording(domain: Domain, language: str) -> Iterator[str]:
    """Where the rules of wording are broken: entries of the catalogue, rules of the book."""
    terms, folder = glossary(language), domain.locale.parent
    for english, text in entries_of(domain, language):
        for objection in terms.objections(folder.name, english, text):
            yield f"{folder.name}/locale/{language}.po: {objection}: “{text}”"
    for english, rule in rules_of(domain, language):
        for objection in terms.objections(folder.name, english, _whole(rule), of_a_book=True):
            yield f"{folder.name}/rulebook/{language}.md: {objection}: {rule.id}"


def entries_of(domain: Domain, language: str) -> Iterator[tuple[str, str]]:
    """Every form of every entry, after what it says in English."""
    path = domain.po(language)
    for message in read_catalogue(path) if path.is_file() else ():
        if message.id:
            ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            yield from ((ids[-1], str(text)) for text in strings)


def rules_of(domain: Domain, language: str) -> Iterator[tuple[str, Rule]]:
    """Every rule of the domain's book, after what it says in English."""
    book, original = (
        domain.locale.parent / "rulebook" / f"{one}.md" for one in (language, ENGLISH)
    )
    if book.is_file():
        english = {rule.id: _whole(rule) for rule in _rules(original)}
        yield from ((english.get(rule.id, ""), rule) for rule in _rules(book))


def _rules(book: Path) -> tuple[Rule, ...]:
    return parse_rulebook(book.read_text("utf-8")).rules


def _whole(rule: Rule) -> str:
    return f"{rule.title}\n{rule.text}"


def _entry_problems(sentence: Sentence, entry: Message, same: frozenset[str]) -> Iterator[str]:
    strings = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    if entry.fuzzy:
        yield "fuzzy"
    if isinstance(entry.id, str) != (len(sentence.forms) == 1):
        yield "plural in the code or in the catalogue, but not in both"
    if not strings or not all(strings):
        yield "empty"
        return
    if any(text in sentence.forms for text in strings) and sentence.forms[0] not in same:
        yield f"not translated (if it is right, list it in {SAME})"
    whole = placeholders(sentence.forms[-1])
    if placeholders(strings[-1]) != whole:
        yield "placeholders differ"
    # "One card" may leave out the number that "{count} cards" has.
    elif placeholders(strings[0]) not in (whole, placeholders(sentence.forms[0])):
        yield "placeholders of the singular differ"


def placeholders(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def _all_placeholders(forms: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(placeholders(form) for form in forms))


def _key(message: Message) -> Key:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return (message.context or None), text


def _quote(key: Key) -> str:
    context, text = key
    return f"“{text}”" if context is None else f"“{text}” ({context})"


# --- catalogues on disk ------------------------------------------------------------------------


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def write_catalogue(path: Path, language: str, entries: Catalog) -> None:
    """Write a catalogue without dates and line numbers, so that it changes only where words do."""
    body = io.BytesIO()
    write_po(body, entries, width=96, no_location=True, omit_header=True, ignore_obsolete=True)
    header = (
        f"# {BY_CODE[language].name}",
        'msgid ""',
        'msgstr ""',
        f'"Language: {language}\\n"',
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Plural-Forms: {BY_CODE[language].plural}\\n"',
    )
    text = "\n".join(header) + "\n\n" + body.getvalue().decode().strip("\n") + "\n"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")


def update(domain: Domain, language: str) -> None:
    """Bring a catalogue up to date: what is there keeps its place, new sentences are empty."""
    path = domain.po(language)
    old = {_key(m): m for m in read_catalogue(path) if m.id} if path.is_file() else {}
    new = Catalog(locale=BY_CODE[language].locale)
    said = sentences(domain)
    for key in _in_place(list(said), list(old)):
        entry, sentence = old.get(key), said[key]
        forms = sentence.forms
        kept = entry.string if entry and isinstance(entry.id, str) == (len(forms) == 1) else None
        comments = entry.user_comments if entry else ()
        flags = entry.flags if entry else ()
        message = forms[0] if len(forms) == 1 else forms
        new.add(message, kept, context=sentence.context, user_comments=comments, flags=flags)
    write_catalogue(path, language, new)


def _in_place(said: Sequence[Key], old: Sequence[Key]) -> list[Key]:
    """What is said, in the order that it had; a new one stands after the one that the code says before it."""
    known, wanted = set(old), set(said)
    order = [key for key in old if key in wanted]
    for place, key in enumerate(said):
        if key not in known:
            order.insert(order.index(said[place - 1]) + 1 if place else 0, key)
    return order


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ratskeller.words.check", description=__doc__)
    parser.add_argument("--update", action="store_true", help="bring the catalogues up to date")
    if parser.parse_args(arguments).update:
        for domain in domains():
            for language in TRANSLATED:
                update(domain, language)
    found = [problem for domain in domains() for problem in problems(domain)]
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
