"""First Rat: what lies on the table. Structs and names only; the rules are in the other files.

                                                                       .-> 29 Rocket
    0 Start -> 1 -> 2 -> ... the junkyard path ... -> 26 -> 27 Launchpad
      ^                                                                   28 Nursery
      '------------------------- a rat wakes up -------------------------'

A rat is numbered `seat * 4 + n`; n = 0..3 is written a, b, c, d. Shortcuts leave the path at one
space and join it again further on. Everything is open, and after the set-up nothing is random
(FR-08).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Struct

from ratskeller.core.game import GameAction, GameEvent, GameState, Mark, Seat

# --- names for small numbers -------------------------------------------------------------------
# Plain ints, not enums: enum members cost 18 % of an engine's speed on CPython 3.11.

Space: TypeAlias = int
START: Final = 0
LAST_SPACE: Final = 26
LAUNCHPAD: Final = 27
NURSERY: Final = 28
ROCKET_SHIP: Final = 29

Rat: TypeAlias = int  # over all seats; an action names its rat by n = 0..3 alone
RATS: Final = 4  # of each seat
NO_RAT: Final = -1

Colour: TypeAlias = int
COLOURS: Final = ("blue", "yellow", "orange", "green", "white")
BLUE, YELLOW, ORANGE, GREEN, WHITE = range(5)

Kind: TypeAlias = int
KINDS: Final = ("cheese", "vinegar", "soda", "tin", "calculator", "bulb", "core")
CHEESE, VINEGAR, SODA, TIN, CALCULATOR, BULB, CORE = range(7)
GOODS: Final = 5  # the kinds a player keeps; bulbs and cores are used at once
MATERIALS: Final = (VINEGAR, SODA, TIN, CALCULATOR)
NO_KIND: Final = -1

Face: TypeAlias = int  # what lies on a space: colour, kind and amount; 0 is none
Via: TypeAlias = int  # bit mask of the shortcuts a move takes, in the order of the data file

Track: TypeAlias = int
TRACKS: Final = (
    "rattronaut", "thruster", "cargo", "cockpit", "lights", "provisions", "stored_food", "rocket",
)  # fmt: skip
RATTRONAUT, THRUSTER, CARGO, COCKPIT, LIGHTS, PROVISIONS, STORED_FOOD, ROCKET = range(8)
PARTS: Final = (THRUSTER, CARGO, COCKPIT)  # one of each is a set
NO_STRIP: Final = -1
ROCKET_STRIP: Final = 8  # strips 0-6 are printed on tracks 0-6, 7 is the spare one

Comic: TypeAlias = int
COMICS: Final = (
    "neil", "lola", "arnold", "ratwoman", "yellow", "red", "toll", "legs", "colours", "discount",
)  # fmt: skip
(
    NEIL, LOLA, ARNOLD, RATWOMAN,
    YELLOW_SHORTCUTS, RED_SHORTCUTS, NO_TOLL, LEGS, TWO_COLOURS, DISCOUNT,
) = range(10)  # fmt: skip
SUPER_RATS: Final = 4  # the first four comics come with a token of the same number
NO_COMIC: Final = -1

Item: TypeAlias = int  # 0-4 backpacks, 5 an energy drink, 6-15 bottle caps
PACKS: Final = ("orange", "green", "bulbs", "cores", "cheese")
ORANGE_PACK, GREEN_PACK, BULB_PACK, CORE_PACK, CHEESE_PACK = range(5)
ENERGY_DRINK: Final = 5
FIRST_CAP: Final = 6
CAPS: Final = (
    "frugal", "things", "stored_food", "provisions", "lights",
    "cockpit", "cargo", "thruster", "rocket", "rattronaut",
)  # fmt: skip
FRUGAL_CAP, THINGS_CAP = range(2)
ITEMS: Final = FIRST_CAP + len(CAPS)

Booth: TypeAlias = int
BOOTHS: Final = ("hamster", "frog", "crow")
HAMSTER, FROG, CROW = range(3)

Node: TypeAlias = int  # of the burrow, in the order of the data file

Phase: TypeAlias = int
SET_PATH: Final = 0  # chance: a tile for each space
SET_STRIPS: Final = 1  # chance: a strip for each track but the Rocket's
SET_PACKS: Final = 2  # chance: backpacks
SET_CAPS: Final = 3  # chance: bottle caps
SET_COMICS: Final = 4  # chance: comics
MOVE: Final = 5  # step 1
COLLECT: Final = 6  # step 2, from here to REWARD: a space was left, what of the others?
EXTRA: Final = 7  # of which kind is the backpack's extra?
DRINK: Final = 8  # double the yield?
FORK: Final = 9  # which way in the burrow?
COMIC: Final = 10  # which comic?
RAISE: Final = 11  # wake a rat in the Nursery?
REWARD: Final = 12  # the Launchpad's: an award or a rat?
BOOTH: Final = 13  # step 3
SCORE: Final = 14  # step 4
OVER: Final = 15

STOOD_STILL: Final = (0, 0, 0, 0)  # `walked` before the first move of a turn


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table can choose before it starts."""

    board: Literal["variable", "standard"] = "variable"
    lit: Literal["first", "last"] = "first"  # which of several bulbs lights a space


