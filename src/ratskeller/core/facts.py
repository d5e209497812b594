"""What a judgement counts in a position, in terms of the game: reasons are made of it.

A game's `bot` lists the facts that its evaluation is made of, and its `words` put into a sentence what
one move has before another. So a reason names what the bot has looked at and nothing else, and what it
says can be checked against the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

DUE: Final = "due"
"""The name of a fact that is no reason: how much of the turn is still to be played."""


class PositionFact(Struct, frozen=True):
    """Something that counts in a position, and what it counts to the seat that asks."""

    name: str
    about: tuple[int, ...]  # whose, or of what: seats, figures, kinds, as the name asks for
    amount: int
    worth: float  # in the units of the game's evaluation


class Reason(Struct, frozen=True):
    """What speaks for a move: an amount that it leads to, and what another move leads to."""

    name: str
    about: tuple[int, ...]
    amount: int
    instead: int


def reasons(chosen: Sequence[PositionFact], other: Sequence[PositionFact]) -> list[Reason]:
    """What one position has before another, weightiest first: of what is listed in both.

    Nothing is said where more of the turn is due in the one than in the other.

    >>> here = [PositionFact("level", (0,), 4, -8.0), PositionFact("level", (1,), 3, 1.5)]
    >>> there = [PositionFact("level", (0,), 6, -12.0), PositionFact("level", (1,), 5, 2.5)]
    >>> reasons(here, there)
    [Reason(name='level', about=(0,), amount=4, instead=6)]
    """
    if _due(chosen) != _due(other):
        return []
    there = {(fact.name, fact.about): fact for fact in other}
    found: list[tuple[float, Reason]] = []
    for fact in chosen:
        rival = there.get((fact.name, fact.about))
        if rival is not None and fact.worth > rival.worth and fact.amount != rival.amount:
            reason = Reason(fact.name, fact.about, fact.amount, rival.amount)
            found.append((fact.worth - rival.worth, reason))
    return [reason for _, reason in sorted(found, key=lambda one: one[0], reverse=True)]


def _due(facts: Sequence[PositionFact]) -> int:
    return sum(fact.amount for fact in facts if fact.name == DUE)
