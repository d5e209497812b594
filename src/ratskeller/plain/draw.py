"""A board for a game that nobody has drawn yet: one row for each thing on the table.

seat 1      seat 2         Everything by seat has a column a seat; the rest fills its row.
+---------+---------+      What one seat alone may know lies on the sheet of its hand. Actions
| goods 3 | goods 1 |      are buttons, one for each part of a path: only the author of a game
+---------+---------+      knows where on a table they would lie.
| round 4           |
+-------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Final

from ratskeller.core.game import Action, Mark, Seat, State, View
from ratskeller.draw.board import Board, Part, Place
from ratskeller.draw.cover import HEIGHT, WIDTH, cover
from ratskeller.draw.glyphs import glyph
from ratskeller.draw.palette import TONES
from ratskeller.draw.pieces import pieces
from ratskeller.draw.svg import Element, el, group, path, use
from ratskeller.draw.symbol import Caption, Symbol
from ratskeller.draw.table import HAND, MAIN, Draw, GameBoard, Sign
from ratskeller.plain.fields import Fact, fields_of, shown, spelled
from ratskeller.words.phrases import sentence
from ratskeller.words.platform_words import platform_words

_MARGIN: Final = 16.0
_LABEL: Final = 200.0  # board units for the name of a row
_ROOM: Final = 520.0  # and for what stands in it
_ROW: Final = 52.0
_PLATE: Final = "plain-plate"
_SEAT_PLATE: Final = "plain-seat"
_HEAD: Final = "plain-head"


class PlainBoard(GameBoard[State, Action]):
    """Rows of plates, by the fields of the state."""

    def sheets(self, view: View[State], names: Sequence[str]) -> Mapping[str, Board]:
        known = shown(type(view.seen))
        open_fields = [name for name, mark in known if mark is Mark.OPEN]
        own_fields = [name for name, mark in known if mark is Mark.OWNER]
        found = {MAIN: _sheet(open_fields, len(names))}
        if view.viewer is not None and own_fields:
            found[HAND] = _sheet(own_fields, len(names), heads=False)
        return found

    def draws(self) -> Sequence[Draw[State]]:
        return (self._rows,)

    def _rows(self, view: View[State], names: Sequence[str]) -> list[Part]:
        heads = (
            Part(id=f"seat:{seat}", symbol=_HEAD, place=f"seat:{seat}", text=name, label=name)
            for seat, name in enumerate(names)
        )
        plates = (part for field in fields_of(view) for part in self._plates(field, names))
        return [*heads, *plates]

    def seat_facts(self, view: View[State], seat: Seat) -> list[Sign]:
        by_seat = (field for field in fields_of(view) if field.seats)
        return [Sign(self._said(spelled(field.name), field.seats[seat])) for field in by_seat]

    def button(self, view: View[State], part: str) -> str:  # noqa: ARG002
        return sentence(spelled(part))

    def cover(self) -> str:
        title: str = self.words.title
        lettering = el(
            "text", title, class_="word word-bold", x=WIDTH / 2, y=HEIGHT - 70, font_size=44
        )
        rat = use("rat-sit-red", WIDTH / 2, HEIGHT / 2 - 40, 216, 180)
        return cover(title, (rat, lettering), pieces(["rat-sit-red"]), clip="plain-cover")

    def _plates(self, field: Fact, names: Sequence[str]) -> Iterator[Part]:
        label, place = sentence(spelled(field.name)), f"field:{field.name}"
        if not field.seats:
            yield Part(
                id=place,
                symbol=_PLATE,
                place=place,
                text=field.value,
                label=self._said(label, field.value),
            )
        for seat, value in enumerate(field.seats):
            yield Part(
                id=f"{place}:{seat}",
                symbol=_SEAT_PLATE,
                place=f"{place}:{seat}",
                text=value,
                tone=TONES[seat % len(TONES)].name,
                label=self._said(f"{label} ({names[seat]})", value),
            )

    def _said(self, label: str, value: str) -> str:
        say = platform_words(self.words.language)
        return say._("{label}: {value}", label=label, value=value)


def _column(seat: Seat, seats: int) -> float:
    """The middle of a seat's column."""
    return _MARGIN + _LABEL + (seat + 0.5) * _ROOM / seats


def _sheet(fields: Sequence[str], seats: int, *, heads: bool = True) -> Board:
    """A sheet with a row for each field; the ids of its places are those of the fields."""
    rows = [(name, _ROW * (number + heads + 0.5)) for number, name in enumerate(fields)]
    labels = (
        el("text", spelled(name), class_="word", x=_MARGIN + _LABEL / 2, y=y + 6, font_size=18)
        for name, y in rows
    )
    return Board(
        background=(*(_glyphs(seats) if heads else ()), *labels),
        places=(*(_heads(seats) if heads else ()), *_places(rows, seats)),
        symbols=(
            Symbol(id=_HEAD, width=_ROOM / seats, height=24.0, drawing=(), caption=_caption(seats)),
            _plate(_PLATE, _ROOM - 10),
            _plate(_SEAT_PLATE, _ROOM / seats - 10),
        ),
        view_box=(0.0, 0.0, 2 * _MARGIN + _LABEL + _ROOM, _ROW * (len(rows) + heads) + _MARGIN),
    )


def _glyphs(seats: int) -> Iterator[Element]:
    """The columns of the seats, told apart by more than ink."""
    for seat, tone in zip(range(seats), cycle(TONES), strict=False):
        yield group(glyph(tone.glyph, _column(seat, seats), 14, 20), class_=f"tone-{tone.name}")


def _heads(seats: int) -> Iterator[Place]:
    for seat in range(seats):
        yield Place(id=f"seat:{seat}", shape="", x=_column(seat, seats), y=38.0)


def _places(rows: Sequence[tuple[str, float]], seats: int) -> Iterator[Place]:
    """A row holds one thing, or one a seat; which of them is not known before there is a state."""
    for name, y in rows:
        yield Place(id=f"field:{name}", shape="", x=_MARGIN + _LABEL + _ROOM / 2, y=y)
        for seat in range(seats):
            yield Place(id=f"field:{name}:{seat}", shape="", x=_column(seat, seats), y=y)


def _caption(seats: int) -> Caption:
    return Caption(size=17, width=_ROOM / seats - 16)


def _plate(name: str, width: float) -> Symbol:
    """Something to write on."""
    edge = f"M2 2H{width - 2:g}V40H2Z"
    return Symbol(
        id=name,
        width=width,
        height=42.0,
        drawing=(path(edge, "line fill-paper", stroke_width=2.4),),
        caption=Caption(size=20, width=width - 16),
    )


BOARD = PlainBoard
