"""What happened, told to one reader: a sentence for every event of Ratzentanz."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ratskeller.core.game import GameEvent, Outcome, Seat
from ratskeller.games.ratzentanz.rules.state import (
    NOWHERE,
    Born,
    CatPut,
    DieChosen,
    Evicted,
    Fetched,
    FlutePlayed,
    GameOver,
    Lapsed,
    LeftLying,
    Lost,
    Mirrored,
    Passed,
    PiperPut,
    PutDown,
    RatMoved,
    SatOn,
    Starts,
    StartThrown,
    StartTied,
    State,
    Stored,
    Surfaced,
    Thrown,
    TurnEnded,
    Walked,
)
from ratskeller.games.ratzentanz.words.reader import Reader
from ratskeller.words.phrases import sentence


class Narrator(Reader):
    """Tells what happened: the whole log.

    `sentence` stands only where a noun of ours may come first: names keep their own letters.
    """

    def tell(self, event: GameEvent) -> str:
        """The sentence of an event; "" for a thing that is no event of this game."""
        return (
            self._tell_dice(event)
            or self._tell_walk(event)
            or self._tell_chips(event)
            or self._tell_symbol(event)
            or self._tell_course(event)
        )

    # --- dice ---

    def _tell_dice(self, event: GameEvent) -> str:
        match event:
            case Thrown(seat, number, symbol):
                dice = self.dice(number, symbol)
                if seat == self.viewer:
                    return self._("You throw {dice}.", dice=dice)
                return self._("{name} throws {dice}.", name=self.names[seat], dice=dice)
            case DieChosen(seat, die):
                return self._chosen(seat, die)
            case Lapsed():
                return self._lapsed(event)
            case Passed(seat, die):
                return self._passed(seat, die)
        return ""

    def _chosen(self, seat: Seat, die: str) -> str:
        if seat == self.viewer:
            if die == "number":
                return self._("You begin with the number.")
            return self._("You begin with the symbol.")
        if die == "number":
            return self._("{name} begins with the number.", name=self.names[seat])
        return self._("{name} begins with the symbol.", name=self.names[seat])

    def _passed(self, seat: Seat, die: str) -> str:
        if seat == self.viewer:
            if die == "number":
                return self._("You pass rather than sacrifice a rat.")
            return self._("You call nobody home.")
        if die == "number":
            return self._("{name} passes rather than sacrifice a rat.", name=self.names[seat])
        return self._("{name} calls nobody home.", name=self.names[seat])

    def _lapsed(self, event: Lapsed) -> str:
        """A die that cannot be carried out, with the reason (RT-16)."""
        mine, name = event.seat == self.viewer, self.names[event.seat]
        match event.rule:
            case "RT-14":
                if mine:
                    return self._("The number lapses: you have no rat on the board.")
                return self._("The number lapses: {name} has no rat on the board.", name=name)
            case "RT-76":
                if mine:
                    return self._("The number lapses: the cat has locked in all your rats.")
                return self._(
                    "The number lapses: the cat has locked in all rats that {name} has.", name=name
                )
            case "RT-51":
                return self._("The second half of the 2x lapses: no rat can walk it.")
            case "RT-80":
                return self._("New blood lapses: everyone has five rats on the board.")
            case "RT-85":
                return self._("Back to the nest lapses: there is no rat to call or to send home.")
            case "RT-60":
                return self._("The Pied Piper stays: no alley square is free for him.")
        if event.die == "number":
            return self._("The number lapses: no rat can walk that many steps.")
        return self._("The symbol lapses.")

    # --- walking ---

    def _tell_walk(self, event: GameEvent) -> str:
        match event:
            case Walked(seat, _, squares):
                start, end = self.place(squares[0]), self.place(squares[-1])
                if seat == self.viewer:
                    return self._(
                        "You walk a rat {leaving} {to}.", leaving=start.leaving, to=end.to
                    )
                return self._(
                    "{name} walks a rat {leaving} {to}.",
                    name=self.names[seat],
                    leaving=start.leaving,
                    to=end.to,
                )
            case Surfaced(_, _, _, to, shaft):
                if shaft == "canal":
                    return self._("The rat surfaces {at}.", at=self.place(to).at)
                return self._("The rat goes on {to}.", to=self.place(to).to)
            case Mirrored(rats):
                return self.ngettext(
                    "The other rat on the stairs moves along: {rats}.",
                    "The other rats on the stairs move along: {rats}.",
                    len(rats),
                    rats=self._moving(rats),
                )
            case Lost():
                return self._lost(event)
        return ""

    def _moving(self, rats: Iterable[RatMoved]) -> str:
        """“a red rat to the north-west stairs”, equal ones together."""
        groups = Counter((rat.seat, rat.to) for rat in rats)
        return self.both(
            [
                self._(
                    "{rats} {to}",
                    rats=self.rats(seat, number),
                    to=self.place(to).to,
                )
                for (seat, to), number in groups.items()
            ]
        )

    def _lost(self, event: Lost) -> str:
        """Nobody loses a rat to the Piper but by a sacrifice, and it is called so (RT-61)."""
        at = self.place(event.squares[0]).at
        name = self.names[event.seat]
        if not event.kind:
            if event.seat == self.viewer:
                return self._("You sacrifice a rat {at}: it follows the Piper.", at=at)
            return self._("{name} sacrifices a rat {at}: it follows the Piper.", name=name, at=at)
        food = self.nouns.food("object", event.kind)
        if event.seat == self.viewer:
            return self._(
                "You sacrifice a rat {at}: it leaves {food} there and follows the Piper.",
                at=at,
                food=food,
            )
        return self._(
            "{name} sacrifices a rat {at}: it leaves {food} there and follows the Piper.",
            name=name,
            at=at,
            food=food,
        )

    # --- chips ---

    def _tell_chips(self, event: GameEvent) -> str:
        match event:
            case PutDown(seat, _, kind, square):
                food, at = self.nouns.food("object", kind), self.place(square).at
                if seat == self.viewer:
                    return self._("You leave {food} {at}.", food=food, at=at)
                return self._("{name} leaves {food} {at}.", name=self.names[seat], food=food, at=at)
            case SatOn(seat, _, kind, square):
                food, at = self.nouns.food("object", kind), self.place(square).at
                if seat == self.viewer:
                    return self._("You take {food} {at}.", food=food, at=at)
                return self._("{name} takes {food} {at}.", name=self.names[seat], food=food, at=at)
            case LeftLying(seat, _, square):
                at = self.place(square).at
                if seat == self.viewer:
                    return self._("You take nothing {at}.", at=at)
                return self._("{name} takes nothing {at}.", name=self.names[seat], at=at)
            case Stored(seat, _, kind, _):
                food = self.nouns.food("object", kind)
                if seat == self.viewer:
                    return self._("You bring {food} home.", food=food)
                return self._("{name} brings {food} home.", name=self.names[seat], food=food)
        return ""

    # --- symbols ---

    def _tell_symbol(self, event: GameEvent) -> str:
        match event:
            case CatPut(start, to):
                new = self.place(to).name
                if start == NOWHERE:
                    return self._("The cat comes to town and guards {place}.", place=new)
                old = self.place(start).name
                return self._("The cat leaves {old} and guards {place}.", old=old, place=new)
            case PiperPut(start, to):
                if start == NOWHERE:
                    return self._(
                        "The Pied Piper comes to town: he stands {at}.", at=self.place(to).at
                    )
                return self._(
                    "The Pied Piper goes {leaving} {to}.",
                    leaving=self.place(start).leaving,
                    to=self.place(to).to,
                )
            case FlutePlayed(rats):
                if not rats:
                    return self._("The flute sounds, but no rat is in the alleys.")
                return self.ngettext(
                    "The flute sounds, and one rat is lost: {rats}.",
                    "The flute sounds, and {count} rats are lost: {rats}.",
                    len(rats),
                    rats=self._gone(rats),
                )
            case Born(rats):
                who = self._listed(self.pgettext("for", "you"), [rat.seat for rat in rats])
                return self.ngettext(
                    "New blood: one more rat for {names}.",
                    "New blood: one more rat each for {names}.",
                    len(rats),
                    names=who,
                )
            case Fetched(seat, _, squares):
                leaving = self.place(squares[0]).leaving
                if seat == self.viewer:
                    return self._("You call a rat home {leaving}.", leaving=leaving)
                return self._(
                    "{name} calls a rat home {leaving}.", name=self.names[seat], leaving=leaving
                )
            case Evicted():
                return self._evicted(event)
        return ""

    def _gone(self, rats: Iterable[RatMoved]) -> str:
        """“2 red rats in alley b4 (left behind: cheese)”, equal ones together."""
        groups = Counter((rat.seat, rat.start, rat.kind) for rat in rats)
        pieces = []
        for (seat, start, kind), number in groups.items():
            who = self._(
                "{rats} {at}",
                rats=self.rats(seat, number),
                at=self.place(start).at,
            )
            if kind:
                left = self.several(kind, number)
                who = self._("{rats} (left behind: {food})", rats=who, food=left)
            pieces.append(who)
        return self.both(pieces)

    def _evicted(self, event: Evicted) -> str:
        rats = self.rats(event.seat, 1)
        leaving, to = self.place(event.start).leaving, self.place(event.to).to
        text = self._("{rats} is sent away {leaving} {to}.", rats=rats, leaving=leaving, to=to)
        if event.kind:
            food = self.nouns.food("object", event.kind)
            text = self._(
                "{rats} is sent away {leaving} {to} and leaves {food} behind.",
                rats=rats,
                leaving=leaving,
                to=to,
                food=food,
            )
        return sentence(text)

    # --- the course of the game ---

    def _tell_course(self, event: GameEvent) -> str:
        match event:
            case StartThrown(seat, number):
                if seat == self.viewer:
                    return self._("You throw {number} for the start.", number=number)
                return self._(
                    "{name} throws {number} for the start.", name=self.names[seat], number=number
                )
            case StartTied(seats):
                who = self._listed(self.pgettext("between", "you"), seats)
                return self._("A tie between {names}: another throw.", names=who)
            case Starts(seat):
                if seat == self.viewer:
                    return self._("You begin.")
                return self._("{name} begins.", name=self.names[seat])
            case TurnEnded(seat):
                after = (seat + 1) % len(self.names)
                if after == self.viewer:
                    return self._("It is your turn.")
                return self._("It is {name}’s turn.", name=self.names[after])
            case GameOver(reason, _, ranks):
                return self.ending(Outcome(ranks, reason), None)
        return ""

    def ending(self, outcome: Outcome, last: State | None) -> str:
        """How the game ended; with the last state also in whose turn (RT-120, RT-122)."""
        if outcome.reason == "turn_cap":
            if last is None:
                return self._("The last turn is over: a draw for everyone.")
            turns = self.nouns.number(last.turn)
            return self._(
                "After {turns} turns nobody has enough kinds of food: a draw for everyone.",
                turns=turns,
            )
        winner = outcome.winners[0]
        if outcome.scores is None or last is None:
            if winner == self.viewer:
                return self._("You have enough kinds of food in your nest: you win!")
            return self._(
                "{name} has enough kinds of food in the nest and wins!", name=self.names[winner]
            )
        return self._won(winner, outcome.scores[winner], last.seat)

    def _won(self, winner: Seat, kinds: int, mover: Seat) -> str:
        """Whose chip made it four is not asked: one can win in another's turn (RT-120)."""
        name, other = self.names[winner], self.names[mover]
        if winner == self.viewer:
            if mover == winner:
                return self._("You win with {kinds} kinds of food in your nest!", kinds=kinds)
            return self._(
                "In {other}’s turn you win with {kinds} kinds of food in your nest!",
                other=other,
                kinds=kinds,
            )
        if mover == winner:
            return self._(
                "{name} wins with {kinds} kinds of food in the nest!", name=name, kinds=kinds
            )
        if mover == self.viewer:
            return self._(
                "In your turn {name} wins with {kinds} kinds of food in the nest!",
                name=name,
                kinds=kinds,
            )
        return self._(
            "In {other}’s turn {name} wins with {kinds} kinds of food in the nest!",
            other=other,
            name=name,
            kinds=kinds,
        )

    def _listed(self, you: str, seats: Sequence[Seat]) -> str:
        return self.both([you if seat == self.viewer else self.names[seat] for seat in seats])
