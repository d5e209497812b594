"""Step 3: Harry Hamster's backpacks, Zippy the Frog's drinks, the Madcap Crow's bottle caps."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.games.first_rat.rules.changes import Record, has, spend
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    BOOTHS,
    CHEESE,
    CROW,
    ENERGY_DRINK,
    FIRST_CAP,
    FROG,
    HAMSTER,
    ITEMS,
    NEIL,
    PACKS,
    RATS,
    RATWOMAN,
    SCORE,
    START,
    Action,
    Booth,
    BoothsPassed,
    Buy,
    Item,
    ItemTaken,
    PassBooths,
    Rat,
    RatSentHome,
    State,
    Steal,
)
from ratskeller.games.first_rat.rules.tables import NO_BOOTH, Tables

BUY: Final = tuple(Buy(item) for item in range(ITEMS))
STEAL: Final = tuple(Steal(item) for item in range(ITEMS))
PASS: Final = PassBooths()


def booth_of(item: Item) -> Booth:
    """Who sells an item."""
    if item < ENERGY_DRINK:
        return HAMSTER
    return FROG if item == ENERGY_DRINK else CROW


def open_booths(tables: Tables, state: State) -> State:
    """The booths where rats of the mover ended their moves of this turn (FR-40)."""
    first, booth_at = RATS * state.mover, tables.booth_at
    rats, walked = state.rats, state.walked
    found = 0
    for n in range(RATS):
        if walked[n]:
            booth = booth_at[rats[first + n]]
            if booth != NO_BOOTH:
                found |= 1 << booth
    if not found:
        return replace(state, phase=SCORE)
    return shop_on(tables, replace(state, booths=found))


def shop_on(tables: Tables, state: State) -> State:
    """Ask while an open booth has something that the mover can have; then on to step 4."""
    if state.booths and len(legal_shopping(tables, state)) > 1:
        return replace(state, phase=BOOTH)
    return replace(state, phase=SCORE, booths=0)


def legal_shopping(tables: Tables, state: State) -> list[Action]:
    """Buy or steal an item of a booth that is still open, or pass (FR-40, FR-41, FR-42)."""
    options: list[Action] = []
    for booth in range(len(BOOTHS)):
        if state.booths >> booth & 1:
            items = for_sale(state, booth)
            if items:
                rat = customer(tables, state, booth)
                if can_buy(tables, state, booth, rat):
                    options += [BUY[item] for item in items]
                if can_steal(state, rat):
                    options += [STEAL[item] for item in items]
    options.append(PASS)
    return options


def for_sale(state: State, booth: Booth) -> list[Item]:
    """What a booth has for the mover: no second backpack of a kind (FR-42)."""
    if booth == HAMSTER:
        owned, shelf = state.packs[state.mover], state.shelf_packs
        return [pack for pack in range(len(PACKS)) if shelf[pack] and not owned >> pack & 1]
    if booth == FROG:
        return [ENERGY_DRINK] if state.shelf_drinks else []
    caps = state.shelf_caps
    return [item for item in range(FIRST_CAP, ITEMS) if caps >> (item - FIRST_CAP) & 1]


def customer(tables: Tables, state: State, booth: Booth) -> Rat:
    """The mover's rat at a booth: two of one seat never share a space (FR-12)."""
    first = RATS * state.mover
    return state.rats.index(tables.booth_spaces[booth], first, first + RATS)


def token_works(state: State, token: int, rat: Rat) -> bool:
    """A token taken this turn neither helps nor forbids anything yet (FR-28)."""
    return state.tokens[token] == rat and not state.fresh >> token & 1


def can_buy(tables: Tables, state: State, booth: Booth, rat: Rat) -> bool:
    """Ratwoman pays nothing (FR-68)."""
    return has(state, CHEESE, tables.prices[booth]) or token_works(state, RATWOMAN, rat)


def can_steal(state: State, rat: Rat) -> bool:
    """Neil and Ratwoman never steal (FR-41, FR-65, FR-68)."""
    return not (token_works(state, NEIL, rat) or token_works(state, RATWOMAN, rat))


# --- actions -----------------------------------------------------------------------------------


def play_buy(tables: Tables, state: State, action: Buy, record: Record) -> State:
    """Pay cheese for an item (FR-40)."""
    booth = booth_of(action.item)
    if token_works(state, RATWOMAN, customer(tables, state, booth)):
        return shop_on(tables, take_item(state, action.item, "free", record))
    price = ((CHEESE, tables.prices[booth]),)
    state = spend(state, price, "booth", action.item, record)
    return shop_on(tables, take_item(state, action.item, "bought", record))


def play_steal(tables: Tables, state: State, action: Steal, record: Record) -> State:
    """Take an item for nothing; the thief runs back to Start, token and all (FR-41)."""
    rat = customer(tables, state, booth_of(action.item))
    state = take_item(state, action.item, "stolen", record)
    origin = state.rats[rat]
    state = replace(state, rats=put(state.rats, rat, START))
    if record:
        record(RatSentHome(rat, origin), state)
    return shop_on(tables, state)


def take_item(state: State, item: Item, how: Any, record: Record) -> State:
    """From the shelf to the mover; one item from each booth (FR-40)."""
    seat = state.mover
    booths = state.booths & ~(1 << booth_of(item))
    if item < ENERGY_DRINK:
        state = replace(
            state,
            shelf_packs=add(state.shelf_packs, item, -1),
            packs=add(state.packs, seat, 1 << item),
            booths=booths,
        )
    elif item == ENERGY_DRINK:
        state = replace(
            state,
            shelf_drinks=state.shelf_drinks - 1,
            drinks=add(state.drinks, seat, 1),
            booths=booths,
        )
    else:
        cap = 1 << (item - FIRST_CAP)
        state = replace(
            state,
            shelf_caps=state.shelf_caps - cap,
            caps=add(state.caps, seat, cap),
            booths=booths,
        )
    if record:
        record(ItemTaken(seat, item, how), state)
    return state


def play_pass(_: Tables, state: State, __: PassBooths, record: Record) -> State:
    state = replace(state, phase=SCORE, booths=0)
    if record:
        record(BoothsPassed(state.mover), state)
    return state
