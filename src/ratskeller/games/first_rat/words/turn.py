"""The turn told to one reader: the set-up, walking and collecting. `narration` goes on."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import GameEvent, Seat
from ratskeller.games.first_rat.rules.booths import booth_of
from ratskeller.games.first_rat.rules.state import (
    BULB,
    CHEESE,
    RATS,
    BulbsLost,
    ComicStocked,
    DrinkSaved,
    DrinkUsed,
    ExtraChosen,
    Gained,
    GoodsLeft,
    ItemStocked,
    LightMoved,
    MouldTaken,
    MoveSkipped,
    MovingDone,
    RatMoved,
    Spent,
    StripLaid,
    TileLaid,
    TollPaid,
    TurnBegan,
    TurnEnded,
)
from ratskeller.games.first_rat.words.items import Items
from ratskeller.games.first_rat.words.nouns import Nouns
from ratskeller.words.catalogue import Speaker
from ratskeller.words.phrases import sentence
from ratskeller.words.voice import Voice


class TurnNarrator(Voice):
    """Tells what happens in every turn.

    `sentence` stands only where a noun of ours may come first: names keep their own letters.
    """

    def __init__(
        self,
        speaker: Speaker,
        nouns: Nouns,
        items: Items,
        names: Sequence[str],
        viewer: Seat | None,
    ) -> None:
        super().__init__(speaker, names, viewer)
        self.nouns, self.items = nouns, items

    # --- the set-up and the turn ---

    def _tell_set_up(self, event: GameEvent) -> str:
        match event:
            case TileLaid(space, face):
                return self._("Space {space}: {tile}.", space=space, tile=self.nouns.tile(face))
            case StripLaid(track, strip):
                return self._(
                    "{track} track: {points} points.",
                    track=self.nouns.track("label", track),
                    points=self.strip(strip),
                )
            case ItemStocked(item):
                text = self._(
                    "{booth} offers {item}.",
                    booth=self.items.booth("subject", booth_of(item)),
                    item=self.items.item("object", item),
                )
                return sentence(text)
            case ComicStocked(comic):
                return self._(
                    "The Library offers {comic}.", comic=self.items.comic("object", comic)
                )
        return ""

    def strip(self, strip: int) -> str:
        """The points of a score strip, from left to right."""
        return self.both([str(points) for points in self.nouns.tables.strips[strip]])

    def _tell_turn(self, event: GameEvent) -> str:
        _ = self._
        match event:
            case TurnBegan(seat, number):
                return self.told(
                    seat,
                    _("Round {round}: it is your turn."),
                    _("Round {round}: it is {name}’s turn."),
                    round=number,
                )
            case MoveSkipped(seat):
                return self.told(
                    seat,
                    _("You have no rat to move: on to step 4."),
                    _("{name} has no rat to move: on to step 4."),
                )
            case TurnEnded(seat):
                return self.told(seat, _("You end your turn."), _("{name} ends the turn."))
            case Spent(seat, kind, amount, reason, source):
                return self._spent(seat, self.nouns.goods(kind, amount), reason, source)
        return ""

    def _spent(self, seat: Seat, goods: str, reason: str, source: int) -> str:
        _ = self._
        if reason == "donation":
            return self.told(
                seat, _("You donate {goods}."), _("{name} donates {goods}."), goods=goods
            )
        if reason == "shortcut":
            thing = self.nouns.shortcut(source)
        elif reason == "booth":
            thing = self.items.item("object", source)
        else:
            thing = self.nouns.rocket_part(source)
        if reason == "discount":
            return self.told(
                seat,
                _("You pay {goods} for {thing}, at a discount."),
                _("{name} pays {goods} for {thing}, at a discount."),
                goods=goods,
                thing=thing,
            )
        return self.told(
            seat,
            _("You pay {goods} for {thing}."),
            _("{name} pays {goods} for {thing}."),
            goods=goods,
            thing=thing,
        )

    # --- step 1 ---

    def _tell_moving(self, event: GameEvent) -> str:
        _ = self._
        match event:
            case RatMoved():
                return self._moved(event)
            case MouldTaken(seat, cheese):
                return self.told(
                    seat,
                    _("Without cheese to pay with, you take 1 mouldy cheese and {goods}."),
                    _("Without cheese to pay with, {name} takes 1 mouldy cheese and {goods}."),
                    goods=self.nouns.goods(CHEESE, cheese),
                )
            case TollPaid(seat, to, space):
                return self._toll(seat, to, space, 1)
            case MovingDone(seat, _spaces):
                return self.told(
                    seat, _("You have finished moving."), _("{name} has finished moving.")
                )
            case GoodsLeft(seat, space):
                return self.told(
                    seat,
                    _("You leave out space {space}."),
                    _("{name} leaves out space {space}."),
                    space=space,
                )
        return ""

    def _moved(self, event: RatMoved) -> str:
        _ = self._
        values = {
            "rat": self.nouns.rat(event.rat),
            "origin": self.nouns.place("from", event.origin),
            "goal": self.nouns.place("to", event.space),
        }
        seat = event.rat // RATS
        if not event.via:
            return self.told(
                seat,
                _("You move {rat} {origin} {goal}."),
                _("{name} moves {rat} {origin} {goal}."),
                **values,
            )
        return self.told(
            seat,
            _("You move {rat} {origin} {goal}, by {shortcuts}."),
            _("{name} moves {rat} {origin} {goal}, by {shortcuts}."),
            shortcuts=self.nouns.shortcuts(event.via),
            **values,
        )

    def _toll(self, seat: Seat, to: Seat, space: int, count: int) -> str:
        _ = self._
        goods = self.nouns.goods(CHEESE, count)
        if to == self.viewer:
            return _(
                "{name} gives you {goods} for sharing space {space}.",
                name=self.names[seat],
                goods=goods,
                space=space,
            )
        return self.told(
            seat,
            _("You give {to} {goods} for sharing space {space}."),
            _("{name} gives {to} {goods} for sharing space {space}."),
            to=self.names[to],
            goods=goods,
            space=space,
        )

    def spaces(self, spaces: Sequence[int]) -> str:
        """Where goods are taken from: “from spaces 8 and 14”."""
        return self.ngettext(
            "from space {spaces}",
            "from spaces {spaces}",
            len(spaces),
            spaces=self.both([str(space) for space in sorted(spaces)]),
        )

    # --- step 2 ---

    def _tell_collecting(self, event: GameEvent) -> str:
        _ = self._
        match event:
            case ExtraChosen(seat, kind):
                return self.told(
                    seat,
                    _("You choose {goods} as the backpack’s extra."),
                    _("{name} chooses {goods} as the backpack’s extra."),
                    goods=self.nouns.goods(kind, 1),
                )
            case DrinkUsed(seat):
                return self.told(
                    seat, _("You use an energy drink."), _("{name} uses an energy drink.")
                )
            case DrinkSaved(seat):
                return self.told(
                    seat, _("You use no energy drink."), _("{name} uses no energy drink.")
                )
            case Gained():
                return self._gained(event)
            case LightMoved(seat, _origin, position):
                return self.told(
                    seat,
                    _("You move your light marker to light {light}."),
                    _("{name} moves the light marker to light {light}."),
                    light=position,
                )
            case BulbsLost(seat, amount):
                return self.told(
                    seat,
                    _("The light string ends there: you lose {goods}."),
                    _("The light string ends there: {name} loses {goods}."),
                    goods=self.nouns.goods(BULB, amount),
                )
        return ""

    def _gained(self, event: Gained) -> str:
        """One share of a yield with its reason, so that it adds up before one's eyes."""
        _ = self._
        values: dict[str, str | int] = {
            "goods": self.nouns.goods(event.kind, event.amount),
            "space": event.source,
        }
        match event.reason:
            case "space":
                yours = _("You collect {goods} from space {space}.")
                theirs = _("{name} collects {goods} from space {space}.")
            case "light":
                yours = _("Space {space} is lit: you get {goods} more.")
                theirs = _("Space {space} is lit: {name} gets {goods} more.")
            case "pack":
                values["pack"] = self.items.item("label", event.source)
                yours = _("{pack}: you get {goods} more.")
                theirs = _("{pack}: {name} gets {goods} more.")
            case "arnold":
                yours = _("Arnold: you get {goods} more.")
                theirs = _("Arnold: {name} gets {goods} more.")
            case "drink":
                yours = _("The energy drink doubles this: you get {goods} more.")
                theirs = _("The energy drink doubles this: {name} gets {goods} more.")
        return self.told(event.seat, yours, theirs, **values)
