"""The words on the drawn board of The Pied Piper: names on posters, and a label for everything.

`words.part` names what actions are played on. Here is what only a picture needs: a house with its
owner, floors and gap in one sentence, the piles, and what is shown beside a player's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import Seat, View
from ratskeller.draw.table import Sign
from ratskeller.games.pied_piper.draw.cards import TRADES
from ratskeller.games.pied_piper.draw.square import Ring
from ratskeller.games.pied_piper.rules.actions import FIGURE_CODES
from ratskeller.games.pied_piper.rules.leaving import trackers_held
from ratskeller.games.pied_piper.rules.moving import in_gap
from ratskeller.games.pied_piper.rules.state import (
    KINDS,
    SLOTS,
    Card,
    Counts,
    Figure,
    House,
    Laid,
    Slot,
    State,
)
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Names


class Captions:
    """Everything written on the board in one language."""

    def __init__(self, words: PiedPiperWords) -> None:
        self.words = words
        self._ = words.gettext
        self.ngettext = words.ngettext
        self.posters = _posters(words)
        self._kinds = tuple(words.nouns.card("label", card) for card in range(KINDS))
        self._cards = tuple(map(sentence, self._kinds))
        self._piles = self._named_piles()

    # --- the still sheet: it must not hang on what has happened, nor on who looks ---

    def places(self, ring: Ring, seats: int, names: Names) -> dict[str, str]:
        """Return the names of all places that can be pressed."""
        labels = {f"slot:{slot}": self._("Slot {slot}", slot=slot + 1) for slot in range(SLOTS)}
        labels |= self._piles
        for house in ring:
            labels[f"house:{house}"] = sentence(self._owned(house, seats, names))
            beside = self.words.nouns.house("beside", house, seats, None)
            labels[f"gap:{house}"] = self._("Gap to the left of {house}", house=beside)
        return labels

    def _named_piles(self) -> dict[str, str]:
        return {
            "deck:action": self._("Action deck"),
            "discard:action": self._("Action discard pile"),
            "deck:character": self._("Character deck"),
            "discard:character": self._("Character discard pile"),
        }

    def _owned(self, house: House, seats: int, names: Names) -> str:
        noun = self.words.nouns.house("subject", house, seats, None)
        if house >= seats:
            return noun
        return self._("{house} ({name})", house=noun, name=names[house])

    # --- houses ---

    def sign(self, house: House, seats: int, names: Names) -> str:
        """Return what is written over the door."""
        return names[house] if house < seats else self.words.nouns.seat(house)

    def house(self, view: View[State], house: House, names: Names) -> str:
        """Return owner, floors, trackers taken and the gap of a house in one sentence."""
        state = view.seen
        if house not in state.ring:
            owned = self._owned(house, state.seats, names)
            return sentence(self._("{house}: out of the ring", house=owned))
        figures = [self.words.nouns.figure("subject", one) for one in in_gap(state, house)]
        text = self._tracker(view, house, names)
        if not figures:
            return sentence(self._("{text}; the gap to its left is empty", text=text))
        return sentence(
            self._(
                "{text}; in the gap to its left: {figures}",
                text=text,
                figures=self.words.both(figures),
            )
        )

    def _tracker(self, view: View[State], house: House, names: Names) -> str:
        state = view.seen
        owned = self._owned(house, state.seats, names)
        if house >= state.seats:
            return owned
        if house == view.viewer:
            owned = self.words.nouns.house("subject", house, state.seats, view.viewer)
        return self.words.height(state, house, owned)

    def floors_left(self, left: int) -> str:
        """Return how far a tracker is from the roof."""
        return self.ngettext(
            "{count} level left to the roof", "{count} levels left to the roof", left
        )

    def raisers(self, count: int, *, at_once: bool) -> str:
        """Return how many Characters could raise a tracker when they act next."""
        if at_once:  # every card acts by itself (PP-40)
            return self.ngettext(
                "{count} Character could drive rats through with its next card",
                "{count} Characters could drive rats through with their next card",
                count,
            )
        return self.ngettext(
            "{count} Character that has a card already could drive rats through",
            "{count} Characters that have a card already could drive rats through",
            count,
        )

    def tracker(self, seats: int, house: House, *, aside: bool = False) -> str:
        """Return the name of a tracker, and that nobody has taken it."""
        noun = self.words.nouns.house("of", house, seats, None)
        if aside:
            return self._("Tracker of {house}, set aside", house=noun)
        return self._("Tracker of {house}", house=noun)

    # --- cards and figures ---

    def figure(self, view: View[State], figure: Figure, names: Names) -> str:
        """Return a figure and where it stands."""
        return self.words.part(view, f"figure:{FIGURE_CODES[figure]}", names)

    def slot(self, view: View[State], slot: Slot, names: Names) -> str:
        """Return a Character with the cards below it and who laid them."""
        return self.words.part(view, f"slot:{slot}", names)

    def card(self, card: Card) -> str:
        """Return what is printed on a card."""
        return self._cards[card]

    def laid(self, card: Laid) -> str:
        """Return a card below a Character; what may not be looked at sounds alike (A14)."""
        name = self.card(card.card)
        return sentence(self._("{card} face down", card=name)) if card.face_down else name

    def deck(self, name: str, count: int) -> str:
        """Return a deck and how many cards it has."""
        size = self.ngettext("{count} card", "{count} cards", count)
        return self._("{pile}: {cards}", pile=self._piles[name], cards=size)

    def action_discards(self, cards: Counts) -> str:
        """Return what lies open on the discard pile of Action cards."""
        return self._discards("discard:action", self._kinds, cards)

    def character_discards(self, figures: Counts) -> str:
        """Return what lies open on the discard pile of Characters."""
        return self._discards("discard:character", self.posters, figures)

    def _discards(self, name: str, kinds: Sequence[str], counts: Counts) -> str:
        several = [
            kinds[kind] if count == 1 else self._("{count} × {card}", count=count, card=kinds[kind])
            for kind, count in enumerate(counts)
            if count
        ]
        return self._("{pile}: {cards}", pile=self._piles[name], cards=self.words.both(several))

    # --- beside a player's name ---

    def facts(self, state: State, seat: Seat) -> list[Sign]:
        """Return level, cards in hand and trackers taken; or that somebody is out."""
        if seat in state.out:
            return [Sign(self.words.pgettext("board", "out"))]
        level, roof = state.levels[seat], state.options.roof
        cards = sum(state.hands[seat])
        facts = [
            Sign(
                self._("level {level}/{roof}", level=level, roof=roof),
                f"floors-{level}-{roof}",
                str(level),
            ),
            Sign(self.ngettext("{count} card", "{count} cards", cards), "card-back", str(cards)),
        ]
        if held := trackers_held(state, seat):
            taken = self.ngettext("{count} tracker taken", "{count} trackers taken", held)
            facts.append(Sign(taken, f"taken-{self.words.game.worn(TRADES)[seat]}", str(held)))
        return facts


def _posters(words: PiedPiperWords) -> tuple[str, ...]:
    pgettext = words.pgettext
    return (
        pgettext("poster", "Red rat"),
        pgettext("poster", "Yellow rat"),
        pgettext("poster", "Blue rat"),
        pgettext("poster", "Green rat"),
        pgettext("poster", "Purple rat"),
        pgettext("poster", "Black rat"),
        pgettext("poster", "Piper"),
    )
