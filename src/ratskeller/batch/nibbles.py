"""Small numbers packed into one whole number, four bits each.

    word   0x0_2_1_0_4     the nibble at place 0 is 4, at place 1 it is 0, at place 2 it is 1
                     ^ place 0

A hand of cards is one such word (a nibble for each kind), and so is a row of houses (a nibble for each
house). A match is then a few words, every rule is a few operations on them, and the compiler makes one
loop over all matches of it: no array is ever indexed. Seven nibbles fit a whole number of 32 bits with
its sign to spare.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ratskeller.batch import lacking

try:
    import jax.numpy as jnp
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

Number: TypeAlias = Array | int

BITS: Final = 4
FULL: Final = 15  # the highest number of a nibble
PLACES: Final = 7  # nibbles of a word
WORD: Final = 32  # bits of a word of flags


def packed(numbers: Sequence[int]) -> int:
    """The word of some numbers, the first at place 0."""
    assert len(numbers) <= PLACES
    assert all(0 <= number <= FULL for number in numbers), numbers
    return sum(number << BITS * place for place, number in enumerate(numbers))


def unpacked(word: int, count: int) -> tuple[int, ...]:
    """The first numbers of a word."""
    return tuple(word >> BITS * place & FULL for place in range(count))


def everywhere(number: Number) -> Number:
    """A word with the same number at every place."""
    return number * 0x1111111


def one_at(place: Number) -> Array:
    """A word with a 1 at one place: added to counts, one more of that kind."""
    return jnp.asarray(1) << BITS * place


def get(word: Array, place: Number) -> Array:
    return word >> BITS * place & FULL


def put(word: Array, place: Number, number: Number) -> Array:
    return word & ~(FULL << BITS * jnp.asarray(place)) | number << BITS * place


def alike(word: Array, number: Number) -> Array:
    """All bits of the nibbles that hold this number. Neither it nor any of them may exceed 7."""
    other = word ^ everywhere(number)  # 0 where they agree
    differs = (other + 0x7777777) & 0x8888888  # the high bit of every nibble that is not 0
    return ((differs ^ 0x8888888) >> 3) * FULL


def total(word: Array, count: int) -> Array:
    """The sum of the first nibbles."""
    return sum((get(word, place) for place in range(1, count)), get(word, 0))


def share_of(ticket: Array, weights: Array, count: int) -> Array:
    """Which of the weighted outcomes a ticket falls on (`core.chance.outcome_of`)."""
    below, outcome = get(weights, 0), jnp.zeros_like(weights)
    for place in range(1, count):
        outcome += (ticket >= below).astype(weights.dtype)
        below += get(weights, place)
    return outcome


# --- bits ----------------------------------------------------------------------------------------


def bits_set(word: Array) -> Array:
    return lax.population_count(word)


def lowest_bit(word: Array) -> Array:
    """The number of the lowest bit that is set; 32 where none is."""
    return lax.population_count((word & -word) - 1)


def highest_bit(word: Array) -> Array:
    return 31 - lax.clz(word)


def nth_bit(words: Sequence[Array], number: Array) -> Array:
    """The place of the bit with so many set ones before it, in words of 32 bits, lowest first."""
    number = number.astype(jnp.uint32)
    word, place, passed = words[0], jnp.zeros_like(number), jnp.zeros_like(number)
    until = bits_set(words[0])
    for count, following in enumerate(words[1:], start=1):
        beyond = number >= until
        word = jnp.where(beyond, following, word)
        place = jnp.where(beyond, 32 * count, place)
        passed = jnp.where(beyond, until, passed)
        until += bits_set(following)
    rest = number - passed
    for width in (16, 8, 4, 2, 1):
        low = bits_set(word & ((1 << width) - 1))
        beyond = rest >= low
        rest = jnp.where(beyond, rest - low, rest)
        word = jnp.where(beyond, word >> width, word)
        place = jnp.where(beyond, place + width, place)
    return place.astype(jnp.int32)


def side_by_side(parts: Sequence[tuple[Sequence[Array], int]], size: int) -> tuple[Array, ...]:
    """Parts of so many bits each, in words of 32, put one after the other; as many words as `size` takes."""
    words: list[Array | None] = [None] * -(-size // WORD)

    def add(place: int, bits: Array) -> None:
        there = words[place]
        words[place] = bits if there is None else there | bits

    start = 0
    for part, count in parts:
        for number, word in enumerate(part):
            place, shift = divmod(start + WORD * number, WORD)
            add(place, word << shift)
            if shift + min(WORD, count - WORD * number) > WORD:
                add(place + 1, word >> WORD - shift)
        start += count
    assert start <= size
    none = jnp.zeros_like(parts[0][0][0])
    return tuple(none if word is None else word for word in words)


def nth_bit_of_row(words: Array, number: Array) -> Array:
    """The same for many words on the last axis: `nth_bit` writes every word out, which is quick for few."""
    until = jnp.cumsum(bits_set(words).astype(jnp.int32), axis=-1)
    number = number.astype(jnp.int32)[..., None]
    place = (until <= number).sum(-1)
    here = jnp.arange(words.shape[-1]) == place[..., None]
    word = jnp.where(here, words, 0).sum(-1, dtype=jnp.uint32)
    before = jnp.where(here, until - bits_set(words).astype(jnp.int32), 0).sum(-1)
    return WORD * place.astype(jnp.int32) + nth_bit((word,), number[..., 0] - before)
