"""A game in plain words: what its rules are called by their author, in sentences of the house."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict

from ratskeller.core.game import CHANCE, Action, Game, GameEvent, Outcome, Seat, State, View
from ratskeller.plain.fields import spelled, written
from ratskeller.words.phrases import sentence
from ratskeller.words.platform_words import platform_words
from ratskeller.words.speech import Deed, GameWords, Names


class PlainWords(GameWords[State, Action]):
    """An action is its notation, an event the name of its class, a seat has a number."""

    def __init__(self, game: Game[State, Action], language: str) -> None:
        super().__init__(game, language)
        self.say = platform_words(language)

    @property
    def title(self) -> str:
        return self.game.meta.title

    @property
    def blurb(self) -> str:
        seats = self.say.either([str(seats) for seats in self.game.meta.seats])
        return self.say._("A game for {seats} players.", seats=seats)

    def option(self, name: str) -> str:
        return sentence(spelled(name))

    def seat_name(self, seat: Seat) -> str:
        return self.say._("Seat {number}", number=seat + 1)

    def notation_help(self) -> str:
        return self.say._("A move can also be typed as it stands there.")

    def event(self, event: GameEvent, names: Names, viewer: Seat | None) -> str:  # noqa: ARG002
        what = _called(event)
        details = asdict(event)
        seat = details.pop("seat", None)
        if details:
            more = self.say.both([f"{spelled(name)} {written(v)}" for name, v in details.items()])
            what = self.say._("{event} ({details})", event=what, details=more)
        if isinstance(seat, int) and 0 <= seat < len(names):
            return self.say._("{name}: {event}.", name=names[seat], event=what)
        return self.say._("{event}.", event=sentence(what))

    def ending(
        self,
        outcome: Outcome,
        names: Names,
        viewer: Seat | None = None,
        view: View[State] | None = None,  # noqa: ARG002
    ) -> str:
        winners = outcome.winners
        if winners == (viewer,):
            return self.say._("You win.")
        who = self.say.both([names[seat] for seat in winners])
        if len(winners) == 1:
            return self.say._("{name} wins.", name=who)
        return self.say._("{names} share the victory.", names=who)

    def reason(self, reason: str) -> str:
        return spelled(reason)

    def deed(self, course: Sequence[GameEvent], names: Names, viewer: Seat | None) -> Deed | None:
        """The last thing that somebody did."""
        for number, event in reversed(list(enumerate(course))):
            if self.tally(event):
                return Deed(number, self.event(event, names, viewer))
        return None

    def tally(self, event: GameEvent) -> tuple[Seat, str, int] | None:
        seat = getattr(event, "seat", None)
        return (seat, _called(event), 1) if isinstance(seat, int) and seat >= 0 else None

    def ask(self, view: View[State], names: Names | None = None) -> str:
        mover = self.game.to_act(view.seen)
        if mover is None:
            return self.say._("The match is over.")
        if mover == CHANCE:
            return self.say._("Chance decides.")
        if mover == view.viewer:
            return self.say._("It is your turn.")
        name = names[mover] if names else self.seat_name(mover)
        return self.say._("It is {name}’s turn.", name=name)

    def action(self, view: View[State], action: Action) -> str:  # noqa: ARG002
        return self.game.notation(action)

    def part(self, view: View[State], part_id: str, names: Names | None = None) -> str:  # noqa: ARG002
        return sentence(spelled(part_id))


def _called(event: GameEvent) -> str:
    name = type(event).__name__
    return spelled(name[:1].lower() + name[1:])


WORDS = PlainWords
