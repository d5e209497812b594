"""Who may know what in The Pied Piper: concealing a state, and imagining what is concealed.

Hidden are the hands, the Action deck, and face-down cards to all but whoever laid them (PP-37,
PP-53). A concealed card is a card of the kind UNKNOWN. When the game is over everything is shown.

What can be deduced is not hidden: since a reshuffle everybody remembers what the deck was made of,
so a card that was not in it must still be one of those held at that moment. `imagine` therefore
assigns every card laid since to "held then" (old) or "drawn since" (fresh) before it deals. Every
world it proposes is possible and every possible world can come up; how often it does is an
approximation (bids of equal weight, not the true posterior).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.core.game import GameEvent, Seat, View
from ratskeller.games.pied_piper.rules.counts import EMPTY, sum_of
from ratskeller.games.pied_piper.rules.state import (
    KINDS,
    OVER,
    UNKNOWN,
    Action,
    Card,
    CardDrawn,
    CardPlaced,
    Counts,
    Draw,
    Laid,
    PlaceCard,
    State,
)


def unknown(cards: Counts) -> Counts:
    """As many cards, but of no known kind."""
    return put(EMPTY, UNKNOWN, sum(cards))


def hides(card: Laid, viewer: Seat | None) -> bool:
    return card.face_down and card.seat != viewer


def conceal(state: State, viewer: Seat | None) -> View[State]:
    if state.phase == OVER:
        return View(viewer, state)
    return View(
        viewer,
        replace(
            state,
            hands=tuple([h if s == viewer else unknown(h) for s, h in enumerate(state.hands)]),
            drawn=tuple([d if s == viewer else unknown(d) for s, d in enumerate(state.drawn)]),
            deck=unknown(state.deck),
            laid=tuple([tuple([_conceal_laid(c, viewer) for c in cs]) for cs in state.laid])
            if state.options.secret
            else state.laid,
        ),
    )


def _conceal_laid(card: Laid, viewer: Seat | None) -> Laid:
    return replace(card, card=UNKNOWN) if hides(card, viewer) else card


def conceal_action(state: State, action: Action, viewer: Seat | None) -> Action:
    if isinstance(action, Draw) and state.active != viewer:
        return Draw(UNKNOWN)
    if isinstance(action, PlaceCard) and action.face_down and state.active != viewer:
        return PlaceCard(UNKNOWN, action.slot, face_down=True)
    return action


def conceal_event(event: GameEvent, viewer: Seat | None) -> GameEvent:
    match event:
        case CardDrawn(seat=seat) if seat != viewer:
            return replace(event, card=UNKNOWN)
        case CardPlaced(seat=seat, face_down=True) if seat != viewer:
            return replace(event, card=UNKNOWN)
    return event


# --- other worlds ------------------------------------------------------------------------------


def scramble(state: State, viewer: Seat | None, rng: random.Random) -> State:
    """Shuffle every card the viewer may not see, wherever it lies, by the marks of the fields."""
    if state.phase == OVER:
        return state
    pool = spread(state.deck)
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            pool += spread(hand)
    pool += [c.card for cards in state.laid for c in cards if c.face_down and c.seat != viewer]
    rng.shuffle(pool)
    return replace(
        state,
        hands=tuple(
            hand if seat == viewer else gather(take(pool, sum(hand)))
            for seat, hand in enumerate(state.hands)
        ),
        drawn=tuple(
            drawn if seat == viewer else gather(rng.choices(range(UNKNOWN), k=sum(drawn)))
            for seat, drawn in enumerate(state.drawn)
        ),
        laid=tuple(
            tuple(
                replace(c, card=pool.pop()) if c.face_down and c.seat != viewer else c
                for c in cards
            )
            for cards in state.laid
        ),
        deck=gather(pool),
    )


def spread(counts: Counts) -> list[Card]:
    return [card for card, count in enumerate(counts) for _ in range(count)]


def gather(cards: Sequence[Card]) -> Counts:
    counts = [0] * KINDS
    for card in cards:
        counts[card] += 1
    return tuple(counts)


def take(pool: list[Card], count: int) -> list[Card]:
    taken = pool[len(pool) - count :]
    del pool[len(pool) - count :]
    return taken


def memory_holds(state: State) -> bool:
    """Whether a whole state agrees with what everybody remembers since the last reshuffle.

    The deck of that moment is the deck of now and what was drawn of it. What a seat held then is
    what it holds and has laid less what it drew, and what it laid before drawing is part of it.
    """
    if not state.since:
        return True
    drawn_of_it = state.deck
    for seat, drawn in enumerate(state.drawn):
        drawn_of_it = sum_of(drawn_of_it, drawn)
        hidden = [c.card for cs in state.laid for c in cs if _unseen_play(c, seat)]
        known = [played.card for played in state.since[seat] if played.card != UNKNOWN]
        first = gather([p.card for p in state.since[seat] if not p.fresh and p.card != UNKNOWN])
        held = sum_of(state.hands[seat], gather(known + hidden))
        old = [count - drew for count, drew in zip(held, drawn, strict=True)]
        if sum(old) != state.old[seat] or any(o < f for o, f in zip(old, first, strict=True)):
            return False
    return drawn_of_it == state.shuffled


def _unseen_play(card: Laid, seat: Seat) -> bool:
    """A card that lies face down and that this seat laid since the last reshuffle."""
    return card.face_down and card.seat == seat and card.memo >= 0


def imagine(view: View[State], rng: random.Random) -> State:
    """A whole state that the viewer must think possible."""
    if view.seen.phase == OVER:
        return view.seen
    return _Dealer(view, rng).deal()


class _Dealer:
    """Deals the unseen cards of one view in a way that could have happened."""

    def __init__(self, view: View[State], rng: random.Random) -> None:
        state = view.seen
        self.state, self.viewer, self.rng = state, view.viewer, rng
        self.others = [seat for seat in range(state.seats) if seat != view.viewer]
        unseen = list(state.box.actions)
        seen = [state.discard]
        seen += [hand for seat, hand in enumerate(state.hands) if seat == view.viewer]
        seen.append(gather([c.card for cs in state.laid for c in cs if c.card != UNKNOWN]))
        for counts in seen:
            for card in range(KINDS):
                unseen[card] -= counts[card]
        self.unseen = unseen  # in the others' hands, face down, or in the deck
        # Cards laid since the last reshuffle by others: assigned to old or fresh by `_assign`.
        self.is_old: dict[tuple[Seat, int], bool] = {}

    def deal(self) -> State:
        fresh = spread(tuple(self.unseen))
        old: list[Card] = []
        if self.state.since:
            old, fresh = self._pools_since_reshuffle()
        self.rng.shuffle(old)
        self.rng.shuffle(fresh)
        return self._fill(old, fresh)

    # --- after a reshuffle ---

    def _pools_since_reshuffle(self) -> tuple[list[Card], list[Card]]:
        """The unseen cards that were held at the reshuffle, and those that were in the deck."""
        state = self.state
        fresh = list(state.shuffled)  # the deck then, less what the viewer has drawn of it
        if self.viewer is not None:
            for card, count in enumerate(state.drawn[self.viewer]):
                fresh[card] -= count
        old = [self.unseen[card] - fresh[card] for card in range(KINDS)]
        plays = [
            (seat, number, played.card, played.fresh)
            for seat in self.others
            for number, played in enumerate(state.since[seat])
        ]
        for _, _, card, _ in plays:
            if card != UNKNOWN:
                old[card] += 1
        self._assign(plays, old, fresh)
        return spread(tuple(old)), spread(tuple(fresh))

    def _assign(
        self, plays: list[tuple[Seat, int, Card, int]], old: list[int], fresh: list[int]
    ) -> None:
        """Decide for every card laid since whether it was old or fresh, and take it from its pool.

        A seat has only so many old cards, can lay only fresh cards it has drawn by then, and each
        pool has only so many of a kind. Tried in random order with backtracking: the truth is a
        solution, so one is found.
        """
        state = self.state
        old_left = list(state.old)
        fresh_used = [0] * state.seats
        left = [0] * KINDS  # cards of each kind still to assign
        for _, _, card, _ in plays:
            left[card] += 1

        def settle(number: int) -> bool:
            if number == len(plays):
                return True
            seat, place, card, drawn_by_then = plays[number]
            known = card != UNKNOWN
            ways = [False, True]
            self.rng.shuffle(ways)
            left[card] -= 1
            for is_old in ways:
                pool = old if is_old else fresh
                if known and not pool[card]:
                    continue
                if is_old and not old_left[seat]:
                    continue
                if not is_old and fresh_used[seat] == drawn_by_then:
                    continue
                pool[card] -= known
                old_left[seat] -= is_old
                fresh_used[seat] += not is_old
                self.is_old[seat, place] = is_old
                if (not known or left[card] <= old[card] + fresh[card]) and settle(number + 1):
                    return True
                pool[card] += known
                old_left[seat] += is_old
                fresh_used[seat] -= not is_old
            left[card] += 1
            return False

        if not settle(0):
            raise AssertionError(
                "no way to have laid these cards: the memory of the state is wrong"
            )
        self.old_left, self.fresh_used = old_left, fresh_used

    # --- dealing ---

    def _fill(self, old: list[Card], fresh: list[Card]) -> State:
        state = self.state
        since = bool(state.since)
        drawn = [list(counts) for counts in state.drawn]
        if since:
            for seat in self.others:
                drawn[seat] = list(EMPTY)
                for number, played in enumerate(state.since[seat]):
                    if played.card != UNKNOWN and not self.is_old[seat, number]:
                        drawn[seat][played.card] += 1

        def from_fresh(seat: Seat) -> Card:
            card = fresh.pop()
            if since:
                drawn[seat][card] += 1
            return card

        def uncover(card: Laid) -> Laid:
            if card.card != UNKNOWN:
                return card
            was_old = since and (card.memo < 0 or self.is_old[card.seat, card.memo])
            kind = old.pop() if was_old else from_fresh(card.seat)
            return replace(card, card=kind)

        cards = tuple(tuple(uncover(card) for card in under) for under in state.laid)
        hands = list(state.hands)
        for seat in self.others:
            held_then = self.old_left[seat] if since else 0
            hand = [old.pop() for _ in range(held_then)]
            hand += [from_fresh(seat) for _ in range(sum(state.hands[seat]) - held_then)]
            hands[seat] = gather(hand)
        return replace(
            state,
            laid=cards,
            hands=tuple(hands),
            drawn=tuple(tuple(counts) for counts in drawn),
            deck=gather(fresh),
        )
