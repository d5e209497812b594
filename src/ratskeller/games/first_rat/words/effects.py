"""What would happen, told to one reader before a choice is made.

An action is played to the end of what it does by itself, then on, as if everything were taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from ratskeller.core.counts import put
from ratskeller.core.game import Game, GameEvent, Seat, Step, View, foresee
from ratskeller.games.first_rat.rules.booths import can_buy, can_steal, for_sale
from ratskeller.games.first_rat.rules.collecting import COLLECT_ALL, harvest, working_colour_pack
from ratskeller.games.first_rat.rules.moving import owes
from ratskeller.games.first_rat.rules.state import (
    COLLECT,
    COMIC,
    DRINK,
    EXTRA,
    FORK,
    GREEN_PACK,
    LAUNCHPAD,
    MOVE,
    NO_COMIC,
    NO_KIND,
    ORANGE_PACK,
    OVER,
    RAISE,
    RATS,
    REWARD,
    Action,
    BoothsPassed,
    BurrowMoved,
    Buy,
    ComicDeclined,
    ComicTaken,
    Drink,
    DrinkSaved,
    DrinkUsed,
    ExtraChosen,
    Gained,
    GoodsLeft,
    ItemTaken,
    Move,
    MoveSkipped,
    MovingDone,
    Raise,
    Rat,
    RatLetSleep,
    RatMoved,
    RatRaised,
    Reward,
    Space,
    Spent,
    State,
    Steal,
    StockCap,
    StockComic,
    StockPack,
    Strip,
    TakeComic,
    Tile,
    TokenPlaced,
    TollPaid,
    TurnBegan,
    TurnEnded,
)
from ratskeller.games.first_rat.rules.tables import NO_BOOTH
from ratskeller.games.first_rat.rules.turn import legal, steps
from ratskeller.games.first_rat.words.items import Items
from ratskeller.games.first_rat.words.narration import Narrator
from ratskeller.games.first_rat.words.nouns import Nouns
from ratskeller.words.catalogue import Speaker
from ratskeller.words.phrases import sentence

# What the label of an action says already, or what matters to nobody before the choice.
_UNSAID = (
    MovingDone,
    GoodsLeft,
    ExtraChosen,
    DrinkUsed,
    DrinkSaved,
    ComicTaken,
    ComicDeclined,
    TokenPlaced,
    RatLetSleep,
    ItemTaken,
    BoothsPassed,
    TurnEnded,
    TurnBegan,
    MoveSkipped,
)


def owing(state: State) -> list[Rat]:
    """The mover's rats that stand where another has landed."""
    first = RATS * state.mover
    spaces = state.rats[first : first + RATS]
    moved = sum(1 << n for n in range(RATS) if state.walked[n])
    return [first + n for n in range(RATS) if not state.walked[n] and owes(spaces, moved, n)]


@lru_cache(maxsize=128)  # sentences, signs and ghosts of an offer all look ahead, in each language
def collecting(state: State) -> tuple[Step[State], ...]:
    """What taking everything now does for certain: nothing is drunk, and a backpack whose kind is still
    to be chosen adds nothing. Nothing at all where another rat has to move on first.
    """
    seat = state.mover
    if state.phase == DRINK:
        return tuple(steps(state, Drink(use=False)))
    if state.phase == EXTRA:
        state = replace(state, phase=COLLECT)
    elif state.phase not in (MOVE, COLLECT) or COLLECT_ALL not in legal(state):
        return ()
    dry = replace(state, drinks=put(state.drinks, seat, 0))
    taken = tuple(steps(dry, COLLECT_ALL))
    if taken[-1].state.phase == EXTRA:
        packs = state.packs[seat] & ~(1 << ORANGE_PACK | 1 << GREEN_PACK)
        taken = tuple(steps(replace(dry, packs=put(state.packs, seat, packs)), COLLECT_ALL))
    return taken


def collected(state: State) -> State:
    """The position after taking everything; whoever collects still has backpacks and drinks."""
    taken = collecting(state)
    if not taken:
        return state
    return replace(taken[-1].state, packs=state.packs, drinks=state.drinks)