class State(GameState, frozen=True, gc=False):
    """Everything. All of it lies open on the table; masks are bit masks, lowest bit first."""

    edition: Annotated[str, Mark.OPEN]  # which data file: `tables.tables_of(state)`
    seats: Annotated[int, Mark.OPEN]
    lit: Annotated[Literal[0, 1], Mark.OPEN]  # a space is lit by its first (0) or last bulb (1)

    path: Annotated[tuple[Face, ...], Mark.OPEN]  # by space, 0-27
    strips: Annotated[tuple[int, ...], Mark.OPEN]  # by track

    rats: Annotated[tuple[Space, ...], Mark.OPEN]  # by rat
    tokens: Annotated[tuple[Rat, ...], Mark.OPEN]  # who carries Neil, Lola, Arnold, Ratwoman
    goods: Annotated[tuple[int, ...], Mark.OPEN]  # seat * 5 + kind
    mouldy: Annotated[tuple[int, ...], Mark.OPEN]
    awards: Annotated[tuple[int, ...], Mark.OPEN]
    light: Annotated[tuple[int, ...], Mark.OPEN]  # marker on the light string
    burrow: Annotated[tuple[Node, ...], Mark.OPEN]  # marker in the burrow
    packs: Annotated[tuple[int, ...], Mark.OPEN]  # mask by seat
    caps: Annotated[tuple[int, ...], Mark.OPEN]  # mask by seat
    comics: Annotated[tuple[int, ...], Mark.OPEN]  # mask by seat
    drinks: Annotated[tuple[int, ...], Mark.OPEN]  # face up
    empties: Annotated[tuple[int, ...], Mark.OPEN]  # face down
    shelf_packs: Annotated[tuple[int, ...], Mark.OPEN]  # for sale, by kind
    shelf_drinks: Annotated[int, Mark.OPEN]
    shelf_caps: Annotated[int, Mark.OPEN]  # mask
    library: Annotated[int, Mark.OPEN]  # mask
    markers: Annotated[tuple[int, ...], Mark.OPEN]  # score markers that may be placed
    tracks: Annotated[tuple[tuple[int, ...], ...], Mark.OPEN]  # pieces as placed: seats, rats on 0

    round: Annotated[int, Mark.OPEN]  # from 1
    mover: Annotated[Seat, Mark.OPEN]  # whose turn it is
    phase: Annotated[Phase, Mark.OPEN]
    last_round: Annotated[int, Mark.OPEN]  # 0 while the end is open
    still: Annotated[int, Mark.OPEN]  # turns in a row in which nobody could move
    ending: Annotated[Literal["", "rocket", "markers", "stuck"], Mark.OPEN]  # what ends the game

    # The rest is about the turn that goes on; when one begins it is as empty as at the start.
    walked: Annotated[tuple[int, ...], Mark.OPEN]  # steps of the mover's rats; 0: did not move
    left: Annotated[int, Mark.OPEN]  # mask of landed spaces whose goods are declined
    extra: Annotated[Kind, Mark.OPEN]  # kind of the colour backpack's extra, or NO_KIND
    cores: Annotated[int, Mark.OPEN]  # apple cores still to walk
    booths: Annotated[int, Mark.OPEN]  # mask of booths still open to the mover
    fresh: Annotated[int, Mark.OPEN]  # mask of comics taken this turn: they do not work yet


# --- actions -----------------------------------------------------------------------------------


class Move(GameAction, frozen=True, gc=False, tag="move"):
    """Walk a rat to a space, by the shortcuts named."""

    rat: int  # 0-3 of the mover
    space: Space
    via: Via = 0


class Collect(GameAction, frozen=True, gc=False, tag="collect"):
    """No more moves; take everything that was not left."""


class Leave(GameAction, frozen=True, gc=False, tag="leave"):
    """No more moves; do not collect from this space."""

    space: Space


