"""A board before and after a move, side by side in one drawing. A page shows them one by one:

    picture.svg#before      picture.svg#after

Each is a `<view>` of the same file, so what both of them show is sent once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from ratskeller.draw.board import SCOPE, Board, Part, layers
from ratskeller.draw.glyphs import glyph_symbols
from ratskeller.draw.hatch import hatch_defs
from ratskeller.draw.palette import Theme, drawing_css, theme_css
from ratskeller.draw.svg import Element, el, group, number, path, write

VIEWS: Final = ("before", "after")
_APART: Final = 40.0
_SLIM: Final = 1.0
_BROAD: Final = 1.6
"""The slimmest and the broadest panel: its width by its height."""
_STRIP: Final = 0.2
"""How high the strip above a panel is at most, by the panel's width."""
_REACH: Final = 200.0
"""No piece reaches further from its place."""
_WAY: Final = 0.008
"""How broad a way is, by the panel's width."""


class Cutout(NamedTuple):
    """A piece of a sheet."""

    left: float
    top: float
    width: float
    height: float

    def __str__(self) -> str:
        return " ".join(number(side) for side in self)


class Panel(NamedTuple):
    """One moment: what lies on the board, which ways are walked next, and a low sheet above it."""

    parts: Sequence[Part]
    ways: Sequence[Sequence[str]] = ()
    strip: Board | None = None


def crop(board: Board, places: Iterable[str], margin: float) -> Cutout:
    """The piece of a board around these places, neither slim nor broad; without any, all of it."""
    spots = [board.place(name) for name in places]
    left, top, width, height = whole = Cutout(*board.view_box)
    if not spots:
        return whole
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    across, down = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    across, down = max(across, down * _SLIM), max(down, across / _BROAD)
    across, down = min(across, width), min(down, height)
    x = min(max((max(xs) + min(xs) - across) / 2, left), left + width - across)
    y = min(max((max(ys) + min(ys) - down) / 2, top), top + height - down)
    return Cutout(x, y, across, down)


def frames(box: Cutout, panels: Sequence[Panel]) -> list[Cutout]:
    """Where the panels lie in the drawing: one beside the other, all boards on one line."""
    rises = [box.width * _flatness(panel.strip) for panel in panels]
    return [
        Cutout(number * (box.width + _APART), -rise, box.width, box.height + rise)
        for number, rise in enumerate(rises)
    ]


def _flatness(strip: Board | None) -> float:
    if not strip:
        return 0.0
    _, _, width, height = strip.view_box
    return min(height / width, _STRIP)


def draw_panels(board: Board, panels: Sequence[Panel], box: Cutout, theme: Theme | None) -> str:
    """One SVG of all panels, each of them one of its views."""
    where = frames(box, panels)
    ground = group(_paper(board), board.background, id="ground")
    drawn = [
        element
        for panel, frame in zip(panels, where, strict=True)
        for element in _drawn(board, panel, box, frame)
    ]
    sheets = [board, *(panel.strip for panel in panels if panel.strip)]
    views = zip(VIEWS, where, strict=False)
    root = el(
        "svg",
        el("style", f"{theme_css('.' + SCOPE)}\n{drawing_css()}"),
        (el("view", id=name, viewBox=str(frame)) for name, frame in views),
        el("defs", hatch_defs(), glyph_symbols(), _used(sheets, [ground, *drawn]), ground),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=str(where[0]),
        class_=SCOPE,
        data_theme=theme,
    )
    return write(root)


def _used(sheets: Sequence[Board], drawn: Sequence[Element]) -> Iterator[Element]:
    """The symbols that are drawn, and those that they are made of; a board has many more."""
    known = {symbol.id: symbol.element() for sheet in sheets for symbol in sheet.symbols}
    named, used = list(_mentioned(drawn)), set[str]()
    while named:
        name = named.pop()
        if name in known and name not in used:
            used.add(name)
            named += _mentioned([known[name]])
    return (symbol for name, symbol in known.items() if name in used)


def _mentioned(elements: Iterable[Element]) -> Iterator[str]:
    """What is used within these elements, by id."""
    for element in elements:
        yield from (value[1:] for name, value in element.attributes if name == "href")
        yield from _mentioned(one for one in element.children if isinstance(one, Element))


def _paper(sheet: Board) -> Element:
    left, top, width, height = sheet.view_box
    return el("rect", class_="fill-ground", x=left, y=top, width=width, height=height)


def _drawn(board: Board, panel: Panel, box: Cutout, frame: Cutout) -> Iterator[Element]:
    ways = (_way(board, way, box.width * _WAY) for way in panel.ways)
    yield _sheet(
        board,
        el("use", href="#ground"),
        panel.parts,
        box,
        frame._replace(top=0, height=box.height),
        ways,
    )
    if panel.strip:
        above = frame._replace(height=-frame.top)
        yield el("rect", class_="fill-ground", **_sides(above))
        yield _sheet(
            panel.strip,
            group(panel.strip.background),
            panel.parts,
            Cutout(*panel.strip.view_box),
            above,
        )


def _sheet(
    sheet: Board,
    ground: Element,
    parts: Iterable[Part],
    box: Cutout,
    frame: Cutout,
    ways: Iterable[Element] = (),
) -> Element:
    """A piece of a sheet with what lies on it, cut off at its frame."""
    lying = layers(sheet, list(_seen(sheet, parts, box)))
    return el("svg", ground, lying, ways, viewBox=str(box), **_sides(frame))


def _seen(sheet: Board, parts: Iterable[Part], box: Cutout) -> Iterator[Part]:
    """What lies within a piece of a sheet, or reaches into it. A picture is described by its words."""
    places = {place.id: place for place in sheet.places}
    for part in parts:
        place = places.get(part.place)
        if (
            place
            and box.left - _REACH < place.x < box.left + box.width + _REACH
            and box.top - _REACH < place.y < box.top + box.height + _REACH
        ):
            yield replace(part, label="")


def _sides(frame: Cutout) -> dict[str, float]:
    return {"x": frame.left, "y": frame.top, "width": frame.width, "height": frame.height}


def _way(board: Board, places: Sequence[str], broad: float) -> Element:
    """A dashed line from place to place, which ends in a ring."""
    spots = [board.place(name) for name in places]
    line = "M" + "L".join(f"{spot.x} {spot.y}" for spot in spots)
    end = spots[-1]
    return group(
        path(line, "line line-ground", stroke_width=2 * broad),
        path(line, "line line-rust", stroke_width=broad, stroke_dasharray=f"{broad} {2 * broad}"),
        el("circle", class_="line line-rust", cx=end.x, cy=end.y, r=3 * broad, stroke_width=broad),
    )
