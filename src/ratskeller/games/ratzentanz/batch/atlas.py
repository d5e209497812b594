"""The town as constant arrays: every walk there is, looked up by square, pace and where the Piper stands.

    lines[reading of RT-21, square, pace, Piper]  ->  a line: number of its row, doors on foot, doors lost
    rows[number]                                  ->  the landings, one bit each, 32 a word

A landing is a place in `walks.all_landings`, which is also how the product numbers its walks. *Doors* say
in seven bits where walks end: bit 0 anywhere but in a storeroom, the others each in one storeroom. So the cat,
who shuts one, is a bit to be taken away, and whether a rat can move is told by the line alone. The same rows
come up again and again, for mostly the Piper is far: 570,000 lines share 46,000.

The last square of each axis is nowhere: no walk begins there, and a Piper there is in nobody's way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import KINDS, NOWHERE, Square
from ratskeller.games.ratzentanz.rules.walks import (
    RUNNING_ON,
    WHOLE,
    WaysFrom,
    all_landings,
)

Bits: TypeAlias = NDArray[np.uint32]
"""Words of 32 bits, lowest first."""

READINGS: Final = ("no_square_twice", "no_reversal")
PACES: Final = 6
HALF: Final = 0  # where the paces n begin
BOTH: Final = PACES  # where those of 2n begin
ON: Final = 2 * PACES  # and those of running on
DOOR_BITS: Final = KINDS + 1
DOORS: Final = (1 << DOOR_BITS) - 1
ROW_AT: Final = 2 * DOOR_BITS  # in a line: doors on foot, doors lost, row


class Atlas(NamedTuple):
    squares: int
    landings: int
    words: int  # of a row
    lines: Bits  # [2, squares + 1, 18, squares + 1]
    rows: Bits  # [rows, words]
    shafts: Bits  # [2, 6, squares + 1, 3]: doors of stairs by n, of canals and stairs running on
    to: NDArray[np.int32]  # [landings]
    via: NDArray[np.int32]
    plain: Bits  # [words] landings on foot
    by_canal: Bits  # [4, words] landings that surface at each canal
    by_stairs: Bits  # [4, words]
    by_shift: Bits  # [4, words] landings on stairs by the step that all others make (RT-40); 0 none
    at_square: Bits  # [squares + 1, words] the landing on foot at a square
    canals: tuple[Square, ...]
    stairs: tuple[Square, ...]  # by place in the rectangle
    storerooms: tuple[Square, ...]
    posts: tuple[Square, ...]  # where the Piper may be put
    alley: NDArray[np.int32]  # [squares + 1]
    post_of: NDArray[np.int32]  # [squares + 1]; a number beyond all posts where there is none
    ways_home: NDArray[np.int32]  # [nests, squares + 1, squares + 1]: by Piper, from a square


@cache
def atlas_of(ground: Ground) -> Atlas:
    town = ground.town
    squares, found = len(town.names), all_landings(town)
    words = -(-len(found) // 32)
    canals, stairs = tuple(sorted(ground.canals)), town.stairs
    place = {square: number for number, square in enumerate(stairs)}
    lines, rows = _walks(ground, found, words)
    posts = tuple(put.square for put in ground.piper_places)

    def landings(which: Iterable[bool]) -> Bits:
        return _words(np.array(list(which)), words)

    return Atlas(
        squares=squares,
        landings=len(found),
        words=words,
        lines=lines,
        rows=rows,
        shafts=_shafts(lines, canals, stairs),
        to=np.array([to for _, to in found], np.int32),
        via=np.array([via for via, _ in found], np.int32),
        plain=landings(via == NOWHERE for via, _ in found),
        by_canal=np.stack([landings(v >= 0 and t == c for v, t in found) for c in canals]),
        by_stairs=np.stack([landings(v >= 0 and t == s for v, t in found) for s in stairs]),
        by_shift=np.stack(
            [
                landings(v in place and place[v] ^ place[t] == shift for v, t in found)
                for shift in range(4)
            ]
        ),
        at_square=np.stack(
            [landings(v == NOWHERE and t == s for v, t in found) for s in range(squares + 1)]
        ),
        canals=canals,
        stairs=stairs,
        storerooms=ground.storerooms,
        posts=posts,
        alley=np.array([*ground.alley, False], np.int32),
        post_of=np.array([ground.post_of.get(s, len(posts)) for s in range(squares + 1)], np.int32),
        ways_home=np.array(
            [
                [
                    [square in ground.way_home(nest, piper) for square in range(squares + 1)]
                    for piper in (*range(squares), NOWHERE)
                ]
                for nest in town.nests
            ],
            np.int32,
        ),
    )


def _words(flags: NDArray[Any], words: int) -> Bits:
    """Flags on the last axis as bits, 32 a word."""
    room = np.zeros((*flags.shape[:-1], words * 32), np.uint8)
    room[..., : flags.shape[-1]] = flags
    return np.packbits(room, axis=-1, bitorder="little").view(np.uint32)


def _walks(ground: Ground, found: list[tuple[Square, Square]], words: int) -> tuple[Bits, Bits]:
    """The lines and the rows."""
    squares = len(ground.town.names)
    ends = np.array([to if via == NOWHERE else via for via, to in found])
    doors = np.zeros((squares, DOOR_BITS), bool)  # which door each end is
    doors[:, 0] = True
    for number, storeroom in enumerate(ground.storerooms):
        doors[storeroom] = np.arange(DOOR_BITS) == number + 1
    weights = 1 << np.arange(DOOR_BITS)
    lines = np.zeros((len(READINGS), squares + 1, 3 * PACES, squares + 1), np.uint32)
    pieces: list[Bits] = []
    for spot, start, pace in _keys(ground):
        ways = WaysFrom(ground.walks[READINGS[spot[0]]], start, pace)
        free = np.zeros((squares + 1, squares), bool)  # [Piper, end]
        lost = np.zeros((squares + 1, squares), bool)
        for end, (must, touch) in ways.ends.items():
            free[:, end] = ~_flags(must, squares)
            lost[:, end] = _flags(touch, squares)
        on_foot = (free @ doors) @ weights
        past_him = (lost @ doors) @ weights
        lines[spot] = past_him << DOOR_BITS | on_foot
        pieces.append(_words(free[:, ends], words))
    rows, found_at = np.unique(np.concatenate(pieces), axis=0, return_inverse=True)
    row_of = found_at.reshape(len(pieces), squares + 1)
    assert len(rows) < 1 << 32 - ROW_AT
    # A row without a landing is what all other lines point at.
    nothing = np.flatnonzero(~rows.any(axis=-1))
    rows = rows if len(nothing) else np.concatenate([rows, np.zeros((1, words), np.uint32)])
    empty = nothing[0] if len(nothing) else len(rows) - 1
    lines |= np.uint32(empty << ROW_AT)
    for (spot, _, _), each in zip(_keys(ground), row_of, strict=True):
        lines[spot] = lines[spot] & ((1 << ROW_AT) - 1) | each.astype(np.uint32) << ROW_AT
    return lines, rows


def _keys(ground: Ground) -> Iterator[tuple[tuple[int, int, int], Square, int]]:
    """(reading, square, place of the pace), square, and the pace as the product writes it."""
    shafts = ground.canals | ground.stairs
    for reading in range(len(READINGS)):
        for start in range(len(ground.town.names)):
            for number in range(1, PACES + 1):
                yield (reading, start, HALF + number - 1), start, number
                yield (reading, start, BOTH + number - 1), start, number + WHOLE
                if start in shafts:
                    yield (reading, start, ON + number - 1), start, number + RUNNING_ON


def _flags(mask: int, squares: int) -> NDArray[np.bool_]:
    """A mask of squares by where the Piper stands; nowhere is in no mask."""
    raw = np.frombuffer(mask.to_bytes(squares // 8 + 1, "little"), np.uint8)
    return np.unpackbits(raw, bitorder="little", count=squares + 1).astype(bool)


def _shafts(lines: Bits, canals: tuple[Square, ...], stairs: tuple[Square, ...]) -> Bits:
    """Doors on foot, seven bits a shaft: from the stairs by n, from canals and from stairs running on."""
    each = []
    for shafts, pace in ((stairs, HALF), (canals, ON), (stairs, ON)):
        doors = lines[:, list(shafts), pace : pace + PACES] & DOORS  # [2, shafts, 6, Piper]
        shift = (DOOR_BITS * np.arange(len(shafts), dtype=np.uint32))[None, :, None, None]
        each.append((doors << shift).sum(axis=1, dtype=np.uint32))
    return np.stack(each, axis=-1)
