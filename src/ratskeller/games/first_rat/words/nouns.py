"""The nouns of First Rat in every form a sentence needs: goods, places, tracks, the burrow.

A placeholder cannot inflect, so each noun is asked for in a context: German needs its case there,
French its “du” and “de la”. The contexts are places in English sentences:

    label   a thing by itself, as on a button
    from    a rat comes from {place}
    to      a rat, a marker goes to {place}
    on      a rat stands on {place}; points for markers on {track}
    onto    places a marker on {track}
    object  builds {part}
    by      goes by {shortcut}, pays for {shortcut}
    colour  what a tile shows
    seat    where a family of rats lives, for want of a name

Every phrase is written out with its context, because extraction reads the source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from ratskeller.core.game import Seat, Worn
from ratskeller.games.first_rat.rules.actions import RAT_LETTERS
from ratskeller.games.first_rat.rules.state import (
    CARGO,
    COCKPIT,
    LAUNCHPAD,
    NURSERY,
    RATS,
    ROCKET_SHIP,
    START,
    THRUSTER,
    Colour,
    Face,
    Kind,
    Node,
    Rat,
    Space,
    Track,
    Via,
)
from ratskeller.games.first_rat.rules.tables import Tables
from ratskeller.words import phrases
from ratskeller.words.catalogue import Speaker

PlaceForm: TypeAlias = Literal["label", "from", "to", "on"]
TrackForm: TypeAlias = Literal["label", "on", "onto"]
NodeForm: TypeAlias = Literal["label", "to"]
Phrase: TypeAlias = Callable[[str, str], str]  # Speaker.pgettext

_ANY_SPACE: Final = -1


def minus(count: int) -> str:
    """A number as it is printed, below 0 too."""
    return str(count).replace("-", "−")


class Nouns:
    """What lies on the board, in one language, with the numbers of one data file."""

    def __init__(self, speaker: Speaker, tables: Tables, worn: Worn) -> None:
        """`worn` gives by seat what is given by look (`Game.worn`)."""
        self.tables = tables
        self.ngettext = speaker.ngettext
        self.both = speaker.both
        self._ = speaker.gettext
        self._colours = _colours(speaker.pgettext)
        self._coloured_spaces = _coloured_spaces(speaker.pgettext)
        self._places = _places(speaker.pgettext)
        self._tracks = _tracks(speaker.pgettext)
        self._parts = _rocket_parts(speaker.pgettext)
        self._nodes = _nodes(speaker.pgettext)
        self._some_node = _some_node(speaker.pgettext)
        self._shortcuts = _shortcuts(speaker.pgettext)
        self._seats = worn(_seats(speaker.pgettext))

    # --- numbers of things ---

    def goods(self, kind: Kind, count: int) -> str:
        """So many of a resource, light bulbs and apple cores too."""
        ngettext = self.ngettext
        return (
            ngettext("{count} cheese", "{count} cheese", count),
            ngettext("{count} vinegar", "{count} vinegar", count),
            ngettext("{count} baking soda", "{count} baking soda", count),
            ngettext("{count} tin can", "{count} tin cans", count),
            ngettext("{count} calculator", "{count} calculators", count),
            ngettext("{count} light bulb", "{count} light bulbs", count),
            ngettext("{count} apple core", "{count} apple cores", count),
        )[kind]

    def all_goods(self, amounts: Mapping[Kind, int]) -> str:
        return self.both([self.goods(kind, count) for kind, count in amounts.items() if count])

    def points(self, count: int) -> str:
        """Mouldy cheese brings points below 0: the form is that of as many above."""
        return self.ngettext("{count} point", "{count} points", abs(count), count=minus(count))

    def tile(self, face: Face) -> str:
        """What a space shows: “green, 1 vinegar”."""
        colour, kind, amount = self.tables.faces[face]
        return self._(
            "{colour}, {goods}", colour=self._colours[colour], goods=self.goods(kind, amount)
        )

    # --- names ---

    def colour(self, colour: Colour) -> str:
        """A colour of the path by its name alone."""
        return self._colours[colour]

    def coloured_space(self, colour: Colour) -> str:
        """Where to go: “a blue space”."""
        return self._coloured_spaces[colour]

    def rat(self, rat: Rat) -> str:
        """A rat by its letter, whoever's it is."""
        return self._("rat {letter}", letter=RAT_LETTERS[rat % RATS])

    def place(self, form: PlaceForm, space: Space) -> str:
        places = self._places[form]
        return phrases.fill(places.get(space, places[_ANY_SPACE]), {"space": space})

    def track(self, form: TrackForm, track: Track) -> str:
        return self._tracks[form][track]

    def rocket_part(self, part: Track) -> str:
        return self._parts[part]

    def node(self, form: NodeForm, node: Node) -> str:
        """A chamber of the burrow; a number where an edited data file has dug others."""
        known = self._nodes[form].get(self.tables.nodes[node])
        return known or phrases.fill(self._some_node[form], {"number": node + 1})

    def shortcut(self, number: int) -> str:
        name = self.tables.shortcuts[number]
        pipe = self.tables.box.shortcuts[name]
        values = {"entrance": pipe.entrance, "exit": pipe.exit}
        return phrases.fill(self._shortcuts[pipe.colour], values)

    def shortcuts(self, via: Via) -> str:
        """All shortcuts of a way."""
        numbers = range(len(self.tables.shortcuts))
        return self.both([self.shortcut(number) for number in numbers if via >> number & 1])

    def seat(self, seat: Seat) -> str:
        return self._seats[seat]


