"""Ratskeller: a table for games about rats.

>>> import ratskeller
>>> match = ratskeller.new("pied_piper", seats=4, seed=1284)
>>> match.to_act
0
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

from ratskeller import games
from ratskeller.core.chance import NONCE_BYTES, SEED_BYTES, Seal
from ratskeller.core.game import CHANCE, Outcome, Refusal, Refused, View
from ratskeller.core.match import AnyMatch, Match, Player

__all__ = [
    "CHANCE",
    "Match",
    "Outcome",
    "Player",
    "Refusal",
    "Refused",
    "View",
    "new",
    "seal_of",
    "show",
]
__version__ = "0.1.0"


def new(
    game: str,
    seats: int,
    *,
    players: Sequence[Player] | None = None,
    seed: int | None = None,
    now: float = 0.0,
    **options: Any,
) -> AnyMatch:
    """A new match, dealt and ready for the first decision.

    With a seed the same match comes again; without one the luck is fresh. Options are the game's:
    `new("pied_piper", seats=3, secret=True)`. Raises `Refused` where the rules forbid the set-up.
    """
    rules = games.find(game)
    chosen = rules.meta.options(**options)
    people = players or [Player(f"Player {number}") for number in range(1, seats + 1)]
    return Match.begin(rules, seats, chosen, people, seal_of(seats, seed), now=now)


def show(match: AnyMatch, seat: int | None = None, language: str = "en") -> str:
    """The table as text, as a seat sees it now (None: a spectator)."""
    from ratskeller.games.parts import game_letters  # noqa: PLC0415  (playing needs no words)
    from ratskeller.words.speech import game_words  # noqa: PLC0415

    words = game_words(match.game, language)
    return game_letters(match.game)(match.view(seat), words, match.names).plain


def seal_of(seats: int, seed: int | None = None, table: str = "") -> Seal:
    """A seal for a match on this machine: from the system's randomness, or from a number."""
    if seed is None:
        table = table or secrets.token_hex(8)
        nonces = tuple(secrets.token_hex(NONCE_BYTES) for _ in range(seats))
        return Seal(table, secrets.token_hex(SEED_BYTES), nonces)
    key = hashlib.sha256(f"ratskeller {seed}".encode()).hexdigest()
    nonces = tuple(
        hashlib.sha256(f"ratskeller {seed} {seat}".encode()).hexdigest()[: 2 * NONCE_BYTES]
        for seat in range(seats)
    )
    return Seal(table or f"seed-{seed}", key, nonces)
