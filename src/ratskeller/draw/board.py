"""A board is a still background, places, and parts that lie on places.

                    Board  (sent once)                      parts  (sent after every move)
    +---------------------------------------------+      +--------------------------------+
    | background, symbols, places with an anchor  |  +   | what lies where, in what layer |
    +---------------------------------------------+      +--------------------------------+

The same values feed the page, where parts glide from place to place, and ``picture``, which makes
a complete drawing for notebooks, documents and the README.  Ids name positions, never physical
cards: two face-down cards differ in nothing but where they lie.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from ratskeller.draw.glyphs import glyph_symbols
from ratskeller.draw.hatch import hatch_defs
from ratskeller.draw.palette import Theme, drawing_css, theme_css
from ratskeller.draw.pen import Point
from ratskeller.draw.svg import Element, el, group, number, write
from ratskeller.draw.symbol import Caption, Symbol

SCOPE: Final = "ratskeller"
"""The class of a stand-alone drawing; its inks stay inside it."""

WIDE: Final = 1.2
"""How much wider than high a wide sheet is; the style of the page reckons with it."""

_BADGE: Final = 23.0
_LEGIBLE: Final = 1.6
"""From this scale on, fine print is large enough for the narrowest picture."""
_SMALLEST: Final = 0.62
"""Captions may be set this much smaller before they are cut off."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where parts can lie, and what can be lit, focused and named.

    ``shape`` is path data in board units; a place without one is an anchor only.  Parts sit on
    ``(x, y)``, turned by ``angle`` degrees, mirrored where the place says ``flip`` (so that figures
    walk both ways without standing on their heads), and ``scale`` times their size.  If ``pitch``
    is not 0, several parts of one layer are fanned out that far apart; otherwise they lie on top of
    each other.  What lies on a place ``within`` another lies on that one, too.
    """

    id: str
    shape: str
    neighbours: tuple[str, ...] = ()
    region: str = ""
    label: str = ""
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    flip: bool = False
    scale: float = 1.0
    pitch: float = 0.0
    within: str = ""


class Part(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One thing on the board; ``count`` is written on it as a number unless it is 1."""

    id: str
    symbol: str
    place: str
    layer: int = 0
    count: int = 1
    angle: float = 0.0
    text: str = ""
    tone: str = ""
    label: str = ""
    under: str = ""
    """The symbol of what it stands on, which goes with it."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes during a game."""

    background: tuple[Element, ...]
    places: tuple[Place, ...]
    symbols: tuple[Symbol, ...]
    view_box: tuple[float, float, float, float]
    roomy: bool = False
    """Whether it needs more room than a phone is wide; there it scrolls sideways."""

    @property
    def wide(self) -> bool:
        """Whether it is a sheet of six by five; others are about square."""
        _, _, width, height = self.view_box
        return width / height > WIDE - 0.1

    def place(self, name: str) -> Place:
        """Return the place with this id."""
        for place in self.places:
            if place.id == name:
                return place
        raise KeyError(f"the board has no place {name!r}")

    def symbol(self, name: str) -> Symbol:
        """Return the symbol with this id."""
        for symbol in self.symbols:
            if symbol.id == name:
                return symbol
        raise KeyError(f"the board has no symbol {name!r}; add it to the board's symbols")


class Seating(NamedTuple):
    """Where a part ends up after its place and the crowd on it are reckoned in."""

    x: float
    y: float
    angle: float
    flip: bool
    scale: float

    def transform(self) -> str:
        """Return the value of a ``transform`` attribute."""
        moved = f"translate({number(self.x)} {number(self.y)})"
        turned = f" rotate({number(self.angle)})" if self.angle else ""
        if self.flip:
            return f"{moved}{turned} scale({number(-self.scale)} {number(self.scale)})"
        return f"{moved}{turned} scale({number(self.scale)})"

    @property
    def upside_down(self) -> bool:
        """Whether words would stand on their heads here."""
        return math.cos(math.radians(self.angle)) < -1e-6


# --- public functions ---------------------------------------------------------------------------


