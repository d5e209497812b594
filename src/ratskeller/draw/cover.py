"""The picture of a game for the front page: a scene inside the double rule of a printed block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ratskeller.draw.board import Board, picture
from ratskeller.draw.svg import Element, el, group
from ratskeller.draw.symbol import Symbol

WIDTH: Final = 640.0
HEIGHT: Final = 400.0


def cover(
    title: str,
    scene: Iterable[Element],
    symbols: Iterable[Symbol],
    *,
    defs: Iterable[Element] = (),
    clip: str = "cover",
) -> str:
    """Return a stand-alone picture; without a theme it follows the reader's system.

    What sticks out of the block is cut off. ``clip`` is the id of the block's shape: covers stand
    beside each other on a page.
    """
    sheet = Board(
        background=(
            *defs,
            el("clipPath", _rule(14.0, 9), id=clip),
            group(scene, clip_path=f"url(#{clip})"),
            _rule(8.0, 14, class_="line", stroke_width=3.2),
            _rule(14.0, 9, class_="line", stroke_width=1.4),
        ),
        places=(),
        symbols=tuple(symbols),
        view_box=(0.0, 0.0, WIDTH, HEIGHT),
    )
    return picture(sheet, (), title=title)


def _rule(inset: float, radius: float, **ink: str | float) -> Element:
    """Return a rounded rule this far inside the edge."""
    box = {"x": inset, "y": inset, "width": WIDTH - 2 * inset, "height": HEIGHT - 2 * inset}
    return el("rect", **ink, rx=radius, **box)
