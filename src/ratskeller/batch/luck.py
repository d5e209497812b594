"""Luck without a state to be kept: draw n of a match is a function of its key and of n.

Nothing has to be passed on but a number that counts up, so a match plays the same whatever is played
beside it, in whatever order. The mixing is a hash of 32 bits (two multiplications and three shifts,
found by search by C. Wellons), once with each half of the key. It is for simulations; matches that
people play use the seal (`core.chance`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from ratskeller.batch import lacking
from ratskeller.batch.nibbles import Number, bits_set, nth_bit, share_of, total

try:
    import jax.numpy as jnp
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_STRIDE = 0x9E3779B9  # the golden ratio: neighbours become strangers


class Luck(NamedTuple):
    """The luck of each match, and how much of it is used up."""

    key: Array  # uint32
    twin: Array  # uint32, the other half of the key
    drawn: Array  # uint32


def luck_of(seed: int, matches: int) -> Luck:
    """Another luck for each of the matches."""
    number = jnp.arange(matches, dtype=jnp.uint32)
    low, high = jnp.uint32(seed & 0xFFFFFFFF), jnp.uint32(seed >> 32 & 0xFFFFFFFF)
    key = mixed(mixed(number + low) + high)
    twin = mixed(mixed(number ^ high) * jnp.uint32(_STRIDE) + low + jnp.uint32(1))
    return Luck(key, twin, jnp.zeros(matches, jnp.uint32))


def mixed(number: Array) -> Array:
    number = (number ^ number >> 16) * jnp.uint32(0x7FEB352D)
    number = (number ^ number >> 15) * jnp.uint32(0x846CA68B)
    return number ^ number >> 16


def bits(luck: Luck, site: Number) -> Array:
    """32 random bits: those of the draw that comes `site` draws from now."""
    number = (luck.drawn + jnp.asarray(site).astype(jnp.uint32)) * jnp.uint32(_STRIDE)
    return mixed(mixed(number + luck.key) ^ luck.twin)


def ticket(luck: Luck, site: Number, count: Array) -> Array:
    """A number from 0 to less than `count`, which is at most 255.

    Of 24 bits: with 50 cards no chance is off by more than three in a million of itself.
    """
    return ((bits(luck, site) >> 8) * count.astype(jnp.uint32) >> 24).astype(jnp.int32)


def later(luck: Luck, draws: int) -> Luck:
    return luck._replace(drawn=luck.drawn + jnp.uint32(draws))


# --- chance points -------------------------------------------------------------------------------

NOT_DUE: Final = -1
"""What is told of a chance point where chance had nothing to do."""

Drawn = TypeVar("Drawn")


class Fate(NamedTuple):
    """What chance does: by luck; or as it is told from outside, by an outcome for each chance point on the
    last axis. Where that is `NOT_DUE` luck decides after all.
    """

    luck: Luck
    forced: Array | None = None

    def __call__(
        self, site: Number, weights: Array, count: int, due: Array, times: int = 1
    ) -> Array:
        """The outcome at a chance point, by so many weights as nibbles; `NOT_DUE` where it is not due.

        The row of weights may come several times over: two dice are the faces of one, once for each face
        of the other.
        """
        row = total(weights, count)
        drawn = ticket(self.luck, site, row * times)
        outcome = share_of(drawn % row if times > 1 else drawn, weights, count)
        if times > 1:
            outcome += drawn // row * count
        return self._as_told(site, outcome, due)

    def among(self, site: Number, mask: Array, due: Array) -> Array:
        """The outcome at a chance point where each bit of a mask is as likely."""
        word = mask.astype(jnp.uint32)
        return self._as_told(site, nth_bit((word,), ticket(self.luck, site, bits_set(word))), due)

    def _as_told(self, site: Number, outcome: Array, due: Array) -> Array:
        if self.forced is not None:
            place = jnp.broadcast_to(site, self.forced.shape[:-1])[..., None]
            told = jnp.take_along_axis(self.forced, place, axis=-1)[..., 0]
            outcome = jnp.where(told == NOT_DUE, outcome, told)
        return jnp.where(due, outcome, NOT_DUE)


def repeat(
    rule: Callable[[Drawn, Array], tuple[Drawn, Array]], state: Drawn, sites: range
) -> tuple[Drawn, Array]:
    """One rule at several chance points, one after the other; what came is on the last axis.

    A loop and not a row of copies: the compiler would write each copy out for every word of the table.
    """
    state, told = lax.scan(rule, state, jnp.arange(sites.start, sites.stop))
    return state, jnp.moveaxis(told, 0, -1)
