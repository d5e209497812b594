"""What can be told from the rules before it happens: marks and ways of an action, robbers at a gate.

And, for the log, what an event was about. Everything is open in this game, so a view is a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from ratskeller.core.game import GameEvent, Seat, Step
from ratskeller.draw.table import Ghost
from ratskeller.games.ratzentanz.rules import turn
from ratskeller.games.ratzentanz.rules.chips import collected
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    NO_CHIP,
    NOWHERE,
    RATS,
    Action,
    Born,
    CatPut,
    DieChosen,
    Evicted,
    Fetched,
    FlutePlayed,
    GameOver,
    Lapsed,
    LeftLying,
    Lost,
    Mirrored,
    Passed,
    PiperPut,
    PlaceCat,
    PlacePiper,
    PutDown,
    RatMoved,
    SatOn,
    Square,
    Starts,
    StartThrow,
    StartThrown,
    StartTied,
    State,
    Stored,
    Surfaced,
    Throw,
    Thrown,
    TurnEnded,
    Walked,
)
from ratskeller.games.ratzentanz.rules.walks import PACE_BITS

_DICE: Final = range(1, 7)
_CHANCE: Final = (Throw, StartThrow)


# --- marks --------------------------------------------------------------------------------------


def marks(ground: Ground, state: State, action: Action, after: State) -> list[Ghost]:
    """Food won or lost, rats lost or born, and how many kinds lie at home afterwards."""
    if isinstance(action, _CHANCE):
        return []
    return [*_at_home(ground, state, after), *_on_rats(state, after)]


def _at_home(ground: Ground, before: State, after: State) -> Iterator[Ghost]:
    needed = before.options.kinds
    homes = ground.homes[before.seats]
    pairs = zip(collected(ground, before), collected(ground, after), strict=True)
    for seat, (kinds, then) in enumerate(pairs):
        own = seat == before.seat
        if then != kinds:
            tone = "good" if (then > kinds) == own else "bad"
            yield Ghost(f"larder:{seat}", f"{then}/{needed}", tone)
        elif after.lying[homes[seat]] > before.lying[homes[seat]]:
            yield Ghost(f"larder:{seat}", "+1", "")


def _on_rats(before: State, after: State) -> Iterator[Ghost]:
    if before.at is after.at and before.load is after.load:
        return
    for index, (was, now) in enumerate(zip(before.at, after.at, strict=True)):
        own = index // RATS == before.seat
        spot = rat_id(index)
        old, new = before.load[index], after.load[index]
        if was != NOWHERE and now == NOWHERE:
            yield Ghost(spot, "−1", "bad" if own else "good")
        elif was == NOWHERE and now != NOWHERE:
            yield Ghost(spot, "+1", "good" if own else "")
        elif old == NO_CHIP and new != NO_CHIP:
            yield Ghost(spot, "+1", "good")
        elif old not in (NO_CHIP, new) and new != NO_CHIP:
            yield Ghost(spot, "⇄", "")


# --- ways ---------------------------------------------------------------------------------------


def ways(
    ground: Ground, state: State, action: Action, steps: Sequence[Step[State]]
) -> list[tuple[str, ...]]:
    """The walker's way, those of the rats it moves along on the stairs, of Piper or cat."""
    match action:
        case PlaceCat(square):
            return [(cat_place(ground, state.cat), cat_place(ground, square))]
        case PlacePiper(square):
            return [(piper_place(ground, state.piper), piper_place(ground, square))]
    if isinstance(action, _CHANCE):
        return []
    walked = turn.trace(ground, state, action)
    found = [walked] if len(walked) > 1 else []
    if walked and walked[-1] in ground.stairs:
        for step in steps:
            if isinstance(step.event, Mirrored):
                found += ((moved.start, moved.to) for moved in step.event.rats)
    return [tuple(square_id(ground, square) for square in way) for way in found]


# --- robbers ------------------------------------------------------------------------------------


def robbers(ground: Ground, state: State, seat: Seat) -> list[int]:
    """The throws with which a foreign rat walks into this nest, if there is something to take.

    Cat and Piper are where they are now; a 2x reaches further, which nobody can guard against.
    """
    nest = ground.homes[state.seats][seat]
    if not state.lying[nest]:
        return []
    walks = ground.walks[state.options.walk]
    piper = ground.bits[state.piper]
    foreign = {
        square
        for index, square in enumerate(state.at)
        if index // RATS != seat and square not in (NOWHERE, nest, state.cat)
    }
    found = set()
    for number in _DICE:
        for square in foreign:
            end = walks[square << PACE_BITS | number].ends.get(nest)
            if end is not None and not end[0] & piper:
                found.add(number)
    return sorted(found)


