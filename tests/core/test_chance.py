"""Sealed chance: even, reproducible, and checkable by a second implementation."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratskeller import seal_of
from ratskeller.core.chance import Seal, commitment_of, outcome_of
from tests.statements import statement

SEAL = seal_of(3, seed=1284)


def test_a_ticket_falls_on_the_outcome_whose_weights_cover_it() -> None:
    weights = (0, 2, 0, 3, 1)
    assert [outcome_of(ticket, weights) for ticket in range(6)] == [1, 1, 3, 3, 3, 4]


def test_a_ticket_beyond_the_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="not smaller"):
        outcome_of(3, (1, 2))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=8).filter(any), st.integers(0, 9))
def test_an_outcome_of_weight_zero_never_comes(weights: list[int], number: int) -> None:
    assert weights[SEAL.outcome("dice:0", number, weights)] > 0


@statement("S05")
def test_the_arithmetic_is_the_published_one() -> None:
    """Written again from the text of the module, as a stranger would to check us."""
    for number in range(200):
        total = number % 7 + 2
        message = json.dumps(
            ["ratskeller-1", SEAL.table, list(SEAL.nonces), "action deck", number, 0],
            separators=(",", ":"),
        ).encode()
        digest = hmac.new(bytes.fromhex(SEAL.seed), message, hashlib.sha256).hexdigest()
        assert SEAL.ticket("action deck", number, total) == int(digest, 16) % total


def test_an_incomplete_last_run_is_drawn_again() -> None:
    """With a total just over half the span, half of all first attempts must be thrown away."""
    total = (1 << 255) + 1
    tickets = [SEAL.ticket("wide", number, total) for number in range(60)]
    first = [
        int.from_bytes(
            hmac.digest(
                bytes.fromhex(SEAL.seed),
                json.dumps(
                    ["ratskeller-1", SEAL.table, SEAL.nonces, "wide", number, 0],
                    separators=(",", ":"),
                ).encode(),
                "sha256",
            ),
            "big",
        )
        for number in range(60)
    ]
    again = [f >= total for f in first]
    assert all(0 <= ticket < total for ticket in tickets)
    assert any(again)
    assert not all(again)
    for ticket, number, redrawn in zip(tickets, first, again, strict=True):
        assert (ticket == number) != redrawn


@statement("S04")
def test_dice_are_fair() -> None:
    """Chi-square over 60,000 throws of a die: below 25.7 with probability 0.9999 (5 degrees)."""
    throws = Counter(SEAL.ticket("dice:1", number, 6) for number in range(60_000))
    chi_square = sum((throws[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi_square < 25.7


@statement("S04")
def test_every_order_of_seats_comes_equally_often() -> None:
    """Chi-square over 12,000 orders of three: below 27.9 with probability 0.99995 (5 degrees)."""
    orders = Counter(
        Seal("t", f"{number:064x}", ("00" * 16,)).order("seats", 3) for number in range(12_000)
    )
    assert len(orders) == 6
    assert sum((count - 2000) ** 2 / 2000 for count in orders.values()) < 27.9


def test_streams_do_not_touch_each_other() -> None:
    one = [SEAL.ticket("dice:0", number, 1000) for number in range(20)]
    other = [SEAL.ticket("dice:1", number, 1000) for number in range(20)]
    assert one != other


@pytest.mark.parametrize("changed", ["table", "seed", "nonces"])
def test_every_part_of_the_seal_changes_the_draws(changed: str) -> None:
    parts = {"table": SEAL.table, "seed": SEAL.seed, "nonces": SEAL.nonces}
    parts[changed] = {
        "table": "another",
        "seed": "ff" * 32,
        "nonces": ("00" * 16, *SEAL.nonces[1:]),
    }[changed]
    other = Seal(**parts)  # type: ignore[arg-type]
    draws = [SEAL.ticket("setup", number, 10**6) for number in range(5)]
    assert draws != [other.ticket("setup", number, 10**6) for number in range(5)]


@statement("S05")
def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert SEAL.commitment == hashlib.sha256(bytes.fromhex(SEAL.seed)).hexdigest()
    assert commitment_of("00" * 32) != SEAL.commitment


def test_without_a_seed_every_seal_is_fresh() -> None:
    assert seal_of(2).seed != seal_of(2).seed
