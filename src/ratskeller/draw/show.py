"""A view as one picture: the board, below it what is always in sight, and one's own hand. For
notebooks and documents.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ratskeller.core.game import Action, State, View
from ratskeller.draw.board import Board, Part, picture
from ratskeller.draw.palette import Theme
from ratskeller.draw.svg import group, number
from ratskeller.draw.table import ALWAYS, HAND, MAIN, GameBoard


def picture_of(
    board: GameBoard[State, Action],
    view: View[State],
    names: Sequence[str],
    theme: Theme | None = None,
) -> str:
    """Return a complete stand-alone SVG of what the viewer sees; no theme: the reader's system's.

    A hand is drawn only where somebody holds one, so a spectator's picture ends with the board.
    """
    parts = board.parts(view, names)
    sheet = sheet_for(board, view, names, [parts])
    return picture(sheet, parts, theme, title=board.words.title)


def sheet_for(
    board: GameBoard[State, Action],
    view: View[State],
    names: Sequence[str],
    positions: Sequence[Sequence[Part]],
) -> Board:
    """Return the sheet that positions of one match are drawn on: with a hand if one has any."""
    sheets = board.sheets(view, names)
    used = {part.place for parts in positions for part in parts}
    sheet = sheets[MAIN]
    for name in (ALWAYS, HAND):
        if name in sheets and any(place.id in used for place in sheets[name].places):
            sheet = above(sheet, sheets[name])
    return sheet


def above(upper: Board, lower: Board) -> Board:
    """Return one sheet made of two, with nothing to press on the lower one."""
    left, top, width, height = upper.view_box
    lower_left, lower_top, lower_width, lower_height = lower.view_box
    dx = left + (width - lower_width) / 2 - lower_left
    dy = top + height - lower_top
    moved = (replace(one, shape="", x=one.x + dx, y=one.y + dy) for one in lower.places)
    known = {symbol.id for symbol in upper.symbols}
    shift = f"translate({number(dx)} {number(dy)})"
    return Board(
        background=(*upper.background, group(lower.background, transform=shift)),
        places=(*upper.places, *moved),
        symbols=(*upper.symbols, *(one for one in lower.symbols if one.id not in known)),
        view_box=(left, top, width, height + lower_height),
    )
