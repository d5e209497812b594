"""Beats: how what happens is told, moment by moment, so that a person can follow it.

A game says of each kind of event whether it is a moment of its own or belongs to another one, and which
way its pieces go. A page shows one beat after the other, each with its sentence:

    Ben walks a rat from the yellow nest to alley n3.      a beat: the rat goes from square to square
    Ben begins with the number.                            belongs to the next one: it is read in the log
    The rat goes on to the south-east stairs.              goes on with the walk, and adds its sentence
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal, TypeAlias

from msgspec import Struct

KINDS: Final = ("card", "step", "floor", "dice", "goods", "theft", "piece", "out", "end")
"""What kinds of moments there are; each has a sound of its own."""


class Joins(Enum):
    """Which moment an event belongs to."""

    NOTHING = "a moment of its own"
    ALIKE = "goes on with the one before it, if that is of its kind"
    BEFORE = "belongs to the one before it, whatever that is"
    NEXT = "belongs to the one after it"


class Says(Enum):
    """Whether its sentence is one of the moment's. In the log every sentence stands."""

    ALL = "always"
    LAST = "unless another event like it follows in the same moment"
    ALONE = "only where it belongs to no other moment"


class Beat(Struct, frozen=True):
    """How a kind of event is told."""

    kind: str
    milliseconds: int = 400
    """How long it is seen at normal pace; a moment lasts as long as its sentence needs, at least.

    0: nothing of its own is seen; what it changes comes with the event after it.
    """
    joins: Joins = Joins.NOTHING
    says: Says = Says.ALL


How: TypeAlias = Literal["walk", "dive", "glide", "turn", "tumble"]
"""It walks over places that lie next to each other, or below them; it glides straight from one place to
another; a card turns over, a die tumbles.
"""


class Motion(Struct, frozen=True, gc=False):
    """How a part moves that does not simply glide to its place."""

    part: str
    how: How = "walk"
    places: tuple[str, ...] = ()  # from where it was to where it will be, both included
