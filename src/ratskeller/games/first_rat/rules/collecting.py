"""Step 2: what the spaces give that rats have just moved to."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.games.first_rat.rules.burrow import walk
from ratskeller.games.first_rat.rules.changes import Record
from ratskeller.games.first_rat.rules.scoring import place_marker
from ratskeller.games.first_rat.rules.state import (
    ARNOLD,
    BULB,
    BULB_PACK,
    CHEESE,
    CHEESE_PACK,
    COLLECT,
    CORE,
    CORE_PACK,
    DRINK,
    EXTRA,
    GOODS,
    GREEN,
    GREEN_PACK,
    KINDS,
    LAUNCHPAD,
    LIGHTS,
    NO_KIND,
    ORANGE,
    ORANGE_PACK,
    RATS,
    Action,
    BulbsLost,
    Collect,
    Drink,
    DrinkSaved,
    DrinkUsed,
    Extra,
    ExtraChosen,
    Gained,
    GoodsLeft,
    Kind,
    Leave,
    LightMoved,
    MovingDone,
    Space,
    State,
)
from ratskeller.games.first_rat.rules.tables import Tables

LIGHT_BONUS: Final = 1  # for a lit space (FR-21)
ARNOLD_BONUS: Final = 1  # for his space (FR-67)
COLOUR_BONUS: Final = 1  # of a colour backpack, in all (FR-23)
KIND_BONUS: Final = 2  # of a bulb, core or cheese backpack, in all (FR-23)

_KIND_PACKS: Final = ((BULB_PACK, BULB), (CORE_PACK, CORE), (CHEESE_PACK, CHEESE))
_COLOUR_PACKS: Final = ((ORANGE_PACK, ORANGE), (GREEN_PACK, GREEN))

COLLECT_ALL: Final = Collect()
LEAVE: Final = tuple(Leave(space) for space in range(LAUNCHPAD))
EXTRAS: Final = tuple(Extra(kind) for kind in range(len(KINDS)))
DRINKS: Final = (Drink(use=True), Drink(use=False))


Reason: TypeAlias = Literal["space", "light", "pack", "arnold"]
Share: TypeAlias = tuple[Kind, int, Reason, int]
"""A part of the yield: kind, amount, reason, and the space or the backpack it comes from."""


# --- what can be had ---------------------------------------------------------------------------


def collected_spaces(state: State) -> list[Space]:
    """Path spaces that the mover's rats moved to this turn and that are not left (FR-20)."""
    first, rats, walked, left = RATS * state.mover, state.rats, state.walked, state.left
    return [
        rats[first + n]
        for n in range(RATS)
        if walked[n] and rats[first + n] < LAUNCHPAD and not left >> rats[first + n] & 1
    ]


def harvest(tables: Tables, state: State) -> list[Share]:
    """The whole yield before an energy drink, share by share: spaces, lights as they burn at the
    beginning of the step, Arnold, backpacks (FR-20, FR-21, FR-23, FR-67).
    """
    first = RATS * state.mover
    rats, walked, left, faces = state.rats, state.walked, state.left, tables.faces
    light, lit_at = state.light[state.mover], tables.lit_at[state.lit]
    arnold = state.tokens[ARNOLD]
    shares: list[Share] = []
    for n in range(RATS):
        if not walked[n]:
            continue
        space = rats[first + n]
        if space == LAUNCHPAD or left >> space & 1:
            continue
        _, kind, amount = faces[state.path[space]]
        shares.append((kind, amount, "space", space))
        if light >= lit_at[space]:
            shares.append((kind, LIGHT_BONUS, "light", space))
        if arnold == first + n:
            shares.append((kind, ARNOLD_BONUS, "arnold", space))
    packs = state.packs[state.mover]
    if packs and shares:
        kinds = {share[0] for share in shares}
        for pack, kind in _KIND_PACKS:
            if packs >> pack & 1 and kind in kinds:
                shares.append((kind, KIND_BONUS, "pack", pack))
        if state.extra != NO_KIND:
            pack = working_colour_pack(tables, state)
            shares.append((state.extra, COLOUR_BONUS, "pack", pack))
    return shares


def working_colour_pack(tables: Tables, state: State) -> int:
    """The colour backpack that adds to this collection, or -1. Never both, even where green and
    orange mix: what they add is the same (FR-23, FR-63).
    """
    packs = state.packs[state.mover]
    colours = [tables.faces[state.path[space]].colour for space in collected_spaces(state)]
    for pack, colour in _COLOUR_PACKS:
        if packs >> pack & 1 and colour in colours:
            return pack
    return -1


def kinds_collected(tables: Tables, state: State) -> list[Kind]:
    kinds = {tables.faces[state.path[space]].kind for space in collected_spaces(state)}
    return sorted(kinds)


