"""What a view holds, field by field: the table of a game that nobody has drawn yet.

Only what the marks of the state give this viewer is read: open fields, and of an owner's field the
viewer's own entry. What lies face down or belongs to nobody is left out, known or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from ratskeller.core.game import AnyView, Mark, Seat, field_marks

_NOTHING: Final = "–"
_HUMP: Final = re.compile(r"(?<=[a-z0-9])[A-Z]")


class Fact(NamedTuple):
    """A thing on the table: `goods`, what it is now, and what each seat has where it is by seat."""

    name: str
    value: str
    seats: tuple[str, ...] = ()
    owner: Seat | None = None  # whose it is, where only that seat may know it


def fields_of(view: AnyView) -> Iterator[Fact]:
    """The fields that the viewer may know, in the order of the state."""
    for name, mark in shown(type(view.seen)):
        value = getattr(view.seen, name)
        if mark is Mark.OPEN:
            by_seat = isinstance(value, tuple) and len(value) == view.seen.seats
            yield Fact(name, written(value), tuple(map(written, value)) if by_seat else ())
        elif mark is Mark.OWNER and view.viewer is not None and value:  # before a deal: nothing
            yield Fact(name, written(value[view.viewer]), owner=view.viewer)


def shown(state_type: type[Struct]) -> list[tuple[str, Mark]]:
    """The fields that somebody may see, with their marks: they do not hang on a position.

    How many sit at the table stands beside it anyway.
    """
    marks = [(name, mark) for name, mark in field_marks(state_type).items() if name != "seats"]
    return [(name, mark) for name, mark in marks if mark in (Mark.OPEN, Mark.OWNER)]


def spelled(name: str) -> str:
    """A programmer's name in words: `RatMoved` and `rat_moved` are “rat moved”, `pile:3` “pile 3”."""
    words = _HUMP.sub(lambda hump: f" {hump[0].lower()}", name)
    return words.replace("_", " ").replace(":", " ").strip()


def written(value: Any) -> str:
    """A value as short as it can be read."""
    match value:
        case None:
            return _NOTHING
        case bool():
            return "✓" if value else "✗"
        case Enum():
            return spelled(value.name.lower())
        case Struct():
            return written(asdict(value))
        case Mapping():
            return ", ".join(f"{spelled(str(k))} {_inner(v)}" for k, v in value.items()) or _NOTHING
        case str():
            return value or _NOTHING
        case frozenset() | set():
            return written(sorted(value))
        case Iterable():
            return " ".join(map(_inner, value)) or _NOTHING
    return str(value)


def _inner(value: Any) -> str:
    """A value inside another."""
    text = written(value)
    return f"({text})" if isinstance(value, Struct | Mapping | tuple | list) else text
