"""Every shared piece under one roof, so that a board asks for symbols by name.

A rat of a tone is built from the plain rat of its pose; ``pieces`` adds what is needed, so that a
board ships only what it uses: all pieces together are about 48 kB before compression.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ratskeller.draw.figures import figure_symbols
from ratskeller.draw.prints import card_back, card_front, print_symbols
from ratskeller.draw.rats import POSES, Pose, rat_symbols
from ratskeller.draw.symbol import Symbol

__all__ = ["POSES", "Pose", "all_pieces", "card_back", "card_front", "pieces"]


@cache
def all_pieces() -> dict[str, Symbol]:
    """Return all shared pieces by id: rats, Piper, cat, the back of a card, dice."""
    symbols = (*rat_symbols(), *figure_symbols(), *print_symbols())
    return {symbol.id: symbol for symbol in symbols}


def pieces(names: Iterable[str]) -> tuple[Symbol, ...]:
    """Return the pieces with these ids, and before them the plain rats they are made of."""
    shelf = all_pieces()
    wanted: dict[str, Symbol] = {}
    for name in names:
        if name not in shelf:
            raise KeyError(f"there is no piece {name!r}; ask for one of {', '.join(sorted(shelf))}")
        if name.startswith("rat-"):
            plain = "-".join(name.split("-")[:2])
            wanted[plain] = shelf[plain]
        wanted[name] = shelf[name]
    return tuple(wanted.values())
