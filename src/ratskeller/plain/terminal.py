"""A game in letters before anybody has drawn it: who is to act, then the table field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from ratskeller.core.game import Action, State, View
from ratskeller.draw.terminal import DIM, GLYPHS, INKS, MINE, NOW, clip, folded
from ratskeller.plain.fields import Fact, fields_of, spelled
from ratskeller.words.speech import GameWords

WIDTH: Final = 80
_LABEL: Final = 24


def draw(
    view: View[State],
    words: GameWords[State, Action],
    names: Sequence[str],
    moves: Sequence[Action] = (),  # noqa: ARG001  the list of moves stands below the board
) -> Text:
    """The whole table. What is by seat stands behind the glyph of its seat."""
    lines = [*_seats(view, words, names)]
    for field in fields_of(view):
        lines += _field(field)
    return Text("\n").join(lines)


def _seats(
    view: View[State], words: GameWords[State, Action], names: Sequence[str]
) -> Iterator[Text]:
    """`▶` before whoever is to act."""
    mover = words.game.to_act(view.seen)
    for seat, name in enumerate(names[: view.seen.seats]):
        line = Text().append("▶" if seat == mover else " ", NOW)
        line.append(f"{GLYPHS[seat % len(GLYPHS)]} ", INKS[seat % len(INKS)])
        yield line.append(clip(name, WIDTH - 4), MINE if seat == view.viewer else "")


def _field(field: Fact) -> Iterator[Text]:
    label = clip(spelled(field.name), _LABEL - 2)
    head = Text(f" {label}".ljust(_LABEL), DIM)
    items = [Text(field.value, MINE if field.owner is not None else "")]
    if field.seats:
        items = [
            Text().append(f"{GLYPHS[seat % len(GLYPHS)]} ", INKS[seat % len(INKS)]).append(value)
            for seat, value in enumerate(field.seats)
        ]
    return folded(head, items, width=WIDTH, indent=_LABEL)
