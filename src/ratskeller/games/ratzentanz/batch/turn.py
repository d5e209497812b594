"""A decision of Ratzentanz with all that follows from it (`rules.turn`, `rules.moving`, `rules.chips`).

What every kind of decision does is one of few things: a rat is set somewhere else, leaves its chip somewhere,
takes one. So a step first reads them off the action, then does them all at once, then goes on to the next
decision.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ratskeller.batch import lacking
from ratskeller.batch.choice import handed_on, worked_out
from ratskeller.batch.luck import NOT_DUE, Fate, Luck
from ratskeller.batch.nibbles import packed, side_by_side
from ratskeller.games.ratzentanz.batch import moving, symbols
from ratskeller.games.ratzentanz.batch.moving import RAT, SeatedTown, looked_up
from ratskeller.games.ratzentanz.batch.table import (
    CARRIED,
    FIVE,
    Packed,
    cap_in,
    entry,
    has,
    kinds_at,
    of_seat,
    picked,
    with_entry,
)
from ratskeller.games.ratzentanz.rules.data import Box
from ratskeller.games.ratzentanz.rules.state import (
    BETWEEN,
    CALL_HOME,
    DOUBLE,
    KINDS,
    MOVE,
    NO_RAT,
    NOWHERE,
    ORDER,
    OVER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    SYMBOLS,
    TAKE,
    THROW,
    TIED_ROUNDS,
)

try:
    import jax.numpy as jnp
    import numpy as np
    from jax import Array, lax
except ModuleNotFoundError as missing:
    raise lacking(missing) from None

NESTS: Final = 4
PIPS: Final = 6
ROUNDS: Final = 6  # of throws in a row that nobody can use, before luck is used twice


class Index(NamedTuple):
    """Where each kind of action begins in the product's index space (`rules.actions.catalogue`)."""

    handle: int
    walk: int
    sacrifice: int
    take: int
    cat: int
    piper: int
    home: int
    pass_: int


def index_of(ground: SeatedTown) -> Index:
    handle = 2
    walk = handle + RATS * (KINDS + 1)
    sacrifice = walk + RATS * 2 * ground.atlas.landings
    take = sacrifice + RATS * 2
    cat = take + KINDS + 1
    piper = cat + len(ground.atlas.storerooms)
    home = piper + len(ground.atlas.posts)
    return Index(handle, walk, sacrifice, take, cat, piper, home, home + NESTS * RATS)


# --- what may be done ------------------------------------------------------------------------------


def legal_words(ground: SeatedTown, table: Packed, size: int) -> tuple[Array, ...]:
    """The legal actions as bits of the product's index space."""
    atlas, seats = ground.atlas, ground.seats

    def during(phase: int, word: Array) -> Array:
        return jnp.where(table.phase == phase, word.astype(jnp.uint32), 0)

    def flags(*each: Array) -> Array:
        """Some yes or no as bits, the first lowest."""
        bits = [flag.astype(jnp.uint32) << place for place, flag in enumerate(each)]
        return sum(bits[1:], bits[0])

    offer = worked_out(moving.offer(ground, table))
    homes, lost = symbols.calls_home(ground, table)
    here = entry(of_seat(table.at, table.seat, seats), table.hand - 1)
    lying = kinds_at(table.chips, here[..., None])[..., 0, :]
    always = table.phase == table.phase
    free = symbols.posts(ground, table)
    parts: list[tuple[list[Array], int]] = [([during(ORDER, flags(always, always))], 2)]
    for rat in range(RATS):
        handles = flags(*(offer.handles[..., rat, kind] for kind in range(KINDS + 1)))
        parts.append(([during(MOVE, handles)], KINDS + 1))
    for rat in range(RATS):
        for whole in range(2):
            words = [offer.walks[..., rat, whole, word] for word in range(atlas.words)]
            parts.append(([during(MOVE, word) for word in words], atlas.landings))
    for rat in range(RATS):
        given = during(MOVE, flags(offer.sacrifices[..., rat, 0], offer.sacrifices[..., rat, 1]))
        parts.append(([given | during(CALL_HOME, flags(lost[..., rat]))], 2))
    takes = flags(always, *(lying[..., kind] for kind in range(KINDS)))
    parts.append(([during(TAKE, takes)], KINDS + 1))
    rooms = flags(*(table.cat != room for room in atlas.storerooms))
    parts.append(([during(PUT_CAT, rooms)], len(atlas.storerooms)))
    parts.append(([during(PUT_PIPER, word) for word in free], len(atlas.posts)))
    called = flags(*(homes[..., rat] for rat in range(seats * RATS)))
    parts.append(([during(CALL_HOME, called)], NESTS * RATS))
    parts.append(([during(MOVE, flags(offer.lapses)) | during(CALL_HOME, flags(always))], 1))
    return side_by_side(parts, size)


