"""What everything in Hamelin is: the note of each thing that can be rested on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ratskeller.core.game import View
from ratskeller.games.ratzentanz.rules.state import SYMBOLS, Square, State
from ratskeller.games.ratzentanz.rules.town import ALLEY, BUILDING, CANAL, NEST, STAIRS
from ratskeller.games.ratzentanz.words.dice import face_name
from ratskeller.words.speech import Note

if TYPE_CHECKING:
    from ratskeller.games.ratzentanz.words.game_words import RatzentanzWords


def notes_of(words: RatzentanzWords, view: View[State]) -> Mapping[str, Note]:
    state = view.seen
    return {
        **_squares(words, state.seats),
        **_dice(words, state.seats),
        **_figures(words, wall=state.options.piper == "wall"),
        **_rim(words),
    }


# --- the town ---


def _squares(words: RatzentanzWords, seats: int) -> Mapping[str, Note]:
    town, kinds = words.ground.town, _kinds_of_squares(words)
    homes = words.ground.homes[seats]

    def kind(square: Square) -> str:
        mark = town.marks[square]
        if mark == NEST:
            return NEST if square in homes else "unused"
        if mark == ALLEY:
            return "gate" if square in town.gates else ALLEY
        if mark == BUILDING:
            return BUILDING if town.passable(square) else "dead end"
        return mark if mark in kinds else "storeroom"

    return {f"sq:{name}": kinds[kind(square)] for square, name in enumerate(town.names)}


def _kinds_of_squares(words: RatzentanzWords) -> Mapping[str, Note]:
    _ = words.gettext
    return {
        ALLEY: Note(
            _("Alley"),
            _("Every square is one step. When the flute is thrown, rats in the alleys are lost."),
            "RT-70",
        ),
        "gate": Note(
            _("Gate"),
            _("The alley square in front of a nest. The Piper may not be put here."),
            "RT-60",
        ),
        NEST: Note(
            _("Nest"),
            _("Free food in it counts for its player. Rats of others may enter and steal it."),
            "RT-108",
        ),
        "unused": Note(
            _("Unused nest"),
            _("A safe square that everybody may enter. Chips here belong to nobody."),
            "RT-03",
        ),
        BUILDING: Note(
            _("Building"),
            _("One square, safe from the flute. A rat may walk through from door to door."),
            "RT-23",
        ),
        "dead end": Note(
            _("Building with one door"),
            _("Safe from the flute. It can only be the last square of a move."),
            "RT-23",
        ),
        CANAL: Note(
            _("Canal entrance"),
            _("Who gets here by exact count surfaces at one of the three other entrances."),
            "RT-30",
        ),
        STAIRS: Note(
            _("Magic stairs"),
            _(
                "Who gets here by exact count goes on to other stairs, and all rats on stairs make "
                "the same move."
            ),
            "RT-40",
        ),
        "storeroom": Note(
            _("Storeroom"),
            _("Food of one kind. Reached by exact count, and safe; a walk ends here."),
            "RT-24",
        ),
    }


def _figures(words: RatzentanzWords, *, wall: bool) -> Mapping[str, Note]:
    _ = words.gettext
    past = _("Nobody gets past him.") if wall else _("A rat that runs past him is lost.")
    piper = Note(_("Pied Piper"), past, "RT-61")
    cat = Note(
        _("Storeroom cat"),
        _("Nobody can enter or leave the storeroom that she guards."),
        "RT-75",
    )
    food = Note(
        _("Food"),
        _("A rat that ends its move here may sit on one chip and carry it home."),
        "RT-101",
    )
    return {
        "rat": Note(
            _("Rat"),
            _("It goes exactly as many steps as the number says, and carries one chip at most."),
            "RT-20",
        ),
        "fact-rat-run": Note(
            _("Rats in play"),
            _("Those in the nest and in the town. More of them come with new blood."),
            "RT-05",
        ),
        "fact-rat-sit": Note(
            _("Spare rats"),
            _("They wait beside the board until somebody throws new blood."),
            "RT-80",
        ),
        "chip": food,
        "stock": food,
        "lack": Note(
            _("Missing food"),
            _("This kind does not lie in the nest yet. Different kinds win."),
            "RT-120",
        ),
        "fact-chip": Note(
            _("Food in the nest"),
            _("This kind counts, as long as no rat of another player sits on it."),
            "RT-120",
        ),
        "piper": piper,
        "spell": piper,
        "cat": cat,
        "bars": cat,
    }


# --- dice ---


def _dice(words: RatzentanzWords, seats: int) -> Mapping[str, Note]:
    _ = words.gettext
    start = Note(_("Throw for the start"), _("The highest throw begins."), "RT-04")
    texts = (
        (_("Every player puts one spare rat into their nest."), "RT-80"),
        (
            _("Bring home a rat of yours that has a chip, or send a strange rat out of your nest."),
            "RT-85",
        ),
        (_("One rat goes twice the number, or two rats go the number each."), "RT-50"),
        (_("Put the cat at a storeroom; nobody gets in or out there."), "RT-75"),
        (_("Put the Piper on a free alley square, but not in front of a nest."), "RT-60"),
        (_("All rats in the alleys become spare rats. Their chips stay where they are."), "RT-70"),
    )
    return {
        "die": Note(
            _("Number die"),
            _("One of your rats goes exactly so many steps. If one can, you must move."),
            "RT-11",
        ),
        "face": Note(
            _("Symbol die"),
            _("You carry out both dice, in the order that you choose."),
            "RT-10",
        ),
        **{
            f"face-{symbol}": Note(face_name(words, symbol), text, rule)
            for symbol, (text, rule) in zip(SYMBOLS, texts, strict=True)
        },
        "tray": Note(
            _("Tray"),
            _("It is lit under the die that is being carried out."),
            "RT-10",
        ),
        "peg": Note(
            _("Half of a 2x"),
            _(
                "With 2x the number counts twice. A bright peg is a half that is still to be walked."
            ),
            "RT-50",
        ),
        "pennant": Note(
            _("Pennant"),
            _("The colour of whoever has thrown."),
            "RT-10",
        ),
        **{f"throw:{seat}": start for seat in range(seats)},
    }


# --- the rim, and beside a name ---


def _rim(words: RatzentanzWords) -> Mapping[str, Note]:
    _ = words.gettext
    return {
        "sign": Note(_("Name plate"), _("Whose nest and larder these are."), "RT-03"),
        "lantern": Note(_("Lantern"), _("It burns at your own nest."), "RT-03"),
        "larder": Note(
            _("Larder"),
            _("The food that lies in the nest. Whoever has enough different kinds wins."),
            "RT-120",
        ),
        "threat": Note(
            _("Danger of robbery"),
            _("With these numbers, another player’s rat could get to this nest and steal."),
            "RT-108",
        ),
        "score": Note(
            _("Kinds of food"),
            _("Different kinds that lie free in the nest, and how many of them win."),
            "RT-120",
        ),
        "leads": Note(_("Ahead"), _("Most different kinds of food in the nest."), "RT-122"),
        "seat": Note(
            _("Player"),
            _("Everybody has five rats of one colour; the turn goes round clockwise."),
            "RT-05",
        ),
    }
