"""A view of First Rat for networks: planes of numbers around 0 and 1, seen from the viewer's seat.

Seats come in the order of play, the viewer's first. A tile is told by what it gives and not by its number, a track by
what the next piece on it is worth. There is one function for both kinds of arrays: `planes` takes the module, NumPy or
JAX, and a `SeenTable`, which `sight_of` reads off a view, and the batch engine off its tables. `docs/planes.md` explains
each plane.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ratskeller.core.encoding import rows_of, turned
from ratskeller.core.game import View
from ratskeller.games.first_rat.rules.scoring import count_on, scores
from ratskeller.games.first_rat.rules.state import (
    BOOTHS,
    CAPS,
    COLOURS,
    COMICS,
    GOODS,
    KINDS,
    LAUNCHPAD,
    MOVE,
    NO_RAT,
    NURSERY,
    OVER,
    PACKS,
    RATS,
    ROCKET_SHIP,
    STOOD_STILL,
    SUPER_RATS,
    TRACKS,
    Options,
    State,
)
from ratskeller.games.first_rat.rules.tables import Tables, tables_of

if TYPE_CHECKING:
    from ratskeller.games.first_rat import FirstRat

_PATH: Final = range(1, LAUNCHPAD)
_SPACES: Final = ROCKET_SHIP + 1
_HEAPS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16)  # how much of a good is told apart
_FEW: Final = (1, 2, 3)
_MARKERS: Final = (1, 2, 3, 4, 6, 8)
_WALK: Final = (1, 2, 3, 4, 5, 6, 8, 10)  # apple cores

Numbers = Any
"""Arrays of NumPy or of JAX."""


class SeenTable(NamedTuple):
    """What a viewer sees, as small whole numbers; any axes may come before the last."""

    flags: Numbers  # [3] the last bulb lights a space; the end is near, this is the last round
    phase: Numbers  # [1]
    seat: Numbers  # [1] the viewer's
    round: Numbers  # [1]
    colour: Numbers  # [26] of each space of the path
    kind: Numbers  # [26]
    amount: Numbers  # [26]
    lit: Numbers  # [26] for the viewer
    rats: Numbers  # [4 * seats]
    tokens: Numbers  # [4] rats, the viewer's from 0 on; -1 none
    walked: Numbers  # [4]
    goods: Numbers  # [5 * seats]
    mouldy: Numbers  # [seats], and so are these
    awards: Numbers
    light: Numbers
    burrow: Numbers
    packs: Numbers
    caps: Numbers
    comics: Numbers
    drinks: Numbers
    empties: Numbers
    markers: Numbers
    score: Numbers  # if the game ended now
    pieces: Numbers  # [8 * seats] on the tracks
    worth: Numbers  # [8] points of the next piece on each track
    shelf_packs: Numbers  # [5]
    shelf_drinks: Numbers  # [1], and so are these
    shelf_caps: Numbers
    library: Numbers
    left: Numbers
    extra: Numbers
    cores: Numbers
    booths: Numbers
    fresh: Numbers


def observe(xp: ModuleType, views: Sequence[View[State]]) -> Numbers:
    """The planes of some views of one match, a row each."""
    rows = rows_of(xp, [sight_of(view) for view in views])
    return planes(xp, tables_of(views[0].seen), SeenTable(**rows))


def plane_groups(game: FirstRat, seats: int) -> list[tuple[str, int]]:
    """The groups of planes with their widths: what is told of seats goes seat by seat, the viewer's first. So a
    network can grow (`bots.growing`).
    """
    import numpy as np  # noqa: PLC0415  (who does not play with networks needs none)

    state = game.start(seats, Options())
    rows = {name: np.asarray(row) for name, row in sight_of(game.conceal(state, 0)).items()}
    planes = named_planes(np, tables_of(state), SeenTable(**rows))
    return [(name, part.shape[-1]) for name, part in planes]


def is_usual(state: State) -> bool:
    """Whether a match is played as networks learn it. A state does not tell which board was asked for: the
    printed path is one of those that the variable board can have.
    """
    return not state.lit


# --- from a view ---------------------------------------------------------------------------------


def sight_of(view: View[State]) -> dict[str, Sequence[int]]:
    """What the viewer sees, as plain lists by the names of `SeenTable`; a spectator looks from seat 0."""
    state, own = view.seen, view.viewer or 0
    seats, tables = state.seats, tables_of(state)
    faces = [tables.faces[state.path[space]] for space in _PATH]
    lit_at = tables.lit_at[state.lit]
    named = len(tables.free_slots[seats]) - 1
    by_seat = (own + n for n in range(seats))
    return {
        "flags": [
            state.lit,
            int(state.last_round > 0),
            int(state.last_round == state.round),
        ],
        "phase": [state.phase],
        "seat": [own],
        "round": [state.round],
        "colour": [face.colour for face in faces],
        "kind": [face.kind for face in faces],
        "amount": [face.amount for face in faces],
        "lit": [int(state.light[own] >= lit_at[space]) for space in _PATH],
        "rats": turned(state.rats, own * RATS),
        "tokens": [
            rat if rat == NO_RAT else (rat - own * RATS) % (seats * RATS) for rat in state.tokens
        ],
        "walked": state.walked if state.mover == own else STOOD_STILL,
        "goods": turned(state.goods, own * GOODS),
        "mouldy": turned(state.mouldy, own),
        "awards": turned(state.awards, own),
        "light": turned(state.light, own),
        "burrow": turned(state.burrow, own),
        "packs": turned(state.packs, own),
        "caps": turned(state.caps, own),
        "comics": turned(state.comics, own),
        "drinks": turned(state.drinks, own),
        "empties": turned(state.empties, own),
        "markers": turned(state.markers, own),
        "score": turned(scores(state), own),
        "pieces": [
            count_on(state, seat % seats, track) for seat in by_seat for track in range(len(TRACKS))
        ],
        "worth": [
            tables.strips[state.strips[track]][tables.slot(seats, min(len(pieces), named))]
            for track, pieces in enumerate(state.tracks)
        ],
        "shelf_packs": state.shelf_packs,
        "shelf_drinks": [state.shelf_drinks],
        "shelf_caps": [state.shelf_caps],
        "library": [state.library],
        "left": [state.left],
        "extra": [state.extra],
        "cores": [state.cores],
        "booths": [state.booths],
        "fresh": [state.fresh],
    }


# --- planes --------------------------------------------------------------------------------------


def planes(xp: ModuleType, tables: Tables, sight: SeenTable) -> Numbers:
    """All planes of a sight in one row, `[..., width]`, as float32."""
    parts = [part for _, part in named_planes(xp, tables, sight)]
    return xp.concatenate([part.astype(xp.float32) for part in parts], axis=-1)


def named_planes(xp: ModuleType, tables: Tables, sight: SeenTable) -> list[tuple[str, Numbers]]:
    """Each group of planes with its name, flat on the last axis.

    Shares are eighths and the like: compilers divide by them exactly, whatever the arrays.
    """
    seats = sight.score.shape[-1]
    shape = sight.score.shape[:-1]
    flat = partial(_flat, len(shape))
    hot, bits, heaps = (partial(each, xp) for each in (_one_hot, _bits, _at_least))
    rats = sight.rats.reshape(*shape, seats, RATS)
    goods = sight.goods.reshape(*shape, seats, GOODS)
    where = hot(rats, _SPACES)  # [..., seats, 4, spaces]
    own, others = where[..., 0, :, :], where[..., 1:, :, :].sum(-2)  # [..., others, spaces]
    path = slice(1, LAUNCHPAD)
    gives = hot(sight.kind, len(KINDS)) * (sight.amount + sight.lit)[..., None]
    colours = hot(sight.colour, len(COLOURS))
    moved = sight.walked > 0
    landed = (own[..., path] * moved[..., None]).sum(-2)  # [..., 26]
    carried = hot(sight.tokens, seats * RATS)  # [..., tokens, rats]
    by_seat = xp.swapaxes(carried.reshape(*shape, SUPER_RATS, seats, RATS).sum(-1), -1, -2)
    lights = xp.asarray(tables.construction)
    ahead = lights - sight.light[..., None]  # [..., seats, lights]
    next_light = xp.where(ahead > 0, ahead, tables.light_end).min(-1)
    prices = xp.asarray(_prices(tables))
    lack = xp.maximum(prices - goods[..., None, :], 0)  # [..., seats, prices, goods]
    return [
        ("flags", sight.flags),
        ("what is asked", hot(sight.phase[..., 0] - MOVE, OVER - MOVE)),
        ("seat", hot(sight.seat[..., 0], seats)),
        ("round", sight.round / 16),
        ("what a space gives", flat(gives) / 4),
        ("colour of a space", flat(colours)),
        ("it is lit", sight.lit),
        ("where an own rat is", flat(own)),
        ("which token it carries", flat(carried[..., :RATS])),
        ("it has moved", moved),
        ("how far", sight.walked / 8),
        ("colours landed on", (colours * landed[..., None]).sum(-2)),
        ("left where it lies", bits(sight.left, LAUNCHPAD)[..., path]),
        ("rats of each other", flat(others[..., : LAUNCHPAD + 1]) / 2),
        ("rats of others in the way", others[..., path].sum(-2) / 4),
        ("rats asleep", where[..., NURSERY].sum(-1) / 4),
        ("rats in the Rocket", where[..., ROCKET_SHIP].sum(-1) / 4),
        ("tokens of each seat", flat(by_seat)),
        ("goods", flat(heaps(goods, _HEAPS))),
        ("goods, as a share", flat(goods) / 16),
        ("what a part still lacks", flat(lack.sum(-1)) / 8),
        ("mouldy cheese", sight.mouldy / 4),
        ("awards", sight.awards / 4),
        ("light", sight.light / 32),
        ("bulbs to the next construction light", next_light / 16),
        ("node of the burrow", flat(hot(sight.burrow, len(tables.nodes)))),
        ("backpacks", flat(bits(sight.packs, len(PACKS)))),
        ("bottle caps", flat(bits(sight.caps, len(CAPS)))),
        ("comics", flat(bits(sight.comics, len(COMICS)))),
        ("drinks", flat(heaps(sight.drinks, _FEW))),
        ("empty drinks", sight.empties / 4),
        ("markers left", flat(heaps(sight.markers, _MARKERS))),
        ("points if it ended now", sight.score / 64),
        ("lead over each other", (sight.score[..., :1] - sight.score[..., 1:]) / 16),
        ("pieces on the tracks", sight.pieces / 4),
        ("points for the next piece", sight.worth / 8),
        ("backpacks for sale", sight.shelf_packs / 2),
        ("drinks for sale", sight.shelf_drinks / 4),
        ("bottle caps for sale", flat(bits(sight.shelf_caps, len(CAPS)))),
        ("comics in the Library", flat(bits(sight.library, len(COMICS)))),
        ("kind of the extra", hot(sight.extra[..., 0], len(KINDS))),
        ("apple cores to walk", flat(heaps(sight.cores, _WALK))),
        ("open booths", flat(bits(sight.booths, len(BOOTHS)))),
        ("comics that are fresh", flat(bits(sight.fresh, len(COMICS)))),
    ]


def _prices(tables: Tables) -> list[list[int]]:
    """Of the three parts and of provisions, by good."""
    needs = [dict(needs) for _, needs in tables.builds[0]]
    costs = [[cost.get(kind, 0) for kind in range(GOODS)] for cost in needs]
    return [*costs, [tables.donation, *[0] * (GOODS - 1)]]


def _one_hot(xp: ModuleType, numbers: Numbers, size: int) -> Numbers:
    return (numbers[..., None] == xp.arange(size)).astype(xp.float32)


def _bits(xp: ModuleType, masks: Numbers, size: int) -> Numbers:
    """The bits of masks, `[..., size]`; a mask that is alone is no axis of its own."""
    alone = masks[..., 0] if masks.shape[-1] == 1 else masks
    return alone[..., None] >> xp.arange(size) & 1


def _at_least(xp: ModuleType, numbers: Numbers, levels: Sequence[int]) -> Numbers:
    return numbers[..., None] >= xp.asarray(levels)


def _flat(axes: int, numbers: Numbers) -> Numbers:
    """All axes after the first ones as one."""
    return numbers.reshape(*numbers.shape[:axes], -1)
