"""Positions in a few words. Squares are named as on the map (`town.txt`).

    state = number(3, {"0.1": "b4", "1.2": "c5*6"}, lying={"h2": "11"}, piper="e7", cat="c5")

is seat 0 with a 3 to walk: its rat 1 on b4, rat 2 of seat 1 on c5 with a chip of kind 6, two chips of
kind 1 lying on h2. All other rats are spare and no other chip is on the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ratskeller.core.game import Refusal
from ratskeller.games.ratzentanz import GAME
from ratskeller.games.ratzentanz.rules import turn
from ratskeller.games.ratzentanz.rules.chips import ONE, count
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    DOUBLE,
    FLUTE,
    KINDS,
    MOVE,
    NOWHERE,
    ORDER,
    RATS,
    Options,
    State,
    Walk,
)

GROUND = GAME.ground
NONE: Mapping[str, str] = {}


def sq(name: str, ground: Ground = GROUND) -> int:
    return ground.number_of[name]


def name(square: int) -> str:
    return GROUND.town.names[square]


def position(
    rats: Mapping[str, str],
    *,
    seats: int = 2,
    lying: Mapping[str, str] = NONE,
    piper: str = "",
    cat: str = "",
    ground: Ground = GROUND,
    options: Options | None = None,
    **fields: Any,
) -> State:
    empty = turn.start(ground, seats, options or Options())
    at, load = [NOWHERE] * (RATS * seats), [0] * (RATS * seats)
    for who, where in rats.items():
        seat, rat = map(int, who.split("."))
        square, _, kind = where.partition("*")
        at[seat * RATS + rat - 1] = sq(square, ground)
        load[seat * RATS + rat - 1] = int(kind or 0)
    heaps = [0] * len(ground.town.names)
    for square, kinds in lying.items():
        heaps[sq(square, ground)] = sum(ONE[int(kind)] for kind in kinds)
    return replace(
        empty,
        at=tuple(at),
        load=tuple(load),
        lying=tuple(heaps),
        piper=sq(piper, ground) if piper else NOWHERE,
        cat=sq(cat, ground) if cat else NOWHERE,
        throws=(),
        **fields,
    )


def number(steps: int, rats: Mapping[str, str], **more: Any) -> State:
    """Only the number is left to play."""
    return position(rats, phase=MOVE, number=steps, symbol=FLUTE, shares=1, due=False, **more)


def doubled(steps: int, rats: Mapping[str, str], **more: Any) -> State:
    """A 2x, nothing played yet."""
    return position(rats, phase=MOVE, number=steps, symbol=DOUBLE, shares=2, due=False, **more)


def thrown(steps: int, symbol: int, rats: Mapping[str, str], **more: Any) -> State:
    """Both dice lie there; the order is still to be chosen."""
    return position(rats, phase=ORDER, number=steps, symbol=symbol, shares=1, due=True, **more)


def do(state: State, *moves: str) -> State:
    """Play moves in notation; each must be legal."""
    for move in moves:
        action = GAME.parse(move)
        assert action in GAME.legal(state), f"{move} is not among {sorted(choices(state))}"
        state = GAME.play(state, action)
    return state


def choices(state: State) -> set[str]:
    return {GAME.notation(action) for action in GAME.legal(state)}


def ends(state: State, rat: int = 1, *, whole: bool = False) -> set[str]:
    """Where a rat can walk; canals and stairs by their entrance."""
    walks = [a for a in GAME.legal(state) if isinstance(a, Walk) and a.rat == rat]
    return {name(w.to if w.via < 0 else w.via) for w in walks if w.whole == whole}


def events(state: State, move: str) -> list[Struct]:
    return [step.event for step in GAME.steps(state, GAME.parse(move))]


def happened(state: State, move: str, kind: type) -> Any:
    """The one event of a kind."""
    (event,) = [event for event in events(state, move) if isinstance(event, kind)]
    return event


def where(state: State, who: str) -> str:
    """The square of a rat, or `spare`."""
    seat, rat = map(int, who.split("."))
    square = state.at[seat * RATS + rat - 1]
    return name(square) if square >= 0 else "spare"


def load(state: State, who: str) -> int:
    seat, rat = map(int, who.split("."))
    return state.load[seat * RATS + rat - 1]


def heap(state: State, square: str) -> str:
    """The free chips of a square as a string of kinds."""
    chips = state.lying[sq(square)]
    return "".join(str(kind) * count(chips, kind) for kind in range(1, KINDS + 1))


def why(state: State, *parts: str) -> Refusal:
    """The refusal that these parts get."""
    refusal = GAME.why_not(GAME.conceal(state, state.seat), parts)
    assert refusal is not None
    return refusal


def against(state: State, parts: Sequence[str]) -> str:
    """The rule against these parts."""
    return why(state, *parts).rule


def refused(state: State, move: str) -> Refusal:
    """The refusal that a typed move gets at the table."""
    action = GAME.parse(move)
    assert action not in GAME.legal(state), f"{move} is legal"
    return why(state, *GAME.path(state, action))
