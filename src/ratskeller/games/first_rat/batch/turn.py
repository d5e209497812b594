"""The rules of First Rat for many matches at once: one decision with all that follows (`rules.turn`).

Every step of a turn hands on to the next as soon as there is nothing to decide. So a decision is carried out, and then
all steps after it come in their order, each for the matches that have got there:

    moving -> collecting -> burrow -> Launchpad -> booths -> building

Only in moving can one thing follow upon another several times: rats that push one another on, each with one way to go.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.choice import for_few, handed_on
from ratskeller.batch.nibbles import bits_set, get, lowest_bit, one_at
from ratskeller.games.first_rat.batch import moving
from ratskeller.games.first_rat.batch.atlas import (
    AT_FORK,
    AT_LIBRARY,
    CORE_BITS,
    NODE_BITS,
    Atlas,
)
from ratskeller.games.first_rat.batch.scoring import PointRules, board_rocket, place_markers
from ratskeller.games.first_rat.batch.table import (
    AMOUNT_PLANES,
    COLOUR_PLANES,
    KIND_PLANES,
    STUCK,
    Packed,
    RatFamily,
    first_of,
    has,
    in_columns,
    looked_up,
    row_of,
    set_of,
    shown_at,
    united,
    with_entry,
    with_row,
)
from ratskeller.games.first_rat.rules.collecting import (
    ARNOLD_BONUS,
    COLOUR_BONUS,
    KIND_BONUS,
    LIGHT_BONUS,
)
from ratskeller.games.first_rat.rules.state import (
    ARNOLD,
    BOOTH,
    BOOTHS,
    BULB,
    BULB_PACK,
    CARGO,
    CHEESE,
    CHEESE_PACK,
    COCKPIT,
    COLLECT,
    COMIC,
    COMICS,
    CORE,
    CORE_PACK,
    CROW,
    DISCOUNT,
    DRINK,
    ENERGY_DRINK,
    EXTRA,
    FIRST_CAP,
    FORK,
    FROG,
    GOODS,
    GREEN,
    GREEN_PACK,
    HAMSTER,
    ITEMS,
    KINDS,
    LAUNCHPAD,
    LIGHTS,
    MATERIALS,
    MOVE,
    NEIL,
    NO_KIND,
    NURSERY,
    ORANGE,
    ORANGE_PACK,
    OVER,
    PACKS,
    PARTS,
    PROVISIONS,
    RAISE,
    RATS,
    RATWOMAN,
    REWARD,
    ROCKET,
    SCORE,
    START,
    STORED_FOOD,
    SUPER_RATS,
    THRUSTER,
)

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array
except ModuleNotFoundError as missing:
    raise lacking(missing) from None


class Yard(NamedTuple):
    """What the rules hang on beside a table."""

    atlas: Atlas
    sheet: PointRules
    places: ActionPlaces


class ActionPlaces(NamedTuple):
    """Where each family of actions begins in the product's index space."""

    ways: int  # of each rat, from 0
    take: int
    drink: int  # and not
    fork: int  # up, on
    no_comic: int
    wake: int  # raise, and not
    reward: int  # a rat, an award
    pass_: int
    donate: int
    end: int
    extra: int
    leave: int  # space 1
    buy: int
    steal: int
    build: int  # parts, then parts by what is saved
    comic: int
    token: int  # comic by rat
    chance: int


# --- one decision --------------------------------------------------------------------------------


