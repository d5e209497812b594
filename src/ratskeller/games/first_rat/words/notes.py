"""What everything in the junkyard is: the note of each thing that can be rested on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from ratskeller.games.first_rat.rules.state import (
    CAPS,
    COMICS,
    ENERGY_DRINK,
    FIRST_CAP,
    GOODS,
    KINDS,
    LAUNCHPAD,
    NURSERY,
    PACKS,
    START,
    TRACKS,
)
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Note

if TYPE_CHECKING:
    from ratskeller.games.first_rat.words.game_words import FirstRatWords

_COMIC_RULES: Final = (
    "FR-65", "FR-66", "FR-67", "FR-68", "FR-60", "FR-60", "FR-61", "FR-62", "FR-63", "FR-53",
)  # fmt: skip


def notes_of(words: FirstRatWords) -> Mapping[str, Note]:
    return {
        **_path(words),
        **_goods(words),
        **_markers(words),
        **_tracks(words),
        **_burrow(words),
        **_things(words),
        **_turn(words),
        **_tally(words),
    }


def _by(keys: Iterable[str], note: Note) -> dict[str, Note]:
    return dict.fromkeys(keys, note)


# --- the path ---


def _path(words: FirstRatWords) -> Mapping[str, Note]:
    _ = words.gettext
    colour = Note(
        _("Colour of a space"),
        _("If you move several rats, they must all end on different spaces of one colour."),
        "FR-11",
    )
    return {
        "space": Note(
            _("Space"),
            _("A rat that ends its move here collects what the space shows."),
            "FR-20",
        ),
        "load": Note(_("Space"), _("What it gives is laid out when the match begins."), "FR-02"),
        f"space:{START}": Note(
            words.nouns.place("label", START),
            _("Rats begin here, and those that steal come back. Here they may be together."),
            "FR-12",
        ),
        f"space:{LAUNCHPAD}": Note(
            words.nouns.place("label", LAUNCHPAD),
            _("The goal. A rat here brings an award, or another rat out of the Nursery."),
            "FR-25",
        ),
        "tile": colour,
        "legend": colour,
        "rat": Note(
            _("Rat"),
            _("Move one rat far, or several a little less far. Rats only go forward."),
            "FR-10",
        ),
        "shortcut": Note(
            _("Shortcut"),
            _("From its entrance to its exit it is one step. It costs what it shows."),
            "FR-15",
        ),
        "booth": Note(
            _("Booth"),
            _("A rat that ends its move here may buy one item with cheese, or steal it."),
            "FR-40",
        ),
        "shelf": Note(
            _("Shelf of a booth"),
            _("What lies here can be bought or stolen on the space of the booth."),
            "FR-40",
        ),
    }


def _goods(words: FirstRatWords) -> Mapping[str, Note]:
    _, pgettext = words.gettext, words.pgettext
    material = _("Building material: parts of the rocket cost it, and some shortcuts.")
    goods = (
        Note(
            pgettext("label", "Cheese"),
            _("You pay with it for shared spaces and at the booths, and you can donate it."),
            "FR-50",
        ),
        Note(pgettext("label", "Vinegar"), material, "FR-50"),
        Note(pgettext("label", "Baking soda"), material, "FR-50"),
        Note(pgettext("label", "Tin can"), material, "FR-50"),
        Note(pgettext("label", "Calculator"), material, "FR-50"),
        Note(
            pgettext("label", "Light bulb"),
            _("For each, your light marker moves one light further."),
            "FR-26",
        ),
        Note(
            pgettext("label", "Apple core"),
            _("For each, your burrow marker moves one space further."),
            "FR-27",
        ),
    )
    mouldy = Note(
        words.items.score_source("mouldy"),
        _("Taken by whoever could not pay. It costs points at the end."),
        "FR-17",
    )
    kept = {f"stock-{good}": note for good, note in zip(KINDS[:GOODS], goods, strict=False)}
    notes = {
        f"{kind}-{good}": note
        for good, note in zip(KINDS, goods, strict=True)
        for kind in ("load", "ware")
    }
    return {**notes, **kept, **_by(("ware-mouldy", "stock-mouldy"), mouldy)}


# --- lights, burrow, score tracks ---


def _markers(words: FirstRatWords) -> Mapping[str, Note]:
    _ = words.gettext
    return {
        "bulb-on": Note(
            _("Burning light"),
            _("If the light of a space burns for you, you collect 1 more there."),
            "FR-21",
        ),
        "beacon-on": Note(
            _("Construction light"),
            _("Whoever reaches it places a score marker on the track of construction lights."),
            "FR-26",
        ),
        "pin": Note(
            _("Light marker"),
            _("It goes one light further for each light bulb."),
            "FR-26",
        ),
        "paw": Note(
            _("Burrow marker"),
            _("It goes one space along the arrows for each apple core."),
            "FR-27",
        ),
        "cube": Note(
            _("Score marker"),
            _("It brings its player the points of its space at the end."),
            "FR-81",
        ),
        **_by(
            ("fact-cube", "gauge"),
            Note(
                _("Markers left"),
                _("Without one, nothing can be scored. Whoever places the eighth brings the end."),
                "FR-80",
            ),
        ),
    }


def _tracks(words: FirstRatWords) -> Mapping[str, Note]:
    _, label = words.gettext, words.nouns.track
    build = _("Pay what it costs in step 4, and place a score marker here.")
    texts = (
        (_("Rats on the Launchpad come here at the end of the turn."), "FR-54"),
        (build, "FR-50"),
        (build, "FR-50"),
        (build, "FR-50"),
        (_("Each construction light that you reach places a marker here."), "FR-26"),
        (_("Donate cheese in step 4, and place a score marker here."), "FR-50"),
        (_("Each visit to the Stored Food in the burrow places a marker here."), "FR-30"),
        (_("A cockpit, a cargo bay and a thruster together place a marker here."), "FR-52"),
    )
    tracks = {
        f"{kind}{track}": Note(label("label", number), text, rule)
        for number, (track, (text, rule)) in enumerate(zip(TRACKS, texts, strict=True))
        for kind in ("sign-", "track:")
    }
    points = Note(
        _("Points"),
        _("The next piece goes on the leftmost free space; the number is what it brings."),
        "FR-50",
    )
    blocked = Note(
        _("Blocked space"),
        _("With fewer than five players, nothing is placed here."),
        "FR-07",
    )
    return {**tracks, **_by(("garment", "plate"), points), **_by(("rag", "hatch-shut"), blocked)}


def _burrow(words: FirstRatWords) -> Mapping[str, Note]:
    _ = words.gettext
    name = words.nouns.place
    library = Note(
        words.pgettext("label", "Library"),
        _("Whoever enters or passes it may take one of the comics that are left."),
        "FR-28",
    )
    return {
        "burrow": Note(
            _("Burrow"),
            _("Markers go along the arrows. At an intersection, their player chooses the way."),
            "FR-27",
        ),
        "burrow:R_mid": library,
        "shelf:library": library,
        "burrow:M_mid": Note(
            name("label", NURSERY),
            _("Whoever enters or passes it may wake one of their rats and put it on Start."),
            "FR-29",
        ),
        "burrow:L_mid": Note(
            words.pgettext("label", "Stored Food"),
            _("Whoever enters or passes it places a score marker on the Stored Food track."),
            "FR-30",
        ),
    }


# --- what can be had ---


def _things(words: FirstRatWords) -> Mapping[str, Note]:
    items = words.items

    def item(number: int, rule: str) -> Note:
        return Note(sentence(items.item("label", number)), items.item_text(number), rule)

    award = Note(
        words.gettext("Award"),
        words.gettext("Points for a rat that has reached the Launchpad."),
        "FR-25",
    )
    return {
        **{
            f"{kind}-{pack}": item(number, "FR-23")
            for number, pack in enumerate(PACKS)
            for kind in ("pack", "packs")
        },
        "can": item(ENERGY_DRINK, "FR-24"),
        "can-empty": Note(
            words.gettext("Used energy drink"),
            words.gettext("It has doubled what its player collected. It still counts as a thing."),
            "FR-24",
        ),
        **{
            f"comic-{comic}": Note(items.comic("label", number), items.comic_text(number), rule)
            for number, (comic, rule) in enumerate(zip(COMICS, _COMIC_RULES, strict=True))
        },
        **{f"cap-{cap}": item(FIRST_CAP + number, "FR-70") for number, cap in enumerate(CAPS)},
        **_by(("award", "stock-award", "pile:awards"), award),
    }


# --- the turn, and how far everybody is ---


def _turn(words: FirstRatWords) -> Mapping[str, Note]:
    _ = words.gettext
    return {
        "step": Note(
            _("Steps of a turn"),
            _("Move rats, collect, visit booths, then build and donate."),
            "FR-06",
        ),
        "last-round": Note(
            _("The end is near"),
            _("A fourth rat on the Launchpad or an eighth score marker ends the match."),
            "FR-80",
        ),
    }


def _tally(words: FirstRatWords) -> Mapping[str, Note]:
    _ = words.gettext
    score = Note(
        _("Score"),
        _("The points of this player, if the match ended now."),
        "FR-81",
    )
    return {
        **_by(("tally", "row", "score"), score),
        **_by(
            ("crew", "fact-sign-rattronaut"),
            Note(
                _("Rats in the rocket"),
                _("The fourth rat on the Launchpad makes this round the last."),
                "FR-80",
            ),
        ),
        "none": Note(
            _("No resources"),
            _("Nothing to pay with. Rats collect cheese and building material on their way."),
            "FR-17",
        ),
        "leads": Note(
            _("Ahead"), _("The most points. Of equal ones, more Rattronauts win."), "FR-82"
        ),
        "seat": Note(
            _("Player"),
            _("Everybody has four rats, two of them still in the Nursery at the start."),
            "FR-04",
        ),
    }
