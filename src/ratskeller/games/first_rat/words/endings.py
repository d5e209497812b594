"""The end of a match of First Rat: who brought the last round on and how, points, what was done."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import GameEvent, Seat
from ratskeller.games.first_rat.rules.scoring import scores
from ratskeller.games.first_rat.rules.state import (
    RATS,
    BurrowMoved,
    Gained,
    GameOver,
    ItemTaken,
    LastRoundSet,
    MarkerPlaced,
    RatMoved,
    RattronautSeated,
    State,
    TollPaid,
)
from ratskeller.games.first_rat.words.narration import Narrator
from ratskeller.words.catalogue import Speaker
from ratskeller.words.speech import Deed, Race


def deed_of(course: Sequence[GameEvent], narrator: Narrator) -> Deed | None:
    """What brought the last round on (FR-80); None where nobody could move any more (FR-83)."""
    if not course or not isinstance(course[-1], GameOver) or course[-1].reason == "stuck":
        return None
    for number, event in reversed(list(enumerate(course))):
        if isinstance(event, LastRoundSet):
            return Deed(number, _told(narrator, course[number - 1], event))
    return None


def _told(narrator: Narrator, before: GameEvent, event: LastRoundSet) -> str:
    _ = narrator._
    match before:
        case RattronautSeated(rat):
            return narrator.told(
                event.seat,
                _("You seat {rat} in the rocket, your fourth: round {round} is the last."),
                _("{name} seats {rat} in the rocket, the fourth: round {round} is the last."),
                rat=narrator.nouns.rat(rat),
                round=event.round,
            )
        case MarkerPlaced(_seat, track):
            return narrator.told(
                event.seat,
                _("You place your eighth marker on {track}: round {round} is an extra round."),
                _("{name} places the eighth marker on {track}: round {round} is an extra round."),
                track=narrator.nouns.track("onto", track),
                round=event.round,
            )
    return narrator.tell(event)


def race_of(speaker: Speaker, state: State) -> Race:
    return Race(speaker._("Points, if the match had ended then"), scores(state))


def tally_of(speaker: Speaker, event: GameEvent) -> tuple[Seat, str, int] | None:
    _ = speaker._
    match event:
        case RatMoved(rat, steps=steps):
            return rat // RATS, _("steps walked"), steps
        case Gained(seat, _kind, amount):
            return seat, _("goods gathered"), amount
        case ItemTaken(seat, _item, "bought"):
            return seat, _("things bought"), 1
        case ItemTaken(seat, _item, "stolen"):
            return seat, _("things stolen"), 1
        case TollPaid(_seat, to):
            return to, _("tolls taken"), 1
        case MarkerPlaced(seat):
            return seat, _("score markers placed"), 1
        case BurrowMoved(seat):
            return seat, _("steps in the burrow"), 1
    return None
