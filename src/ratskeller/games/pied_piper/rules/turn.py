"""The rules of The Pied Piper as functions on states. Each names the rule it carries out.

Every function trusts its caller. `record`, where it is not None, is told each event with the state
right after it: `steps` passes one, `play` does not, and so both are one resolution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from ratskeller.core.counts import add, put
from ratskeller.core.game import CHANCE, Mover, Outcome, Seat, Step
from ratskeller.games.pied_piper.rules.counts import EMPTY
from ratskeller.games.pied_piper.rules.leaving import finish, ranks
from ratskeller.games.pied_piper.rules.moving import act, basic_move, moves_of
from ratskeller.games.pied_piper.rules.state import (
    AT_HOME,
    DEAL,
    FIGURES,
    FIRST_LINE,
    HAND,
    KINDS,
    MELODY,
    NO_FIGURE,
    NO_SLOT,
    NOWHERE,
    ORDER,
    OVER,
    PIPER,
    PLACE,
    PLUS,
    RATS,
    REFILL,
    REPLACE,
    SET_OUT,
    SLOTS,
    TURN_CAP,
    UNKNOWN,
    Action,
    ActionsReshuffled,
    Box,
    Card,
    CardDrawn,
    CardPlaced,
    CardRevealed,
    CharacterDiscarded,
    CharactersReshuffled,
    CharacterTurnedUp,
    Counts,
    Draw,
    Enter,
    Event,
    FigureEntered,
    GoFirst,
    House,
    Laid,
    NothingMoved,
    Options,
    PipersReturned,
    PipersSetAside,
    PlaceCard,
    Played,
    Record,
    Slot,
    State,
    TurnBegan,
    TurnUp,
)

DRAWING: Final = (REFILL, DEAL)  # the phases in which Action cards are drawn
NO_CARDS: Final[tuple[Laid, ...]] = ()
FACE_UP: Final = (False,)
EITHER_FACE: Final = (False, True)


# --- the start ---------------------------------------------------------------------------------


def first_ring(seats: int) -> tuple[House, ...]:
    """The houses before anybody fled, clockwise; with two players neutral ones between (PP-61)."""
    return (0, 2, 1, 3) if seats == 2 else tuple(range(seats))


def start(box: Box, seats: int, options: Options) -> State:
    """The table before the first draw: houses set up, nothing dealt (PP-61, PP-62)."""
    ring = first_ring(seats)
    cards = box.actions
    if options.rugrats:  # PP-40
        cards = put(put(cards, PLUS, 0), MELODY, 0)
    return State(
        options=options,
        box=replace(box, actions=cards),
        seats=seats,
        phase=SET_OUT,
        active=0,
        turn=0,
        to_place=0,
        used=NO_SLOT,
        hid=False,
        waiting=(),
        ring=ring,
        where=(NOWHERE,) * PIPER + (ring[0],),
        levels=(0,) * seats,
        holders=(AT_HOME,) * seats,
        out=(),
        line=(NO_FIGURE,) * SLOTS,
        laid=(NO_CARDS,) * SLOTS,
        character_deck=put((0,) * FIGURES, PIPER, box.piper_cards),
        character_discard=EMPTY,
        aside=0,
        hands=(EMPTY,) * seats,
        deck=cards,
        discard=EMPTY,
        shuffled=(),
        old=(),
        since=(),
        drawn=(),
        ending="",
    )


_ENTER: Final = tuple(Enter(rat) for rat in RATS)
_TURN_UP: Final = tuple(TurnUp(figure) for figure in range(FIGURES))
_DRAW: Final = tuple(Draw(card) for card in range(KINDS))
_GO_FIRST: Final = tuple(GoFirst(slot) for slot in range(SLOTS))


def to_act(state: State) -> Mover | None:
    if state.phase < PLACE:
        return CHANCE
    return None if state.phase == OVER else state.active


def odds(state: State) -> tuple[Sequence[Action], Sequence[int]]:
    """Chance's outcomes: a rat that is not out yet, a card of the bag that is due."""
    phase = state.phase
    if phase in DRAWING:
        return _DRAW, state.deck
    if phase == SET_OUT:
        return _ENTER, [1 if gap == NOWHERE else 0 for gap in state.where[:PIPER]]
    return _TURN_UP, state.character_deck


def stream(state: State) -> str:
    if state.phase == SET_OUT:
        return "setup"
    return "action deck" if state.phase in DRAWING else "character deck"