def _colours(pgettext: Phrase) -> tuple[str, ...]:
    return (
        pgettext("colour", "blue"),
        pgettext("colour", "yellow"),
        pgettext("colour", "orange"),
        pgettext("colour", "green"),
        pgettext("colour", "white"),
    )


def _coloured_spaces(pgettext: Phrase) -> tuple[str, ...]:
    return (
        pgettext("to", "a blue space"),
        pgettext("to", "a yellow space"),
        pgettext("to", "an orange space"),
        pgettext("to", "a green space"),
        pgettext("to", "a white space"),
    )


def _places(pgettext: Phrase) -> Mapping[PlaceForm, Mapping[Space, str]]:
    """By space; what is not named is a space with a number."""
    return {
        "label": {
            START: pgettext("label", "Start"),
            LAUNCHPAD: pgettext("label", "Launchpad"),
            NURSERY: pgettext("label", "Nursery"),
            ROCKET_SHIP: pgettext("label", "Rocket"),
            _ANY_SPACE: pgettext("label", "Space {space}"),
        },
        "from": {
            START: pgettext("from", "from Start"),
            _ANY_SPACE: pgettext("from", "from space {space}"),
        },
        "to": {
            LAUNCHPAD: pgettext("to", "to the Launchpad"),
            _ANY_SPACE: pgettext("to", "to space {space}"),
        },
        "on": {
            START: pgettext("on", "on Start"),
            LAUNCHPAD: pgettext("on", "on the Launchpad"),
            NURSERY: pgettext("on", "in the Nursery"),
            ROCKET_SHIP: pgettext("on", "in the rocket"),
            _ANY_SPACE: pgettext("on", "on space {space}"),
        },
    }


def _tracks(pgettext: Phrase) -> Mapping[TrackForm, tuple[str, ...]]:
    return {
        "label": (
            pgettext("label", "Rattronauts"),
            pgettext("label", "Thruster"),
            pgettext("label", "Cargo bay"),
            pgettext("label", "Cockpit"),
            pgettext("label", "Construction lights"),
            pgettext("label", "Provisions"),
            pgettext("label", "Stored Food"),
            pgettext("label", "Rocket"),
        ),
        "on": (
            pgettext("on", "the Rattronaut track"),
            pgettext("on", "the thruster track"),
            pgettext("on", "the cargo bay track"),
            pgettext("on", "the cockpit track"),
            pgettext("on", "the construction lights track"),
            pgettext("on", "the provisions track"),
            pgettext("on", "the Stored Food track"),
            pgettext("on", "the Rocket track"),
        ),
        "onto": (
            pgettext("onto", "the Rattronaut track"),
            pgettext("onto", "the thruster track"),
            pgettext("onto", "the cargo bay track"),
            pgettext("onto", "the cockpit track"),
            pgettext("onto", "the construction lights track"),
            pgettext("onto", "the provisions track"),
            pgettext("onto", "the Stored Food track"),
            pgettext("onto", "the Rocket track"),
        ),
    }


def _rocket_parts(pgettext: Phrase) -> Mapping[Track, str]:
    return {
        THRUSTER: pgettext("object", "the thruster"),
        CARGO: pgettext("object", "the cargo bay"),
        COCKPIT: pgettext("object", "the cockpit"),
    }


def _nodes(pgettext: Phrase) -> Mapping[NodeForm, Mapping[str, str]]:
    """By the names that chambers have in the data file, which draws them."""
    return {
        "label": {
            "M_top": pgettext("label", "Start of the burrow"),
            "R_top": pgettext("label", "Passage above the Library"),
            "F_top": pgettext("label", "Upper right corner of the burrow"),
            "F_bot": pgettext("label", "Lower right corner of the burrow"),
            "R_bot": pgettext("label", "First intersection"),
            "R_mid": pgettext("label", "Library"),
            "M_bot": pgettext("label", "Second intersection"),
            "M_mid": pgettext("label", "Nursery"),
            "L_bot": pgettext("label", "Lower left corner of the burrow"),
            "L_mid": pgettext("label", "Stored Food"),
            "L_top": pgettext("label", "Upper left corner of the burrow"),
        },
        "to": {
            "M_top": pgettext("to", "to the start of the burrow"),
            "R_top": pgettext("to", "to the passage above the Library"),
            "F_top": pgettext("to", "to the upper right corner"),
            "F_bot": pgettext("to", "to the lower right corner"),
            "R_bot": pgettext("to", "to the first intersection"),
            "R_mid": pgettext("to", "to the Library"),
            "M_bot": pgettext("to", "to the second intersection"),
            "M_mid": pgettext("to", "to the Nursery"),
            "L_bot": pgettext("to", "to the lower left corner"),
            "L_mid": pgettext("to", "to the Stored Food"),
            "L_top": pgettext("to", "to the upper left corner"),
        },
    }


def _some_node(pgettext: Phrase) -> Mapping[NodeForm, str]:
    return {
        "label": pgettext("label", "Space {number} of the burrow"),
        "to": pgettext("to", "to space {number} of the burrow"),
    }


def _shortcuts(pgettext: Phrase) -> Mapping[str, str]:
    """By the colour in the data file."""
    return {
        "red": pgettext("by", "the red shortcut {entrance}–{exit}"),
        "yellow": pgettext("by", "the yellow shortcut {entrance}–{exit}"),
        "grey": pgettext("by", "the grey shortcut {entrance}–{exit}"),
    }


def _seats(pgettext: Phrase) -> tuple[str, ...]:
    return (
        pgettext("seat", "Kettle"),
        pgettext("seat", "Bathtub"),
        pgettext("seat", "Teapot"),
        pgettext("seat", "Boot"),
        pgettext("seat", "Barrel"),
    )