class Extra(GameAction, frozen=True, gc=False, tag="extra"):
    """The kind of the one extra resource of a colour backpack."""

    kind: Kind


class Drink(GameAction, frozen=True, gc=False, tag="drink"):
    """Double the yield with an energy drink, or do not."""

    use: bool


class Fork(GameAction, frozen=True, gc=False, tag="fork"):
    """At an intersection of the burrow: up the column, or straight on."""

    up: bool


class TakeComic(GameAction, frozen=True, gc=False, tag="take_comic"):
    """Take a comic, with the rat that gets its token; or none."""

    comic: Comic
    rat: int = NO_RAT  # 0-3 of the mover


class Raise(GameAction, frozen=True, gc=False, tag="raise"):
    """In the Nursery: wake a rat, or let it sleep."""

    wake: bool


class Reward(GameAction, frozen=True, gc=False, tag="reward"):
    """On the Launchpad: wake a rat, or take an award."""

    wake: bool


class Buy(GameAction, frozen=True, gc=False, tag="buy"):
    item: Item


class Steal(GameAction, frozen=True, gc=False, tag="steal"):
    item: Item


class PassBooths(GameAction, frozen=True, gc=False, tag="pass_booths"):
    """Nothing (more) from the booths this turn."""


class Build(GameAction, frozen=True, gc=False, tag="build"):
    """Build a rocket part; with the discount comic, one less of a material."""

    part: Track
    less: Kind = NO_KIND


class Donate(GameAction, frozen=True, gc=False, tag="donate"):
    """Give cheese for the provisions."""


class EndTurn(GameAction, frozen=True, gc=False, tag="end_turn"):
    pass


class Tile(GameAction, frozen=True, gc=False, tag="tile"):
    """Chance: this tile lies on the next space."""

    face: Face


class Strip(GameAction, frozen=True, gc=False, tag="strip"):
    """Chance: this strip lies on the next track."""

    strip: int


class StockPack(GameAction, frozen=True, gc=False, tag="stock_pack"):
    """Chance: a backpack for Harry Hamster."""

    pack: int


class StockCap(GameAction, frozen=True, gc=False, tag="stock_cap"):
    """Chance: a bottle cap for the Madcap Crow."""

    cap: int


class StockComic(GameAction, frozen=True, gc=False, tag="stock_comic"):
    """Chance: a comic for the Library."""

    comic: Comic


Action: TypeAlias = (
    Move
    | Collect
    | Leave
    | Extra
    | Drink
    | Fork
    | TakeComic
    | Raise
    | Reward
    | Buy
    | Steal
    | PassBooths
    | Build
    | Donate
    | EndTurn
    | Tile
    | Strip
    | StockPack
    | StockCap
    | StockComic
)


# --- events ------------------------------------------------------------------------------------
# Goods change by Gained, Spent, TollPaid and MouldTaken and by nothing else, so a reader can add
# them up. Bulbs and cores are Gained, too; LightMoved, BulbsLost and BurrowMoved say where they go.
# An event that several rules can bring about tells which by its cause: `citations` has the rules.


class TileLaid(GameEvent, frozen=True, tag="tile_laid"):
    space: Space
    face: Face


class StripLaid(GameEvent, frozen=True, tag="strip_laid"):
    track: Track
    strip: int


class ItemStocked(GameEvent, frozen=True, tag="item_stocked"):
    item: Item


class ComicStocked(GameEvent, frozen=True, tag="comic_stocked"):
    comic: Comic


class TurnBegan(GameEvent, frozen=True, tag="turn_began"):
    seat: Seat
    round: int


class MoveSkipped(GameEvent, frozen=True, tag="move_skipped"):
    seat: Seat


class Spent(GameEvent, frozen=True, tag="spent"):
    seat: Seat
    kind: Kind
    amount: int
    reason: Literal["shortcut", "booth", "part", "discount", "donation"]
    source: int  # the shortcut, the item or the track

    @property
    def cause(self) -> str:
        return self.reason


Manner: TypeAlias = Literal[
    "plain", "neil", "lola", "legs", "colours", "free", "shortcut", "launchpad"
]
"""What lets a rat walk as it does: by which rule it goes so far, or there, or that way."""


class RatMoved(GameEvent, frozen=True, tag="rat_moved"):
    rat: Rat
    origin: Space
    space: Space
    via: Via
    steps: int
    cause: Manner


class MouldTaken(GameEvent, frozen=True, tag="mould_taken"):
    seat: Seat
    cheese: int  # that comes with one piece of mouldy cheese


class TollPaid(GameEvent, frozen=True, tag="toll_paid"):
    seat: Seat
    to: Seat
    space: Space


