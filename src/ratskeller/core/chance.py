"""Sealed chance: luck that nobody chose and everybody can check.

Before a match the table draws a secret seed and shows its SHA-256. Then every seat adds a nonce of
its own. Draw number n of a named stream is a pure function of seed, nonces, table, stream and n, so
neither the host (who did not know the nonces) nor a player (who did not know the seed) can choose
the deal. When the match is over the seed is shown, and anybody can do the arithmetic again:

    message = JSON of ["ratskeller-1", table, [nonce, ...], stream, n, attempt], no spaces, UTF-8
    number  = HMAC-SHA-256(key=seed, message) as a big-endian integer
    ticket  = number mod total, unless number lies in the last incomplete run: then attempt + 1
    outcome = the first whose weights, added up from the left, exceed the ticket

Streams are separate so that one player's dice do not hang on how many cards another drew. When the house
has taken a match back for the k-th time, the draws that follow are of streams of their own (`dice:0/k`): what
people have seen of the luck to come must not come again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ratskeller.core.game import CHANCE, Action, Game, State

_SPAN = 1 << 256
SEED_BYTES = 32
NONCE_BYTES = 16


def outcome_of(ticket: int, weights: Sequence[int]) -> int:
    """Which outcome a ticket falls on; tickets run from 0 to the sum of the weights less one."""
    outcome = 0  # a for loop costs a quarter more here, with enumerate three quarters
    try:
        while ticket >= weights[outcome]:
            ticket -= weights[outcome]
            outcome += 1
    except IndexError:
        raise ValueError("the ticket is not smaller than the sum of the weights") from None
    return outcome


def roll(game: Game[State, Action], state: State, rng: random.Random) -> Action:
    """An outcome of the draw that is due, by plain luck: for simulations and searches."""
    actions, weights = game.odds(state)
    return actions[outcome_of(int(rng.random() * sum(weights)), weights)]


def past_chance(game: Game[State, Action], state: State, rng: random.Random) -> State:
    """The state when a seat is to act or the game is over, by plain luck."""
    while game.to_act(state) == CHANCE:
        state = game.play(state, roll(game, state, rng))
    return state


class WatchedLuck(random.Random):
    """Knows whether anybody asked it for a draw."""

    used = False

    def random(self) -> float:
        self.used = True
        return super().random()


class Draws:
    """Which draw of which stream is due."""

    def __init__(self) -> None:
        self.times = 0  # so often the match was taken back
        self._counts: Counter[str] = Counter()

    def due(self, stream: str) -> tuple[str, int]:
        """The stream by its name in the seal, and the number of the draw."""
        name = f"{stream}/{self.times}" if self.times else stream
        return name, self._counts[name]

    def count(self, stream: str) -> None:
        name, _ = self.due(stream)
        self._counts[name] += 1


class Seal(Struct, frozen=True):
    """The secret of a match: whoever has it knows every draw to come."""

    table: str
    seed: str  # hex, 256 bits
    nonces: tuple[str, ...]  # hex, one a player, in the order of arrival

    @property
    def commitment(self) -> str:
        return commitment_of(self.seed)

    def ticket(self, stream: str, number: int, total: int) -> int:
        """The ticket of draw `number` (from 0) of a stream, evenly below `total`."""
        key = bytes.fromhex(self.seed)
        limit = _SPAN - _SPAN % total
        attempt = 0
        while True:
            words: list[Any] = ["ratskeller-1", self.table, self.nonces, stream, number, attempt]
            message = json.dumps(words, separators=(",", ":"), ensure_ascii=False).encode()
            drawn = int.from_bytes(hmac.digest(key, message, "sha256"), "big")
            if drawn < limit:
                return drawn % total
            attempt += 1

    def outcome(self, stream: str, number: int, weights: Sequence[int]) -> int:
        """Which of the weighted outcomes a draw gives."""
        return outcome_of(self.ticket(stream, number, sum(weights)), weights)

    def order(self, stream: str, count: int) -> tuple[int, ...]:
        """A random order of `count` things, one draw for each but the last."""
        left = list(range(count))
        return tuple(
            left.pop(self.ticket(stream, number, len(left)) if len(left) > 1 else 0)
            for number in range(count)
        )


def commitment_of(seed: str) -> str:
    """What is published of a seed before the match: its SHA-256, in hex."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
