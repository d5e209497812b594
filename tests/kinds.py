"""Rooms serve any game; a test of one game knows which kind of thing it holds, and says so."""

from __future__ import annotations

from typing import TypeVar

Kind = TypeVar("Kind")


def as_a(kind: type[Kind], thing: object) -> Kind:
    """The thing itself, known to be of this kind: `as_a(State, match.state).hands`."""
    assert isinstance(thing, kind), f"{type(thing).__name__} is no {kind.__name__}"
    return thing
