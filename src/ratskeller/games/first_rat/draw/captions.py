"""The words on the drawn board of First Rat that no other room needs.

`words.part` names whatever actions are played on. Here is what only the picture has: the steps of
a turn, the slate with the tally, the banner of the last round, and what stands beside a name.
"""

from __future__ import annotations

from collections.abc import Iterator

from ratskeller.core.game import Seat, View
from ratskeller.draw.table import Sign
from ratskeller.games.first_rat.draw.foresight import EventTally
from ratskeller.games.first_rat.draw.pieces import SEAT_TONES
from ratskeller.games.first_rat.rules.scoring import count_on, score, sheet
from ratskeller.games.first_rat.rules.state import (
    BULB,
    CAPS,
    COMICS,
    CORE,
    ENERGY_DRINK,
    FIRST_CAP,
    GOODS,
    KINDS,
    LAUNCHPAD,
    OVER,
    PACKS,
    RATTRONAUT,
    START,
    Colour,
    Item,
    State,
)
from ratskeller.games.first_rat.words.game_words import FirstRatWords
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Names


class Captions:
    """Everything that only the board says, in one language."""

    def __init__(self, words: FirstRatWords) -> None:
        self.words = words
        self.nouns, self.items = words.nouns, words.items
        self._ = words.gettext
        self.ngettext = words.ngettext
        self.steps = _steps(words)

    # --- the still sheet: it must not hang on what has happened, nor on who looks ---

    def places(self) -> dict[str, str]:
        """Return the names of places that are not named by what lies there."""
        tables = self.words.tables
        labels = {
            f"burrow:{name}": sentence(self.nouns.node("label", node))
            for node, name in enumerate(tables.nodes)
        }
        for space in (START, LAUNCHPAD):
            labels[f"space:{space}"] = self.nouns.place("label", space)
        for number, name in enumerate(tables.shortcuts):
            price = self.nouns.goods(tables.shortcut_kinds[number], 1)
            labels[f"shortcut:{name}"] = sentence(
                self._("{shortcut} for {price}", shortcut=self.nouns.shortcut(number), price=price)
            )
        for booth, name in enumerate(tables.box.booths):
            label, wares = self.items.booth("label", booth), self.items.wares(booth)
            labels[f"booth:{name}"] = sentence(self._("{booth}: {wares}", booth=label, wares=wares))
        return labels

    # --- markers ---

    def pin(self, state: State, seat: Seat, names: Names) -> str:
        """Return whose light marker it is, and how far it has come."""
        return self._(
            "{name}: light marker on {light} of {last}",
            name=names[seat],
            light=state.light[seat],
            last=self.words.tables.light_end,
        )

    def paw(self, seat: Seat, names: Names) -> str:
        """Return whose burrow marker it is; its chamber says where."""
        return self._("{name}: burrow marker", name=names[seat])

    def item(self, item: Item) -> str:
        """Return a thing one has, and what it does."""
        name = sentence(self.items.item("label", item))
        return self._("{name}: {text}", name=name, text=self.items.item_text(item))

    def legend(self, state: State, colour: Colour) -> str:
        """Return a colour of the path, and where it is."""
        faces = self.words.tables.faces
        spaces = [
            str(space)
            for space in range(START + 1, LAUNCHPAD)
            if state.path[space] and faces[state.path[space]].colour == colour
        ]
        return sentence(
            self._(
                "{colour}: spaces {spaces}",
                colour=self.nouns.colour(colour),
                spaces=self.words.both(spaces),
            )
        )

    # --- the turn ---

    def step(self, number: int, now: int) -> str:
        """Return a step of the turn and whether it is over."""
        name = self.steps[number - 1]
        if number < now:
            return self._("{step}: done", step=name)
        if number == now:
            return self._("{step}: now", step=name)
        return self._("{step}: to come", step=name)

    def last_round(self, state: State) -> str:
        """Return how long it still goes on; "" while nobody knows."""
        if not state.last_round or state.phase == OVER:
            return ""
        if state.last_round == state.round:
            return self._("Last round")
        return self._("One more round after this")

    # --- the tally ---

    def tally(self, state: State, seat: Seat, names: Names) -> str:
        """Return the score of a seat with where it comes from, and what is left until the end."""
        sources = [self.items.score_line(line) for line in sheet(state, seat) if line.points]
        text = self._(
            "{name}: {points}; {markers}, {rats}",
            name=names[seat],
            points=self.nouns.points(score(state, seat)),
            markers=self._markers(state, seat),
            rats=self._crew(state, seat),
        )
        for source in sources:
            text = self._("{text}; {more}", text=text, more=source)
        return text

    def _markers(self, state: State, seat: Seat) -> str:
        return self.ngettext("{count} marker left", "{count} markers left", state.markers[seat])

    def _crew(self, state: State, seat: Seat) -> str:
        aboard = count_on(state, seat, RATTRONAUT)
        return self.ngettext("{count} rat in the rocket", "{count} rats in the rocket", aboard)

    # --- before a choice is made ---

    def brought(
        self, state: State, after: State, tally: EventTally, names: Names
    ) -> Iterator[Sign]:
        """Return what an action brings and costs its mover, then what it pays to others."""
        seat = state.mover
        for (owner, kind), amount in sorted(tally.goods.items()):
            if owner == seat and amount:
                yield self._change(
                    f"ware-{KINDS[kind]}", amount, self.nouns.goods(kind, abs(amount))
                )
        if tally.lights:
            bulbs = self.nouns.goods(BULB, tally.lights)
            yield self._change("ware-bulb", tally.lights, bulbs)
        if tally.tunnels:
            cores = self.nouns.goods(CORE, tally.tunnels)
            yield self._change("ware-core", tally.tunnels, cores)
        if tally.mouldy:
            mould = self.items.score_source("mouldy")
            yield self._change("ware-mouldy", tally.mouldy, f"{tally.mouldy} {mould}")
        if points := score(after, seat) - score(state, seat):
            yield self._change("award", points, self.nouns.points(abs(points)))
        for (owner, kind), amount in sorted(tally.goods.items()):
            if owner != seat and amount:
                goods = self.nouns.goods(kind, abs(amount))
                paid = self._change(f"pin-{SEAT_TONES[owner].name}", amount, goods)
                told = self._("{name}: {text}", name=names[owner], text=paid.text)
                yield Sign(told, paid.icon, f"{names[owner]} {paid.count}")

    def _change(self, icon: str, amount: int, what: str) -> Sign:
        sign = "+" if amount > 0 else "−"
        return Sign(f"{sign}{what}", icon, f"{sign}{abs(amount)}")

    # --- beside a player's name ---

    def facts(self, view: View[State], seat: Seat) -> list[Sign]:
        """Return points, what is left until the end, goods, and things."""
        state = view.seen
        aboard = count_on(state, seat, RATTRONAUT)
        cube = f"cube-{self.words.game.worn(SEAT_TONES)[seat].name}"
        return [
            Sign(self.nouns.points(score(state, seat))),
            Sign(self._markers(state, seat), cube, str(state.markers[seat])),
            Sign(self._crew(state, seat), "sign-rattronaut", str(aboard)),
            *self._goods(state, seat),
            *self._things(state, seat),
        ]

    def _goods(self, state: State, seat: Seat) -> Iterator[Sign]:
        stock = state.goods[GOODS * seat : GOODS * (seat + 1)]
        if not any(stock):
            yield Sign(self._("no resources"))
        for kind, amount in enumerate(stock):
            if amount:
                yield Sign(self.nouns.goods(kind, amount), f"ware-{KINDS[kind]}", str(amount))

    def _things(self, state: State, seat: Seat) -> Iterator[Sign]:
        if state.drinks[seat] + state.empties[seat]:
            drink = self.items.item("label", ENERGY_DRINK)
            yield self._several(drink, "can" if state.drinks[seat] else "can-empty",
                                state.drinks[seat])  # fmt: skip
        for pack, name in enumerate(PACKS):
            if state.packs[seat] >> pack & 1:
                yield Sign(self.items.item("label", pack), f"pack-{name}")
        for comic, name in enumerate(COMICS):
            if state.comics[seat] >> comic & 1:
                yield Sign(self.items.comic("label", comic), f"comic-{name}")
        for cap, name in enumerate(CAPS):
            if state.caps[seat] >> cap & 1:
                yield Sign(self.items.item("label", FIRST_CAP + cap), f"cap-{name}")
        if state.awards[seat]:
            yield self._several(self.items.score_source("awards"), "award", state.awards[seat])
        if state.mouldy[seat]:
            mould = self.items.score_source("mouldy")
            yield self._several(mould, "ware-mouldy", state.mouldy[seat])

    def _several(self, thing: str, icon: str, count: int) -> Sign:
        return Sign(self._("{thing} ({count})", thing=thing, count=count), icon, str(count))


def _steps(words: FirstRatWords) -> tuple[str, str, str, str]:
    pgettext = words.pgettext
    return (
        pgettext("step", "1 Move"),
        pgettext("step", "2 Collect"),
        pgettext("step", "3 Booths"),
        pgettext("step", "4 Build, donate"),
    )
