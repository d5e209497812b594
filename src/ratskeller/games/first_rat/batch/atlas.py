"""The junkyard as constant arrays: every walk there is, by pace, space and chain of shortcuts.

A mask has a bit for each space, a *set of chains* one for each way to combine shortcuts (`Tables.chains`). Walks
only go forward. So when rats push one another on, each landing where the next one stands, their legs lie one after
the other, and all shortcuts they take are one chain again: what the whole relay costs is the toll of that chain.

    reach[pace, space, chain]     where a rat can go by all shortcuts of the chain
    onward[pace, space, chain]    the same by those that lie ahead; nothing where the chain leaps over the space
    edges[pace, from, to]         the chains by whose shortcuts in between a rat gets from one space to another
    begun[space, chain]           the chains that a walk to the space by this one can go on to be
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ratskeller.games.first_rat.rules.collecting import (
    ARNOLD_BONUS,
    COLOUR_BONUS,
    KIND_BONUS,
    LIGHT_BONUS,
)
from ratskeller.games.first_rat.rules.moving import ALONE, LEGS_EXTRA, LOLA_EXTRA, TOGETHER
from ratskeller.games.first_rat.rules.state import (
    CORE,
    GOODS,
    LAST_SPACE,
    LAUNCHPAD,
    MATERIALS,
    PARTS,
    RATS,
    ROCKET_SHIP,
    Build,
)
from ratskeller.games.first_rat.rules.tables import LARDER, LIBRARY, NURSERY_DOOR, Tables

Numbers: TypeAlias = NDArray[np.int32]

SPACES: Final = ROCKET_SHIP + 1
PATH: Final = (1 << LAUNCHPAD) - 2  # mask of spaces 1-26
ANYWHERE: Final = (1 << LAUNCHPAD + 1) - 2  # mask of spaces 1-27
PACES: Final = (*range(TOGETHER, ALONE + LOLA_EXTRA + 1), LAUNCHPAD)
assert TOGETHER + LEGS_EXTRA + LOLA_EXTRA in PACES

# Four amounts in a word, each with a bit above it that no amount reaches.
PURSE_BITS: Final = 7
PURSE_MOST: Final = (1 << PURSE_BITS - 1) - 1
PURSE_GUARDS: Final = sum(1 << PURSE_BITS * n + PURSE_BITS - 1 for n in range(len(MATERIALS)))

# Why a walk in the burrow stops, and how that is packed with where it does.
ARRIVED, AT_FORK, AT_LIBRARY, AT_NURSERY = range(4)
NODE_BITS: Final = 5
CORE_BITS: Final = 8
WAYS: Final = 2  # standing at a node, or just entering it


class Atlas(NamedTuple):
    chains: int
    reach: Numbers  # [paces, SPACES, chains]
    onward: Numbers  # [paces, SPACES, chains]
    edges: Numbers  # [paces, SPACES, SPACES]
    begun: Numbers  # [SPACES, chains]
    tolls: Numbers  # [4, chains] by which colours are free: a purse
    saved: Numbers  # [chains] spaces that need no step
    way_space: Numbers  # [ways] of `Tables.ways`, in the order of the index
    way_chain: Numbers  # [ways]
    lit_at: Numbers  # [2, SPACES]
    booth_at: Numbers  # [SPACES] mask
    exits: Numbers  # [2, nodes]
    burrow: (
        Numbers  # [2, nodes, cores + 1, 4] a walk, by whether comics are left and somebody sleeps
    )
    most_cores: int
    prices: Numbers  # [builds, GOODS] in the order of the index


@cache
def atlas_of(tables: Tables) -> Atlas:
    reach = _reach(tables)
    places = {via: number for number, via in enumerate(tables.chains)}
    most_cores = _most_cores(tables)
    return Atlas(
        chains=len(tables.chains),
        reach=reach,
        onward=_onward(tables, reach),
        edges=_edges(tables, reach),
        begun=_begun(tables),
        tolls=np.array(
            [[_purse(tolls[via]) for via in tables.chains] for tolls in tables.tolls], np.int32
        ),
        saved=np.array([tables.saved[via] for via in tables.chains], np.int32),
        way_space=np.array([space for space, _ in tables.ways], np.int32),
        way_chain=np.array([places[via] for _, via in tables.ways], np.int32),
        lit_at=np.array([[*row, *[row[0]] * (SPACES - len(row))] for row in tables.lit_at]),
        booth_at=np.array(
            [1 << booth if booth >= 0 else 0 for booth in tables.booth_at]
            + [0] * (SPACES - len(tables.booth_at))
        ),
        exits=np.array([[out[0] for out in tables.exits], [out[-1] for out in tables.exits]]),
        burrow=_burrow(tables, most_cores),
        most_cores=most_cores,
        prices=_prices(tables),
    )


def why_no_atlas(tables: Tables) -> str:
    """Why an owner's data do not fit the engine; nothing where they do."""
    if len(tables.chains) > 31:
        return "the engine knows shortcuts that can be combined in at most 31 ways"
    if len(tables.nodes) > 1 << NODE_BITS or _most_cores(tables) >= 1 << CORE_BITS:
        return "the engine knows burrows of at most 32 nodes, and yields of fewer than 256 cores"
    setup = tables.box.setup
    if setup.markers + setup.extra_markers > 15:
        return "the engine knows at most 15 markers of a seat, those of the last round included"
    if setup.copies > 15:
        return "the engine knows at most 15 backpacks of a kind"
    faces = [tiles for tiles in tables.tiles if len(tiles) > 7]
    if faces or max(tables.copies) > 15:
        return "the engine knows at most 7 different tiles of a letter, 15 of them alike"
    return ""


