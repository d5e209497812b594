"""The rats of the town who play where no person does: who they are, and how they play."""

from __future__ import annotations

from collections.abc import Mapping

from ratskeller.words.catalogue import Speaker
from ratskeller.words.speech import Character


def cast_of(say: Speaker) -> Mapping[str, Character]:
    """The levels of `levels.toml`, weakest first."""
    _, pgettext = say.gettext, say.pgettext
    return {
        "crumb": Character(
            pgettext("level", "Crumb"),
            pgettext("level", "nestling"),
            _("Left the nest this morning, and follows its nose."),
        ),
        "thistle": Character(
            pgettext("level", "Thistle"),
            pgettext("level", "alley rat"),
            _("Knows the alleys by heart, and still runs down a wrong one at times."),
        ),
        "mustard": Character(
            pgettext("level", "Mustard"),
            pgettext("level", "storeroom rat"),
            _("Takes the shortest way to the food, and the shortest way home."),
        ),
        "spindle": Character(
            pgettext("level", "Spindle"),
            pgettext("level", "roof runner"),
            _("Reckons with the next roll of the dice, and with yours."),
        ),
        "nightshade": Character(
            pgettext("level", "Nightshade"),
            pgettext("level", "queen of the canal"),
            _("Has outlived three cats, and waits where you wanted to go."),
        ),
    }