def legal(state: State) -> Sequence[Action]:
    """What the seat to act may do; empty at chance and at the end."""
    if state.phase == PLACE:
        faces = EITHER_FACE if state.options.secret and not state.hid else FACE_UP
        return placements(state.hands[state.active], state.used, faces)
    if state.phase == ORDER:
        return [_GO_FIRST[slot] for slot in state.waiting]
    return ()


@cache
def placements(hand: Counts, used: Slot, faces: tuple[bool, ...]) -> tuple[PlaceCard, ...]:
    """Every card of the hand under every Character not used this turn (PP-31, PP-32, PP-50).

    Cached: the same few thousand hands come back, and states share the action objects.
    """
    return tuple(
        PlaceCard(card, slot, face_down)
        for card in range(UNKNOWN)
        if hand[card]
        for slot in range(SLOTS)
        if slot != used
        for face_down in faces
    )


# --- one action --------------------------------------------------------------------------------


def play(state: State, action: Action) -> State:
    return _PLAY[type(action)](state, action, None)


def steps(state: State, action: Action) -> Iterator[Step[State]]:
    recorded: list[Step[State]] = []

    def record(event: Event, state: State, *, reveals: bool = False) -> None:
        recorded.append(Step(event, state, reveals))

    final = _PLAY[type(action)](state, action, record)
    # What follows without an event of its own (the next phase) belongs to the last step.
    recorded[-1] = replace(recorded[-1], state=final)
    return iter(recorded)


def _enter(state: State, action: Enter, record: Record) -> State:
    """A rat for each gap; the first gap gets a second one beside the Piper (PP-05, PP-62)."""
    entered = PIPER - state.where.count(NOWHERE)  # the Piper stands there from the start
    gap = state.ring[entered % len(state.ring)]
    state = replace(
        state,
        where=put(state.where, action.rat, gap),
        character_deck=put(state.character_deck, action.rat, state.box.rat_cards),
        phase=FIRST_LINE if entered == len(state.ring) else SET_OUT,
    )
    if record:
        event = FigureEntered((action.rat,), gap)
        if entered == len(state.ring):
            event = FigureEntered((action.rat, PIPER), gap, "second")
        record(event, state)
    return state


def _turn_up(state: State, action: TurnUp, record: Record) -> State:
    """A Character fills the leftmost empty slot (PP-09, PP-34)."""
    line, deck, figure = [*state.line], [*state.character_deck], action.figure
    slot = line.index(NO_FIGURE)
    line[slot] = figure
    deck[figure] -= 1
    state = replace(state, line=tuple(line), character_deck=tuple(deck))
    if record:
        replaced = "rugrats" if state.options.rugrats else "clean_up"
        cause = "first_line" if state.phase == FIRST_LINE else replaced
        record(CharacterTurnedUp(slot, figure, cause), state)
    if NO_FIGURE in line:
        return state if state.character_deck != EMPTY else reshuffle_characters(state, record)
    if state.phase == FIRST_LINE:
        return check_first_line(state, record)
    if state.to_place and state.active not in state.out:  # Rugrats: the turn goes on (PP-41)
        return replace(state, phase=PLACE)
    return refill(state, record)


def check_first_line(state: State, record: Record) -> State:
    """All Pipers but the leftmost make room, until at most one lies in the line (PP-07)."""
    surplus = [slot for slot in range(SLOTS) if state.line[slot] == PIPER][1:]
    if surplus:
        line = tuple(NO_FIGURE if s in surplus else state.line[s] for s in range(SLOTS))
        state = replace(state, line=line, aside=state.aside + len(surplus))
        if record:
            record(PipersSetAside(len(surplus)), state)
        return state
    if returned := state.aside:
        deck = add(state.character_deck, PIPER, returned)
        state = replace(state, character_deck=deck, aside=0)
        if record:
            record(PipersReturned(returned), state)
    return replace(state, phase=DEAL)


def reshuffle_characters(state: State, record: Record) -> State:
    """The Character discards become the deck when one is needed and none is left (PP-34, PP-35)."""
    state = replace(state, character_deck=state.character_discard, character_discard=EMPTY)
    if record:
        record(CharactersReshuffled(sum(state.character_deck)), state)
    return state


