"""The Pied Piper: what lies on the table. Structs and names only; the rules are in `turn.py`.

           house 2                Seats run counter-clockwise: to each player's right, where the
    gap 3   _____   gap 2         green arrow points. Gap i lies to the left of house i. Forward
       .---|     |---.            from gap i crosses house i and ends in gap i+1; back crosses
house 3|             |house 1     house i-1 and ends in gap i-1.
       '---|_____|---'            With two players the houses stand 0, 2, 1, 3 round the square,
    gap 0   house 0   gap 1       and 2 and 3 belong to nobody.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, Protocol, TypeAlias

from msgspec import Struct

from ratskeller.core.game import GameAction, GameEvent, GameState, Mark, Seat

# --- names for small numbers -------------------------------------------------------------------
# Plain ints, not enums: enum members cost 18 % of the engine's speed on CPython 3.11.

Card: TypeAlias = int
FORWARD: Final = 0
DOUBLE: Final = 1
BACK: Final = 2
SEWER: Final = 3
PLUS: Final = 4
MELODY: Final = 5
UNKNOWN: Final = 6  # a card the viewer may not look at; never in a whole state
KINDS: Final = 7
BASIC: Final = (FORWARD, DOUBLE, BACK, SEWER)

Figure: TypeAlias = int
RED: Final = 0
YELLOW: Final = 1
BLUE: Final = 2
GREEN: Final = 3
PURPLE: Final = 4
BLACK: Final = 5
PIPER: Final = 6
FIGURES: Final = 7
RATS: Final = (RED, YELLOW, BLUE, GREEN, PURPLE, BLACK)
NO_FIGURE: Final = -1

House: TypeAlias = int  # house s belongs to seat s; two-player games add the neutral 2 and 3
Gap: TypeAlias = int  # bears the number of the house on its right
Way: TypeAlias = tuple[tuple[House, Gap], ...]  # houses passed, and the gap reached behind each
Slot: TypeAlias = int  # one of the four Character cards
SLOTS: Final = 4
NOWHERE: Final = -1
NO_SLOT: Final = -1

Counts: TypeAlias = tuple[int, ...]  # how many of each kind of card, or of each figure

AT_HOME: Final = -1  # a tracker that still belongs to its house
SET_ASIDE: Final = -2  # a tracker that nobody may claim any more

Phase: TypeAlias = int
SET_OUT: Final = 0  # chance: a rat for each gap
FIRST_LINE: Final = 1  # chance: the first four Characters
DEAL: Final = 2  # chance: four cards to each seat
REPLACE: Final = 3  # chance: new Characters
REFILL: Final = 4  # chance: cards for the seat whose turn it is
PLACE: Final = 5  # a seat lays a card; the phases before it are chance's
ORDER: Final = 6  # a seat says which of two Characters goes first
OVER: Final = 7

HAND: Final = 4
TURN_CAP: Final = 1000


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table can choose before it starts."""

    rugrats: bool = False
    secret: bool = False
    elimination: Literal["after_card", "immediate"] = "after_card"
    roof: Literal[7, 8] = 7


class Box(Struct, frozen=True, gc=False):
    """What the data file says of the cards."""

    actions: Counts  # of each kind, UNKNOWN included (none)
    rat_cards: int  # Character cards of each rat
    piper_cards: int


class Laid(Struct, frozen=True, gc=False):
    """An Action card under a Character."""

    card: Card
    seat: Seat  # who laid it
    face_down: bool
    memo: int = -1  # its place in `since[seat]`; -1 if it was laid before the last reshuffle


class Played(Struct, frozen=True, gc=False):
    """A card that a seat gave away since the last reshuffle, as everybody remembers it."""

    card: Card  # UNKNOWN while it lies face down
    fresh: int  # how many cards the seat had drawn by then, since that reshuffle


class State(GameState, frozen=True, gc=False):
    """Everything. Each field says who may know it."""

    options: Annotated[Options, Mark.OPEN]
    box: Annotated[Box, Mark.OPEN]
    seats: Annotated[int, Mark.OPEN]

    phase: Annotated[Phase, Mark.OPEN]
    active: Annotated[Seat, Mark.OPEN]  # whose turn it is; in the deal: who is dealt to
    turn: Annotated[int, Mark.OPEN]  # turns completed
    to_place: Annotated[int, Mark.OPEN]  # cards still to lay this turn
    used: Annotated[Slot, Mark.OPEN]  # where this turn's first card lies
    hid: Annotated[bool, Mark.OPEN]  # whether a card of this turn was laid face down
    waiting: Annotated[tuple[Slot, ...], Mark.OPEN]  # Characters that are to act

    ring: Annotated[tuple[House, ...], Mark.OPEN]  # houses that stand, in playing order
    where: Annotated[tuple[Gap, ...], Mark.OPEN]  # gap of each figure
    levels: Annotated[tuple[int, ...], Mark.OPEN]  # tracker of each seat, in floors
    holders: Annotated[tuple[int, ...], Mark.OPEN]  # who holds each seat's tracker
    out: Annotated[tuple[Seat, ...], Mark.OPEN]  # who has fled, first to last

    line: Annotated[tuple[Figure, ...], Mark.OPEN]  # the four Character cards
    laid: Annotated[tuple[tuple[Laid, ...], ...], Mark.PLACER]  # under each, older card first
    character_deck: Annotated[Counts, Mark.OPEN]
    character_discard: Annotated[Counts, Mark.OPEN]
    aside: Annotated[int, Mark.OPEN]  # Pipers waiting to go back into the deck (set-up only)

    hands: Annotated[tuple[Counts, ...], Mark.OWNER]
    deck: Annotated[Counts, Mark.NOBODY]
    discard: Annotated[Counts, Mark.OPEN]

    # What a perfect memory knows since the Action deck was last reshuffled; empty before.
    shuffled: Annotated[Counts, Mark.OPEN]  # the deck at that moment
    old: Annotated[tuple[int, ...], Mark.OPEN]  # how many cards each seat held then
    since: Annotated[tuple[tuple[Played, ...], ...], Mark.OPEN]  # what each has laid since
    drawn: Annotated[tuple[Counts, ...], Mark.OWNER]  # what each has drawn since

    ending: Annotated[Literal["", "two_left", "roof", "turn_cap"], Mark.OPEN]


