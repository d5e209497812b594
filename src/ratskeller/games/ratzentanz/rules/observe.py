"""A view of Ratzentanz for networks: planes of numbers around 0 and 1, seen from the viewer's nest.

The town is the same left and right, above and below. So it is turned until the viewer's nest is in the upper
left corner, and with it storerooms, their kinds and all that may be done (`answers`): what is learned at one
corner holds at the others. The seats that follow are told by where their nests are then.

      seat 0       seat 1: mirrored     seat 2: half a turn     seat 3: mirrored
      0 . . 1         1 . . 0                2 . . 3                3 . . 2
      3 . . 2         2 . . 3                1 . . 0                0 . . 1

A town that an owner has drawn without these twins is left as it is, and the planes say at which corner one sits.

There is one function for both kinds of arrays: `planes` takes the module, NumPy or JAX, and a `SeenTable`, which
`sight_of` reads off a view, and the batch engine off its tables. `docs/planes.md` explains each plane.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from ratskeller.core.encoding import Pointing, rows_of
from ratskeller.core.game import Seat, View
from ratskeller.games.ratzentanz.rules import constraints
from ratskeller.games.ratzentanz.rules.chips import count, kinds_in
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.journeys import AFAR, SHARES, turns_of
from ratskeller.games.ratzentanz.rules.state import (
    CALL_HOME,
    KINDS,
    NOWHERE,
    ORDER,
    RATS,
    SYMBOLS,
    Action,
    Handle,
    Heap,
    Home,
    Kind,
    Options,
    PlaceCat,
    PlacePiper,
    Square,
    State,
    Take,
    Walk,
)
from ratskeller.games.ratzentanz.rules.town import Town, flood
from ratskeller.games.ratzentanz.rules.walks import all_landings

if TYPE_CHECKING:
    from ratskeller.games.ratzentanz import Ratzentanz

NESTS: Final = 4
GOALS: Final = NESTS + KINDS  # of `turns_of`: the nests, then the storerooms
_STOREROOMS: Final = range(NESTS, GOALS)
_PIPS: Final = 6
_TOWNS: Final = 256  # remembered by each seat
_PHASES: Final = CALL_HOME - ORDER + 1
_TWINS: Final = "B-12"  # the constraint that the town has its mirrors

Numbers = Any
"""Arrays of NumPy or of JAX."""


class SeenTable(NamedTuple):
    """What a viewer sees, as small whole numbers; any axes may come before the last."""

    flags: (
        Numbers  # [6] five kinds, wall, no reversal; the symbol is due, a rat may run on, 2x whole
    )
    phase: Numbers  # [1]
    number: Numbers  # [1]
    symbol: Numbers  # [1]
    used: Numbers  # [1] rat of the first half, 0 none
    hand: Numbers  # [1] rat in hand, 0 none
    at: Numbers  # [5 * seats] squares as they are seen, the viewer's rats first
    load: Numbers  # [5 * seats] kinds as they are seen
    way: Numbers  # [5] steps of the viewer's rats to their nest; 0 for a spare one
    turns: Numbers  # [5 * seats * (seats + 6)] sixteenths: of each rat to nests, then storerooms
    chips: Numbers  # [6 * n] squares by kind, both as seen; -1 under a rat, in any order
    piper: Numbers  # [1] square
    cat: Numbers  # [1] square
    nests: Numbers  # [seats - 1] corners of the others
    corner: Numbers  # [1] the viewer's, 1 to 4; 0 in a town that looks the same from all


class Look(NamedTuple):
    """The town as it is seen from one nest."""

    squares: tuple[Square, ...]  # how each square is seen; the last is nowhere
    kinds: tuple[Kind, ...]  # how each kind is seen; 0 is none
    corners: tuple[int, ...]  # how each nest is seen
    way: tuple[int, ...]  # steps from each square to the nest; the last, from nowhere, 0
    corner: int  # of `SeenTable`


class TownScene(NamedTuple):
    """What planes need to know of the town, as all see it."""

    squares: int
    homes: tuple[Square, ...]  # the nests, corner by corner
    storerooms: tuple[Square, ...]  # by kind


def observe_of(game: Ratzentanz) -> Callable[[ModuleType, Sequence[View[State]]], Numbers]:
    """The planes of views of this very town."""
    return partial(_observe, game.ground)


def _observe(ground: Ground, xp: ModuleType, views: Sequence[View[State]]) -> Numbers:
    rows = rows_of(xp, [sight_of(ground, view) for view in views])
    return planes(xp, scene_of(ground), SeenTable(**rows))


# --- the town, seen from a nest ------------------------------------------------------------------


@cache
def scene_of(ground: Ground) -> TownScene:
    town = ground.town
    rooms = tuple(town.storeroom(kind) for kind in range(1, KINDS + 1))
    return TownScene(len(town.names), town.nests, rooms)


@cache
def looks(ground: Ground) -> tuple[Look, ...]:
    """From each of the four nests."""
    return tuple(_look(ground.town, nest) for nest in range(NESTS))


def _look(town: Town, nest: int) -> Look:
    same = not any(constraints.CONSTRAINTS[_TWINS](town))
    image = _image(town, nest) if same else tuple(range(len(town.names)))
    steps = flood(town, town.nests[nest])
    return Look(
        squares=(*image, NOWHERE),
        kinds=(0, *(int(town.marks[image[town.storeroom(k)]]) for k in range(1, KINDS + 1))),
        corners=tuple(town.nests.index(image[home]) for home in town.nests),
        way=(*(steps[square] for square in range(len(town.names))), 0),
        corner=0 if same else nest + 1,
    )


def _image(town: Town, nest: int) -> tuple[Square, ...]:
    """Where each square is when the town is mirrored until a nest is in the upper left corner."""
    across, down = nest in (1, 2), nest in (2, 3)
    by_cells = {frozenset(cells): square for square, cells in enumerate(town.cells)}
    return tuple(
        by_cells[
            frozenset(
                (
                    town.width - 1 - x if across else x,
                    town.height - 1 - y if down else y,
                )
                for x, y in cells
            )
        ]
        for cells in town.cells
    )


@cache
def _look_of(ground: Ground, seats: int, seat: Seat) -> Look:
    return looks(ground)[ground.town.nests.index(ground.homes[seats][seat])]


@cache
def _corners_of(ground: Ground, seats: int, seat: Seat) -> tuple[int, ...]:
    """At which corner each of the others sits, as the seat sees it."""
    look, nests, homes = _look_of(ground, seats, seat), ground.town.nests, ground.homes[seats]
    others = [homes[(seat + n) % seats] for n in range(1, seats)]
    return tuple(look.corners[nests.index(nest)] for nest in others)


@cache
def _turns_of(ground: Ground, seats: int, seat: Seat) -> tuple[tuple[int, ...], ...]:
    """From each square the turns to the nests, the seat's own first, and to the storerooms as they are seen; from
    nowhere at the end.
    """
    look, turns = _look_of(ground, seats, seat), turns_of(ground)
    goals = max(look.corner - 1, 0), *_corners_of(ground, seats, seat), *_STOREROOMS
    return tuple(tuple(turns[square][goal] for goal in goals) for square in look.squares)


def answers(game: Ratzentanz, seats: int) -> tuple[tuple[int, ...], ...]:
    """For each seat which action of the index space each answer of a network stands for."""
    return tuple(_answers(game, seats, seat) for seat in range(seats))


@cache
def _answers(game: Ratzentanz, seats: int, seat: Seat) -> tuple[int, ...]:
    look = _look_of(game.ground, seats, seat)
    meant = [0] * game.index_size
    for index in range(game.index_size):
        meant[game.index(_seen(look, seats, seat, game.from_index(index)))] = index
    return tuple(meant)


def _seen(look: Look, seats: int, viewer: Seat, action: Action) -> Action:
    """An action as it is seen."""
    match action:
        case Walk(_, to, via):
            return replace(action, to=look.squares[to], via=look.squares[via])
        case PlaceCat(square) | PlacePiper(square):
            return replace(action, square=look.squares[square])
        case Handle(_, kind) | Take(kind):
            return replace(action, kind=look.kinds[kind])
        case Home(seat) if seat < seats:
            return replace(action, seat=(seat - viewer) % seats)
    return action


# --- what points at a square ----------------------------------------------------------------------

_OF_SQUARES: Final = (
    "where an own rat is",
    "rats of each other",
    "loaded rats of others",
    "chips that lie there",
    "chips there that the nest lacks",
    "the Piper",
)
_CAT: Final = 2 * RATS  # fingers: each rat by n, each by 2n, the cat, the Piper
_PIPER: Final = _CAT + 1
_ON_AVERAGE: Final = 5 * SHARES  # to anywhere from anywhere


def pointing(game: Ratzentanz, seats: int) -> Pointing:
    """Rats point at their landings, the cat and the Piper at squares, as the mover sees them.

    A landing by canal or stairs is another place than the same square on foot: who climbs makes others climb.
    """
    ground = game.ground
    landings, turns = all_landings(ground.town), turns_of(ground)
    place = {landing: number for number, landing in enumerate(landings)}
    firsts = _columns_of_squares(ground, game.start(seats, Options()))
    return Pointing(
        columns=tuple(tuple(first + to for first in firsts) for _, to in landings),
        known=tuple(
            (float(ground.alley[to]), *((left - _ON_AVERAGE) / SHARES for left in turns[to]))
            for _, to in landings
        ),
        fingers=_PIPER + 1,
        aims=tuple(_aim(place, game.from_index(index)) for index in range(game.index_size)),
    )


def _columns_of_squares(ground: Ground, state: State) -> list[int]:
    """Where the planes begin that have a number for each square."""
    import numpy as np  # noqa: PLC0415  (who does not play with networks needs none)

    sight = {name: np.array(row) for name, row in sight_of(ground, View(0, state)).items()}
    squares, begins, found = len(ground.town.names), 0, list[int]()
    for name, part in named_planes(np, scene_of(ground), SeenTable(**sight)):
        ends = begins + part.shape[-1]
        if name in _OF_SQUARES:
            found += range(begins, ends, squares)
        begins = ends
    return found


def _aim(place: dict[tuple[Square, Square], int], action: Action) -> tuple[int, int] | None:
    match action:
        case Walk(rat, to, via, whole):
            return RATS * whole + rat - 1, place[via, to]
        case PlaceCat(square):
            return _CAT, place[NOWHERE, square]
        case PlacePiper(square):
            return _PIPER, place[NOWHERE, square]
    return None


# --- from a view ---------------------------------------------------------------------------------


def sight_of(ground: Ground, view: View[State]) -> dict[str, list[int]]:
    """What the viewer sees, as plain lists by the names of `SeenTable`; a spectator looks from seat 0."""
    state, own = view.seen, view.viewer or 0
    seats, options = state.seats, state.options
    look, turns = _look_of(ground, seats, own), _turns_of(ground, seats, own)
    first = own * RATS
    at, load = ([*row[first:], *row[:first]] for row in (state.at, state.load))
    flags = (
        options.kinds == 5,
        options.piper == "wall",
        options.walk == "no_reversal",
        state.due,
        state.runs,
        state.shares == 2,
    )
    return {
        "flags": [int(flag) for flag in flags],
        "phase": [state.phase],
        "number": [state.number],
        "symbol": [state.symbol],
        "used": [state.used],
        "hand": [state.hand],
        "at": [look.squares[square] for square in at],
        "load": [look.kinds[kind] for kind in load],
        "way": [look.way[square] for square in at[:RATS]],
        "turns": [turn for square in at for turn in turns[square]],
        "chips": _chips_of(ground, seats, own)(state.lying),
        "piper": [look.squares[state.piper]],
        "cat": [look.squares[state.cat]],
        "nests": list(_corners_of(ground, seats, own)),
        "corner": [look.corner],
    }


@cache
def _chips_of(ground: Ground, seats: int, seat: Seat) -> Callable[[tuple[Heap, ...]], list[int]]:
    """What a seat sees of what lies in the town: for each kind as seen the squares of its free chips, then -1 for
    each one carried. Most decisions leave all chips where they are, so the last towns are remembered.
    """
    look, of_each = _look_of(ground, seats, seat), ground.box.chips[seats]

    @lru_cache(maxsize=_TOWNS)
    def chips(lying: tuple[Heap, ...]) -> list[int]:
        found: list[list[int]] = [[] for _ in look.kinds]
        for square, heap in enumerate(lying):
            if heap:
                for kind in kinds_in(heap):
                    found[look.kinds[kind]] += [look.squares[square]] * count(heap, kind)
        return [
            square
            for squares in found[1:]
            for square in (*squares, *[NOWHERE] * (of_each - len(squares)))
        ]

    return chips


# --- planes --------------------------------------------------------------------------------------


def planes(xp: ModuleType, scene: TownScene, sight: SeenTable) -> Numbers:
    """All planes of a sight in one row, `[..., width]`, as float32."""
    parts = [part for _, part in named_planes(xp, scene, sight)]
    return xp.concatenate([part.astype(xp.float32) for part in parts], axis=-1)


def named_planes(xp: ModuleType, scene: TownScene, sight: SeenTable) -> list[tuple[str, Numbers]]:
    """Each group of planes with its name, flat on the last axis.

    Shares are eighths and the like: compilers divide by them exactly, whatever the arrays.
    """
    squares, seats = scene.squares, sight.nests.shape[-1] + 1
    shape = sight.at.shape[:-1]
    at, load = (row.reshape(*shape, seats, RATS) for row in (sight.at, sight.load))
    chips = sight.chips.reshape(*shape, KINDS, -1)
    own = at[..., 0, :]
    there = _one_hot(xp, at[..., 1:, :], squares)  # [..., others, 5, squares]
    corners = xp.concatenate([xp.maximum(sight.corner - 1, 0), sight.nests], axis=-1)
    at_home = _lying_at(chips, _picked(xp, scene.homes, corners))  # [..., seats, 6]
    lacks = ~at_home[..., 0, :]  # [..., 6]
    kinds = xp.arange(1, KINDS + 1)
    carried = load[..., None] == kinds  # [..., seats, 5, 6]
    wanted = (carried & ~at_home[..., None, :]).any(-1)  # [..., seats, 5]
    turns = sight.turns.reshape(*shape, seats, RATS, seats + KINDS)
    homewards = xp.stack([turns[..., seat, :, seat] for seat in range(seats)], axis=-2)
    coming = xp.where(carried, homewards[..., None], AFAR).min(-2)  # [..., seats, 6]
    lying = _counts(xp, chips, squares)  # [..., 6, squares]
    stock = [(chips[..., kind, :] == room).sum(-1) for kind, room in enumerate(scene.storerooms)]
    flat = partial(_flat, len(shape))
    return [
        ("flags", sight.flags),
        ("what is asked", _one_hot(xp, sight.phase[..., 0] - ORDER, _PHASES)),
        ("number die", _one_hot(xp, sight.number[..., 0] - 1, _PIPS)),
        ("symbol die", _one_hot(xp, sight.symbol[..., 0] - 1, len(SYMBOLS))),
        ("rat of the first half", _one_hot(xp, sight.used[..., 0] - 1, RATS)),
        ("rat in hand", _one_hot(xp, sight.hand[..., 0] - 1, RATS)),
        ("where an own rat is", flat(_one_hot(xp, own, squares))),
        ("what it carries", flat(carried[..., 0, :, :])),
        ("it carries what the nest lacks", wanted[..., 0, :]),
        ("its way home", sight.way / 32),
        ("turns from each rat to each nest", flat(turns[..., :seats]) / AFAR),
        ("turns from each rat to each storeroom", flat(turns[..., seats:]) / AFAR),
        ("kinds that lie on its square", flat(_lying_at(chips, own))),
        ("rats of each other", flat(there.sum(-2)) / 4),
        ("loaded rats of others", (there * (load[..., 1:, :, None] > 0)).sum((-2, -3)) / 4),
        ("chips that lie there", lying.sum(-2) / 8),
        ("chips there that the nest lacks", (lying * lacks[..., None]).sum(-2) / 8),
        ("the Piper", _one_hot(xp, sight.piper[..., 0], squares)),
        ("the cat", sight.cat == xp.asarray(scene.storerooms)),
        ("kinds at home", flat(at_home)),
        ("how many kinds at home", flat(at_home.sum(-1)[..., None] > xp.arange(KINDS - 1))),
        ("lacking kinds on the way", wanted.sum(-1) / 4),
        ("turns until a kind is at home", flat(xp.where(at_home, 0, coming)) / AFAR),
        ("stock of the storerooms", xp.stack(stock, axis=-1) / 8),
        ("nests of the others", flat(_one_hot(xp, sight.nests, NESTS))),
        ("corner", _one_hot(xp, sight.corner[..., 0] - 1, NESTS)),
    ]


def _one_hot(xp: ModuleType, numbers: Numbers, size: int) -> Numbers:
    return (numbers[..., None] == xp.arange(size)).astype(xp.float32)


def _flat(axes: int, numbers: Numbers) -> Numbers:
    """All axes after the first ones as one."""
    return numbers.reshape(*numbers.shape[:axes], -1)


def _picked(xp: ModuleType, constants: Sequence[int], which: Numbers) -> Numbers:
    """One of some constants, without looking it up in memory."""
    found = xp.zeros_like(which)
    for place, constant in enumerate(constants):
        found = xp.where(which == place, constant, found)
    return found


def _lying_at(chips: Numbers, squares: Numbers) -> Numbers:
    """Which kinds lie on some squares, `[..., squares, 6]`; none where a rat is nowhere."""
    here = chips[..., None, :, :] == squares[..., None, None]
    return here.any(-1) & (squares >= 0)[..., None]


def _counts(xp: ModuleType, chips: Numbers, squares: int) -> Numbers:
    """How many chips of each kind lie on each square, `[..., 6, squares]`."""
    return _one_hot(xp, chips, squares).sum(-2)