def step(yard: Yard, table: Packed, action: Array) -> Packed:
    """Carry the decision out, and all that follows without a question."""
    row = handed_on(row_of(table.rows, table.mover))
    phase, index = table.phase, yard.places
    table, row, stops = handed_on(
        move(yard, table, row, (phase == MOVE) & (action < index.take), action)
    )
    may_take = (phase == MOVE) | (phase == COLLECT)
    takes = may_take & (action == index.take)
    leaves = may_take & (action >= index.leave) & (action < index.buy)
    table = table._replace(
        left=jnp.where(leaves, table.left | 1 << action - index.leave + 1, table.left),
        phase=jnp.where(leaves, COLLECT, table.phase),
        extra=jnp.where(phase == EXTRA, action - index.extra, table.extra),
    )
    declined = leaves & ~collected(table, row).any(-1)

    table, thirsty = ask_extra(table, row, stops | takes)
    table, gathers = ask_drink(table, row, thirsty | (phase == EXTRA))
    drinks = (phase == DRINK) & (action == index.drink)
    row = row._replace(drinks=row.drinks - drinks, empties=row.empties + drinks)
    table, row = handed_on(gather(yard, table, row, gathers | (phase == DRINK), drinks))

    table, row = handed_on(take_comic(yard, table, row, phase == COMIC, action))
    row = wake(row, (phase == RAISE) & (action == index.wake))
    walks = declined | gathers | (phase == DRINK) | (phase == COMIC) | (phase == RAISE)
    table, row, arrived = handed_on(
        burrow(yard, table, row, walks, phase == FORK, action == index.fork)
    )

    table, row, rewarded = handed_on(reward(yard, table, row, arrived))
    chosen = phase == REWARD
    row = wake(row, chosen & (action == index.reward))
    row = row._replace(awards=row.awards + (chosen & (action == index.reward + 1)))

    table = open_booths(yard, table, row, rewarded | chosen)
    table, row = handed_on(shop(yard, table, row, phase == BOOTH, action))
    table = shop_on(yard, table, row, rewarded | chosen | (phase == BOOTH))

    table, row = handed_on(build(yard, table, row, phase == SCORE, action))
    ends = (phase == SCORE) & (action == index.end)
    table, row = handed_on(board_rocket(yard.sheet, table, row, ends))
    table = table._replace(rows=with_row(table.rows, table.mover, row))
    return end_turn(yard, handed_on(table), ends)


# --- moving --------------------------------------------------------------------------------------


