"""The end of a match of Ratzentanz: the food that made it enough, kinds at home, what was done."""

from __future__ import annotations

from collections.abc import Sequence

from ratskeller.core.game import GameEvent, Seat
from ratskeller.games.ratzentanz.rules.chips import collected
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    Evicted,
    Fetched,
    FlutePlayed,
    GameOver,
    Lost,
    PutDown,
    SatOn,
    Square,
    State,
    Stored,
    Walked,
)
from ratskeller.games.ratzentanz.words.narration import Narrator
from ratskeller.words.catalogue import Speaker
from ratskeller.words.speech import Deed, Race


def deed_of(course: Sequence[GameEvent], narrator: Narrator, ground: Ground) -> Deed | None:
    """The last food that was laid into the winner's nest; None after the last turn (RT-122)."""
    if not course or not isinstance(course[-1], GameOver) or course[-1].winner < 0:
        return None
    winner = course[-1].winner
    home = ground.homes[len(narrator.names)][winner]
    for number, event in reversed(list(enumerate(course))):
        if home in _squares_with_more(event):
            return Deed(number, _told(narrator, event))
    return None


def _squares_with_more(event: GameEvent) -> tuple[Square, ...]:
    """Where food lies free that did not before."""
    match event:
        case Stored(_, _, _, square) | PutDown(_, _, _, square):
            return (square,)
        case Evicted(_, _, start, _, kind) if kind:
            return (start,)
        case Lost(_, _, squares, kind) if kind:
            return (squares[0],)
        case FlutePlayed(rats):
            return tuple(rat.start for rat in rats if rat.kind)
    return ()


def _told(narrator: Narrator, event: GameEvent) -> str:
    """Whoever brings it home is praised for it; by what else it came there the log says (RT-120)."""
    if not isinstance(event, Stored):
        return narrator.tell(event)
    return narrator.told(
        event.seat,
        narrator._("You bring {food} home, the last kind that was missing."),
        narrator._("{name} brings {food} home, the last kind that was missing."),
        food=narrator.nouns.food("object", event.kind),
    )


def race_of(speaker: Speaker, ground: Ground, state: State) -> Race:
    title = speaker._("Kinds of food in the nest")
    return Race(title, collected(ground, state), state.options.kinds)


def tally_of(speaker: Speaker, event: GameEvent) -> tuple[Seat, str, int] | None:
    _ = speaker._
    match event:
        case Walked(seat, _rat, squares):
            return seat, _("steps walked"), len(squares) - 1
        case Stored(seat):
            return seat, _("food brought home"), 1
        case SatOn(seat, cause="robbery"):
            return seat, _("food stolen from nests"), 1
        case Lost(seat):
            return seat, _("rats given to the Piper"), 1
        case Fetched(seat):
            return seat, _("rats called home"), 1
    return None
