"""What everything on the market square is: the note of each thing that can be rested on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ratskeller.core.game import View
from ratskeller.games.pied_piper.rules.state import State
from ratskeller.words.phrases import sentence
from ratskeller.words.speech import Note

if TYPE_CHECKING:
    from ratskeller.games.pied_piper.words.game_words import PiedPiperWords


def notes_of(words: PiedPiperWords, view: View[State]) -> Mapping[str, Note]:
    at_once = view.seen.options.rugrats
    return {**_houses(words), **_figures(words), **_cards(words, at_once=at_once), **_signs(words)}


def _houses(words: PiedPiperWords) -> Mapping[str, Note]:
    _ = words.gettext
    house = Note(
        _("House"),
        _(
            "A rat that walks through moves its tracker one floor up, the Piper one floor down. "
            "A neutral house has no tracker."
        ),
        "PP-29",
    )
    neutral = Note(
        _("Neutral house"),
        _("It counts when figurines move, but it has no tracker, no owner and no turn."),
        "PP-60",
    )
    tracker = Note(
        _("Tracker"),
        _("It shows how many rats live in the house. At the roof, its player is out."),
        "PP-61",
    )
    return {
        "house": house,
        "front": house,
        "roof": Note(
            _("Roof"),
            _("When the tracker reaches the roof, whoever lives here is out."),
            "PP-02",
        ),
        "roof-neutral": neutral,
        "eyes": Note(_("Rats in the house"), _("The tracker has reached this floor."), "PP-61"),
        "sign": Note(_("Name plate"), _("It says who lives in this house."), "PP-62"),
        "trade": Note(
            _("Sign of the house"),
            _("It tells the houses apart. Tickets and trackers of its player bear it too."),
            "PP-62",
        ),
        "lantern": Note(_("Lantern"), _("It burns at your own house."), "PP-62"),
        "boards": Note(
            _("Deserted house"),
            _("Its player is out. The house has left the ring, and its two gaps are one."),
            "PP-14",
        ),
        "floors-left": Note(
            _("Levels left"),
            _("So many levels are left between this tracker and the roof."),
            "PP-02",
        ),
        "raisers": Note(
            _("Danger"),
            _("So many Characters could send rats through this house when they act next."),
            "PP-64",
        ),
        "raisers-grave": Note(
            _("Great danger"),
            _("As many Characters could send rats through this house as it has levels left."),
            "PP-10",
        ),
        "level": tracker,
        "fact-floors": tracker,
        "taken": Note(
            _("Tracker of a player who is out"),
            _("If the last two are level, the one who has taken more trackers wins."),
            "PP-66",
        ),
        "gap": Note(
            _("Gap"),
            _("Figurines stand in the gaps. Forward, they go past the house in front of them."),
            "PP-62",
        ),
    }


def _figures(words: PiedPiperWords) -> Mapping[str, Note]:
    _ = words.gettext
    return {
        "figure": Note(
            _("Rat"),
            _("The tracker of every house that it walks through goes one floor up."),
            "PP-29",
        ),
        "piper": Note(
            _("Piper"),
            _("He moves like a rat, but the trackers on his way go one floor down."),
            "PP-29",
        ),
    }


def _cards(words: PiedPiperWords, *, at_once: bool) -> Mapping[str, Note]:
    _ = words.gettext
    character = (
        Note(
            _("Character"),
            _("Each card below it acts at once. After the second, a new Character comes."),
            "PP-40",
        )
        if at_once
        else Note(
            _("Character"),
            _(
                "With two Action cards below it, it activates: first the older card acts, then the newer."
            ),
            "PP-64",
        )
    )
    discards = Note(
        _("Discard pile"),
        _("What has acted lies here, face up. It is shuffled when the deck is empty."),
        "PP-35",
    )
    name = words.nouns.card
    actions = (
        ("forward", _("The figurine walks through the house in front of it."), "PP-65"),
        ("double", _("The figurine walks through the next two houses in front of it."), "PP-65"),
        ("back", _("The figurine walks through the house behind it."), "PP-65"),
        (
            "sewer",
            _("The figurine slips under the house in front of it. No tracker moves."),
            "PP-65",
        ),
        (
            "plus",
            _(
                "The basic card on the same Character goes one house further. Alone it does nothing."
            ),
            "PP-27",
        ),
        (
            "melody",
            _("All figurines in the same gap go along with the basic card. Alone it does nothing."),
            "PP-27",
        ),
    )
    return {
        "slot": character,
        "poster": character,
        "deck:character": Note(
            _("Character deck"),
            _("From here come new Characters for those that have acted."),
            "PP-34",
        ),
        "deck:action": Note(
            _("Action deck"),
            _("At the end of a turn, the hand is refilled from here."),
            "PP-63",
        ),
        "discard": discards,
        "discards": discards,
        **{
            f"action-{code}": Note(sentence(name("label", card)), text, rule)
            for card, (code, text, rule) in enumerate(actions)
        },
        "veiled": Note(
            _("Your face-down card"),
            _("Only you may look at it. It is turned over when its Character activates."),
            "PP-53",
        ),
        "card-back": Note(
            _("Hidden card"),
            _("Only whoever placed it may look at it, until its Character activates."),
            "PP-53",
        ),
    }


def _signs(words: PiedPiperWords) -> Mapping[str, Note]:
    _ = words.gettext
    return {
        "fact-card-back": Note(
            _("Cards in hand"),
            _("Everybody may see how many there are, but only their player which."),
            "PP-37",
        ),
        "score": Note(_("Out"), _("The tracker of this player was on the roof."), "PP-10"),
        "leads": Note(
            _("Ahead"),
            _("The lowest tracker. When two players are left, the lower one wins."),
            "PP-19",
        ),
        "seat": Note(
            _("Player"),
            _("Everybody has a house in the ring; the turn passes to the next on the right."),
            "PP-62",
        ),
    }
