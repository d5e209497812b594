"""Ratzentanz: what lies on the table. Structs and names only; the rules are in `turn.py`.

Squares are numbered in reading order of the town map (`town.txt`) and named as in a street atlas.
Seats sit clockwise, each at the nest of its own corner:

    seat 0  +-----------+  seat 1      Two players sit at opposite corners (0 and 2 of this picture),
            |  Hamelin  |              three at the first three.
    seat 3  +-----------+  seat 2

The five rats of a seat are numbered 1 to 5; rat r of seat s is entry 5*s + r-1 of `at` and `load`.
The game has no secrets: every field is open.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from ratskeller.core.game import GameAction, GameEvent, GameState, Mark, Seat

# --- names for small numbers -------------------------------------------------------------------
# Plain ints, not enums: enum members cost 18 % of an engine's speed on CPython 3.11.

Square: TypeAlias = int
NOWHERE: Final = -1  # a spare rat, the Piper or the cat before their first symbol

Rat: TypeAlias = int  # 1..5 within a seat
NO_RAT: Final = 0
RATS: Final = 5

Kind: TypeAlias = int  # 1..6, as printed on the storerooms of the map
NO_CHIP: Final = 0
KINDS: Final = 6

Heap: TypeAlias = int
"""Free chips of one square, one decimal digit a kind: 200010 is one of kind 2 and two of kind 6."""

Symbol: TypeAlias = int
NO_SYMBOL: Final = 0
NEW_BLOOD: Final = 1
BACK: Final = 2
DOUBLE: Final = 3
CAT: Final = 4
PIPER: Final = 5
FLUTE: Final = 6
SYMBOLS: Final = (NEW_BLOOD, BACK, DOUBLE, CAT, PIPER, FLUTE)

Phase: TypeAlias = int
START: Final = 0  # chance: the throw for who starts
THROW: Final = 1  # chance: both dice
ORDER: Final = 2  # which die first
MOVE: Final = 3  # walk a rat
TAKE: Final = 4  # the rat that has just walked may sit on a chip
PUT_CAT: Final = 5
PUT_PIPER: Final = 6
CALL_HOME: Final = 7  # Back to the nest
OVER: Final = 8
BETWEEN: Final = 9  # inside a step only: something is done, and what follows is not decided yet

TIED_ROUNDS: Final = 20  # of the throw for the start; then the first of the tied begins
MAX_TURN_CAP: Final = 10_000


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table can choose before it starts."""

    kinds: Literal[4, 5] = 4  # different kinds of food that win
    piper: Literal["sacrifice", "wall"] = "sacrifice"
    walk: Literal["no_square_twice", "no_reversal"] = "no_square_twice"
    turn_cap: int = 1000


class State(GameState, frozen=True, gc=False):
    """Everything. Each field says who may know it: everybody."""

    options: Annotated[Options, Mark.OPEN]
    seats: Annotated[int, Mark.OPEN]

    phase: Annotated[Phase, Mark.OPEN]
    seat: Annotated[Seat, Mark.OPEN]  # whose turn it is; in START: who throws
    turn: Annotated[int, Mark.OPEN]  # turns completed
    number: Annotated[int, Mark.OPEN]  # the dice; 0 before the first throw
    symbol: Annotated[Symbol, Mark.OPEN]
    shares: Annotated[int, Mark.OPEN]  # uses of the number still to play: 2 before a 2x
    due: Annotated[bool, Mark.OPEN]  # the symbol is still to be carried out (never with 2x)
    used: Annotated[Rat, Mark.OPEN]  # who played the first half of this 2x
    runs: Annotated[bool, Mark.OPEN]  # that rat surfaced and may play the second half too
    hand: Annotated[Rat, Mark.OPEN]  # MOVE: the rat bound to walk; TAKE: the rat that has walked

    at: Annotated[tuple[Square, ...], Mark.OPEN]  # of each rat
    load: Annotated[tuple[Kind, ...], Mark.OPEN]  # under each rat
    lying: Annotated[tuple[Heap, ...], Mark.OPEN]  # on each square; chips under rats are not in it
    piper: Annotated[Square, Mark.OPEN]
    cat: Annotated[Square, Mark.OPEN]  # the storeroom she locks

    throws: Annotated[tuple[int, ...], Mark.OPEN]  # for the start: 0 to come, -1 out; then empty
    ties: Annotated[int, Mark.OPEN]  # tied rounds so far
    winner: Annotated[Seat, Mark.OPEN]  # -1: none


# --- actions -----------------------------------------------------------------------------------


class First(GameAction, frozen=True, gc=False, tag="first"):
    """Say which die is carried out first."""

    die: Literal["number", "symbol"]


class Handle(GameAction, frozen=True, gc=False, tag="handle"):
    """Before its walk a rat leaves its chip (kind 0), takes one, or swaps."""

    rat: Rat
    kind: Kind


class Walk(GameAction, frozen=True, gc=False, tag="walk"):
    """A rat walks; by a canal or the stairs `via` is the entrance and `to` the exit."""

    rat: Rat
    to: Square
    via: Square = NOWHERE
    whole: bool = False  # both shares of a 2x in one walk


class Sacrifice(GameAction, frozen=True, gc=False, tag="sacrifice"):
    """A rat walks into the Piper's arms, on foot or on its way back to the nest."""

    rat: Rat
    whole: bool = False


class Take(GameAction, frozen=True, gc=False, tag="take"):
    """The rat that has just walked sits on a chip, or does not (kind 0)."""

    kind: Kind


