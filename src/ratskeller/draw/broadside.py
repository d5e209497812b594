"""The end of a match as one printed sheet, to be shown to others: the board, and below it how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ratskeller.draw.board import SCOPE, Board, Part, body
from ratskeller.draw.faces import SIZE, Face, face
from ratskeller.draw.palette import Theme, drawing_css, theme_css
from ratskeller.draw.race import badge, shortened
from ratskeller.draw.svg import Element, el, group, number, path, write

WIDTH: Final = 1200.0
_MARGIN: Final = 36.0
_BAND: Final = 300.0  # below the board
_LETTERS: Final = 46  # in a line of the sentence
_LINES: Final = 3


class Standing(Struct, frozen=True):
    """A player at the end, as the sheet shows them."""

    text: str  # "1. Ada: 33 points"
    ink: str
    glyph: str


def broadside(
    board: Board,
    parts: Sequence[Part],
    *,
    title: str,
    sentence: str,
    players: Sequence[Standing],
    winner: Face | None,
    theme: Theme,
) -> str:
    """Return a stand-alone SVG with a size, so that a browser can make another picture of it."""
    left, top, width, height = board.view_box
    inner = WIDTH - 2 * _MARGIN
    board_height = inner * height / width
    full = board_height + _BAND + 2 * _MARGIN
    css = f"{theme_css('.' + SCOPE)}\n{drawing_css()}"
    box = " ".join(number(value) for value in (left, top, width, height))
    frame = (
        el("rect", class_="fill-ground", width=WIDTH, height=full),
        el("rect", class_="line fill-paper", x=14, y=14, width=WIDTH - 28, height=full - 28,
           stroke_width=4),
        el("rect", class_="line", x=23, y=23, width=WIDTH - 46, height=full - 46,
           stroke_width=1.5),
    )  # fmt: skip
    return write(
        el(
            "svg",
            el("title", f"{title}: {sentence}"),
            el("style", css),
            frame,
            el("svg", *body(board, parts), x=_MARGIN, y=_MARGIN, width=inner, height=board_height,
               viewBox=box),
            group(
                _band(title, sentence, players, winner),
                transform=f"translate({number(_MARGIN)} {number(_MARGIN + board_height)})",
            ),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(WIDTH)} {number(full)}",
            width=WIDTH,
            height=full,
            class_=SCOPE,
            data_theme=theme,
        )
    )  # fmt: skip


def _band(
    title: str, sentence: str, players: Sequence[Standing], winner: Face | None
) -> list[Element]:
    inner = WIDTH - 2 * _MARGIN
    parts = [path(f"M0 14H{inner}", "line", stroke_width=2.5)]
    left = 20.0
    if winner is not None:
        scale = number(200 / SIZE)
        parts.append(group(face(winner), transform=f"translate(16 52) scale({scale})"))
        left = 240.0
    parts.append(_word(title, left, 66, 26, italic=True))
    lines = wrapped(sentence, _LETTERS)[:_LINES]
    parts += [_word(line, left, 108 + 40 * at, 34, bold=True) for at, line in enumerate(lines)]
    y = 122 + 40 * len(lines)
    column = (inner - left) / 3
    for at, player in enumerate(players):
        x = left + column * (at % 3)
        row = y + 38 * (at // 3)
        parts.append(badge(player.glyph, player.ink, x + 12, row - 8, 24))
        parts.append(_word(shortened(player.text, 24), x + 32, row, 24))
    return parts


def wrapped(text: str, letters: int) -> list[str]:
    """Return lines of so many letters; scripts without spaces break anywhere."""
    lines, line, taken = [], "", 0
    for word in _words(text):
        room = sum(2 if letter >= "\u2e80" else 1 for letter in word)
        if line and taken + room > letters:
            lines.append(line.rstrip())
            line, taken = "", 0
        line, taken = line + word, taken + room
    return [*lines, line.rstrip()]


def _words(text: str) -> list[str]:
    """Words with the space after them; wide characters one by one, their punctuation with them."""
    found: list[str] = []
    for letter in text:
        wide = letter >= "\u2e80" and letter not in "，。！？：；、」』）"
        if not found or found[-1].endswith(" ") or wide or found[-1][-1] >= "\u4e00" > letter > "~":
            found.append(letter)
        else:
            found[-1] += letter
    return found


def _word(
    text: str, x: float, y: float, size: float, *, bold: bool = False, italic: bool = False
) -> Element:
    return el(
        "text",
        text,
        class_=f"word{' word-bold' if bold else ''}",
        x=x,
        y=y,
        font_size=size,
        font_style="italic" if italic else None,
        text_anchor="start",
    )