# --- the start -------------------------------------------------------------------------------------


def start(
    ground: SeatedTown, box: Box, options: Array, luck: Luck, draw: Fate, due: Array
) -> tuple[Packed, Array]:
    """Three rats in each nest, chips in the storerooms, who starts, the first throw (RT-02 to RT-05)."""
    seats = ground.seats
    none = jnp.zeros_like(options)
    spare = [NOWHERE] * (RATS - box.in_nest)
    at = [square for home in ground.homes for square in [home] * box.in_nest + spare]
    stock = [
        box.town.storeroom(kind) for kind in range(1, KINDS + 1) for _ in range(box.chips[seats])
    ]

    def everywhere(row: list[int]) -> Array:
        return none[..., None] + np.array(row, np.int32)

    seat, told = throw_for_start(seats, none, draw, due)
    table = Packed(
        options=options,
        phase=none + THROW,
        seat=seat,
        turn=none,
        number=none,
        symbol=none,
        shares=none,
        due=none,
        used=none,
        runs=none,
        hand=none,
        piper=none + NOWHERE,
        cat=none + NOWHERE,
        winner=none - 1,
        at=everywhere(at),
        load=everywhere([0] * len(at)),
        chips=everywhere(stock),
        luck=luck,
    )
    table, thrown = throw_dice(ground, box, table, due, draw, told.shape[-1])
    return table, jnp.concatenate([told, thrown], axis=-1)


def start_sites(seats: int) -> dict[str, range]:
    setup = seats * (TIED_ROUNDS + 1)
    return {"setup": range(setup)} | {
        f"dice:{seat}": range(setup + seat * ROUNDS, setup + (seat + 1) * ROUNDS)
        for seat in range(seats)
    }


def step_sites(seats: int) -> dict[str, range]:
    return {f"dice:{seat}": range(seat * ROUNDS, (seat + 1) * ROUNDS) for seat in range(seats)}


class _Throws(NamedTuple):
    """The throw for the start."""

    throwing: Array  # [..., seats] who is still in it
    made: Array  # throws so far
    ties: Array
    starter: Array  # -1 while it is open
    told: Array


def throw_for_start(seats: int, none: Array, draw: Fate, due: Array) -> tuple[Array, Array]:
    """The highest throw starts; tied seats throw again, up to a bound (RT-04)."""
    sites = jnp.arange(seats * (TIED_ROUNDS + 1))
    die = none + packed([1] * PIPS)

    def a_round(throws: _Throws) -> _Throws:
        running = throws.starter < 0
        made, told, thrown = throws.made, throws.told, []
        for seat in range(seats):
            throwing = running & throws.throwing[..., seat]
            number = draw(made, die, PIPS, throwing)
            told = jnp.where(
                (sites == made[..., None]) & throwing[..., None], number[..., None], told
            )
            made = made + throwing
            thrown.append(jnp.where(throwing, number, -1))
        highest = jnp.stack(thrown, axis=-1)
        tied = highest == highest.max(-1, keepdims=True)
        again = (tied.sum(-1) > 1) & (throws.ties < TIED_ROUNDS)
        first = jnp.argmax(tied, axis=-1).astype(jnp.int32)
        return _Throws(
            throwing=jnp.where(running[..., None], tied, throws.throwing),
            made=made,
            ties=throws.ties + 1,
            starter=jnp.where(running & ~again, first, throws.starter),
            told=told,
        )

    everybody = _Throws(
        throwing=jnp.broadcast_to(due[..., None], (*none.shape, seats)),
        made=none,
        ties=none,
        starter=jnp.where(due, -1, none),
        told=jnp.broadcast_to(none[..., None] + NOT_DUE, (*none.shape, len(sites))),
    )
    done = lax.while_loop(lambda throws: (throws.starter < 0).any(), a_round, everybody)
    return done.starter, done.told