def move(
    yard: Yard, table: Packed, row: RatFamily, due: Array, action: Array
) -> tuple[Packed, RatFamily, Array]:
    """A rat walks, and others that have but one way go on; True where nothing is left but to collect."""
    atlas, ways = yard.atlas, yard.places.ways
    way = jnp.where(due, action % ways, 0)
    chain, space = looked_up(atlas.way_chain, way), looked_up(atlas.way_space, way)
    table, row = moving.walk(atlas, table, row, due, action // ways, chain, space)

    def follow(run: tuple[Packed, RatFamily, Array]) -> tuple[Array, tuple[Any, ...]]:
        table, row, _ = run
        halt = moving.go_on(atlas, table, row)
        table, row = moving.walk(atlas, table, row, halt.walks, halt.rat, halt.chain, halt.space)
        return halt.walks, (table, row, halt.collects)

    owed, goods = moving.pressed(table, row)
    return for_few(due & (owed | ~goods), follow, (table, row, due & False))


# --- collecting ----------------------------------------------------------------------------------


def collected(table: Packed, row: RatFamily) -> Array:
    """Whether each rat moved this turn to a space of the path that is not left (FR-20), `[..., 4]`."""
    left = table.left[..., None] >> row.rats & 1
    return (table.walked > 0) & (row.rats < LAUNCHPAD) & (left == 0)


def kinds_collected(table: Packed, row: RatFamily) -> Array:
    """A mask of kinds."""
    kinds = shown_at(table.path, KIND_PLANES, row.rats)
    return united(jnp.where(collected(table, row), 1 << kinds, 0))


def ask_extra(table: Packed, row: RatFamily, due: Array) -> tuple[Packed, Array]:
    """The kind of the colour backpack's extra, where there is a choice (FR-23); True where that is done."""
    colours = shown_at(table.path, COLOUR_PLANES, row.rats)
    shown = united(jnp.where(collected(table, row), 1 << colours, 0))
    works = (has(row.packs, ORANGE_PACK) & has(shown, ORANGE)) | (
        has(row.packs, GREEN_PACK) & has(shown, GREEN)
    )
    kinds = kinds_collected(table, row)
    asks = due & works & (bits_set(kinds) > 1)
    only = due & works & ~asks
    table = table._replace(
        phase=jnp.where(asks, EXTRA, table.phase),
        extra=jnp.where(only, lowest_bit(kinds), table.extra),
    )
    return table, due & ~asks


def ask_drink(table: Packed, row: RatFamily, due: Array) -> tuple[Packed, Array]:
    """Whether to drink, with a drink and something to double (FR-24); True where nothing is asked."""
    asks = due & collected(table, row).any(-1) & (row.drinks > 0)
    return table._replace(phase=jnp.where(asks, DRINK, table.phase)), due & ~asks


def harvest(yard: Yard, table: Packed, row: RatFamily) -> Array:
    """The whole yield before an energy drink, by kind (FR-20, FR-21, FR-23, FR-67), `[..., 7]`."""
    gets = collected(table, row)
    kinds = shown_at(table.path, KIND_PLANES, row.rats)
    amounts = shown_at(table.path, AMOUNT_PLANES, row.rats)
    lit_at = yard.atlas.lit_at
    lit = row.light[..., None] >= looked_up(
        lit_at, table.lit[..., None] * lit_at.shape[1] + row.rats
    )
    own = RATS * table.mover[..., None] + moving.RAT
    arnold = table.tokens[..., ARNOLD, None] == own
    amounts = jnp.where(gets, amounts + LIGHT_BONUS * lit + ARNOLD_BONUS * arnold, 0)
    kind = np.arange(len(KINDS))
    yields = jnp.where(kinds[..., None] == kind, amounts[..., None], 0).sum(-2)
    packs = np.array([CHEESE_PACK if k == CHEESE else BULB_PACK if k == BULB else CORE_PACK if k == CORE else 31 for k in kind])  # fmt: skip
    packed = (row.packs[..., None] >> packs & 1 != 0) & (yields > 0)
    extra = (table.extra[..., None] == kind) & gets.any(-1, keepdims=True)
    return yields + KIND_BONUS * packed + COLOUR_BONUS * extra


def gather(
    yard: Yard, table: Packed, row: RatFamily, due: Array, doubled: Array
) -> tuple[Packed, RatFamily]:
    """First the goods, then the bulbs, then the cores (FR-31)."""
    yields = harvest(yard, table, row) << doubled.astype(jnp.int32)[..., None]
    yields = jnp.where(due[..., None], yields, 0)
    row = row._replace(goods=row.goods + yields[..., :GOODS])
    table = table._replace(cores=table.cores + yields[..., CORE])
    return light_up(yard, table, row, yields[..., BULB])


def light_up(yard: Yard, table: Packed, row: RatFamily, bulbs: Array) -> tuple[Packed, RatFamily]:
    """The light marker goes on; each construction light on its way is marked (FR-26)."""
    tables = yard.sheet.tables
    goal = jnp.minimum(row.light + bulbs, tables.light_end)
    lights = np.array(tables.construction, np.int32)
    passed = (row.light[..., None] < lights) & (lights <= goal[..., None])
    row = row._replace(light=goal)
    return place_markers(yard.sheet, table, row, LIGHTS, passed.sum(-1))


# --- the burrow and the Launchpad ----------------------------------------------------------------


def sleepers(row: RatFamily) -> Array:
    return row.rats == NURSERY


def wake(row: RatFamily, due: Array) -> RatFamily:
    """The first sleeper leaves the Nursery (FR-25, FR-29)."""
    wakes = first_of(sleepers(row)) & due[..., None]
    return row._replace(rats=jnp.where(wakes, START, row.rats))


def take_comic(
    yard: Yard, table: Packed, row: RatFamily, due: Array, action: Array
) -> tuple[Packed, RatFamily]:
    """A comic from the Library, a super rat's with its token (FR-28, FR-64)."""
    index = yard.places
    given = due & (action >= index.token) & (action < index.chance)
    takes = given | (due & (action >= index.comic) & (action < index.token))
    comic = jnp.where(given, (action - index.token) // RATS, action - index.comic)
    bit = jnp.where(takes, 1 << comic, 0)
    rat = RATS * table.mover + (action - index.token) % RATS
    table = table._replace(
        library=table.library & ~bit,
        fresh=table.fresh | bit,
        tokens=with_entry(table.tokens, comic, rat, given),
    )
    return table, row._replace(comics=row.comics | bit)


def burrow(
    yard: Yard, table: Packed, row: RatFamily, walks: Array, forks: Array, up: Array
) -> tuple[Packed, RatFamily, Array]:
    """One node for each apple core, until there is something to decide (FR-27); True where the walk is over."""
    atlas = yard.atlas
    nodes = atlas.exits.shape[1]
    way = jnp.where(up, 0, nodes) + row.burrow
    node = jnp.where(forks, looked_up(atlas.exits, way), row.burrow)
    cores = table.cores - forks
    flags = (table.library != 0) + 2 * sleepers(row).any(-1)
    place = ((forks * nodes + node) * (atlas.most_cores + 1) + cores) * 4 + flags
    stop = looked_up(atlas.burrow, place)
    due = walks | forks
    cores = stop >> NODE_BITS & (1 << CORE_BITS) - 1
    why = stop >> NODE_BITS + CORE_BITS & 3
    food = stop >> NODE_BITS + CORE_BITS + 2
    row = row._replace(burrow=jnp.where(due, stop & (1 << NODE_BITS) - 1, row.burrow))
    asked = jnp.where(why == AT_FORK, FORK, jnp.where(why == AT_LIBRARY, COMIC, RAISE))
    stops = due & (why != 0)
    table = table._replace(
        cores=jnp.where(due, cores, table.cores), phase=jnp.where(stops, asked, table.phase)
    )
    table, row = place_markers(yard.sheet, table, row, STORED_FOOD, jnp.where(due, food, 0))
    return table, row, due & (why == 0)


def reward(
    yard: Yard, table: Packed, row: RatFamily, due: Array
) -> tuple[Packed, RatFamily, Array]:
    """Whoever reached the Launchpad gets an award or wakes a rat (FR-25); True where nothing is asked."""
    reached = due & (row.rats == LAUNCHPAD).any(-1)
    given = in_columns(table.rows).awards.sum(-1)  # the mover's have not changed in this step
    award = given < yard.sheet.tables.box.setup.awards
    sleeper = sleepers(row).any(-1)
    asks = reached & award & sleeper
    row = row._replace(awards=row.awards + (reached & award & ~sleeper))
    row = wake(row, reached & ~award & sleeper)
    return table._replace(phase=jnp.where(asks, REWARD, table.phase)), row, due & ~asks


# --- booths --------------------------------------------------------------------------------------


class Shopping(NamedTuple):
    """What the mover can have, as masks of items."""

    buys: Array
    steals: Array


def open_booths(yard: Yard, table: Packed, row: RatFamily, due: Array) -> Packed:
    """The booths where rats of the mover ended their moves of this turn (FR-40)."""
    found = jnp.where(table.walked > 0, looked_up(yard.atlas.booth_at, row.rats), 0)
    return table._replace(booths=jnp.where(due, united(found), table.booths))


def shopping(yard: Yard, table: Packed, row: RatFamily) -> Shopping:
    """Items of booths that are still open (FR-40, FR-41, FR-42)."""
    tables = yard.sheet.tables
    stocked = [jnp.where(get(table.shelf_packs, pack) > 0, 1 << pack, 0) for pack in range(len(PACKS))]  # fmt: skip
    for_sale = {
        HAMSTER: united(jnp.stack(stocked, axis=-1)) & ~row.packs,
        FROG: jnp.where(table.shelf_drinks > 0, 1 << ENERGY_DRINK, 0),
        CROW: table.shelf_caps << FIRST_CAP,
    }
    buys, steals = jnp.zeros_like(table.booths), jnp.zeros_like(table.booths)
    for booth in range(len(BOOTHS)):
        items = jnp.where(has(table.booths, booth), for_sale[booth], 0)
        rat = customer(yard, row, booth)
        free = token_works(table, RATWOMAN, rat)
        can_buy = (row.goods[..., CHEESE] >= tables.prices[booth]) | free
        can_steal = ~(token_works(table, NEIL, rat) | free)
        buys |= jnp.where(can_buy, items, 0)
        steals |= jnp.where(can_steal, items, 0)
    return Shopping(buys, steals)


def customer(yard: Yard, row: RatFamily, booth: int) -> Array:
    """The mover's rat at a booth, `[..., 4]`."""
    return first_of(row.rats == yard.sheet.tables.booth_spaces[booth])


def token_works(table: Packed, token: int, rat: Array) -> Array:
    """A token taken this turn neither helps nor forbids anything yet (FR-28)."""
    own = RATS * table.mover[..., None] + moving.RAT
    carries = (rat & (table.tokens[..., token, None] == own)).any(-1)
    return carries & ~has(table.fresh, token)


def shop_on(yard: Yard, table: Packed, row: RatFamily, due: Array) -> Packed:
    """Ask while an open booth has something that the mover can have; then on to step 4."""
    offer = shopping(yard, table, row)
    asks = due & (offer.buys | offer.steals != 0)
    done = due & ~asks
    return table._replace(
        phase=jnp.where(asks, BOOTH, jnp.where(done, SCORE, table.phase)),
        booths=jnp.where(done, 0, table.booths),
    )


def shop(
    yard: Yard, table: Packed, row: RatFamily, due: Array, action: Array
) -> tuple[Packed, RatFamily]:
    """Pay cheese for an item, or run back to Start with it, or pass (FR-40, FR-41)."""
    tables, index = yard.sheet.tables, yard.places
    buys = due & (action >= index.buy) & (action < index.steal)
    steals = due & (action >= index.steal) & (action < index.steal + ITEMS)
    item = jnp.where(buys, action - index.buy, action - index.steal)
    item = jnp.where(buys | steals, item, -1)
    passes = due & ~buys & ~steals
    booth = jnp.where(item < ENERGY_DRINK, HAMSTER, jnp.where(item == ENERGY_DRINK, FROG, CROW))
    price, rats = jnp.zeros_like(item), row.rats
    for number in range(len(BOOTHS)):
        here = (item >= 0) & (booth == number)
        rat = customer(yard, row, number)
        pays = here & buys & ~token_works(table, RATWOMAN, rat)
        price = jnp.where(pays, tables.prices[number], price)
        rats = jnp.where(rat & (here & steals)[..., None], START, rats)
    pack = (item >= 0) & (item < ENERGY_DRINK)
    drink = item == ENERGY_DRINK
    cap = jnp.where(item >= FIRST_CAP, 1 << jnp.maximum(item - FIRST_CAP, 0), 0)
    closed = jnp.where(item >= 0, 1 << booth, 0)
    table = table._replace(
        shelf_packs=table.shelf_packs - jnp.where(pack, one_at(jnp.maximum(item, 0)), 0),
        shelf_drinks=table.shelf_drinks - drink,
        shelf_caps=table.shelf_caps & ~cap,
        booths=jnp.where(passes, 0, table.booths & ~closed),
    )
    paid = jnp.where(np.arange(GOODS) == CHEESE, price[..., None], 0)
    row = row._replace(
        rats=rats,
        goods=row.goods - paid,
        packs=row.packs | jnp.where(pack, 1 << jnp.maximum(item, 0), 0),
        drinks=row.drinks + drink,
        caps=row.caps | cap,
    )
    return table, row


# --- building ------------------------------------------------------------------------------------


def complete_sets(row: RatFamily) -> Array:
    parts = [get(row.pieces, part) for part in (THRUSTER, CARGO, COCKPIT)]
    return jnp.minimum(jnp.minimum(parts[0], parts[1]), parts[2])


def build(
    yard: Yard, table: Packed, row: RatFamily, due: Array, action: Array
) -> tuple[Packed, RatFamily]:
    """Pay for a part or for provisions, and mark it (FR-50); a complete set is marked, too (FR-52)."""
    index, sheet = yard.places, yard.sheet
    builds = due & (action >= index.build) & (action < index.comic)
    donates = due & (action == index.donate)
    number = jnp.where(builds, action - index.build, 0)
    cost = looked_up(yard.atlas.prices, number[..., None] * GOODS + np.arange(GOODS))
    gift = jnp.where(np.arange(GOODS) == CHEESE, sheet.tables.donation, 0)
    cost = jnp.where(builds[..., None], cost, jnp.where(donates[..., None], gift, 0))
    row = row._replace(goods=row.goods - cost)
    saved = number - len(PARTS)
    built = jnp.where(saved < 0, number, saved // len(MATERIALS))
    sets = complete_sets(row)
    for place, part in enumerate(PARTS):
        marks = builds & (built == place)
        table, row = place_markers(sheet, table, row, part, marks.astype(jnp.int32))
    completes = (complete_sets(row) > sets).astype(jnp.int32)
    table, row = place_markers(sheet, table, row, ROCKET, completes)
    return place_markers(sheet, table, row, PROVISIONS, donates.astype(jnp.int32))


def end_turn(yard: Yard, table: Packed, due: Array) -> Packed:
    """The next seat is on; after the last, another round, or the end (FR-51, FR-80, FR-83)."""
    sheet = yard.sheet
    seats, setup = sheet.seats, sheet.tables.box.setup
    last = due & (table.mover == seats - 1)
    over = last & (table.last_round == table.round)
    stuck = last & (table.last_round == 0) & (table.still >= seats)
    over |= stuck
    again = last & ~over
    number = table.round + again
    extra = again & (table.last_round == number)
    columns = np.arange(RatFamily.width()) == RatFamily.width() - 2  # the markers
    rows = jnp.where(columns & extra[..., None, None], table.rows + setup.extra_markers, table.rows)
    begins = due & ~over
    mover = jnp.where(begins, jnp.where(last, 0, table.mover + 1), table.mover)
    can_move = (row_of(rows, mover).rats < LAUNCHPAD).any(-1)
    still = jnp.where(can_move, 0, table.still + 1)
    phase = jnp.where(can_move, MOVE, SCORE)
    return table._replace(
        rows=rows,
        round=number,
        mover=mover,
        phase=jnp.where(over, OVER, jnp.where(begins, phase, table.phase)),
        still=jnp.where(begins, still, table.still),
        ending=jnp.where(stuck, STUCK, table.ending),
        walked=jnp.where(due[..., None], 0, table.walked),
        left=jnp.where(due, 0, table.left),
        extra=jnp.where(due, NO_KIND, table.extra),
        fresh=jnp.where(due, 0, table.fresh),
    )


# --- what is legal -------------------------------------------------------------------------------


SINGLES: Final = 13  # from `take` to `end`
FAMILIES: Final = (
    SINGLES,
    len(KINDS),
    LAUNCHPAD - 1,
    ITEMS,
    ITEMS,
    len(PARTS),
    len(PARTS) * len(MATERIALS),
    len(COMICS),
    SUPER_RATS * RATS,
)
"""How many actions there are of each family, in the order of the index, after the moves."""


class LegalMasks(NamedTuple):
    """All that may be done."""

    moves: Array  # [..., 4, chains] masks of spaces
    others: Array  # [..., families] masks


def offer(yard: Yard, table: Packed) -> LegalMasks:
    row = handed_on(row_of(table.rows, table.mover))
    phase = table.phase
    moves = moving.legal_moves(yard.atlas, table, row)
    moves = jnp.where((phase == MOVE)[..., None, None], moves, 0)
    owed = moving.going(table, row).owes.any(-1)
    stops = (phase == COLLECT) | ((phase == MOVE) & (table.walked > 0).any(-1) & ~owed)
    gets = collected(table, row)
    leaves = jnp.where(stops, united(jnp.where(gets, 1 << row.rats, 0)) >> 1, 0)
    wares = shopping(yard, table, row)
    shops = phase == BOOTH
    scores, marks = phase == SCORE, row.markers > 0
    donates = scores & marks & (row.goods[..., CHEESE] >= yard.sheet.tables.donation)
    drink, fork, comic, wakes, rewards = (
        phase == asked for asked in (DRINK, FORK, COMIC, RAISE, REWARD)
    )
    singles = [stops, drink, drink, fork, fork, comic, wakes, wakes, rewards, rewards]
    singles += [shops, donates, scores]
    plain, reduced = builds(yard, row)
    discount = has(row.comics & ~table.fresh, DISCOUNT)
    may_build = scores & marks
    comics, tokens = comic_choices(table, row)
    others = [
        set_of(jnp.stack(singles, axis=-1)),
        jnp.where(phase == EXTRA, kinds_collected(table, row), 0),
        leaves,
        jnp.where(shops, wares.buys, 0),
        jnp.where(shops, wares.steals, 0),
        jnp.where(may_build & ~discount, plain, 0),
        jnp.where(may_build & discount, reduced, 0),
        jnp.where(comic, comics, 0),
        jnp.where(comic, tokens, 0),
    ]
    return LegalMasks(moves, jnp.stack(others, axis=-1))


def builds(yard: Yard, row: RatFamily) -> tuple[Array, Array]:
    """What the mover can pay at full price, and with the comic (FR-50, FR-53)."""
    can = (row.goods[..., None, :] >= yard.atlas.prices).all(-1)
    return set_of(can[..., : len(PARTS)]), set_of(can[..., len(PARTS) :])


def comic_choices(table: Packed, row: RatFamily) -> tuple[Array, Array]:
    """Comics without a token, and each super rat's by who can carry it (FR-28, FR-64)."""
    awake = (row.rats <= LAUNCHPAD) & ~moving.is_twin(table, row)
    rats = set_of(awake)
    supers = (1 << SUPER_RATS) - 1
    bare = jnp.where(rats == 0, table.library, table.library & ~supers)
    tokens = [jnp.where(has(table.library, n), rats << RATS * n, 0) for n in range(SUPER_RATS)]
    return bare, united(jnp.stack(tokens, axis=-1))
