"""The table for one reader: places, dice and rats in words, what each part is, and what lies there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ratskeller.core.game import Seat
from ratskeller.games.ratzentanz.rules.chips import count, kinds_in, variety
from ratskeller.games.ratzentanz.rules.state import (
    NO_CHIP,
    NOWHERE,
    RATS,
    Heap,
    Kind,
    Square,
    State,
    Symbol,
)
from ratskeller.games.ratzentanz.rules.town import BUILDING
from ratskeller.games.ratzentanz.words.nouns import Nouns, SquareName
from ratskeller.words.catalogue import Speaker
from ratskeller.words.phrases import sentence
from ratskeller.words.voice import Voice

_RAT: Final = re.compile(r"(rat|load):([0-3])\.([1-5])")
_CHIP: Final = re.compile(r"chip:([a-z]\d+)\.([1-6])")
_SQUARE: Final = re.compile(r"(sq|door):([a-z]\d+)")
_RATS_TOLD: Final = 1 << 10  # that a reader remembers
_SPARE: Final = re.compile(r"rim:spare:([0-3])")


class RatFacts(NamedTuple):
    """All that is told of a rat."""

    seat: Seat
    rat: int
    square: Square
    load: Kind
    locked_in: bool
    moved: str  # in this 2x: "", "done", or "on" if it may run on
    alike: int


class Reader(Voice):
    """The table as one reader hears of it.

    A remark about a part is joined to it with a semicolon, so that none of them need agree.
    """

    def __init__(
        self, speaker: Speaker, nouns: Nouns, names: Sequence[str], viewer: Seat | None
    ) -> None:
        super().__init__(speaker, names, viewer)
        self.nouns = nouns
        self._rat_at = lru_cache(_RATS_TOLD)(self._tell_rat)

    def place(self, square: Square) -> SquareName:
        return self.nouns.place(square, len(self.names), self.viewer)

    def places(self, squares: Sequence[Square]) -> str:
        return self.both([self.place(square).name for square in squares])

    def dice(self, number: int, symbol: Symbol) -> str:
        """Both dice: “4 and the flute”."""
        return self._("{number} and {symbol}", number=number, symbol=self.nouns.symbol(symbol))

    def chips(self, heap: Heap) -> str:
        """What lies there: “cheese and 2 × ham”."""
        return self.both([self.several(kind, count(heap, kind)) for kind in kinds_in(heap)])

    def several(self, kind: Kind, number: int) -> str:
        food = self.nouns.food("label", kind)
        return food if number == 1 else self._("{count} × {food}", count=number, food=food)

    def rats(self, seat: Seat, number: int, load: Kind = NO_CHIP) -> str:
        who = self.nouns.rats(seat, number, self.viewer)
        if load == NO_CHIP:
            return who
        return self._("{rats} with {food}", rats=who, food=self.nouns.food("with", load))

    def rats_at(self, state: State, square: Square) -> str:
        """Who is there, equal rats together: “2 red rats and one of your rats with cheese”."""
        groups = Counter(
            (index // RATS, state.load[index])
            for index, here in enumerate(state.at)
            if here == square
        )
        return self.both([self.rats(seat, number, load) for (seat, load), number in groups.items()])

    def behind(self, square: Square) -> list[Square]:
        """The places with a single entrance that the Piper closes from this square (RT-60)."""
        links = self.nouns.ground.town.links
        return [near for near in links[square] if len(links[near]) == 1] if square >= 0 else []

    # --- parts ---

    def part(self, state: State, part_id: str) -> str:
        """What a part is, and what lies there; "" for a thing that is no part of this game."""
        number_of = self.nouns.ground.number_of
        if (found := _RAT.fullmatch(part_id)) and int(found[2]) < state.seats:
            seat, rat = int(found[2]), int(found[3])
            return (
                self._load(state, seat, rat) if found[1] == "load" else self.rat(state, seat, rat)
            )
        if (found := _CHIP.fullmatch(part_id)) and found[1] in number_of:
            return self.chips_at(state, number_of[found[1]], int(found[2]))
        if (found := _SQUARE.fullmatch(part_id)) and found[2] in number_of:
            square = number_of[found[2]]
            return self._door(state, square) if found[1] == "door" else self._square(state, square)
        if (found := _SPARE.fullmatch(part_id)) and int(found[1]) < state.seats:
            return self._spare(state, int(found[1]))
        return self._dice_part(state, part_id) or self._figure_part(state, part_id)

    def _who(self, seat: Seat, rat: int) -> str:
        if seat == self.viewer:
            return self._("Your rat {rat}", rat=rat)
        return self._("Rat {rat} ({name})", rat=rat, name=self.names[seat])

    def chips_at(self, state: State, square: Square, kind: Kind) -> str:
        chips = self.several(kind, count(state.lying[square], kind))
        return sentence(self._("{chips} {at}", chips=chips, at=self.place(square).at))

    def rat(self, state: State, seat: Seat, rat: int) -> str:
        """A rat with its place and all that is to be said of it; with each step one or two change."""
        first = seat * RATS
        mine = list(
            zip(state.at[first : first + RATS], state.load[first : first + RATS], strict=True)
        )
        square, load = mine[rat - 1]
        moved = "" if (seat, rat) != (state.seat, state.used) else "on" if state.runs else "done"
        alike = mine.count((square, load))
        return self._rat_at(RatFacts(seat, rat, square, load, square == state.cat, moved, alike))

    def _tell_rat(self, facts: RatFacts) -> str:
        seat, rat, square, load, locked_in, moved, alike = facts
        who = self._who(seat, rat)
        if square == NOWHERE:
            return self._("{rat}: spare rat", rat=who)
        remarks = [self.place(square).at]
        if load:
            remarks.append(self._("with {food}", food=self.nouns.food("with", load)))
        if locked_in:
            remarks.append(self._("locked in by the cat"))
        if moved:
            remarks.append(self._("may run on") if moved == "on" else self._("has moved"))
        if alike > 1:
            remarks.append(self._("one of {count} alike", count=alike))
        return self._("{part}: {remarks}", part=who, remarks=self._in_a_row(remarks))

    def _load(self, state: State, seat: Seat, rat: int) -> str:
        food = self.nouns.food("label", state.load[seat * RATS + rat - 1])
        remark = food or self._("no chip")
        return self._("{part}: {remarks}", part=self._who(seat, rat), remarks=remark)

    def _square(self, state: State, square: Square) -> str:
        """A square with everything on it, and whether it is closed."""
        ground = self.nouns.ground
        homes = ground.homes[state.seats]
        remarks = []
        if square == state.piper:
            remarks.append(self._("the Pied Piper stands here"))
        if square in self.behind(state.piper):
            remarks.append(self._("closed by the Pied Piper"))
        if square == state.cat:
            remarks.append(self._("guarded by the cat"))
        if rats := self.rats_at(state, square):
            remarks.append(rats)
        if heap := state.lying[square]:
            remarks.append(self._("free chips: {chips}", chips=self.chips(heap)))
        if square in homes:
            kinds, needed = variety(heap), state.options.kinds
            remarks.append(self._("{kinds} of {needed} kinds", kinds=kinds, needed=needed))
        if ground.town.marks[square] == BUILDING:
            doors = len(ground.town.links[square])
            remarks.append(self.ngettext("one door", "{count} doors", doors))
        title = self._titled(square, homes)
        remark = self._in_a_row(remarks or [self._("empty")])
        return self._("{part}: {remarks}", part=title, remarks=remark)

    def _titled(self, square: Square, homes: Sequence[Square]) -> str:
        """A place with its name on the map, and whose nest it is."""
        ground = self.nouns.ground
        name, code = sentence(self.place(square).name), ground.town.names[square]
        if ground.alley[square] and square not in ground.town.gates:
            return name
        if square in homes and homes.index(square) != self.viewer:
            owner = self.names[homes.index(square)]
            return self._("{place} {square} ({name})", place=name, square=code, name=owner)
        return self._("{place} {square}", place=name, square=code)

    def _door(self, state: State, square: Square) -> str:
        if square not in self.nouns.ground.storerooms:
            return ""
        closed = square == state.cat
        remark = self._("guarded by the cat") if closed else self._("the door is open")
        name = sentence(self.place(square).name)
        return self._("{part}: {remarks}", part=name, remarks=remark)

    def _spare(self, state: State, seat: Seat) -> str:
        number = state.at[seat * RATS : seat * RATS + RATS].count(NOWHERE)
        if seat == self.viewer:
            return self._("Your spare rats: {count}", count=number)
        return self._("Spare rats ({name}): {count}", name=self.names[seat], count=number)

    def _dice_part(self, state: State, part_id: str) -> str:
        number, symbol = state.number, state.symbol
        match part_id:
            case "die:number":
                name = self._("Number die")
                return self._("{part}: {remarks}", part=name, remarks=number) if number else name
            case "die:symbol":
                name, face = self._("Symbol die"), self.nouns.symbol(symbol)
                return self._("{part}: {remarks}", part=name, remarks=face) if face else name
            case "rim:dice":
                name = self._("The dice")
                thrown = self.dice(number, symbol) if number else ""
                return self._("{part}: {remarks}", part=name, remarks=thrown) if thrown else name
            case "btn:sacrifice":
                return self._("Sacrifice to the Pied Piper")
            case "btn:none":
                return self._("Take nothing")
            case "btn:pass":
                return self._("Pass")
        return ""

    def _figure_part(self, state: State, part_id: str) -> str:
        piper, cat = self._("the Pied Piper"), self._("the cat")
        outside = self._("outside the town")
        match part_id:
            case "piper":
                where = outside if state.piper == NOWHERE else self.place(state.piper).at
                return self._("{part}: {remarks}", part=sentence(piper), remarks=where)
            case "cat":
                if state.cat != NOWHERE:
                    return self._("The cat guards {place}", place=self.place(state.cat).name)
                return self._("{part}: {remarks}", part=sentence(cat), remarks=outside)
            case "rim:outside":
                at = (piper, state.piper), (cat, state.cat)
                waiting = self.both([who for who, square in at if square == NOWHERE])
                remark = waiting or self._("nobody")
                return self._("{part}: {remarks}", part=sentence(outside), remarks=remark)
        return ""

    def _in_a_row(self, remarks: Sequence[str]) -> str:
        text = remarks[0]
        for remark in remarks[1:]:
            text = self._("{left}; {right}", left=text, right=remark)
        return text
