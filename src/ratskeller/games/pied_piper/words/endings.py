"""The end of a match of The Pied Piper: whose house was full, by which card; floors; what was played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ratskeller.core.game import GameEvent, Seat
from ratskeller.games.pied_piper.rules.state import (
    UNKNOWN,
    CardPlaced,
    CharacterActivated,
    GameOver,
    HouseCrossed,
    HouseLeft,
    State,
    TurnBegan,
)
from ratskeller.games.pied_piper.words.narration import Narrator
from ratskeller.games.pied_piper.words.nouns import Nouns
from ratskeller.words.catalogue import Speaker
from ratskeller.words.speech import Deed, Race


class _Full(NamedTuple):
    """A house that was full: whose, in whose turn, and the event that says so."""

    seat: Seat
    by: Seat
    number: int


def deed_of(course: Sequence[GameEvent], narrator: Narrator) -> Deed | None:
    """The card that filled the last house; None after the last turn (PP-68)."""
    full = _houses_that_were_full(course)
    if not full:
        return None
    last = full[-1]
    act = _last_activation(course[: _filled(course[: last.number], last.seat)])
    if act is None:
        return None
    number, card = act
    together = sum(one.number > number for one in full)
    return Deed(last.number, _told(narrator, last, card, together))


def _houses_that_were_full(course: Sequence[GameEvent]) -> list[_Full]:
    """Houses that left the ring; with two players the loser's stays, and the end says it (PP-13)."""
    full, mover = [], 0
    for number, event in enumerate(course):
        match event:
            case TurnBegan(seat):
                mover = seat
            case HouseLeft(seat, by):
                full.append(_Full(seat, by, number))
            case GameOver("roof", ranks):
                full.append(_Full(ranks.index(2), mover, number))
    return full


def _filled(course: Sequence[GameEvent], house: Seat) -> int:
    """When the last rat came into a house."""
    came = (
        number
        for number, event in enumerate(course)
        if isinstance(event, HouseCrossed) and event.house == house and event.after > event.before
    )
    return max(came, default=len(course))


def _last_activation(course: Sequence[GameEvent]) -> tuple[int, CharacterActivated] | None:
    for number, event in reversed(list(enumerate(course))):
        if isinstance(event, CharacterActivated):
            return number, event
    return None


def _told(narrator: Narrator, out: _Full, act: CharacterActivated, together: int) -> str:
    _ = narrator._
    figure = narrator.nouns.figure("subject", act.figure)
    cards = narrator.cards(act.cards)
    names, viewer = narrator.names, narrator.viewer
    house = narrator.house("subject", out.seat)
    if together > 1:
        return narrator.told(
            out.by,
            _("In your turn {figure} carries out {cards}, and {count} houses are full at once."),
            _(
                "In {name}’s turn {figure} carries out {cards}, and {count} houses are full at once."
            ),
            figure=figure,
            cards=cards,
            count=together,
        )
    if out.seat == viewer:
        return narrator.told(
            out.by,
            _("In your turn {figure} carries out {cards}: your house is full, and you are out."),
            _(
                "In {name}’s turn {figure} carries out {cards}: your house is full, and you are out."
            ),
            figure=figure,
            cards=cards,
        )
    return narrator.told(
        out.by,
        _("In your turn {figure} carries out {cards}: {house} is full, and {loser} is out."),
        _("In {name}’s turn {figure} carries out {cards}: {house} is full, and {loser} is out."),
        figure=figure,
        cards=cards,
        house=house,
        loser=names[out.seat],
    )


def race_of(speaker: Speaker, state: State) -> Race:
    """Floors, the fewest first; whoever reaches the roof is out (PP-14)."""
    floors = tuple(None if seat in state.out else level for seat, level in enumerate(state.levels))
    return Race(speaker._("Floors the rats have taken"), floors, state.options.roof, least=True)


def tally_of(speaker: Speaker, nouns: Nouns, event: GameEvent) -> tuple[Seat, str, int] | None:
    match event:
        case CardPlaced(seat, _slot, _figure, card) if card != UNKNOWN:
            return seat, speaker._("{card} played", card=nouns.card("object", card)), 1
        case HouseLeft(_seat, by):
            return by, speaker._("houses filled"), 1
    return None