def picture(
    board: Board,
    parts: Iterable[Part],
    theme: Theme | None = None,
    *,
    title: str = "",
    description: str = "",
) -> str:
    """Return a complete stand-alone SVG; without a theme it follows the reader's system."""
    left, top, width, height = board.view_box
    about = [el(tag, text) for tag, text in (("title", title), ("desc", description)) if text]
    css = f"{theme_css('.' + SCOPE)}\n{drawing_css()}"
    root = el(
        "svg",
        about,
        el("style", css),
        *body(board, parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
        class_=SCOPE,
        role="group",
        data_theme=theme,
    )
    return write(root)


def body(board: Board, parts: Iterable[Part]) -> tuple[Element, ...]:
    """Return what stands inside the ``<svg>`` of a board, for a page that brings its own style."""
    seated = tuple(parts)
    left, top, width, height = board.view_box
    defs = el("defs", hatch_defs(), glyph_symbols(), (one.element() for one in board.symbols))
    sheet = el("rect", class_="fill-ground", x=left, y=top, width=width, height=height)
    places = (place_element(place) for place in board.places if place.shape)
    return (
        defs,
        group(sheet, board.background, class_="background", aria_hidden="true"),
        group(places, class_="places"),
        *layers(board, seated),
    )


def layers(board: Board, parts: Sequence[Part]) -> tuple[Element, ...]:
    """Return one fixed group per layer, lowest first, with its parts in the order of their ids."""
    where = seat(board, parts)
    numbers = sorted({part.layer for part in parts})
    return tuple(
        group(
            (
                part_element(part, board, where[part.id])
                for part in sorted(parts, key=lambda part: part.id)
                if part.layer == layer
            ),
            class_="layer",
            data_layer=layer,
        )
        for layer in numbers
    )


def place_element(place: Place) -> Element:
    """Return the invisible shape of a place: the thing to press, to light and to name."""
    return el(
        "path",
        class_="place",
        d=place.shape,
        data_place=place.id,
        data_near=" ".join(place.neighbours) or None,
        data_region=place.region or None,
        role="img" if place.label else None,
        aria_label=place.label or None,
    )


def part_element(part: Part, board: Board, seating: Seating) -> Element:
    """Return a part; everything about its position is in one ``transform``, so CSS can glide it."""
    symbol = board.symbol(part.symbol)
    return group(
        (_used(board.symbol(name)) for name in (part.under, part.symbol) if name),
        _written(part.text, symbol.caption, seating),
        _badge(part.count, symbol, seating),
        class_=f"part tone-{part.tone}" if part.tone else "part",
        data_part=part.id,
        transform=seating.transform(),
        role="img" if part.label else None,
        aria_label=part.label or None,
    )


def _used(symbol: Symbol) -> Element:
    width, height = symbol.width, symbol.height
    return el("use", href=f"#{symbol.id}", x=-width / 2, y=-height / 2, width=width, height=height)


def seat(board: Board, parts: Iterable[Part]) -> dict[str, Seating]:
    """Return where every part sits; parts that share place and layer are fanned out by id."""
    crowds: dict[tuple[str, int], list[Part]] = {}
    for part in sorted(parts, key=lambda part: part.id):
        crowds.setdefault((part.place, part.layer), []).append(part)
    seated: dict[str, Seating] = {}
    for (place_id, _), crowd in crowds.items():
        place = board.place(place_id)
        spots, shrink = _spots(len(crowd), place.pitch)
        for part, (dx, dy) in zip(crowd, spots, strict=True):
            x, y = place.x + dx, place.y + dy
            angle = place.angle + part.angle
            seated[part.id] = Seating(x, y, angle, place.flip, place.scale * shrink)
    return seated


def fan(count: int, pitch: float) -> tuple[Point, ...]:
    """Return the spots of a crowd in offset rows around (0, 0).

    ::

        1: o     2: o o    3: o o    4: o o    5: o o    6: o o    7:  o o
                               o        o o        o        o o       o o o
                                                  o o       o o        o o
    """
    rows = _ROWS.get(count) or _square(count)
    rise = pitch * 0.88
    spots: list[Point] = []
    for at, length in enumerate(rows):
        y = (at - (len(rows) - 1) / 2) * rise
        spots.extend(((k - (length - 1) / 2) * pitch, y) for k in range(length))
    return tuple(spots)


# --- helpers ------------------------------------------------------------------------------------

_ROWS: Final[dict[int, tuple[int, ...]]] = {
    1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (2, 3, 2)
}  # fmt: skip
_SHRINK: Final = (1.0, 1.0, 0.94, 0.88, 0.84, 0.78, 0.76, 0.72)


def _square(count: int) -> tuple[int, ...]:
    side = math.ceil(math.sqrt(count))
    return tuple(min(side, count - start) for start in range(0, count, side))


def _spots(count: int, pitch: float) -> tuple[tuple[Point, ...], float]:
    if not pitch or count == 1:
        return ((0.0, 0.0),) * count, 1.0
    shrink = _SHRINK[min(count, len(_SHRINK) - 1)]
    return fan(count, pitch * shrink), shrink


def _written(text: str, caption: Caption, seating: Seating) -> tuple[Element, ...]:
    if not text:
        return ()
    words, size = _fitted(text, caption)
    fine = caption.fine and seating.scale < _LEGIBLE
    class_ = "word" + (" word-bold" if caption.bold else "") + (" fine" if fine else "")
    lettering = el("text", words, class_=class_, y=size * 0.34, font_size=size)
    return (group(lettering, transform=_upright(caption.x, caption.y, seating)),)


def _badge(count: int, symbol: Symbol, seating: Seating) -> tuple[Element, ...]:
    """Return the number on a pile, equally large on small piles and on large ones."""
    if count == 1:
        return ()
    plate = el("circle", class_="line fill-paper", r=_BADGE, stroke_width=2.4)
    figure = el("text", str(count), class_="word word-bold", y=10.5, font_size=31)
    corner = _upright(symbol.width / 2 - 8, -symbol.height / 2 + 8, seating)
    return (group(plate, figure, transform=f"{corner} scale({number(1 / seating.scale)})"),)


def _upright(x: float, y: float, seating: Seating) -> str:
    """Return the turn that keeps words readable on mirrored and upside-down places."""
    turn = " scale(-1 1)" if seating.flip else ""
    if seating.upside_down:
        turn += " rotate(180)"
    return f"translate({number(x)} {number(y)}){turn}"


def _fitted(text: str, caption: Caption) -> tuple[str, float]:
    """Return the words and the size at which they fit; what never fits loses its end."""
    if not caption.width:
        return text, caption.size
    room = caption.width / caption.size
    length = _ems(text)
    if length <= room:
        return text, caption.size
    least = max(caption.least / caption.size, _SMALLEST)
    if length <= room / least:
        return text, caption.size * room / length
    while text and _ems(text) + 0.8 > room / least:
        text = text[:-1]
    return text.rstrip() + "…", caption.size * least


def _ems(text: str) -> float:
    """Return about how long a line is, in widths of an em; Chinese characters fill a whole one."""
    return sum(1.0 if unicodedata.east_asian_width(mark) in "WF" else 0.54 for mark in text)
