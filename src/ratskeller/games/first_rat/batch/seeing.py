"""What the mover of each match sees: the `SeenTable` of the rules, read off the tables. And what a position
promises at first sight.
"""

from __future__ import annotations

from typing import Final

from ratskeller.batch import lacking
from ratskeller.batch.nibbles import get
from ratskeller.games.first_rat.batch.scoring import PointRules, standings, track_points
from ratskeller.games.first_rat.batch.table import (
    AMOUNT_PLANES,
    COLOUR_PLANES,
    KIND_PLANES,
    Packed,
    in_columns,
    shown_at,
)
from ratskeller.games.first_rat.rules.observe import SeenTable
from ratskeller.games.first_rat.rules.state import LAUNCHPAD, PACKS, RATS, TRACKS

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_PATH: Final = np.arange(1, LAUNCHPAD)
_POINT: Final = 1 / 64  # a point more than the others have, as a share of a win


def sight(sheet: PointRules, table: Packed) -> SeenTable:
    """What the seat whose turn it is sees."""
    seats, mover = sheet.seats, table.mover
    rows = in_columns(from_seat(table.rows, mover))
    scores, _ = standings(sheet, table)
    shape = mover.shape
    lit_at = np.array(sheet.tables.lit_at)[:, _PATH]
    needed = jnp.where(table.lit[..., None] == 0, lit_at[0], lit_at[1])
    pieces = jnp.stack([get(rows.pieces, track) for track in range(len(TRACKS))], axis=-1)
    tokens = (table.tokens - RATS * mover[..., None]) % (seats * RATS)
    flags = [table.lit, table.last_round > 0, table.last_round == table.round]

    def alone(number: Array) -> Array:
        return number[..., None]

    return SeenTable(
        flags=jnp.stack([flag.astype(jnp.int32) for flag in flags], axis=-1),
        phase=alone(table.phase),
        seat=alone(mover),
        round=alone(table.round),
        colour=shown_at(table.path, COLOUR_PLANES, _PATH),
        kind=shown_at(table.path, KIND_PLANES, _PATH),
        amount=shown_at(table.path, AMOUNT_PLANES, _PATH),
        lit=(rows.light[..., :1] >= needed).astype(jnp.int32),
        rats=rows.rats.reshape(*shape, -1),
        tokens=jnp.where(table.tokens < 0, table.tokens, tokens),
        walked=table.walked,
        goods=rows.goods.reshape(*shape, -1),
        mouldy=rows.mouldy,
        awards=rows.awards,
        light=rows.light,
        burrow=rows.burrow,
        packs=rows.packs,
        caps=rows.caps,
        comics=rows.comics,
        drinks=rows.drinks,
        empties=rows.empties,
        markers=rows.markers,
        score=from_seat(scores[..., None], mover)[..., 0],
        pieces=pieces.reshape(*shape, -1),
        worth=next_points(sheet, table, pieces.sum(-2)),
        shelf_packs=jnp.stack([get(table.shelf_packs, pack) for pack in range(len(PACKS))], -1),
        shelf_drinks=alone(table.shelf_drinks),
        shelf_caps=alone(table.shelf_caps),
        library=alone(table.library),
        left=alone(table.left),
        extra=alone(table.extra),
        cores=alone(table.cores),
        booths=alone(table.booths),
        fresh=alone(table.fresh),
    )


def from_seat(rows: Array, seat: Array) -> Array:
    """Rows of all seats, the mover's first, then in the order of play."""
    turned = rows
    for number in range(1, rows.shape[-2]):
        from_there = jnp.roll(rows, -number, axis=-2)
        turned = jnp.where((seat == number)[..., None, None], from_there, turned)
    return turned


def next_points(sheet: PointRules, table: Packed, pieces: Array) -> Array:
    """What the next piece on each track is worth, `[..., 8]`."""
    found = []
    for track in range(len(TRACKS)):
        worth = track_points(sheet, table, track)
        points = worth[-1]
        for place in range(sheet.named):
            points = jnp.where(pieces[..., track] == place, worth[place], points)
        found.append(points)
    return jnp.stack(found, axis=-1)


def promise(sheet: PointRules, table: Packed) -> Array:
    """Points against what all have on average: `[..., seats]`."""
    scores, _ = standings(sheet, table)
    return _POINT * (scores - scores.mean(-1, keepdims=True))
