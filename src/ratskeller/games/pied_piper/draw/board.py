"""The drawn table of The Pied Piper: a view of the game as parts on the market square.

Every part names a position, so two face-down cards differ in nothing but where they hang:

    front:2                     a house in words; below, what it is made of
    eyes:2:5   roof:2   sign:2   trade:2   lantern   boards:2
    left:2   raisers:2          floors left below its roof, and what could still fill them
    level:2                     its tracker, which goes to whoever takes it
    figure:red                  a rat or the Piper
    character:0   card:0:1      a poster, and the newer card below it
    deck:action   discard:action   deck:character   discard:character
    hand:F1                     all cards of one kind in one's own hand

An action is played on parts `hand:F1` and places `slot:0`; `up` and `down` are buttons.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from ratskeller.core.game import GameEvent, Seat, Step, View, foresee
from ratskeller.draw.beats import Beat, Motion
from ratskeller.draw.board import Board, Part
from ratskeller.draw.svg import Element
from ratskeller.draw.table import HAND, MAIN, Draw, GameBoard, Ghost, Sign, drawn_from
from ratskeller.draw.town import STYLES
from ratskeller.games.pied_piper.draw import beats
from ratskeller.games.pied_piper.draw.captions import Captions
from ratskeller.games.pied_piper.draw.cards import SEAT_INKS, TRADES, card_symbol, trade_glyph
from ratskeller.games.pied_piper.draw.cover import cover
from ratskeller.games.pied_piper.draw.danger import floors_left, raised
from ratskeller.games.pied_piper.draw.places import SHELF, hand_board, square_board
from ratskeller.games.pied_piper.draw.square import FLOORS, Ring
from ratskeller.games.pied_piper.rules import turn
from ratskeller.games.pied_piper.rules.actions import (
    CARD_CODES,
    FACE_DOWN,
    FACE_UP,
    FIGURE_CODES,
)
from ratskeller.games.pied_piper.rules.state import (
    AT_HOME,
    FIGURES,
    NO_FIGURE,
    NOWHERE,
    ORDER,
    PIPER,
    SET_ASIDE,
    SLOTS,
    UNKNOWN,
    Action,
    ActionsReshuffled,
    CardDrawn,
    CardPlaced,
    CardRevealed,
    CharacterActivated,
    CharacterDiscarded,
    CharactersReshuffled,
    CharacterTurnedUp,
    Figure,
    FigureEntered,
    GameOver,
    Gap,
    GoFirst,
    HandDiscarded,
    House,
    HouseCrossed,
    HouseLeft,
    HousePassedUnder,
    NothingMoved,
    PipersReturned,
    PipersSetAside,
    PlaceCard,
    Slot,
    State,
    TrackersClaimed,
    TrackersSetAside,
    TurnBegan,
)
from ratskeller.games.pied_piper.words.game_words import PiedPiperWords

FLOOR_LAYER, HOUSE_LAYER, CARD_LAYER, FIGURE_LAYER = range(4)

DECORATION: Final = ("eyes", "roof", "sign", "trade", "lantern", "boards")
"""Parts without a label: what they show stands in the label of their house's front."""

_ASKEW: Final = -100.0  # of a tracker that nobody has taken