# --- one decision ----------------------------------------------------------------------------------


class RatDeed(NamedTuple):
    """What a decision does to one rat and its chip."""

    rat: Array  # entry of `at`; -1 none
    moves: Array  # whether
    to: Array
    leaves: Array  # whether its chip is left
    left_on: Array
    takes: Array  # kind, 0 none: on the square where it stands


def step(
    ground: SeatedTown, box: Box, table: Packed, action: Array, draw: Fate
) -> tuple[Packed, Array]:
    """Carry the decision out, look for a winner (RT-120), find the next decision, throw if need be."""
    symbol_first = (table.phase == ORDER) & (action == 1)
    table = handed_on(decide(ground, table, action))
    table = handed_on(check_win(ground, table))
    table = handed_on(use_number(ground, table, (table.phase == BETWEEN) & ~symbol_first))
    table = handed_on(symbols.carry_out(ground, table, (table.phase == BETWEEN) & (table.due != 0)))
    table = handed_on(use_number(ground, table, (table.phase == BETWEEN) & symbol_first))
    table = handed_on(end_turn(ground, table, table.phase == BETWEEN))
    return throw_dice(ground, box, table, table.phase == THROW, draw, 0)


def decide(ground: SeatedTown, table: Packed, action: Array) -> Packed:
    """What the mover does by itself; the phase is BETWEEN where nothing more is asked of it."""
    atlas, index = ground.atlas, index_of(ground)
    own = table.seat * RATS
    home = picked(ground.homes, table.seat)
    moving_on, calling = table.phase == MOVE, table.phase == CALL_HOME

    handles = moving_on & (action < index.walk)
    handled = action - index.handle
    walks = moving_on & (action >= index.walk) & (action < index.sacrifice)
    walked = jnp.where(walks, action - index.walk, 0)
    landing, way = walked % atlas.landings, walked // atlas.landings
    to, via = looked_up(atlas.to, landing), looked_up(atlas.via, landing)
    falls = (action >= index.sacrifice) & (action < index.take) & (moving_on | calling)
    fallen = action - index.sacrifice
    whole = (walks & (way & 1 == 1)) | (falls & (fallen & 1 == 1))
    takes = table.phase == TAKE
    sent = calling & (action >= index.home) & (action < index.pass_)
    passes = action == index.pass_

    rat = jnp.where(
        handles, own + handled // (KINDS + 1),
        jnp.where(walks, own + (way >> 1),
        jnp.where(falls, own + (fallen >> 1),
        jnp.where(takes, own + table.hand - 1,
        jnp.where(sent, action - index.home, -1)))),
    )  # fmt: skip
    start = entry(table.at, rat)
    load = entry(table.load, rat)
    half = (walks | (falls & moving_on)) & (table.shares == 2) & ~whole
    foreign = sent & (rat // RATS != table.seat)
    nest = picked(ground.homes, rat // RATS)
    homecoming = (walks & (to == home)) | (sent & ~foreign)
    deed = RatDeed(
        rat=rat,
        moves=walks | falls | sent,
        to=jnp.where(walks, to, jnp.where(falls, NOWHERE, nest)),
        leaves=(load > 0) & (handles | falls | foreign | homecoming),
        left_on=jnp.where(homecoming, home, start),
        takes=jnp.where(handles, handled % (KINDS + 1), jnp.where(takes, action - index.take, 0)),
    )
    done = do(table, deed)
    done = done._replace(at=mirror(ground, table.at, done.at, rat, walks, via, to))

    numbered = walks | (falls & moving_on) | (passes & moving_on)
    resting = numbered | (falls & calling)
    placing = (table.phase == PUT_CAT) | (table.phase == PUT_PIPER)
    after = done._replace(
        shares=jnp.where(numbered, half.astype(jnp.int32), table.shares),
        due=jnp.where(placing | calling, 0, table.due),
        used=jnp.where(resting, jnp.where(half & walks, rat - own + 1, NO_RAT), table.used),
        runs=jnp.where(
            resting,
            (half & walks & (via >= 0)).astype(jnp.int32),
            jnp.where(takes & (deed.takes > 0), 0, table.runs),
        ),
        hand=jnp.where(resting | takes, NO_RAT, jnp.where(handles, rat - own + 1, table.hand)),
        cat=jnp.where(
            table.phase == PUT_CAT, picked(atlas.storerooms, action - index.cat), table.cat
        ),
        piper=jnp.where(
            table.phase == PUT_PIPER,
            looked_up(
                np.array(atlas.posts, np.int32),
                jnp.clip(action - index.piper, 0, len(atlas.posts) - 1),
            ),
            table.piper,
        ),
        phase=jnp.where(handles | (table.phase == OVER), table.phase, BETWEEN),
    )
    return sit_down(ground, after, walks & ~homecoming & (load == 0), rat, to)


def do(table: Packed, deed: RatDeed) -> Packed:
    """Set a rat, leave its chip, take another."""
    chips = table.chips
    left = (chips == (CARRIED + deed.rat)[..., None]) & deed.leaves[..., None]
    chips = jnp.where(left, deed.left_on[..., None], chips)
    load = with_entry(table.load, deed.rat, 0, deed.leaves)
    place = jnp.arange(chips.shape[-1])
    of_kind = place // (chips.shape[-1] // KINDS) + 1 == deed.takes[..., None]
    here = of_kind & (chips == entry(table.at, deed.rat)[..., None])
    first = jnp.where(here, place, chips.shape[-1]).min(-1)
    chips = jnp.where(place == first[..., None], (CARRIED + deed.rat)[..., None], chips)
    return table._replace(
        at=with_entry(table.at, deed.rat, deed.to, deed.moves),
        load=with_entry(load, deed.rat, deed.takes, deed.takes > 0),
        chips=chips,
    )


def mirror(
    ground: SeatedTown, before: Array, after: Array, rat: Array, walks: Array, via: Array, to: Array
) -> Array:
    """All other rats on the stairs, of every seat, make the step that the walker makes (RT-40)."""
    stairs = ground.atlas.stairs

    def place(square: Array) -> Array:
        """Its place in the rectangle; -1 for what is no stairs."""
        return sum(
            (jnp.where(square == stair, n + 1, 0) for n, stair in enumerate(stairs)),
            jnp.zeros_like(square),
        ) - 1  # fmt: skip

    shift = jnp.where(walks & (place(via) >= 0), place(via) ^ place(to), 0)
    stands = place(before)
    others = (stands >= 0) & (jnp.arange(before.shape[-1]) != rat[..., None])
    return jnp.where(others, picked(stairs, stands ^ shift[..., None]), after)


def sit_down(ground: SeatedTown, table: Packed, due: Array, rat: Array, to: Array) -> Packed:
    """Whether the walker may sit on a chip: if one lies there, unless only running on uses the whole
    2x (RT-51, RT-55, RT-101).
    """
    able, _ = moving.walkers(ground, table)
    first = table.used[..., None] == RAT
    only_running = (able & first).any(-1) & ~(able & ~first).any(-1) & (table.runs != 0)
    lies = kinds_at(table.chips, to[..., None]).any((-1, -2))
    asks = due & lies & ~only_running
    return table._replace(
        phase=jnp.where(asks, TAKE, table.phase),
        hand=jnp.where(asks, rat % RATS + 1, table.hand),
    )


# --- what follows ----------------------------------------------------------------------------------


def collected(ground: SeatedTown, table: Packed) -> Array:
    """Different kinds lying free in each seat's nest, `[..., seats]` (RT-106, RT-120)."""
    homes = jnp.broadcast_to(np.array(ground.homes), (*table.seat.shape, ground.seats))
    return kinds_at(table.chips, homes).sum(-1)


def check_win(ground: SeatedTown, table: Packed) -> Packed:
    """Enough kinds in a nest, the mover's first, then in turn (RT-120)."""
    needed = 4 + has(table.options, FIVE).astype(jnp.int32)
    enough = collected(ground, table) >= needed[..., None]
    winner = table.winner
    for offset in reversed(range(ground.seats)):
        seat = (table.seat + offset) % ground.seats
        winner = jnp.where(entry(enough.astype(jnp.int32), seat) > 0, seat, winner)
    won = enough.any(-1)
    return table._replace(
        winner=jnp.where(won, winner, table.winner), phase=jnp.where(won, OVER, table.phase)
    )


def use_number(ground: SeatedTown, table: Packed, due: Array) -> Packed:
    """Ask for a walk, if anybody can walk; what cannot be used lapses (RT-14, RT-16)."""
    due &= table.shares > 0
    able, lost = moving.walkers(ground, table)
    can = (able | lost).any(-1)
    lapses = due & ~can
    return table._replace(
        phase=jnp.where(due & can, MOVE, table.phase),
        shares=jnp.where(lapses, 0, table.shares),
        used=jnp.where(lapses, NO_RAT, table.used),
        runs=jnp.where(lapses, 0, table.runs),
    )


def end_turn(ground: SeatedTown, table: Packed, due: Array) -> Packed:
    """The next seat clockwise (RT-04, RT-15), up to the cap (RT-122)."""
    turn = jnp.where(due, table.turn + 1, table.turn)
    capped = turn >= cap_in(table.options)
    goes_on = due & ~capped
    return table._replace(
        turn=turn,
        seat=jnp.where(goes_on, (table.seat + 1) % ground.seats, table.seat),
        phase=jnp.where(due, jnp.where(capped, OVER, THROW), table.phase),
    )


class _Dice(NamedTuple):
    """The part of a table that throws change."""

    phase: Array
    seat: Array
    turn: Array
    number: Array
    symbol: Array
    shares: Array
    due: Array
    throws: Array  # made so far
    told: Array


def throw_dice(
    ground: SeatedTown, box: Box, table: Packed, due: Array, draw: Fate, base: int
) -> tuple[Packed, Array]:
    """Both dice; a 2x is part of the number, else one chooses the order (RT-10, RT-57).

    A 2x that nobody of the seat can use ends its turn (RT-14), and the next seat throws: this is the one
    place where chance follows upon chance, and nobody can say how often.
    """
    seats = ground.seats
    faces = jnp.zeros_like(table.seat) + packed(box.symbol_faces)
    sites = jnp.arange(base, base + seats * ROUNDS)
    numbers = ("phase", "seat", "turn", "number", "symbol", "shares", "due")

    def throw(dice: _Dice) -> _Dice:
        here: Packed = table._replace(**{name: getattr(dice, name) for name in numbers})
        throwing = dice.phase == THROW
        site = base + dice.seat * ROUNDS + dice.throws // seats % ROUNDS
        outcome = draw(site, faces, len(SYMBOLS), throwing, PIPS)
        told = (sites == site[..., None]) & throwing[..., None]
        symbol = outcome % len(SYMBOLS) + 1
        double = symbol == DOUBLE
        thrown = here._replace(
            number=jnp.where(throwing, outcome // len(SYMBOLS) + 1, here.number),
            symbol=jnp.where(throwing, symbol, here.symbol),
            shares=jnp.where(throwing, jnp.where(double, 2, 1), here.shares),
            due=jnp.where(throwing, (~double).astype(jnp.int32), here.due),
            phase=jnp.where(throwing, jnp.where(double, BETWEEN, ORDER), here.phase),
        )
        thrown = use_number(ground, thrown, thrown.phase == BETWEEN)
        thrown = end_turn(ground, thrown, thrown.phase == BETWEEN)
        return _Dice(
            **{name: getattr(thrown, name) for name in numbers},
            throws=dice.throws + throwing,
            told=jnp.where(told, outcome[..., None], dice.told),
        )

    none = jnp.zeros_like(table.seat)
    dice = _Dice(
        **{name: getattr(table, name) for name in numbers},
        throws=none,
        told=jnp.broadcast_to(none[..., None] + NOT_DUE, (*none.shape, len(sites))),
    )
    dice = lax.while_loop(lambda dice: ((dice.phase == THROW) & due).any(), throw, dice)
    after: Packed = table._replace(**{name: getattr(dice, name) for name in numbers})
    return after, dice.told