def _draw(state: State, action: Draw, record: Record) -> State:
    """The seat whose hand is short draws a card (PP-63).

    Draws and placements are three of four actions: they change their tuples without a helper.
    """
    seat, card = state.active, action.card
    hands, deck, drawn = [*state.hands], [*state.deck], state.drawn
    hand = [*hands[seat]]
    hand[card] += 1
    deck[card] -= 1
    hands[seat] = tuple(hand)
    if drawn:
        drawn = put(drawn, seat, add(drawn[seat], card, 1))
    state = replace(state, hands=tuple(hands), deck=tuple(deck), drawn=drawn)
    if record:
        cause = "deal" if state.phase == DEAL else "refill" if state.turn else "first_turn"
        record(CardDrawn(seat, card, cause), state)
    if sum(hand) < HAND:
        return state if state.deck != EMPTY else reshuffle_actions(state, record)
    if state.phase == DEAL:
        return deal_on(state, record)
    return end_turn(state, record)


def deal_on(state: State, record: Record) -> State:
    """Four cards to the next seat; after the last the start player begins (PP-06)."""
    seat = state.active + 1
    if seat < state.seats:
        return replace(state, active=seat)
    return begin_turn(state, 0, 0, record)


def reshuffle_actions(state: State, record: Record) -> State:
    """The Action discards become the deck when a card is needed and none is left (PP-35)."""
    seats = state.seats
    state = replace(
        state,
        deck=state.discard,
        discard=EMPTY,
        shuffled=state.discard,
        old=tuple([sum(hand) for hand in state.hands]),
        since=((),) * seats,
        drawn=(EMPTY,) * seats,
        laid=tuple(tuple(replace(card, memo=-1) for card in cards) for cards in state.laid),
    )
    if record:
        record(ActionsReshuffled(sum(state.deck)), state)
    return state


# --- placing -----------------------------------------------------------------------------------


def _place(state: State, action: PlaceCard, record: Record) -> State:
    """A card of the hand under a Character (PP-63); in Rugrats it acts at once (PP-40)."""
    seat, slot = state.active, action.slot
    card, hidden, since = action.card, action.face_down, state.since
    memo = -1
    if since:
        memo = len(since[seat])
        since = remember(state, seat, UNKNOWN if hidden else card)
    hands, laid = [*state.hands], [*state.laid]
    hand = [*hands[seat]]
    hand[card] -= 1
    hands[seat] = tuple(hand)
    laid[slot] += (Laid(card, seat, hidden, memo),)
    state = replace(
        state,
        hands=tuple(hands),
        laid=tuple(laid),
        since=since,
        used=slot,
        hid=hidden or state.hid,
        to_place=state.to_place - 1,
    )
    if record:
        figure, cause = state.line[slot], placing(state, hidden=hidden)
        twin = state.line.count(figure) > 1
        record(CardPlaced(seat, slot, figure, card, hidden, cause, twin), state)
    if state.options.rugrats:
        return act_at_once(state, slot, record)
    return state if state.to_place else check_activation(state, record)


def placing(state: State, *, hidden: bool) -> str:
    """By what right a card is laid as it is: for the log."""
    if state.options.rugrats:
        return "rugrats"
    if hidden:
        return "face_down"
    return "turn" if state.turn else "first_turn"


def remember(state: State, seat: Seat, card: Card) -> tuple[tuple[Played, ...], ...]:
    """Everybody sees what is laid, and how much of the hand is newer than the reshuffle."""
    played = Played(card, sum(state.drawn[seat]))
    return put(state.since, seat, (*state.since[seat], played))


def act_at_once(state: State, slot: Slot, record: Record) -> State:
    """Rugrats: the card acts now; a Character with two cards is replaced at once (PP-41, PP-42)."""
    cards = state.laid[slot]
    state = act(state, slot, basic_move(cards[-1].card), (cards[-1].card,), record)
    if state.phase == OVER:
        return state
    if state.active in state.out:
        state = replace(state, to_place=0)
    if len(cards) == 2:
        # The fresh card is another card, even if it shows the same rat (PP-31, PP-41).
        return clean_up(replace(state, used=NO_SLOT), (slot,), record)
    return state if state.to_place else refill(state, record)


def check_activation(state: State, record: Record) -> State:
    """Once, after both placements: Characters with two cards activate (PP-64)."""
    waiting: tuple[Slot, ...] = ()
    for slot in (0, 1, 2, 3):
        if len(state.laid[slot]) == 2:
            waiting += (slot,)
    if not waiting:
        return refill(state, record)
    if state.options.secret:
        state, hidden = turn_over(state, waiting, record)
        if hidden:
            return state
    if len(waiting) == 2:
        return replace(state, phase=ORDER, waiting=waiting)
    return activate_all(state, waiting, record)


