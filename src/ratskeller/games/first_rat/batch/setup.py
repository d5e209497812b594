"""What is laid out before the first turn: all chance there is (FR-01 to FR-08)."""

from __future__ import annotations

from ratskeller.batch import lacking
from ratskeller.batch.choice import worked_out
from ratskeller.batch.luck import Fate, Luck
from ratskeller.batch.nibbles import one_at, packed
from ratskeller.games.first_rat.batch.scoring import PointRules
from ratskeller.games.first_rat.batch.table import (
    AMOUNT_PLANES,
    COLOUR_PLANES,
    KIND_PLANES,
    LAST_BULB,
    STANDARD,
    STRIP_BITS,
    Packed,
    looked_up,
    planes_of,
)
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    CHEESE,
    COMICS,
    GOODS,
    LAST_SPACE,
    LAUNCHPAD,
    MOVE,
    NO_KIND,
    NO_RAT,
    NURSERY,
    PACKS,
    RATS,
    ROCKET,
    ROCKET_STRIP,
    START,
    SUPER_RATS,
    TRACKS,
)
from ratskeller.games.first_rat.rules.tables import Tables

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


def start_sites(sheet: PointRules) -> dict[str, range]:
    """The draws of each stream, one after the other."""
    setup = sheet.tables.box.setup
    draws = {
        "setup path": LAST_SPACE,
        "setup strips": ROCKET,
        "setup packs": setup.backpacks[sheet.seats - 2],
        "setup caps": setup.caps,
        "setup comics": setup.comics,
    }
    sites, begin = {}, 0
    for stream, count in draws.items():
        sites[stream] = range(begin, begin + count)
        begin += count
    return sites


def start(sheet: PointRules, options: Array, luck: Luck, draw: Fate) -> tuple[Packed, Array]:
    """The table at the first decision; seat 0 begins."""
    tables, seats = sheet.tables, sheet.seats
    sites = start_sites(sheet)
    none = jnp.zeros_like(options)
    variable = options & STANDARD == 0
    always = none == 0
    tiles = lay_tiles(tables, none, sites["setup path"], draw, variable)
    strips = [*without_replacement(none, ROCKET_STRIP, sites["setup strips"], draw, variable)]
    packs = stock_packs(tables, none, sites["setup packs"], draw, always)
    caps = without_replacement(none, len(CAPS), sites["setup caps"], draw, always)
    comics = without_replacement(none, len(COMICS), sites["setup comics"], draw, always)
    told = worked_out(jnp.stack([*tiles, *strips, *packs, *caps, *comics], axis=-1))

    def told_at(stream: str) -> Array:
        return told[..., sites[stream].start : sites[stream].stop]

    def everywhere(row: list[int]) -> Array:
        return none[..., None] + np.array(row, np.int32)

    def counted(stream: str, bits: int) -> Array:
        return (1 << bits * told_at(stream)).sum(-1)

    laid = (told_at("setup strips") << STRIP_BITS * np.arange(ROCKET)).sum(-1)
    printed = sum(track << STRIP_BITS * track for track in range(ROCKET))
    table = Packed(
        lit=(options & LAST_BULB != 0).astype(jnp.int32),
        path=path_of(tables, told_at("setup path"), variable),
        strips=jnp.where(variable, laid, printed),
        rows=none[..., None, None] + np.array(first_rows(sheet), np.int32),
        tokens=everywhere([NO_RAT] * SUPER_RATS),
        shelf_packs=counted("setup packs", 4),
        shelf_drinks=none + tables.box.setup.drinks[seats - 2],
        shelf_caps=counted("setup caps", 1),
        library=counted("setup comics", 1),
        tracks=everywhere([0] * len(TRACKS)),
        round=none + 1,
        mover=none,
        phase=none + MOVE,
        last_round=none,
        still=none,
        ending=none,
        walked=everywhere([0] * RATS),
        left=none,
        extra=none + NO_KIND,
        cores=none,
        booths=none,
        fresh=none,
        luck=luck,
    )
    return table, told


def first_rows(sheet: PointRules) -> list[list[int]]:
    setup = sheet.tables.box.setup
    rats = [START if n < setup.awake else NURSERY for n in range(RATS)]

    def row(seat: int) -> list[int]:
        goods = [setup.cheese[seat] if kind == CHEESE else 0 for kind in range(GOODS)]
        return [*rats, *goods, *[0] * 9, setup.markers, 0]

    return [row(seat) for seat in range(sheet.seats)]


# --- draws ---------------------------------------------------------------------------------------


def lay_tiles(tables: Tables, none: Array, sites: range, draw: Fate, due: Array) -> list[Array]:
    """For each space which of the tiles of its letter (FR-02)."""
    bags: dict[tuple[int, ...], Array] = {}
    told = []
    for site, space in zip(sites, range(1, LAUNCHPAD), strict=True):
        faces = tuple(tile.face for tile in tables.tiles[space])
        bag = bags.get(faces, none + packed([tables.copies[face] for face in faces]))
        drawn = draw(site, bag, len(faces), due)
        bags[faces] = bag - one_at(jnp.maximum(drawn, 0))
        told.append(drawn)
    return told


def stock_packs(tables: Tables, none: Array, sites: range, draw: Fate, due: Array) -> list[Array]:
    """Backpacks for Harry Hamster (FR-05)."""
    bag, told = none + packed([tables.box.setup.copies] * len(PACKS)), []
    for site in sites:
        told.append(draw(site, bag, len(PACKS), due))
        bag = bag - one_at(jnp.maximum(told[-1], 0))
    return told


def without_replacement(
    none: Array, count: int, sites: range, draw: Fate, due: Array
) -> list[Array]:
    """Some of so many different things (FR-03, FR-05)."""
    left, told = none + (1 << count) - 1, []
    for site in sites:
        told.append(draw.among(site, left, due))
        left = left & ~(1 << jnp.maximum(told[-1], 0))
    return told


# --- what lies where -----------------------------------------------------------------------------


def path_of(tables: Tables, told: Array, variable: Array) -> Array:
    """The planes of the path, `[..., 10]`."""
    most = max(len(tiles) for tiles in tables.tiles)
    blank = tables.faces[0]
    shown = [
        [tables.faces[tile.face] for tile in tables.tiles[space]]
        + [blank] * (most - len(tables.tiles[space]))
        for space in range(1, LAUNCHPAD)
    ]
    place = jnp.maximum(told, 0) + np.arange(LAST_SPACE) * most
    planes = []
    for number, bits in enumerate((COLOUR_PLANES, KIND_PLANES, AMOUNT_PLANES)):
        values = looked_up([[max(face[number], 0) for face in faces] for faces in shown], place)
        for bit in range(len(bits)):
            planes.append(((values >> bit & 1) << np.arange(1, LAUNCHPAD)).sum(-1))
    printed = np.array(planes_of([tables.faces[face] for face in tables.printed]), np.int32)
    return jnp.where(variable[..., None], jnp.stack(planes, axis=-1), printed)
