"""The Pied Piper in words: titles, questions, labels, effects, refusals, names of parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

from ratskeller.core.facts import Reason
from ratskeller.core.game import Game, GameEvent, Outcome, Refusal, Seat, Step, View, foresee
from ratskeller.games.pied_piper.rules.actions import (
    CARD_CODES,
    FACE_DOWN,
    FACE_UP,
    FIGURE_CODES,
    asks_face,
)
from ratskeller.games.pied_piper.rules.leaving import trackers_held
from ratskeller.games.pied_piper.rules.moving import in_gap
from ratskeller.games.pied_piper.rules.state import (
    HAND,
    NO_FIGURE,
    NO_SLOT,
    NOWHERE,
    ORDER,
    OVER,
    PLACE,
    REFILL,
    REPLACE,
    UNKNOWN,
    Action,
    CardPlaced,
    CardRevealed,
    Draw,
    Enter,
    Figure,
    GameOver,
    GoFirst,
    House,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    Laid,
    NothingMoved,
    PlaceCard,
    Slot,
    State,
    TrackersClaimed,
    TrackersSetAside,
    TurnUp,
)
from ratskeller.games.pied_piper.rules.turn import to_act
from ratskeller.games.pied_piper.words import examples, lessons
from ratskeller.games.pied_piper.words.characters import cast_of
from ratskeller.games.pied_piper.words.endings import deed_of, race_of, tally_of
from ratskeller.games.pied_piper.words.narration import Narrator
from ratskeller.games.pied_piper.words.notes import notes_of
from ratskeller.games.pied_piper.words.nouns import Nouns
from ratskeller.words.lessons import Course, Example, Opening
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Character, Deed, Names, NarratedWords, Note, Race

_NARRATORS: Final = (
    256  # who is spoken to is remembered: a step is told to each with a dozen labels
)

# What a player wants to foresee. Which card acts stands in the label already, and what is
# discarded matters to nobody before the choice.
_FORESEEN = (
    HouseCrossed,
    HousePassedUnder,
    NothingMoved,
    HouseLeft,
    TrackersClaimed,
    TrackersSetAside,
)


class PiedPiperWords(NarratedWords[State, Action]):
    def __init__(self, game: Game[State, Action], language: str) -> None:
        super().__init__(game, language)
        self.nouns = Nouns(self, game.worn)
        self._narrators = lru_cache(_NARRATORS)(partial(Narrator, self, self.nouns))
        self._houses = {
            seats: tuple(self.seat_name(seat) for seat in range(seats)) for seats in game.meta.seats
        }

    def _narrator(self, view: View[State], names: Names | None) -> Narrator:
        return self.narrator(names or self._houses[view.seen.seats], view.viewer)

    # --- the game ---

    @property
    def title(self) -> str:
        return self._("The Pied Piper")

    @property
    def blurb(self) -> str:
        return self._("Send the rats to your neighbours, and stay in your house the longest!")

    def characters(self) -> Mapping[str, Character]:
        return cast_of(self)

    def reason(self, reason: str) -> str:
        return {
            "two_left": self._("only two players are left"),
            "roof": self._("a player reaches the roof"),
            "turn_cap": self._("the turns are used up"),
        }.get(reason, super().reason(reason))

    def option(self, name: str) -> str:
        _ = self._
        return {
            "rugrats": _("Rugrats: every card acts at once"),
            "secret": _("A Happy Life is a Secret Life: one card a turn face down"),
            "elimination": _("Checking who is out"),
            "roof": _("Height of the roof"),
        }[name]

    def option_value(self, name: str, value: Any) -> str:
        _ = self._
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        labels: Mapping[tuple[str, Any], str] = {
            ("elimination", "after_card"): _("after the whole card"),
            ("elimination", "immediate"): _("after each house"),
            ("roof", 7): _("on the seventh floor"),
            ("roof", 8): _("above the seventh floor"),
        }
        return labels[name, value]

    def seat_name(self, seat: Seat) -> str:
        return self.nouns.seat(seat)

    def notation_help(self) -> str:
        return self._(
            "A card goes below a Character card like this: F2>3, face down F2>3*. The cards are "
            "F1 F2 B1 S1 +1 M. Which character goes first: first 2."
        )

    def course(self) -> Course:
        return lessons.course(self._)

    def opening(self) -> Opening:
        return examples.opening(self._)

    def examples(self) -> Sequence[Example]:
        return examples.examples(self._)

    def notes(self, view: View[State]) -> Mapping[str, Note]:
        return notes_of(self, view)

    # --- what happened ---

    def narrator(self, names: Names, viewer: Seat | None) -> Narrator:
        return self._narrators(tuple(names), viewer)

    def deed(self, course: Sequence[GameEvent], names: Names, viewer: Seat | None) -> Deed | None:
        return deed_of(course, self.narrator(names, viewer))

    def race(self, view: View[State]) -> Race:
        return race_of(self, view.seen)

    def tally(self, event: GameEvent) -> tuple[Seat, str, int] | None:
        return tally_of(self, self.nouns, event)

    # --- what is asked ---

    def ask(self, view: View[State], names: Names | None = None) -> str:
        state = view.seen
        mover = to_act(state)
        if state.phase == OVER:
            return self._("The game is over.")
        if state.phase not in (PLACE, ORDER):
            return self._("Cards are drawn.")
        if mover != view.viewer:
            name = self._narrator(view, names).names[state.active]
            return self._("{name} is choosing.", name=name)
        if state.phase == ORDER:
            return self._("Two characters activate: which goes first?")
        return self._ask_for_card(state)

    def _ask_for_card(self, state: State) -> str:
        if state.turn == 0:  # PP-33
            text = self._("Place one card below a Character card. The first turn has only one.")
        elif state.to_place == 2:
            text = self._("Place your first card below a Character card.")
        elif state.used == NO_SLOT:  # Rugrats: the first one's Character is replaced (PP-41)
            text = self._("Place your second card below a Character card.")
        else:
            text = self._("Place your second card below a different Character card.")
        if asks_face(state):
            return self._("{request} It may lie face down.", request=text)
        return text

    # --- what can be done ---

    def action(self, view: View[State], action: Action) -> str:
        state = view.seen
        match action:
            case PlaceCard(card, slot, face_down):
                return self._placing(state, card, slot, face_down=face_down)
            case GoFirst(slot):
                subject = self.nouns.figure("subject", state.line[slot])
                text = sentence(self._("{figure} goes first", figure=subject))
                return self._in_slot(state, slot, text)
            case Enter(figure):
                subject = self.nouns.figure("subject", figure)
                return sentence(self._("{figure} comes into play", figure=subject))
            case TurnUp(figure):
                subject = self.nouns.figure("subject", figure)
                return sentence(self._("{figure} is turned up", figure=subject))
            case Draw(card):
                drawn = self.nouns.card("object", card)
                return sentence(self._("Draw {card}", card=drawn))

    def _placing(self, state: State, card: int, slot: Slot, *, face_down: bool) -> str:
        what = self.nouns.card("object", card)
        figure = self.nouns.figure("below", state.line[slot])
        if face_down:
            text = self._("{card} face down below {figure}", card=what, figure=figure)
        else:
            text = self._("{card} below {figure}", card=what, figure=figure)
        return self._in_slot(state, slot, sentence(text))

    def _in_slot(self, state: State, slot: Slot, text: str) -> str:
        """The same rat may lie in the line twice: then the slot tells its cards apart."""
        if state.line.count(state.line[slot]) == 1:
            return text
        return self._("{action} (slot {slot})", action=text, slot=slot + 1)

    # --- what it will do ---

    def effects(self, view: View[State], action: Action, names: Names | None = None) -> list[str]:
        """Played on the mover's own view, where the steps end at the first thing unknown.

        Not cut at everything that reveals, as `preview` is: a stranger's hand that is laid open
        changes nothing, and the end of the game that follows it is what a player wants to foresee.
        """
        if not isinstance(action, PlaceCard | GoFirst):
            return []
        steps = foresee(self.game, view, action)
        narrator = self._narrator(view, names)
        lines = [self._effect(step, narrator) for step in steps]
        lines.append(self._outlook(steps[-1], narrator))
        return [line for line in lines if line]

    def _effect(self, step: Step[State], narrator: Narrator) -> str:
        match step.event:
            case CardPlaced():
                return self._prospect(step.state, step.event)
            case GameOver(reason, ranks):
                return narrator.ending(Outcome(ranks, reason), step.state)
            case event if isinstance(event, _FORESEEN):
                return narrator.tell(event)
        return ""

    def _prospect(self, state: State, event: CardPlaced) -> str:
        """What a card does that does not act yet."""
        if state.options.rugrats:
            return ""
        if len(state.laid[event.slot]) == 1:
            card = self.nouns.card("object", event.card)
            return sentence(self._("{card} waits for a second card.", card=card))
        if state.to_place:
            figure = self.nouns.figure("subject", event.figure)
            return sentence(
                self._("{figure} activates once you have placed your second card.", figure=figure)
            )
        return ""

    def _outlook(self, last: Step[State], narrator: Narrator) -> str:
        """Where foresight ends: a question where chance or a stranger's card decides."""
        state = last.state
        if isinstance(last.event, CardRevealed) and last.event.card == UNKNOWN:
            return narrator.tell(last.event)
        if state.phase == ORDER:
            return self._("Two characters activate: you choose which goes first.")
        if state.phase == REPLACE:
            return self.ngettext(
                "A new Character card is turned up: which one?",
                "{count} new Character cards are turned up: which ones?",
                state.line.count(NO_FIGURE),
            )
        if state.phase == REFILL:
            return self.ngettext(
                "You draw a card: which one?",
                "You draw {count} cards: which ones?",
                HAND - sum(state.hands[state.active]),
            )
        return ""

    # --- why it is better ---

    def because(self, view: View[State], reason: Reason, names: Names | None = None) -> str:
        narrator = self._narrator(view, names)
        count, instead = reason.amount, reason.instead
        match reason.name, reason.about:
            case "in", _:
                return self._("Otherwise you would be out.")
            case "trackers", _:
                return self._(
                    "Trackers that you hold then: {count} instead of {other}.",
                    count=count,
                    other=instead,
                )
            case "level", (house,) if house in view.seen.ring:
                text = self._(
                    "{house} is at level {level} then instead of {other}.",
                    house=narrator.house("subject", house),
                    level=count,
                    other=instead,
                )
                return sentence(text)
            case "before", (figure, house):
                return self._standing(narrator, figure, house, will=bool(count))
            case "primed", (figure, house):
                return self._primed(narrator, figure, house, will=bool(count))
        return ""

    def _standing(self, narrator: Narrator, figure: Figure, house: House, *, will: bool) -> str:
        who, where = self.nouns.figure("subject", figure), narrator.house("beside", house)
        if will:
            text = self._(
                "{figure} then stands just to the left of {house}.", figure=who, house=where
            )
        else:
            text = self._(
                "Otherwise {figure} would stand just to the left of {house}.",
                figure=who,
                house=where,
            )
        return sentence(text)

    def _primed(self, narrator: Narrator, figure: Figure, house: House, *, will: bool) -> str:
        who, where = self.nouns.figure("subject", figure), narrator.house("through", house)
        if will:
            text = self._(
                "{figure} then has a card that leads through {house}.", figure=who, house=where
            )
        else:
            text = self._(
                "Otherwise {figure} would have a card that leads through {house}.",
                figure=who,
                house=where,
            )
        return sentence(text)

    # --- refusals ---

    def game_refusal(self, refusal: Refusal, names: Names | None, viewer: Seat | None) -> str:
        if refusal.reason == "flees":
            return self._caution(str(refusal.args["seats"]), names, viewer)
        return self._refused_move(refusal) or self._refused_start(refusal)

    def _caution(self, fled: str, names: Names | None, viewer: Seat | None) -> str:
        """A legal move that somebody does not survive is confirmed by name: oneself comes first."""
        seats = [int(seat) for seat in fled.split()]
        others = [seat for seat in seats if seat != viewer]
        called = self.both([names[seat] if names else self.seat_name(seat) for seat in others])
        if not others:
            return self._("With this move you are out yourself.")
        if viewer in seats:
            return self.ngettext(
                "With this move you are out yourself, and so is {names}.",
                "With this move you are out yourself, and so are {names}.",
                len(others),
                names=called,
            )
        return self.ngettext(
            "With this move {names} is out.",
            "With this move {names} are out.",
            len(others),
            names=called,
        )

    def _refused_move(self, refusal: Refusal) -> str:
        _ = self._
        match refusal.reason:
            case "over":
                return _("The game is over.")
            case "not_your_turn":
                return _("It is not your turn.")
            case "choose_order":
                return _("Choose which of the two activated characters goes first.")
            case "card_first":
                return _("Choose a card from your hand first, then a Character card.")
            case "not_a_card":
                return _("Choose a card from your own hand.")
            case "not_in_hand":
                card = self.nouns.card("object", int(refusal.args["card"]))
                return sentence(_("You do not have {card} in your hand.", card=card))
            case "not_a_character":
                return _("A card goes below one of the four Character cards.")
            case "same_character":
                figure = self.nouns.figure("below", int(refusal.args["figure"]))
                return _(
                    "You have already placed a card below {figure} this turn. Choose a different "
                    "Character card.",
                    figure=figure,
                )
            case "one_face_down":
                return _("You may place only one card face down in a turn.")
            case "no_face_down":
                return _("At this table all cards are placed face up.")
            case "which_face":
                return _("A card, a Character card, and face up or face down: that is enough.")
            case "too_many_parts":
                return _("A card and a Character card are enough.")
        return ""

    def _refused_start(self, refusal: Refusal) -> str:
        _ = self._
        match refusal.reason:
            case "seats":
                seats = refusal.args["seats"]
                return _("The Pied Piper is for 2 to 5 players, not for {seats}.", seats=seats)
            case "variants":
                return _("Rugrats and “A Happy Life is a Secret Life” cannot be played together.")
            case "few_cards":
                return _(
                    "There are too few Action cards: {cards}. This table needs at least {needed}.",
                    cards=refusal.args["cards"],
                    needed=refusal.args["needed"],
                )
            case "no_walking_cards":
                return _("Some Action cards must lead through a house, forward or back.")
        return ""

    # --- parts ---

    def part(self, view: View[State], part_id: str, names: Names | None = None) -> str:
        kind, _, code = part_id.partition(":")
        narrator = self._narrator(view, names)
        if part_id == FACE_UP:
            return self._("Face up")
        if part_id == FACE_DOWN:
            return self._("Face down")
        if kind == "hand" and code in CARD_CODES:
            return self._hand_part(view, CARD_CODES.index(code))
        if kind == "figure" and code in FIGURE_CODES:
            return self._figure_part(view.seen, FIGURE_CODES.index(code), narrator)
        if kind == "slot" and code.isdecimal():
            return self._slot_part(view.seen, int(code), narrator)
        if kind == "house" and code.isdecimal():
            return self._house_part(view.seen, int(code), narrator)
        if kind == "gap" and code.isdecimal():
            return self._gap_part(view.seen, int(code), narrator)
        raise ValueError(f"The Pied Piper has no part “{part_id}”")

    def _hand_part(self, view: View[State], card: int) -> str:
        name = sentence(self.nouns.card("label", card))
        if view.viewer is None:
            return name
        count = view.seen.hands[view.viewer][card]
        return self._("{card}: {count} in your hand", card=name, count=count)

    def _figure_part(self, state: State, figure: Figure, narrator: Narrator) -> str:
        subject = self.nouns.figure("subject", figure)
        gap = state.where[figure]
        if gap == NOWHERE:
            return sentence(self._("{figure}, not in play", figure=subject))
        house = narrator.house("beside", gap)
        return sentence(
            self._("{figure}, in the gap to the left of {house}", figure=subject, house=house)
        )

    def _slot_part(self, state: State, slot: Slot, narrator: Narrator) -> str:
        figure = state.line[slot]
        if figure == NO_FIGURE:
            return self._("Slot {slot}: empty", slot=slot + 1)
        subject = self.nouns.figure("subject", figure)
        if not state.laid[slot]:
            return self._("Slot {slot}: {figure}, no cards", slot=slot + 1, figure=subject)
        cards = self.both([self._laid(card, narrator) for card in state.laid[slot]])
        return self._(
            "Slot {slot}: {figure}, with {cards}", slot=slot + 1, figure=subject, cards=cards
        )

    def _laid(self, card: Laid, narrator: Narrator) -> str:
        """A card with who laid it. The kind of a stranger's is not in the view at all."""
        what = self.nouns.card("object", card.card)
        if card.face_down:
            what = self._("{card} face down", card=what)
        if card.seat == narrator.viewer:
            return self._("{card} (yours)", card=what)
        return self._("{card} ({name})", card=what, name=narrator.names[card.seat])

    def _house_part(self, state: State, house: House, narrator: Narrator) -> str:
        subject = narrator.house("subject", house)
        if house >= state.seats:
            return sentence(subject)
        if house not in state.ring:
            return sentence(self._("{house}: out of the ring", house=subject))
        return sentence(self.height(state, house, subject))

    def height(self, state: State, house: House, called: str) -> str:
        """How high the tracker of a house stands, and how many others its owner has taken."""
        text = self._(
            "{house}: level {level}, roof at {roof}",
            house=called,
            level=state.levels[house],
            roof=state.options.roof,
        )
        if held := trackers_held(state, house):
            text = self._("{text}, trackers taken: {count}", text=text, count=held)
        return text

    def _gap_part(self, state: State, gap: int, narrator: Narrator) -> str:
        house = narrator.house("beside", gap)
        figures = in_gap(state, gap)
        if not figures:
            return self._("Gap to the left of {house}: empty", house=house)
        return self._(
            "Gap to the left of {house}: {figures}", house=house, figures=narrator.figures(figures)
        )