def turn_over(state: State, waiting: tuple[Slot, ...], record: Record) -> tuple[State, bool]:
    """Show the face-down cards of all activated Characters before anything moves (PP-52).

    On a view a stranger's card is unknown; then nothing further can be told (True).
    """
    for slot in waiting:
        for position, card in enumerate(state.laid[slot]):
            if not card.face_down:
                continue
            shown = replace(card, face_down=False)
            since = state.since
            if card.memo >= 0:
                remembered = since[card.seat][card.memo]
                seen = Played(card.card, remembered.fresh)
                since = put(since, card.seat, put(since[card.seat], card.memo, seen))
            cards = put(state.laid[slot], position, shown)
            state = replace(state, laid=put(state.laid, slot, cards), since=since)
            if record:
                record(CardRevealed(slot, position, card.seat, card.card), state, reveals=True)
            if card.card == UNKNOWN:
                return state, True
    return state, False


def _go_first(state: State, action: GoFirst, record: Record) -> State:
    """The active player picks the order, once, before anything moves (PP-30)."""
    first, second = state.waiting
    waiting = (first, second) if action.slot == first else (second, first)
    return activate_all(replace(state, waiting=()), waiting, record)


def activate_all(state: State, waiting: tuple[Slot, ...], record: Record) -> State:
    """Each activated Character resolves completely before the next (PP-30)."""
    for slot in waiting:
        first, second = state.laid[slot]
        actions = moves_of(first.card, second.card)
        if record and not actions:
            record(NothingMoved(slot, state.line[slot]), state)
        for move, cards in actions:
            state = act(state, slot, move, cards, record)
            if state.phase == OVER:  # two are left: no second action (PP-19)
                return state
    return clean_up(state, waiting, record)


# --- the end of a turn, the end of the game ----------------------------------------------------


def clean_up(state: State, slots: tuple[Slot, ...], record: Record) -> State:
    """Discard the Action cards and all activated Characters, then fill the line (PP-34)."""
    discard, laid = [*state.discard], [*state.laid]
    character_discard, line = [*state.character_discard], [*state.line]
    for slot in slots:
        figure, cards = line[slot], laid[slot]
        for card in cards:
            discard[card.card] += 1
        character_discard[figure] += 1
        laid[slot] = NO_CARDS
        line[slot] = NO_FIGURE
        state = replace(
            state,
            phase=REPLACE,
            discard=tuple(discard),
            laid=tuple(laid),
            character_discard=tuple(character_discard),
            line=tuple(line),
        )
        if record:
            kinds = tuple(card.card for card in cards)
            record(CharacterDiscarded(slot, figure, kinds, discarding(state, kinds)), state)
    return state if state.character_deck != EMPTY else reshuffle_characters(state, record)


def discarding(state: State, cards: tuple[Card, ...]) -> str:
    """Why a Character goes: for the log."""
    if state.options.rugrats:
        return "rugrats"
    return "clean_up" if moves_of(*cards) else "two_specials"


def refill(state: State, record: Record) -> State:
    """Draw back up to four; whoever fled this turn does not (PP-17, PP-63)."""
    if state.active in state.out:
        return end_turn(state, record)
    state = replace(state, phase=REFILL)
    return state if state.deck != EMPTY else reshuffle_actions(state, record)


def end_turn(state: State, record: Record) -> State:
    """Play passes to the next living player to the right (PP-63), up to the bound (PP-68)."""
    turn = state.turn + 1
    if turn == TURN_CAP:
        return finish(replace(state, turn=turn), "turn_cap", record)
    seat = (state.active + 1) % state.seats
    while seat in state.out:
        seat = (seat + 1) % state.seats
    return begin_turn(state, turn, seat, record)


def begin_turn(state: State, turn: int, seat: Seat, record: Record) -> State:
    """Two cards to lay, and one only in the very first turn (PP-33, PP-63)."""
    before = state.active
    state = replace(
        state,
        phase=PLACE,
        turn=turn,
        active=seat,
        to_place=2 if turn else 1,
        used=NO_SLOT,
        hid=False,
    )
    if record:
        passed = "after_fled" if before in state.out else "on_the_right"
        record(TurnBegan(seat, passed if turn else "start"), state)
    return state


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    return Outcome(ranks(state), state.ending)


_PLAY: Final[dict[type, Callable[[State, Any, Record], State]]] = {
    PlaceCard: _place,
    GoFirst: _go_first,
    Enter: _enter,
    TurnUp: _turn_up,
    Draw: _draw,
}
