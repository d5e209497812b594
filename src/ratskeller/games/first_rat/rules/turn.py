"""The rules of First Rat as functions on states: set-up, and which step of a turn is whose.

The steps are in files of their own, in the order in which a turn runs through them:

    moving -> collecting -> burrow (and Launchpad) -> booths -> building

Each hands on to the next as soon as there is nothing to decide (FR-85). Every function trusts its
caller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.core.game import CHANCE, Mover, Step
from ratskeller.games.first_rat.rules.booths import legal_shopping, play_buy, play_pass, play_steal
from ratskeller.games.first_rat.rules.building import (
    begin_turn,
    legal_scores,
    play_build,
    play_donate,
    play_end_turn,
)
from ratskeller.games.first_rat.rules.burrow import (
    FORKS,
    RAISES,
    REWARDS,
    legal_comics,
    play_comic,
    play_fork,
    play_raise,
    play_reward,
)
from ratskeller.games.first_rat.rules.changes import Record
from ratskeller.games.first_rat.rules.collecting import (
    DRINKS,
    legal_collect,
    legal_extra,
    play_collect,
    play_drink,
    play_extra,
    play_leave,
)
from ratskeller.games.first_rat.rules.moving import legal_moves, play_move
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    CAPS,
    CHEESE,
    COLLECT,
    COMIC,
    COMICS,
    DRINK,
    EXTRA,
    FIRST_CAP,
    FORK,
    GOODS,
    LAST_SPACE,
    LAUNCHPAD,
    MOVE,
    NO_KIND,
    NO_RAT,
    NO_STRIP,
    NURSERY,
    OVER,
    PACKS,
    RAISE,
    RATS,
    REWARD,
    ROCKET,
    ROCKET_STRIP,
    SCORE,
    SET_CAPS,
    SET_COMICS,
    SET_PACKS,
    SET_PATH,
    SET_STRIPS,
    START,
    STOOD_STILL,
    SUPER_RATS,
    TRACKS,
    Action,
    Build,
    Buy,
    Collect,
    ComicStocked,
    Donate,
    Drink,
    EndTurn,
    Event,
    Extra,
    Fork,
    ItemStocked,
    Leave,
    Move,
    Options,
    PassBooths,
    Raise,
    Reward,
    State,
    Steal,
    StockCap,
    StockComic,
    StockPack,
    Strip,
    StripLaid,
    TakeComic,
    Tile,
    TileLaid,
)
from ratskeller.games.first_rat.rules.tables import TABLES, Tables, tables_of

# --- the start ---------------------------------------------------------------------------------


def start(tables: Tables, seats: int, options: Options) -> State:
    """The table before the first draw (FR-01, FR-04, FR-06, FR-07)."""
    setup = tables.box.setup
    variable = options.board == "variable"
    goods = [0] * (GOODS * seats)
    for seat in range(seats):
        goods[GOODS * seat + CHEESE] = setup.cheese[seat]
    rats = [START if n < setup.awake else NURSERY for n in range(RATS)] * seats
    none = (0,) * seats
    return State(
        edition=tables.edition,
        seats=seats,
        lit=0 if options.lit == "first" else 1,
        path=(0,) * (LAUNCHPAD + 1) if variable else tables.printed,
        strips=(*((NO_STRIP,) * ROCKET if variable else range(ROCKET)), ROCKET_STRIP),
        rats=tuple(rats),
        tokens=(NO_RAT,) * SUPER_RATS,
        goods=tuple(goods),
        mouldy=none,
        awards=none,
        light=none,
        burrow=none,
        packs=none,
        caps=none,
        comics=none,
        drinks=none,
        empties=none,
        shelf_packs=(0,) * len(PACKS),
        shelf_drinks=setup.drinks[seats - 2],
        shelf_caps=0,
        library=0,
        markers=(setup.markers,) * seats,
        tracks=((),) * len(TRACKS),
        round=1,
        mover=0,
        phase=SET_PATH if variable else SET_PACKS,
        last_round=0,
        still=0,
        ending="",
        walked=STOOD_STILL,
        left=0,
        extra=NO_KIND,
        cores=0,
        booths=0,
        fresh=0,
    )


_STRIPS: Final = tuple(Strip(strip) for strip in range(ROCKET_STRIP))
_PACKS: Final = tuple(StockPack(pack) for pack in range(len(PACKS)))
_CAPS: Final = tuple(StockCap(cap) for cap in range(len(CAPS)))
_COMICS: Final = tuple(StockComic(comic) for comic in range(len(COMICS)))
_STREAMS: Final = ("setup path", "setup strips", "setup packs", "setup caps", "setup comics")


def to_act(state: State) -> Mover | None:
    phase = state.phase
    if phase < MOVE:
        return CHANCE
    return None if phase == OVER else state.mover


def stream(state: State) -> str:
    return _STREAMS[state.phase]


def odds(state: State) -> tuple[Sequence[Action], Sequence[int]]:
    """What chance can lay next, weighted by the copies still in the bag (FR-02, FR-03, FR-05)."""
    tables = tables_of(state)
    phase = state.phase
    if phase == SET_PATH:
        tiles = tables.tiles[next_space(state)]
        return tiles, [tables.copies[tile.face] - state.path.count(tile.face) for tile in tiles]
    if phase == SET_STRIPS:
        return _STRIPS, [int(strip not in state.strips) for strip in range(ROCKET_STRIP)]
    if phase == SET_PACKS:
        return _PACKS, [tables.box.setup.copies - count for count in state.shelf_packs]
    if phase == SET_CAPS:
        return _CAPS, [1 - (state.shelf_caps >> cap & 1) for cap in range(len(CAPS))]
    return _COMICS, [1 - (state.library >> comic & 1) for comic in range(len(COMICS))]


def next_space(state: State) -> int:
    return state.path.index(0, 1)


def set_up(tables: Tables, state: State, record: Record) -> State:
    """On to the next thing that is short, or to the first turn; seat 0 begins (FR-05, FR-06)."""
    setup = tables.box.setup
    if state.path[LAST_SPACE] == 0:
        return state
    if NO_STRIP in state.strips:
        return replace(state, phase=SET_STRIPS)
    if sum(state.shelf_packs) < setup.backpacks[state.seats - 2]:
        return replace(state, phase=SET_PACKS)
    if state.shelf_caps.bit_count() < setup.caps:
        return replace(state, phase=SET_CAPS)
    if state.library.bit_count() < setup.comics:
        return replace(state, phase=SET_COMICS)
    return begin_turn(state, 0, record)


def _lay_tile(tables: Tables, state: State, action: Tile, record: Record) -> State:
    """Each letter group is shuffled onto its own spaces (FR-02)."""
    space = next_space(state)
    state = replace(state, path=put(state.path, space, action.face))
    if record:
        record(TileLaid(space, action.face), state)
    return set_up(tables, state, record)


def _lay_strip(tables: Tables, state: State, action: Strip, record: Record) -> State:
    """Seven of the eight loose strips (FR-03)."""
    track = state.strips.index(NO_STRIP)
    state = replace(state, strips=put(state.strips, track, action.strip))
    if record:
        record(StripLaid(track, action.strip), state)
    return set_up(tables, state, record)


def _stock_pack(tables: Tables, state: State, action: StockPack, record: Record) -> State:
    state = replace(state, shelf_packs=add(state.shelf_packs, action.pack, 1))
    if record:
        record(ItemStocked(action.pack), state)
    return set_up(tables, state, record)


def _stock_cap(tables: Tables, state: State, action: StockCap, record: Record) -> State:
    state = replace(state, shelf_caps=state.shelf_caps | 1 << action.cap)
    if record:
        record(ItemStocked(FIRST_CAP + action.cap), state)
    return set_up(tables, state, record)


def _stock_comic(tables: Tables, state: State, action: StockComic, record: Record) -> State:
    state = replace(state, library=state.library | 1 << action.comic)
    if record:
        record(ComicStocked(action.comic), state)
    return set_up(tables, state, record)


# --- one action --------------------------------------------------------------------------------


def legal(state: State) -> Sequence[Action]:
    """What the seat to act may do; empty at chance and at the end."""
    phase = state.phase
    if phase == MOVE:
        return legal_moves(TABLES[state.edition], state)
    if phase == SCORE:
        return legal_scores(TABLES[state.edition], state)
    if phase == BOOTH:
        return legal_shopping(TABLES[state.edition], state)
    if phase == COLLECT:
        return legal_collect(state)
    if phase == EXTRA:
        return legal_extra(TABLES[state.edition], state)
    if phase == COMIC:
        return legal_comics(state)
    return _SAME_EACH_TIME.get(phase, ())


_SAME_EACH_TIME: Final[dict[int, Sequence[Action]]] = {
    DRINK: DRINKS,
    FORK: FORKS,
    RAISE: RAISES,
    REWARD: REWARDS,
}


def step_of(state: State) -> int:
    """Which of the four steps goes on: 0 before the first turn, 5 after the last. Collecting is due
    as soon as no more rats may move, though no question has been answered yet (FR-20).
    """
    phase = state.phase
    if phase == MOVE:
        stands = state.walked == STOOD_STILL
        return 1 if stands or any(isinstance(action, Move) for action in legal(state)) else 2
    if phase < MOVE:
        return 0
    if phase < BOOTH:
        return 2
    return {BOOTH: 3, SCORE: 4, OVER: 5}[phase]


def play(state: State, action: Action) -> State:
    return _PLAY[type(action)](TABLES[state.edition], state, action, None)


def steps(state: State, action: Action) -> Iterator[Step[State]]:
    recorded: list[Step[State]] = []

    def record(event: Event, after: State) -> None:
        recorded.append(Step(event, after))

    final = _PLAY[type(action)](TABLES[state.edition], state, action, record)
    # What follows without an event of its own (the next phase) belongs to the last step.
    recorded[-1] = replace(recorded[-1], state=final)
    return iter(recorded)


_PLAY: Final[dict[type, Callable[[Tables, State, Any, Record], State]]] = {
    Move: play_move,
    Collect: play_collect,
    Leave: play_leave,
    Extra: play_extra,
    Drink: play_drink,
    Fork: play_fork,
    TakeComic: play_comic,
    Raise: play_raise,
    Reward: play_reward,
    Buy: play_buy,
    Steal: play_steal,
    PassBooths: play_pass,
    Build: play_build,
    Donate: play_donate,
    EndTurn: play_end_turn,
    Tile: _lay_tile,
    Strip: _lay_strip,
    StockPack: _stock_pack,
    StockCap: _stock_cap,
    StockComic: _stock_comic,
}
