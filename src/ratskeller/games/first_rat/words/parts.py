"""Everything on the table that can be pointed at: what each part is, and what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ratskeller.core.game import Seat
from ratskeller.games.first_rat.rules.state import (
    CAPS,
    CHEESE,
    COMICS,
    ENERGY_DRINK,
    FIRST_CAP,
    GOODS,
    KINDS,
    LAUNCHPAD,
    NO_STRIP,
    NURSERY,
    PACKS,
    PARTS,
    PROVISIONS,
    RATS,
    RATTRONAUT,
    TRACKS,
    Build,
    Comic,
    Item,
    Rat,
    Space,
    State,
    Track,
)
from ratskeller.games.first_rat.rules.tables import NO_BOOTH
from ratskeller.games.first_rat.words.items import Items
from ratskeller.words.catalogue import Speaker
from ratskeller.words.phrases import sentence


class Parts:
    """The parts of one position for a screen reader: what each is, and what lies there."""

    def __init__(
        self,
        speaker: Speaker,
        items: Items,
        state: State,
        names: Sequence[str],
        viewer: Seat | None,
    ) -> None:
        self.items, self.nouns, self.tables = items, items.nouns, items.tables
        self.state, self.names, self.viewer = state, names, viewer
        self._ = speaker.gettext
        self.pgettext = speaker.pgettext
        self.ngettext = speaker.ngettext
        self.both = speaker.both

    def name(self, part_id: str) -> str:
        """The name of a part; "" for an id that First Rat does not have."""
        kind, _, code = part_id.partition(":")
        return sentence(self._button(part_id) or self._place(kind, code) or self._thing(kind, code))

    def _button(self, part_id: str) -> str:
        _ = self._
        kind, colon, code = part_id.partition(":")
        if kind == "way" and code:
            return self._way(code)
        if kind == "extra" and code in KINDS:
            return _("{goods} more", goods=self.nouns.goods(KINDS.index(code), 1))
        if colon:
            return ""
        return {
            "take": self.pgettext("button", "Collect"),
            "leave": self.pgettext("button", "Leave out"),
            "dry": _("No energy drink"),
            "no_comic": _("Take no comic"),
            "no_rat": _("Without the token"),
            "sleep": _("Let the rats sleep"),
            "buy": self.pgettext("button", "Buy"),
            "steal": self.pgettext("button", "Steal"),
            "full_price": _("At the full price"),
            "pass": _("Nothing more at the booths"),
            "end": _("End the turn"),
        }.get(part_id, "")

    def _way(self, code: str) -> str:
        if code == "foot":
            return self._("Without a shortcut")
        names = [name for name in code.split("+") if name in self.tables.shortcuts]
        numbers = [self.tables.shortcuts.index(name) for name in names]
        by = self.both([self.nouns.shortcut(number) for number in numbers])
        return self._("By {shortcuts}", shortcuts=by) if numbers else ""

    # --- places ---

    def _place(self, kind: str, code: str) -> str:
        number = int(code) if code.isdecimal() and len(code) < 3 else -1
        if kind == "space" and 0 <= number <= LAUNCHPAD:
            return self._space(number)
        if kind == "light" and 0 <= number <= self.tables.light_end:
            text = self._("Light {light}", light=number)
            if number in self.tables.construction:
                text = self._("Construction light {light}", light=number)
            return self._with_markers(text, self.state.light, number)
        if kind == "burrow" and code in self.tables.nodes:
            node = self.tables.nodes.index(code)
            return self._with_markers(self.nouns.node("label", node), self.state.burrow, node)
        if kind == "nursery" and 0 <= number < self.state.seats:
            rats = [rat for rat in self._rats_on(NURSERY) if rat // RATS == number]
            return self._row(self.nouns.place("label", NURSERY), self._rats(rats))
        if kind == "track" and code in TRACKS:
            return self._track(TRACKS.index(code))
        return ""

    def _row(self, *pieces: str) -> str:
        text = ""
        for piece in filter(None, pieces):
            text = self._("{text}; {more}", text=text, more=piece) if text else piece
        return text

    def _space(self, space: Space) -> str:
        text = self.nouns.place("label", space)
        face = self.state.path[space]
        if face:
            text = self._("{space}: {tile}", space=text, tile=self.nouns.tile(face))
        return self._row(text, *self._fixtures(space), self._rats(self._rats_on(space)))

    def _fixtures(self, space: Space) -> Iterator[str]:
        """What belongs to a space whatever its tile: light, booth, shortcuts."""
        viewer = self.viewer
        if viewer is not None:
            if self.state.light[viewer] >= self.tables.lit_at[self.state.lit][space]:
                yield self._("lit for you")
        booth = self.tables.booth_at[space]
        if booth != NO_BOOTH:
            yield self.items.booth("label", booth)
        for number, pipe in enumerate(self.tables.box.shortcuts.values()):
            if space == pipe.entrance:
                price = self.nouns.goods(self.tables.shortcut_kinds[number], 1)
                by = self.nouns.shortcut(number)
                yield self._("entrance of {shortcut} for {price}", shortcut=by, price=price)

    def _rats_on(self, space: Space) -> list[Rat]:
        return [rat for rat, where in enumerate(self.state.rats) if where == space]

    def _rats(self, rats: Sequence[Rat]) -> str:
        return self.both([self._rat(rat) for rat in rats])

    def _rat(self, rat: Rat) -> str:
        """A rat with whose it is and which super rats it is."""
        letter, owner = self.nouns.rat(rat), self._owner(rat // RATS)
        carried = self.both(self.items.carried(self.state, rat))
        if not carried:
            return self._("{rat} ({owner})", rat=letter, owner=owner)
        return self._("{rat} ({owner}, {names})", rat=letter, owner=owner, names=carried)

    def _owner(self, seat: Seat) -> str:
        return self.pgettext("owner", "yours") if seat == self.viewer else self.names[seat]

    def _with_markers(self, text: str, places: Sequence[int], place: int) -> str:
        owners = [self._owner(seat) for seat, where in enumerate(places) if where == place]
        if not owners:
            return text
        return self._row(text, self._("markers: {owners}", owners=self.both(owners)))

    def _track(self, track: Track) -> str:
        """Its pieces with their points, what the next one brings, and what it costs."""
        state, tables = self.state, self.tables
        text = self._("{track} track", track=self.nouns.track("label", track))
        if state.strips[track] == NO_STRIP:
            return text
        strip = tables.strips[state.strips[track]]
        pieces = [
            self._(
                "{points} ({owner})",
                points=strip[tables.slot(state.seats, number)],
                owner=self._owner(piece // RATS if track == RATTRONAUT else piece),
            )
            for number, piece in enumerate(state.tracks[track])
        ]
        points = self.nouns.points(strip[tables.slot(state.seats, len(pieces))])
        following = self._("next: {points}", points=points)
        cost = ""
        if track in PARTS:
            cost = self.nouns.all_goods(dict(tables.needs[Build(track)]))
        elif track == PROVISIONS:
            cost = self.nouns.goods(CHEESE, tables.donation)
        price = self._("cost: {goods}", goods=cost) if cost else ""
        return self._row(text, self.both(pieces), following, price)

    # --- things ---

    def _thing(self, kind: str, code: str) -> str:
        state = self.state
        if kind == "rat" and code.isdecimal() and int(code) < len(state.rats):
            rat = int(code)
            place = self.nouns.place("on", state.rats[rat])
            return self._("{rat}, {place}", rat=self._rat(rat), place=place)
        if kind == "goods":
            seat, _, name = code.partition(":")
            if seat.isdecimal() and int(seat) < state.seats and name in KINDS[:GOODS]:
                return self._stock(int(seat), KINDS.index(name))
        if kind == "drink" and code.isdecimal() and int(code) < state.seats:
            return self._drinks(int(code))
        if kind == "drinks":
            return self._on_sale(ENERGY_DRINK, state.shelf_drinks)
        if kind == "pack" and code in PACKS:
            return self._on_sale(PACKS.index(code), state.shelf_packs[PACKS.index(code)])
        if kind == "cap" and code in CAPS:
            cap = CAPS.index(code)
            return self._on_sale(FIRST_CAP + cap, state.shelf_caps >> cap & 1)
        if kind == "comic" and code in COMICS:
            return self._comic(COMICS.index(code))
        if kind == "awards":
            left = self.tables.box.setup.awards - sum(state.awards)
            return self._("Awards left: {count}", count=left)
        return ""

    def _stock(self, seat: Seat, kind: int) -> str:
        goods = self.nouns.goods(kind, self.state.goods[GOODS * seat + kind])
        return self._("{goods} ({owner})", goods=goods, owner=self._owner(seat))

    def _drinks(self, seat: Seat) -> str:
        return self._(
            "Energy drinks ({owner}): {full} full, {used} used",
            owner=self._owner(seat),
            full=self.state.drinks[seat],
            used=self.state.empties[seat],
        )

    def _on_sale(self, item: Item, count: int) -> str:
        name, text = self.items.item("label", item), self.items.item_text(item)
        return self._("{name} (for sale: {count}). {text}", name=name, count=count, text=text)

    def _comic(self, comic: Comic) -> str:
        state = self.state
        owners = [seat for seat in range(state.seats) if state.comics[seat] >> comic & 1]
        if state.library >> comic & 1:
            where = self._("in the Library")
        elif owners:
            where = self._owner(owners[0])
        else:
            where = self._("not in this game")
        name, text = self.items.comic("label", comic), self.items.comic_text(comic)
        return self._("{name} ({where}). {text}", name=name, where=where, text=text)