# --- reach --------------------------------------------------------------------------------------


def reach(ground: Ground, state: State, seat: Seat) -> dict[Square, list[int]]:
    """Where a rat of a seat could walk next turn, and with which throws of the number die.

    Cat and Piper are where they are now. Who walks into canal or stairs comes out elsewhere.
    """
    walks = ground.walks[state.options.walk]
    in_the_way = ground.bits[state.piper] | ground.bits[state.cat]
    found: dict[Square, set[int]] = {}
    for square in set(state.at[seat * RATS : (seat + 1) * RATS]) - {NOWHERE}:
        for number in _DICE:
            for walk in walks.ways(square, number, in_the_way).walks[1]:
                found.setdefault(walk.to, set()).add(number)
    return {square: sorted(numbers) for square, numbers in sorted(found.items())}


# --- ids ----------------------------------------------------------------------------------------


@cache
def rat_id(index: int) -> str:
    """Return the part of a rat, by its place in `State.at`."""
    return f"rat:{index // RATS}.{index % RATS + 1}"


def square_id(ground: Ground, square: Square) -> str:
    """Return the place of a square."""
    return f"sq:{ground.town.names[square]}"


def chip_place(ground: Ground, square: Square) -> str:
    """Return where free chips lie; those of a storeroom have a room of their own."""
    name = ground.town.names[square]
    return f"stock:{name}" if ground.town.marks[square].isdigit() else f"sq:{name}"


def cat_place(ground: Ground, square: Square) -> str:
    """Return where the cat lies: before the storeroom that she locks, or outside."""
    return "rim:cat" if square == NOWHERE else f"door:{ground.town.names[square]}"


def piper_place(ground: Ground, square: Square) -> str:
    """Return where the Piper stands."""
    return "rim:piper" if square == NOWHERE else square_id(ground, square)


# --- events -------------------------------------------------------------------------------------


def about(ground: Ground, event: GameEvent) -> tuple[str, ...]:
    """The parts and places to light from the event's line in the log."""
    return _about_walks(ground, event) or _about_symbols(ground, event) or _about_table(event)


def _about_walks(ground: Ground, event: GameEvent) -> tuple[str, ...]:
    match event:
        case Walked(seat, rat, squares) | Fetched(seat, rat, squares) | Lost(seat, rat, squares):
            return (f"rat:{seat}.{rat}", *(square_id(ground, square) for square in squares))
        case Surfaced(seat, rat, via, to) | Evicted(seat, rat, via, to):
            return (f"rat:{seat}.{rat}", square_id(ground, via), square_id(ground, to))
        case PutDown(seat, rat, _, square) | SatOn(seat, rat, _, square):
            return (f"rat:{seat}.{rat}", square_id(ground, square))
        case LeftLying(seat, rat, square):
            return (f"rat:{seat}.{rat}", square_id(ground, square))
        case Stored(seat, rat, kind, square):
            name = ground.town.names[square]
            return (f"rat:{seat}.{rat}", f"chip:{name}.{kind}", f"larder:{seat}")
    return ()


def _about_symbols(ground: Ground, event: GameEvent) -> tuple[str, ...]:
    match event:
        case Mirrored(rats) | Born(rats) | FlutePlayed(rats):
            return ("die:symbol", *_moved(ground, rats))
        case CatPut(start, to):
            return ("cat", *_squares(ground, (start, to)))
        case PiperPut(start, to):
            return ("piper", *_squares(ground, (start, to)))
    return ()


def _about_table(event: GameEvent) -> tuple[str, ...]:
    match event:
        case DieChosen(_, die) | Lapsed(_, die) | Passed(_, die):
            return (f"die:{die}",)
        case Thrown():
            return ("die:number", "die:symbol")
        case StartThrown(seat) | Starts(seat) | TurnEnded(seat):
            return (f"sign:{seat}",)
        case StartTied(seats):
            return tuple(f"sign:{seat}" for seat in seats)
        case GameOver(_, _, ranks):
            return tuple(f"larder:{seat}" for seat, rank in enumerate(ranks) if rank == 1)
    return ()


def _moved(ground: Ground, rats: Iterable[RatMoved]) -> Iterator[str]:
    for moved in rats:
        yield f"rat:{moved.seat}.{moved.rat}"
        yield from _squares(ground, (moved.start, moved.to))


def _squares(ground: Ground, squares: Iterable[Square]) -> tuple[str, ...]:
    return tuple(square_id(ground, square) for square in squares if square != NOWHERE)
