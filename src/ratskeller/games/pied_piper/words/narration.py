"""What happened, told to one reader: a sentence for every event of The Pied Piper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ratskeller.core.game import GameEvent, Outcome, Seat
from ratskeller.games.pied_piper.rules.leaving import trackers_held
from ratskeller.games.pied_piper.rules.state import (
    UNKNOWN,
    ActionsReshuffled,
    Card,
    CardDrawn,
    CardPlaced,
    CardRevealed,
    CharacterActivated,
    CharacterDiscarded,
    CharactersReshuffled,
    CharacterTurnedUp,
    Counts,
    Figure,
    FigureEntered,
    GameOver,
    HandDiscarded,
    House,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    NothingMoved,
    PipersReturned,
    PipersSetAside,
    State,
    TrackersClaimed,
    TrackersSetAside,
    TurnBegan,
)
from ratskeller.games.pied_piper.words.nouns import HouseForm, Nouns
from ratskeller.words.catalogue import Speaker
from ratskeller.words.phrases import sentence
from ratskeller.words.voice import Voice


class Narrator(Voice):
    """Tells what happened: the whole log.

    `sentence` stands only where a noun of ours may come first: names keep their own letters.
    """

    def __init__(
        self, speaker: Speaker, nouns: Nouns, names: Sequence[str], viewer: Seat | None
    ) -> None:
        super().__init__(speaker, names, viewer)
        self.nouns = nouns

    def tell(self, event: GameEvent) -> str:
        """The sentence of an event; "" for a thing that is no event of this game."""
        return (
            self._tell_turn(event)
            or self._tell_movement(event)
            or self._tell_elimination(event)
            or self._tell_decks(event)
        )

    # --- the turn ---

    def _tell_turn(self, event: GameEvent) -> str:
        match event:
            case TurnBegan(seat):
                if seat == self.viewer:
                    return self._("It is your turn.")
                return self._("It is {name}’s turn.", name=self.names[seat])
            case CardPlaced():
                return self._placed(event)
            case CardRevealed():
                return self._revealed(event)
            case CardDrawn():
                return self._drawn(event)
        return ""

    def _drawn(self, event: CardDrawn) -> str:
        card, name = self.nouns.card("object", event.card), self.names[event.seat]
        if event.cause == "deal":
            if event.seat == self.viewer:
                return self._("You are dealt {card}.", card=card)
            return self._("{name} is dealt {card}.", name=name, card=card)
        if event.seat == self.viewer:
            return self._("You draw {card}.", card=card)
        return self._("{name} draws {card}.", name=name, card=card)

    def _placed(self, event: CardPlaced) -> str:
        card = self.nouns.card("object", event.card)
        figure = self.nouns.figure("below", event.figure)
        if event.twin:
            figure = self._("{figure} (slot {slot})", figure=figure, slot=event.slot + 1)
        if event.seat == self.viewer:
            if event.face_down:
                return self._(
                    "You place {card} face down below {figure}.", card=card, figure=figure
                )
            return self._("You place {card} below {figure}.", card=card, figure=figure)
        name = self.names[event.seat]
        if event.face_down:
            return self._(
                "{name} places {card} face down below {figure}.",
                name=name,
                card=card,
                figure=figure,
            )
        return self._("{name} places {card} below {figure}.", name=name, card=card, figure=figure)

    def _revealed(self, event: CardRevealed) -> str:
        slot = event.slot + 1
        if event.card == UNKNOWN:
            return self._("The face-down card in slot {slot} is turned over: which one?", slot=slot)
        card = self.nouns.card("object", event.card)
        if event.seat == self.viewer:
            return self._("Your card in slot {slot} is turned over: {card}.", slot=slot, card=card)
        return self._(
            "{name}’s card in slot {slot} is turned over: {card}.",
            name=self.names[event.seat],
            slot=slot,
            card=card,
        )

    # --- movement ---

    def _tell_movement(self, event: GameEvent) -> str:
        match event:
            case CharacterActivated(_, figure, cards):
                text = self._(
                    "{figure} carries out {cards}.",
                    figure=self.nouns.figure("subject", figure),
                    cards=self.cards(cards),
                )
            case HouseCrossed():
                text = self._crossed(event)
            case HousePassedUnder(figures, house, _):
                text = self.ngettext(
                    "{figures} slips under {house}.",
                    "{figures} slip under {house}.",
                    len(figures),
                    figures=self.figures(figures),
                    house=self.house("under", house),
                )
            case NothingMoved(_, figure):
                text = self._(
                    "{figure} has two special cards: nothing moves.",
                    figure=self.nouns.figure("subject", figure),
                )
            case _:
                return ""
        return sentence(text)

    def _crossed(self, event: HouseCrossed) -> str:
        count = len(event.figures)
        figures = self.figures(event.figures)
        house = self.house("through", event.house)
        if event.house >= len(self.names):  # neutral: no tracker (PP-60)
            return self.ngettext(
                "{figures} walks through {house}.",
                "{figures} walk through {house}.",
                count,
                figures=figures,
                house=house,
            )
        if event.before == event.after:
            return self.ngettext(
                "{figures} walks through {house}: still {level}.",
                "{figures} walk through {house}: still {level}.",
                count,
                figures=figures,
                house=house,
                level=event.after,
            )
        return self.ngettext(
            "{figures} walks through {house}: {before} → {after}.",
            "{figures} walk through {house}: {before} → {after}.",
            count,
            figures=figures,
            house=house,
            before=event.before,
            after=event.after,
        )

    # --- eliminations and the end ---

    def _tell_elimination(self, event: GameEvent) -> str:
        match event:
            case HouseLeft(seat):
                if seat == self.viewer:
                    return self._("You are out, and your house leaves the ring.")
                return self._(
                    "{name} is out, and {house} leaves the ring.",
                    name=self.names[seat],
                    house=self.house("subject", seat),
                )
            case TrackersClaimed(seat, trackers):
                return self._claimed(seat, trackers)
            case TrackersSetAside(trackers):
                return self.ngettext(
                    "The tracker of {houses} is set aside.",
                    "The trackers of {houses} are set aside.",
                    len(trackers),
                    houses=self.houses(trackers),
                )
            case HandDiscarded(seat, cards):
                hand = self.counted(cards)
                if seat == self.viewer:
                    return self._("You discard your hand: {cards}.", cards=hand)
                return self._(
                    "{name}’s hand is discarded: {cards}.", name=self.names[seat], cards=hand
                )
            case GameOver(_, ranks, "tie") if ranks.count(1) == 1:
                return self._won_the_tie(ranks.index(1))
            case GameOver(reason, ranks):
                return self.ending(Outcome(ranks, reason), None)
        return ""

    def _claimed(self, seat: Seat, trackers: Sequence[Seat]) -> str:
        houses = self.houses(trackers)
        if seat == self.viewer:
            return self.ngettext(
                "You take the tracker of {houses}.",
                "You take the trackers of {houses}.",
                len(trackers),
                houses=houses,
            )
        return self.ngettext(
            "{name} takes the tracker of {houses}.",
            "{name} takes the trackers of {houses}.",
            len(trackers),
            name=self.names[seat],
            houses=houses,
        )

    def ending(self, outcome: Outcome, last: State | None) -> str:
        """How the game ended; with the last state also by how much (PP-13, PP-19, PP-66, PP-68)."""
        winners = outcome.winners
        if outcome.reason == "turn_cap":
            return self._(
                "After 1,000 turns it is a draw between {names}.", names=self._between(winners)
            )
        if len(winners) > 1:
            return self._(
                "Only two players are left: a draw between {names}.", names=self._between(winners)
            )
        if outcome.reason == "roof":
            return self._won_by_roof(winners[0])
        if last is None:
            return self._won(winners[0])
        second = outcome.ranks.index(2)
        return self._won_by(winners[0], second, last)

    def _won_by_roof(self, winner: Seat) -> str:
        loser = 1 - winner  # two players
        if winner == self.viewer:
            return self._("{name} reaches the roof: you win!", name=self.names[loser])
        if loser == self.viewer:
            return self._("You reach the roof: {name} wins!", name=self.names[winner])
        return self._(
            "{loser} reaches the roof: {winner} wins!",
            loser=self.names[loser],
            winner=self.names[winner],
        )

    def _won(self, winner: Seat) -> str:
        if winner == self.viewer:
            return self._("Only two players are left, and you win!")
        return self._("Only two players are left, and {name} wins!", name=self.names[winner])

    def _won_the_tie(self, winner: Seat) -> str:
        if winner == self.viewer:
            return self._(
                "Only two players are left, at the same level: you win with more trackers taken!"
            )
        return self._(
            "Only two players are left, at the same level: {name} wins with more trackers taken!",
            name=self.names[winner],
        )

    def _won_by(self, winner: Seat, second: Seat, last: State) -> str:
        """By the lower tracker, or on a tie by more trackers held (PP-66)."""
        low, high = last.levels[winner], last.levels[second]
        if low != high:
            if winner == self.viewer:
                return self._(
                    "You win with the lower tracker: {low} to {high}!", low=low, high=high
                )
            return self._(
                "{name} wins with the lower tracker: {low} to {high}!",
                name=self.names[winner],
                low=low,
                high=high,
            )
        more, fewer = trackers_held(last, winner), trackers_held(last, second)
        if winner == self.viewer:
            return self._(
                "You win the tie with more trackers taken: {more} to {fewer}!",
                more=more,
                fewer=fewer,
            )
        return self._(
            "{name} wins the tie with more trackers taken: {more} to {fewer}!",
            name=self.names[winner],
            more=more,
            fewer=fewer,
        )

    def _between(self, seats: Sequence[Seat]) -> str:
        you = self.pgettext("between", "you")
        return self.both([you if seat == self.viewer else self.names[seat] for seat in seats])

    # --- decks ---

    def _tell_decks(self, event: GameEvent) -> str:
        match event:
            case FigureEntered(figures, gap):
                text = self.ngettext(
                    "{figures} starts in the gap to the left of {house}.",
                    "{figures} start in the gap to the left of {house}.",
                    len(figures),
                    figures=self.figures(figures),
                    house=self.house("beside", gap),
                )
            case CharacterTurnedUp(slot, figure):
                text = self._(
                    "{figure} is turned up in slot {slot}.",
                    figure=self.nouns.figure("subject", figure),
                    slot=slot + 1,
                )
            case CharacterDiscarded(_, figure, cards):
                pieces = [self.nouns.figure("subject", figure)]
                pieces += [self._several(card, count) for card, count in Counter(cards).items()]
                text = self._("Discarded: {cards}.", cards=self.both(pieces))
            case _:
                return self._tell_shuffling(event)
        return sentence(text)

    def _tell_shuffling(self, event: GameEvent) -> str:
        match event:
            case PipersSetAside(count):
                return self.ngettext(
                    "One Piper card is set aside.", "{count} Piper cards are set aside.", count
                )
            case PipersReturned(count):
                return self.ngettext(
                    "One Piper card is shuffled back into the deck.",
                    "{count} Piper cards are shuffled back into the deck.",
                    count,
                )
            case CharactersReshuffled(count):
                return self.ngettext(
                    "The Character discard pile becomes the new deck: one card.",
                    "The Character discard pile is shuffled into a new deck: {count} cards.",
                    count,
                )
            case ActionsReshuffled(count):
                return self.ngettext(
                    "The Action discard pile becomes the new deck: one card.",
                    "The Action discard pile is shuffled into a new deck: {count} cards.",
                    count,
                )
        return ""

    # --- lists ---

    def house(self, form: HouseForm, house: House) -> str:
        return self.nouns.house(form, house, len(self.names), self.viewer)

    def houses(self, houses: Sequence[House]) -> str:
        return self.both([self.house("of", house) for house in houses])

    def figures(self, figures: Sequence[Figure]) -> str:
        return self.both([self.nouns.figure("subject", figure) for figure in figures])

    def cards(self, cards: Sequence[Card]) -> str:
        return self.both([self.nouns.card("object", card) for card in cards])

    def counted(self, cards: Counts) -> str:
        """A hand: “2 × Forward and Melody”."""
        return self.both([self._several(card, count) for card, count in enumerate(cards) if count])

    def _several(self, card: Card, count: int) -> str:
        name = self.nouns.card("object", card)
        return name if count == 1 else self._("{count} × {card}", count=count, card=name)
