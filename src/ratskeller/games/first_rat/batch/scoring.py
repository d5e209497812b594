"""Score tracks and points (`rules.scoring`)."""

from __future__ import annotations

from typing import NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.choice import handed_on
from ratskeller.batch.nibbles import bits_set, get
from ratskeller.games.first_rat.batch.table import (
    BY_MARKERS,
    BY_ROCKET,
    PIECE_BITS,
    STRIP_BITS,
    Packed,
    RatFamily,
    has,
    in_columns,
    looked_up,
    of_seat,
)
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    FRUGAL_CAP,
    LAUNCHPAD,
    NEIL,
    PARTS,
    RATS,
    RATTRONAUT,
    ROCKET_SHIP,
    ROCKET_STRIP,
    THINGS_CAP,
    TRACKS,
)
from ratskeller.games.first_rat.rules.tables import Tables

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

_PIECE = (1 << PIECE_BITS) - 1


class PointRules(NamedTuple):
    """What points hang on beside a table."""

    tables: Tables
    seats: int

    @property
    def named(self) -> int:
        """Spaces of a track where one piece lies alone."""
        return len(self.tables.free_slots[self.seats]) - 1


# --- placing -------------------------------------------------------------------------------------


def place_markers(
    sheet: PointRules, table: Packed, row: RatFamily, track: int, count: Array
) -> tuple[Packed, RatFamily]:
    """So many of the mover's markers, as far as there are any (FR-50, FR-51); the last one brings one more
    round after this one (FR-80).
    """
    placed = jnp.minimum(count, row.markers)
    markers = row.markers - placed
    ends = (placed > 0) & (markers == 0) & (table.last_round == 0)
    table = table._replace(
        last_round=jnp.where(ends, table.round + 1, table.last_round),
        ending=jnp.where(ends, BY_MARKERS, table.ending),
    )
    return handed_on(lay(sheet, table, row._replace(markers=markers), track, table.mover, placed))


def lay(
    sheet: PointRules, table: Packed, row: RatFamily, track: int, piece: Array, count: Array
) -> tuple[Packed, RatFamily]:
    """So many pieces to the leftmost free spaces of a track."""
    word, left = table.tracks[..., track], count
    for place in range(sheet.named):
        fills = (word >> PIECE_BITS * place & _PIECE == 0) & (left > 0)
        word = jnp.where(fills, word | piece + 1 << PIECE_BITS * place, word)
        left = left - fills
    here = np.arange(len(TRACKS)) == track
    return (
        table._replace(tracks=jnp.where(here, word[..., None], table.tracks)),
        row._replace(pieces=row.pieces + (count << 4 * track)),
    )


def board_rocket(
    sheet: PointRules, table: Packed, row: RatFamily, due: Array
) -> tuple[Packed, RatFamily]:
    """The rat on the Launchpad takes its seat (FR-54); the fourth makes this round the last (FR-80)."""
    boards = (row.rats == LAUNCHPAD) & due[..., None]
    rat = RATS * table.mover + jnp.where(boards, np.arange(RATS), 0).sum(-1)
    row = row._replace(rats=jnp.where(boards, ROCKET_SHIP, row.rats))
    some = boards.any(-1)
    table, row = lay(sheet, table, row, RATTRONAUT, rat, some.astype(jnp.int32))
    ends = some & (row.rats == ROCKET_SHIP).all(-1) & (table.last_round != table.round)
    table = table._replace(
        last_round=jnp.where(ends, table.round, table.last_round),
        ending=jnp.where(ends, BY_ROCKET, table.ending),
    )
    return table, row


# --- points --------------------------------------------------------------------------------------


def standings(sheet: PointRules, table: Packed) -> tuple[Array, Array]:
    """Points if the game ended now (FR-70, FR-81), and rattronauts: `[..., seats]` each."""
    rows, points = in_columns(table.rows), sheet.tables.box.points
    seats = np.arange(sheet.seats)
    score = jnp.zeros_like(rows.mouldy)
    neil = table.tokens[..., NEIL]
    for track in range(len(TRACKS)):
        worth = track_points(sheet, table, track)
        last = worth[-1][..., None]
        score += last * get(rows.pieces, track)
        for place in range(sheet.named):
            piece = table.tracks[..., track] >> PIECE_BITS * place & _PIECE
            owner = (piece - 1) // RATS if track == RATTRONAUT else piece - 1
            more = worth[place][..., None] - last
            if track == RATTRONAUT:  # Neil counts twice (FR-65)
                more = more + jnp.where(piece - 1 == neil, worth[place] - worth[-1], 0)[..., None]
            score += jnp.where((owner[..., None] == seats) & (piece > 0)[..., None], more, 0)
        if track == RATTRONAUT:
            flies = (neil >= 0) & (_space_of(table, neil) == ROCKET_SHIP)
            his = (neil // RATS)[..., None] == seats
            score += jnp.where(his & flies[..., None], last, 0)
    score += rows.awards * points.award + rows.mouldy * points.mouldy
    score += rows.goods.sum(-1) // points.leftovers
    for cap in range(len(CAPS)):
        score += jnp.where(has(rows.caps, cap), cap_points(sheet, rows, cap), 0)
    return score, get(rows.pieces, RATTRONAUT)


def track_points(sheet: PointRules, table: Packed, track: int) -> list[Array]:
    """What the spaces of a track are worth that may be used."""
    strips = np.array(sheet.tables.strips)
    free = sheet.tables.free_slots[sheet.seats]
    lies = table.strips >> STRIP_BITS * track & (1 << STRIP_BITS) - 1
    if track == len(TRACKS) - 1:
        lies = jnp.full_like(lies, ROCKET_STRIP)
    return [looked_up(strips[:, slot], lies) for slot in free]


def _space_of(table: Packed, rat: Array) -> Array:
    rats = of_seat(table.rows, rat // RATS)[..., :RATS]
    return jnp.where(np.arange(RATS) == rat[..., None] % RATS, rats, 0).sum(-1)


def cap_points(sheet: PointRules, rows: RatFamily, cap: int) -> Array:
    """What a bottle cap is worth to each seat that has it (FR-70)."""
    values = sheet.tables.box.caps
    if cap == FRUGAL_CAP:
        parts = sum((get(rows.pieces, part) for part in PARTS[1:]), get(rows.pieces, PARTS[0]))
        return jnp.maximum(0, values["frugal"] - values["part"] * parts)
    if cap == THINGS_CAP:
        things = bits_set(rows.packs) + bits_set(rows.caps) + bits_set(rows.comics)
        return values[CAPS[cap]] * (things + rows.drinks + rows.empties)
    return values[CAPS[cap]] * get(rows.pieces, TRACKS.index(CAPS[cap]))


def ranks(sheet: PointRules, table: Packed) -> Array:
    """Most points, then most rattronauts, else a shared place (FR-82)."""
    score, rattronauts = standings(sheet, table)
    standing = score * (RATS + 1) + rattronauts
    return 1 + (standing[..., None, :] > standing[..., :, None]).sum(-1)