# --- actions -----------------------------------------------------------------------------------


class PlaceCard(GameAction, frozen=True, gc=False, tag="place"):
    """Lay a card of the hand under a Character."""

    card: Card
    slot: Slot
    face_down: bool = False


class GoFirst(GameAction, frozen=True, gc=False, tag="go_first"):
    """Say which of two activated Characters acts first."""

    slot: Slot


class Enter(GameAction, frozen=True, gc=False, tag="enter"):
    """Chance: this rat takes the next gap."""

    rat: Figure


class TurnUp(GameAction, frozen=True, gc=False, tag="turn_up"):
    """Chance: this Character fills the leftmost empty slot."""

    figure: Figure


class Draw(GameAction, frozen=True, gc=False, tag="draw"):
    """Chance: the seat whose hand is short draws this card."""

    card: Card


Action: TypeAlias = PlaceCard | GoFirst | Enter | TurnUp | Draw


# --- events ------------------------------------------------------------------------------------
# Where one type of event follows from several rules it knows its cause (`citations.py` lists them);
# the usual one need not be said.


class FigureEntered(GameEvent, frozen=True, tag="figure_entered"):
    figures: tuple[Figure, ...]
    gap: Gap
    cause: str = "gap"


class CharacterTurnedUp(GameEvent, frozen=True, tag="character_turned_up"):
    slot: Slot
    figure: Figure
    cause: str = "clean_up"


class PipersSetAside(GameEvent, frozen=True, tag="pipers_set_aside"):
    count: int


class PipersReturned(GameEvent, frozen=True, tag="pipers_returned"):
    count: int


class CardDrawn(GameEvent, frozen=True, tag="card_drawn"):
    seat: Seat
    card: Card
    cause: str = "refill"


class TurnBegan(GameEvent, frozen=True, tag="turn_began"):
    seat: Seat
    cause: str = "on_the_right"


class CardPlaced(GameEvent, frozen=True, tag="card_placed"):
    seat: Seat
    slot: Slot
    figure: Figure
    card: Card
    face_down: bool
    cause: str = "turn"
    twin: bool = False  # another Character in the line shows the same figure


class CardRevealed(GameEvent, frozen=True, tag="card_revealed"):
    slot: Slot
    position: int  # 0: the older card
    seat: Seat
    card: Card


class CharacterActivated(GameEvent, frozen=True, tag="character_activated"):
    slot: Slot
    figure: Figure
    cards: tuple[Card, ...]  # the card or cards that act now, older first
    cause: str = "basic"


class HouseCrossed(GameEvent, frozen=True, tag="house_crossed"):
    figures: tuple[Figure, ...]
    house: House
    gap: Gap  # where they stand now
    before: int  # the tracker; the same twice for a neutral house
    after: int
    cause: str = "rat"


class HousePassedUnder(GameEvent, frozen=True, tag="house_passed_under"):
    figures: tuple[Figure, ...]
    house: House
    gap: Gap
    cause: str = "alone"


class NothingMoved(GameEvent, frozen=True, tag="nothing_moved"):
    slot: Slot
    figure: Figure


class HouseLeft(GameEvent, frozen=True, tag="house_left"):
    seat: Seat
    by: Seat
    cause: str = "full"


class TrackersClaimed(GameEvent, frozen=True, tag="trackers_claimed"):
    seat: Seat
    trackers: tuple[Seat, ...]


class TrackersSetAside(GameEvent, frozen=True, tag="trackers_set_aside"):
    trackers: tuple[Seat, ...]
    cause: str = "own"


class HandDiscarded(GameEvent, frozen=True, tag="hand_discarded"):
    seat: Seat
    cards: Counts
    cause: str = "out"


class CharacterDiscarded(GameEvent, frozen=True, tag="character_discarded"):
    slot: Slot
    figure: Figure
    cards: tuple[Card, ...]
    cause: str = "clean_up"


class CharactersReshuffled(GameEvent, frozen=True, tag="characters_reshuffled"):
    count: int


class ActionsReshuffled(GameEvent, frozen=True, tag="actions_reshuffled"):
    count: int


class GameOver(GameEvent, frozen=True, tag="game_over"):
    reason: str
    ranks: tuple[int, ...]
    cause: str = "two_left"


Event: TypeAlias = (
    FigureEntered
    | CharacterTurnedUp
    | PipersSetAside
    | PipersReturned
    | CardDrawn
    | TurnBegan
    | CardPlaced
    | CardRevealed
    | CharacterActivated
    | HouseCrossed
    | HousePassedUnder
    | NothingMoved
    | HouseLeft
    | TrackersClaimed
    | TrackersSetAside
    | HandDiscarded
    | CharacterDiscarded
    | CharactersReshuffled
    | ActionsReshuffled
    | GameOver
)


class Recorder(Protocol):
    """Is told what happened, and the state right after it."""

    def __call__(self, event: Event, state: State, *, reveals: bool = False) -> None: ...


Record: TypeAlias = Recorder | None