# --- walks ---------------------------------------------------------------------------------------


def _pipes(tables: Tables, via: int) -> list[tuple[int, int]]:
    """Entrance and exit of each shortcut of a chain."""
    pipes = list(tables.box.shortcuts.values())
    return [(p.entrance, p.exit) for n, p in enumerate(pipes) if via >> n & 1]


def _part(tables: Tables, via: int, start: int, end: int) -> int:
    """The shortcuts of a chain between two spaces."""
    pipes = list(tables.box.shortcuts.values())
    inside = [n for n, p in enumerate(pipes) if start <= p.entrance and p.exit <= end]
    return sum(1 << n for n in inside if via >> n & 1)


def _leaps_over(tables: Tables, via: int, space: int) -> bool:
    return any(entrance < space < out for entrance, out in _pipes(tables, via))


def _reach(tables: Tables) -> Numbers:
    found = np.zeros((len(PACES), SPACES, len(tables.chains)), np.int32)
    for pace, limit in enumerate(PACES):
        for space in range(LAST_SPACE + 1):
            for chain in range(len(tables.chains)):
                found[pace, space, chain] = tables.reach(space, limit, 1 << chain).spaces
    return found


def _onward(tables: Tables, reach: Numbers) -> Numbers:
    found = np.zeros_like(reach)
    for chain, via in enumerate(tables.chains):
        for space in range(LAST_SPACE + 1):
            if not _leaps_over(tables, via, space):
                ahead = tables.chains.index(_part(tables, via, space, LAUNCHPAD))
                found[:, space, chain] = reach[:, space, ahead]
    return found


def _edges(tables: Tables, reach: Numbers) -> Numbers:
    found = np.zeros((len(PACES), SPACES, SPACES), np.int32)
    for chain, via in enumerate(tables.chains):
        stops = [s for s in range(LAST_SPACE + 1) if not _leaps_over(tables, via, s)]
        for start in stops:
            for end in stops:
                between = tables.chains.index(_part(tables, via, start, end))
                there = reach[:, start, between] >> end & 1
                found[:, start, end] |= there << chain
    return found


def _begun(tables: Tables) -> Numbers:
    found = np.zeros((SPACES, len(tables.chains)), np.int32)
    for space in range(LAST_SPACE + 1):
        for chain, via in enumerate(tables.chains):
            if all(out <= space for _, out in _pipes(tables, via)):
                for whole, longer in enumerate(tables.chains):
                    rest = longer & ~via
                    if longer & via == via and _part(tables, rest, space, LAUNCHPAD) == rest:
                        found[space, chain] |= 1 << whole
    return found


def _purse(amounts: tuple[int, ...]) -> int:
    assert all(amount <= PURSE_MOST for amount in amounts)
    return sum(amount << PURSE_BITS * n for n, amount in enumerate(amounts))


# --- the burrow ----------------------------------------------------------------------------------


def _most_cores(tables: Tables) -> int:
    """That one turn can bring."""
    amount = max((face.amount for face in tables.faces if face.kind == CORE), default=0)
    each = amount + LIGHT_BONUS + ARNOLD_BONUS
    return 2 * (RATS * each + KIND_BONUS + COLOUR_BONUS)


def _burrow(tables: Tables, most_cores: int) -> Numbers:
    """Where a walk stops (FR-27): node, cores left, how often stored food was passed, and why."""
    found = np.zeros((WAYS, len(tables.nodes), most_cores + 1, 4), np.int32)
    for place in np.ndindex(found.shape):
        entering, node, cores, flags = place
        comics, sleeper = flags & 1, flags >> 1
        food = 0
        while True:
            effect = tables.effects[node] if entering else 0
            food += effect == LARDER
            if effect == LIBRARY and comics:
                why = AT_LIBRARY
                break
            if effect == NURSERY_DOOR and sleeper:
                why = AT_NURSERY
                break
            if not cores:
                why = ARRIVED
                break
            if len(tables.exits[node]) > 1:
                why = AT_FORK
                break
            node, cores, entering = tables.exits[node][0], cores - 1, 1
        found[place] = ((food << 2 | why) << CORE_BITS | cores) << NODE_BITS | node
    return found


# --- building ------------------------------------------------------------------------------------


def _prices(tables: Tables) -> Numbers:
    """Of every way to build, dearer than anything where there is no such way."""
    ways = [Build(part) for part in PARTS]
    ways += [Build(part, less) for part in PARTS for less in MATERIALS]
    found: Any = np.zeros((len(ways), GOODS), np.int32)
    for number, build in enumerate(ways):
        if build in tables.needs:
            for kind, amount in tables.needs[build]:
                found[number, kind] = amount
        else:
            found[number] = 1 << 30
    priced: Numbers = found
    return priced
