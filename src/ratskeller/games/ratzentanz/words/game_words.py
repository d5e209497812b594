"""Ratzentanz in words: titles, questions, labels, effects, refusals, names of parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, cast

from ratskeller.core.facts import Reason
from ratskeller.core.game import CHANCE, Game, GameEvent, Refusal, Seat, View
from ratskeller.games.ratzentanz import Ratzentanz
from ratskeller.games.ratzentanz.rules.state import (
    CALL_HOME,
    DOUBLE,
    NO_CHIP,
    NO_SYMBOL,
    NOWHERE,
    ORDER,
    OVER,
    PUT_CAT,
    PUT_PIPER,
    RATS,
    START,
    TAKE,
    Action,
    First,
    Handle,
    Home,
    Pass,
    PlaceCat,
    PlacePiper,
    Rat,
    Sacrifice,
    StartThrow,
    State,
    Take,
    Throw,
    Walk,
)
from ratskeller.games.ratzentanz.words import examples, lessons
from ratskeller.games.ratzentanz.words.characters import cast_of
from ratskeller.games.ratzentanz.words.dice import dice_of, thrown_of
from ratskeller.games.ratzentanz.words.effects import Foreteller
from ratskeller.games.ratzentanz.words.endings import deed_of, race_of, tally_of
from ratskeller.games.ratzentanz.words.narration import Narrator
from ratskeller.games.ratzentanz.words.notes import notes_of
from ratskeller.games.ratzentanz.words.nouns import Nouns
from ratskeller.words.lessons import Course, Example, Opening
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Character, Deed, Die, Names, NarratedWords, Note, Race

_READERS: Final = 256  # who is spoken to is remembered: a step is told to each with a dozen labels


class RatzentanzWords(NarratedWords[State, Action]):
    def __init__(self, game: Game[State, Action], language: str) -> None:
        super().__init__(game, language)
        self.ground = cast(Ratzentanz, game).ground
        self.nouns = Nouns(self, self.ground, game.worn)
        self._foreteller = lru_cache(_READERS)(partial(Foreteller, self, self.nouns))
        self._colours = {
            seats: tuple(self.seat_name(seat) for seat in range(seats)) for seats in game.meta.seats
        }

    def reader(self, view: View[State], names: Names | None = None) -> Foreteller:
        """Whoever speaks to the viewer of these players; without names by the colours of the seats."""
        return self._foreteller(tuple(names or self._colours[view.seen.seats]), view.viewer)

    # --- the game ---

    @property
    def title(self) -> str:
        return self._("Ratzentanz")

    @property
    def blurb(self) -> str:
        return self._(
            "Lead your gang of rats through Hamelin, carry home four kinds of food, and beware of "
            "the cat and the flute!"
        )

    def characters(self) -> Mapping[str, Character]:
        return cast_of(self)

    def opening(self) -> Opening:
        return examples.opening(self._)

    def examples(self) -> Sequence[Example]:
        return examples.examples(self._)

    def reason(self, reason: str) -> str:
        return {
            "kinds": self._("enough kinds of food"),
            "turn_cap": self._("the turns are used up"),
        }.get(reason, super().reason(reason))

    def option(self, name: str) -> str:
        _ = self._
        return {
            "kinds": _("Food that wins"),
            "piper": _("The way past the Pied Piper"),
            "walk": _("How rats may walk"),
            "turn_cap": _("End of an endless game"),
        }[name]

    def option_value(self, name: str, value: Any) -> str:
        _ = self._
        if name == "turn_cap":
            return _("draw after {turns} turns", turns=self.nouns.number(value))
        labels: Mapping[tuple[str, Any], str] = {
            ("kinds", 4): _("four different kinds"),
            ("kinds", 5): _("five different kinds"),
            ("piper", "sacrifice"): _("a rat may be sacrificed"),
            ("piper", "wall"): _("closed like a wall"),
            ("walk", "no_square_twice"): _("no square twice in one move"),
            ("walk", "no_reversal"): _("in circles too, but no turning on the spot"),
        }
        return labels[name, value]

    def seat_name(self, seat: Seat) -> str:
        return self.nouns.seat(seat)

    def notation_help(self) -> str:
        """The moves themselves are the same in every language, so they are filled in."""
        return self._(
            "Rat 2 walks to k3: {walk}; by canal or stairs: {via}; both halves of a 2x in one go: "
            "{whole}; as a sacrifice: {sacrifice}. Before its walk it leaves its chip: {leave}, or "
            "takes one: {handle}; after it: {take} or {nothing}. Also: {others}.",
            walk="2>k3",
            via="2>d5>l9",
            whole="2>>k3",
            sacrifice="2>x",
            leave="2*0",
            handle="2*4",
            take="*4",
            nothing="*0",
            others="number, symbol, cat>c5, piper>h7, 0.2>home, pass",
        )

    def notes(self, view: View[State]) -> Mapping[str, Note]:
        return notes_of(self, view)

    # --- what happened ---

    def narrator(self, names: Names, viewer: Seat | None) -> Narrator:
        return self._foreteller(tuple(names), viewer)

    def course(self) -> Course:
        return lessons.course(self._)

    def deed(self, course: Sequence[GameEvent], names: Names, viewer: Seat | None) -> Deed | None:
        return deed_of(course, self.narrator(names, viewer), self.ground)

    def scored(self, count: int) -> str:
        return self.ngettext("{count} kind of food", "{count} kinds of food", count)

    def race(self, view: View[State]) -> Race:
        return race_of(self, self.ground, view.seen)

    def tally(self, event: GameEvent) -> tuple[Seat, str, int] | None:
        return tally_of(self, event)

    def dice(self) -> tuple[Die, ...]:
        return dice_of(self)

    def thrown(self, event: GameEvent) -> tuple[Seat, tuple[int, ...]] | None:
        return thrown_of(event)

    # --- what is asked ---

    def ask(self, view: View[State], names: Names | None = None) -> str:
        state = view.seen
        narrator = self.reader(view, names)
        if state.phase == OVER:
            return self._("The game is over.")
        mine, name = state.seat == view.viewer, narrator.names[state.seat]
        if self.game.to_act(state) == CHANCE:
            if state.phase == START:
                if mine:
                    return self._("The highest throw begins: you are next.")
                return self._("The highest throw begins: {name} is next.", name=name)
            return self._("You throw.") if mine else self._("{name} throws.", name=name)
        dice = narrator.dice(state.number, state.symbol)
        if not mine:
            return self._("{name} has thrown {dice} and is choosing.", name=name, dice=dice)
        match state.phase:
            case phase if phase == ORDER:
                return self._("{dice}: which die comes first?", dice=dice)
            case phase if phase == TAKE:
                return self._("{dice}: which chip does the rat take?", dice=dice)
            case phase if phase == PUT_CAT:
                return self._("{dice}: which storeroom shall the cat guard?", dice=dice)
            case phase if phase == PUT_PIPER:
                return self._("{dice}: in which alley shall he stand?", dice=dice)
            case phase if phase == CALL_HOME:
                return self._("{dice}: call a rat home, send one away, or pass.", dice=dice)
        return self._ask_for_walk(state, dice)

    def _ask_for_walk(self, state: State, dice: str) -> str:
        steps = state.number
        if state.hand:
            return self.ngettext(
                "{dice}: this rat now walks one step.",
                "{dice}: this rat now walks {count} steps.",
                steps,
                dice=dice,
            )
        if self.game.legal(state)[-1] == Pass():
            return self._("{dice}: only a sacrifice is left. Sacrifice or pass?", dice=dice)
        if state.shares == 2:
            return self._(
                "{dice}: {double} steps with one rat, or {steps} with each of two.",
                dice=dice,
                double=2 * steps,
                steps=steps,
            )
        if state.runs:
            return self._("{dice}: the second half, with another rat or running on.", dice=dice)
        if state.symbol == DOUBLE:
            return self._("{dice}: the second half, with another rat.", dice=dice)
        return self.ngettext(
            "{dice}: walk a rat exactly one step.",
            "{dice}: walk a rat exactly {count} steps.",
            steps,
            dice=dice,
        )

    # --- what can be done ---

    def action(self, view: View[State], action: Action) -> str:
        state = view.seen
        match action:
            case First(die):
                if die == "number":
                    return self._("First the number: {number}", number=state.number)
                symbol = self.nouns.symbol(state.symbol)
                return self._("First the symbol: {symbol}", symbol=symbol)
            case Take(kind):
                if kind == NO_CHIP:
                    return self._("Take nothing")
                return self._("Take {food}", food=self.nouns.food("object", kind))
            case Pass():
                if state.phase == CALL_HOME:
                    return self._("Pass: call nobody home")
                return self._("Pass: no sacrifice")
            case Throw(number, symbol):
                dice = self.reader(view).dice(number, symbol)
                return self._("Throw: {dice}", dice=dice)
            case StartThrow(number):
                return self._("Throw for the start: {number}", number=number)
            case Walk() | Sacrifice() | Handle():
                return self._rat_action(state, action, self.reader(view))
            case PlaceCat() | PlacePiper() | Home():
                return self._symbol_action(state, action, self.reader(view))

    def _rat_action(
        self, state: State, action: Walk | Sacrifice | Handle, narrator: Narrator
    ) -> str:
        who = self._mover(state, action.rat, narrator)
        match action:
            case Walk(_, to, via, whole):
                end = narrator.place(to).to
                steps = state.number * (1 + whole)
                if via == NOWHERE:
                    return self.ngettext(
                        "{rat}: one step {to}", "{rat}: {count} steps {to}", steps, rat=who, to=end
                    )
                return self.ngettext(
                    "{rat}: one step {via}, then {to}",
                    "{rat}: {count} steps {via}, then {to}",
                    steps,
                    rat=who,
                    via=narrator.place(via).to,
                    to=end,
                )
            case Sacrifice(_, whole):
                if state.phase == CALL_HOME:
                    return self._("Sacrifice! {rat}: on its way home", rat=who)
                return self.ngettext(
                    "Sacrifice! {rat}: one step, to the Piper",
                    "Sacrifice! {rat}: {count} steps, past the Piper",
                    state.number * (1 + whole),
                    rat=who,
                )
            case Handle(rat, kind):
                load = state.load[state.seat * RATS + rat - 1]
                old, new = (self.nouns.food("object", one) for one in (load, kind))
                if kind == NO_CHIP:
                    return self._("{rat}: leave {food}, then walk", rat=who, food=old)
                if load == NO_CHIP:
                    return self._("{rat}: take {food}, then walk", rat=who, food=new)
                return self._(
                    "{rat}: leave {old}, take {new}, then walk", rat=who, old=old, new=new
                )

    def _mover(self, state: State, rat: Rat, narrator: Narrator) -> str:
        """A rat by place and load. Rats that are equal in both are one choice (RT-17)."""
        index = state.seat * RATS + rat - 1
        at = narrator.place(state.at[index]).at
        if load := state.load[index]:
            who = self._("Rat {at} with {food}", at=at, food=self.nouns.food("with", load))
        else:
            who = self._("Rat {at}", at=at)
        return self._("{rat}, running on", rat=who) if rat == state.used else who

    def _symbol_action(
        self, state: State, action: PlaceCat | PlacePiper | Home, narrator: Narrator
    ) -> str:
        match action:
            case PlaceCat(square):
                return self._("The cat guards {place}", place=narrator.place(square).name)
            case PlacePiper(square):
                return self._("The Pied Piper {to}", to=narrator.place(square).to)
            case Home(seat, rat):
                home = narrator.place(self.ground.homes[state.seats][seat])
                if seat == state.seat:
                    who = self._mover(state, rat, narrator)
                    return self._("{rat}: back {to}", rat=who, to=home.to)
                load = state.load[seat * RATS + rat - 1]
                return self._("Send away {rats}", rats=narrator.rats(seat, 1, load))

    def effects(self, view: View[State], action: Action, names: Names | None = None) -> list[str]:
        if isinstance(action, Throw | StartThrow):
            return []
        return self.reader(view, names).foresee(self.game, view, action)

    # --- why it is better ---

    def because(self, view: View[State], reason: Reason, names: Names | None = None) -> str:
        state, count, other = view.seen, reason.amount, reason.instead
        match reason.name, reason.about:
            case "kinds", (seat,):
                nest = self.reader(view, names).place(self.ground.homes[state.seats][seat])
                return sentence(
                    self._(
                        "{nest} then has {count} of {needed} kinds instead of {other}.",
                        nest=nest.name,
                        count=count,
                        needed=state.options.kinds,
                        other=other,
                    )
                )
            case "carried", _:
                return self._(
                    "Kinds you lack that your rats then carry: {count} instead of {other}.",
                    count=count,
                    other=other,
                )
            case "exposed", _:
                return self._(
                    "Rats of yours in the alleys, where the flute takes them: {count} instead of "
                    "{other}.",
                    count=count,
                    other=other,
                )
            case "turns", (seat,) if seat == view.viewer:
                return self._(
                    "Turns you then need, by my reckoning: about {count} instead of {other}.",
                    count=count,
                    other=other,
                )
            case "turns", (seat,):
                return self._(
                    "Turns {name} then needs, by my reckoning: about {count} instead of {other}.",
                    name=self.reader(view, names).names[seat],
                    count=count,
                    other=other,
                )
        return ""

    # --- refusals ---

    def game_refusal(self, refusal: Refusal, names: Names | None, viewer: Seat | None) -> str:
        return (
            self._caution(refusal, names, viewer)
            or self._refused_by(refusal)
            or self._refused_die(refusal)
            or self._refused_choice(refusal)
            or self._refused_walk(refusal)
            or self._refused_form(refusal)
        )

    def _caution(self, refusal: Refusal, names: Names | None, viewer: Seat | None) -> str:
        """A rat given to the Piper, or a game given away, is confirmed."""
        match refusal.reason:
            case "sacrifice":
                return self._("This is a sacrifice: the rat follows the Piper and is lost.")
            case "gives_the_game":
                seat = int(refusal.args["seat"])
                if seat == viewer:
                    return self._("With this move you win.")
                name = names[seat] if names else self.seat_name(seat)
                return self._("With this move {name} wins the game.", name=name)
        return ""

    def _refused_by(self, refusal: Refusal) -> str:
        """Where the same thing is in the way for different reasons, the rule tells which."""
        _ = self._
        return {
            ("RT-75", "behind_the_cat"): _("The cat guards that storeroom: nobody gets in or out."),
            ("RT-76", "behind_the_cat"): _("The cat has locked this rat in: it cannot move."),
            ("RT-61", "piper_in_the_way"): _("The Pied Piper stands in the way."),
            ("RT-62", "piper_in_the_way"): _("The Pied Piper stands on that square."),
            ("RT-87", "piper_in_the_way"): _(
                "The Pied Piper closes every way home: this rat can only be sacrificed."
            ),
            ("RT-88", "piper_in_the_way"): _(
                "The Pied Piper closes every way home, and here he is like a wall."
            ),
        }.get((refusal.rule, refusal.reason), "")

    def _refused_die(self, refusal: Refusal) -> str:
        """What belongs to the other die, or to another symbol."""
        _ = self._
        symbol = self.nouns.symbol(int(refusal.args.get("symbol", NO_SYMBOL)))
        return {
            "choose_die": _("Choose first which die you carry out: the number or the symbol."),
            "order_settled": _("The order of the dice is settled already."),
            "no_order": _("2x belongs to the number: there is no order to choose."),
            "number_now": _("Finish the number first; then comes the symbol."),
            "symbol_now": _("Finish the symbol first; then comes the number."),
            "number_done": _("The number is done already."),
            "symbol_done": _("The symbol is done already."),
            "other_symbol": _("The symbol die shows something else: {symbol}.", symbol=symbol),
            "no_pass": _("You cannot pass here: the symbol must be carried out."),
        }.get(refusal.reason, "")

    def _refused_choice(self, refusal: Refusal) -> str:
        """Symbols and chips."""
        _ = self._
        food = self.nouns.food("label", int(refusal.args.get("kind", NO_CHIP)))
        move = str(refusal.args.get("move", ""))
        return {
            "seats": _("Ratzentanz is for 2 to 4 players."),
            "turn_cap": _(
                "The game can be stopped after 1 to {most} turns.",
                most=self.nouns.number(int(refusal.args.get("most", 0))),
            ),
            "over": _("The game is over."),
            "not_your_turn": _("It is not your turn."),
            "chip_or_none": _("Choose a chip on this rat’s square, or none."),
            "chip_elsewhere": _("This chip lies on another square."),
            "no_such_chip": _("No chip of this kind lies free here: {food}.", food=food),
            "chip_taken": _("Another rat sits on this chip: {food}.", food=food),
            "one_chip": _("A rat takes one chip only."),
            "same_kind": _("The rat has a chip of this kind already."),
            "carries_nothing": _("This rat has no chip."),
            "own_nest": _("Nobody takes chips out of their own nest."),
            "runs_on": _("A rat that runs on neither takes a chip nor leaves one."),
            "has_handled": _("The rat has already taken or left a chip: now it must walk."),
            "cannot_walk": _("Only a rat with a real move may take or leave a chip before."),
            "not_after_a_walk": _("No chip is to be taken now: choose one of your rats first."),
            "not_a_storeroom": _("The cat sits at the entrance of a storeroom."),
            "cat_must_move": _("The cat must go to a different storeroom."),
            "not_an_alley": _("The Pied Piper stands on an alley square."),
            "in_front_of_a_nest": _("The Pied Piper may not stand in front of a nest."),
            "rat_there": _("A rat is there: the Pied Piper needs a square without rats."),
            "piper_must_move": _("The Pied Piper must go to a different square."),
            "rat_or_pass": _("Choose a rat that goes home, or pass."),
            "call_home": _(
                "Steps are not counted here, the rat is called home: {move}.", move=move
            ),
            "not_in_your_nest": _("You may only send away rats that are in your nest."),
            "way_is_free": _("The way home is free: no sacrifice is needed."),
            "only_to_its_nest": _("The rat goes to its own nest and nowhere else."),
            "too_many_parts": _("You have chosen enough already."),
        }.get(refusal.reason, "")

    def _refused_walk(self, refusal: Refusal) -> str:
        _ = self._
        rat = int(refusal.args.get("rat", 0))
        steps = int(refusal.args.get("steps", 0))
        return {
            "spare": _("This rat is a spare rat and waits for new blood."),
            "must_move": _("One of your rats can walk, so you must move."),
            "rat_first": _("Choose one of your rats first."),
            "foreign_rat": _("This rat is not yours."),
            "other_rat_bound": _("Rat {rat} has taken or left a chip: it must walk now.", rat=rat),
            "has_taken": _(
                "This rat has taken a chip where it surfaced: the second half is for another."
            ),
            "has_moved": _("This rat has already moved: the second half is for another."),
            "equal_rat": _("This rat is the same as rat {rat}: choose that one.", rat=rat),
            "no_walk": _("This rat has no move with a {steps}.", steps=steps),
            "piper_is_a_wall": _(
                "At this table the Pied Piper is a wall: there are no sacrifices."
            ),
            "meets_nobody": _("With this number the rat does not meet the Pied Piper."),
            "not_a_square": _("Choose a square of the town."),
            "use_both": _("You must be able to use the whole 2x: no second half would be left."),
            "another_exit": _("The rat must go on to one of the three others."),
            "not_an_exit": _("From here the rat goes on to one of the three others only."),
            "surfaced_there": _("The rat may not walk back to where it has just surfaced."),
            "square_twice": _("In one move a rat never steps on the same square twice."),
            "count": _(
                "The steps do not fit: with a {steps} the rat cannot end there.", steps=steps
            ),
        }.get(refusal.reason, "")

    def _refused_form(self, refusal: Refusal) -> str:
        """One half of a 2x or both: the one does not work, and often the other does."""
        _ = self._
        move = str(refusal.args.get("move", ""))
        return {
            "no_double": _("There is no whole 2x, so a rat goes by the number alone."),
            "say_single": _(
                "There is no whole 2x; with the number alone it works: {move}.", move=move
            ),
            "only_whole": _(
                "One half of the 2x does not do it, but both in one go do: {move}.", move=move
            ),
            "only_half": _(
                "Both halves in one go do not do it, but one half does: {move}.", move=move
            ),
            "half_or_whole": _(
                "Choose a die as well: the number for one half, the symbol for the whole 2x."
            ),
            "count_doubled": _(
                "The steps do not fit: the rat cannot end there, neither with {steps} nor with "
                "{double} in one go.",
                steps=refusal.args.get("steps", 0),
                double=refusal.args.get("double", 0),
            ),
        }.get(refusal.reason, "")

    # --- parts ---

    def part(self, view: View[State], part_id: str, names: Names | None = None) -> str:
        text = self.reader(view, names).part(view.seen, part_id)
        if not text:
            raise ValueError(f"Ratzentanz has no part “{part_id}”")
        return text