class PiedPiperBoard(GameBoard[State, Action]):
    """The market square and one's own hand, in one language."""

    words: PiedPiperWords
    margin = 150.0

    def __init__(self, words: PiedPiperWords) -> None:
        super().__init__(words)
        self.captions = Captions(words)
        self._trades, self._inks = words.game.worn(TRADES), words.game.worn(SEAT_INKS)

    def sheets(self, view: View[State], names: Sequence[str]) -> Mapping[str, Board]:
        state = view.seen
        ring = ring_from(view)
        labels = self.captions.places(ring, state.seats, names)
        return {
            MAIN: square_board(ring, state.seats, labels),
            HAND: hand_board(),
        }

    def draws(self) -> Sequence[Draw[State]]:
        return (
            self._houses,
            self._fronts,
            self._dangers,
            self._figures,
            self._line,
            self._action_piles,
            self._character_piles,
            self._hand,
        )

    # --- foresight ---

    def marks(self, view: View[State], action: Action) -> list[Ghost]:
        """Played on the mover's own view, where a stranger's face-down card is a question."""
        if not isinstance(action, PlaceCard | GoFirst):
            return []
        before = view.seen
        last = foresee(self.words.game, view, action)[-1]
        marks = [
            _tracker_mark(before, seat, after - level)
            for seat, (level, after) in enumerate(
                zip(before.levels, last.state.levels, strict=True)
            )
            if after != level
        ]
        return [
            *marks,
            *(Ghost(f"slot:{slot}", "?") for slot in _undecided(last.event, last.state)),
        ]

    def trace(self, view: View[State], action: Action) -> list[tuple[str, ...]]:
        """Also of figures that stand in a gap which becomes one with another (PP-14)."""
        if not isinstance(action, PlaceCard | GoFirst):
            return []
        steps = foresee(self.words.game, view, action)
        if all(step.state.where is view.seen.where for step in steps):
            return []
        ring = turn.first_ring(view.seen.seats)
        ways = (_way(ring, figure, view.seen, steps) for figure in range(FIGURES))
        return [tuple(f"gap:{gap}" for gap in way) for way in ways if len(way) > 1]

    # --- events ---

    def about(self, event: GameEvent) -> tuple[str, ...]:
        match event:
            case FigureEntered(figures, gap):
                return (*_figure_ids(figures), f"gap:{gap}")
            case HouseCrossed(figures, house, gap) | HousePassedUnder(figures, house, gap):
                return (*_figure_ids(figures), f"house:{house}", f"gap:{gap}")
            case CharacterActivated(slot, figure):
                return (f"slot:{slot}", *_figure_ids((figure,)))
            case NothingMoved(slot) | CharacterTurnedUp(slot) | CardRevealed(slot):
                return (f"slot:{slot}",)
            case CardPlaced(seat, slot):
                return (f"slot:{slot}", f"house:{seat}")
            case CharacterDiscarded(slot):
                return (f"slot:{slot}", "discard:character", "discard:action")
        return _about_seats(event) or _about_piles(event)

    def beat(self, event: GameEvent) -> Beat:
        return beats.BEATS[type(event)]

    def motions(self, before: View[State], event: GameEvent, after: View[State]) -> list[Motion]:
        return list(beats.motions(turn.first_ring(after.seen.seats), before, event, after))

    # --- seats ---

    def seat_ink(self, seat: Seat) -> tuple[str, str]:
        """Ink and the sign of the house's trade, which no rat wears."""
        return self._inks[seat], self._trades[seat]

    def looks(self, seats: int) -> tuple[int, ...]:
        """Any house but those that stand empty between two players (PP-60)."""
        empty = set(turn.first_ring(seats)) - set(range(seats))
        return tuple(house for house in range(len(TRADES)) if house not in empty)

    def emblem(self, look: int) -> Element:
        return trade_glyph(self._trades[look])

    @drawn_from("options", "levels", "hands", "holders", "out", for_all=True)
    def seat_facts(self, view: View[State], seat: Seat) -> Sequence[Sign]:
        return self.captions.facts(view.seen, seat)

    def button(self, view: View[State], part: str) -> str:
        if part not in (FACE_UP, FACE_DOWN):
            return ""
        return self.words.part(view, part)

    def cover(self) -> str:
        return cover(self.words.title)

    # --- parts: houses and figures ---

    @drawn_from("options", "seats", "ring", "levels", "holders")
    def _houses(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        """Also those that are deserted: they stay on the square."""
        state = view.seen
        for house in turn.first_ring(state.seats):
            yield from _fabric(state, house, self._trades)
            sign = self.captions.sign(house, state.seats, names)
            yield _on_house("sign", house, "sign", text=sign)
            if house == view.viewer:
                yield Part(id="lantern", symbol="lantern", place=f"lantern:{house}",
                           layer=HOUSE_LAYER)  # fmt: skip
            if house < state.seats:
                yield self._tracker(state, house)

    @drawn_from("options", "seats", "ring", "where", "levels", "holders")
    def _fronts(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        """Where a house is pressed, and all that is said of it and of its gap."""
        for house in turn.first_ring(view.seen.seats):
            yield Part(id=f"front:{house}", symbol="house-front", place=f"house:{house}",
                       layer=FLOOR_LAYER, label=self.captions.house(view, house, names))  # fmt: skip

    def _tracker(self, state: State, house: House) -> Part:
        """The number of a house; once it is out, a shield with the house's sign.

        It is a trophy of whoever has taken it. Where nobody did, it lies askew before the house.
        """
        holder = state.holders[house]
        if holder == AT_HOME:
            label = self.captions.tracker(state.seats, house)
            return _on_house("level", house, "plate", text=str(state.levels[house]), label=label)
        aside = holder == SET_ASIDE
        return Part(
            id=f"level:{house}",
            symbol=f"taken-{self._trades[house]}",
            place=f"level:{house}" if aside else f"trophies:{holder}",
            layer=HOUSE_LAYER,
            angle=_ASKEW if aside else 0,
            label=self.captions.tracker(state.seats, house, aside=aside),
        )

    @drawn_from("options", "seats", "ring", "where", "levels", "line", "laid", for_all=True)
    def _dangers(self, view: View[State], names: Sequence[str]) -> Sequence[Part]:  # noqa: ARG002
        """On every roof, the levels that are left below it and who could still fill them."""
        state, threats = view.seen, raised(view.seen)
        tags = tuple(
            [
                (house, floors_left(state, house), sum([house in one for one in threats]))
                for house in state.ring
                if house < state.seats
            ]
        )
        draw = partial(self._tags, tags, at_once=state.options.rugrats)
        return self.remembered(("tags", tags, state.options.rugrats), draw)

    def _tags(self, tags: Sequence[tuple[House, int, int]], *, at_once: bool) -> Iterator[Part]:
        for house, left, raisers in tags:
            yield _on_roof("left", house, "floors-left", left, self.captions.floors_left(left))
            grave = "-grave" if 0 < left <= raisers else ""
            label = self.captions.raisers(raisers, at_once=at_once)
            yield _on_roof("raisers", house, f"raisers{grave}", raisers, label)

    @drawn_from("seats", "where")
    def _figures(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        for figure, gap in enumerate(view.seen.where):
            if gap != NOWHERE:
                key = ("figure", figure, gap, view.seen.seats, view.viewer, tuple(names))
                yield from self.remembered(key, partial(self._figure, view, figure, names))

    def _figure(self, view: View[State], figure: Figure, names: Sequence[str]) -> Iterator[Part]:
        code = FIGURE_CODES[figure]
        yield Part(
            id=f"figure:{code}",
            symbol="piper" if figure == PIPER else f"rat-run-{code}",
            place=f"gap:{view.seen.where[figure]}",
            layer=FIGURE_LAYER,
            tone="" if figure == PIPER else code,
            label=self.captions.figure(view, figure, names),
        )

    # --- parts: cards ---

    @drawn_from("seats", "line", "laid")
    def _line(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:
        state = view.seen
        for slot in range(SLOTS):
            if state.line[slot] != NO_FIGURE:
                key = ("slot", slot, state.line[slot], state.laid[slot], view.viewer, tuple(names))
                yield from self.remembered(key, partial(self._slot, view, slot, names))

    def _slot(self, view: View[State], slot: Slot, names: Sequence[str]) -> Iterator[Part]:
        figure = view.seen.line[slot]
        yield Part(
            id=f"character:{slot}",
            symbol=f"poster-{FIGURE_CODES[figure]}",
            place=f"slot:{slot}",
            layer=HOUSE_LAYER,
            text=self.captions.posters[figure],
            label=self.captions.slot(view, slot, names),
        )
        for nail, card in enumerate(view.seen.laid[slot]):
            yield Part(
                id=f"card:{slot}:{nail}",
                symbol=card_symbol(card.card, face_down=card.face_down),
                place=f"nail:{slot}:{nail}",
                layer=CARD_LAYER,
                label=self.captions.laid(card),
            )

    @drawn_from("deck", "discard", for_all=True)
    def _action_piles(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:  # noqa: ARG002
        state, captions = view.seen, self.captions
        if deck := sum(state.deck):
            yield _pile("deck:action", "card-back", deck, captions.deck("deck:action", deck))
        if cards := sum(state.discard):
            label = captions.action_discards(state.discard)
            yield _pile("discard:action", "discards-action", cards, label)

    @drawn_from("character_deck", "character_discard", for_all=True)
    def _character_piles(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:  # noqa: ARG002
        state, captions = view.seen, self.captions
        if figures := sum(state.character_deck):
            label = captions.deck("deck:character", figures)
            yield _pile("deck:character", "poster-back", figures, label)
        if cards := sum(state.character_discard):
            label = captions.character_discards(state.character_discard)
            yield _pile("discard:character", "discards-character", cards, label)

    @drawn_from("seats", "hands")
    def _hand(self, view: View[State], names: Sequence[str]) -> Iterator[Part]:  # noqa: ARG002
        """Equal cards are one part with a count, since they are one choice."""
        if view.viewer is None:
            return
        hand = view.seen.hands[view.viewer]
        kinds = [card for card in range(UNKNOWN) if hand[card]]
        for at, card in enumerate(kinds):
            part = f"hand:{CARD_CODES[card]}"
            yield Part(
                id=part,
                symbol=card_symbol(card),
                place=f"shelf:{SHELF // 2 - (len(kinds) - 1) + 2 * at}",
                layer=CARD_LAYER,
                count=hand[card],
                text=self.captions.card(card),
                label=self.words.part(view, part),
            )


def ring_from(view: View[State]) -> Ring:
    """Return the same ring as a seat sees it: from its own house on; a spectator sits in seat one."""
    ring = turn.first_ring(view.seen.seats)
    mine = ring.index(view.viewer or 0)
    return ring[mine:] + ring[:mine]


# --- what a house is made of --------------------------------------------------------------------


def _fabric(state: State, house: House, trades: Sequence[str]) -> Iterator[Part]:
    """Return eyes on every floor the tracker has reached, the roof, the sign of the trade."""
    neutral = house >= state.seats
    level = 0 if neutral else state.levels[house]
    lifted = level == state.options.roof
    for floor in range(1, min(level, FLOORS) + 1):
        top = lifted and floor == FLOORS
        eyes = "eyes-top" if top else f"eyes-{(house + floor) % 3}"
        yield Part(id=f"eyes:{house}:{floor}", symbol=eyes, place=f"floor:{house}:{floor}",
                   layer=FLOOR_LAYER)  # fmt: skip
    yield Part(
        id=f"roof:{house}",
        symbol="roof-neutral" if neutral else f"roof-{house % STYLES}",
        place=f"{'sky' if lifted else 'roof'}:{house}",
        layer=HOUSE_LAYER,
        angle=-4 if lifted else 0,
    )
    trade = f"trade-{trades[house]}"
    yield _on_house("trade", house, f"{trade}-neutral" if neutral else trade)
    if house not in state.ring:
        yield Part(id=f"boards:{house}", symbol="deserted", place=f"house:{house}",
                   layer=HOUSE_LAYER)  # fmt: skip


def _on_house(kind: str, house: House, symbol: str, *, text: str = "", label: str = "") -> Part:
    spot = f"{kind}:{house}"
    return Part(id=spot, symbol=symbol, place=spot, layer=HOUSE_LAYER, text=text, label=label)


def _on_roof(kind: str, house: House, symbol: str, count: int, label: str) -> Part:
    """Return a tag over the roof, which lies in the layer of houses and may lift."""
    spot = f"{kind}:{house}"
    return Part(id=spot, symbol=symbol, place=spot, layer=CARD_LAYER, text=str(count), label=label)


def _pile(spot: str, symbol: str, count: int, label: str) -> Part:
    return Part(id=spot, symbol=symbol, place=spot, layer=CARD_LAYER, count=count, label=label)


# --- foresight ----------------------------------------------------------------------------------


def _tracker_mark(state: State, seat: Seat, change: int) -> Ghost:
    """Return what happens to a house, as the mover feels about it.

    One's own tracker is always good or bad news. That of others is so only where it reaches the
    roof: whether it is good to lower a neighbour's is for the mover to know.
    """
    text = f"+{change}" if change > 0 else f"−{-change}"
    at = f"house:{seat}"
    if seat == state.active:
        return Ghost(at, text, "bad" if change > 0 else "good")
    return Ghost(at, text, "good" if state.levels[seat] + change == state.options.roof else "")


def _undecided(event: GameEvent, state: State) -> tuple[Slot, ...]:
    """Return the Characters of which nobody can tell yet what they will do."""
    if isinstance(event, CardRevealed) and event.card == UNKNOWN:
        return tuple(slot for slot in range(SLOTS) if len(state.laid[slot]) == 2)
    return state.waiting if state.phase == ORDER else ()


def _way(ring: Ring, figure: int, before: State, steps: Sequence[Step[State]]) -> list[Gap]:
    """Return the gaps that a figure stands in or runs through, one after the other."""
    way = [before.where[figure]]
    for step in steps:
        goal = step.state.where[figure]
        if goal != way[-1]:
            way += beats.arc(ring, way[-1], goal, step.event)
    return way


# --- what events are about ----------------------------------------------------------------------


def _figure_ids(figures: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"figure:{FIGURE_CODES[figure]}" for figure in figures)


def _about_seats(event: GameEvent) -> tuple[str, ...]:
    match event:
        case TurnBegan(seat) | HouseLeft(seat):
            return (f"house:{seat}",)
        case TrackersClaimed(seat, trackers):
            return (f"house:{seat}", *(f"level:{tracker}" for tracker in trackers))
        case TrackersSetAside(trackers):
            return tuple(f"house:{tracker}" for tracker in trackers)
        case HandDiscarded(seat):
            return (f"house:{seat}", "discard:action")
        case CardDrawn(seat):
            return (f"house:{seat}", "deck:action")
        case GameOver(_, ranks):
            return tuple(f"house:{seat}" for seat, rank in enumerate(ranks) if rank == 1)
    return ()


def _about_piles(event: GameEvent) -> tuple[str, ...]:
    match event:
        case PipersSetAside() | PipersReturned() | CharactersReshuffled():
            return ("deck:character",)
        case ActionsReshuffled():
            return ("deck:action",)
    return ()