class MovingDone(GameEvent, frozen=True, tag="moving_done"):
    seat: Seat
    spaces: tuple[Space, ...]  # that are collected from

    @property
    def cause(self) -> str:
        return "goods" if self.spaces else "launchpad"


class GoodsLeft(GameEvent, frozen=True, tag="goods_left"):
    seat: Seat
    space: Space


class ExtraChosen(GameEvent, frozen=True, tag="extra_chosen"):
    seat: Seat
    kind: Kind


class DrinkUsed(GameEvent, frozen=True, tag="drink_used"):
    seat: Seat


class DrinkSaved(GameEvent, frozen=True, tag="drink_saved"):
    seat: Seat


class Gained(GameEvent, frozen=True, tag="gained"):
    seat: Seat
    kind: Kind
    amount: int
    reason: Literal["space", "light", "pack", "arnold", "drink"]
    source: int  # the space, the backpack or -1

    @property
    def cause(self) -> str:
        return self.reason


class LightMoved(GameEvent, frozen=True, tag="light_moved"):
    seat: Seat
    origin: int
    position: int


class BulbsLost(GameEvent, frozen=True, tag="bulbs_lost"):
    seat: Seat
    amount: int


class BurrowMoved(GameEvent, frozen=True, tag="burrow_moved"):
    seat: Seat
    origin: Node
    node: Node


class MarkerPlaced(GameEvent, frozen=True, tag="marker_placed"):
    seat: Seat
    track: Track
    slot: int  # 0-4, as printed
    points: int

    @property
    def cause(self) -> str:
        return TRACKS[self.track]


class MarkerMissing(GameEvent, frozen=True, tag="marker_missing"):
    seat: Seat
    track: Track

    @property
    def cause(self) -> str:
        return TRACKS[self.track]


class ComicTaken(GameEvent, frozen=True, tag="comic_taken"):
    seat: Seat
    comic: Comic


class ComicDeclined(GameEvent, frozen=True, tag="comic_declined"):
    seat: Seat


class TokenPlaced(GameEvent, frozen=True, tag="token_placed"):
    token: int
    rat: Rat


class RatRaised(GameEvent, frozen=True, tag="rat_raised"):
    rat: Rat
    reason: Literal["nursery", "launchpad"]

    @property
    def cause(self) -> str:
        return self.reason


class RatLetSleep(GameEvent, frozen=True, tag="rat_let_sleep"):
    seat: Seat


class AwardTaken(GameEvent, frozen=True, tag="award_taken"):
    seat: Seat


class ItemTaken(GameEvent, frozen=True, tag="item_taken"):
    seat: Seat
    item: Item
    how: Literal["bought", "stolen", "free"]

    @property
    def cause(self) -> str:
        return self.how


class RatSentHome(GameEvent, frozen=True, tag="rat_sent_home"):
    rat: Rat
    origin: Space


class BoothsPassed(GameEvent, frozen=True, tag="booths_passed"):
    seat: Seat


class TurnEnded(GameEvent, frozen=True, tag="turn_ended"):
    seat: Seat


class RattronautSeated(GameEvent, frozen=True, tag="rattronaut_seated"):
    rat: Rat
    slot: int
    points: int  # Neil's doubled
    cause: Literal["plain", "neil"]


class LastRoundSet(GameEvent, frozen=True, tag="last_round_set"):
    seat: Seat
    reason: Literal["rocket", "markers"]
    round: int

    @property
    def cause(self) -> str:
        return self.reason


class ExtraRoundBegan(GameEvent, frozen=True, tag="extra_round_began"):
    round: int
    markers: int  # that every seat gets


class GameOver(GameEvent, frozen=True, tag="game_over"):
    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def cause(self) -> str:
        return self.reason


Event: TypeAlias = (
    TileLaid
    | StripLaid
    | ItemStocked
    | ComicStocked
    | TurnBegan
    | MoveSkipped
    | Spent
    | RatMoved
    | MouldTaken
    | TollPaid
    | MovingDone
    | GoodsLeft
    | ExtraChosen
    | DrinkUsed
    | DrinkSaved
    | Gained
    | LightMoved
    | BulbsLost
    | BurrowMoved
    | MarkerPlaced
    | MarkerMissing
    | ComicTaken
    | ComicDeclined
    | TokenPlaced
    | RatRaised
    | RatLetSleep
    | AwardTaken
    | ItemTaken
    | RatSentHome
    | BoothsPassed
    | TurnEnded
    | RattronautSeated
    | LastRoundSet
    | ExtraRoundBegan
    | GameOver
)
