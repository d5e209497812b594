"""What MkDocs does not do by itself: pages that lie outside this folder, and the reference.

The guides are Markdown already, and MkDocs with mkdocstrings takes them as they are: links work both
here and where the code is hosted. It reads docstrings without importing anything, so the reference
of an adapter needs none of the libraries it adapts to.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parent.parent

ELSEWHERE: Final = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Pages that lie beside this folder, with their names on the site."""

REFERENCE: Final = {
    "front": ("ratskeller.front", "ratskeller.notebook"),
    "matches": ("ratskeller.core.match", "ratskeller.core.archive", "ratskeller.core.chance"),
    "games": ("ratskeller.games", "ratskeller.core.game", "ratskeller.core.conformance"),
    "bots": (
        "ratskeller.bots",
        "ratskeller.bots.own",
        "ratskeller.bots.recipes",
        "ratskeller.bots.levels",
        "ratskeller.bots.hints",
        "ratskeller.bots.greedy",
        "ratskeller.bots.search",
        "ratskeller.bots.steps",
    ),
    "arena": (
        "ratskeller.arena.simulate",
        "ratskeller.arena.contest",
        "ratskeller.arena.standings",
        "ratskeller.arena.lab",
    ),
    "adapters": (
        "ratskeller.adapters.pettingzoo",
        "ratskeller.adapters.gymnasium",
        "ratskeller.adapters.open_spiel",
        "ratskeller.adapters.pgx",
    ),
}
"""The pages of the reference, each with its modules."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.markdown_extensions.append(_Doctests())  # type: ignore[arg-type]  # an object will do
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, page in ELSEWHERE.items():
        text = (ROOT / name).read_text("utf-8")
        files.append(File.generated(config, page, content=_moved(text)))
    for page, modules in REFERENCE.items():
        text = "\n\n".join(f"::: {module}" for module in modules)
        files.append(File.generated(config, f"reference/{page}.md", content=text))
    return files


def on_page_markdown(markdown: str, **_about: object) -> str:
    """Links into the code lead nowhere on the site: only their text stays."""
    return re.sub(r"\[([^\]]+)\]\((?:\.\./)+(?:src|tests|bench)/[^)]*\)", r"\1", markdown)


def _moved(text: str) -> str:
    """The links of a page beside this folder, as they are from within."""
    for name, page in ELSEWHERE.items():
        text = text.replace(f"]({name}", f"]({page}")
    return text.replace("](docs/", "](")


class _Doctests(Extension):
    """Examples in docstrings are code, though to Markdown `>>>` is a quotation in a quotation."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  its name for it
        md.preprocessors.register(_Fence(md), "doctests", 27.5)  # before code is fenced (25)


class _Fence(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        found: list[str] = []
        inside = False
        for line in lines:
            if not inside and re.match(r">>> ", line):
                found += ["", "```pycon"]
                inside = True
            elif inside and not line.strip():
                found += ["```"]
                inside = False
            found.append(line)
        return [*found, "```"] if inside else found
