"""The nouns of Ratzentanz: places, food, rats and symbols.

A placeholder cannot inflect, so a place is kept with its prepositions, and food in three contexts:

    label     by itself, in a list, or in the name of a storeroom
    object    takes {food}
    with      a rat with {food}

Nests bear the colour of whoever plays there, so they depend on the number of seats; everything else
keeps its name for as long as the town stands. Corners are named by the compass, north is up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ratskeller.core.game import Seat, Worn
from ratskeller.games.ratzentanz.rules.ground import Ground
from ratskeller.games.ratzentanz.rules.state import (
    KINDS,
    NO_CHIP,
    Kind,
    Square,
    Symbol,
)
from ratskeller.games.ratzentanz.rules.town import ALLEY, BUILDING, CANAL, STAIRS, SquareMark
from ratskeller.words import phrases
from ratskeller.words.catalogue import Speaker

FoodForm: TypeAlias = Literal["label", "object", "with"]


class SquareName(NamedTuple):
    """A square in the forms that sentences need."""

    name: str  # the bakery
    leaving: str  # from the bakery
    to: str  # to the bakery
    at: str  # in the bakery


class Nouns:
    """Places, food, rats and symbols in one language."""

    def __init__(self, speaker: Speaker, ground: Ground, worn: Worn) -> None:
        """`worn` gives by seat what is given by look (`Game.worn`)."""
        self._worn = worn
        self.ground = ground
        self._language = speaker.language
        self._ngettext = speaker.ngettext
        self._foods = _foods(speaker)
        self._symbols = _symbols(speaker)
        self._seats = worn(_seats(speaker))
        self._your_nest = _your_nest(speaker)
        self._nests = worn(_nests(speaker))
        self._places = self._name_places(speaker)

    # --- places ---

    def place(self, square: Square, seats: int, viewer: Seat | None) -> SquareName:
        """A square as the viewer calls it: one's own nest is “your nest”."""
        homes = self.ground.homes.get(seats, ())
        if square not in homes:
            return self._places[square]
        seat = homes.index(square)
        return self._your_nest if seat == viewer else self._nests[seat]

    def _name_places(self, speaker: Speaker) -> tuple[SquareName, ...]:
        town = self.ground.town
        sides, buildings = _sides(speaker), iter(_buildings(speaker))
        corners: dict[Square, SquareName] = {}
        for squares, cornered in (
            (self._clockwise(town.all_of(CANAL)), _canals),
            (self._clockwise(town.all_of(STAIRS)), _stairs),
            (town.nests, _unused_nests),
            (town.gates, _gates),
        ):
            for square, side in zip(squares, sides, strict=True):
                corners[square] = cornered(speaker, side)

        def name(square: Square, mark: SquareMark) -> SquareName:
            if square in corners:
                return corners[square]
            if mark == ALLEY:
                return _alley(speaker, town.names[square])
            if mark == BUILDING:
                return next(buildings)
            return _storeroom(speaker, self.food("label", int(mark)))

        return tuple(name(square, mark) for square, mark in enumerate(town.marks))

    def _clockwise(self, squares: Sequence[Square]) -> tuple[Square, ...]:
        """Four squares from the upper left: a pair above, a pair below."""
        town = self.ground.town
        ordered = sorted(squares, key=lambda square: town.centre(square)[1])
        above, below = (sorted(pair, key=town.centre) for pair in (ordered[:2], ordered[2:]))
        return (*above, *reversed(below))

    # --- everything else ---

    def food(self, form: FoodForm, kind: Kind) -> str:
        """A kind of food. An owner of the box may name one that has no translation."""
        if not NO_CHIP < kind <= KINDS:
            return ""
        name = self.ground.box.food[kind - 1]
        return self._foods[form].get(name, name)

    def symbol(self, symbol: Symbol) -> str:
        return self._symbols[symbol]

    def seat(self, seat: Seat) -> str:
        return self._seats[seat]

    def rats(self, seat: Seat, count: int, viewer: Seat | None) -> str:
        """“one of your rats”, “2 red rats”."""
        ngettext = self._ngettext
        if seat == viewer:
            return ngettext("one of your rats", "{count} of your rats", count)
        return self._worn(
            (
                ngettext("a red rat", "{count} red rats", count),
                ngettext("a yellow rat", "{count} yellow rats", count),
                ngettext("a blue rat", "{count} blue rats", count),
                ngettext("a green rat", "{count} green rats", count),
            )
        )[seat]

    def number(self, number: int) -> str:
        """A large number, grouped as the language does."""
        return phrases.grouped(number, self._language)


# --- places: every phrase is written out, because extraction reads the source ------------------


def _alley(speaker: Speaker, square: str) -> SquareName:
    _ = speaker.gettext
    return SquareName(
        _("alley {square}", square=square),
        _("from alley {square}", square=square),
        _("to alley {square}", square=square),
        _("in alley {square}", square=square),
    )


def _storeroom(speaker: Speaker, food: str) -> SquareName:
    _ = speaker.gettext
    return SquareName(
        _("the storeroom of {food}", food=food),
        _("from the storeroom of {food}", food=food),
        _("to the storeroom of {food}", food=food),
        _("in the storeroom of {food}", food=food),
    )


def _canals(speaker: Speaker, side: str) -> SquareName:
    _ = speaker.gettext
    return SquareName(
        _("the {side} canal entrance", side=side),
        _("from the {side} canal entrance", side=side),
        _("to the {side} canal entrance", side=side),
        _("at the {side} canal entrance", side=side),
    )


