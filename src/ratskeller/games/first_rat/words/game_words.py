"""First Rat in words: titles, questions and labels, and the way to everything else that is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from ratskeller.core.facts import Reason
from ratskeller.core.game import Game, GameEvent, Refusal, Seat, View
from ratskeller.games.first_rat.rules.booths import booth_of, customer, token_works
from ratskeller.games.first_rat.rules.changes import sleeper, works
from ratskeller.games.first_rat.rules.collecting import collected_spaces, working_colour_pack
from ratskeller.games.first_rat.rules.moving import ALONE, limits_together
from ratskeller.games.first_rat.rules.scoring import Line, sheet
from ratskeller.games.first_rat.rules.state import (
    BOOTH,
    BOOTHS,
    CHEESE,
    COLLECT,
    COMIC,
    DRINK,
    EXTRA,
    FIRST_CAP,
    FORK,
    GREEN,
    MOVE,
    NO_COMIC,
    NO_KIND,
    NO_RAT,
    ORANGE,
    OVER,
    RAISE,
    RATS,
    RATWOMAN,
    REWARD,
    SCORE,
    STOOD_STILL,
    TWO_COLOURS,
    Action,
    Build,
    Buy,
    Collect,
    Donate,
    Drink,
    EndTurn,
    Extra,
    Fork,
    Leave,
    Move,
    PassBooths,
    Raise,
    Reward,
    Space,
    State,
    Steal,
    StockCap,
    StockComic,
    StockPack,
    Strip,
    TakeComic,
    Tile,
)
from ratskeller.games.first_rat.rules.tables import make_tables
from ratskeller.games.first_rat.rules.turn import legal, next_space, step_of, to_act
from ratskeller.games.first_rat.words import examples, lessons
from ratskeller.games.first_rat.words.answers import Answers
from ratskeller.games.first_rat.words.characters import cast_of
from ratskeller.games.first_rat.words.effects import Foreteller, owing
from ratskeller.games.first_rat.words.endings import deed_of, race_of, tally_of
from ratskeller.games.first_rat.words.items import Items
from ratskeller.games.first_rat.words.narration import Narrator
from ratskeller.games.first_rat.words.notes import notes_of
from ratskeller.games.first_rat.words.nouns import Nouns, minus
from ratskeller.games.first_rat.words.parts import Parts
from ratskeller.words.lessons import Course, Example, Opening
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Character, Deed, Names, NarratedWords, Note, Race


class FirstRatWords(NarratedWords[State, Action]):
    def __init__(self, game: Game[State, Action], language: str) -> None:
        super().__init__(game, language)
        self.tables = make_tables(game.data)
        self.nouns = Nouns(self, self.tables, game.worn)
        self.items = Items(self, self.nouns, self.tables)
        self.answers = Answers(self, self.nouns, self.items)

    def _called(self, view: View[State], names: Names | None) -> Names:
        return names or [self.seat_name(seat) for seat in range(view.seen.seats)]

    # --- the game ---

    def course(self) -> Course:
        return lessons.course(self._)

    @property
    def title(self) -> str:
        return self._("First Rat")

    @property
    def blurb(self) -> str:
        return self._("Build a rocket from scrap, and be the first family of rats on the moon!")

    def characters(self) -> Mapping[str, Character]:
        return cast_of(self)

    def opening(self) -> Opening:
        return examples.opening(self._)

    def examples(self) -> Sequence[Example]:
        return examples.examples(self._)

    def reason(self, reason: str) -> str:
        return {
            "rocket": self._("a fourth rat in the rocket"),
            "markers": self._("the eighth marker"),
            "stuck": self._("nobody can move"),
        }.get(reason, super().reason(reason))

    def option(self, name: str) -> str:
        return {
            "board": self._("Side of the board"),
            "lit": self._("A space with several lights is lit"),
        }[name]

    def option_value(self, name: str, value: Any) -> str:
        _ = self._
        labels: Mapping[tuple[str, Any], str] = {
            ("board", "variable"): _("variable: path tiles and score strips are shuffled"),
            ("board", "standard"): _("standard: everything is printed"),
            ("lit", "first"): _("as soon as you reach the first of them"),
            ("lit", "last"): _("only when you reach the last of them"),
        }
        return labels[name, value]

    def seat_name(self, seat: Seat) -> str:
        return self.nouns.seat(seat)

    def notation_help(self) -> str:
        return self._(
            "A rat walks like this: b>14, by shortcuts b>19+Y1+Y2. Further on, you type take, "
            "leave 14, drink or dry, up or on, buy drink, steal drink, pass, cockpit, donate, end."
        )

    def notes(self, view: View[State]) -> Mapping[str, Note]:  # noqa: ARG002
        return notes_of(self)

    # --- what happened ---

    def narrator(self, names: Names, viewer: Seat | None) -> Narrator:
        return Narrator(self, self.nouns, self.items, names, viewer)

    def deed(self, course: Sequence[GameEvent], names: Names, viewer: Seat | None) -> Deed | None:
        return deed_of(course, self.narrator(names, viewer))

    def race(self, view: View[State]) -> Race:
        return race_of(self, view.seen)

    def tally(self, event: GameEvent) -> tuple[Seat, str, int] | None:
        return tally_of(self, event)

    def score_sheet(self, view: View[State], seat: Seat) -> list[str]:
        """A seat's points if the game ended now, source by source."""
        return [self.score_line(line) for line in sheet(view.seen, seat)]

    def score_line(self, line: Line) -> str:
        return self.items.score_line(line)

    # --- what is asked ---

    def ask(self, view: View[State], names: Names | None = None) -> str:
        state = view.seen
        mover = to_act(state)
        if state.phase == OVER:
            return self._("The game is over.")
        if state.phase < MOVE:
            return self._("The board is being set up.")
        if mover != view.viewer:
            return self._ask_another(state, self._called(view, names)[state.mover])
        if state.phase == MOVE:
            return self._ask_for_move(state)
        if state.phase in (BOOTH, SCORE):
            return self._ask_late(state)
        return self._ask_collecting(state)

    def _ask_another(self, state: State, name: str) -> str:
        return {
            1: self._("Step 1: {name} is moving.", name=name),
            2: self._("Step 2: {name} is collecting.", name=name),
            3: self._("Step 3: {name} is at the booths.", name=name),
            4: self._("Step 4: {name} is scoring.", name=name),
        }[step_of(state)]

    def _ask_for_move(self, state: State) -> str:
        if state.walked == STOOD_STILL:
            return self._(
                "Step 1, moving: one rat up to {alone}, or several up to {together} spaces "
                "each, same colour.",
                alone=ALONE,
                together=min(limits_together(state)),
            )
        stay = owing(state)
        if stay:
            return self._("Step 1, moving: {rat} must move on.", rat=self.nouns.rat(stay[0]))
        if step_of(state) == 2:
            return self._("Step 2, collecting: take everything, or leave out a space.")
        colours = {self.tables.faces[state.path[space]].colour for space in self._landed(state)}
        mixed = works(state, TWO_COLOURS) and colours & {GREEN, ORANGE}
        if len(colours) == 1 and not mixed:
            goal = self.nouns.coloured_space(min(colours))
            return self._("Step 1, moving: another rat to {space}, or collect.", space=goal)
        return self._("Step 1, moving: another rat, or collect.")

    def _ask_collecting(self, state: State) -> str:
        _ = self._
        if state.phase == EXTRA:
            pack = self.items.item("object", working_colour_pack(self.tables, state))
            return _("Step 2, collecting: of which kind is the extra for {pack}?", pack=pack)
        if state.phase == FORK:
            return self.ngettext(
                "Step 2, burrow: which way? One apple core is left.",
                "Step 2, burrow: which way? {count} apple cores are left.",
                state.cores,
            )
        return {
            COLLECT: _("Step 2, collecting: take the rest, or leave out another space."),
            DRINK: _("Step 2, collecting: double everything with an energy drink?"),
            COMIC: _("Step 2, Library: which comic do you take?"),
            RAISE: _("Step 2, Nursery: move a rat to Start?"),
            REWARD: _("Step 2, Launchpad: an award, or a rat from the Nursery to Start?"),
        }[state.phase]

    def _ask_late(self, state: State) -> str:
        if state.phase == BOOTH:
            booths = [booth for booth in range(len(BOOTHS)) if state.booths >> booth & 1]
            names = self.either([self.items.booth("subject", booth) for booth in booths])
            return self._("Step 3, booths: do you take an item? ({booths})", booths=names)
        if len(legal(state)) == 1:
            return self._("Step 4, scoring: nothing to build or to donate. End your turn.")
        return self._("Step 4, scoring: build, donate, or end your turn.")

    def _landed(self, state: State) -> list[Space]:
        """Path spaces where the mover's rats landed this turn, left or not."""
        return collected_spaces(replace(state, left=0))

    # --- what can be done ---

    def action(self, view: View[State], action: Action) -> str:
        state = view.seen
        match action:
            case Move() | Collect() | Leave() | Extra() | Drink() | Fork():
                text = self._moving_label(state, action)
            case TakeComic() | Raise() | Reward():
                text = self._burrow_label(state, action)
            case Tile() | Strip() | StockPack() | StockCap() | StockComic():
                text = self._chance_label(state, action)
            case _:
                text = self._late_label(state, action)
        return sentence(text)

    def _moving_label(
        self, state: State, action: Move | Collect | Leave | Extra | Drink | Fork
    ) -> str:
        _ = self._
        match action:
            case Move(n, space, via):
                rat = self.items.carrier(state, RATS * state.mover + n)
                goal = self.nouns.place("to", space)
                if not via:
                    return _("{rat} {goal}", rat=rat, goal=goal)
                by = self.nouns.shortcuts(via)
                return _("{rat} {goal}, by {shortcuts}", rat=rat, goal=goal, shortcuts=by)
            case Collect():
                spaces = collected_spaces(state)
                if not spaces:
                    return _("Finish moving")
                return _("Collect {spaces}", spaces=self._narrator_of(state).spaces(spaces))
            case Leave(space):
                return _("Leave out space {space}", space=space)
            case Extra(kind):
                return _("{goods} more", goods=self.nouns.goods(kind, 1))
            case Drink(use):
                return _("Use an energy drink") if use else _("No energy drink")
            case Fork(up):
                node = self.tables.exits[state.burrow[state.mover]][0 if up else -1]
                goal = self.nouns.node("to", node)
                return _("Up, {goal}", goal=goal) if up else _("Straight on, {goal}", goal=goal)

    def _burrow_label(self, state: State, action: TakeComic | Raise | Reward) -> str:
        _ = self._
        match action:
            case TakeComic(comic, n):
                if comic == NO_COMIC:
                    return _("Take no comic")
                name = self.items.comic("object", comic)
                if n == NO_RAT:
                    return _("Take {comic}", comic=name)
                rat = self.items.carrier(state, RATS * state.mover + n)
                return _("Take {comic}, with the token on {rat}", comic=name, rat=rat)
            case Raise(wake) | Reward(wake):
                if wake:
                    rat = self.nouns.rat(sleeper(state))
                    return _("{rat} from the Nursery to Start", rat=rat)
        return _("Let the rats sleep") if isinstance(action, Raise) else _("Take an award")

    def _late_label(
        self, state: State, action: Buy | Steal | PassBooths | Build | Donate | EndTurn
    ) -> str:
        _ = self._
        match action:
            case Buy(item):
                name = self.items.item("object", item)
                booth = booth_of(item)
                if token_works(state, RATWOMAN, customer(self.tables, state, booth)):
                    return _("Take {item} for nothing", item=name)
                price = self.nouns.goods(CHEESE, self.tables.prices[booth])
                return _("Buy {item} for {price}", item=name, price=price)
            case Steal(item):
                return _("Steal {item}", item=self.items.item("object", item))
            case PassBooths():
                return _("Nothing more at the booths")
            case Build(part, less):
                name = self.nouns.rocket_part(part)
                if less == NO_KIND:
                    return _("Build {part}", part=name)
                return _("Build {part}, {goods} less", part=name, goods=self.nouns.goods(less, 1))
            case Donate():
                return _("Donate {goods}", goods=self.nouns.goods(CHEESE, self.tables.donation))
            case EndTurn():
                return _("End the turn")

    def _chance_label(
        self, state: State, action: Tile | Strip | StockPack | StockCap | StockComic
    ) -> str:
        _ = self._
        match action:
            case Tile(face):
                tile = self.nouns.tile(face)
                return _("Tile for space {space}: {tile}", space=next_space(state), tile=tile)
            case Strip(strip):
                points = self._narrator_of(state).strip(strip)
                return _("Score strip {number}: {points}", number=strip + 1, points=points)
            case StockPack(pack):
                return _("On offer: {item}", item=self.items.item("label", pack))
            case StockCap(cap):
                return _("On offer: {item}", item=self.items.item("label", FIRST_CAP + cap))
            case StockComic(comic):
                return _("On offer: {item}", item=self.items.comic("label", comic))

    def _narrator_of(self, state: State) -> Narrator:
        """One for lists, where nobody is called by name."""
        return self.narrator(self._called(View(None, state), None), None)

    # --- effects, refusals, parts ---

    def effects(self, view: View[State], action: Action, names: Names | None = None) -> list[str]:
        called = self._called(view, names)
        teller = Foreteller(self, self.nouns, self.items, called, view.viewer, self.game)
        return teller.effects(view, action)

    def because(self, view: View[State], reason: Reason, names: Names | None = None) -> str:
        """What speaks for one turn before another."""
        _, count, other = self._, reason.amount, reason.instead
        match reason.name, reason.about:
            case "points", (seat,):
                points, fewer = self.nouns.points(count), minus(other)
                if seat == view.viewer:
                    return _(
                        "You then have {points} instead of {other}.", points=points, other=fewer
                    )
                return _(
                    "{name} then has {points} instead of {other}.",
                    name=self._called(view, names)[seat],
                    points=points,
                    other=fewer,
                )
            case "goods", (kind,):
                goods = self.nouns.goods(kind, count)
                return _("You then have {goods} instead of {other}.", goods=goods, other=other)
            case "spaces", _:
                return self.ngettext(
                    "Your rats then are {count} space further, all together.",
                    "Your rats then are {count} spaces further, all together.",
                    count - other,
                )
            case "light", _:
                return _(
                    "Your light marker is then on light {count} instead of {other}.",
                    count=count,
                    other=other,
                )
        return self._more_things(reason.name, count, other)

    def _more_things(self, name: str, count: int, other: int) -> str:
        _ = self._
        match name:
            case "drinks":
                return _("Energy drinks: {count} instead of {other}.", count=count, other=other)
            case "packs":
                return _("Backpacks: {count} instead of {other}.", count=count, other=other)
            case "comics":
                return _("Comics: {count} instead of {other}.", count=count, other=other)
            case "caps":
                return _("Bottle caps: {count} instead of {other}.", count=count, other=other)
        return ""

    def game_refusal(self, refusal: Refusal, names: Names | None, viewer: Seat | None) -> str:  # noqa: ARG002
        return self.answers.answer(refusal)

    def part(self, view: View[State], part_id: str, names: Names | None = None) -> str:
        called = self._called(view, names)
        name = Parts(self, self.items, view.seen, called, view.viewer).name(part_id)
        if not name:
            raise ValueError(f"First Rat has no part “{part_id}”")
        return name
