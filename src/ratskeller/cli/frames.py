"""The frames of `--help`: headings, the line of usage, defaults. Typer writes them in English only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO

from ratskeller.words.languages import ENGLISH
from ratskeller.words.platform_words import PlatformWords


@contextmanager
def translated_help(say: PlatformWords) -> Iterator[None]:
    """What is written meanwhile is a help text, and its frames are said in the person's language."""
    if say.language == ENGLISH:
        yield
        return
    written = StringIO()
    try:
        with redirect_stdout(written):
            yield
    finally:
        print(in_language(written.getvalue(), say), end="")


def in_language(text: str, say: PlatformWords) -> str:
    """A help text with its frames translated; what the commands themselves say is already."""
    _ = say.gettext
    frames = {
        r"^Usage: ": _("Usage: {command}", command="\0").partition("\0")[0],
        r"^Arguments:$": _("Arguments:"),
        r"^Options:$": _("Options:"),
        r"^Commands:$": _("Commands:"),
        r"\[default:": _("[default: {value}]", value="\0").partition("\0")[0].rstrip(" "),
        r"\[required\]": _("[required]"),
        r"Show this message and exit\.": _("Show this help."),
    }
    for english, own in frames.items():
        text = re.sub(english, own, text, flags=re.MULTILINE)
    return text