def _stairs(speaker: Speaker, side: str) -> SquareName:
    _ = speaker.gettext
    return SquareName(
        _("the {side} stairs", side=side),
        _("from the {side} stairs", side=side),
        _("to the {side} stairs", side=side),
        _("on the {side} stairs", side=side),
    )


def _gates(speaker: Speaker, side: str) -> SquareName:
    _ = speaker.gettext
    return SquareName(
        _("the {side} gate", side=side),
        _("from the {side} gate", side=side),
        _("to the {side} gate", side=side),
        _("at the {side} gate", side=side),
    )


def _unused_nests(speaker: Speaker, side: str) -> SquareName:
    _ = speaker.gettext
    return SquareName(
        _("the unused {side} nest", side=side),
        _("from the unused {side} nest", side=side),
        _("to the unused {side} nest", side=side),
        _("in the unused {side} nest", side=side),
    )


def _your_nest(speaker: Speaker) -> SquareName:
    _ = speaker.gettext
    return SquareName(_("your nest"), _("from your nest"), _("to your nest"), _("in your nest"))


def _nests(speaker: Speaker) -> tuple[SquareName, ...]:
    _ = speaker.gettext
    return (
        SquareName(
            _("the red nest"), _("from the red nest"), _("to the red nest"), _("in the red nest")
        ),
        SquareName(
            _("the yellow nest"),
            _("from the yellow nest"),
            _("to the yellow nest"),
            _("in the yellow nest"),
        ),
        SquareName(
            _("the blue nest"),
            _("from the blue nest"),
            _("to the blue nest"),
            _("in the blue nest"),
        ),
        SquareName(
            _("the green nest"),
            _("from the green nest"),
            _("to the green nest"),
            _("in the green nest"),
        ),
    )


def _buildings(speaker: Speaker) -> tuple[SquareName, ...]:
    """In reading order of the map; no town has more than ten (B-01)."""
    _ = speaker.gettext
    return (
        SquareName(_("the bakery"), _("from the bakery"), _("to the bakery"), _("in the bakery")),
        SquareName(_("the smithy"), _("from the smithy"), _("to the smithy"), _("in the smithy")),
        SquareName(
            _("the town hall"),
            _("from the town hall"),
            _("to the town hall"),
            _("in the town hall"),
        ),
        SquareName(_("the church"), _("from the church"), _("to the church"), _("in the church")),
        SquareName(_("the mill"), _("from the mill"), _("to the mill"), _("in the mill")),
        SquareName(
            _("the brewery"), _("from the brewery"), _("to the brewery"), _("in the brewery")
        ),
        SquareName(_("the inn"), _("from the inn"), _("to the inn"), _("in the inn")),
        SquareName(_("the school"), _("from the school"), _("to the school"), _("in the school")),
        SquareName(
            _("the tannery"), _("from the tannery"), _("to the tannery"), _("in the tannery")
        ),
        SquareName(
            _("the pottery"), _("from the pottery"), _("to the pottery"), _("in the pottery")
        ),
    )


def _sides(speaker: Speaker) -> tuple[str, ...]:
    """The corners clockwise from the upper left, as nests and seats go."""
    pgettext = speaker.pgettext
    return (
        pgettext("side", "north-west"),
        pgettext("side", "north-east"),
        pgettext("side", "south-east"),
        pgettext("side", "south-west"),
    )


# --- food, symbols, seats ----------------------------------------------------------------------


def _foods(speaker: Speaker) -> Mapping[FoodForm, Mapping[str, str]]:
    """By the names that `data.toml` gives the kinds."""
    pgettext = speaker.pgettext
    return {
        "label": {
            "cheese": pgettext("label", "cheese"),
            "bread": pgettext("label", "bread"),
            "ham": pgettext("label", "ham"),
            "fish": pgettext("label", "fish"),
            "apples": pgettext("label", "apples"),
            "grain": pgettext("label", "grain"),
        },
        "object": {
            "cheese": pgettext("object", "cheese"),
            "bread": pgettext("object", "bread"),
            "ham": pgettext("object", "ham"),
            "fish": pgettext("object", "fish"),
            "apples": pgettext("object", "apples"),
            "grain": pgettext("object", "grain"),
        },
        "with": {
            "cheese": pgettext("with", "cheese"),
            "bread": pgettext("with", "bread"),
            "ham": pgettext("with", "ham"),
            "fish": pgettext("with", "fish"),
            "apples": pgettext("with", "apples"),
            "grain": pgettext("with", "grain"),
        },
    }


def _symbols(speaker: Speaker) -> tuple[str, ...]:
    """The faces of the symbol die, in the order of `state.SYMBOLS`; before the first throw none."""
    pgettext = speaker.pgettext
    return (
        "",
        pgettext("die", "“new blood”"),
        pgettext("die", "“back to the nest”"),
        pgettext("die", "2x"),
        pgettext("die", "the cat"),
        pgettext("die", "the Pied Piper"),
        pgettext("die", "the flute"),
    )


def _seats(speaker: Speaker) -> tuple[str, ...]:
    """A gang has the colour of its nest; which gate that is depends on how many play (RT-03)."""
    pgettext = speaker.pgettext
    return (
        pgettext("seat", "Red gang"),
        pgettext("seat", "Yellow gang"),
        pgettext("seat", "Blue gang"),
        pgettext("seat", "Green gang"),
    )
