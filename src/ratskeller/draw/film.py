"""A match as one page with a slider: the sheet once, and for every position the parts that lie on it.

Most parts stay where they are from one move to the next, so each way a part ever looks is written
once and a position is a list of numbers. Without its script the page shows the last position.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec
from msgspec import Struct

from ratskeller.core.game import AnyView
from ratskeller.draw.board import SCOPE, Board, Part, body, part_element, seat
from ratskeller.draw.palette import drawing_css, theme_css
from ratskeller.draw.show import sheet_for
from ratskeller.draw.svg import Element, el, group, number, write
from ratskeller.draw.table import AnyBoard

_STRIP: Final = 0.14  # of the picture's height, for the slider and the sentence below it


class FilmFrame(Struct, frozen=True):
    """A position of a match as one viewer sees it, and a sentence of what has just happened."""

    view: AnyView
    sentence: str


class Reel(Struct, frozen=True):
    """What the script of the page is given."""

    parts: list[str]  # every way a part ever looks
    frames: list[list[int]]  # by position: numbers of parts, the lowest lying first
    lines: list[str]  # by position: what has just happened


_STYLE: Final = """
html{color-scheme:light dark}
body{margin:0;height:100vh;display:flex;flex-direction:column;background:var(--ground);
color:var(--ink);font:1rem Georgia,serif}
svg{flex:1;min-height:0;width:100%}
form{display:flex;gap:.8em;align-items:center;padding:.2em 1em}
input{flex:1;accent-color:var(--rust);min-height:1.8em}
p{margin:0;padding:.2em 1em .6em;min-height:2.5em;line-height:1.25}
"""

_SCRIPT: Final = """
const reel = JSON.parse(document.getElementById("reel").textContent);
const [range, count, line] = ["range", "count", "line"].map(id => document.getElementById(id));
function turn() {
  const at = Number(range.value);
  document.querySelector("g.lying").innerHTML = reel.frames[at].map(n => reel.parts[n]).join("");
  count.value = `${at + 1} / ${reel.frames.length}`;
  line.textContent = reel.lines[at];
  range.setAttribute("aria-valuetext", `${count.value}: ${reel.lines[at]}`);
}
range.addEventListener("input", turn);
turn();
"""


def film(board: AnyBoard, frames: Sequence[FilmFrame], names: Sequence[str], label: str) -> str:
    """Return a frame for a notebook with a whole page in it; `label` names the slider.

    In a frame of its own the page's style and script touch nothing of the notebook.
    """
    positions = [board.parts(frame.view, names) for frame in frames]
    sheet = sheet_for(board, frames[0].view, names, positions)
    reel = _wound(sheet, positions, [frame.sentence for frame in frames])
    _, _, width, height = sheet.view_box
    size = f"aspect-ratio:{number(width)}/{number(height * (1 + _STRIP))}"
    still = _still(sheet, positions[-1])
    inside = _page(still, reel, board.words.title, label)
    inside = inside.replace("&", "&amp;").replace("'", "&#39;")
    return (
        f"<iframe sandbox='allow-scripts' title='{escape(board.words.title)}' "
        f"style='width:100%;max-width:60em;max-height:92vh;{size};border:0' srcdoc='{inside}'></iframe>"
    )


def _wound(sheet: Board, positions: Sequence[Sequence[Part]], lines: list[str]) -> Reel:
    """Write every look of a part once."""
    numbers: dict[str, int] = {}
    frames = [
        [numbers.setdefault(write(look), len(numbers)) for look in _lying(sheet, parts)]
        for parts in positions
    ]
    return Reel(list(numbers), frames, lines)


def _lying(sheet: Board, parts: Sequence[Part]) -> list[Element]:
    """All parts of a position, the lowest first."""
    where = seat(sheet, parts)
    return [
        part_element(part, sheet, where[part.id])
        for part in sorted(parts, key=lambda part: (part.layer, part.id))
    ]


def _page(still: str, reel: Reel, title: str, label: str) -> str:
    last = len(reel.frames) - 1
    # A "<" in the data could end the script element; JSON can write it otherwise.
    data = msgspec.json.encode(reel).decode().replace("<", "\\u003c")
    css = f"{theme_css('.' + SCOPE)}\n{drawing_css()}{_STYLE}"
    return (
        f'<!doctype html><html class="{SCOPE}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{css}</style></head><body>"
        f"{still}"
        f'<form><input type="range" id="range" min="0" max="{last}" value="{last}" '
        f'aria-label="{escape(label)}"><output id="count" for="range"></output></form>'
        f'<p id="line">{escape(reel.lines[last])}</p>'
        f'<script type="application/json" id="reel">{data}</script>'
        f"<script>{_SCRIPT}</script></body></html>"
    )


def _still(sheet: Board, parts: Sequence[Part]) -> str:
    """The sheet with one position on it."""
    lying = group(_lying(sheet, parts), class_="lying")
    box = " ".join(number(value) for value in sheet.view_box)
    return write(el("svg", *body(sheet, ()), lying, viewBox=box))