class Foreteller(Narrator):
    """Tells what an action will bring and cost."""

    def __init__(
        self,
        speaker: Speaker,
        nouns: Nouns,
        items: Items,
        names: Sequence[str],
        viewer: Seat | None,
        game: Game[State, Action],
    ) -> None:
        super().__init__(speaker, nouns, items, names, viewer)
        self.game, self.tables = game, nouns.tables

    def effects(self, view: View[State], action: Action) -> list[str]:
        """Played to the end of what the action itself does, then on, as if everything were taken:
        what a move brings is seen before it is made.
        """
        if isinstance(action, Tile | Strip | StockPack | StockCap | StockComic):
            return []
        state, own = view.seen, foresee(self.game, view, action)
        events = [step.event for step in own]
        last = own[-1].state
        landings = [(event.rat, event.space) for event in events if isinstance(event, RatMoved)]
        for event in events:
            if isinstance(event, RatMoved | RatRaised) and isinstance(
                action, Move | Raise | Reward
            ):
                events.remove(event)  # the label says it
                break
        lines = [*self._texts(action), *self.foretell(events)]
        if last.mover == state.mover and last.phase != OVER:
            if last.phase == MOVE:
                for rat in map(self.nouns.rat, owing(last)):
                    lines.append(sentence(self._("{rat} must move on then.", rat=rat)))
            more, ahead = self._harvest_ahead(last)
            lines += more
            for landed, space in landings:
                lines += self._booth_there(collected(last), landed, space)
            lines += self._outlook(ahead)
        return lines

    def _texts(self, action: Action) -> Iterator[str]:
        """What a thing does that the action brings."""
        match action:
            case Buy(item) | Steal(item):
                yield self.items.item_text(item)
            case TakeComic(comic) if comic != NO_COMIC:
                yield self.items.comic_text(comic)
                yield self._("It works from your next turn on.")

    def _booth_there(self, state: State, rat: Rat, space: Space) -> Iterator[str]:
        """What a booth has to offer where a rat has landed, and how one can come by it."""
        booth = self.tables.booth_at[space]
        if booth == NO_BOOTH or not for_sale(state, booth):
            return
        name, wares = self.items.booth("label", booth), self.items.wares(booth)
        yield sentence(self._("{booth}: {wares}.", booth=name, wares=wares))
        match can_buy(self.tables, state, booth, rat), can_steal(state, rat):
            case True, True:
                yield self._("You can pay there, or steal: a thief goes back to Start.")
            case True, False:
                yield self._("You can have it there; this rat does not steal.")
            case False, True:
                yield self._("You can only steal there: a thief goes back to Start.")
            case _:
                yield self._("You cannot pay there, and this rat does not steal.")

    def _harvest_ahead(self, state: State) -> tuple[list[str], State]:
        """What taking everything brings without a drink, and where that leads."""
        take: Action | None = None
        if state.phase == DRINK:
            take = Drink(use=False)
        elif state.phase == COLLECT or (state.phase == MOVE and COLLECT_ALL in legal(state)):
            take = COLLECT_ALL
        elif state.phase not in (MOVE, EXTRA):
            return [], state
        if take is None:
            return self._yield(state), state
        dry = replace(state, drinks=put(state.drinks, state.mover, 0))
        taken = list(self.game.steps(state if state.phase == DRINK else dry, take))
        after = taken[-1].state
        if after.phase == EXTRA:
            return self._yield(after), after
        lines = self.foretell([step.event for step in taken])
        if state.drinks[state.mover] and harvest(self.tables, state):
            lines.append(self._("You may double what you collect with an energy drink."))
        return lines, after

    def _yield(self, state: State) -> list[str]:
        """The goods alone, where something is to be decided before they are taken."""
        lines = list(self.harvest(harvest(self.tables, state)))
        if working_colour_pack(self.tables, state) >= 0 and state.extra == NO_KIND:
            lines.append(self._("Your backpack adds 1, of a kind you are collecting."))
        return lines

    def _outlook(self, state: State) -> Iterator[str]:
        """What is decided next."""
        _ = self._
        if state.phase == FORK:
            yield self.ngettext(
                "With one apple core left, you choose the way at the intersection.",
                "With {count} apple cores left, you choose the way at the intersection.",
                state.cores,
            )
        elif state.phase == COMIC:
            yield _("You may take a comic.")
        elif state.phase == RAISE:
            yield _("You may move a rat from the Nursery to Start.")
        elif state.phase == REWARD:
            yield _("Reward of the Launchpad: an award, or a rat from the Nursery to Start.")
        first = RATS * state.mover
        if LAUNCHPAD in state.rats[first : first + RATS] and MOVE < state.phase < REWARD:
            yield _("The reward of the Launchpad comes last.")

    # --- in sentences ---

    def foretell(self, events: Iterable[GameEvent]) -> list[str]:
        """What events bring and cost, alike ones in one sentence."""
        lines: list[str] = []
        for kind, group in groupby(events, type):
            alike: list[Any] = list(group)
            if kind is Gained:
                lines += self.harvest((e.kind, e.amount, e.reason, e.source) for e in alike)
            elif kind is Spent:
                lines += self._foretell_spending(alike)
            elif kind is TollPaid:
                payees = Counter((e.seat, e.to, e.space) for e in alike)
                lines += [self._toll(*payee, count) for payee, count in payees.items()]
            elif kind is BurrowMoved:
                lines.append(self._foretell_burrow(alike))
            elif kind not in _UNSAID:
                lines += [self.tell(event) for event in alike]
        return lines

    def _foretell_spending(self, spent: Sequence[Spent]) -> Iterator[str]:
        for (seat, reason, source), group in groupby(
            spent, lambda event: (event.seat, event.reason, event.source)
        ):
            goods = self.nouns.all_goods({event.kind: event.amount for event in group})
            yield self._spent(seat, goods, reason, source)

    def _foretell_burrow(self, moved: Sequence[BurrowMoved]) -> str:
        goal = self.nouns.node("to", moved[-1].node)
        return self.ngettext(
            "You move your burrow marker one space, {goal}.",
            "You move your burrow marker {count} spaces, {goal}.",
            len(moved),
            goal=goal,
        )

    def harvest(self, shares: Iterable[tuple[int, int, str, int]]) -> Iterator[str]:
        """A yield, kind by kind: “5 light bulbs: space 8 +2, light +1 and backpack +2”."""
        by_kind: dict[int, list[tuple[int, str, int]]] = {}
        for kind, amount, reason, source in shares:
            by_kind.setdefault(kind, []).append((amount, reason, source))
        for kind, parts in by_kind.items():
            goods = self.nouns.goods(kind, sum(amount for amount, _, _ in parts))
            if len(parts) == 1:
                yield self._("You collect {goods}.", goods=goods)
            else:
                reasons = self.both([self._share(*part) for part in parts])
                yield self._("You collect {goods}: {reasons}.", goods=goods, reasons=reasons)

    def _share(self, amount: int, reason: str, source: int) -> str:
        match reason:
            case "space":
                return self._("space {space} +{amount}", space=source, amount=amount)
            case "light":
                return self._("light +{amount}", amount=amount)
            case "pack":
                return self._("backpack +{amount}", amount=amount)
            case "arnold":
                return self._("Arnold +{amount}", amount=amount)
        return self._("energy drink ×2")
