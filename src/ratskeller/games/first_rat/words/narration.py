"""What happened, told to one reader: the turn (`turn`), then the burrow, the booths and the end."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import GameEvent, Outcome, Seat
from ratskeller.games.first_rat.rules.state import (
    RATS,
    AwardTaken,
    BoothsPassed,
    BurrowMoved,
    ComicDeclined,
    ComicTaken,
    ExtraRoundBegan,
    GameOver,
    ItemTaken,
    LastRoundSet,
    MarkerMissing,
    MarkerPlaced,
    RatLetSleep,
    RatRaised,
    RatSentHome,
    RattronautSeated,
    State,
    TokenPlaced,
)
from ratskeller.games.first_rat.words.turn import TurnNarrator


class Narrator(TurnNarrator):
    """Tells what happened: the whole log."""

    def tell(self, event: GameEvent) -> str:
        """The sentence of an event; "" for a thing that is no event of this game."""
        return (
            self._tell_set_up(event)
            or self._tell_turn(event)
            or self._tell_moving(event)
            or self._tell_collecting(event)
            or self._tell_markers(event)
            or self._tell_burrow(event)
            or self._tell_booths(event)
            or self._tell_end(event)
        )

    # --- the burrow ---

    def _tell_burrow(self, event: GameEvent) -> str:
        _ = self._
        match event:
            case BurrowMoved(seat, _origin, node):
                return self.told(
                    seat,
                    _("You move your burrow marker {goal}."),
                    _("{name} moves the burrow marker {goal}."),
                    goal=self.nouns.node("to", node),
                )
            case ComicTaken(seat, comic):
                return self.told(
                    seat,
                    _("You take {comic}."),
                    _("{name} takes {comic}."),
                    comic=self.items.comic("object", comic),
                )
            case ComicDeclined(seat):
                return self.told(seat, _("You take no comic."), _("{name} takes no comic."))
            case TokenPlaced(token, rat):
                return self.told(
                    rat // RATS,
                    _("You put {token} on {rat}."),
                    _("{name} puts {token} on {rat}."),
                    token=self.items.token(token),
                    rat=self.nouns.rat(rat),
                )
            case RatRaised(rat, reason):
                return self._raised(rat, reason)
            case RatLetSleep(seat):
                return self.told(
                    seat,
                    _("You let your rats in the Nursery sleep."),
                    _("{name} lets the rats in the Nursery sleep."),
                )
            case AwardTaken(seat):
                return self.told(
                    seat,
                    _("You get an award, worth {points}."),
                    _("{name} gets an award, worth {points}."),
                    points=self.nouns.points(self.nouns.tables.box.points.award),
                )
        return ""

    def _raised(self, rat: int, reason: str) -> str:
        _ = self._
        if reason == "launchpad":
            yours = _("Reward of the Launchpad: you move {rat} from the Nursery to Start.")
            theirs = _("Reward of the Launchpad: {name} moves {rat} from the Nursery to Start.")
        else:
            yours = _("You move {rat} from the Nursery to Start.")
            theirs = _("{name} moves {rat} from the Nursery to Start.")
        return self.told(rat // RATS, yours, theirs, rat=self.nouns.rat(rat))

    # --- steps 3 and 4 ---

    def _tell_booths(self, event: GameEvent) -> str:
        _ = self._
        match event:
            case ItemTaken(seat, item, how):
                name = self.items.item("object", item)
                if how == "bought":
                    yours, theirs = _("You buy {item}."), _("{name} buys {item}.")
                elif how == "stolen":
                    yours, theirs = _("You steal {item}."), _("{name} steals {item}.")
                else:
                    yours = _("Thanks to Ratwoman, you get {item} for nothing.")
                    theirs = _("Thanks to Ratwoman, {name} gets {item} for nothing.")
                return self.told(seat, yours, theirs, item=name)
            case RatSentHome(rat, origin):
                return self.told(
                    rat // RATS,
                    _("The thief must go back: you move {rat} {origin} to Start."),
                    _("The thief must go back: {name} moves {rat} {origin} to Start."),
                    rat=self.nouns.rat(rat),
                    origin=self.nouns.place("from", origin),
                )
            case BoothsPassed(seat):
                return self.told(
                    seat,
                    _("You leave the booths."),
                    _("{name} leaves the booths."),
                )
        return ""

    def _tell_markers(self, event: GameEvent) -> str:
        _ = self._
        match event:
            case MarkerPlaced(seat, track, _slot, points):
                return self.told(
                    seat,
                    _("You place a score marker on {track}: {points}."),
                    _("{name} places a score marker on {track}: {points}."),
                    track=self.nouns.track("onto", track),
                    points=self.nouns.points(points),
                )
            case MarkerMissing(seat, track):
                return self.told(
                    seat,
                    _("You have no score marker left to place on {track}."),
                    _("{name} has no score marker left to place on {track}."),
                    track=self.nouns.track("onto", track),
                )
            case RattronautSeated(rat, _slot, points, cause):
                yours = _("You have a new Rattronaut, {rat}: {points}.")
                theirs = _("{name} has a new Rattronaut, {rat}: {points}.")
                if cause == "neil":
                    yours = _("You have a new Rattronaut, {rat}, and Neil counts double: {points}.")
                    theirs = _(
                        "{name} has a new Rattronaut, {rat}, and Neil counts double: {points}."
                    )
                return self.told(
                    rat // RATS,
                    yours,
                    theirs,
                    rat=self.nouns.rat(rat),
                    points=self.nouns.points(points),
                )
        return ""

    # --- the end ---

    def _tell_end(self, event: GameEvent) -> str:
        _ = self._
        match event:
            case LastRoundSet(seat, "rocket", number):
                return self.told(
                    seat,
                    _("Your fourth rat is in the rocket: round {round} is the last."),
                    _("{name} has a fourth rat in the rocket: round {round} is the last."),
                    round=number,
                )
            case LastRoundSet(seat, _reason, number):
                return self.told(
                    seat,
                    _("You have placed your eighth marker: round {round} is an extra round."),
                    _("{name} has placed an eighth marker: round {round} is an extra round."),
                    round=number,
                )
            case ExtraRoundBegan(number, markers):
                return self.ngettext(
                    "Round {round}, the extra round: everybody gets one more score marker.",
                    "Round {round}, the extra round: everybody gets {count} more score markers.",
                    markers,
                    round=number,
                )
            case GameOver(reason, ranks, scores):
                return self.ending(Outcome(ranks, reason, scores), None)
        return ""

    def ending(self, outcome: Outcome, last: State | None) -> str:  # noqa: ARG002  it has the points
        """What ended the game, who won and by how much (FR-80, FR-82, FR-83)."""
        how = {
            "rocket": self._("A fourth rat is in the rocket."),
            "markers": self._("After the eighth marker, the extra round is over."),
            "stuck": self._("Nobody can move any more."),
        }[outcome.reason]
        return self._("{how} {result}", how=how, result=self._result(outcome))

    def _result(self, outcome: Outcome) -> str:
        _ = self._
        assert outcome.scores is not None, "First Rat is won on points"
        winners = outcome.winners
        best = outcome.scores[winners[0]]
        if len(winners) > 1:
            return _(
                "Shared victory for {names}, with {best} points!",
                names=self._for(winners),
                best=best,
            )
        others = [score for seat, score in enumerate(outcome.scores) if seat not in winners]
        if max(others) == best:
            return self.told(
                winners[0],
                _("It is a tie at {best} points, and you win with more Rattronauts!"),
                _("It is a tie at {best} points, and {name} wins with more Rattronauts!"),
                best=best,
            )
        return self.told(
            winners[0],
            _("You win with {best} points to {second}!"),
            _("{name} wins with {best} points to {second}!"),
            best=best,
            second=max(others),
        )

    def _for(self, seats: Sequence[Seat]) -> str:
        you = self.pgettext("for", "you")
        return self.both([you if seat == self.viewer else self.names[seat] for seat in seats])