class PlaceCat(GameAction, frozen=True, gc=False, tag="place_cat"):
    square: Square


class PlacePiper(GameAction, frozen=True, gc=False, tag="place_piper"):
    square: Square


class Home(GameAction, frozen=True, gc=False, tag="home"):
    """Back to the nest: one's own rat is fetched, a foreign one is turned out."""

    seat: Seat
    rat: Rat


class Pass(GameAction, frozen=True, gc=False, tag="pass"):
    """Leave the number to lapse rather than a rat to the Piper; or call nobody home."""


class Throw(GameAction, frozen=True, gc=False, tag="throw"):
    """Chance: both dice."""

    number: int
    symbol: Symbol


class StartThrow(GameAction, frozen=True, gc=False, tag="start_throw"):
    """Chance: a seat's throw for the start."""

    number: int


Action: TypeAlias = (
    First
    | Handle
    | Walk
    | Sacrifice
    | Take
    | PlaceCat
    | PlacePiper
    | Home
    | Pass
    | Throw
    | StartThrow
)


# --- events ------------------------------------------------------------------------------------


class RatMoved(Struct, frozen=True, gc=False):
    """One of several rats that move at the same time."""

    seat: Seat
    rat: Rat
    start: Square
    to: Square  # NOWHERE: it becomes a spare rat
    kind: Kind = NO_CHIP  # what it leaves on `start`


class StartThrown(GameEvent, frozen=True, tag="start_thrown"):
    seat: Seat
    number: int


class StartTied(GameEvent, frozen=True, tag="start_tied"):
    seats: tuple[Seat, ...]


class Starts(GameEvent, frozen=True, tag="starts"):
    seat: Seat


class Thrown(GameEvent, frozen=True, tag="thrown"):
    seat: Seat
    number: int
    symbol: Symbol


class DieChosen(GameEvent, frozen=True, tag="die_chosen"):
    seat: Seat
    die: Literal["number", "symbol"]


class Lapsed(GameEvent, frozen=True, tag="lapsed"):
    """A die that cannot be carried out, and the rule that says so."""

    seat: Seat
    die: Literal["number", "symbol"]
    rule: str

    @property
    def cause(self) -> str:
        return self.rule


class Passed(GameEvent, frozen=True, tag="passed"):
    seat: Seat
    die: Literal["number", "symbol"]

    @property
    def cause(self) -> str:
        return self.die


class PutDown(GameEvent, frozen=True, tag="put_down"):
    seat: Seat
    rat: Rat
    kind: Kind
    square: Square


class SatOn(GameEvent, frozen=True, tag="sat_on"):
    seat: Seat
    rat: Rat
    kind: Kind
    square: Square
    cause: Literal["after the walk", "before the walk", "robbery"] = "after the walk"


class LeftLying(GameEvent, frozen=True, tag="left_lying"):
    """A rat does not care for the chips on its square."""

    seat: Seat
    rat: Rat
    square: Square


class Walked(GameEvent, frozen=True, tag="walked"):
    seat: Seat
    rat: Rat
    squares: tuple[Square, ...]  # from the first to the last, both included
    cause: Literal["number", "2x", "running on"] = "number"


class Surfaced(GameEvent, frozen=True, tag="surfaced"):
    seat: Seat
    rat: Rat
    via: Square
    to: Square
    cause: Literal["canal", "stairs"]


class Mirrored(GameEvent, frozen=True, tag="mirrored"):
    """The other rats on the stairs, all at once."""

    rats: tuple[RatMoved, ...]


class Stored(GameEvent, frozen=True, tag="stored"):
    seat: Seat
    rat: Rat
    kind: Kind
    square: Square
    cause: Literal["walked home", "called home"] = "walked home"


class Lost(GameEvent, frozen=True, tag="lost"):
    """A rat followed the Piper; `squares` ends where he stands, its chip stays on the first."""

    seat: Seat
    rat: Rat
    squares: tuple[Square, ...]
    kind: Kind
    cause: Literal["on a walk", "running on", "called home"] = "on a walk"


class CatPut(GameEvent, frozen=True, tag="cat_put"):
    start: Square
    to: Square


class PiperPut(GameEvent, frozen=True, tag="piper_put"):
    start: Square
    to: Square


class FlutePlayed(GameEvent, frozen=True, tag="flute_played"):
    rats: tuple[RatMoved, ...]


class Born(GameEvent, frozen=True, tag="born"):
    rats: tuple[RatMoved, ...]


class Fetched(GameEvent, frozen=True, tag="fetched"):
    seat: Seat
    rat: Rat
    squares: tuple[Square, ...]


class Evicted(GameEvent, frozen=True, tag="evicted"):
    seat: Seat
    rat: Rat
    start: Square
    to: Square
    kind: Kind  # what it has to leave behind


class TurnEnded(GameEvent, frozen=True, tag="turn_ended"):
    seat: Seat


class GameOver(GameEvent, frozen=True, tag="game_over"):
    reason: str
    winner: Seat  # -1: nobody
    ranks: tuple[int, ...]

    @property
    def cause(self) -> str:
        return self.reason


Event: TypeAlias = (
    StartThrown
    | StartTied
    | Starts
    | Thrown
    | DieChosen
    | Lapsed
    | Passed
    | PutDown
    | SatOn
    | LeftLying
    | Walked
    | Surfaced
    | Mirrored
    | Stored
    | Lost
    | CatPut
    | PiperPut
    | FlutePlayed
    | Born
    | Fetched
    | Evicted
    | TurnEnded
    | GameOver
)