def legal_collect(state: State) -> list[Action]:
    """Take the rest, or leave another space (FR-20)."""
    return [COLLECT_ALL, *[LEAVE[space] for space in collected_spaces(state)]]


def legal_extra(tables: Tables, state: State) -> list[Action]:
    """A kind that is collected this turn (FR-23)."""
    return [EXTRAS[kind] for kind in kinds_collected(tables, state)]


# --- the questions, in order -------------------------------------------------------------------


def play_collect(tables: Tables, state: State, _: Collect, record: Record) -> State:
    if record:
        record(MovingDone(state.mover, tuple(collected_spaces(state))), state)
    return ask_extra(tables, state, record)


def play_leave(tables: Tables, state: State, action: Leave, record: Record) -> State:
    """Decline one landed space as a whole (FR-20)."""
    state = replace(state, left=state.left | 1 << action.space, phase=COLLECT)
    if record:
        record(GoodsLeft(state.mover, action.space), state)
    return state if collected_spaces(state) else walk(tables, state, record)


def ask_extra(tables: Tables, state: State, record: Record) -> State:
    """The kind of the colour backpack's extra, where there is a choice (FR-23, FR-85)."""
    if state.packs[state.mover] and working_colour_pack(tables, state) >= 0:
        kinds = kinds_collected(tables, state)
        if len(kinds) > 1:
            return replace(state, phase=EXTRA)
        state = replace(state, extra=kinds[0])
    return ask_drink(tables, state, record)


def play_extra(tables: Tables, state: State, action: Extra, record: Record) -> State:
    state = replace(state, extra=action.kind)
    if record:
        record(ExtraChosen(state.mover, action.kind), state)
    return ask_drink(tables, state, record)


def ask_drink(tables: Tables, state: State, record: Record) -> State:
    """Whether to drink, with a drink and something to double (FR-24, FR-85)."""
    shares = harvest(tables, state)
    if shares and state.drinks[state.mover]:
        return replace(state, phase=DRINK)
    return take(tables, state, shares, record, doubled=False)


def play_drink(tables: Tables, state: State, action: Drink, record: Record) -> State:
    """A drink doubles everything but the Launchpad's reward, and stays one's own, face down
    (FR-24).
    """
    seat = state.mover
    shares = harvest(tables, state)
    if action.use:
        state = replace(
            state, drinks=add(state.drinks, seat, -1), empties=add(state.empties, seat, 1)
        )
    if record:
        record(DrinkUsed(seat) if action.use else DrinkSaved(seat), state)
    return take(tables, state, shares, record, doubled=action.use)


# --- taking ------------------------------------------------------------------------------------


def take(
    tables: Tables, state: State, shares: list[Share], record: Record, *, doubled: bool
) -> State:
    """First the goods, then the bulbs, then the cores (FR-31)."""
    if not shares:
        return walk(tables, state, record)
    seat = state.mover
    goods = list(state.goods)
    yields = [0] * len(KINDS)
    for kind, amount, reason, source in shares:
        yields[kind] += amount
        if kind < GOODS:
            goods[GOODS * seat + kind] += amount
        if record:
            state = replace(state, goods=tuple(goods))
            record(Gained(seat, kind, amount, reason, source), state)
    if doubled:
        for kind, amount in enumerate(yields):
            if not amount:
                continue
            yields[kind] += amount
            if kind < GOODS:
                goods[GOODS * seat + kind] += amount
            if record:
                state = replace(state, goods=tuple(goods))
                record(Gained(seat, kind, amount, "drink", -1), state)
    state = replace(state, goods=tuple(goods), cores=yields[CORE])
    if yields[BULB]:
        state = light_up(tables, state, yields[BULB], record)
    return walk(tables, state, record)


def light_up(tables: Tables, state: State, bulbs: int, record: Record) -> State:
    """The light marker goes on; each construction light on its way is marked at once, and what
    would lead past the end of the string is lost (FR-26).
    """
    seat = state.mover
    origin = state.light[seat]
    goal = min(origin + bulbs, tables.light_end)
    stops = [light for light in tables.construction if origin < light <= goal]
    if not stops or stops[-1] < goal:
        stops.append(goal)
    for stop in stops:
        before = state.light[seat]
        if stop == before:  # at the end already
            continue
        state = replace(state, light=put(state.light, seat, stop))
        if record:
            record(LightMoved(seat, before, stop), state)
        if stop in tables.construction:
            state = place_marker(tables, state, LIGHTS, record)
    if record and goal < origin + bulbs:
        record(BulbsLost(seat, origin + bulbs - goal), state)
    return state
